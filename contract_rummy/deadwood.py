"""The search for the melds that leave the fewest points in a hand.

Sets take cards of one rank, sequences cards of one suit. So sets are chosen rank by rank, and what they leave of a suit
goes into its best sequences, which depend on the other suits only for jokers. What one suit or one rank allows, every
other does: it is worked out for the first one and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from .cards import JOKER, Card, Rank, Suit
from .combine import OF_A_RANK, OF_A_SUIT, Heap, Shape, in_a_meld, shapes, together, without
from .rules.scoring import points
from .table import Meld
from .variants import Kind, Variant


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
        self.rows_with, self.sets_with = _by_card(rows), _by_card(sets)
        self.can_grow = {
            shape for shape in rows if any(shape.size < s.size and not shape.cards & ~s.cards for s in rows)
        }
        self.sequences = lru_cache(maxsize=1 << 14)(self._sequences)
        self.sets = lru_cache(maxsize=1 << 14)(self._sets)
        self.of_jokers = self._of_jokers([*sets, *rows])

    def melds(self, held: Heap) -> tuple[Meld, ...]:
        """The melds that leave the fewest points of these cards and of the jokers."""
        picks = _Search(self, held).best.picks
        left = held
        for pick in picks:
            left = without(left, pick.takes)
        return tuple(self._meld(pick, left) for pick in picks)

    def _meld(self, pick: Pick, left: Heap) -> Meld:
        """The meld of these cards; if it can be, with no joker that stands for a card that is left."""
        size = pick.takes.bit_count() + pick.jokers
        fit = [shape for shape in self.shapes[pick.kind] if shape.size == size and not pick.takes & ~shape.cards]
        shape = min(fit, key=lambda shape: (without(shape.cards, pick.takes) & left).bit_count())
        return shape.with_jokers(tuple(n for n, bit in enumerate(shape.bits) if not bit & pick.takes))

    def _sequences(self, left: Heap) -> list[Saving]:
        """The best sequences of the first suit that have a natural card."""
        if not left:
            return [Saving(0, ())] * (self.jokers + 1)
        lowest = left & -left
        best = list(self.sequences(without(left, lowest)))  # the lowest card stays in the hand
        for pick in self._sequences_with(lowest, left):
            saved = self._worth(pick)
            rest = self.sequences(without(left, pick.takes))
            for n in range(pick.jokers, self.jokers + 1):
                then = rest[n - pick.jokers]
                if saved + then.points > best[n].points:
                    best[n] = Saving(saved + then.points, (pick, *then.picks))
        return best

    def _sequences_with(self, lowest: Heap, left: Heap) -> Iterable[Pick]:
        """The sequences that take the lowest card that is left.

        A joker need not stand for a card that is left, since the two can change places: if that card lies in another
        sequence at no loss, if it would stay in the hand at a gain, since the joker then makes this sequence longer. It
        need only where the sequence cannot grow, or where a meld has no room for all jokers.
        """
        found: dict[Pick, None] = {}
        for shape in self.rows_with[lowest]:
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


def _by_card(some: list[Shape]) -> dict[Heap, list[Shape]]:
    """Shapes by each card that they hold, the longest first."""
    found: dict[Heap, list[Shape]] = {}
    for shape in sorted(some, key=lambda shape: -shape.size):
        for bit in shape.bits:
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


class _Search:
    """The search for the best sets of a hand, with the sequences that they leave to each suit."""

    def __init__(self, tables: Deadwood, held: Heap) -> None:
        self.tables = tables
        self.ranks: list[list[tuple[Heap, int, Saving]]] = []
        self.later: list[list[int]] = [[0] * (tables.jokers + 1)]
        for rank in range(13):
            sets = tables.sets(held >> rank & OF_A_RANK)
            if len(sets) > 1:
                self._enter(rank, sets)
        self.all = (
            sum(tables.values[n % 13] for n in range(4 * 52) if held >> n & 1) + tables.jokers * tables.joker_value
        )
        self.best = Saving(-1, ())
        self._choose(0, held, tables.jokers, Saving(0, ()))

    def _enter(self, rank: int, sets: dict[tuple[Heap, int], tuple[Pick, ...]]) -> None:
        """Enter the sets of a rank, and how much they and those entered before can save at most."""
        value, joker_value = self.tables.values[rank], self.tables.joker_value
        entries = []
        for (takes, jokers), picks in sets.items():
            saved = takes.bit_count() * value + jokers * joker_value
            entries.append((takes << rank, jokers, Saving(saved, tuple(pick.moved(rank) for pick in picks))))
        top = [
            max(saving.points for _, jokers, saving in entries if jokers <= n) for n in range(self.tables.jokers + 1)
        ]
        before = self.later[-1]
        self.later.append([max(before[k] + top[n - k] for k in range(n + 1)) for n in range(len(top))])
        self.ranks.append(entries)

    def _choose(self, start: int, left: Heap, jokers: int, sets: Saving) -> None:
        """Close with the best sequences, then try each further set of the ranks that are still to come."""
        total = [saving.points for saving in self.tables.of_jokers]
        suits = [self.tables.sequences(left >> 13 * suit & OF_A_SUIT) for suit in range(4)]
        for row in suits:
            total = [max(total[k] + row[n - k].points for k in range(n + 1)) for n in range(jokers + 1)]
        if sets.points + total[jokers] > self.best.points:
            self.best = self._closed(suits, jokers, sets)
        for n in range(len(self.ranks) - start):
            later = self.later[len(self.ranks) - start - n]
            most = sets.points + max(total[k] + later[jokers - k] for k in range(jokers + 1))
            if min(most, self.all) <= self.best.points:
                return
            for takes, stood, saving in self.ranks[len(self.ranks) - 1 - start - n]:
                if takes and stood <= jokers:
                    more = Saving(sets.points + saving.points, sets.picks + saving.picks)
                    self._choose(start + n + 1, without(left, takes), jokers - stood, more)

    def _closed(self, suits: list[list[Saving]], jokers: int, sets: Saving) -> Saving:
        """The sets with the best sequences."""
        total = self.tables.of_jokers
        for suit, row in enumerate(suits):
            moved = [Saving(one.points, tuple(pick.moved(13 * suit) for pick in one.picks)) for one in row]
            total = _both(total, moved)
        return Saving(sets.points + total[jokers].points, sets.picks + total[jokers].picks)
