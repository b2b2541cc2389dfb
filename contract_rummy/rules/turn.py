"""The rules of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import HeldCard, Joker
from ..deal import Attempt, Block, Deal, Discard, Draw, End, Renew, Swap, Take
from ..table import Played
from ..verdict import N_, NN_, Breach, Example, Holds, Moot, Outcome, facts, rule

# Positions that the examples of the rules begin with.
_OTHERS = "player Boris ?x10\nplayer Chen ?x10\n"
_DOWN = "table Aru set(KH KS KD)\ntable Aru set(7H 7S 7D)\n"
_BEGIN = "player Aru 3H 4S 9S QD KC\n" + _OTHERS + "stock 5C …\ndiscards 4C\nAru:\n"
_EMPTY = "player Aru 3H QS 5D 6C\n" + _OTHERS + "stock -\ndiscards 2H 9C KC\n" + _DOWN + "Aru:\n"
_PILE = "player Aru 9H 9S 2C QH\n" + _OTHERS + "discards 4C 9D JS\n" + _DOWN + "Aru:\n"
_OVER = "player Aru 7C\n" + _OTHERS + _DOWN + "stock QD …\nAru:\n    draw QD\n    lay 7C on 2\n"
_SWAP = (
    "variant standard packs=2 jokers=2\nplayer Aru 6H 7H 7C QD\n"
    + _OTHERS
    + _DOWN
    + "table Boris sequence(5C 6C *=7C)\nAru:\n    draw ?\n"
)


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
        "joker": NN_(
            "You hold one joker only, and one card serves one meld.",
            "You hold {n:word} jokers only, and one card serves one meld.",
        ),
        "often": NN_(
            "{cards} is played more often than your hand holds it, and one card serves one meld.",
            "{cards} are played more often than your hand holds them, and one card serves one meld.",
        ),
    },
    clauses="S23",
    kept=Example("set(7H 7S 7D)", hand="7H 7S 7D KC 2S"),
    broken=Example("set(7H 7S 7D)", hand="7H 7S KD KC 2S"),
)
def play_in_hand(played: Played) -> Outcome:
    """The hand holds every card that is played, as often as it is played; a card not seen anywhere may be a hidden one."""
    if played.hand is None:
        return Moot()
    cards, _ = played.spend()
    if not cards:
        return Holds(facts(n=len(played.cards)))
    copies = [played.hand.cards.count(card.in_hand) for card in cards]
    if not any(copies):
        return Breach("away", cards, facts=facts(n=len(cards), cards=cards))
    if all(isinstance(card, Joker) for card in cards):
        return Breach("joker", cards, facts=facts(n=copies[0]))
    faces = tuple(dict.fromkeys(cards))
    once = all(n == 1 for n in copies) and len(faces) == len(cards)
    return Breach("twice" if once else "often", cards, facts=facts(n=len(faces), cards=faces))


# --- whose turn, and how it begins --------------------------------------------------------------------------------


@rule(
    "deal.over",
    name=N_("After the end"),
    says=N_("Nothing is played after a deal has ended."),
    holds=N_("The deal is still going on."),
    fails={
        "out": N_("This deal is over: {out} went out."),
        "blocked": N_("This deal is over: it was blocked, and every hand is scored."),
    },
    clauses="S38",
    kept=Example("", position=_OVER + "    discard QD"),
    broken=Example("", position=_OVER + "    discard QD\nBoris:\n    try draw  [deal.over]"),
)
def deal_over(attempt: Attempt) -> Outcome:
    """Nothing is played after the end."""
    if not attempt.deal.over:
        return Holds()
    return Breach("out", facts=facts(out=attempt.deal.out)) if attempt.deal.out else Breach("blocked")


@rule(
    "turn.order",
    name=N_("Whose turn it is"),
    says=N_("Only the player whose turn it is plays, clockwise from the dealer’s left."),
    holds=N_("It is {player}’s turn."),
    fails={"other": N_("It is {turn}’s turn, not {player}’s.")},
    clauses="S20",
    kept=Example("", position=_BEGIN + "    draw 5C"),
    broken=Example("", position=_BEGIN.replace("Aru:", "Chen:") + "    try draw  [turn.order]"),
)
def turn_order(attempt: Attempt) -> Outcome:
    """Only the player on turn plays."""
    turn = attempt.deal.turn.player
    if attempt.player == turn:
        return Holds(facts(player=turn))
    return Breach("other", facts=facts(turn=turn, player=attempt.player))


@rule(
    "turn.draw",
    name=N_("One draw first"),
    says=N_("A turn begins with exactly one draw, from the stock or from the pile."),
    holds=N_("The draw is in its place."),
    fails={
        "again": N_("A card was drawn in this turn already, and there is no second draw."),
        "first": N_("Nothing is drawn yet: first comes a card from the stock or from the pile."),
        "late": N_("A card was drawn in this turn: a deal is blocked before the draw or not at all."),
    },
    clauses="S21 S22",
    kept=Example("", position=_BEGIN + "    draw 5C"),
    broken=Example("", position=_BEGIN + "    try discard QD  [turn.draw]"),
)
def turn_draw(attempt: Attempt) -> Outcome:
    """One draw, and before all else but the renewal of the stock."""
    drawn, act = attempt.turn.drawn, attempt.act
    if isinstance(act, Renew):
        return None
    if isinstance(act, Draw | Take):
        return Breach("again") if drawn else Holds()
    if isinstance(act, Block):
        return Breach("late") if drawn else Holds()
    return Holds() if drawn else Breach("first")


@rule(
    "stock.renew",
    name=N_("An empty stock"),
    says=N_("An empty stock is drawn from only after it has been renewed from the pile, whose top card stays; the deal is blocked when nothing can be renewed or the stock has been renewed {renewals} times."),
    otherwise={
        "renewals=0": N_("An empty stock is not renewed at this table: the deal is blocked."),
        "renewals=1": N_("An empty stock is drawn from only after it has been renewed from the pile, whose top card stays; the deal is blocked when nothing can be renewed or the stock has been renewed once."),
    },
    holds=N_("The stock is as it must be for this."),
    fails={
        "empty": N_("The stock is empty: it must be renewed from the pile first."),
        "gone": N_("The stock is empty and cannot be renewed: take the top of the pile, or block the deal."),
        "full": N_("The stock still has cards, so it is not renewed yet."),
        "nothing": N_("The top card of the pile stays, and there is no other: nothing can be renewed."),
        "gone and no pile": N_("The stock is empty and cannot be renewed, and no pile lies there to take from: block the deal."),
        "never": N_("At this table the stock is never renewed."),
        "often": NN_(
            "The stock was renewed once, and that was the last time.",
            "The stock was renewed {n} times, and that was the last.",
        ),
        "not blocked": N_("This deal is not blocked: there is still something to draw."),
    },
    options="renewals",
    clauses="",
    open="A13",
    kept=Example("", position=_EMPTY + "    renew 9C 2H\n    draw 9C"),
    broken=Example("", position=_EMPTY + "    try draw  [stock.renew]"),
)  # fmt: skip
def stock_renew(attempt: Attempt) -> Outcome:
    """An empty stock is renewed before it is drawn from, as often as the variant says; only then a deal is blocked."""
    deal, act = attempt.deal, attempt.act
    if not isinstance(act, Draw | Renew | Block):
        return None
    if isinstance(act, Renew) and not deal.stock_is_empty:
        return Breach("full")
    if isinstance(act, Block) and (not deal.stock_is_empty or can_renew(deal)):
        return Breach("not blocked")
    if isinstance(act, Draw) and deal.stock_is_empty:
        return Breach("empty" if can_renew(deal) else "gone" if deal.discards else "gone and no pile")
    if isinstance(act, Renew) and len(deal.discards) < 2:
        return Breach("nothing")
    if isinstance(act, Renew) and not can_renew(deal):
        return Breach("often" if deal.renewals else "never", facts=facts(n=deal.renewals))
    return Holds()


def can_renew(deal: Deal) -> bool:
    """Whether the pile could make a new stock."""
    return len(deal.discards) > 1 and deal.renewals < deal.variant.renewals


# --- the pile -----------------------------------------------------------------------------------------------------


@rule(
    "pile.depth",
    name=N_("How deep into the pile"),
    says=N_("The pile may be taken from any depth, with every card above the one that is wanted."),
    otherwise={"pile=top": N_("At this table only the top card of the pile is taken.")},
    holds=N_("The pile may be taken so deep."),
    fails={
        "deep": NN_(
            "{card} lies under another card, and at this table only the top card is taken.",
            "{card} lies under {n:word} other cards, and at this table only the top card is taken.",
        )
    },
    clauses="S22",
    options="pile",
    open="A6",
    kept=Example("", position=_PILE + "    take 9D"),
    broken=Example("", position="variant standard pile=top\n" + _PILE + "    try take 9D  [pile.depth]"),
)
def pile_depth(attempt: Attempt) -> Outcome:
    """How deep the pile may be taken is the field `pile`."""
    if not isinstance(attempt.act, Take):
        return None
    above = len(attempt.deal.discards) - 1 - where(attempt.deal.discards, attempt.act.card)
    if above and attempt.deal.variant.pile == "top":
        return Breach("deep", facts=facts(n=above, card=attempt.act.card))
    return Holds()


def where(pile: Sequence[HeldCard], card: HeldCard) -> int:
    """The place of the uppermost such card in a pile; the pile holds it."""
    return max(n for n, lying in enumerate(pile) if lying == card)


@rule(
    "pile.meld",
    name=N_("Taken from inside the pile"),
    says=N_("A card taken from inside the pile is melded or laid off in that turn."),
    holds=N_("What was taken from inside the pile is put down."),
    fails={"open": N_("{card} was taken from inside the pile and must still be put down in this turn.")},
    clauses="S22",
    options="pile",
    kept=Example("", position=_PILE + "    take 9D\n    meld set(9H 9S 9D)\n    discard JS"),
    broken=Example("", position=_PILE + "    take 9D\n    try discard 2C  [pile.meld]"),
)
def pile_meld(attempt: Attempt) -> Outcome:
    """A turn closes only when the deepest of several cards taken has been put down."""
    return _duty(attempt, "pile.meld", len(attempt.turn.taken) > 1)


@rule(
    "swap.use",
    name=N_("A joker taken back is used"),
    says=N_("A joker taken back is put down again in the same turn; discarding it is not using it."),
    holds=N_("The joker that was taken back is put down again."),
    fails={"open": N_("The joker taken back is still in the hand and must be put down in this turn.")},
    clauses="S36",
    kept=Example("", position=_SWAP + "    swap 7C on 3\n    meld sequence(6H 7H *=8H)\n    discard QD"),
    broken=Example("", position=_SWAP + "    swap 7C on 3\n    try discard QD  [swap.use]"),
)
def swap_use(attempt: Attempt) -> Outcome:
    """A turn closes only when every joker taken back has been put down."""
    return _duty(attempt, "swap.use", any(isinstance(act, Swap) for act in attempt.acts))


def _duty(attempt: Attempt, id: str, arose: bool) -> Outcome:
    if not isinstance(attempt.act, Discard | End):
        return None
    owed = [duty for duty in attempt.turn.duties if duty.rule == id]
    if owed:
        return Breach("open", tuple(duty.card for duty in owed), facts=facts(card=owed[0].card))
    return Holds() if arose else None


# --- the end of a turn --------------------------------------------------------------------------------------------


@rule(
    "discard.end",
    name=N_("The discard"),
    says=N_("The turn ends with one discard, unless the hand is empty."),
    holds=N_("The turn ends as it should."),
    fails={
        "left": NN_(
            "One card is left in the hand, so the turn ends with a discard.",
            "{n:word} cards are left in the hand, so the turn ends with a discard.",
        )
    },
    clauses="S26",
    kept=Example("", position=_BEGIN + "    draw 5C\n    discard QD"),
    broken=Example("", position=_BEGIN + "    draw 5C\n    try end  [discard.end]"),
)
def discard_end(attempt: Attempt) -> Outcome:
    """Only an empty hand ends a turn without a discard."""
    if isinstance(attempt.act, Discard):
        return Holds()
    if not isinstance(attempt.act, End):
        return None
    n = len(attempt.seat.cards)
    return Breach("left", facts=facts(n=n)) if n else Holds()


@rule(
    "discard.taken",
    name=N_("Not thrown back"),
    says=N_("A single card taken from the top of the pile is not discarded in that turn; one of several may be."),
    holds=N_("The card discarded is not the one just taken."),
    fails={"back": N_("{card} was just taken from the pile and is not thrown back in the same turn.")},
    clauses="S27 S28",
    kept=Example("", position=_PILE + "    take JS\n    discard 2C"),
    broken=Example("", position=_PILE + "    take JS\n    try discard JS  [discard.taken]"),
)
def discard_taken(attempt: Attempt) -> Outcome:
    """The single card taken from the top does not go back, unless the hand held another one of its face."""
    act, turn = attempt.act, attempt.turn
    if not isinstance(act, Discard):
        return None
    if len(turn.taken) == 1 and turn.taken[0] == act.card.in_hand and not turn.held_another:
        return Breach("back", (act.card,), facts=facts(card=act.card))
    return Holds()
