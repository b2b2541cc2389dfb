"""The one home of chance: the pack and its shuffle."""

from __future__ import annotations

from random import Random

from .cards import FACES, JOKER, AnyCard
from .table import Hand


def seeded(*parts: object) -> Random:
    """A source of chance that a seed makes repeatable, the same on every machine.

    >>> seeded(1, 7).random() == seeded(1, 7).random()
    True
    """
    return Random(":".join(map(str, parts)))


FACES_AND_JOKER: tuple[AnyCard, ...] = (*FACES, JOKER)
"""Every card that a pack may hold, once."""


def pack(packs: int, jokers: int) -> tuple[AnyCard, ...]:
    """The cards of so many packs with so many jokers in all, unshuffled.

    >>> len(pack(1, 1))
    53
    """
    return FACES * packs + (JOKER,) * jokers


def draw_hand(cards: int, source: tuple[AnyCard, ...], chance: Random) -> Hand:
    """So many cards dealt from a shuffled pack, as one player holds them, sorted by suit."""
    return Hand(tuple(chance.sample(source, cards))).sorted()
