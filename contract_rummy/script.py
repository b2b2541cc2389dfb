"""A deal with its plays, refused attempts, comments and variations, as values, and what the rules say of each play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .deal import Act, Deal, End
from .notation import NotationError
from .playing import judge_act
from .rules.scoring import hand_points
from .table import Verdict


@dataclass(frozen=True, slots=True)
class Play:
    """A line of a script: what a player does or tries, and what is said of it."""

    act: Act
    tried: bool = False
    """Whether the line says that the rules refuse it."""
    cites: tuple[str, ...] | None = None
    """The rules that it breaks, as the line cites them; `None` where it cites none."""
    among: bool = False
    """Whether others may be broken, too."""
    glyph: str = ""
    comment: tuple[str, ...] = ()
    """What is said to the reader, line by line."""
    notes: tuple[str, ...] = ()
    """What is said to the writer, line by line."""
    variations: tuple[tuple[Play, ...], ...] = ()
    """What might have been played instead."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Script:
    """One deal as a text tells it: the position it begins with, its plays, and its tags."""

    start: Deal
    plays: tuple[Play, ...]
    tags: tuple[tuple[str, str], ...] = ()
    """Free tags of the header, among them `title`, `seed` and `score`."""
    notes: tuple[str, ...] = ()
    dealer_named: bool = field(default=False, compare=False)

    def tag(self, word: str) -> str:
        """The value of a tag, or nothing."""
        return next((value for name, value in self.tags if name == word), "")


@dataclass(frozen=True, slots=True)
class Step:
    """A play with the position before it, and what the rules say of it."""

    play: Play
    before: Deal
    verdict: Verdict
    variations: tuple[tuple[Step, ...], ...] = ()

    @property
    def after(self) -> Deal:
        """The position after it; a refused attempt leaves it unchanged."""
        return self.verdict.after if self.verdict.after and not self.play.tried else self.before

    @property
    def as_written(self) -> bool:
        """Whether the rules say what the line says."""
        broken, cites = set(self.verdict.broken), self.play.cites
        if not self.play.tried:
            return not broken
        if cites is None:
            return bool(broken)
        return bool(broken) and (set(cites) <= broken if self.play.among else set(cites) == broken)


def steps(script: Script) -> tuple[Step, ...]:
    """Every play with its position and verdict; a play that cannot mean anything raises `NotationError` with its line."""
    return _steps(script.start, script.plays)


def _steps(deal: Deal, plays: tuple[Play, ...]) -> tuple[Step, ...]:
    found = []
    for step in _judged(deal, plays):
        variations = tuple(_steps(step.before, variation) for variation in step.play.variations)
        found.append(replace(step, variations=variations))
    return tuple(found)


def all_steps(script: Script) -> Iterator[Step]:
    """The plays and those of the variations in the order of their lines, each judged when its turn comes."""
    return _all_steps(script.start, script.plays)


def _all_steps(deal: Deal, plays: tuple[Play, ...]) -> Iterator[Step]:
    for step in _judged(deal, plays):
        yield step
        for variation in step.play.variations:
            yield from _all_steps(step.before, variation)


def _judged(deal: Deal, plays: tuple[Play, ...]) -> Iterator[Step]:
    """The plays one after another, without what might have been played instead."""
    for play in plays:
        if isinstance(play.act, End) and not play.tried and deal.over and deal.out == play.act.player:
            continue  # the deal ended with the play before
        try:
            step = Step(play, deal, judge_act(deal, play.act))
        except ValueError as error:
            raise NotationError(str(error), play.line) from None
        yield step
        deal = step.after


def result_of(script: Script) -> str:
    """How a deal ended, for the writer: who is out, and what the others hold; nothing while it goes on or cannot be played."""
    try:
        found = steps(script)
    except NotationError:
        return ""
    deal = found[-1].after if found else script.start
    if not deal.over:
        return ""
    costs = [
        f"{seat.name} {points}"
        for seat in deal.seats
        if seat.name != deal.out and (points := hand_points(seat.cards, deal.variant)) is not None
    ]
    return "; ".join(filter(None, [f"{deal.out} out" if deal.out else "blocked", ", ".join(costs)]))
