"""How ranks follow one another: on the line from ace to ace, and on the circle.

A place on the line is a number from 1 (ace, low) to 14 (ace, high). A bare joker may fill one gap or none.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ..cards import Rank

Places = tuple[int, ...]
"""Places in ascending order; from 15 on they go round the corner: 15 is the two after a high ace."""

LINE = {"both": (1, 14), "low": (1,), "high": (14,), "wrap": (1, 14)}
"""The places that an ace may take on the line, by the field `ace`."""


def rank_at(place: int) -> Rank:
    """The rank at a place.

    >>> rank_at(14), rank_at(15)
    (Rank.ACE, Rank.TWO)
    """
    return _RANKS[(place - 1) % 13]


_RANKS = tuple(Rank)


def on_line(ranks: Iterable[Rank], jokers: int, ace: str) -> Places | None:
    """The places of ranks that follow one another on the line, or `None`.

    >>> on_line([Rank.QUEEN, Rank.ACE, Rank.KING], 0, "both")
    (12, 13, 14)
    >>> on_line([Rank.KING, Rank.ACE, Rank.TWO], 0, "both")
    """
    ranks = list(ranks)
    others = sorted([int(rank) for rank in ranks if rank is not Rank.ACE])
    if len(set(others)) != len(others):
        return None
    aces = len(ranks) - len(others)
    choices: list[Places] = [()] if not aces else [(place,) for place in LINE[ace]] if aces == 1 else []
    if aces == 2 and len(LINE[ace]) == 2:
        choices = [(1, 14)]
    for choice in choices:
        places = tuple(sorted([*others, *choice]))
        if not places or gaps(places) <= jokers:
            return places
    return None


def on_circle(ranks: Iterable[Rank], jokers: int) -> Places | None:
    """The places of ranks that follow one another on the circle …Q-K-A-2-3…, or `None`; no rank stands twice.

    >>> on_circle([Rank.KING, Rank.TWO, Rank.ACE], 0)
    (13, 14, 15)
    """
    numbers = sorted(int(rank) for rank in ranks)
    if not numbers or len(set(numbers)) != len(numbers):
        return None
    spans = [numbers[-1] - numbers[0], *(before + 13 - after for before, after in pairwise(numbers))]  # begun at each
    least = min(spans)
    if least + 1 - len(numbers) > jokers:
        return None
    n = spans.index(least)
    return (*numbers[n:], *(number + 13 for number in numbers[:n]))


def follow(ranks: list[Rank], jokers: int, ace: str) -> Places | None:
    """The places of ranks that follow one another as the field `ace` allows, or `None`."""
    places = on_line(ranks, jokers, ace)
    return on_circle(ranks, jokers) if places is None and ace == "wrap" else places


def round_the_corner(ranks: list[Rank], jokers: int, ace: str) -> Places | None:
    """The places of ranks that follow one another, but not as `ace` allows; else `None`."""
    if follow(ranks, jokers, ace):
        return None
    return on_line(ranks, jokers, "both") or on_circle(ranks, jokers)


def gaps(places: Places) -> int:
    """How many places are free between the first and the last."""
    return places[-1] - places[0] + 1 - len(places)


def runs(ace: str, least: int) -> Iterable[Places]:
    """Every run of places that `ace` allows, of at least so many cards; each run of ranks once."""
    first, last = min(LINE[ace]), max(LINE[ace])
    if ace == "high":
        first = 2
    if ace == "low":
        last = 13
    for length in range(least, last - first + 2):
        for start in range(first, last - length + 2 if length != 13 else first + 1):  # 13 ranks are all of them
            yield tuple(range(start, start + length))
    if ace == "wrap":
        for length in range(least, 13):
            for start in range(2, 14):
                if start + length - 1 > 14:
                    yield tuple(range(start, start + length))
