"""Deals to step through, play by play, and to play on by hand.

All frames are made when the stepper is, so that stepping asks Python nothing. Played on by hand, a stepper is a board: the
hand of the seat on turn, trays for melds, and every act judged; the table above it is a frame like those of the steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import traitlets as t

from contract_rummy.cards import AnyCard, Card, Joker, by_suit
from contract_rummy.deal import Act, Block, Deal, Discard, Draw, End, LayDown, LayOff, Renew, Swap, Take
from contract_rummy.explain import explain
from contract_rummy.hint import Hint, Rung, Rungs
from contract_rummy.learn import find_notebooks
from contract_rummy.notation import NotationError
from contract_rummy.reading import read
from contract_rummy.repair import readings, repair
from contract_rummy.rules.turn import where
from contract_rummy.script import Script, all_steps, steps
from contract_rummy.show import findings, rule_fold
from contract_rummy.table import Hand, Verdict
from contract_rummy.variants import Kind
from contract_rummy.verdict import N_, NN_, State

from .board import STATIC, Board, shown
from .byhand import HERE, Game
from .frames import Frames, Marks, at_fault, linked_from, played
from .picture import picture

STEP_WORDS = {
    "table": N_("The table"),
    "deals": N_("Deals"),
    "steps": N_("Steps"),
    "first": N_("First step"),
    "prev": N_("Previous step"),
    "next": N_("Next step"),
    "last": N_("Last step"),
    "play": N_("Play from here"),
    "resume": N_("Back to my game"),
    "leave": N_("Back to the steps"),
    "before": N_("Before the first play"),
    "instead": N_("Instead:"),
    "back": N_("Back to what was played"),
    "clear": N_("Unpick all"),
    "draw": N_("Draw"),
    "discard": N_("Discard"),
    "take_back_act": N_("Take back"),
    "end": N_("End without a discard"),
    "renew": N_("Renew the stock"),
    "block": N_("Block the deal"),
    "as_it_comes": N_("As it comes"),
    "as_a_set": N_("As a set"),
    "as_a_sequence": N_("As a sequence"),
    "to_game": N_("Back to the game"),
    "look": N_("Press one to see on the table how that turn would have ended."),
    "left": N_("Left in hand"),
    "more": N_("Other plays"),
    "text": N_("The deal as text, to copy"),
    "paste": N_("Another deal, pasted as text"),
    "load": N_("Load it"),
    "aside": N_("Games put aside"),
    "go_on": N_("Go on with it"),
    "own": N_("The deal of this page"),
}
STEP_PATTERNS = {
    "step": N_("Step {n} of {m}"),
    "step_instead": N_("Instead, step {n} of {m}"),
    "laid_by": N_("{name}, laid by {by}"),
    "as_new": N_("{name}, just played"),
    "looking": N_("{name}: looked at, not played"),
    "as_come": N_("{name}, put there in this turn"),
    "as_fault": N_("{name}, at fault"),
    "as_hinted": N_("{name}, hinted"),
    "as_ghost": N_("{name}, missing"),
    "take_top": N_("take {name}"),
    "take_more": N_("take {name} and all above it"),
    "draw_stock": N_("draw from the {name}"),
    "lay_here": N_("{name}: lay the picked cards here"),
}
Answer = tuple[str, str, Callable[[], None]]
"""An answer to a question: its picture, its name, and what it does."""


def _ended(error: ValueError) -> str:
    """What an error says, with a full stop at its end, or the id of a rule after one."""
    said = str(error)
    return said if said.endswith((".", "]")) else f"{said}."


def one_module(name: str) -> str:
    """A module of `static` with board.js, from which it imports, in front of it: a widget carries a single module."""
    board = (STATIC / "board.js").read_text("utf-8")
    own = (STATIC / name).read_text("utf-8")
    board, exports = re.subn(r"^export (\{.*\}|default \{ render \});\n", "", board, flags=re.MULTILINE)
    own, imports = re.subn(r"^import \{.*\} from \"\./board\.js\";\n", "", own, flags=re.MULTILINE)
    assert (exports, imports) == (2, 1), "board.js exports twice, and what stands on it imports it once"
    return board + own


class TurnStepper(Board):
    """A deal, or several, to step through: a text, a script, the path of a `.deal` file, or its name in `notebooks/deals`.

    `seed` deals what a text leaves unknown, `level` is that of its headings, `home` leads from its page to the lessons.

    >>> stepper = TurnStepper("player Aru 5H 5D 9C\\nplayer Boris ?x10\\nplayer Chen ?x10\\n\\nAru:\\n    draw 9S\\n    discard 9C")
    >>> [frame["said"] for frame in stepper.reels[0]["frames"]][1:]
    ['Aru draws the nine of spades.', 'Aru discards the nine of clubs.']
    """

    _esm = one_module("stepper.js")

    reels: t.List[Any] = t.List().tag(sync=True)
    shared = t.Dict().tag(sync=True)
    which = t.Int(0).tag(sync=True)
    at = t.Int(0).tag(sync=True)
    level = t.Int(2).tag(sync=True)
    position = t.Dict().tag(sync=True)
    record = t.Unicode().tag(sync=True)
    saved = t.Dict().tag(sync=True)
    more: t.List[Any] = t.List().tag(sync=True)
    others = t.Dict().tag(sync=True)
    loaded = t.Unicode().tag(sync=True)
    taken = t.Unicode().tag(sync=True)
    """The text of the deals that were loaded in the place of the page's own."""
    aside: t.List[Any] = t.List().tag(sync=True)
    """The games that others took the place of: a name and the text of each."""

    def __init__(self, *deals: str | Path | Script, seed: int = 1, level: int = 2, home: str = "") -> None:
        self._seed, self.home = seed, home
        self.game: Game | None = None
        self._question = 0
        self._options: list[Callable[[], None]] = []
        """The answers to the question that stands there; questions are counted."""
        self._turn: tuple[Game, str, int] | None = None
        self._marked = False
        self._ended = 0
        self._trouble = ""
        super().__init__(Hand(()), (None,), view="steps", level=level)
        self._own = tuple(script for deal in deals for script in scripts_of(deal))
        """The page's own deals, which its heading names."""
        self._take_up(self._own)

    def _words(self) -> dict[str, str]:
        patterns = {key: self.speak.translations.gettext(text) for key, text in STEP_PATTERNS.items()}
        return super()._words() | {key: self.speak.phrase(text) for key, text in STEP_WORDS.items()} | patterns

    def _take_up(self, scripts: tuple[Script, ...]) -> None:
        """Make the frames of some scripts."""
        if not scripts:
            raise ValueError("a stepper needs a deal: a text, a script, or the path of a .deal file")
        frames, reels, deals = Frames(self.speak, self.home), [], []
        for n, script in enumerate(scripts, 1):
            reel = frames.of(script, steps(script))
            reels.append(reel | {"title": reel["title"] or self.speak.say(N_("Untitled {n}"), n=n)})
            deals.append(frames.deals)
        self.scripts, self.deals = scripts, deals
        with self.hold_sync():
            self.which, self.at, self.reels, self.shared = 0, 0, reels, frames.shared()

    # --- what a person asks for -----------------------------------------------------------------------------------

    def _hear(self, _: object, content: dict[str, Any], __: object) -> None:
        self._trouble = ""
        self._do(_, content, __)
        self.fault = self._trouble

    @shown
    def _do(self, _: object, content: dict[str, Any], __: object) -> None:
        do = content.get("do")
        n = content.get("n")
        if do == "play":
            self.play(int(content.get("which") or 0), int(content.get("at") or 0))
        elif do == "leave":
            self.view = "steps"
        elif do == "load":
            self.load(str(content.get("text", "")))
        elif do == "own":
            self._take_up(self._own)
            self.taken, self.loaded, self.view = "", "", "steps"
        elif self.game is None:
            super()._hear(_, content, __)
        elif do == "resume":
            self.view = "turn"
        elif do == "else":
            self._tell_others()
        elif content.get("held", self.held) != self.held:
            return  # it was meant for another hand
        elif do == "choose" and content.get("question") == self._question and isinstance(n, int):
            answers, self._options = self._options, []  # a question is answered once
            if 0 <= n < len(answers):
                answers[n]()
        elif do == "take_back_act":
            self.take_back()
        elif do in ("as_it_comes", "as_a_set", "as_a_sequence"):
            self._call({"as_a_set": Kind.SET, "as_a_sequence": Kind.SEQUENCE}.get(do))
        elif do in ("draw", "end", "block", "renew"):
            self._try({"draw": Draw, "end": End, "block": Block, "renew": Renew}[do](player=self._player))
        elif do == "take" and isinstance(n, int):
            self._take(n)
        elif do == "meld" and isinstance(n, int):
            self._to_meld(n)
        elif do == "discard":
            self._discard()
        else:
            super()._hear(_, content, __)

    def play(self, which: int = 0, at: int = 0) -> None:
        """Begin a game by hand at the position of a frame; what the text leaves unknown is dealt by seed."""
        try:
            game = Game(self.scripts[which], self.deals[which][at].record, self._seed)
        except ValueError:
            self._trouble = self.speak.say(
                N_("This text leaves cards unknown that no pack could hold, so it cannot be played on.")
            )
        else:
            self._begin(game)

    def _begin(self, game: Game) -> None:
        left, games = self.record, {text: name for name, text in self.aside}
        if self.game is not None and len(self._deal.record) > len(self.game.acts):
            games[left] = self._called()
        self.game = game
        self._offer_others()
        self._lie()
        games.pop(self.record, None)
        self.aside = [[name, text] for text, name in games.items()]
        note = N_("Your game so far is put aside: it stands below, with the deal as text.") if left in games else ""
        self._tell(state="begin", headline=self._whose(), note=self.speak.say(note))

    def _called(self) -> str:
        """What a game is called by that is put aside."""
        assert self.game is not None
        played = self._deal.record
        last = self.speak.tell(played[-1], self._deal)
        title = self.game.script.tag("title") or self.speak.say(N_("Untitled"))
        return self.speak.say(
            NN_("{title}, one play. {last}", "{title}, {n:word} plays. The last: {last}"),
            title=title,
            n=len(played),
            last=last,
        )

    def load(self, text: str) -> None:
        """Take up a deal from its text: a record goes on by hand, any other text is stepped through."""
        otherwise = ""
        try:
            scripts = read(text)
            game = Game.of(scripts[0]) if scripts[0].tag(HERE) else None
            if game is None:
                otherwise = self._otherwise(scripts)
                self._take_up(scripts)
                self.taken = text
        except NotationError as error:
            said = self.speak.say(N_("Line {line}: {error}"), line=error.line, error=_ended(error))
            self.loaded = f"{said} {otherwise}".strip()
            return
        except ValueError as error:
            self.loaded = _ended(error)
            return
        self.loaded = f"{self.speak.say(N_('The deal is loaded.'))} {otherwise}".strip()
        if game is None:
            self.view = "steps"
            self.at = len(self.reels[0]["frames"]) - 1
            self.send_state(["which", "at"])  # the page may have gone elsewhere by itself
        else:
            self._begin(game)

    def _otherwise(self, scripts: Sequence[Script]) -> str:
        """A sentence on the first line of a text that the rules judge otherwise than it says; empty where there is none."""
        step = next((step for script in scripts for step in all_steps(script) if not step.as_written), None)
        if step is None:
            return ""
        if not step.play.tried:
            said = N_("In line {line} the rules refuse what the text plays.")
        elif step.verdict.lawful:
            said = N_("In line {line} the rules allow what the text only tries.")
        else:
            said = N_("In line {line} the rules refuse the try for another reason than the text gives.")
        return self.speak.say(said, line=step.play.line)

    @t.observe("saved")
    @shown
    def _restore(self, change: Any) -> None:
        """Take up what the page has kept over a reload: deals that were loaded, the game, and the cards picked in it."""
        kept = change.new
        if not kept:
            return
        if not self.record and not self.taken:
            self._return_to(kept)
        self.saved = {}  # the page may keep again what stands there

    def _return_to(self, kept: dict[str, Any]) -> None:
        if kept.get("taken"):
            self.load(str(kept["taken"]))
        self._stand(kept.get("which"), kept.get("at"))
        if kept.get("text"):
            self.load(str(kept["text"]))
        self.aside = [[str(name), str(text)] for name, text in kept.get("aside") or []]
        if self.game is not None:
            self._lay_again(kept)
        self.loaded = "" if (self.record if kept.get("text") else self.taken) else self.loaded
        self.view = "steps" if kept.get("view") == "steps" else self.view

    def _stand(self, which: Any, at: Any) -> None:
        """Go to a frame of a deal, if there is one."""
        if (which, at) in {(n, frame) for n, reel in enumerate(self.reels) for frame in range(len(reel["frames"]))}:
            self.which, self.at = which, at

    def _tell(self, **shown: Any) -> None:
        below = shown.get("below")
        super()._tell(**shown | ({"below": linked_from(self.home, below)} if below else {}))

    # --- the table ------------------------------------------------------------------------------------------------

    @property
    def _deal(self) -> Deal:
        assert self.game is not None
        return self.game.deal

    @property
    def _player(self) -> str:
        return self._deal.turn.player

    @property
    def _met(self) -> bool:
        """Whether whoever is on turn has met the contract."""
        return self._deal.turn.went_down or self._player in self._deal.down

    def _lie(self, marks: Marks | None = None, picked: bool = False) -> None:
        """Show the position as it stands, with the hand of the seat on turn; cards that are `picked` may stay so."""
        assert self.game is not None
        deal = self._deal
        met = self._met
        with self.hold_sync():
            self.variant, self.contract = deal.variant, deal.contract
            self.kinds = () if deal.over else (None,) if met else deal.contract.asks
            self.label = self.speak.say(
                N_("A meld, or cards to lay off") if met else N_("The contract: {asks}"), asks=deal.contract.asks
            )
            cards = () if deal.over else deal.seat(self._player).cards
            before, self._turn = self._turn, (self.game, self._player, deal.turn.began)
            claims, trays, now, chosen = self.claims, self.lying.filled, self.now, self.chosen
            self.hold(Hand(tuple(card for card in cards if isinstance(card, Card | Joker))), same=before == self._turn)
            if picked:
                self.now, self.chosen = now, chosen
                self.place(claims, trays)
            self._draw(marks)  # last, since a mark goes when cards are picked or put back
            self._offer(met)
            self.record = self.game.text
            self.view = "turn"

    def _hand_label(self) -> str:
        if self.game is None:
            return super()._hand_label()
        if self._deal.over:
            return self.speak.say(N_("The deal is over"))
        label = NN_("{player}’s hand, one card", "{player}’s hand, {n:word} cards")
        return self.speak.say(label, player=self._player, n=len(self._deal.seat(self._player).cards))

    def _draw(self, marks: Marks | None = None) -> None:
        """Draw the table; nobody's hand lies on it."""
        frames = Frames(self.speak)
        marks = {row: cards for row, cards in (marks or {}).items() if row != "hand"}
        frame = frames.position(self._deal, self._player, marks, hand=False)
        assert self.game is not None
        title = self.game.script.tag("title")
        named = "" if any(own.tag("title") == title for own in self._own) else title or self.speak.say(N_("Untitled"))
        self.position = {"frames": [frame], "title": named} | frames.shared()
        self._marked = bool(marks)

    def _offer(self, met: bool) -> None:
        """The buttons: those of a turn, and those that are seldom wanted in a fold."""
        assert self.game is not None
        deal = self._deal
        back = ["take_back_act"] if self.game.can_take_back else []
        if deal.over:
            self.buttons, self.more, self.main = back, [], ""
            return
        empty = ["renew", "block"] if deal.stock_is_empty and not deal.turn.drawn else []
        self.buttons = ["draw", *empty, "lay", "discard", "hint", *back, "clear"]
        named = ["as_it_comes", "as_a_set", "as_a_sequence"] if met else []
        self.more = [*named, "end", *(["renew", "block"] if not empty else [])]
        self.main = "discard" if deal.turn.drawn else "renew" if empty else "draw"

    def _whose(self) -> str:
        if self._deal.over:
            return self.speak.say(N_("The deal is over."))
        drawn = N_("It is {player}’s turn.") if not self._deal.turn.drawn else N_("{player} has drawn and plays on.")
        return self.speak.say(drawn, player=self._player)

    # --- acts -----------------------------------------------------------------------------------------------------

    @property
    def _picked(self) -> list[int]:
        """The positions of the cards that are picked, whatever tray they lie in."""
        return [position for tray in self.placed for position in tray]

    def lay(self) -> None:
        """Lay down what lies in the trays."""
        if self.game is None:
            return
        if not self.claims:
            self._short(N_("Nothing is picked yet: tap cards of the hand."))
        else:
            self._try(LayDown(self.claims, player=self._player))

    def _discard(self) -> None:
        picked = [self.hand.cards[position] for position in self._picked]
        if not picked:
            self._short(N_("Pick the card that is discarded first."))
        elif len(picked) == 1:
            self._try(Discard(picked[0], player=self._player))
        else:
            cards = list(dict.fromkeys(picked))
            acts = [self._would(Discard(card, player=self._player)) for card in cards]
            self._ask(N_("Several cards are picked. Which one is discarded?"), [
                (self._chip(card), self.speak.name(card), act) for card, act in zip(cards, acts, strict=True)
            ])  # fmt: skip

    def _take(self, n: int) -> None:
        pile = self._deal.discards
        if not 0 <= n < len(pile):
            return
        if where(pile, pile[n]) != n:
            self._short(N_("The same card lies higher up in the pile: take that one."))
        else:
            self._try(Take(pile[n], player=self._player))

    def _to_meld(self, n: int) -> None:
        """The picked cards go to a meld on the table; where it holds a joker, a single card might be meant for it."""
        if not 1 <= n <= len(self._deal.melds) or self._deal.over:
            return
        cards = tuple(self._card(position) for position in self._picked)
        if not cards:
            self._short(N_("Pick cards of the hand first, then tap the meld that they go to."))
            return
        off = LayOff(cards, n, player=self._player)
        jokers = any(isinstance(card, Joker) for card in self._deal.melds[n - 1].cards)
        if not jokers or len(cards) > 1 or isinstance(cards[0], Joker):
            self._try(off)
            return
        swap = Swap(cards[0], n, player=self._player)
        lay, give = self.speak.phrase(N_("Lay it off")), self.speak.phrase(N_("Give it for the joker"))
        answers = [(escape(said), said, self._would(act)) for said, act in ((lay, off), (give, swap))]
        self._ask(N_("This meld has a joker. What is {card} for?"), answers, card=cards[0])

    def _call(self, kind: Kind | None) -> None:
        """Name the kind of the one meld in the tray."""
        if len(self.kinds) == 1:
            self.kinds = (kind,)
            self._refresh()

    def take_back(self) -> None:
        """Take the last act of this turn back."""
        if self.game is not None and self.game.can_take_back:
            over = self._deal.over
            self.game.take_back()
            if over:
                self._offer_others()
            self._lie()
            self._tell(state="begin", headline=self.speak.say(N_("Taken back. {now}"), now=self._whose()))

    def _try(self, act: Act) -> None:
        """Judge an act; a lawful one is played, a refused one explained, an ambiguous one asked about."""
        assert self.game is not None
        if self._deal.over:
            self._short(N_("The deal is over."))
            return
        try:
            verdict = self.game.judge(act)
        except ValueError:
            if isinstance(act, LayOff) and not act.end:
                self._ask_end(act)
                return
            raise
        if verdict.lawful:
            self._go(verdict)
        elif isinstance(act, LayDown):
            mended = repair(verdict)
            whole = self.contract is not None and "contract.whole" in verdict.broken
            short = self._short_of(self._deal.contract) if whole else None
            self._show(verdict, explain(verdict, repair=mended, shortage=short), mended)
        else:
            self._refuse(verdict, act)

    def _would(self, act: Act) -> Callable[[], None]:
        return lambda: self._try(act)

    def _go(self, verdict: Verdict) -> None:
        """Play a lawful act."""
        assert self.game is not None
        assert verdict.act is not None
        assert verdict.after is not None
        before, act = self._deal, verdict.act
        self.game.go(verdict)
        after = self._deal
        if isinstance(act, Draw) and before.stock:
            act = replace(act, card=before.stock[0])
        told = self.speak.tell(act, after)
        passes = after.turn.began != before.turn.began
        marks = played(before, act, after)
        self._lie(marks, picked=isinstance(act, Draw | Take) and not after.over)
        if passes:
            told = self.speak.say(N_("{told} {whose}"), told=told, whose=self._whose())
        if passes or after.over:
            self._offer_others()
        news = [] if passes or after.over else sorted(marks.get("hand", {}))
        self._tell(state="lawful", headline=told, news=news)

    def _refuse(self, verdict: Verdict, act: Act) -> None:
        """Explain why an act other than a meld is refused, on the cards at fault."""
        told = explain(verdict)
        line = next(line for line in told.lines if line.state is State.BROKEN)
        marks = at_fault(self._deal, self._player, act, line)
        self._draw(marks)
        faults = self._positions(line.at_fault)
        below = findings(told, self.speak) + rule_fold(line.rule, self.variant, self.speak)
        if line.rule.id == "joker.declared" and isinstance(act, LayOff) and (answers := self._faces(act)):
            self._ask(told.headline, answers, below=below, faults=faults)
        else:
            self._tell(state="refused", headline=told.headline, below=below, faults=faults)

    def _positions(self, cards: tuple[AnyCard, ...]) -> list[int]:
        """Where cards at fault lie in the hand, the picked ones first."""
        free = [*self._picked, *(n for n in range(len(self.hand)) if n not in self._picked)]
        found = []
        for card in cards:
            position = next((n for n in free if self.hand.cards[n] == card.in_hand), None)
            if position is not None:
                free.remove(position)
                found.append(position)
        return found

    # --- questions ------------------------------------------------------------------------------------------------

    def _short(self, text: str) -> None:
        self._tell(state="short", headline=self.speak.say(text))

    def _answers(self, options: list[Callable[[], None]]) -> list[dict[str, Any]]:
        """What the page sends for each answer to a new question."""
        self._question, self._options = self._question + 1, options
        return [{"do": "choose", "n": n, "question": self._question} for n in range(len(options))]

    def _ask(
        self, question: str, answers: list[Answer], below: str = "", faults: Sequence[int] = (), **facts: Any
    ) -> None:
        """Ask what is meant; the answers are buttons."""
        wishes = self._answers([then for _, _, then in answers])
        choices = [
            {"html": html, "name": name, "wish": wish} for (html, name, _), wish in zip(answers, wishes, strict=True)
        ]
        said = self.speak.say(question, **facts)
        self._tell(state="asks", headline=said, choices=choices, below=below, faults=list(faults))

    def _faces(self, act: LayOff) -> list[Answer]:
        """The cards that the first nameless joker can stand for on a meld, each with the lay-off that it makes."""
        meld = self._deal.melds[act.meld - 1]
        named = [card for card in (*meld.cards, *act.cards) if card.face]
        faces: set[Card] = set()
        for reading in readings((*meld.cards, *act.cards), self.variant):
            free = list(reading.cards)
            for card in named:
                free.remove(card)
            if reading.kind is meld.kind:
                faces |= {card.face for card in free if card.face}
        at = next(n for n, card in enumerate(act.cards) if card.face is None)
        return [
            (self._chip(face), self.speak.name(face), self._would(
                replace(act, cards=(*act.cards[:at], Joker(face), *act.cards[at + 1 :]))
            ))
            for face in sorted(faces, key=by_suit)
        ]  # fmt: skip

    def _ask_end(self, act: LayOff) -> None:
        meld = self._deal.melds[act.meld - 1]
        ends = {
            "low": self.speak.say(N_("Before {card}"), card=meld.cards[0]),
            "high": self.speak.say(N_("After {card}"), card=meld.cards[-1]),
        }
        answers = [(escape(said), said, self._would(replace(act, end=end))) for end, said in ends.items()]
        self._ask(N_("Both ends of this sequence fit. Which one is it?"), answers)

    # --- hints ----------------------------------------------------------------------------------------------------

    def _find_hints(self) -> Rungs:
        if self.game is None or self._deal.over:
            return (Hint(Rung.DONE, N_("The deal is over.")),)
        from .turn_help import next_hints

        return next_hints(self._deal, self.claims)

    def _tell_hint(self, hint: Hint, **told: Any) -> None:
        """Show a hint, on the table too, and how far the hand is; the last one offers to do what it says."""
        marks: Marks = {}
        if hint.meld:
            marks[f"meld {hint.meld}"] = dict.fromkeys(range(len(self._deal.melds[hint.meld - 1].cards)), "hinted")
        if hint.pile and self._deal.discards:
            marks["pile"] = dict.fromkeys(range(len(self._deal.discards)), "hinted")
        if marks or self._marked:
            self._draw(marks)
        if hint.rung in (Rung.WHERE, Rung.IDEA) and self.game is not None and not self._met:
            from .turn_help import how_far

            told["note"] = how_far(self._deal, self.speak.lang)
        if hint.act is not None:
            said = self.speak.phrase(N_("Do it"))
            (wish,) = self._answers([self._would(replace(hint.act, player=self._player))])
            told["choices"] = [{"html": escape(said), "name": said, "wish": wish}]
        super()._tell_hint(hint, **told)

    # --- what else was lawful -------------------------------------------------------------------------------------

    def _offer_others(self) -> None:
        """Offer to list what else could have been played in the turn that ended last; it is looked for when it is asked for."""
        assert self.game is not None
        if not self.game.last_turn:
            self.others = {}
            return
        self._ended += 1
        who = self.game.last_turn[0].turn.player
        title = self.speak.say(N_("What else was lawful in {player}’s turn"), player=who)
        self.others = {"key": str(self._ended), "title": title}

    def _tell_others(self) -> None:
        if self.game is not None and self.others:
            from .other_ways import other_ways

            self.others = self.others | other_ways(self.game, self.speak)

    # --- without a kernel -----------------------------------------------------------------------------------------

    @t.observe("placed")
    @shown
    def _moved(self, change: Any) -> None:
        super()._moved(change)
        if self._marked and self.game is not None:
            self._draw()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        words, html = picture(self.scripts, self.speak)
        return data | {"text/plain": words, "text/html": html}, metadata


def scripts_of(deal: str | Path | Script) -> tuple[Script, ...]:
    """The scripts of a text, or of a file: one word is a path, or the name of one of the deals that come with the lessons."""
    if isinstance(deal, Script):
        return (deal,)
    if isinstance(deal, Path) or (deal and not re.search(r"\s", deal)):
        path = Path(deal)
        if not path.is_file():
            path = deals_folder() / f"{path.name.removesuffix('.deal')}.deal"
        if not path.is_file():
            raise ValueError(f"there is no deal {path.stem!r}; the deals are {', '.join(_names(path.parent))}")
        deal = path.read_text("utf-8")
    return read(deal)


def deals_folder() -> Path:
    """Where the deals lie that come with the lessons."""
    return (find_notebooks() or Path()) / "deals"


def _names(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.deal"))
