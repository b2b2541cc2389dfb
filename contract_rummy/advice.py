"""The best turn and the outlook of a hand, each told in one plain sentence."""

from __future__ import annotations

from .best_turn import BestTurn
from .cards import Joker
from .deal import Act, Deal, Discard, LayDown, LayOff, Swap
from .explain import Speaker
from .outlook import Outlook
from .playing import play
from .variants import Kind
from .verdict import N_, NN_

_ON = {
    (Kind.SET, True): N_("{cards} on your own set"),
    (Kind.SEQUENCE, True): N_("{cards} on your own sequence"),
    (Kind.SET, False): N_("{cards} on the set of {player}"),
    (Kind.SEQUENCE, False): N_("{cards} on the sequence of {player}"),
}


def say_turn(best: BestTurn, deal: Deal, lang: str = "en") -> str:
    """A best turn, found in a deal, in one sentence.

    >>> from contract_rummy.best_turn import best_turn
    >>> from contract_rummy.reading import read
    >>> from contract_rummy.script import steps
    >>> (script,) = read('''table Aru set(9H 9S 9D)
    ... table Aru set(KH KS KD)
    ... player Aru QD 9C
    ... player Boris ?x3
    ... player Chen ?x10
    ... Aru:
    ...     draw 2C
    ... ''')
    >>> deal = steps(script)[-1].after
    >>> say_turn(best_turn(deal), deal)
    'Lay off the nine of clubs on your own set, discard the queen of diamonds: 2 points stay.'
    """
    speak, said = Speaker(lang), []
    after = deal
    for act in best.acts:
        said.append(_do(speak, act, after))
        after = play(after, act)
    turn = speak.row(said)
    if not best.left.cards and after.over:
        return speak.say(N_("{turn}: nothing stays, and you are out."), turn=turn)
    if best.missing:
        text = NN_(
            "{turn}: then one card is missing for the contract, and {points} points stay.",
            "{turn}: then {n:word} cards are missing for the contract, and {points} points stay.",
        )
        return speak.say(text, turn=turn, n=best.missing, points=best.points)
    return speak.say(NN_("{turn}: one point stays.", "{turn}: {n} points stay."), turn=turn, n=best.points)


def _do(speak: Speaker, act: Act, deal: Deal) -> str:
    """An act of a turn as a piece of advice, without its full stop."""
    if isinstance(act, LayDown):
        melds = speak.all_of([speak.meld(claim) for claim in act.claims])
        return speak.phrase(N_("lay {melds}"), melds=melds)
    if isinstance(act, LayOff):
        meld = deal.melds[act.meld - 1]
        own = meld.owner == deal.turn.player
        cards = sorted(act.cards, key=lambda card: isinstance(card, Joker))  # the natural ones are named first
        on = speak.phrase(_ON[meld.kind, own], cards=tuple(cards), player=meld.owner)
        return speak.phrase(N_("lay off {on}"), on=on)
    if isinstance(act, Swap):
        owner = deal.melds[act.meld - 1].owner
        return speak.phrase(N_("take the joker back from {player} for {card}"), card=act.card, player=owner)
    assert isinstance(act, Discard)  # a best turn has no other acts
    return speak.phrase(N_("discard {card}"), card=act.card)


def say_outlook(found: Outlook, lang: str = "en") -> str:
    """How far a hand is from its contract in a position, in one sentence.

    >>> say_outlook(Outlook(1, None, (), (Kind.SEQUENCE,)))
    'The contract cannot be met any more: the cards for a sequence are gone.'
    """
    speak = Speaker(lang)
    if found.least is None:
        return speak.say(N_("The contract cannot be met any more: the cards for {melds} are gone."), melds=found.never)
    if not found.least:
        return speak.say(N_("Your hand holds the contract."))
    if found.whole:
        return _whole(speak, found)
    left = sum(one.unseen + one.in_pile for one in found.coming)
    if found.least == 1 and len(found.coming) <= 4:
        cards = speak.either([speak.card(one.card) for one in found.coming])
        text = NN_(
            "You are one card short: {cards}, and one such card can still come.",
            "You are one card short: {cards}, and {n:word} such cards can still come.",
        )
        return speak.say(text, cards=cards, n=left)
    text = NN_(
        "You are one card short, and {left} of the cards that help can still come.",
        "You are {n:word} cards short, and {left} of the cards that help can still come.",
    )
    return speak.say(text, n=found.least, left=left)


def _whole(speak: Speaker, found: Outlook) -> str:
    """How far a hand is from going down whole: cards may have to come, and others to go."""
    n, left = found.least, sum(one.unseen + one.in_pile for one in found.coming)
    if not left and found.spare:
        return speak.say(N_("You are one card away: {spare:or} has to go."), spare=found.spare)
    if not left:
        return speak.say(
            NN_("You are one card away: one has to go.", "You are {n:word} cards away: so many have to go."), n=n
        )
    if n == 1 and len(found.coming) <= 4:
        cards = speak.either([speak.card(one.card) for one in found.coming])
        if found.spare:
            text = NN_(
                "You are one card away: {cards} has to come, or {spare:or} to go, and one card that helps can still come.",
                "You are one card away: {cards} has to come, or {spare:or} to go, and {n:word} cards that help can still come.",
            )
            return speak.say(text, cards=cards, spare=found.spare, n=left)
        text = NN_(
            "You are one card away: {cards} has to come, and one such card can still come.",
            "You are one card away: {cards} has to come, and {n:word} such cards can still come.",
        )
        return speak.say(text, cards=cards, n=left)
    text = NN_(
        "You are one card away, and {left} of the cards that help can still come.",
        "You are {n:word} cards away: so many have to come or to go, and {left} of the cards that help can still come.",
    )
    return speak.say(text, n=n, left=left)
