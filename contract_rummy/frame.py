"""What a turn may put down, whatever the hand, and the pieces in which it goes down: values of the search (`outlay`)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import FACES, AnyCard, Card
from .combine import Heap, Places, Shape
from .rules.scoring import points
from .variants import Kind, Variant

Key = int
"""Three numbers in one: how many jokers go down, how many melds of the contract, and whether a card is discarded."""

ASKED: Key = 1 << 8
"""One meld of the contract."""
THROWN: Key = 1 << 16
"""The card that is discarded."""

OWED = 1 << 32
"""What a card is worth that must be put down, beside all others."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A meld on the table that cards may be laid off on."""

    number: int
    kind: Kind
    faces: tuple[Card, ...]
    room: int
    """How many more jokers it takes."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a turn may put down, whatever the hand."""

    variant: Variant
    jokers: int
    """How many jokers the hand holds."""
    most: int
    """The largest set that is looked for."""
    lying: tuple[Lying, ...] = ()
    asks: tuple[Kind, ...] = ()
    """The melds of the contract that must go down; none where it is met."""
    further: bool = True
    """Whether melds beyond the contract may be laid."""
    grows: bool = True
    """Whether cards may be laid off on new melds, too."""
    owed: frozenset[Card] = frozenset()
    """Cards that must be put down, every copy of them."""
    kept: frozenset[AnyCard] = frozenset()
    """Cards that must not be discarded."""
    apart: bool = True
    """Whether it is seen to that the sequences of the contract lie apart, where the variant asks for it."""
    tidy: bool = False
    """Whether no joker needs to stand for a card of the hand in a meld that can be longer."""
    other: Heap = 0
    """A meld of the contract that must not be laid, longer or shorter, as the natural cards that it takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Cards that go down together: a new meld, or what is laid off on one meld."""

    shape: Shape
    stood: Places
    """Where jokers stand in it."""
    takes: Heap
    number: int = 0
    """The meld on which the cards are laid off; 0 for a new meld."""
    asked: bool = False
    """Whether it is one of the melds that the contract asks for."""

    @property
    def key(self) -> Key:
        """What it adds to a key."""
        return len(self.stood) + (ASKED if self.asked else 0)

    @property
    def place(self) -> tuple[int, ...]:
        """Sort key: sets by rank, then sequences by suit."""
        first = self.shape.pattern[0]
        return (0, first.rank) if self.shape.kind is Kind.SET else (1, FACES.index(first), self.shape.size)

    @property
    def cards(self) -> tuple[AnyCard, ...]:
        """The cards, jokers declared."""
        return self.shape.with_jokers(self.stood).cards


def cost(card: AnyCard, variant: Variant) -> int:
    """What a card left in hand costs: its points first, then that it is a card."""
    return points(card, variant) * 64 + 1
