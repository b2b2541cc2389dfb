"""The best turn that a hand allows, what each draw would bring, and what else could have been done.

Best is the turn after which the fewest cards are missing for the contract, then the one that leaves the fewest points in
the hand. All of it is exact, under every field of a variant, and the referee accepts each act; tests hold that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

from .cards import AnyCard, Card, Unknown
from .deal import Act, Deal, Discard, Draw, LayDown, LayOff, Swap, Take
from .dealing import unseen
from .legal import legal_plays, view
from .planning import Bounds, Plan, short_of
from .playing import play
from .rules.scoring import points
from .table import Hand


@dataclass(frozen=True, slots=True)
class BestTurn:
    """What to do in a turn whose draw is made, and what is left then."""

    acts: tuple[Act, ...]
    """The acts in order: jokers taken back, the contract, further melds, what is laid off, the discard."""
    after: Deal
    """The deal after them."""
    left: Hand
    """The cards that stay in the hand, as far as they are known."""
    points: int
    """What these cost."""
    missing: int | None
    """How many cards they are short of the contract, 0 once it is met; `None` where no hand fulfils it in this variant."""


_FREE = Bounds()


def best_turn(deal: Deal, bounds: Bounds = _FREE) -> BestTurn | None:
    """The best turn of the player whose turn it is and who has drawn; `None` where the turn cannot close.

    It cannot where a card from inside the pile fits nowhere: then the take has to be taken back. Cards of the hand that
    are not known stay in it. Raises `ValueError` before the draw is made, and when the deal is over.

    >>> from contract_rummy.reading import read
    >>> from contract_rummy.script import steps
    >>> (script,) = read('''player Aru 7S QD 2C
    ... player Boris ?x10
    ... player Chen ?x10
    ... table Aru set(KH KS KD)
    ... table Aru set(9H 9S 9D)
    ... table Boris sequence(5S 6S *=7S)
    ... Aru:
    ...     draw 8S
    ... ''')
    >>> best = best_turn(steps(script)[-1].after)
    >>> from contract_rummy.writing import act_text
    >>> [act_text(act) for act in best.acts], best.left.text, best.points
    (['swap 7S on 3', 'lay *=4S 8S on 3', 'discard QD'], '2C', 2)
    """
    if deal.over or not deal.turn.drawn:
        raise ValueError("the best turn is looked for once the draw is made, and before the deal is over")
    acts = Plan(deal, bounds).acts()
    return None if acts is None else outcome(deal, acts)


def outcome(deal: Deal, acts: tuple[Act, ...]) -> BestTurn:
    """What is left after a turn of these acts, good or not; raises `IllegalPlay` where a rule forbids one."""
    player, after = deal.turn.player, deal
    for act in acts:
        after = play(after, act)
    left = Hand(tuple(card for card in after.seat(player).cards if not isinstance(card, Unknown)))
    met = player in after.down or after.out == player
    short = 0 if met else short_of(left, deal)
    return BestTurn(acts, after, left, sum(points(card, deal.variant) for card in left), short)


# --- before the draw ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that a draw may bring, how many such cards there are, and the best turn with it."""

    card: AnyCard
    count: int
    best: BestTurn | None


@dataclass(frozen=True, slots=True)
class Prospect:
    """A draw, with all that it may bring: of the stock each card that is unseen, of the pile what lies there."""

    act: Act
    drawn: tuple[Drawn, ...]

    @property
    def points(self) -> float | None:
        """The points that stay on the average; `None` where no turn closes after it."""
        return self._mean([(drawn.count, drawn.best.points) for drawn in self.drawn if drawn.best])

    @property
    def missing(self) -> float | None:
        """How many cards are missing then on the average; `None` where no turn closes, or no hand fulfils the contract."""
        return self._mean(
            [(drawn.count, drawn.best.missing) for drawn in self.drawn if drawn.best and drawn.best.missing is not None]
        )

    def _mean(self, of: list[tuple[int, int]]) -> float | None:
        return sum(count * n for count, n in of) / sum(count for count, _ in of) if of else None


def draws(deal: Deal, upper: int | None = None) -> Iterator[Prospect]:
    """Every draw that is lawful now, with the best turn after it: what can be taken, the top card first, then the stock.

    `upper` takes at most are tried, since a whole pile in the hand leaves very many turns to look through.

    Nobody knows the top of the stock: it is each of the cards that the player on turn has not seen, whether the deal
    shows it or not. What is not asked for is not worked out. Raises `ValueError` once the draw is made.
    """
    if deal.over or deal.turn.drawn:
        raise ValueError("what a draw would bring is looked for before it is made")
    return _draws(view(deal, deal.turn.player), upper)


def _draws(seen: Deal, upper: int | None) -> Iterator[Prospect]:
    for act in islice(legal_plays(seen, (Take,)), upper):
        if isinstance(act, Take) and not isinstance(act.card, Unknown):
            yield Prospect(act, (Drawn(act.card, 1, best_turn(play(seen, act))),))
    for act in legal_plays(seen, (Draw,)):
        if isinstance(act, Draw):
            cards = Counter(unseen(seen)).items()
            best = ((card, n, best_turn(play(seen, replace(act, card=card)))) for card, n in cards)
            yield Prospect(act, tuple(Drawn(*drawn) for drawn in best))


# --- what else could be done --------------------------------------------------------------------------------------


class Idea(Enum):
    """What a turn does otherwise than the best one."""

    LAY_OTHERWISE = "lay otherwise"
    """Other melds go down for the contract."""
    KEEP_BACK = "keep back"
    """The contract stays in the hand."""
    LAY_OFF_ELSEWHERE = "lay off elsewhere"
    """Nothing is laid off on one of the melds."""
    SWAP = "swap"
    """A joker is taken back."""
    NO_SWAP = "no swap"
    """No joker is taken back."""
    DISCARD = "discard"
    """Another card is discarded."""


@dataclass(frozen=True, slots=True)
class OtherTurn:
    """The best turn that follows another idea."""

    idea: Idea
    best: BestTurn


def other_turns(deal: Deal) -> tuple[OtherTurn, ...]:
    """What else could be done in a turn whose draw is made: for each idea the best turn that follows it."""
    best = best_turn(deal)
    if best is None:
        return ()
    found = []
    for idea, bounds in _ideas(deal, best):
        turns = [turn for bound in bounds if (turn := best_turn(deal, bound)) and turn.acts != best.acts]
        if idea is Idea.LAY_OTHERWISE:
            turns = [turn for turn in turns if any(isinstance(act, LayDown) for act in turn.acts)]
        if turns:
            found.append(OtherTurn(idea, min(turns, key=_how_good)))
    return tuple(found)


def _ideas(deal: Deal, best: BestTurn) -> Iterator[tuple[Idea, list[Bounds]]]:
    player, acts = deal.turn.player, best.acts
    laid = next((act for act in acts if isinstance(act, LayDown)), None)
    if laid and not (player in deal.down or deal.turn.went_down):
        melds = [tuple(card for card in claim.cards if isinstance(card, Card)) for claim in laid.claims]
        yield Idea.LAY_OTHERWISE, [Bounds(other=cards) for cards in melds if cards]
        yield Idea.KEEP_BACK, [Bounds(down=False)]
    on = {act.meld for act in acts if isinstance(act, LayOff) and act.meld <= len(deal.melds)}
    yield Idea.LAY_OFF_ELSEWHERE, [Bounds(closed=frozenset([number])) for number in sorted(on)]
    if player in deal.down:
        swaps = any(isinstance(act, Swap) for act in acts)
        yield (Idea.NO_SWAP if swaps else Idea.SWAP), [Bounds(swaps=not swaps)]
    yield Idea.DISCARD, [Bounds(kept=frozenset([act.card.in_hand])) for act in acts if isinstance(act, Discard)]


def _how_good(turn: BestTurn) -> tuple[int, int, int]:
    return turn.missing or 0, turn.points, len(turn.left)
