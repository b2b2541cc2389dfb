"""The rungs from what lies in the trays to one meld that the hand can lay."""

from __future__ import annotations

from collections import Counter

from .aims import less
from .cards import AnyCard, Card, Joker, Rank
from .hint import Hint, Rung, Rungs
from .meld_step import Step, as_held, lies
from .referee import judge
from .rules.contract import clash
from .rules.melds import could_be
from .table import Claim, Laying
from .variants import Kind
from .verdict import N_, NN_, RULES, facts


def rungs(step: Step) -> Rungs:
    """All four rungs to the meld of a step."""
    return _where(step), _idea(step), _card(step), _show(step)


# --- where to look ----------------------------------------------------------------------------------------------------


def _where(step: Step) -> Hint:
    tray = facts(tray=(step.claims[step.n].kind,)) if step.n is not None else ()
    if step.goes:
        lying = Counter(card.in_hand for m, meld in enumerate(step.aim.melds) if m != step.m for card in meld.cards)
        wanted = any(lying[card.in_hand] for card in step.goes)
        text = (
            N_("{tray}: something in it is wanted in another meld.")
            if wanted
            else N_("{tray}: something in it does not go with the rest.")
        )
        return Hint(Rung.WHERE, text, tray, claim=step.n)
    if step.laid and step.comes:
        return Hint(
            Rung.WHERE, N_("{tray}: what lies there is right, and your hand holds the rest."), tray, claim=step.n
        )
    if step.laid:
        return Hint(
            Rung.WHERE, N_("{tray}: all its cards are there, and a joker waits for its name."), tray, claim=step.n
        )
    return _look(step)


def _look(step: Step) -> Hint:
    """Where in the hand the meld is."""
    near = _near(step)
    if not step.naturals:
        n = sum(isinstance(card, Joker) for card in step.meld.cards)
        return Hint(Rung.WHERE, N_("Look at your jokers: {n:word} of them make a meld alone."), facts(n=n), cards=near)
    if len(step.naturals) == 1:
        text = N_("Look at {card}: with jokers beside it one card is enough.")
        return Hint(Rung.WHERE, text, facts(card=step.naturals[0]), cards=near)
    if step.meld.kind is Kind.SET:
        n = sum(isinstance(card, Card) for card in near)
        text = N_("Look at your {rank:many}: you hold {n:word} of them.")
        return Hint(Rung.WHERE, text, facts(rank=step.naturals[0].rank, n=n), cards=near)
    middle = step.naturals[len(step.naturals) // 2]
    text = N_("Look at your {suit} around {rank}: {n:word} of them lie close together.")
    named = facts(suit=middle.suit, rank=middle.rank, n=len(step.naturals))
    return Hint(Rung.WHERE, text, named, cards=near)


def _near(step: Step) -> tuple[AnyCard, ...]:
    """The cards of the hand among which the meld is: those of its rank, or of its suit and about there; jokers where it takes any."""
    right = [card for m in range(len(step.aim.melds)) if lies(step.aim, m, step.claims) for card in step.aim.held(m)]
    face = step.meld.faces[0]
    jokers = len(step.naturals) < len(step.meld.cards)
    return tuple(
        card
        for card in step.hand.without(right)
        if (
            jokers
            if isinstance(card, Joker)
            else card.rank is face.rank
            if step.meld.kind is Kind.SET
            else card.suit is face.suit and any(abs(card.rank - other.rank) <= 2 for other in step.meld.faces)
        )
    )


# --- which idea -------------------------------------------------------------------------------------------------------


def _idea(step: Step) -> Hint:
    if step.goes and step.n is not None:
        return _in_the_way(step, step.n)
    near = _near(step)
    jokers = [card for card in step.meld.cards if isinstance(card, Joker)]
    if len(jokers) == 1:
        could = could_be(Claim(step.meld.kind, (*less(step.meld.cards, jokers), Joker())), step.variant)
        text = N_("A joker stands for a card that is missing: here it can be {cards:or}.")
        if could:
            return Hint(Rung.IDEA, text, facts(cards=could), "joker.declared", near)
    if jokers:
        many = NN_(
            "A joker stands for a card that is missing, and it has a place here.",
            "Jokers stand for cards that are missing: {n:word} of them have a place here.",
        )
        return Hint(Rung.IDEA, many, facts(n=len(jokers)), "joker.declared", near)
    return _idea_of_a_set(step, near) if step.meld.kind is Kind.SET else _idea_of_a_sequence(step, near)


def _idea_of_a_set(step: Step, near: tuple[AnyCard, ...]) -> Hint:
    rank, suits = step.naturals[0].rank, tuple(card.suit for card in step.naturals)
    if step.variant.set_suits == "any":
        text = N_(
            "One rank makes a set, and at this table a suit may come twice: {n:word} of your {rank:many} go together."
        )
        return Hint(Rung.IDEA, text, facts(n=len(suits), rank=rank), "set.rank", near)
    text = N_("One rank and no suit twice makes a set: your {rank:many} are {suits}.")
    return Hint(Rung.IDEA, text, facts(rank=rank, suits=suits), "set.suits", near)


def _idea_of_a_sequence(step: Step, near: tuple[AnyCard, ...]) -> Hint:
    suit, n = step.naturals[0].suit, len(step.naturals)
    ranks = [card.rank for card in step.naturals]
    beside = _beside(step)
    if beside:
        if step.variant.contract_suits == "distinct":
            text = N_("The sequences of a contract differ in suit: {laid} lie there already, so this one is of {suit}.")
        else:
            text = N_(
                "Two sequences of a contract must not touch: {laid} lie there already, and this one is of {suit}."
            )
        return Hint(Rung.IDEA, text, facts(laid=beside, suit=suit), "contract.suits", near)
    if ranks[-1] is Rank.ACE:
        text = N_("An ace may stand after the king: that makes {n:word} of your {suit} a row.")
    elif ranks[0] is Rank.ACE:
        text = N_("An ace may stand before the two: that makes {n:word} of your {suit} a row.")
    elif Rank.ACE in ranks:
        text = N_("At this table a row goes on round the corner, past the ace: so do {n:word} of your {suit}.")
    else:
        text = N_("One suit, one rank after the other makes a sequence: {n:word} of your {suit} make such a row.")
        return Hint(Rung.IDEA, text, facts(n=n, suit=suit), "sequence.order", near)
    return Hint(Rung.IDEA, text, facts(n=n, suit=suit), "sequence.ace", near)


def _beside(step: Step) -> tuple[object, ...]:
    """The suits of the sequences of the contract that lie already, where suits matter."""
    asked = step.aim.contract.asks.count(Kind.SEQUENCE)
    if asked < 2 or step.variant.contract_suits == "any":
        return ()
    lying = [
        meld.faces[0].suit
        for m, meld in enumerate(step.aim.melds)
        if meld.kind is Kind.SEQUENCE and lies(step.aim, m, step.claims)
    ]
    if step.variant.contract_suits == "apart":
        lying = [suit for suit in lying if suit is step.meld.faces[0].suit]
    return tuple(dict.fromkeys(lying))


def _in_the_way(step: Step, n: int) -> Hint:
    """Why what lies cannot stay as it is."""
    claim = step.claims[n]
    face = step.meld.faces[0]
    ranks = tuple(card for card in step.goes if card.face and card.face.rank is not face.rank)
    suits = tuple(card for card in step.goes if card.face and card.face.suit is not face.suit)
    if step.meld.kind is Kind.SET and ranks:
        odd = facts(n=len(ranks), cards=ranks, rank=face.rank)
        return Hint(Rung.IDEA, RULES["set.rank"].fails["odd"], odd, "set.rank", as_held(ranks), n)
    if step.meld.kind is Kind.SEQUENCE and suits:
        odd = facts(n=len(suits), cards=suits, suit=face.suit)
        return Hint(Rung.IDEA, RULES["sequence.suit"].fails["odd"], odd, "sequence.suit", as_held(suits), n)
    for finding, breach in judge(claim, step.variant).breaches:
        if set(breach.at_fault) & set(step.goes) and finding.rule.id != "joker.declared":
            text = finding.rule.fails[breach.how]
            return Hint(Rung.IDEA, text, breach.facts, finding.rule.id, as_held(breach.at_fault), n)
    contract = step.aim.contract
    laying = Laying((claim,), step.variant, contract)
    beside = [other for m, other in enumerate(step.aim.melds) if m != step.m and lies(step.aim, m, step.claims)]
    if (
        claim.kind is Kind.SEQUENCE
        and any(
            other.kind is Kind.SEQUENCE and clash(claim, Claim(other.kind, other.cards), laying) for other in beside
        )
        and step.variant.contract_suits != "any"
    ):
        return Hint(
            Rung.IDEA,
            N_("This one may not lie beside the other sequence: their suits are the same."),
            (),
            "contract.suits",
            as_held(step.goes),
            n,
        )
    if step.variant.exact_size and len(step.meld.cards) < len(claim.cards):
        text = N_("At this table a contract goes down with melds of the smallest size: here lie {n:word} cards.")
        return Hint(Rung.IDEA, text, facts(n=len(claim.cards)), "contract.pattern", as_held(step.goes), n)
    if contract.last and step.variant.last_deal != "normal":
        return Hint(
            Rung.IDEA,
            N_("The whole hand must go down: as this lies, some card is left without a place."),
            (),
            "contract.whole-hand",
            as_held(step.goes),
            n,
        )
    return Hint(
        Rung.IDEA,
        N_("All the melds go down together: as this lies, too little is left for the others."),
        (),
        "contract.whole",
        as_held(step.goes),
        n,
    )


# --- which card -------------------------------------------------------------------------------------------------------


def _card(step: Step) -> Hint:
    a_meld = (step.meld.kind,)
    if step.goes and step.comes:
        comes, goes = step.comes[0], step.goes[0]
        text = N_("{comes} belongs there, and not {goes}: so it becomes {meld}.")
        return Hint(Rung.CARD, text, facts(comes=comes, goes=goes, meld=a_meld), cards=(comes.in_hand,))
    if step.goes:
        text = N_("{goes} goes back: without it {meld} is left.")
        return Hint(Rung.CARD, text, facts(goes=step.goes[0], meld=a_meld), cards=as_held(step.goes[:1]), claim=step.n)
    if not step.comes:
        name = step.names[0]
        text = N_("The joker is {card} here: that card makes it {meld}.")
        return Hint(Rung.CARD, text, facts(card=name.face, meld=a_meld), cards=(name.in_hand,), claim=step.n)
    card = step.comes[0]
    if isinstance(card, Joker):
        text = N_("A joker belongs to it, as {card}: it takes the place that no other card fills.")
        return Hint(Rung.CARD, text, facts(card=card.face), cards=(card.in_hand,))
    if step.meld.kind is Kind.SEQUENCE:
        return _card_of_a_row(step, card)
    text = N_("{card} belongs to it: it brings {suit} to the {rank:many}.")
    return Hint(Rung.CARD, text, facts(card=card, suit=card.suit, rank=card.rank), cards=(card,))


def _card_of_a_row(step: Step, card: Card) -> Hint:
    ranks = [face.rank for face in step.meld.faces]
    at = step.meld.cards.index(card)
    if 0 < at < len(ranks) - 1:
        text = N_("{card} belongs to it: it stands between {low} and {high}.")
        return Hint(Rung.CARD, text, facts(card=card, low=ranks[at - 1], high=ranks[at + 1]), cards=(card,))
    text = (
        N_("{card} belongs to it: it stands before {next}.")
        if at == 0
        else N_("{card} belongs to it: it stands after {next}.")
    )
    return Hint(Rung.CARD, text, facts(card=card, next=ranks[1] if at == 0 else ranks[-2]), cards=(card,))


# --- the meld itself --------------------------------------------------------------------------------------------------


def _show(step: Step) -> Hint:
    n, faces = len(step.meld.cards), step.meld.faces
    named = facts(n=n, rank=faces[0].rank, suit=faces[0].suit, row=tuple(face.rank for face in faces))
    if step.meld.kind is Kind.SEQUENCE:
        text = N_("Here it lies: {row:run} of {suit}, one after the other.")
    elif step.variant.set_suits == "any":
        text = N_("Here it lies: {n:word} {rank:many}, whatever their suits.")
    else:
        text = N_("Here it lies: {n:word} {rank:many} of different suits.")
    return Hint(Rung.SHOW, text, named, lays=_lays(step))


def _lays(step: Step) -> tuple[tuple[int | None, Claim], ...]:
    """The melds after this step: the others give up what it takes."""
    right = {step.aim.claims[m] for m in range(len(step.aim.melds)) if lies(step.aim, m, step.claims)}
    laid: list[tuple[int | None, Claim]] = []
    takes = Counter(card.in_hand for card in step.comes)
    free = Counter(step.hand.without(card for claim in step.claims for card in claim.cards).cards)
    short = takes - free  # these lie in other melds
    for n, claim in enumerate(step.claims):
        if n == step.n:
            continue
        cards = claim.cards if n in right else _give(claim.cards, short)
        if cards:
            laid.append((n, Claim(claim.kind, cards)))
    return (*laid, (step.n, Claim(step.meld.kind, step.meld.cards)))


def _give(cards: tuple[AnyCard, ...], wanted: Counter[AnyCard]) -> tuple[AnyCard, ...]:
    """What is left of cards that give those wanted, which are then wanted no longer."""
    left = []
    for card in cards:
        if wanted[card.in_hand]:
            wanted[card.in_hand] -= 1
        else:
            left.append(card)
    return tuple(left)
