"""The one home of chance: the pack and its shuffle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from .cards import FACES, JOKER, AnyCard, HeldCard, Unknown
from .deal import Deal, Renew, Seat, Turn
from .rules.setup import hands_of, next_dealer, pack_size, pack_suffices, players_fit, upcard
from .table import Hand
from .variants import Variant, count_for
from .verdict import Breach

Chance = Random
"""A source of chance, for those who are given one."""


def seeded(*parts: object) -> Random:
    """A source of chance that a seed makes repeatable, the same on every machine.

    >>> seeded(1, 7).random() == seeded(1, 7).random()
    True
    """
    return Random(":".join(map(str, parts)))


def pack(packs: int, jokers: int) -> tuple[AnyCard, ...]:
    """The cards of so many packs with so many jokers in all, unshuffled.

    >>> len(pack(1, 1))
    53
    """
    return FACES * packs + (JOKER,) * jokers


def draw_hand(cards: int, source: tuple[AnyCard, ...], chance: Random) -> Hand:
    """So many cards dealt from a shuffled pack, as one player holds them, sorted by suit."""
    return Hand(tuple(chance.sample(source, cards))).sorted()


def deal_out(variant: Variant, number: int, names: Sequence[str], chance: Random, dealer: str | None = None) -> Deal:
    """A fresh deal: shuffled, dealt one by one from the dealer's left, the upcard turned.

    The dealer is the last player named unless another is. A number of players or a pack that does not suit the deal
    raises `ValueError` with one sentence.
    """
    contract = variant.contract(number)
    least, most = variant.players
    if isinstance(players_fit(variant, len(names)), Breach):
        raise ValueError(f"{len(names)} players are not possible: at this table {least} to {most} play")
    if isinstance(pack_suffices(variant, len(names), contract), Breach):
        raise ValueError(
            f"{len(names)} players are not possible: with {contract.cards} cards each and an upcard they need more than "
            f"the {pack_size(variant, len(names))} cards of the pack"
        )
    cards = pack(count_for(variant.packs, len(names)), count_for(variant.jokers, len(names)))
    shuffled = tuple(chance.sample(cards, len(cards)))
    at = names.index(dealer) if dealer else len(names) - 1
    hands, rest = hands_of(shuffled, len(names), contract.cards, at)
    stock, discards = upcard(rest)
    seats = tuple(Seat(name, Hand(cards).sorted().cards) for name, cards in zip(names, hands, strict=True))
    first = names[next_dealer(at, len(names))]
    return Deal(seats, Turn(first), variant, contract, number, names[at], stock, False, discards)


def unseen(deal: Deal) -> tuple[AnyCard, ...]:
    """The cards of the pack that lie in no place that is known."""
    packs = count_for(deal.variant.packs, len(deal.seats))
    left: Counter[AnyCard] = Counter(dict.fromkeys(FACES, packs))
    left[JOKER] = count_for(deal.variant.jokers, len(deal.seats))
    left.subtract(_seen(deal))
    return tuple((+left).elements())


def _seen(deal: Deal) -> Counter[AnyCard]:
    lying: Iterable[HeldCard] = (
        *(card for seat in deal.seats for card in seat.cards),
        *deal.stock,
        *deal.discards,
        *(card for meld in deal.melds for card in meld.cards),
    )
    return Counter(card.in_hand for card in lying if not isinstance(card, Unknown))


def renewal(deal: Deal, chance: Random) -> Renew:
    """The act that shuffles the pile, but for its top card, into a new stock; it names the cards, so that it replays."""
    cards = deal.discards[:-1]
    return Renew(tuple(chance.sample(cards, len(cards))), player=deal.turn.player)


def reveal(deal: Deal, chance: Random) -> Deal:
    """The same deal with every unknown card dealt from those that are seen nowhere."""
    hidden = list(unseen(deal))
    chance.shuffle(hidden)

    def shown(cards: tuple[HeldCard, ...]) -> tuple[HeldCard, ...]:
        return tuple(hidden.pop() if isinstance(card, Unknown) else card for card in cards)

    # The stock comes last and one way, so that it is the same whether it is open or its unknown cards are counted.
    seats = tuple(Seat(seat.name, shown(seat.cards)) for seat in deal.seats)
    discards, stock = shown(deal.discards), shown(deal.stock)
    below = tuple(reversed(hidden)) if deal.stock_open else ()
    return replace(deal, seats=seats, stock=stock + below, stock_open=False, discards=discards)
