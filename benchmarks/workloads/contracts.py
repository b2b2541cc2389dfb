"""Does a hand fulfil a contract, in which ways, and how many cards is it short? No peer knows contracts."""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import islice

from contract_rummy import Hand, Kind, shortage, ways
from contract_rummy.arrange import fulfils, missing
from contract_rummy.cards import FACES, JOKER, Card, Rank, Suit

from .common import HANDS, ROOT, TABLE, counted, each, row, slowest, spread, stored, us

MOST_WAYS = 5000


def planted(chance: random.Random, deal: int, cards: int, jokers: int) -> Hand:
    """Cards of two packs with the melds of a contract among them, jokers in the place of some."""
    rest = [*FACES, *FACES]
    held: list[Card] = []
    for kind in TABLE.contract(deal).asks:
        while True:
            if kind is Kind.SET:
                rank = chance.choice(list(Rank))
                meld = [Card(rank, suit) for suit in chance.sample(list(Suit), 3)]
            else:
                start, suit = chance.randrange(12), chance.choice(list(Suit))
                meld = [Card(rank, suit) for rank in [*Rank, Rank.ACE][start : start + 3]]
            if all(card in rest for card in meld):
                break
        for card in meld:
            rest.remove(card)
        held += meld
    chance.shuffle(held)
    held = held[: min(len(held), cards) - min(jokers, 2)]
    held += chance.sample(rest, cards - jokers - len(held))
    hand = [*held, *[JOKER] * jokers]
    return Hand(tuple(chance.sample(hand, len(hand))))


def _new(chance: random.Random, deal: int) -> list[Hand]:
    """Hands of 12 to 21 cards with up to four jokers."""
    return [planted(chance, deal, chance.randint(12, 21), chance.randint(0, 4)) for _ in range(300)]


def _old(deal: int) -> list[Hand]:
    names = [name for name in HANDS if name.startswith((f"contract{deal}_", "twelve_", "large_"))]
    return stored(*names)


COLD = """import sys, time
sys.path.insert(0, {root!r})
from contract_rummy import hand
from contract_rummy.arrange import fulfils
from contract_rummy.notation import variant
table = variant({table!r})
held = hand({cards!r}, table)
start = time.process_time_ns()
fulfils(held, table.contract({deal}), table)
print((time.process_time_ns() - start) / 1000)
"""


def _first(deal: int) -> float:
    """The median of the first decision in fresh processes, whose caches are empty."""
    took = []
    for cards in HANDS[f"contract{deal}_planted_2j"][:7]:
        code = COLD.format(root=str(ROOT), table=TABLE.text, cards=cards, deal=deal)
        answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        took.append(float(answer.stdout))
    return statistics.median(took)


def _decisions(what: str, deals: Sequence[int], wanted: str) -> None:
    chance = random.Random(time.time_ns())
    new: list[float] = []
    old: list[float] = []
    for deal in deals:
        contract = TABLE.contract(deal)
        for took, hands in ((old, _old(deal)), (new, _new(chance, deal))):
            took += each(lambda held, contract=contract: fulfils(held, contract, TABLE), hands)[5:]
    spread(f"{what}, new hands of 12 to 21 cards with up to four jokers: `fulfils`", new)
    row("the same, the slowest in a hundred", us(slowest(new)), "", wanted)
    row("the same on hands.json, the slowest in a hundred", us(slowest(old)), "", wanted)


def contracts() -> None:
    """Decide, tell how many cards are short, and list the ways."""
    chance = random.Random(time.time_ns())
    _decisions("does a hand fulfil the contract of deals 1 to 6", range(1, 7), "200 µs")
    _decisions("does a hand fulfil the contract of deal 7", (7,), "500 µs")
    first = [_first(deal) for deal in range(1, 8)]
    row("the first such answer of a fresh Python, deals 1 to 6, the slowest", us(max(first[:6])), "", "2 ms")
    row("the first such answer of a fresh Python, deal 7", us(first[6]), "", "2 ms")
    for what, ask, wanted in (
        ("how many cards a hand is short", missing, ""),
        ("the same, and which cards help: `shortage`", shortage, ""),
    ):
        took = []
        for deal in range(1, 8):
            contract = TABLE.contract(deal)
            hands = [planted(chance, deal, chance.randint(10, 13), chance.choice((0, 1, 2))) for _ in range(60)]
            took += each(lambda held, ask=ask, contract=contract: ask(held, contract, TABLE), hands)
        spread(what, took, wanted)
    for cards, jokers in ((12, 0), (12, 2), (18, 4)):
        total, count, first_way = 0.0, 0.0, []
        for deal in range(1, 7):
            contract = TABLE.contract(deal)
            hands = [planted(chance, deal, cards, jokers) for _ in range(15)]
            took, number = counted(
                lambda held, contract=contract: sum(1 for _ in islice(ways(held, contract, TABLE), MOST_WAYS)), hands
            )
            total, count = total + took, count + number
            first_way += each(lambda held, contract=contract: next(ways(held, contract, TABLE), None), hands)
        row(
            f"the ways of {cards} cards with {jokers} jokers to fulfil a contract, {count / 6:.0f} on average: time for one",
            us(total / count),
            "",
            "10 µs",
        )
        spread("until the first of them is there", first_way)
