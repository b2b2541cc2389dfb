"""How far a hand is from a contract, as the lab shows it: exact, but never waited for too long."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from contract_rummy.arrange import shortage, ways
from contract_rummy.cards import JOKER
from contract_rummy.table import Hand, Meld, Shortage
from contract_rummy.variants import Contract, Variant

COUNTED_WAYS = 1000
SHOWN_WAYS = 20
MOST_JOKERS = 6
MOST_CARDS_WHOLE = 26
"""Beyond these a search may last long; within them nearly all hands take some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a hand is from a contract."""

    short: Shortage | None = None
    """What is missing; `None` where no hand fulfils such a contract, or where the hand is too large."""
    ways: int = 0
    """How many ways there are, counted no further than to one more than `COUNTED_WAYS`."""
    too_large: bool = False
    """Whether the hand is too large to be searched."""

    @property
    def missing(self) -> int | None:
        """How many cards are missing, where that is known."""
        return self.short.missing if self.short else None


def distance(hand: Hand, contract: Contract, variant: Variant) -> Distance:
    """Search for what is missing, and for the ways where nothing is.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> distance(hand("7D 7S 9S 9C * 7H"), STANDARD.contract(1), STANDARD).ways
    2
    """
    if is_too_large(hand, contract, variant):
        return Distance(too_large=True)
    try:
        short = shortage(hand, contract, variant)
    except ValueError:
        return Distance()
    count = 0 if short.missing else sum(1 for _ in islice(ways(hand, contract, variant), COUNTED_WAYS + 1))
    return Distance(short, count)


def is_too_large(hand: Hand, contract: Contract, variant: Variant) -> bool:
    """Whether a hand is too large to be searched: with very many jokers, or with very many cards that are all to go down."""
    whole = contract.last and variant.last_deal != "normal"
    return hand.cards.count(JOKER) > MOST_JOKERS or (whole and len(hand) > MOST_CARDS_WHOLE)


def first_ways(hand: Hand, contract: Contract, variant: Variant) -> tuple[tuple[Meld, ...], ...]:
    """The first ways to fulfil a contract, as many as are shown."""
    return tuple(islice(ways(hand, contract, variant), SHOWN_WAYS))
