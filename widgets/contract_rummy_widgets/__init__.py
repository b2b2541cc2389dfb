"""Boards to touch: the widgets of Contract Rummy, the rule explorer."""

from .board import Board, ContractBoard, HandView, MeldBuilder
from .course import Course, Next, Ways, Why
from .lab import Lab
from .rulebook import Rulebook
from .stepper import TurnStepper
from .turns import Look, Turns

__all__ = [
    "Board",
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
