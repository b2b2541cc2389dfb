"""The boards of the lessons under Voilà: by mouse, by keys alone, by taps alone, and by ear."""

import re
from itertools import pairwise

import pytest
from boards import HELD, Board, write_notebook
from conftest import serve, wait_until
from playwright.sync_api import expect
from test_pages import check_with_axe

from contract_rummy import learn

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
TWO_SETS = 'ContractBoard("2S 5S 9S 5H 7H 9H 5D KD 3C 9C", deal=1)'
WRONG = ("five of hearts", "five of diamonds", "king of diamonds")
people = pytest.mark.parametrize("by", ["keys", "taps"])


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder of notebooks made for a test, and Voilà on it."""
    folder = tmp_path_factory.mktemp("made")
    port = learn.free_port("127.0.0.1")
    with serve(learn.command(folder, "127.0.0.1", port), f"http://127.0.0.1:{port}/", folder / "log") as server:
        yield folder, server


@pytest.fixture
def open_boards(home, new_page):
    """Open a page with these cells: `open_boards('HandView("5S 5H 5D")', width=390)`."""

    def go(*cells, **options):
        folder, server = home
        path = folder / f"{len(list(folder.glob('*.ipynb')))}.ipynb"
        write_notebook(path, *cells)
        page = new_page(**options)
        page.goto(f"{server.url}voila/render/{path.name}")
        page.wait_for_selector("main:not([aria-busy])")
        return page

    return go


def open_as(by, open_it, *what):
    return open_it(*what, **(PHONE if by == "taps" else {}))


# --- lessons, by keys alone and by taps alone -----------------------------------------------------------------------


@people
def test_first_hand(by, open_lesson):
    board = Board(open_as(by, open_lesson, "00_start"), by=by)
    board.pick("five of spades", "five of hearts", "eight of hearts")
    board.lay()
    board.says("The eight of hearts is not a five.")
    board.pick("eight of hearts", "five of diamonds")
    board.lay()
    board.says("Three fives: that is a set.")
    assert board.page.outside == board.page.faults == []


@people
@pytest.mark.parametrize(
    ("lesson", "met"),
    [
        ("01_two_sets", "The contract is met: two sets."),
        ("02_set_and_sequence", "The contract is met: a set and a sequence."),
    ],
)
def test_contract_is_met(by, lesson, met, open_lesson):
    board = Board(open_as(by, open_lesson, lesson), n=1, by=by)
    board.act(board.button("The key"))
    board.says("One way to lay it:")
    expect(board.root.locator(".cr-verdict .cr-row").last).to_be_in_viewport(ratio=1)
    first, second = board.key()
    board.pick(*first)
    expect(board.root.locator(".cr-tray").first.get_by_text("a set", exact=True)).to_be_visible()
    board.lay()
    expect(board.status).to_have_text(re.compile("^One set is down, and this contract asks for two at once.|asks for"))
    board.pick(*second)
    board.lay()
    board.says(met)
    board.act(board.button("Take all back"))
    board.empty()
    before = board.names()
    board.act(board.button("Another hand"))
    assert wait_until(lambda: sorted(board.names()) != sorted(before))
    assert len(board.names()) == 10


@people
def test_ace_goes_round_no_corner(by, open_lesson):
    board = Board(open_as(by, open_lesson, "02_set_and_sequence"), by=by)
    board.pick("king of spades", "ace of spades", "two of spades")
    board.lay()
    board.says("The ace is high here, after the king; a sequence does not go on to the two.")
    assert board.marked() == ["two of spades"]
    board.act(board.button("Take all back"))
    board.empty()
    board.pick("king of hearts", "ace of hearts", "queen of hearts")
    board.lay()
    board.says("Queen, king, ace of hearts: that is a sequence.")


@people
def test_bare_joker_asks(by, open_lesson):
    board = Board(open_as(by, open_lesson, "03_two_sequences"), by=by)
    board.pick("nine of hearts", "ten of hearts", "joker")
    board.lay()
    question = "Which card is the joker: the eight of hearts or the jack of hearts?"
    board.says(question)
    choices = board.root.get_by_role("group", name=question).get_by_role("button")
    assert choices.evaluate_all("all => all.map(button => button.ariaLabel)") == ["eight of hearts", "jack of hearts"]
    board.act(choices.last)
    board.says("Nine, ten, jack of hearts: that is a sequence.")
    expect(board.card("joker for the jack of hearts")).to_have_attribute(
        "aria-label", "joker for the jack of hearts, picked, 10 of 10"
    )
    expect(choices).to_have_count(0)


# --- hints ----------------------------------------------------------------------------------------------------------

SET_AND_SEQUENCE = 'ContractBoard("5S 6S 7S 7H 7D 7C 2C KD", deal=2)'


@people
def test_hints_are_climbed_and_shown(by, open_boards):
    board = Board(open_as(by, open_boards, SET_AND_SEQUENCE), by=by)
    board.pick("seven of spades", "seven of hearts", "seven of diamonds")
    button = board.root.locator(".cr-actions > .cr-button").nth(1)
    expect(button).to_have_text("A hint")
    board.act(button)
    board.says("The set: something in it is wanted in another meld.")
    expect(button).to_have_text("Another hint")
    board.act(button)
    board.says("All the melds go down together: as this lies, too little is left for the others.")
    rule = board.root.get_by_text("The rule: all at once")
    board.act(rule)
    expect(board.root.locator(".cr-rule__text")).to_be_visible()
    expect(board.card("seven of spades")).to_have_attribute("aria-label", "seven of spades, picked, hinted, 3 of 8")
    in_tray = board.tray("The set").get_by_role("button", name="seven of spades, hinted, take back")
    expect(in_tray).to_have_attribute("data-state", "hinted")
    board.act(button)
    board.says("The seven of clubs belongs there, and not the seven of spades: so it becomes a set.")
    expect(board.card("seven of clubs")).to_have_attribute("aria-label", "seven of clubs, hinted, 8 of 8")
    expect(button).to_have_text("Show it")
    if by == "keys":
        expect(button).to_be_focused()  # it is one button, whatever its word
    board.act(button)
    board.says("Here it lies: three sevens of different suits.")
    expect(button).to_have_text("A hint")
    board.act(button)
    board.says("Look at your spades around the six: three of them lie close together.")
    board.pick("five of spades")  # a change begins anew
    board.says("")
    expect(button).to_have_text("A hint")
    for _ in range(4):
        board.act(button)
        expect(board.status).not_to_have_text("")
    board.lay()
    board.says("The contract is met: a set and a sequence.")
    assert board.page.outside == board.page.faults == []


def test_hints_have_nothing_that_axe_finds(open_boards, axe):
    page = open_boards(SET_AND_SEQUENCE, 'HandView("5S 5H 5D 2C")')
    first, second = Board(page), Board(page, 1)
    first.pick("seven of spades", "seven of hearts", "seven of diamonds")
    for _ in range(2):
        first.act(first.root.locator(".cr-actions > .cr-button").nth(1))
    expect(first.root.get_by_text("The rule: all at once")).to_be_visible()
    second.act(second.button("A hint"))
    expect(second.button("Another hint")).to_be_visible()
    check_with_axe(page, axe)
    sizes = "all => all.map(one => one.getBoundingClientRect()).filter(box => box.width && box.height < 44)"
    assert page.locator(".cr-actions button").evaluate_all(sizes) == []


# --- a wrong meld ---------------------------------------------------------------------------------------------------


@people
def test_wrong_meld_is_marked_and_mended(by, open_boards):
    board = Board(open_as(by, open_boards, TWO_SETS), by=by)
    board.pick(*WRONG)
    board.lay()
    board.says("The king of diamonds is not a five.")
    expect(board.root.locator(".cr-button--mend")).to_be_in_viewport(ratio=1)
    assert board.marked() == ["king of diamonds"]
    assert board.spoken()[7] == "king of diamonds, picked, at fault, 8 of 10"
    in_tray = board.tray("First set").get_by_role("button", name="king of diamonds, at fault, take back")
    expect(in_tray).to_have_attribute("data-state", "fault")
    rule = board.root.get_by_text("The rule: one rank")
    law = board.root.get_by_text("All cards of a set have one rank.")
    expect(law).to_be_hidden()
    board.act(rule)
    expect(law).to_be_visible()
    for word in ("Kept", "Broken", "set.rank"):
        expect(board.root.locator(".cr-rule").get_by_text(word, exact=True)).to_be_visible()
    board.act(board.button("Swap the king of diamonds for the five of spades"))
    board.says("One set is down, and this contract asks for two at once. Your hand holds the rest.")
    assert board.marked() == []
    expect(board.card("five of spades")).to_have_attribute("aria-pressed", "true")
    expect(board.root.locator(".cr-button--mend")).to_be_hidden()


@people
def test_missing_card_is_a_ghost_in_its_place(by, open_boards):
    board = Board(open_as(by, open_boards, 'MeldBuilder("6D 7D 8D 9D 2C")'), by=by)
    board.pick("nine of diamonds", "six of diamonds", "seven of diamonds")
    board.lay()
    board.says("Six, seven, nine of diamonds: the eight is missing.")
    row = board.root.locator(".cr-tray__cards > *")
    assert row.evaluate_all("cards => cards.map(card => card.ariaLabel)") == [
        "six of diamonds, take back",
        "seven of diamonds, take back",
        "eight of diamonds, missing",
        "nine of diamonds, take back",
    ]
    ghost = board.root.get_by_role("img", name="eight of diamonds, missing")
    expect(ghost).to_have_attribute("data-state", "ghost")
    board.act(board.button("Add the eight of diamonds"))
    board.says("Six, seven, eight, nine of diamonds: that is a sequence.")
    expect(ghost).to_have_count(0)


def test_half_a_contract_says_what_the_hand_lacks(open_boards):
    board = Board(open_boards('ContractBoard("5S 5H 5D 9C 9H 2S 7D JC QH KD", deal=1)'))
    board.pick("five of spades", "five of hearts", "five of diamonds")
    board.lay()
    board.says("One set is down, and this contract asks for two at once. You are one card short: a nine.")
    board.act(board.button("The key"))
    board.says("This hand cannot meet the contract yet. You are one card short: a nine.")


def test_order_of_trays_is_free(open_boards):
    board = Board(open_boards('ContractBoard("2S 2H 2C 9C TC JC 7S 7D KH JS", deal=2)'))
    board.act(board.button("The sequence"))
    board.pick("two of spades", "two of hearts", "two of clubs")
    expect(board.tray("The set").get_by_text("a set", exact=True)).to_be_visible()  # the trays changed roles
    board.act(board.button("The sequence"))
    board.pick("nine of clubs", "ten of clubs", "jack of clubs")
    expect(board.tray("The sequence").get_by_text("a sequence", exact=True)).to_be_visible()
    board.lay()
    board.says("The contract is met: a set and a sequence.")


def test_cards_are_taken_back_and_sorted(open_boards):
    board = Board(open_boards(TWO_SETS))
    assert board.names()[:3] == ["two of spades", "five of spades", "nine of spades"]
    board.act(board.button("By rank"))
    assert board.names()[:4] == ["two of spades", "three of clubs", "five of spades", "five of hearts"]
    expect(board.button("By rank")).to_have_attribute("aria-pressed", "true")
    expect(board.button("By suit")).to_have_attribute("aria-pressed", "false")
    board.pick("five of spades", "five of hearts")
    expect(board.tray("First set").get_by_text("one card more")).to_be_visible()
    board.tray("First set").get_by_role("button", name="five of spades, take back").click()
    expect(board.card("five of spades")).to_have_attribute("aria-pressed", "false")
    board.pick("five of hearts")
    board.empty()


# --- by ear and by keys ---------------------------------------------------------------------------------------------


def test_names_roles_and_states(open_boards):
    page = open_boards(TWO_SETS)
    board = Board(page)
    toolbar = page.get_by_role("toolbar", name="Your hand, ten cards")
    assert toolbar.get_by_role("button").count() == 10
    assert toolbar.locator('[tabindex="0"]').count() == 1
    expect(page.get_by_role("group", name="The contract: two sets")).to_be_visible()
    expect(page.get_by_role("group", name="First set")).to_be_visible()
    expect(page.get_by_role("group", name="Sort the hand")).to_be_visible()
    expect(page.get_by_role("button", name="First set", pressed=True)).to_have_accessible_description(
        "three cards wanted"
    )
    assert board.spoken()[3] == "five of hearts, 4 of 10"
    board.pick(*WRONG)
    assert board.spoken()[3] == "five of hearts, picked, 4 of 10"
    expect(board.card("five of hearts")).to_have_attribute("aria-pressed", "true")
    board.lay()
    board.says("The king of diamonds is not a five.")
    expect(page.get_by_role("group", name="Verdict")).to_be_visible()
    expect(page.get_by_role("img", name="refused")).to_be_visible()
    assert page.get_by_role("status").count() == 1
    levels = page.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.filter(h => h.checkVisibility()).map(h => Number(h.localName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


SPEAK = """status => {
  window.spoken = [];
  const hear = changes => changes.forEach(c => c.addedNodes.forEach(n => n.textContent && spoken.push(n.textContent)));
  new MutationObserver(hear).observe(status, {childList: true, characterData: true, subtree: true});
}"""


def test_each_verdict_is_spoken_once(open_boards):
    page = open_boards('MeldBuilder("5S 5H 5D KD 8H 8S *")')
    board = Board(page)
    board.status.evaluate(SPEAK)
    board.lay()
    board.says("Nothing is picked yet: tap cards of your hand.")
    board.pick("five of spades", "five of hearts", "king of diamonds")
    board.lay()
    board.says("The king of diamonds is not a five.")
    board.lay()  # asked again, said again
    assert wait_until(lambda: len(page.evaluate("spoken")) == 3)
    board.root.locator(".cr-button--mend").click()
    board.says("Three fives: that is a set.")
    board.act(board.button("Take all back"))
    board.pick("eight of hearts", "eight of spades", "joker")
    board.lay()
    board.says("Which eight is the joker: clubs or diamonds?")
    board.act(board.button("eight of clubs"))
    board.says("Three eights: that is a set.")
    page.wait_for_timeout(300)
    assert page.evaluate("spoken") == [
        "Nothing is picked yet: tap cards of your hand.",
        "The king of diamonds is not a five.",
        "The king of diamonds is not a five.",
        "Three fives: that is a set.",
        "Which eight is the joker: clubs or diamonds?",
        "Three eights: that is a set.",
    ]


LOST = """() => {
  let key = "";
  document.addEventListener("keydown", event => { key = event.key; }, true);
  const look = () => { window.lost ||= key !== "Tab" && document.activeElement === document.body; };
  document.addEventListener("focusout", () => setTimeout(look, 50));
}"""


def test_focus_is_never_lost(open_boards):
    page = open_boards("ContractBoard(deal=1, seed=3)", TWO_SETS, 'MeldBuilder("8H 8S * KC")')
    page.evaluate(LOST)

    def held(*names):
        page.wait_for_timeout(120)
        here = page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent")
        assert here in names or here.partition(",")[0] in names, here

    board = Board(page, 1, by="keys")
    board.pick("five of hearts")
    held("five of hearts")
    board.pick("five of diamonds", "king of diamonds")
    board.lay()
    board.says("The king of diamonds is not a five.")
    held("Lay down")
    board.act(board.button("By rank"))
    held("By rank")
    mend = board.root.locator(".cr-button--mend")
    board.act(mend)
    expect(mend).to_be_hidden()
    held("Lay down")  # what was pressed is gone, so the focus is where one goes on
    tray = board.tray("First set")
    for _ in range(3):
        board.walk_to(tray.locator(HELD).first)
        page.keyboard.press("Enter")
        page.wait_for_timeout(120)
        assert page.evaluate("document.activeElement.matches('button.cr-card')")
    board.empty()
    for name in ("The key", "Take all back"):
        board.act(board.button(name))
        held(name)
    dealt = Board(page, 0, by="keys")
    dealt.act(dealt.button("Another hand"))
    held("Another hand")
    joker = Board(page, 2, by="keys")
    joker.pick("eight of hearts", "eight of spades", "joker")
    joker.lay()
    joker.says("Which eight is the joker: clubs or diamonds?")
    joker.act(joker.button("eight of diamonds"))
    joker.says("Three eights: that is a set.")
    held("Lay down")
    assert not page.evaluate("window.lost ?? false")


def test_arrows_move_inside_the_hand(open_boards):
    page = open_boards(TWO_SETS, width=390)
    board = Board(page, by="keys")
    board.walk_to(board.card("two of spades"))

    def at(key):
        page.keyboard.press(key)
        return page.evaluate("document.activeElement.ariaLabel").partition(",")[0]

    hand = board.names()
    assert at("End") == hand[9]
    assert at("ArrowRight") == hand[9]
    assert at("ArrowLeft") == hand[8]
    assert at("ArrowUp") == hand[3]
    assert at("ArrowDown") == hand[8]
    assert at("Home") == hand[0]
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.ariaLabel").startswith(hand[0])


# --- axe, sizes, print ----------------------------------------------------------------------------------------------


def verdicts(page):
    """Bring the two boards of a page from verdict to verdict."""
    board, joker = Board(page), Board(page, 1)
    board.pick(*WRONG)
    board.lay()
    board.says("The king of diamonds is not a five.")
    for fold in board.root.locator("summary").all():
        fold.click()
    joker.pick("eight of hearts", "eight of spades", "joker")
    joker.lay()
    joker.says("Which eight is the joker: clubs or diamonds?")
    yield "refused"
    board.root.locator(".cr-button--mend").click()
    board.says("One set is down, and this contract asks for two at once. Your hand holds the rest.")
    board.pick("nine of spades", "nine of hearts", "nine of clubs")
    board.lay()
    board.says("The contract is met: two sets.")
    joker.act(joker.button("Take all back"))
    joker.pick("nine of diamonds", "ten of diamonds", "queen of diamonds")
    joker.lay()
    joker.says("Nine, ten, queen of diamonds: the jack is missing.")
    yield "lawful"
    board.act(board.button("The key"))
    board.says("One way to lay it:")
    yield "key"


BOTH = (TWO_SETS, 'MeldBuilder("8H 8S * 9D TD QD KC")')
SCREENS = [(1280, "light"), (390, "dark"), (320, "light"), (1280, "dark")]
MOST = {"refused": 4, "lawful": 2, "key": 1}


def test_axe_finds_nothing_after_a_verdict(open_boards, axe):
    page = open_boards(*BOTH)
    for state in verdicts(page):
        for width, scheme in SCREENS[: MOST[state]]:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            axe(page)
        page.set_viewport_size({"width": 1280, "height": 800})


# Whether each thing to press has a square of 44 × 44 px that a finger really meets; corners may be round.
TARGETS = """() => {
  const ways = [4, 13, 22, 31, 40], cross = [[22, 1], [22, 43], [1, 22], [43, 22]];
  const points = [...ways.flatMap(x => ways.map(y => [x, y])), ...cross];
  const small = [];
  for (const target of document.querySelectorAll("a, button, summary")) {
    if (!target.checkVisibility() || target.matches(".cr-md :is(p, li) a:not(.cr-button)")) continue;
    target.scrollIntoView({block: "center"});
    const {left, right, top, bottom} = target.getBoundingClientRect();
    const meets = (x, y) => points.every(([dx, dy]) => target.contains(document.elementFromPoint(x + dx, y + dy)));
    let found = false;
    for (let y = top; y <= bottom - 43.9 && !found; y++)
      for (let x = left; x <= right - 43.9 && !found; x++) found = meets(x, y);
    if (!found) small.push([target.ariaLabel || target.textContent, right - left, bottom - top]);
  }
  return small;
}"""


def test_targets_are_large_enough(open_boards):
    page = open_boards(*BOTH)
    for _ in verdicts(page):
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_timeout(250)
            assert page.evaluate(TARGETS) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [320, 390])
def test_cards_of_every_hand_keep_a_strip(width, open_boards):
    hands = ["2S 5S JS 5H 8H 5D 9C", "2S 5S 9S 5H 7H 9H 5D KD", "7S 7H 7D 5S 6S QS QH QD 2C 9C TC KD"]
    hands += ["4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D 6D"]
    page = open_boards(f"HandView({hands[0]!r})", *(f"MeldBuilder({held!r})" for held in hands[1:]), width=width)
    assert page.evaluate(TARGETS) == []
    for n in range(len(hands)):
        cards = Board(page, n).hand.locator(HELD)
        for i in range(0, cards.count(), 3):
            cards.nth(i).click(position={"x": 22, "y": 22})
    page.wait_for_timeout(250)
    assert page.evaluate(TARGETS) == []


def test_reload_brings_hand_and_melds_back(open_boards):
    page = open_boards('HandView("5S 5H 5D 2C")', "ContractBoard(deal=1)")
    fives, board = Board(page), Board(page, 1)
    fives.pick("five of spades", "five of hearts", "two of clubs")
    fives.lay()
    fives.says("The two of clubs is not a five.")
    dealt = board.names()
    board.act(board.button("Another hand"))
    assert wait_until(lambda: sorted(board.names()) != sorted(dealt))
    names = board.names()
    board.pick(*names[:2])
    expect(board.hand.locator("[aria-pressed=true]")).to_have_count(2)
    expect(board.root.locator(".cr-verdict")).to_have_attribute("data-state", "none")
    both = r"kept => JSON.parse(kept).seed > 1 && /\(\w+ \w+\)/.test(JSON.parse(kept).melds)"
    page.wait_for_function(f"Object.values(sessionStorage).some({both})")
    page.reload()
    board.pick(names[2])  # at once: no other hand stands there first
    fives.says("The two of clubs is not a five.")
    expect(board.hand.locator("[aria-pressed=true]")).to_have_count(3)
    assert board.names() == names
    assert [name.partition(",")[0] for name in board.spoken() if "picked" in name] == names[:3]


def test_zoom_of_400_percent(open_boards):
    page = open_boards(*BOTH, width=320, height=200, device_scale_factor=4)
    for _ in verdicts(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion(motion, open_boards):
    page = open_boards(TWO_SETS, reduced_motion=motion)
    moves = page.locator(HELD).first.evaluate("card => getComputedStyle(card).transitionDuration")
    assert (moves == "0s") is (motion == "reduce")


def test_board_prints(open_boards):
    page = open_boards(TWO_SETS)
    board = Board(page)
    board.pick(*WRONG)
    board.lay()
    board.says("The king of diamonds is not a five.")
    page.emulate_media(media="print")
    for name in ("Lay down", "The key", "By rank"):
        expect(board.button(name)).to_be_hidden()
    assert all(card.is_visible() for card in board.hand.locator(HELD).all())
    expect(board.tray("First set")).to_be_visible()
    expect(board.status).to_be_visible()


# --- the kernel, and faults -----------------------------------------------------------------------------------------


def test_picked_card_shows_while_python_sleeps(voila, open_lesson):
    others = set(voila.kernels())
    page = open_lesson("01_two_sets")
    (kernel,) = set(voila.kernels()) - others
    board = Board(page)
    name = board.names()[0]
    kernel.suspend()
    try:
        board.pick(name)
        assert board.card(name).get_attribute("aria-pressed") == "true"
        assert board.spoken()[0] == f"{name}, picked, 1 of 10"
        expect(board.root.get_by_role("button", name=f"{name}, take back")).to_be_visible()
        board.lay()
        page.wait_for_timeout(300)
        assert board.status.inner_text() == ""
    finally:
        kernel.resume()
    expect(board.status).to_have_text(re.compile("^Only one "))


def test_nothing_that_is_tapped_is_lost_while_python_sleeps(home, open_boards):
    server, fives, nines = home[1], ["five of spades", "five of hearts", "five of diamonds"], ["nine of spades"]
    others = set(server.kernels())
    page = open_boards(TWO_SETS)
    (kernel,) = set(server.kernels()) - others
    board = Board(page)
    board.pick("five of hearts", "king of diamonds")
    expect(board.tray("First set").get_by_text("not a set yet")).to_be_visible()
    kernel.suspend()
    try:
        board.act(board.button("Take all back"))
        board.pick(*fives, *nines)  # the five that lies there still is meant for the tray that is empty by then
        board.lay()
    finally:
        kernel.resume()
    board.says("Only one nine: a set needs three.")
    expect(board.tray("First set").locator(HELD)).to_have_count(3)
    expect(board.tray("Second set").locator(HELD)).to_have_count(1)
    kernel.suspend()
    try:
        board.act(board.tray("First set").locator(".cr-tray__pick"))
        board.pick("king of diamonds")
        expect(board.tray("First set").locator(HELD)).to_have_count(4)
        board.act(board.button("Take all back"))
        board.pick("nine of hearts")
    finally:
        kernel.resume()
    expect(board.tray("First set").get_by_text("two cards more")).to_be_visible()
    assert [name for name in board.spoken() if "picked" in name] == ["nine of hearts, picked, 6 of 10"]


def test_a_focused_card_keeps_the_focus_where_it_goes_to_another_tray(home, open_boards):
    others = set(home[1].kernels())
    page = open_boards(TWO_SETS)
    (kernel,) = set(home[1].kernels()) - others
    board = Board(page)
    board.pick("five of spades", "five of hearts")
    expect(board.tray("First set").get_by_text("one card more")).to_be_visible()
    kernel.suspend()
    try:
        board.pick("five of diamonds", "king of diamonds")  # to the page it seems to go into the first tray, too
        board.tray("First set").get_by_role("button", name="king of diamonds, take back").focus()
    finally:
        kernel.resume()
    expect(board.tray("Second set").get_by_role("button", name="king of diamonds, take back")).to_be_visible()
    expect(board.card("king of diamonds")).to_be_focused()


def test_a_stale_mend_cannot_be_pressed(home, open_boards):
    others = set(home[1].kernels())
    page = open_boards(TWO_SETS)
    (kernel,) = set(home[1].kernels()) - others
    board = Board(page)
    board.pick(*WRONG)
    board.lay()
    mend = board.root.locator(".cr-button--mend")
    expect(mend).to_be_visible()
    kernel.suspend()
    try:
        board.pick("nine of spades")
        expect(mend).to_be_hidden()
        expect(board.status).to_have_text("")
    finally:
        kernel.resume()
    board.lay()
    expect(mend).to_be_visible()


def test_what_a_lost_kernel_did_not_hear_comes_back(voila, open_lesson):
    others = set(voila.kernels())
    page = open_lesson("01_two_sets")
    (kernel,) = set(voila.kernels()) - others
    board = Board(page)
    board.pick("seven of spades")
    expect(board.tray("Your meld").get_by_text("two cards more")).to_be_visible()
    kernel.suspend()
    board.pick("seven of hearts", "five of spades", "seven of clubs", "five of spades")
    kernel.kill()
    lost = page.get_by_role("alert")  # one for all boards of the page
    expect(lost).to_have_text(re.compile("^The connection to the judge is lost."))
    expect(lost).to_be_in_viewport()
    board.pick("seven of diamonds")  # nobody would judge it, nor keep it
    expect(board.card("seven of diamonds")).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(board.tray("Your meld").get_by_text("a set")).to_be_visible()
    picked = [name.partition(",")[0] for name in board.spoken() if "picked" in name]
    assert picked == ["seven of spades", "seven of hearts", "seven of clubs"]


def test_lost_kernel_is_told(voila, open_lesson, axe):
    others = set(voila.kernels())
    page = open_lesson("00_start")
    (kernel,) = set(voila.kernels()) - others
    board = Board(page)
    board.pick("five of spades")
    kernel.kill()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^The connection to the judge is lost."))
    expect(board.card("five of spades")).to_have_attribute("aria-pressed", "true")
    axe(page)


def test_two_views_of_one_board_are_in_step(open_boards):
    page = open_boards("board = ContractBoard(deal=1, seed=3)\nboard", "board", "ContractBoard(deal=1, seed=4)")
    one, two, after = Board(page, 0), Board(page, 1), Board(page, 2)
    name = one.names()[0]
    one.pick(name)
    expect(two.card(name)).to_have_attribute("aria-pressed", "true")
    two.pick(name)
    expect(one.card(name)).to_have_attribute("aria-pressed", "false")
    two.pick(name)
    one.lay()
    expect(two.status).to_have_text(re.compile("^Only one "))
    one.act(one.button("Another hand"))  # once: the next hand, not the one after it
    expect(one.card(after.names()[0])).to_be_visible()
    assert one.names() == two.names() == after.names()


def test_fault_in_python_is_told(open_boards, axe):
    page = open_boards(
        'broken = MeldBuilder("5S 5H 5D 2C 3C")\nbroken.lay = lambda: 1 / 0\nbroken',
        'broken = MeldBuilder("5S 5H 5D 2C 3C")\nbroken._tray = lambda tray: 1 / 0\nbroken',
    )
    said = "Something went wrong in this board: ZeroDivisionError('division by zero')"
    board = Board(page)
    board.pick("five of spades")
    board.lay()
    expect(board.root.get_by_role("alert")).to_have_text(said)
    axe(page)
    board.pick("five of hearts")  # the board goes on, and the sentence goes away
    expect(board.card("five of hearts")).to_have_attribute("aria-pressed", "true")
    expect(board.root.get_by_role("alert")).to_have_count(0)
    at_tap = Board(page, 1)
    at_tap.pick("five of spades")
    expect(at_tap.root.get_by_role("alert")).to_have_text(said)


def test_fault_in_the_page_is_told(open_boards):
    page = open_boards('board = MeldBuilder("5S 5H 5D 2C 3C")\nboard.orders = board.orders | {"rank": [9]}\nboard')
    board = Board(page)
    board.act(board.button("By rank"))
    expect(board.root.get_by_role("alert")).to_have_text(re.compile("^Something went wrong on this page: TypeError"))


EVIL = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
TOLD = f"""board = {TWO_SETS}
evil = {EVIL!r}
board.text = board.label = board.hand_label = evil
board.lay = lambda: {{}}[evil]
board.trays = [{{**tray, "label": evil, "status": evil}} for tray in board.trays]
board.cards = [{{**card, "name": evil}} for card in board.cards]
board.words = {{**board.words, "lay_down": evil, "notation": evil, "verdict": evil}}
board.verdict = {{"state": "lawful", "headline": evil, "note": evil, "ghosts": [[0, 0, "cr-5S", evil]]}}
board"""


def test_markup_is_shown_as_text(open_boards):
    page = open_boards(TOLD)
    board = Board(page)
    board.says(EVIL)
    board.act(board.root.locator(".cr-button--main"))
    expect(board.root.get_by_role("alert")).to_contain_text(EVIL)
    expect(board.root.locator(".cr-button--main")).to_have_text(EVIL)
    assert board.spoken()[0] == f"{EVIL}, 1 of 10"
    assert page.locator(".cr-board script, .cr-board img").count() == 0
    assert page.evaluate("window.hacked ?? null") is None


def test_the_buttons_of_a_board_take_two_rows_on_a_phone(open_boards):
    page = open_boards("ContractBoard(deal=1)", width=390, height=844)
    board = Board(page)
    rows = "nodes => new Set(nodes.map(node => node.offsetTop)).size"
    assert page.locator(".cr-board > .cr-actions > *").evaluate_all(rows) == 2
    board.act(board.button("A hint"))
    board.button("Another hint").wait_for()  # longer words
    assert page.locator(".cr-board > .cr-actions > *").evaluate_all(rows) == 2
