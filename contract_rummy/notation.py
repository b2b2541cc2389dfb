"""Strings at the door: cards, hands, claims, contracts and variants read from text.

The reader is generous (lower case, `10D`, suit signs, `Jo`), the writer has one spelling (`text` and `code` of the
values). What cannot be read raises `NotationError`: one sentence that names the place and what was expected.
"""

from __future__ import annotations

import re

from .cards import JOKER, AnyCard, Card, Joker, Rank, Suit
from .referee import check_pack, judge
from .table import Claim, Hand, Meld
from .variants import PRESETS, STANDARD, Contract, Kind, Variant, read_field, whole_number


class NotationError(ValueError):
    """A text that cannot be read; `line` and `column` count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


_RANKS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS = {suit.value: suit for suit in Suit} | dict(
    zip("♠♥♦♣♤♡♢♧", (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS) * 2, strict=True)
)
_KINDS = {"SET": Kind.SET, "SEQUENCE": Kind.SEQUENCE, "RUN": Kind.SEQUENCE, "SEQ": Kind.SEQUENCE}
_JOKERS = {"*", "JO", "JK", "JOKER"}
_MELD = re.compile(r"[\s,]*+(\w*+)\s*+\(([^()]*+)\)")
_WORD = re.compile(r"[^\s,]+")
_SHOWN = 24


def card(text: str) -> AnyCard:
    """Read a card: `5H`, `TD` or `10D`, `A♠`, `*` for a joker, `*=7C` for a joker that stands for a card.

    >>> card("10d"), card("*=7C")
    (card('TD'), card('*=7C'))
    """
    word = _text(text, "a card").strip().upper().replace("\ufe0e", "").replace("\ufe0f", "")
    if word in _JOKERS:
        return JOKER
    name, sign, face = word.partition("=")
    if sign and name in _JOKERS:
        return Joker(_natural(face, text))
    return _natural(word, text)


def _natural(word: str, text: str) -> Card:
    rank, suit = _RANKS.get(word[:-1]), _SUITS.get(word[-1:])
    if rank is None or suit is None:
        raise NotationError(
            f"{_quoted(text)} is not a card; a card is a rank and a suit such as 5H or TD, a joker is *"
        )
    return Card(rank, suit)


def _text(given: object, what: str) -> str:
    if isinstance(given, str):
        return given
    raise NotationError(f"{given!r} is not a text; {what} is written as text")


def _quoted(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def _cards(text: str, start: int = 0) -> tuple[AnyCard, ...]:
    cards = []
    for word in _WORD.finditer(text):
        try:
            cards.append(card(word.group()))
        except NotationError as error:
            raise NotationError(str(error), column=start + word.start() + 1) from None
    return tuple(cards)


def hand(text: str, variant: Variant = STANDARD) -> Hand:
    """Read a hand: cards with spaces or commas between them; more of a card than the packs hold is refused.

    >>> len(hand("5H 5D 5S *"))
    4
    """
    cards = _cards(_text(text, "a hand"))
    for held, word in zip(cards, _WORD.finditer(text), strict=True):
        if isinstance(held, Joker) and held.face:
            raise NotationError(f"{held.code} is a joker as laid; in a hand a joker is *", column=word.start() + 1)
    _check(cards, variant)
    return Hand(cards)


def claims(text: str, variant: Variant = STANDARD) -> tuple[Claim, ...]:
    """Read one or several melds: `set(5H 5D 5S) sequence(3S 4S *=5S)`.

    >>> claims("set(5H 5D 5S) run(3s 4s 5s)")[1]
    claim('sequence(3S 4S 5S)')
    """
    found = named(text)
    _check([card for claim in found for card in claim.cards], variant)
    return found


def named(text: str) -> tuple[Claim, ...]:
    """The melds that a text names, whatever a pack holds."""
    _text(text, "a meld")
    found: list[Claim] = []
    end = 0
    while _WORD.search(text, end) or not found:
        match = _MELD.match(text, end)
        kind = _KINDS.get(match[1].upper()) if match else None
        if match is None or kind is None:
            raise _no_meld(text, end)
        cards = _cards(match[2], match.start(2))
        if not cards:
            raise NotationError(f"an empty {kind.value}: name at least one card", column=match.start(1) + 1)
        found.append(Claim(kind, cards))
        end = match.end()
    return tuple(found)


def _no_meld(text: str, start: int) -> NotationError:
    word = _WORD.search(text, start)
    if not word:
        return NotationError("an empty claim: a meld is written set(5H 5D 5S) or sequence(3S 4S 5S)")
    return NotationError(
        f"{_quoted(text[word.start() :])} is not a meld; a meld is written set(5H 5D 5S) or sequence(3S 4S 5S)",
        column=word.start() + 1,
    )


def claim(text: str, variant: Variant = STANDARD) -> Claim:
    """Read one meld as somebody claims it.

    >>> claim("set(5H 5D KD)").kind
    Kind.SET
    """
    found = claims(text, variant)
    if len(found) != 1:
        raise NotationError(f"one meld was expected, and here are {len(found)}")
    return found[0]


def meld(text: str, variant: Variant = STANDARD) -> Meld:
    """Read one meld and prove it; raises `IllegalPlay` where a rule is broken.

    >>> meld("sequence(5S 3S 4S)")
    meld('sequence(3S 4S 5S)')
    """
    return judge(claim(text, variant), variant).unwrap()[0]


def contract(text: str, variant: Variant = STANDARD) -> Contract:
    """Read a contract: the number of a deal (`3`), or the melds that it asks for (`set sequence`).

    >>> contract("set sequence").asks
    (Kind.SET, Kind.SEQUENCE)
    """
    words = _WORD.findall(_text(text, "a contract"))
    number = whole_number(words[0]) if len(words) == 1 else None
    if number is not None:
        if not 1 <= number <= len(variant.deals):
            raise NotationError(f"deal {number}: this variant has deals 1 to {len(variant.deals)}")
        return variant.contract(number)
    kinds = [_KINDS.get(word.upper()) for word in words]
    if not kinds or None in kinds:
        raise NotationError(
            f"{_quoted(text)} is not a contract; expected the number of a deal, or melds such as: set sequence"
        )
    return Contract(tuple(kind for kind in kinds if kind))


def variant(text: str) -> Variant:
    """Read a variant: a preset, then changed fields.

    >>> variant("standard ace=wrap sequence_min=4").ace
    'wrap'
    """
    name, *changes = [(word.group(), word.start() + 1) for word in _WORD.finditer(_text(text, "a variant"))] or [
        ("standard", 1)
    ]
    if name[0] not in PRESETS:
        raise NotationError(
            f"{_quoted(name[0])} is not a variant; the variants are {', '.join(PRESETS)}", column=name[1]
        )
    changed, values = PRESETS[name[0]], {}
    for change, column in changes:
        field, sign, value = change.partition("=")
        if not sign or len(change) > 2 * _SHOWN or not change.isprintable():
            raise NotationError(f"{_quoted(change)}: a changed field is written FIELD=VALUE", column=column)
        try:
            values[field] = read_field(field, value)
        except ValueError as error:
            raise NotationError(str(error), column=column) from None
    try:
        return changed.but(**values)
    except ValueError as error:  # values that exclude each other
        raise NotationError(str(error), column=changes[-1][1]) from None


def _check(cards: list[AnyCard] | tuple[AnyCard, ...], variant: Variant) -> None:
    try:
        check_pack(cards, variant)
    except ValueError as error:
        raise NotationError(str(error)) from None
