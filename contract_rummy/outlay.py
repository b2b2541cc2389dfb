"""The search for what a turn puts down so that the hand keeps the least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import inf

from .cards import JOKER, AnyCard, Card
from .combine import OF_A_SUIT, Heap, without
from .frame import ASKED, OWED, THROWN, Frame, Key, Piece, cost
from .pieces import Picks, Pieces
from .variants import Kind

JOKERS = ASKED - 1
"""The part of a key that counts jokers."""

_ASKED = THROWN - ASKED
_FIRST = OF_A_SUIT | OF_A_SUIT << 13
"""Where the cards of the first two suits lie in a heap."""

_pieces = lru_cache(maxsize=32)(Pieces)


class Outlay:
    """The search for the pieces that leave the least in a hand, by branch and bound.

    Sets are chosen rank by rank, and what they leave of each suit goes into its best sequences. A branch ends as soon as
    the best sequences of all that is left, and the best sets of the ranks to come, cannot leave less than what is known.
    `aside` are cards that stay in the hand in any case, though one of them may be discarded; at least `least` jokers go
    down; and where a hand has `hidden` cards it is never empty.
    """

    def __init__(
        self, frame: Frame, held: Heap, least: int = 0, aside: tuple[Card, ...] = (), hidden: bool = False
    ) -> None:
        self.frame, self.held, self.least, self.aside, self.hidden = frame, held, least, aside, hidden
        self.pieces = _pieces(frame)
        self.total = self.pieces.worth(held, frame.jokers) + sum(map(self._worth, aside))
        self.spare = max((card for card in aside if card not in frame.kept), key=self._worth, default=None)
        self.throws_joker = JOKER not in frame.kept
        self.sets_asked = frame.asks.count(Kind.SET) * ASKED
        self.sequences_asked = frame.asks.count(Kind.SEQUENCE) * ASKED
        self.best: float = inf
        self.floor: float = 0
        """What is known to be the least cost, or less."""
        self.picks: list[Piece] = []
        self.thrown: AnyCard | None = None

    def _worth(self, card: AnyCard) -> int:
        return cost(card, self.frame.variant)

    def search(self, below: float = inf) -> float:
        """The least cost of what stays in the hand, if it is less than a given one; `inf` where no turn closes so.

        Then `picks` are the pieces, and `thrown` is the card that is discarded.
        """
        self.best = limit = min(below, OWED)
        if self.pieces.apart:  # mostly the best sequences lie apart anyway, and that is quickly seen
            loose = Outlay(replace(self.frame, apart=False), self.held, self.least, self.aside, self.hidden)
            self.floor = loose.search(below)
            self.picks, self.thrown = loose.picks, loose.thrown
            if self.floor == inf or self.parts() is not None:
                return self.floor
        self._enter_sets()
        self._choose(0, self.held, 0, 0, ())
        return self.best if self.best < limit else inf

    def parts(self) -> list[tuple[Piece, slice]] | None:
        """The new melds of the contract, each with the part of it that goes down first; the rest is laid off on it.

        `None` where their sequences cannot lie apart.
        """
        asked = sorted((pick for pick in self.picks if pick.asked), key=lambda pick: pick.shape.cards)
        suits: dict[object, list[Piece]] = {}
        for piece in asked:
            alone = piece.shape.kind is Kind.SET or not self.pieces.apart
            suits.setdefault(piece if alone else piece.shape.pattern[0].suit, []).append(piece)
        found = []
        for pieces in suits.values():
            parts = self.pieces.cores(tuple(piece.shape for piece in pieces))
            if parts is None:
                return None
            found += list(zip(pieces, parts, strict=True))
        return sorted(found, key=lambda pair: pair[0].place)

    def _enter_sets(self) -> None:
        """The sets of each rank with their worth, and the most that they and those entered before can be worth."""
        pieces, room = self.pieces, self.pieces.room[Kind.SET]
        self.ranks: list[list[tuple[int, Heap, Key, Picks]]] = []
        for sets in [*(pieces.rank(rank, self.held) for rank in range(13)), pieces.sets_of_jokers()]:
            entries = [(pieces.worth(takes, key & JOKERS), takes, key, picks) for (takes, key), picks in sets.items()]
            if len(entries) > 1:
                self.ranks.append(sorted(entries, key=lambda entry: -entry[0]))
        self.ranks.sort(key=lambda entries: entries[0][0])
        self.later = [_with_fewer({0: 0}, room)]
        for entries in self.ranks:
            top: dict[Key, int] = {}
            for worth, _, key, _ in entries:
                top[key] = max(top.get(key, 0), worth)
            most: dict[Key, int] = {}
            for key, worth in top.items():
                for other, more in self.later[-1].items():
                    if key + other in room:
                        most[key + other] = max(most.get(key + other, 0), worth + more)
            self.later.append(_with_fewer(most, room))

    def _choose(self, start: int, left: Heap, key: Key, worth: int, sets: Picks) -> None:
        """Close with the best sequences, then try each further set of the ranks that are still to come."""
        free, asked = self.frame.jokers - (key & JOKERS), self.sets_asked - (key & ~JOKERS)
        closed = self._close(left, free, worth, sets, asked == 0)
        for n in range(len(self.ranks) - start, 0, -1):
            later = self.later[n]
            most = max((gain + later.get(asked + free - k, -inf) for k, gain in closed.items()), default=-inf)
            if max(self.floor, self.total - min(most, self.total)) >= self.best:
                return
            for more, takes, entry, picks in self.ranks[n - 1]:
                if (takes or entry) and key + entry in self.pieces.room[Kind.SET]:
                    self._choose(
                        len(self.ranks) - n + 1, without(left, takes), key + entry, worth + more, (picks, sets)
                    )

    def _close(self, left: Heap, free: int, worth: int, sets: Picks, whole: bool) -> dict[int, int]:
        """Keep the best sequences of what is left, if the sets are `whole`; what there is by the number of their jokers."""
        one, other = self.pieces.half(0, left & _FIRST), self.pieces.half(2, left & ~_FIRST)
        closed: dict[int, int] = {}
        for a, (first, some) in one.items():
            for b, (second, others) in other.items():
                jokers, asked, thrown = (a + b) & JOKERS, (a + b) & _ASKED, (a + b) // THROWN
                if asked != self.sequences_asked or thrown > 1 or jokers > free:
                    continue
                gain = worth + first + second
                card = None if thrown else self._throws(free - jokers)
                gain += 0 if card is None else self._worth(card)
                closed[jokers] = max(closed.get(jokers, 0), gain)
                closes = thrown or card or (gain == self.total and not self.hidden)
                used = self.frame.jokers - free + jokers
                if whole and closes and used >= self.least and self.total - gain < self.best:
                    self.best = self.total - gain
                    picks = list(_each((sets, (some, others))))
                    self.picks = sorted(
                        (pick for pick in picks if isinstance(pick, Piece)), key=lambda pick: pick.place
                    )
                    self.thrown = next((pick for pick in picks if isinstance(pick, Card)), card)
        return closed

    def _throws(self, jokers: int) -> AnyCard | None:
        """The dearest card to discard beside those of the suits: a joker, or a card that was put aside."""
        if jokers and self.throws_joker and (self.spare is None or self._worth(self.spare) < self._worth(JOKER)):
            return JOKER
        return self.spare


def _with_fewer(most: dict[Key, int], room: Iterable[Key]) -> dict[Key, int]:
    """The most for each key where it may be had with fewer jokers, too."""
    found: dict[Key, int] = {}
    for key in sorted(room):
        worth = max(most.get(key, -1), found.get(key - 1, -1) if key & JOKERS else -1)
        if worth >= 0:
            found[key] = worth
    return found


def _each(picks: Picks | Piece | Card) -> Iterator[Piece | Card]:
    """The pieces and the card of a chain of pairs."""
    if isinstance(picks, tuple):
        for pick in picks:
            yield from _each(pick)
    else:
        yield picks
