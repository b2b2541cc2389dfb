"""The referee of a deal: judges what a player does, makes what follows, and lists what is lawful.

States are values: taking an act back is keeping the deal from before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, overload

from . import referee
from .cards import JOKER, UNKNOWN, AnyCard, HeldCard, Unknown
from .deal import (
    Act,
    Attempt,
    Block,
    Deal,
    Discard,
    Draw,
    Duty,
    LayDown,
    LayOff,
    Renew,
    Seat,
    Swap,
    TableMeld,
    Take,
    Turn,
)  # fmt: skip
from .dealing import unseen
from .rules.laying_off import both_ends_fit, extended, jokers_meant
from .rules.turn import can_renew, where
from .table import Claim, Hand, IllegalPlay, Laying, Played, Verdict
from .variants import STANDARD, Contract, Kind, Variant
from .verdict import RULES, Breach, Finding, Moot, Outcome, Rule

_OF_ACTS = tuple(
    RULES[id]
    for id in (
        "turn.order", "turn.draw", "contract.first", "lay-off.turn", "swap.sequence", "swap.card", "swap.owner",
        "swap.after-contract", "swap.use", "pile.depth", "pile.meld", "discard.end", "discard.taken", "stock.renew",
    )
)  # fmt: skip
_ORDER = {id: n for n, id in enumerate(RULES)}


@overload
def judge(subject: Deal, act: Act, /) -> Verdict: ...
@overload
def judge(
    subject: Claim | Sequence[Claim],
    /,
    variant: Variant = STANDARD,
    *,
    contract: Contract | None = None,
    hand: Hand | None = None,
    down: bool = False,
) -> Verdict: ...
def judge(subject: Any, /, *given: Any, **known: Any) -> Verdict:
    """What every rule says of an act in a deal, `judge(deal, act)`, or of melds put down, `judge(claims, variant, …)`.

    The verdict on a lawful act carries the deal that follows, `after`. What no text can mean (a card drawn that does not
    lie on top, a card taken that is not in the pile, a meld that does not exist) raises `ValueError` with one sentence.
    For melds see `referee.judge`.
    """
    return (judge_act if isinstance(subject, Deal) else referee.judge)(subject, *given, **known)


def play(deal: Deal, act: Act) -> Deal:
    """The deal after an act; raises `IllegalPlay` with the verdict where a rule is broken."""
    verdict = judge_act(deal, act)
    if verdict.after is None:
        raise IllegalPlay(verdict)
    return verdict.after


# --- judging ------------------------------------------------------------------------------------------------------


def judge_act(deal: Deal, act: Act) -> Verdict:
    """What every rule says of an act in a deal."""
    attempt = Attempt(deal, act)
    if act.player is not None and act.player not in deal.names:
        raise ValueError(f"{act.player} does not play here; the players are {', '.join(deal.names)}")
    over = Finding(RULES["deal.over"], RULES["deal.over"].law(attempt))
    if deal.over:
        return Verdict(Laying((), deal.variant, deal.contract), (over,), act=act)
    _check(deal, act)
    laying = _laying(attempt)
    findings = [over, *_of_act(attempt), *_of_cards(attempt, laying)]
    findings.sort(key=lambda finding: _ORDER[finding.rule.id])
    verdict = Verdict(laying, tuple(findings), act=act)
    if not verdict.lawful:
        return verdict
    melds = tuple(referee.settle(claim, deal.variant) for claim in laying.claims)
    return replace(verdict, melds=melds, after=_after(attempt))


def _of_act(attempt: Attempt) -> list[Finding]:
    """What the rules of turn, pile, swap and stock say."""
    outcomes: dict[str, tuple[Rule, Outcome]] = {}
    for rule in _OF_ACTS:
        rests = any(isinstance(outcomes[id][1], Breach) for id in rule.rests_on)
        outcome = rule.law(attempt)
        outcomes[rule.id] = (rule, Moot() if rests and outcome is not None else outcome)
    return [Finding(rule, outcome) for rule, outcome in outcomes.values() if outcome is not None]


def _of_cards(attempt: Attempt, laying: Laying) -> list[Finding]:
    """What the rules of melds, of the contract and of the hand say of the cards that are played."""
    act, deal = attempt.act, attempt.deal
    if laying.claims:
        return list(referee.findings(laying))
    if isinstance(act, LayOff):
        grown = deal.melds[act.meld - 1]
        claim = Claim(grown.kind, grown.cards + act.cards, act.cards)
        return [*referee.findings_of(claim, deal.variant, 0), _in_hand(attempt, act.cards)]
    if isinstance(act, Swap | Discard):
        return [_in_hand(attempt, (act.card,))]
    return []


def _in_hand(attempt: Attempt, cards: tuple[AnyCard, ...]) -> Finding:
    rule = RULES["play.in-hand"]
    hand, hidden, might_be = _held(attempt.deal, attempt.seat)
    return Finding(rule, rule.law(Played(cards, hand, hidden, might_be)))


def _laying(attempt: Attempt) -> Laying:
    """Melds put down as the referee of melds sees them; none for any other act."""
    act, deal = attempt.act, attempt.deal
    claims = act.claims if isinstance(act, LayDown) else ()
    hand, hidden, might_be = _held(deal, attempt.seat)
    return Laying(claims, deal.variant, deal.contract, hand, attempt.met, hidden, might_be)


def _held(deal: Deal, seat: Seat) -> tuple[Hand, int, tuple[AnyCard, ...]]:
    """The known cards of a hand, how many more it holds, and what those may be."""
    known = tuple(card for card in seat.cards if not isinstance(card, Unknown))
    hidden = len(seat.cards) - len(known)
    return Hand(known), hidden, unseen(deal) if hidden else ()


def _check(deal: Deal, act: Act) -> None:
    """Refuse with one sentence what no text can mean."""
    if isinstance(act, Draw) and act.card not in (None, UNKNOWN) and not deal.stock_is_empty:
        top = deal.stock[0] if deal.stock else UNKNOWN
        if top != UNKNOWN and top != act.card:
            raise ValueError(f"{act.card.code} is not the top of the stock, which is {top.code}")
        if top == UNKNOWN and act.card not in unseen(deal):
            raise ValueError(f"{act.card.code} cannot be drawn: every copy of it lies elsewhere")
    if isinstance(act, Take) and act.card not in deal.discards:
        raise ValueError(f"{act.card.code} is not in the discard pile")
    if isinstance(act, LayOff | Swap) and not 1 <= act.meld <= len(deal.melds):
        lie = (
            f"the melds on the table are counted from 1 to {len(deal.melds)}"
            if deal.melds
            else "no meld lies on the table"
        )
        raise ValueError(f"there is no meld {act.meld}; {lie}")
    order = act.cards if isinstance(act, Renew) and deal.stock_is_empty and can_renew(deal) else None
    if order is not None and Counter(order) != Counter(deal.discards[:-1]):
        raise ValueError("the cards of the new stock must be those of the pile without its top card")
    if isinstance(act, LayOff):
        meld = deal.melds[act.meld - 1]
        codes = " ".join(card.code for card in act.cards)
        grown = Claim(meld.kind, meld.cards + act.cards, act.cards)
        if any(finding.breach for finding in referee.findings_of(grown, deal.variant, 0)):
            return
        if not act.end and both_ends_fit(meld, act.cards, deal.variant):
            raise ValueError(f"{codes} fits both ends of meld {act.meld}: say low or high")
        if act.end and meld.kind is Kind.SEQUENCE:
            at = {"low": 0, "high": -1}[act.end]
            if extended(meld, act.cards, "", act.end, deal.variant).cards[at] == meld.cards[at]:
                raise ValueError(f"{codes} does not fit the {act.end} end of meld {act.meld}")


# --- what follows -------------------------------------------------------------------------------------------------


def _after(attempt: Attempt) -> Deal:
    """The deal after a lawful act."""
    deal, act = attempt.deal, attempt.act
    noted = replace(deal, record=(*deal.record, replace(act, player=attempt.player)))
    if isinstance(act, Draw):
        return _drawn(noted, act)
    if isinstance(act, Take):
        return _taken(noted, act)
    if isinstance(act, LayDown):
        return _laid_down(noted, act)
    if isinstance(act, LayOff):
        return _laid_off(noted, act)
    if isinstance(act, Swap):
        return _swapped(noted, act)
    if isinstance(act, Renew):
        stock = act.cards if act.cards is not None else (UNKNOWN,) * (len(deal.discards) - 1)
        return replace(noted, stock=stock, discards=deal.discards[-1:], renewals=deal.renewals + 1)
    if isinstance(act, Block):
        return replace(noted, over=True)
    if isinstance(act, Discard):
        noted = replace(_without(noted, (act.card,)), discards=(*deal.discards, act.card.in_hand))
    return _turn_over(noted)


def _drawn(deal: Deal, act: Draw) -> Deal:
    top = deal.stock[0] if deal.stock else UNKNOWN
    card = act.card if top == UNKNOWN and act.card is not None else top
    deal = _with(deal, (card,))
    return replace(deal, stock=deal.stock[1:], turn=replace(deal.turn, drawn=True))


def _taken(deal: Deal, act: Take) -> Deal:
    at = where(deal.discards, act.card)
    taken = deal.discards[at:]
    hand, hidden, might_be = _held(deal, deal.seat(deal.turn.player))
    another = act.card in hand.cards or bool(hidden and act.card in might_be)
    inside = len(taken) > 1 and not isinstance(act.card, Unknown)
    duties = (Duty("pile.meld", act.card, act),) if inside and not isinstance(act.card, Unknown) else ()
    deal = replace(_with(deal, taken), discards=deal.discards[:at])
    return replace(deal, turn=replace(deal.turn, drawn=True, taken=taken, held_another=another, duties=duties))


def _laid_down(deal: Deal, act: LayDown) -> Deal:
    player = deal.turn.player
    new = []
    for claim in act.claims:
        meld = referee.settle(claim, deal.variant)
        new.append(TableMeld(player, meld.kind, meld.cards, (player,) * len(meld.cards)))
    cards = tuple(card for claim in act.claims for card in claim.cards)
    deal = _put_down(replace(deal, melds=(*deal.melds, *new)), cards)
    return replace(deal, turn=replace(deal.turn, went_down=True))


def _laid_off(deal: Deal, act: LayOff) -> Deal:
    meld = extended(deal.melds[act.meld - 1], act.cards, deal.turn.player, act.end, deal.variant)
    return _put_down(_with_meld(deal, act.meld, meld), act.cards)


def _swapped(deal: Deal, act: Swap) -> Deal:
    """The natural card lies where the joker lay, and the joker is in the hand, owed to the table."""
    meld = deal.melds[act.meld - 1]
    joker, by = next(
        (joker, by)
        for joker, by in jokers_meant(meld, act.card)
        if by != deal.turn.player or deal.variant.swap == "any"
    )
    at = next(n for n, pair in enumerate(zip(meld.cards, meld.laid_by, strict=True)) if pair == (joker, by))
    cards = (*meld.cards[:at], act.card, *meld.cards[at + 1 :])
    laid_by = (*meld.laid_by[:at], deal.turn.player, *meld.laid_by[at + 1 :])
    deal = _put_down(_with_meld(deal, act.meld, replace(meld, cards=cards, laid_by=laid_by)), (act.card,), ends=False)
    duties = (*deal.turn.duties, Duty("swap.use", JOKER, act))
    return replace(_with(deal, (JOKER,)), turn=replace(deal.turn, duties=duties))


def _with_meld(deal: Deal, number: int, meld: TableMeld) -> Deal:
    return replace(deal, melds=(*deal.melds[: number - 1], meld, *deal.melds[number:]))


def _put_down(deal: Deal, cards: tuple[AnyCard, ...], ends: bool = True) -> Deal:
    """Cards go from the hand to the table; each discharges one duty, and an empty hand ends the deal."""
    duties = list(deal.turn.duties)
    for card in cards:
        owed = next((duty for duty in duties if duty.card == card.in_hand), None)
        if owed:
            duties.remove(owed)
    deal = _without(replace(deal, turn=replace(deal.turn, duties=tuple(duties))), cards)
    if ends and not deal.seat(deal.turn.player).cards:
        return replace(deal, over=True, out=deal.turn.player)
    return deal


def _turn_over(deal: Deal) -> Deal:
    """The turn passes to the left, or the deal ends with an empty hand."""
    turn = deal.turn
    if not deal.seat(turn.player).cards:
        return replace(deal, over=True, out=turn.player)
    down = deal.down | {turn.player} if turn.went_down else deal.down
    return replace(deal, down=down, turn=Turn(deal.after(turn.player), began=len(deal.record)))


def _with(deal: Deal, cards: tuple[HeldCard, ...]) -> Deal:
    return _hand(deal, deal.seat(deal.turn.player).cards + cards)


def _without(deal: Deal, cards: tuple[AnyCard, ...]) -> Deal:
    """The hand on turn without some cards: those that are known first, else an unknown one."""
    held = list(deal.seat(deal.turn.player).cards)
    for card in cards:
        held.remove(card.in_hand if card.in_hand in held else UNKNOWN)
    return _hand(deal, tuple(held))


def _hand(deal: Deal, cards: tuple[HeldCard, ...]) -> Deal:
    seats = tuple(replace(seat, cards=cards) if seat.name == deal.turn.player else seat for seat in deal.seats)
    return replace(deal, seats=seats)
