"""Boards to touch: the widgets of Contract Rummy, the rule explorer."""

from .board import Board, ContractBoard, HandView, MeldBuilder
from .course import Clauses, Course, Next, Ways, Why
from .lab import Lab
from .rulebook import Rulebook
from .stepper import TurnStepper
from .turns import Look, Turns

__all__ = [
    "Board",
    "Clauses",
    "ContractBoard",
    "Course",
    "HandView",
    "Lab",
    "Look",
    "MeldBuilder",
    "Next",
    "Rulebook",
    "TurnStepper",
    "Turns",
    "Ways",
    "Why",
]
