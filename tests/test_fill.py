"""`fill`: the ways in which a hand fulfils a contract, or what it lacks, at the shell."""

import itertools
import json

import pytest

from contract_rummy import PRESETS, STANDARD, arrange, claims, hand, judge
from contract_rummy import __main__ as shell

HAND = "7D 7S 9S 9C * 7H"
THIRTEEN = "4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D 6D"


@pytest.fixture
def run(capsys):
    """Run a command; its exit status, what it printed, and what it said on standard error."""

    def run(*arguments):
        status = shell.main(list(arguments))
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_ways_are_printed(run):
    assert run("fill", HAND, "--deal", "1") == (
        0,
        "There are two ways to lay two sets.\n  set(7S 7H 7D) set(9S *=9H 9C)\n  set(7S 7H 7D) set(9S *=9D 9C)\n",
        "",
    )


def test_one_way_is_one(run):
    status, out, _ = run("fill", "7D 7S 7H 9S 9C 9D", "--deal", "1")
    assert (status, out) == (0, "There is one way to lay two sets.\n  set(7S 7H 7D) set(9S 9D 9C)\n")


def test_what_helps_is_printed(run):
    assert run("fill", "7D 7S 9S 9C *", "--deal", "1") == (
        0,
        "One card is missing for two sets.\nEach of these helps: 7H, 9H, 9D, 7C, *\n",
        "",
    )


def test_last_deal_takes_the_whole_hand(run):
    assert run("fill", THIRTEEN, "--deal", "7")[1].startswith("There is one way to lay three sequences.")
    assert run("fill", f"{THIRTEEN} KC", "--deal", "7")[1] == (
        "One card has to come or to go for three sequences.\nThis card could go: KC\n"
    )
    assert run("fill", f"{THIRTEEN} KC", "--deal", "7", "--set", "last_deal=discard")[1].startswith("There is one way")


def test_fill_as_json(run):
    status, out, err = run("fill", HAND, "--deal", "1", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "met": True,
        "ways": [["set(7S 7H 7D)", "set(9S *=9H 9C)"], ["set(7S 7H 7D)", "set(9S *=9D 9C)"]],
        "ways_total": 2,
        "missing": 0,
        "helpful": {},
    }
    found = json.loads(run("fill", "7D 7S 9S 9C *", "--deal", "1", "--json")[1])
    assert found == {
        "met": False,
        "ways": [],
        "ways_total": 0,
        "missing": 1,
        "helpful": dict.fromkeys(["7H", "9H", "9D", "7C", "*"], 0),
    }


@pytest.mark.parametrize("limit", [0, 1, 3, 100])
def test_limit_counts_all_and_prints_some(run, limit):
    held = "5S 5H 5D 6C 7C 8C KD *"
    status, out, _ = run("fill", held, "--deal", "2", "--limit", str(limit), "--json")
    found = json.loads(out)
    total = len(list(arrange.ways(hand(held), STANDARD.contract(2), STANDARD)))
    assert (status, found["ways_total"], len(found["ways"])) == (0, total, min(limit, total))
    out = run("fill", held, "--deal", "2", "--limit", str(limit))[1]
    assert out.endswith(f"These are the first {limit}; --limit prints more.\n") is (limit < total)


def test_ways_are_not_kept(run, monkeypatch):
    """However many ways there are, only those to print are held in memory."""
    way = next(arrange.ways(hand(HAND), STANDARD.contract(1), STANDARD))
    given = itertools.repeat(way, 300_000)
    monkeypatch.setattr(shell, "ways", lambda *_: given)
    found = json.loads(run("fill", HAND, "--deal", "1", "--limit", "2", "--json")[1])
    assert (len(found["ways"]), found["ways_total"]) == (2, 300_000)
    assert next(given, None) is None


@pytest.mark.parametrize("name", list(PRESETS))
def test_the_judge_accepts_what_is_printed(run, name):
    table = PRESETS[name]
    held = "5S 5H 5D 5C 6C 7C 8C 9C TC KD *"
    for deal in range(1, len(table.deals) + 1):
        found = json.loads(run("fill", held, "--deal", str(deal), "--variant", name, "--json")[1])
        assert found["met"] is (found["missing"] == 0) is bool(found["ways"])
        for way in found["ways"]:
            laid = claims(" ".join(way), table)
            assert judge(laid, table, contract=table.contract(deal), hand=hand(held, table)).lawful


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["XH", "--deal", "1"], "hand: 'XH' is not a card; a card is a rank and a suit such as 5H or TD, a joker is *"),
        (["5H", "--deal", "9"], "--deal: deal 9: this variant has deals 1 to 7"),
        (
            ["5H", "--deal", "1", "--set", "set_min=5"],
            "--set: set_min=5 and set_max=4 exclude each other: a set needs no more cards than it may have",
        ),
        (["5H", "--deal", "x"], "contract-rummy fill: argument --deal: a whole number such as 3 was expected, not 'x'"),
        (
            ["5H", "--deal", "1", "--limit", "-3"],
            "contract-rummy fill: argument --limit: a whole number such as 3 was expected, not '-3'",
        ),
        (["5H"], "contract-rummy fill: the following arguments are required: --deal"),
        (["5H 5H 5H", "--deal", "1"], "hand: 3 times 5H: the largest pack of this variant holds 2"),
    ],
)
def test_bad_input_is_told_in_one_line(run, arguments, said):
    assert run("fill", *arguments) == (2, "", f"{said}\n")


@pytest.mark.parametrize(
    ("held", "left", "points"),
    [
        ("6D 7D 7C 7H 8D 8C 9C TH", ["7H", "TH"], 17),
        ("4H 5H 6H 7H QH QC QD KH KD KC", [], 0),
        ("5S 5H * KD", ["KD"], 10),
        ("KD", ["KD"], 10),
    ],
)
def test_arrange_leaves_the_fewest_points(capsys, held, left, points):
    assert shell.main(["arrange", held, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["melds", "left", "points"]
    assert (found["left"], found["points"]) == (left, points)


def test_arrange_in_words(capsys):
    assert shell.main(["arrange", "5S 5H 5D KD"]) == 0
    assert capsys.readouterr().out.splitlines() == ["set(5S 5H 5D)", "Left in the hand: KD; 10 points."]
    assert shell.main(["arrange", "XH"]) == 2
    assert "XH" in capsys.readouterr().err
