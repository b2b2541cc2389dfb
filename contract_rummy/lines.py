"""The lines of a text that is being read, and the words of them that stand for cards, players and melds.

Whatever cannot be read raises `NotationError` with the line, the column and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .cards import UNKNOWN, AnyCard, HeldCard, Joker
from .notation import NotationError, card, claims
from .table import Claim
from .variants import Variant

_MOST_CARDS = 999


class Lines:
    """The lines of one deal, read from the first to the last; `above` lines of the text stand before them."""

    def __init__(self, lines: list[str], above: int) -> None:
        self.lines = lines
        self.above = above
        self.at = 0

    @property
    def line(self) -> int:
        """The number of the line in its text."""
        return self.above + self.at + 1

    def fail(self, message: str, line: int | None = None, word: str = "") -> NotationError:
        """An error of the line that is being read, or of another one, and of the word where it stands."""
        line = self.line if line is None else line
        return NotationError(message, line, self.column(line, word))

    def rest(self) -> Iterator[tuple[str, str]]:
        """The lines that are not empty, each with its note; `at` is the line that is being read."""
        while self.at < len(self.lines):
            text, _, note = self.lines[self.at].partition("#")
            if text.strip() or note.strip():
                yield text.strip(), note.strip()
            self.at += 1

    def column(self, line: int, word: str) -> int:
        """Where a word begins in a line; 1 without a word, or where it is not found."""
        return (word and self.lines[line - self.above - 1].find(word) + 1) or 1

    def player(self, line: int, value: str, names: list[str]) -> str:
        """The name of a player, who must be one of these."""
        if value not in names:
            told = f"{value!r} does not play here; the players are {', '.join(names)}"
            raise self.fail(told, line, value)
        return value

    def card(self, line: int, word: str) -> AnyCard:
        """A card of a hand or a pile; a joker there names no card."""
        try:
            found = card(word)
        except NotationError as error:
            raise self.fail(str(error), line, word) from None
        if isinstance(found, Joker) and found.face:
            raise self.fail(f"{found.code} is a joker as laid; here a joker is *", line, word)
        return found

    def cards(self, line: int, value: str) -> tuple[HeldCard, ...]:
        """Cards of a hand or a pile, unknown ones among them."""
        cards: list[HeldCard] = []
        for word in value.replace(",", " ").split():
            many = re.fullmatch(r"\?x(\d{1,3})", word)
            if many:
                cards += [UNKNOWN] * int(many[1])
            elif word == "?":
                cards.append(UNKNOWN)
            else:
                cards.append(self.card(line, word))
            if len(cards) > _MOST_CARDS:
                raise self.fail(f"more than {_MOST_CARDS} cards in a line, and no pack holds so many", line)
        return tuple(cards)

    def claims(self, line: int, text: str, rules: Variant) -> tuple[Claim, ...]:
        """The melds that a part of a line names."""
        try:
            return claims(text, rules)
        except NotationError as error:
            word = re.match(r"[^\s(),]+", text[error.column - 1 :])
            raise self.fail(str(error), line, word[0] if word else "") from None
