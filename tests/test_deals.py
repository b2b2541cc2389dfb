"""The deals of the repository: played as written, read and written unchanged; and texts that are no deals."""

import re
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract_rummy.cards import UNKNOWN, Joker
from contract_rummy.deal import Discard, LayDown, LayOff, Swap, Take
from contract_rummy.dealing import deal_out, seeded
from contract_rummy.explain import Speaker, explain
from contract_rummy.legal import view
from contract_rummy.notation import NotationError, card
from contract_rummy.playing import judge
from contract_rummy.reading import read
from contract_rummy.rules.scoring import hand_points
from contract_rummy.script import all_steps, result_of, steps
from contract_rummy.table import Hand
from contract_rummy.variants import STANDARD, Kind
from contract_rummy.verdict import RULES
from contract_rummy.writing import write

ROOT = Path(__file__).parents[1]
RULINGS = sorted((ROOT / "tests" / "rulings").glob("*.deal"))
LESSONS = sorted((ROOT / "notebooks" / "deals").glob("*.deal"))
WHOLE = ROOT / "notebooks" / "deals" / "whole_deal.deal"
TURNS = [path for path in LESSONS if path != WHOLE]


def name(path):
    return path.stem


def text(path):
    return path.read_text("utf-8")


def script(path):
    (one,) = read(text(path))
    return one


# --- the files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RULINGS + LESSONS, ids=name)
def test_plays_as_written(path):
    for one in read(text(path)):
        for step in all_steps(one):
            assert step.as_written, f"{path.name}:{step.play.line}: broken are {step.verdict.broken}"


@pytest.mark.parametrize("path", RULINGS + LESSONS, ids=name)
def test_what_is_written_is_read_back(path):
    scripts = read(text(path))
    written = write(scripts)
    assert read(written) == scripts
    assert write(read(written)) == written


@pytest.mark.parametrize("path", [path for path in RULINGS if path.name.startswith("more")], ids=name)
def test_rulings_name_their_source(path):
    for part in text(path).split("====\n"):
        assert re.match(r"# .*\b(S\d+|A\d+|[Ss]ection \d|Notation|title)", part) or part.startswith("title"), part[:80]


def test_every_rule_that_a_play_can_break_is_broken_in_some_ruling():
    broken = {
        id for path in RULINGS for one in read(text(path)) for step in all_steps(one) for id in step.verdict.broken
    }
    stated_only = {"deal.first", "deal.pass", "deal.order", "deal.upcard", "meld.owner", "table.fixed"}
    of_headers = {"setup.players", "setup.pack"}
    of_scores = {id for id in RULES if id.startswith("score.")}
    assert broken == set(RULES) - stated_only - of_headers - of_scores


# --- the annotated turns ------------------------------------------------------------------------------------------


def contract_of(path):
    return script(path).start.number


def refused(path):
    return [step for step in all_steps(script(path)) if step.play.tried]


def test_two_turns_a_contract_and_one_of_them_goes_wrong():
    assert len(TURNS) >= 14
    for number in range(1, 8):
        of_it = [path for path in TURNS if contract_of(path) == number]
        assert all(path.name.startswith(f"{number}_") for path in of_it)
        assert len(of_it) >= 2
        assert {bool(refused(path)) for path in of_it} == {True, False}


@pytest.mark.parametrize("path", TURNS, ids=name)
def test_a_turn_is_told(path):
    one = script(path)
    assert one.start.variant == STANDARD
    assert 3 <= len(one.tag("title")) <= 40
    assert re.fullmatch(r"[A-Z].*[^.]\.", one.tag("teaches"))
    found = list(all_steps(one))
    assert len(found) >= 6
    assert len(one.plays) <= 14
    comments = [step.play.comment for step in found if step.play.comment]
    assert len(comments) >= 4
    assert all(len(lines) <= 2 and len(line) <= 72 for lines in comments for line in lines)
    tried = [step.play for step in found if step.play.tried]
    assert all(play.cites and not play.among for play in tried), "a refused play cites its rules exactly"
    says = {Speaker().law(rule, STANDARD) for rule in RULES.values()}
    assert not {" ".join(lines) for lines in comments} & says, "a comment says something of its own"


def test_no_comment_is_said_twice():
    said = Counter(" ".join(step.play.comment) for path in LESSONS for step in all_steps(script(path)))
    del said[""]
    assert max(said.values()) == 1


@pytest.mark.parametrize("path", TURNS, ids=name)
def test_a_turn_could_come_from_a_real_deal(path):
    """As many cards as were dealt, in the hand and on the table; more only for whoever took several from the pile."""
    start = script(path).start
    assert set(start.names) <= {"Aru", "Boris", "Chen", "Dana"}
    for seat in start.seats:
        laid = sum(by == seat.name for meld in start.melds for by in meld.laid_by)
        assert len(seat.cards) + laid >= start.contract.cards
        if not start.melds:
            assert len(seat.cards) == start.contract.cards
    taken = sum(len(seat.cards) for seat in start.seats) + sum(len(meld.cards) for meld in start.melds)
    assert taken + len(start.discards) + len(start.stock) <= 53
    assert start.discards
    assert UNKNOWN not in start.discards


def test_what_the_turns_show():
    found = [step for path in TURNS for step in all_steps(script(path))]
    cited = {id for step in found if step.play.tried for id in step.play.cites}
    assert cited >= {
        "contract.whole", "sequence.ace", "contract.suits", "pile.meld", "discard.taken", "joker.declared",
        "swap.after-contract", "swap.sequence", "swap.use", "contract.whole-hand", "play.in-hand", "contract.first",
    }  # fmt: skip
    done = [step for step in found if not step.play.tried]
    on_others = [
        step.before.melds[step.play.act.meld - 1]
        for step in done
        if isinstance(step.play.act, LayOff) and step.before.melds[step.play.act.meld - 1].owner != step.play.act.player
    ]
    assert sum(meld.kind is Kind.SEQUENCE for meld in on_others) >= 2
    assert any(isinstance(step.play.act, Swap) for step in done)
    dug = [step for step in done if isinstance(step.play.act, Discard) and step.play.act.card in step.before.turn.taken]
    assert any(len(step.before.turn.taken) > 1 for step in dug)
    last = [step for step in done if step.after.over]
    assert {isinstance(step.play.act, Discard) for step in last} == {True, False}
    assert any(step.play.variations and step.play.glyph == "" for step in found)
    assert any(inside[0].glyph for step in found for inside in step.play.variations)
    assert {step.play.glyph for step in found} >= {"!", "?!", "?"}
    assert sum(bool(step.play.glyph) for step in found) <= len(found) / 4, "sparingly"


def test_the_whole_deal():
    one = script(WHOLE)
    start = one.start
    assert start == deal_out(STANDARD, start.number, start.names, seeded(int(one.tag("seed")), start.number, 3))
    found = steps(one)
    assert all(step.play.comment and not step.play.tried for step in found)
    assert len(found[-1].after.down | {found[-1].after.out}) >= 2
    assert any(isinstance(step.play.act, Take) and len(step.after.turn.taken) > 1 for step in found)
    assert any(isinstance(step.play.act, LayOff) for step in found)
    assert any(isinstance(step.play.act, LayDown) and any(isinstance(card, Joker) for claim in step.play.act.claims for card in claim.cards) for step in found)  # fmt: skip
    assert result_of(one) == "Aru out; Boris 11, Chen 28"
    assert text(WHOLE).endswith(f"    # {result_of(one)}\n")
    held = {seat.name: hand_points(seat.cards, STANDARD) for seat in found[-1].after.seats}
    assert held == {"Aru": 0, "Boris": 11, "Chen": 28}


def test_an_end_that_says_what_is_so_is_not_written_back():
    plays = HEAD + "\nAru:\n    draw KC\n    lay KC 3H on 1\n    > Out.\n    end\n    > And that is that.\n"
    (one,) = read(plays.replace("KC 3H", "KC").replace("on 1", "on 1\n    lay 3H on 2"))
    assert [type(play.act).__name__ for play in one.plays] == ["Draw", "LayOff", "LayOff"]
    assert one.plays[-1].comment == ("Out.", "And that is that.")
    assert "    end" not in write((one,))


HEAD = """player Aru 3H
player Boris 9S 2D
player Chen ?x10
stock KC 4C
discards 8C 5D
table Aru set(KH KS KD)
table Boris set(3S 3C 3D)
"""


# --- broken texts -------------------------------------------------------------------------------------------------

ALL = [part for path in RULINGS + LESSONS for part in text(path).split("====\n")]
WORDS = sorted({word for part in ALL for word in part.split()})
ODD = "?*=/()[]#>:,. \t\n!0123456789²٣①ＡéAKQJT5HSDC♥\ufe0f\u2028\x0b\x85\x00…-–'\"\\%{}"


@st.composite
def mutated(draw):
    """A deal of the repository with some lines deleted, doubled, moved, garbled or brought from another deal."""
    lines = draw(st.sampled_from(ALL)).split("\n")
    for _ in range(draw(st.integers(1, 5))):
        n = draw(st.integers(0, len(lines) - 1))
        how = draw(
            st.sampled_from(["delete", "double", "swap", "word", "more", "letters", "less", "other", "shuffle", "any"])
        )
        words = lines[n].split(" ")
        at = draw(st.integers(0, len(words) - 1))
        cut = draw(st.integers(0, len(lines[n])))
        if how == "delete" and len(lines) > 1:
            del lines[n]
        elif how == "double":
            lines.insert(n, lines[n])
        elif how == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[n], lines[other] = lines[other], lines[n]
        elif how == "word":
            lines[n] = " ".join([*words[:at], draw(st.sampled_from(WORDS)), *words[at + 1 :]])
        elif how == "more":
            lines[n] = " ".join([*words[:at], draw(st.sampled_from(WORDS)), *words[at:]])
        elif how == "letters":
            lines[n] = lines[n][:cut] + draw(st.text(st.sampled_from(ODD), max_size=3)) + lines[n][cut:]
        elif how == "less":
            lines[n] = lines[n][:cut] + lines[n][cut + 1 :]
        elif how == "other":
            lines.insert(n, draw(st.sampled_from(draw(st.sampled_from(ALL)).split("\n"))))
        elif how == "shuffle":
            lines[n] = " ".join(draw(st.permutations(lines[n].split())))
        else:
            lines.insert(n, draw(st.text(max_size=40)))
    return "\n".join(lines)


def refusal(given):
    """The error of a text that cannot be read or played, `None` where it can."""
    try:
        for one in read(given):
            steps(one)
    except NotationError as error:
        return error
    return None


def read_or_refused(given):
    """A text is refused with its place, or it is written and read back unchanged."""
    error = refusal(given)
    if error:
        assert 1 <= error.line <= len(given.splitlines()) + 1
        assert error.column >= 1
        assert re.fullmatch(r".{1,300}", str(error)), str(error)
        return
    scripts = read(given)
    written = write(scripts)
    assert read(written) == scripts
    assert write(read(written)) == written


quick = settings(deadline=None, suppress_health_check=list(HealthCheck))


@settings(quick, max_examples=300)
@given(mutated())
def test_mutated_deals(given):
    read_or_refused(given)


@settings(quick, max_examples=100)
@given(st.text() | st.binary().map(lambda data: data.decode("utf-8", "replace")))
def test_any_text(given):
    read_or_refused(given)


@pytest.mark.sweep
@settings(quick, max_examples=20_000)
@given(mutated())
def test_many_mutated_deals(given):
    read_or_refused(given)


MEGABYTE = 1_000_000
SEATS = "player Aru ?x10\nplayer Boris ?x10\nplayer Chen ?x10\n"


def much(part):
    return part * (MEGABYTE // len(part))


LONG = {
    "brackets": SEATS + "Aru:\n  draw " + much("["),
    "variations that nest": SEATS + "Aru:\n  draw\n" + much("(\n"),
    "variations that are empty": SEATS + "Aru:\n  draw\n" + much("(\n)\n"),
    "comments": SEATS + "Aru:\n  draw\n" + much("> yes\n"),
    "notes": SEATS + "Aru:\n  draw\n" + much("# no\n"),
    "plays": SEATS + "Aru:\n" + much("  try discard 5H  [turn.draw]\n"),
    "melds of a play": SEATS + "Aru:\n  meld " + much("set(5H 5D 5S) "),
    "a meld": SEATS + "Aru:\n  meld set(" + much("5H ") + ")",
    "a meld without end": SEATS + "Aru:\n  meld set(" + much("5H "),
    "a lay-off": SEATS + "Aru:\n  lay " + much("5H ") + "on 1",
    "a renewal": SEATS + "Aru:\n  renew " + much("5H "),
    "a meld on the table": SEATS + "table Aru set(" + much("5H/Boris ") + ")",
    "a word on the table": SEATS + "table Aru set(" + much("5"),
    "melds on the table": SEATS + much("table Aru set(5H 5D 5S)\n"),
    "a stock": SEATS + "stock " + much("? "),
    "a pile": SEATS + "discards " + much("5H "),
    "players that are down": SEATS + "down " + much("Aru "),
    "a number": SEATS + "deal " + much("9"),
    "a hand": "player Aru " + much("?x999 "),
    "players": "".join(f"player P{n} ?\n" for n in range(MEGABYTE // 12)),
    "fields": "variant standard " + much("ace=low ") + "\n" + SEATS,
    "a contract": "contract " + much("set ") + "\n" + SEATS,
    "a word": much("x"),
    "empty lines": much("\n"),
    "blanks": much(" "),
    "signs of notes": much("#"),
    "colons": much(":"),
    "empty deals": much("====\n"),
    "titles": much("title a\n"),
    "tags": much("a b\n"),
}


SLOW = ("melds on the table", "fields")


@pytest.mark.parametrize(
    "called", [pytest.param(called, marks=pytest.mark.sweep) if called in SLOW else called for called in LONG]
)
def test_a_megabyte_is_read_or_refused_in_time(called):
    given = LONG[called]
    began = time.process_time()
    error = None
    try:
        read(given)
    except NotationError as refused:
        error = refused
    assert time.process_time() - began < 20
    if error:
        assert 1 <= error.line <= len(given.splitlines()) + 1
        assert len(str(error)) < 300


def test_ten_thousand_deals_in_a_file():
    one = SEATS + "stock 9D …\ndiscards 4C\n\nAru:\n    draw 9D\n    try draw  [turn.draw]\n    discard 9D\n"
    began = time.process_time()
    scripts = read("====\n".join([one] * 10_000))
    assert len(scripts) == 10_000
    assert scripts[-1].plays[-1].line == 10_000 * 11 - 1
    assert all(step.as_written for given in scripts[::10] for step in steps(given))
    assert time.process_time() - began < 20


# --- what an error says -------------------------------------------------------------------------------------------

GOOD = """title     A table
variant   standard
deal      1
player    Aru    3H QS 5D
player    Boris  5H 5S ?x8
player    Chen   ?x10
stock     9D 4C
discards  JD AD
table     Aru    set(KH KS KD)
table     Boris  sequence(6S 7S 8S)

Aru:
    draw 9D
    lay 3H on 1
"""


def test_the_table_of_the_errors_is_sound():
    assert len(steps(read(GOOD)[0])) == 2


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        # headers
        ("standard", "nowhere", 2, "variant"),
        ("standard", "standard aces=low", 2, "field"),
        ("standard", "standard ace=middle", 2, "one of"),
        ("standard", "standard ace", 2, "FIELD=VALUE"),
        ("standard", "standard players=4-5", 4, "setup.players"),
        ("deal      1", "deal      8", 3, "1 to 7"),
        ("deal      1", "deal      one", 3, "number of a deal"),
        ("deal      1", "deal      ²", 3, "number of a deal"),
        ("deal      1", "contract  set flush", 3, "set sequence"),
        ("deal      1", "deal 1\ncontract set", 4, "not both"),
        ("deal      1", "deal 1\ndeal 2", 4, "second"),
        ("deal      1", "Deal 1", 3, "header"),
        ("player    Chen   ?x10", "", 4, "setup.players"),
        ("player    Chen", "player    Aru", 6, "twice"),
        ("player    Chen", "player    (Chen)", 6, "name"),
        ("3H QS 5D", "3H QS 5X", 4, "card"),
        ("3H QS 5D", "3H QS *=5D", 4, "joker"),
        ("3H QS 5D", "3H 3H 5D", 4, "3H"),
        ("3H QS 5D", "* * 5D", 4, "*"),
        ("stock     9D 4C", "stock     9D … 4C", 7, "card"),
        ("discards  JD AD", "discards  JD 9D", 8, "9D"),
        ("discards  JD AD", "dealer    Dana", 8, "Aru, Boris, Chen"),
        ("discards  JD AD", "down      Dana", 8, "Aru, Boris, Chen"),
        ("table     Aru ", "table     Dana", 9, "Aru, Boris, Chen"),
        ("set(KH KS KD)", "set(KH KS QD)", 9, "set.rank"),
        ("set(KH KS KD)", "set(KH KS *)", 9, "joker.declared"),
        ("set(KH KS KD)", "set(KH KS KD/Dana)", 9, "Dana"),
        ("set(KH KS KD)", "set(KH KS KD) set(7H 7D 7C)", 9, "one meld"),
        ("set(KH KS KD)", "KH KS KD", 9, "meld"),
        ("sequence(6S 7S 8S)", "sequence(6S 7S QS)", 10, "sequence.order"),
        # plays
        ("Aru:", "Dana:", 12, "Dana"),
        ("Aru:", "Aru", 12, "header"),
        ("draw 9D", "draw 4C", 13, "top of the stock"),
        ("draw 9D", "try draw 4C", 13, "top of the stock"),
        ("draw 9D", "draw 9D 4C", 13, "draw"),
        ("draw 9D", "take 9C", 13, "pile"),
        ("draw 9D", "take", 13, "take CARD"),
        ("draw 9D", "steal 9D", 13, "expected draw, take"),
        ("draw 9D", "buy Boris", 13, "expected draw, take"),
        ("draw 9D", "draw 9D [turn.order]", 13, "try"),
        ("draw 9D", "try draw 9D [turn.ordre]", 13, "id of a rule"),
        ("lay 3H on 1", "lay 3H on 3", 14, "meld 3"),
        ("lay 3H on 1", "try lay 3H on 0", 14, "meld 0"),
        ("lay 3H on 1", "lay 3H on Aru", 14, "counted from 1"),
        ("lay 3H on 1", "lay on 1", 14, "lay CARD"),
        ("lay 3H on 1", "lay 3X on 1", 14, "card"),
        ("lay 3H on 1", f"lay {'3H ' * 54}on 1", 14, "54 cards"),
        ("lay 3H on 1", f"meld {'set(3H 3D 3S) ' * 18}", 14, "54 cards"),
        ("lay 3H on 1", "try", 14, "missing"),
        ("Aru:", "", 13, "NAME:"),
        ("table     Aru    set(KH KS KD)", "dealer", 9, "missing"),
        ("lay 3H on 1", "lay 9S on 2 low", 14, "low end"),
        ("lay 3H on 1", "swap 3H", 14, "swap CARD"),
        ("lay 3H on 1", "meld 3H QS 5D", 14, "set(5H 5D 5S)"),
        ("lay 3H on 1", "meld set()", 14, "empty"),
        ("lay 3H on 1", "discard *=5D", 14, "joker"),
        ("lay 3H on 1", "(", 14, "never closed"),
        ("lay 3H on 1", ")", 14, "without its ("),
        ("    draw 9D", "    > First of all.", 13, "comment"),
        ("    draw 9D", "    (", 13, "variation"),
    ],
)  # fmt: skip
def test_an_error_names_its_line_and_what_was_expected(old, new, line, word):
    assert old in GOOD
    with pytest.raises(NotationError) as error:
        steps(read(GOOD.replace(old, new, 1))[0])
    assert (error.value.line, word in str(error.value)) == (line, True), f"{error.value.line}: {error.value}"


def test_a_later_deal_counts_its_lines_from_the_top_of_the_file():
    with pytest.raises(NotationError) as error:
        read(GOOD + "====\n" + GOOD.replace("QS", "QX"))
    assert error.value.line == len(GOOD.splitlines()) + 1 + 4
    assert error.value.column == 21


def test_both_ends_ask():
    given = "player Aru AS 4D\nplayer Boris ?x5\nplayer Chen ?x5\ndown Aru\ntable Aru sequence(2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS)\nAru:\n draw\n lay AS on 1"
    with pytest.raises(NotationError, match="say low or high") as error:
        steps(read(given)[0])
    assert error.value.line == 8


@pytest.mark.parametrize(
    ("players", "says"), [(1, "setup.players"), (2, "setup.players"), (6, "setup.players"), (21, "setup.players")]
)
def test_too_few_or_too_many_players(players, says):
    with pytest.raises(NotationError, match=says):
        read("".join(f"player P{n} ?x10\n" for n in range(players)))


@pytest.mark.parametrize("player", ["Ann-Marie", "O’Neil", "D'Arcy", "Жанна", "J.R.", "x_1"])
def test_names_come_back(player):
    given = f"player {player} 5H 4D\nplayer Boris ?x5\nplayer Chen ?x5\ndown {player}\ntable Boris set(KH KS KD/{player})\n{player}:\n draw\n discard 4D\n"
    (one,) = read(given)
    assert one.start.melds[0].laid_by.count(player) == 1
    assert read(write((one,))) == (one,)


def test_the_reader_is_generous():
    given = (
        "Player".lower()
        + "\tAru\t10d, 5♥, Jo\nplayer Boris ?x5\nplayer Chen ?x5\nstock -\ndiscards 4c 5♦️\nAru:\n\ttake 5d\n\ttry meld run(3s 4s jk) [joker.declared ...] # so\n"
    )
    (one,) = read("\ufeff" + given)
    assert Hand(one.start.seats[0].cards).text == "TD 5H *"
    assert one.plays[1].notes == ("so",)


# --- places and odd input -------------------------------------------------------------------------------------------

PLAIN = "player Aru 5H 5D 5S 4C\nplayer Boris ?x10\nplayer Chen ?x10\ndiscards 9C\n"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("variant standard ace=foo\n", 1, 18),
        ("deal  x\n", 1, 7),
        ("player Aru 5H 5X\n", 1, 15),
        (PLAIN + "table Aru set(5H 5X 5S)\n", 5, 18),
        (PLAIN + "table Zed set(5H 5C 5S)\n", 5, 7),
        (PLAIN + "score Zed 12\n", 5, 7),
        (PLAIN + "Aru:\n    draw\n    meld set(5H  5X 5S)\n", 7, 18),
        (PLAIN + "Aru:\n    draw\n    jump\n", 7, 5),
        (PLAIN + "Aru:\n    draw\n    lay 5H on X\n", 7, 15),
        (PLAIN + "Aru:\n    draw\n    try discard 5C  [foo]\n", 7, 22),
        (PLAIN + "Aru:\n    draw\n    discard ?\n", 7, 13),
        (PLAIN + "====\n# only a note\n", 6, 1),
    ],
)
def test_an_error_names_its_line_and_column(text, line, column):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_score_is_a_number():
    with pytest.raises(NotationError, match="is not a score; expected: score NAME NUMBER"):
        read(PLAIN + "score Aru twelve\n")


def test_all_brackets_of_a_line_cite():
    (script,) = read(PLAIN + "Aru:\n    try discard 5C  [turn.draw] [play.in-hand]\n")
    assert steps(script)[0].as_written
    assert script.plays[0].cites == ("turn.draw", "play.in-hand")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("draw?", "draw  ?"),
        ("draw 3C!?", "draw 3C  !?"),
        ("draw ? ??", "draw ?  ??"),
        ("try meld set(5H 5D 5S)?  [turn.draw...]", "try meld set(5H 5D 5S)  [turn.draw ...]  ?"),
        ("take ?", "take ?"),
        ("renew ? ?", "renew ? ?"),
        ("renew ? ? !", "renew ? ?  !"),
    ],
)
def test_a_mark_stands_apart_or_not(given, written):
    """A mark may touch the word before it; where only a card can stand a `?` is one."""
    assert write(read(f"{PLAIN}Aru:\n    {given}\n")).splitlines()[-1].strip() == written


def test_a_number_sign_in_a_sentence_stays():
    given = "title Deal #3 of ten # for me\n" + PLAIN + "Aru:\n    draw#!\n    > The #1 card. # check\n    # 2\n"
    (one,) = read(given)
    assert one.tag("title") == "Deal #3 of ten"
    assert one.notes == ("for me",)
    assert (one.plays[0].comment, one.plays[0].notes) == (("The #1 card.",), ("!", "check", "2"))


def test_a_contract_by_number_is_no_last_deal():
    (one,) = read(PLAIN + "contract 7\n")
    assert one.start.number is None
    assert not one.start.contract.last
    assert "contract  sequence sequence sequence" in write((one,))


def test_a_line_may_close_the_last_deal():
    assert len(read(f"{PLAIN}====\n{PLAIN}====\n\n")) == 2


def test_unknown_cards_in_a_row_are_counted():
    (script,) = read(PLAIN + "stock 3D ? ? ? ? ?\n")
    assert "stock     3D ?x5\n" in write((script,))
    assert read(write((script,))) == (script,)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: LayDown(()), "nothing is laid down: name at least one meld"),
        (lambda: LayOff((), 1), "nothing is laid off: name at least one card"),
        (lambda: LayOff((card("5H"),), 1, "middle"), "'middle' is no end of a sequence; expected low or high"),
        (lambda: Discard(UNKNOWN), "UNKNOWN is not a card of a hand"),
        (lambda: Discard(card("*=5C")), "is not a card of a hand"),
        (lambda: view(read(PLAIN)[0].start, "Zed"), "Zed does not play here"),
        (
            lambda: judge(read(PLAIN)[0].start, LayOff((card("5H"),), 1)),
            "there is no meld 1; no meld lies on the table",
        ),
    ],
)
def test_an_act_that_is_none_is_refused(make, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        make()


def test_who_acted_is_named_without_being_named():
    (script,) = read(PLAIN + "stock 9D …\nAru:\n    draw\n")
    deal = steps(script)[-1].after
    assert explain(judge(deal, Discard(card("4C")))).headline == "Aru discards the four of clubs."
