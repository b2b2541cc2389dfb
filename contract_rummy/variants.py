"""Contracts and variants: what a table plays, as plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any

from .cards import Rank

Counts = tuple[tuple[int, int], ...]
"""A number that depends on the players: pairs of *from so many players on* and *so many*."""


class Kind(Enum):
    """A kind of meld."""

    SET = "set"
    SEQUENCE = "sequence"

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Kind.{self.name}"


def check_kind(kind: object) -> None:
    """Refuse what is no kind of meld, with one sentence."""
    if not isinstance(kind, Kind):
        raise ValueError(f"{kind!r} is not a kind of meld; expected Kind.SET or Kind.SEQUENCE")


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds that a deal asks for, and the cards that it deals.

    >>> Contract((Kind.SET, Kind.SEQUENCE)).text
    'set sequence'
    """

    asks: tuple[Kind, ...]
    cards: int = 10
    last: bool = False
    """Whether this is the last deal of its variant, which has a rule of its own (S19)."""

    def __post_init__(self) -> None:
        if not isinstance(self.asks, tuple) or not self.asks:
            raise ValueError("a contract asks for at least one meld, such as (Kind.SET, Kind.SET)")
        for kind in self.asks:
            check_kind(kind)
        if type(self.cards) is not int or self.cards < 1:
            raise ValueError(f"a deal of {self.cards!r} cards is not possible: expected a number from 1 on")

    @property
    def text(self) -> str:
        """The contract as the notation writes it."""
        return " ".join(kind.value for kind in self.asks)

    def __repr__(self) -> str:
        if self == Contract(self.asks):
            return f"contract({self.text!r})"
        return f"Contract({self.asks!r}, cards={self.cards}, last={self.last})"

    def __str__(self) -> str:
        return ", ".join(kind.value for kind in self.asks)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from .show import show_contract

        return show_contract(self)


def _contracts(text: str, cards: tuple[int, ...]) -> tuple[Contract, ...]:
    kinds = {"S": Kind.SET, "R": Kind.SEQUENCE}
    words = text.split()
    return tuple(
        Contract(tuple(kinds[letter] for letter in word), dealt, last=n == len(words))
        for n, (word, dealt) in enumerate(zip(words, cards, strict=True), start=1)
    )


SEVEN = _contracts("SS SR RR SSS SSR SRR RRR", (10,) * 4 + (12,) * 3)
"""The seven contracts of the source (S13, S16)."""

PLAIN_VALUES = tuple((rank, 15 if rank is Rank.ACE else min(int(rank), 10)) for rank in Rank)
"""Points of the ranks as the source counts them (S40)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one table, as values: a preset, perhaps with changed fields.

    >>> STANDARD.but(sequence_min=4).text
    'standard sequence_min=4'
    """

    name: str = "standard"
    players: tuple[int, int] = (3, 5)
    packs: Counts = ((3, 1), (5, 2))
    jokers: Counts = ((3, 1), (5, 2))
    set_min: int = 3
    set_max: int | None = 4
    set_suits: str = "distinct"
    sequence_min: int = 3
    ace: str = "both"
    contract_suits: str = "distinct"
    exact_size: bool = False
    extra_melds: bool = True
    last_deal: str = "whole-hand"
    jokers_per_meld: int | None = None
    lay_off: str = "same-turn"
    pile: str = "any"
    swap: str = "others"
    renewals: int = 50
    tiebreak: str = "shared"
    deals: tuple[Contract, ...] = SEVEN
    values: tuple[tuple[Rank, int], ...] = PLAIN_VALUES
    joker_value: int = 15
    sources: tuple[tuple[str, str], ...] = field(default=(("", "the source page"),), compare=False)
    """Where its fields come from: the name of a field, or nothing for all others, and the source."""
    note: str = field(default="", compare=False)
    """What this preset does not model, or takes from elsewhere, in one sentence."""

    def __post_init__(self) -> None:
        for name, about in FIELDS.items():
            about.check(name, getattr(self, name))
        if self.set_max is not None and self.set_min > self.set_max:
            raise ValueError(
                f"set_min={self.set_min} and set_max={self.set_max} exclude each other: "
                "a set needs no more cards than it may have"
            )

    def __hash__(self) -> int:
        # Some of the fields are enough to tell variants apart, and much quicker than all of them.
        return hash((self.name, self.set_min, self.set_max, self.set_suits, self.sequence_min, self.ace))

    def but(self, **changes: Any) -> Variant:
        """The same table with some fields changed; a wrong field or value raises `ValueError` with one sentence."""
        for name in changes:
            _check_field(name)
        return replace(self, **changes)

    def contract(self, deal: int) -> Contract:
        """The contract of a deal, counted from 1."""
        if type(deal) is not int or not 1 <= deal <= len(self.deals):
            raise ValueError(f"deal {deal}: this variant has deals 1 to {len(self.deals)}")
        return self.deals[deal - 1]

    @property
    def copies(self) -> int:
        """How many copies of a natural card the largest pack of this variant holds."""
        return count_for(self.packs, self.players[1])

    @property
    def jokers_in_pack(self) -> int:
        """How many jokers the largest pack of this variant holds."""
        return count_for(self.jokers, self.players[1])

    def source(self, field: str = "") -> str:
        """Where a field comes from; without one, the source of the whole preset."""
        cited = dict(self.sources)
        return cited.get(field, cited[""])

    @property
    def changed(self) -> dict[str, str]:
        """The fields that differ from the preset of the same name, as text."""
        preset = PRESETS.get(self.name, STANDARD)
        return {
            name: about.write(getattr(self, name))
            for name, about in FIELDS.items()
            if getattr(self, name) != getattr(preset, name)
        }

    @property
    def text(self) -> str:
        """The variant as the notation writes it: the preset, then the changed fields."""
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.changed.items())])

    def __repr__(self) -> str:
        return f"variant({self.text!r})"

    def __str__(self) -> str:
        return self.text


def count_for(counts: Counts, players: int) -> int:
    """The number for so many players; for fewer than the first step says, its number.

    >>> count_for(((3, 1), (5, 2)), 4), count_for(((3, 1), (5, 2)), 2)
    (1, 1)
    """
    return next((number for least, number in reversed(counts) if players >= least), counts[0][1])


@dataclass(frozen=True, slots=True)
class Field:
    """What a field of a variant may hold, and how it is written."""

    expected: str
    """The values in words, for a sentence of refusal."""
    read: Callable[[str, str], Any]
    """Reads the text of a value; `ValueError` with one sentence where it is none."""
    write: Callable[[Any], str]
    good: Callable[[Any], bool]
    values: tuple[str, ...] = ()
    """The texts that it may hold, where they are few; beside numbers, the text for no limit."""
    limits: tuple[int, int] | None = None
    """The least and the greatest number that it may hold, where it holds numbers."""

    def check(self, name: str, value: object) -> None:
        """Refuse a value that the field cannot hold."""
        if not self.good(value):
            raise ValueError(f"{name}={value} is not possible: {name} is {self.expected}")


def whole_number(text: str) -> int | None:
    """Read a whole number of a reasonable size, `None` where a text is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _number(least: int, most: int) -> Field:
    def read(name: str, text: str) -> int:
        number = whole_number(text)
        if number is None:
            raise ValueError(f"{name}={text} is not possible: {name} is {expected}")
        return number

    def good(value: object) -> bool:
        return type(value) is int and least <= value <= most

    expected = f"a number from {least} to {most}"
    return Field(expected, read, str, good, limits=(least, most))


def _number_or_none(least: int, most: int) -> Field:
    number = _number(least, most)
    expected = f"{number.expected}, or none"

    def read(name: str, text: str) -> int | None:
        read = whole_number(text)
        if text != "none" and read is None:
            raise ValueError(f"{name}={text} is not possible: {name} is {expected}")
        return read

    return Field(
        expected,
        read,
        lambda value: "none" if value is None else str(value),
        lambda value: value is None or number.good(value),
        ("none",),
        (least, most),
    )


def _choice(*values: str) -> Field:
    def read(name: str, text: str) -> str:
        return text

    return Field("one of " + ", ".join(values), read, str, lambda value: value in values, values)


def _yes_or_no() -> Field:
    def read(name: str, text: str) -> bool:
        if text not in ("yes", "no"):
            raise ValueError(f"{name}={text} is not possible: {name} is yes or no")
        return text == "yes"

    return Field(
        "yes or no", read, lambda value: "yes" if value else "no", lambda value: type(value) is bool, ("yes", "no")
    )


def _counts(least: int, most: int) -> Field:
    number = _number(least, most)

    def good(value: object) -> bool:
        return isinstance(value, tuple) and bool(value) and all(number.good(n) for _, n in value)

    def write(value: Counts) -> str:
        return str(value[0][1]) if len(value) == 1 else ", ".join(f"{n} from {least} players" for least, n in value)

    return Field(number.expected, lambda name, text: ((0, number.read(name, text)),), write, good, limits=(least, most))


def _range() -> Field:
    def read(name: str, text: str) -> tuple[int, int]:
        least, dash, most = text.partition("-")
        first, last = whole_number(least), whole_number(most if dash else least)
        if first is None or last is None:
            raise ValueError(f"{name}={text} is not possible: {name} is two numbers such as 3-5")
        return first, last

    def good(value: object) -> bool:
        return isinstance(value, tuple) and len(value) == 2 and 1 <= value[0] <= value[1] <= 20

    return Field("two numbers such as 3-5", read, lambda value: f"{value[0]}-{value[1]}", good)


def _check_field(name: str) -> None:
    if name not in FIELDS:
        raise ValueError(f"{name!r} is not a field of a variant; the fields are {', '.join(FIELDS)}")


def read_field(name: str, text: str) -> Any:
    """The value that a text gives a field, as a header or `--set` writes it; `ValueError` with one sentence where it cannot.

    >>> read_field("set_max", "none"), read_field("ace", "wrap")
    (None, 'wrap')
    """
    _check_field(name)
    about = FIELDS[name]
    value = about.read(name, text)
    if not about.good(value):
        raise ValueError(f"{name}={text} is not possible: {name} is {about.expected}")
    return value


FIELDS: dict[str, Field] = {
    "players": _range(),
    "packs": _counts(1, 4),
    "jokers": _counts(0, 16),
    "set_min": _number(2, 8),
    "set_max": _number_or_none(2, 16),
    "set_suits": _choice("distinct", "any"),
    "sequence_min": _number(2, 13),
    "ace": _choice("both", "low", "high", "wrap"),
    "contract_suits": _choice("distinct", "apart", "any"),
    "exact_size": _yes_or_no(),
    "extra_melds": _yes_or_no(),
    "last_deal": _choice("whole-hand", "discard", "normal"),
    "jokers_per_meld": _number_or_none(0, 16),
    "lay_off": _choice("same-turn", "next-turn"),
    "pile": _choice("any", "top"),
    "swap": _choice("others", "any", "off"),
    "renewals": _number(0, 1000),
    "tiebreak": _choice("shared", "deals-won"),
}
"""The fields that a header or `--set` may change, with their values."""

assert set(FIELDS) <= {field.name for field in fields(Variant)}

STANDARD = Variant()
"""The variant that takes the source at its word (rules A1 to A17)."""

_OLDER = "rummy-games.com, Bicycle, Parlett"
_NOT_STATED = "not stated there; as in standard"
_OF_CLASSIC = "not stated there; as in classic"

CLASSIC = replace(
    STANDARD,
    name="classic",
    players=(3, 8),
    packs=((3, 2), (5, 3)),
    jokers=((3, 1), (5, 2)),
    set_max=None,
    sequence_min=4,
    lay_off="next-turn",
    pile="top",
    sources=(
        ("", _OLDER),
        *(
            (name, _NOT_STATED)
            for name in ("set_suits", "contract_suits", "exact_size", "extra_melds", "jokers_per_meld")
        ),
    ),
    note="The player who takes a card out of turn, and draws one more for it, is not modelled.",
)
"""Contract Rummy as most books have it."""

PAGAT = replace(
    STANDARD,
    name="pagat",
    packs=((3, 2),),
    jokers=((3, 2), (4, 3), (5, 4)),
    set_max=None,
    set_suits="any",
    sequence_min=4,
    contract_suits="apart",
    extra_melds=False,
    lay_off="next-turn",
    pile="top",
    deals=_contracts("SS SR RR SSS SSR SRR RRR", (10,) * 3 + (12,) * 4),
    sources=(("", "pagat.com"), ("exact_size", _NOT_STATED), ("jokers_per_meld", _NOT_STATED)),
    note="That its sets go down with exactly three cards is not modelled, nor is buying.",
)
"""Contract Rummy as pagat.com has it."""

LIVERPOOL = replace(
    CLASSIC,
    name="liverpool",
    jokers=((3, 4), (5, 6)),
    exact_size=True,
    extra_melds=False,
    deals=_contracts("SS SR RR SSS SSR SRR", (10,) * 6),
    sources=(
        ("", "rummy-games.com"),
        *((name, _OF_CLASSIC) for name in ("set_suits", "ace", "contract_suits", "jokers_per_meld")),
    ),
    note="Buying is not modelled.",
)
"""Liverpool Rummy: six deals, each meld of a contract of its smallest size."""

PRESETS = {variant.name: variant for variant in (STANDARD, CLASSIC, PAGAT, LIVERPOOL)}
"""The presets by name."""
