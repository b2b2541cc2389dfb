"""What lies on a table and what is said there: hands, claims, melds and layings. Values without law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cards import AnyCard, Card, Joker, by_rank, by_suit
from .variants import STANDARD, Contract, Kind, Variant, check_kind
from .verdict import Breach, Finding, State

if TYPE_CHECKING:
    from .deal import Act, Deal


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards in a hand, in the order in which they are held; jokers are bare.

    >>> Hand(()).text
    ''
    """

    cards: tuple[AnyCard, ...]

    def __post_init__(self) -> None:
        for card in self.cards:
            if not isinstance(card, AnyCard):
                raise ValueError(f"{card!r} is not a card; a hand is made of cards")
            if isinstance(card, Joker) and card.face:
                raise ValueError(f"{card.code} is a joker as laid; in a hand a joker is bare")

    @property
    def text(self) -> str:
        """The hand as the notation writes it."""
        return " ".join(card.code for card in self.cards)

    def sorted(self, by: str = "suit") -> Hand:
        """The same hand sorted by `suit` or by `rank`."""
        return Hand(tuple(sorted(self.cards, key=by_rank if by == "rank" else by_suit)))

    def without(self, cards: Iterable[AnyCard]) -> Hand:
        """What is left when these cards are laid; a card that the hand does not hold is passed over."""
        gone = Counter(card.in_hand for card in cards)
        left = []
        for card in self.cards:
            if gone.get(card):  # quicker than gone[card], where most cards stay
                gone[card] -= 1
            else:
                left.append(card)
        return Hand(tuple(left))

    def __iter__(self) -> Iterator[AnyCard]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        return f"hand({self.text!r})"

    def __str__(self) -> str:
        return ", ".join(map(str, self.cards))

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from .show import show_hand

        return show_hand(self)


@dataclass(frozen=True, slots=True)
class Claim:
    """Cards that somebody puts down and calls a set or a sequence; whether they are one is the referee's to say.

    The order of the cards never matters; it is kept only so that a tray shows the cards as they were picked.
    """

    kind: Kind
    cards: tuple[AnyCard, ...]
    added: tuple[AnyCard, ...] = ()
    """Those of the cards that are laid off on a meld which lies already: if one does not fit, it is one of these."""

    def __post_init__(self) -> None:
        check_kind(self.kind)
        if not self.cards:
            raise ValueError(f"an empty {self.kind.value}: name at least one card")
        for card in self.cards:
            if not isinstance(card, AnyCard):
                raise ValueError(f"{card!r} is not a card; a claim is made of cards")

    @property
    def text(self) -> str:
        """The claim as the notation writes it."""
        return f"{self.kind.value}({' '.join(card.code for card in self.cards)})"

    def __repr__(self) -> str:
        return f"claim({self.text!r})"

    def __str__(self) -> str:
        return f"{self.kind.value}: {', '.join(map(str, self.cards))}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from .show import show_cards

        return show_cards(self)


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld that the referee has found lawful; the cards of a sequence in order, those of a set by suit."""

    kind: Kind
    cards: tuple[AnyCard, ...]

    @property
    def faces(self) -> tuple[Card, ...]:
        """The cards that its cards count as."""
        return tuple(card.face for card in self.cards if card.face is not None)

    @property
    def text(self) -> str:
        """The meld as the notation writes it."""
        return f"{self.kind.value}({' '.join(card.code for card in self.cards)})"

    def __repr__(self) -> str:
        return f"meld({self.text!r})"

    def __str__(self) -> str:
        return f"{self.kind.value}: {', '.join(map(str, self.cards))}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from .show import show_cards

        return show_cards(self)


@dataclass(frozen=True, slots=True)
class Played:
    """Cards played from a hand, and what is known of that hand."""

    cards: tuple[AnyCard, ...]
    hand: Hand | None
    """The cards of the hand that are known; `None` where nothing is."""
    hidden: int = 0
    """How many more cards the hand holds that nobody here has seen."""
    unseen: tuple[AnyCard, ...] = ()
    """The cards that those may be: all that are seen nowhere else."""

    def spend(self) -> tuple[tuple[AnyCard, ...], int]:
        """The cards that the hand does not hold, and how many of its hidden ones are not played."""
        held, unseen, hidden = Counter(self.hand.cards if self.hand else ()), Counter(self.unseen), self.hidden
        away = []
        for card in sorted(self.cards, key=by_suit):
            kind = card.in_hand
            if held[kind]:
                held[kind] -= 1
            elif hidden and unseen[kind]:
                unseen[kind] -= 1
                hidden -= 1
            else:
                away.append(card)
        return tuple(away), hidden


@dataclass(frozen=True, slots=True)
class Laying:
    """Claims put down together, and what is known of the table around them."""

    claims: tuple[Claim, ...]
    variant: Variant = STANDARD
    contract: Contract | None = None
    hand: Hand | None = None
    down: bool = False
    """Whether the player met the contract on an earlier turn."""
    hidden: int = 0
    unseen: tuple[AnyCard, ...] = ()

    @property
    def played(self) -> Played:
        """The cards put down, as played from the hand."""
        return Played(self.cards, self.hand, self.hidden, self.unseen)

    @property
    def cards(self) -> tuple[AnyCard, ...]:
        """All the cards put down."""
        return tuple(card for claim in self.claims for card in claim.cards)

    @property
    def left(self) -> Hand | None:
        """What stays in the hand, where the hand is known."""
        return None if self.hand is None else self.hand.without(self.cards)


class IllegalPlay(Exception):
    """A promise of a lawful claim that was not kept; carries the `verdict`."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"breaks {', '.join(verdict.broken)}")
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that the rules say of a laying, in the order of the law."""

    laying: Laying
    """The melds put down (none for another act in a deal), and the table around them."""
    findings: tuple[Finding, ...]
    melds: tuple[Meld, ...] = ()
    """The proven melds, one for each claim; empty unless the verdict is lawful."""
    act: Act | None = None
    """The act in a deal that was judged; `None` where bare melds were."""
    after: Deal | None = None
    """The deal as it stands after a lawful act."""

    @property
    def lawful(self) -> bool:
        """Whether no rule is broken."""
        return not any(finding.breach for finding in self.findings)

    def _ids(self, state: State) -> tuple[str, ...]:
        found: dict[str, set[State]] = {}
        for finding in self.findings:
            found.setdefault(finding.rule.id, set()).add(finding.state)
        first = (State.BROKEN, State.MOOT, State.HOLDS)  # of several melds the worst speaks for the rule
        return tuple(id for id, states in found.items() if next(s for s in first if s in states) is state)

    @property
    def broken(self) -> tuple[str, ...]:
        """The ids of the rules that are broken."""
        return self._ids(State.BROKEN)

    @property
    def holds(self) -> tuple[str, ...]:
        """The ids of the rules that are kept."""
        return self._ids(State.HOLDS)

    @property
    def moot(self) -> tuple[str, ...]:
        """The ids of the rules of which nothing can be said."""
        return self._ids(State.MOOT)

    @property
    def breaches(self) -> tuple[tuple[Finding, Breach], ...]:
        """The findings that are broken, each with its breach; the first one makes the headline."""
        return tuple((finding, finding.breach) for finding in self.findings if finding.breach)

    @property
    def at_fault(self) -> dict[str, tuple[AnyCard, ...]]:
        """The cards at fault, by rule id."""
        faults: dict[str, tuple[AnyCard, ...]] = {}
        for finding, breach in self.breaches:
            faults[finding.rule.id] = faults.get(finding.rule.id, ()) + breach.at_fault
        return faults

    def unwrap(self) -> tuple[Meld, ...]:
        """The proven melds; raises `IllegalPlay` where a rule is broken."""
        if not self.lawful:
            raise IllegalPlay(self)
        return self.melds

    def __repr__(self) -> str:
        laying, table = self.laying, self.laying.variant
        larger = table.copies > STANDARD.copies or table.jokers_in_pack > STANDARD.jokers_in_pack
        pack = f", {table!r}" if larger else ""  # without it more cards than the standard packs hold are not read
        claims = ", ".join(f"claim({claim.text!r}{pack})" for claim in laying.claims)
        extra = [f"variant={table!r}"] if table != STANDARD else []
        extra += [f"contract={laying.contract!r}"] if laying.contract else []
        extra += [f"hand=hand({laying.hand.text!r}{pack})"] if laying.hand is not None else []
        extra += ["down=True"] if laying.down else []
        return f"judge({', '.join([f'[{claims}]', *extra])})"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from .show import show_verdict

        return show_verdict(self)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a repair: a card comes, a card goes, or both (a swap; of a joker, its declaration)."""

    comes: AnyCard | None = None
    goes: AnyCard | None = None
    from_hand: bool | None = True
    """Whether the card that comes is in the hand (a declared joker is); `None` where the hand is not known."""
    from_meld: bool = False
    """Whether the card that comes lies in another meld of the same laying instead."""

    @property
    def verb(self) -> str:
        """`add`, `take away`, `declare` or `swap`."""
        if self.goes is None:
            return "add"
        if self.comes is None:
            return "take away"
        return "declare" if isinstance(self.comes, Joker) and isinstance(self.goes, Joker) else "swap"


@dataclass(frozen=True, slots=True)
class Repair:
    """The fewest single-card changes that make one claim of a laying lawful by itself."""

    meld: int
    mended: Claim
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Shortage:
    """How far a hand is from a contract: the fewest cards that would have to come, and which would help."""

    missing: int
    helpful: tuple[tuple[AnyCard, int], ...] = ()
    """Each card that would help, with what would be missing then."""
    whole: bool = False
    """Whether the whole hand has to go down: then cards that have to go are missing, too."""
    spare: tuple[AnyCard, ...] = ()
    """Each card without which nothing would be missing."""
