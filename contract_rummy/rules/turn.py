"""The rules of a turn."""

from __future__ import annotations

from collections import Counter

from ..cards import by_suit
from ..table import Laying
from ..verdict import N_, NN_, Breach, Example, Holds, Moot, Outcome, facts, rule


@rule(
    "play.in-hand",
    name=N_("From your own hand"),
    says=N_("Every card played is in the player’s hand, and one card serves one meld."),
    holds=NN_("The card is in your hand.", "All the cards are in your hand."),
    waits=N_("Whether the cards are in your hand cannot be said: the hand is not known."),
    fails={
        "away": NN_("{cards} is not in your hand.", "{cards} are not in your hand."),
        "twice": NN_(
            "{cards} is in your hand once only, and one card serves one meld.",
            "{cards} are in your hand once only, and one card serves one meld.",
        ),
    },
    clauses="S23",
    kept=Example("set(7H 7S 7D)", hand="7H 7S 7D KC 2S"),
    broken=Example("set(7H 7S 7D)", hand="7H 7S KD KC 2S"),
)
def play_in_hand(laying: Laying) -> Outcome:
    """The hand holds every card that is laid, as often as it is laid."""
    if laying.hand is None:
        return Moot()
    held = Counter(laying.hand.cards)
    laid = sorted(laying.cards, key=by_suit)
    away = []
    for card in laid:
        held[card.in_hand] -= 1
        if held[card.in_hand] < 0:
            away.append(card)
    if not away:
        return Holds(facts(n=len(laid)))
    cards = tuple(away)
    twice = all(card.in_hand in laying.hand.cards for card in cards)
    return Breach("twice" if twice else "away", cards, facts=facts(n=len(cards), cards=cards))
