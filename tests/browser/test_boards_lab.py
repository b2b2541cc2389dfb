"""The boards in JupyterLab: readable untouched, alive once run, and deaf to Lab's own keys."""

import re

import pytest
from boards import Board, made_notebook
from conftest import wait_until
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def open_boards(lab, new_page, open_in_lab):
    """Open a notebook with these cells in JupyterLab, and run it."""

    def go(*cells):
        request = new_page().request
        request.get(f"{lab.url}lab")
        token = next(cookie["value"] for cookie in request.storage_state()["cookies"] if cookie["name"] == "_xsrf")
        content = {"type": "notebook", "format": "json", "content": made_notebook(*cells)}
        answer = request.put(f"{lab.url}api/contents/made.ipynb", data=content, headers={"X-XSRFToken": token})
        assert answer.ok, answer.text()
        return open_in_lab("made")

    return go


def test_untouched_notebook_reads(lab, new_page):
    page = new_page()
    page.goto(f"{lab.url}doc/tree/01_two_sets.ipynb?reset")
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    hand = page.locator(".jp-OutputArea-output").filter(has_text="One meld").first
    hand.scroll_into_view_if_needed()
    expect(hand).to_be_visible()
    words = " of (spades|hearts|diamonds|clubs)"
    assert wait_until(lambda: hand.locator("svg").count() or len(re.findall(words, hand.inner_text())) == 10)
    assert page.locator(".cr-board").count() == 0


def test_keys_of_a_board_do_nothing_to_the_notebook(open_in_lab):
    page = open_in_lab("01_two_sets")
    board = Board(page)
    board.root.scroll_into_view_if_needed()
    expect(board.button("Lay down")).to_be_visible()
    cells = page.locator(".jp-Notebook .jp-Cell")

    def notebook():
        return page.locator(".jp-Notebook").first.evaluate(
            """book => [book.classList.contains("jp-mod-editMode"), ...[...book.querySelectorAll(".jp-Cell")].map(cell =>
               [cell.className.match(/jp-(Code|Markdown|Raw)Cell/)[0], cell.querySelector(".jp-InputPrompt")?.textContent])]"""
        )

    first, second, *_ = board.names()
    board.card(first).focus()
    before = notebook()
    for key in ("a", "b", "m", "d", "d", "x", "y", "z", "c", "v", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(board.card(first)).to_be_focused()
    assert notebook() == before
    board.pick(second)
    board.card(first).focus()
    page.keyboard.press("Space")
    expect(board.card(first)).to_have_attribute("aria-pressed", "true")
    board.button("Lay down").focus()
    page.keyboard.press("Enter")
    expect(board.status).to_have_text(re.compile("^Only two cards: a (set|sequence) needs three."))
    assert notebook() == before
    count = cells.count()
    cells.first.locator(".jp-InputPrompt, .jp-InputArea-prompt").first.click()
    page.keyboard.press("Escape")
    page.keyboard.press("b")  # elsewhere Lab's keys are its own
    assert wait_until(lambda: cells.count() == count + 1)


def test_one_tap_fires_once(open_boards):
    page = open_boards("board = ContractBoard(deal=1, seed=3)\nboard", "board", "ContractBoard(deal=1, seed=4)")
    cells = page.locator(".jp-CodeCell")
    for n in (0, 1):  # the first cell makes the board anew, the second shows it again
        prompt = cells.nth(n).locator(".jp-InputPrompt")
        was = prompt.inner_text()
        cells.nth(n).locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        assert wait_until(
            lambda prompt=prompt, was=was: re.search(r"\d", prompt.inner_text()) and prompt.inner_text() != was
        )
    expect(page.locator(".cr-board")).to_have_count(3)
    one, two, after = Board(page, 0), Board(page, 1), Board(page, 2)
    name = one.names()[0]
    one.pick(name)
    for board in (one, two):
        expect(board.card(name)).to_have_attribute("aria-pressed", "true")
    two.pick(name)
    for board in (one, two):
        expect(board.card(name)).to_have_attribute("aria-pressed", "false")
    one.pick(name)
    two.lay()
    for board in (one, two):
        expect(board.status).to_have_text(re.compile("^Only one "))
    one.button("Another hand").click()  # once: the next hand, not the one after it
    expect(two.card(after.names()[0])).to_be_visible()
    assert one.names() == two.names() == after.names()
    one.empty()
