"""Boards to touch: the widgets of Contract Rummy, the rule explorer."""

from .board import Board, ContractBoard, HandView, MeldBuilder
from .course import Course, Next, Why

__all__ = ["Board", "ContractBoard", "Course", "HandView", "MeldBuilder", "Next", "Why"]
