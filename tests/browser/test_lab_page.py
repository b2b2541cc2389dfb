"""The lab under Voilà and in JupyterLab: by keys alone, by taps alone, by link, and after a reload."""

import re

import pytest
from boards import Board
from conftest import wait_until
from playwright.sync_api import expect
from test_pages import check_with_axe

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
LINK = "variant standard ace=wrap\ndeal 2\nplayer You 5S 5H 5D 6C 7C 8C KD *\nset(5S 5H *=5C) sequence(6C 7C 8C)"


class Lab:
    """The lab on a page, used by keys or by taps."""

    def __init__(self, page, by="keys"):
        self.page, self.by = page, by
        self.board = Board(page, by=by)

    def named(self, role, name):
        return self.page.get_by_role(role, name=name, exact=True)

    def press(self, name):
        button = self.named("button", name)
        if self.by == "taps":
            return button.tap()
        self.reach(button)
        self.page.keyboard.press("Enter")

    def reach(self, target):
        """Press Tab, or an arrow in a toolbar, until the target has the focus."""
        expect(target).to_be_attached()
        for _ in range(400):
            if target.evaluate("node => node === document.activeElement"):
                return
            in_bar = "node => !!node.closest('[role=toolbar]')?.contains(document.activeElement)"
            self.page.keyboard.press("ArrowRight" if target.evaluate(in_bar) else "Tab")
        raise AssertionError("the keys do not lead there")

    def unfold(self, name):
        summary = self.page.locator("summary", has_text=name).first
        if self.by == "taps":
            return summary.tap()
        self.reach(summary)
        self.page.keyboard.press("Enter")

    def type(self, name, text):
        field = self.named("textbox", name)
        if self.by == "taps":
            field.tap()
        else:
            self.reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, name, word):
        """Choose in a select, by its first letters."""
        field = self.named("combobox", name)
        if self.by == "taps":
            return field.select_option(label=word)
        self.reach(field)
        self.page.keyboard.type(word)
        self.page.keyboard.press("Tab")

    def text(self):
        return self.page.locator("#lab-text").input_value()

    def says(self, sentence):
        expect(self.page.locator(".cr-widget > [role=status]", has_text=sentence)).to_have_count(1)

    def answer(self, n):
        return self.page.locator(".cr-far tbody").nth(n - 1).locator("td").first


@pytest.fixture
def open_lab(open_lesson):
    def go(by="keys", query="", **options):
        page = open_lesson("11_lab", query, **({**PHONE, **options} if by == "taps" else options))
        lab = Lab(page, by)
        expect(lab.answer(7)).not_to_have_text("Counting…")
        return lab

    return go


@pytest.mark.parametrize("by", ["keys", "taps"])
def test_explore_a_hand(by, open_lab):
    lab = open_lab(by)
    lab.type("The hand", "5S 5H 5X")
    lab.press("Use this hand")
    lab.says("Card 3: '5X' is not a card")
    expect(lab.named("textbox", "The hand")).to_have_value("5S 5H 5X")
    lab.type("The hand", "6S 7S * KH KD KS 8C")
    lab.press("Use this hand")
    lab.says("Seven cards in the hand.")
    lab.unfold("Pick from the pack")
    lab.press("Add the two of clubs")
    lab.says("The two of clubs is in the hand: eight cards.")
    lab.press("Take the eight of clubs out")
    lab.says("The eight of clubs is out: seven cards are left.")
    lab.choose("The contract", "2: a set and a sequence")
    expect(lab.board.tray("The sequence")).to_be_visible()
    lab.board.pick("king of hearts", "king of diamonds", "king of spades")
    expect(lab.board.tray("The set")).to_contain_text("a set")  # then a tap leads to the other tray
    lab.board.pick("six of spades", "seven of spades", "joker")
    lab.press("Take it so, reading 2")
    lab.board.says("The contract is met: a set and a sequence.")
    lab.unfold("Every rule, one by one")
    if by == "taps":
        lab.page.get_by_label("Cards of the shortest sequence").fill("4")
        lab.page.keyboard.press("Enter")
    else:
        field = lab.page.get_by_label("Cards of the shortest sequence")
        lab.reach(field)
        lab.page.keyboard.press("ArrowUp")
        lab.page.keyboard.press("Tab")
    expect(lab.board.status).to_contain_text("Now refused.")
    expect(lab.answer(2)).to_contain_text("before: Met, in")
    assert lab.page.locator("details", has_text="Every rule, one by one").first.get_attribute("open") is not None
    lab.press("Back to the preset")
    expect(lab.board.status).to_contain_text("Now allowed.")
    lab.unfold("meet contract 2")
    lab.press("Lay it, way 1 of contract 2")
    lab.board.says("The contract is met: a set and a sequence.")
    assert lab.page.evaluate("document.activeElement.id") == "lab-melds"
    lab.press("One more tray")
    expect(lab.board.tray("Further meld 1")).to_be_visible()
    assert lab.page.outside == lab.page.faults == []


def test_a_killed_kernel_is_told_and_nothing_seems_done(open_lab, voila):
    others = set(voila.kernels())
    lab = open_lab()
    (kernel,) = set(voila.kernels()) - others
    lab.unfold("Pick from the pack")
    kernel.kill()
    lost = lab.page.get_by_role("alert").filter(has_text="The connection to the judge is lost.")
    expect(lost).to_have_count(1)
    asked = lab.named("combobox", "The contract")
    before = asked.input_value()
    asked.select_option(label="3: two sequences")
    expect(asked).to_have_value(before)
    lab.named("button", "Add the two of clubs").click()
    lab.board.pick("five of spades")
    expect(lab.board.card("five of spades")).to_have_attribute("aria-pressed", "false")
    expect(lost).to_be_in_viewport()
    assert lab.page.faults == []


def test_focus_stays_where_cards_go(open_lab):
    lab = open_lab()
    lab.unfold("Pick from the pack")
    last = lab.page.get_by_role("toolbar", name="The hand").get_by_role("button").last
    lab.reach(last)
    names = [last.get_attribute("aria-label")]
    for _ in range(3):
        lab.page.keyboard.press("Enter")
        expect(lab.named("button", names[-1])).to_have_count(0)
        names.append(lab.page.evaluate("document.activeElement.ariaLabel"))
    assert all(re.fullmatch("Take the .* out", name) for name in names)
    assert len(set(names)) == 4


def test_link_and_reload_bring_it_back(open_lab):
    lab = open_lab(query=f"?lab={LINK.replace(chr(10), '%0A').replace('=', '%3D').replace(' ', '+')}&theme=light")
    expect(lab.page.locator("#lab-text")).to_have_value(LINK)
    expect(lab.board.tray("The set")).to_contain_text("a set")
    lab.board.pick("king of diamonds")
    assert wait_until(lambda: "KD" in lab.text().splitlines()[3])
    here = lab.text()
    lab.page.reload()
    lab.page.wait_for_selector("main:not([aria-busy])")
    expect(lab.page.locator("#lab-text")).to_have_value(here)
    assert "theme=light" in lab.page.url  # the rest of the address is left alone


def test_bad_link_is_told(open_lab):
    lab = open_lab(query="?lab=player+You+5H%0A%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    expect(lab.page.locator("#lab-link-note")).to_contain_text(
        "This link cannot be read: line 2: '<script>alert(1)</scrip"
    )
    assert lab.page.locator("main .cr-widget script").count() == 0
    assert lab.page.faults == []


def test_copy_and_paste(open_lab):
    lab = open_lab(permissions=["clipboard-read", "clipboard-write"])
    lab.press("Copy link")
    lab.says("Copied")
    link = lab.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{lab.page.url.partition('?')[0]}?lab=variant+standard%0Atray+any%0Aplayer+You+5S")
    lab.named("button", "Copy").last.click()
    assert wait_until(lambda: lab.page.evaluate("navigator.clipboard.readText()") == lab.text())
    lab.type("Share", "set(5H 5D KD)")
    lab.press("Show what stands here")
    lab.says("Three cards in the hand.")
    expect(lab.board.tray("First set")).to_contain_text("not a set yet")


def test_tap_answers_at_once(open_lab):
    lab = open_lab()
    lab.board.pick("five of spades")
    before = lab.text()
    started = lab.page.evaluate("performance.now()")
    lab.board.card("five of hearts").click()
    lab.page.wait_for_function("before => document.querySelector('#lab-text').value !== before", arg=before)
    assert lab.page.evaluate("performance.now()") - started < 2000  # generous: the machine may be busy


def test_nothing_is_too_wide_or_too_small(open_lab):
    lab = open_lab(width=320, query="?lab=variant+pagat%0Aplayer+You+5S+5S+5H+5D+6D+7D+8D+9D+TD+JD+QD+KD+*")
    lab.unfold("Pick from the pack")
    lab.unfold("Every rule, one by one")
    expect(lab.answer(7)).not_to_have_text("Counting…")
    lab.unfold("meet contract 2")
    expect(lab.named("button", "Lay it, way 2 of contract 2")).to_be_visible()
    small = """() => [...document.querySelectorAll('.cr-panel :is(button, select, summary, textarea, input:not([type=checkbox]), label:has(input), a)')]
        .filter(node => node.getClientRects().length && (node.offsetHeight < 44 || node.offsetWidth < 44)).map(node => node.outerHTML.slice(0, 90))"""
    for width in (320, 390):
        lab.page.set_viewport_size({"width": width, "height": 844})
        assert lab.page.evaluate("document.documentElement.scrollWidth") <= width
        assert lab.page.evaluate(small) == []


def test_axe_finds_nothing_in_any_state(open_lab, axe):
    lab = open_lab(query="?lab=variant+pagat+ace%3Dwrap%0Adeal+2%0A5S+5S+5H+5D+6D+7D+8D+*%0Aset(5S+5S+*)")
    lab.unfold("Pick from the pack")
    lab.unfold("Every rule, one by one")
    lab.unfold("meet contract 2")
    lab.type("Share", "stock 5H")
    lab.press("Show what stands here")
    lab.says("Line 1: 'stock'")
    lab.board.lay()
    check_with_axe(lab.page, axe)


def test_lab_in_jupyterlab(open_in_lab):
    page = open_in_lab("11_lab")
    page.locator("#lab-asks").select_option("2")
    expect(page.locator("#lab-text")).to_have_value(re.compile("deal 2"))
    expect(page).to_have_url(re.compile(re.escape("?lab=variant+standard%0Adeal+2")))
    page.locator("#lab-cards").fill("5H 5D 5S a b dd")
    page.keyboard.press("Enter")
    expect(page.locator("#lab-cards-note")).to_contain_text("Card 4: 'a' is not a card")
    assert page.locator(".jp-CodeCell").count() == 1  # the letters were for the field, not for the notebook
