"""Tiles of okey-solver made of a hand, and melds as both packages can compare them.

Its sets and sequences are ours, an ace low or high. But it lays no joker before the first natural card of a sequence and
none more than a set of three needs (of four beside three naturals), and melds with one joker all take the same joker:
with jokers it finds fewer melds, and not always the best arrangement.
"""

from collections.abc import Callable, Iterable
from typing import Any

from contract_rummy import Hand, Joker, Suit


def tiles() -> Callable[[Hand], tuple[list[Any], list[Any]]]:
    """Makes natural tiles and wild ones of a hand."""
    from okey_solver.types import Tile, TileColor

    colours = dict(zip(Suit, [colour for colour in TileColor if colour.value != "JOKER"], strict=True))

    def made(cards: Hand) -> tuple[list[Any], list[Any]]:
        natural, wild = [], []
        for n, card in enumerate(cards):
            if isinstance(card, Joker):
                wild.append(Tile(id=f"*{n}", color=TileColor.JOKER, value=0))
            else:
                natural.append(Tile(id=str(n), color=colours[card.suit], value=int(card.rank)))
        return natural, wild

    return made


def their_faces(melds: Iterable[Any]) -> set[frozenset[tuple[int, int, bool]]]:
    """Melds of theirs, each as the cards that it counts as, with the jokers among them; equal cards are alike."""
    from okey_solver.types import TileColor

    order = list(TileColor)
    return {
        frozenset((tile.value, order.index(tile.color), tile.id.startswith("*")) for tile in meld.tiles)
        for meld in melds
    }


def our_faces(melds: Iterable[Any]) -> set[frozenset[tuple[int, int, bool]]]:
    """The same of melds of ours."""
    order = list(Suit)
    return {
        frozenset((int(card.face.rank), order.index(card.face.suit), isinstance(card, Joker)) for card in meld.cards)
        for meld in melds
    }
