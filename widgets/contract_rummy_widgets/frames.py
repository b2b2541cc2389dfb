"""Positions of a deal as frames: what a page draws, as JSON of card ids and words.

All frames of a script are made at once. What several frames share (a meld, a pile, a rule) is held once, in `parts`, and
a frame names it by its place there; a card is its place in `cards`. Only the sprite draws cards.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from contract_rummy.cards import AnyCard, HeldCard, Joker, Unknown
from contract_rummy.deal import (
    Act,
    Block,
    Deal,
    Discard,
    Draw,
    End,
    LayDown,
    LayOff,
    Renew,
    Swap,
    TableMeld,
    Take,
)  # fmt: skip
from contract_rummy.drawing import chip, symbol_id
from contract_rummy.explain import Line, Speaker, explain
from contract_rummy.referee import line_up
from contract_rummy.rules.scoring import points
from contract_rummy.rules.setup import pack_size
from contract_rummy.rules.turn import where
from contract_rummy.script import Script, Step
from contract_rummy.show import findings, other_tables, rule_address, rule_fold
from contract_rummy.table import Claim
from contract_rummy.variants import Kind
from contract_rummy.verdict import N_, NN_, RULES, State
from contract_rummy.writing import write

Frame = dict[str, Any]
Marks = dict[str, dict[int, str]]
"""The states of cards by the row that they lie in (`hand`, `pile`, `meld 1`) and their place in it."""

GLYPHS = {
    "!!": N_("a brilliant play"),
    "!": N_("a good play"),
    "!?": N_("an interesting play"),
    "?!": N_("a doubtful play"),
    "?": N_("a mistake"),
    "??": N_("a blunder"),
}
SIGNS: dict[type[Act], str] = {
    Draw: "draw",
    Take: "take",
    LayDown: "meld",
    LayOff: "lay",
    Swap: "swap",
    Discard: "discard",
    End: "moot",
    Block: "moot",
    Renew: "draw",
}
_LISTED: dict[type[Act], str] = {
    Take: N_("take {what} from the pile"),
    LayDown: N_("meld {what}"),
    Discard: N_("discard {what}"),
    End: N_("end the turn"),
    Block: N_("block the deal"),
    Renew: N_("renew the stock from the pile"),
}
_ON = {
    (LayOff, Kind.SET): N_("lay {what} on {owner}’s set"),
    (LayOff, Kind.SEQUENCE): N_("lay {what} on {owner}’s sequence"),
    (Swap, Kind.SET): N_("give {what} for the joker in {owner}’s set"),
    (Swap, Kind.SEQUENCE): N_("give {what} for the joker in {owner}’s sequence"),
}
_TRIED: dict[type[Act], str] = {
    Draw: N_("{player} tries to draw a card."),
    Take: N_("{player} tries to take {what} from the pile."),
    LayDown: N_("{player} tries to lay {what}."),
    LayOff: N_("{player} tries to lay {what} off on {owner}’s meld."),
    Swap: N_("{player} tries to give {what} for the joker in {owner}’s meld."),
    Discard: N_("{player} tries to discard {what}."),
    End: N_("{player} tries to end the turn without a discard."),
    Block: N_("{player} tries to block the deal."),
    Renew: N_("{player} tries to renew the stock."),
}
"""How an act is told that the rules refuse."""


class Frames:
    """Makes frames, and holds what they share."""

    def __init__(self, speak: Speaker, home: str = "") -> None:
        self.speak = speak
        self.home = home
        self._cards: dict[HeldCard, int] = {}
        self._drawn: dict[int, str] = {}
        self._parts: dict[str, int] = {}

    def shared(self) -> dict[str, Any]:
        """What the frames name by its place: cards, chips and parts."""
        cards = [[symbol(card), self._name(card)] for card in self._cards]
        return {"cards": cards, "chips": self._drawn, "parts": [json.loads(text) for text in self._parts]}

    def _part(self, value: Any) -> int:
        return self._parts.setdefault(json.dumps(value, ensure_ascii=False), len(self._parts))

    def _card(self, card: HeldCard) -> int:
        return self._cards.setdefault(card, len(self._cards))

    def _name(self, card: HeldCard) -> str:
        return self.speak.phrase(N_("a card face down")) if isinstance(card, Unknown) else self.speak.name(card)

    # --- a position -----------------------------------------------------------------------------------------------

    def position(self, deal: Deal, player: str, marks: Marks | None = None, hand: bool = True) -> Frame:
        """A position as it lies on the table, with the hand of one player, unless nobody's is to be shown."""
        lanes = [
            [self._part(self.speak.say(N_("{player} laid"), player=owner)), [self._meld(n, meld) for n, meld in melds]]
            for owner in deal.names
            if (melds := [(n, meld) for n, meld in enumerate(deal.melds, 1) if meld.owner == owner])
        ]
        frame: Frame = {
            "turn": deal.names.index(deal.turn.player),
            "seats": [self._part(self._seat(deal, name)) for name in deal.names],
            "lanes": lanes,
            "stock": self._part(self._stock(deal)),
            "pile": self._part(self._pile(deal)),
        }
        if hand and not deal.over:
            frame["hand"] = self._part(self._hand(deal, player))
        if deal.over:
            frame["score"] = self._score(deal)
        if marks:
            frame["marks"] = {row: {str(n): state for n, state in cards.items()} for row, cards in marks.items()}
        return frame

    def _seat(self, deal: Deal, name: str) -> list[str]:
        """What a seat says of itself, line by line."""
        say = self.speak.phrase
        n = len(deal.seat(name).cards)
        down = name in deal.down or any(meld.owner == name for meld in deal.melds)
        held = say(NN_("one card", "{n} cards"), n=n) if n else say(N_("no cards"))
        role = ""
        if deal.over:
            role = say(N_("out")) if name == deal.out else ""
        elif name == deal.turn.player:
            role = say(N_("plays now"))
        elif name == deal.after(deal.turn.player):
            role = say(N_("next"))
        if name == deal.dealer:
            role = say(N_("{role}, dealer"), role=role) if role else say(N_("dealer"))
        return [name, role, say(N_("{cards}, down"), cards=held) if down else held]

    def _meld(self, number: int, meld: TableMeld) -> int:
        say = self.speak.phrase
        kind = {Kind.SET: N_("{n}, set"), Kind.SEQUENCE: N_("{n}, sequence")}[meld.kind]
        label = say(N_("meld {n}, {what}"), n=number, what=self.speak.meld(meld.claim))
        row = {
            "key": f"meld {number}",
            "caption": say(kind, n=number),
            "label": label,
            "cards": list(map(self._card, meld.cards)),
        }
        by = {n: name for n, name in enumerate(meld.laid_by) if name != meld.owner}
        return self._part(row | ({"by": by} if by else {}))

    def _stock(self, deal: Deal) -> dict[str, Any]:
        n = stock_count(deal)
        say = self.speak.phrase
        label = say(NN_("stock, one card face down", "stock, {n} cards face down"), n=n) if n else say(N_("no stock"))
        caption = say(N_("Stock, {n}"), n=n)
        return {"key": "stock", "caption": caption, "label": label, "cards": [self._card(Unknown())] if n else []}

    def _pile(self, deal: Deal) -> dict[str, Any]:
        n = len(deal.discards)
        label = self.speak.phrase(N_("discard pile, top card last") if n else N_("no discard pile"))
        caption = self.speak.phrase(N_("Pile, {n}"), n=n)
        return {"key": "pile", "caption": caption, "label": label, "cards": list(map(self._card, deal.discards))}

    def _hand(self, deal: Deal, player: str) -> dict[str, Any]:
        cards = deal.seat(player).cards
        caption = self.speak.phrase(N_("In {player}’s hand"), player=player)
        label = self.speak.phrase(N_("{player}’s hand"), player=player)
        return {"key": "hand", "caption": caption, "label": label, "cards": list(map(self._card, cards))}

    def _score(self, deal: Deal) -> list[dict[str, Any]]:
        """What each seat is left with, card by card, and what it costs."""
        return [self._cost(deal, n, seat.name, seat.cards) for n, seat in enumerate(deal.seats)]

    def _cost(self, deal: Deal, n: int, name: str, cards: tuple[HeldCard, ...]) -> dict[str, Any]:
        say = self.speak.phrase
        costs = [points(card, deal.variant) for card in cards if not isinstance(card, Unknown)]
        row = {"key": f"left {n}", "label": say(N_("left in {player}’s hand"), player=name), "caption": ""}
        if name == deal.out:
            said = say(N_("out, no points"))
        elif len(costs) < len(cards):
            said = say(N_("a hand that is not known"))
        elif len(costs) == 1:
            said = say(NN_("one point", "{n} points"), n=costs[0])
        else:
            said = say(N_("{sum} = {n} points"), sum=" + ".join(map(str, costs)) or "0", n=sum(costs))
        return {"name": name, "said": said, "row": row | {"cards": list(map(self._card, cards))}}

    # --- the steps of a script ------------------------------------------------------------------------------------

    def of(self, script: Script, steps: tuple[Step, ...]) -> dict[str, Any]:
        """All frames of a script. Frame 0 is the position before its plays; `lines` are its plays and its variations.

        A line holds the frame that it replaces (`of`, -1 for the script itself) and its frames by player. `deals` keeps the
        position of each frame.
        """
        self.frames: list[Frame] = [self._start(script.start)]
        self.deals = [script.start]
        self.lines: list[dict[str, Any]] = []
        self._line(steps, -1)
        return {
            "title": script.tag("title"),
            "text": write((script,)),
            "frames": self.frames,
            "lines": self.lines,
        }

    def _start(self, deal: Deal) -> Frame:
        frame = self.position(deal, deal.turn.player)
        said = self.speak.say(N_("The deal is over.")) if deal.over else ""
        return frame | {"said": said or self.speak.say(N_("It is {player}’s turn."), player=deal.turn.player)}

    def _line(self, steps: tuple[Step, ...], of: int) -> int:
        """Add a line and the variations of its plays; its number."""
        number = len(self.lines)
        line: dict[str, Any] = {"of": of, "groups": []}
        self.lines.append(line)
        for head, group in groupby(steps, self._head):
            items = []
            for step in group:
                items.append(len(self.frames))
                frame = self.step(step)
                self.frames.append(frame)
                self.deals.append(step.after)
                if step.variations:
                    frame["instead"] = [self._line(variation, items[-1]) for variation in step.variations]
            line["groups"].append([head, items])
        return number

    def _head(self, step: Step) -> str:
        """The heading of the plays of one player in a row."""
        player, deal = step.play.act.player, step.before
        if deal.over:
            return self.speak.say(N_("After the end"))
        if player in (None, deal.turn.player):
            return self.speak.say(N_("{player}’s turn"), player=deal.turn.player)
        return self.speak.say(N_("{player}, out of turn"), player=player)

    def step(self, step: Step) -> Frame:
        """The frame of a play: the position after it, how it is told, and its line in the list."""
        play, refused = step.play, not step.verdict.lawful
        player = play.act.player or step.before.turn.player
        if refused:
            said, marks = self._refused(step, player)
        else:
            said = {"said": self.speak.tell(play.act, step.verdict.after or step.before)}
            marks = played(step.before, play.act, step.after)
        frame = self.position(step.after, player, marks, hand=any(_known(step.after, player))) | said
        frame["line"] = {"sign": "cross" if refused else SIGNS[type(play.act)], "text": self._text(step)}
        if play.glyph:
            frame["line"]["glyph"] = [play.glyph, self.speak.phrase(GLYPHS[play.glyph])]
        if play.comment:
            frame["comment"] = " ".join(play.comment)
        return frame

    def _refused(self, step: Step, player: str) -> tuple[Frame, Marks]:
        """What is said of a refused play, and the cards at fault where they lie."""
        verdict, act, deal = step.verdict, step.play.act, step.before
        told = explain(verdict)
        line = next(line for line in told.lines if line.state is State.BROKEN)
        below = findings(told, self.speak)
        if isinstance(act, LayDown) and not any(isinstance(card, Unknown) for card in deal.seat(player).cards):
            below += other_tables(verdict, self.speak)
        frame = {
            "refused": {id: self.home + rule_address(RULES[id]) for id in verdict.broken},
            "tried": self.tried(act, deal, player),
            "said": told.headline,
            "below": [
                self._part(linked_from(self.home, html))
                for html in (below, rule_fold(line.rule, deal.variant, self.speak))
            ],
        }
        rows = self._attempted(act, deal, line)
        return frame | ({"rows": rows} if rows else {}), at_fault(deal, player, act, line)

    def _attempted(self, act: Act, deal: Deal, line: Line) -> list[dict[str, Any]]:
        """The melds as they would lie, with what is at fault and what is missing."""
        if isinstance(act, LayDown):
            claims = act.claims
        elif isinstance(act, LayOff) and line.meld is not None:
            meld = deal.melds[act.meld - 1]
            claims = (Claim(meld.kind, meld.cards + act.cards),)
        else:
            return []
        rows = []
        for n, claim in enumerate(claims):
            here = line.meld in (None, n)
            missing = list(line.missing) if here else []
            faults = list(line.at_fault) if here else []
            cards = line_up(claim, missing)
            states = {}
            for place in reversed(range(len(cards))):
                for state, marked in (("ghost", missing), ("fault", faults)):
                    if cards[place] in marked:
                        marked.remove(cards[place])  # type: ignore[arg-type]
                        states[str(place)] = state
                        break
            label = self.speak.phrase(N_("the cards that were tried, {what}"), what=self.speak.meld(claim))
            rows.append({"key": f"tried {n}", "caption": "", "label": label, "marks": states,
                         "cards": list(map(self._card, cards))})  # fmt: skip
        return rows

    def tried(self, act: Act, deal: Deal, player: str) -> str:
        """What somebody tried that the rules refuse."""
        named: dict[str, Any] = {"player": player}
        if isinstance(act, LayOff | Swap):
            named["owner"] = _about(deal, act, player)[0]
        if isinstance(act, LayDown):
            named["what"] = self.speak.all_of([self.speak.meld(claim) for claim in act.claims])
        elif isinstance(act, LayOff):
            named["what"] = act.cards
        elif isinstance(act, Take | Swap | Discard):
            named["what"] = act.card
        return self.speak.say(_TRIED[type(act)], **named)

    # --- the list of plays ----------------------------------------------------------------------------------------

    def _text(self, step: Step) -> list[str | int]:
        """A play in a few words; a number stands for the chip of a card."""
        said = self._listed(step.play.act, step.before)
        return [int(word) if n % 2 else word for n, word in enumerate(re.split("\x00(\\d+)\x00", said)) if word]

    def _listed(self, act: Act, deal: Deal) -> str:
        say = self.speak.phrase
        if isinstance(act, Draw):
            known = act.card is not None and not isinstance(act.card, Unknown)
            return (
                say(N_("draw {what} from the stock"), what=self._chip(act.card))
                if known and act.card
                else say(N_("draw from the stock"))
            )
        if (
            isinstance(act, Take)
            and act.card in deal.discards
            and where(deal.discards, act.card) + 1 < len(deal.discards)
        ):
            return say(N_("take {what} and all above it from the pile"), what=self._chip(act.card))
        if isinstance(act, LayOff | Swap):
            owner, kind = _about(deal, act, act.player or deal.turn.player)
            cards = act.cards if isinstance(act, LayOff) else (act.card,)
            return say(_ON[type(act), kind], what=self._chips(cards), owner=owner)
        what = ""
        if isinstance(act, LayDown):
            what = self.speak.all_of([self._laid(claim) for claim in act.claims])
        elif isinstance(act, Take | Discard):
            what = self._chip(act.card)
        return say(_LISTED[type(act)], what=what)

    def _laid(self, claim: Claim) -> str:
        """The cards of a meld; a long sequence by its ends."""
        cards = line_up(claim)
        if claim.kind is Kind.SEQUENCE and len(cards) > 3 and not any(isinstance(card, Joker) for card in cards):
            ranks = [int(card.face.rank) for card in cards if card.face]
            if all(after - before == 1 for before, after in pairwise(ranks)):
                return self.speak.phrase(
                    N_("{first} to {last}"), first=self._chip(cards[0]), last=self._chip(cards[-1])
                )
        return self._chips(cards)

    def _chips(self, cards: Sequence[AnyCard]) -> str:
        return " ".join(map(self._chip, cards))

    def _chip(self, card: HeldCard) -> str:
        n = self._card(card)
        if n not in self._drawn:
            self._drawn[n] = self._name(card) if isinstance(card, Unknown) else chip(card, self.speak.name(card))
        return f"\x00{n}\x00"


# --- cards in their places ----------------------------------------------------------------------------------------


def symbol(card: HeldCard) -> str:
    """The symbol of a card in the sprite."""
    return "cr-back" if isinstance(card, Unknown) else symbol_id(card)


def linked_from(home: str, html: str) -> str:
    """HTML whose links are meant for the folder of the lessons, as it stands in a page from where that folder is `home`.

    >>> linked_from("../", '<a href="12_rulebook.ipynb">')
    '<a href="../12_rulebook.ipynb">'
    """
    return re.sub(r'href="(?=\w+\.ipynb)', f'href="{home}', html)


def stock_count(deal: Deal) -> int:
    """How many cards the stock holds: those of the pack that lie nowhere else, where it is not known."""
    if not deal.stock_open:
        return len(deal.stock)
    lying = [*(seat.cards for seat in deal.seats), deal.discards, *(meld.cards for meld in deal.melds)]
    return max(0, pack_size(deal.variant, len(deal.seats)) - sum(map(len, lying)))


def _about(deal: Deal, act: LayOff | Swap, player: str) -> tuple[str, Kind]:
    """Whose meld an act is about, and its kind; after the end a text may name one that was never laid."""
    meld = deal.melds[act.meld - 1] if act.meld <= len(deal.melds) else None
    return (meld.owner, meld.kind) if meld else (player, Kind.SET)


def _known(deal: Deal, player: str) -> list[bool]:
    return [not isinstance(card, Unknown) for card in deal.seat(player).cards]


def played(before: Deal, act: Act, after: Deal) -> Marks:
    """The cards that an act has just moved, where they lie now."""
    player = before.turn.player
    hand = len(after.seat(player).cards)
    if isinstance(act, Draw):
        return {"hand": {hand - 1: "new"}}
    if isinstance(act, Take):
        return {"hand": dict.fromkeys(range(hand - len(after.turn.taken), hand), "new")}
    if isinstance(act, LayDown):
        new = range(len(before.melds), len(after.melds))
        return {f"meld {n + 1}": dict.fromkeys(range(len(after.melds[n].cards)), "new") for n in new}
    if isinstance(act, Discard):
        return {"pile": {len(after.discards) - 1: "new"}}
    if isinstance(act, LayOff | Swap):
        places = _come(before.melds[act.meld - 1], after.melds[act.meld - 1])
        joker: Marks = {"hand": {hand - 1: "new"}} if isinstance(act, Swap) else {}
        return {f"meld {act.meld}": places} | joker
    return {}


def since(before: Deal, after: Deal) -> Marks:
    """The cards that a whole turn has put on the table, where they lie now."""
    marks: Marks = {}
    for n, meld in enumerate(after.melds):
        old = before.melds[n] if n < len(before.melds) else replace(meld, cards=(), laid_by=())
        if come := _come(old, meld):
            marks[f"meld {n + 1}"] = come
    if len(after.discards) > len(before.discards):
        marks["pile"] = {len(after.discards) - 1: "new"}
    return marks


def _come(old: TableMeld, new: TableMeld) -> dict[int, str]:
    """The cards that have come to a meld, by their places."""
    lay = Counter(zip(old.cards, old.laid_by, strict=True))
    places = {}
    for n, pair in enumerate(zip(new.cards, new.laid_by, strict=True)):
        if lay[pair]:
            lay[pair] -= 1
        else:
            places[n] = "new"
    return places


def at_fault(deal: Deal, player: str, act: Act, line: Line) -> Marks:
    """The cards at fault of a refused act: in the hand of the player, else in the meld that it is about."""
    hand = list(deal.seat(player).cards)
    marks: Marks = {}
    meld = act.meld if isinstance(act, LayOff | Swap) else None
    for card in line.at_fault:
        held = [n for n, other in enumerate(hand) if other == card.in_hand and n not in marks.get("hand", {})]
        if (
            meld is not None
            and meld <= len(deal.melds)
            and isinstance(card, Joker)
            and card in deal.melds[meld - 1].cards
        ):
            marks.setdefault(f"meld {meld}", {})[deal.melds[meld - 1].cards.index(card)] = "fault"
        elif held:
            marks.setdefault("hand", {})[held[-1]] = "fault"
    return marks
