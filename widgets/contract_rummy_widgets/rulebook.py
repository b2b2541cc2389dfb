"""The rulebook: every rule with its page, and a search that finds it.

The list comes as plain strings, so that the front end (`static/rulebook.js`) filters it at once; a page is made here when
`rule` or `table` asks for it. Which rule is open stands in the address, and the front end alone reads and writes that.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import anywidget
import traitlets as t

from contract_rummy.explain import Speaker
from contract_rummy.show import RULEBOOK, changes, examples, judged, mark, rule_address, rule_link
from contract_rummy.sources import CLAUSES, OPEN
from contract_rummy.table import Hand
from contract_rummy.variants import FIELDS, PRESETS, STANDARD, Variant, read_field
from contract_rummy.verdict import N_, NN_, RULES, Example, Rule, State

from .board import shown
from .course import LAB, LESSONS
from .position import Position

STATIC = Path(__file__).parent / "static"

TOPICS = {
    "set": N_("Sets"),
    "sequence": N_("Sequences"),
    "joker": N_("Jokers"),
    "contract": N_("The contract"),
    "meld": N_("Melds on the table"),
    "table": N_("Melds on the table"),
    "lay-off": N_("Laying off"),
    "swap": N_("Taking a joker back"),
    "setup": N_("Before the game"),
    "deal": N_("The deal"),
    "turn": N_("The turn"),
    "play": N_("Cards in the hand"),
    "pile": N_("The discard pile"),
    "stock": N_("The stock"),
    "discard": N_("The discard"),
    "score": N_("The score"),
    "buy": N_("Buying"),
}
"""What the rules are about, by the first part of their ids."""

WORDS = {
    "search": N_("Find a rule"),
    "example": N_("ace, joker, round the corner"),
    "table": N_("Table"),
    "all": N_("All rules"),
    "back": N_("Back to where you were"),
}
PATTERNS = {"js_fault": N_("Something went wrong on this page: {error}")}
"""What the front end says; in the patterns it puts the names itself."""

SIGNS = {True: (State.HOLDS, N_("allowed")), False: (State.BROKEN, N_("refused"))}


class Rulebook(anywidget.AnyWidget):
    """Every rule with its page: its text, its examples, its source, and what others play.

    >>> book = Rulebook("sequence.ace")
    >>> book.page["name"]
    'The ace'
    >>> book.rule = "sequence.corner"
    >>> book.note
    'There is no rule sequence.corner in this book; here are all that it has.'
    """

    _esm = STATIC / "rulebook.js"
    _css = STATIC / "look.css"

    home = t.Unicode(RULEBOOK).tag(sync=True)
    groups: t.List[Any] = t.List().tag(sync=True)
    page = t.Dict().tag(sync=True)
    tables: t.List[Any] = t.List().tag(sync=True)
    found: t.List[Any] = t.List().tag(sync=True)
    words = t.Dict().tag(sync=True)
    note = t.Unicode().tag(sync=True)
    fault = t.Unicode().tag(sync=True)
    rule = t.Unicode().tag(sync=True)
    table = t.Unicode(STANDARD.name).tag(sync=True)

    def __init__(self, rule: str = "", table: str = STANDARD.name) -> None:
        self.speak = Speaker()
        say = self.speak
        patterns = {key: say.translations.gettext(text) for key, text in PATTERNS.items()}
        super().__init__(
            words={"lang": say.lang} | {key: say.phrase(text) for key, text in WORDS.items()} | patterns,
            tables=[[name, _named(preset, say)] for name, preset in PRESETS.items()],
            found=[self._found(n) for n in range(len(RULES) + 1)],
            rule=rule,
            table=table,
        )
        self._turn_to()

    def _found(self, n: int) -> str:
        if n:
            return self.speak.say(NN_("One rule found.", "{n:word} rules found."), n=n)
        return self.speak.say(
            N_("Nothing found. Try fewer words, or others: ace, joker, suit, discard, an id such as {id}, a clause such as S29."),
            id="set.rank",
        )  # fmt: skip

    @t.observe("rule", "table")
    @shown
    def _turn_to(self, _: object = None) -> None:
        """Open the page that is asked for; where there is none, say so and keep to the list."""
        rule, table = RULES.get(self.rule), PRESETS.get(self.table, STANDARD)
        notes = []
        if self.rule and not rule:
            text = N_("There is no rule {id} in this book; here are all that it has.")
            notes.append(self.speak.say(text, id=self.rule))
        if self.table not in PRESETS:
            notes.append(
                self.speak.say(N_("There is no table {name} here; this is {table}."), name=self.table, table=table.name)
            )
        with self.hold_sync():
            self.note = " ".join(notes)
            self.groups = groups(table, self.speak)
            self.page = page(rule, table, self.speak) if rule else {}

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        plain = "\n".join(f"{id}: {self.speak.law(rule, STANDARD)}" for id, rule in RULES.items())
        return (data or {}) | {"text/plain": plain, "text/html": in_words(self.speak)}, metadata


# --- the list -----------------------------------------------------------------------------------------------------


def topic(rule: Rule, speak: Speaker) -> str:
    """What a rule is about."""
    return speak.say(TOPICS[rule.id.split(".")[0]])


def groups(table: Variant, speak: Speaker) -> list[dict[str, Any]]:
    """The rules by topic in the order of the law: each with its name, its text at a table, and the words that find it."""
    by_topic: dict[str, list[dict[str, str]]] = {}
    for rule in RULES.values():
        entry = {
            "id": rule.id,
            "name": speak.say(rule.name),
            "law": speak.law(rule, table),
            "href": rule_address(rule),
            "find": findable(rule, speak),
        }
        by_topic.setdefault(topic(rule, speak), []).append(entry)
    return [{"name": name, "rules": rules} for name, rules in by_topic.items()]


@lru_cache(maxsize=512)
def findable(rule: Rule, speak: Speaker) -> str:
    """The words by which a rule is found, in small letters, a space before and after each.

    >>> " s29 " in findable(RULES["set.rank"], Speaker())
    True
    """
    texts = [rule.id, topic(rule, speak), speak.say(rule.name), *rule.options, *rule.clauses]
    for name in rule.options:
        texts += [*FIELDS[name].values, *(FIELDS[name].write(getattr(preset, name)) for preset in PRESETS.values())]
    texts += [speak.law(rule, preset) for preset in PRESETS.values()]
    texts += [speak.law(rule, table) for _, _, table in _settings(rule, STANDARD)]
    texts += [speak.say(CLAUSES[id]) for id in rule.clauses]
    texts += [speak.say(lesson.name) for lesson in LESSONS if rule.id in lesson.rules]
    if rule.open:
        asked = OPEN[rule.open]
        texts += [rule.open, speak.say(asked.asks), speak.say(asked.taken)]
        texts += [text for other in asked.others for text in (speak.say(other.says), speak.say(other.who))]
    plain = unicodedata.normalize("NFKD", " ".join(texts).lower()).replace("’", "'")
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    whole = re.findall(r"[\w.'-]*\w", plain)
    parts = [part for word in whole for split in (r"\.", r"[_.'-]") for part in re.split(split, word)]
    return f" {' '.join(dict.fromkeys(whole + parts))} "


# --- a page -------------------------------------------------------------------------------------------------------


def page(rule: Rule, table: Variant, speak: Speaker) -> dict[str, str]:
    """The page of a rule at a table, as HTML."""
    name = speak.say(rule.name)
    shown, played = speak.say(N_("Examples")), speak.say(N_("What others play"))
    drawn = examples(rule, table, speak)
    pairs = f'<section><h3 class="cr-sr">{escape(shown)}</h3><div class="cr-pair cr-pair--wide">{drawn}</div></section>'
    html = (
        f'<div class="cr-entry"><article class="cr-main" aria-label="{escape(name)}">'
        f'<header><p class="cr-kicker">{escape(topic(rule, speak))}</p><h2 class="cr-entry__name" tabindex="-1">{escape(name)}</h2></header>'
        f'<p class="cr-law">{escape(speak.law(rule, table))}</p>'
        f"{pairs if drawn else ''}"
        f'<section><h3 class="cr-entry__part">{escape(played)}</h3>{others(rule, table, speak)}</section>'
        f"</article>{margin(rule, table, speak)}</div>{turn_over(rule, speak)}"
    )
    return {"id": rule.id, "name": name, "html": html}


def tables(rule: Rule, table: Variant, speak: Speaker) -> list[tuple[str, str, Variant]]:
    """The tables to set beside each other: this one, the presets that play otherwise, and other answers that a field gives.

    Each with its name and its source; an answer that one of them plays already is left out.
    """
    rows = [(_name(table), table.source(_differs(rule, table)), table)]
    for preset in PRESETS.values():
        if rule.options and _values(rule, preset) != _values(rule, table):
            rows.append((_name(preset), preset.source(_differs(rule, preset, table)), preset))
    played = {_values(rule, variant) for _, _, variant in rows}
    for who, setting, changed in _settings(rule, table):
        if _values(rule, changed) not in played:
            rows.append((speak.say(who or N_("Also possible")), setting, changed))
    return rows


def telling(rule: Rule, rows: list[Variant]) -> Example | None:
    """The example that these tables judge differently, or refuse by different rules; else the one that breaks the rule, or keeps it."""
    plain = [
        example
        for example in (rule.broken, rule.kept, *rule.also)
        if example and (example.melds or example.position) and not set(changes(example)) & set(rule.options)
    ]
    for differs in (_lawful, partial(_kept, rule)):
        for example in plain:
            if len({differs(example, table) for table in rows}) > 1:
                return example
    return next(iter(plain), None)


def others(rule: Rule, table: Variant, speak: Speaker) -> str:
    """What other tables play, what the referee says there of one example, and the way to try it."""
    rows = tables(rule, table, speak)
    example = telling(rule, [variant for _, _, variant in rows])
    same = _the_same(rule, table, speak)
    said = _compared(rule, example, rows, speak) if len(rows) > 1 else ""
    look = "cr-soft" if said else "cr-prose"
    said += f'<p class="{look}">{escape(same)}</p>' if same else ""
    return said + _unmodelled(table, speak) + _to_the_lab(example, table, speak)


def _compared(rule: Rule, example: Example | None, rows: list[tuple[str, str, Variant]], speak: Speaker) -> str:
    """Tables beside each other: what each plays, and what it makes of an example."""
    heads = [speak.say(N_("Table")), speak.say(N_("What it plays"))]
    if example:
        heads.append(speak.say(example.called or N_("the broken example")))
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}{_source(source)}</th><td>{escape(speak.law(rule, variant))}</td>'
        f"{_ruled(rule, example, variant, speak) if example else ''}</tr>"
        for name, source, variant in rows
    )
    return f'<table class="cr-others"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _to_the_lab(example: Example | None, table: Variant, speak: Speaker) -> str:
    """A link that lays an example out in the lab, where there are no turns and all cards come from the hand."""
    if example is None or example.position:
        return ""
    try:
        verdict = judged(example, table)
    except ValueError:
        return ""
    if "play.in-hand" in verdict.broken:
        return ""
    laying = verdict.laying
    hand = laying.hand or Hand(tuple(card.in_hand for card in laying.cards))
    kind = None if laying.contract else laying.claims[0].kind
    there = Position(hand, laying.claims, table, laying.contract, kind, laying.down)
    label = speak.say(N_("Try it in the lab"))
    return (
        f'<div class="cr-actions"><a class="cr-button" href="{LAB}?lab={quote(there.text)}">{escape(label)}</a></div>'
    )


def _ruled(rule: Rule, example: Example, table: Variant, speak: Speaker) -> str:
    """What the referee says of an example at a table; refused by another rule, that one is named."""
    try:
        verdict = judged(example, table)
    except ValueError:
        undealt = speak.phrase(N_("no pack of this table deals it"))
        return f"<td>{escape(undealt)}</td>"
    state, word = SIGNS[verdict.lawful]
    by = ""
    if not verdict.lawful and rule.id not in verdict.broken:
        by = f": {rule_link(RULES[verdict.broken[0]], speak)}"
    return f'<td><span class="cr-others__ruled">{mark(state)} {escape(speak.phrase(word))}</span>{by}</td>'


def _the_same(rule: Rule, table: Variant, speak: Speaker) -> str:
    """Which of the other presets play as this one does."""
    if not rule.options:
        return speak.say(N_("All tables in this book play it so."))
    alike = [
        preset for preset in PRESETS.values() if preset is not table and _values(rule, preset) == _values(rule, table)
    ]
    names = []
    for preset in alike:
        source = preset.source(_differs(rule, preset))
        pattern = N_("{name}") if source == preset.source() else N_("{name} ({source})")
        names.append(speak.phrase(pattern, name=_name(preset), source=source))
    if not names:
        return ""
    return speak.say(
        NN_("{tables} plays this rule as {table} does.", "{tables} play this rule as {table} does."),
        n=len(names),
        tables=speak.all_of(names),
        table=_name(table),
    )


def _unmodelled(table: Variant, speak: Speaker) -> str:
    if not table.note:
        return ""
    said = speak.say(N_("{table}: {note}"), table=_name(table), note=speak.phrase(table.note))
    return f'<p class="cr-soft">{escape(said)}</p>'


def _source(source: str) -> str:
    return f'<span class="cr-others__source">{escape(source)}</span>' if source else ""


def margin(rule: Rule, table: Variant, speak: Speaker) -> str:
    """What stands beside the page: id, source, options, what is open, the rules near it and the lesson."""
    beside = [
        other
        for other in RULES.values()
        if other is not rule and topic(other, speak) == topic(rule, speak) and other.id not in rule.rests_on
    ]
    lessons = [
        f'<a href="{lesson.notebook}">{escape(speak.say(lesson.name))}</a>'
        for lesson in LESSONS
        if rule.id in lesson.rules and lesson.notebook
    ]
    entries = [
        (N_("Id"), [f'<span class="cr-id">{escape(rule.id)}</span>']),
        (N_("Source"), [f'<span class="cr-id">{id}</span> {escape(speak.say(CLAUSES[id]))}' for id in rule.clauses]),
        (N_("Option"), [f'<span class="cr-id">{name}={escape(FIELDS[name].write(getattr(table, name)))}</span> {escape(FIELDS[name].expected)}' for name in rule.options]),
        (N_("What the source leaves open"), _left_open(rule, speak)),
        (N_("Rests on"), [rule_link(RULES[id], speak) for id in rule.rests_on]),
        (N_("Stands beside"), [rule_link(other, speak) for other in beside]),
        (N_("Comes up in"), lessons),
    ]  # fmt: skip
    listed = "".join(
        f"<dt>{escape(speak.say(term))}</dt>" + "".join(f"<dd>{said}</dd>" for said in entry)
        for term, entry in entries
        if entry
    )
    label = speak.say(N_("About this rule"))
    return f'<aside class="cr-margin" aria-label="{escape(label)}"><dl>{listed}</dl></aside>'


def _left_open(rule: Rule, speak: Speaker) -> list[str]:
    """The question that the source leaves open, the answer taken here, and other answers."""
    if not rule.open:
        return []
    asked = OPEN[rule.open]
    said = [speak.say(asked.asks), speak.say(N_("Taken here: {taken}"), taken=speak.say(asked.taken))]
    for other in asked.others:
        pattern = N_("{who}: {says}") if other.who else N_("Or: {says}")
        said.append(speak.say(pattern, who=speak.phrase(other.who), says=speak.say(other.says)))
    return [escape(text) for text in said]


def turn_over(rule: Rule, speak: Speaker) -> str:
    """The way to the rule before and to the next one, in the order of the law."""
    order = list(RULES.values())
    n = order.index(rule)
    ways = [
        (N_("Before: {name}"), order[n - 1] if n else None),
        (N_("Next: {name}"), order[n + 1] if n + 1 < len(order) else None),
    ]
    links = "".join(
        f'<a class="cr-button" href="{rule_address(other)}">{escape(speak.say(text, name=_lower(speak.say(other.name))))}</a>'
        for text, other in ways
        if other
    )
    label = speak.say(N_("Other rules"))
    return f'<nav class="cr-foot" aria-label="{escape(label)}"><div class="cr-bar">{links}</div></nav>'


# --- without a kernel ---------------------------------------------------------------------------------------------


def in_words(speak: Speaker) -> str:
    """The whole book in words, for those who read it where no Python runs."""
    parts = []
    for group in groups(STANDARD, speak):
        parts.append(f"<h2>{escape(group['name'])}</h2>")
        for entry in group["rules"]:
            rule = RULES[entry["id"]]
            clauses = "".join(f"<li>{id}: {escape(speak.say(CLAUSES[id]))}</li>" for id in rule.clauses)
            left_open = "".join(f"<li>{said}</li>" for said in _left_open(rule, speak))
            parts.append(
                f"<h3>{escape(entry['name'])} (<code>{escape(rule.id)}</code>)</h3><p>{escape(entry['law'])}</p><ul>{clauses}{left_open}</ul>"
            )
    return f'<div class="cr cr-widget"><div class="cr-md">{"".join(parts)}</div></div>'


# --- small things -------------------------------------------------------------------------------------------------


def _values(rule: Rule, table: Variant) -> tuple[Any, ...]:
    """What a table has in the fields that change a rule."""
    return tuple(getattr(table, name) for name in rule.options)


def _differs(rule: Rule, table: Variant, other: Variant = STANDARD) -> str:
    """The field of a rule by which to cite the source of a table: one that differs from another table, else the first."""
    names = [name for name in rule.options if getattr(table, name) != getattr(other, name)]
    return (names or [*rule.options, ""])[0]


def _settings(rule: Rule, table: Variant) -> list[tuple[str, str, Variant]]:
    """The other answers that a field of this rule gives: who plays so, the field with its value, and this table playing so."""
    found = []
    for other in OPEN[rule.open].others if rule.open else ():
        name, _, value = other.setting.partition("=")
        if name in rule.options:
            found.append((other.who, other.setting, table.but(**{name: read_field(name, value)})))
    return found


def _lawful(example: Example, table: Variant) -> bool | None:
    """Whether a table allows an example; `None` where no pack of it deals the cards."""
    try:
        return judged(example, table).lawful
    except ValueError:
        return None


def _kept(rule: Rule, example: Example, table: Variant) -> bool | None:
    """Whether a rule is kept, if others are not."""
    try:
        return rule.id not in judged(example, table).broken
    except ValueError:
        return None


def _name(table: Variant) -> str:
    return table.name[:1].upper() + table.name[1:]


def _named(table: Variant, speak: Speaker) -> str:
    return speak.say(N_("{name} ({source})"), name=_name(table), source=speak.phrase(table.source()))


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]
