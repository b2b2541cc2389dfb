"""The solver: how far a hand is from a contract, and by which cards.

All of it is exact, under every field of a variant. What a meld may be it takes from the rules (by way of `repair`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import inf

from .cards import FACES, JOKER, AnyCard, Card, Joker, Suit
from .referee import check_pack
from .repair import Pattern, sequence_patterns, set_patterns
from .rules.contract import contract_suits
from .table import Claim, Hand, Laying, Meld, Shortage
from .variants import Contract, Kind, Variant
from .verdict import Breach

_Chosen = tuple["_Shape", ...]
"""Shapes that are to fill a contract together."""


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """The cards that the cards of a meld count as, counted so that many of them can be compared with a hand quickly."""

    pattern: Pattern
    need: dict[Card, int]
    faces: int
    """A bit for each face in it."""
    copies: int
    """A bit for each copy of a face in it, as far as the pack holds them."""
    tight: bool
    """Whether it needs more copies of a face than the pack holds, so that a joker must stand in it."""


def _shape(pattern: Pattern, copies: int) -> _Shape:
    need = Counter(pattern)
    tight = any(n > copies for n in need.values())
    return _Shape(pattern, dict(need), sum(_BIT[face] for face in need), _copies(need, copies), tight)


def _copies(cards: Counter[Card], copies: int) -> int:
    """A bit for each copy of each face: what two bit masks share is what two heaps of cards share."""
    return sum(((1 << min(n, copies)) - 1) << _NUMBER[face] * copies for face, n in cards.items())


_ALL: tuple[AnyCard, ...] = (*FACES, JOKER)
_NUMBER = {face: n for n, face in enumerate(FACES)}
_BIT = {face: 1 << n for n, face in enumerate(FACES)}


@lru_cache(maxsize=64)
def _shapes(variant: Variant, kind: Kind, longer: bool, most: int) -> tuple[_Shape, ...]:
    """The shapes of the melds of a kind: of the smallest size, or also `longer` ones, of at most so many cards."""
    if kind is Kind.SET:
        most = most if longer else variant.set_min
        found = [pattern for rank in {face.rank: 0 for face in FACES} for pattern in set_patterns(variant, rank, most)]
    else:
        most = most if longer else variant.sequence_min
        found = [pattern for suit in Suit for pattern in sequence_patterns(variant, suit) if len(pattern) <= most]
    return tuple(_shape(pattern, variant.copies) for pattern in found)


class _Sides:
    """Which sequences of a contract may lie side by side; asked of the rule once for each pair."""

    def __init__(self, variant: Variant) -> None:
        self.known: dict[tuple[_Shape, _Shape], bool] = {}
        self.variant = variant

    def clash(self, a: _Shape, b: _Shape) -> bool:
        if (a, b) not in self.known:
            claims = Claim(Kind.SEQUENCE, a.pattern), Claim(Kind.SEQUENCE, b.pattern)
            laying = Laying(claims, self.variant, Contract((Kind.SEQUENCE, Kind.SEQUENCE)))
            self.known[a, b] = isinstance(contract_suits(laying), Breach)
        return self.known[a, b]


_sides = lru_cache(maxsize=64)(_Sides)


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
    held = Counter(hand.cards)
    missing = _Filling(held, contract, variant).fewest()
    if missing is None:
        raise ValueError(f"no hand fulfils {contract.text} in this variant")
    helpful = []
    for card in _ALL if missing else ():
        if held[card] < (variant.copies if isinstance(card, Card) else variant.jokers_in_pack):
            then = _Filling(held + Counter([card]), contract, variant).fewest(below=missing)
            if then is not None:
                helpful.append((card, then))
    return Shortage(missing, tuple(helpful))


class _Filling:
    """The search for the shapes that fill a contract at the least cost, by branch and bound.

    The shapes are tried by what each costs by itself, so that a branch ends as soon as what it has chosen, with the
    cheapest of what it has still to choose, is no cheaper than what is known.
    """

    def __init__(self, held: Counter[AnyCard], contract: Contract, variant: Variant) -> None:
        self.variant = variant
        self.jokers = held[JOKER]
        self.held = Counter({card: n for card, n in held.items() if isinstance(card, Card)})
        self.naturals = self.held.total()
        self.whole = contract.last and variant.last_deal != "normal"
        self.discard = self.whole and variant.last_deal == "discard"
        self.asks = sorted(contract.asks, key=lambda kind: kind is Kind.SEQUENCE)
        self.sides = _sides(variant)
        # A card that is used is one that need not come; with the whole hand it is also one that need not go.
        self.worth = 2 if self.whole else 1
        limit = variant.jokers_per_meld
        most_jokers = self.jokers if limit is None else min(self.jokers, limit * len(self.asks))
        self.from_start = (self.naturals + self.jokers if self.whole else 0) - self.worth * most_jokers - self.discard
        self.ranked = {kind: self._ranked(kind) for kind in set(contract.asks)}

    def _ranked(self, kind: Kind) -> list[tuple[int, int, _Shape]]:
        """The shapes of a kind, the cheapest first; each with its cost by itself and how many held cards it uses."""
        longer = self.whole and not self.variant.exact_size
        held = _copies(self.held, self.variant.copies)
        shapes = _shapes(self.variant, kind, longer, self.naturals + self.jokers + 14)
        found = []
        for shape in shapes:
            used = (shape.copies & held).bit_count()
            found.append((len(shape.pattern) - self.worth * used, used, shape))
        found.sort(key=lambda ranked: ranked[0])
        return found

    def fewest(self, below: float = inf) -> int | None:
        """The least cost, or `None` where none is below the one that is known."""
        self.best = below
        if all(self.ranked.values()):
            self._choose((), 0, 0, 0, 0)
        return None if self.best == below else int(self.best)

    def _choose(self, chosen: _Chosen, start: int, cost: int, used: int, faces: int) -> None:
        """Choose the next shape, not before `start` where it is of the kind of the last one, and so all the others."""
        if len(chosen) == len(self.asks):
            self.best = min(self.best, self._cost(chosen, used))
            return
        kind = self.asks[len(chosen)]
        same = self.asks[len(chosen) :].count(kind)
        rest = self._least(len(chosen) + same)
        ranked = self.ranked[kind]
        for n in range(start, len(ranked)):
            alone, uses, shape = ranked[n]
            if self.from_start + cost + same * alone + rest >= self.best:
                return
            beside = chosen[self.asks.count(Kind.SET) :] if kind is Kind.SEQUENCE else ()
            if any(self.sides.clash(other, shape) for other in beside):
                continue
            if faces & shape.faces:
                uses = self._uses(shape, chosen)
            now = cost + len(shape.pattern) - self.worth * uses
            if self.from_start + now + (same - 1) * alone + rest < self.best:
                self._choose((*chosen, shape), n if same > 1 else 0, now, used + uses, faces | shape.faces)

    def _least(self, start: int) -> int:
        """What the melds asked for from here on cost at least."""
        return sum(self.ranked[kind][0][0] for kind in self.asks[start:])

    def _uses(self, shape: _Shape, chosen: _Chosen) -> int:
        """How many held cards a shape uses that those chosen have not used."""
        uses = 0
        for face, n in shape.need.items():
            left = self.held[face] - sum(other.need.get(face, 0) for other in chosen)
            uses += max(0, min(n, left))
        return uses

    def _cost(self, chosen: _Chosen, used: int) -> float:
        """How many cards would have to come (and to go) so that these shapes are filled."""
        short = sum(len(shape.pattern) for shape in chosen) - used
        most = self._places_for_jokers(chosen)
        if most is None:
            return inf
        jokers = min(self.jokers, most)
        if not self.whole:
            return short - jokers
        over = self.naturals - used + self.jokers - jokers
        # A discard is a card that need not go, or else one more that has to come.
        return short - jokers + over + (0 if not self.discard else -1 if over else 1)

    def _places_for_jokers(self, chosen: _Chosen) -> int | None:
        """In how many places of these shapes jokers can stand, every held card being used that can be.

        `None` where they need more cards than the pack holds. Where a meld takes only so many jokers, it is the
        greatest flow from the faces that are short to the melds.
        """
        need: Counter[Card] = Counter()
        for shape in chosen:
            need.update(shape.need)
        limit = self.variant.jokers_per_meld
        must = {face: n - self.variant.copies for face, n in need.items() if n > self.variant.copies}
        short = {face: n - self.held[face] for face, n in need.items() if n > self.held[face]}
        if sum(must.values()) > self.variant.jokers_in_pack:
            return None
        if limit is None:
            return sum(short.values())
        flow = _Flow(chosen, limit)
        if flow.send(must) < sum(must.values()):
            return None
        return sum(must.values()) + flow.send({face: n - must.get(face, 0) for face, n in short.items()})


class _Flow:
    """Jokers put into shapes, as many as can be, where a meld takes only so many of them."""

    def __init__(self, chosen: _Chosen, limit: int) -> None:
        self.shapes = chosen
        self.room = [limit] * len(chosen)
        self.put: Counter[tuple[Card, int]] = Counter()

    def send(self, faces: dict[Card, int]) -> int:
        """Put one joker after another for each of these faces; how many found a place."""
        return sum(self._place(face, set()) for face, n in faces.items() for _ in range(n))

    def _place(self, face: Card, seen: set[int]) -> bool:
        """Find a place for a joker, in a meld that has room or by moving another joker from a full one."""
        for n, shape in enumerate(self.shapes):
            if n not in seen and self.put[face, n] < shape.need.get(face, 0):
                seen.add(n)
                if not self.room[n]:
                    others = [other for other in shape.need if other != face and self.put[other, n]]
                    moved = next((other for other in others if self._place(other, seen)), None)
                    if moved is None:
                        continue
                    self.put[moved, n] -= 1
                else:
                    self.room[n] -= 1
                self.put[face, n] += 1
                return True
        return False


# --- melds and ways -------------------------------------------------------------------------------------------------

_LANE = 8
_GUARDS = sum(1 << n * _LANE + _LANE - 1 for n in range(len(FACES) + 1))
_PLACE = {card: n * _LANE for n, card in enumerate([*FACES, JOKER])}


def _heap(cards: Iterable[AnyCard]) -> int:
    """Cards as one number, with a lane for each face and for jokers, so that heaps are compared and taken at once."""
    return sum(1 << _PLACE[card.in_hand] for card in cards)


@dataclass(frozen=True, slots=True, eq=False)
class _Option:
    """A meld that a hand can make, what it takes from the hand, and the cards that its jokers stand for."""

    meld: Meld
    shape: _Shape
    takes: int
    stands: int


def melds(hand: Hand, variant: Variant) -> tuple[Meld, ...]:
    """All the melds that can be made of cards of a hand, each once; a joker stands for each card that it can.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> [meld.text for meld in melds(hand("8H 8S *"), STANDARD)]
    ['set(8S 8H *=8D)', 'set(8S 8H *=8C)']
    """
    check_pack(hand.cards, variant)
    held = Counter(hand.cards)
    return tuple(meld for kind in Kind for meld, _ in _melds(held, kind, variant, True))


def _melds(held: Counter[AnyCard], kind: Kind, variant: Variant, longer: bool) -> Iterator[tuple[Meld, _Shape]]:
    """The melds of a kind that can be made of these cards."""
    jokers = held[JOKER] if variant.jokers_per_meld is None else min(held[JOKER], variant.jokers_per_meld)
    bits = _copies(Counter({card: n for card, n in held.items() if isinstance(card, Card)}), variant.copies)
    size = held.total()
    for shape in _shapes(variant, kind, longer, size):
        pattern = shape.pattern
        spare = jokers + (shape.copies & bits).bit_count() - len(pattern)
        if spare < 0 or len(pattern) > size:
            continue
        needed = [face for face, n in shape.need.items() for _ in range(n - held[face])]
        free = [face for face, n in shape.need.items() for _ in range(min(n, held[face]))]
        for more in range(min(spare, len(free)) + 1):
            for stood in dict.fromkeys(combinations(free, more)):
                yield Meld(kind, _placed(pattern, [*needed, *stood])), shape


def _placed(pattern: Pattern, stood: list[Card]) -> tuple[AnyCard, ...]:
    """The cards of a meld, jokers standing for some; of equal ones the natural card comes first."""
    cards: list[AnyCard] = list(pattern)
    for face in stood:
        last = max(n for n, card in enumerate(cards) if card == face)
        cards[last] = Joker(face)
    return tuple(cards)


def ways(hand: Hand, contract: Contract, variant: Variant) -> Iterator[tuple[Meld, ...]]:
    """All the ways to fulfil a contract from a hand, one at a time.

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
    yield from _Ways(hand, contract, variant).all()


class _Ways:
    """The search for all ways to fulfil a contract."""

    def __init__(self, hand: Hand, contract: Contract, variant: Variant) -> None:
        held = Counter(hand.cards)
        self.hand = hand
        self.sides = _sides(variant)
        self.asks = sorted(contract.asks, key=lambda kind: kind is Kind.SEQUENCE)
        self.stay: int | None = None
        if contract.last and variant.last_deal != "normal":
            self.stay = 1 if variant.last_deal == "discard" else 0
        self.options = {
            kind: [self._option(*found) for found in _melds(held, kind, variant, not variant.exact_size)]
            for kind in set(contract.asks)
        }

    def _option(self, meld: Meld, shape: _Shape) -> _Option:
        lane = (1 << _LANE) - 1
        stands = 0
        for card in meld.cards:
            if isinstance(card, Joker) and card.face:
                stands |= lane << _PLACE[card.face]
        return _Option(meld, shape, _heap(meld.cards), stands)

    def all(self) -> Iterator[tuple[Meld, ...]]:
        yield from self._choose((), 0, _heap(self.hand.cards), len(self.hand), 0)

    def _choose(
        self, chosen: tuple[_Option, ...], start: int, left: int, size: int, stands: int
    ) -> Iterator[tuple[Meld, ...]]:
        if len(chosen) == len(self.asks):
            if not left & stands and (self.stay is None or size == self.stay):
                yield tuple(option.meld for option in chosen)
            return
        kind = self.asks[len(chosen)]
        if chosen and chosen[-1].meld.kind is not kind:
            start = 0
        options = self.options[kind]
        for n in range(start, len(options)):
            option = options[n]
            if ((left | _GUARDS) - option.takes) & _GUARDS != _GUARDS:
                continue
            if kind is Kind.SEQUENCE and any(
                self.sides.clash(other.shape, option.shape) for other in chosen if other.meld.kind is kind
            ):
                continue
            yield from self._choose(
                (*chosen, option), n, left - option.takes, size - len(option.meld.cards), stands | option.stands
            )
