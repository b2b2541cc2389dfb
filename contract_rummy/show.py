"""Values shown as pictures and words: HTML that needs no kernel and reads as text where the pictures are stripped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from .cards import UNKNOWN, AnyCard, Card, HeldCard, Joker
from .deal import Draw, LayOff, Renew, Swap, Take
from .drawing import cards_html, contract_figure
from .explain import Explanation, Line, Speaker, explain
from .notation import claims, hand, variant
from .referee import elsewhere, judge, line_up
from .repair import repair
from .rules.scoring import points
from .script import Step, read, steps
from .sources import CLAUSES
from .table import Claim, Hand, Meld, Verdict
from .variants import STANDARD, Contract, Variant
from .verdict import N_, NN_, Example, Rule, State

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
    return {"text/plain": repr(contract), "text/html": f"<p>{figure} {escape(words)}</p>"}


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
    drawn, word = SIGNS[state]
    return (
        f'<span class="cr-sign" data-sign="{drawn}" aria-hidden="true"></span>'
        f'<span class="cr-sr">{escape(speak.say(word))}: </span>'
    )


def row(
    cards: Sequence[AnyCard], speak: Speaker, at_fault: Sequence[AnyCard] = (), missing: Sequence[Card] = ()
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
    return cards_html(cards, names, marks, [n for n, card in enumerate(cards) if card in missing])


def claim_row(claim: Claim, line: Line | None, speak: Speaker) -> str:
    """A claim in a row, with what a line says is at fault or missing."""
    if line is None:
        return row(line_up(claim), speak)
    return row(line_up(claim, line.missing), speak, line.at_fault, line.missing)


def _first_line(told: Explanation, meld: int) -> Line | None:
    broken = [line for line in told.lines if line.state is State.BROKEN]
    return broken[0] if broken and broken[0].meld in (meld, None) else None


def findings(told: Explanation, speak: Speaker) -> str:
    """What else is broken, what holds and what waits, in a fold."""
    broken = [line for line in told.lines if line.state is State.BROKEN][1:]
    others = [line for state in (State.HOLDS, State.MOOT) for line in told.lines if line.state is state]
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
    """The presets that would rule otherwise, and why, in a fold; nothing where all agree."""
    said = speak.elsewhere(verdict, elsewhere(verdict))
    if not said:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in said)
    return _fold(speak.say(N_("At other tables ({n})"), n=len(said)), f'<ul class="cr-findings">{lines}</ul>')


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


def _fold(title: str, html: str) -> str:
    return f'<details class="cr-fold"><summary>{escape(title)}</summary>{html}</details>'


@lru_cache(maxsize=256)
def rule_body(rule: Rule, variant: Variant, speak: Speaker) -> str:
    """The text of a rule as this variant plays it, one example kept and one broken, its clauses and its id."""
    pairs = "".join(
        _figure(example, state, rule, speak)
        for example, state in ((rule.kept, State.HOLDS), (rule.broken, State.BROKEN))
        if example
    )
    clauses = "".join(
        f'<p class="cr-tables"><b>{escape(speak.say(N_("Clause {id}"), id=id))}</b> {escape(speak.say(CLAUSES[id]))}</p>'
        for id in rule.clauses
    )
    return (
        f'<div class="cr-rule"><p class="cr-rule__text">{escape(speak.law(rule, variant))}</p>'
        f'<div class="cr-pair">{pairs}</div>{clauses}'
        f'<div class="cr-rule__foot"><span class="cr-id">{escape(rule.id)}</span></div></div>'
    )


def judged(example: Example) -> Verdict:
    """The verdict on an example of a rule: on its melds, or on the last play of its position."""
    if example.position:
        return last_step(example).verdict
    table = variant(f"standard {example.fields}")
    return judge(
        claims(example.melds, table),
        table,
        contract=table.contract(example.deal) if example.deal else None,
        hand=hand(example.hand, table) if example.hand else None,
        down=example.down,
    )


def _figure(example: Example, state: State, rule: Rule, speak: Speaker) -> str:
    """An example drawn under its word, with what the rule says of it."""
    word = {State.HOLDS: N_("Kept"), State.BROKEN: N_("Broken")}[state]
    drawn, _ = SIGNS[state]
    caption = f'<figcaption><span class="cr-sign" data-sign="{drawn}" aria-hidden="true"></span>{escape(speak.say(word))}</figcaption>'
    if example.position:
        return f'<figure class="cr-example">{caption}{_positioned(example, state, rule, speak)}</figure>'
    if example.hand and not example.melds:
        return f'<figure class="cr-example">{caption}{_counted(example, speak)}</figure>'
    if not example.melds:
        return (
            f'<figure class="cr-example">{caption}<p class="cr-soft">{escape(speak.say(example.called))}</p></figure>'
        )
    verdict = judged(example)
    lines = [line for line in explain(verdict).lines if line.rule is rule]
    line = lines[0] if state is State.BROKEN else None
    rows = "".join(claim_row(claim, line, speak) for claim in verdict.laying.claims)
    left = verdict.laying.left
    if left and left.cards:
        rows += f'<p class="cr-soft">{escape(speak.say(N_("Left in the hand:")))}</p>{row(left.cards, speak, line.at_fault if line else ())}'
    said = f'<p class="cr-soft">{escape(line.sentence)}</p>' if line else ""
    return f'<figure class="cr-example">{caption}{rows}{said}</figure>'


def last_step(example: Example) -> Step:
    """The last play of an example's position."""
    return steps(read(example.position)[0])[-1]


def _positioned(example: Example, state: State, rule: Rule, speak: Speaker) -> str:
    """What lies there before the plays of an example, and how they are told; a draw that tells nothing is left out."""
    plays = [step for step in steps(read(example.position)[0]) if step.play.act != Draw(UNKNOWN, player="Aru")]
    deal, last = plays[0].before, plays[-1]
    line = next((line for line in explain(last.verdict).lines if line.rule is rule), None)
    at_fault = line.at_fault if line and state is State.BROKEN else ()
    parts = [(N_("In the hand:"), _known(deal.seat("Aru").cards))]
    for step in plays:
        if isinstance(step.play.act, LayOff | Swap):
            parts.append((N_("On the table:"), deal.melds[step.play.act.meld - 1].cards))
        elif isinstance(step.play.act, Take | Renew | Draw):
            parts.append((N_("In the pile, the top card last:"), _known(deal.discards)))
    rows = "".join(
        f'<p class="cr-soft">{escape(speak.say(label))}</p>{row(cards, speak, at_fault)}'
        for label, cards in dict(parts).items()
        if cards
    )
    said = " ".join(explain(step.verdict).headline for step in plays)
    return f'{rows}<p class="cr-soft">{escape(said)}</p>'


def _known(cards: Sequence[HeldCard]) -> tuple[AnyCard, ...]:
    return tuple(card for card in cards if isinstance(card, Card | Joker))


def _counted(example: Example, speak: Speaker) -> str:
    """A hand with its points, card by card."""
    cards = hand(example.hand or "").cards
    sum_ = " + ".join(str(points(card, STANDARD)) for card in cards)
    total = sum(points(card, STANDARD) for card in cards)
    return f'{row(cards, speak)}<p class="cr-soft">{escape(f"{sum_} = {total}")}</p>'
