"""The boards of the lessons: a hand to tap, one meld to build, a contract to meet."""

from __future__ import annotations

from contract_rummy.arrange import ways
from contract_rummy.exercises import practice_hand
from contract_rummy.notation import contract as read_contract
from contract_rummy.table import Claim, Hand
from contract_rummy.variants import STANDARD, Contract, Kind, Variant
from contract_rummy.verdict import N_, NN_

from .board import Board


class HandView(Board):
    """A hand to tap, and whatever is picked judged as one meld.

    >>> board = HandView("5S 5H 5D 9C")
    >>> board.placed = [[0, 1, 2]]
    >>> board.lay()
    >>> board.verdict["headline"]
    'Three fives: that is a set.'
    """

    def __init__(self, hand: Hand | str, variant: Variant = STANDARD) -> None:
        super().__init__(hand, (None,), variant, view="hand")
        if any(next(ways(self.hand, Contract((kind,)), variant), None) for kind in Kind):
            self.buttons = ["hint"]
        self.label = self.speak.say(N_("Tap cards, then lay them down."))

    def _status(self, claim: Claim | None, kind: Kind | None) -> tuple[str, str]:
        say = self.speak.say
        if claim is None:
            return say(N_("Tap the cards that belong together.")), ""
        n, more = len(claim.cards), self.lying.least(claim.kind) - len(claim.cards)
        ranks = {card.face.rank if card.face else None for card in claim.cards}
        rank = ranks.pop()
        if not ranks and rank and more > 0:
            picked = NN_(
                "One {rank:bare} picked; {more:word} to go.", "{n:word} {rank:many} picked; {more:word} to go."
            )
            return say(picked, n=n, rank=rank, more=more), ""
        return say(NN_("One card picked.", "{n:word} cards picked."), n=n), ""


class MeldBuilder(Board):
    """A hand and one tray: set, sequence or as it comes.

    >>> board = MeldBuilder("6D 7D 9D 2C")
    >>> board.placed = [[0, 1, 2]]
    >>> board.lay()
    >>> board.verdict["headline"]
    'Six, seven, nine of diamonds: the eight is missing.'
    """

    def __init__(
        self,
        hand: Hand | str | None = None,
        kind: Kind | None = None,
        variant: Variant = STANDARD,
        *,
        deal: int = 1,
        seed: int = 1,
    ) -> None:
        self.deal = deal
        dealt = practice_hand(deal, seed, variant) if hand is None else hand
        buttons = ["hint", "another", "clear"] if hand is None else ["hint", "clear"]
        super().__init__(dealt, (kind,), variant, buttons=buttons, view="meld", seed=seed)
        self.label = self.speak.say(N_("One meld"))

    def deal_hand(self, seed: int) -> None:
        """Deal the hand of a seed."""
        self.seed = seed
        self.hold(practice_hand(self.deal, self.seed, self.variant))


class ContractBoard(Board):
    """A hand and a tray for each meld that a contract asks for.

    Without a `hand` the board deals one by `seed`, and has a button for another.

    >>> board = ContractBoard("7H 7S 7D KH KS KD KC 4C 5C 6C", deal=1)
    >>> board.put("set(7H 7S 7D)")
    >>> board.lay()
    >>> board.verdict["headline"]
    'One set is down, and this contract asks for two at once. Your hand holds the rest.'
    """

    def __init__(
        self,
        hand: Hand | str | None = None,
        deal: int = 1,
        variant: Variant = STANDARD,
        *,
        contract: Contract | str | None = None,
        seed: int = 1,
        jokers: int = 0,
    ) -> None:
        self.deal, self.jokers = deal, jokers
        asked = read_contract(contract, variant) if isinstance(contract, str) else contract or variant.contract(deal)
        dealt = practice_hand(deal, seed, variant, jokers) if hand is None else hand
        buttons = ["hint", "another", "key", "clear"] if hand is None else ["hint", "key", "clear"]
        super().__init__(dealt, asked.asks, variant, asked, buttons, view="contract", seed=seed)
        self.label = self.speak.say(N_("The contract: {asks}"), asks=asked.asks)

    def deal_hand(self, seed: int) -> None:
        """Deal the hand of a seed."""
        self.seed = seed
        self.hold(practice_hand(self.deal, self.seed, self.variant, self.jokers))
