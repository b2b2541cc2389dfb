"""The rules of melds on the table: laying off, and jokers that come home."""

from __future__ import annotations

from ..cards import AnyCard, Card, Joker
from ..deal import Attempt, LayOff, Swap, TableMeld
from ..variants import Kind, Variant
from ..verdict import N_, NN_, Breach, Example, Holds, Moot, Outcome, facts, rule
from .ranks import rank_at

# Positions that the examples of the rules begin with.
_OTHERS = "player Boris ?x10\nplayer Chen ?x10\n"
_DOWN = "table Aru set(KH KS KD)\ntable Aru set(7H 7D 7C)\n"
_LAY = "player Aru 4S 8S QD\n" + _OTHERS + _DOWN + "table Boris sequence(5S 6S 7S)\nAru:\n    draw ?\n"
_FRESH = (
    "variant standard packs=2 jokers=2\nplayer Aru 8S 7S 9H 9S 9D JH JC JD QD\n"
    + _OTHERS
    + "table Boris sequence(5S 6S 7S)\n"
    "Aru:\n    draw ?\n    meld set(9H 9S 9D) set(JH JC JD)\n"
)
_JOKERS = (
    "variant standard packs=2 jokers=2\nplayer Aru 7C 8S 4C QD\n"
    + _OTHERS
    + _DOWN
    + "table Boris sequence(5C 6C *=7C)\ntable Boris set(4H 4S *=4C)\nAru:\n    draw ?\n"
)


@rule(
    "contract.first",
    name=N_("The contract first"),
    says=N_("Nothing is laid off or swapped before the player’s contract is met."),
    holds=N_("The contract is met."),
    fails={"early": N_("{player} has not met the contract yet, and before that no card goes to a meld on the table.")},
    clauses="S7 S17",
    kept=Example("", position=_LAY + "    lay 8S on 3"),
    broken=Example("", position=_LAY.replace(_DOWN, "") + "    try lay 8S on 1  [contract.first]"),
)
def contract_first(attempt: Attempt) -> Outcome:
    """Laying off and swapping come after the contract; first melds fall under `contract.whole`."""
    if not isinstance(attempt.act, LayOff | Swap):
        return None
    return Holds() if attempt.met else Breach("early", facts=facts(player=attempt.player))


@rule(
    "lay-off.turn",
    name=N_("When laying off begins"),
    says=N_("Laying off may begin in the turn that meets the contract."),
    otherwise={"lay_off=next-turn": N_("At this table laying off begins in the turn after the one that meets the contract.")},
    holds=N_("Laying off may begin in this turn."),
    waits=N_("Laying off waits for the contract."),
    fails={"now": N_("The contract went down in this very turn, and at this table laying off begins with the next.")},
    clauses="S24",
    options="lay_off",
    open="A8",
    rests_on="contract.first",
    kept=Example("", position=_FRESH + "    lay 8S on 1"),
    broken=Example("", position=_FRESH.replace("packs=2", "lay_off=next-turn packs=2") + "    try lay 8S on 1  [lay-off.turn]"),
)  # fmt: skip
def lay_off_turn(attempt: Attempt) -> Outcome:
    """Whether cards are laid off in the turn of the contract is the field `lay_off`."""
    if not isinstance(attempt.act, LayOff):
        return None
    waits = attempt.deal.variant.lay_off == "next-turn" and not attempt.down_before
    return Breach("now") if attempt.met and waits else Holds()


def jokers_meant(meld: TableMeld, card: AnyCard) -> list[tuple[Joker, str]]:
    """The jokers of a meld that a swap of this card can mean, each with who laid it: those that stand for it, else all."""
    jokers = [(lying, by) for lying, by in zip(meld.cards, meld.laid_by, strict=True) if isinstance(lying, Joker)]
    return [(joker, by) for joker, by in jokers if joker.face == card] or jokers


@rule(
    "swap.sequence",
    name=N_("Jokers in a set are dead"),
    says=N_("Only a joker in a sequence can be taken back; in a set it is dead."),
    otherwise={"swap=off": N_("At this table no joker is taken back.")},
    holds=N_("The meld is a sequence."),
    fails={
        "set": N_("This meld is a set, and a joker in a set stays for good."),
        "off": N_("At this table a joker stays where it lies."),
    },
    clauses="S35 S37",
    options="swap",
    kept=Example("", position=_JOKERS + "    swap 7C on 3"),
    broken=Example("", position=_JOKERS + "    try swap 4C on 4  [swap.sequence]"),
)
def swap_sequence(attempt: Attempt) -> Outcome:
    """Jokers in a set are dead; with `swap=off` all are."""
    if not isinstance(attempt.act, Swap):
        return None
    if attempt.deal.variant.swap == "off":
        return Breach("off")
    meld = attempt.deal.melds[attempt.act.meld - 1]
    return Breach("set") if meld.kind is Kind.SET else Holds()


@rule(
    "swap.card",
    name=N_("The very card"),
    says=N_("The card given is the very card that the joker stands for, in rank and suit."),
    holds=N_("The card given is the one that the joker stands for."),
    fails={
        "other": NN_(
            "The joker stands for {face}, and {card} is another card.",
            "The jokers stand for {face}, and {card} is another card.",
        ),
        "none": N_("There is no joker in this meld to take back."),
    },
    clauses="S34 S35",
    kept=Example("", position=_JOKERS + "    swap 7C on 3"),
    broken=Example("", position=_JOKERS + "    try swap 8S on 3  [swap.card]"),
)
def swap_card(attempt: Attempt) -> Outcome:
    """The natural card is given for the joker that stands for it."""
    if not isinstance(attempt.act, Swap):
        return None
    card = attempt.act.card
    meant = jokers_meant(attempt.deal.melds[attempt.act.meld - 1], card)
    if not meant:
        return Breach("none", (card,))
    if isinstance(card, Card) and meant[0][0].face == card:
        return Holds()
    faces = tuple(joker.face for joker, _ in meant)
    return Breach("other", (card,), facts=facts(n=len(faces), card=card, face=faces))


@rule(
    "swap.owner",
    name=N_("Another player’s joker"),
    says=N_("The joker was put down by another player."),
    otherwise={"swap=any": N_("At this table one’s own joker may be taken back, too.")},
    holds=N_("Somebody else put the joker down."),
    waits=N_("Whose joker it is cannot be said: there is none."),
    fails={"own": N_("{player} put this joker down, and only another player’s joker is taken back.")},
    clauses="S35",
    options="swap",
    open="A12",
    kept=Example("", position=_JOKERS + "    swap 7C on 3"),
    broken=Example(
        "",
        position=_JOKERS.replace("table Boris sequence", "table Aru sequence") + "    try swap 7C on 3  [swap.owner]",
    ),
)
def swap_owner(attempt: Attempt) -> Outcome:
    """One's own joker stays, unless `swap` is `any`."""
    if not isinstance(attempt.act, Swap):
        return None
    meant = jokers_meant(attempt.deal.melds[attempt.act.meld - 1], attempt.act.card)
    if not meant:
        return Moot()
    own = all(by == attempt.player for _, by in meant)
    if own and attempt.deal.variant.swap != "any":
        return Breach("own", tuple(joker for joker, _ in meant), facts=facts(player=attempt.player))
    return Holds()


@rule(
    "swap.after-contract",
    name=N_("In a later turn"),
    says=N_("Whoever takes a joker back met the contract on an earlier turn."),
    holds=N_("The contract was met on an earlier turn."),
    fails={
        "now": N_("The contract went down in this very turn, and a joker is taken back in a later one."),
        "never": N_("The contract is not met yet, and a joker is taken back in a later turn than that."),
    },
    clauses="S35",
    kept=Example("", position=_JOKERS + "    swap 7C on 3"),
    broken=Example("", position=_FRESH.replace("6S 7S)", "6S *=7S)") + "    try swap 7S on 1  [swap.after-contract]"),
)
def swap_after_contract(attempt: Attempt) -> Outcome:
    """A swap needs a contract met on an earlier turn."""
    if not isinstance(attempt.act, Swap):
        return None
    if attempt.down_before:
        return Holds()
    return Breach("now" if attempt.met else "never")


Lying = tuple[AnyCard, str]
"""A card on the table and who laid it."""


@rule(
    "meld.owner",
    name=N_("Whose meld it is"),
    says=N_("A meld belongs to whoever laid it, and a card laid off stays its player’s."),
    clauses="S25",
    open="A9",
    kept=Example("", position=_LAY + "    lay 8S on 3"),
)
def extended(meld: TableMeld, cards: tuple[AnyCard, ...], player: str, end: str, variant: Variant) -> TableMeld:
    """A meld with lawful cards laid off on it; they stay their player's, and the meld its owner's."""
    lying = list(zip(meld.cards, meld.laid_by, strict=True))
    row = grown(lying, [(card, player) for card in cards], meld.kind, end, variant)
    return TableMeld(meld.owner, meld.kind, tuple(card for card, _ in row), tuple(by for _, by in row))


@rule(
    "table.fixed",
    name=N_("What lies, lies"),
    says=N_("Melds on the table are only extended: never taken apart, joined or rearranged, and a joker keeps the card that it stands for."),
    clauses="S32 S33",
    kept=Example("", position=_LAY + "    lay 4S on 3"),
)  # fmt: skip
def grown(lying: list[Lying], added: list[Lying], kind: Kind, end: str, variant: Variant) -> list[Lying]:
    """A row of cards with lawful ones added: at the ends of a sequence, to one end rather than the other where both fit."""
    if kind is Kind.SET:
        return lying + added
    first = int(lying[0][0].face.rank) if lying[0][0].face else 1
    row = dict(enumerate(lying, start=first))
    waiting = list(added)
    least, most = {"both": (1, 14), "low": (1, 13), "high": (2, 14), "wrap": (-12, 27)}[variant.ace]
    if len(lying) + len(added) == 14:
        least, most = 1, 14  # from ace to ace
    while waiting:
        ends = [max(row) + 1, min(row) - 1]
        places = [place for place in (ends if end != "low" else reversed(ends)) if least <= place <= most]
        fit = ((place, pair) for place in places for pair in waiting if _has_rank(pair[0], place))
        place, pair = next(fit)
        row[place] = pair
        waiting.remove(pair)
    return [row[place] for place in sorted(row)]


def _has_rank(card: AnyCard, place: int) -> bool:
    return card.face is not None and card.face.rank is rank_at(place)


def both_ends_fit(meld: TableMeld, cards: tuple[AnyCard, ...], variant: Variant) -> bool:
    """Whether lawful cards can lie at either end of a sequence, so that the player has to say where."""
    low, high = (extended(meld, cards, "", end, variant).cards for end in ("low", "high"))
    return low != high
