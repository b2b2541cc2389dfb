"""What given cards can be, and the smallest repair of a meld that is none.

What it offers the referee accepts; tests hold the two together. All of it is exact, under every field of a variant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import inf

from .cards import FACES, JOKER, AnyCard, Card, Joker, Rank, Suit, by_suit
from .referee import settle
from .rules.ranks import rank_at, runs
from .table import Change, Claim, Hand, Meld, Repair, Verdict
from .variants import Kind, Variant

Pattern = tuple[Card, ...]
"""The cards that the cards of a lawful meld count as."""


@lru_cache(maxsize=256)
def set_patterns(variant: Variant, rank: Rank, most: int) -> tuple[Pattern, ...]:
    """The faces of every lawful set of a rank, of at most so many cards."""
    largest = min(most, 4 * variant.copies + variant.jokers_in_pack if variant.set_max is None else variant.set_max)
    pick = combinations if variant.set_suits == "distinct" else combinations_with_replacement
    faces = [face for face in FACES if face.rank is rank]
    return tuple(pattern for size in range(variant.set_min, largest + 1) for pattern in pick(faces, size))


@lru_cache(maxsize=256)
def sequence_patterns(variant: Variant, suit: Suit) -> tuple[Pattern, ...]:
    """The faces of every lawful sequence of a suit."""
    faces = [face for face in FACES if face.suit is suit]
    rows = tuple(runs(variant.ace, variant.sequence_min))
    at = {place: faces[rank_at(place) - 1] for place in set().union(*rows)}
    return tuple(tuple(at[place] for place in places) for places in rows)


def patterns(kind: Kind, cards: Sequence[AnyCard], variant: Variant, most: int) -> Iterator[Pattern]:
    """The faces of the lawful melds of a kind that share a card with these, of at most so many cards."""
    faces = [card.face for card in cards if card.face]
    if kind is Kind.SET:
        for rank in sorted({face.rank for face in faces} or set(Rank)):
            yield from set_patterns(variant, rank, most)
    else:
        suits = {face.suit for face in faces} or set(Suit)
        for suit in Suit:
            if suit in suits:
                yield from (pattern for pattern in sequence_patterns(variant, suit) if len(pattern) <= most)


def readings(cards: Sequence[AnyCard], variant: Variant) -> tuple[Meld, ...]:
    """Every lawful meld that exactly these cards can be; each bare joker takes each card that it can stand for.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> [meld.text for meld in readings(hand("8H 8S *").cards, STANDARD)]
    ['set(8S 8H *=8D)', 'set(8S 8H *=8C)']
    """
    mask = 0
    for card in cards:
        if not isinstance(card, Card):
            return _with_jokers(cards, variant)
        mask |= _BITS[card.suit][card.rank]
    if mask.bit_count() < len(cards):  # a card twice
        return _with_jokers(cards, variant)
    found, known = _naturals(variant)
    meld = found.get(mask)
    if meld is None and mask in known:
        meld = found[mask] = tuple(settle(claim, variant) for claim in known[mask])
    return meld or ()


_BITS = {suit: tuple(1 << 14 * n + rank for rank in range(14)) for n, suit in enumerate(Suit)}
"""A bit for each face, by suit and rank."""


def _mask(faces: Iterable[Card]) -> int:
    return sum({_BITS[face.suit][face.rank] for face in faces})


@lru_cache(maxsize=64)
def _naturals(variant: Variant) -> tuple[dict[int, tuple[Meld, ...]], dict[int, list[Claim]]]:
    """The melds of natural cards without a card twice, by their masks: those met so far, and what all of them are."""
    known: dict[int, list[Claim]] = {}
    for kind in Kind:
        for pattern in patterns(kind, (), variant, 4 if kind is Kind.SET else 13):
            if len(set(pattern)) == len(pattern):
                known.setdefault(_mask(pattern), []).append(Claim(kind, pattern))
    return {}, known


def _with_jokers(cards: Sequence[AnyCard], variant: Variant) -> tuple[Meld, ...]:
    """What `readings` finds where cards are not all natural, or one of them lies there twice."""
    limit = variant.jokers_per_meld
    if limit is not None and sum(isinstance(card, Joker) for card in cards) > limit:
        return ()
    named = [card for card in cards if card.face]
    fixed = [card.face for card in named if card.face]
    mask, twice = _mask(fixed), len(set(fixed)) < len(fixed)
    found = []
    for kind in Kind:
        for bits, pattern in _of_size(kind, fixed[0] if fixed else None, variant, len(cards)):
            if mask & ~bits or (twice and Counter(fixed) - Counter(pattern)):
                continue
            free = Counter(pattern) - Counter(fixed)
            found.append(settle(Claim(kind, (*named, *map(Joker, free.elements()))), variant))
    return tuple(found)


@lru_cache(maxsize=4096)
def _of_size(kind: Kind, face: Card | None, variant: Variant, size: int) -> tuple[tuple[int, Pattern], ...]:
    """The patterns of a kind and a size, each with its mask; given a face, those of its rank or suit."""
    near = patterns(kind, (face,) if face else (), variant, size)
    return tuple((_mask(pattern), pattern) for pattern in near if len(pattern) == size)


def likely_kind(cards: Sequence[AnyCard], variant: Variant) -> Kind:
    """The kind that somebody means who puts cards down without saying: the one that is fewer changes away.

    >>> from contract_rummy.notation import hand
    >>> from contract_rummy.variants import STANDARD
    >>> likely_kind(hand("6D 7D 9D").cards, STANDARD)
    Kind.SEQUENCE
    """
    mended = {kind: mend(Claim(kind, tuple(cards)), variant) for kind in Kind}
    cost = {kind: len(found.changes) if found else inf for kind, found in mended.items()}
    if cost[Kind.SET] != cost[Kind.SEQUENCE]:
        return min(cost, key=lambda kind: cost[kind])
    faces = [card.face for card in cards if card.face]
    ranks, suits = Counter(face.rank for face in faces), Counter(face.suit for face in faces)
    return Kind.SEQUENCE if max(suits.values(), default=0) > max(ranks.values(), default=0) else Kind.SET


def repair(verdict: Verdict) -> Repair | None:
    """The fewest single-card changes that make the meld of the headline, the first that is broken, lawful by itself.

    A change adds a card, takes one away, swaps one for another, or declares a joker. Of equally short repairs one that
    needs no card from outside the hand comes first (where the hand is not known, every added card is outside), then one
    that adds, then one that swaps. `None` where every meld holds by itself, since a contract is not mended card by card,
    and where the variant and its pack know no such meld.

    >>> from contract_rummy.notation import claim, hand
    >>> from contract_rummy.referee import judge
    >>> repair(judge(claim("set(5H 5D KD)"), hand=hand("5H 5D KD 5S 2C"))).mended
    claim('set(5H 5D 5S)')
    """
    laying = verdict.laying
    for finding, breach in verdict.breaches:
        if finding.meld is not None:
            claim = laying.claims[finding.meld]
            found = mend(claim, laying.variant, laying.left, laying.cards, breach.at_fault)
            if found is None:
                return None
            beside = [card for n, other in enumerate(laying.claims) if n != finding.meld for card in other.cards]
            return replace(found, meld=finding.meld, changes=_from_melds(found.changes, beside))
    return None


def _from_melds(changes: Sequence[Change], beside: Sequence[AnyCard]) -> tuple[Change, ...]:
    """The changes, those marked whose card is not free because it lies in another meld of the laying."""
    lying = Counter(card.in_hand for card in beside)
    marked = []
    for change in changes:
        if change.comes and change.from_hand is False and lying[change.comes.in_hand]:
            lying[change.comes.in_hand] -= 1
            change = replace(change, from_meld=True)
        marked.append(change)
    return tuple(marked)


def mend(
    claim: Claim,
    variant: Variant,
    left: Hand | None = None,
    laid: Sequence[AnyCard] = (),
    at_fault: Sequence[AnyCard] = (),
) -> Repair | None:
    """The smallest repair of one claim; `None` where the pack holds no meld of its kind any more.

    `left` are the cards still in the hand (`None`: not known), `laid` all those laid with the claim. Of repairs that are
    equally good in all else, one that changes the cards `at_fault` comes first.
    """
    spare = Counter(left.cards if left else ())
    known = spare + Counter(card.in_hand for card in laid or claim.cards)
    best: tuple[tuple[int, ...], list[Change]] | None = None
    most = max(len(claim.cards), variant.set_min) if claim.kind is Kind.SET else 14
    for cards in (claim.cards, ()):  # the smallest repair keeps a card, where the pack lets it
        for pattern in patterns(claim.kind, cards, variant, most):
            kept, rest, wanted = _kept(claim, pattern, variant)
            if best is not None and max(len(claim.cards), len(pattern)) - len(kept) > best[0][0]:
                continue
            changes = _changes(kept, rest, wanted, variant, spare, known)
            if changes is None:
                continue
            cost = *_cost(changes, at_fault), len(pattern) - len(set(pattern))
            if best is None or cost < best[0]:
                best = cost, changes
        if best is not None:
            break
    if best is None:
        return None
    if left is None:
        best = best[0], [replace(change, from_hand=change.from_hand or None) for change in best[1]]
    mended = list(claim.cards)
    for change in best[1]:
        if change.goes is not None and change.comes is not None:
            mended[mended.index(change.goes)] = change.comes
        elif change.goes is not None:
            mended.remove(change.goes)
        elif change.comes is not None:
            mended.append(change.comes)
    return Repair(0, Claim(claim.kind, tuple(mended)), tuple(best[1]))


def _kept(claim: Claim, pattern: Pattern, variant: Variant) -> tuple[list[AnyCard], list[AnyCard], list[Card]]:
    """The cards of a claim that stay as they are in a pattern, the others, and what the pattern wants besides."""
    limit = len(pattern) if variant.jokers_per_meld is None else variant.jokers_per_meld
    wanted = list(pattern)
    kept: list[AnyCard] = []
    rest: list[AnyCard] = []
    for card in sorted(claim.cards, key=by_suit):
        natural = isinstance(card, Card)
        if card.face and card.face in wanted and (natural or sum(isinstance(stays, Joker) for stays in kept) < limit):
            wanted.remove(card.face)
            kept.append(card)
        else:
            rest.append(card)
    return kept, rest, wanted


def _changes(
    kept: list[AnyCard],
    rest: list[AnyCard],
    wanted: list[Card],
    variant: Variant,
    spare: Counter[AnyCard],
    known: Counter[AnyCard],
) -> list[Change] | None:
    """Bring the wanted cards: as jokers of the claim, from the hand, or from outside; each in the place of one that goes.

    `None` where the pack holds no such card any more.
    """
    room = 99 if variant.jokers_per_meld is None else variant.jokers_per_meld
    room -= sum(isinstance(card, Joker) for card in kept)
    # Jokers stand rather for cards that cannot be had at all, then for those that the hand does not hold.
    wanted = sorted(wanted, key=lambda face: (bool(spare[face]), known[face] < variant.copies, by_suit(face)))
    spare, known = spare.copy(), known.copy()
    goes = sorted(rest, key=by_suit)
    changes = []
    for joker in [card for card in rest if isinstance(card, Joker)][: max(0, min(room, len(wanted)))]:
        goes.remove(joker)
        changes.append(Change(Joker(wanted.pop(0)), joker))
        room -= 1
    for face in wanted:
        comes: AnyCard = face
        inside = True
        if spare[face]:
            spare[face] -= 1
        elif room > 0 and spare[JOKER]:
            comes, room = Joker(face), room - 1
            spare[JOKER] -= 1
        elif known[face] < variant.copies:
            inside = False
            known[face] += 1
        elif room > 0 and known[JOKER] < variant.jokers_in_pack:
            comes, inside, room = Joker(face), False, room - 1
            known[JOKER] += 1
        else:
            return None
        changes.append(Change(comes, _most_alike(face, goes), inside))
    return changes + [Change(None, card) for card in goes]


def _most_alike(face: Card, goes: list[AnyCard]) -> AnyCard | None:
    """Take out the card, among those that go, whose place a face takes: one of its rank if there is one."""
    if not goes:
        return None
    of_its_rank = [card for card in goes if isinstance(card, Card) and card.rank is face.rank]
    gone = (of_its_rank or goes)[0]
    goes.remove(gone)
    return gone


def _cost(changes: list[Change], at_fault: Sequence[AnyCard]) -> tuple[int, ...]:
    """What makes one repair better than another.

    Fewer changes, fewer cards from outside, then fewer taken away, fewer swapped, and fewer that spare the cards at fault;
    then fewer jokers from outside and fewer cards twice, which are harder to come by, and fewer jokers of the hand. A meld
    with fewer faces twice comes before another with as good a repair.
    """
    verbs = [change.verb for change in changes]
    outside = sum(not change.from_hand for change in changes)
    spared = sum(change.goes is not None and change.goes not in at_fault for change in changes)
    coming = [change.comes for change in changes if change.comes and not change.from_hand]
    rare = sum(isinstance(card, Joker) for card in coming), len(coming) - len(set(coming))
    spent = sum(isinstance(change.comes, Joker) and not isinstance(change.goes, Joker) for change in changes)
    return len(changes), outside, verbs.count("take away"), verbs.count("swap"), spared, *rare, spent
