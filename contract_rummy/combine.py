"""What a hand can combine: the shapes of melds as masks, and the melds that a hand makes of them.

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
from .table import Claim, Laying, Meld
from .variants import Kind, Variant

Heap = int
"""Natural cards: bit `n` for the n-th of `FACES`, 52 bits higher for its second copy, and so on."""

Places = tuple[int, ...]
"""Places in a shape, counted from 0."""

BIT = {face: 1 << n for n, face in enumerate(FACES)}
"""The bit of the first copy of a face."""

ONE_OF_EACH = (1 << 52) - 1
COPIES = sum(1 << 52 * n for n in range(4))  # no variant has more packs
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


def without(left: Heap, cards: Heap) -> Heap:
    """What is left of a heap when these cards of it are taken.

    >>> five = Card(Rank.FIVE, Suit.HEARTS)
    >>> without(heap([five, five]), heap([five])) == heap([five])
    True
    """
    while cards:
        gone = (cards & ONE_OF_EACH) * COPIES
        left = left & ~gone | left >> 52 & gone  # where a copy is taken, those above it move down
        cards >>= 52
    return left


def together(a: Heap, b: Heap) -> Heap:
    """All the cards of two heaps.

    >>> five = Card(Rank.FIVE, Suit.HEARTS)
    >>> together(heap([five]), heap([five])) == heap([five, five])
    True
    """
    while b:
        come = (b & ONE_OF_EACH) * COPIES
        a = a & ~come | (a << 52 | ONE_OF_EACH) & come  # where a card comes, the copies move up by one
        b >>= 52
    return a


class Shape:
    """What the cards of a lawful meld count as, of whatever cards it is made."""

    def __init__(self, kind: Kind, pattern: Pattern) -> None:
        self.kind = kind
        self.pattern = pattern
        self.size = len(pattern)
        again = [pattern[:n].count(face) for n, face in enumerate(pattern)]
        self.bits = tuple(BIT[face] << 52 * copy for face, copy in zip(pattern, again, strict=True))
        """The bit of each card in a heap, by its place."""
        self.cards: Heap = sum(self.bits)
        self.twins = tuple(
            (n, pattern.index(face, n + 1)) for n, face in enumerate(pattern) if face in pattern[n + 1 :]
        )
        """Pairs of places with the same face."""

    @cached_property
    def meld(self) -> Meld:
        """The meld of natural cards."""
        return Meld(self.kind, self.pattern)

    def with_jokers(self, stood: Places) -> Meld:
        """The meld in which jokers stand in these places."""
        if not stood:
            return self.meld
        cards: list[AnyCard] = list(self.pattern)
        for n in stood:
            cards[n] = _AS_JOKER[self.pattern[n]]
        return Meld(self.kind, tuple(cards))

    def standing(self, held: Heap, jokers: int) -> Iterator[Places]:
        """The places in which jokers stand, for each meld of this shape that these cards and so many jokers can make."""
        missing = (self.cards & ~held).bit_count()
        if missing > jokers:
            return
        holes = tuple(n for n, bit in enumerate(self.bits) if not bit & held) if missing else ()
        yield holes
        if missing < jokers:
            filled = [n for n in range(self.size) if n not in holes]
            for more in range(1, min(jokers - missing, len(filled)) + 1):
                for extra in combinations(filled, more):
                    stood = holes + extra
                    # Of equal faces a natural card comes first, so that each meld is met once.
                    if not any(n in stood and twin not in stood for n, twin in self.twins):
                        yield stood


@lru_cache(maxsize=256)
def shapes(variant: Variant, kind: Kind, most: int) -> tuple[Shape, ...]:
    """The shapes of all melds of a kind of at most so many cards, each once."""
    if kind is Kind.SET:
        patterns = [pattern for rank in Rank for pattern in set_patterns(variant, rank, most)]
    else:
        patterns = [pattern for suit in Suit for pattern in sequence_patterns(variant, suit) if len(pattern) <= most]
    found: dict[Heap, Shape] = {}
    for pattern in patterns:
        shape = Shape(kind, pattern)
        found.setdefault(shape.cards, shape)  # thirteen cards of a suit are one sequence, wherever one begins to read
    return tuple(found.values())


def in_a_meld(jokers: int, variant: Variant) -> int:
    """How many of these jokers one meld may hold."""
    return jokers if variant.jokers_per_meld is None else min(jokers, variant.jokers_per_meld)


def most_cards(kind: Kind, held: Heap, jokers: int) -> int:
    """How many cards of a hand one meld of a kind can hold at most."""
    if kind is Kind.SEQUENCE:
        return held.bit_count() + jokers
    return max((held >> rank & OF_A_RANK).bit_count() for rank in range(13)) + jokers


OF_A_SUIT = (2**13 - 1) * COPIES
OF_A_RANK = sum(1 << 13 * suit for suit in range(4)) * COPIES
"""Where all cards of the first suit, or of the first rank, lie in a heap; those of the n-th lie 13 · n, or n, bits higher."""


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A meld that a hand can make, and what it takes from the hand."""

    shape: Shape
    meld: Meld
    takes: Heap
    jokers: int
    stands: Heap
    """The faces that its jokers stand for."""


def options(variant: Variant, kind: Kind, held: Heap, jokers: int, most: int) -> Iterator[Option]:
    """The melds of a kind, of at most so many cards, that these cards and so many jokers can make."""
    for shape in shapes(variant, kind, most):
        for stood in shape.standing(held, jokers):
            stands = heap({shape.pattern[n] for n in stood})
            takes = shape.cards - sum(shape.bits[n] for n in stood)
            yield Option(shape, shape.with_jokers(stood), takes, len(stood), stands)


class Sides:
    """Which sequences of a contract may not lie side by side; the rule is asked once for each pair."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._known: dict[tuple[Shape, Shape], bool] = {}

    def clash(self, a: Shape, b: Shape) -> bool:
        """Whether two sequences may not lie side by side."""
        if self._variant.contract_suits == "any":
            return False
        known = self._known.get((a, b))
        if known is None:
            claims = Claim(Kind.SEQUENCE, a.pattern), Claim(Kind.SEQUENCE, b.pattern)
            known = self._known[a, b] = clash(*claims, Laying(claims, self._variant))
        return known


sides = lru_cache(maxsize=64)(Sides)


@lru_cache(maxsize=64)
def most_side_by_side(variant: Variant) -> float:
    """How many sequences one contract can have: where none may lie beside its like, one of each of those that clash."""
    row: list[Shape] = []
    clash = sides(variant).clash
    for shape in shapes(variant, Kind.SEQUENCE, variant.sequence_min):
        if not clash(shape, shape):
            return inf
        if not any(clash(shape, other) for other in row):
            row.append(shape)
    return len(row)
