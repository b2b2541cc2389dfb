"""Every rule has its page, and what stands there is what the referee says."""

import json
import re
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import unquote

import pytest
from contract_rummy_widgets import Rulebook
from contract_rummy_widgets.course import LESSONS
from contract_rummy_widgets.position import read_position
from contract_rummy_widgets.rulebook import findable, in_words, others, page, tables, telling

from contract_rummy import PRESETS, RULES, explain, judge
from contract_rummy.explain import Speaker
from contract_rummy.show import RULEBOOK, judged, rule_address, rule_body
from contract_rummy.sources import CLAUSES, OPEN
from contract_rummy.variants import FIELDS, STANDARD, read_field
from contract_rummy.verdict import State

SPEAK = Speaker()
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
UNBREAKABLE = {
    "setup.players", "setup.pack", "deal.first", "deal.pass", "deal.order", "deal.upcard", "meld.owner", "table.fixed",
    "score.cards", "score.hand", "score.winner",
}  # fmt: skip
"""No play can break these: a header without them is refused, or the dealing and the table keep them."""

rules = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
at_every_table = pytest.mark.parametrize(
    ("rule", "table"),
    list(product(RULES.values(), PRESETS.values())),
    ids=lambda value: getattr(value, "id", None) or value.name,
)


def words(html):
    return unescape(re.sub(r"<[^>]*>", " ", html))


def cells(row):
    return [words(cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]


# --- what a rule holds --------------------------------------------------------------------------------------------


@rules
def test_rule_is_whole(rule):
    assert rule.name
    assert SPEAK.law(rule, STANDARD).endswith(".")
    assert rule.clauses or rule.open, "a rule cites the source, or what the source leaves open"
    assert set(rule.clauses) <= set(CLAUSES)
    assert set(rule.options) <= set(FIELDS)
    assert set(rule.rests_on) <= set(RULES)
    assert not rule.open or rule.open in OPEN


@rules
def test_examples_keep_and_break(rule):
    assert rule.kept
    assert bool(rule.broken) is (rule.id not in UNBREAKABLE)
    if rule.kept.melds or (rule.kept.position and rule.id not in UNBREAKABLE):
        kept = judged(rule.kept)
        assert kept.lawful
        assert rule.id in kept.holds
    if rule.broken:
        broken = judged(rule.broken)
        assert rule.id in broken.broken
        assert next(line.sentence for line in explain(broken).lines if line.rule is rule and line.state is State.BROKEN)


@rules
def test_examples_differ(rule):
    shown = [(example.melds, example.position, example.hand, example.fields) for example in rule.examples]
    assert len(set(shown)) == len(shown)
    assert all(example.called for example in rule.also)


@rules
def test_other_laws_are_of_its_options(rule):
    assert {condition.partition("=")[0] for condition in rule.otherwise} <= set(rule.options)


@pytest.mark.parametrize("asked", OPEN)
def test_open_question_has_its_rule(asked):
    of = [rule for rule in RULES.values() if rule.open == asked]
    assert of
    for other in OPEN[asked].others:
        if other.setting:
            field, _, value = other.setting.partition("=")
            assert any(field in rule.options for rule in of)
            assert STANDARD.but(**{field: read_field(field, value)}) != STANDARD


# --- lessons ------------------------------------------------------------------------------------------------------


def test_lessons_bring_in_each_rule_once():
    taught = [id for lesson in LESSONS for id in lesson.rules]
    assert set(taught) <= set(RULES)
    assert len(set(taught)) == len(taught)


@rules
def test_page_leads_to_its_lesson(rule):
    for lesson in LESSONS:
        assert (f'href="{lesson.notebook}"' in page(rule, STANDARD, SPEAK)["html"]) is (rule.id in lesson.rules)


# --- pages --------------------------------------------------------------------------------------------------------


@at_every_table
def test_page_says_all(rule, table):
    html = page(rule, table, SPEAK)["html"]
    said = words(html)
    assert SPEAK.law(rule, table) in said
    assert rule.id in said
    assert all(SPEAK.say(CLAUSES[id]) in said for id in rule.clauses)
    assert all(f"{name}={FIELDS[name].write(getattr(table, name))}" in said for name in rule.options)
    assert not rule.open or SPEAK.say(OPEN[rule.open].asks) in said
    assert set(re.findall(rf"{RULEBOOK}\?rule=([\w.-]+)", html)) <= set(RULES)
    assert "{" not in said
    assert "<h1" not in html


@at_every_table
def test_table_agrees_with_the_referee(rule, table):
    """Every preset stands in a row or plays as this table does, and each row says what the referee says."""
    rows = tables(rule, table, SPEAK)
    assert rows[0][2] == table
    html = others(rule, table, SPEAK)
    drawn = [cells(row) for row in re.findall(r"<tr>(.*?)</tr>", html)[1:]]
    values = [tuple(getattr(variant, name) for name in rule.options) for _, _, variant in rows]
    for n, (_, _, variant) in enumerate(rows):
        assert variant in PRESETS.values() or values[n] not in values[:n], "an answer that a row above gives already"
    for preset in PRESETS.values():
        same = tuple(getattr(preset, name) for name in rule.options) == values[0]
        assert same or any(variant == preset for _, _, variant in rows)
        if rule.options and same and preset != table:
            assert preset.name.capitalize() in words(html)
    if len(rows) == 1:
        return
    example = telling(rule, [variant for _, _, variant in rows])
    if example is None:
        assert rule.id in UNBREAKABLE
        return
    for (name, _, variant), (head, law, ruled) in zip(rows, drawn, strict=True):
        verdict = judged(example, variant)
        assert head.startswith(name)
        assert law == SPEAK.law(rule, variant)
        assert ruled.startswith("allowed" if verdict.lawful else "refused")


@pytest.mark.parametrize(
    ("rule", "table", "allowed"),
    [("set.suits", "pagat", True), ("sequence.size", "classic", False), ("contract.pattern", "liverpool", False),
     ("contract.suits", "pagat", True), ("meld.more", "liverpool", False)],
)  # fmt: skip
def test_some_tables_known_from_their_sources(rule, table, allowed):
    rows = tables(RULES[rule], STANDARD, SPEAK)
    example = telling(RULES[rule], [variant for _, _, variant in rows])
    assert judged(example, PRESETS[table]).lawful is allowed
    assert judged(example, STANDARD).lawful is not allowed


def test_carioca_goes_round_the_corner():
    html = others(RULES["sequence.ace"], STANDARD, SPEAK)
    rows = {row[0].split()[0]: row[2] for row in map(cells, re.findall(r"<tr>(.*?)</tr>", html)[1:])}
    assert rows["Standard"] == "refused"
    assert rows["Carioca"] == "allowed"


@at_every_table
def test_examples_are_judged_at_the_table(rule, table):
    html = page(rule, table, SPEAK)["html"]
    for figure in re.findall(r'<figure class="cr-example">.*?</figure>', html):
        caption = words(re.search(r"<figcaption>(.*?)</figcaption>", figure)[1]).strip()
        if caption.startswith(("Kept", "Allowed", "Counted")):
            assert "at fault" not in figure
            assert "missing" not in figure
        else:
            assert caption.startswith(("Broken", "Another rule"))
            assert re.search(r'<p class="cr-soft">[A-Z].*[.?].*</p></figure>', figure), "it is said why"


@at_every_table
def test_lab_lays_the_same_example(rule, table):
    html = page(rule, table, SPEAK)["html"]
    links = re.findall(r'href="11_lab\.ipynb\?lab=([^"]*)"', html)
    example = telling(rule, [variant for _, _, variant in tables(rule, table, SPEAK)])
    alone = example is not None and not example.position  # the lab has no turns; there every card comes from the hand
    assert len(links) == (alone and rule.id != "play.in-hand")
    for link in links:
        there = read_position(unquote(link))
        hand = there.hand if example.hand else None
        verdict = judge(there.claims, there.variant, contract=there.contract, hand=hand, down=there.down)
        assert there.variant == table
        if there.contract is None or there.contract in STANDARD.deals:
            assert verdict.broken == judged(example, table).broken


# --- finding ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "rule"),
    [("ace", "sequence.ace"), ("corner", "sequence.ace"), ("carioca", "sequence.ace"), ("s18", "contract.suits"),
     ("set.rank", "set.rank"), ("whole-hand", "contract.whole-hand"), ("hand", "contract.whole-hand"),
     ("jokers_per_meld", "joker.limit"), ("touch", "contract.suits"), ("joker's", "joker.declared"),
     ("wrap", "sequence.ace"), ("apart", "contract.suits"), ("next-turn", "lay-off.turn"), ("tiebreak", "score.winner")],
)  # fmt: skip
def test_rule_is_found_by(query, rule):
    assert f" {query} " in findable(RULES[rule], SPEAK)


def test_every_number_of_hits_has_its_sentence():
    book = Rulebook()
    assert len(book.found) == len(RULES) + 1
    assert book.found[0].startswith("Nothing found. Try ")
    assert book.found[1:3] == ["One rule found.", "Two rules found."]


# --- the widget ---------------------------------------------------------------------------------------------------


def test_list_holds_every_rule_in_order():
    listed = [entry for group in Rulebook().groups for entry in group["rules"]]
    assert [entry["id"] for entry in listed] == list(RULES)
    assert all(entry["href"] == rule_address(RULES[entry["id"]]) for entry in listed)


def test_table_changes_text_and_list():
    book = Rulebook("set.suits", "pagat")
    assert "At this table suits may repeat in a set." in book.page["html"]
    assert any(
        entry["law"] == "A sequence has at least four cards." for group in book.groups for entry in group["rules"]
    )
    book.table = "standard"
    assert "All cards of a set differ in suit" in book.page["html"]


def test_unknown_rule_and_table_are_told():
    book = Rulebook("set.<b>", "atlantis")
    assert book.page == {}
    assert (
        book.note
        == "There is no rule set.<b> in this book; here are all that it has. There is no table atlantis here; this is standard."
    )
    book.rule, book.table = "set.rank", "classic"
    assert book.note == ""
    assert book.page["id"] == "set.rank"


@rules
def test_rule_in_a_verdict_leads_to_its_page(rule):
    html = rule_body(rule, STANDARD, SPEAK)
    assert f'<a class="cr-id" href="12_rulebook.ipynb?rule={rule.id}">{rule.id}</a>' in html
    assert "Read it in the rulebook" in html


def test_stored_page_lists_every_rule_in_words():
    notebook = json.loads((NOTEBOOKS / RULEBOOK).read_text(encoding="utf-8"))
    (output,) = [output for cell in notebook["cells"] for output in cell.get("outputs", ())]
    html = "".join(output["data"]["text/html"])
    assert html == in_words(SPEAK)
    assert len(html.encode()) <= 60_000
    assert all(f"<code>{id}</code>" in html and SPEAK.law(rule, STANDARD) in words(html) for id, rule in RULES.items())
