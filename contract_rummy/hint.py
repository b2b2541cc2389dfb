"""A hint: one sentence with its reason, and what it points at. Values without law."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .cards import AnyCard
from .deal import Act
from .table import Claim
from .verdict import Facts, Text


class Rung(Enum):
    """How much a hint gives away."""

    WHERE = "where"
    IDEA = "idea"
    CARD = "card"
    SHOW = "show"
    DONE = "done"
    """Nothing is left to look for; this hint stands alone."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Hint:
    """One rung: a sentence with its reason, and what it points at."""

    rung: Rung
    text: Text
    facts: Facts = ()
    rule: str = ""
    """The id of the rule that the idea rests on."""
    cards: tuple[AnyCard, ...] = ()
    """The cards of the hand that it points at."""
    claim: int | None = None
    """The meld laid that it speaks of, counted from 0: `tray` in the sentence, and where its cards lie."""
    lays: tuple[tuple[int | None, Claim], ...] = ()
    """What lies after the last rung: each meld with the one laid that it comes from."""
    act: Act | None = None
    """The act that the last rung does, where the hint is one in a deal."""
    meld: int | None = None
    """The meld on the table that it points at, counted from 1."""
    pile: bool = False
    """Whether it points at the pile."""
    lacks: tuple[tuple[AnyCard, ...], ...] = ()
    """The cards that each of these melds still wants, and that the hand does not hold."""


Rungs = tuple[Hint, ...]
"""The hints for one position, each giving away more than the one before."""
