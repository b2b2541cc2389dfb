"""What a hand can combine: heaps of cards and the shapes of melds as masks, and the melds that a hand makes of them.

A heap of natural cards is a number: one bit for each face that is there, 52 bits higher another for its second copy, and
so on. What two heaps share is `a & b`, and how many cards that are its `bit_count()`. Masks never leave the solver, and
what a meld may be comes from the rules, by way of `repair`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import inf

from .cards import FACES, AnyCard, Card, Joker, Rank, Suit
from .repair import Pattern, sequence_patterns, set_patterns
from .rules.contract import clash
from .table import Claim, Hand, Laying, Meld
from .variants import Contract, Kind, Variant

Heap = int
"""Natural cards: bit `n` for the n-th of `FACES`, 52 bits higher for its second copy, and so on."""

Places = tuple[int, ...]
"""Places in a shape, counted from 0."""

BIT = {face: 1 << n for n, face in enumerate(FACES)}
"""The bit of the first copy of a face."""

ONE_OF_EACH = (1 << 52) - 1
_COPIES = sum(1 << 52 * n for n in range(4))  # no variant has more packs

OF_A_SUIT = (2**13 - 1) * _COPIES
"""Where the cards of the first suit lie in a heap; those of the next suit lie 13 bits higher."""

OF_A_RANK = sum(1 << 13 * suit for suit in range(4)) * _COPIES
"""Where the cards of the first rank lie in a heap; those of the next rank lie one bit higher."""

_AS_JOKER = {face: Joker(face) for face in FACES}


def heap(cards: Iterable[AnyCard]) -> Heap:
    """The natural cards among these as a heap."""
    made = 0
    for card in cards:
        if isinstance(card, Card):
            bit = BIT[card]
            while made & bit:
                bit <<= 52
            made |= bit
    return made


def split(hand: Hand) -> tuple[Heap, int]:
    """The natural cards of a hand, and the number of its jokers."""
    held = heap(hand)
    return held, len(hand) - held.bit_count()


def without(left: Heap, cards: Heap) -> Heap:
    """What is left of a heap when these cards of it are taken.

    >>> five = Card(Rank.FIVE, Suit.HEARTS)
    >>> without(heap([five, five]), heap([five])) == heap([five])
    True
    """
    while cards:
        gone = (cards & ONE_OF_EACH) * _COPIES
        left = left & ~gone | left >> 52 & gone  # where a copy is taken, those above it move down
        cards >>= 52
    return left


def together(some: Heap, others: Heap) -> Heap:
    """All the cards of two heaps.

    >>> five = Card(Rank.FIVE, Suit.HEARTS)
    >>> together(heap([five]), heap([five])) == heap([five, five])
    True
    """
    while others:
        come = (others & ONE_OF_EACH) * _COPIES
        some = some & ~come | (some << 52 | ONE_OF_EACH) & come  # where a copy comes, those there move up
        others >>= 52
    return some


class Shape:
    """What the cards of a lawful meld count as, of whatever cards it is made."""

    def __init__(self, kind: Kind, pattern: Pattern) -> None:
        self.kind, self.pattern, self.size = kind, pattern, len(pattern)
        self.faces = tuple(BIT[face] for face in pattern)
        """The bit of each face, by its place in the pattern."""
        self.bits = self.faces
        self.twins: tuple[tuple[int, int], ...] = ()
        """The bit of each card, by its place in the pattern, and pairs of places with the same face."""
        if len(set(self.faces)) < self.size:
            places = list(enumerate(self.faces))
            self.bits = tuple(bit << 52 * self.faces[:n].count(bit) for n, bit in places)
            self.twins = tuple((n, self.faces.index(bit, n + 1)) for n, bit in places if bit in self.faces[n + 1 :])
        self.cards: Heap = sum(self.bits)

    @cached_property
    def meld(self) -> Meld:
        """The meld of natural cards."""
        return Meld(self.kind, self.pattern)

    def with_jokers(self, stood: Places) -> Meld:
        """The meld in which jokers stand in these places."""
        return _with_jokers(self, stood) if stood else self.meld

    def standing(self, held: Heap, jokers: int) -> Iterator[Places]:
        """The places in which jokers stand, for each meld of this shape that these cards and so many jokers can make."""
        holes = tuple([n for n, bit in enumerate(self.bits) if not bit & held]) if self.cards & ~held else ()
        spare = jokers - len(holes)
        if spare >= 0:
            yield holes
        if spare > 0:
            filled = [n for n in range(self.size) if n not in holes]
            for more in range(1, min(spare, len(filled)) + 1):
                for extra in combinations(filled, more):
                    stood = holes + extra
                    # Of equal faces a natural card comes first, so that each meld is met once.
                    if not self.twins or not any(n in stood and twin not in stood for n, twin in self.twins):
                        yield stood


@lru_cache(maxsize=1 << 14)
def _with_jokers(shape: Shape, stood: Places) -> Meld:
    cards: list[AnyCard] = list(shape.pattern)
    for n in stood:
        cards[n] = _AS_JOKER[shape.pattern[n]]
    return Meld(shape.kind, tuple(cards))


@lru_cache(maxsize=512)
def shapes(variant: Variant, kind: Kind, most: int) -> tuple[Shape, ...]:
    """The shapes of all melds of a kind of at most so many cards, each once; the same one is always the same object."""
    if not most:
        return ()
    if kind is Kind.SET:
        patterns = [pattern for rank in Rank for pattern in set_patterns(variant, rank, most)]
    else:
        patterns = [pattern for suit in Suit for pattern in sequence_patterns(variant, suit)]
    found: dict[Heap, Shape] = {}
    for pattern in patterns:
        if len(pattern) == most:
            shape = Shape(kind, pattern)
            found.setdefault(shape.cards, shape)  # all thirteen ranks are one sequence, whichever comes first
    smaller = shapes(variant, kind, most - 1)
    return smaller + tuple(found.values()) if found else smaller


def fitting(variant: Variant, kind: Kind, held: Heap, jokers: int, exact: bool = False) -> list[Shape]:
    """The shapes of the melds that these cards and jokers can make, `exact` ones only of the smallest size."""
    most = smallest(kind, variant) if exact else most_cards(kind, held, jokers)
    limit = in_a_meld(jokers, variant)
    found = [
        shape
        for first, some in _by_first_cards(variant, kind, most)
        if (first & ~held).bit_count() <= limit
        for shape in some
        if (shape.cards & ~held).bit_count() <= limit
    ]
    found.sort(key=lambda shape: shape.size)
    return found


@lru_cache(maxsize=512)
def _by_first_cards(variant: Variant, kind: Kind, most: int) -> tuple[tuple[Heap, list[Shape]], ...]:
    """The shapes by their first few cards: a hand that lacks too many of these has none of them."""
    found: dict[Heap, list[Shape]] = {}
    for shape in shapes(variant, kind, most):
        found.setdefault(sum(shape.bits[: smallest(kind, variant)]), []).append(shape)
    return tuple(found.items())


def smallest(kind: Kind, variant: Variant) -> int:
    """The smallest size of a meld of a kind."""
    return variant.set_min if kind is Kind.SET else variant.sequence_min


def most_cards(kind: Kind, held: Heap, jokers: int) -> int:
    """How many cards of a hand one meld of a kind can hold at most."""
    if kind is Kind.SEQUENCE:
        return min(14, held.bit_count() + jokers)
    return max((held >> rank & OF_A_RANK).bit_count() for rank in range(13)) + jokers


def in_a_meld(jokers: int, variant: Variant) -> int:
    """How many of these jokers one meld may hold."""
    return jokers if variant.jokers_per_meld is None else min(jokers, variant.jokers_per_meld)


def sets_first(contract: Contract) -> tuple[Kind, ...]:
    """The melds that a contract asks for, in the order in which the solver chooses them."""
    return tuple(sorted(contract.asks, key=list(Kind).index))


@dataclass(eq=False)
class Option:
    """A meld that a hand can make, and what it takes from the hand."""

    shape: Shape
    stood: Places
    takes: Heap
    jokers: int
    stands: Heap
    """The faces that its jokers stand for."""

    @cached_property
    def meld(self) -> Meld:
        """The meld itself: most options come into no way, and need none."""
        return self.shape.with_jokers(self.stood)


def options(variant: Variant, kind: Kind, held: Heap, jokers: int, exact: bool) -> Iterator[Option]:
    """The melds of a kind that these cards and jokers can make, `exact` ones only of the smallest size."""
    limit = in_a_meld(jokers, variant)
    for shape in fitting(variant, kind, held, jokers, exact):
        for stood in shape.standing(held, limit):
            takes, stands = shape.cards, 0
            for n in stood:
                takes -= shape.bits[n]
                stands |= shape.faces[n]
            yield Option(shape, stood, takes, len(stood), stands)


class Sides:
    """Which sequences of a contract may not lie side by side; the rule is asked once for each pair."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._known: dict[tuple[Shape, Shape], bool] = {}

    def clash(self, shape: Shape, others: Iterable[Shape]) -> bool:
        """Whether a shape may not lie beside one of these."""
        if shape.kind is Kind.SET or self._variant.contract_suits == "any":
            return False
        return any(other.kind is Kind.SEQUENCE and self._asked(other, shape) for other in others)

    def _asked(self, a: Shape, b: Shape) -> bool:
        known = self._known.get((a, b))
        if known is None:
            claims = Claim(Kind.SEQUENCE, a.pattern), Claim(Kind.SEQUENCE, b.pattern)
            known = self._known[a, b] = clash(*claims, Laying(claims, self._variant))
        return known

    @cached_property
    def most(self) -> float:
        """How many sequences one contract can have: no end where one may lie beside its like, else one of each suit."""
        row: list[Shape] = []
        for shape in shapes(self._variant, Kind.SEQUENCE, self._variant.sequence_min):
            if not self.clash(shape, [shape]):
                return inf
            row += [] if self.clash(shape, row) else [shape]
        return len(row)


sides = lru_cache(maxsize=64)(Sides)
"""The one `Sides` of a variant."""
