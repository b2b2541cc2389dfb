"""Hands to practise on, dealt by seed and verified by the solver."""

from __future__ import annotations

from random import Random

from .arrange import shortage
from .cards import AnyCard, Joker
from .dealing import draw_hand, pack, seeded
from .repair import patterns
from .table import Hand
from .variants import STANDARD, Contract, Variant

NOT_YET = 1 / 3
"""The share of practice hands that cannot fulfil their contract yet."""


def practice_hand(deal: int, seed: int, variant: Variant = STANDARD, jokers: int = 0) -> Hand:
    """A hand for the contract of a deal, by seed; two in three can fulfil it, the others are a card or two short.

    >>> practice_hand(1, 7) == practice_hand(1, 7)
    True
    """
    contract = variant.contract(deal)
    chance = seeded("practice", deal, seed)
    wanted = {1, 2} if chance.random() < NOT_YET else {0}
    while True:
        hand = _planted(contract, variant, jokers, chance, spoil=0 not in wanted)
        if shortage(hand, contract, variant).missing in wanted:
            return hand


def _planted(contract: Contract, variant: Variant, jokers: int, chance: Random, spoil: bool) -> Hand:
    """A random hand around melds of the contract, since dealt hands seldom hold one; `spoil` drops a card or two of them."""
    source = list(pack(1, jokers))
    melds: list[AnyCard] = []
    for kind in contract.asks:
        pattern = chance.choice(list(patterns(kind, (), variant, 3)))
        melds += [face for face in pattern if face not in melds]
    if spoil:
        chance.shuffle(melds)
        del melds[: chance.choice((1, 2))]
    for card in melds:
        source.remove(card)
    if jokers and chance.random() < 0.5 and not any(isinstance(card, Joker) for card in melds):
        melds[chance.randrange(len(melds))] = source.pop()
    rest = draw_hand(contract.cards - len(melds), tuple(source), chance)
    return Hand((*melds, *rest)).sorted()
