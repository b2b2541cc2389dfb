"""Boards: a hand, the trays that its cards are laid into, and the verdict on them.

A board holds positions in the hand, and Python alone says what lies where. The front end (`static/board.js`) sends each tap and
whatever else a person wants as a message, in their order; everything that it shows comes from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from html import escape
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import anywidget
import traitlets as t

from contract_rummy.arrange import shortage, ways
from contract_rummy.cards import AnyCard, Joker, by_rank, by_suit
from contract_rummy.drawing import chip, sprite, symbol_id
from contract_rummy.explain import Explanation, Line, Speaker, explain
from contract_rummy.hint import Hint, Rungs
from contract_rummy.notation import card as read_card
from contract_rummy.notation import claims as read_claims
from contract_rummy.notation import hand as read_hand
from contract_rummy.referee import judge
from contract_rummy.repair import repair
from contract_rummy.show import findings, other_tables, row, rule_fold
from contract_rummy.table import Claim, Hand, Repair, Shortage, Verdict
from contract_rummy.variants import STANDARD, Contract, Kind, Variant
from contract_rummy.verdict import N_, NN_, RULES, State

from .trays import Ghost, Trays, missing

STATIC = Path(__file__).parent / "static"

WORDS = {
    "lay_down": N_("Lay down"),
    "another": N_("Another hand"),
    "key": N_("The key"),
    "clear": N_("Take all back"),
    "by_suit": N_("By suit"),
    "by_rank": N_("By rank"),
    "sort": N_("Sort the hand"),
    "your_hand": N_("Your hand"),
    "verdict": N_("Verdict"),
    "refused": N_("refused"),
    "lawful": N_("lawful"),
    "asks": N_("a question"),
    "hint": N_("A hint"),
    "hint_more": N_("Another hint"),
    "hint_show": N_("Show it"),
    "short": N_("not yet"),
    "notation": N_("In notation, to copy"),
    "copy": N_("Copy"),
    "copied": N_("Copied"),
}
PATTERNS = {
    "idle": N_("{name}, {i} of {n}"),
    "picked": N_("{name}, picked, {i} of {n}"),
    "fault": N_("{name}, at fault, {i} of {n}"),
    "picked_fault": N_("{name}, picked, at fault, {i} of {n}"),
    "hinted": N_("{name}, hinted, {i} of {n}"),
    "new": N_("{name}, new, {i} of {n}"),
    "ghost": N_("{name}, missing"),
    "picked_hinted": N_("{name}, picked, hinted, {i} of {n}"),
    "take_back": N_("{name}, take back"),
    "take_back_hinted": N_("{name}, hinted, take back"),
    "take_back_fault": N_("{name}, at fault, take back"),
    "lost": N_("The connection to the judge is lost. Reload the page to go on: your cards come back."),
    "cut": N_("The connection to the judge is interrupted. It is sought again; your cards stay as they are."),
    "js_fault": N_("Something went wrong on this page: {error}"),
}
"""What the front end says; in the patterns it puts the names and numbers itself."""

Method = TypeVar("Method", bound=Callable[..., None])


def shown(method: Method) -> Method:
    """Let a fault in an observer show in the board, since the kernel would only log it."""

    @wraps(method)
    def guarded(self: Board, *args: Any) -> None:
        try:
            method(self, *args)
        except Exception as error:
            self.fault = self.speak.say(N_("Something went wrong in this board: {error}"), error=repr(error))
            raise
        self.fault = ""

    return guarded  # type: ignore[return-value]


class Board(anywidget.AnyWidget):
    """A hand with trays for melds, and the verdict on what lies in them.

    `placed` holds, for each tray, the positions of its cards in `hand`; `text` says the same in notation.
    """

    _esm: Path | str = STATIC / "board.js"
    _css = STATIC / "look.css"

    view = t.Unicode("contract").tag(sync=True)
    cards: t.List[Any] = t.List().tag(sync=True)
    orders = t.Dict().tag(sync=True)
    trays: t.List[Any] = t.List().tag(sync=True)
    order_in_tray: t.List[Any] = t.List().tag(sync=True)
    goes: t.List[Any] = t.List().tag(sync=True)
    verdict = t.Dict().tag(sync=True)
    label = t.Unicode().tag(sync=True)
    hand_label = t.Unicode().tag(sync=True)
    words = t.Dict().tag(sync=True)
    text = t.Unicode().tag(sync=True)
    buttons: t.List[Any] = t.List().tag(sync=True)
    main = t.Unicode("lay").tag(sync=True)
    fault = t.Unicode().tag(sync=True)
    placed: t.List[Any] = t.List().tag(sync=True)
    held = t.Int(0).tag(sync=True)
    """Whose hand this is, counted: a tap on that of somebody else is void, even if it holds such a card, too."""
    heard = t.Unicode().tag(sync=True)
    """The last tap that is done here; those after it are on their way, and the page shows them beforehand."""
    now = t.Int(0).tag(sync=True)
    """The tray that the last tap went to, or that a person has chosen."""
    chosen = t.Bool(False).tag(sync=True)
    """Whether a person has chosen a tray: then every tap goes there."""
    sort = t.Unicode("suit").tag(sync=True)
    seed = t.Int(0).tag(sync=True)
    """What dealt the hand, on a board that deals another one."""
    nth = t.Int().tag(sync=True)
    """Which board of its notebook this is, counted: so a page finds its own again."""
    kept = t.Dict().tag(sync=True)
    """What the page has kept over a reload: the seed, the melds and their trays, whether they were laid down, later taps."""
    _made = count()

    def __init__(
        self,
        hand: Hand | str,
        kinds: Sequence[Kind | None],
        variant: Variant = STANDARD,
        contract: Contract | None = None,
        buttons: Sequence[str] = (),
        **traits: Any,
    ) -> None:
        self.speak = Speaker()
        self.variant = variant
        self.kinds = tuple(kinds)
        self.lying = Trays((), (), variant, ())
        self.contract = contract
        self._declared: dict[int, Joker] = {}
        self._times = 0
        self._prints = False
        self._repair: tuple[Repair, int] | None = None
        self._rungs: Rungs = ()
        super().__init__(words=self._words(), buttons=list(buttons), nth=next(Board._made), **traits)
        self.on_msg(self._hear)
        self.hold(hand)

    def _words(self) -> dict[str, str]:
        patterns = {key: self.speak.translations.gettext(text) for key, text in PATTERNS.items()}
        return {"lang": "en"} | {key: self.speak.phrase(text) for key, text in WORDS.items()} | patterns

    def hold(self, hand: Hand | str, same: bool = False) -> None:
        """Take up a hand; the trays are empty then. It may be the same one, to which cards came or from which they went."""
        self.hand = read_hand(hand, self.variant) if isinstance(hand, str) else hand
        self._declared = {}
        order = range(len(self.hand))
        cards = self.hand.cards
        self.orders = {
            "suit": sorted(order, key=lambda n: by_suit(cards[n])),
            "rank": sorted(order, key=lambda n: by_rank(cards[n])),
        }
        self.hand_label = self._hand_label()
        with self.hold_sync():
            self.now, self.chosen = 0, False
            self.held += not same
            self.placed = [[] for _ in self.kinds]
            self._refresh()
        if self._prints:
            self.send({"do": "sheet", "html": self._sheet()})

    def _hand_label(self) -> str:
        return self.speak.say(NN_("Your hand, one card", "Your hand, {n:word} cards"), n=len(self.hand))

    def put(self, text: str) -> None:
        """Lay melds given in notation into the trays, with cards of the hand."""
        self.place(read_claims(text, self.variant))

    def place(self, claims: Sequence[Claim], trays: Sequence[int] = ()) -> None:
        """Lay melds into these trays or those that fit, with cards of the hand; `ValueError` where it does not hold them."""
        trays = trays or self._trays_for(claims)
        free = list(range(len(self.hand)))
        placed: list[list[int]] = [[] for _ in self.kinds]
        declared: dict[int, Joker] = {}
        for tray, claim in zip(trays, claims, strict=True):
            for card in claim.cards:
                position = next((n for n in free if self.hand.cards[n] == card.in_hand), None)
                if position is None:
                    raise ValueError(f"{card.code} is not in the hand {self.hand.text}")
                free.remove(position)
                placed[tray].append(position)
                if isinstance(card, Joker) and card.face:
                    declared[position] = card
        self._declared = declared
        self.placed = placed
        self._refresh()

    def _trays_for(self, claims: Sequence[Claim]) -> list[int]:
        """A tray for each claim: one of its kind, else any that is free."""
        free = list(range(len(self.kinds)))
        if len(claims) > len(free):
            raise ValueError(f"{len(claims)} melds do not fit into {len(free)} trays")
        chosen = []
        for claim in claims:
            tray = next((n for n in free if self.kinds[n] is claim.kind), free[0])
            free.remove(tray)
            chosen.append(tray)
        return chosen

    # --- what lies in the trays -----------------------------------------------------------------------------------

    def _card(self, position: int) -> AnyCard:
        return self._declared.get(position) or self.hand.cards[position]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The melds that lie in the trays, lawful or not; empty trays are left out."""
        return self.lying.claims

    @t.validate("placed")
    def _positions(self, proposal: Any) -> list[Any]:
        if hasattr(self, "hand") and not self._can_lie(proposal.value):
            raise t.TraitError(f"{proposal.value} are not positions in a hand of {len(self.hand)}, each laid once")
        return list(proposal.value)

    @t.observe("placed")
    @shown
    def _moved(self, _: Any) -> None:
        laid = {position for tray in self.placed for position in tray}
        self._declared = {position: joker for position, joker in self._declared.items() if position in laid}
        self._refresh()

    def _can_lie(self, placed: list[Any]) -> bool:
        """Whether these are lists of positions in the hand, one for each tray, and none stands twice."""
        if len(placed) != len(self.kinds) or not all(isinstance(tray, list | tuple) for tray in placed):
            return False
        laid = [position for tray in placed for position in tray]
        sound = all(type(position) is int and 0 <= position < len(self.hand) for position in laid)
        return sound and len(set(laid)) == len(laid)

    def _refresh(self) -> None:
        """Say anew what lies where; a verdict on other cards than these is taken away."""
        if not hasattr(self, "hand") or len(self.placed) != len(self.kinds):
            return
        with self.hold_trait_notifications(), self.hold_sync():
            self.verdict = {}
            self._repair = None
            self._rungs = ()
            everywhere = tuple(self._card(position) for position in range(len(self.hand)))
            self.lying = Trays(everywhere, self.kinds, self.variant, tuple(map(tuple, self.placed)))
            self.cards = [
                {"id": symbol_id(card), "name": self.speak.name(card), "code": card.in_hand.code} for card in everywhere
            ]
            self.trays = [self._tray(tray) for tray in range(len(self.kinds))]
            self.order_in_tray = [self.lying.order(tray) for tray in range(len(self.kinds))]
            self.goes = self.lying.where_taps_go(self.now)
            self.text = " ".join(claim.text for claim in self.claims)

    def _tray(self, tray: int) -> dict[str, Any]:
        claim, kind = self.lying.claim(tray), self.lying.wanted[tray]
        status, sign = self._status(claim, kind)
        least = max(self.lying.least(kind), 3)
        return {"label": self._tray_label(tray), "status": status, "sign": sign, "places": least}

    def _tray_label(self, tray: int) -> str:
        kind = self.lying.wanted[tray]
        if kind is None:
            return self.speak.say(N_("Your meld"))
        if self.lying.wanted.count(kind) == 1:
            return self.speak.say({Kind.SET: N_("The set"), Kind.SEQUENCE: N_("The sequence")}[kind])
        which = self.lying.wanted[:tray].count(kind)
        names = {
            Kind.SET: (N_("First set"), N_("Second set"), N_("Third set")),
            Kind.SEQUENCE: (N_("First sequence"), N_("Second sequence"), N_("Third sequence")),
        }
        if which < len(names[kind]):
            return self.speak.say(names[kind][which])
        return self.speak.say({Kind.SET: N_("Set {n}"), Kind.SEQUENCE: N_("Sequence {n}")}[kind], n=which + 1)

    def _status(self, claim: Claim | None, kind: Kind | None) -> tuple[str, str]:
        """What a tray is so far, in a few words, and its sign."""
        say = self.speak.phrase
        if claim is None:
            return say(NN_("one card wanted", "{n:word} cards wanted"), n=self.lying.least(kind)), ""
        broken = judge(claim, self.variant).broken
        a_meld = {Kind.SET: N_("a set"), Kind.SEQUENCE: N_("a sequence")}[claim.kind]
        if not broken and self.contract and kind and claim.kind is not kind:
            not_wanted = {
                Kind.SET: N_("a set; a sequence is asked for"),
                Kind.SEQUENCE: N_("a sequence; a set is asked for"),
            }
            return say(not_wanted[claim.kind]), "moot"
        if not broken:
            return say(a_meld), "check"
        if broken == ("joker.declared",):
            return say(N_("which card is the joker?")), ""
        if all(id.endswith(".size") for id in broken) and len(claim.cards) < self.lying.least(claim.kind):
            return say(
                NN_("one card more", "{n:word} cards more"), n=self.lying.least(claim.kind) - len(claim.cards)
            ), ""
        if kind is None:
            return say(N_("neither a set nor a sequence yet")), ""
        return say({Kind.SET: N_("not a set yet"), Kind.SEQUENCE: N_("not a sequence yet")}[claim.kind]), ""

    # --- what a person asks for -----------------------------------------------------------------------------------

    @shown
    def _hear(self, _: object, content: dict[str, Any], __: object) -> None:
        do = content.get("do")
        if do in ("pick", "unpick", "tray", "clear"):
            with self.hold_sync():  # one message, so that the page shows no tap twice or not at all
                self.heard = str(content.get("id", ""))
                if content.get("held") == self.held or do == "clear":
                    self._touch(content)
        elif do == "lay":
            self.lay()
        elif do == "mend":
            self.mend()
        elif do == "declare":
            self.declare(int(content["position"]), str(content["code"]))
        elif do == "another":
            self.another()
        elif do == "key":
            self.show_key()
        elif do == "hint":
            self.hint()
        elif do == "sheet":
            self._prints = True
            self.send({"do": "sheet", "html": self._sheet()})
        elif do == "sprite":
            self.send({"do": "sprite", "svg": sprite()})

    def _touch(self, content: dict[str, Any]) -> None:
        """Do what a finger does on cards and trays; what makes no sense any more does nothing."""
        do, n = content.get("do"), content.get("n")
        if do == "clear":
            self.hold(self.hand, same=True)
        elif do == "tray" and type(n) is int and 0 <= n < len(self.kinds):
            self.now, self.chosen = n, True
        elif do in ("pick", "unpick"):
            laid = self.lying.laid
            there = [
                k
                for k, card in enumerate(self.hand)
                if card.code == content.get("code") and (k in laid) == (do == "unpick")
            ]
            if there:
                self.tap(n if n in there else there[0])  # where the hand has changed, another place, or another copy

    def tap(self, position: int) -> None:
        """Take a card of the hand into the tray where it belongs, or back from the one where it lies."""
        placed = [[other for other in tray if other != position] for tray in self.placed]
        if placed == self.placed:
            self.now = self.now if self.chosen else self.goes[position]
            placed[self.now].append(position)
        self.placed = placed

    def judge(self) -> Verdict | None:
        """The verdict on what lies in the trays; `None` while nothing does."""
        if not self.claims:
            return None
        return judge(self.claims, self.variant, contract=self.contract, hand=self.hand)

    def lay(self) -> None:
        """Judge what lies in the trays, and show the verdict."""
        verdict = self.judge()
        if verdict is None:
            self._tell(state="short", headline=self.speak.say(N_("Nothing is picked yet: tap cards of your hand.")))
            return
        mended = repair(verdict)
        short = self._short_of(self.contract) if self.contract and "contract.whole" in verdict.broken else None
        self._show(verdict, explain(verdict, repair=mended, shortage=short), mended)

    def _short_of(self, contract: Contract) -> Shortage | None:
        """How far the hand is from a contract; `None` where that is not known."""
        with suppress(ValueError):
            return shortage(self.hand, contract, self.variant)
        return None

    def _show(self, verdict: Verdict, told: Explanation, mended: Repair | None) -> None:
        broken = next((line for line in told.lines if line.state is State.BROKEN), None)
        shown: dict[str, Any] = {
            "state": "refused" if broken else "lawful",
            "headline": told.headline,
            "below": findings(told, self.speak) + other_tables(verdict, self.speak),
        }
        if broken:
            shown["below"] += rule_fold(broken.rule, self.variant, self.speak)
            shown["faults"] = self.lying.at_fault(broken)
            shown["ghosts"] = self._drawn(self.lying.ghosts(broken, mended))
            shown["choices"] = self._choices(broken)
        if broken and shown["choices"]:
            shown["state"] = "asks"
        elif mended:
            by_hand = all(change.from_hand for change in mended.changes)
            if by_hand:
                self._repair = mended, self.lying.filled[mended.meld]
                first, *rest = self.speak.changes(mended, self._chip)
                shown["mend"] = {"html": ", ".join([first, *(said[:1].lower() + said[1:] for said in rest)])}
            else:
                shown["note"] = told.mend
        self._tell(**shown)

    def _tell(self, **shown: Any) -> None:
        """Show a verdict; the same one again is said again."""
        self._times += 1
        self.verdict = {"time": self._times, **shown}

    def _drawn(self, ghosts: Sequence[Ghost]) -> list[list[Any]]:
        """Missing cards as the page draws them."""
        return [[tray, place, symbol_id(card), self.speak.name(card)] for tray, place, card in ghosts]

    def _choices(self, line: Line) -> list[dict[str, Any]]:
        """The cards that a nameless joker can be, where a line asks for one."""
        asked = self.lying.joker_to_name(line)
        if asked is None:
            return []
        joker, faces = asked
        return [
            {"position": joker, "code": face.code, "html": chip(face, ""), "name": self.speak.name(face)}
            for face in faces
        ]

    def _chip(self, card: AnyCard) -> str:
        return chip(card, self.speak.card(card))

    # --- hints ----------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        """Give the next hint towards what the hand can lay; the last one shows it. What changes in the trays begins anew."""
        rungs = self._rungs if self.verdict.get("state") == "hint" and self._rungs else self._find_hints()
        first, self._rungs = rungs[0], rungs[1:]
        ghosts = self._do_hint(first)
        where = self.lying.filled[first.claim] if first.claim is not None else None
        named = {"tray": self.trays[where]["label"]} if where is not None else {}
        told: dict[str, Any] = {"headline": self.speak.say(first.text, first.facts, **named), "ghosts": ghosts}
        if first.rule:
            told["below"] = rule_fold(RULES[first.rule], self.variant, self.speak)
        if self._rungs:
            told["next"] = "hint_more" if len(self._rungs) > 1 else "hint_show"
        self._tell_hint(first, hints=self.lying.pointed(first.cards, where), **told)

    def _tell_hint(self, hint: Hint, **told: Any) -> None:
        """Show a hint."""
        self._tell(state="hint", **told)

    def _find_hints(self) -> Rungs:
        """The hints for what lies in the trays."""
        kind = None if self.contract else self.kinds[0]
        from contract_rummy.hints import hints  # a lesson opens sooner that loads them when somebody asks

        return hints(self.hand, self.claims, self.contract, self.variant, kind=kind)

    def _do_hint(self, hint: Hint) -> list[list[Any]]:
        """Lay what a hint shows, if it does; what its melds still want are ghosts."""
        if not hint.lays:
            return []
        rungs, filled = self._rungs, self.lying.filled
        trays = [filled[n] if n is not None else None for n, _ in hint.lays]
        for at, (_, claim) in enumerate(hint.lays):
            if trays[at] is None:
                free = [tray for tray in range(len(self.kinds)) if tray not in trays]
                mine = [tray for kind in (claim.kind, None) for tray in free if self.lying.wanted[tray] is kind]
                trays[at] = [*mine, *free][0]
        self.place([claim for _, claim in hint.lays], [tray for tray in trays if tray is not None])
        self._rungs = rungs
        lacking = zip(trays, hint.lays, hint.lacks, strict=True) if hint.lacks else ()
        return self._drawn([ghost for tray, (_, claim), cards in lacking for ghost in missing(tray or 0, claim, cards)])

    def mend(self) -> None:
        """Do what the mend offers, and judge again."""
        if self._repair is None:
            return
        found, tray = self._repair
        placed = [list(positions) for positions in self.placed]
        for change in found.changes:
            if change.goes is not None:
                gone = next(position for position in reversed(placed[tray]) if self._card(position) == change.goes)
                placed[tray].remove(gone)
                if change.verb == "declare" and isinstance(change.comes, Joker):
                    self._declared[gone] = change.comes
                    placed[tray].append(gone)
                    continue
            if change.comes is not None:
                laid = {position for positions in placed for position in positions}
                comes = next(
                    position
                    for position, card in enumerate(self.hand.cards)
                    if position not in laid and card == change.comes.in_hand
                )
                placed[tray].append(comes)
                if isinstance(change.comes, Joker):
                    self._declared[comes] = change.comes
        self.placed = placed
        self._refresh()
        self.lay()

    def declare(self, position: int, code: str) -> None:
        """Name the card that a joker in a tray stands for, and judge again."""
        face = read_card(code).face
        bare = self.hand.cards[position].face is None
        if face is not None and bare and any(position in tray for tray in self.placed):
            self._declared[position] = Joker(face)
            self._refresh()
            self.lay()

    def another(self) -> None:
        """Deal the hand of the next seed."""
        self.deal_hand(self.seed + 1)

    def deal_hand(self, seed: int) -> None:
        """Deal the hand of a seed; a board that deals by seed says how."""

    @t.observe("kept")
    @shown
    def _recall(self, change: Any) -> None:
        """Take up what was kept over a reload, as far as it fits; nothing where somebody has begun already."""
        kept = change.new
        seed = kept.get("seed")
        if self.claims or self.verdict:
            return
        if "another" in self.buttons and type(seed) is int and seed > 0:
            self.deal_hand(seed)
        self._lay_again(kept)

    def _lay_again(self, kept: dict[str, Any]) -> None:
        """Lay the melds that the page has kept, and do what it had not told yet."""
        trays, now, later = kept.get("trays"), kept.get("now"), kept.get("later")
        if type(now) is int and 0 <= now < len(self.kinds):
            self.now, self.chosen = now, kept.get("chosen") is True
        with suppress(ValueError):
            claims = read_claims(str(kept.get("melds") or ""), self.variant)
            self.place(claims, self._trays_of(trays, len(claims)))
            if kept.get("judged"):
                self.lay()
        for content in later if isinstance(later, list) else ():
            if isinstance(content, dict):
                self._touch(content)

    def _trays_of(self, trays: Any, n: int) -> Sequence[int]:
        """The numbers of `n` trays, if these are such, one after another."""
        if not isinstance(trays, list) or len(trays) != n or trays != [k for k in range(len(self.kinds)) if k in trays]:
            return ()
        return trays

    def show_key(self) -> None:
        """Show one way to fulfil the contract, or by what the hand is short of it."""
        if self.contract is None:
            return
        headline, melds = self._key(self.contract)
        self._tell(state="key", headline=headline, below=melds and f"<div>{melds}</div>")

    def _key(self, contract: Contract) -> tuple[str, str]:
        """One way to fulfil a contract, its melds drawn; or a sentence alone that says by what the hand is short of it."""
        way = next(iter(ways(self.hand, contract, self.variant)), None)
        if way is not None:
            return self.speak.say(N_("One way to lay it:")), "".join(row(meld.cards, self.speak) for meld in way)
        short = self._short_of(contract)
        if short is None:
            return self.speak.say(N_("No hand can meet this contract at this table.")), ""
        told = self.speak.short(short)
        return self.speak.say(N_("This hand cannot meet the contract yet. {short}"), short=told), ""

    def _sheet(self) -> str:
        """The hand and its key, for print: the page gives them a sheet of their own after the lesson."""
        if self.contract is None:
            return ""
        headline, melds = self._key(self.contract)
        title = self.speak.say(N_("The key: {asks}"), asks=self.contract.asks)
        hand = row(self.hand.cards, self.speak)
        return f'<h2>{escape(title)}</h2>{hand}<p class="cr-name">{escape(headline)}</p><div>{melds}</div>'

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        picture = row(self.hand.cards, self.speak)
        said = self._in_words()
        html = f"<div>{picture}<p>{escape(said)}</p></div>"
        return (data or {}) | {"text/plain": f"{self.hand_label}: {self.hand}. {said}", "text/html": html}, metadata

    def _in_words(self) -> str:
        """What the board asks for, for those who see it without a kernel."""
        return self.label
