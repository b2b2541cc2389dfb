"""The search for the melds that leave the fewest points in a hand.

Sets take cards of one rank, sequences cards of one suit. So sets are chosen rank by rank, and what they leave of a suit
goes into its best sequences, which depend on the other suits only for jokers. What one suit or one rank allows, every
other does: it is worked out for the first one and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import add
from typing import NamedTuple

from .cards import JOKER, Card, Rank, Suit
from .combine import OF_A_RANK, OF_A_SUIT, Heap, Shape, in_a_meld, shapes, together, without
from .rules.scoring import points
from .table import Meld
from .variants import Kind, Variant

Points = tuple[int, ...]
"""The most points that can be saved, for each number of jokers."""


class Pick(NamedTuple):
    """A meld, as the cards that it takes."""

    kind: Kind
    takes: Heap
    jokers: int

    def moved(self, by: int) -> Pick:
        """The same meld in another suit or rank."""
        return Pick(self.kind, self.takes << by, self.jokers)


class Saving(NamedTuple):
    """Melds, and the points that they save."""

    points: int
    picks: tuple[Pick, ...]


class Choice(NamedTuple):
    """Sets of one rank, what they take together and the points that they save."""

    rank: int
    takes: Heap
    jokers: int
    points: int
    picks: tuple[Pick, ...]
    """The sets, as those of the first rank."""


class Deadwood:
    """The search in one variant, for hands with so many jokers and sets of at most so many cards.

    Where a list has an entry for each number of jokers, it is what can be had with at most so many.
    """

    def __init__(self, variant: Variant, jokers: int, most: int) -> None:
        self.jokers, self.limit = jokers, in_a_meld(jokers, variant)
        self.values = [points(Card(rank, Suit.SPADES), variant) for rank in Rank]
        self.joker_value = points(JOKER, variant)
        self.shapes = {Kind.SET: shapes(variant, Kind.SET, most), Kind.SEQUENCE: shapes(variant, Kind.SEQUENCE, 14)}
        rows = [shape for shape in self.shapes[Kind.SEQUENCE] if not shape.cards & ~OF_A_SUIT]
        sets = [shape for shape in self.shapes[Kind.SET] if not shape.cards & ~OF_A_RANK]
        self.rows_with, self.sets_with = _by_card(rows, jokers), _by_card(sets, jokers)
        self.of_size: dict[tuple[Kind, int], list[Shape]] = {}
        for shape in (*self.shapes[Kind.SET], *self.shapes[Kind.SEQUENCE]):
            self.of_size.setdefault((shape.kind, shape.size), []).append(shape)
        self.can_grow = {
            shape for shape in rows if any(shape.size < s.size and not shape.cards & ~s.cards for s in rows)
        }
        self.sequences = lru_cache(maxsize=1 << 14)(self._sequences)
        self.sets = lru_cache(maxsize=1 << 14)(self._sets)
        self.choices = lru_cache(maxsize=1 << 14)(self._choices)
        self.of_jokers = self._of_jokers([*sets, *rows])
        self.points_of_jokers = tuple(saving.points for saving in self.of_jokers)

    def melds(self, held: Heap) -> tuple[Meld, ...]:
        """The melds that leave the fewest points of these cards and of the jokers."""
        picks = _Search(self, held).picks()
        left = held
        for pick in picks:
            left = without(left, pick.takes)
        return tuple(self._meld(pick, left) for pick in picks)

    def _meld(self, pick: Pick, left: Heap) -> Meld:
        """The meld of these cards; if it can be, with no joker that stands for a card that is left."""
        size = pick.takes.bit_count() + pick.jokers
        fit = [shape for shape in self.of_size[pick.kind, size] if not pick.takes & ~shape.cards]
        shape = min(fit, key=lambda shape: (without(shape.cards, pick.takes) & left).bit_count())
        return shape.with_jokers(tuple(n for n, bit in enumerate(shape.bits) if not bit & pick.takes))

    def _sequences(self, left: Heap) -> tuple[list[Saving], Points]:
        """The best sequences of the first suit that have a natural card, and the points that they save."""
        if not left:
            return [Saving(0, ())] * (self.jokers + 1), (0,) * (self.jokers + 1)
        lowest = left & -left
        best = list(self.sequences(without(left, lowest))[0])  # the lowest card stays in the hand
        for pick in self._sequences_with(lowest, left):
            saved = self._worth(pick)
            rest = self.sequences(without(left, pick.takes))[0]
            for n in range(pick.jokers, self.jokers + 1):
                then = rest[n - pick.jokers]
                if saved + then.points > best[n].points:
                    best[n] = Saving(saved + then.points, (pick, *then.picks))
        return best, tuple(saving.points for saving in best)

    def _sequences_with(self, lowest: Heap, left: Heap) -> Iterable[Pick]:
        """The sequences that take the lowest card that is left.

        A joker need not stand for a card that is left, since the two can change places: if that card lies in another
        sequence at no loss, if it would stay in the hand at a gain, since the joker then makes this sequence longer. It
        need only where the sequence cannot grow, or where a meld has no room for all jokers.
        """
        found: dict[Pick, None] = {}
        for shape in self.rows_with.get(lowest, ()):
            if shape in self.can_grow and self.limit == self.jokers:
                takes = shape.cards & left
                jokers = shape.size - takes.bit_count()
                if jokers <= self.jokers:
                    found[Pick(Kind.SEQUENCE, takes, jokers)] = None
            else:
                found.update(dict.fromkeys(self._picks(shape, lowest, left)))
        return found

    def _sets(self, left: Heap) -> dict[tuple[Heap, int], tuple[Pick, ...]]:
        """The sets of the first rank that have a natural card: which they are, by all the cards and jokers they take."""
        if not left:
            return {(0, 0): ()}
        lowest = left & -left
        found = dict(self.sets(without(left, lowest)))  # the lowest card lies in no set
        for shape in self.sets_with.get(lowest, ()):
            for pick in self._picks(shape, lowest, left):
                for (takes, jokers), others in self.sets(without(left, pick.takes)).items():
                    if pick.jokers + jokers <= self.jokers:
                        found.setdefault((together(pick.takes, takes), pick.jokers + jokers), (pick, *others))
        return found

    def _choices(self, rank: int, left: Heap) -> tuple[list[Choice], Points]:
        """The sets of a rank, those that save the most first, and the most that they save with each number of jokers."""
        found = []
        for (takes, jokers), picks in self.sets(left).items():
            if takes:
                saved = takes.bit_count() * self.values[rank] + jokers * self.joker_value
                found.append(Choice(rank, takes << rank, jokers, saved, picks))
        found.sort(key=lambda choice: -choice.points)
        top = (max((one.points for one in found if one.jokers <= n), default=0) for n in range(self.jokers + 1))
        return found, tuple(top)

    def _picks(self, shape: Shape, lowest: Heap, left: Heap) -> Iterator[Pick]:
        """What a meld of a shape can take, the lowest card that is left among it."""
        for stood in shape.standing(left, self.limit):
            takes = shape.cards - sum(shape.bits[n] for n in stood)
            if takes & lowest:
                yield Pick(shape.kind, takes, len(stood))

    def _of_jokers(self, some: list[Shape]) -> list[Saving]:
        """The best melds of jokers alone."""
        best = [Saving(0, ())]
        for n in range(1, self.jokers + 1):
            best.append(best[-1])
            for shape in some:
                if shape.size <= min(n, self.limit):
                    then = best[n - shape.size]
                    saved = then.points + shape.size * self.joker_value
                    if saved > best[n].points:
                        best[n] = Saving(saved, (Pick(shape.kind, 0, shape.size), *then.picks))
        return best

    def _worth(self, pick: Pick) -> int:
        """The points that a sequence of the first suit saves."""
        worth, takes = pick.jokers * self.joker_value, pick.takes
        while takes:
            worth += self.values[(takes & -takes).bit_length() % 52 - 1]
            takes &= takes - 1
        return worth


def _by_card(some: list[Shape], jokers: int) -> dict[Heap, list[Shape]]:
    """Shapes by each card that can be the lowest natural one in them, with so many jokers; the longest first."""
    found: dict[Heap, list[Shape]] = {}
    for shape in sorted(some, key=lambda shape: -shape.size):
        for bit in shape.bits:
            if (shape.cards & bit - 1).bit_count() <= jokers:
                found.setdefault(bit, []).append(shape)
    return found


def _both(some: list[Saving], others: list[Saving]) -> list[Saving]:
    """The best of two kinds of saving together."""
    found = []
    for n in range(len(some)):
        one, other = max(
            zip(some[: n + 1], others[n::-1], strict=True), key=lambda pair: pair[0].points + pair[1].points
        )
        found.append(Saving(one.points + other.points, one.picks + other.picks))
    return found


@lru_cache(maxsize=1 << 14)
def _add(some: Points, others: Points) -> Points:
    """The most points of two kinds of saving together, which share the jokers."""
    return tuple(max(map(add, some[: n + 1], others[n::-1])) for n in range(len(some)))


class _Search:
    """The search for the best sets of a hand, with the sequences that they leave to each suit."""

    def __init__(self, tables: Deadwood, held: Heap) -> None:
        self.tables = tables
        self.ranks: list[list[Choice]] = []
        self.later: list[Points] = [(0,) * (tables.jokers + 1)]
        self.all = tables.jokers * tables.joker_value
        for rank in range(13):
            of_rank = held >> rank & OF_A_RANK
            if of_rank:
                self.all += of_rank.bit_count() * tables.values[rank]
                choices, top = tables.choices(rank, of_rank)
                if choices:
                    self.ranks.append(choices)
                    self.later.append(_add(self.later[-1], top))
        self.best = -1
        self.found: tuple[Heap, int, tuple[Choice, ...]] = (held, tables.jokers, ())
        self._choose(len(self.ranks), held, tables.jokers, 0, ())

    def _choose(self, ranks: int, left: Heap, jokers: int, saved: int, sets: tuple[Choice, ...]) -> None:
        """Close with the best sequences, then try each further set of the first so many ranks."""
        total = self.tables.points_of_jokers
        for suit in range(4):
            row = self.tables.sequences(left >> 13 * suit & OF_A_SUIT)[1]
            if row[-1]:
                total = _add(total, row)
        if saved + total[jokers] > self.best:
            self.best, self.found = saved + total[jokers], (left, jokers, sets)
        for n in range(ranks, 0, -1):
            if min(saved + _add(total, self.later[n])[jokers], self.all) <= self.best:
                return
            then = _add(total, self.later[n - 1])
            for choice in self.ranks[n - 1]:
                if choice.jokers <= jokers and saved + choice.points + then[jokers - choice.jokers] > self.best:
                    rest = without(left, choice.takes)
                    self._choose(n - 1, rest, jokers - choice.jokers, saved + choice.points, (*sets, choice))

    def picks(self) -> tuple[Pick, ...]:
        """The melds that save the most: the sets, then the sequences."""
        left, jokers, sets = self.found
        total = self.tables.of_jokers
        for suit in range(4):
            row, points = self.tables.sequences(left >> 13 * suit & OF_A_SUIT)
            if points[-1]:
                moved = [Saving(one.points, tuple(pick.moved(13 * suit) for pick in one.picks)) for one in row]
                total = _both(total, moved)
        return (*(pick.moved(choice.rank) for choice in sets for pick in choice.picks), *total[jokers].picks)
