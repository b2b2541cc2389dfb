"""Deals read from text: the `.deal` form.

The reader is generous, the writer (`writing.py`) has one spelling, and what the writer writes the reader reads back unchanged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from .cards import UNKNOWN, AnyCard, HeldCard
from .deal import Act, Block, Deal, Discard, Draw, End, LayDown, LayOff, Renew, Swap, Take
from .header import VERBS, Header
from .lines import Lines
from .notation import NotationError, card
from .playing import judge_act
from .rules.setup import pack_size
from .script import Play, Script, Step, result_of
from .verdict import RULES
from .writing import in_order

_GLYPH = re.compile(r"(!!|!\?|\?!|\?\?|!|\?)$")


def read(text: str) -> tuple[Script, ...]:
    """Read the deals of a text; raises `NotationError` with line, column and what was expected."""
    lines = text.removeprefix("\ufeff").splitlines()
    scripts: list[Script] = []
    begin = 0
    for n in [*(n for n, line in enumerate(lines) if line.strip() == "===="), len(lines)]:
        if scripts and n == len(lines) and not any(line.strip() for line in lines[begin:]):
            break  # a line ==== that closes the last deal
        scripts.append(_Reader(Lines(lines[begin:n], begin)).script())
        begin = n + 1
    return tuple(scripts)


@dataclass(slots=True)
class _Line:
    """A play that is being read, and what stands below it."""

    bare: Play
    comment: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    variations: list[tuple[Play, ...]] = field(default_factory=list)

    def play(self) -> Play:
        """The play with all that stands below it."""
        return replace(
            self.bare, comment=tuple(self.comment), notes=tuple(self.notes), variations=tuple(self.variations)
        )


class _Reader:
    """Reads one deal, line by line."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.notes: list[str] = []
        self.most = 0
        """How many cards the pack of the deal has."""

    def script(self) -> Script:
        """The whole deal."""
        header = Header(self.lines)
        for text, note in self.lines.rest():
            if text.endswith(":") and " " not in text:
                break
            if note:
                self.notes.append(note)
            if text:
                header.add(text)
        start = header.start()
        self.most = pack_size(start.variant, len(start.seats))
        plays, closed = self._block(start, "", 0)
        if closed:
            raise self.lines.fail("a ) without its (")
        plays = _without_result(start, _without_end(start, plays))
        return Script(start, plays, tuple(header.tags), tuple(self.notes), "dealer" in header.said)

    def _block(self, start: Deal, player: str, depth: int) -> tuple[tuple[Play, ...], bool]:
        """The plays up to the end, or to the ) that closes a variation."""
        plays: list[_Line] = []
        for text, note in self.lines.rest():
            last = plays[-1] if plays else None
            if text == ")":
                return tuple(line.play() for line in plays), True
            if text == "(":
                if last is None:
                    raise self.lines.fail("a variation stands below the play that it replaces")
                if depth > 50:
                    raise self.lines.fail("variations nest too deep")
                opened = self.lines.line
                self.lines.at += 1
                inside, closed = self._block(start, last.bare.act.player or "", depth + 1)
                if not closed:
                    raise self.lines.fail("a ( that is never closed", opened)
                last.variations.append(inside)
            elif text.startswith(">"):
                if last is None:
                    raise self.lines.fail("a comment stands below the play that it belongs to")
                last.comment.append(text[1:].strip())
            elif text.endswith(":") and " " not in text:
                player = self.lines.player(self.lines.line, text[:-1], list(start.names))
            elif text:
                plays.append(_Line(self._play(text, player)))
            if note:
                (plays[-1].notes if plays else self.notes).append(note)
        return tuple(line.play() for line in plays), False

    def _play(self, text: str, player: str) -> Play:
        if not player:
            raise self.lines.fail("a play stands below the name of its player, NAME:")
        cited = re.findall(r"\[([^][]*)\]", text)
        words = re.sub(r"\[[^][]*\]", " ", text).split()
        tried = words[:1] == ["try"]
        words = words[tried:]
        found = _GLYPH.search(words[-1]) if words and not self._unknown(words) else None
        glyph = found[0] if found else ""
        if glyph:
            words = [*words[:-1], *filter(None, [words[-1].removesuffix(glyph)])]
        act = self._act(words[0] if words else "", words[1:], player)
        cites, among = self._cites(" ".join(cited)) if cited else (None, False)
        if cites is not None and not tried:
            raise self.lines.fail("a line that cites rules begins with try")
        return Play(act, tried, cites, among, glyph, line=self.lines.line)

    def _unknown(self, words: list[str]) -> bool:
        """Whether the last word is a `?` that is a card and no glyph."""
        one = words[0] in ("draw", "take", "discard") and len(words) == 2
        return words[-1] == "?" and (one or words[0] == "renew")

    def _cites(self, text: str) -> tuple[tuple[str, ...], bool]:
        words = text.replace("…", "...").replace("...", " ... ").replace(",", " ").split()
        ids = tuple(word for word in words if word != "...")
        unknown = [id for id in ids if id not in RULES]
        if unknown:
            raise self.lines.fail(f"{unknown[0]!r} is not the id of a rule", word=unknown[0])
        return ids, "..." in words

    def _act(self, verb: str, words: list[str], player: str) -> Act:
        """What a line does; `words` are what stands after its verb."""
        if verb == "draw" and len(words) < 2:
            return Draw(self._held(words[0]) if words else None, player=player)
        if verb == "take" and len(words) == 1:
            return Take(self._held(words[0]), player=player)
        if verb == "discard" and len(words) == 1:
            return Discard(self.lines.card(self.lines.line, words[0]), player=player)
        if verb == "meld" and words:
            claims = self.lines.claims(self.lines.line, " ".join(words))
            self._in_pack(sum(len(claim.cards) for claim in claims))
            return LayDown(tuple(map(in_order, claims)), player=player)
        if verb == "lay":
            return self._lay(words, player)
        if verb == "swap" and len(words) == 3 and words[1] == "on":
            return Swap(self.lines.card(self.lines.line, words[0]), self._number(words[2]), player=player)
        if verb in ("end", "block") and not words:
            return End(player=player) if verb == "end" else Block(player=player)
        if verb == "renew":
            return Renew(tuple(map(self._held, words)) if words else None, player=player)
        told = f"{' '.join([verb, *words])[:40]!r} is not a play" if verb else "a play is missing"
        told += f"; {_EXPECTED.get(verb, _VERBS)}"
        raise self.lines.fail(told, word=verb)

    def _held(self, word: str) -> HeldCard:
        return UNKNOWN if word == "?" else self.lines.card(self.lines.line, word)

    def _lay(self, words: list[str], player: str) -> LayOff:
        end = words.pop() if words[-1:] in (["low"], ["high"]) else ""
        if len(words) < 3 or words[-2] != "on":
            told = f"{' '.join(['lay', *words])[:40]!r} is not a play; {_EXPECTED['lay']}"
            raise self.lines.fail(told, word="lay")
        cards = tuple(map(self._laid, words[:-2]))
        self._in_pack(len(cards))
        return LayOff(cards, self._number(words[-1]), end, player=player)

    def _in_pack(self, n: int) -> None:
        """A play of more cards than the pack has is no play."""
        if n > self.most:
            raise self.lines.fail(f"a play of {n} cards, and the pack of this deal has {self.most}")

    def _laid(self, word: str) -> AnyCard:
        try:
            return card(word)
        except NotationError as error:
            raise self.lines.fail(str(error), word=word) from None

    def _number(self, word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            told = f"{word[:24]!r} is not the number of a meld; melds on the table are counted from 1"
            raise self.lines.fail(told, word=word)
        return int(word)


_VERBS = f"expected {', '.join(VERBS[:-1])} or {VERBS[-1]}"
_EXPECTED = {
    "draw": "expected: draw CARD, or draw alone",
    "take": "expected: take CARD",
    "meld": "expected: meld set(…) sequence(…)",
    "lay": "expected: lay CARD… on NUMBER",
    "swap": "expected: swap CARD on NUMBER",
    "discard": "expected: discard CARD",
    "end": "expected: end alone",
    "block": "expected: block alone",
}


def _without_end(deal: Deal, plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """The plays without an `end` that says what is so already; what is said of it is said of the play above it."""
    if not any(isinstance(play.act, End) or play.variations for play in plays):
        return plays
    kept: list[Play] = []
    for play in plays:
        said_already = isinstance(play.act, End) and not play.tried and deal.over and deal.out == play.act.player
        if kept and said_already and not play.variations:
            above = kept[-1]
            kept[-1] = replace(above, comment=above.comment + play.comment, notes=above.notes + play.notes)
            continue
        kept.append(replace(play, variations=tuple(_without_end(deal, inside) for inside in play.variations)))
        try:
            deal = Step(play, deal, judge_act(deal, play.act)).after
        except ValueError:
            return plays
    return tuple(kept)


def _without_result(start: Deal, plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """The plays without the note that a writer adds to the last one, since it will be added again."""
    if not plays or not plays[-1].notes:
        return plays
    result = result_of(Script(start, plays))
    if not result or plays[-1].notes[-1] != result:
        return plays
    return (*plays[:-1], replace(plays[-1], notes=plays[-1].notes[:-1]))
