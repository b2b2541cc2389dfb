"""From a position to the acts of a turn: what may be put down now, and in which order it goes down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf

from .arrange import missing, ways
from .cards import JOKER, AnyCard, Card, Joker, Unknown, by_suit
from .combine import heap, in_a_meld, most_cards, split
from .deal import Act, Deal, Discard, LayDown, LayOff, Swap
from .frame import Frame, Lying
from .outlay import Outlay
from .playing import judge_act, play
from .rules.scoring import points
from .table import Claim, Hand, Meld
from .variants import Contract, Kind

Acts = tuple[Act, ...]
Given = tuple[tuple[int, Card], ...]
"""Natural cards given for jokers, each with the number of the meld in which the joker lies."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a turn may not do, where another one than the best is looked for."""

    down: bool = True
    """Whether the contract may go down."""
    swaps: bool | None = None
    """Whether a joker must be taken back, or must not; `None`: as it likes."""
    other: tuple[Card, ...] = ()
    """The natural cards of a meld that is not laid for the contract, longer or shorter."""
    closed: frozenset[int] = frozenset()
    """The melds that nothing is laid off on."""
    kept: frozenset[AnyCard] = frozenset()
    """Cards that are not discarded."""


class Plan:
    """The search for the best turn in a position whose draw is made."""

    def __init__(self, deal: Deal, bounds: Bounds) -> None:
        self.deal, self.bounds, self.variant = deal, bounds, deal.variant
        cards = deal.seat(deal.turn.player).cards
        self.hand = Hand(tuple(card for card in cards if not isinstance(card, Unknown)))
        self.hidden = len(cards) > len(self.hand)
        self.down_before = deal.turn.player in deal.down
        self.met = self.down_before or deal.turn.went_down
        self.owed = Counter(duty.card for duty in deal.turn.duties)
        taken = deal.turn.taken
        back = [card for card in taken if not isinstance(card, Unknown)] if len(taken) == 1 else []
        self.kept = bounds.kept.union(() if deal.turn.held_another else back)

    def acts(self) -> Acts | None:
        """The acts of the best turn; `None` where the turn cannot close."""
        if self.met:
            return self._put_down(())
        return (self._go_down() if self.bounds.down else None) or self._keep_back()

    # --- before the contract is met -----------------------------------------------------------------------------------

    def _go_down(self) -> Acts | None:
        contract = self.deal.contract
        whole = contract.last and self.variant.last_deal != "normal"
        return self._lay_whole(contract) if whole else self._put_down(contract.asks)

    def _lay_whole(self, contract: Contract) -> Acts | None:
        """The contract with the whole hand, or with the whole hand but one card; nothing stays, so that one way will do."""
        if self._missing(self.hand) != 0:
            return None
        if self.variant.last_deal == "whole-hand":
            way = None if self.hidden else next(ways(self.hand, contract, self.variant), None)
            return None if way is None else (_laid(way),)
        all_but_one = self.variant.but(last_deal="whole-hand")
        loose = sorted(set(self.hand), key=lambda card: (card in self.kept, by_suit(card)))
        for card in loose:
            for way in ways(self.hand.without([card]), contract, all_but_one):
                rid = next(self._rid_of(card, _laid(way)), None)
                if rid is not None:
                    return rid
                if card not in self.kept:
                    break
        return None

    def _rid_of(self, card: AnyCard, laid: Act) -> Iterator[Acts]:
        """The turns that lay the contract and get rid of the last card: by the discard, or on a meld."""
        after = judge_act(self.deal, laid).after
        if after is None:
            return
        discard = Discard(card)
        if card not in self.kept and judge_act(after, discard).lawful:
            yield laid, discard
        for number in range(1, len(after.melds) + 1) if not self.hidden else ():
            for lay in _lays(after, (card,), number):
                yield laid, lay

    def _keep_back(self) -> Acts | None:
        """The discard that leaves the hand nearest to the contract, and then the cheapest."""
        if self.owed:
            return None
        free = sorted(set(self.hand) - self.kept, key=lambda card: (-points(card, self.variant), by_suit(card)))
        whole = self._missing(self.hand)
        if whole is None:
            return (Discard(free[0]),) if free else None
        least = whole - (self.deal.contract.last and self.variant.last_deal != "normal")
        best: tuple[float, AnyCard | None] = inf, None
        for card in free:  # the dearest first, so that of those that leave equally little missing the first is best
            short = self._missing(self.hand.without([card]))
            if short is not None and short < best[0]:
                best = short, card
                if short <= least:
                    break
        return (Discard(best[1]),) if best[1] else None

    def _missing(self, hand: Hand) -> int | None:
        return short_of(hand, self.deal)

    # --- what goes down -----------------------------------------------------------------------------------------------

    def _put_down(self, asks: tuple[Kind, ...]) -> Acts | None:
        """The acts that put down the melds asked for and all else that may go down, and leave the least."""
        best: float = inf
        found: Acts | None = None
        for given in self._swaps():
            for search in self._searches(asks, given):
                cost = search.search(best)
                if cost < best:
                    best, found = cost, self._in_order(search, given)
        return found

    def _swaps(self) -> Iterator[Given]:
        """The choices of jokers that can be taken back, the fewest first."""
        can: list[tuple[int, Card]] = []
        if self.down_before and self.variant.swap != "off" and self.bounds.swaps is not False:
            for number, meld in enumerate(self.deal.melds, start=1):
                for card, by in zip(meld.cards, meld.laid_by, strict=True):
                    theirs = by != self.deal.turn.player or self.variant.swap == "any"
                    if meld.kind is Kind.SEQUENCE and isinstance(card, Joker) and card.face and theirs:
                        can.append((number, card.face))
        held = Counter(self.hand)
        for n in range(1 if self.bounds.swaps else 0, len(can) + 1):
            for given in dict.fromkeys(combinations(can, n)):
                if Counter(card for _, card in given) <= held:
                    yield given

    def _searches(self, asks: tuple[Kind, ...], given: Given) -> Iterator[Outlay]:
        """The searches that together find the best once these cards are given for jokers.

        A card that must be put down may be held several times: then some copies are put aside, and all the others go.
        """
        hand = Hand((*self.hand.without(card for _, card in given), *[JOKER] * len(given)))
        owed = self.owed - Counter(card for _, card in given)
        jokers_owed = owed.pop(JOKER, 0) + len(given)
        lays_off = self.down_before or (self.variant.lay_off == "same-turn" and bool(self.met or asks))
        naturals = [card for card in owed if isinstance(card, Card)]
        for asides in _asides(naturals, hand):
            held, jokers = split(hand.without(asides))
            frame = Frame(
                self.variant,
                jokers,
                most=max(most_cards(Kind.SET, held, jokers), self.variant.set_min),
                lying=self._lying(given, jokers) if lays_off else (),
                asks=asks,
                further=self.variant.extra_melds,
                grows=lays_off,
                owed=frozenset(naturals),
                kept=frozenset(self.kept),
                tidy=self._tidy(asks, lays_off, jokers_owed),
                other=heap(self.bounds.other),
            )
            yield Outlay(frame, held, jokers_owed, asides, self.hidden)

    def _tidy(self, asks: tuple[Kind, ...], grows: bool, jokers_owed: int) -> bool:
        """Whether a joker and a card that it stands for may always change places, and the meld be longer (`Pieces`)."""
        fixed = asks and not grows and self.variant.exact_size
        joker_goes = JOKER not in self.kept and not jokers_owed
        no_matter = not self.hidden and not self.kept
        return self.variant.jokers_per_meld is None and not fixed and (joker_goes or no_matter)

    def _lying(self, given: Given, jokers: int) -> tuple[Lying, ...]:
        """The melds on the table that cards may be laid off on."""
        limit = in_a_meld(99, self.variant)
        lying = []
        for number, meld in enumerate(self.deal.melds, start=1):
            if number not in self.bounds.closed:
                back = sum(at == number for at, _ in given)
                room = limit - sum(isinstance(card, Joker) for card in meld.cards) + back
                lying.append(Lying(number, meld.kind, meld.meld.faces, min(room, jokers)))
        return tuple(lying)

    # --- in order -----------------------------------------------------------------------------------------------------

    def _in_order(self, search: Outlay, given: Given) -> Acts:
        """What a search has found as acts, each lawful after those before it."""
        new = [piece for piece in search.picks if not piece.number]
        asked = [(piece, part) for piece, part in search.parts() or ()]
        acts: list[Act] = [Swap(card, number) for number, card in given]
        for claims in (
            [Claim(piece.shape.kind, piece.cards[part]) for piece, part in asked],
            [Claim(piece.shape.kind, piece.cards) for piece in new if not piece.asked],
        ):
            acts += [LayDown(tuple(claims))] if claims else []
        on = [(piece.number, piece.cards) for piece in search.picks if piece.number]
        for n, (piece, part) in enumerate(asked, start=len(self.deal.melds) + 1):
            cards = piece.cards
            on.append((n, cards[: part.start] + cards[part.stop :]))
        deal = self.deal
        for act in acts:
            deal = play(deal, act)
        for number, cards in sorted((number, cards) for number, cards in on if cards):
            lay = next(_lays(deal, cards, number))
            acts.append(lay)
            deal = play(deal, lay)
        return (*acts, *([Discard(search.thrown)] if search.thrown else []))


def short_of(hand: Hand, deal: Deal) -> int | None:
    """How many cards a hand is short of the contract of a deal; `None` where no hand fulfils it in this variant."""
    try:
        return missing(hand, deal.contract, deal.variant)
    except ValueError:
        return None


def _laid(way: tuple[Meld, ...]) -> LayDown:
    return LayDown(tuple(Claim(meld.kind, meld.cards) for meld in way))


def _lays(deal: Deal, cards: tuple[AnyCard, ...], number: int) -> Iterator[LayOff]:
    """The ways to lay cards off on a meld, naming its end where both ends fit."""
    for end in ("", "low", "high"):
        act = LayOff(cards, number, end)
        try:
            lawful = judge_act(deal, act).lawful
        except ValueError:
            continue  # both ends fit, or this one does not
        if lawful:
            yield act


def _asides(owed: list[Card], hand: Hand) -> Iterator[tuple[Card, ...]]:
    """Which copies of cards that must be put down stay in the hand: all but one at most, none first."""
    if not owed:
        yield ()
        return
    for others in _asides(owed[1:], hand):
        for n in range(hand.cards.count(owed[0])):
            yield (owed[0],) * n + others
