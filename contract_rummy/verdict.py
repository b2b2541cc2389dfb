"""Rules and verdicts: what is said of a claim, and by which rule.

`rule` makes the function that checks a rule the one home of its id, its texts, its sources and its law.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from .cards import AnyCard, Card

Text = str | tuple[str, str]
"""A sentence with named places, or its forms for one and for many (by the fact `n`)."""

Facts = tuple[tuple[str, Any], ...]
"""What a sentence speaks of: values by name, never words."""


def N_(text: str) -> str:
    """Mark a sentence for translation; it is translated where it is said (`explain`)."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that depends on a number, the fact `n`, for translation."""
    return one, many


class State(Enum):
    """What became of a rule in a verdict."""

    HOLDS = "holds"
    BROKEN = "broken"
    MOOT = "moot"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Holds:
    """A rule is kept; the facts are those of its sentence."""

    facts: Facts = ()
    without: bool = False
    """Kept for want of anything that could break it; such a rule may have a sentence of its own for this."""


@dataclass(frozen=True, slots=True)
class Breach:
    """How a rule is broken: which of its sentences says it, and on which cards one sees it."""

    how: str
    """The key of the sentence among the rule's `fails`."""
    at_fault: tuple[AnyCard, ...] = ()
    """The smallest set of cards whose removal or change heals."""
    missing: tuple[Card, ...] = ()
    """Cards that are wanted instead, each drawn as a ghost in its place."""
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class Moot:
    """Nothing can be said: something that the rule rests on is broken or not known."""


Outcome = Holds | Breach | Moot | None
"""What a rule answers; `None`: the rule has nothing to do with this claim."""


def facts(**named: Any) -> Facts:
    """Facts by name."""
    return tuple(named.items())


@dataclass(frozen=True, slots=True)
class Example:
    """A position in notation that keeps or breaks a rule: melds, and what else the rule needs to know."""

    melds: str
    deal: int | None = None
    hand: str | None = None
    fields: str = ""
    down: bool = False
    position: str = ""
    """A deal in notation instead of melds; its last play is the one that keeps or breaks the rule."""
    called: str = ""
    """What it shows, in a word or two; needed only where a rule has several of a kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One rule of the game: its permanent id, its texts, its sources and the function that checks it."""

    id: str
    name: str
    says: str
    otherwise: dict[str, str]
    holds: Text
    holds_without: str
    waits: str
    fails: dict[str, Text]
    clauses: tuple[str, ...]
    options: tuple[str, ...]
    rests_on: tuple[str, ...]
    kept: Example | None
    broken: Example | None
    also: tuple[Example, ...]
    open: str
    law: Callable[..., Any]

    @property
    def examples(self) -> tuple[Example, ...]:
        """All its examples: those that keep it, the one that breaks it, and those where tables differ or another rule speaks."""
        return tuple(example for example in (self.kept, self.broken, *self.also) if example)

    def __repr__(self) -> str:
        return f"RULES[{self.id!r}]"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from .show import show_rule

        return show_rule(self)


RULES: dict[str, Rule] = {}
"""Every rule by its id, in the order of the law."""

Law = TypeVar("Law", bound=Callable[..., Any])


def rule(
    id: str,
    *,
    name: str,
    says: str,
    clauses: str,
    otherwise: dict[str, str] | None = None,
    holds: Text = "",
    holds_without: str = "",
    waits: str = "",
    fails: dict[str, Text] | None = None,
    options: str = "",
    rests_on: str = "",
    kept: Example | None = None,
    broken: Example | None = None,
    also: tuple[Example, ...] = (),
    open: str = "",
) -> Callable[[Law], Law]:
    """Make a function the home of a rule, and enter it among `RULES`.

    `says` is the law in one sentence; it names fields of the variant in braces, and `otherwise` says it anew where a
    field has another value (`"ace=low"`), so that it is true in every variant.
    `holds`, `waits` and `fails` are what is said of a claim that keeps it, of one that leaves it moot, and of one that
    breaks it. `rests_on` names rules; where one of them is broken this one is moot. `also` are further examples, whatever
    the rule says of them. `open` names the question of `sources.OPEN` that the source leaves open here.
    """

    def enter(law: Law) -> Law:
        if id in RULES:
            raise ValueError(f"{id} has a home already")
        RULES[id] = Rule(
            id, name, says, otherwise or {}, holds, holds_without, waits, fails or {}, tuple(clauses.split()), tuple(options.split()),
            tuple(rests_on.split()), kept, broken, also, open, law,
        )  # fmt: skip
        return law

    return enter


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says of a claim, or of all claims together (`meld` is then `None`)."""

    rule: Rule
    outcome: Holds | Breach | Moot
    meld: int | None = None

    @property
    def state(self) -> State:
        """Whether the rule holds, is broken, or is moot."""
        if isinstance(self.outcome, Breach):
            return State.BROKEN
        return State.HOLDS if isinstance(self.outcome, Holds) else State.MOOT

    @property
    def breach(self) -> Breach | None:
        """How the rule is broken, if it is."""
        return self.outcome if isinstance(self.outcome, Breach) else None
