"""The rules of scoring."""

from __future__ import annotations

from ..cards import AnyCard, Joker
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
