"""Hints: what the last rung lays the referee accepts, and each rung says something else, whatever hand and table."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from test_arrange import dealt

from contract_rummy.arrange import missing, ways
from contract_rummy.explain import Speaker
from contract_rummy.hint import Hint, Rung
from contract_rummy.hints import hints
from contract_rummy.notation import claims, hand, variant
from contract_rummy.referee import judge
from contract_rummy.table import Claim, Hand
from contract_rummy.variants import Contract, Kind
from contract_rummy.verdict import RULES

SPEAK = Speaker()
RUNGS = [Rung.WHERE, Rung.IDEA, Rung.CARD, Rung.SHOW]


def said(found) -> list[str]:
    return [SPEAK.say(hint.text, hint.facts) for hint in found]


def lying(chance: Random, held: Hand, contract: Contract, table) -> list[Claim]:
    """Return what somebody may have laid: parts of a way, some cards of which were taken for others, or anything."""
    free = list(held.cards)
    way = next(iter(islice(ways(held, contract, table), chance.randrange(4), None)), None)
    laid = []
    for meld in chance.choice([way or (), ()]):
        cards = list(chance.sample(meld.cards, chance.randint(0, len(meld.cards))))
        cards = [chance.choice([card, card.in_hand]) for card in cards]
        laid.append([meld.kind, cards])
        for card in cards:
            free.remove(card.in_hand)
    for kind in contract.asks[len(laid) :]:
        laid.append([kind, []])
    for _ in range(chance.choice([0, 0, 1, 2, 4])):
        if free:
            chance.choice(laid)[1].append(free.pop(chance.randrange(len(free))))
    return [Claim(kind, tuple(cards)) for kind, cards in laid if cards]


def check(held: Hand, laid: list[Claim], contract, table, found, told: str, **more) -> None:
    """Say what holds of the rungs of any position."""
    words = said(found)
    assert all(words), told
    assert len(set(words)) == len(words), (words, told)
    assert all("{" not in one and one.endswith((".", "?")) for one in words), (words, told)
    assert all(not hint.rule or hint.rule in RULES for hint in found), told
    for hint in found:
        assert not Counter(hint.cards) - Counter(card for card in held), told
        assert hint.claim is None or 0 <= hint.claim < len(laid), told
    if len(found) == 1:
        assert found[0].rung is Rung.DONE, told
        return
    assert [hint.rung for hint in found] == RUNGS, told
    show = found[-1]
    cards = [card.in_hand for _, claim in show.lays for card in claim.cards]
    assert not Counter(cards) - Counter(held.cards), told
    sources = [n for n, _ in show.lays if n is not None]
    assert len(set(sources)) == len(sources), told


def lay(show: Hint) -> list[Claim]:
    return [claim for _, claim in show.lays]


def climb(held: Hand, laid: list[Claim], contract, table, told: str, **more) -> tuple[list[Claim], list[str]]:
    """Ask and do what is shown until one hint stands alone; return what lies then, and the last words."""
    for _ in range(12):
        found = hints(held, laid, contract, table, **more)
        check(held, laid, contract, table, found, told)
        if len(found) == 1:
            return laid, said(found)
        before, laid = laid, lay(found[-1])
        if "comes to" not in said(found)[-1] and contract and not more:
            agree(found, before, laid, table, told)
    raise AssertionError(f"no end: {told}")


def agree(found, before, laid, table, told: str) -> None:
    """The last meld of a step holds, and the card of the third rung belongs to it, or goes."""
    where, card = found[0], found[2]
    if "the contract" in said([where])[0]:  # all of it lies there, and something more
        return
    newest = laid[-1]
    assert judge(newest, table).lawful, told
    belongs = Counter(card.cards) & Counter(one.in_hand for one in newest.cards)
    goes = card.claim is not None and set(card.cards) <= {one.in_hand for one in before[card.claim].cards}
    assert belongs or goes, told


def prove(seed: int) -> None:
    """Climb from a random position to its end."""
    held, contract, table = dealt(seed)
    chance = Random(f"hints {seed}")
    table = replace(table, extra_melds=chance.random() < 0.8)
    laid = lying(chance, held, contract, table)
    told = f"seed {seed}: {held!r} {laid!r} {contract!r} last={contract.last} {table!r}"
    end, words = climb(held, laid, contract, table, told)
    try:
        short = missing(held, contract, table)
    except ValueError:
        assert words[0].startswith("No hand can meet"), told
        return
    if short:
        assert "comes no nearer" in words[0] or "must be left for the discard" in words[0], (words, told)
    else:
        assert words == ["Nothing is missing: lay it down."], (words, told)
        assert judge(end, table, contract=contract, hand=held).lawful, told
    kind = chance.choice([None, *Kind])
    end, words = climb(held, laid[:1], None, table, told, kind=kind)
    if words[0].startswith("Nothing is missing"):  # a tray for any meld takes its kind from its cards
        assert all(any(judge(replace(one, kind=kind), table).lawful for kind in Kind) for one in end), told
    assert hints(held, laid, contract, table, down=True)


@pytest.mark.parametrize("part", range(4))
def test_every_step_is_lawful_and_leads_to_an_end(part):
    for seed in range(part * 60, part * 60 + 60):
        prove(seed)


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(50))
def test_every_step_is_lawful_and_leads_to_an_end_from_many_hands(part):
    for seed in range(1_000 + part * 100, 1_100 + part * 100):
        prove(seed)


# --- by hand --------------------------------------------------------------------------------------------------------


def rungs(held: str, laid: str = "", deal: int | None = None, fields: str = "", **more):
    table = variant(f"standard {fields}")
    contract = table.contract(deal) if deal else None
    return hints(hand(held, table), claims(laid, table) if laid else (), contract, table, **more)


@pytest.mark.parametrize(
    ("held", "laid", "deal", "words"),
    [
        (
            "7S 7H 7D 9S 9H 9D 9C",
            "set(9S 9C)",
            1,
            [
                "A set: what lies there is right, and your hand holds the rest.",
                "One rank and no suit twice makes a set: your nines are spades, hearts, diamonds and clubs.",
                "The nine of hearts belongs to it: it brings hearts to the nines.",
                "Here it lies: four nines of different suits.",
            ],
        ),
        (  # a lawful set that takes what the sequence needs
            "5S 6S 7S 7H 7D 7C 2C KD",
            "set(7S 7H 7D)",
            2,
            [
                "A set: something in it is wanted in another meld.",
                "All the melds go down together: as this lies, too little is left for the others.",
                "The seven of clubs belongs there, and not the seven of spades: so it becomes a set.",
                "Here it lies: three sevens of different suits.",
            ],
        ),
        (
            "8H 8S * KD KS KC",
            "set(8H 8S *)",
            1,
            [
                "A set: all its cards are there, and a joker waits for its name.",
                "A joker stands for a card that is missing: here it can be the eight of diamonds or the eight of clubs.",
                "The joker is the eight of diamonds here: that card makes it a set.",
                "Here it lies: three eights of different suits.",
            ],
        ),
        (
            "4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D 6D",
            "sequence(4S 5S 6S 7S)",
            7,
            [
                "Look at your hearts around the jack: four of them lie close together.",
                "The sequences of a contract differ in suit: spades lie there already, so this one is of hearts.",
                "The nine of hearts belongs to it: it stands before the ten.",
                "Here it lies: nine, ten, jack, queen of hearts, one after the other.",
            ],
        ),
        (
            "AS KS QS 2H 3H 4H",
            "",
            3,
            [
                "Look at your spades around the king: three of them lie close together.",
                "An ace may stand after the king: that makes three of your spades a row.",
                "The queen of spades belongs to it: it stands before the king.",
                "Here it lies: queen, king, ace of spades, one after the other.",
            ],
        ),
        (  # out of reach
            "5S 6S 7H 7D 7C 2C 3C KD",
            "set(7H 7D 7C)",
            2,
            [
                "Your hand is one card short of a set and a sequence; nearly there is a row of spades.",
                "A sequence of spades wants three cards, and two of them are here.",
                "The seven of spades would help: with it there is a sequence.",
                "This is as near as your hand comes to a set and a sequence: one card is missing.",
            ],
        ),
        (  # the whole hand
            "4S 5S 6S 7S 9H TH JH QH 2D 3D 4D 5D KC",
            "",
            7,
            [
                "Your hand holds three sequences, but some card is left over.",
                "The last deal asks for the whole hand at once, and no way of laying this one takes in every card.",
                "The king of clubs is left over: it would stay behind.",
                "This is as near as your hand comes to three sequences: one card stays behind.",
            ],
        ),
        (  # the whole hand, and some of it has to go
            "3S 4S 5S 6S 7H 8H 9H TH JC QC KD 2D 4H",
            "",
            7,
            [
                "Four cards have to come or to go before it is three sequences; nearly there is a row of clubs.",
                "A sequence of clubs wants three cards, and two of them are here.",
                "The ten of clubs would help: with it there is a sequence.",
                "This is as near as your hand comes to three sequences: four cards have to come or to go.",
            ],
        ),
        (  # a second nine of diamonds may never come, and a row of four is not asked for
            "4S 9S JS 7H 8D 9D JD 4C 9C TC",
            "",
            2,
            [
                "Your hand is two cards short of a set and a sequence; nearest is what you hold of nines.",
                "A set of nines wants three cards, and two of them are here.",
                "The nine of hearts would help: with it there is a set.",
                "This is as near as your hand comes to a set and a sequence: two cards are missing.",
            ],
        ),
        (  # one meld
            "6D 7D 8D 2C",
            "set(6D 2C)",
            None,
            [
                "A set: something in it does not go with the rest.",
                "The two of clubs is not a diamond.",
                "The seven of diamonds belongs there, and not the two of clubs: so it becomes a sequence.",
                "Here it lies: six, seven, eight of diamonds, one after the other.",
            ],
        ),
        ("7S 7H 7D 9S 9H 9D 9C", "set(9S 9H 9D) set(7S 7H 7D)", 1, ["Nothing is missing: lay it down."]),
    ],
)
def test_the_words_of_a_hint(held, laid, deal, words):
    assert said(rungs(held, laid, deal)) == words


def test_a_meld_may_not_lie_where_none_may_follow():
    found = rungs("7S 7H 7D 2C", "", 1, "extra_melds=no", down=True)
    assert [hint.rule for hint in found] == ["meld.more"]


def test_the_rest_of_a_hand_is_left_out_of_the_question():
    """What lies already is neither looked at nor pointed at again."""
    where = rungs("7S 7H 7D 7S KD KS KC", "set(7S 7H 7D)", 1, "packs=2")[0]
    assert [card.code for card in where.cards] == ["KD", "KS", "KC"]


def test_a_row_of_four_is_not_said_to_be_asked_for():
    idea = rungs("6H 7H 4H 2C 9D", kind=Kind.SEQUENCE)[1]
    assert said([idea]) == ["The nearest sequence of hearts has four cards, and three of them are here."]
    assert idea.rule == "sequence.order"


def test_where_to_look_points_at_no_card_far_off():
    where = rungs("AS 2S 3S KS 9D", kind=Kind.SEQUENCE)[0]
    assert [card.code for card in where.cards] == ["AS", "2S", "3S"]
