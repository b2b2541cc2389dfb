"""Measure how the cost of an answer grows with cards, jokers and packs: `growth.md` with its plot, and rows of a table.

It runs where the peers are, for the plot. Hands are new in every pass, and all groups of hands take turns, so that each
of them sees the same machine; a cost is the median of the passes.
"""

import datetime
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench import machine
from workloads.common import TABLE, counted, dealt, each, row, us

from contract_rummy import Claim, Kind, judge, readings
from contract_rummy.arrange import fulfils, melds
from contract_rummy.cards import Card, Rank, Suit

HERE = Path(__file__).parent
PASSES = 9
SIZES, CARDS, JOKERS, PACKS = (3, 4, 5, 6, 7), (12, 15, 18, 21), (0, 1, 2, 3, 4), (1, 2, 3)
TABLES = {packs: TABLE.but(packs=((3, packs),)) for packs in PACKS}
MANY = ((12, 2), (15, 2), (12, 3), (12, 4), (15, 4), (18, 4), (21, 4))

MELD, VERDICT = "is this a meld", "the verdict on a sequence"

Job = tuple[Callable[[], list[Any]], Callable[[Any], Any]]
"""What makes the items of a pass, and what is asked of each of them."""

chance = random.Random(time.time_ns())


def medians(jobs: dict[Any, Job]) -> dict[Any, float]:
    """Microseconds for one item of each job: the median of the passes, in which the jobs take turns."""
    took: dict[Any, list[float]] = {name: [] for name in jobs}
    for turn in range(PASSES + 1):
        for name, (make, ask) in jobs.items():
            mean = statistics.mean(each(ask, make()))
            if turn:
                took[name].append(mean)
    return {name: statistics.median(values) for name, values in took.items()}


def claims(size: int, ask: Callable[[Claim], Any]) -> Job:
    """Sequences of so many cards, as somebody claims them; in one of five there is a gap."""

    def made() -> list[Claim]:
        found = []
        for _ in range(100):
            start, suit = chance.randint(0, 12 - size), chance.choice(list(Suit))
            cards = [Card(rank, suit) for rank in list(Rank)[start : start + size + 1]]
            cards.pop(chance.randrange(1, size) if chance.random() < 0.2 else -1)
            found.append(Claim(Kind.SEQUENCE, tuple(chance.sample(cards, size))))
        return found

    return made, ask


def deciding(cards: int, jokers: int, packs: int = 2) -> Job:
    """Whether any such cards fulfil the contracts of deals 1 to 6, each asked of other hands."""
    table = TABLES[packs]
    asked = [table.contract(deal) for deal in range(1, 7)] * 15
    return (
        lambda: [(dealt(chance, cards, jokers, packs), contract) for contract in asked],
        lambda pair: fulfils(pair[0], pair[1], table),
    )


def listing(cards: int, jokers: int) -> tuple[float, float]:
    """How many melds such cards make on average, and the microseconds for all of them."""
    took, many = counted(lambda held: len(melds(held, TABLE)), [dealt(chance, cards, jokers) for _ in range(200)])
    return many, took


@dataclass
class Law:
    """How a cost grows, how far it may, and how that reads."""

    what: str
    grows: float
    wanted: float
    reading: str

    @property
    def kept(self) -> str:
        return "kept" if self.grows <= self.wanted else f"missed by {max(self.grows / self.wanted - 1, 0.01):.0%}"


def laws(
    judged: dict[tuple[str, int], float],
    decided: dict[tuple[int, int], float],
    packs: dict[int, float],
    listed: list[tuple[float, float]],
) -> list[Law]:
    cards = {jokers: decided[21, jokers] / decided[12, jokers] for jokers in JOKERS}
    steps = {(n, a): decided[n, b] / decided[n, a] for n in CARDS for a, b in pairwise(JOKERS)}
    worst_cards, worst_step = max(cards, key=lambda n: cards[n]), max(steps, key=lambda step: steps[step])
    (few, short), (many, long) = listed[0], listed[-1]
    return [
        *[
            Law(f"{name}, from 3 to 7 cards", judged[name, 7] / judged[name, 3], 1.3, reading)
            for name, reading in (
                (MELD, "Every card is looked up once, and beside that there is hardly anything to do."),
                (VERDICT, "Each rule looks at every card, and then says which cards it found."),
            )
        ],
        Law(
            "deciding contracts 1 to 6, from 12 to 21 cards",
            cards[worst_cards],
            6,
            "The melds that a contract may ask for are the same for every hand; each is looked at once, and the search "
            f"begins with those that lack the fewest cards. The cost grows most with {worst_cards} joker{'s' * (worst_cards != 1)}.",
        ),
        Law(
            "deciding contracts 1 to 6, a joker more",
            steps[worst_step],
            3,
            "Jokers are counted, and not tried in one place after the other. The largest step is that from "
            f"{worst_step[1]} to {worst_step[1] + 1} with {worst_step[0]} cards.",
        ),
        Law(
            "deciding contracts 1 to 6, from one pack to two",
            packs[2] / packs[1],
            1.5,
            "A second copy of a card makes no further meld to look at.",
        ),
        Law(
            f"all melds of a hand, time for one, from {few:.0f} melds to {many:.0f}",
            (long / many) / (short / few),
            1.1,
            "Time goes into making the melds, so twice as many take twice as long; what is asked once for a hand counts less "
            "where there are many.",
        ),
    ]


def plot(
    judged: dict[tuple[str, int], float],
    decided: dict[tuple[int, int], float],
    packs: dict[int, float],
    listed: list[tuple[float, float]],
) -> str:
    """Draw the costs, and return the line that shows the picture."""
    try:
        import matplotlib
    except ImportError:
        return "There is no picture: matplotlib could not be installed."
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "growth", "font.size": 9})
    from matplotlib import pyplot

    figure, ((one, two), (three, four)) = pyplot.subplots(2, 2, figsize=(8, 6), layout="constrained")
    for name, mark in zip((MELD, VERDICT), "os", strict=True):
        one.plot(SIZES, [judged[name, size] for size in SIZES], marker=mark, label=name)
    one.legend()
    one.set(title="judging a claim", xlabel="cards", ylabel="µs", ylim=0, xticks=SIZES)
    for jokers, mark in zip(JOKERS, "os^Dv", strict=True):
        two.plot(CARDS, [decided[cards, jokers] for cards in CARDS], marker=mark, label=f"{jokers}")
    two.set(title="deciding contracts 1 to 6", xlabel="cards", ylabel="µs", ylim=0, xticks=CARDS)
    two.legend(title="jokers", ncols=len(JOKERS), loc="lower center")
    three.plot(packs.keys(), packs.values(), marker="o")
    three.set(title="the same, 15 cards, 2 jokers", xlabel="packs", ylabel="µs", ylim=0, xticks=PACKS)
    four.plot(*zip(*sorted(listed), strict=True), marker="o")
    four.set(title="all melds of a hand", xlabel="melds", ylabel="µs", ylim=0, xlim=0)
    figure.savefig(HERE / "growth.svg", metadata={"Date": None})
    return "![Four curves: the costs of the tables below.](growth.svg)"


def table(*lines: list[str]) -> str:
    head, *rest = (f"| {' | '.join(cells)} |" for cells in lines)
    return "\n".join([head, "|" + "---|" * len(lines[0]), *rest])


def main() -> None:
    """Measure, print and write."""
    asks = {MELD: lambda claim: readings(claim.cards, TABLE), VERDICT: lambda claim: judge(claim, TABLE)}
    judged = medians({(name, size): claims(size, ask) for name, ask in asks.items() for size in SIZES})
    decided = medians({(cards, jokers): deciding(cards, jokers) for cards in CARDS for jokers in JOKERS})
    packs = medians({packs: deciding(15, 2, packs) for packs in PACKS})
    listed = sorted(listing(*how) for how in MANY)
    found = laws(judged, decided, packs, listed)
    for law in found:
        row(f"how the cost grows: {law.what}", f"{law.grows:.2f} ×", "", f"at most {law.wanted:g} ×")
    parts = [
        "# How the costs grow",
        f"{machine()}, {datetime.date.today():%d %B %Y}. `make bench` writes this page. "
        "Hands are new in every pass, and all groups of hands take turns, so that each of them sees the same machine; a "
        "cost is the median of the passes.",
        plot(judged, decided, packs, listed),
        table(
            ["how the cost grows", "measured", "wanted at most", ""],
            *[[law.what, f"{law.grows:.2f} ×", f"{law.wanted:g} ×", law.kept] for law in found],
        ),
        "\n".join(f"- *{law.what[0].upper()}{law.what[1:]}* ({law.kept}): {law.reading}" for law in found),
        "## The numbers",
        table(
            ["judging a claim", *[f"{n} cards" for n in SIZES]],
            *[[name, *[us(judged[name, n]) for n in SIZES]] for name in asks],
        ),
        table(
            ["deciding contracts 1 to 6", *[f"{n} cards" for n in CARDS]],
            *[[f"{k} joker{'s' * (k != 1)}", *[us(decided[n, k]) for n in CARDS]] for k in JOKERS],
        ),
        table(
            ["deciding contracts 1 to 6", *[f"packs: {n}" for n in PACKS]],
            ["15 cards, 2 jokers", *map(us, packs.values())],
        ),
        table(
            ["all melds of a hand", *[f"{many:.0f} melds" for many, _ in listed]],
            ["all", *[us(took) for _, took in listed]],
            ["for one", *[us(took / many) for many, took in listed]],
        ),
    ]
    (HERE / "growth.md").write_text("\n\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    main()
