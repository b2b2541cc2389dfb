"""Reading and writing: a generous reader, one spelling, and errors that name the place and what was expected."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from contract_rummy import (
    STANDARD,
    Card,
    Claim,
    Contract,
    Hand,
    IllegalPlay,
    Joker,
    Kind,
    Meld,
    NotationError,
    Rank,
    Suit,
    card,
    claim,
    claims,
    contract,
    hand,
    meld,
    variant,
)
from contract_rummy.cards import FACES, JOKER

FIVE = Card(Rank.FIVE, Suit.HEARTS)
TEN = Card(Rank.TEN, Suit.DIAMONDS)
WIDE = variant("standard packs=4 jokers=16")
READERS = [card, hand, claim, claims, meld, contract, variant]


@pytest.mark.parametrize(
    ("spellings", "read"),
    [
        ("5H 5h 5♥ 5♡ 5♥\ufe0f 5♥\ufe0e", FIVE),
        ("TD 10D td 10d 10♦ T♢", TEN),
        ("AS as A♠ a♤", Card(Rank.ACE, Suit.SPADES)),
        ("JC jc J♣ j♧", Card(Rank.JACK, Suit.CLUBS)),
        ("* Jo JK jo jk JOKER joker", JOKER),
        ("*=5H Jo=5h jk=5♥ joker=5H", Joker(FIVE)),
        ("*=TD *=10d", Joker(TEN)),
    ],
)
def test_cards_are_read_generously_and_written_one_way(spellings, read):
    for text in spellings.split():
        assert card(text) == read
        assert card(f" {text}\n") == read
    assert card(text).code == spellings.split()[0]


def test_every_card_is_written_as_it_is_read():
    for face in FACES:
        assert card(face.code) == face
        assert card(Joker(face).code) == Joker(face)
        assert len(face.code) == 2
        assert hash(card(face.code)) == hash(face)


@pytest.mark.parametrize(
    "text",
    [
        "set(5H 5D 10S) sequence(3S 4S *=5S)",
        "SET(5h,5d,ts) RUN(3s 4s jo=5s)",
        " Set ( 5♥ 5♦ T♠ ) , seq(3♠,4♠, JK=5♠ ) ",
        "set(5H 5D 10S)sequence(3S 4S *=5S)",
        "set(5H\n5D\n10S)\n\trun(3S\t4S\u00a0*=5S)",
    ],
)
def test_melds_are_read_generously_and_written_one_way(text):
    assert [found.text for found in claims(text)] == ["set(5H 5D TS)", "sequence(3S 4S *=5S)"]


def test_a_claim_keeps_the_order_of_its_cards_and_a_meld_sorts_them():
    assert claim("sequence(5S 3S 4S)").text == "sequence(5S 3S 4S)"
    assert meld("sequence(5S 3S 4S)").text == "sequence(3S 4S 5S)"
    assert meld("sequence(AS QS KS)").text == "sequence(QS KS AS)"
    assert meld("run(as 3s *=2s)").text == "sequence(AS *=2S 3S)"
    assert meld("set(KC KS *=KH)").text == "set(KS *=KH KC)"


def test_contracts_and_variants():
    assert contract("set run SEQ") == Contract((Kind.SET, Kind.SEQUENCE, Kind.SEQUENCE))
    assert contract("7") is STANDARD.contract(7)
    assert contract("7").last
    assert not contract("sequence sequence sequence").last
    assert variant("") == variant("standard") == STANDARD
    changed = variant("standard   sequence_min=4 set_max=none exact_size=yes players=4")
    assert (changed.sequence_min, changed.set_max, changed.exact_size, changed.players) == (4, None, True, (4, 4))
    assert variant(changed.text) == changed


@pytest.mark.parametrize(
    ("read", "text", "said", "column"),
    [
        (card, "XH", "'XH' is not a card; a card is a rank and a suit such as 5H or TD, a joker is *", 1),
        (card, "", "'' is not a card", 1),
        (card, "1H", "'1H' is not a card", 1),
        (card, "5", "'5' is not a card", 1),
        (card, "*=", "'*=' is not a card", 1),
        (card, "*=*", "'*=*' is not a card", 1),
        (card, "?", "'?' is not a card", 1),
        (hand, "5H XH 5D", "'XH' is not a card", 4),
        (hand, "5H, 5D,\n5♥♥", "'5♥♥' is not a card", 9),
        (hand, "5H 5D *=5S", "*=5S is a joker as laid; in a hand a joker is *", 7),
        (hand, "5H 5H 5H 5H", "4 times 5H: the largest pack of this variant holds 2", 1),
        (hand, "* * *", "3 times *: the largest pack of this variant holds 2", 1),
        (claims, "set(5H 5D XS)", "'XS' is not a card", 11),
        (claims, "set(5H 5D 5S) run(3S 4S 5)", "'5' is not a card", 25),
        (claims, "  pair(5H 5D)", "'pair(5H 5D)' is not a meld; a meld is written set(5H 5D 5S)", 3),
        (claims, "set(5H 5D 5S)  pair(5H)", "'pair(5H)' is not a meld", 16),
        (claims, "set(5H 5D 5S", "'set(5H 5D 5S' is not a meld", 1),
        (claims, "5H 5D 5S", "'5H 5D 5S' is not a meld", 1),
        (claims, "set((5H))", "'set((5H))' is not a meld", 1),
        (claims, "set(5H 5D 5S))", "')' is not a meld", 14),
        (claims, "<script>alert(1)</script>", "'<script>alert(1)</scrip…' is not a meld", 1),
        (claims, "", "an empty claim: a meld is written set(5H 5D 5S)", 1),
        (claims, " \u00a0,", "an empty claim", 1),
        (claims, "set(5H 5D 5S) run( )", "an empty sequence: name at least one card", 15),
        (claims, "set(5H 5H 5H)", "3 times 5H: the largest pack of this variant holds 2", 1),
        (claims, "set(5H 5H 5D) set(5H 5S 5C)", "3 times 5H", 1),
        (claim, "set(5H 5D 5S) set(6H 6D 6S)", "one meld was expected, and here are 2", 1),
        (contract, "9", "deal 9: this variant has deals 1 to 7", 1),
        (contract, "0", "deal 0: this variant has deals 1 to 7", 1),
        (contract, "", "'' is not a contract; expected the number of a deal, or melds such as: set sequence", 1),
        (contract, "set pair", "'set pair' is not a contract", 1),
        (contract, "-1", "'-1' is not a contract", 1),
        (contract, "٣", "'٣' is not a contract", 1),
        (variant, "canasta", "'canasta' is not a variant; the variants are standard", 1),
        (variant, "standard ace", "'ace': a changed field is written FIELD=VALUE", 10),
        (variant, "standard ace=wrap colour=red", "'colour' is not a field of a variant; the fields are players, packs", 19),
        (variant, "standard ace=up", "ace=up is not possible: ace is one of both, low, high, wrap", 10),
        (variant, "standard set_min=x", "set_min=x is not possible: set_min is a number from 2 to 8", 10),
        (variant, "standard set_min=1", "set_min=1 is not possible", 10),
        (variant, "standard set_max=lots", "set_max=lots is not possible: set_max is a number from 2 to 16, or none", 10),
        (variant, "standard exact_size=maybe", "exact_size=maybe is not possible: exact_size is yes or no", 10),
        (variant, "standard players=5-3", "players=5-3 is not possible: players is two numbers such as 3-5", 10),
        (variant, "standard packs=9", "packs=9 is not possible: packs is a number from 1 to 4", 10),
        (variant, "standard packs=", "packs= is not possible: packs is a number from 1 to 4", 10),
        (variant, "standard sources=x", "'sources' is not a field of a variant", 10),
    ],
)  # fmt: skip
def test_errors_name_the_place_and_what_was_expected(read, text, said, column):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert str(caught.value).startswith(said)
    assert (caught.value.line, caught.value.column) == (1, column)


# --- anything at all ------------------------------------------------------------------------------------------------

PIECES = ["set(", "run(", "sequence", "(", ")", "((", "5H", "10d", "*", "*=", "=", "Jo", "♥", "🂡", "\x00", "\u202e", " ", ",", "\n", "-",
          "standard", "ace=", "set_min=", "players=", "3-", "9" * 5000, "none", "<b>", "{0}", "%s", "\ud800", "İ", "ß"]  # fmt: skip


def check_anything(read, text):
    try:
        read(text)
    except (NotationError, IllegalPlay) as error:
        refused = error
    else:
        return
    if isinstance(refused, IllegalPlay):
        assert read is meld
        return
    assert str(refused).isprintable(), refused
    assert 5 < len(str(refused)) < 400
    assert refused.line == 1
    assert 1 <= refused.column <= len(text) + 1


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(READERS), st.text() | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example(variant, "standard ace=\x1b[31m")
@example(variant, "standard players=" + "9" * 5000)
@example(contract, "9" * 5000)
@example(claims, "set(" * 60)
def test_anything_is_read_or_refused_with_one_sentence(read, text):
    check_anything(read, text)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "piece", ["a", " ", "(", ")", "set", "set(", "set (5H ", "() ", "5H ", "*", "♥", "\x00", "🂡", ",", "a ", "=", "ace=", "9", "\n"]
)  # fmt: skip
def test_long_texts_are_answered_at_once(read, piece):
    text = piece * (10_000 // len(piece))
    start = time.process_time()
    check_anything(read, text)
    check_anything(read, f"standard {text}")
    check_anything(read, f"set({text})")
    assert time.process_time() - start < 1


def test_sixty_cards():
    with pytest.raises(NotationError, match="60 times 5H: the largest pack of this variant holds 2"):
        claims(f"set({'5H ' * 60})")
    assert len(claims(f"set({' '.join(face.code for face in FACES)} * * 5H 5D 5S 5C 6H 6D)")[0].cards) == 60


# --- what is written is read again ------------------------------------------------------------------------------------

natural = st.sampled_from(FACES)
in_hand = natural | st.just(JOKER)
laid = in_hand | natural.map(Joker)
kinds = st.sampled_from(Kind)


@settings(deadline=None)
@given(st.lists(in_hand, max_size=14))
def test_hands_come_back(held):
    if most(held) <= 4:
        assert hand(Hand(tuple(held)).text, WIDE) == Hand(tuple(held))


def most(held):
    return max((held.count(c) for c in held if c != JOKER), default=0)


@settings(deadline=None)
@given(st.lists(st.builds(Claim, kinds, st.lists(laid, min_size=1, max_size=5).map(tuple)), min_size=1, max_size=3))
def test_claims_come_back(found):
    in_hand = [c.in_hand for claim in found for c in claim.cards]
    if most(in_hand) <= 4 and in_hand.count(JOKER) <= 16:
        assert claims(" ".join(claim.text for claim in found), WIDE) == tuple(found)


@settings(deadline=None)
@given(st.lists(kinds, min_size=1, max_size=5).map(tuple))
def test_contracts_come_back(asks):
    assert contract(Contract(asks).text) == Contract(asks)


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "ace": st.sampled_from(["both", "low", "high", "wrap"]),
            "set_suits": st.sampled_from(["distinct", "any"]),
            "set_min": st.integers(2, 4),
            "set_max": st.none() | st.integers(4, 16),
            "sequence_min": st.integers(2, 13),
            "contract_suits": st.sampled_from(["distinct", "apart", "any"]),
            "exact_size": st.booleans(),
            "extra_melds": st.booleans(),
            "last_deal": st.sampled_from(["whole-hand", "discard", "normal"]),
            "jokers_per_meld": st.none() | st.integers(0, 16),
            "players": st.just((2, 4)),
            "packs": st.just(((0, 3),)),
        },
    )
)
def test_variants_come_back(changes):
    changed = STANDARD.but(**changes)
    assert variant(changed.text) == changed
    assert changed.text.split()[0] == "standard"


def test_melds_come_back():
    for text in ("set(5S 5H 5D)", "sequence(AS *=2S 3S)", "sequence(QS KS AS)"):
        assert meld(text) == Meld(claim(text).kind, claim(text).cards)
        assert meld(text).text == text
