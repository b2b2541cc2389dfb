"""A deal played on by hand from a position of a script: one person plays all seats.

What a text leaves unknown is dealt by seed when the game begins. The record names no card that the table has not seen, so
that it can lie in the page while the deal goes on: the same seed deals the same cards again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from contract_rummy.cards import JOKER, UNKNOWN, AnyCard, HeldCard, Unknown
from contract_rummy.deal import Act, Deal, Discard, Draw, LayDown, LayOff, Renew, Seat, Swap, Take
from contract_rummy.dealing import renewal, reveal, seeded
from contract_rummy.legal import legal_plays
from contract_rummy.notation import NotationError
from contract_rummy.playing import judge_act, play
from contract_rummy.rules.turn import where
from contract_rummy.script import Play, Script
from contract_rummy.table import IllegalPlay, Verdict
from contract_rummy.writing import act_text, write

HERE = "by-hand"
"""The tag of a record that says after how many plays of its text the hands began."""

_TRIES = 20


class Game:
    """A deal that goes on by hand: its position, and the positions of this turn before it."""

    def __init__(self, script: Script, acts: Sequence[Act], seed: int = 1) -> None:
        self.script = script
        self.seed = int(tag) if (tag := script.tag("seed")).isdecimal() else seed
        self.acts = tuple(acts)
        """What the text had played before the hands began."""
        self.start, here = _dealt(script.start, self.acts, self.seed)
        self.positions = [here]
        self.last_turn: tuple[Deal, ...] = ()
        """The positions of the turn that ended last."""

    @classmethod
    def of(cls, script: Script) -> Game:
        """The game that a record tells; a play that is not lawful raises `NotationError` with its line."""
        written = int(script.tag(HERE)) if script.tag(HERE).isdecimal() else len(script.plays)
        plays = [play for play in script.plays if not play.tried]
        game = cls(script, [play.act for play in plays[:written]])
        for one in plays[written:]:
            if game.deal.over:
                break
            try:
                verdict = game.judge(one.act)
            except ValueError as error:
                raise NotationError(str(error), one.line) from None
            if not verdict.lawful:
                raise NotationError(f"the rules refuse this play: it breaks {', '.join(verdict.broken)}", one.line)
            game.go(verdict)
        return game

    @property
    def deal(self) -> Deal:
        """The position as it stands."""
        return self.positions[-1]

    def judge(self, act: Act) -> Verdict:
        """The verdict on an act; a renewal names the order that the seed gives."""
        if isinstance(act, Renew) and not _open(act):
            act = replace(renewal(self.deal, seeded("renewal", self.seed, self.deal.renewals)), player=act.player)
        return judge_act(self.deal, act)

    def go(self, verdict: Verdict) -> None:
        """Go on to the position after a lawful act."""
        if verdict.after is None:
            raise IllegalPlay(verdict)
        if verdict.after.turn.began != self.deal.turn.began:
            self.last_turn = (*self.positions, verdict.after)
            self.positions = [verdict.after]
        else:
            self.positions.append(verdict.after)
            self.last_turn = tuple(self.positions) if verdict.after.over else self.last_turn

    @property
    def can_take_back(self) -> bool:
        """Whether an act of this turn can be taken back."""
        return len(self.positions) > 1

    def take_back(self) -> None:
        """Return to the position before the last act of this turn."""
        if self.can_take_back:
            self.last_turn = () if self.deal.over else self.last_turn  # it has not ended any more
            self.positions.pop()

    @property
    def text(self) -> str:
        """The record: while the deal goes on it tells what the table has seen, afterwards everything."""
        tags = tuple(tag for tag in self.script.tags if tag[0] not in ("seed", HERE))
        tags += (("seed", str(self.seed)), (HERE, str(len(self.acts))))
        if not self.deal.over:
            seen = (*self.acts, *map(_as_seen, self.deal.record[len(self.acts) :]))
            first = _counted(self.script.start, len(self.start.stock))
            return "\n".join([write((Script(first, (), tags),)), *_lines(seen)]) + "\n"
        named, deal = [], self.start
        for act in self.deal.record:
            if isinstance(act, Draw):
                act = replace(act, card=deal.stock[0])
            named.append(Play(act))
            deal = play(deal, act)
        return write((Script(self.start, tuple(named), tags),))

    def others(self, cap: int) -> dict[type[Act], tuple[list[Act], bool]]:
        """What else was lawful in the turn that ended last, by kind of play: at most `cap` of each, and whether there is more.

        It is what was lawful before the draw, after it, and before the last play.
        """
        turn = self.last_turn
        if not turn:
            return {}
        drawn = [deal for deal in turn[:-1] if deal.turn.drawn]
        moments = dict.fromkeys([turn[0], *drawn[:1], *drawn[-1:]])
        done = {_bare(act) for act in turn[-1].record[turn[0].turn.began :]}
        found: dict[type[Act], tuple[list[Act], bool]] = {}
        for kind in (Draw, Take, LayDown, LayOff, Swap, Discard):
            lawful = (_bare(act) for deal in moments for act in legal_plays(deal, of=(kind,)))
            acts = list(islice(lawful, cap + 1))
            if other := [act for act in dict.fromkeys(acts[:cap]) if act not in done]:
                found[kind] = other, len(acts) > cap
        return found


def _counted(start: Deal, stock: int) -> Deal:
    """A position with its stock counted, since a renewal needs to know that it is empty."""
    unknown = (UNKNOWN,) * (stock - len(start.stock))
    return replace(start, stock=start.stock + unknown, stock_open=False) if start.stock_open else start


def _lines(acts: Sequence[Act]) -> Iterator[str]:
    """Acts as the notation writes them, each player's below the name; the whole text is not written anew at every act."""
    player = None
    for act in acts:
        if act.player != player:
            player = act.player
            yield f"{player}:"
        yield f"    {act_text(act)}"


def _bare(act: Act) -> Act:
    """An act without its player, and a draw without its card: what others may be the same as."""
    return Draw() if isinstance(act, Draw) else replace(act, player=None)


def _as_seen(act: Act) -> Act:
    """An act as the table sees it: neither what was drawn nor the order of a new stock."""
    if isinstance(act, Draw):
        return replace(act, card=None)
    return replace(act, cards=None) if isinstance(act, Renew) else act


# --- dealing what a text leaves unknown ---------------------------------------------------------------------------


def _dealt(start: Deal, acts: tuple[Act, ...], seed: int) -> tuple[Deal, Deal]:
    """The first position with every card known, and the one after some acts: cards that the acts name lie where they must."""
    for n in range(_TRIES):
        with suppress(ValueError, IndexError, StopIteration, IllegalPlay):
            shown = reveal(_named(start, acts), seeded("by hand", seed, *([n] if n else [])))
            deal = shown
            for act in acts:
                if isinstance(act, Renew) and not _open(act):
                    act = replace(renewal(deal, seeded("renewal", seed, deal.renewals)), player=act.player)
                elif isinstance(act, Draw):
                    act = replace(act, card=None)
                deal = play(deal, act)
            return shown, deal
    raise ValueError("the cards that this text leaves unknown cannot be dealt so that its plays hold")


def _open(act: Renew) -> bool:
    """Whether a renewal names the cards of the new stock."""
    return act.cards is not None and UNKNOWN not in act.cards


class _Slot:
    """A card that the text leaves unknown, until an act names it."""

    def __init__(self, card: HeldCard) -> None:
        self.card = card


def _named(start: Deal, acts: tuple[Act, ...]) -> Deal:
    """The first position with every unknown card that some acts name later."""
    hands = {seat.name: list(map(_Slot, seat.cards)) for seat in start.seats}
    dealt = {name: list(slots) for name, slots in hands.items()}
    stock, pile = list(map(_Slot, start.stock)), list(map(_Slot, start.discards))
    first_stock, first_pile = list(stock), list(pile)
    renewed = False
    for act in acts:
        hand = hands[act.player or start.turn.player]
        if isinstance(act, Draw):
            if not stock and not renewed:
                stock.append(_Slot(UNKNOWN))
                first_stock += stock
            slot = stock.pop(0)
            if isinstance(slot.card, Unknown) and act.card is not None:
                slot.card = act.card
            hand.append(slot)
        elif isinstance(act, Take):
            at = where([slot.card for slot in pile], act.card)
            hand += pile[at:]
            del pile[at:]
        elif isinstance(act, Renew):
            stock, pile, renewed = pile[:-1], pile[-1:], True
            if act.cards:
                stock = [_Slot(card) for card in act.cards]
        else:
            slots = [_give(hand, card.in_hand) for card in _given(act)]
            pile += slots if isinstance(act, Discard) else []
            hand += [_Slot(JOKER)] if isinstance(act, Swap) else []
    seats = tuple(Seat(name, tuple(slot.card for slot in slots)) for name, slots in dealt.items())
    cards = tuple(slot.card for slot in first_stock)
    return replace(start, seats=seats, stock=cards, discards=tuple(slot.card for slot in first_pile))


def _given(act: Act) -> tuple[AnyCard, ...]:
    """The cards that an act takes from a hand."""
    if isinstance(act, LayDown):
        return tuple(card for claim in act.claims for card in claim.cards)
    if isinstance(act, LayOff):
        return act.cards
    return (act.card,) if isinstance(act, Swap | Discard) else ()


def _give(hand: list[_Slot], card: AnyCard) -> _Slot:
    """Take a card from a hand: one that is known first, else an unknown one, which then was this card."""
    slot = next((slot for slot in hand if slot.card == card), None) or next(
        slot for slot in hand if isinstance(slot.card, Unknown)
    )
    slot.card = card
    hand.remove(slot)
    return slot
