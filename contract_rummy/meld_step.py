"""A step from what lies in the trays to one meld that the hand can lay: what comes, and what goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .aims import Aim, less
from .cards import AnyCard, Card, Joker
from .table import Claim, Hand, Meld
from .variants import Variant


def lies(aim: Aim, m: int, claims: Sequence[Claim]) -> bool:
    """Whether all that the hand holds of a meld lies in its place."""
    n = aim.claims[m]
    return n is not None and claims[n].kind is aim.melds[m].kind and Counter(claims[n].cards) == Counter(aim.held(m))


@dataclass(frozen=True)
class Step:
    """A step: one meld of the aim that does not lie yet."""

    aim: Aim
    m: int
    hand: Hand
    claims: tuple[Claim, ...]
    variant: Variant

    @property
    def meld(self) -> Meld:
        """The meld itself."""
        return self.aim.melds[self.m]

    @property
    def n(self) -> int | None:
        """The claim that becomes the meld."""
        return self.aim.claims[self.m]

    @property
    def laid(self) -> tuple[AnyCard, ...]:
        """What lies in its place."""
        return () if self.n is None else self.claims[self.n].cards

    @property
    def goes(self) -> tuple[AnyCard, ...]:
        """What lies in its place and does not belong to it; a joker only needs its name."""
        gone = less(self.laid, self.meld.cards)
        jokers = sum(isinstance(card, Joker) for card in less(self.meld.cards, self.laid))
        kept = [card for card in gone if isinstance(card, Joker)][:jokers]
        return less(gone, kept)

    @property
    def comes(self) -> tuple[AnyCard, ...]:
        """What it takes besides from the hand or from other melds; natural cards first."""
        more = less(self.meld.cards, self.laid)
        bare = sum(isinstance(card, Joker) for card in less(self.laid, self.meld.cards))
        named = [card for card in more if isinstance(card, Joker)][:bare]
        return tuple(sorted(less(more, named), key=lambda card: isinstance(card, Joker)))

    @property
    def names(self) -> tuple[Joker, ...]:
        """The jokers that lie there already and have to be named, or named otherwise."""
        return tuple(card for card in less(less(self.meld.cards, self.laid), self.comes) if isinstance(card, Joker))

    @property
    def naturals(self) -> tuple[Card, ...]:
        """Its cards that are no jokers."""
        return tuple(card for card in self.meld.cards if isinstance(card, Card))


def as_held(cards: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    """Cards as they are in a hand, where jokers are bare."""
    return tuple(card.in_hand for card in cards)
