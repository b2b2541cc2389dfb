"""The best turn that a hand allows, what each draw would bring, and what else could have been done.

Best is the turn after which the fewest cards are missing for the contract, then the one that leaves the fewest points in
the hand. All of it is exact, under every field of a variant, and the referee accepts each act; tests hold that.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Unknown
from .deal import Act, Deal
from .planning import Bounds, Plan, short_of
from .playing import play
from .rules.scoring import points
from .table import Hand


@dataclass(frozen=True, slots=True)
class BestTurn:
    """What to do in a turn whose draw is made, and what is left then."""

    acts: tuple[Act, ...]
    """The acts in order: jokers taken back, the contract, further melds, what is laid off, the discard."""
    after: Deal
    """The deal after them."""
    left: Hand
    """The cards that stay in the hand, as far as they are known."""
    points: int
    """What these cost."""
    missing: int | None
    """How many cards they are short of the contract, 0 once it is met; `None` where no hand fulfils it in this variant."""


_FREE = Bounds()


def best_turn(deal: Deal, bounds: Bounds = _FREE) -> BestTurn | None:
    """The best turn of the player whose turn it is and who has drawn; `None` where the turn cannot close.

    It cannot where a card from inside the pile fits nowhere: then the take has to be taken back. Cards of the hand that
    are not known stay in it. Raises `ValueError` before the draw is made, and when the deal is over.

    >>> from contract_rummy.script import read, steps
    >>> (script,) = read('''player Aru 7S QD 2C
    ... player Boris ?x10
    ... player Chen ?x10
    ... table Aru set(KH KS KD)
    ... table Aru set(9H 9S 9D)
    ... table Boris sequence(5S 6S *=7S)
    ... Aru:
    ...     draw 8S
    ... ''')
    >>> best = best_turn(steps(script)[-1].after)
    >>> best.acts, best.left, best.points
    """
    if deal.over or not deal.turn.drawn:
        raise ValueError("the best turn is looked for once the draw is made, and before the deal is over")
    acts = Plan(deal, bounds).acts()
    return None if acts is None else _turn(deal, acts)


def _turn(deal: Deal, acts: tuple[Act, ...]) -> BestTurn:
    """What is left after a turn of these acts."""
    player, after = deal.turn.player, deal
    for act in acts:
        after = play(after, act)
    left = Hand(tuple(card for card in after.seat(player).cards if not isinstance(card, Unknown)))
    met = player in after.down or after.out == player
    short = 0 if met else short_of(left, deal)
    return BestTurn(acts, after, left, sum(points(card, deal.variant) for card in left), short)
