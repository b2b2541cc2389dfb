"""How far a hand is from its contract in a position: which cards can still come, and whether it can be done at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

from .arrange import spare
from .cards import AnyCard, Unknown
from .deal import Deal
from .dealing import unseen
from .distance import Distance
from .legal import view
from .planning import short_of
from .table import Hand
from .variants import Contract, Kind


@dataclass(frozen=True, slots=True)
class Coming:
    """A card that would help, and where it may still come from."""

    card: AnyCard
    unseen: int
    """How many of it lie where the player cannot see them."""
    in_pile: int
    """How many of it lie in the discard pile."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How far a hand is from its contract, given what the player sees."""

    missing: int | None
    """The fewest cards that have to come if any card of the pack could, as `arrange.missing` counts them."""
    least: int | None
    """The fewest counting only cards that can still come; `None` where the contract cannot be had any more."""
    coming: tuple[Coming, ...]
    """The cards that can still come and would lessen `least`."""
    never: tuple[Kind, ...] = ()
    """The fewest melds of the contract that cannot be had together any more: the proof of it."""
    whole: bool = False
    """Whether the whole hand has to go down: then cards that have to go are counted, too."""
    spare: tuple[AnyCard, ...] = ()
    """Each card without which nothing would be missing then."""


def outlook(deal: Deal, player: str = "") -> Outlook:
    """How far the hand of a player (or of the one on turn) is from the contract, and which cards can still help.

    A card can still come while it lies in the stock, in the pile or in another hand; on the table it is gone.

    >>> from contract_rummy.reading import read
    >>> (script,) = read('''player Aru 7D 7S 9S 9C 9H
    ... player Boris ?x10
    ... player Chen ?x10
    ... discards 7H
    ... table Boris sequence(5C 6C 7C)
    ... ''')
    >>> found = outlook(script.start)
    >>> found.least, [(one.card.code, one.unseen, one.in_pile) for one in found.coming]
    (1, [('7H', 0, 1), ('*', 1, 0)])
    """
    seen = view(deal, player or deal.turn.player)
    hand = Hand(tuple(card for card in seen.seat(player or deal.turn.player).cards if not isinstance(card, Unknown)))
    hidden = Counter(unseen(seen))
    pile = Counter(card for card in seen.discards if not isinstance(card, Unknown))
    pack = hidden + pile + Counter(hand)
    search = Distance(hand.cards, seen.contract, seen.variant, pack)
    least = search.least()
    coming = [Coming(card, hidden[card], pile[card]) for card in search.helpful(least)] if least else []
    never = () if least is not None else _never(hand, seen.contract, deal, pack)
    goes = spare(hand, seen.contract, seen.variant) if search.whole and least == 1 else ()
    return Outlook(short_of(hand, seen), least, tuple(coming), never, search.whole, goes)


def _never(hand: Hand, contract: Contract, deal: Deal, pack: Counter[AnyCard]) -> tuple[Kind, ...]:
    """The fewest melds of a contract that cannot be had together."""
    for n in range(1, len(contract.asks)):
        for asks in dict.fromkeys(combinations(contract.asks, n)):
            part = replace(contract, asks=asks, last=False)
            if Distance(hand.cards, part, deal.variant, pack).least() is None:
                return asks
    return contract.asks
