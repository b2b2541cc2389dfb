"""What a hint leads to: of the many ways to lay a hand one that keeps what lies right already.

Where a hand cannot lay all of it, it is the way that is nearest: some of its cards would have to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from .arrange import shortage, ways
from .cards import AnyCard, Card, Joker
from .table import Claim, Hand, Meld
from .variants import Contract, Kind, Variant

LOOKED_AT = 300
"""So many ways are compared; what comes early in the search keeps most of what lies."""
FAR = 3
"""A hand that is further from going down whole is helped to the melds alone; the search for the whole lasts too long."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The melds that a hand is to lay, and what of them lies already."""

    melds: tuple[Meld, ...]
    claims: tuple[int | None, ...]
    """For each meld which of the claims laid is to become it, counted from 0."""
    lacks: tuple[tuple[AnyCard, ...], ...]
    """For each meld its cards that the hand does not hold."""
    contract: Contract
    short: int = 0
    """How many cards are missing, or have no place in the last deal."""
    left: tuple[AnyCard, ...] = ()
    """The cards of the hand that would stay behind where the whole hand has to go down."""

    @property
    def taken(self) -> set[int]:
        """The claims that are to become one of the melds."""
        return {claim for claim in self.claims if claim is not None}

    def held(self, n: int) -> tuple[AnyCard, ...]:
        """The cards of a meld that the hand holds, as they would be laid."""
        return less(self.melds[n].cards, self.lacks[n])


def less(cards: Sequence[AnyCard], gone: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    """Cards without some others, each taken away as often as it is given."""
    count = Counter(gone)
    left = []
    for card in cards:
        if count[card]:
            count[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def common(some: Sequence[AnyCard], others: Sequence[AnyCard]) -> int:
    """How many cards two heaps share; a bare joker is like any joker."""
    same = Counter(some) & Counter(others)
    rest, also = Counter(some) - same, Counter(others) - same
    free, named = rest[Joker()], sum(n for card, n in also.items() if isinstance(card, Joker))
    return same.total() + min(free, named)


def find_aim(hand: Hand, claims: Sequence[Claim], contract: Contract, variant: Variant) -> Aim | None:
    """The way to fulfil a contract that keeps most of what lies; `None` where no hand fulfils such a contract.

    >>> from contract_rummy.notation import claim, hand
    >>> from contract_rummy.variants import STANDARD
    >>> aim = find_aim(hand("7S 7H 7D 9S 9H 9D 9C"), [claim("set(9S 9C)")], STANDARD.contract(1), STANDARD)
    >>> [meld.text for meld in aim.melds], aim.claims
    (['set(9S 9H 9D 9C)', 'set(7S 7H 7D)'], (0, None))
    """
    try:
        short = shortage(hand, contract, variant)
    except ValueError:
        return None
    least, enough = short.missing, hand
    whole = contract.last and variant.last_deal != "normal"
    while short.missing and short.helpful and not (whole and least > FAR):
        card = min((card for card, _ in short.helpful), key=lambda card: _strange(card, hand, claims))
        enough = Hand((*enough.cards, card))
        short = shortage(enough, contract, variant)
    if short.missing:  # in the last deal, where cards have no place: what could be laid if some may stay behind
        aim = find_aim(hand, claims, replace(contract, last=False), variant)
        if aim is None:
            return None
        laid = [card.in_hand for meld in aim.melds for card in meld.cards]
        return replace(aim, contract=contract, short=least, left=less(hand.cards, laid))
    aim = _nearest(hand, enough, claims, contract, variant)
    return replace(aim, short=least) if aim else None


def _strange(card: AnyCard, hand: Hand, claims: Sequence[Claim]) -> tuple[bool, bool, int, int]:
    """A key that puts a natural card first that goes with what lies, and then with many cards of the hand.

    A second copy of a card that the hand holds comes late: where one pack is in play there is none.
    """
    if not isinstance(card, Card):
        return True, True, 0, 0

    def near(other: AnyCard, kinds: Sequence[Kind]) -> bool:
        face = other.face
        if face is None:
            return False
        rank = Kind.SET in kinds and face.rank is card.rank
        return rank or (Kind.SEQUENCE in kinds and face.suit is card.suit and abs(face.rank - card.rank) < 3)

    laid = sum(near(other, (claim.kind,)) for claim in claims for other in claim.cards)
    return False, card in hand.cards, -laid, -sum(near(other, tuple(Kind)) for other in hand)


def _nearest(hand: Hand, enough: Hand, claims: Sequence[Claim], contract: Contract, variant: Variant) -> Aim | None:
    """The best of the ways of a hand that holds `enough`, matched with what lies."""

    lying = {(claim.kind, frozenset(Counter(claim.cards).items())) for claim in claims}

    def lies(meld: Meld) -> bool:
        return (meld.kind, frozenset(Counter(meld.cards).items())) in lying

    def first(meld: Meld) -> tuple[int, bool, int, int]:
        kept = max((common(claim.cards, meld.cards) for claim in claims if claim.kind is meld.kind), default=0)
        return -kept, not lies(meld), sum(isinstance(card, Joker) for card in meld.cards), -len(meld.cards)

    best: tuple[tuple[int, int, int, int], tuple[Meld, ...], tuple[int | None, ...]] | None = None
    for way in islice(ways(enough, contract, variant, first), LOOKED_AT):
        matched, kept = _match(way, claims, contract)
        jokers = sum(isinstance(card, Joker) for meld in way for card in meld.cards)
        cost = -kept, -sum(map(lies, way)), jokers, -sum(len(meld.cards) for meld in way)
        if best is None or cost < best[0]:
            best = cost, way, matched
    if best is None:
        return None
    _, way, matched = best
    return Aim(way, matched, _lacking(way, hand), contract)


def aim_at(way: tuple[Meld, ...], claims: Sequence[Claim], contract: Contract) -> Aim:
    """The aim that is just these melds, all of which the hand holds."""
    return Aim(way, _match(way, claims, contract)[0], ((),) * len(way), contract)


def _match(way: tuple[Meld, ...], claims: Sequence[Claim], contract: Contract) -> tuple[tuple[int | None, ...], int]:
    """Which claim is to become which meld of a way, and how many cards lie right then."""
    pairs = [
        (common(claim.cards, meld.cards), -len(claim.cards), -n, m)
        for m, meld in enumerate(way)
        for n, claim in enumerate(claims)
        if claim.kind is meld.kind
    ]
    found: dict[int, int] = {}
    kept = 0
    for same, _, n, m in sorted(pairs, key=lambda pair: (-pair[0], pair[1:])):
        # A claim of which nothing stays is in the way only where every place of its kind is taken.
        of_its_kind = [claim for claim in claims if claim.kind is way[m].kind]
        full = len(of_its_kind) >= contract.asks.count(way[m].kind)
        if m not in found and -n not in found.values() and (same or full):
            found[m] = -n
            kept += same
    return tuple(found.get(m) for m in range(len(way))), kept


def _lacking(way: tuple[Meld, ...], hand: Hand) -> tuple[tuple[AnyCard, ...], ...]:
    """For each meld the cards that the hand does not hold."""
    free = Counter(hand.cards)
    lacks = []
    for meld in way:
        lacking = []
        for card in meld.cards:
            if free[card.in_hand]:
                free[card.in_hand] -= 1
            else:
                lacking.append(card)
        lacks.append(tuple(lacking))
    return tuple(lacks)
