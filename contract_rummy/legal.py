"""What is lawful now, and what a player may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from .arrange import melds, ways
from .cards import FACES, UNKNOWN, AnyCard, Card, Joker, Unknown
from .deal import Act, Block, Deal, Discard, Draw, End, LayDown, LayOff, Renew, Seat, Swap, Take
from .playing import judge_act
from .rules.melds import SHAPE
from .table import Claim, Hand, Meld
from .variants import Variant
from .verdict import Breach


def legal_plays(deal: Deal, of: tuple[type[Act], ...] = (Act,)) -> Iterator[Act]:
    """What the player on turn may do now, found lazily: the referee accepts each of them. `of` names the kinds of plays.

    Draw, each take, renewal and block; every meld that the hand can lay, or every way to go down; lay-offs and discards
    of single cards; swaps; the end. A play may lead where the turn cannot close: then taking back is the way on. Cards of
    the hand that are not known are not played, since one does not know them.
    """
    for act in _candidates(deal, melds=issubclass(LayDown, of)):
        if not isinstance(act, of):
            continue
        try:
            verdict = judge_act(deal, act)
        except ValueError:
            continue  # both ends fit: the act is offered with its end
        if verdict.lawful:
            yield act


def _candidates(deal: Deal, melds: bool) -> Iterator[Act]:
    if deal.over:
        return
    player = deal.turn.player
    if not deal.turn.drawn:
        yield Draw(player=player)
        for card in dict.fromkeys(reversed(deal.discards)):
            yield Take(card, player=player)
        yield Block(player=player)
    yield Renew(player=player)
    if not deal.turn.drawn:
        return
    held = Hand(tuple(card for card in deal.seat(player).cards if not isinstance(card, Unknown)))
    if melds:
        yield from _layings(deal, held, player)
    for card in dict.fromkeys(held):
        yield from _on_the_table(deal, card, player)
    for card in dict.fromkeys(held):
        yield Discard(card, player=player)
    yield End(player=player)


def _layings(deal: Deal, held: Hand, player: str) -> Iterator[Act]:
    """Every single meld once the contract is met, every way to fulfil it before."""
    if player in deal.down or deal.turn.went_down:
        for meld in melds(held, deal.variant):
            yield LayDown((_claim(meld),), player=player)
    else:
        for way in ways(held, deal.contract, deal.variant):
            yield LayDown(tuple(map(_claim, way)), player=player)


def _claim(meld: Meld) -> Claim:
    return Claim(meld.kind, meld.cards)


def _on_the_table(deal: Deal, card: AnyCard, player: str) -> Iterator[Act]:
    """What a card of the hand can do at the melds that lie: be laid off, or bring a joker back."""
    for number, meld in enumerate(deal.melds, start=1):
        faces = fitting(meld.claim, deal.variant)
        for form in map(Joker, faces) if isinstance(card, Joker) else [card] if card in faces else []:
            for end in ("", "low", "high"):
                act = LayOff((form,), number, end, player=player)
                if not end or _ambiguous(deal, replace(act, end="")):
                    yield act
        if isinstance(card, Card):
            yield Swap(card, number, player=player)


@lru_cache(maxsize=4096)
def fitting(claim: Claim, variant: Variant) -> tuple[Card, ...]:
    """The cards that could be laid off on a lawful meld, one at a time."""
    return tuple(
        face
        for face in FACES
        for grown in [Claim(claim.kind, (*claim.cards, face), (face,))]
        if not any(isinstance(law(grown, variant), Breach) for law in SHAPE[claim.kind])
    )


def _ambiguous(deal: Deal, act: LayOff) -> bool:
    try:
        judge_act(deal, act)
    except ValueError:
        return True
    return False


def view(deal: Deal, player: str) -> Deal:
    """The deal as one player may know it: other hands and the stock are `?`, and so is what others drew.

    Raises `ValueError` where nobody of that name plays.
    """
    if player not in deal.names:
        raise ValueError(f"{player} does not play here; the players are {', '.join(deal.names)}")
    seats = tuple(seat if seat.name == player else Seat(seat.name, (UNKNOWN,) * len(seat.cards)) for seat in deal.seats)
    turn = deal.turn if deal.turn.player == player else replace(deal.turn, held_another=False)
    record = tuple(_as_seen(act, player) for act in deal.record)
    return replace(deal, seats=seats, stock=(UNKNOWN,) * len(deal.stock), turn=turn, record=record)


def _as_seen(act: Act, player: str) -> Act:
    if isinstance(act, Draw) and act.player != player:
        return replace(act, card=None)
    return replace(act, cards=None) if isinstance(act, Renew) else act
