"""Help in a turn that is played by hand: what to do next, and how far the hand is.

It stands alone since it needs the whole solver: a lesson opens sooner that loads it when somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from contract_rummy.advice import say_outlook
from contract_rummy.best_turn import Prospect, best_turn, draws
from contract_rummy.deal import Act, Block, Deal, Draw, Renew
from contract_rummy.hint import Rungs
from contract_rummy.legal import legal_plays
from contract_rummy.outlook import outlook
from contract_rummy.playing import play
from contract_rummy.table import Claim
from contract_rummy.turn_hints import turn_hints


def next_hints(deal: Deal, claims: Sequence[Claim]) -> Rungs:
    """The rungs to the next good act; `claims` lie in the trays already."""
    return turn_hints(deal, good_acts(deal), claims)


def how_far(deal: Deal, lang: str) -> str:
    """How far the hand of the player on turn is from its contract, in a sentence."""
    return say_outlook(outlook(deal), lang)


def good_acts(deal: Deal) -> tuple[Act, ...]:
    """The acts of a best turn from here; the draw alone where none is made yet. Empty where the turn cannot close.

    A card of the pile is taken where the turn after it ends nearer to the contract, or as near with fewer points, than the
    turns after each card that the stock may bring do on the average.
    """
    if deal.turn.drawn:
        found = best_turn(deal)
        return found.acts if found else ()
    needed = next(legal_plays(deal, of=(Renew, Block)), None) if deal.stock_is_empty else None
    options: list[tuple[Prospect, Act]] = [(prospect, prospect.act) for prospect in draws(deal, _UPPER)]
    if isinstance(needed, Renew):
        options += [(prospect, needed) for prospect in draws(play(deal, needed), 0)]
    worth = [
        ((prospect.missing or 0, prospect.points), act) for prospect, act in options if prospect.points is not None
    ]
    worth.reverse()  # as good a card from the stock goes first
    return (min(worth, key=lambda pair: pair[0])[1] if worth else needed or Draw(),)


_UPPER = 8
"""How many cards of the pile are tried, from the top: half a second is enough for a hint."""
