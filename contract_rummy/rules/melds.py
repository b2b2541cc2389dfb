"""The rules of a single meld: sets, sequences and the jokers in them."""

from __future__ import annotations

from functools import lru_cache

from ..cards import FACES, AnyCard, Card, Joker, Rank, Suit, by_suit
from ..table import Claim
from ..variants import Kind, Variant
from ..verdict import N_, NN_, Breach, Example, Holds, Outcome, facts, rule
from .ranks import Places, follow, gaps, on_line, rank_at, round_the_corner

Pair = tuple[AnyCard, Card]
"""A card as it lies, and the card that it counts as."""
Row = tuple[Rank, ...]
"""Ranks as one reads them, an ace where it belongs."""


def bare(claim: Claim) -> tuple[AnyCard, ...]:
    """The jokers of a claim that are not declared."""
    return tuple(card for card in claim.cards if card.face is None)


def faced(claim: Claim) -> list[Pair]:
    """The cards of a claim that count as a card, in the order of the pack, a natural card before its joker."""
    return [(card, card.face) for card in sorted(claim.cards, key=by_suit) if card.face]


def main_rank(claim: Claim) -> Rank | None:
    """The rank that most cards of a claim have; of equals the one with more natural cards, then the lower one."""
    return _main_rank(faced(claim))


def _main_rank(pairs: list[Pair]) -> Rank | None:
    ranks = [face.rank for _, face in pairs]
    if len(set(ranks)) < 2:
        return ranks[0] if ranks else None
    naturals = [face.rank for card, face in pairs if isinstance(card, Card)]
    return max(ranks, key=lambda rank: (ranks.count(rank), naturals.count(rank), -rank))


def main_suit(claim: Claim) -> Suit | None:
    """The suit that most cards of a claim have; of equals the one with more natural cards, then the first one."""
    return _main_suit(faced(claim))


def _main_suit(pairs: list[Pair]) -> Suit | None:
    suits = [face.suit for _, face in pairs]
    if len(set(suits)) < 2:
        return suits[0] if suits else None
    naturals = [face.suit for card, face in pairs if isinstance(card, Card)]
    return max(suits, key=lambda suit: (suits.count(suit), naturals.count(suit)))


def repeats(pairs: list[Pair], attribute: str, claim: Claim, rank: Rank | None = None) -> list[Pair]:
    """The cards that repeat a `suit` or a `rank`.

    Of equals one stays: rather of the given rank, rather one that lies already, rather a natural one.
    """
    groups: dict[object, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(getattr(pair[1], attribute), []).append(pair)
    again = []
    for group in groups.values():
        if len(group) > 1:
            group.sort(
                key=lambda pair: (
                    rank is not None and pair[1].rank is not rank,
                    pair[0] in claim.added,
                    isinstance(pair[0], Joker),
                )
            )
            again += group[1:]
    return again


def others(pairs: list[Pair], gone: list[Pair]) -> list[Pair]:
    """The pairs that are left when some are taken out, each as often as it is given."""
    left = list(pairs)
    for pair in gone:
        left.remove(pair)
    return left


# --- sets ---------------------------------------------------------------------------------------------------------


@rule(
    "set.size",
    name=N_("The size of a set"),
    says=N_("A set has at least {set_min:word} cards and at most {set_max:word}."),
    otherwise={"set_max=none": N_("A set has {set_min:word} cards or more.")},
    holds=NN_("One card is enough for a set.", "{n:word} cards are enough for a set."),
    fails={
        "few": NN_(
            "Only one {rank:bare}: a set needs {least:word}.",
            "Only {n:word} {rank:many}: a set needs {least:word}.",
        ),
        "few cards": NN_(
            "Only one card: a set needs {least:word}.",
            "Only {n:word} cards: a set needs {least:word}.",
        ),
        "many": NN_(
            "A set has room for {most:word} cards: {cards} is one too many.",
            "A set has room for {most:word} cards: {cards} are too many.",
        ),
    },
    clauses="S29",
    options="set_min set_max",
    kept=Example("set(8S 8H 8D 8C)"),
    broken=Example("set(9H 9D)", called=N_("two cards")),
    also=(Example("set(8S 8H 8D 8C 8C)", called=N_("five cards")),),
)
def set_size(claim: Claim, variant: Variant) -> Outcome:
    """A set has `set_min` to `set_max` cards; a bare joker counts."""
    n, least, most = len(claim.cards), variant.set_min, variant.set_max
    if n < least:
        rank = main_rank(claim)
        free = [Card(rank, suit) for suit in Suit] if rank else []
        wanted = [face for face in free if all(face != taken for _, taken in faced(claim))]
        one_rank = rank and all(face.rank is rank for _, face in faced(claim)) and not bare(claim)
        return Breach(
            "few" if one_rank else "few cards",
            missing=tuple(wanted[: least - n]),
            facts=facts(n=n, rank=rank, least=least),
        )
    if most is not None and n > most:
        pairs, rank = faced(claim), main_rank(claim)
        odd = [pair for pair in pairs if pair[1].rank is not rank]
        same = [pair for pair in pairs if pair[1].rank is rank]
        again = repeats(same, "suit", claim)
        single = others(same, again)
        order = [card for card, _ in odd]
        twice, jokers = [card for card, _ in again], list(bare(claim))
        order += twice + jokers if variant.set_suits == "distinct" else jokers + twice
        order += [card for card, _ in reversed(single)]
        surplus = tuple(sorted(order[: n - most], key=by_suit))
        return Breach("many", surplus, facts=facts(n=len(surplus), most=most, cards=surplus))
    return Holds(facts(n=n))


@rule(
    "set.rank",
    name=N_("One rank"),
    says=N_("All cards of a set have one rank."),
    holds=N_("Its cards have one rank."),
    fails={
        "odd": NN_("{cards} is not {rank:a}.", "{cards} are not {rank:many}."),
    },
    clauses="S29",
    kept=Example("set(KH KS KD)"),
    broken=Example("set(8S 8H JD)"),
)
def set_rank(claim: Claim, variant: Variant) -> Outcome:
    """All cards of a set have one rank; a declared joker has the rank of its card."""
    pairs = faced(claim)
    return of_one_rank(pairs, _main_rank(pairs))


def of_one_rank(pairs: list[Pair], rank: Rank | None) -> Holds | Breach:
    """All cards of a set have this rank."""
    odd = tuple(card for card, face in pairs if face.rank is not rank)
    if odd:
        return Breach("odd", odd, facts=facts(n=len(odd), cards=odd, rank=rank))
    return Holds()


@rule(
    "set.suits",
    name=N_("Every suit once"),
    says=N_("All cards of a set differ in suit; a joker counts as the card that it stands for."),
    otherwise={"set_suits=any": N_("At this table suits may repeat in a set.")},
    holds=N_("No suit comes twice."),
    fails={
        "twins": N_("{n:word} {rank:many} of {suit}: in a set every suit is different."),
        "joker": N_("{cards} stands for a card that the set has already."),
        "lies": N_("{cards} is in the set already: a joker stands for it there."),
        "again": NN_(
            "{cards} repeats a suit that the set has already.",
            "{cards} repeat suits that the set has already.",
        ),
    },
    clauses="S30 S34",
    options="set_suits",
    kept=Example("set(5S 5H 5D)"),
    broken=Example("set(5D 5D 5H)", called=N_("one suit twice")),
)
def set_suits(claim: Claim, variant: Variant) -> Outcome:
    """No suit stands twice in a set where `set_suits` is `distinct`; a declared joker has the suit of its card."""
    if variant.set_suits == "any":
        return None
    pairs = faced(claim)
    rank = _main_rank(pairs)
    again = repeats(pairs, "suit", claim, rank)
    if not again:
        return Holds()
    cards = tuple(card for card, _ in again)
    faces = {face for _, face in pairs if face.suit in {face.suit for _, face in again}}
    if _stood_for(cards, pairs):
        return Breach("lies", cards, facts=facts(cards=cards))
    if len(faces) == 1 and all(isinstance(card, Card) for card in cards):
        (face,) = faces
        return Breach("twins", cards, facts=facts(n=len(cards) + 1, rank=face.rank, suit=face.suit))
    if len(faces) == 1 and len(cards) == 1:
        return Breach("joker", cards, facts=facts(cards=cards))
    return Breach("again", cards, facts=facts(n=len(cards), cards=cards))


def _stood_for(cards: tuple[AnyCard, ...], pairs: list[Pair]) -> bool:
    """Whether this is a single natural card that a joker stands for already."""
    card = cards[0]
    return len(cards) == 1 and isinstance(card, Card) and (Joker(card), card) in pairs


# --- sequences ----------------------------------------------------------------------------------------------------


@rule(
    "sequence.size",
    name=N_("The size of a sequence"),
    says=N_("A sequence has at least {sequence_min:word} cards."),
    holds=NN_("One card is enough for a sequence.", "{n:word} cards are enough for a sequence."),
    fails={
        "few": NN_(
            "Only one card: a sequence needs {least:word}.",
            "Only {n:word} cards: a sequence needs {least:word}.",
        ),
    },
    clauses="S31",
    options="sequence_min",
    open="A10",
    kept=Example("sequence(3S 4S 5S 6S)", called=N_("four cards")),
    broken=Example("sequence(3C 4C)", called=N_("two cards")),
    also=(Example("sequence(9H TH JH)", called=N_("three cards")),),
)
def sequence_size(claim: Claim, variant: Variant) -> Outcome:
    """A sequence has at least `sequence_min` cards; a bare joker counts."""
    n, least = len(claim.cards), variant.sequence_min
    if n >= least:
        return Holds(facts(n=n))
    return Breach("few", missing=_longer(claim, variant)[: least - n], facts=facts(n=n, least=least))


def _longer(claim: Claim, variant: Variant) -> tuple[Card, ...]:
    """The cards that would lengthen a short sequence, those in its gaps first, then downward, then upward."""
    suit = main_suit(claim)
    ranks = [face.rank for _, face in faced(claim) if face.suit is suit]
    if not suit or bare(claim) or not follow(ranks, 13, variant.ace):
        return ()
    places = min(_placings(ranks, variant.ace), key=lambda places: (places[-1] - places[0], places))
    first, last = places[0], places[-1]
    inside = [place for place in range(first, last) if place not in places]
    grown = [*inside, *range(first - 1, 0, -1), *range(last + 1, 15)]
    need = variant.sequence_min - len(claim.cards)
    run = list(places)
    wanted: list[Card] = []
    for place in grown:
        if len(wanted) < need and follow([rank_at(p) for p in sorted([*run, place])], len(inside), variant.ace):
            run.append(place)
            wanted.append(Card(rank_at(place), suit))
    return tuple(wanted)


@rule(
    "sequence.suit",
    name=N_("One suit"),
    says=N_("All cards of a sequence have one suit."),
    holds=N_("Its cards have one suit."),
    fails={
        "odd": NN_("{cards} is not {suit:a}.", "{cards} are not {suit}."),
    },
    clauses="S31",
    kept=Example("sequence(5D 6D 7D 8D)"),
    broken=Example("sequence(5D 6D 7D 8H)"),
)
def sequence_suit(claim: Claim, variant: Variant) -> Outcome:
    """All cards of a sequence have one suit; a declared joker has the suit of its card."""
    pairs = faced(claim)
    return of_one_suit(pairs, _main_suit(pairs))


def of_one_suit(pairs: list[Pair], suit: Suit | None) -> Holds | Breach:
    """All cards of a sequence have this suit."""
    odd = tuple(card for card, face in pairs if face.suit is not suit)
    if odd:
        return Breach("odd", odd, facts=facts(n=len(odd), cards=odd, suit=suit))
    return Holds()


@rule(
    "sequence.order",
    name=N_("One after the other"),
    says=N_(
        "The ranks of a sequence follow one another without gap or repeat; a joker counts as the card that it stands for."
    ),
    holds=N_("Its ranks follow one another."),
    waits=N_("Whether the ranks follow one another waits until the rest is right."),
    fails={
        "gap": NN_("{row:run} of {suit}: {missing} is missing.", "{row:run} of {suit}: {missing} are missing."),
        "gap beside a joker": NN_(
            "{row:run} of {suit}: {missing} are missing, and the joker can be only one of them.",
            "{row:run} of {suit}: {missing} are missing, and the jokers can be only {n:word} of them.",
        ),
        "far": NN_(
            "{cards} does not join the row {row:run}.",
            "{cards} do not join the row {row:run}.",
        ),
        "apart": N_("{row:run} of {suit}: these ranks lie too far apart."),
        "twins": N_("{n:word} {rank:many} of {suit}: a sequence has each card once."),
        "joker": N_("{cards} stands for a card that the row has already."),
        "lies": N_("{cards} is in the row already: a joker stands for it there."),
        "misfits": NN_("{cards} does not fit into this row.", "{cards} do not fit into this row."),
    },
    clauses="S31",
    rests_on="sequence.suit sequence.ace",
    kept=Example("sequence(3S 4S 5S 6S)"),
    broken=Example("sequence(9D TD QD)", called=N_("a gap")),
    also=(
        Example("sequence(4C 5C *=6C 7C)", called=N_("a joker in the gap")),
        Example("sequence(8H 9H 9H TH)", called=N_("a card twice")),
    ),
)
def sequence_order(claim: Claim, variant: Variant) -> Outcome:
    """The ranks of a sequence follow one another; a bare joker fills one gap or none."""
    pairs, jokers = faced(claim), len(bare(claim))
    if not pairs or follow([face.rank for _, face in pairs], jokers, variant.ace):
        return _once_round(claim) or Holds()
    again = _twice(claim, pairs, jokers, variant)
    single = others(pairs, again)
    row, near, missing = _far_or_missing(single, jokers, variant)
    suit, far = single[0][1].suit, [pair for pair in single if pair[1].rank not in near]
    if again and not far:
        cards = tuple(card for card, _ in again)
        faces = {face for _, face in again}
        if _stood_for(cards, pairs):
            return Breach("lies", cards, missing, facts(cards=cards))
        if len(faces) == 1 and all(isinstance(card, Card) for card in cards):
            return Breach("twins", cards, missing, facts(n=len(cards) + 1, rank=again[0][1].rank, suit=suit))
        how = "joker" if len(cards) == 1 else "misfits"
        return Breach(how, cards, missing, facts(n=len(cards), cards=cards))
    if far:
        cards = tuple(sorted((card for card, _ in [*again, *far]), key=by_suit))
        if again or jokers or (len(near) == 1 and any(isinstance(card, Joker) for card in cards)):
            return Breach("misfits", cards, missing, facts(n=len(cards), cards=cards))
        if len(near) == 1:
            return Breach("apart", cards, missing, facts(row=row, suit=suit))
        return Breach("far", cards, missing, facts(n=len(cards), cards=cards, row=near))
    ranks = tuple(face.rank for face in missing)
    how, n = ("gap beside a joker", jokers) if jokers else ("gap", len(missing))
    return Breach(how, (), missing, facts(n=n, row=row, suit=suit, missing=ranks))


def _once_round(claim: Claim) -> Breach | None:
    """Thirteen cards that lie round the corner take no second ace: the row would have to be laid anew, from ace to ace."""
    lying = claim.cards[: -len(claim.added)] if claim.added else ()
    inside = any(card.face and card.face.rank is Rank.ACE for card in lying[1:-1])
    if not inside or len(claim.cards) < 14:
        return None
    aces = tuple(card for card in claim.added if card.face and card.face.rank is Rank.ACE)
    return Breach("misfits", aces, facts=facts(n=len(aces), cards=aces))


def _twice(claim: Claim, pairs: list[Pair], jokers: int, variant: Variant) -> list[Pair]:
    """The cards that repeat a rank, but for the second ace of A-2-…-K-A."""
    again = repeats(pairs, "rank", claim)
    aces = [pair for pair in again if pair[1].rank is Rank.ACE]
    rest = [pair for pair in again if pair[1].rank is not Rank.ACE]
    if len(aces) == 1 and on_line([face.rank for _, face in others(pairs, rest)], jokers, variant.ace):
        return rest
    return again


def _far_or_missing(pairs: list[Pair], jokers: int, variant: Variant) -> tuple[Row, Row, tuple[Card, ...]]:
    """A row with gaps as one reads it, the part of it that stays where the fewest changes heal it, and the cards to come."""
    suit = pairs[0][1].suit
    best: tuple[int, int, Places, Places] | None = None
    for places in _placings([face.rank for _, face in pairs], variant.ace):
        for first in range(len(places)):
            for last in range(first, len(places)):
                kept = places[first : last + 1]
                need = max(0, gaps(kept) - jokers)
                out = len(places) - len(kept)
                cost = (out + need, out, kept, places)
                if best is None or cost < best:
                    best = cost
    assert best is not None  # ranks without repeats can always be put in a row
    _, _, kept, places = best
    free = [place for place in range(kept[0], kept[-1]) if place not in kept]
    row, near = (tuple(rank_at(place) for place in part) for part in (places, kept))
    return row, near, tuple(Card(rank_at(place), suit) for place in free)


def _placings(ranks: list[Rank], ace: str) -> list[Places]:
    """The ways to put ranks on the line (and, where sequences go round the corner, on the circle), gaps and all."""
    line = on_line(ranks, 13, ace)
    low = [int(rank) for rank in ranks]
    ways = {tuple(sorted(low))} if ace != "high" or Rank.ACE not in ranks else set()
    if ace != "low":
        ways.add(tuple(sorted(14 if place == 1 else place for place in low)))
    if line:
        ways.add(line)
    if ace == "wrap":
        numbers = sorted(low)
        ways |= {tuple(numbers[n:]) + tuple(place + 13 for place in numbers[:n]) for n in range(len(numbers))}
    return sorted(way for way in ways if len(set(way)) == len(way))


@rule(
    "sequence.ace",
    name=N_("The ace"),
    says=N_("An ace is low, before the two, or high, after the king; no sequence goes round the corner."),
    otherwise={
        "ace=low": N_("An ace is always low, before the two, and no sequence goes round the corner."),
        "ace=high": N_("An ace is always high, after the king, and no sequence goes round the corner."),
        "ace=wrap": N_("An ace is low or high, and a sequence may go round the corner: king, ace, two."),
    },
    holds=N_("No row goes round the corner."),
    fails={
        "high": N_("The ace is high here, after the king; a sequence does not go on to {cut}."),
        "low": N_("The ace is low here, before the two; a sequence does not begin with {cut}."),
        "low table": N_("At this table the ace is always low: {cut} cannot come after {beside}."),
        "high table": N_("At this table the ace is always high: {cut} cannot come before {beside}."),
        "no ace": N_("No sequence goes from the king round to the two, not even with a joker as the ace: {cut} has no place here."),
        "both": N_("At this table an ace stands at one end only, and here one stands at either end."),
    },
    clauses="S4",
    options="ace",
    open="A2",
    kept=Example("sequence(JS QS KS AS)", called=N_("high")),
    broken=Example("sequence(QH KH AH 2H)", called=N_("round the corner")),
    also=(
        Example("sequence(AH 2H 3H 4H)", called=N_("low")),
        Example("sequence(9D TD QD KD)", called=N_("a gap elsewhere")),
    ),
)  # fmt: skip
def sequence_ace(claim: Claim, variant: Variant) -> Outcome:
    """A row that follows on the circle, but not as `ace` allows, breaks this rule and no other of order."""
    pairs, jokers = faced(claim), len(bare(claim))
    places = round_the_corner([face.rank for _, face in pairs], jokers, variant.ace)
    if places is None:
        return Holds()
    if len(places) != len({rank_at(place) for place in places}):
        end = places[-1] if variant.ace == "low" else places[0]
        return Breach("both", (next(card for card, face in pairs if face.rank is rank_at(end)),))
    cuts = []
    for n in range(1, len(places)):
        for gone, stays in ((places[n:], places[:n]), (places[:n], places[n:])):
            if follow([rank_at(place) for place in stays], jokers, variant.ace):
                without_ace = any(rank_at(place) is Rank.ACE for place in gone) == (variant.ace in ("low", "high"))
                cuts.append((len(gone), not without_ace, gone[0] < stays[0], gone, stays))
    _, _, before, gone, stays = min(cuts)
    ranks = [rank_at(place) for place in gone]
    cut = tuple(card for rank in ranks for card, face in pairs if face.rank is rank)
    beside = rank_at(stays[0] if before else stays[-1])
    ace_goes = Rank.ACE in ranks
    how = ("high table" if ace_goes else "low") if before else ("low table" if ace_goes else "high")
    if all(face.rank is not Rank.ACE for _, face in pairs):
        how = "no ace"
    return Breach(how, cut, facts=facts(cut=_named(cut), beside=beside))


def _named(cards: tuple[AnyCard, ...]) -> tuple[AnyCard, ...] | tuple[Rank, ...]:
    """How a sentence names cards of one sequence: natural cards of one suit by their ranks, others in full."""
    naturals = [card for card in cards if isinstance(card, Card)]
    if len(naturals) == len(cards) and len({card.suit for card in naturals}) == 1:
        return tuple(card.rank for card in naturals)
    return cards


# --- jokers -------------------------------------------------------------------------------------------------------


@rule(
    "joker.declared",
    name=N_("The joker’s card"),
    says=N_("Every joker put down names the rank and the suit that it stands for."),
    holds=N_("Every joker names its card."),
    holds_without=N_("These are natural cards; no joker to name."),
    fails={
        "set": N_("Which {rank:bare} is the joker: {suits:or}?"),
        "sequence": N_("Which card is the joker: {cards:or}?"),
        "one": N_("The joker can only be {cards} here: say so as you lay it."),
        "none": NN_(
            "The joker has no name yet: say which card it stands for.",
            "The jokers have no names yet: say which cards they stand for.",
        ),
    },
    clauses="S33 S34",
    open="A11",
    kept=Example("set(8S 8H *=8D)"),
    broken=Example("set(8S 8H *)", called=N_("in a set")),
    also=(Example("sequence(6D 7D 8D *)", called=N_("at an end")),),
)
def joker_declared(claim: Claim, variant: Variant) -> Outcome:
    """Every joker put down is declared."""
    jokers = tuple(card for card in claim.cards if isinstance(card, Joker))
    nameless = bare(claim)
    if not jokers:
        return Holds(without=True)
    if not nameless:
        return Holds()
    none_may_lie = variant.jokers_per_meld == 0
    could = could_be(claim, variant) if len(nameless) == 1 and not none_may_lie else ()
    if not could:
        return Breach("none", nameless, facts=facts(n=len(nameless)))
    if len(could) == 1:
        return Breach("one", nameless, facts=facts(cards=could))
    if claim.kind is Kind.SET and len({face.rank for face in could}) == 1:
        suits = tuple(face.suit for face in reversed(could))  # clubs first, as suits are called out
        return Breach("set", nameless, facts=facts(rank=could[0].rank, suits=suits))
    return Breach("sequence", nameless, facts=facts(cards=could))


@rule(
    "joker.limit",
    name=N_("How many jokers"),
    says=N_("A meld holds at most {jokers_per_meld:word} jokers."),
    otherwise={
        "jokers_per_meld=none": N_("A meld may hold any number of jokers."),
        "jokers_per_meld=0": N_("At this table no meld holds a joker."),
        "jokers_per_meld=1": N_("A meld holds at most one joker."),
    },
    holds=NN_("Its one joker is not too many.", "Its {n:word} jokers are not too many."),
    fails={
        "none": NN_(
            "At this table no joker goes into a meld: {cards} has to go.",
            "At this table no joker goes into a meld: {cards} have to go.",
        ),
        "many": NN_(
            "{jokers:word} jokers, and at this table a meld takes at most {most:word}: {cards} is too many.",
            "{jokers:word} jokers, and at this table a meld takes at most {most:word}: {cards} are too many.",
        ),
    },
    clauses="S10",
    options="jokers_per_meld",
    open="A11",
    kept=Example("sequence(4D *=5D *=6D 7D)", called=N_("two jokers")),
    broken=Example("sequence(4D *=5D *=6D 7D)", fields="jokers_per_meld=1", called=N_("where one is the limit")),
)
def joker_limit(claim: Claim, variant: Variant) -> Outcome:
    """A meld holds at most `jokers_per_meld` jokers."""
    jokers = tuple(sorted((card for card in claim.cards if isinstance(card, Joker)), key=by_suit))
    if not jokers:
        return None
    if variant.jokers_per_meld is None or len(jokers) <= variant.jokers_per_meld:
        return Holds(facts(n=len(jokers)))
    surplus = jokers[variant.jokers_per_meld :]
    how = "many" if variant.jokers_per_meld else "none"
    return Breach(
        how, surplus, facts=facts(n=len(surplus), jokers=len(jokers), most=variant.jokers_per_meld, cards=surplus)
    )


SET_RULES = ("set.size", "set.rank", "set.suits", "joker.declared", "joker.limit")
SEQUENCE_RULES = (
    "sequence.size",
    "sequence.suit",
    "sequence.order",
    "sequence.ace",
    "joker.declared",
    "joker.limit",
)


@lru_cache(maxsize=4096)
def could_be(claim: Claim, variant: Variant) -> tuple[Card, ...]:
    """The cards that the first bare joker of a claim can stand for, the rest being as it is, the meld lawful but for names."""
    if any(isinstance(law(claim, variant), Breach) for law in SHAPE[claim.kind]):
        return ()  # what is wrong already no name puts right
    cards = list(claim.cards)
    at = next(n for n, card in enumerate(cards) if card.face is None)
    found = []
    for face in _near(claim, variant):  # the laws would refuse the others, but slowly
        cards[at] = Joker(face)
        tried = Claim(claim.kind, tuple(cards))
        if not any(isinstance(law(tried, variant), Breach) for law in SHAPE[claim.kind]):
            found.append(face)
    return tuple(found)


def _near(claim: Claim, variant: Variant) -> list[Card]:
    """The faces that one more card of a claim may have: of the rank of the others, or in a row with them."""
    faces = [face for _, face in faced(claim)]
    if not faces:
        return list(FACES)
    if claim.kind is Kind.SET:
        return [face for face in FACES if face.rank is faces[0].rank]
    ranks, others = [face.rank for face in faces], len(bare(claim)) - 1
    suit = [face for face in FACES if face.suit is faces[0].suit]
    return [face for face in suit if follow([*ranks, face.rank], others, variant.ace)]


SHAPE = {
    Kind.SET: (set_size, set_rank, set_suits),
    Kind.SEQUENCE: (sequence_size, sequence_suit, sequence_ace, sequence_order),
}
"""The laws of a kind of meld that do not ask whether jokers are declared or how many there are."""
