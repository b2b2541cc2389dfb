"""What else a turn by hand could have done, to be compared with what it did and looked at on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from html import escape
from typing import Any

from contract_rummy.advice import say_turn
from contract_rummy.best_turn import BestTurn, Idea, best_turn, other_turns, outcome
from contract_rummy.deal import Act, Deal, Discard, Draw, LayDown, LayOff, Swap, Take
from contract_rummy.drawing import chip
from contract_rummy.explain import Speaker
from contract_rummy.legal import view
from contract_rummy.verdict import N_, NN_

from .byhand import Game
from .frames import Frames, since

_IDEAS = {
    Idea.LAY_OTHERWISE: N_("Lay other melds"),
    Idea.KEEP_BACK: N_("Keep the contract back"),
    Idea.LAY_OFF_ELSEWHERE: N_("Lay off elsewhere"),
    Idea.SWAP: N_("Take a joker back"),
    Idea.NO_SWAP: N_("Leave the joker"),
    Idea.DISCARD: N_("Discard another card"),
}
_KINDS: dict[type[Act], str] = {
    Draw: N_("Draw from the stock"),
    Take: N_("Take from the pile"),
    LayDown: N_("Lay down"),
    LayOff: N_("Lay off"),
    Swap: N_("Take a joker back"),
    Discard: N_("Discard"),
}
_CAP = 60
"""How many other plays of a kind are looked for."""
_NAMED = 4


def other_ways(game: Game, speak: Speaker) -> dict[str, Any]:
    """The other ways of the turn that ended last, for the page.

    `played` is what the turn did, `ways` what it could have done, each with the cards and the points that stay; a way also
    has its end as a frame of `reel`. `list` counts all else that was lawful.
    """
    found = _Ways(game, speak)
    return found.told() | {"list": _list(game, speak)}


class _Ways:
    """The turn that ended last, and the best turns that follow other ideas from the position after its draw."""

    def __init__(self, game: Game, speak: Speaker) -> None:
        self.speak = speak
        self.before, self.end = game.last_turn[0], game.last_turn[-1]
        self.player = self.before.turn.player
        self.drawn = next((deal for deal in game.last_turn[:-1] if deal.turn.drawn), None)

    def told(self) -> dict[str, Any]:
        """The turn and its other ways; nothing where it was over without a draw."""
        if self.drawn is None:
            return {}
        played = outcome(self.drawn, self.end.record[len(self.drawn.record) :])
        best = best_turn(self.drawn)
        ways = [(_IDEAS[other.idea], other.best) for other in other_turns(self.drawn)]
        as_good = best is None or _worth(played) <= _worth(best)
        if best is not None and not as_good:
            ways.insert(0, (N_("The best turn"), best))
        ways = [(name, way) for name, way in ways if _lies(way.after) != _lies(self.end)]
        frames = Frames(self.speak)
        drawn = [self._frame(frames, way) for _, way in ways]
        said = N_("As it was played, and no turn was better") if as_good else N_("As it was played")
        return {
            "played": {"name": self.speak.say(said)} | self._left(played),
            "ways": [self._way(name, way) for name, way in ways],
            "reel": {"frames": drawn} | frames.shared(),
        }

    def _way(self, name: str, way: BestTurn) -> dict[str, Any]:
        assert self.drawn is not None
        return {"name": self.speak.say(name), "said": say_turn(way, self.drawn, self.speak.lang)} | self._left(way)

    def _left(self, turn: BestTurn) -> dict[str, Any]:
        """The cards that stay in the hand, drawn, and what they cost."""
        say = self.speak.phrase
        chips = " ".join(chip(card, self.speak.name(card)) for card in turn.left.sorted())
        if turn.after.out == self.player:
            return {"left": "", "cost": say(N_("nothing, and out"))}
        cost = say(NN_("one point", "{n} points"), n=turn.points)
        if turn.missing:
            short = NN_("{points}, one card away from the contract", "{points}, {n:word} cards away from the contract")
            cost = say(short, points=cost, n=turn.missing)
        return {"left": chips, "cost": cost}

    def _frame(self, frames: Frames, way: BestTurn) -> dict[str, Any]:
        """The table as the turn would have left it, and what stays in the hand; nobody else's hand is sent."""
        after = view(way.after, self.player)
        marks = {row: dict.fromkeys(places, "come") for row, places in since(self.before, after).items()}
        return frames.position(after, self.player, marks)


def _worth(turn: BestTurn) -> tuple[int, int, int]:
    return turn.missing or 0, turn.points, len(turn.left)


def _lies(deal: Deal) -> Hashable:
    """What lies where, whatever way it came there."""
    hands = tuple(frozenset(Counter(seat.cards).items()) for seat in deal.seats)
    melds = frozenset(Counter((meld.owner, meld.kind, meld.cards) for meld in deal.melds).items())
    return hands, melds, deal.discards


# --- all else that was lawful -------------------------------------------------------------------------------------


def _list(game: Game, speak: Speaker) -> str:
    """All else that was lawful, counted by kinds of plays, the first of each named."""
    items = [_line(kind, acts, more, speak) for kind, (acts, more) in game.others(_CAP).items()]
    if not items:
        return f"<p>{escape(speak.say(N_('Nothing else was lawful.')))}</p>"
    title = escape(speak.say(N_("All that was lawful besides, play by play")))
    return f'<p class="cr-name">{title}</p><ul>{"".join(items)}</ul>'


def _line(kind: type[Act], acts: list[Act], more: bool, speak: Speaker) -> str:
    name = speak.say(_KINDS[kind])
    if kind is Draw:
        return f"<li>{escape(name)}</li>"
    named = [_act(act, speak) for act in acts[:_NAMED]]
    left = len(acts) - len(named)
    rest = [speak.phrase(N_("…"))] if left else []
    text = N_("{kind}, {n} or more: {acts}") if more else N_("{kind}, {n}: {acts}")
    return f"<li>{escape(speak.say(text, kind=name, n=len(acts), acts='; '.join([*named, *rest])))}</li>"


def _act(act: Act, speak: Speaker) -> str:
    if isinstance(act, LayDown):
        return speak.all_of([speak.meld(claim) for claim in act.claims])
    if isinstance(act, LayOff):
        return speak.phrase(N_("{cards} on meld {n}"), cards=act.cards, n=act.meld)
    if isinstance(act, Swap):
        return speak.phrase(N_("{cards} for the joker in meld {n}"), cards=act.card, n=act.meld)
    return speak.phrase(N_("{card}"), card=act.card) if isinstance(act, Take | Discard) else ""
