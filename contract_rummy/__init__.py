"""Contract Rummy, the rule explorer: a small, exact engine that says which rule an attempt breaks, where, and why.

>>> from contract_rummy import claim, explain, judge
>>> explain(judge(claim("sequence(9D TD QD)"))).headline
'Nine, ten, queen of diamonds: the jack is missing.'
"""

from .arrange import shortage, ways
from .cards import Card, Joker, Rank, Suit
from .deal import Deal
from .explain import Explanation, explain
from .legal import legal_plays, view
from .match import Match
from .notation import NotationError, card, claim, claims, contract, hand, meld, variant
from .playing import judge, play
from .reading import read
from .repair import readings, repair
from .rules.scoring import points
from .script import steps
from .table import Claim, Hand, IllegalPlay, Meld, Repair, Shortage, Verdict
from .variants import PRESETS, STANDARD, Contract, Kind, Variant
from .verdict import RULES, Rule
from .writing import write

__all__ = [
    "PRESETS",
    "RULES",
    "STANDARD",
    "Card",
    "Claim",
    "Contract",
    "Deal",
    "Explanation",
    "Hand",
    "IllegalPlay",
    "Joker",
    "Kind",
    "Match",
    "Meld",
    "NotationError",
    "Rank",
    "Repair",
    "Rule",
    "Shortage",
    "Suit",
    "Variant",
    "Verdict",
    "card",
    "claim",
    "claims",
    "contract",
    "explain",
    "hand",
    "judge",
    "legal_plays",
    "meld",
    "play",
    "points",
    "read",
    "readings",
    "repair",
    "shortage",
    "steps",
    "variant",
    "view",
    "ways",
    "write",
]
