"""The solver against an exhaustive search that knows nothing but the referee."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement, islice
from math import prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract_rummy.arrange import best, fulfils, melds, missing, shortage, ways
from contract_rummy.cards import FACES, JOKER, Card, Joker, Rank, Suit
from contract_rummy.notation import hand, variant
from contract_rummy.referee import judge
from contract_rummy.rules.scoring import points
from contract_rummy.table import Claim, Hand
from contract_rummy.variants import STANDARD, Contract, Kind

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


def patterns(kind: Kind, table) -> list[tuple[tuple[Card, ...], Counter]]:
    """Return what the cards of every lawful meld of a kind count as, also with how many of each."""
    if kind is Kind.SET:
        return sets(" ".join(f"{name}={table.changed[name]}" for name in table.changed if name.startswith("set_")))
    return sequences(table.ace, table.sequence_min)


@lru_cache
def sets(fields: str):
    return counted(tuple(Card(rank, suit) for suit in heap) for rank in Rank for heap in set_suits(fields))


@lru_cache
def sequences(ace: str, least: int):
    return counted(tuple(Card(rank, suit) for rank in heap) for suit in Suit for heap in sequence_ranks(ace, least))


def counted(some):
    return [(pattern, Counter(pattern)) for pattern in some]


def claims_of(kind: Kind, table, held: Hand, budget: int) -> list[Known]:
    """Return every lawful claim of a kind that wants at most so many cards that are not in the hand."""
    have = Counter(held.cards)
    jokers = min(table.jokers_in_pack, have[JOKER] + budget)
    found = {}
    for pattern, need in patterns(kind, table):
        if sum(n - have[face] for face, n in need.items() if n > have[face]) > budget + have[JOKER]:
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
    "set_min set_max": ["2 3", "2 6", "3 3", "3 4", "3 4", "3 6", "3 none", "4 4", "4 none"],
    "set_suits": ["distinct", "any"],
    "sequence_min": ["2", "3", "3", "3", "4"],
    "ace": ["both", "low", "high", "wrap"],
    "contract_suits": ["distinct", "apart", "any"],
    "exact_size": ["no", "no", "yes"],
    "last_deal": ["whole-hand", "discard", "normal"],
    "jokers_per_meld": ["none", "none", "0", "1", "2"],
}


def chosen_fields(chance: Random) -> str:
    """Some value for each of the options, as the notation writes them."""
    pairs = [(names.split(), chance.choice(values).split()) for names, values in OPTIONS.items()]
    return " ".join(f"{name}={value}" for names, values in pairs for name, value in zip(names, values, strict=True))


def dealt(seed: int):
    """Return a small hand, poor in ranks and suits and so rich in melds and doubles, a contract and a table."""
    chance = Random(seed)
    fields = chosen_fields(chance)
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


def agree(seed: int, most: int) -> None:
    """Compare the solver with the search on one hand; the search tries no more than `most` choices for a distance."""
    held, contract, table = dealt(seed)
    told = f"seed {seed}: {held!r} {contract!r} last={contract.last} {table!r}"
    agree_on_melds(held, table, told)
    agree_on_ways(held, contract, table, told)
    agree_on_shortage(held, contract, table, most, told)


def agree_on_melds(held: Hand, table, told: str) -> None:
    found = melds(held, table)
    assert len(set(found)) == len(found), told
    assert set(found) == set(all_melds(held, table)), told
    sorted_out = best(held, table)
    laid = Counter(card.in_hand for meld in sorted_out.melds for card in meld.cards)
    assert laid + Counter(sorted_out.left) == Counter(held), told
    assert all(judge(Claim(meld.kind, meld.cards), table, hand=held).melds == (meld,) for meld in sorted_out.melds), (
        told
    )
    assert sorted_out.points == sum(points(card, table) for card in sorted_out.left), told
    assert sorted_out.points == fewest_points(held, table), told


def agree_on_ways(held: Hand, contract, table, told: str) -> None:
    found = [as_way(way) for way in ways(held, contract, table)]
    assert len(set(found)) == len(found), told
    assert set(found) == {as_way(way) for way in all_ways(held, contract, table)}, told


def agree_on_shortage(held: Hand, contract, table, most: int, told: str) -> None:
    for budget in range(min(2, LONGEST - len(held)), -1, -1):
        known = near(contract.asks, table, held, budget)
        if prod(len(known[kind]) for kind in contract.asks) <= most:
            break
    expected = distance(held, contract, table, known, budget)
    try:
        found = shortage(held, contract, table)
    except ValueError:
        assert expected is None, told
        return
    assert found.missing == missing(held, contract, table), told
    assert fulfils(held, contract, table) == (not found.missing), told
    if expected is None:
        assert found.missing > budget, told
        return
    helpful = {}
    for card in ALL if expected else ():
        if in_pack(Counter([*held, card]), table):
            then = distance(Hand((*held, card)), contract, table, known, expected - 1)
            if then is not None:
                helpful[card] = then
    assert (found.missing, dict(found.helpful)) == (expected, helpful), told


@pytest.mark.parametrize("part", range(8))
def test_the_solver_agrees_with_an_exhaustive_search(part):
    for seed in range(part * 25, part * 25 + 25):
        agree(seed, most=4_000)


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(50))
def test_the_solver_agrees_with_an_exhaustive_search_of_many_hands(part):
    for seed in range(1_000 + part * 100, 1_100 + part * 100):
        agree(seed, most=20_000)


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(150))
def test_the_solver_agrees_with_a_narrower_search_of_many_more_hands(part):
    for seed in range(10_000 + part * 100, 10_100 + part * 100):
        agree(seed, most=1_000)


# --- by hand --------------------------------------------------------------------------------------------------------


def texts(some) -> list[str]:
    return [meld.text for meld in some]


def short_of(cards: str, deal: int, fields: str = "") -> tuple[int, str]:
    table = variant(f"standard {fields}")
    found = shortage(hand(cards, table), table.contract(deal), table)
    return found.missing, " ".join(card.code for card, _ in found.helpful)


def ways_of(cards: str, deal: int, fields: str = "") -> list[list[str]]:
    table = variant(f"standard {fields}")
    return [texts(way) for way in ways(hand(cards, table), table.contract(deal), table)]


@pytest.mark.parametrize(
    ("cards", "deal", "fields", "expected"),
    [
        ("7D 7S 9S 9C *", 1, "", (1, "7H 9H 9D 7C *")),
        ("7D 7S 9S 9C *", 1, "jokers=1", (1, "7H 9H 9D 7C")),
        ("7D 7S 7H 9S 9C *", 1, "", (0, "")),
        # one pack has no second set of sevens without two jokers
        ("7D 7S 7H 7C 2C", 1, "packs=1 jokers=1", (2, "2S 2H 2D *")),
        ("7D 7S 7H 7C *", 1, "packs=1 jokers=2", (1, "*")),
        ("3S 4S 5S 6S 7S 8S", 3, "", (3, None)),
        ("3S 4S 5S 6S 7S 8S", 3, "contract_suits=any", (0, "")),
        ("3S 4S 5S 6S 7S 8S", 3, "contract_suits=apart", (1, "2S 5S 6S 9S *")),
        ("KH AH 2H 4C 5C 6C", 3, "", (1, "3H QH *")),
        ("KH AH 2H 4C 5C 6C", 3, "ace=wrap", (0, "")),
        ("5S 5H 9D TD *", 2, "jokers_per_meld=0", (2, "5D 8D JD 5C")),
        # in the last deal one card too many is as far away as one too few
        ("4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D 6D", 7, "", (0, "")),
        ("4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D KC", 7, "", (1, "")),
        ("4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D KC", 7, "last_deal=discard", (0, "")),
        ("4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D KC", 7, "last_deal=normal", (0, "")),
        ("3S 4S 5S 9H TH 2D 3D 4D", 7, "", (1, "8H JH *")),
    ],
)
def test_how_far_a_hand_is(cards, deal, fields, expected):
    missing, helpful = short_of(cards, deal, fields)
    assert missing == expected[0]
    assert expected[1] is None or helpful == expected[1]


def test_where_only_a_discard_is_missing_any_card_helps():
    missing, helpful = short_of("3S 4S 5S 9H TH JH 2D 3D 4D", 7, "last_deal=discard packs=1")
    assert (missing, len(helpful.split())) == (1, 52 - 9 + 1)


@pytest.mark.parametrize("fields", ["set_min=5 set_max=8", "set_min=5 set_max=none packs=1 jokers=0"])
def test_a_contract_that_no_hand_fulfils(fields):
    table = variant(f"standard {fields}")
    with pytest.raises(ValueError, match="no hand fulfils"):
        shortage(hand("7D 7S 9S 9C", table), table.contract(1), table)
    assert not fulfils(hand("7D 7S 9S 9C", table), table.contract(1), table)
    assert not list(ways(hand("7D 7S 9S 9C", table), table.contract(1), table))


def test_five_sequences_have_no_five_suits():
    with pytest.raises(ValueError, match="no hand fulfils"):
        missing(hand("7D 7S 9S 9C *"), Contract((Kind.SEQUENCE,) * 5, last=True), STANDARD)


@pytest.mark.parametrize(
    ("cards", "left", "cost"),
    [
        ("4H 5H 6H 7H QH QC QD KH KD KC", "", 0),
        ("6D 7D 7C 7H 8D 8C 9C TH", "7H TH", 17),  # the set of sevens first would leave five cards
        ("3S 4S 5S 6S 7S 6H 6D", "7S", 7),
        ("5S 5H 5D 5C *", "5S", 5),  # a set is full with four: a joker in it spares more than a five
        ("5S 5H 5D 5C * 6S 7S", "", 0),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS *", "", 0),
        ("* * *", "", 0),
        ("* 2C", "* 2C", 17),
    ],
)
def test_the_fewest_points(cards, left, cost):
    table = variant("standard packs=1 jokers=3")
    found = best(hand(cards, table), table)
    assert found.points == cost
    assert len(found.left) == len(left.split())
    assert cost == 5 or found.left.text == left


def test_a_joker_is_not_left_beside_a_full_suit():
    table = variant("standard packs=1 jokers=1 ace=low")
    found = best(hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS *", table), table)
    assert texts(found.melds) == ["sequence(AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS)", "sequence(*=JS QS KS)"]
    longer = variant("standard packs=1 jokers=1 ace=low sequence_min=8")
    found = best(hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS *", longer), longer)
    assert texts(found.melds) == ["sequence(AS *=2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS)"]


@pytest.mark.parametrize("sizes", [(3, 3, 7), (3, 4, 6), (3, 5, 5), (4, 4, 5)])
def test_thirteen_cards_in_three_sequences(sizes):
    suits = zip((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS), sizes, strict=True)
    cards = tuple(Card(rank, suit) for suit, size in suits for rank in list(Rank)[4 : 4 + size])
    found = list(ways(Hand(cards), STANDARD.contract(7), STANDARD))
    assert [sorted(len(meld.cards) for meld in way) for way in found] == [list(sizes)]
    assert missing(Hand(cards[1:]), STANDARD.contract(7), STANDARD) == (1 if sizes[0] == 3 else 0)


def test_two_sets_of_one_rank_from_a_double_pack():
    assert ways_of("7D 7S 7H 7D 7S 7C", 1, "packs=2") == [["set(7S 7H 7D)", "set(7S 7D 7C)"]]
    assert ways_of("7D 7D 7D 7S 7H 7S", 1, "packs=3") == []
    assert len(ways_of("7D 7D 7S 7S 7H 7H", 1, "packs=2")) == 1


def test_no_joker_stands_for_a_card_that_stays():
    sets = ["set(7H 7D *=7C)", "set(7S 7D *=7C)", "set(7S 7H *=7C)", "set(7S 7H 7D *=7C)"]
    sequences = ["*=2C 3C 4C 5C", "*=2C 3C 4C", "3C 4C 5C *=6C", "3C 4C 5C", "4C 5C *=6C"]
    expected = [[one, "sequence(3C 4C 5C)"] for one in sets]
    expected += [["set(7S 7H 7D)", f"sequence({cards})"] for cards in sequences]
    assert sorted(ways_of("7D 7S 7H * 3C 4C 5C", 2)) == sorted(expected)


def test_a_whole_suit_is_one_sequence_however_it_is_read():
    cards = hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    assert len(melds(cards, STANDARD)) == len(set(melds(cards, STANDARD))) == 76
    assert len(melds(cards, variant("standard ace=wrap"))) == 11 * 13 - 12


def test_melds_of_jokers_alone():
    table = variant("standard jokers=3")
    assert len(melds(hand("* * *", table), table)) == 13 * 4 + 4 * 12


@pytest.mark.parametrize("fields", ["", "ace=wrap contract_suits=apart", "jokers_per_meld=1 last_deal=discard"])
def test_large_hands_are_answered(fields):
    table = variant(f"standard packs=2 jokers=4 {fields}")
    for deal in range(1, 8):
        cards = Random(deal).sample([*FACES, *FACES], 56) + [JOKER] * 4
        assert missing(Hand(tuple(cards)), table.contract(deal), table) >= 0
        assert next(ways(Hand(tuple(cards[-24:])), table.contract(deal), table), None) or deal == 7


# --- what always holds ----------------------------------------------------------------------------------------------

NAMES = st.sampled_from(["", "packs=2", "ace=wrap set_suits=any", "contract_suits=apart", "jokers_per_meld=1 ace=high",
                         "last_deal=discard sequence_min=4", "exact_size=yes set_max=none contract_suits=any"])  # fmt: skip
NARROW = st.sampled_from([face for face in FACES if face.rank <= 6 and face.suit is not Suit.CLUBS])
CARDS = st.lists(NARROW | st.sampled_from([*FACES, JOKER]), min_size=1, max_size=13)


@st.composite
def positions(draw):
    table = variant(f"standard {draw(NAMES)}")
    most = Counter({card: table.jokers_in_pack if card == JOKER else table.copies for card in ALL})
    cards = tuple((Counter(draw(CARDS)) & most).elements())
    return Hand(cards), table.contract(draw(st.integers(1, 7))), table


@settings(deadline=None, max_examples=60)
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_a_hand_never_matters(position, chance):
    held, contract, table = position
    cards = list(held.cards)
    chance.shuffle(cards)
    other = Hand(tuple(cards))
    assert melds(held, table) == melds(other, table)
    assert shortage(held, contract, table) == shortage(other, contract, table)
    assert best(held, table).melds == best(other, table).melds
    assert list(islice(ways(held, contract, table), 500)) == list(islice(ways(other, contract, table), 500))


@settings(deadline=None, max_examples=60)
@given(positions())
def test_the_referee_accepts_all_that_is_offered(position):
    held, contract, table = position
    for way in islice(ways(held, contract, table), 20):
        verdict = judge([Claim(meld.kind, meld.cards) for meld in way], table, contract=contract, hand=held)
        assert verdict.melds == way
        stands = {card.face for meld in way for card in meld.cards if isinstance(card, Joker)}
        assert not stands & set(verdict.laying.left)
    for meld in melds(held, table)[:100]:
        assert judge(Claim(meld.kind, meld.cards), table, hand=held).melds == (meld,)


@settings(deadline=None, max_examples=40)
@given(positions())
def test_a_card_that_helps_lessens_the_distance_and_no_other_does(position):
    held, contract, table = position
    found = shortage(held, contract, table)
    helpful = dict(found.helpful)
    assert bool(found.missing) != any(True for _ in ways(held, contract, table))
    for card in ALL:
        more = Hand((*held, card))
        if in_pack(Counter(more), table):
            then = missing(more, contract, table)
            assert then == helpful.get(card, then)
            assert (then < found.missing) == (card in helpful)
