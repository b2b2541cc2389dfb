"""The rules of scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..cards import AnyCard, HeldCard, Joker, Unknown
from ..variants import Variant
from ..verdict import N_, Example, rule


@rule(
    "score.cards",
    name=N_("What cards cost"),
    says=N_("King, queen, jack and ten count 10 each, an ace 15 even if it was meant low, a joker 15, any other card its number."),
    clauses="S40",
    kept=Example("", hand="KH AS * 7C"),
)  # fmt: skip
def points(card: AnyCard, variant: Variant) -> int:
    """What a card costs that is left in a hand, by the field `values` of the variant.

    >>> from contract_rummy.variants import STANDARD
    >>> points(Joker(), STANDARD)
    15
    """
    return variant.joker_value if isinstance(card, Joker) else variant.values[card.rank - 1][1]


@rule(
    "score.hand",
    name=N_("What a hand costs"),
    says=N_("Only cards left in the hand count, and whoever went out scores nothing."),
    clauses="S38 S39",
    kept=Example("", hand="QD 7C 2S"),
)
def hand_points(cards: Sequence[HeldCard], variant: Variant) -> int | None:
    """What is left in a hand costs; `None` where some of it is not known."""
    if any(isinstance(card, Unknown) for card in cards):
        return None
    return sum(points(card, variant) for card in cards if not isinstance(card, Unknown))


@rule(
    "score.winner",
    name=N_("Who wins"),
    says=N_("After the last deal the lowest total wins; equal lowest totals share the win."),
    otherwise={
        "tiebreak=deals-won": N_(
            "After the last deal the lowest total wins; of equal ones whoever went out more often."
        )
    },
    clauses="S41",
    options="tiebreak",
    open="A15",
    kept=Example("", called=N_("Aru 41, Boris 41, Chen 60: Aru and Boris share the win.")),
)
def winners(totals: Mapping[str, int], outs: Mapping[str, int], variant: Variant) -> tuple[str, ...]:
    """Who wins a match, given every total and how many deals each player won.

    >>> from contract_rummy.variants import STANDARD
    >>> winners({"Aru": 41, "Boris": 41, "Chen": 60}, {}, STANDARD)
    ('Aru', 'Boris')
    """
    lowest = [name for name, total in totals.items() if total == min(totals.values())]
    if variant.tiebreak == "deals-won":
        most = max(outs.get(name, 0) for name in lowest)
        lowest = [name for name in lowest if outs.get(name, 0) == most]
    return tuple(lowest)
