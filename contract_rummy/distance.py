"""The search for how far a hand is from a contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from functools import lru_cache
from math import inf
from operator import itemgetter

from .cards import FACES, JOKER, AnyCard, Card, Joker
from .combine import BIT, Heap, Shape, heap, in_a_meld, most_cards, sets_first, shapes, sides, smallest, without
from .variants import Contract, Kind, Variant


class Distance:
    """The search for the shapes that fill a contract at the least cost, by branch and bound.

    The cost is the number of cards that have to come and, where the whole hand goes down, of those that have to go. Shapes
    are tried by what each costs alone, so that a branch ends as soon as what it has chosen and the cheapest of what it has
    still to choose cannot be cheaper than what is known.
    """

    def __init__(
        self,
        cards: tuple[AnyCard, ...],
        contract: Contract,
        variant: Variant,
        pack: Mapping[AnyCard, int] | None = None,
    ) -> None:
        self.variant = variant
        self.pack = whole_pack(variant) if pack is None else pack
        """How many of each card there are to be had, those of the hand among them."""
        self.asks = sets_first(contract)
        self.whole = contract.last and variant.last_deal != "normal"
        self.discard = self.whole and variant.last_deal == "discard"
        self.worth = 2 if self.whole else 1
        """What it spares to use a card: it need not come; with the whole hand it need not go either."""
        self.sides = sides(variant)
        self._hold(cards)
        self.ranked = {kind: self._rank(kind) for kind in set(self.asks)}
        if self.whole:
            self.longest = {
                kind: max((shape.size for _, shape in self.ranked[kind]), default=0) for kind in self.ranked
            }
            self.most_used = {
                kind: max(((shape.size - alone) // self.worth for alone, shape in self.ranked[kind]), default=0)
                for kind in self.ranked
            }

    def _hold(self, cards: tuple[AnyCard, ...]) -> None:
        self.cards = cards
        self.held = heap(cards)
        self.naturals = self.held.bit_count()
        self.jokers = len(cards) - self.naturals
        usable = min(self.jokers, in_a_meld(self.jokers, self.variant) * len(self.asks))
        self.before = (len(cards) if self.whole else 0) - self.worth * usable - self.discard
        """The cost of no shapes at all, as low as jokers and a discard can make it."""

    def _rank(self, kind: Kind) -> list[tuple[int, Shape]]:
        """The shapes of a kind with what they cost alone, the cheapest first."""
        most = smallest(kind, self.variant)
        if self.whole and not self.variant.exact_size:
            # A longer set is not worth a card that has to come; a longer sequence may be.
            most = 14 if kind is Kind.SEQUENCE else max(most, most_cards(kind, self.held, self.jokers) + 1)
        held, worth = self.held, self.worth
        found = [
            (shape.size - worth * (shape.cards & held).bit_count(), shape) for shape in shapes(self.variant, kind, most)
        ]
        found.sort(key=itemgetter(0))
        return found

    def _uses(self, shape: Shape) -> int:
        return (shape.cards & self.held).bit_count()

    def least(self, below: float = inf) -> int | None:
        """The least cost if it is `below` so many, or `None` where it is not or nothing fills the contract."""
        self.best = below
        if all(self.ranked.values()) and self.asks.count(Kind.SEQUENCE) <= self.sides.most:
            self._choose(self.asks, 0, (), 0, self.held)
        return int(self.best) if self.best < below else None

    def helpful(self, least: int) -> list[AnyCard]:
        """The cards that are still to be had and that lessen the least cost."""
        every: tuple[AnyCard, ...] = (*FACES, JOKER) if least else ()
        more = [card for card in every if self.cards.count(card) < self.pack[card]]
        if self.discard and self._lacks_a_discard(least):
            return more
        return [card for card in more if self._helps(card, least)]

    def _lacks_a_discard(self, least: int) -> bool:
        """Whether nothing costs less than to use the whole hand and to get a card to discard."""
        same = copy(self)
        same.discard, same.best = False, least
        same._hold(self.cards)
        same._choose(self.asks, 0, (), 0, self.held)
        return same.best < least

    def _helps(self, card: AnyCard, least: int) -> bool:
        """Whether the hand with this card costs less, by a choice of shapes that uses it."""
        more = copy(self)
        more.best = least
        more._hold((*self.cards, card))
        if isinstance(card, Joker):
            more._choose(self.asks, 0, (), 0, more.held)
        else:
            more._choose_with(card)
        return more.best < least

    def _choose_with(self, card: Card) -> None:
        """Choose the shapes, one of them with this card; the others cost alone what they did without it."""
        for kind in set(self.asks):
            n = self.asks.index(kind)
            rest = self.asks[:n] + self.asks[n + 1 :]
            least = self.before - self.worth + self._alone(rest)
            for alone, shape in self.ranked[kind]:
                if least + alone >= self.best:
                    break
                if shape.cards & BIT[card]:
                    cost = shape.size - self.worth * self._uses(shape)
                    self._choose(rest, 0, (shape,), cost, without(self.held, shape.cards & self.held))

    def _choose(self, rest: tuple[Kind, ...], start: int, chosen: tuple[Shape, ...], cost: int, left: Heap) -> None:
        """Choose the next shape, not before `start`, and so all others; `left` are the cards that none has used."""
        if not rest:
            self.best = min(self.best, self._cost(chosen, left))
            return
        kind, same = rest[0], rest.count(rest[0])
        later = self.before + cost + self._alone(rest[same:])
        must_go = self._must_go(rest, chosen, left)
        ranked = self.ranked[kind]
        for n in range(start, len(ranked)):
            alone, shape = ranked[n]
            if later + same * alone >= self.best or must_go >= self.best:
                return
            used = shape.cards & left
            now = shape.size - self.worth * used.bit_count()
            if later + now + (same - 1) * alone < self.best and not self.sides.clash(shape, chosen):
                self._choose(rest[1:], n if same > 1 else 0, (*chosen, shape), cost + now, without(left, used))

    def _alone(self, kinds: tuple[Kind, ...]) -> int:
        """What melds of these kinds cost at least."""
        return sum(self.ranked[kind][0][0] for kind in kinds)

    def _must_go(self, rest: tuple[Kind, ...], chosen: tuple[Shape, ...], left: Heap) -> int:
        """How many cards have to go at least, for what the melds still to choose can take in."""
        if not self.whole:
            return 0
        unused = left.bit_count() - sum(self.most_used[kind] for kind in rest)
        room = sum(shape.size for shape in chosen) + sum(self.longest[kind] for kind in rest)
        return max(0, unused - self.discard, len(self.cards) - room - self.discard)

    def _cost(self, chosen: tuple[Shape, ...], left: Heap) -> float:
        """How many cards have to come (and to go) so that these shapes are filled."""
        places = self._places_for_jokers(chosen)
        if places is None:
            return inf
        jokers = min(self.jokers, places)
        unused = left.bit_count()
        come = sum(shape.size for shape in chosen) - (self.naturals - unused) - jokers
        if not self.whole:
            return come
        over = unused + self.jokers - jokers
        if self.discard:  # one card need not go; where there is none, one more has to come
            return come + over - 1 if over else come + 1
        return come + over

    def _places_for_jokers(self, chosen: tuple[Shape, ...]) -> int | None:
        """In how many places of these shapes jokers can stand, where every held card is used that can be.

        `None` where the shapes need more cards than there are to be had.
        """
        have, pack = Counter(self.cards), self.pack
        need = Counter(face for shape in chosen for face in shape.pattern)
        must = Counter({face: n - pack[face] for face, n in need.items() if n > pack[face]})
        short = Counter({face: n - have[face] for face, n in need.items() if n > have[face]})
        if must.total() > pack[JOKER]:
            return None
        if self.variant.jokers_per_meld is None:
            return short.total()
        table = _Jokers(chosen, self.variant.jokers_per_meld)
        if table.put(must) < must.total():
            return None
        return must.total() + table.put(short - must)


@lru_cache(maxsize=64)
def whole_pack(variant: Variant) -> Mapping[AnyCard, int]:
    """How many of each card the largest pack of a variant holds."""
    return {**dict.fromkeys(FACES, variant.copies), JOKER: variant.jokers_in_pack}


class _Jokers:
    """Jokers that find their places in shapes where a meld takes only so many: a greatest flow from faces to melds."""

    def __init__(self, chosen: tuple[Shape, ...], limit: int) -> None:
        self.need = [Counter(shape.pattern) for shape in chosen]
        self.room = [limit] * len(chosen)
        self.stand: list[Counter[Card]] = [Counter() for _ in chosen]

    def put(self, faces: Counter[Card]) -> int:
        """Put down a joker for each of these faces; how many found a place."""
        return sum(self._place(face, set()) for face in faces.elements())

    def _place(self, face: Card, tried: set[int]) -> bool:
        """Find a place for a joker: in a meld with room, or in a full one out of which another joker can move."""
        for n, need in enumerate(self.need):
            if n in tried or self.stand[n][face] == need[face]:
                continue
            tried.add(n)
            if self.room[n]:
                self.room[n] -= 1
            else:
                out = next((other for other in +self.stand[n] if self._place(other, tried)), None)
                if out is None:
                    continue
                self.stand[n][out] -= 1
            self.stand[n][face] += 1
            return True
        return False
