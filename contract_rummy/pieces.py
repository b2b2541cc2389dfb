"""What the cards of one rank or of one suit can put down in a turn: new melds, and cards laid off on melds that lie.

Sets take cards of one rank, sequences cards of one suit, and so do the cards laid off on them. What a suit can put down
is worked out once for each choice of its cards, and remembered; the search (`outlay`) puts ranks and suits together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from .cards import FACES, JOKER, Card
from .combine import (
    BIT,
    OF_A_RANK,
    OF_A_SUIT,
    Heap,
    Places,
    Shape,
    in_a_meld,
    shapes,
    sides,
    smallest,
    together,
    without,
)
from .frame import ASKED, OWED, THROWN, Frame, Key, Lying, Piece, cost
from .variants import Kind

Picks = tuple["Piece | Card | Picks", "Picks"] | tuple[()]
"""Pieces, and perhaps the natural card that is discarded, as a chain of pairs."""
Row = dict[Key, tuple[int, Picks]]
"""The best that can be had, with what it is worth, for each key that can be had."""
Sets = dict[tuple[Heap, Key], Picks]
"""What sets can be had, by the cards that they take and by their key."""
Chosen = tuple[Shape, ...]
"""The sequences of a suit that are chosen for a contract, where they have to lie apart."""


class Pieces:
    """What ranks and suits can put down in one frame."""

    def __init__(self, frame: Frame) -> None:
        self.frame, variant = frame, frame.variant
        self.limit = in_a_meld(frame.jokers, variant)
        self.worth_of = [cost(card, variant) + (OWED if card in frame.owed else 0) for card in FACES]
        self.worth_of_joker = cost(JOKER, variant)
        self.sides = sides(variant)
        self.asks = {kind: frame.asks.count(kind) for kind in Kind}
        self.apart = frame.apart and variant.contract_suits == "apart" and self.asks[Kind.SEQUENCE] > 1
        most = self.asks[Kind.SEQUENCE]
        # Each other sequence of the contract is in the way at two places at most, so that a long one has always a part
        # which lies apart from them and goes down first.
        self.long = variant.sequence_min + 2 * (most - 1) if frame.grows else 15
        self.tidy = frame.tidy and (frame.grows or not self.apart)
        self.room = {
            Kind.SET: _room(frame.jokers, self.asks[Kind.SET], 0),
            Kind.SEQUENCE: _room(frame.jokers, min(most, 1) if variant.contract_suits == "distinct" else most, 1),
        }
        """The keys that the sets of a rank, and the sequences of a suit, can have."""
        self.room_of_suits = _room(frame.jokers, most, 1)
        self.new = {
            Kind.SET: shapes(variant, Kind.SET, frame.most),
            Kind.SEQUENCE: shapes(variant, Kind.SEQUENCE, 14),
        }
        if not frame.further and not frame.asks:
            self.new = dict.fromkeys(Kind, ())
        self.with_card = {kind: _by_card(self.new[kind]) for kind in Kind}
        self.by_cards = {shape.cards: shape for shape in self.new[Kind.SEQUENCE]}
        self.added = [(lying, self._additions(lying)) for lying in frame.lying]
        self.can_grow = _that_grow(self.new[Kind.SEQUENCE]).union(*(_that_grow(added) for _, added in self.added))
        self.sequences = lru_cache(maxsize=1 << 15)(self._sequences)
        self.jokers_of_suit = lru_cache(maxsize=1 << 10)(self._jokers_of_suit)
        self.sets = lru_cache(maxsize=1 << 13)(self._sets)
        self.half = lru_cache(maxsize=1 << 13)(self._half)
        self.cores = lru_cache(maxsize=1 << 12)(self._cores)

    def worth(self, takes: Heap, jokers: int) -> int:
        """What cards and jokers cost that no longer stay in the hand."""
        worth = jokers * self.worth_of_joker
        while takes:
            worth += self.worth_of[((takes & -takes).bit_length() - 1) % 52]
            takes &= takes - 1
        return worth

    def _additions(self, lying: Lying) -> list[Shape]:
        """The shapes of what can be laid off on a meld: what a longer meld has beyond it."""
        lies = Shape(lying.kind, lying.faces)
        # A row that goes round the corner never comes to lie from ace to ace.
        longest = 14 if int(lying.faces[0].rank) + lies.size <= 15 else 13
        most = longest if lying.kind is Kind.SEQUENCE else lies.size + self.frame.most
        found = []
        for longer in shapes(self.frame.variant, lying.kind, most):
            if longer.size > lies.size and not lies.cards & ~longer.cards:
                faces = list(longer.pattern)
                for face in lying.faces:
                    faces.remove(face)
                found.append(Shape(lying.kind, tuple(faces)))
        return found

    def _open(self, kind: Kind, mask: Heap) -> int:
        """The melds of one rank or one suit that cards may be laid off on: a bit for each."""
        return sum(
            1 << n for n, (lying, _) in enumerate(self.added) if lying.kind is kind and BIT[lying.faces[0]] & mask
        )

    # --- new melds, and what is laid off ----------------------------------------------------------------------------

    def _forms(self, shape: Shape, stood: Places, takes: Heap, chosen: Chosen) -> Iterator[tuple[Piece, Chosen]]:
        """A new meld as one beyond the contract, and as one of the contract, with those chosen for it then."""
        frame = self.frame
        if frame.further:
            yield Piece(shape, stood, takes), chosen
        if not self.asks[shape.kind] or self._is_other(takes):
            return
        if not frame.grows and frame.variant.exact_size and shape.size > smallest(shape.kind, frame.variant):
            return
        if self.apart and shape.kind is Kind.SEQUENCE and shape.size < self.long:
            chosen = tuple(sorted((*chosen, shape), key=lambda one: one.cards))
            if len(chosen) > self.asks[Kind.SEQUENCE] or self.cores(chosen) is None:
                return
        yield Piece(shape, stood, takes, asked=True), chosen

    def _is_other(self, takes: Heap) -> bool:
        """Whether this is the meld that must not be laid for the contract, longer or shorter."""
        return self.frame.other > 0 and (not takes & ~self.frame.other or not self.frame.other & ~takes)

    def _pieces(
        self, kind: Kind, lowest: Heap, left: Heap, open: int, chosen: Chosen
    ) -> Iterable[tuple[Piece, int, Chosen]]:
        """What can be put down with the lowest card that is left; of alike pieces one."""
        found: dict[object, tuple[Piece, int, Chosen]] = {}
        for shape in self.with_card[kind].get(lowest, ()):
            for stood, takes in self._taking(shape, lowest, left, self.limit):
                for piece, more in self._forms(shape, stood, takes, chosen):
                    found.setdefault((takes, piece.key, 0, more), (piece, open, more))
        for n, (lying, added) in enumerate(self.added):
            if open >> n & 1:
                for shape in added:
                    for stood, takes in self._taking(shape, lowest, left, min(lying.room, self.frame.jokers)):
                        piece = Piece(shape, stood, takes, lying.number)
                        found.setdefault((takes, piece.key, lying.number), (piece, open & ~(1 << n), chosen))
        return found.values()

    def _taking(self, shape: Shape, lowest: Heap, left: Heap, limit: int) -> Iterator[tuple[Places, Heap]]:
        """Where jokers can stand in a shape, and what it takes then of the cards that are left, the lowest among it.

        A joker need not stand for a card that is left, since the two can change places: if that card lies in another meld
        at no loss, if it would be discarded at none either, and if it would stay in the hand at a gain, since the joker
        then makes this meld longer. It need only where the meld cannot be longer, or where more is asked (`tidy`).
        """
        if not shape.cards & lowest or (shape.cards & ~left).bit_count() > limit:
            return
        for stood in shape.standing(left, limit):
            takes = shape.cards - sum(shape.bits[n] for n in stood)
            if takes & lowest:
                yield stood, takes
            if self.tidy and shape in self.can_grow:
                return  # the first of them has jokers only where no card is

    def _cores(self, chosen: Chosen) -> tuple[slice, ...] | None:
        """Which part of each of these melds goes down for the contract, so that they may lie side by side.

        The rest is laid off afterwards, where new melds may grow; `None` where they are in each other's way.
        """
        return next(self._some_cores(chosen, ()), None)

    def _some_cores(self, rest: Chosen, lie: Chosen) -> Iterator[tuple[slice, ...]]:
        if not rest:
            yield ()
            return
        shape, least, variant = rest[0], smallest(rest[0].kind, self.frame.variant), self.frame.variant
        sizes = range(least if variant.exact_size else shape.size, least - 1, -1)
        for size in sizes if self.frame.grows else [shape.size]:
            for start in range(shape.size - size + 1):
                part = slice(start, start + size)
                core = self.by_cards[sum(shape.bits[part])] if self.apart and shape.kind is Kind.SEQUENCE else shape
                if not self.apart or not self.sides.clash(core, lie):
                    for others in self._some_cores(rest[1:], (*lie, core)):
                        yield part, *others

    # --- a suit -----------------------------------------------------------------------------------------------------

    def _half(self, first: int, left: Heap) -> Row:
        """The best that two suits can put down."""
        one, other = self.suit(first, left), self.suit(first + 1, left)
        found: Row = {}
        for key, (worth, picks) in one.items():
            _enter(found, self.room_of_suits, key, worth, picks, other)
        return found

    def suit(self, suit: int, left: Heap) -> Row:
        """The best that the cards of a suit can put down in sequences, with jokers, and perhaps a discard."""
        mask = OF_A_SUIT << 13 * suit
        return self.sequences(suit, left & mask, self._open(Kind.SEQUENCE, mask), ())

    def _sequences(self, suit: int, left: Heap, open: int, chosen: Chosen) -> Row:
        """The same with the melds that are still open, and beside the sequences chosen for the contract."""
        if not left:
            return self.jokers_of_suit(suit, open, chosen, self.frame.jokers)
        lowest = left & -left
        face = FACES[lowest.bit_length() - 1]
        stays = self.sequences(suit, without(left, lowest), open, chosen)
        best, room = dict(stays), self.room[Kind.SEQUENCE]
        if face not in self.frame.kept and face not in self.frame.owed:
            _enter(best, room, THROWN, self.worth(lowest, 0), face, stays)
        for piece, still, more in self._pieces(Kind.SEQUENCE, lowest, left, open, chosen):
            rest = self.sequences(suit, without(left, piece.takes), still, more)
            _enter(best, room, piece.key, self.worth(piece.takes, len(piece.stood)), piece, rest)
        return best

    def _jokers_of_suit(self, suit: int, open: int, chosen: Chosen, jokers: int) -> Row:
        """The best that so many jokers alone can put down in sequences of a suit."""
        best: Row = {0: (0, ())}
        mask, room = OF_A_SUIT << 13 * suit, self.room[Kind.SEQUENCE]
        for n, (lying, added) in enumerate(self.added):
            if open >> n & 1:
                for shape in _one_of_a_size(added, min(lying.room, jokers)):
                    piece = Piece(shape, tuple(range(shape.size)), 0, lying.number)
                    rest = self.jokers_of_suit(suit, open & ~(1 << n), chosen, jokers - shape.size)
                    _enter(best, room, piece.key, self.worth(0, shape.size), piece, rest)
        new = [shape for shape in self.new[Kind.SEQUENCE] if shape.size <= min(self.limit, jokers)]
        new = [shape for shape in new if not shape.cards & ~mask]
        for shape in new if self.apart else _one_of_a_size(new, jokers):
            for piece, more in self._forms(shape, tuple(range(shape.size)), 0, chosen):
                rest = self.jokers_of_suit(suit, open, more, jokers - shape.size)
                _enter(best, room, piece.key, self.worth(0, shape.size), piece, rest)
        return best

    # --- a rank -----------------------------------------------------------------------------------------------------

    def rank(self, rank: int, held: Heap) -> Sets:
        """What the cards of a rank, counted from 0, can put down in sets, with jokers."""
        mask = OF_A_RANK << rank
        return self.sets(held & mask, self._open(Kind.SET, mask))

    def _sets(self, left: Heap, open: int) -> Sets:
        """The same with the melds that are still open: which they are, by the cards they take and by their key."""
        if not left:
            return self._jokers_on_sets(open)
        lowest = left & -left
        found = dict(self.sets(without(left, lowest), open))  # the lowest card lies in no set
        for piece, still, _ in self._pieces(Kind.SET, lowest, left, open, ()):
            for (takes, key), picks in self.sets(without(left, piece.takes), still).items():
                if key + piece.key in self.room[Kind.SET]:
                    found.setdefault((together(piece.takes, takes), key + piece.key), (piece, picks))
        return found

    def _jokers_on_sets(self, open: int) -> Sets:
        """What jokers alone can put down on the sets that are open."""
        found: Sets = {(0, 0): ()}
        for n, (lying, added) in enumerate(self.added):
            if open >> n & 1:
                for (_, key), picks in list(found.items()):
                    for shape in _one_of_a_size(added, min(lying.room, self.frame.jokers - key)):
                        piece = Piece(shape, tuple(range(shape.size)), 0, lying.number)
                        found.setdefault((0, key + piece.key), (piece, picks))
        return found

    def sets_of_jokers(self) -> Sets:
        """The new sets that jokers alone can make."""
        found: Sets = {(0, 0): ()}
        new = list(_one_of_a_size(self.new[Kind.SET], self.limit))
        for (_, key), picks in (entries := list(found.items())):
            for shape in new:
                for piece, _ in self._forms(shape, tuple(range(shape.size)), 0, ()):
                    more = 0, key + piece.key
                    if more[1] in self.room[Kind.SET] and more not in found:
                        found[more] = (piece, picks)
                        entries.append((more, found[more]))
        return found


def _enter(best: Row, room: frozenset[Key], key: Key, worth: int, pick: Piece | Card | Picks, rest: Row) -> None:
    """Enter what can be had with a pick and the rest of it."""
    for other, (more, picks) in rest.items():
        both = key + other
        if both in room:
            known = best.get(both)
            if known is None or worth + more > known[0]:
                best[both] = worth + more, (pick, picks)


def _room(jokers: int, asked: int, thrown: int) -> frozenset[Key]:
    return frozenset(
        j + c * ASKED + f * THROWN for j in range(jokers + 1) for c in range(asked + 1) for f in range(thrown + 1)
    )


def _that_grow(some: Sequence[Shape]) -> set[Shape]:
    """Those sequences of some that are part of one of the others that is one card longer."""
    rows = [shape for shape in some if shape.kind is Kind.SEQUENCE]
    sizes: dict[int, list[Shape]] = {}
    for shape in rows:
        sizes.setdefault(shape.size, []).append(shape)
    return {shape for shape in rows if any(not shape.cards & ~longer.cards for longer in sizes.get(shape.size + 1, ()))}


def _one_of_a_size(some: Iterable[Shape], most: int) -> Iterable[Shape]:
    """One shape of each size up to a largest one."""
    return {shape.size: shape for shape in some if shape.size <= most}.values()


def _by_card(some: Iterable[Shape]) -> dict[Heap, list[Shape]]:
    """Shapes by each card that they hold, the longest first."""
    found: dict[Heap, list[Shape]] = {}
    for shape in sorted(some, key=lambda shape: -shape.size):
        for bit in shape.bits:
            found.setdefault(bit, []).append(shape)
    return found
