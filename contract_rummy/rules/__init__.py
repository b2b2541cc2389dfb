"""The law: one function a rule. Importing the package enters all rules among `verdict.RULES`, in their order."""

from ..verdict import RULES
from . import contract, laying_off, melds, scoring, setup, turn

TOPICS = ("setup", "deal", "turn", "set", "sequence", "joker", "contract", "meld", "table", "lay-off", "swap", "pile",
          "play", "discard", "stock", "score")  # fmt: skip
"""The order of the law: whose turn it is, the melds by themselves, the contract, then all else; it orders every verdict."""

_by_topic = sorted(RULES.items(), key=lambda entry: TOPICS.index(entry[0].split(".")[0]))
RULES.clear()
RULES.update(_by_topic)

__all__ = ["TOPICS", "contract", "laying_off", "melds", "scoring", "setup", "turn"]
