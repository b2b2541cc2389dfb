"""Measure the engine beside other packages that do something alike, and print rows of a table in Markdown.

It runs in an environment of its own, `make bench` makes it, that holds the packages of `peers.txt` and not one of ours:
the engine is read from the clone, since it needs nothing but Python. All contenders of a workload run in one process,
one after the other in each of several passes, on the same hands; what counts is the ratio of the medians of the passes.
Repeated hands look quicker than new ones, so there are hands of `hands.json`, the same in every pass, and hands that are
new in every pass. Times are those of the processor, so that others on the machine disturb them less.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from contract_rummy import explain, hand, judge, readings, variant
from contract_rummy.cards import FACES, JOKER, Card, Rank, Suit
from contract_rummy.repair import likely_kind
from contract_rummy.table import Claim, Hand

ROOT = Path(__file__).parents[1]
TABLE = variant("standard contract_suits=any packs=2 jokers=4")
HANDS = json.loads((ROOT / "benchmarks" / "hands.json").read_text())
PASSES, EACH = 15, 400


# --- the contenders: each makes its own kind of cards of a hand, and answers whether they are a meld ------------------


def ours(cards: Hand) -> bool:
    return bool(readings(cards.cards, TABLE))


def pylgrum() -> tuple[Callable[[Hand], Any], Callable[[Any], bool]]:
    from pylgrum.card import Card, Rank
    from pylgrum.card import Suit as Suits
    from pylgrum.errors import InvalidMeldError
    from pylgrum.meld import Meld

    ranks = list(Rank)
    suits = dict(zip(Suit, (Suits.SPADE, Suits.HEART, Suits.DIAMOND, Suits.CLUB), strict=True))

    def is_meld(cards: list[Card]) -> bool:
        try:
            return Meld(*cards).complete
        except InvalidMeldError:
            return False

    return lambda cards: [Card(ranks[card.rank - 1], suits[card.suit]) for card in cards], is_meld


def okey() -> tuple[Callable[[Hand], Any], Callable[[Any], bool]]:
    from okey_solver.rules import OkeyRuleValidator
    from okey_solver.types import MeldType, Tile, TileColor

    colours = dict(zip(Suit, [colour for colour in TileColor if colour.value != "JOKER"], strict=False))
    evaluate = OkeyRuleValidator().evaluate_group
    melds = (MeldType.PER, MeldType.SERI)
    return (
        lambda cards: [Tile(id=str(n), color=colours[c.suit], value=int(c.rank)) for n, c in enumerate(cards)],
        lambda tiles: evaluate(tiles) in melds,
    )


PEERS = {"pylgrum": ("pylgrum", pylgrum), "okey-solver": ("okey-solver-py", okey)}


# --- hands ------------------------------------------------------------------------------------------------------------


def fresh(chance: random.Random, jokers: bool) -> Hand:
    """Three to seven cards: a meld in four of five, else one with a card that is wrong; with jokers one or two of them."""
    if chance.random() < 0.5:
        cards = [Card(chance.choice(list(Rank)), suit) for suit in chance.sample(list(Suit), chance.choice((3, 3, 4)))]
        cards = [Card(cards[0].rank, card.suit) for card in cards]
    else:
        size, suit, line = chance.choice((3, 3, 3, 4, 5, 6, 7)), chance.choice(list(Suit)), [*Rank, Rank.ACE]
        start = chance.randint(0, len(line) - size)
        cards = [Card(rank, suit) for rank in line[start : start + size]]
    if chance.random() < 0.2:
        cards[chance.randrange(len(cards))] = chance.choice(FACES)
    held = [*[JOKER] * (chance.choice((1, 1, 2)) if jokers else 0), *cards][: len(cards)]
    return Hand(tuple(chance.sample(held, len(held))))


def times(call: Callable[[Any], Any], items: Sequence[Any]) -> float:
    """Microseconds for one call, on average over the items."""
    start = time.process_time()
    for item in items:
        call(item)
    return (time.process_time() - start) / len(items) * 1e6


# --- P1 ---------------------------------------------------------------------------------------------------------------


def is_this_a_meld() -> None:
    """Ours and the peers on natural cards; the peers know no joker that may be any card."""
    chance = random.Random(time.time_ns())
    peers = {}
    for name, (package, make) in PEERS.items():
        try:
            peers[name] = (f"{name} {version(package)}", *make())
        except (ImportError, PackageNotFoundError) as error:
            print(f"| is this a meld, beside {name}: not measured, it could not be installed ({error}) | | | |")
    fixed = [hand(text) for text in HANDS["melds"]]
    for kind, hands_of in (
        ("hands.json", lambda: fixed),
        ("new hands", lambda: [fresh(chance, False) for _ in range(EACH)]),
    ):
        took: dict[str, list[float]] = {name: [] for name in ("ours", *peers)}
        beside: dict[str, list[float]] = {name: [] for name in peers}
        alike = total = 0
        for _ in range(PASSES):
            hands = hands_of()
            for name, (_, make, is_meld) in peers.items():
                same = [(cards, made) for cards in hands if is_meld(made := make(cards)) == ours(cards)]
                alike, total = alike + len(same), total + len(hands)
                took[name].append(times(is_meld, [made for _, made in same]))
                beside[name].append(times(ours, [cards for cards, _ in same]))
            took["ours"].append(times(ours, hands))
        print(f"| is this a meld, {kind}: `readings` | {statistics.median(took['ours']):.1f} µs | | |")
        for name, (title, *_) in peers.items():
            theirs, mine = statistics.median(took[name]), statistics.median(beside[name])
            wanted = {"pylgrum": "3 ×", "okey-solver": "1 ×"}[name]
            print(f"| the same by {title} ({theirs:.1f} µs): we are quicker by | {theirs / mine:.1f} × | | {wanted} |")
        if total > alike:
            print(f"| hands left out since rules differ (ace high, suits twice) | {1 - alike / total:.0%} | | |")
    with_jokers = [hand(text) for text in HANDS["melds_with_jokers"]]
    for kind, hands_of in (
        ("hands.json", lambda: with_jokers),
        ("new hands", lambda: [fresh(chance, True) for _ in range(EACH)]),
    ):
        passes = [times(ours, hands_of()) for _ in range(PASSES)]
        print(
            f"| is this a meld, with jokers that name no card, {kind}; no peer does this | {statistics.median(passes):.0f} µs | | |"
        )


def explained() -> None:
    """The whole verdict, told in a sentence for each rule, on claims that are new in every pass."""
    chance = random.Random(time.time_ns())
    for title, jokers in (("natural cards", False), ("jokers that name no card", True)):
        passes, slowest = [], []
        for _ in range(PASSES):
            hands = [fresh(chance, jokers) for _ in range(EACH)]
            claims = [Claim(likely_kind(cards.cards, TABLE), cards.cards) for cards in hands]
            each = [times(lambda claim: explain(judge(claim, TABLE)), [claim]) for claim in claims]
            passes.append(statistics.median(each))
            slowest.append(statistics.quantiles(each, n=20)[-1])
        p50, p95 = statistics.median(passes), statistics.median(slowest)
        print(f"| the full explained verdict, {title} | {p50:.0f} µs | {p95:.0f} µs | 100 µs |")


# --- P8 ---------------------------------------------------------------------------------------------------------------

IMPORT = """import sys, time
sys.path.insert(0, {root!r})
def size():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20
before, start = size(), time.process_time()
import {module}
print(time.process_time() - start, size() - before)
"""


def imports() -> None:
    """What `import` adds to a bare Python, in time and memory: the median of fresh processes, one after the other."""
    wanted = {"pokerkit": 0.2, "rlcard": 0.4}
    found: dict[str, list[tuple[float, float]]] = {"contract_rummy": [], "pokerkit": [], "rlcard": []}
    with tempfile.TemporaryDirectory() as compiled:
        home = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": compiled}
        for turn in range(PASSES + 1):
            for module, values in found.items():
                command = [sys.executable, "-c", IMPORT.format(root=str(ROOT), module=module)]
                answer = subprocess.run(command, env=home, capture_output=True, text=True, check=False)
                if answer.returncode == 0 and turn:  # the first time all of them are compiled
                    seconds, megabytes = map(float, answer.stdout.split())
                    values.append((seconds * 1000, megabytes))
    mine = [statistics.median(column) for column in zip(*found.pop("contract_rummy"), strict=True)]
    print(f"| `import contract_rummy`, time | {mine[0]:.0f} ms | | |")
    print(f"| `import contract_rummy`, memory | {mine[1]:.1f} MB | | 10 MB |")
    for module, values in found.items():
        if not values:
            print(f"| `import {module}`: not measured, it could not be installed | | | |")
            continue
        theirs = [statistics.median(column) for column in zip(*values, strict=True)]
        title = f"{module} {version(module)} ({theirs[0]:.0f} ms, {theirs[1]:.0f} MB)"
        print(f"| our import takes, of that of {title} | {mine[0] / theirs[0]:.2f} × | | {wanted[module]} × |")


if __name__ == "__main__":
    is_this_a_meld()
    explained()
    imports()
