"""The rulebook, used as a person uses it: found by typing, opened by an address, left and come back to."""

import re

import pytest
from playwright.sync_api import expect
from test_pages import check_with_axe

pytestmark = pytest.mark.browser

BOOK = "12_rulebook"


def name(page):
    return page.locator(".cr-entry h2")


def entries(page):
    return page.locator(".cr-book__list li:visible")


def focused(page):
    return page.evaluate("document.activeElement.textContent")


def test_search_by_keyboard(open_lesson):
    page = open_lesson(BOOK)
    total = entries(page).count()
    assert total > 10
    field = page.get_by_role("searchbox", name="Find a rule")
    for _ in range(6):  # past the links of the header
        if field.evaluate("field => field === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(field).to_be_focused()
    page.keyboard.type("round the corner")
    expect(entries(page)).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("One rule found.")
    page.keyboard.press("Enter")
    assert focused(page) == "The ace"
    page.keyboard.press("Enter")
    expect(name(page)).to_have_text("The ace")
    expect(name(page)).to_be_focused()
    expect(field).to_have_value("")
    assert page.url.endswith("12_rulebook.ipynb?rule=sequence.ace")
    assert page.title().startswith("The ace")
    assert page.locator("h1").count() == 1


def test_found_by_name_text_id_and_clause(open_lesson):
    page = open_lesson(BOOK)
    for query, first in [
        ("JOKER", "The joker’s card"),
        ("set.rank", "One rank"),
        ("s4", "The ace"),
        ("The joker’s card", "The joker’s card"),
        ("carioca, corner", "The ace"),
    ]:
        page.get_by_role("searchbox").fill(query)
        expect(entries(page).locator("a", has_text=re.compile(f"^{first}$"))).to_have_count(1)
    page.get_by_role("searchbox").fill("s4")
    expect(entries(page).locator("a", has_text="What cards cost")).to_have_count(0)  # that is S40


def test_nothing_found_says_what_to_try(open_lesson):
    page = open_lesson(BOOK)
    page.get_by_role("searchbox").fill("zebra")
    expect(page.get_by_role("status")).to_contain_text("Nothing found. Try")
    assert entries(page).count() == 0
    assert page.locator(".cr-book__list h2:visible").count() == 0
    page.get_by_role("searchbox").fill("")
    assert entries(page).count() > 10
    expect(page.get_by_role("status")).to_have_text("")


def test_address_opens_a_rule_and_survives_back_and_reload(open_lesson):
    page = open_lesson(BOOK, "?theme=dark&rule=sequence.ace")
    expect(name(page)).to_have_text("The ace")
    page.get_by_role("link", name="Next: the joker’s card").click()
    expect(name(page)).to_have_text("The joker’s card")
    expect(name(page)).to_be_in_viewport()
    assert "theme=dark" in page.url
    page.go_back()
    expect(name(page)).to_have_text("The ace")
    page.go_forward()
    expect(name(page)).to_have_text("The joker’s card")
    page.reload()
    expect(name(page)).to_have_text("The joker’s card")
    page.get_by_role("link", name="All rules").click()
    expect(entries(page).first).to_be_visible()
    assert "rule=" not in page.url
    assert focused(page) == "The joker’s card"
    assert page.faults == []


def test_table_changes_text_and_stays_in_the_address(open_lesson):
    page = open_lesson(BOOK, "?rule=set.suits")
    law = page.locator(".cr-law")
    expect(law).to_contain_text("differ in suit")
    table = page.get_by_label("Table")
    table.focus()
    table.select_option("pagat")
    expect(law).to_have_text("At this table suits may repeat in a set.")
    expect(page.locator(".cr-others tbody th").first).to_contain_text("Pagat")
    expect(table).to_be_focused()
    page.reload()
    expect(law).to_have_text("At this table suits may repeat in a set.")
    assert re.search(r"\?rule=set\.suits&table=pagat$", page.url)


def test_unknown_rule_says_so_and_shows_the_list(open_lesson):
    page = open_lesson(BOOK, "?rule=set.colour")
    expect(page.get_by_role("status")).to_have_text(
        "There is no rule set.colour in this book; here are all that it has."
    )
    assert entries(page).count() > 10


@pytest.mark.parametrize("query", ["?rule=sequence.ace", "?rule=contract.whole-hand&table=liverpool"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(query, open_lesson, axe):
    page = open_lesson(BOOK, query)
    check_with_axe(page, axe)
    assert page.outside == page.faults == []


def test_targets_are_large_enough(open_lesson):
    page = open_lesson(BOOK, "?rule=sequence.ace", width=390, height=844)
    for control in page.locator(".cr-search input, .cr-search select, .cr-foot a, .cr-book__ways a:visible").all():
        assert control.bounding_box()["height"] >= 44
    page.get_by_role("link", name="All rules").click()
    expect(entries(page).first).to_be_visible()
    for link in entries(page).locator("a").all():
        assert link.bounding_box()["height"] >= 44


def test_from_a_verdict_to_the_rulebook_and_back(open_lesson):
    page = open_lesson("00_start")
    for card in ("two of spades", "five of spades"):
        page.get_by_role("button", name=re.compile(f"^{card}")).click()
    page.get_by_role("button", name="Lay down").click()
    page.get_by_text("The rule:", exact=False).first.click()
    rule = page.locator(".cr-verdict a.cr-id").inner_text()
    page.locator(".cr-verdict").get_by_role("link", name="Read it in the rulebook").click()
    page.wait_for_url(f"**/12_rulebook.ipynb?rule={rule}")
    expect(name(page)).to_be_visible()
    expect(page.locator(".cr-margin .cr-id").first).to_have_text(rule)
    page.locator(".cr-foot a").first.click()
    page.get_by_role("link", name="Back to where you were").click()
    page.wait_for_url("**/00_start.ipynb")


def test_example_is_tried_in_the_lab(open_lesson):
    page = open_lesson(BOOK, "?rule=set.suits")
    page.get_by_role("link", name="Try it in the lab").click()
    page.wait_for_url("**/11_lab.ipynb?lab=*")
    page.wait_for_selector("main:not([aria-busy])")
    expect(page.get_by_text("set(5D 5D 5H)").first).to_be_attached()


def test_way_back_only_where_one_came_from(open_lesson):
    page = open_lesson(BOOK, "?rule=set.rank")
    assert page.get_by_role("link", name="Back to where you were").count() == 0
    page = open_lesson(BOOK, "?rule=set.rank&from=02_set_and_sequence.ipynb")
    assert page.get_by_role("link", name="Back to where you were").get_attribute("href") == "02_set_and_sequence.ipynb"
    page = open_lesson(BOOK, "?rule=set.rank&from=javascript:alert(1)//.ipynb")
    assert page.get_by_role("link", name="Back to where you were").count() == 0


def test_links_lead_on_when_python_has_gone(voila, open_lesson):
    others = set(voila.kernels())
    page = open_lesson(BOOK, "?rule=sequence.ace")
    expect(name(page)).to_have_text("The ace")
    (kernel,) = set(voila.kernels()) - others
    kernel.kill()
    page.get_by_role("link", name="Next: the joker’s card").click()  # before the page can know
    expect(name(page)).to_have_text("The joker’s card", timeout=30_000)


def test_links_lead_on_once_it_is_known_that_python_has_gone(voila, open_lesson):
    others = set(voila.kernels())
    page = open_lesson(BOOK)
    (kernel,) = set(voila.kernels()) - others
    kernel.kill()
    page.wait_for_timeout(5000)
    page.get_by_role("link", name="The ace", exact=True).click()
    expect(name(page)).to_have_text("The ace", timeout=30_000)


def test_page_prints(open_lesson):
    page = open_lesson(BOOK, "?rule=sequence.ace")
    page.emulate_media(media="print")
    assert page.get_by_role("searchbox").is_hidden()
    expect(page.locator(".cr-law")).to_be_visible()
    assert page.locator(".cr-foot").is_hidden()


def test_lab_opens_the_rule_of_the_address(lab, new_page):
    page = new_page()
    page.goto(f"{lab.url}doc/tree/12_rulebook.ipynb?rule=sequence.ace")
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    expect(name(page)).to_have_text("The ace")
    page.get_by_role("searchbox", name="Find a rule").fill("dd")  # two letters that delete a cell in Lab
    expect(page.get_by_role("status")).to_contain_text("Nothing found")
