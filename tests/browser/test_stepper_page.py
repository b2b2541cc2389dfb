"""Steppers in the browser: walked and played by keyboard and by taps, without a kernel, over a reload."""

import json
import re
import signal
from itertools import product
from pathlib import Path

import pytest
from conftest import serve, wait_until
from playwright.sync_api import expect
from test_pages import check_with_axe

from contract_rummy import learn

pytestmark = pytest.mark.browser

STEPS = (Path(__file__).parents[1] / "rulings" / "ten.deal").read_text("utf-8")
GAME = """title     Two sets and out
deal      1
player    Aru    7S 7H 7D KS KH KD 4C
player    Boris  2H 2S 9D
player    Chen   3C JD ?x8
stock     4D TH …
discards  8C
table     Boris  set(4S 4H *=4C)
table     Boris  set(9S 9C 9H)
"""
LONG_PILE = GAME.replace("8C\n", "8C 5C 6D 7C QS QH QD QC JS JH 3S 3D 5H 6H 8H TD TC\n", 1)
SAID = ".cr-caption__play"
VERDICT = ".cr-verdict__headline"
HAND = ".cr-hand__cards"


@pytest.fixture(scope="module")
def turns(tmp_path_factory):
    """Voilà with two notebooks of ours: a turn to step through, and a deal that is nearly over."""
    home = tmp_path_factory.mktemp("turns")
    for name, text in (("steps", STEPS), ("game", GAME)):
        cells = [
            {"cell_type": "markdown", "id": "a", "metadata": {}, "source": f"# {name}"},
            {"cell_type": "code", "id": "b", "metadata": {}, "execution_count": None, "outputs": [],
             "source": f"from contract_rummy_widgets import TurnStepper\nTurnStepper({text!r})"},
        ]  # fmt: skip
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        notebook = {
            "cells": cells,
            "metadata": {"kernelspec": kernel, "title": name},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        (home / f"{name}.ipynb").write_text(json.dumps(notebook), "utf-8")
    port = learn.free_port("127.0.0.1")
    with serve(learn.command(Path(home), "127.0.0.1", port), f"http://127.0.0.1:{port}/", home / "log") as server:
        yield server


@pytest.fixture
def open_turn(turns, new_page):
    def go(name, **options):
        page = new_page(**options)
        page.kernels_before = set(turns.kernels())
        page.goto(f"{turns.url}voila/render/{name}.ipynb")
        page.wait_for_selector("main:not([aria-busy])")
        page.wait_for_selector("#cr-sprite symbol", state="attached")
        return page

    return go


def kernel_of(page, turns):
    (kernel,) = set(turns.kernels()) - page.kernels_before
    return kernel


def said(page, text, where=SAID):
    expect(page.locator(where).filter(visible=True).last).to_contain_text(text, timeout=20_000)


def focused(page):
    """The name of what has the focus; nothing while nothing has it."""
    name = "node === document.body ? '' : node.getAttribute('aria-label') ?? node.innerText"
    return page.evaluate(f"(node => {name})(document.activeElement)")


def press_until(page, key, label, most=40):
    """Press a key until the focus has come to something of that name."""
    for _ in range(most):
        if label in focused(page):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {label}; the focus is on {focused(page)}")


def card(page, name):
    """A card of the hand by its name."""
    return page.locator(f"{HAND} button[aria-label^='{name}']").first


# --- stepping -----------------------------------------------------------------------------------------------------


def test_walked_by_keyboard(open_turn):
    page = open_turn("steps")
    press_until(page, "Tab", "Next step")
    for key, told in [
        ("ArrowRight", "Aru draws the ten of spades."),
        ("ArrowRight", "One set is down"),
        ("ArrowRight", "Aru lays three fives"),
        ("ArrowLeft", "One set is down"),
        ("End", "Aru discards the king of diamonds."),
        ("Home", "It is Aru’s turn."),
        ("ArrowLeft", "It is Aru’s turn."),
        ("Enter", "Aru draws the ten of spades."),
    ]:
        page.keyboard.press(key)
        said(page, told)
    press_until(page, "Tab", "draw")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    said(page, "One set is down")
    assert page.locator("[aria-current=step]").count() == 1
    page.keyboard.press("ArrowRight")
    assert "meld" in focused(page)
    assert "a good play" in focused(page) or page.locator("[aria-current=step] .cr-glyph").count() == 1
    assert page.faults == []


def test_one_sentence_a_step_is_spoken(open_turn):
    page = open_turn("steps")
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Next step").click()
    status = page.locator(f"{SAID}[role=status]")
    assert status.count() == 1
    assert "Aru tries to lay three fives." in status.inner_text()
    visible = [node for node in page.locator("[role=status]").all() if node.is_visible() and node.inner_text()]
    assert len(visible) == 1


def test_a_refused_play_stands_over_the_unchanged_table(open_turn):
    page = open_turn("steps")
    page.get_by_role("button", name="Next step").click()
    hand = page.locator(".cr-openhand [role=img]")
    before = hand.evaluate_all("cards => cards.map(card => card.dataset.card)")
    page.get_by_role("button", name="Next step").click()
    said(page, "One set is down")
    assert hand.evaluate_all("cards => cards.map(card => card.dataset.card)") == before
    assert page.locator(".cr-tried [role=img]").count() == 3
    page.get_by_text("The rule: all at once").click()
    assert page.locator(".cr-caption .cr-rule").is_visible()


def test_a_variation_is_entered_and_left_by_keyboard(open_turn):
    page = open_turn("steps")
    press_until(page, "Tab", "Next step")
    page.keyboard.press("End")
    said(page, "Aru discards the king of diamonds.")
    for button, told, key, then in [
        ("Instead: ", "Aru discards the two of spades.", "ArrowLeft", "Aru lays off the ten of spades"),
        ("Back to what was played", "Aru discards the king of diamonds.", "Home", "It is Aru’s turn."),
    ]:
        if button != "Instead: ":
            page.keyboard.press("End")
            page.locator(".cr-variation button").click()
            said(page, "Aru discards the two of spades.")
            page.keyboard.press("Shift+Tab")
        press_until(page, "Tab", button)
        page.keyboard.press("Enter")
        said(page, told)
        assert focused(page) == "Next step"
        page.keyboard.press(key)
        said(page, then)
    assert page.faults == []


def test_the_controls_stay_where_they_are(open_turn):
    page = open_turn("steps")
    top, table = "scrollTo(0, 0)", "document.querySelector('.cr-stage').scrollIntoView()"
    sizes = ((390, 844), (320, 640), (1280, 600), (412, 1000), (1280, 900))
    for (width, height), start in product(sizes, (top, table)):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Next step").press("Home")
        page.evaluate(start)
        node = page.get_by_role("button", name="Next step")
        places = []
        while True:
            places.append(node.bounding_box()["y"])
            expect(page.locator(SAID)).to_be_in_viewport(ratio=1)  # and what the step says stands above them
            if node.get_attribute("aria-disabled"):
                break
            node.click()
        assert len(places) == 6
        assert len(set(places)) == 1
        assert height - 120 < places[0] < height - 44
    pressed = page.locator(".cr-stage").locator("button, a, summary, [tabindex]")
    assert pressed.count() == 5  # nothing else that can be pressed lies behind them


def test_what_a_step_marks_comes_into_view(open_turn):
    page = open_turn("steps", width=390, height=700, reduced_motion="reduce")
    seen = 0
    for _ in range(5):
        page.get_by_role("button", name="Next step").click()
        marked = page.locator(".cr-table .cr-card[data-state~=new], .cr-table .cr-card[data-state~=fault]")
        if marked.count():  # half a contract marks nothing
            place, dock = marked.first.bounding_box(), page.locator(".cr-dock").bounding_box()
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= dock["y"]
            seen += 1
    assert seen > 2
    page.locator(".cr-step button").last.click()
    expect(page.locator(SAID)).to_be_in_viewport(ratio=1)


def test_what_is_pressed_stays_in_its_place(open_turn):
    page = open_turn("steps", width=390, height=500)
    node = page.get_by_role("button", name="Next step")
    node.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, document.querySelector('.cr-steps').getBoundingClientRect().top - 300)")
    place = node.bounding_box()["y"]
    assert place < 400  # it does not stick there
    heights = set()
    for _ in range(5):
        node.click()
        heights.add(page.locator(".cr-stage").bounding_box()["height"])
        assert abs(node.bounding_box()["y"] - place) < 2  # pages scroll by whole pixels
    assert len(heights) > 1


def test_a_variation_is_entered_and_left(open_turn):
    page = open_turn("steps", width=390, height=844)
    page.get_by_role("button", name="Last step").click()
    page.get_by_role("button", name="Instead: discard two of spades").click()
    said(page, "Aru discards the two of spades.")
    assert "Instead, step 1 of 1" in page.locator(".cr-caption .cr-kicker").inner_text()
    page.get_by_role("button", name="Back to what was played").click()
    said(page, "Aru discards the king of diamonds.")
    page.locator(".cr-variation button").click()
    said(page, "Aru discards the two of spades.")
    page.get_by_role("button", name="Previous step").click()
    said(page, "Aru lays off the ten of spades")


def test_stepping_asks_python_nothing(open_turn, turns):
    page = open_turn("steps")
    kernel = kernel_of(page, turns)
    kernel.send_signal(signal.SIGSTOP)
    try:
        page.get_by_role("button", name="Next step").click()
        page.get_by_role("button", name="Last step").click()
        said(page, "Aru discards the king of diamonds.")
        card = page.locator(".cr-piles [data-state=new]")
        assert card.get_attribute("aria-label") == "king of diamonds, just played"
        page.locator(".cr-step button", has_text="on Boris’s sequence").click()
        said(page, "Aru lays off the ten of spades")
        assert page.locator(".cr-meld__by").inner_text() == "Aru"
    finally:
        kernel.send_signal(signal.SIGCONT)


# --- a deal to its end --------------------------------------------------------------------------------------------


def test_a_deal_is_played_to_its_end_by_taps(open_turn):
    page = open_turn("game", width=390, height=844, has_touch=True)
    page.get_by_role("button", name="Play from here").tap()
    said(page, "It is Aru’s turn.", VERDICT)
    page.get_by_role("button", name="Discard").tap()
    said(page, "Pick the card", VERDICT)
    page.get_by_role("button", name="draw from the stock").tap()
    said(page, "Aru draws the four of diamonds.", VERDICT)
    for name in ("seven of spades", "seven of hearts", "seven of diamonds"):
        card(page, name).tap()
    page.get_by_role("button", name="Lay down").tap()
    said(page, "One set is down", VERDICT)
    for name in ("king of spades", "king of hearts", "king of diamonds"):
        card(page, name).tap()
    page.get_by_role("button", name="Lay down").tap()
    said(page, "Aru lays three sevens and three kings.", VERDICT)
    card(page, "four of diamonds").tap()
    page.get_by_role("button", name="lay the picked cards here").and_(page.get_by_role("button", name="meld 1")).tap()
    said(page, "What is the four of diamonds for?", VERDICT)
    page.get_by_role("button", name="Lay it off").tap()
    said(page, "Aru lays off the four of diamonds", VERDICT)
    card(page, "four of clubs").tap()
    page.get_by_role("button", name="Discard").tap()
    said(page, "Aru discards the four of clubs. Aru is out.", VERDICT)
    score = page.locator(".cr-score").inner_text()
    assert "Boris" in score
    assert "2 + 2 + 9 = 13 points" in score
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("What else was lawful in Aru’s turn").tap()
    page.locator(".cr-others-list li", has_text="Discard").first.wait_for()
    assert page.faults == []


@pytest.mark.parametrize("by", ["keys", "taps"])
def test_another_way_of_a_turn_is_looked_at_and_left(by, open_turn, axe):
    page = open_turn("steps", width=390, height=844, has_touch=by == "taps")

    def press(name, role="button"):
        target = page.get_by_role("button", name=name, exact=True) if role == "button" else page.get_by_text(name)
        target.wait_for()
        if by == "taps":
            target.tap()
            return
        press_until(page, "Tab", name, 60)
        page.keyboard.press("Enter")

    press("Play from here")
    said(page, "It is Aru’s turn.", VERDICT)
    press("Draw")
    said(page, "Aru draws the ten of spades.", VERDICT)
    card(page, "king of diamonds").click()
    press("Discard")
    said(page, "It is Boris’s turn.", VERDICT)
    card(page, "king of hearts").click()  # begun, and it still lies there afterwards
    page.locator(".cr-tray [aria-label='king of hearts, take back']").wait_for()
    game = page.locator(".cr-table").inner_text(), hand_of(page), page.locator(".cr-record").text_content()
    press("What else was lawful in Aru’s turn", "summary")
    page.get_by_role("button", name="The best turn", exact=True).wait_for()
    axe(page)
    press("The best turn")
    said(page, "Lay three fives", ".cr-look [role=status]")
    assert focused(page) == "Back to the game"
    assert page.locator(".cr-look").get_by_text("The best turn: looked at, not played").is_visible()
    assert page.locator(".cr-lane", has_text="Aru laid").locator("[aria-label$='put there in this turn']").count() == 7
    assert page.locator(".cr-openhand [role=img]").count() == 2
    assert page.locator(f"{HAND}:visible, .cr-meldpick:visible, button.cr-card:visible").count() == 0
    assert len([node for node in page.locator("[role=status]").all() if node.is_visible() and node.inner_text()]) == 1
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert all(button.bounding_box()["height"] >= 44 for button in page.locator(".cr-way .cr-button").all())
    press("Keep the contract back")
    said(page, "Discard the ten of spades", ".cr-look [role=status]")
    assert focused(page) == "Back to the game"
    press("Back to the game")
    assert focused(page) == "Keep the contract back"
    assert not page.locator(".cr-look").count()
    assert (page.locator(".cr-table").inner_text(), hand_of(page), page.locator(".cr-record").text_content()) == game
    assert page.locator(".cr-tray [aria-label='king of hearts, take back']").is_visible()
    press("The best turn")
    page.reload()
    page.wait_for_selector(".cr-stepper__grid[data-view=turn]")
    assert (hand_of(page), page.locator(".cr-record").text_content()) == game[1:]
    assert page.locator(".cr-table").inner_text() == game[0]
    assert page.faults == []


def test_a_deal_is_played_to_its_end_by_keyboard(open_turn):
    page = open_turn("game", width=390, height=844)
    first_set = page.locator(".cr-tray", has_text="First set").get_by_text("a set", exact=True)

    def go(label, key="Enter"):
        page.locator("body").evaluate("body => body.focus()")
        press_until(page, "Tab", label, 60)
        page.keyboard.press(key)

    def pick(*names):
        for name in names:
            press_until(page, "Shift+Tab", " of ", 60)
            page.keyboard.press("Home")
            press_until(page, "ArrowRight", name)
            page.keyboard.press("Space")
            expect(card(page, name)).to_have_attribute("aria-pressed", "true")

    go("Play from here")
    said(page, "It is Aru’s turn.", VERDICT)
    assert wait_until(lambda: focused(page) == "Draw")
    page.keyboard.press("Enter")
    said(page, "Aru draws the four of diamonds.", VERDICT)
    sevens = ("seven of spades", "seven of hearts", "seven of diamonds")
    kings = ("king of spades", "king of hearts", "king of diamonds")
    pick(*sevens)
    first_set.wait_for()
    pick(*kings)
    go("Lay down")
    said(page, "Aru lays three sevens and three kings.", VERDICT)
    go("Take back")
    said(page, "Taken back.", VERDICT)
    pick(*kings)
    first_set.wait_for()
    pick(*sevens)
    go("Lay down")
    said(page, "Aru lays three kings and three sevens.", VERDICT)
    pick("four of diamonds")
    press_until(page, "Shift+Tab", "meld 1", 60)
    page.keyboard.press("Enter")
    said(page, "What is the four of diamonds for?", VERDICT)
    go("Lay it off")
    said(page, "Aru lays off the four of diamonds", VERDICT)
    pick("four of clubs")
    go("Discard")
    said(page, "Aru is out.", VERDICT)
    assert page.faults == []


@pytest.mark.parametrize("by", ["keys", "taps"])
def test_a_turn_is_played_by_its_hints(by, open_turn, axe):
    page = open_turn("game", width=390, height=844, has_touch=by == "taps")

    def press(name):
        button = page.get_by_role("button", name=name, exact=True)
        button.wait_for()
        if by == "taps":
            button.tap()
            return
        for _ in range(80):
            if focused(page) == name:
                break
            page.keyboard.press("Tab")
        assert focused(page) == name
        page.keyboard.press("Enter")

    def climb(last):
        for name in ("A hint", "Another hint", "Another hint", "Show it"):
            press(name)
        said(page, last, VERDICT)

    press("Play from here")
    said(page, "It is Aru’s turn.", VERDICT)
    climb("Draw from the stock.")
    press("Do it")
    said(page, "Aru draws the four of diamonds.", VERDICT)
    climb("Here it lies: three sevens of different suits.")
    climb("Here it lies: three kings of different suits.")
    press("A hint")
    said(page, "All of it lies in its place: lay it down.", VERDICT)
    press("Do it")
    said(page, "Aru lays three sevens and three kings.", VERDICT)
    for name in ("A hint", "Another hint", "Another hint"):
        press(name)
    page.locator(".cr-table [data-state=hinted], .cr-meld [data-state=hinted]").first.wait_for()
    axe(page)
    press("Show it")
    press("Do it")
    page.locator(".cr-verdict[data-state=lawful]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.faults == []


def test_the_pile_is_taken_by_tap_and_by_key(open_turn):
    page = open_turn("steps")
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    press_until(page, "Shift+Tab", "take jack of spades")
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "take nine of diamonds and all above it"
    page.keyboard.press("Enter")
    said(page, "Aru takes the nine of diamonds from the pile.", VERDICT)
    assert page.locator(f"{HAND} [data-state=new]").count() == 2
    page.get_by_role("button", name="Take back").click()
    said(page, "Taken back.", VERDICT)
    page.get_by_role("button", name="take jack of spades").click()
    said(page, "Aru takes the jack of spades from the pile.", VERDICT)


def test_what_loses_its_place_hands_on_the_focus(open_turn):
    page = open_turn("steps")
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    page.get_by_role("button", name="take nine of diamonds").press("Enter")
    said(page, "Aru takes the nine of diamonds from the pile.", VERDICT)
    wait_until(lambda: focused(page))
    assert focused(page) in ("Lay down", "Discard")
    page.get_by_role("button", name="Take back").press("Enter")
    said(page, "Taken back.", VERDICT)
    wait_until(lambda: focused(page))
    assert focused(page) == "Draw"


def test_what_came_of_a_tap_is_in_view(open_turn):
    page = open_turn("steps", width=320, height=640)
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    page.get_by_role("button", name="take jack of spades").click()
    said(page, "Aru takes the jack of spades from the pile.", VERDICT)
    expect(page.locator(VERDICT)).to_be_in_viewport(ratio=0.9)


def test_a_refusal_marks_cards_and_unfolds_its_rule(open_turn):
    page = open_turn("steps", width=390, height=844)
    for _ in range(4):
        page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Play from here").click()
    said(page, "Aru has drawn", VERDICT)
    card(page, "queen of hearts").click()
    page.get_by_role("button", name="meld 3, three fives").click()
    said(page, "The queen of hearts is not a five.", VERDICT)
    assert "at fault" in card(page, "queen of hearts").get_attribute("aria-label")
    page.get_by_text("The rule: ").first.click()
    assert page.locator(".cr-verdict .cr-rule").first.is_visible()


# --- what outlives reloads and kernels ----------------------------------------------------------------------------


def play_a_little(page):
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    page.get_by_role("button", name="Draw", exact=True).click()
    said(page, "Aru draws the ten of spades.", VERDICT)
    card(page, "two of spades").click()
    page.get_by_role("button", name="Discard").click()
    said(page, "It is Boris’s turn.", VERDICT)
    page.get_by_role("button", name="Draw", exact=True).click()
    said(page, "Boris draws", VERDICT)


def hand_of(page):
    return page.locator(f"{HAND} button").evaluate_all("cards => cards.map(card => card.dataset.card)")


def test_a_reload_in_mid_deal_loses_nothing(open_turn):
    page = open_turn("steps")
    play_a_little(page)
    hand, record = hand_of(page), page.locator(".cr-record").text_content()
    page.reload()
    page.wait_for_selector("main:not([aria-busy])")
    page.wait_for_selector(".cr-stepper__grid[data-view=turn]")
    assert hand_of(page) == hand
    assert page.locator(".cr-record").text_content() == record
    page.get_by_role("button", name="Take back").click()
    said(page, "Taken back.", VERDICT)
    page.get_by_role("button", name="Back to the steps").click()
    said(page, "It is Aru’s turn.")
    page.get_by_role("button", name="Back to my game").click()
    page.wait_for_selector(".cr-stepper__grid[data-view=turn]")


def load(page, text):
    if not page.get_by_label("Another deal, pasted as text").is_visible():
        page.get_by_text("The deal as text, to copy").click()
    page.get_by_label("Another deal, pasted as text").fill(text)
    page.get_by_role("button", name="Load it").click()
    page.get_by_text("The deal is loaded.").wait_for()


def again(page):
    page.reload()
    page.wait_for_selector("main:not([aria-busy])")


def test_games_put_aside_come_back(open_turn):
    page = open_turn("steps")
    play_a_little(page)
    record = page.locator(".cr-record")
    first = record.text_content()
    page.get_by_role("button", name="Back to the steps").click()
    page.get_by_role("button", name="Play from here").click()
    page.get_by_text("Your game so far is put aside").wait_for()
    page.get_by_role("button", name="Draw", exact=True).click()
    said(page, "Aru draws", VERDICT)
    second = record.text_content()
    again(page)
    page.wait_for_selector(".cr-stepper__grid[data-view=turn]")
    page.get_by_text("The deal as text, to copy").click()
    aside = page.get_by_role("list", name="Games put aside").get_by_role("listitem")
    expect(aside).to_have_count(1)
    expect(aside).to_contain_text(", three plays. The last: Boris draws a card.")
    page.get_by_role("button", name="Go on with it").press("Enter")
    expect(record).to_have_text(first)
    expect(page.get_by_role("button", name="Discard")).to_be_focused()
    expect(page.get_by_role("button", name="Discard")).to_be_in_viewport(ratio=1)
    expect(aside).to_have_count(1)
    expect(aside).to_contain_text(", one play. Aru draws a card.")
    page.get_by_role("button", name="Go on with it").click()
    expect(record).to_have_text(second)


def test_a_loaded_deal_and_its_game_outlive_a_reload(open_turn):
    page = open_turn("steps")
    load(page, GAME + "\nAru:\n    draw 4D\n    discard 4C\n")
    expect(page.get_by_role("group", name="Deals")).to_have_text("Two sets and out")
    page.get_by_role("button", name="Previous step").click()
    again(page)
    said(page, "Aru draws the four of diamonds.")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    page.get_by_role("heading", name="Two sets and out").wait_for()
    page.get_by_role("button", name="Draw", exact=True).click()
    said(page, "Aru draws the four of diamonds.", VERDICT)
    for name in ("seven of spades", "king of hearts"):
        card(page, name).click()
    hand, record = hand_of(page), page.locator(".cr-record").text_content()
    again(page)
    page.wait_for_selector(".cr-stepper__grid[data-view=turn]")
    page.locator(".cr-tray [aria-label='king of hearts, take back']").wait_for()
    assert page.locator(".cr-tray__cards button").count() == 2
    assert hand_of(page) == hand
    assert page.locator(".cr-record").text_content() == record
    page.get_by_role("button", name="Back to the steps").click()
    page.wait_for_selector(".cr-stepper__grid[data-view=steps]")
    assert "Two sets and out" in page.locator(".cr-record").text_content()
    again(page)
    page.get_by_role("button", name="Back to my game").click()
    page.locator(".cr-tray [aria-label='king of hearts, take back']").wait_for()
    assert hand_of(page) == hand
    assert page.faults == []


def test_a_reload_keeps_the_step(open_turn):
    page = open_turn("steps")
    for _ in range(3):
        page.get_by_role("button", name="Next step").click()
    told = page.locator(SAID).inner_text()
    again(page)
    said(page, told)
    page.get_by_role("button", name="First step").click()
    again(page)
    said(page, "It is Aru’s turn.")


def test_a_deal_is_loaded_while_another_one_is_chosen(open_turn):
    page = open_turn("steps")
    load(page, f"{GAME}\n====\n{STEPS}")
    page.locator(".cr-deals button").nth(1).click()
    load(page, GAME + "\nAru:\n    draw 4D\n")
    said(page, "Aru draws the four of diamonds.")
    page.get_by_role("button", name="First step").click()
    said(page, "It is Aru’s turn.")
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    assert page.faults == []


def test_quick_hands(open_turn, turns):
    """A card tapped before the draw is seen is picked; a double press is one wish, and a key held down presses once."""
    page = open_turn("game")
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    kernel = kernel_of(page, turns)
    kernel.suspend()
    try:
        page.get_by_role("button", name="Draw", exact=True).dblclick()
        card(page, "seven of spades").click()
    finally:
        kernel.resume()
    card(page, "four of diamonds").wait_for()
    expect(card(page, "seven of spades")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Discard").focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    said(page, "Aru discards the seven of spades.", VERDICT)
    assert page.faults == []


def test_a_double_press_on_draw_does_not_take_it_back(open_turn):
    """The second press comes down on what has moved there meanwhile."""
    page = open_turn("steps", width=390, height=844)
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    page.get_by_role("button", name="Draw", exact=True).click()
    back = page.get_by_role("button", name="Take back").bounding_box()
    page.mouse.move(back["x"] + 20, back["y"] + 20)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(300)
    said(page, "Aru draws", VERDICT)
    page.get_by_role("button", name="Take back").click()
    said(page, "Taken back.", VERDICT)


def test_a_reload_on_top_of_a_reload_loses_nothing(open_turn, turns):
    page = open_turn("steps")
    play_a_little(page)
    record = page.locator(".cr-record").text_content()
    page.add_init_script(
        "window.kept = []; const set = Storage.prototype.setItem;"
        "Storage.prototype.setItem = function (key, value) { kept.push(value); set.call(this, key, value); };"
    )
    again(page)
    expect(page.locator(".cr-record")).to_have_text(record)
    kept = page.evaluate("kept")
    assert kept
    assert all("discard 2S" in one for one in kept)


def test_the_focus_stays_at_the_end_of_a_deal(open_turn):
    page = open_turn("game")
    over = GAME.replace("7S 7H 7D KS KH KD 4C", "4C") + "table Aru set(7S 7H 7D)\ntable Aru set(KS KH KD)\n"
    load(page, over.replace("*=4C", "4D").replace("stock     4D TH …\n", "") + "\nAru:\n    draw\n")
    page.get_by_role("button", name="Play from here").click()
    said(page, "Aru has drawn", VERDICT)
    card(page, "four of clubs").click()
    page.get_by_role("button", name="meld 1").click()
    page.locator(f"{HAND} button").first.click()
    page.get_by_role("button", name="Discard").press("Enter")
    page.locator(".cr-score").wait_for()
    wait_until(lambda: focused(page))
    assert focused(page) == "Take back"


def test_a_killed_kernel_is_told_while_one_steps(open_turn, turns):
    page = open_turn("steps", width=390, height=844)
    page.get_by_role("button", name="Next step").click()
    kernel_of(page, turns).kill()
    notice = page.get_by_role("alert").filter(has_text="connection to the judge is lost")
    notice.wait_for(timeout=5000)
    expect(notice).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("alert")).to_have_count(1)


def test_a_killed_kernel_is_told_and_the_record_is_still_there(open_turn, turns):
    page = open_turn("steps")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    play_a_little(page)
    record = page.locator(".cr-record").text_content()
    kernel_of(page, turns).kill()
    page.get_by_role("alert").filter(has_text="connection to the judge is lost").wait_for(timeout=5000)
    page.get_by_text("The deal as text, to copy").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == record
    assert "discard 2S" in record


def test_a_text_is_loaded(open_turn):
    page = open_turn("steps", width=320)
    page.get_by_text("The deal as text, to copy").click()
    page.get_by_label("Another deal, pasted as text").fill(GAME + "\nAru:\n    draw 5C\n")
    page.get_by_role("button", name="Load it").click()
    page.get_by_text("Line 12: ").wait_for()
    page.get_by_label("Another deal, pasted as text").fill(GAME + "\nAru:\n    draw 4D\n")
    page.get_by_role("button", name="Load it").click()
    said(page, "Aru draws the four of diamonds.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="The deal of this page").click()
    said(page, "It is Aru’s turn.")
    expect(page.get_by_role("group", name="Deals")).to_be_hidden()
    again(page)
    said(page, "It is Aru’s turn.")
    expect(page.get_by_role("group", name="Deals")).to_be_hidden()


# --- for everybody ------------------------------------------------------------------------------------------------


def test_axe_finds_nothing(open_turn, axe):
    page = open_turn("steps")
    page.get_by_text("The deal as text, to copy").click()
    check_with_axe(page, axe)
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Next step").click()
    page.get_by_text("The rule: all at once").click()
    check_with_axe(page, axe)
    page.get_by_role("button", name="Play from here").click()
    said(page, "Aru has drawn", VERDICT)
    page.get_by_text("Other plays").click()
    card(page, "two of spades").click()
    page.get_by_role("button", name="meld 1").click()
    said(page, "What is the two of spades for?", VERDICT)
    page.get_by_role("button", name="Lay it off").click()
    page.wait_for_selector(".cr-verdict[data-state=refused]")
    check_with_axe(page, axe)


def test_axe_finds_nothing_at_the_end(open_turn, axe):
    page = open_turn("game")
    page.get_by_text("The deal as text, to copy").click()
    over = (
        GAME.replace("7S 7H 7D KS KH KD 4C", "4C")
        + "table Aru set(7S 7H 7D)\ntable Aru set(KS KH KD)\n\nAru:\n    draw\n"
    )
    page.get_by_label("Another deal, pasted as text").fill(
        over.replace("*=4C", "4D").replace("stock     4D TH …\n", "")
    )
    page.get_by_role("button", name="Load it").click()
    page.get_by_text("The deal is loaded.").wait_for()
    page.get_by_role("button", name="Play from here").click()
    said(page, "Aru has drawn", VERDICT)
    card(page, "four of clubs").click()
    page.get_by_role("button", name="meld 1").click()
    page.locator(f"{HAND} button").first.click()
    page.get_by_role("button", name="Discard").click()
    page.locator(".cr-score").wait_for()
    axe(page)


def test_targets_are_large_enough(open_turn):
    page = open_turn("steps", width=320)
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    sizes = page.locator(".cr-piles button").evaluate_all(
        "nodes => nodes.map((node, n) => { const box = node.getBoundingClientRect(), next = nodes[n + 1]?.getBoundingClientRect();"
        " return [next && next.top === box.top ? next.left - box.left : box.width, box.height]; })"
    )
    assert all(width >= 44 and height >= 44 for width, height in sizes)


def test_it_is_walked_and_played_in_lab(open_in_lab):
    page = open_in_lab("turns/1_half_a_contract")
    cells = page.locator(".jp-Cell").count()
    page.get_by_role("button", name="Next step").click()
    assert page.locator(".cr-controls").bounding_box()["y"] < page.locator(".cr-table").bounding_box()["y"]
    for key in ("ArrowRight", "a", "b", "End"):  # single letters are commands of JupyterLab
        page.keyboard.press(key)
    page.locator(".cr-caption .cr-kicker", has_text=re.compile(r"^Step (\d+) of \1$")).wait_for()
    assert page.locator(".jp-Cell").count() == cells
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    page.get_by_role("button", name="Draw", exact=True).click()
    said(page, "Aru draws the ten of clubs.", VERDICT)


def test_a_long_pile_and_a_large_hand_keep_their_strips(open_turn):
    page = open_turn("game", width=320)
    load(page, LONG_PILE)
    page.get_by_role("button", name="Play from here").click()
    said(page, "It is Aru’s turn.", VERDICT)
    for width, most in ((390, 260), (320, 310)):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".cr-meld--pile").bounding_box()["height"] < most
    for where in (".cr-piles .cr-meld--pile button", f"{HAND} button"):
        for box, after in zip(boxes := strips(page, where), boxes[1:], strict=False):
            assert after["top"] != box["top"] or after["left"] - box["left"] >= 44
            assert after["top"] == box["top"] or after["top"] - box["top"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        if "piles" in where:
            page.get_by_role("button", name="take eight of clubs and all above it").click(position={"x": 10, "y": 10})
            said(page, "Aru takes the eight of clubs", VERDICT)


def strips(page, where):
    """Where cards lie, wherever a new or picked one has been moved to."""
    place = "node => { const at = node.closest('.cr-hand__cards > *, .cr-meld > *'); return {left: at.offsetLeft, top: at.offsetTop}; }"
    return page.locator(where).evaluate_all(f"nodes => nodes.map({place})")
