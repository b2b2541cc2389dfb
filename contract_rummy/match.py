"""A match: the deals of a variant, the running score, and who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .cards import AnyCard, Card, Joker
from .deal import Deal
from .rules.scoring import hand_points, winners
from .variants import STANDARD, Variant


@dataclass(frozen=True, slots=True)
class Match:
    """The deals of a match that have ended, in their order."""

    deals: tuple[Deal, ...] = ()
    variant: Variant = STANDARD

    def after(self, deal: Deal) -> Match:
        """The match with one more deal; a deal that has not ended raises `ValueError`."""
        if not deal.over:
            raise ValueError("this deal has not ended yet")
        return Match((*self.deals, deal), self.variant)

    @property
    def rounds(self) -> tuple[dict[str, int], ...]:
        """The points of each deal by player."""
        return tuple(deal_points(deal) for deal in self.deals)

    @property
    def totals(self) -> dict[str, int]:
        """The running score by player."""
        totals: Counter[str] = Counter()
        for points in self.rounds:
            for name, cost in points.items():
                totals[name] += cost
        return dict(totals)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody while deals are still to be played."""
        if len(self.deals) < len(self.variant.deals):
            return ()
        outs = Counter(deal.out for deal in self.deals if deal.out)
        return winners(self.totals, outs, self.variant)


def deal_points(deal: Deal) -> dict[str, int]:
    """The points of a deal by player; whoever went out scores nothing, a hand that is not known counts as it is shown."""
    return {
        seat.name: 0 if seat.name == deal.out else hand_points(_known(seat.cards), deal.variant) or 0
        for seat in deal.seats
    }


def _known(cards: Sequence[object]) -> list[AnyCard]:
    return [card for card in cards if isinstance(card, Card | Joker)]
