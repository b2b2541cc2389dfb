"""A deal at its telling moment, as a picture and words that need no kernel."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import chain

from contract_rummy.cards import AnyCard, HeldCard, Unknown
from contract_rummy.deal import Deal, LayDown, LayOff, Swap
from contract_rummy.explain import Speaker, explain
from contract_rummy.script import Script, Step, steps
from contract_rummy.show import row
from contract_rummy.verdict import N_, NN_, State

_ROOM = 30_000
"""How large all rows of cards together may be; the others are told in words."""
_TOP = 3
"""How many cards of the pile are drawn."""


def telling(script: Script) -> Step | None:
    """The play that tells most: the one refused by the rule that the tag `about` names, the first refused or with a glyph, else the last."""
    found = steps(script)
    about = (step for step in found if script.tag("about") in step.verdict.broken)
    told = (step for step in found if step.play.glyph or step.play.tried)
    return next(chain(about, told), found[-1] if found else None)


def picture(scripts: Sequence[Script], speak: Speaker) -> tuple[str, str]:
    """The first of some deals at its telling moment, in words and as HTML; of the others the titles."""
    step = telling(scripts[0])
    deal = step.after if step else scripts[0].start
    said = _said(step, speak) if step else speak.say(N_("It is {player}’s turn."), player=deal.turn.player)
    titles = [script.tag("title") for script in scripts]
    seats = "; ".join(_seat(deal, name, speak) for name in deal.names)
    comment = " ".join(step.play.comment) if step else ""
    rows = _Rows(speak)
    hand, table = _hand(deal, step, rows), _table(deal, step, rows)
    parts = [
        "".join(f"<p><strong>{escape(title)}</strong></p>" for title in titles[:1] if title),
        f"<p>{escape(seats)}</p>",
        table,
        hand,
        f"<p><strong>{escape(said)}</strong></p>",
        f"<p>{escape(comment)}</p>" if comment else "",
        "".join(f"<p>{escape(title)}</p>" for title in titles[1:]),
    ]
    html = f'<div class="cr cr-widget">{"".join(parts)}</div>'
    return "\n".join(filter(None, [*titles, seats, said, comment])), html


def _said(step: Step, speak: Speaker) -> str:
    if step.verdict.lawful:
        return speak.tell(step.play.act, step.verdict.after or step.before)
    return speak.say(N_("Refused: {why}"), why=explain(step.verdict).headline)


def _seat(deal: Deal, name: str, speak: Speaker) -> str:
    cards = speak.phrase(NN_("one card", "{n:word} cards"), n=len(deal.seat(name).cards))
    if name == deal.turn.player and not deal.over:
        return speak.phrase(N_("{player}, on turn, {cards}"), player=name, cards=cards)
    return speak.phrase(N_("{player}, {cards}"), player=name, cards=cards)


class _Rows:
    """Draws rows of cards while there is room."""

    def __init__(self, speak: Speaker) -> None:
        self.speak = speak
        self.left = _ROOM

    def __call__(self, caption: str, cards: Sequence[HeldCard], at_fault: Sequence[AnyCard] = ()) -> str:
        """A row under its caption; what is not known is counted."""
        known = [card for card in cards if not isinstance(card, Unknown)]
        hidden = len(cards) - len(known)
        drawn = row(known, self.speak, at_fault) if known else ""
        if len(drawn) > self.left:
            drawn = f"<p>{escape(self.speak.row([self.speak.name(card) for card in known]))}</p>"
        self.left -= len(drawn)
        if hidden:
            more = self.speak.say(NN_("one card face down", "{n:word} cards face down"), n=hidden)
            drawn += f"<p>{escape(more)}</p>"
        style = "display:inline-block;vertical-align:top;margin:0 1.5em .5em 0"
        return f'<div style="{style}"><p>{escape(caption)}</p>{drawn}</div>'


def _hand(deal: Deal, step: Step | None, rows: _Rows) -> str:
    """The hand of whoever plays, with what is at fault."""
    player = (step.play.act.player if step else None) or deal.turn.player
    cards = deal.seat(player).cards
    if not cards or deal.over or all(isinstance(card, Unknown) for card in cards):
        return ""
    faults: tuple[AnyCard, ...] = ()
    if step and not step.verdict.lawful:
        line = next(line for line in explain(step.verdict).lines if line.state is State.BROKEN)
        faults = tuple(card.in_hand for card in line.at_fault)
    return rows(rows.speak.say(N_("In {player}’s hand"), player=player), cards, faults)


def _table(deal: Deal, step: Step | None, rows: _Rows) -> str:
    """The melds, those that the play is about drawn first while there is room, and the top of the pile."""
    act = step.play.act if step else None
    about = {act.meld} if isinstance(act, LayOff | Swap) else set()
    if step and isinstance(act, LayDown):
        about = set(range(len(step.before.melds) + 1, len(deal.melds) + 1))
    order = sorted(range(1, len(deal.melds) + 1), key=lambda n: n not in about)
    say = rows.speak.say
    drawn = {
        n: rows(say(N_("Meld {n}, {player}"), n=n, player=deal.melds[n - 1].owner), deal.melds[n - 1].cards)
        for n in order
    }
    table = "".join(drawn[n] for n in sorted(drawn))
    top = deal.discards[-_TOP:]
    if not top:
        return table
    whole = len(top) == len(deal.discards)
    caption = say(N_("The pile") if whole else N_("The top of the pile, of {n} cards"), n=len(deal.discards))
    return table + rows(caption, top)
