"""The annotated turns: found by their files, listed with a picture each, and shown contract by contract."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from contract_rummy.cards import AnyCard, Card, HeldCard, Joker
from contract_rummy.deal import Discard, Draw, LayDown, LayOff, Swap, Take
from contract_rummy.explain import Speaker, explain
from contract_rummy.referee import line_up
from contract_rummy.rules.turn import where
from contract_rummy.script import Script, Step
from contract_rummy.show import row
from contract_rummy.verdict import N_, State

from .course import LESSONS, Html
from .picture import telling
from .stepper import TurnStepper, deals_folder, scripts_of

_DRAWN = 4
"""How many cards a picture has at most."""


def turns(folder: Path | None = None) -> dict[str, Script]:
    """The annotated turns by the names of their files, in the order of those."""
    paths = sorted((folder or deals_folder()).glob("*.deal"))
    return {path.stem: scripts_of(path)[0] for path in paths}


def contract_of(name: str) -> int | None:
    """The contract that a turn belongs to, by which its name begins; none for a whole deal."""
    number, _, _ = name.partition("_")
    return int(number) if number.isdecimal() else None


class Look(TurnStepper):
    """The annotated turns of a contract in one stepper: those that go well, then those with refused plays."""

    def __init__(self, deal: int) -> None:
        mine = [script for name, script in turns().items() if contract_of(name) == deal]
        if not mine:
            raise ValueError(f"there is no annotated turn of contract {deal}")
        super().__init__(*sorted(mine, key=lambda script: any(play.tried for play in script.plays)), level=3)


class Turns(Html):
    """The list of all annotated turns, contract by contract, each with its telling cards, a link and a sentence."""

    def __init__(self) -> None:
        self.speak = Speaker()
        self.turns = turns()

    def _groups(self) -> list[tuple[str, list[str]]]:
        """The headings, each with the names of its turns."""
        groups = []
        for lesson in LESSONS:
            names = [name for name in self.turns if contract_of(name) == lesson.deal]
            groups.append((f"{lesson.deal} {self.speak.say(lesson.name)}", names))
        whole = [name for name in self.turns if contract_of(name) is None]
        return [(heading, names) for heading, names in [*groups, (self.speak.say(N_("A whole deal")), whole)] if names]

    def html(self) -> str:
        """A list for each contract."""
        return "".join(
            f'<section class="cr-turns"><h2>{escape(heading)}</h2><ul>{"".join(map(self._item, names))}</ul></section>'
            for heading, names in self._groups()
        )

    def _item(self, name: str) -> str:
        script = self.turns[name]
        return (
            f"<li>{self._picture(script)}"
            f'<p><a href="{escape(name)}.ipynb">{escape(script.tag("title"))}</a></p>'
            f'<p class="cr-soft">{escape(script.tag("teaches"))}</p></li>'
        )

    def _picture(self, script: Script) -> str:
        step = telling(script)
        if step is None:
            return ""
        cards, at_fault = _telling_cards(step)
        return row(cards, self.speak, at_fault) if cards else ""

    def plain(self) -> str:
        """A line for each turn."""
        lines = []
        for heading, names in self._groups():
            lines += [
                heading,
                *(f"  {self.turns[name].tag('title')}: {self.turns[name].tag('teaches')}" for name in names),
            ]
        return "\n".join(lines)


def _telling_cards(step: Step) -> tuple[list[AnyCard], tuple[AnyCard, ...]]:
    """A few cards that a play is about, and those of them at fault."""
    act, deal = step.play.act, step.before
    line = next((line for line in explain(step.verdict).lines if line.state is State.BROKEN), None)
    at_fault = line.at_fault if line else ()
    cards: Sequence[HeldCard] = ()
    if isinstance(act, LayDown):
        claim = act.claims[line.meld if line and line.meld is not None else 0]
        cards = line_up(claim)
    elif isinstance(act, LayOff):
        cards = (*deal.melds[act.meld - 1].cards, *act.cards)[-_DRAWN:]
    elif isinstance(act, Swap):
        cards = deal.melds[act.meld - 1].cards
        if line:  # the joker that does not come
            at_fault = tuple(card for card in deal.melds[act.meld - 1].cards if isinstance(card, Joker))
    elif isinstance(act, Take):
        cards = deal.discards[where(deal.discards, act.card) :]
    elif isinstance(act, Discard | Draw):
        cards = (act.card,) if act.card else ()
    return [card for card in cards if isinstance(card, Card | Joker)][:_DRAWN], at_fault
