"""The solver: the melds of a hand, the ways to fulfil a contract, how far a hand is from it, and the best arrangement.

All of it is exact, under every field of a variant. What it offers the referee accepts; tests hold the two together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import inf

from .cards import FACES, JOKER, AnyCard, Card, Joker
from .combine import (
    BIT,
    Heap,
    Option,
    Shape,
    heap,
    in_a_meld,
    most_cards,
    most_side_by_side,
    options,
    shapes,
    sides,
    without,
)
from .deadwood import Deadwood
from .referee import check_pack
from .rules.scoring import points
from .table import Hand, Meld, Shortage
from .variants import Contract, Kind, Variant


def melds(hand: Hand, variant: Variant) -> tuple[Meld, ...]:
    """All the melds that can be made of cards of a hand, each once; a joker stands for each card that it can.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> [meld.text for meld in melds(hand("8H 8S *"), STANDARD)]
    ['set(8S 8H *=8D)', 'set(8S 8H *=8C)']
    """
    check_pack(hand.cards, variant)
    held = heap(hand)
    jokers = len(hand) - held.bit_count()
    limit = in_a_meld(jokers, variant)
    return tuple(
        shape.with_jokers(stood)
        for kind in Kind
        for shape in shapes(variant, kind, most_cards(kind, held, jokers))
        for stood in shape.standing(held, limit)
    )


def _least(kind: Kind, variant: Variant) -> int:
    """The smallest size of a meld of a kind."""
    return variant.set_min if kind is Kind.SET else variant.sequence_min


def _sets_first(contract: Contract) -> tuple[Kind, ...]:
    return tuple(sorted(contract.asks, key=list(Kind).index))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand sorted into melds and what is left, with the points of that."""

    melds: tuple[Meld, ...]
    left: Hand
    points: int


def best(hand: Hand, variant: Variant) -> Arrangement:
    """The melds that leave the fewest points in a hand, whatever a contract may ask.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> found = best(hand("6D 7D 7C 7H 8D 8C 9C TH"), STANDARD)
    >>> [meld.text for meld in found.melds], found.left.text, found.points
    (['sequence(6D 7D 8D)', 'sequence(7C 8C 9C)'], '7H TH', 17)
    """
    check_pack(hand.cards, variant)
    held = heap(hand)
    jokers = len(hand) - held.bit_count()
    most = max(variant.set_min, most_cards(Kind.SET, held, jokers))
    found = _deadwood(variant, jokers, most).melds(held)
    left = hand.without(card for meld in found for card in meld.cards)
    return Arrangement(tuple(found), left, sum(points(card, variant) for card in left))


_deadwood = lru_cache(maxsize=64)(Deadwood)


# --- how far a hand is from a contract --------------------------------------------------------------------------------


def shortage(hand: Hand, contract: Contract, variant: Variant) -> Shortage:
    """How many cards a hand is short of a contract, and each card that would help.

    Missing are the fewest cards that would have to be added so that the hand fulfils the contract; where the last deal
    asks for the whole hand, the fewest that would have to be added or got rid of. No card comes that the pack does not
    hold. Raises `ValueError` where no hand fulfils such a contract.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> found = shortage(hand("7D 7S 9S 9C *"), STANDARD.contract(1), STANDARD)
    >>> found.missing, [card.code for card, _ in found.helpful]
    (1, ['7H', '9H', '9D', '7C', '*'])
    """
    check_pack(hand.cards, variant)
    search = _Filling(hand.cards, contract, variant)
    least = search.least()
    if least is None:
        raise ValueError(f"no hand fulfils {contract.text} in this variant")
    # Another card changes the distance by one at most.
    return Shortage(least, tuple((card, least - 1) for card in search.helpful(least)))


def missing(hand: Hand, contract: Contract, variant: Variant) -> int:
    """How many cards a hand is short of a contract, as `shortage` counts them; 0 where it fulfils it.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> missing(hand("7D 7S 9S 9C * 4H"), STANDARD.contract(2), STANDARD)
    2
    """
    check_pack(hand.cards, variant)
    least = _Filling(hand.cards, contract, variant).least()
    if least is None:
        raise ValueError(f"no hand fulfils {contract.text} in this variant")
    return least


class _Filling:
    """The search for the shapes that fill a contract at the least cost, by branch and bound.

    The cost is the number of cards that have to come, and with the whole hand also of those that have to go. Shapes are
    tried by what each costs alone, so that a branch ends as soon as what it has chosen and the cheapest of what it has
    still to choose cannot be cheaper than what is known.
    """

    def __init__(self, cards: tuple[AnyCard, ...], contract: Contract, variant: Variant) -> None:
        self.variant = variant
        self.asks = _sets_first(contract)
        self.whole = contract.last and variant.last_deal != "normal"
        self.discard = self.whole and variant.last_deal == "discard"
        # A card that is used need not come; with the whole hand it need not go either.
        self.worth = 2 if self.whole else 1
        self.clash = sides(variant).clash
        self._hold(cards)
        self.ranked = {kind: self._rank(kind) for kind in set(self.asks)}
        self.most_used = {
            kind: max(((shape.cards & self.held).bit_count() for _, shape in ranked), default=0)
            for kind, ranked in self.ranked.items()
        }
        self.longest = {
            kind: max((shape.size for _, shape in ranked), default=0) for kind, ranked in self.ranked.items()
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
        most = _least(kind, self.variant)
        if self.whole and not self.variant.exact_size:
            # A longer set is never worth a card that has to come; a longer sequence may be.
            most = 14 if kind is Kind.SEQUENCE else max(most, most_cards(kind, self.held, self.jokers) + 1)
        held, worth = self.held, self.worth
        found = [(s.size - worth * (s.cards & held).bit_count(), s) for s in shapes(self.variant, kind, most)]
        found.sort(key=lambda ranked: ranked[0])
        return found

    def least(self) -> int | None:
        """The least cost, or `None` where nothing fills the contract."""
        self.best = inf
        if all(self.ranked.values()) and self.asks.count(Kind.SEQUENCE) <= most_side_by_side(self.variant):
            self._choose(self.asks, 0, (), 0, self.held)
        return None if self.best == inf else int(self.best)

    def helpful(self, least: int) -> list[AnyCard]:
        """The cards that the pack still holds and that lessen the least cost."""
        every: tuple[AnyCard, ...] = (*FACES, JOKER) if least else ()
        copies = {Card: self.variant.copies, Joker: self.variant.jokers_in_pack}
        more = [card for card in every if self.cards.count(card) < copies[type(card)]]
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
        """Whether a hand with this card more costs less, by a choice of shapes that uses it."""
        more = copy(self)
        more.best = least
        more._hold((*self.cards, card))
        if isinstance(card, Joker):
            more._choose(self.asks, 0, (), 0, self.held)
        else:
            more._choose_with(card)
        return more.best < least

    def _choose_with(self, card: Card) -> None:
        """Choose the shapes, one of them with this card: what the others cost alone they cost without it."""
        for kind in set(self.asks):
            n = self.asks.index(kind)
            rest = self.asks[:n] + self.asks[n + 1 :]
            least = self.before - self.worth + self._alone(rest)
            for alone, shape in self.ranked[kind]:
                if least + alone >= self.best:
                    break
                if shape.cards & BIT[card]:
                    used = shape.cards & self.held
                    cost = shape.size - self.worth * used.bit_count()
                    self._choose(rest, 0, (shape,), cost, without(self.held, used))

    def _choose(self, rest: tuple[Kind, ...], start: int, chosen: tuple[Shape, ...], cost: int, left: Heap) -> None:
        """Choose the next shape, not before `start`, and so all others; `left` are the cards that none has used."""
        if not rest:
            self.best = min(self.best, self._cost(chosen, left))
            return
        kind, same = rest[0], rest.count(rest[0])
        later = self.before + cost + self._alone(rest[same:])
        floor = self._must_go(rest, chosen, left)
        ranked = self.ranked[kind]
        for n in range(start, len(ranked)):
            alone, shape = ranked[n]
            if max(floor, later + same * alone) >= self.best:
                return
            used = shape.cards & left
            now = shape.size - self.worth * used.bit_count()
            if later + now + (same - 1) * alone < self.best and not self._clashes(shape, chosen):
                self._choose(rest[1:], n if same > 1 else 0, (*chosen, shape), cost + now, without(left, used))

    def _alone(self, kinds: tuple[Kind, ...]) -> int:
        """What melds of these kinds cost at least."""
        return sum(self.ranked[kind][0][0] for kind in kinds)

    def _must_go(self, rest: tuple[Kind, ...], chosen: tuple[Shape, ...], left: Heap) -> int:
        """How many cards have to go at least, for what the melds still to choose can take in."""
        if not self.whole:
            return 0
        unused = left.bit_count() - sum(self.most_used[kind] for kind in rest)
        taken = sum(shape.size for shape in chosen) + sum(self.longest[kind] for kind in rest)
        return max(0, max(unused, len(self.cards) - taken) - self.discard)

    def _clashes(self, shape: Shape, chosen: tuple[Shape, ...]) -> bool:
        if shape.kind is Kind.SET:
            return False
        return any(other.kind is Kind.SEQUENCE and self.clash(other, shape) for other in chosen)

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

        `None` where the shapes need more cards than the pack holds.
        """
        have = Counter(self.cards)
        need = Counter(face for shape in chosen for face in shape.pattern)
        must = Counter({face: n - self.variant.copies for face, n in need.items() if n > self.variant.copies})
        short = Counter({face: n - have[face] for face, n in need.items() if n > have[face]})
        if must.total() > self.variant.jokers_in_pack:
            return None
        if self.variant.jokers_per_meld is None:
            return short.total()
        table = _Jokers(chosen, self.variant.jokers_per_meld)
        if table.put(must) < must.total():
            return None
        return must.total() + table.put(short - must)


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


# --- the ways to fulfil a contract ------------------------------------------------------------------------------------


def ways(hand: Hand, contract: Contract, variant: Variant) -> Iterator[tuple[Meld, ...]]:
    """All the ways to fulfil a contract from a hand, one after the other; they can be very many.

    A way is exactly the melds asked for, sets first; equal cards are alike, and no joker stands for a card that the way
    leaves in the hand. Where the last deal asks for the whole hand, a way takes all of it.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> for way in ways(hand("7D 7S 9S 9C * 7H"), STANDARD.contract(1), STANDARD):
    ...     print(*[meld.text for meld in way])
    set(7S 7H 7D) set(9S *=9H 9C)
    set(7S 7H 7D) set(9S *=9D 9C)
    """
    check_pack(hand.cards, variant)
    for chosen in _Ways(hand, contract, variant).all():
        yield tuple(option.meld for option in chosen)


_Chosen = tuple[Option, ...]


class _Ways:
    """The search for the ways to fulfil a contract, each once."""

    def __init__(self, hand: Hand, contract: Contract, variant: Variant) -> None:
        self.held = heap(hand)
        self.jokers = len(hand) - self.held.bit_count()
        self.asks = _sets_first(contract)
        self.ends = variant.last_deal if contract.last else "normal"
        self.clash = sides(variant).clash
        self.options: dict[Kind, list[Option]] = {}
        for kind in set(self.asks):
            most = _least(kind, variant) if variant.exact_size else most_cards(kind, self.held, self.jokers)
            limit = in_a_meld(self.jokers, variant)
            self.options[kind] = list(options(variant, kind, self.held, limit, most))

    def all(self) -> Iterator[_Chosen]:
        """All the ways."""
        if self.ends == "normal":
            yield from self._parts(self.asks, self.options[self.asks[0]], self.held, self.jokers)
        elif self.ends == "whole-hand":
            yield from self._wholes(self.asks, self.held, self.jokers)
        else:
            for n in range(52):
                if self.held >> n & 1:
                    for chosen in self._wholes(self.asks, without(self.held, 1 << n), self.jokers):
                        if not any(option.stands >> n & 1 for option in chosen):
                            yield chosen
            if self.jokers:
                yield from self._wholes(self.asks, self.held, self.jokers - 1)

    def _parts(
        self,
        rest: tuple[Kind, ...],
        fit: list[Option],
        left: Heap,
        jokers: int,
        stands: Heap = 0,
        chosen: _Chosen = (),
    ) -> Iterator[_Chosen]:
        """The ways on from those chosen that take a part of the hand; the next meld is one of those that fit."""
        kind, *more = rest
        for n, option in enumerate(fit):
            if self._clashes(option, chosen):
                continue
            then, spare, stood = without(left, option.takes), jokers - option.jokers, stands | option.stands
            if more:
                following = fit[n:] if more[0] is kind else self.options[more[0]]
                still = [one for one in following if one.takes & then == one.takes and one.jokers <= spare]
                yield from self._parts(rest[1:], still, then, spare, stood, (*chosen, option))
            elif not then & stood:
                yield (*chosen, option)

    @cached_property
    def _numbered(self) -> list[tuple[int, Option]]:
        return list(enumerate(chain.from_iterable(self.options.values())))

    @cached_property
    def _with(self) -> dict[Heap, list[tuple[int, Option]]]:
        """The options by each face that they take; those of jokers alone under 0."""
        found: dict[Heap, list[tuple[int, Option]]] = {}
        for n, option in self._numbered:
            for bit in [bit for bit in BIT.values() if option.takes & bit] or [0]:
                found.setdefault(bit, []).append((n, option))
        return found

    @cached_property
    def _taking(self) -> dict[tuple[Heap, int], list[tuple[int, Option]]]:
        """The options by all that they take."""
        found: dict[tuple[Heap, int], list[tuple[int, Option]]] = {}
        for n, option in self._numbered:
            found.setdefault((option.takes, option.jokers), []).append((n, option))
        return found

    def _wholes(
        self, rest: tuple[Kind, ...], left: Heap, jokers: int, chosen: _Chosen = (), last: tuple[Heap, int] = (-1, 0)
    ) -> Iterator[_Chosen]:
        """The ways on from those chosen that take all that is left; the next meld is one with the lowest card of it.

        Where that is a copy of the face that the `last` meld was chosen for, it comes not before that one.
        """
        if not rest:
            if not left and not jokers:
                yield tuple(sorted(chosen, key=lambda option: self.asks.index(option.shape.kind)))
            return
        face = left & -left
        start = last[1] if face == last[0] else 0
        fit = self._with.get(face, []) if len(rest) > 1 else self._taking.get((left, jokers), [])
        for n, option in fit:
            kind = option.shape.kind
            fits = option.takes & left == option.takes and option.jokers <= jokers
            if n >= start and fits and kind in rest and not self._clashes(option, chosen):
                at = rest.index(kind)
                others = rest[:at] + rest[at + 1 :]
                then = without(left, option.takes)
                yield from self._wholes(others, then, jokers - option.jokers, (*chosen, option), (face, n))

    def _clashes(self, option: Option, chosen: _Chosen) -> bool:
        """Whether a sequence may not lie beside one of those chosen."""
        if option.shape.kind is Kind.SET:
            return False
        others = [other.shape for other in chosen if other.shape.kind is Kind.SEQUENCE]
        return any(self.clash(other, option.shape) for other in others)
