"""The course: every lesson brings in the rules of its row, and nothing in it belongs to a later one."""

import ast
import json
import re
from pathlib import Path

import pytest
from contract_rummy_widgets.course import LESSONS

from contract_rummy.cards import JOKER, Joker
from contract_rummy.deal import Discard, Draw, LayDown, LayOff, Renew, Swap, Take
from contract_rummy.reading import read
from contract_rummy.script import all_steps
from contract_rummy.variants import Kind
from contract_rummy.verdict import RULES

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
ROW = {id: lesson.deal for lesson in LESSONS for id in lesson.rules}

lessons = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.notebook)


def sources(lesson, kind):
    """The cells of a kind in a lesson's notebook."""
    notebook = json.loads((NOTEBOOKS / lesson.notebook).read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def calls(lesson, name=""):
    """What a lesson calls in its code, or of it what has this name."""
    nodes = [node for cell in sources(lesson, "code") for node in ast.walk(ast.parse(cell))]
    named = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return [node for node in named if node.func.id == (name or node.func.id)]


def row_of(step):
    """The row of the course that a play belongs to, by what it does."""
    act, deal = step.play.act, step.before
    if step.play.tried and "swap.sequence" in step.play.cites:
        return 4  # the joker of a set is dead long before one takes a joker back
    row = {Draw: 1, Take: 1, LayDown: 1, Discard: 1, LayOff: 4, Swap: 6, Renew: 5}[type(act)]
    if isinstance(act, Take) and act.card != deal.discards[-1]:
        row = 5
    if isinstance(act, LayDown):
        row = max(row, *(2 if claim.kind is Kind.SEQUENCE else 1 for claim in act.claims))
        further = deal.turn.went_down or deal.turn.player in deal.down or len(act.claims) > len(deal.contract.asks)
        row = max(row, 4) if further else row
        if any(isinstance(card, Joker) for claim in act.claims for card in claim.cards):
            row = max(row, 3)
    goes_out = not step.play.tried and step.after.over
    return max(row, 4) if goes_out else row


def test_rows_are_the_contracts():
    assert [lesson.deal for lesson in LESSONS] == [1, 2, 3, 4, 5, 6, 7]
    assert set(RULES) - set(ROW) == {id for id in RULES if id.split(".")[0] in ("setup", "deal")} - {"deal.over"}


@lessons
def test_lesson_brings_in_the_rules_of_its_row(lesson):
    assert tuple(name.value for call in calls(lesson, "Why") for name in call.args) == lesson.rules


@lessons
def test_lesson_names_no_rule_of_a_later_row(lesson):
    text = "\n".join(sources(lesson, "markdown") + sources(lesson, "code"))
    named = [id for id in RULES if re.search(rf"\b{re.escape(id)}\b", text)]
    assert all(ROW[id] <= lesson.deal for id in named), named


@lessons
def test_lesson_deals_and_looks_at_its_own_contract(lesson):
    numbers = [call.args[0].value for name in ("Look", "Next") for call in calls(lesson, name)]
    numbers += [word.value.value for call in calls(lesson) for word in call.keywords if word.arg == "deal"]
    assert len(numbers) >= 3
    assert set(numbers) == {lesson.deal}
    given = [arg.value for call in calls(lesson) if call.func.id != "Why" for arg in call.args]
    jokers = any("*" in str(hand) for hand in given) or any(w.arg == "jokers" for call in calls(lesson) for w in call.keywords)  # fmt: skip
    assert not jokers or lesson.deal >= 3


@pytest.mark.parametrize("path", sorted((NOTEBOOKS / "deals").glob("[0-9]_*.deal")), ids=lambda path: path.stem)
def test_turn_belongs_to_its_row(path):
    """Neither what is done in it nor a rule that it cites is of a later row."""
    row = int(path.stem[0])
    (script,) = read(path.read_text("utf-8"))
    assert script.start.number == row
    for step in all_steps(script):
        told = f"{path.name}:{step.play.line}"
        assert row_of(step) <= row, told
        assert all(ROW[id] <= row for id in step.play.cites or ()), told
    if row < 3:
        assert all(JOKER not in seat.cards for seat in script.start.seats)
        assert all(JOKER not in meld.cards for meld in script.start.melds)
