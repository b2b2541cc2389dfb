"""The solver: the melds of a hand, the best arrangement, how far a hand is from a contract, and the ways to fulfil it.

All of it is exact, under every field of a variant. What it offers the referee accepts; tests hold the two together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from .cards import AnyCard
from .combine import BIT, Heap, Option, fitting, in_a_meld, most_cards, options, sets_first, sides, split, without
from .deadwood import Deadwood
from .distance import Distance
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
    held, jokers = split(hand)
    limit = in_a_meld(jokers, variant)
    return tuple(
        shape.with_jokers(stood)
        for kind in Kind
        for shape in fitting(variant, kind, held, jokers)
        for stood in shape.standing(held, limit)
    )


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand sorted into melds and the cards that are left, with what these cost."""

    melds: tuple[Meld, ...]
    left: Hand
    points: int


def best(hand: Hand, variant: Variant) -> Arrangement:
    """The melds that leave the fewest points in a hand, whatever a contract asks for.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> found = best(hand("6D 7D 7C 7H 8D 8C 9C TH"), STANDARD)
    >>> [meld.text for meld in found.melds], found.left.text, found.points
    (['sequence(6D 7D 8D)', 'sequence(7C 8C 9C)'], '7H TH', 17)
    """
    check_pack(hand.cards, variant)
    held, jokers = split(hand)
    search = _deadwood(variant, jokers, max(variant.set_min + 1, most_cards(Kind.SET, held, jokers)))
    found = search.melds(held)
    left = hand.without(card for meld in found for card in meld.cards)
    return Arrangement(found, left, sum(points(card, variant) for card in left))


_deadwood = lru_cache(maxsize=64)(Deadwood)


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
    search = _distance(hand, contract, variant)
    least = _least(search)
    # Another card changes the distance by one at most.
    helpful = tuple((card, least - 1) for card in search.helpful(least))
    return Shortage(least, helpful, search.whole, spare(hand, contract, variant) if search.whole and least == 1 else ())


def spare(hand: Hand, contract: Contract, variant: Variant) -> tuple[AnyCard, ...]:
    """The cards of a hand without which it fulfils the contract."""
    return tuple(card for card in dict.fromkeys(hand) if fulfils(hand.without([card]), contract, variant))


def missing(hand: Hand, contract: Contract, variant: Variant) -> int:
    """How many cards a hand is short of a contract, as `shortage` counts them: 0 where it fulfils it.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> missing(hand("7D 7S 9S 9C * 4H"), STANDARD.contract(2), STANDARD)
    2
    """
    return _least(_distance(hand, contract, variant))


def fulfils(hand: Hand, contract: Contract, variant: Variant) -> bool:
    """Whether a hand fulfils a contract: as `not missing(...)`, but sooner.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> fulfils(hand("7D 7S 9S 9C 9H *"), STANDARD.contract(1), STANDARD)
    True
    """
    return _distance(hand, contract, variant).least(below=1) is not None


def _distance(hand: Hand, contract: Contract, variant: Variant) -> Distance:
    check_pack(hand.cards, variant)
    return Distance(hand.cards, contract, variant)


def _least(search: Distance) -> int:
    least = search.least()
    if least is None:
        raise ValueError("no hand fulfils such a contract in this variant")
    return least


def ways(
    hand: Hand, contract: Contract, variant: Variant, first: Callable[[Meld], Any] | None = None
) -> Iterator[tuple[Meld, ...]]:
    """All the ways to fulfil a contract from a hand, one after the other; they can be very many.

    A way is exactly the melds asked for, sets first; equal cards are alike, and no joker stands for a card that the way
    leaves in the hand. Where the last deal asks for the whole hand, a way takes all of it. `first` is a key for sorting:
    ways with melds that come first by it are found early.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> for way in ways(hand("7D 7S 9S 9C * 7H"), STANDARD.contract(1), STANDARD):
    ...     print(*[meld.text for meld in way])
    set(7S 7H 7D) set(9S *=9H 9C)
    set(7S 7H 7D) set(9S *=9D 9C)
    """
    check_pack(hand.cards, variant)
    for chosen in _Ways(hand, contract, variant, first).all():
        yield tuple(option.meld for option in chosen)


_Chosen = tuple[Option, ...]
_Fit = dict[Kind, list[Option]]


class _Ways:
    """The search for the ways to fulfil a contract, each once."""

    def __init__(
        self, hand: Hand, contract: Contract, variant: Variant, first: Callable[[Meld], Any] | None = None
    ) -> None:
        self.held, self.jokers = split(hand)
        self.asks = sets_first(contract)
        self.ends = variant.last_deal if contract.last else "normal"
        self.sides = sides(variant)
        exact = variant.exact_size
        self.options = {kind: list(options(variant, kind, self.held, self.jokers, exact)) for kind in set(self.asks)}
        if first:
            for found in self.options.values():
                found.sort(key=lambda option: first(option.meld))

    def all(self) -> Iterator[_Chosen]:
        """All the ways."""
        if self.ends == "normal":
            yield from self._parts(self.asks, self.options, self.held, self.jokers)
        elif self.ends == "whole-hand":
            yield from self._wholes(self.asks, self.held, self.jokers)
        else:
            for bit in BIT.values():
                if self.held & bit:
                    found = self._wholes(self.asks, without(self.held, bit), self.jokers)
                    yield from (way for way in found if not any(option.stands & bit for option in way))
            if self.jokers:
                yield from self._wholes(self.asks, self.held, self.jokers - 1)

    def _parts(
        self, rest: tuple[Kind, ...], fit: _Fit, left: Heap, jokers: int, stands: Heap = 0, chosen: _Chosen = ()
    ) -> Iterator[_Chosen]:
        """The ways on from those chosen that take a part of the hand; the melds still to choose are among those that fit."""
        kind, *more = rest
        for n, option in enumerate(fit[kind]):
            if self._clashes(option, chosen):
                continue
            stood = stands | option.stands
            if more:
                then, spare = without(left, option.takes), jokers - option.jokers
                still = {
                    next: [
                        one
                        for one in (fit[kind][n:] if next is kind else fit[next])
                        if one.jokers <= spare and not one.takes & ~then
                    ]
                    for next in set(more)
                }
                if all(still.values()):
                    yield from self._parts(rest[1:], still, then, spare, stood, (*chosen, option))
            elif not stood & left or not stood & without(left, option.takes):
                yield (*chosen, option)

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
        for n, option in self._with[face] if len(rest) > 1 else self._taking[left, jokers]:
            kind = option.shape.kind
            fits = option.takes & left == option.takes and option.jokers <= jokers
            if n >= start and fits and kind in rest and not self._clashes(option, chosen):
                at = rest.index(kind)
                others = rest[:at] + rest[at + 1 :]
                then = without(left, option.takes)
                yield from self._wholes(others, then, jokers - option.jokers, (*chosen, option), (face, n))

    @cached_property
    def _with(self) -> dict[Heap, list[tuple[int, Option]]]:
        """The options with their numbers, by each face that they take; those of jokers alone under 0."""
        found = defaultdict(list)
        for n, option in enumerate(chain(*self.options.values())):
            for bit in {bit for bit in option.shape.bits if bit & option.takes} & set(BIT.values()) or {0}:
                found[bit].append((n, option))
        return found

    @cached_property
    def _taking(self) -> dict[tuple[Heap, int], list[tuple[int, Option]]]:
        """The options with their numbers, by all that they take."""
        found = defaultdict(list)
        for n, option in enumerate(chain(*self.options.values())):
            found[option.takes, option.jokers].append((n, option))
        return found

    def _clashes(self, option: Option, chosen: _Chosen) -> bool:
        return self.sides.clash(option.shape, (other.shape for other in chosen))
