"""The rules of the contract: what goes down first, together, and from which hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..cards import AnyCard
from ..table import Claim, Laying
from ..variants import Contract, Kind
from ..verdict import N_, NN_, Breach, Example, Holds, Moot, Outcome, facts, rule
from .melds import faced, main_suit
from .ranks import follow, rank_at

Choice = tuple[Claim, ...]
"""The claims of a laying that are taken as its contract; the others are further melds."""


def first_melds(laying: Laying) -> Contract | None:
    """The contract that a laying has to fulfil: none where it is not known or met already."""
    return None if laying.down else laying.contract


def choices(laying: Laying, contract: Contract) -> Iterator[Choice]:
    """The ways to pick, among the claims laid, those that a contract asks for."""
    fit = [
        claim for claim in laying.claims if not laying.variant.exact_size or len(claim.cards) == least(laying, claim)
    ]
    sets = [claim for claim in fit if claim.kind is Kind.SET]
    sequences = [claim for claim in fit if claim.kind is Kind.SEQUENCE]
    for some_sets in combinations(sets, contract.asks.count(Kind.SET)):
        for some_sequences in combinations(sequences, contract.asks.count(Kind.SEQUENCE)):
            yield some_sets + some_sequences


def further(laying: Laying, contract: Contract) -> Choice:
    """The claims beyond the contract: those of the fewest cards, without which it is met as well as it can be."""

    def cost(choice: Choice) -> tuple[int, int]:
        sequences = [claim for claim in choice if claim.kind is Kind.SEQUENCE]
        return sum(clash(a, b, laying) for a, b in combinations(sequences, 2)), -_size(choice)

    left = sorted(laying.claims, key=lambda claim: -len(claim.cards))
    used = min(choices(laying, contract), key=cost, default=None)
    if used is None:  # as many of each kind as are asked for, the longest ones
        used = tuple(
            claim for kind in Kind for claim in [c for c in left if c.kind is kind][: contract.asks.count(kind)]
        )
    for claim in used:
        left.remove(claim)
    return tuple(left)


def least(laying: Laying, claim: Claim) -> int:
    """The shortest length of such a meld."""
    return laying.variant.set_min if claim.kind is Kind.SET else laying.variant.sequence_min


@rule(
    "contract.whole",
    name=N_("All at once"),
    says=N_("The contract goes down whole, in one turn, and not fewer melds than it asks for."),
    holds=N_("No fewer melds lie here than the contract asks for."),
    waits=N_("The contract waits for melds that hold."),
    fails={
        "same": NN_(
            "{laid:word} is down, and this contract asks for {asked:word} at once.",
            "{laid:word} are down, and this contract asks for {asked:word} at once.",
        ),
        "few": NN_(
            "{laid:word} is down, and this contract asks for {contract} at once.",
            "{laid:word} are down, and this contract asks for {contract} at once.",
        ),
    },
    clauses="S7 S17",
    kept=Example("set(7H 7S 7D) set(KH KS KD)", deal=1),
    broken=Example("set(7H 7S 7D)", deal=1),
)
def contract_whole(laying: Laying) -> Outcome:
    """The first melds of a player are at least as many as the contract asks for."""
    contract = first_melds(laying)
    if contract is None:
        return None
    n, asked = len(laying.claims), len(contract.asks)
    if n >= asked:
        return Holds()
    kinds = {claim.kind for claim in laying.claims} | set(contract.asks)
    laid = tuple(claim.kind for claim in laying.claims)
    return Breach(
        "same" if len(kinds) == 1 else "few", facts=facts(n=n, laid=laid, asked=asked, contract=contract.asks)
    )


@rule(
    "contract.pattern",
    name=N_("The melds that are asked for"),
    says=N_("The melds laid include those that the deal asks for, in any order, and each may be longer than it must."),
    otherwise={
        "exact_size=yes": N_(
            "The melds laid include those that the deal asks for, in any order, each of its smallest size."
        )
    },
    holds=N_("Among them are the melds that the contract asks for."),
    waits=N_("Which melds they are waits until all are there."),
    fails={
        "kinds": N_("Here lie {laid}, and this contract asks for {contract}."),
        "size": NN_(
            "At this table the melds of a contract have just the smallest size: {cards} comes later.",
            "At this table the melds of a contract have just the smallest size: {cards} come later.",
        ),
    },
    clauses="S16 S17 S19",
    options="exact_size",
    rests_on="contract.whole",
    open="A16",
    kept=Example("set(7S 7H 7D 7C) set(KS KH KD)", deal=1, called=N_("a set of four")),
    broken=Example("set(7S 7H 7D) sequence(4C 5C 6C 7C)", deal=1),
)
def contract_pattern(laying: Laying) -> Outcome:
    """Among the melds laid are those of the contract, with `exact_size` each of its smallest size."""
    contract = first_melds(laying)
    if contract is None:
        return None
    if next(choices(laying, contract), None) is not None:
        return Holds()
    laid = tuple(claim.kind for claim in laying.claims)
    lacking = sum(max(0, contract.asks.count(kind) - laid.count(kind)) for kind in Kind)
    if lacking:
        over = sorted(further(laying, contract), key=lambda claim: len(claim.cards))[:lacking]
        cards = tuple(card for claim in over for card in claim.cards)
        return Breach("kinds", cards, facts=facts(laid=laid, contract=contract.asks))
    surplus = [over for kind in Kind for over in _too_long(laying, kind)[: contract.asks.count(kind)]]
    cards = tuple(card for over in surplus for card in over)
    return Breach("size", cards, facts=facts(n=len(cards), cards=cards))


def _too_long(laying: Laying, kind: Kind) -> list[tuple[AnyCard, ...]]:
    """What each meld of a kind has beyond the smallest size, at its end; the least first."""
    surplus = []
    for claim in laying.claims:
        if claim.kind is kind:
            pairs = faced(claim)
            places = follow([face.rank for _, face in pairs], 0, laying.variant.ace) if kind is Kind.SEQUENCE else None
            ranks = [rank_at(place) for place in places or ()]
            ordered = sorted(pairs, key=lambda pair: ranks.index(pair[1].rank)) if ranks else pairs
            surplus.append(tuple(card for card, _ in ordered[least(laying, claim) :]))
    return sorted(surplus, key=len)


@rule(
    "contract.suits",
    name=N_("Sequences of different suits"),
    says=N_("The sequences that fulfil one contract are of different suits."),
    otherwise={
        "contract_suits=apart": N_("Two sequences of a contract may share a suit, unless together they would be one sequence."),
        "contract_suits=any": N_("The sequences of a contract may share a suit."),
    },
    holds=N_("Its sequences may lie side by side."),
    waits=N_("The suits of the sequences wait until the contract is there."),
    fails={
        "both": N_("Both sequences are {suit}, and in this contract their suits must differ."),
        "all": N_("All {n:word} sequences are {suit}, and in this contract their suits must differ."),
        "some": N_("{n:word} of the sequences are {suit}, and in this contract their suits must differ."),
        "touch": N_("Two sequences of {suit} touch: together they would be one, and at this table they must lie apart."),
    },
    clauses="S18",
    options="contract_suits",
    rests_on="contract.pattern",
    open="A4",
    kept=Example("sequence(3S 4S 5S 6S) sequence(8H 9H TH JH)", deal=3),
    broken=Example("sequence(3S 4S 5S 6S) sequence(8S 9S TS JS)", deal=3, called=N_("one suit, apart")),
    also=(Example("sequence(3S 4S 5S 6S) sequence(7S 8S 9S TS)", deal=3, called=N_("one suit, touching")),),
)  # fmt: skip
def contract_suits(laying: Laying) -> Outcome:
    """Among the melds laid are sequences for the contract that `contract_suits` lets lie side by side."""
    contract = first_melds(laying)
    if contract is None or contract.asks.count(Kind.SEQUENCE) < 2 or laying.variant.contract_suits == "any":
        return None
    ways = [[claim for claim in choice if claim.kind is Kind.SEQUENCE] for choice in choices(laying, contract)]
    if not ways:
        return Moot()
    gone = min((_in_the_way(sequences, laying) for sequences in ways), key=_size)
    if not gone:
        return Holds()
    suits = [main_suit(claim) for claim in laying.claims if claim.kind is Kind.SEQUENCE]
    suit = main_suit(gone[0])
    n = suits.count(suit)
    how = "both" if len(suits) == 2 else "all" if n == len(suits) else "some"
    if laying.variant.contract_suits == "apart":
        how = "touch"
    return Breach(how, tuple(card for claim in gone for card in claim.cards), facts=facts(n=n, suit=suit))


def _in_the_way(sequences: list[Claim], laying: Laying) -> Choice:
    """The sequences, of the fewest cards, without which the others may lie side by side."""
    ways = [gone for n in range(len(sequences)) for gone in combinations(reversed(sequences), n)]
    for gone in sorted(ways, key=_size):
        rest = [claim for claim in sequences if not any(claim is other for other in gone)]
        if not any(clash(a, b, laying) for a, b in combinations(rest, 2)):
            return gone
    return ()


def _size(claims: Choice) -> int:
    return sum(len(claim.cards) for claim in claims)


def clash(a: Claim, b: Claim, laying: Laying) -> bool:
    """Whether two sequences of a contract may not lie side by side."""
    if main_suit(a) is not main_suit(b):
        return False
    if laying.variant.contract_suits == "distinct":
        return True
    ranks = [face.rank for claim in (a, b) for _, face in faced(claim)]
    return follow(ranks, 0, laying.variant.ace) is not None


@rule(
    "contract.whole-hand",
    name=N_("The whole hand"),
    says=N_("In the last deal the contract goes down only with the whole hand: every card in one of exactly the melds that it asks for, and no discard."),
    otherwise={
        "last_deal=discard": N_("In the last deal the contract goes down only with the whole hand but one card, which is discarded."),
        "last_deal=normal": N_("The contract of the last deal goes down like any other."),
    },
    holds=N_("The hand goes down as the last deal asks."),
    waits=N_("Whether the whole hand goes down cannot be said yet."),
    fails={
        "stay": NN_(
            "{cards} would stay behind, and this deal ends without a discard.",
            "{cards} would stay behind, and this deal ends without a discard.",
        ),
        "stay for a discard": N_("{cards} would stay behind, and at this table only one card may, for the discard."),
        "some stay": NN_(
            "One card would stay behind, and this deal ends without a discard.",
            "{n:word} cards would stay behind, and this deal ends without a discard.",
        ),
        "some stay for a discard": N_("{n:word} cards would stay behind, and at this table only one card may, for the discard."),
        "none": N_("No card is left to discard, and at this table the last deal ends with a discard."),
        "more": N_("{laid:word} lie here, and the last deal asks for exactly {contract}."),
    },
    clauses="S19",
    options="last_deal",
    rests_on="contract.pattern",
    open="A5",
    kept=Example(
        "sequence(4S 5S 6S 7S) sequence(9H TH JH QH) sequence(2D 3D 4D 5D 6D)",
        deal=7, hand="4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D 6D",
    ),
    broken=Example(
        "sequence(4S 5S 6S 7S) sequence(9H TH JH QH) sequence(2D 3D 4D 5D)",
        deal=7, hand="4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D 6D", called=N_("one card left"),
    ),
)  # fmt: skip
def contract_whole_hand(laying: Laying) -> Outcome:
    """The last deal's contract takes every card of the hand; with `last_deal=discard` every card but one."""
    contract = first_melds(laying)
    if contract is None or not contract.last or laying.variant.last_deal == "normal":
        return None
    if len(laying.claims) > len(contract.asks):
        cards = tuple(card for claim in further(laying, contract) for card in claim.cards)
        laid = tuple(claim.kind for claim in laying.claims)
        return Breach("more", cards, facts=facts(laid=laid, contract=contract.asks))
    if laying.left is None:
        return Moot()
    left = laying.left.sorted().cards
    _, hidden = laying.played.spend()
    n = len(left) + hidden
    discard = laying.variant.last_deal == "discard"
    if n == (1 if discard else 0):
        return Holds()
    if not n:
        return Breach("none")
    how = f"{'some ' if hidden else ''}stay{' for a discard' if discard else ''}"
    return Breach(how, left, facts=facts(n=n, cards=left))


@rule(
    "meld.more",
    name=N_("Further melds"),
    says=N_("Melds beyond the contract are allowed, in the same turn or later."),
    otherwise={"extra_melds=no": N_("At this table there are no melds beyond the contract.")},
    holds=N_("A meld beyond the contract is allowed."),
    fails={
        "now": NN_(
            "One meld more than the contract asks for lies here, and at this table there are no further melds.",
            "{n:word} melds more than the contract asks for lie here, and at this table there are no further melds.",
        ),
        "later": N_("The contract is down already, and at this table no further melds follow it."),
    },
    clauses="S23",
    options="extra_melds",
    open="A7",
    kept=Example("set(7H 7S 7D) set(KH KS KD) sequence(4C 5C 6C 7C)", deal=1, called=N_("one meld more")),
    broken=Example(
        "set(7H 7S 7D) set(KH KS KD) sequence(4C 5C 6C 7C)",
        deal=1, fields="extra_melds=no", called=N_("where none may follow"),
    ),
)  # fmt: skip
def meld_more(laying: Laying) -> Outcome:
    """Melds beyond the contract may be laid unless `extra_melds` is no."""
    contract = first_melds(laying)
    extra = len(laying.claims) - len(contract.asks) if contract else 0
    if not laying.down and extra <= 0:
        return None
    if laying.variant.extra_melds:
        return Holds()
    if laying.down or contract is None:
        return Breach("later", laying.cards)
    cards = tuple(card for claim in further(laying, contract) for card in claim.cards)
    return Breach("now", cards, facts=facts(n=extra))
