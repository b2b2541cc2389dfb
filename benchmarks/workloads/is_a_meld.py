"""Is this a meld? Ours and the peers on natural cards, ours alone with jokers, and the whole explained verdict."""

import random
import statistics
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from contract_rummy import explain, judge, readings
from contract_rummy.cards import FACES, JOKER, Card, Rank, Suit
from contract_rummy.repair import likely_kind
from contract_rummy.table import Claim, Hand

from .common import TABLE, installed, row, stored, times, us

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


PEERS = {"pylgrum": ("pylgrum", pylgrum, "3 ×"), "okey-solver": ("okey-solver-py", okey, "1 ×")}


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


# --- the workloads ----------------------------------------------------------------------------------------------------


def is_this_a_meld() -> None:
    """Ours and the peers on natural cards; the peers know no joker that may be any card."""
    chance = random.Random(time.time_ns())
    peers = {}
    for name, (package, load, wanted) in PEERS.items():
        if found := installed("is this a meld", package, load):
            peers[name] = (f"{name} {version(package)}", *found, wanted)
    fixed = stored("melds")
    for kind, hands_of in (
        ("hands.json", lambda: fixed),
        ("new hands", lambda: [fresh(chance, False) for _ in range(EACH)]),
    ):
        took: dict[str, list[float]] = {name: [] for name in ("ours", *peers)}
        beside: dict[str, list[float]] = {name: [] for name in peers}
        alike = total = 0
        for _ in range(PASSES):
            hands = hands_of()
            for name, (_, make, is_meld, _) in peers.items():
                same = [(cards, made) for cards in hands if is_meld(made := make(cards)) == ours(cards)]
                alike, total = alike + len(same), total + len(hands)
                took[name].append(times(is_meld, [made for _, made in same]))
                beside[name].append(times(ours, [cards for cards, _ in same]))
            took["ours"].append(times(ours, hands))
        row(f"is this a meld, {kind}: `readings`", us(statistics.median(took["ours"])))
        for name, (title, *_, wanted) in peers.items():
            theirs, mine = statistics.median(took[name]), statistics.median(beside[name])
            row(f"the same by {title} ({us(theirs)}): we are quicker by", f"{theirs / mine:.1f} ×", "", wanted)
        if total > alike:
            row("hands left out since rules differ (ace high, suits twice)", f"{1 - alike / total:.0%}")
    with_jokers = stored("melds_with_jokers")
    for kind, hands_of in (
        ("hands.json", lambda: with_jokers),
        ("new hands", lambda: [fresh(chance, True) for _ in range(EACH)]),
    ):
        passes = [times(ours, hands_of()) for _ in range(PASSES)]
        row(
            f"is this a meld, with jokers that name no card, {kind}; no peer does this",
            f"{statistics.median(passes):.0f} µs",
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
        row(f"the full explained verdict, {title}", us(p50), us(p95), "100 µs")
