"""The commands at the shell: what they print, their exit status, and one line on standard error for bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from contract_rummy import PRESETS, RULES, STANDARD, read, write
from contract_rummy.__main__ import main
from contract_rummy.dealing import deal_out, seeded
from contract_rummy.variants import FIELDS

LAST = "sequence(4S 5S 6S 7S) sequence(9H TH JH QH) sequence(3D 4D 5D 6D)"
LAST_HAND = "4S 5S 6S 7S 9H TH JH QH 3D 4D 5D 6D"


@pytest.fixture
def run(capsys):
    """Run a command; its exit status, what it printed, and what it said on standard error."""

    def run(*arguments):
        status = main(list(arguments))
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# --- judge ----------------------------------------------------------------------------------------------------------


def test_judge_refuses_and_says_why(run):
    status, out, err = run("judge", "set(5H 5D KD)", "--hand", "5H 5D KD 5S")
    assert (status, err) == (1, "")
    headline, mend, *lines = out.splitlines()
    assert headline == "The king of diamonds is not a five."
    assert mend == "Swap the king of diamonds for the five of spades."
    assert [line.split()[:2] for line in lines] == [
        ["+", "set.size"], ["x", "set.rank"], ["x", "set.suits"], ["+", "joker.declared"], ["+", "play.in-hand"],
    ]  # fmt: skip


def test_judge_accepts(run):
    status, out, err = run("judge", "set(5H 5D 5S)")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Three fives: that is a set."
    assert "- play.in-hand" in out


def as_json(out):
    found = json.loads(out)
    assert list(found) == ["lawful", "broken", "holds", "moot", "sentences", "at_fault", "repair"]
    return found


def test_judge_as_json(run):
    status, out, err = run("judge", "sequence(QH KH AH 2H)", "--json", "--hand", "QH KH AH 2H")
    assert (status, err) == (1, "")
    found = as_json(out)
    assert found["lawful"] is False
    assert found["broken"] == ["sequence.ace"]
    assert found["moot"] == ["sequence.order"]
    assert found["holds"] == ["sequence.size", "sequence.suit", "joker.declared", "play.in-hand"]
    assert found["at_fault"] == {"sequence.ace": ["2H"]}
    assert found["repair"] == "sequence(QH KH AH)"
    assert found["sentences"][0] == "The ace is high here, after the king; a sequence does not go on to the two."


def test_the_mended_meld_is_written_in_order(run):
    _, out, _ = run("judge", "sequence(QH KH AH 2H)", "--json", "--hand", "QH KH AH 2H")
    assert as_json(out)["repair"] == "sequence(QH KH AH)"
    _, out, _ = run("judge", "sequence(5S 4S)", "--json", "--hand", "5S 4S 3S")
    assert as_json(out)["repair"] == "sequence(3S 4S 5S)"


def test_judge_lawful_as_json(run):
    status, out, _ = run("judge", "run(3s 4s Jo=5s)", "--json")
    found = as_json(out)
    assert (status, found["lawful"], found["broken"], found["at_fault"], found["repair"]) == (0, True, [], {}, None)
    assert found["sentences"][0] == "Three, four, five of spades: that is a sequence."


def test_judge_several_melds_one_by_one(run):
    """Without a deal they are judged one by one, and their findings stand in one verdict."""
    status, out, _ = run("judge", "set(9H 9D) sequence(3S 4S 6S)", "--json")
    found = as_json(out)
    assert status == 1
    assert found["broken"] == ["set.size", "sequence.order"]
    assert found["moot"] == ["play.in-hand"]
    assert found["repair"] == "set(9H 9D 9S)"


def test_judge_a_contract(run):
    status, out, _ = run("judge", "set(7H 7S 7D)", "--deal", "1", "--hand", "7H 7S 7D 9C 9H KD 2S 4H JC TS")
    assert status == 1
    assert out.startswith("One set is down, and this contract asks for two at once. You are one card short: a nine.\n")
    status, out, _ = run("judge", "set(7H 7S 7D) set(9C 9H 9S)", "--deal", "1", "--json")
    assert (status, as_json(out)["sentences"][0]) == (0, "The contract is met: two sets.")
    status, out, _ = run("judge", "set(7H 7S 7D)", "--deal", "1", "--down", "--json")
    assert (status, as_json(out)["holds"][-1]) == (0, "meld.more")
    status, out, _ = run("judge", LAST, "--deal", "7", "--hand", f"{LAST_HAND} 2D")
    assert status == 1
    assert out.startswith("The two of diamonds would stay behind, and this deal ends without a discard.\n")
    assert run("judge", LAST, "--deal", "7", "--hand", LAST_HAND)[0] == 0


@pytest.mark.parametrize(
    ("melds", "fields", "status"),
    [
        ("sequence(KS AS 2S)", [], 1),
        ("sequence(KS AS 2S)", ["ace=wrap"], 0),
        ("set(5D 5D 5H)", ["set_suits=any"], 0),
        ("sequence(3S 4S 5S)", ["sequence_min=4"], 1),
        ("sequence(3S 4S 5S 6S)", ["sequence_min=4", "ace=low"], 0),
        ("set(5D 5D 5D)", ["packs=3", " set_suits=any "], 0),
    ],
)
def test_judge_by_other_rules(run, melds, fields, status):
    sets = [word for field in fields for word in ("--set", field)]
    assert run("judge", melds, *sets)[0] == status
    assert run("judge", melds, "--variant", "standard", *sets)[0] == status


@pytest.mark.parametrize("melds", ["set(5H 5D 5S) sequence(3S 4S 5S)", "sequence(3S 4S 5S)", "set(5S)", "sequence(5S)"])
@pytest.mark.parametrize("deal", ["1", "2", "3", "6", "7", None])
@pytest.mark.parametrize(
    "fields", ["ace=high", "set_min=8 set_max=none", "set_min=5 set_max=5", "sequence_min=13", "jokers_per_meld=0"]
)
def test_judge_answers_whatever_is_played(run, melds, deal, fields):
    """Also where a variant knows no such meld, or no hand fulfils such a contract."""
    sets = [word for field in fields.split() for word in ("--set", field)]
    deal = [] if deal is None else ["--deal", deal]
    status, out, err = run("judge", melds, *deal, *sets, "--hand", "5H 5D 5S 3S 4S 5S 2C")
    assert status in (0, 1)
    assert out
    assert err == ""


# --- score, variants, learn -----------------------------------------------------------------------------------------


def test_score(run):
    assert run("score", "KH AS * 7C") == (0, "KH   10\nAS   15\n*    15\n7C    7\n     47\n", "")


def test_score_as_json(run):
    status, out, _ = run("score", "KH QD 10S A♠ 2D 2D 9C *", "--json")
    assert status == 0
    costs = {"KH": 10, "QD": 10, "TS": 10, "AS": 15, "2D": 4, "9C": 9, "*": 15}
    assert json.loads(out) == {"points": 73, "cards": costs}


def test_score_of_an_empty_hand(run):
    assert json.loads(run("score", "", "--json")[1]) == {"points": 0, "cards": {}}


def test_variants(run):
    status, out, _ = run("variants")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(PRESETS)


@pytest.mark.parametrize("name", list(PRESETS))
def test_variants_names_every_field_with_its_rules_and_source(run, name):
    status, out, _ = run("variants", name)
    assert status == 0
    assert all(f"\n{field}=" in out for field in FIELDS)
    for rule in RULES.values():
        if set(rule.options) & set(FIELDS):
            assert f"    {rule.id} ({', '.join(rule.clauses)}): " in out
    assert f"deal {len(PRESETS[name].deals)}: " in out


def test_variants_as_json(run):
    status, out, _ = run("variants", "standard", "--json")
    (found,) = json.loads(out)
    assert (status, found["name"]) == (0, "standard")
    assert list(found["fields"]) == list(FIELDS)
    assert found["fields"]["set_max"]["value"] == "4"
    assert found["fields"]["set_max"]["rules"] == ["set.size"]
    assert all(field["source"] for field in found["fields"].values())
    assert found["deals"][1] == {"contract": "set sequence", "cards": 10}
    assert len(found["deals"]) == 7
    assert len(json.loads(run("variants", "--json")[1])) == len(PRESETS)


@pytest.mark.parametrize("command", [[], ["judge"], ["score"], ["variants"], ["learn"]])
def test_help(capsys, command):
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr()
    assert said.out.startswith("usage: contract-rummy")
    assert said.err == ""
    for option in {
        "judge": ["--deal", "--hand", "--down", "--variant", "--set", "--json"],
        "learn": ["--port", "--lan"],
    }.get("".join(command), []):
        assert option in said.out


# --- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["judge", "set(5H 5D XH)"], "melds: 'XH' is not a card"),
        (["judge", "set(5H 5H 5H 5H)"], "melds: 4 times 5H: the largest pack of this variant holds 2"),
        (["judge", "set(5H 5H 5H)", "--set", "packs=1"], "melds: 3 times 5H: the largest pack of this variant holds 1"),
        (["judge", ""], "melds: an empty claim"),
        (["judge", "set()"], "melds: an empty set"),
        (["judge", f"set({'5H ' * 60})"], "melds: 60 times 5H"),
        (["judge", "<script>alert(1)</script>"], "melds: '<script>alert(1)</scrip…' is not a meld"),
        (["judge", "\x1b[31m\n\nset"], "melds: '\\x1b[31m\\n\\nset' is not a meld"),
        (["judge", "set(5H 5D 5S)", "--deal", "9"], "--deal: deal 9: this variant has deals 1 to 7"),
        (["judge", "set(5H 5D 5S)", "--deal", "0"], "--deal: deal 0"),
        (["judge", "set(5H 5D 5S)", "--deal", "-1"], "contract-rummy judge: argument --deal: a whole number such as 3 was expected, not '-1'"),
        (["judge", "set(5H 5D 5S)", "--deal", "three"], "contract-rummy judge: argument --deal: a whole number such as 3 was expected, not 'three'"),
        (["judge", "set(5H 5D 5S)", "--deal"], "contract-rummy judge: argument --deal: expected one argument"),
        (["judge", "set(5H 5D 5S)", "--hand", "nonsense"], "hand: 'nonsense' is not a card"),
        (["judge", "set(5H 5D 5S)", "--hand", "XH"], "hand: 'XH' is not a card"),
        (["judge", "set(5H 5D 5S)", "--hand", "*=5H"], "hand: *=5H is a joker as laid"),
        (["judge", "set(5H 5D 5S)", "--hand", "5H 5H 5H 5H"], "hand: 4 times 5H"),
        (["judge", "set(5H 5D 5S)", "--variant", "canasta"], "--variant: 'canasta' is not a variant; the variants are standard"),
        (["judge", "set(5H 5D 5S)", "--set", "ace"], "--set: 'ace': a changed field is written FIELD=VALUE"),
        (["judge", "set(5H 5D 5S)", "--set", ""], "--set: nothing is changed; a changed field is written FIELD=VALUE"),
        (["judge", "set(5H 5D 5S)", "--set", "ace=up"], "--set: ace=up is not possible: ace is one of both, low, high, wrap"),
        (["judge", "set(5H 5D 5S)", "--set", "colour=red"], "--set: 'colour' is not a field of a variant"),
        (["judge", "set(5H 5D 5S)", "--set", "set_min=99"], "--set: set_min=99 is not possible: set_min is a number from 2 to 8"),
        (["judge", "set(5H 5D 5S)", "--set", "set_min=" + "9" * 5000], "--set: 'set_min=999"),
        (["judge"], "contract-rummy judge: the following arguments are required: MELDS"),
        (["judge", "set(5H)", "--nonsense\n"], "contract-rummy: unrecognized arguments: --nonsense"),
        (["score", "XH"], "hand: 'XH' is not a card"),
        (["score", "5H 5H 5H"], "hand: 3 times 5H"),
        (["score", "KH", "--set", "ace=up"], "--set: ace=up is not possible"),
        (["score"], "contract-rummy score: the following arguments are required: 'HAND'"),
        (["variants", "canasta"], "'canasta' is not a variant; the variants are standard"),
        (["learn", "--port", "http"], "contract-rummy learn: argument --port: a whole number such as 3 was expected, not 'http'"),
        (["explain"], "contract-rummy: argument COMMAND: invalid choice: 'explain'"),
        ([], "contract-rummy: the following arguments are required: COMMAND"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_line_that_names_the_place(run, arguments, said):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith(said), err
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("arguments", "status", "out", "err"),
    [
        (["judge", "set(5H 5D 5S)", "--json"], 0, '"lawful": true', ""),
        (["judge", "set(5H 5D)"], 1, "Only two fives", ""),
        (["judge", "set(XH)"], 2, "", "melds: 'XH' is not a card"),
    ],
)
def test_as_a_program(arguments, status, out, err):
    done = subprocess.run(
        [sys.executable, "-m", "contract_rummy", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == status
    assert out in done.stdout
    assert done.stderr.startswith(err)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == bool(err)


# --- check and deal -------------------------------------------------------------------------------------------------

HALF = """player Aru 7H 7S 7D KH KS KD 2C
player Boris ?x10
player Chen ?x10

Aru:
    draw 7C
    meld set(7H 7S 7D)
    lay 7C on 1
    discard 2C
"""


@pytest.fixture
def file(tmp_path):
    """Make a .deal file with a text; its path."""

    def make(text, name="one.deal"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return make


def test_check_says_how_much_it_played(run, file):
    path = file(
        HALF.replace("meld", "try meld").replace("lay 7C on 1", "try discard 9C  [play.in-hand]")
        + "    (\n        discard 7C\n    )\n"
    )
    assert run("check", path) == (0, f"{path}: ok (3 plays, 2 refused as cited)\n", "")


def test_check_cannot_read_what_nothing_can_mean(run, file):
    path = file(HALF.replace("    meld set(7H 7S 7D)\n", "").replace("    lay", "    try lay"))
    assert run("check", path) == (2, "", f"{path}:7: there is no meld 1; no meld lies on the table\n")


def test_check_names_the_first_line_that_is_not_as_written(run, file):
    """What cannot be read because of it stands below, and is not what is told."""
    path = file(HALF)
    status, out, err = run("check", path)
    assert (status, err) == (1, "")
    assert out == (
        f"{path}:7: expected meld set(7H 7S 7D) to be lawful; "
        "the rules say: [contract.whole] One set is down, and this contract asks for two at once.\n"
    )


@pytest.mark.parametrize(
    ("line", "expected", "got"),
    [
        ("try draw 7C", "draw 7C to be refused", "it is lawful"),
        ("try draw 7C  [turn.draw]", "draw 7C to be refused by [turn.draw]", "it is lawful"),
        ("try discard 2C  [turn.order ...]", "discard 2C to be refused by [turn.order ...]", "[turn.draw] "),
        ("discard 2C", "discard 2C to be lawful", "[turn.draw] "),
    ],
)
def test_check_says_what_was_expected(run, file, line, expected, got):
    path = file(HALF.replace("draw 7C", line))
    status, out, err = run("check", path)
    assert (status, err) == (1, "")
    assert out.startswith(f"{path}:6: expected {expected}; the rules say: {got}")


def test_check_answers_for_every_file(run, file):
    good = file(HALF.partition("    meld")[0], "good.deal")
    files = [
        good,
        file(HALF, "wrong.deal"),
        file("player Aru 5X\n", "broken.deal"),
        file(b"\xff\xfe", "odd.deal"),
        good + "s",
    ]
    status, out, err = run("check", *files)
    assert status == 2
    assert [line.partition(":")[0] for line in out.splitlines()] == files[:2]
    told = dict(zip(files[2:], err.splitlines(), strict=True))
    assert (
        told[files[2]]
        == f"{files[2]}:1: '5X' is not a card; a card is a rank and a suit such as 5H or TD, a joker is *"
    )
    assert told[files[3]].startswith(f"{files[3]}:1: this is not a text in UTF-8")
    assert told[files[4]] == f"{files[4]}: no such file or directory"
    status, out, err = run("check", "--json", *files)
    assert (status, err) == (2, "")
    found = json.loads(out)
    assert [one["file"] for one in found] == files
    assert [one["ok"] for one in found] == [True, False, False, False, False]
    assert found[0] == {"file": good, "ok": True, "plays": 1, "refused": 0}
    assert {*found[1]} == {"file", "ok", "plays", "refused", "line", "expected", "got"}
    assert (found[1]["line"], found[2]["line"], found[2]["column"]) == (7, 1, 12)


def test_check_passes_the_deals_of_the_repository(run):
    root = Path(__file__).parents[1]
    files = [
        str(path) for folder in ("tests/rulings", "notebooks/deals") for path in sorted((root / folder).glob("*.deal"))
    ]
    status, out, err = run("check", *files)
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == len(files) > 30


def test_a_fresh_deal_is_written_and_read(run):
    status, out, err = run("deal", "--deal", "3", "--players", "4", "--seed", "7")
    assert (status, err) == (0, "")
    (script,) = read(out)
    assert script.start == deal_out(STANDARD, 3, ("Aru", "Boris", "Chen", "Dana"), seeded(7, 3, 4))
    assert write((script,)) == out
    assert run("deal", "--deal", "3", "--players", "4", "--seed", "7")[1] == out
    assert run("deal", "--deal", "3", "--players", "4", "--seed", "8")[1] != out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--players", "2"], "--players: "), (["--players", "9"], "--players: "), (["--deal", "8"], "--deal: deal 8")],
)
def test_a_deal_that_cannot_be_dealt(run, arguments, said):
    status, out, err = run("deal", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(said)
    assert err.count("\n") == 1
