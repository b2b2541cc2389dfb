"""Values shown as pictures and words: HTML that needs no kernel and reads as text where the pictures are stripped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape

from .cards import UNKNOWN, AnyCard, Card, HeldCard, Joker
from .deal import Draw, LayOff, Renew, Swap, Take
from .drawing import APART, OVERLAP, cards_html, contract_figure
from .explain import Explanation, Line, Speaker, explain
from .notation import claims, hand, variant
from .reading import read
from .referee import elsewhere, judge, line_up
from .repair import repair
from .rules.scoring import points
from .script import Step, steps
from .sources import CLAUSES
from .table import Claim, Hand, Meld, Verdict
from .variants import STANDARD, Contract, Variant
from .verdict import N_, NN_, Example, Rule, State

RULEBOOK = "12_rulebook.ipynb"
"""The notebook in which every rule has its page."""

Bundle = dict[str, str]
"""What a notebook shows of a value, by media type."""

SIGNS = {State.HOLDS: ("check", N_("holds")), State.BROKEN: ("cross", N_("broken")), State.MOOT: ("moot", N_("waits"))}


def show_hand(hand: Hand) -> Bundle:
    """A hand as a picture, and in words."""
    speak = Speaker()
    label = speak.say(NN_("Your hand, one card", "Your hand, {n:word} cards"), n=len(hand))
    html = cards_html(hand.cards, [speak.name(card) for card in hand], label=label)
    return {"text/plain": repr(hand), "text/html": html}


def show_cards(cards: Claim | Meld) -> Bundle:
    """A claim or a meld as a picture, and in words."""
    return {"text/plain": repr(cards), "text/html": row(line_up(cards), Speaker())}


def show_contract(contract: Contract) -> Bundle:
    """What a contract asks for, as a small figure and in words."""
    words = Speaker().say(N_("{asks}, from a hand of {cards:word} cards"), asks=contract.asks, cards=contract.cards)
    figure = contract_figure([kind.value for kind in contract.asks])
    return {"text/plain": words, "text/html": f"<p>{figure} {escape(words)}</p>"}


def show_verdict(verdict: Verdict) -> Bundle:
    """A verdict: its sentence, the cards with what is at fault, and every finding."""
    told = explain(verdict, repair=repair(verdict))
    speak = Speaker()
    rows = "".join(claim_row(claim, _first_line(told, n), speak) for n, claim in enumerate(verdict.laying.claims))
    mend = f'<p class="cr-soft">{escape(told.mend)}</p>' if told.mend else ""
    state = State.HOLDS if verdict.lawful else State.BROKEN
    html = (
        f'<div class="cr cr-widget"><div class="cr-verdict__say">'
        f'<p class="cr-verdict__headline">{sign(state, speak)}<span>{escape(told.headline)}</span></p>'
        f"{rows}{mend}{findings(told, speak)}</div></div>"
    )
    return {"text/plain": told.headline, "text/html": html}


def show_rule(rule: Rule) -> Bundle:
    """A rule: its name, its text, its clauses, and one example kept and one broken."""
    speak = Speaker()
    law = speak.law(rule, STANDARD)
    html = f'<div class="cr cr-widget"><h3 class="cr-name">{escape(speak.say(rule.name))}</h3>{rule_body(rule, STANDARD, speak)}</div>'
    return {"text/plain": f"{rule.id}: {law}", "text/html": html}


# --- parts --------------------------------------------------------------------------------------------------------


def sign(state: State, speak: Speaker) -> str:
    """The sign of a state, and its word for those who do not see it."""
    return f'{mark(state)}<span class="cr-sr">{escape(speak.say(SIGNS[state][1]))}: </span>'


def mark(state: State) -> str:
    """The sign of a state alone, for where its word stands beside it."""
    return f'<span class="cr-sign" data-sign="{SIGNS[state][0]}" aria-hidden="true"></span>'


def row(
    cards: Sequence[AnyCard],
    speak: Speaker,
    at_fault: Sequence[AnyCard] = (),
    missing: Sequence[Card] = (),
    step: int = OVERLAP,
) -> str:
    """Cards in a row, those at fault marked, and those that are missing as ghosts in their places."""
    faults = list(at_fault)
    marks, names = [], []
    for n, card in enumerate(cards):
        name = speak.name(card)
        if card in missing:
            name = speak.phrase(N_("{card}, missing"), card=name)
        elif card in faults:
            faults.remove(card)
            marks.append(n)
            name = speak.phrase(N_("{card}, at fault"), card=name)
        names.append(name)
    return cards_html(cards, names, marks, [n for n, card in enumerate(cards) if card in missing], step=step)


def claim_row(claim: Claim, line: Line | None, speak: Speaker, step: int = OVERLAP) -> str:
    """A claim in a row, with what a line says is at fault or missing."""
    if line is None:
        return row(line_up(claim), speak, step=step)
    return row(line_up(claim, line.missing), speak, line.at_fault, line.missing, step)


def _first_line(told: Explanation, meld: int) -> Line | None:
    broken = [line for line in told.lines if line.state is State.BROKEN]
    return broken[0] if broken and broken[0].meld in (meld, None) else None


def findings(told: Explanation, speak: Speaker) -> str:
    """What else is broken, what holds and what waits, in a fold; what has nothing to do with these cards is left out."""
    broken = [line for line in told.lines if line.state is State.BROKEN][1:]
    others = [
        line for state in (State.HOLDS, State.MOOT) for line in told.lines if line.state is state and not line.without
    ]
    lines = list(dict.fromkeys((line.state, line.sentence) for line in broken + others if line.sentence))
    if not lines:
        return ""
    states = {state for state, _ in lines}
    title = N_("What else is broken, and what holds ({n})") if State.BROKEN in states else N_("What holds ({n})")
    if State.MOOT in states:
        title = N_("What holds, and what waits ({n})") if State.BROKEN not in states else N_("All findings ({n})")
    items = "".join(f"<li>{sign(state, speak)}<span>{escape(said)}</span></li>" for state, said in lines)
    return _fold(speak.say(title, n=len(lines)), f'<ul class="cr-findings">{items}</ul>')


def rule_fold(rule: Rule, variant: Variant, speak: Speaker) -> str:
    """A rule in a fold, to be read in place."""
    title = speak.say(N_("The rule: {name}"), name=_lower(speak.phrase(rule.name)))
    return _fold(title, rule_body(rule, variant, speak))


def other_tables(verdict: Verdict, speak: Speaker) -> str:
    """The presets that would rule otherwise, and why, in a fold; one line where all agree."""
    said = speak.elsewhere(verdict, elsewhere(verdict))
    if not said:
        return f'<p class="cr-soft">{escape(speak.say(N_("At other tables: the same.")))}</p>'
    lines = "".join(f"<li>{escape(line)}</li>" for line in said)
    return _fold(speak.say(N_("At other tables ({n})"), n=len(said)), f'<ul class="cr-findings">{lines}</ul>')


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


def _fold(title: str, html: str) -> str:
    return f'<details class="cr-fold"><summary>{escape(title)}</summary>{html}</details>'


@lru_cache(maxsize=256)
def rule_body(rule: Rule, variant: Variant, speak: Speaker) -> str:
    """The text of a rule as this variant plays it, one example kept and one broken, its clauses, and the way to its page."""
    pairs = "".join(example_figure(example, rule, variant, speak) for example in (rule.kept, rule.broken) if example)
    clause = N_("Clause {id}")
    clauses = "".join(
        f'<p class="cr-tables"><b>{escape(speak.say(clause, id=id))}</b> {escape(speak.say(CLAUSES[id]))}</p>'
        for id in rule.clauses
    )
    read = escape(speak.say(N_("Read it in the rulebook")))
    return (
        f'<div class="cr-rule"><p class="cr-rule__text">{escape(speak.law(rule, variant))}</p>'
        f'<div class="cr-pair">{pairs}</div>{clauses}'
        f'<div class="cr-rule__foot"><a href="{rule_address(rule)}">{read}<span class="cr-sr">: {escape(speak.phrase(rule.name))}</span></a>'
        f'<a class="cr-id" href="{rule_address(rule)}">{escape(rule.id)}</a></div></div>'
    )


def rule_address(rule: Rule) -> str:
    """Where a rule has its page, as seen from another notebook."""
    return f"{RULEBOOK}?rule={rule.id}"


def rule_link(rule: Rule, speak: Speaker) -> str:
    """The name of a rule, leading to its page."""
    return f'<a href="{rule_address(rule)}">{escape(speak.say(rule.name))}</a>'


def at_table(example: Example, table: Variant) -> Variant:
    """The table at which an example is judged: this one, with the fields that the example changes."""
    return variant(" ".join([table.text, *(f"{name}={value}" for name, value in changes(example).items())]))


def changes(example: Example) -> dict[str, str]:
    """The fields of the table that an example changes."""
    if example.position:
        return read(example.position)[0].start.variant.changed
    return dict(change.split("=") for change in example.fields.split())


def judged(example: Example, table: Variant = STANDARD) -> Verdict:
    """The verdict on an example of a rule at a table; `ValueError` where no pack of that table holds its cards.

    The deal is one of `standard`, since not every table has the same. Of a position it is the verdict on its last play,
    or on the first one that this table refuses.
    """
    if example.position:
        return _played(example, table)[-1].verdict
    played = at_table(example, table)
    return judge(
        claims(example.melds, played),
        played,
        contract=STANDARD.contract(example.deal) if example.deal else None,
        hand=hand(example.hand, played) if example.hand else None,
        down=example.down,
    )


def examples(rule: Rule, table: Variant, speak: Speaker) -> str:
    """All examples of a rule as a table judges them, drawn wide: those that it allows, then those that the rule, then those that another one refuses."""
    drawn, seen = [], set()
    for example in rule.examples:
        same = (example.melds, example.position, example.hand, example.deal, at_table(example, table))
        if same not in seen:
            drawn.append(_figure(example, rule, table, speak, APART))
        seen.add(same)
    order = (State.HOLDS, State.BROKEN, State.MOOT)
    return "".join(figure for state in order for became, figure in drawn if became is state)


def example_figure(example: Example, rule: Rule, table: Variant, speak: Speaker) -> str:
    """An example drawn under what a table makes of it, with what is said of it there.

    An example that no pack of this table could deal is left out.
    """
    return _figure(example, rule, table, speak)[1]


def _figure(example: Example, rule: Rule, table: Variant, speak: Speaker, step: int = OVERLAP) -> tuple[State, str]:
    """An example drawn, and whether the rule lets it be, breaks on it, or leaves it to another rule to refuse."""
    if example.position:
        broken_here = judged(example, table).broken
        state = State.HOLDS if not broken_here else State.BROKEN if rule.id in broken_here else State.MOOT
        word = {State.HOLDS: N_("Kept"), State.BROKEN: N_("Broken"), State.MOOT: N_("Another rule")}[state]
        return _captioned(word, state, example, _positioned(example, rule, table, speak, step), speak)
    if not example.melds and not example.hand:
        said = f'<p class="cr-soft">{escape(speak.say(example.called))}</p>'
        return _captioned(N_("Kept"), State.HOLDS, replace(example, called=""), said, speak)
    if not example.melds:
        return _captioned(N_("Counted"), State.HOLDS, example, _counted(example, table, speak, step), speak)
    try:
        verdict = judged(example, table)
    except ValueError:
        return State.MOOT, ""
    told = explain(verdict, speak.lang)
    broken = [line for line in told.lines if line.state is State.BROKEN]
    mine = next((line for line in broken if line.rule is rule), None)
    line = mine or next(iter(broken), None)
    drawn = _drawn(verdict, line, speak, step) + _said(example, rule, line, table, speak)
    if mine:
        return _captioned(N_("Broken"), State.BROKEN, example, drawn, speak)
    if line:
        return _captioned(N_("Another rule"), State.MOOT, example, drawn, speak)
    kept = N_("Kept") if any(line.rule is rule for line in told.lines) else N_("Allowed")
    return _captioned(kept, State.HOLDS, example, drawn, speak)


def _drawn(verdict: Verdict, line: Line | None, speak: Speaker, step: int) -> str:
    """The melds of a verdict, with what a line says is at fault, and what is left in the hand where it is known."""
    of_claim = [line if line and line.meld in (n, None) else None for n in range(len(verdict.laying.claims))]
    rows = "".join(claim_row(claim, of, speak, step) for claim, of in zip(verdict.laying.claims, of_claim, strict=True))
    left = verdict.laying.left
    if left is None or not left.cards:
        return rows
    behind = line.at_fault if line and not set(line.at_fault) <= set(verdict.laying.cards) else ()
    held = speak.say(N_("Left in the hand:"))
    return f'{rows}<p class="cr-soft">{escape(held)}</p>{row(left.cards, speak, behind, step=step)}'


def _played(example: Example, table: Variant) -> list[Step]:
    """The plays of an example's position at a table, up to the first one that is refused."""
    (script,) = read(example.position)
    played: list[Step] = []
    for step in steps(replace(script, start=replace(script.start, variant=at_table(example, table)))):
        played.append(step)
        if not step.verdict.lawful:
            break
    return played


def _positioned(example: Example, rule: Rule, table: Variant, speak: Speaker, step: int) -> str:
    """What lies there before the plays of an example, and how they are told; a draw that tells nothing is left out."""
    plays = [play for play in _played(example, table) if play.play.act != Draw(UNKNOWN, player="Aru")]
    deal, last = plays[0].before, plays[-1]
    line = next((line for line in explain(last.verdict).lines if line.rule is rule and line.at_fault), None)
    at_fault = line.at_fault if line else ()
    parts = [(N_("In the hand:"), _known(deal.seat("Aru").cards))]
    for play in plays:
        if isinstance(play.play.act, LayOff | Swap):
            parts.append((N_("On the table:"), deal.melds[play.play.act.meld - 1].cards))
        elif isinstance(play.play.act, Take | Renew | Draw):
            parts.append((N_("In the pile, the top card last:"), _known(deal.discards)))
    rows = "".join(
        f'<p class="cr-soft">{escape(speak.say(label))}</p>{row(cards, speak, at_fault, step=step)}'
        for label, cards in dict(parts).items()
        if cards
    )
    said = " ".join(explain(play.verdict).headline for play in plays)
    return f'{rows}<p class="cr-soft">{escape(said)}</p>'


def _known(cards: Sequence[HeldCard]) -> tuple[AnyCard, ...]:
    return tuple(card for card in cards if isinstance(card, Card | Joker))


def _said(example: Example, rule: Rule, line: Line | None, table: Variant, speak: Speaker) -> str:
    """What is said of an example: the law where its table differs from this one, the sentence, and the rule if it is another."""
    said = [escape(speak.law(rule, at_table(example, table)))] if at_table(example, table) != table else []
    if line:
        said.append(escape(line.sentence))
        if line.rule is not rule:
            said.append(speak.say(N_("The rule: {name}"), name=rule_link(line.rule, speak)))
    return f'<p class="cr-soft">{" ".join(said)}</p>' if said else ""


def _captioned(word: str, state: State, example: Example, html: str, speak: Speaker) -> tuple[State, str]:
    """A figure under its word, and what the example shows; its state comes along."""
    called = speak.phrase(example.called)
    caption = speak.say(N_("{word}, {called}"), word=speak.phrase(word), called=called) if called else speak.say(word)
    return state, f'<figure class="cr-example"><figcaption>{mark(state)}{escape(caption)}</figcaption>{html}</figure>'


def _counted(example: Example, table: Variant, speak: Speaker, step: int) -> str:
    """A hand with its points, card by card."""
    cards = hand(example.hand or "", table).cards
    each = [points(card, table) for card in cards]
    return f'{row(cards, speak, step=step)}<p class="cr-soft">{escape(" + ".join(map(str, each)))} = {sum(each)}</p>'
