"""The header of a `.deal` text, and the position that it describes."""

from __future__ import annotations

import re
from collections import Counter

from .cards import AnyCard, HeldCard, Joker, Unknown
from .deal import Deal, Seat, TableMeld, Turn
from .explain import Speaker
from .lines import Lines
from .notation import NotationError, contract, variant
from .referee import check_pack, findings_of, line_up
from .rules.setup import pack_suffices, players_fit
from .variants import STANDARD, Contract, Variant, count_for, whole_number
from .verdict import RULES, Breach

VERBS = ("draw", "take", "meld", "lay", "swap", "discard", "end", "block", "renew")
WORDS = ("title", "variant", "deal", "contract", "player", "dealer", "stock", "discards", "table", "down", "seed")
_NAME = re.compile(r"\w[\w.'’-]*")


class Header:
    """The header lines of a deal: each word that begins one, with the lines and what they say."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.said: dict[str, list[tuple[int, str]]] = {}
        self.tags: list[tuple[str, str]] = []

    def add(self, text: str) -> None:
        """Take a line in."""
        word, value = _two(text)
        if word in VERBS or word == "try":
            raise self.lines.fail("a play stands below the name of its player, NAME:")
        if not re.fullmatch(r"[a-z][a-z_-]*", word):
            raise self.lines.fail(
                f"{word[:24]!r} begins no header line; expected a word such as player or stock, or NAME: for plays"
            )
        once = word in WORDS and word not in ("player", "table", "down")
        if once and (word in self.said or (word, value) in self.tags):
            raise self.lines.fail(f"a second {word} line; one is enough")
        if word in ("title", "seed") or word not in WORDS:
            self.tags.append((word, value))
        self.said.setdefault(word, []).append((self.lines.line, value))

    def _one(self, word: str) -> tuple[int, str]:
        return self.said.get(word, [(self.lines.line, "")])[0]

    def start(self) -> Deal:
        """The position that the header describes."""
        rules = self._variant()
        number, asked = self._contract(rules)
        seats = self._seats()
        names = [seat.name for seat in seats]
        dealer = self.lines.player(*self._one("dealer"), names) if "dealer" in self.said else names[-1]
        for line, value in self.said.get("score", []):
            name, points = _two(value)
            self.lines.player(line, name, names)
            if whole_number(points) is None:
                raise self.lines.fail(f"{points[:24]!r} is not a score; expected: score NAME NUMBER", line)
        stock, stock_open = self._stock()
        melds = tuple(self._meld(line, value, names, rules) for line, value in self.said.get("table", []))
        down = {name for line, value in self.said.get("down", []) for name in self._names(line, value, names)}
        deal = Deal(
            tuple(seats), Turn(names[(names.index(dealer) + 1) % len(names)]), rules, asked, number, dealer, stock, stock_open,
            self.lines.cards(*self._one("discards")), melds, frozenset(down | {meld.owner for meld in melds}),
        )  # fmt: skip
        self._possible(deal)
        return deal

    def _variant(self) -> Variant:
        line, value = self._one("variant")
        try:
            return variant(value) if value else STANDARD
        except NotationError as error:
            begin = self.lines.column(line, value)
            raise NotationError(str(error), line, begin + error.column - 1) from None

    def _contract(self, rules: Variant) -> tuple[int | None, Contract]:
        if "deal" in self.said and "contract" in self.said:
            raise self.lines.fail("a deal has a deal line or a contract line, not both", self._one("contract")[0])
        word = "contract" if "contract" in self.said else "deal"
        line, value = self._one(word)
        value = value or "1"
        number = whole_number(value)
        if word == "deal" and number is None:
            raise self.lines.fail(f"{value[:24]!r} is not the number of a deal", line, value)
        try:
            asked = contract(value, rules)
        except NotationError as error:
            raise self.lines.fail(str(error), line, value) from None
        return (number, asked) if word == "deal" else (None, Contract(asked.asks))

    def _seats(self) -> list[Seat]:
        seats: dict[str, Seat] = {}
        for line, value in self.said.get("player", []):
            name, cards = _two(value)
            if not _NAME.fullmatch(name):
                raise self.lines.fail("a player line needs a name of letters, then the cards in hand", line)
            if name in seats:
                raise self.lines.fail(f"{name} sits here twice", line)
            seats[name] = Seat(name, self.lines.cards(line, cards))
        if not seats:
            raise self.lines.fail("a deal needs its players, one line each: player NAME CARDS")
        return list(seats.values())

    def _names(self, line: int, value: str, names: list[str]) -> list[str]:
        return [self.lines.player(line, name, names) for name in value.replace(",", " ").split()]

    def _stock(self) -> tuple[tuple[HeldCard, ...], bool]:
        line, value = self._one("stock")
        words = value.replace("...", " … ").split()
        if words in (["-"], ["–"]):
            return (), False
        below = words[-1:] == ["…"]
        cards = self.lines.cards(line, " ".join(words[: -1 if below else None]))
        return cards, below or not words

    def _meld(self, line: int, value: str, names: list[str], rules: Variant) -> TableMeld:
        owner, text = _two(value)
        self.lines.player(line, owner, names)
        laid_by = [word.partition("/")[1:] for word in re.sub(r"[(),]", " ", text).split()[1:]]
        found = self.lines.claims(line, re.sub(r"/[^\s(),]*", "", text))
        if len(found) != 1:
            raise self.lines.fail("one meld a table line", line, text)
        claim = found[0]
        try:
            check_pack(claim.cards, rules)  # first, since the laws would take their time on a megabyte of cards
        except ValueError as error:
            raise self.lines.fail(str(error), line, text.partition("(")[0]) from None
        broken = [finding.rule.id for finding in findings_of(claim, rules, 0) if finding.breach]
        if broken:
            raise self.lines.fail(f"{claim.text} is no meld in this variant: it breaks {', '.join(broken)}", line)
        if len(laid_by) != len(claim.cards):
            raise self.lines.fail("a card that somebody else laid off is written CARD/NAME", line)
        players = [self.lines.player(line, name, names) if sign else owner for sign, name in laid_by]
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
        fits = {
            "setup.players": players_fit(deal.variant, n),
            "setup.pack": pack_suffices(deal.variant, n, deal.contract),
        }
        for id, outcome in fits.items():
            if isinstance(outcome, Breach):
                raise self.lines.fail(f"{Speaker().say(RULES[id].fails[outcome.how], outcome.facts)} [{id}]", line)
        packs, jokers = count_for(deal.variant.packs, n), count_for(deal.variant.jokers, n)
        seen: Counter[AnyCard] = Counter()
        places = (
            [(line, cards) for (line, _), cards in zip(self.said["player"], (seat.cards for seat in deal.seats), strict=True)]
            + [(self._one("stock")[0], deal.stock), (self._one("discards")[0], deal.discards)]
            + [(line, meld.cards) for (line, _), meld in zip(self.said.get("table", []), deal.melds, strict=True)]
        )  # fmt: skip
        for line, cards in places:
            for lying in cards:
                if isinstance(lying, Unknown):
                    continue
                seen[lying.in_hand] += 1
                most = jokers if isinstance(lying, Joker) else packs
                if seen[lying.in_hand] > most:
                    raise self.lines.fail(
                        f"{seen[lying.in_hand]} times {lying.in_hand.code}, and {n} players use {most}", line
                    )


def _two(text: str) -> tuple[str, str]:
    """The first word of a text, and the rest."""
    first, *rest = text.split(maxsplit=1) or [""]
    return first, rest[0] if rest else ""
