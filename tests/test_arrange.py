"""The solver against an exhaustive search that knows nothing but the referee."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import prod
from random import Random

import pytest

from contract_rummy.arrange import best, melds, shortage, ways
from contract_rummy.cards import FACES, JOKER, Card, Joker, Rank, Suit
from contract_rummy.notation import variant
from contract_rummy.referee import judge
from contract_rummy.rules.scoring import points
from contract_rummy.table import Claim, Hand
from contract_rummy.variants import Contract, Kind

# --- the exhaustive search ------------------------------------------------------------------------------------------

ALL = (*FACES, JOKER)
LONGEST = 8
"""The search knows melds of up to so many cards; its hands, with what may come to them, are no larger."""


def lawful(kind, faces, table) -> bool:
    """Ask the referee whether cards that count as these faces make a meld; jokers stand for all of them."""
    return judge(Claim(kind, tuple(map(Joker, faces))), table).lawful


@lru_cache
def set_suits(fields: str) -> list[tuple[Suit, ...]]:
    """Return the suits of all sets of a rank."""
    heaps = chain.from_iterable(combinations_with_replacement(Suit, size) for size in range(1, LONGEST + 1))
    table = variant(f"standard jokers=16 {fields}")
    return [suits for suits in heaps if lawful(Kind.SET, [Card(Rank.EIGHT, suit) for suit in suits], table)]


@lru_cache
def sequence_ranks(ace: str, least: int) -> list[tuple[Rank, ...]]:
    """Return the ranks of all sequences of a suit; they are found once for all least sizes, since a longer one lets less pass."""
    if least == 2:
        ranks = [*Rank, Rank.ACE]
        heaps = sorted({heap for size in range(1, LONGEST + 1) for heap in combinations(ranks, size)})
    else:
        heaps = sequence_ranks(ace, 2)
    table = variant(f"standard jokers=16 ace={ace} sequence_min={least}")
    return [heap for heap in heaps if lawful(Kind.SEQUENCE, [Card(rank, Suit.CLUBS) for rank in heap], table)]


@dataclass(frozen=True, eq=False)
class Known:
    """A lawful claim, and how many of which cards it takes."""

    claim: Claim
    takes: Counter

    def wants(self, left: Counter) -> int:
        """Count the cards that it takes and that are not among those left."""
        return sum(n - left[card] for card, n in self.takes.items() if n > left[card])


def patterns(kind: Kind, table) -> list[tuple[Card, ...]]:
    """Return what the cards of every lawful meld of a kind count as."""
    if kind is Kind.SET:
        fields = " ".join(f"{name}={table.changed[name]}" for name in table.changed if name.startswith("set_"))
        return [tuple(Card(rank, suit) for suit in heap) for rank in Rank for heap in set_suits(fields)]
    ranks = sequence_ranks(table.ace, table.sequence_min)
    return [tuple(Card(rank, suit) for rank in heap) for suit in Suit for heap in ranks]


def claims_of(kind: Kind, table, held: Hand, budget: int) -> list[Known]:
    """Return every lawful claim of a kind that wants at most so many cards that are not in the hand."""
    have = Counter(held.cards)
    jokers = min(table.jokers_in_pack, have[JOKER] + budget)
    found = {}
    for pattern in patterns(kind, table):
        if len(pattern) > len(held) + budget or (Counter(pattern) - have).total() - have[JOKER] > budget:
            continue
        for stood in chain.from_iterable(combinations(range(len(pattern)), n) for n in range(jokers + 1)):
            cards = tuple(Joker(face) if n in stood else face for n, face in enumerate(pattern))
            known = Known(Claim(kind, cards), Counter(card.in_hand for card in cards))
            if known.wants(have) <= budget and in_pack(known.takes, table) and may_hold(len(stood), table):
                found[frozenset(Counter(cards).items())] = known
    return list(found.values())


@lru_cache
def may_hold(jokers: int, table) -> bool:
    """Ask the referee whether a meld may hold so many jokers."""
    cards = tuple(map(Joker, [Card(rank, Suit.CLUBS) for rank in list(Rank)[:jokers]]))
    return jokers == 0 or "joker.limit" not in judge(Claim(Kind.SEQUENCE, cards), table).broken


def in_pack(cards: Counter, table) -> bool:
    return all(n <= (table.jokers_in_pack if card == JOKER else table.copies) for card, n in cards.items())


def near(asks, table, held: Hand, budget: int) -> dict[Kind, list[Known]]:
    return {kind: claims_of(kind, table, held, budget) for kind in set(asks)}


def fillings(asks, known, have: Counter, budget: int, start: int = 0) -> Iterator[tuple[Claim, ...]]:
    """Yield the claims of every choice for a contract that wants at most so many cards that are not there."""
    if not asks:
        yield ()
        return
    kind, *rest = asks
    for n, one in enumerate(known[kind][start:], start):
        wants = one.wants(have)
        if wants <= budget:
            for others in fillings(rest, known, have - one.takes, budget - wants, n if rest[:1] == [kind] else 0):
                yield (one.claim, *others)


def distance(held: Hand, contract, table, known, budget: int) -> int | None:
    """Return how many cards would have to come or go, where it is at most so many, by what claims are near enough."""
    return next((n for n in range(budget + 1) if within(held, contract, table, known, n)), None)


def within(held: Hand, contract, table, known, budget: int) -> bool:
    """Whether so many cards that come or go let the referee accept the contract."""
    have = Counter(held.cards)
    whole = contract.last and table.last_deal != "normal"
    spares = [Counter([card]) for card in ALL] if whole and table.last_deal == "discard" else [Counter()]
    for claims in fillings(in_order(contract.asks), known, have, budget):
        laid = Counter(card.in_hand for claim in claims for card in claim.cards)
        if whole and apart(laid, have) > budget + len(spares[0]):
            continue
        for spare in spares:
            then = laid + spare if whole else laid | have
            if apart(then, have) <= budget and in_pack(then, table):
                then_held = Hand(tuple(then.elements()))
                if judge(claims, table, contract=contract, hand=then_held).lawful:
                    return True
    return False


def apart(a: Counter, b: Counter) -> int:
    return (a - b).total() + (b - a).total()


def in_order(asks) -> list[Kind]:
    return sorted(asks, key=list(Kind).index)


def same_cards(cards) -> tuple:
    return tuple(sorted(Counter(cards).items(), key=repr))


def as_claim(meld) -> Claim:
    return Claim(meld.kind, meld.cards)


def as_way(claims) -> frozenset:
    return frozenset(Counter((claim.kind, same_cards(claim.cards)) for claim in claims).items())


def all_melds(held: Hand, table) -> list:
    known = near(tuple(Kind), table, held, 0)
    return [judge(one.claim, table, hand=held).unwrap()[0] for kind in Kind for one in known[kind]]


def all_ways(held: Hand, contract, table) -> list:
    found = []
    known = near(contract.asks, table, held, 0)
    for claims in fillings(in_order(contract.asks), known, Counter(held.cards), 0):
        verdict = judge(claims, table, contract=contract, hand=held)
        stands = {card.face for claim in claims for card in claim.cards if isinstance(card, Joker)}
        if verdict.lawful and not stands & set(verdict.laying.left.cards):
            found.append(verdict.melds)
    return found


def fewest_points(held: Hand, table) -> int:
    """Return the fewest points that melds can leave, all melds being tried on all that is left."""
    takes = {frozenset(one.takes.items()) for kind in Kind for one in claims_of(kind, table, held, 0)}
    known = [Counter(dict(cards)) for cards in takes]

    @cache
    def after(left: frozenset, start: int) -> int:
        cards = Counter(dict(left))
        least = sum(points(card, table) * n for card, n in left)
        for n, meld in enumerate(known[start:], start):
            if meld <= cards:
                least = min(least, after(frozenset((cards - meld).items()), n))
        return least

    return after(frozenset(Counter(held.cards).items()), 0)


# --- hands ----------------------------------------------------------------------------------------------------------

OPTIONS = {
    "packs": ["1", "2", "2"],
    "jokers": ["0", "1", "2", "3"],
    "set_min": ["2", "3", "3", "3", "4"],
    "set_max": ["3", "4", "4", "6", "none"],
    "set_suits": ["distinct", "any"],
    "sequence_min": ["2", "3", "3", "3", "4"],
    "ace": ["both", "low", "high", "wrap"],
    "contract_suits": ["distinct", "apart", "any"],
    "exact_size": ["no", "no", "yes"],
    "last_deal": ["whole-hand", "discard", "normal"],
    "jokers_per_meld": ["none", "none", "0", "1", "2"],
}


def dealt(seed: int):
    """Return a small hand, poor in ranks and suits and so rich in melds and doubles, a contract and a table."""
    chance = Random(seed)
    fields = " ".join(f"{name}={chance.choice(values)}" for name, values in OPTIONS.items())
    table = variant(f"standard {fields}")
    least = {Kind.SET: table.set_min, Kind.SEQUENCE: table.sequence_min}
    asks = tuple(chance.choice(list(Kind)) for _ in range(chance.choice([1, 2, 2, 3])))
    while sum(least[kind] for kind in asks) > LONGEST:
        asks = asks[1:]
    first, width = chance.randrange(13), chance.choice([2, 3, 4, 5])
    ranks = [list(Rank)[(first + n) % 13] for n in range(width)]
    suits = chance.sample(list(Suit), chance.choice([1, 2, 3, 4]))
    pack = [Card(rank, suit) for rank in ranks for suit in suits] * table.copies
    jokers = min(table.jokers_in_pack, chance.choice([0, 0, 1, 1, 2, 3]))
    size = min(len(pack), chance.randrange(3, 8 - jokers))
    cards = chance.sample(pack, size) + [JOKER] * jokers
    chance.shuffle(cards)
    return Hand(tuple(cards)), Contract(asks, last=chance.random() < 0.4), table


def agree(seed: int, most: int = 4_000) -> None:
    held, contract, table = dealt(seed)
    said = f"seed {seed}: {held!r} {contract!r} last={contract.last} {table!r}"
    found = melds(held, table)
    assert len(set(found)) == len(found), said
    assert set(found) == set(all_melds(held, table)), said
    found = best(held, table)
    assert found.points == fewest_points(held, table) == sum(points(card, table) for card in found.left), said
    laid = Counter(card.in_hand for meld in found.melds for card in meld.cards)
    assert laid + Counter(found.left.cards) == Counter(held.cards), said
    assert all(judge(as_claim(meld), table, hand=held).melds == (meld,) for meld in found.melds), said
    offered = list(ways(held, contract, table))
    assert len({as_way(way) for way in offered}) == len(offered), said
    assert {as_way(way) for way in offered} == {as_way(way) for way in all_ways(held, contract, table)}, said
    known = near(contract.asks, table, held, 0)
    for budget in range(LONGEST - len(held) + 1):
        more = near(contract.asks, table, held, budget)
        if budget > 2 or prod(len(more[kind]) for kind in contract.asks) > most:
            break
        known = more
    budget = max(0, budget - 1)
    expected = distance(held, contract, table, known, budget)
    try:
        got = shortage(held, contract, table)
    except ValueError:
        assert expected is None, said
        return
    if expected is None:
        assert got.missing > budget, said
        return
    assert got.missing == expected, said
    assert (got.missing == 0) == bool(offered), said
    helpful = {}
    for card in ALL if expected else ():
        if held.cards.count(card) < (table.jokers_in_pack if card == JOKER else table.copies):
            then = distance(Hand((*held.cards, card)), contract, table, known, expected - 1)
            if then is not None:
                helpful[card] = then
    assert dict(got.helpful) == helpful, said


@pytest.mark.parametrize("part", range(10))
def test_the_solver_agrees_with_an_exhaustive_search(part):
    for seed in range(part * 30, part * 30 + 30):
        agree(seed)
