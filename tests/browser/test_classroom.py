"""What a teacher needs: a page that reads across a room, a clicker that turns it, and sheets of paper with a key."""

import re

import pytest
from conftest import LESSONS
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
CONTRACTS = [name for name in LESSONS if name[:2] in {f"{n:02}" for n in range(1, 8)}]
TOPS = """[...document.querySelectorAll("main h1, main h2:not(.cr-sr)")].filter(h => h.getClientRects().length)
  .map(h => [h.textContent, h.getBoundingClientRect().top])"""


def focused(page):
    return page.evaluate("document.activeElement.textContent")


def headings(page):
    return [text for text, _ in page.evaluate(TOPS)]


# --- across a room ----------------------------------------------------------------------------------------------------


def test_big_page_reads_across_a_room(open_lesson):
    sizes = []
    for query in ("?big=0", "?big=1"):
        page = open_lesson("06_set_and_two_sequences", query)
        card = page.locator(".cr-hand__cards button").first.bounding_box()["width"]
        text, line = page.locator(".cr-md > p").last.evaluate(
            "p => [parseFloat(getComputedStyle(p).fontSize), p.offsetWidth / parseFloat(getComputedStyle(p).fontSize)]"
        )
        sizes.append((card, text, line))
    (card, text, line), (big_card, big_text, big_line) = sizes
    assert big_card >= 1.15 * card
    assert big_text >= 27 > 1.4 * text
    assert big_line <= 30 < line


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_big_turn_reads_across_a_room(width, height, open_lesson):
    page = open_lesson("06_set_and_two_sequences", "?big=1", width=width, height=height)
    stepper = page.locator(".cr-stepper")
    text = stepper.locator(".cr-caption__play").evaluate("p => parseFloat(getComputedStyle(p).fontSize)")
    further = stepper.get_by_role("button", name="Next step")
    while True:
        cards = stepper.locator(".cr-table .cr-card:visible").evaluate_all("cards => cards.map(c => c.offsetWidth)")
        assert min(cards) >= 2 * text
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if further.get_attribute("aria-disabled") == "true":
            break
        further.click()
    stepper.get_by_role("button", name="Play from here").click()
    expect(stepper.locator(".cr-table .cr-meld--pile .cr-card").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_big_page_stays_big(open_lesson):
    page = open_lesson("00_start", "?big=1")
    page.get_by_role("link", name="Two sets", exact=False).first.click()
    page.wait_for_selector("main:not([aria-busy])")
    assert "big" not in page.url
    assert page.locator("html").get_attribute("data-big") == "1"
    page.goto(page.url + "?big=0")
    assert page.locator("html").get_attribute("data-big") == "0"


# --- with a clicker ---------------------------------------------------------------------------------------------------


def test_arrows_go_from_section_to_section(open_lesson):
    page = open_lesson("01_two_sets", "?big=1")
    seen = []
    for _ in headings(page):
        page.keyboard.press("ArrowRight")
        seen.append(focused(page))
    assert seen == headings(page)
    assert abs(dict(page.evaluate(TOPS))[seen[-1]]) < 40  # even the last one comes to the top
    page.keyboard.press("ArrowRight")
    assert focused(page) == seen[-1]
    for expected in reversed(seen[:-1]):
        page.keyboard.press("ArrowLeft")
        assert focused(page) == expected


def test_clicker_shows_every_line_and_stops_at_every_section(open_lesson):
    page = open_lesson("01_two_sets", "?big=1")
    height, seen, shown = 800, [], 0
    for _ in range(30):
        page.keyboard.press("PageDown")
        top = page.evaluate("scrollY")
        assert top <= shown or not seen, "a line was passed over"
        seen.append(focused(page))
        if seen[-1] == headings(page)[-1]:
            break
        shown = top + height
    assert list(dict.fromkeys(seen)) == headings(page)
    assert len(seen) > len(headings(page))  # the rules take more than a screen
    page.keyboard.press("PageUp")
    assert focused(page) == headings(page)[-2]


def test_clicker_works_from_inside_a_board(open_lesson):
    page = open_lesson("01_two_sets", "?big=1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    card = page.locator(".cr-hand__cards button").first
    card.click(position={"x": 20, "y": 20})
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cr-hand__cards button").nth(1)).to_be_focused()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    assert headings(page).index(focused(page)) > 1
    expect(card).to_have_attribute("aria-pressed", "true")


def test_keys_are_the_browsers_own_elsewhere(open_lesson):
    page = open_lesson("01_two_sets")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    assert page.evaluate("document.activeElement === document.body")
    assert page.locator("[tabindex='-1']:is(h1, h2)").count() == 0


# --- on paper ---------------------------------------------------------------------------------------------------------


def pages(page):
    """How many sheets of A4 it takes to print a page."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


@pytest.mark.parametrize("lesson", CONTRACTS)
def test_lesson_prints_with_its_key(lesson, open_lesson):
    page = open_lesson(lesson)
    boards, sheets = page.locator("[data-view=contract]"), page.locator("main > .cr-print")
    expect(sheets).to_have_count(boards.count())
    expect(sheets.first).to_be_hidden()
    hands = boards.evaluate_all(
        "boards => boards.map(b => [...b.querySelectorAll('.cr-hand button')].map(c => c.dataset.card))"
    )
    with_key = pages(page)
    assert with_key <= 6
    page.set_viewport_size({"width": 673, "height": 1000})  # what A4 leaves between its margins
    page.emulate_media(media="print")
    expect(sheets.first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 674
    assert page.get_by_role("heading", name="Next", exact=True).count() == 0
    assert page.get_by_role("button", name="Lay down").count() == 0
    expect(page.get_by_text("Read it in the rulebook")).not_to_have_count(0)
    for text in ("Read it in the rulebook", "The deal as text, to copy"):
        assert not any(line.is_visible() for line in page.get_by_text(text).all()), "it leads nowhere on paper"
    expect(page.locator(".cr-deals button:visible")).to_have_count(1)
    said = sheets.locator(".cr-name").all_inner_texts()
    assert all(text.startswith(("One way to lay it:", "This hand cannot meet the contract yet.")) for text in said)
    for sheet, hand in zip(sheets.all(), hands, strict=True):
        rows = [row.split(", ") for row in sheet.locator(".cr-row").evaluate_all("rows => rows.map(r => r.ariaLabel)")]
        assert len(rows[0]) == len(hand)
        assert len(rows) > 1 or "cannot" in sheet.inner_text()
    assert sheets.evaluate_all("sheets => sheets.map(s => getComputedStyle(s).breakBefore)")[0] == "page"
    page.emulate_media(media=None)
    sheets.evaluate_all("sheets => sheets.forEach(sheet => sheet.remove())")
    assert pages(page) == with_key - 1, "the keys are one sheet, and nothing else is on it"


def test_key_on_paper_follows_the_hand(open_lesson):
    page = open_lesson("01_two_sets")
    board, sheet = page.locator("[data-view=contract]"), page.locator("main > .cr-print")
    for _ in range(3):
        names = board.locator(".cr-hand__cards button").evaluate_all("c => c.map(b => b.ariaLabel.split(',')[0])")
        expect(sheet.locator(".cr-row").first).to_have_attribute("aria-label", ", ".join(names))
        board.get_by_role("button", name="The key").click()
        expect(board.get_by_role("status")).to_have_text(sheet.locator(".cr-name").text_content())
        first = board.locator(".cr-hand__cards").inner_html()
        board.get_by_role("button", name="Another hand").click()
        page.wait_for_function(
            "([board, first]) => board.innerHTML !== first",
            arg=[board.locator(".cr-hand__cards").element_handle(), first],
        )
