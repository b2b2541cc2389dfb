"""The melds that leave the fewest points in a hand: ten cards of one pack as gin plays, twelve of two packs with jokers."""

import random
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from contract_rummy import STANDARD, Hand, Rank, Suit
from contract_rummy.arrange import best
from contract_rummy.cards import Card

from .common import PLAIN, TABLE, Peer, contest, dealt, each, installed, naturals, row, slowest, spread, stored, us
from .okey import tiles

GIN = replace(
    STANDARD,
    ace="low",
    packs=((1, 1),),
    jokers=((1, 0),),
    values=tuple((rank, min(int(rank), 10)) for rank in Rank),
)
"""Gin: an ace is low and costs one point."""

OKEY = replace(TABLE, values=PLAIN)
"""The points of okey-solver."""

TILES = replace(TABLE, ace="low", values=tuple((rank, 1) for rank in Rank), joker_value=0)
"""The rules of rummikub-solver, for the fewest natural cards left: an ace is low, and every card counts one."""

# --- ten cards --------------------------------------------------------------------------------------------------------


def _gin(cards: Iterable[Any]) -> int:
    return sum(min(int(card.rank), 10) for card in cards)


def _rlcard() -> Peer:
    from rlcard.games.base import Card as Theirs
    from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters

    def alike(held: Hand, clusters: Any, ours: Any) -> bool:
        used = [card for meld in clusters[0] for card in meld] if clusters else []
        return _gin(held) - sum(min(Theirs.valid_rank.index(card.rank) + 1, 10) for card in used) == ours.points

    return Peer(
        "rlcard",
        lambda cards: [Theirs(card.suit.value, card.rank.letter) for card in naturals(cards)],
        get_best_meld_clusters,
        lambda cards: best(cards, GIN),
        alike,
        "5 ×",
    )


def _open_spiel() -> Peer:
    import pyspiel

    gin = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    suits = list(Suit)

    def alike(held: Hand, melds: Any, ours: Any) -> bool:
        return _gin(held) - sum(gin.card_value(card) for meld in melds for card in meld) == ours.points

    return Peer(
        "open_spiel",
        lambda cards: [13 * suits.index(card.suit) + card.rank - 1 for card in naturals(cards)],
        gin.best_meld_group,
        lambda cards: best(cards, GIN),
        alike,
        "0.4 ×",
        note=", in C++",
    )


def ten_cards() -> None:
    """Any ten cards, and ten from the seven up, which hold many melds, in turn."""
    what = "fewest points left, ten cards of one pack, as gin counts"
    chance = random.Random(time.time_ns())
    fixed = [held for pair in zip(*map(stored, ("ten_cards_one_pack", "ten_cards_meld_rich"))) for held in pair]  # noqa: B905

    def fresh() -> list[Hand]:
        return [dealt(chance, 10, packs=1, low=low) for _ in range(200) for low in (1, 7)]

    spread(f"{what}: `best`", each(lambda cards: best(cards, GIN), [*fresh(), *fresh()])[10:])
    loads = {"rlcard": _rlcard, "open_spiel": _open_spiel}
    peers = [peer for package, load in loads.items() if (peer := installed(what, package, load))]
    contest(what, peers, fixed, fresh)


# --- twelve cards, two packs, jokers ----------------------------------------------------------------------------------


def _okey(jokers: int) -> Peer:
    from okey_solver.backtracking_solver import BacktrackingSolver
    from okey_solver.meld_generator import MeldGenerator
    from okey_solver.rules import OkeyRuleValidator

    melds, solver = MeldGenerator(OkeyRuleValidator()), BacktrackingSolver()

    def alike(held: Hand, theirs: Any, ours: Any) -> bool:
        left = sum(tile.value or OKEY.joker_value for tile in theirs.remainingTiles)
        return left >= ours.points if jokers else left == ours.points

    return Peer(
        "okey-solver-py",
        tiles(),
        lambda made: solver.solve([*made[0], *made[1]], melds.generate_all_possible_melds(*made)),
        lambda cards: best(cards, OKEY),
        alike,
        "4 ×",
        most=60,
        note=" for its melds and its backtracking" + (", not always the fewest" if jokers else ""),
    )


def _rummikub(jokers: int) -> Peer:
    from rummikub_solver import RuleSet, SolverMode

    rules = RuleSet(jokers=jokers)
    suits = list(Suit)

    def make(cards: Hand) -> Any:
        game = rules.new_game()
        game.add_rack(
            *[13 * suits.index(card.suit) + card.rank if isinstance(card, Card) else 53 for card in cards],
        )
        return game

    def alike(held: Hand, theirs: Any, ours: Any) -> bool:
        used = sum(1 for tile in theirs.tiles if tile < 53) if theirs else 0
        left = len(naturals(held)) - used
        return left >= ours.points if jokers else left == ours.points

    return Peer(
        "rummikub-solver",
        make,
        lambda game: rules.solve(game, SolverMode.TILE_COUNT),
        lambda cards: best(cards, TILES),
        alike,
        "30 ×",
        most=15,
        note=" for the fewest cards left",
    )


def twelve_cards() -> None:
    """Twelve cards with up to two jokers beside the peers, and how long the slowest hands take."""
    chance = random.Random(time.time_ns())
    for jokers in range(3):
        what = f"fewest points left, twelve cards of two packs, {jokers} joker{'s' * (jokers != 1)}"

        def fresh(jokers: int = jokers) -> list[Hand]:
            return [dealt(chance, 12, jokers) for _ in range(60)]

        loads = {"okey-solver-py": _okey, "rummikub-solver": _rummikub}
        peers = [
            peer
            for package, load in loads.items()
            if (peer := installed(what, package, lambda load=load, jokers=jokers: load(jokers)))
        ]
        took = each(lambda cards: best(cards, TABLE), [dealt(chance, 12, jokers) for _ in range(1010)])[10:]
        spread(f"{what}: `best`", took)
        row(f"{what}: the slowest in a hundred", us(slowest(took)), "", "1.5 ms")
        contest(what, peers, stored(f"twelve_two_packs_{jokers}j"), fresh)
    took = each(lambda cards: best(cards, TABLE), [*stored("large_18_4j"), *[dealt(chance, 18, 4) for _ in range(500)]])
    spread("fewest points left, eighteen cards of two packs with four jokers: `best`", took)
    row(f"the same, the slowest of {len(took)} hands", us(max(took)), "", "50 ms")
