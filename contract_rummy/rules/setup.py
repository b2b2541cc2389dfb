"""The rules of setting up and dealing."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import AnyCard, Card
from ..variants import Contract, Variant, count_for
from ..verdict import N_, NN_, Breach, Example, Holds, Outcome, facts, rule


@rule(
    "setup.players",
    name=N_("How many play"),
    says=N_("From {fewest:word} to {most:word} people play."),
    holds=N_("So many may play."),
    fails={
        "number": NN_(
            "One player sits here, and at this table {fewest:word} to {most:word} play.",
            "{n:word} players sit here, and at this table {fewest:word} to {most:word} play.",
        ),
        "exactly": NN_(
            "One player sits here, and at this table {fewest:word} play.",
            "{n:word} players sit here, and at this table {fewest:word} play.",
        ),
    },
    clauses="S2",
    options="players",
    kept=Example("", called=N_("Aru, Boris, Chen and Dana: four play.")),
)
def players_fit(variant: Variant, players: int) -> Outcome:
    """The number of players suits the variant."""
    least, most = variant.players
    if least <= players <= most:
        return Holds()
    return Breach("number" if least < most else "exactly", facts=facts(n=players, fewest=least, most=most))


@rule(
    "setup.pack",
    name=N_("Enough cards"),
    says=N_("The pack holds every hand and the upcard."),
    holds=N_("There are enough cards."),
    fails={"small": N_("{players:word} hands of {cards:word} and an upcard are {need} cards, and the pack holds {n}.")},
    clauses="S3 S9 S13",
    options="packs jokers",
    open="A1",
    kept=Example("", called=N_("Four hands of ten and an upcard are 41 cards, and the pack holds 53.")),
)
def pack_suffices(variant: Variant, players: int, contract: Contract) -> Outcome:
    """Players times cards, and one more, are no more than the pack."""
    n = pack_size(variant, players)
    need = players * contract.cards + 1
    if need <= n:
        return Holds()
    return Breach("small", facts=facts(players=players, cards=contract.cards, need=need, n=n))


def pack_size(variant: Variant, players: int) -> int:
    """How many cards so many players use.

    >>> from contract_rummy.variants import STANDARD
    >>> pack_size(STANDARD, 4), pack_size(STANDARD, 5)
    (53, 106)
    """
    return 52 * count_for(variant.packs, players) + count_for(variant.jokers, players)


@rule(
    "deal.first",
    name=N_("Who deals first"),
    says=N_("The first dealer is whoever draws the lowest card; an ace is low, and equal lowest cards or a joker draw again."),
    clauses="S11",
    open="A3",
    kept=Example("", called=N_("Aru draws a nine, Boris a three, Chen a king: Boris deals first.")),
)  # fmt: skip
def draws_again(drawn: Sequence[AnyCard]) -> tuple[int, ...]:
    """Of the cards drawn for the deal those whose players draw again; a single one is the first dealer."""
    jokers = tuple(n for n, card in enumerate(drawn) if not isinstance(card, Card))
    ranks = [(card.rank, n) for n, card in enumerate(drawn) if isinstance(card, Card)]
    lowest = min(rank for rank, _ in ranks) if ranks else None
    return jokers or tuple(n for rank, n in ranks if rank == lowest)


@rule(
    "deal.pass",
    name=N_("The deal passes on"),
    says=N_("The deal passes to the left after each deal."),
    clauses="S12",
    kept=Example("", called=N_("After Aru’s deal Boris deals, then Chen, then Aru again.")),
)
def next_dealer(dealer: int, players: int) -> int:
    """The seat that deals next, clockwise."""
    return (dealer + 1) % players


@rule(
    "deal.order",
    name=N_("How cards are dealt"),
    says=N_("Cards are dealt one at a time, clockwise from the dealer’s left, as many as the deal says."),
    clauses="S13 S14",
    kept=Example("", called=N_("Chen deals: the first card goes to Aru, the second to Boris, the third to Chen.")),
)
def hands_of(
    cards: Sequence[AnyCard], players: int, each: int, dealer: int
) -> tuple[tuple[tuple[AnyCard, ...], ...], tuple[AnyCard, ...]]:
    """The hands by seat, dealt from the top of a shuffled pack, and the rest of it."""
    first = next_dealer(dealer, players)
    dealt = cards[: players * each]
    hands = tuple(tuple(dealt[(seat - first) % players :: players]) for seat in range(players))
    return hands, tuple(cards[players * each :])


@rule(
    "deal.upcard",
    name=N_("The upcard"),
    says=N_("The rest is the stock, and its top card begins the discard pile."),
    clauses="S15",
    kept=Example("", called=N_("Three hands of ten leave 23 cards: one is turned up, and 22 are the stock.")),
)
def upcard(rest: Sequence[AnyCard]) -> tuple[tuple[AnyCard, ...], tuple[AnyCard, ...]]:
    """The stock, top first, and the discard pile that its top card begins."""
    return tuple(rest[1:]), tuple(rest[:1])
