"""What all workloads share: hands, peers that could be installed, and two contenders side by side.

All contenders of a workload run in one process, one after the other in each of several passes. Repeated hands look
quicker than new ones, so there are hands of `hands.json`, the same in every pass, and hands that are new in every pass
and for every contender of ours. Times are those of the processor, so that others on the machine disturb them less.
"""

import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from contract_rummy import Hand, Rank, hand, variant
from contract_rummy.cards import FACES, JOKER, Card

ROOT = Path(__file__).parents[2]
TABLE = variant("standard contract_suits=any packs=2 jokers=4")
HANDS: dict[str, list[str]] = json.loads((ROOT / "benchmarks" / "hands.json").read_text())
PASSES = 9

PLAIN = tuple((rank, int(rank)) for rank in Rank)
"""Points as tiles count them: the ace one, all others their number."""


def stored(*names: str) -> list[Hand]:
    """The hands of `hands.json` under these names."""
    return [hand(text, TABLE) for name in names for text in HANDS[name]]


def dealt(chance: random.Random, cards: int, jokers: int = 0, packs: int = 2, low: int = 1) -> Hand:
    """Cards of so many packs, of a rank from `low` on or an ace, so many of them jokers."""
    pack = [card for card in FACES if card.rank >= low or card.rank == Rank.ACE] * packs
    held = [*chance.sample(pack, cards - jokers), *[JOKER] * jokers]
    return Hand(tuple(chance.sample(held, len(held))))


def naturals(cards: Iterable[Any]) -> list[Card]:
    return [card for card in cards if isinstance(card, Card)]


def times(call: Callable[[Any], Any], items: Sequence[Any]) -> float:
    """Microseconds for one call, on average over the items."""
    start = time.process_time()
    for item in items:
        call(item)
    return (time.process_time() - start) / len(items) * 1e6


def timed(call: Callable[[Any], Any], item: Any) -> tuple[float, Any]:
    """Microseconds for one call, less those for asking the clock, and the answer."""
    start = time.process_time_ns()
    answer = call(item)
    return (time.process_time_ns() - start) / 1000 - CLOCK, answer


def each(call: Callable[[Any], Any], items: Iterable[Any]) -> list[float]:
    """Microseconds for the call of each item; no answer is kept, as many of them would burden what comes after."""
    return [timed(call, item)[0] for item in items]


def counted(count: Callable[[Any], int], items: Sequence[Any]) -> tuple[float, float]:
    """Microseconds for one call, and the number that it answers, both on average over the items."""
    both = [timed(count, item) for item in items]
    return statistics.mean(took for took, _ in both), statistics.mean(number for _, number in both)


CLOCK = 0.0
CLOCK = statistics.median(each(lambda item: item, range(1000)))


def slowest(took: Sequence[float], of: int = 100) -> float:
    """The time that only one in so many takes longer."""
    return statistics.quantiles(took, n=of, method="inclusive")[-1]


def row(what: str, *cells: str) -> None:
    """Print a row of the table."""
    print(f"| {' | '.join([what, *cells, *[''] * (3 - len(cells))])} |", flush=True)


def us(value: float) -> str:
    """Microseconds as one reads them."""
    if value >= 10_000:
        return f"{value / 1000:.0f} ms"
    return f"{value / 1000:.1f} ms" if value >= 1000 else f"{value:.0f} µs" if value >= 10 else f"{value:.1f} µs"


def times_as_quick(ratio: float) -> str:
    return f"{ratio:.1f} ×" if ratio >= 1 else f"{ratio:.2f} ×"


def spread(what: str, took: Sequence[float], wanted: str = "") -> None:
    """Print a row with the median and the time that one in twenty takes longer."""
    row(what, us(statistics.median(took)), us(slowest(took, 20)), wanted)


def installed(what: str, package: str, load: Callable[[], Any]) -> Any:
    """What a peer offers; where it could not be installed a row says so, and nothing is offered."""
    try:
        version(package)
        return load()
    except (ImportError, PackageNotFoundError) as error:
        row(f"{what}, beside {package}: not measured, it could not be installed ({error})")
        return None


@dataclass
class Peer:
    """A contender of another package, and ours by the rules that both have in common."""

    package: str
    make: Callable[[Hand], Any]
    """Makes its own kind of cards of a hand, which is not measured."""
    theirs: Callable[[Any], Any]
    ours: Callable[[Hand], Any]
    alike: Callable[[Hand, Any, Any], bool]
    """Whether both answer alike, so far as the rules are the same."""
    wanted: str
    most: int = 400
    """How many hands it gets in a pass."""
    note: str = ""


def contest(what: str, peers: Sequence[Peer], fixed: list[Hand], fresh: Callable[[], list[Hand]]) -> None:
    """Run each peer and ours on the same hands, in turn, and print a row for each peer."""
    kinds = ("new", "stored")
    took: dict[tuple[str, str, str], list[float]] = {}
    wrong = dict.fromkeys((peer.package for peer in peers), 0)
    total = wrong.copy()
    for turn in range(PASSES + 1):
        for peer in peers:
            for kind, hands in zip(kinds, (fresh()[: peer.most], fixed[: peer.most]), strict=True):
                if not turn:
                    hands = hands[:3]  # so that nobody is measured who has not yet warmed up
                both = []
                for held in hands:
                    their_time, theirs = timed(peer.theirs, peer.make(held))
                    our_time, ours = timed(peer.ours, held)
                    both.append((their_time, our_time))
                    wrong[peer.package] += not peer.alike(held, theirs, ours)
                total[peer.package] += len(hands)
                if turn:
                    for whose, values in zip(("theirs", "ours"), zip(*both, strict=True), strict=True):
                        took.setdefault((peer.package, kind, whose), []).append(statistics.mean(values))
    for peer in peers:
        name = peer.package
        middle = {key[1:]: statistics.median(values) for key, values in took.items() if key[0] == name}
        new, old = (times_as_quick(middle[kind, "theirs"] / middle[kind, "ours"]) for kind in kinds)
        title = f"{name} {version(name)} ({us(middle['new', 'theirs'])}{peer.note})"
        row(f"{what}: our speed, of that of {title}", f"{new} (hands met before {old})", "", peer.wanted)
        if wrong[name]:
            row(f"hands of {total[name]} where {name} and ours do not agree", str(wrong[name]), "", "0")
