"""The rungs from what lies in the trays to one meld that the hand can lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .aims import Aim, less
from .cards import AnyCard, Card, Joker, Rank
from .hint import Hint, Rung, Rungs
from .referee import judge
from .rules.contract import clash
from .rules.melds import could_be
from .table import Claim, Hand, Laying, Meld
from .variants import Kind, Variant
from .verdict import N_, NN_, RULES, facts


def lies(aim: Aim, m: int, claims: Sequence[Claim]) -> bool:
    """Whether all that the hand holds of a meld lies in its place."""
    n = aim.claims[m]
    return n is not None and claims[n].kind is aim.melds[m].kind and Counter(claims[n].cards) == Counter(aim.held(m))


@dataclass(frozen=True)
class Step:
    """A step: one meld of the aim that does not lie yet."""

    aim: Aim
    m: int
    hand: Hand
    claims: tuple[Claim, ...]
    variant: Variant

    @property
    def meld(self) -> Meld:
        """The meld itself."""
        return self.aim.melds[self.m]

    @property
    def n(self) -> int | None:
        """The claim that becomes the meld."""
        return self.aim.claims[self.m]

    @property
    def laid(self) -> tuple[AnyCard, ...]:
        """What lies in its place."""
        return () if self.n is None else self.claims[self.n].cards

    @property
    def goes(self) -> tuple[AnyCard, ...]:
        """What lies in its place and does not belong to it; a joker only needs its name."""
        gone = less(self.laid, self.meld.cards)
        jokers = sum(isinstance(card, Joker) for card in less(self.meld.cards, self.laid))
        kept = [card for card in gone if isinstance(card, Joker)][:jokers]
        return less(gone, kept)

    @property
    def comes(self) -> tuple[AnyCard, ...]:
        """What it takes besides from the hand or from other melds; natural cards first."""
        more = less(self.meld.cards, self.laid)
        bare = sum(isinstance(card, Joker) for card in less(self.laid, self.meld.cards))
        named = [card for card in more if isinstance(card, Joker)][:bare]
        return tuple(sorted(less(more, named), key=lambda card: isinstance(card, Joker)))

    @property
    def names(self) -> tuple[Joker, ...]:
        """The jokers that lie there already and have to be named, or named otherwise."""
        return tuple(card for card in less(less(self.meld.cards, self.laid), self.comes) if isinstance(card, Joker))

    @property
    def naturals(self) -> tuple[Card, ...]:
        """Its cards that are no jokers."""
        return tuple(card for card in self.meld.cards if isinstance(card, Card))

    def rungs(self) -> Rungs:
        """All four of them."""
        return self._where(), self._idea(), self._card(), self._show()

    # --- where to look ---

    def _where(self) -> Hint:
        tray = facts(tray=(self.claims[self.n].kind,)) if self.n is not None else ()
        if self.goes:
            lying = Counter(card.in_hand for m, meld in enumerate(self.aim.melds) if m != self.m for card in meld.cards)
            wanted = any(lying[card.in_hand] for card in self.goes)
            text = (
                N_("{tray}: something in it is wanted in another meld.")
                if wanted
                else N_("{tray}: something in it does not go with the rest.")
            )
            return Hint(Rung.WHERE, text, tray, claim=self.n)
        if self.laid and self.comes:
            return Hint(
                Rung.WHERE, N_("{tray}: what lies there is right, and your hand holds the rest."), tray, claim=self.n
            )
        if self.laid:
            return Hint(
                Rung.WHERE, N_("{tray}: all its cards are there, and a joker waits for its name."), tray, claim=self.n
            )
        return self._look()

    def _look(self) -> Hint:
        """Where in the hand the meld is."""
        near = self._near()
        if not self.naturals:
            n = sum(isinstance(card, Joker) for card in self.meld.cards)
            return Hint(
                Rung.WHERE, N_("Look at your jokers: {n:word} of them make a meld alone."), facts(n=n), cards=near
            )
        if len(self.naturals) == 1:
            text = N_("Look at {card}: with jokers beside it one card is enough.")
            return Hint(Rung.WHERE, text, facts(card=self.naturals[0]), cards=near)
        if self.meld.kind is Kind.SET:
            n = sum(isinstance(card, Card) for card in near)
            text = N_("Look at your {rank:many}: you hold {n:word} of them.")
            return Hint(Rung.WHERE, text, facts(rank=self.naturals[0].rank, n=n), cards=near)
        middle = self.naturals[len(self.naturals) // 2]
        text = N_("Look at your {suit} around {rank}: {n:word} of them lie close together.")
        named = facts(suit=middle.suit, rank=middle.rank, n=len(self.naturals))
        return Hint(Rung.WHERE, text, named, cards=near)

    def _near(self) -> tuple[AnyCard, ...]:
        """The cards of the hand among which the meld is: those of its rank or its suit, and jokers where it takes any."""
        right = [
            card for m in range(len(self.aim.melds)) if lies(self.aim, m, self.claims) for card in self.aim.held(m)
        ]
        face = self.meld.faces[0]
        jokers = len(self.naturals) < len(self.meld.cards)
        return tuple(
            card
            for card in self.hand.without(right)
            if (
                jokers
                if isinstance(card, Joker)
                else card.rank is face.rank
                if self.meld.kind is Kind.SET
                else card.suit is face.suit
            )
        )

    # --- which idea ---

    def _idea(self) -> Hint:
        if self.goes and self.n is not None:
            return self._in_the_way(self.n)
        near = self._near()
        jokers = [card for card in self.meld.cards if isinstance(card, Joker)]
        if len(jokers) == 1:
            could = could_be(Claim(self.meld.kind, (*less(self.meld.cards, jokers), Joker())), self.variant)
            text = N_("A joker stands for a card that is missing: here it can be {cards:or}.")
            if could:
                return Hint(Rung.IDEA, text, facts(cards=could), "joker.declared", near)
        if jokers:
            many = NN_(
                "A joker stands for a card that is missing, and it has a place here.",
                "Jokers stand for cards that are missing: {n:word} of them have a place here.",
            )
            return Hint(Rung.IDEA, many, facts(n=len(jokers)), "joker.declared", near)
        return self._idea_of_a_set(near) if self.meld.kind is Kind.SET else self._idea_of_a_sequence(near)

    def _idea_of_a_set(self, near: tuple[AnyCard, ...]) -> Hint:
        rank, suits = self.naturals[0].rank, tuple(card.suit for card in self.naturals)
        if self.variant.set_suits == "any":
            text = N_(
                "One rank makes a set, and at this table a suit may come twice: {n:word} of your {rank:many} go together."
            )
            return Hint(Rung.IDEA, text, facts(n=len(suits), rank=rank), "set.rank", near)
        text = N_("One rank and no suit twice makes a set: your {rank:many} are {suits}.")
        return Hint(Rung.IDEA, text, facts(rank=rank, suits=suits), "set.suits", near)

    def _idea_of_a_sequence(self, near: tuple[AnyCard, ...]) -> Hint:
        suit, n = self.naturals[0].suit, len(self.naturals)
        ranks = [card.rank for card in self.naturals]
        beside = self._beside()
        if beside:
            if self.variant.contract_suits == "distinct":
                text = N_(
                    "The sequences of a contract differ in suit: {laid} lie there already, so this one is of {suit}."
                )
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

    def _beside(self) -> tuple[object, ...]:
        """The suits of the sequences of the contract that lie already, where suits matter."""
        asked = self.aim.contract.asks.count(Kind.SEQUENCE)
        if asked < 2 or self.variant.contract_suits == "any":
            return ()
        lying = [
            meld.faces[0].suit
            for m, meld in enumerate(self.aim.melds)
            if meld.kind is Kind.SEQUENCE and lies(self.aim, m, self.claims)
        ]
        if self.variant.contract_suits == "apart":
            lying = [suit for suit in lying if suit is self.meld.faces[0].suit]
        return tuple(dict.fromkeys(lying))

    def _in_the_way(self, n: int) -> Hint:
        """Why what lies cannot stay as it is."""
        claim = self.claims[n]
        face = self.meld.faces[0]
        ranks = tuple(card for card in self.goes if card.face and card.face.rank is not face.rank)
        suits = tuple(card for card in self.goes if card.face and card.face.suit is not face.suit)
        if self.meld.kind is Kind.SET and ranks:
            odd = facts(n=len(ranks), cards=ranks, rank=face.rank)
            return Hint(Rung.IDEA, RULES["set.rank"].fails["odd"], odd, "set.rank", as_held(ranks), n)
        if self.meld.kind is Kind.SEQUENCE and suits:
            odd = facts(n=len(suits), cards=suits, suit=face.suit)
            return Hint(Rung.IDEA, RULES["sequence.suit"].fails["odd"], odd, "sequence.suit", as_held(suits), n)
        for finding, breach in judge(claim, self.variant).breaches:
            if set(breach.at_fault) & set(self.goes) and finding.rule.id != "joker.declared":
                text = finding.rule.fails[breach.how]
                return Hint(Rung.IDEA, text, breach.facts, finding.rule.id, as_held(breach.at_fault), n)
        contract = self.aim.contract
        laying = Laying((claim,), self.variant, contract)
        beside = [other for m, other in enumerate(self.aim.melds) if m != self.m and lies(self.aim, m, self.claims)]
        if (
            claim.kind is Kind.SEQUENCE
            and any(
                other.kind is Kind.SEQUENCE and clash(claim, Claim(other.kind, other.cards), laying) for other in beside
            )
            and self.variant.contract_suits != "any"
        ):
            return Hint(
                Rung.IDEA,
                N_("This one may not lie beside the other sequence: their suits are the same."),
                (),
                "contract.suits",
                as_held(self.goes),
                n,
            )
        if self.variant.exact_size and len(self.meld.cards) < len(claim.cards):
            text = N_("At this table a contract goes down with melds of the smallest size: here lie {n:word} cards.")
            return Hint(Rung.IDEA, text, facts(n=len(claim.cards)), "contract.pattern", as_held(self.goes), n)
        if contract.last and self.variant.last_deal != "normal":
            return Hint(
                Rung.IDEA,
                N_("The whole hand must go down: as this lies, some card is left without a place."),
                (),
                "contract.whole-hand",
                as_held(self.goes),
                n,
            )
        return Hint(
            Rung.IDEA,
            N_("All the melds go down together: as this lies, too little is left for the others."),
            (),
            "contract.whole",
            as_held(self.goes),
            n,
        )

    # --- which card ---

    def _card(self) -> Hint:
        a_meld = (self.meld.kind,)
        if self.goes and self.comes:
            comes, goes = self.comes[0], self.goes[0]
            text = N_("{comes} belongs there, and not {goes}: so it becomes {meld}.")
            return Hint(Rung.CARD, text, facts(comes=comes, goes=goes, meld=a_meld), cards=(comes.in_hand,))
        if self.goes:
            text = N_("{goes} goes back: without it {meld} is left.")
            return Hint(
                Rung.CARD, text, facts(goes=self.goes[0], meld=a_meld), cards=as_held(self.goes[:1]), claim=self.n
            )
        if not self.comes:
            name = self.names[0]
            text = N_("The joker is {card} here: that card makes it {meld}.")
            return Hint(Rung.CARD, text, facts(card=name.face, meld=a_meld), cards=(name.in_hand,), claim=self.n)
        card = self.comes[0]
        if isinstance(card, Joker):
            text = N_("A joker belongs to it, as {card}: it takes the place that no other card fills.")
            return Hint(Rung.CARD, text, facts(card=card.face), cards=(card.in_hand,))
        if self.meld.kind is Kind.SEQUENCE:
            return self._card_of_a_row(card)
        text = N_("{card} belongs to it: it brings {suit} to the {rank:many}.")
        return Hint(Rung.CARD, text, facts(card=card, suit=card.suit, rank=card.rank), cards=(card,))

    def _card_of_a_row(self, card: Card) -> Hint:
        ranks = [face.rank for face in self.meld.faces]
        at = self.meld.cards.index(card)
        if 0 < at < len(ranks) - 1:
            text = N_("{card} belongs to it: it stands between {low} and {high}.")
            return Hint(Rung.CARD, text, facts(card=card, low=ranks[at - 1], high=ranks[at + 1]), cards=(card,))
        text = (
            N_("{card} belongs to it: it stands before {next}.")
            if at == 0
            else N_("{card} belongs to it: it stands after {next}.")
        )
        return Hint(Rung.CARD, text, facts(card=card, next=ranks[1] if at == 0 else ranks[-2]), cards=(card,))

    # --- the meld itself ---

    def _show(self) -> Hint:
        n, faces = len(self.meld.cards), self.meld.faces
        named = facts(n=n, rank=faces[0].rank, suit=faces[0].suit, row=tuple(face.rank for face in faces))
        if self.meld.kind is Kind.SEQUENCE:
            text = N_("Here it lies: {row:run} of {suit}, one after the other.")
        elif self.variant.set_suits == "any":
            text = N_("Here it lies: {n:word} {rank:many}, whatever their suits.")
        else:
            text = N_("Here it lies: {n:word} {rank:many} of different suits.")
        return Hint(Rung.SHOW, text, named, lays=self._lays())

    def _lays(self) -> tuple[tuple[int | None, Claim], ...]:
        """The melds after this step: the others give up what it takes."""
        right = {self.aim.claims[m] for m in range(len(self.aim.melds)) if lies(self.aim, m, self.claims)}
        laid: list[tuple[int | None, Claim]] = []
        takes = Counter(card.in_hand for card in self.comes)
        free = Counter(self.hand.without(card for claim in self.claims for card in claim.cards).cards)
        short = takes - free  # these lie in other melds
        for n, claim in enumerate(self.claims):
            if n == self.n:
                continue
            cards = claim.cards if n in right else _give(claim.cards, short)
            if cards:
                laid.append((n, Claim(claim.kind, cards)))
        return (*laid, (self.n, Claim(self.meld.kind, self.meld.cards)))


def as_held(cards: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    """Cards as they are in a hand, where jokers are bare."""
    return tuple(card.in_hand for card in cards)


def _give(cards: tuple[AnyCard, ...], wanted: Counter[AnyCard]) -> tuple[AnyCard, ...]:
    """What is left of cards that give those wanted, which are then wanted no longer."""
    left = []
    for card in cards:
        if wanted[card.in_hand]:
            wanted[card.in_hand] -= 1
        else:
            left.append(card)
    return tuple(left)
