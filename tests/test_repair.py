"""Repairs: applied they are lawful, none is smaller, and of equally small ones the best is offered."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from law import is_meld, meld_law, rows

from contract_rummy import PRESETS, STANDARD, Claim, Hand, Kind, card, claim, claims, contract, hand, judge, repair
from contract_rummy.cards import FACES, JOKER, Card, Joker, Suit

TWO = STANDARD.but(packs=((0, 2),), jokers=((0, 2),))
ONE = STANDARD.but(packs=((0, 1),), jokers=((0, 1),))
TABLES = [
    ONE, TWO, ONE.but(jokers=((0, 0),)), TWO.but(ace="low"), TWO.but(ace="high", sequence_min=4), TWO.but(ace="wrap"),
    TWO.but(set_suits="any", set_max=None), TWO.but(set_max=3, jokers_per_meld=1), ONE.but(jokers_per_meld=0, set_min=4),
]  # fmt: skip


def cards(text):
    return tuple(card(code) for code in text.split())


UNIVERSE = cards("5H 5D KD QH KH AH 2H 4H * *=5S *=AH *=3H")
HANDS = [None, "", "5S", "5S 3H", "JH 2C 5C *", "* KS KC 9D"]
"""What else is in the hand beside the cards laid."""


def layings(table, sizes, step=1):
    """Claims of both kinds that the pack holds, every so many of them."""
    found = [
        Claim(kind, chosen)
        for size in sizes
        for chosen in combinations_with_replacement(UNIVERSE, size)
        if held_by(table, Counter(c.in_hand for c in chosen))
        for kind in Kind
    ]
    return [claim for claim in found[::step] if not is_meld(claim.kind, claim.cards, table)]


def held_by(table, counts):
    return all(n <= (table.jokers_in_pack if c == JOKER else table.copies) for c, n in counts.items())


@cache
def all_melds(kind, table, most):
    """Every lawful meld of at most so many cards, jokers in it anywhere; sets by their rank, sequences by their suit."""
    if kind is Kind.SET:
        shapes = [
            [Card(face.rank, suit) for suit in suits]
            for face in FACES[:13]
            for size in range(table.set_min, most + 1)
            for suits in combinations_with_replacement(Suit, size)
        ]
    else:
        shapes = [
            [face for face in FACES for _ in range(row[face.rank]) if face.suit is suit]
            for suit in Suit
            for row in {frozenset(row.items()): row for row in rows(table.ace) if row.total() <= most}.values()
        ]
    found = {}
    for shape in shapes:
        for n in range(min(len(shape), table.jokers_in_pack) + 1):
            for at in combinations(range(len(shape)), n):
                laid = tuple(Joker(face) if m in at else face for m, face in enumerate(shape))
                if is_meld(kind, laid, table) and held_by(table, Counter(c.in_hand for c in laid)):
                    found.setdefault(about(kind, shape[0]), []).append(Counter(laid))
    return found


def about(kind, face):
    return face.rank if kind is Kind.SET else face.suit


def cost(goes, comes, left, table, seen):
    """What it costs to let some cards go and others come: changes, cards from outside, taken away, swapped."""
    redeclared = min(sum(isinstance(c, Joker) for c in heap.elements()) for heap in (goes, comes))
    needed = Counter(c.in_hand for c in comes.elements())
    needed[JOKER] -= redeclared
    outside = +needed - left
    if not held_by(table, seen + outside):
        return None
    n_goes, n_comes = goes.total(), comes.total()
    swapped = min(n_goes, n_comes) - redeclared
    return max(n_goes, n_comes), outside.total(), max(0, n_goes - n_comes), swapped


def least_cost(claim, table, left, others=()):
    """The least cost of making a claim lawful, over all lawful melds."""
    held = Counter(claim.cards)
    seen = left + Counter(c.in_hand for c in (*claim.cards, *others))
    n = len(claim.cards)
    melds = all_melds(claim.kind, table, n + 4 - (n > 2))
    near = {about(claim.kind, c.face) for c in claim.cards if c.face}
    for some in (near, melds.keys() - near):  # a meld that shares no card is never cheaper than one that shares some
        prices = [cost(held - meld, meld - held, left, table, seen) for key in some for meld in melds[key]]
        if any(prices):
            return min(filter(None, prices))
    return None


def price(found):
    """The cost of a repair as it is offered."""
    verbs = Counter(change.verb for change in found.changes)
    return len(found.changes), sum(not change.from_hand for change in found.changes), verbs["take away"], verbs["swap"]


def check(laid, table, left):
    held = None if left is None else Hand(tuple(c.in_hand for c in laid.cards) + cards(left))
    found = repair(judge(laid, table, hand=held))
    spare = Counter(cards(left or ""))
    assert found is not None, laid
    assert price(found) == least_cost(laid, table, spare), (laid, left, found)
    assert found.mended.kind is laid.kind
    assert is_meld(laid.kind, found.mended.cards, table), found
    assert judge(found.mended, table).lawful
    now = Counter(laid.cards)
    for change in found.changes:
        if change.goes:
            assert now[change.goes] > 0
            now[change.goes] -= 1
        if change.comes:
            now[change.comes] += 1
    assert +now == Counter(found.mended.cards)
    for change in found.changes:
        mine = change.verb == "declare" or (change.comes is not None and spare[change.comes.in_hand] > 0)
        if change.comes and change.verb != "declare":
            spare[change.comes.in_hand] -= mine
        assert change.from_hand is (True if mine or change.comes is None else None if left is None else False), found


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_repairs_are_the_smallest_and_the_best_of_those(table):
    for n, laid in enumerate(layings(table, (1, 2, 3), 13)):
        check(laid, table, HANDS[n % len(HANDS)] if held_with(laid, table, HANDS[n % len(HANDS)]) else None)


def held_with(laid, table, left):
    return held_by(table, Counter(c.in_hand for c in (*laid.cards, *cards(left or ""))))


@pytest.mark.parametrize("table", [TWO, ONE.but(jokers_per_meld=0, set_min=4)], ids=str)
def test_repairs_of_four_cards(table):
    for n, laid in enumerate(layings(table, (4,), 60)):
        check(laid, table, HANDS[n % 4] if held_with(laid, table, HANDS[n % 4]) else None)


@pytest.mark.sweep
@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("left", HANDS)
def test_repairs_sweep(table, left):
    for laid in layings(table, (1, 2, 3, 4), 5):
        if held_with(laid, table, left):
            check(laid, table, left)


# --- step by step, as a learner would: no search of fewer steps gets there -------------------------------------------


def steps(laid):
    """All that one change makes of some cards."""
    everything = (*FACES, *map(Joker, FACES))
    for n in range(len(laid)):
        yield laid[:n] + laid[n + 1 :]
        yield from ((*laid[:n], comes, *laid[n + 1 :]) for comes in everything)
    yield from ((*laid, comes) for comes in everything)


@pytest.mark.parametrize("table", TABLES[:6], ids=str)
def test_no_single_change_does_what_a_longer_repair_does(table):
    longer = 0
    for laid in layings(table, (1, 2, 3, 4), 41):
        found = repair(judge(laid, table))
        heals = [
            after
            for after in steps(laid.cards)
            if after and not meld_law(laid.kind, after, table)[0] and held_by(table, Counter(c.in_hand for c in after))
        ]
        assert (len(found.changes) == 1) == bool(heals), laid
        longer += not heals
    assert longer > 5


@pytest.mark.parametrize(
    "text", ["set(5H 6D KS)", "sequence(3H 6D 9S)", "sequence(*=3H *=9H KD)", "set(5H)", "sequence(5H KD)"]
)
def test_no_two_changes_do_what_a_repair_of_three_does(text):
    laid = claim(text, TWO)
    n = len(repair(judge(laid, TWO)).changes)
    assert n in (2, 3)
    level = {tuple(sorted(laid.cards, key=lambda c: c.code))}
    for _ in range(n - 1):
        level = {tuple(sorted(after, key=lambda c: c.code)) for cards in level for after in steps(cards)}
        jokers = [sum(isinstance(c, Joker) for c in after) for after in level]
        level = {after for after, n in zip(level, jokers, strict=True) if n <= 2}
        assert not any(after and is_meld(laid.kind, after, TWO) for after in level)


# --- as the table says it ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "held", "mended"),
    [
        # what needs no card from outside the hand
        ("set(5H 5D KD)", "5H 5D KD 5S 2C", "set(5H 5D 5S)"),
        ("set(5H 5D KD)", "5H 5D KD 5C 2C", "set(5H 5D 5C)"),
        ("set(5H 5D 5S KD)", "5H 5D 5S KD 2C", "set(5H 5D 5S)"),
        ("set(5H 5D 5S KD)", "5H 5D 5S KD 5C", "set(5H 5D 5S 5C)"),
        ("sequence(9D TD QD)", "9D TD QD 8D", "sequence(9D TD 8D)"),
        ("sequence(9D TD QD)", "9D TD QD JD 8D", "sequence(9D TD QD JD)"),
        ("sequence(9D TD QD)", "9D TD QD *", "sequence(9D TD QD *=JD)"),
        ("set(8S 8H *)", "8S 8H *", "set(8S 8H *=8D)"),
        # adding before swapping before taking away
        ("sequence(9D TD QD)", None, "sequence(9D TD QD JD)"),
        ("set(5H 5D)", None, "set(5H 5D 5S)"),
        ("sequence(QH KH AH 2H)", None, "sequence(QH KH AH)"),
        ("sequence(QH KH AH 2H)", "QH KH AH 2H JH", "sequence(QH KH AH JH)"),
        ("set(5D 5D 5H)", "5D 5D 5H 5S", "set(5D 5S 5H)"),
        # the card at fault rather than another
        ("sequence(6D 7D 8H)", None, "sequence(6D 7D 5D)"),
        ("set(9H 9S 9D 9C *=9C)", None, "set(9H 9S 9D 9C)"),
    ],
)
def test_ties(text, held, mended):
    found = repair(judge(claim(text), hand=held if held is None else hand(held)))
    assert Counter(found.mended.cards) == Counter(claim(mended).cards)


def test_other_melds_hold_their_cards():
    """The fives laid elsewhere cannot come; where a set of that rank is not to be had, another one is offered."""
    for text, least in [("set(5S 5D 5C) set(5H)", 3), ("set(5S 5D 5C) set(5H KH)", 2), ("set(5S 5D) set(KH KD)", 1)]:
        laid = claims(text, ONE)
        found = repair(judge(laid, ONE))
        others = [c for n, claim in enumerate(laid) if n != found.meld for c in claim.cards]
        assert price(found) == least_cost(laid[found.meld], ONE, Counter(), others)
        assert len(found.changes) == least
        assert held_by(ONE, Counter(c.in_hand for c in (*found.mended.cards, *others)))


def test_the_meld_of_the_headline_is_mended():
    verdict = judge(claims("set(5H 5D 5S) sequence(9D TD QD) set(KH KD)"))
    assert repair(verdict).meld == verdict.breaches[0][0].meld == 2


@pytest.mark.parametrize(
    ("melds", "deal", "held", "fields"),
    [
        ("set(5H 5D 5S)", "1", None, {}),
        ("set(5H 5D 5S) sequence(3S 4S *=5S)", "1", None, {}),
        ("sequence(3S 4S 5S) sequence(7S 8S 9S)", "3", None, {}),
        ("set(5H 5D 5S)", "1", None, {"extra_melds": False}),
        ("set(5H 5D 5S)", "1", "5H 5D KS", {}),
        ("set(5H 5D 5S) set(KH KD KS)", "1", None, {}),
    ],
)
def test_a_contract_is_not_mended_card_by_card(melds, deal, held, fields):
    table = STANDARD.but(**fields)
    known = None if held is None else hand(held)
    assert repair(judge(claims(melds), table, contract=contract(deal), hand=known)) is None


def test_where_no_such_meld_can_be_there_is_no_repair():
    assert repair(judge(claim("set(5H 5D 5S)"), STANDARD.but(set_min=8, set_max=None))) is None
    assert repair(judge(claim("set(5H)"), STANDARD.but(set_min=5, set_max=5))) is None


def test_a_repair_asks_for_no_joker_where_a_card_will_do():
    found = repair(judge(claim("set(9S)", PRESETS["pagat"]), PRESETS["pagat"]))
    assert [change.comes.code for change in found.changes] == ["9H", "9D"]


def test_a_joker_of_the_hand_is_spared_where_a_card_of_it_will_do():
    for laid, held, mended in (
        ("sequence(6C 7C)", "6C 7C 8C *", "sequence(6C 7C 8C)"),
        ("set(7S 7D AH)", "7S 7D 7C AH *", "set(7S 7D 7C)"),
    ):
        assert repair(judge(claim(laid), hand=hand(held))).mended == claim(mended)
