"""The law of melds and contracts once more, in a few lines and by brute force: what the judge is held against."""

from collections import Counter
from functools import cache
from itertools import combinations

from contract_rummy.cards import FACES, Card, Joker
from contract_rummy.variants import Kind, Variant

LINE = [*range(1, 14), 1]  # ace to ace


@cache
def rows(ace: str) -> list[Counter]:
    """All rows of ranks that follow one another as `ace` lets them, of 1 to 14 cards; `circle`: as on a circle."""
    line = {"low": LINE[:13], "high": LINE[1:]}.get(ace, LINE)
    found = [line[a:b] for a in range(len(line)) for b in range(a + 1, len(line) + 1)]
    if ace in ("wrap", "circle"):
        found += [(LINE[:13] * 2)[a : a + n] for a in range(13) for n in range(1, 14)]
    return [Counter(row) for row in found]


@cache
def follows(ranks: tuple[int, ...], bare: int, ace: str) -> bool:
    """Whether ranks make a row, every bare joker filling one gap or none."""
    held = Counter(ranks)
    return any(held <= row and row.total() - held.total() <= bare for row in rows(ace))


def meld_law(kind: Kind, cards: tuple, v: Variant) -> tuple[set[str], set[str]]:
    """The ids that a meld breaks, and those that are moot."""
    faces = [card.face for card in cards if card.face]
    ranks, suits = tuple(sorted(face.rank for face in faces)), {face.suit for face in faces}
    bare = len(cards) - len(faces)
    broken, moot = set(), set()
    if kind is Kind.SET:
        if len(cards) < v.set_min or (v.set_max is not None and len(cards) > v.set_max):
            broken.add("set.size")
        if len(set(ranks)) > 1:
            broken.add("set.rank")
        if v.set_suits == "distinct" and len(suits) < len(faces):
            broken.add("set.suits")
    else:
        follow = follows(ranks, bare, v.ace)
        if len(cards) < v.sequence_min:
            broken.add("sequence.size")
        if len(suits) > 1:
            broken.add("sequence.suit")
        if not follow and follows(ranks, bare, "circle"):
            broken.add("sequence.ace")
        if broken & {"sequence.suit", "sequence.ace"}:
            moot.add("sequence.order")
        elif not follow:
            broken.add("sequence.order")
    if bare:
        broken.add("joker.declared")
    if v.jokers_per_meld is not None and sum(isinstance(card, Joker) for card in cards) > v.jokers_per_meld:
        broken.add("joker.limit")
    return broken, moot


def is_meld(kind: Kind, cards: tuple, v: Variant) -> bool:
    return not meld_law(kind, cards, v)[0]


def clash(a, b, v: Variant) -> bool:
    """Whether two lawful sequences may not lie side by side in a contract."""
    ((suit, *_), (other, *_)) = [[card.face.suit for card in claim.cards] for claim in (a, b)]
    if v.contract_suits == "any" or suit is not other:
        return False
    ranks = tuple(sorted(card.face.rank for card in a.cards + b.cards))
    return v.contract_suits == "distinct" or follows(ranks, 0, v.ace)


def laying_law(claims, v: Variant, contract, hand, down) -> tuple[set[str], set[str]]:
    """The ids that melds laid together break, and those that are moot (but for the rules of a single meld)."""
    broken, moot = set(), set()
    laid = Counter(card.in_hand for claim in claims for card in claim.cards)
    if hand is None:
        moot.add("play.in-hand")
    elif laid - Counter(hand.cards):
        broken.add("play.in-hand")
    asks = [] if contract is None else contract.asks
    if not v.extra_melds and (down or (asks and len(claims) > len(asks))):
        broken.add("meld.more")
    if contract is None or down:
        return broken, moot
    whole_hand = contract.last and v.last_deal != "normal"
    several = asks.count(Kind.SEQUENCE) > 1 and v.contract_suits != "any"
    rest = {"contract.suits"} if several else set()
    rest |= {"contract.whole-hand"} if whole_hand else set()
    if not all(is_meld(claim.kind, claim.cards, v) for claim in claims):
        return broken, moot | {"contract.whole", "contract.pattern"} | rest
    if len(claims) < len(asks):
        return broken | {"contract.whole"}, moot | {"contract.pattern"} | rest
    least = {Kind.SET: v.set_min, Kind.SEQUENCE: v.sequence_min}
    ways = [
        way
        for way in combinations(claims, len(asks))
        if Counter(claim.kind for claim in way) == Counter(asks)
        and not (v.exact_size and any(len(claim.cards) != least[claim.kind] for claim in way))
    ]
    if not ways:
        return broken | {"contract.pattern"}, moot | rest
    runs = [[claim for claim in way if claim.kind is Kind.SEQUENCE] for way in ways]
    if several and all(any(clash(a, b, v) for a, b in combinations(run, 2)) for run in runs):
        broken.add("contract.suits")
    if whole_hand:
        if len(claims) > len(asks):
            broken.add("contract.whole-hand")
        elif hand is None:
            moot.add("contract.whole-hand")
        elif (Counter(hand.cards) - laid).total() != (v.last_deal == "discard"):
            broken.add("contract.whole-hand")
    return broken, moot


def declarations(cards: tuple, faces=FACES):
    """The same cards with every bare joker declared, in all ways."""
    named = tuple(card for card in cards if card.face)
    bare = len(cards) - len(named)

    def stand(n: int, start: int):
        if not n:
            yield ()
            return
        for at in range(start, len(faces)):
            for rest in stand(n - 1, at):
                yield (Joker(faces[at]), *rest)

    return (named + jokers for jokers in stand(bare, 0))


def naturals(codes: str) -> list[Card]:
    """Natural cards by their codes."""
    by_code = {face.code: face for face in FACES}
    return [by_code[code] for code in codes.split()]
