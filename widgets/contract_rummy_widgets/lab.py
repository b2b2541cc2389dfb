"""The lab: any hand under any rules, with the board between its controls and its answers.

Here is what a person can do in it and what that changes; `lab_panels` draws the controls and the answers. All that the
lab holds is one `Position`, whose text stands in links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import ipywidgets

from contract_rummy.cards import Joker
from contract_rummy.explain import Speaker
from contract_rummy.hint import Hint, Rung, Rungs
from contract_rummy.hints import hints
from contract_rummy.notation import NotationError, card
from contract_rummy.notation import hand as read_hand
from contract_rummy.notation import variant as read_variant
from contract_rummy.referee import check_pack, judge
from contract_rummy.repair import readings
from contract_rummy.table import Claim, Hand, Meld, Shortage, Verdict
from contract_rummy.variants import FIELDS, PRESETS, STANDARD, Contract, Kind, Variant, read_field
from contract_rummy.verdict import N_, NN_

from . import lab_panels as draw
from .board import Board, shown
from .distance import Distance, distance, first_ways, is_too_large
from .lab_panels import Picked, Row
from .panel import Panel
from .position import TRAYS, Position, read_position

FIRST_HAND = "5S 6S 5H KH 5D KD 6C 7C 8C *"
MOST_BARE = 6
"""The cards that more jokers than these may be are too many to list."""


Read = TypeVar("Read")


class Lab(Board):
    """A hand to explore: what it can make, what it lacks for each contract, and what other rules would change.

    >>> lab = Lab("5H 5D 5S KD 9C")
    >>> lab.put("set(5H 5D KD)")
    >>> lab.lay()
    >>> lab.verdict["headline"]
    'The king of diamonds is not a five.'
    """

    def __init__(self, hand: Hand | str = FIRST_HAND, deal: int | None = None, variant: Variant = STANDARD) -> None:
        self.kind: Kind | None = None
        self.down = False
        self._notes: dict[str, str] = {}  # what is said beside a control that could not take what it was given,
        self._typed: dict[str, str] = {}  # and what stands in it nevertheless
        self._far: dict[int, Distance] = {}
        self._far_before: dict[int, Distance] = {}
        self._ways: dict[int, tuple[tuple[Meld, ...], ...]] = {}
        self._mark = ""
        self._box: ipywidgets.VBox | None = None
        self.setup, self.readings, self.far, self.share = Panel(), Panel(), Panel(), Panel(query="lab")
        contract = variant.contract(deal) if deal else None
        super().__init__(hand, (None,), variant, contract, ("hint", "more", "clear"), view="lab")
        for panel in self.panels:
            panel.on_msg(self._hear)
        self.share.observe(self._follow, "given")

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The panels around the board, in their order; the first one stands above it."""
        return self.setup, self.readings, self.far, self.share

    def _words(self) -> dict[str, str]:
        return super()._words() | {"more": self.speak.phrase(N_("One more tray"))}

    # --- the position -------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """All that the lab holds, as one value."""
        here = self._here
        return replace(here, places=()) if self._fitting(here.claims) == self.lying.filled else here

    @property
    def _here(self) -> Position:
        """The position with the tray of each meld."""
        kind = None if self.contract else self.kind
        places = tuple(tray + 1 for tray in self.lying.filled)
        return Position(self.hand, self.claims, self.variant, self.contract, kind, self.down, places)

    def show(self, position: Position) -> None:
        """Show a position; of its melds what the hand does not hold is left out."""
        if not hasattr(self, "hand") or (position.hand, position.variant) != (self.hand, self.variant):
            self._far, self._ways = {}, {}
        self.variant, self.contract = position.variant, position.contract
        self.kind, self.down = position.kind, position.down
        claims, places = _held(position)
        with self.hold_sync():
            self.kinds = (*self._asked, *(None,) * (max(places, default=0) - len(self._asked)))
            self.label = self._asks()
            super().hold(position.hand, same=True)
            self.place(claims, [place - 1 for place in places])
        self._draw()

    def hold(self, hand: Hand | str, same: bool = True) -> None:
        """Take up a hand, with empty trays; in the lab it is always the same one, whatever it holds."""
        held = read_hand(hand, self.variant) if isinstance(hand, str) else hand
        self.show(Position(held, (), self.variant, self.contract, self.kind, self.down))

    @property
    def _asked(self) -> tuple[Kind | None, ...]:
        """What the trays are for that are always there; those beyond them take any meld."""
        return self.contract.asks if self.contract else (self.kind,)

    def _asks(self) -> str:
        if self.contract:
            return self.speak.say(N_("The contract: {asks}"), asks=self.contract.asks)
        return self.speak.say(N_("Melds without a contract"))

    def _trays_for(self, claims: Sequence[Claim]) -> list[int]:
        trays = self._fitting(claims)
        self.kinds += (None,) * (max(trays, default=-1) + 1 - len(self.kinds))
        return trays

    def _fitting(self, claims: Sequence[Claim]) -> list[int]:
        """A tray for each claim: one of its kind, one for any, one in which it would hold too, or else a further one."""
        free = dict(enumerate(self._asked))
        trays: list[int] = []
        for claim in claims:
            fit = [tray for kind in (claim.kind, None) for tray in free if free[tray] is kind]
            if not fit and self.lying.holds(claim):
                fit = list(free)
            tray = fit[0] if fit else max([len(self._asked) - 1, *trays]) + 1
            free.pop(tray, None)
            trays.append(tray)
        return trays

    def _tray_label(self, tray: int) -> str:
        further = tray - len(self._asked) + 1
        return self.speak.say(N_("Further meld {n}"), n=further) if further > 0 else super()._tray_label(tray)

    # --- verdicts and answers -----------------------------------------------------------------------------------------

    def judge(self) -> Verdict | None:
        """The verdict on what lies in the trays; `None` while nothing does."""
        if not self.claims:
            return None
        return judge(self.claims, self.variant, contract=self.contract, hand=self.hand, down=self.down)

    def _tell(self, **shown: Any) -> None:
        if self._mark:
            shown["headline"] = self.speak.say(self._mark, sentence=shown["headline"])
        super()._tell(**shown)

    def _short_of(self, contract: Contract) -> Shortage | None:
        deals = self.variant.deals
        if contract not in deals:
            return distance(self.hand, contract, self.variant).short
        return self._distance(deals.index(contract) + 1).short

    def _distance(self, deal: int) -> Distance:
        if deal not in self._far:
            self._far[deal] = distance(self.hand, self.variant.contract(deal), self.variant)
        return self._far[deal]

    def _readings(self, tray: int) -> tuple[Meld, ...] | None:
        """All that the cards of a tray can be, its jokers taken back; `None` where that is too much to list."""
        cards = [self.hand.cards[position] for position in self.placed[tray]]
        if sum(isinstance(card, Joker) for card in cards) > MOST_BARE:
            return None
        return readings(cards, self.variant)

    def _find_hints(self) -> Rungs:
        asked = self.contract or Contract((self.kind or Kind.SET,))
        if is_too_large(self.hand, asked, self.variant):
            return (Hint(Rung.DONE, N_("This hand is too large to search.")),)
        return hints(self.hand, self.claims, self.contract, self.variant, kind=self.kind, down=self.down)

    def _sheet(self) -> str:
        return ""

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        super()._refresh()
        if hasattr(self, "hand") and len(self.placed) == len(self.kinds):
            picked = [
                Picked(tray, self.trays[tray]["label"], self.lying.claim(tray), self._readings(tray))
                for tray in self.lying.filled
            ]
            self.readings.html = draw.readings(self.speak, picked)
            self._draw_share()

    def _draw(self, sentence: str = "") -> None:
        """Draw the controls and the answers anew; the sentence is spoken, or else the verdict speaks."""
        self.setup.html = draw.setup(self.speak, self.position, self._notes, self._typed)
        self.setup.say(sentence)
        self._draw_far()
        self._draw_share()

    def _draw_far(self) -> None:
        rows = [
            Row(deal, contract, self._far.get(deal), self._far_before.get(deal), self._ways.get(deal))
            for deal, contract in enumerate(self.variant.deals, start=1)
        ]
        self.far.html = draw.far(self.speak, rows, f"{self.variant.text} {self.hand.text}")

    def _draw_share(self) -> None:
        text = self.position.text
        with self.share.hold_sync():  # a reload right after the text is shown finds it in the address too
            self.share.html = draw.share(self.speak, self._typed.get("text", text), self._notes.get("text", ""))
            self.share.link = text

    # --- what a person asks for ---------------------------------------------------------------------------------------

    @shown
    def _hear(self, _: object, content: dict[str, Any], buffers: object) -> None:
        act = _ACTS.get(str(content.get("do")))
        if act is None:
            super()._hear(_, content, buffers)
        else:
            act(self, content)

    @shown
    def _follow(self, change: Any) -> None:
        """Show what the page's address says."""
        self._load("link", change["new"])

    def load(self, text: str) -> None:
        """Show a position given as text; what cannot be read is said, and nothing changes."""
        self._load("text", text)

    def _load(self, place: str, text: str) -> None:
        def read() -> Position:
            try:
                return read_position(text)
            except NotationError as error:
                raise error if place == "text" else NotationError(f"this link cannot be read: {error}") from None

        position = self._taken(place, text, read)
        if position is not None:
            self._far_before = {}
            self.show(position)
            self._draw(self.speak.say(NN_("One card in the hand.", "{n:word} cards in the hand."), n=len(self.hand)))

    def take_hand(self, text: str) -> None:
        """Take up a hand as it was typed."""
        hand = self._taken("cards", text, lambda: _read_hand(text, self.variant))
        if hand is not None:
            self._renew(hand, NN_("One card in the hand.", "{n:word} cards in the hand."))

    def add(self, code: str) -> None:
        """Add a card, as long as the packs hold one more of it."""
        added = card(code).in_hand
        hand = self._taken("pack", code, lambda: _read_hand(f"{self.hand.text} {added.code}", self.variant))
        if hand is not None:
            said = NN_("{card} is in the hand: one card.", "{card} is in the hand: {n:word} cards.")
            self._renew(hand, said, card=added)

    def take_out(self, code: str) -> None:
        """Take a card out of the hand; of equal ones one that lies in no tray."""
        gone = card(code)
        if gone in self.hand.cards:
            cards = list(self.hand.cards)
            cards.remove(gone)
            said = NN_("{card} is out: one card is left.", "{card} is out: {n:word} cards are left.")
            self._renew(Hand(tuple(cards)), said, card=gone)

    def _renew(self, hand: Hand, said: tuple[str, str], **facts: Any) -> None:
        self._notes, self._typed, self._far_before = {}, {}, {}
        self.show(replace(self._here, hand=hand))
        self._draw(self.speak.say(said, n=len(hand), **facts))

    def ask_for(self, what: str) -> None:
        """Ask for the contract of a deal (its number), or for one meld: `any`, `set` or `sequence`."""
        if what in TRAYS:
            self._turn(replace(self._here, contract=None, kind=TRAYS[what]))
        elif what.isdigit():
            self._turn(replace(self._here, contract=self.variant.contract(int(what)), kind=None))

    def _turn(self, position: Position) -> None:
        """Ask something else of what lies in the trays; a verdict that was shown is given anew."""
        judged = bool(self.verdict)
        self._notes, self._typed = {}, {}
        self.show(replace(position, places=()))
        if judged and self.claims:
            self.lay()
        else:
            self._draw(self.label)

    def down_already(self, down: bool) -> None:
        """Say whether the contract was met on an earlier turn."""
        self._turn(replace(self._here, down=down))

    def take_preset(self, name: str) -> None:
        """Play by the rules of a preset."""
        variant = self._taken("preset", name, lambda: self._fitting_rules(read_variant(name)))
        if variant is not None:
            self._play_by(variant, self.speak.say(N_("The rules are those of {name}."), name=name))

    def set_field(self, name: str, value: str) -> None:
        """Change one field of the rules by its text; without one it is that of the preset."""
        variant = self._taken(name, value, lambda: self._fitting_rules(_changed(self.variant, name, value, self.speak)))
        if variant is not None:
            said = draw.field_value(self.speak, name, variant)
            self._play_by(
                variant, self.speak.say(N_("{field}: {value}."), field=draw.field_name(self.speak, name), value=said)
            )

    def _fitting_rules(self, variant: Variant) -> Variant:
        """Rules whose packs hold the hand; `ValueError` where they do not."""
        check_pack(self.hand.cards, variant)
        return variant

    def _play_by(self, variant: Variant, sentence: str) -> None:
        """Take up other rules: what lies in the trays is judged again, and what has changed is marked."""
        before = self.judge()
        self._notes, self._typed, self._far_before = {}, {}, self._far
        self.show(replace(self._here, variant=variant, contract=_same_contract(self.contract, self.variant, variant)))
        now = self.judge()
        if before is None or now is None:
            self._draw(sentence)
            return
        if before.lawful is not now.lawful:
            self._mark = N_("Now allowed. {sentence}") if now.lawful else N_("Now refused. {sentence}")
        try:
            self.lay()
        finally:
            self._mark = ""

    def one_more(self) -> None:
        """Add a tray for a further meld."""
        self.kinds = (*self.kinds, None)
        self.now, self.chosen = len(self.kinds) - 1, True
        self.placed = [*self.placed, []]
        self.setup.say(self.speak.say(N_("{tray}: a tray for any meld."), tray=self.trays[-1]["label"]))

    def count(self) -> None:
        """Find how far the hand is from the next contract for which that is not known yet."""
        deal = next((deal for deal in range(1, len(self.variant.deals) + 1) if deal not in self._far), None)
        if deal is not None:
            self._distance(deal)
        self._draw_far()

    def unfold(self, deal: int) -> None:
        """Show the ways to fulfil a contract."""
        if deal not in self._ways and self._distance(deal).ways:
            self._ways[deal] = first_ways(self.hand, self.variant.contract(deal), self.variant)
            self._draw_far()

    def lay_way(self, deal: int, number: int) -> None:
        """Put one of the ways that are shown into the trays, and judge it."""
        claims = tuple(Claim(meld.kind, meld.cards) for meld in self._ways[deal][number])
        self.show(Position(self.hand, claims, self.variant, self.variant.contract(deal)))
        self.lay()

    def read_as(self, tray: int, number: int) -> None:
        """Let the jokers of a tray be the cards that one of its readings makes of them, and judge it."""
        meld = (self._readings(tray) or ())[number]
        here = self._here
        claims = list(here.claims)
        claims[self.lying.filled.index(tray)] = Claim(meld.kind, meld.cards)
        self.show(replace(here, claims=tuple(claims)))
        self.lay()

    def _taken(self, place: str, typed: str, read: Callable[[], Read]) -> Read | None:
        """What is made of something given; `None` where it cannot be taken, which is then said beside its control."""
        self._notes, self._typed = {}, {}
        try:
            return read()
        except ValueError as error:
            sentence = f"{str(error)[:1].upper()}{str(error)[1:]}."
            self._notes[place], self._typed[place] = sentence, typed
            self._draw(sentence)
            return None

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        if self._box is None:
            above, *below = self.panels
            self._box = ipywidgets.VBox([above, self, *below])
        return data | {VIEW: self._box._repr_mimebundle_(**kwargs)[VIEW]}, metadata

    def _in_words(self) -> str:
        """How far the hand is from each contract, for those who see it without a kernel."""
        deals = enumerate(self.variant.deals, start=1)
        told = [draw.far_in_words(self.speak, contract, self._distance(deal)) for deal, contract in deals]
        self._draw_far()
        return " ".join(told)


VIEW = "application/vnd.jupyter.widget-view+json"

_ACTS: dict[str, Callable[[Lab, dict[str, Any]], None]] = {
    "hand": lambda lab, asked: lab.take_hand(str(asked["value"])),
    "add": lambda lab, asked: lab.add(str(asked["card"])),
    "take_out": lambda lab, asked: lab.take_out(str(asked["card"])),
    "contract": lambda lab, asked: lab.ask_for(str(asked["value"])),
    "down": lambda lab, asked: lab.down_already(bool(asked["value"])),
    "preset": lambda lab, asked: lab.take_preset(str(asked["value"])),
    "back": lambda lab, asked: lab.take_preset(lab.variant.name),
    "field": lambda lab, asked: lab.set_field(str(asked["field"]), _text(asked["value"])),
    "more": lambda lab, asked: lab.one_more(),
    "count": lambda lab, asked: lab.count(),
    "unfold": lambda lab, asked: lab.unfold(int(asked["deal"])),
    "lay_way": lambda lab, asked: lab.lay_way(int(asked["deal"]), int(asked["way"])),
    "read_as": lambda lab, asked: lab.read_as(int(asked["tray"]), int(asked["reading"])),
    "load": lambda lab, asked: lab.load(str(asked["value"])),
}
"""What the panels can ask for."""


def _text(value: object) -> str:
    """The value of a control as the notation writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).strip()


def _read_hand(text: str, variant: Variant) -> Hand:
    """Read a hand; a word that is no card is told with its place."""
    for n, word in enumerate(text.replace(",", " ").split(), start=1):
        try:
            card(word)
        except NotationError as error:
            raise NotationError(f"card {n}: {error}") from None
    return read_hand(text, variant)


def _held(position: Position) -> tuple[tuple[Claim, ...], tuple[int, ...]]:
    """The melds of a position, without the cards that its hand does not hold, and their places."""
    left = Counter(position.hand.cards)
    claims: list[Claim] = []
    places: list[int] = []
    for n, claim in enumerate(position.claims):
        cards = []
        for one in claim.cards:
            if left[one.in_hand]:
                left[one.in_hand] -= 1
                cards.append(one)
        if cards:
            claims.append(Claim(claim.kind, tuple(cards)))
            places += position.places[n : n + 1]
    return tuple(claims), tuple(places)


def _changed(variant: Variant, name: str, value: str, speak: Speaker) -> Variant:
    """The rules with a field changed by its text; `ValueError` with one sentence where it cannot hold that."""
    about = FIELDS[name]
    preset = PRESETS.get(variant.name, STANDARD)
    if not value:
        return variant.but(**{name: None if "none" in about.values else getattr(preset, name)})
    try:
        read = read_field(name, value)
    except ValueError:
        raise ValueError(
            speak.say(
                N_("{field}: {value} is not possible; expected {expected}"),
                field=draw.field_name(speak, name),
                value=value[:24],
                expected=about.expected,
            )
        ) from None
    return variant.but(**{name: read})


def _same_contract(contract: Contract | None, before: Variant, after: Variant) -> Contract | None:
    """What a contract is by other rules: that of the same deal, of another deal that asks for the same, or of none."""
    if contract is None:
        return None
    number = before.deals.index(contract) if contract in before.deals else len(after.deals)
    same = [*after.deals[number : number + 1], *after.deals]
    return next((deal for deal in same if deal.asks == contract.asks), Contract(contract.asks))
