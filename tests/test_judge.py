"""The judge against the law stated once more by brute force (`law.py`), over all claims from small sets of cards."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law import declarations, is_meld, laying_law, meld_law

from contract_rummy import (
    PRESETS,
    STANDARD,
    Claim,
    Contract,
    Hand,
    IllegalPlay,
    Kind,
    card,
    claims,
    hand,
    judge,
    readings,
)
from contract_rummy.cards import FACES, JOKER, Joker
from contract_rummy.verdict import State

TWO = STANDARD.but(packs=((0, 2),), jokers=((0, 4),))


def cards(text):
    return tuple(card(code) for code in text.split())


# One to four of these are put down: copies, odd suits, the corner, repeats, jokers bare and declared.
UNIVERSES = {
    Kind.SET: [cards("5S 5H 5D 5C 6H KD * *=5H *=5S *=6D"), cards("AS AH AD KS KH * *=AC *=AS *=KD")],
    Kind.SEQUENCE: [
        cards("QH KH AH 2H 3H 2S * *=AH *=KH *=4H"),
        cards("3D 4D 5D 7D 8D 5C * *=5D *=6D *=6C"),
        cards("AC 2C 4C JC KC AS * *=AC *=3C *=QC"),
    ],
}
SET_TABLES = [
    TWO.but(set_suits=suits, set_min=least, set_max=most, jokers_per_meld=limit)
    for suits, (least, most), limit in product(
        ("distinct", "any"), ((3, 4), (2, None), (3, 3), (4, None)), (None, 0, 1)
    )
]
SEQUENCE_TABLES = [
    TWO.but(ace=ace, sequence_min=least, jokers_per_meld=limit)
    for ace, least, limit in product(("both", "low", "high", "wrap"), (2, 3, 4), (None, 0, 1))
]
TABLES = {Kind.SET: SET_TABLES, Kind.SEQUENCE: SEQUENCE_TABLES}


def in_pack(laid, copies):
    """Whether the pack holds these cards."""
    return all(n <= (4 if c == JOKER else copies) for c, n in Counter(c.in_hand for c in laid).items())


def claims_of(kind, universe, most=4):
    """All claims of one to so many cards that the pack holds."""
    for size in range(1, most + 1):
        for chosen in combinations_with_replacement(universe, size):
            if in_pack(chosen, 2):
                yield Claim(kind, chosen)


def ids(verdict):
    """Broken and moot ids as sets; `play.in-hand` is moot throughout where no hand is given."""
    return set(verdict.broken), set(verdict.moot) - {"play.in-hand"}


@pytest.mark.parametrize(
    ("kind", "universe", "table"),
    [
        pytest.param(kind, universe, table, id=f"{kind.value}s {n} {table}")
        for kind in Kind
        for n, universe in enumerate(UNIVERSES[kind])
        for table in TABLES[kind]
    ],
)
def test_every_small_claim(kind, universe, table):
    plain = (table.jokers_per_meld is None) + (table.sequence_min == 3)
    for claim in claims_of(kind, universe, 2 + plain):
        assert ids(judge(claim, table)) == meld_law(kind, claim.cards, table), claim


@pytest.mark.parametrize("ace", ["both", "low", "high", "wrap"])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_long_rows(ace, jokers):
    """A-2-…-K-A, and what is left of it without a few cards, bare jokers beside it."""
    table, row = TWO.but(ace=ace), cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH")
    for gone in combinations_with_replacement(range(14), 3 if not jokers else 2):
        left = tuple(c for n, c in enumerate(row) if n not in gone) + (JOKER,) * jokers
        for laid in (left, (*left, card("7H"))) if not jokers else (left,):
            assert ids(judge(Claim(Kind.SEQUENCE, laid), table)) == meld_law(Kind.SEQUENCE, laid, table), laid


def test_whole_rows():
    """Rows of 13 and 14 cards, by every ace."""
    row = cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    for ace in ("both", "low", "high", "wrap"):
        assert judge(Claim(Kind.SEQUENCE, row), TWO.but(ace=ace)).lawful
        broken = () if ace in ("both", "wrap") else ("sequence.ace",)
        assert judge(Claim(Kind.SEQUENCE, (*row, card("AH"))), TWO.but(ace=ace)).broken == broken
        assert judge(Claim(Kind.SEQUENCE, (*row, card("KH"))), TWO.but(ace=ace)).broken == ("sequence.order",)


# --- melds laid together --------------------------------------------------------------------------------------------

POOL = [
    Claim(kind, cards(text))
    for kind, text in [
        (Kind.SET, "5H 5S 5D"),
        (Kind.SET, "9H 9S 9D 9C"),
        (Kind.SET, "5H 5S KD"),
        (Kind.SEQUENCE, "3S 4S *=5S"),
        (Kind.SEQUENCE, "6S 7S 8S"),
        (Kind.SEQUENCE, "7S 8S 9S TS"),
        (Kind.SEQUENCE, "QH KH AH"),
        (Kind.SEQUENCE, "2H 3H 4H"),
        (Kind.SEQUENCE, "2H 3H *"),
    ]
]
S, R = Kind.SET, Kind.SEQUENCE
CONTRACTS = [
    Contract(asks, last=last) for asks in [(S, S), (S, R), (R, R), (R, S, R), (R, R, R)] for last in (False, True)
]
LAYING_FIELDS = {
    "contract_suits": ("distinct", "apart", "any"),
    "exact_size": (False, True),
    "extra_melds": (True, False),
    "last_deal": ("whole-hand", "discard", "normal"),
    "ace": ("both", "wrap"),
}
LAYING_TABLES = [
    TWO.but(**dict(zip(LAYING_FIELDS, values, strict=True))) for values in product(*LAYING_FIELDS.values())
]
ONE_CHANGED = [TWO.but(**{field: value}) for field, values in LAYING_FIELDS.items() for value in values[1:]]
SOME_CHANGED = [
    TWO,
    *ONE_CHANGED,
    TWO.but(contract_suits="apart", ace="wrap", exact_size=True),
    TWO.but(contract_suits="any", extra_melds=False, last_deal="discard"),
]


def layings_of(most):
    """One to so many melds of the pool, as far as the pack holds them."""
    for n in range(1, most + 1):
        for laid in combinations_with_replacement(POOL, n):
            if in_pack([c for claim in laid for c in claim.cards], 2):
                yield laid


def hands_for(claims):
    """No hand, one with just these cards, one with a card more, one with a card less."""
    held = tuple(c.in_hand for claim in claims for c in claim.cards)
    return None, Hand(held), Hand((*held, card("2C"))), Hand(held[1:])


@pytest.mark.parametrize("table", SOME_CHANGED, ids=str)
def test_every_small_laying(table):
    for laid in layings_of(3):
        at = len(laid) + sum(map(POOL.index, laid))
        for contract, held in zip((*CONTRACTS, None), hands_for(laid) * 3, strict=False):
            check_laying(laid, table, contract, held, down=at % 5 == 0)


@pytest.mark.sweep
@pytest.mark.parametrize("table", LAYING_TABLES, ids=str)
def test_every_laying(table):
    for laid in layings_of(4 if table in SOME_CHANGED else 3):
        for contract, held in product((*CONTRACTS, None), hands_for(laid)):
            check_laying(laid, table, contract, held, down=False)
        check_laying(laid, table, CONTRACTS[0], hands_for(laid)[1], down=True)


def check_laying(laid, table, contract, held, down):
    verdict = judge(laid, table, contract=contract, hand=held, down=down)
    broken, moot = laying_law(laid, table, contract, held, down)
    of_all = {id for id in RULES_OF_ALL if id in verdict.broken or id in verdict.moot}
    assert of_all & set(verdict.broken) == broken, verdict
    assert of_all & set(verdict.moot) == moot, verdict
    assert verdict.lawful == (not broken and all(is_meld(claim.kind, claim.cards, table) for claim in laid))


RULES_OF_ALL = (
    "contract.whole", "contract.pattern", "contract.suits", "contract.whole-hand", "meld.more", "play.in-hand",
)  # fmt: skip

# --- readings -------------------------------------------------------------------------------------------------------


def check_readings(held, table):
    """What `readings` offers is what the law accepts, of both kinds, each bare joker declared in all ways; each once."""
    found = [(meld.kind, tuple(sorted(c.code for c in meld.cards))) for meld in readings(held, table)]
    assert len(set(found)) == len(found), held
    expected = {
        (kind, tuple(sorted(c.code for c in laid)))
        for kind in Kind
        for laid in declarations(held)
        if is_meld(kind, laid, table)
    }
    assert set(found) == expected, held


def every_table():
    """All values of each field, and some pairs of them."""
    changes = [
        {}, {"ace": "low"}, {"ace": "high"}, {"ace": "wrap"}, {"set_suits": "any"}, {"set_max": None}, {"set_min": 2},
        {"sequence_min": 2}, {"sequence_min": 4}, {"jokers_per_meld": 1}, {"jokers_per_meld": 0}, {"jokers_per_meld": 2},
        {"set_suits": "any", "set_max": None, "ace": "wrap"}, {"set_max": 3, "ace": "low", "jokers_per_meld": 1},
    ]  # fmt: skip
    return [TWO.but(**change) for change in changes]


SMALL = cards("AS 2S KS AH AD 5H * *=AS *=QS")


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_readings_of_every_small_hand(table):
    for size in (1, 2, 3, 4):
        for held in combinations_with_replacement(SMALL, size):
            if held.count(JOKER) <= 1 and in_pack(held, 2):
                check_readings(held, table)


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_readings_with_two_bare_jokers(table):
    for held in ("* *", "AS * *", "5H 6H * *", "5H 5D * *", "KS AS * *", "AS KS 2S * *", "5H KD * *"):
        check_readings(cards(held), table)


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_readings_of_whole_rows(table):
    row = cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    for held in (row, (*row[1:], JOKER), (*row[:6], *row[7:], JOKER), (*row, JOKER), (*row, row[0])):
        check_readings(held, table)


@pytest.mark.sweep
@pytest.mark.parametrize("table", every_table(), ids=str)
@pytest.mark.parametrize("universe", [cards("3C 4C 5C 5D 5H 7C * *=6C *=5S"), cards("QD KD AD 2D AC AH * *=AS *=KD")])
def test_readings_sweep(table, universe):
    for size in (1, 2, 3, 4, 5):
        for held in combinations_with_replacement(universe, size):
            if held.count(JOKER) <= 2 and in_pack(held, 2):
                check_readings(held, table)


# --- properties -----------------------------------------------------------------------------------------------------

some_cards = st.one_of(st.sampled_from(FACES), st.just(JOKER), st.sampled_from(FACES).map(Joker))
near_cards = st.one_of(
    st.sampled_from([face for face in FACES if face.suit.value in "SH" and face.rank in (1, 2, 3, 4, 12, 13)]),
    st.sampled_from([JOKER, *(Joker(face) for face in FACES if face.suit.value in "SH" and face.rank < 4)]),
)
WIDE = STANDARD.but(packs=((0, 4),), jokers=((0, 16),))
tables = st.builds(
    WIDE.but,
    ace=st.sampled_from(["both", "low", "high", "wrap"]),
    set_suits=st.sampled_from(["distinct", "any"]),
    set_max=st.sampled_from([None, 4, 3]),
    sequence_min=st.sampled_from([2, 3, 4]),
    contract_suits=st.sampled_from(["distinct", "apart", "any"]),
    exact_size=st.booleans(),
    extra_melds=st.booleans(),
    last_deal=st.sampled_from(["whole-hand", "discard", "normal"]),
    jokers_per_meld=st.sampled_from([None, 0, 1, 2]),
)
wild_claims = st.builds(
    Claim, st.sampled_from(Kind), st.lists(near_cards | some_cards, min_size=1, max_size=6).map(tuple)
)
lawful_claims = st.sampled_from(
    [
        Claim(Kind.SET, cards(f"{rank}S {rank}H {rank}D")) for rank in "2AK"
    ] + [
        Claim(Kind.SET, cards(f"{rank}S {rank}H {rank}D {rank}C")) for rank in "3AK"
    ] + [
        Claim(Kind.SEQUENCE, cards(" ".join(f"{rank}{suit}" for rank in ranks)))
        for suit in "SH" for ranks in ("A23", "456", "2345", "QKA", "TJQK", "345678")
    ]
)  # fmt: skip
layings = st.one_of(
    st.lists(lawful_claims, min_size=1, max_size=4), st.lists(wild_claims | lawful_claims, min_size=1, max_size=3)
).filter(lambda laid: in_pack([c for claim in laid for c in claim.cards], 4))
contracts = st.none() | st.sampled_from(CONTRACTS)


def shape(verdict):
    """All of a verdict that must not depend on the order in which cards and melds are put down."""
    faults = {id: Counter(c.code for c in at_fault) for id, at_fault in verdict.at_fault.items()}
    return verdict.lawful, verdict.broken, verdict.holds, verdict.moot, faults


@settings(max_examples=800, deadline=None)
@given(st.data(), layings, tables, contracts, st.booleans(), st.booleans())
def test_order_never_matters(data, laid, table, contract, down, known):
    held = Hand(tuple(c.in_hand for claim in laid for c in claim.cards)[1:]) if known else None
    verdict = judge(laid, table, contract=contract, hand=held, down=down)
    mixed = [Claim(claim.kind, tuple(data.draw(st.permutations(claim.cards)))) for claim in laid]
    mixed = data.draw(st.permutations(mixed))
    shuffled = held and Hand(tuple(data.draw(st.permutations(held.cards))))
    assert shape(judge(mixed, table, contract=contract, hand=shuffled, down=down)) == shape(verdict)


@settings(max_examples=800, deadline=None)
@given(layings, tables, contracts, st.booleans())
def test_a_verdict_is_whole(laid, table, contract, down):
    verdict = judge(laid, table, contract=contract, down=down)
    assert verdict.findings
    said = Counter((finding.rule.id, finding.meld) for finding in verdict.findings)
    assert max(said.values()) == 1, "a rule speaks once of a meld"
    for id, meld in said:
        assert (meld is None) == (id in RULES_OF_ALL)
    assert not set(verdict.broken) & set(verdict.holds) | set(verdict.broken) & set(verdict.moot)
    assert verdict.lawful == (not verdict.broken)
    assert set(verdict.at_fault) == set(verdict.broken)
    if not verdict.lawful:
        assert verdict.melds == ()
        with pytest.raises(IllegalPlay) as caught:
            verdict.unwrap()
        assert caught.value.verdict is verdict
    else:
        melds = verdict.unwrap()
        assert [(meld.kind, Counter(meld.cards)) for meld in melds] == [(c.kind, Counter(c.cards)) for c in laid]


@settings(max_examples=400, deadline=None)
@given(wild_claims.filter(lambda claim: in_pack(claim.cards, 4)), tables)
def test_wild_claims(claim, table):
    assert ids(judge(claim, table)) == meld_law(claim.kind, claim.cards, table)


# --- the cards at fault ---------------------------------------------------------------------------------------------

FAULTY = cards("QH KH AH 2H 3H 5H 5S 5D AS * *=AH *=5H")
OTHERS = cards("2H 3H 4H QH KH AH 5S 5D 5C AS AD AC")
AT_FAULT_TABLES = [TWO, TWO.but(ace="low"), TWO.but(ace="high", jokers_per_meld=1), TWO.but(set_max=3)]


def heals(id, kind, kept, others, table):
    """Whether a rule speaks against these cards no longer, at most so many others being added."""
    for n in range(others + 1):
        for added in combinations_with_replacement(OTHERS, n):
            if kept + added and id not in set().union(*meld_law(kind, kept + added, table)):
                return True
    return False


def without(cards, gone):
    return tuple((Counter(cards) - Counter(gone)).elements())


@pytest.mark.parametrize("table", AT_FAULT_TABLES, ids=str)
@pytest.mark.parametrize("kind", Kind)
def test_cards_at_fault_are_the_fewest_that_heal(kind, table):
    for claim in claims_of(kind, FAULTY, 3 if table is TWO else 2):
        for finding, breach in judge(claim, table).breaches:
            id, n = finding.rule.id, len(breach.at_fault)
            assert not Counter(breach.at_fault) - Counter(claim.cards)
            if id == "sequence.order":  # where cards are missing, they are the fault
                fewest = min(len(gone) + added for gone, added in healings(id, claim, table))
                bare = claim.cards.count(JOKER)
                assert n + max(0, len(breach.missing) - bare) == fewest, claim
                assert heals(id, kind, (*without(claim.cards, breach.at_fault), *breach.missing), 0, table), claim
            elif id.endswith(".size") and not n:
                assert len(claim.cards) < 3
            else:
                assert heals(id, kind, without(claim.cards, breach.at_fault), n, table), (claim, id)
                for gone in combinations(claim.cards, n - 1):
                    assert not heals(id, kind, without(claim.cards, gone), n - 1, table), (claim, id, gone)


def healings(id, claim, table):
    """All ways to heal a rule by taking cards away and adding others."""
    for n in range(len(claim.cards)):
        for gone in combinations(claim.cards, n):
            for added in (0, 1, 2):
                if heals(id, claim.kind, without(claim.cards, gone), added, table):
                    yield gone, added
                    break


@pytest.mark.parametrize(
    ("melds", "deal", "fields", "at_fault"),
    [
        ("set(5H 5D 5S) set(KH KS KD) set(5H 5D 5S)", 1, {"extra_melds": False}, "KH KS KD"),
        ("set(5H 5D 5S 5C) set(KH KS KD) set(9H 9D 9S 9C)", 1, {"extra_melds": False}, "KH KS KD"),
        ("sequence(3S 4S 5S) sequence(6S 7S 8S 9S)", 3, {}, "3S 4S 5S"),
        ("sequence(3S 4S 5S) sequence(6S 7S 8S 9S) sequence(9S TS JS QS KS)", 7, {"last_deal": "normal"}, "3S 4S 5S 6S 7S 8S 9S"),
        ("sequence(3S 4S 5S) sequence(6S 7S 8S 9S) sequence(9H TH JH QH)", 7, {"last_deal": "normal"}, "3S 4S 5S"),
        ("set(5H 5D 5S 5C) set(KH KS KD)", 3, {}, "5H 5D 5S 5C KH KS KD"),
        ("set(5H 5D 5S 5C) set(KH KS KD)", 2, {}, "KH KS KD"),
        ("sequence(TH JH QH KH AH) set(KH KS KD)", 2, {"exact_size": True}, "KH AH"),
        ("set(5H 5D 5S 5C) set(KH KS KD) set(9H 9D 9S 9C)", 1, {"exact_size": True}, "5C"),
    ],
)  # fmt: skip
def test_melds_at_fault_are_those_of_the_fewest_cards(melds, deal, fields, at_fault):
    table = TWO.but(**fields)
    (faults,) = judge(claims(melds, table), table, contract=table.contract(deal)).at_fault.values()
    assert Counter(faults) == Counter(cards(at_fault))


# --- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: judge([]),
        lambda: Claim(Kind.SET, ()),
        lambda: Claim(Kind.SET, ("5H",)),
        lambda: Hand(("5H",)),
        lambda: Hand((card("*=5H"),)),
        lambda: Contract(()),
        lambda: judge(Claim(Kind.SET, cards("5H 5H 5H"))),
        lambda: judge(Claim(Kind.SET, cards("* * *"))),
        lambda: judge(Claim(Kind.SET, cards("5H 5D 5S")), hand=Hand(cards("5H 5H 5H"))),
        lambda: STANDARD.but(ace="middle"),
        lambda: STANDARD.but(colour="red"),
        lambda: STANDARD.but(set_min=0),
        lambda: STANDARD.contract(9),
        lambda: STANDARD.contract(0),
    ],
)
def test_bad_input_is_one_sentence(make):
    with pytest.raises(ValueError, match=r"^\S.{5,400}$") as caught:
        make()
    assert "\n" not in str(caught.value)


def test_every_preset_judges():
    for preset in PRESETS.values():
        assert judge(Claim(Kind.SET, cards("5H 5D 5S")), preset).findings[0].state in State


def test_hand_is_read_as_it_is():
    assert hand("5H *").cards == cards("5H *")
