"""Boards to touch: the widgets of Contract Rummy, the rule explorer."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import Board
    from .boards import ContractBoard, HandView, MeldBuilder
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

_HOMES = {
    "board": {"Board"},
    "boards": {"ContractBoard", "HandView", "MeldBuilder"},
    "course": {"Course", "Next", "Ways", "Why"},
    "lab": {"Lab"},
    "rulebook": {"Rulebook"},
    "stepper": {"TurnStepper"},
    "turns": {"Look", "Turns"},
}


def __getattr__(name: str) -> Any:
    """Load a widget when it is first asked for: a lesson opens sooner without the lab and the rulebook."""
    for home, widgets in _HOMES.items():
        if name in widgets:
            return getattr(import_module(f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
