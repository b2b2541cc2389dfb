"""The referee: judges what is claimed, by every rule that has to do with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from .cards import AnyCard, Card, Joker, by_suit
from .rules.ranks import follow, gaps, on_circle, on_line, rank_at
from .table import Claim, Hand, Laying, Meld, Verdict
from .variants import PRESETS, STANDARD, Contract, Kind, Variant
from .verdict import RULES, Breach, Finding, Moot, Outcome, Rule

_OF_A_KIND = {
    kind: tuple(rule for id, rule in RULES.items() if id.split(".")[0] in (kind.value, "joker")) for kind in Kind
}
_OF_ALL = tuple(
    RULES[id]
    for id in (
        "contract.whole",
        "contract.pattern",
        "contract.suits",
        "contract.whole-hand",
        "meld.more",
        "play.in-hand",
    )
)
_ORDER = {id: n for n, id in enumerate(RULES)}


def judge(
    claims: Claim | Sequence[Claim],
    variant: Variant = STANDARD,
    *,
    contract: Contract | None = None,
    hand: Hand | None = None,
    down: bool = False,
) -> Verdict:
    """What every rule says of cards put down as melds.

    Given a `contract`, the claims are the player's first melds, unless `down` says that the contract was met on an
    earlier turn. Without one, each claim is judged by itself. Where the `hand` is not given, the rules that need it are
    moot. A claim that no pack could deal raises `ValueError` with one sentence; any other claim gets a verdict.

    >>> from contract_rummy.notation import claim
    >>> judge(claim("set(5H 5D KC)")).broken
    ('set.rank',)
    """
    laid = (claims,) if isinstance(claims, Claim) else tuple(claims)
    if not laid:
        raise ValueError("an empty claim: lay at least one meld")
    for laid_as in laid:
        if not isinstance(laid_as, Claim):
            raise ValueError(f"{laid_as!r} is not a claim; expected one such as claim('set(5H 5D 5S)')")
    if not isinstance(variant, Variant):
        raise ValueError(f"{variant!r} is not a variant; expected one such as variant('pagat')")
    laying = Laying(laid, variant, contract, hand, down)
    check_pack(laying.cards, variant)
    if hand is not None:
        check_pack(hand.cards, variant)
    found = findings(laying)
    lawful = not any(finding.breach for finding in found)
    return Verdict(laying, found, tuple(settle(claim, variant) for claim in laid) if lawful else ())


def findings(laying: Laying) -> tuple[Finding, ...]:
    """What the rules of melds, of the contract and of the hand say of melds put down, in the order of the law."""
    of_melds = [finding for n, claim in enumerate(laying.claims) for finding in findings_of(claim, laying.variant, n)]
    melds_hold = not any(finding.breach for finding in of_melds)
    return tuple(sorted(_findings_of_all(laying, melds_hold) + of_melds, key=lambda finding: _ORDER[finding.rule.id]))


def elsewhere(verdict: Verdict) -> tuple[Verdict, ...]:
    """The verdicts of the presets that would rule otherwise on the same cards.

    They are lawful where this one is not, or the reverse, or they refuse the cards by another rule first. A preset whose
    packs do not hold the cards has nothing to say.

    >>> from contract_rummy.notation import claim
    >>> [other.laying.variant.name for other in elsewhere(judge(claim("sequence(3S 4S 5S)")))]
    ['classic', 'pagat', 'liverpool']
    """
    laying, others = verdict.laying, []
    for preset in PRESETS.values():
        if preset.name == laying.variant.name:
            continue
        try:
            other = judge(laying.claims, preset, contract=laying.contract, hand=laying.hand, down=laying.down)
        except ValueError:
            continue
        if other.lawful is not verdict.lawful or verdict.broken[:1] != other.broken[:1]:
            others.append(other)
    return tuple(others)


def findings_of(claim: Claim, variant: Variant, n: int) -> list[Finding]:
    """What the rules of its kind say of one claim."""
    outcomes: dict[str, tuple[Rule, Outcome]] = {
        rule.id: (rule, rule.law(claim, variant)) for rule in _OF_A_KIND[claim.kind]
    }
    return _settled(outcomes, n)


def _findings_of_all(laying: Laying, melds_hold: bool) -> list[Finding]:
    """What the rules of the contract and of the hand say; the contract waits for melds that hold by themselves.

    They see the melds in one order, however they were put down.
    """
    if laying.contract or laying.hand or laying.down:  # else none of them looks at the cards
        laying = replace(laying, claims=tuple(sorted(map(_in_order, laying.claims), key=_rank_of)))
    outcomes: dict[str, tuple[Rule, Outcome]] = {}
    for rule in _OF_ALL:
        outcome = rule.law(laying.played if rule.id == "play.in-hand" else laying)
        if outcome is not None:
            waits = rule.id.startswith("contract.") and not melds_hold
            rests = any(isinstance(outcomes[id][1], Breach | Moot) for id in rule.rests_on)
            outcome = Moot() if waits or rests else outcome
        outcomes[rule.id] = (rule, outcome)
    return _settled(outcomes, None)


def _in_order(claim: Claim) -> Claim:
    return Claim(claim.kind, tuple(sorted(claim.cards, key=by_suit)))


def _rank_of(claim: Claim) -> tuple[object, ...]:
    return claim.kind is Kind.SEQUENCE, -len(claim.cards), [by_suit(card) for card in claim.cards]


def _settled(outcomes: dict[str, tuple[Rule, Outcome]], n: int | None) -> list[Finding]:
    """The findings, those moot that rest on a broken rule; a rule that has nothing to do with the claim is left out."""
    findings = []
    for rule, outcome in outcomes.values():
        if outcome is None:
            continue
        if rule.rests_on and any(isinstance(outcomes[id][1], Breach) for id in rule.rests_on if id in outcomes):
            outcome = Moot()
        findings.append(Finding(rule, outcome, n))
    return findings


def check_pack(cards: Sequence[AnyCard], variant: Variant) -> None:
    """Refuse cards that even the largest pack of a variant does not hold, with one sentence."""
    copies = variant.copies
    for card, n in Counter([card.in_hand for card in cards]).items():
        most = variant.jokers_in_pack if isinstance(card, Joker) else copies
        if n > most:
            raise ValueError(f"{n} times {card.code}: the largest pack of this variant holds {most}")


def settle(claim: Claim, variant: Variant) -> Meld:
    """The meld of a lawful claim, its cards in order."""
    return Meld(claim.kind, line_up(claim))


def line_up(claim: Claim | Meld, missing: Sequence[Card] = ()) -> tuple[AnyCard, ...]:
    """The cards of a claim as one reads them: a set by suit, a sequence from low to high, an ace where it belongs.

    Cards that are `missing` stand in their places; bare jokers stand in the gaps that are left, or last.

    >>> from contract_rummy.notation import claim
    >>> [card.code for card in line_up(claim("sequence(AS QS KS)"))]
    ['QS', 'KS', 'AS']
    """
    cards = [*claim.cards, *missing]
    named = sorted((card for card in cards if card.face), key=by_suit)
    bare = [card for card in cards if not card.face]
    if claim.kind is Kind.SET or not named:
        return (*named, *bare)
    ranks = [card.face.rank for card in named if card.face]
    places = follow(ranks, 13, "both") if len(set(ranks)) == len(ranks) else on_line(ranks, 13, "both")
    if places is None or gaps(places) > len(bare):
        places = on_circle(ranks, len(bare)) or places or tuple(sorted(int(rank) for rank in ranks))
    row: list[AnyCard] = []
    before = None
    for place in places:
        if before is not None and bare and place - before > 1:
            row.append(bare.pop())
        before = place
        card = next(card for card in named if card.face and card.face.rank is rank_at(place))
        named.remove(card)
        row.append(card)
    return (*row, *bare)
