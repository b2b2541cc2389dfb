"""Hints in a turn: they lead to the next act of a turn that is known to be good, whatever found it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .aims import aim_at, common
from .arrange import missing
from .cards import AnyCard, Card, Joker, Unknown
from .deal import Act, Attempt, Block, Deal, Discard, Draw, End, LayDown, LayOff, Renew, Swap, Take
from .hint import Hint, Rung, Rungs
from .hints import towards
from .playing import judge_act
from .referee import line_up
from .rules.contract import choices
from .rules.scoring import points
from .rules.turn import where
from .table import Claim, Hand, Laying, Meld
from .variants import Contract, Kind
from .verdict import N_, NN_, Facts, Text, facts


def turn_hints(deal: Deal, acts: Sequence[Act], claims: Sequence[Claim] = ()) -> Rungs:
    """The rungs to the next of these acts; `claims` lie in the trays already. One alone where no act is left.

    >>> from contract_rummy.cards import Rank, Suit
    >>> from contract_rummy.explain import Speaker
    >>> from contract_rummy.reading import read
    >>> deal = read("player Aru 5H KD\\nplayer Boris ?x10\\nplayer Chen ?x10\\ndiscards 9C 5D\\ntable Boris set(5S 5C *=5D)")[0].start
    >>> for hint in turn_hints(deal, [Take(Card(Rank.FIVE, Suit.DIAMONDS))]):
    ...     print(Speaker().say(hint.text, hint.facts))
    Look at the pile: a card of it leaves you better off than one from the stock does on the average.
    The top card alone may be taken and kept, but it is not discarded in the same turn.
    The five of diamonds is the card to take: it lies on top.
    Take the five of diamonds from the pile.
    """
    act = next(iter(acts), None)
    if act is None:
        return (Hint(Rung.DONE, N_("This turn cannot be closed: take back what was played."), rule="discard.end"),)
    if isinstance(act, Draw | Take):
        return _draw(deal, act) if isinstance(act, Draw) else _take(deal, act)
    if isinstance(act, LayDown):
        return _lay_down(deal, act, claims)
    if isinstance(act, LayOff):
        return _lay_off(deal, act)
    if isinstance(act, Swap):
        return _swap(deal, act)
    if isinstance(act, Discard):
        return _discard(deal, act)
    return _end(act)


def _hand(deal: Deal) -> Hand:
    """The cards of the player on turn, as far as they are known."""
    return Hand(tuple(card for card in deal.seat(deal.turn.player).cards if not isinstance(card, Unknown)))


# --- the draw -------------------------------------------------------------------------------------------------------


def _draw(deal: Deal, act: Draw) -> Rungs:
    pile = bool(deal.discards)
    if pile:
        where = N_("The turn begins with a card: look at what the pile offers, and at the stock.")
        which = N_(
            "Leave the pile: what lies near its top leaves you no better off than a card from the stock does on the average."
        )
    else:
        where = N_("The turn begins with a card, and the pile is empty.")
        which = N_("The top card of the stock is the one: no other can be had.")
    return (
        Hint(Rung.WHERE, where, pile=pile),
        Hint(Rung.IDEA, N_("Each turn begins with one draw, and a card from the stock need not be put down."), rule="turn.draw"),
        Hint(Rung.CARD, which),
        Hint(Rung.SHOW, N_("Draw from the stock."), act=act),
    )  # fmt: skip


def _take(deal: Deal, act: Take) -> Rungs:
    above = len(deal.discards) - 1 - where(deal.discards, act.card)
    card = facts(card=act.card, n=above)
    why = (
        N_("Look at the pile: the stock is empty, and a card of it can be taken.")
        if deal.stock_is_empty
        else N_("Look at the pile: a card of it leaves you better off than one from the stock does on the average.")
    )
    if above:
        idea, rule = (
            N_("What is taken from inside the pile comes with all above it, and must be put down in this turn."),
            "pile.meld",
        )
        which: Text = NN_(
            "{card} is the card to take: one more lies above it and comes along.",
            "{card} is the card to take: {n:word} more lie above it and come along.",
        )
    else:
        idea, rule = (
            N_("The top card alone may be taken and kept, but it is not discarded in the same turn."),
            "discard.taken",
        )
        which = N_("{card} is the card to take: it lies on top.")
    return (
        Hint(Rung.WHERE, why, pile=True),
        Hint(Rung.IDEA, idea, rule=rule, pile=True),
        Hint(Rung.CARD, which, card, pile=True),
        Hint(Rung.SHOW, N_("Take {card} from the pile."), facts(card=act.card), act=act),
    )


# --- melds ----------------------------------------------------------------------------------------------------------


def _lay_down(deal: Deal, act: LayDown, claims: Sequence[Claim]) -> Rungs:
    """To the melds in the trays, one after the other; once all lie there, to laying them down."""
    met = Attempt(deal, act).met
    laid = _at_once(deal, act, claims, met)
    contract = Contract(tuple(claim.kind for claim in laid), last=not met and deal.contract.last)
    way = tuple(Meld(claim.kind, line_up(claim)) for claim in laid)
    rungs = towards(aim_at(way, claims, contract), _hand(deal), claims, deal.variant)
    if len(rungs) > 1:
        return rungs
    return (Hint(Rung.SHOW, N_("All of it lies in its place: lay it down."), act=replace(act, claims=laid)),)


def _at_once(deal: Deal, act: LayDown, claims: Sequence[Claim], met: bool) -> tuple[Claim, ...]:
    """Of the melds of an act those that go down first: the contract, and further ones by one after it."""
    if met:
        lying = [card for claim in claims for card in claim.cards]
        return (max(act.claims, key=lambda claim: common(lying, claim.cards)),)
    for some in choices(Laying(act.claims, deal.variant, deal.contract), deal.contract):
        if judge_act(deal, replace(act, claims=some)).lawful:
            return some
    return act.claims


def _table(deal: Deal, number: int) -> Facts:
    meld = deal.melds[number - 1]
    return facts(owner=meld.owner, meld=(meld.kind,), number=number)


def _lay_off(deal: Deal, act: LayOff) -> Rungs:
    lying = deal.melds[act.meld - 1]
    table = _table(deal, act.meld)
    own = lying.owner == deal.turn.player
    where = N_("Look at the table: {owner} laid {meld} that can grow.")
    cards = tuple(card.in_hand for card in act.cards)
    then = N_("Lay {cards} off on your own meld.") if own else N_("Lay {cards} off on {owner}’s meld.")
    return (
        Hint(Rung.WHERE, where, table, meld=act.meld),
        Hint(Rung.IDEA, N_("The contract is met, so cards may be added to any meld, and what lies there no longer counts against you."),
             rule="lay-off.turn", meld=act.meld),
        Hint(Rung.CARD, *_fits(lying.kind, (*lying.cards, *act.cards), act.cards[0]), cards=cards, meld=act.meld),
        Hint(Rung.SHOW, then, (*table, ("cards", act.cards)), cards=cards, meld=act.meld, act=act),
    )  # fmt: skip


def _fits(kind: Kind, cards: tuple[AnyCard, ...], card: AnyCard) -> tuple[Text, Facts]:
    """Why a card fits a meld that it is laid off on."""
    face = card.face
    assert face is not None, "a joker is laid off as a card"
    if kind is Kind.SET:
        return N_("{card} goes there: it brings {suit} to the {rank:many}."), facts(
            card=card, suit=face.suit, rank=face.rank
        )
    row = line_up(Claim(kind, cards))
    at = row.index(card)
    next = row[1 if at == 0 else at - 1].face
    assert next is not None
    text = (
        N_("{card} goes there: it stands before {next}.")
        if at == 0
        else N_("{card} goes there: it stands after {next}.")
    )
    return text, facts(card=card, next=next.rank)


def _swap(deal: Deal, act: Swap) -> Rungs:
    table, card = _table(deal, act.meld), act.card.in_hand
    return (
        Hint(Rung.WHERE, N_("Look at the table: {owner} laid {meld} with a joker in it."), table, meld=act.meld),
        Hint(Rung.IDEA, N_("Whoever holds the very card that a joker stands for may give it, and put the joker down elsewhere."), rule="swap.card", meld=act.meld),
        Hint(Rung.CARD, N_("{card} brings the joker back: it is the card that the joker stands for."), facts(card=card), cards=(card,), meld=act.meld),
        Hint(Rung.SHOW, N_("Give {card} for the joker in {owner}’s meld."), (*table, ("card", card)), cards=(card,), meld=act.meld, act=act),
    )  # fmt: skip


# --- the end --------------------------------------------------------------------------------------------------------


def _discard(deal: Deal, act: Discard) -> Rungs:
    hand, card = _hand(deal), act.card.in_hand
    cost = facts(card=card, n=points(card, deal.variant))
    if len(hand) == 1:
        text: Text = N_("{card} goes: it is the last card, and the hand is out.")
    elif not Attempt(deal, act).met and _not_missed(deal, hand, card):
        text = NN_("{card} may go: without it the contract is no further away, and one point less stays in the hand.",
                   "{card} may go: without it the contract is no further away, and {n:word} points less stay in the hand.")  # fmt: skip
    else:
        text = NN_(
            "{card} may go: one point less stays in the hand.", "{card} may go: {n:word} points less stay in the hand."
        )
    return (
        Hint(Rung.WHERE, N_("Look at your hand: nothing more is to be put down, and one card must go.")),
        Hint(
            Rung.IDEA,
            N_("What is left counts against you, so a card goes that costs much and helps little."),
            rule="score.cards",
        ),
        Hint(Rung.CARD, text, cost, cards=(card,)),
        Hint(Rung.SHOW, N_("Discard {card}."), facts(card=card), cards=(card,), act=act),
    )


def _not_missed(deal: Deal, hand: Hand, card: Card | Joker) -> bool:
    """Whether a hand is as near to the contract without a card."""
    contract = replace(deal.contract, last=False)
    try:
        return missing(hand.without([card]), contract, deal.variant) <= missing(hand, contract, deal.variant)
    except ValueError:
        return False


def _end(act: Act) -> Rungs:
    """The acts that need no looking."""
    if isinstance(act, End):
        idea, rule, then = (
            N_("The hand is empty, so the turn ends without a discard."),
            "discard.end",
            N_("End the turn."),
        )
    elif isinstance(act, Renew):
        idea, rule, then = (
            N_("The stock is empty, so the pile becomes a new one."),
            "stock.renew",
            N_("Renew the stock."),
        )
    else:
        assert isinstance(act, Block)
        idea, rule, then = N_("Nothing can be drawn any more."), "stock.renew", N_("Block the deal.")
    return Hint(Rung.IDEA, idea, rule=rule), Hint(Rung.SHOW, then, act=act)
