"""The lines of a text that is being read, and the words of them that stand for cards, players and melds.

Whatever cannot be read raises `NotationError` with the line, the column and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .cards import UNKNOWN, AnyCard, HeldCard, Joker
from .notation import NotationError, card, named
from .table import Claim

_MOST_CARDS = 999


class Lines:
    """The lines of one deal, read from the first to the last; `above` lines of the text stand before them."""

    def __init__(self, lines: list[str], above: int) -> None:
        self.lines = lines
        self.above = above
        self.at = 0

    @property
    def line(self) -> int:
        """The number of the line in its text; at the end the last one's."""
        return self.above + min(self.at, max(len(self.lines) - 1, 0)) + 1

    def fail(self, message: str, line: int | None = None, word: str = "") -> NotationError:
        """An error of the line that is being read, or of another one, and of the word where it stands."""
        line = self.line if line is None else line
        return NotationError(message, line, self.column(line, word))

    def rest(self) -> Iterator[tuple[str, str]]:
        """The lines that are not empty, each with its note; `at` is the line that is being read."""
        while self.at < len(self.lines):
            text, note = _apart(self.lines[self.at].strip())
            if text or note:
                yield text, note
            self.at += 1

    def column(self, line: int, word: str) -> int:
        """Where a word begins in a line; 1 without a word, or where it is not found."""
        return (word and self.lines[line - self.above - 1].find(word) + 1) or 1

    def player(self, line: int, value: str, names: list[str]) -> str:
        """The name of a player, who must be one of these."""
        if value not in names:
            told = f"{value!r} does not play here" if value else "a name is missing"
            raise self.fail(f"{told}; the players are {', '.join(names)}", line, value)
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

    def claims(self, line: int, text: str) -> tuple[Claim, ...]:
        """The melds that a part of a line names."""
        try:
            return named(text)
        except NotationError as error:
            word = re.match(r"[^\s(),]+", text[error.column - 1 :])
            raise self.fail(str(error), line, word[0] if word else "") from None


def _apart(line: str) -> tuple[str, str]:
    """What a line says, and its note; in what is said to a reader, as in "the #1 card", a `#` begins a note only as a word."""
    if line.startswith((">", "title ")):
        text, *note = re.split(r"\s#(?:\s|$)", line, maxsplit=1)
    else:
        text, *note = line.split("#", maxsplit=1)
    return text.strip(), "".join(note).strip()
