"""A deal as it stands: seats, stock, pile, melds on the table, and what the turn owes. Values without law."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cards import AnyCard, HeldCard, Joker
from .table import Claim, Meld
from .variants import STANDARD, Contract, Kind, Variant

# --- acts ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a player does; without a `player` it is the one whose turn it is."""

    player: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Draw(Act):
    """Draw the top of the stock; the card may be named where it is seen."""

    card: HeldCard | None = None


@dataclass(frozen=True, slots=True)
class Take(Act):
    """Take a card of the discard pile, the uppermost such card, and every card above it."""

    card: HeldCard


@dataclass(frozen=True, slots=True)
class LayDown(Act):
    """Put melds down; the first ones of a player must fulfil the contract, all together."""

    claims: tuple[Claim, ...]

    def __post_init__(self) -> None:
        if not self.claims:
            raise ValueError("nothing is laid down: name at least one meld")


@dataclass(frozen=True, slots=True)
class LayOff(Act):
    """Add cards to a meld on the table, counted from 1; `end` is `low` or `high` where both ends fit."""

    cards: tuple[AnyCard, ...]
    meld: int
    end: str = ""

    def __post_init__(self) -> None:
        if not self.cards:
            raise ValueError("nothing is laid off: name at least one card")
        if self.end not in ("", "low", "high"):
            raise ValueError(f"{self.end!r} is no end of a sequence; expected low or high")


@dataclass(frozen=True, slots=True)
class Swap(Act):
    """Give the natural card for the joker that stands for it in a meld, counted from 1."""

    card: AnyCard
    meld: int


@dataclass(frozen=True, slots=True)
class Discard(Act):
    """End the turn with a discard."""

    card: AnyCard

    def __post_init__(self) -> None:
        if not isinstance(self.card, AnyCard) or (isinstance(self.card, Joker) and self.card.face):
            raise ValueError(
                f"{self.card!r} is not a card of a hand; expected one such as card('5H'), a joker is card('*')"
            )


@dataclass(frozen=True, slots=True)
class End(Act):
    """End the turn without a discard."""


@dataclass(frozen=True, slots=True)
class Block(Act):
    """End a deal in which nothing can be drawn any more."""


@dataclass(frozen=True, slots=True)
class Renew(Act):
    """Make a new stock from the pile, whose top card stays; `cards` are its new order, top first."""

    cards: tuple[HeldCard, ...] | None = None


# --- positions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and the cards in hand; those that are not known are `?`."""

    name: str
    cards: tuple[HeldCard, ...]


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: whose it is, its cards in order, and who laid each of them."""

    owner: str
    kind: Kind
    cards: tuple[AnyCard, ...]
    laid_by: tuple[str, ...]

    @property
    def claim(self) -> Claim:
        """Its cards as they would be claimed."""
        return Claim(self.kind, self.cards)

    @property
    def meld(self) -> Meld:
        """The meld, whoever laid its cards."""
        return Meld(self.kind, self.cards)


@dataclass(frozen=True, slots=True)
class Duty:
    """What a turn owes: a card that must still be put down, the rule that says so, and the act that made it."""

    rule: str
    card: AnyCard
    act: Act


@dataclass(frozen=True, slots=True)
class Turn:
    """How far a turn has come."""

    player: str
    drawn: bool = False
    taken: tuple[HeldCard, ...] = ()
    held_another: bool = False
    """Whether the hand held another card of the face of a single card taken from the pile, at the moment of the take."""
    went_down: bool = False
    duties: tuple[Duty, ...] = ()
    began: int = 0
    """How many acts the record held when the turn began."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal at one moment.

    `stock` is top first and `discards` bottom first. With `stock_open` unknown cards lie below the stock that is shown.
    """

    seats: tuple[Seat, ...]
    turn: Turn
    variant: Variant = STANDARD
    contract: Contract = STANDARD.deals[0]
    number: int | None = 1
    """Which deal of the variant; `None` where only a contract is given."""
    dealer: str = ""
    stock: tuple[HeldCard, ...] = ()
    stock_open: bool = True
    discards: tuple[HeldCard, ...] = ()
    melds: tuple[TableMeld, ...] = ()
    down: frozenset[str] = frozenset()
    """Who met the contract on an earlier turn."""
    renewals: int = 0
    over: bool = False
    out: str | None = None
    """Who went out; nobody where the deal was blocked."""
    record: tuple[Act, ...] = ()
    """The lawful acts made so far."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players in seating order, clockwise."""
        return tuple(seat.name for seat in self.seats)

    def seat(self, name: str) -> Seat:
        """The seat of a player."""
        return next(seat for seat in self.seats if seat.name == name)

    def after(self, name: str) -> str:
        """The player to the left of one."""
        names = self.names
        return names[(names.index(name) + 1) % len(names)]

    @property
    def stock_is_empty(self) -> bool:
        """Whether nothing can be drawn as it is."""
        return not self.stock and not self.stock_open


@dataclass(frozen=True, slots=True)
class Attempt:
    """An act that somebody tries in a deal, as the rules look at it.

    Out of turn an act is judged as if a turn of that player began with it.
    """

    deal: Deal
    act: Act

    @property
    def player(self) -> str:
        """Who acts."""
        return self.act.player or self.deal.turn.player

    @property
    def turn(self) -> Turn:
        """How far the turn of that player has come."""
        return self.deal.turn if self.player == self.deal.turn.player else Turn(self.player)

    @property
    def seat(self) -> Seat:
        """The seat of that player."""
        return self.deal.seat(self.player)

    @property
    def down_before(self) -> bool:
        """Whether that player met the contract on an earlier turn."""
        return self.player in self.deal.down

    @property
    def met(self) -> bool:
        """Whether that player met the contract, on an earlier turn or in this one."""
        return self.down_before or self.turn.went_down

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts of this turn so far."""
        return self.deal.record[self.turn.began :] if self.turn is self.deal.turn else ()
