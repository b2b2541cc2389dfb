"""Hands to practise on, dealt by seed and verified by the solver."""

from __future__ import annotations

from .arrange import shortage
from .cards import JOKER, AnyCard, Card, Suit
from .dealing import Chance, draw_hand, pack, seeded
from .repair import patterns
from .table import Hand
from .variants import STANDARD, Contract, Kind, Variant

NOT_YET = 1 / 3
"""The share of practice hands that cannot fulfil their contract yet."""


def practice_hand(deal: int, seed: int, variant: Variant = STANDARD, jokers: int = 0) -> Hand:
    """A hand for the contract of a deal, by seed; two in three can fulfil it, the others are a card or two short.

    In the last deal, where the whole hand goes down at once, it holds the drawn card, too.

    >>> practice_hand(1, 7) == practice_hand(1, 7)
    True
    """
    contract = variant.contract(deal)
    chance = seeded("practice", deal, seed)
    wanted = {1, 2} if chance.random() < NOT_YET else {0}
    while True:
        hand = _planted(contract, variant, jokers, chance, spoiled=chance.choice((1, 2)) if 0 not in wanted else 0)
        if shortage(hand, contract, variant).missing in wanted:
            return hand


def _planted(contract: Contract, variant: Variant, jokers: int, chance: Chance, spoiled: int) -> Hand:
    """A random hand around melds of the contract, since dealt hands seldom hold one; some of their cards are `spoiled`."""
    suits = chance.sample(list(Suit), len(Suit))  # sequences of one contract differ in suit
    sizes = zip(contract.asks, _sizes(contract, chance), strict=True)
    melds = list(dict.fromkeys(face for kind, size in sizes for face in _meld(kind, variant, size, suits, chance)))
    held: list[AnyCard] = chance.sample(melds, len(melds) - spoiled)
    if jokers and chance.random() < 0.5:
        held[-1] = JOKER
    source = list(pack(1, jokers))
    for card in held:
        source.remove(card)
    cards = contract.cards + contract.last
    return Hand((*held, *draw_hand(cards - len(held), tuple(source), chance))).sorted()


def _sizes(contract: Contract, chance: Chance) -> list[int]:
    """A size for each meld asked for: the smallest, but in the last deal such that every card has a place."""
    sizes = [3] * len(contract.asks)
    while contract.last and sum(sizes) < contract.cards + 1:
        sizes[chance.randrange(len(sizes))] += 1
    return sizes


def _meld(kind: Kind, variant: Variant, size: int, suits: list[Suit], chance: Chance) -> tuple[Card, ...]:
    """A random meld of a kind and size; a sequence takes the next of the suits."""
    suit = suits.pop() if kind is Kind.SEQUENCE else None
    fit = [
        pattern
        for pattern in patterns(kind, (), variant, size)
        if len(pattern) == size and suit in (None, pattern[0].suit)
    ]
    return chance.choice(fit)
