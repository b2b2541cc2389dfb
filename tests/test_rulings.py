"""The rulings on melds: what lies on the table, and exactly which rules it breaks."""

from collections import Counter
from pathlib import Path

import pytest

from contract_rummy import card, claims, contract, hand, judge, variant
from contract_rummy.verdict import RULES

TABLE = Path(__file__).parent / "rulings" / "melds.txt"
ROWS = [
    pytest.param(*[column.strip() for column in line.split("|")], id=f"{number}")
    for number, line in enumerate(TABLE.read_text("utf-8").splitlines(), start=1)
    if line and not line.startswith("#")
]


def judged(table, deal, when, held, melds):
    """The verdict on a row of the table."""
    table = variant(table)
    return judge(
        claims(melds, table),
        table,
        contract=None if deal == "-" else contract(deal, table),
        hand=None if held == "-" else hand(held, table),
        down={"first": False, "down": True}[when],
    )


@pytest.mark.parametrize("row", [row.values for row in ROWS], ids=[row.id for row in ROWS])
def test_ruling(row):
    verdict, ids = judged(*row[1:6]), row[6].strip("[]").split()
    dots = "..." in ids
    ids = {id for id in ids if id != "..."}
    assert ids <= set(RULES)
    assert ids <= set(verdict.broken) if dots else ids == set(verdict.broken)
    assert verdict.lawful == (not ids)
    for column in filter(None, row[7:]):
        kind, _, said = column.partition(":")
        if kind == "moot":
            assert sorted(said.split()) == sorted(verdict.moot)
        else:
            assert kind == "fault"
            faults = verdict.at_fault[verdict.broken[0]]
            assert Counter(faults) == Counter(card(code) for code in said.split())


def test_every_rule_of_melds_is_ruled_on():
    """Each rule of a meld and of a contract stands broken in some row."""
    said = [set(row.values[6].strip("[]").split()) for row in ROWS]
    for id, rule in RULES.items():
        if rule.law.__module__.endswith((".melds", ".contract")):
            assert any(id in broken for broken in said), id
    assert sum(not broken for broken in said) > 60
    assert len(ROWS) > 150
