"""Hints: where to look, which idea, which card, and then the thing itself; each a sentence that gives its reason.

A hint never only says that something is wrong: it leads one step on from what lies in the trays to what the hand can lay,
or to what it comes nearest to. Its sentence is worded by `explain`, like those of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from .aims import Aim, common, find_aim
from .cards import AnyCard, Card, Joker
from .hint import Hint, Rung, Rungs
from .meld_step import Step, as_held, lies
from .next_meld import rungs
from .referee import judge
from .repair import mend
from .rules.contract import clash
from .table import Claim, Hand, Laying, Meld
from .variants import Contract, Kind, Variant
from .verdict import N_, NN_, Text, facts


def hints(
    hand: Hand,
    claims: Sequence[Claim],
    contract: Contract | None,
    variant: Variant,
    *,
    kind: Kind | None = None,
    down: bool = False,
) -> Rungs:
    """The rungs from what lies to the next meld: four of them, or one where nothing is left to look for.

    Without a contract, or when it is `down` already, they lead to one more meld, of this `kind` if there is one.

    >>> from contract_rummy.explain import Speaker
    >>> from contract_rummy.notation import claim, hand
    >>> from contract_rummy.variants import STANDARD
    >>> held = hand("7S 7H 7D 9S 9H 9D 2C")
    >>> for hint in hints(held, [claim("set(9S 9H 9D)")], STANDARD.contract(1), STANDARD):
    ...     print(Speaker().say(hint.text, hint.facts))
    Look at your sevens: you hold three of them.
    One rank and no suit twice makes a set: your sevens are spades, hearts and diamonds.
    The seven of spades belongs to it: it brings spades to the sevens.
    Here it lies: three sevens of different suits.
    """
    if claims and judge(claims, variant, contract=contract, hand=hand, down=down).lawful:
        return (_done(N_("Nothing is missing: lay it down.")),)
    if down and not variant.extra_melds:
        return (
            _done(N_("Nothing more can be laid: at this table no further melds follow the contract."), "meld.more"),
        )
    if contract is None or down:
        return _one_meld(hand, claims, variant, kind)
    aim = find_aim(hand, claims, contract, variant)
    if aim is None:
        return (_done(N_("No hand can meet {asks} at this table."), asks=contract.asks),)
    return towards(aim, hand, claims, variant)


def _done(text: str, rule: str = "", **named: object) -> Hint:
    return Hint(Rung.DONE, text, facts(**named), rule)


def _one_meld(hand: Hand, claims: Sequence[Claim], variant: Variant, kind: Kind | None) -> Rungs:
    """The rungs to one more meld; the lawful ones stay, and so does as much as can of the first that is none."""
    whole = [n for n, claim in enumerate(claims) if judge(claim, variant).lawful]
    broken = [n for n in range(len(claims)) if n not in whole][:1]
    left = hand.without(card for n in whole for card in claims[n].cards)
    table = replace(variant, exact_size=False)
    found = []
    for one in (kind,) if kind else Kind:
        tried = [Claim(one, claims[n].cards) for n in broken]
        aim = find_aim(left, tried, Contract((one,)), table)
        if aim is not None:
            kept = sum(common(claim.cards, aim.melds[0].cards) for claim in tried)
            jokers = sum(isinstance(card, Joker) for card in aim.melds[0].cards)
            found.append(((aim.short, -kept, jokers, -len(aim.melds[0].cards)), aim))
    if not found:
        return (_done(N_("No cards can make {asks} at this table."), asks=(kind or Kind.SET,)),)
    aim = min(found, key=lambda pair: pair[0])[1]
    aim = replace(aim, claims=tuple(broken[:1]) or (None,))
    if broken and not aim.short and Counter(claims[broken[0]].cards) == Counter(aim.melds[0].cards):
        return (_done(N_("Nothing is missing: these cards are {meld}."), meld=(aim.melds[0].kind,)),)
    return towards(aim, hand, claims, variant)


def towards(aim: Aim, hand: Hand, claims: Sequence[Claim], variant: Variant) -> Rungs:
    """The rungs of the next step to an aim."""
    if aim.short:
        return _short(aim, claims, variant)
    order = sorted(range(len(aim.melds)), key=lambda m: aim.claims[m] is None)
    m = next((m for m in order if not lies(aim, m, claims)), None)
    if m is None and len(claims) == len(aim.melds):
        return (_done(N_("Nothing is missing: lay it down.")),)
    if m is None:
        return _too_much(aim, claims, variant)
    return rungs(Step(aim, m, hand, tuple(claims), variant))


# --- too much, and too little ---------------------------------------------------------------------------------------


def _too_much(aim: Aim, claims: Sequence[Claim], variant: Variant) -> Rungs:
    """The rungs where all that is wanted lies, and more beside it that may not."""
    over = next(n for n in range(len(claims)) if n not in aim.taken)
    claim = claims[over]
    verdict = judge(claims, variant, contract=aim.contract)
    finding, breach = next((pair for pair in verdict.breaches if pair[0].meld in (None, over)), verdict.breaches[0])
    lays = tuple((aim.claims[m], Claim(meld.kind, meld.cards)) for m, meld in enumerate(aim.melds))
    tray = facts(tray=(claim.kind,))
    return (
        Hint(Rung.WHERE, N_("{tray}: the contract holds without it."), tray, claim=over),
        Hint(Rung.IDEA, finding.rule.fails[breach.how], breach.facts, finding.rule.id, as_held(breach.at_fault), over),
        Hint(Rung.CARD, NN_("{cards} goes back: the contract does not ask for it.", "{cards} go back: the contract does not ask for them."),
             facts(n=len(claim.cards), cards=claim.cards), cards=as_held(claim.cards), claim=over),
        Hint(Rung.SHOW, N_("Here lies what the contract asks for: {asks}."), facts(asks=aim.contract.asks), lays=lays),
    )  # fmt: skip


def _short(aim: Aim, claims: Sequence[Claim], variant: Variant) -> Rungs:
    """The rungs where the hand cannot lay it all: how short it is, what is nearest, and which card would help."""
    held = [(m, aim.held(m)) for m in range(len(aim.melds))]
    lays = tuple((aim.claims[m], Claim(aim.melds[m].kind, cards)) for m, cards in held if cards)
    lacks = tuple(aim.lacks[m] for m, cards in held if cards)
    n, asks = aim.short, aim.contract.asks
    if not any(aim.lacks):
        return _left(aim, lays, claims)
    m = min((m for m, _ in held if aim.lacks[m]), key=lambda m: len(aim.lacks[m]))
    cards, meld, wanted = aim.held(m), aim.melds[m], aim.lacks[m]
    all_lie = all(lies(aim, m, claims) or not cards for m, cards in held)
    near = wanted if all_lie else _wait_for(aim, claims, variant)
    some_go = n > sum(map(len, aim.lacks))  # as in the last deal, where no card may stay behind
    if near:
        waits: Text = NN_(
            "Your hand comes no nearer to {asks}: it waits for a card such as {card}.",
            "Your hand comes no nearer to {asks}: it waits for {n:word} cards, such as {card}.",
        )
        if some_go:
            waits = N_(
                "Your hand comes no nearer to {asks}: {n:word} cards have to come or to go, and it waits for {card} or the like."
            )
        return (Hint(Rung.DONE, waits, facts(n=n, asks=asks, card=near[0])),)
    face, a_meld = meld.faces[0], (meld.kind,)
    known = facts(n=n, asks=asks, rank=face.rank, suit=face.suit)
    natural = any(isinstance(card, Card) for card in cards)
    where = _WHERE[some_go, meld.kind if natural else None]
    end: Text = NN_(
        "This is as near as your hand comes to {asks}: one card is missing.",
        "This is as near as your hand comes to {asks}: {n:word} cards are missing.",
    )
    if some_go:
        end = N_("This is as near as your hand comes to {asks}: {n:word} cards have to come or to go.")
    idea, rule = _what_is_here(meld, cards, variant)
    here = facts(n=len(cards), rank=face.rank, suit=face.suit, size=len(meld.cards), meld=a_meld)
    return (
        Hint(Rung.WHERE, where, known, cards=as_held(cards)),
        Hint(Rung.IDEA, idea, here, rule, as_held(cards)),
        Hint(Rung.CARD, NN_("{cards} would help: with it there is {meld}.", "{cards} would help: with them there is {meld}."),
             facts(n=len(wanted), cards=wanted, meld=a_meld)),
        Hint(Rung.SHOW, end, known, lays=lays, lacks=lacks),
    )  # fmt: skip


_WHERE: dict[tuple[bool, Kind | None], Text] = {
    (False, None): NN_(
        "Your hand is one card short of {asks}; look at what is nearly there.",
        "Your hand is {n:word} cards short of {asks}; look at what is nearly there.",
    ),
    (False, Kind.SET): NN_(
        "Your hand is one card short of {asks}; nearest is what you hold of {rank:many}.",
        "Your hand is {n:word} cards short of {asks}; nearest is what you hold of {rank:many}.",
    ),
    (False, Kind.SEQUENCE): NN_(
        "Your hand is one card short of {asks}; nearly there is a row of {suit}.",
        "Your hand is {n:word} cards short of {asks}; nearly there is a row of {suit}.",
    ),
    (True, None): N_("{n:word} cards have to come or to go before it is {asks}; look at what is nearly there."),
    (True, Kind.SET): N_("{n:word} cards have to come or to go before it is {asks}; nearest is what you hold of {rank:many}."),
    (True, Kind.SEQUENCE): N_("{n:word} cards have to come or to go before it is {asks}; nearly there is a row of {suit}."),
}  # fmt: skip
"""Where to look, where some cards have to come alone or some have to go as well, and by the meld that is nearest."""


def _what_is_here(meld: Meld, cards: Sequence[AnyCard], variant: Variant) -> tuple[Text, str]:
    """What of a meld is here, and the rule that this comes from; larger melds than need be are not said to be asked for."""
    if not cards:
        return N_("For {meld} nothing is here: it wants {size:word} cards."), f"{meld.kind.value}.size"
    if meld.kind is Kind.SET:
        text = NN_(
            "A set of {rank:many} wants {size:word} cards, and one of them is here.",
            "A set of {rank:many} wants {size:word} cards, and {n:word} of them are here.",
        )
        larger = NN_(
            "The nearest set of {rank:many} has {size:word} cards, and one of them is here.",
            "The nearest set of {rank:many} has {size:word} cards, and {n:word} of them are here.",
        )
        return (text, "set.size") if len(meld.cards) == variant.set_min else (larger, "set.rank")
    text = NN_(
        "A sequence of {suit} wants {size:word} cards, and one of them is here.",
        "A sequence of {suit} wants {size:word} cards, and {n:word} of them are here.",
    )
    larger = NN_(
        "The nearest sequence of {suit} has {size:word} cards, and one of them is here.",
        "The nearest sequence of {suit} has {size:word} cards, and {n:word} of them are here.",
    )
    return (text, "sequence.size") if len(meld.cards) == variant.sequence_min else (larger, "sequence.order")


def _wait_for(aim: Aim, claims: Sequence[Claim], variant: Variant) -> tuple[AnyCard, ...]:
    """The cards that what lies waits for, where it is as near as the hand comes; else nothing."""
    mended = [mend(claim, variant) for claim in claims]
    changes = [change for found in mended if found for change in found.changes]
    if None in mended or any(change.verb != "add" for change in changes):
        return ()
    melds = [found.mended for found in mended if found]
    rest = list(aim.contract.asks)
    for meld in melds:
        if meld.kind not in rest:
            return ()
        rest.remove(meld.kind)
    more = sum(variant.set_min if kind is Kind.SET else variant.sequence_min for kind in rest)
    come = sum(map(len, aim.lacks)) - len(changes) - more
    if aim.contract.last and variant.last_deal != "normal":  # where cards have to go, too
        come += sum(len(claim.cards) for claim in claims) - sum(len(aim.held(m)) for m in range(len(aim.melds)))
    if come < 0:
        return ()
    apart = Laying(tuple(melds), variant, aim.contract)
    rows = [meld for meld in melds if meld.kind is Kind.SEQUENCE]
    if variant.contract_suits != "any" and any(clash(one, other, apart) for one, other in combinations(rows, 2)):
        return ()
    return tuple(change.comes for change in changes if change.comes) or next(filter(None, aim.lacks))


def _left(aim: Aim, lays: tuple[tuple[int | None, Claim], ...], claims: Sequence[Claim]) -> Rungs:
    """The rungs where the last deal asks for the whole hand, and some of it finds no place."""
    n, asks, cards = len(aim.left), aim.contract.asks, aim.left
    if not cards:
        text = N_("Every card has its place, and at this table one must be left for the discard.")
        return (_done(text, "contract.whole-hand"),)
    if all(lies(aim, m, claims) for m in range(len(aim.melds))):
        stay = NN_(
            "Your hand comes no nearer to {asks}: one card has no place.",
            "Your hand comes no nearer to {asks}: {n:word} cards have no place.",
        )
        return (Hint(Rung.DONE, stay, facts(n=n, asks=asks), "contract.whole-hand", cards),)
    return (
        Hint(Rung.WHERE, N_("Your hand holds {asks}, but some card is left over."), facts(asks=asks)),
        Hint(Rung.IDEA, N_("The last deal asks for the whole hand at once, and no way of laying this one takes in every card."), (), "contract.whole-hand"),
        Hint(Rung.CARD, NN_("{cards} is left over: it would stay behind.", "{cards} are left over: they would stay behind."),
             facts(n=n, cards=cards), cards=cards),
        Hint(Rung.SHOW, NN_("This is as near as your hand comes to {asks}: one card stays behind.", "This is as near as your hand comes to {asks}: {n:word} cards stay behind."),
             facts(n=n, asks=asks), lays=lays),
    )  # fmt: skip
