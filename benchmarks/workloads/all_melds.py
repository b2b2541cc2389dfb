"""All the melds of a hand, a joker standing for each card that it can."""

import random
import time
from typing import Any

from contract_rummy import Hand
from contract_rummy.arrange import melds

from .common import TABLE, Peer, contest, counted, dealt, installed, row, stored
from .okey import our_faces, their_faces, tiles

WANTED = ("5 ×", "12 ×", "25 ×")


def _okey(jokers: int) -> Peer:
    from okey_solver.meld_generator import MeldGenerator
    from okey_solver.rules import OkeyRuleValidator

    generator = MeldGenerator(OkeyRuleValidator())

    def alike(held: Hand, theirs: Any, ours: Any) -> bool:
        return their_faces(theirs) <= our_faces(ours) if jokers else their_faces(theirs) == our_faces(ours)

    return Peer(
        "okey-solver-py",
        tiles(),
        lambda made: generator.generate_all_possible_melds(*made),
        lambda cards: melds(cards, TABLE),
        alike,
        WANTED[jokers],
        most=60,
        note=" for fewer of them" if jokers else "",
    )


def all_melds() -> None:
    """Twelve cards beside the peer, and what a meld costs where there are few and where there are many."""
    chance = random.Random(time.time_ns())
    for jokers in range(3):
        what = f"all melds of twelve cards of two packs, {jokers} joker{'s' * (jokers != 1)}"

        def fresh(jokers: int = jokers) -> list[Hand]:
            return [dealt(chance, 12, jokers) for _ in range(60)]

        peer = installed(what, "okey-solver-py", lambda jokers=jokers: _okey(jokers))
        contest(what, [peer] if peer else [], stored(f"twelve_two_packs_{jokers}j"), fresh)
    for cards, jokers in ((12, 2), (12, 4), (18, 4)):
        took, many = counted(lambda held: len(melds(held, TABLE)), [dealt(chance, cards, jokers) for _ in range(200)])
        row(
            f"all melds of {cards} cards with {jokers} jokers, {many:.0f} of them on average: time for one",
            f"{took / many:.1f} µs",
        )
