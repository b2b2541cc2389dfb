"""The `.deal` text form: deals with their plays, refused attempts, comments and variations, read and written.

The reader is generous, the writer has one spelling, and what the writer writes the reader reads back unchanged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from .cards import UNKNOWN, AnyCard, HeldCard, Joker, Unknown
from .deal import Act, Block, Deal, Discard, Draw, End, LayDown, LayOff, Renew, Seat, Swap, TableMeld, Take, Turn
from .notation import NotationError, card, claims, contract, variant
from .playing import judge_act
from .referee import check_pack, findings_of, line_up
from .rules.scoring import hand_points
from .rules.setup import pack_suffices, players_fit
from .table import Claim, Verdict
from .variants import STANDARD, Contract, Kind, Variant, count_for, whole_number
from .verdict import RULES, Breach

GLYPHS = ("!!", "!?", "?!", "??", "!", "?")
HEADER = ("title", "variant", "deal", "contract", "player", "dealer", "stock", "discards", "table", "down", "seed")


@dataclass(frozen=True, slots=True)
class Play:
    """A line of a script: what a player does or tries, and what is said of it."""

    act: Act
    tried: bool = False
    """Whether the line says that the rules refuse it."""
    cites: tuple[str, ...] | None = None
    """The rules that it breaks, as the line cites them; `None` where it cites none."""
    among: bool = False
    """Whether others may be broken, too."""
    glyph: str = ""
    comment: tuple[str, ...] = ()
    """What is said to the reader, line by line."""
    notes: tuple[str, ...] = ()
    """What is said to the writer, line by line."""
    variations: tuple[tuple[Play, ...], ...] = ()
    """What might have been played instead."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Script:
    """One deal as a text tells it: the position it begins with, its plays, and its tags."""

    start: Deal
    plays: tuple[Play, ...]
    tags: tuple[tuple[str, str], ...] = ()
    """Free tags of the header, among them `title`, `seed` and `score`."""
    notes: tuple[str, ...] = ()
    dealer_named: bool = field(default=False, compare=False)

    def tag(self, word: str) -> str:
        """The value of a tag, or nothing."""
        return next((value for name, value in self.tags if name == word), "")


@dataclass(frozen=True, slots=True)
class Step:
    """A play with the position before it, and what the rules say of it."""

    play: Play
    before: Deal
    verdict: Verdict
    variations: tuple[tuple[Step, ...], ...] = ()

    @property
    def after(self) -> Deal:
        """The position after it; a refused attempt leaves it unchanged."""
        return self.verdict.after if self.verdict.after and not self.play.tried else self.before

    @property
    def as_written(self) -> bool:
        """Whether the rules say what the line says."""
        broken, cites = set(self.verdict.broken), self.play.cites
        if not self.play.tried:
            return not broken
        if cites is None:
            return bool(broken)
        return bool(broken) and (set(cites) <= broken if self.play.among else set(cites) == broken)


# --- running ------------------------------------------------------------------------------------------------------


def steps(script: Script) -> tuple[Step, ...]:
    """Every play with its position and verdict; a play that cannot mean anything raises `NotationError` with its line."""
    return _steps(script.start, script.plays)


def _steps(deal: Deal, plays: tuple[Play, ...]) -> tuple[Step, ...]:
    found = []
    for play in plays:
        if isinstance(play.act, End) and not play.tried and deal.over and deal.out == play.act.player:
            continue  # the deal ended with the play before
        try:
            verdict = judge_act(deal, play.act)
        except ValueError as error:
            raise NotationError(str(error), play.line) from None
        step = Step(play, deal, verdict, tuple(_steps(deal, variation) for variation in play.variations))
        found.append(step)
        deal = step.after
    return tuple(found)


def all_steps(found: tuple[Step, ...]) -> Iterator[Step]:
    """The steps of a script and of its variations, in the order of their lines."""
    for step in found:
        yield step
        for variation in step.variations:
            yield from all_steps(variation)


# --- reading ------------------------------------------------------------------------------------------------------


def read(text: str) -> tuple[Script, ...]:
    """Read the deals of a text; raises `NotationError` with line, column and what was expected."""
    lines = text.removeprefix("\ufeff").splitlines()
    scripts: list[Script] = []
    begin = 0
    for n in [*(n for n, line in enumerate(lines) if line.strip() == "===="), len(lines)]:
        if scripts and n == len(lines) and not any(line.strip() for line in lines[begin:]):
            break  # a line ==== that closes the last deal
        scripts.append(_Reader(lines[begin:n], begin).script())
        begin = n + 1
    return tuple(scripts)


_NAME = re.compile(r"\w[\w.'’-]*")
_MOST_CARDS = 999


def _two(text: str) -> tuple[str, str]:
    """The first word of a text, and the rest."""
    first, *rest = text.split(maxsplit=1) or [""]
    return first, rest[0] if rest else ""


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

    def __init__(self, lines: list[str], above: int) -> None:
        self.lines = lines
        self.above = above
        self.at = 0
        self.header: dict[str, list[tuple[int, str]]] = {}
        self.tags: list[tuple[str, str]] = []
        self.notes: list[str] = []

    @property
    def line(self) -> int:
        """The number of the line in its text."""
        return self.above + self.at + 1

    def fail(self, message: str, line: int | None = None, column: int = 1) -> NotationError:
        """An error of the line that is being read, or of another one."""
        return NotationError(message, self.line if line is None else line, column)

    def rest(self) -> Iterator[tuple[str, str]]:
        """The lines that are not empty, each with its note; `at` is the line that is being read."""
        while self.at < len(self.lines):
            text, _, note = self.lines[self.at].partition("#")
            if text.strip() or note.strip():
                yield text.strip(), note.strip()
            self.at += 1

    def script(self) -> Script:
        """The whole deal."""
        for text, note in self.rest():
            if text.endswith(":") and " " not in text:
                break
            if note:
                self.notes.append(note)
            if text:
                self._head(text)
        start = self._start()
        plays = self._plays(start)
        plays = _without_result(start, _without_end(start, plays))
        return Script(start, plays, tuple(self.tags), tuple(self.notes), "dealer" in self.header)

    # the header

    def _head(self, text: str) -> None:
        word, value = _two(text)
        if not re.fullmatch(r"[a-z][a-z_-]*", word):
            raise self.fail(
                f"{word[:24]!r} begins no header line; expected a word such as player or stock, or NAME: for plays"
            )
        once = word in HEADER and word not in ("player", "table", "down")
        if once and (word in self.header or (word, value) in self.tags):
            raise self.fail(f"a second {word} line; one is enough")
        if word in ("title", "seed") or word not in HEADER:
            self.tags.append((word, value))
            self.header.setdefault(word, []).append((self.line, value))
        else:
            self.header.setdefault(word, []).append((self.line, value))

    def _one(self, word: str) -> tuple[int, str]:
        return self.header.get(word, [(self.line, "")])[0]

    def _start(self) -> Deal:
        """The position that the header describes."""
        rules = self._variant()
        number, asked = self._contract(rules)
        seats = self._seats()
        names = [seat.name for seat in seats]
        dealer = self._player(*self._one("dealer"), names) if "dealer" in self.header else names[-1]
        for line, value in self.header.get("score", []):
            name, points = _two(value)
            self._player(line, name, names)
            if whole_number(points) is None:
                raise self.fail(f"{points[:24]!r} is not a score; expected: score NAME NUMBER", line)
        stock, stock_open = self._stock()
        melds = tuple(self._meld(line, value, names, rules) for line, value in self.header.get("table", []))
        down = {name for line, value in self.header.get("down", []) for name in self._names(line, value, names)}
        deal = Deal(
            tuple(seats), Turn(names[(names.index(dealer) + 1) % len(names)]), rules, asked, number, dealer, stock, stock_open,
            self._cards(*self._one("discards")), melds, frozenset(down | {meld.owner for meld in melds}),
        )  # fmt: skip
        self._possible(deal)
        return deal

    def _variant(self) -> Variant:
        line, value = self._one("variant")
        try:
            return variant(value) if value else STANDARD
        except NotationError as error:
            raise self.fail(str(error), line, self._column(line, value) + error.column - 1) from None

    def _contract(self, rules: Variant) -> tuple[int | None, Contract]:
        if "deal" in self.header and "contract" in self.header:
            raise self.fail("a deal has a deal line or a contract line, not both", self._one("contract")[0])
        word = "contract" if "contract" in self.header else "deal"
        line, value = self._one(word)
        value = value or "1"
        number = whole_number(value)
        if word == "deal" and number is None:
            raise self.fail(f"{value[:24]!r} is not the number of a deal", line, self._column(line, value))
        try:
            return number, contract(value, rules)
        except NotationError as error:
            raise self.fail(str(error), line, self._column(line, value)) from None

    def _seats(self) -> list[Seat]:
        seats: dict[str, Seat] = {}
        for line, value in self.header.get("player", []):
            name, cards = _two(value)
            if not _NAME.fullmatch(name):
                raise self.fail("a player line needs a name of letters, then the cards in hand", line)
            if name in seats:
                raise self.fail(f"{name} sits here twice", line)
            seats[name] = Seat(name, self._cards(line, cards))
        if not seats:
            raise self.fail("a deal needs its players, one line each: player NAME CARDS")
        return list(seats.values())

    def _player(self, line: int, value: str, names: list[str]) -> str:
        if value not in names:
            told = f"{value!r} does not play here; the players are {', '.join(names)}"
            raise self.fail(told, line, self._column(line, value))
        return value

    def _names(self, line: int, value: str, names: list[str]) -> list[str]:
        return [self._player(line, name, names) for name in value.replace(",", " ").split()]

    def _cards(self, line: int, value: str) -> tuple[HeldCard, ...]:
        cards: list[HeldCard] = []
        for word in value.replace(",", " ").split():
            many = re.fullmatch(r"\?x(\d{1,3})", word)
            if many:
                cards += [UNKNOWN] * int(many[1])
            elif word == "?":
                cards.append(UNKNOWN)
            else:
                cards.append(self._card(line, word))
            if len(cards) > _MOST_CARDS:
                raise self.fail(f"more than {_MOST_CARDS} cards in a line, and no pack holds so many", line)
        return tuple(cards)

    def _card(self, line: int, word: str) -> AnyCard:
        try:
            found = card(word)
        except NotationError as error:
            raise self.fail(str(error), line, self._column(line, word)) from None
        if isinstance(found, Joker) and found.face:
            raise self.fail(f"{found.code} is a joker as laid; here a joker is *", line, self._column(line, word))
        return found

    def _column(self, line: int, word: str) -> int:
        """Where a word begins in a line; 1 where it is not found."""
        return self.lines[line - self.above - 1].find(word) + 1 or 1

    def _word_at(self, text: str, column: int) -> str:
        """The word of a text that an error points at."""
        found = re.match(r"[^\s(),]+", text[column - 1 :])
        return found[0] if found else ""

    def _stock(self) -> tuple[tuple[HeldCard, ...], bool]:
        line, value = self._one("stock")
        words = value.replace("...", " … ").split()
        if words in (["-"], ["–"]):
            return (), False
        below = words[-1:] == ["…"]
        cards = self._cards(line, " ".join(words[: -1 if below else None]))
        return cards, below or not words

    def _meld(self, line: int, value: str, names: list[str], rules: Variant) -> TableMeld:
        owner, text = _two(value)
        self._player(line, owner, names)
        laid_by = [word.partition("/")[1:] for word in re.sub(r"[(),]", " ", text).split()[1:]]
        try:
            (claim,) = claims(re.sub(r"/[^\s(),]*", "", text), rules)
        except NotationError as error:
            raise self.fail(str(error), line, self._column(line, self._word_at(text, error.column))) from None
        except ValueError:
            raise self.fail("one meld a table line", line, self._column(line, text)) from None
        broken = [finding.rule.id for finding in findings_of(claim, rules, 0) if finding.breach]
        if broken:
            raise self.fail(f"{claim.text} is no meld in this variant: it breaks {', '.join(broken)}", line)
        if len(laid_by) != len(claim.cards):
            raise self.fail("a card that somebody else laid off is written CARD/NAME", line)
        players = [self._player(line, name, names) if sign else owner for sign, name in laid_by]
        by = dict(zip(map(id, claim.cards), players, strict=True))
        order = line_up(claim)
        left = list(claim.cards)
        laid = []
        for lying in order:
            same = next(other for other in left if other == lying)
            left.remove(same)
            laid.append(by[id(same)])
        return TableMeld(owner, claim.kind, order, tuple(laid))

    def _possible(self, deal: Deal) -> None:
        """Refuse what no real deal could hold."""
        n = len(deal.seats)
        line = self._one("player")[0]
        for outcome in (players_fit(deal.variant, n), pack_suffices(deal.variant, n, deal.contract)):
            if isinstance(outcome, Breach):
                id = "setup.players" if outcome.how == "number" else "setup.pack"
                text = RULES[id].fails[outcome.how]
                assert isinstance(text, str)
                facts = dict(outcome.facts)
                raise self.fail(f"{re.sub(':word', '', text).format(**facts)} [{id}]", line)
        packs, jokers = count_for(deal.variant.packs, n), count_for(deal.variant.jokers, n)
        seen: Counter[AnyCard] = Counter()
        places = (
            [(line, cards) for (line, _), cards in zip(self.header["player"], (seat.cards for seat in deal.seats), strict=True)]
            + [(self._one("stock")[0], deal.stock), (self._one("discards")[0], deal.discards)]
            + [(line, meld.cards) for (line, _), meld in zip(self.header.get("table", []), deal.melds, strict=True)]
        )  # fmt: skip
        for line, cards in places:
            for lying in cards:
                if isinstance(lying, Unknown):
                    continue
                seen[lying.in_hand] += 1
                most = jokers if isinstance(lying, Joker) else packs
                if seen[lying.in_hand] > most:
                    raise self.fail(
                        f"{seen[lying.in_hand]} times {lying.in_hand.code}, and {n} players use {most}", line
                    )

    # the plays

    def _plays(self, start: Deal) -> tuple[Play, ...]:
        plays, closed = self._block(start, "", 0)
        if closed:
            raise self.fail("a ) without its (")
        return plays

    def _block(self, start: Deal, player: str, depth: int) -> tuple[tuple[Play, ...], bool]:
        """The plays up to the end, or to the ) that closes a variation."""
        plays: list[_Line] = []
        for text, note in self.rest():
            last = plays[-1] if plays else None
            if text == ")":
                return tuple(line.play() for line in plays), True
            if text == "(":
                if last is None:
                    raise self.fail("a variation stands below the play that it replaces")
                if depth > 50:
                    raise self.fail("variations nest too deep")
                opened = self.line
                self.at += 1
                inside, closed = self._block(start, last.bare.act.player or "", depth + 1)
                if not closed:
                    raise self.fail("a ( that is never closed", opened)
                last.variations.append(inside)
            elif text.startswith(">"):
                if last is None:
                    raise self.fail("a comment stands below the play that it belongs to")
                last.comment.append(text[1:].strip())
            elif text.endswith(":") and " " not in text:
                player = self._player(self.line, text[:-1], list(start.names))
            elif text:
                plays.append(_Line(self._play(text, player, start.variant)))
            if note:
                (plays[-1].notes if plays else self.notes).append(note)
        return tuple(line.play() for line in plays), False

    def _play(self, text: str, player: str, rules: Variant) -> Play:
        if not player:
            raise self.fail("a play stands below the name of its player, NAME:")
        cited = re.findall(r"\[([^][]*)\]", text)
        words = re.sub(r"\[[^][]*\]", " ", text).split()
        tried = words[:1] == ["try"]
        words = words[tried:]
        verb, rest = (words[0], words[1:]) if words else ("", [])
        glyph = ""
        if rest and rest[-1] in GLYPHS and not (verb in ("draw", "take", "discard") and rest == ["?"]):
            glyph = rest.pop()
        act = self._act(verb, rest, player, rules)
        cites, among = self._cites(" ".join(cited)) if cited else (None, False)
        if cites is not None and not tried:
            raise self.fail("a line that cites rules begins with try")
        return Play(act, tried, cites, among, glyph, line=self.line)

    def _cites(self, text: str) -> tuple[tuple[str, ...], bool]:
        words = text.replace("…", " ... ").replace(",", " ").split()
        ids = tuple(word for word in words if word != "...")
        unknown = [id for id in ids if id not in RULES]
        if unknown:
            raise self.fail(f"{unknown[0]!r} is not the id of a rule", column=self._column(self.line, unknown[0]))
        return ids, "..." in words

    def _act(self, verb: str, words: list[str], player: str, rules: Variant) -> Act:
        """What a line does; `words` are what stands after its verb."""
        one = {"take": Take, "discard": Discard}
        if verb == "draw" and len(words) < 2:
            return Draw(self._held(words[0]) if words else None, player=player)
        if verb in one and len(words) == 1:
            return one[verb](self._card(self.line, words[0]), player=player)
        if verb == "meld" and words:
            return LayDown(self._claims(" ".join(words), rules), player=player)
        if verb == "lay":
            return self._lay(words, player, rules)
        if verb == "swap" and len(words) == 3 and words[1] == "on":
            return Swap(self._card(self.line, words[0]), self._number(words[2]), player=player)
        if verb in ("end", "block") and not words:
            return End(player=player) if verb == "end" else Block(player=player)
        if verb == "renew":
            return Renew(tuple(map(self._held, words)) if words else None, player=player)
        told = f"{' '.join([verb, *words])[:40]!r} is not a play; {_EXPECTED.get(verb, _VERBS)}"
        raise self.fail(told, column=self._column(self.line, verb))

    def _held(self, word: str) -> HeldCard:
        return UNKNOWN if word == "?" else self._card(self.line, word)

    def _claims(self, text: str, rules: Variant) -> tuple[Claim, ...]:
        try:
            return tuple(map(_sorted, claims(text, rules)))
        except NotationError as error:
            raise self.fail(str(error), column=self._column(self.line, self._word_at(text, error.column))) from None

    def _lay(self, words: list[str], player: str, rules: Variant) -> LayOff:
        end = words.pop() if words[-1:] in (["low"], ["high"]) else ""
        if len(words) < 3 or words[-2] != "on":
            told = f"{' '.join(['lay', *words])[:40]!r} is not a play; {_EXPECTED['lay']}"
            raise self.fail(told, column=self._column(self.line, "lay"))
        cards = tuple(map(self._laid, words[:-2]))
        try:
            check_pack(cards, rules)
        except ValueError as error:
            raise self.fail(str(error), column=self._column(self.line, words[0])) from None
        return LayOff(cards, self._number(words[-1]), end, player=player)

    def _laid(self, word: str) -> AnyCard:
        try:
            return card(word)
        except NotationError as error:
            raise self.fail(str(error), column=self._column(self.line, word)) from None

    def _number(self, word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            told = f"{word[:24]!r} is not the number of a meld; melds on the table are counted from 1"
            raise self.fail(told, column=self._column(self.line, word))
        return int(word)


_VERBS = "expected draw, take, meld, lay, swap, discard, end, block or renew"
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


# --- writing ------------------------------------------------------------------------------------------------------


def write(scripts: tuple[Script, ...]) -> str:
    """The text of deals, in the one spelling."""
    return "====\n".join(map(_written, scripts))


def _written(script: Script) -> str:
    deal = script.start
    lines = [f"# {note}" for note in script.notes]
    lines += [_head(word, value) for word, value in script.tags]
    lines.append(_head("variant", deal.variant.text))
    lines.append(_head("deal", str(deal.number)) if deal.number else _head("contract", deal.contract.text))
    wide = max(map(len, deal.names))
    lines += [_head("player", " ".join([f"{seat.name:<{wide}}", *_codes(seat.cards)])) for seat in deal.seats]
    if deal.dealer != deal.names[-1]:
        lines.append(_head("dealer", deal.dealer))
    if deal.stock or not deal.stock_open:
        below = ["…"] if deal.stock_open else []
        lines.append(_head("stock", " ".join([*_codes(deal.stock), *below]) or "-"))
    if deal.discards:
        lines.append(_head("discards", " ".join(_codes(deal.discards))))
    lines += [_head("table", f"{meld.owner:<{wide}} {_lying(meld)}") for meld in deal.melds]
    down = [name for name in deal.names if name in deal.down and name not in {meld.owner for meld in deal.melds}]
    lines += [_head("down", " ".join(down))] if down else []
    if script.plays:
        lines += ["", *_play_lines(script.plays, "")]
    result = result_of(steps(script)) if script.plays else ""
    lines += [f"    # {result}"] if result else []
    return "\n".join(lines) + "\n"


def _head(word: str, value: str) -> str:
    return f"{word:<9} {value}".rstrip()


def _codes(cards: tuple[HeldCard, ...]) -> list[str]:
    """The codes of cards; more than four unknown ones in a row are counted."""
    codes: list[str] = []
    for code, same in groupby(held.code for held in cards):
        row = list(same)
        codes += [f"?x{len(row)}"] if code == "?" and len(row) > 4 else row
    return codes


def _lying(meld: TableMeld) -> str:
    cards = [
        card.code if by == meld.owner else f"{card.code}/{by}"
        for card, by in zip(meld.cards, meld.laid_by, strict=True)
    ]
    return f"{meld.kind.value}({' '.join(cards)})"


def _play_lines(plays: tuple[Play, ...], player: str, indent: str = "") -> Iterator[str]:
    for play in plays:
        if play.act.player != player:
            player = play.act.player or player
            yield f"{indent}{player}:"
        inside = indent + "    "
        yield inside + _line(play)
        yield from (f"{inside}> {line}".rstrip() for line in play.comment)
        yield from (f"{inside}# {note}" for note in play.notes)
        for variation in play.variations:
            yield f"{inside}("
            yield from _play_lines(variation, player, inside)
            yield f"{inside})"


def _line(play: Play) -> str:
    cites = "" if play.cites is None else f"  [{' '.join([*play.cites, *(['...'] if play.among else [])])}]"
    glyph = f"  {play.glyph}" if play.glyph else ""
    return f"{'try ' if play.tried else ''}{act_text(play.act)}{cites}{glyph}"


def act_text(act: Act) -> str:
    """An act as the notation writes it."""
    if isinstance(act, Draw):
        return f"draw {act.card.code}" if act.card else "draw"
    if isinstance(act, Take):
        return f"take {act.card.code}"
    if isinstance(act, LayDown):
        return "meld " + " ".join(_sorted(claim).text for claim in act.claims)
    if isinstance(act, LayOff):
        return f"lay {' '.join(card.code for card in act.cards)} on {act.meld} {act.end}".rstrip()
    if isinstance(act, Swap):
        return f"swap {act.card.code} on {act.meld}"
    if isinstance(act, Discard):
        return f"discard {act.card.code}"
    if isinstance(act, Renew):
        return "renew" + "".join(f" {card.code}" for card in act.cards or ())
    return "end" if isinstance(act, End) else "block"


def _sorted(claim: Claim) -> Claim:
    """A claim in its one spelling: the cards of a sequence from low to high."""
    return Claim(claim.kind, line_up(claim)) if claim.kind is Kind.SEQUENCE else claim


def result_of(found: tuple[Step, ...]) -> str:
    """How a deal ended, for the writer: who is out, and what the others hold; nothing while it goes on."""
    deal = found[-1].after if found else None
    if deal is None or not deal.over:
        return ""
    costs = [
        f"{seat.name} {points}"
        for seat in deal.seats
        if seat.name != deal.out and (points := hand_points(seat.cards, deal.variant)) is not None
    ]
    return "; ".join(filter(None, [f"{deal.out} out" if deal.out else "blocked", ", ".join(costs)]))


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
    try:
        result = result_of(_steps(start, plays))
    except NotationError:
        return plays
    if not result or plays[-1].notes[-1] != result:
        return plays
    return (*plays[:-1], replace(plays[-1], notes=plays[-1].notes[:-1]))
