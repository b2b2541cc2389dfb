"""Boards to touch: the widgets of Contract Rummy, the rule explorer."""

from .board import Board, ContractBoard, HandView, MeldBuilder
from .course import Clauses, Course, Next, Why
from .stepper import TurnStepper
from .turns import Look, Turns

__all__ = [
    "Board",
    "Clauses",
    "ContractBoard",
    "Course",
    "HandView",
    "Look",
    "MeldBuilder",
    "Next",
    "TurnStepper",
    "Turns",
    "Why",
]
