"""The law: one function a rule. Importing the package enters all rules among `verdict.RULES`, in their order."""

# The order of the law: a meld by itself, the contract, the turn, the score.
from . import melds  # isort: skip
from . import contract  # isort: skip
from . import turn  # isort: skip
from . import scoring  # isort: skip

__all__ = ["contract", "melds", "scoring", "turn"]
