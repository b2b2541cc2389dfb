"""Cards: suits, ranks, natural cards and jokers. Values without law."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class Suit(Enum):
    """A suit, in the order in which hands are sorted."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    __hash__ = object.__hash__  # members are single, so identity is enough, and much quicker than hashing the name

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Rank(IntEnum):
    """A rank; the ace is 1 here, and which places it may take in a sequence is a matter of the rules."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    __hash__ = int.__hash__  # as an equal number has it, and much quicker than hashing the name

    @property
    def letter(self) -> str:
        """The rank as the notation writes it: `A`, `2` … `9`, `T`, `J`, `Q`, `K`."""
        return "A23456789TJQK"[self - 1]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


@dataclass(frozen=True, slots=True)
class Card:
    """A natural card. The two equal cards of a double pack are one value.

    >>> Card(Rank.FIVE, Suit.HEARTS).code
    '5H'
    """

    rank: Rank
    suit: Suit

    @property
    def code(self) -> str:
        """The card as the notation writes it."""
        return self.rank.letter + self.suit.value

    @property
    def face(self) -> Card:
        """The card that this one counts as: itself."""
        return self

    @property
    def in_hand(self) -> Card:
        """The card as it lies in a hand: itself."""
        return self

    def __repr__(self) -> str:
        return f"card({self.code!r})"

    def __str__(self) -> str:
        return f"{self.rank.name.lower()} of {self.suit.name.lower()}"


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker: bare, or declared as the card that it stands for.

    >>> Joker(Card(Rank.SEVEN, Suit.CLUBS)).code
    '*=7C'
    """

    face: Card | None = None

    @property
    def code(self) -> str:
        """The joker as the notation writes it: `*`, or `*=7C`."""
        return f"*={self.face.code}" if self.face else "*"

    @property
    def in_hand(self) -> Joker:
        """The joker as it lies in a hand: bare."""
        return JOKER

    def __repr__(self) -> str:
        return f"card({self.code!r})"

    def __str__(self) -> str:
        return f"joker for the {self.face}" if self.face else "joker"


AnyCard = Card | Joker
"""What a hand, a claim or a meld holds."""

JOKER = Joker()
"""The bare joker."""

FACES = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 natural cards, by suit."""


def by_suit(card: AnyCard) -> tuple[int, int, int]:
    """Sort key: spades, hearts, diamonds, clubs, each from the ace up; jokers last, beside the cards they stand for."""
    face = card.face
    if face is None:
        return (9, 0, 1)
    return (_SUIT_ORDER[face.suit], face.rank, face is not card)


def by_rank(card: AnyCard) -> tuple[int, int, int]:
    """Sort key: from the ace up, each rank by suit; bare jokers last."""
    suit, rank, joker = by_suit(card)
    return (99 if suit == 9 else rank, suit, joker)


_SUIT_ORDER = {suit: n for n, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True)
class Unknown:
    """A card that nobody here has seen: `?`."""

    @property
    def code(self) -> str:
        """The card as the notation writes it."""
        return "?"

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __str__(self) -> str:
        return "unknown card"


UNKNOWN = Unknown()
"""A card that is not known."""

HeldCard = Card | Joker | Unknown
"""What lies in a hand, the stock or the pile of a deal, as far as it is known."""
