"""Whole deals, played by lawful drivers that know nothing of the game, under every rule of the table."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from contract_rummy.cards import FACES, Joker
from contract_rummy.deal import Block, Deal, Discard, Draw, End, LayDown, LayOff, Renew, Swap, Take
from contract_rummy.dealing import deal_out, renewal, seeded
from contract_rummy.legal import legal_plays, view
from contract_rummy.match import Match, deal_points
from contract_rummy.playing import judge_act, play
from contract_rummy.reading import read
from contract_rummy.repair import readings
from contract_rummy.rules.setup import pack_size
from contract_rummy.script import Play, Script, steps
from contract_rummy.table import Claim, IllegalPlay
from contract_rummy.variants import STANDARD, Variant
from contract_rummy.writing import write

NAMES = ("Aru", "Boris", "Chen", "Dana", "Elif")
FIELDS = {
    "set_suits": ["distinct", "any"], "set_max": [4, None], "sequence_min": [3, 4], "ace": ["both", "low", "high", "wrap"],
    "contract_suits": ["distinct", "apart", "any"], "exact_size": [False, True], "extra_melds": [True, False],
    "last_deal": ["whole-hand", "discard", "normal"], "jokers_per_meld": [None, 1], "lay_off": ["same-turn", "next-turn"],
    "pile": ["any", "top"], "swap": ["others", "any", "off"], "renewals": [0, 2],
}  # fmt: skip
variants = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in FIELDS.items()})


def cards_of(deal: Deal) -> Counter:
    """Every card of a deal, wherever it lies."""
    places = [seat.cards for seat in deal.seats] + [meld.cards for meld in deal.melds] + [deal.stock, deal.discards]
    return Counter(card.in_hand for cards in places for card in cards)


def some_plays(deal: Deal, chance: Random) -> list:
    """A few of the lawful plays, melds more often than discards, so that deals come to an end.

    Ways to go down are looked for once a turn, and not in every turn where there are many, and deep in the pile it is
    dug but now and then, since all that takes its time. Where the stock is empty its renewal and the block are always
    among them: players who only took from the pile and threw back could go on for ever.
    """
    player = deal.turn.player
    discards = [Discard(card, player=player) for card in dict.fromkeys(deal.seat(player).cards)]
    waits = deal.turn.drawn and not (player in deal.down or deal.turn.went_down)
    if waits and (len(deal.record) > deal.turn.began + 1 or chance.random() < 0.3 * len(deal.contract.asks) - 0.4):
        return discards
    many = 1 if waits else 40 if deal.turn.drawn or chance.random() < 0.1 else 4
    plays = list(islice(legal_plays(deal), many))
    if deal.stock_is_empty and not deal.turn.drawn:
        plays = list(dict.fromkeys([*plays, *legal_plays(deal, (Renew, Block))]))
    laying = [act for act in plays if isinstance(act, LayDown | LayOff | Swap)]
    if laying and chance.random() < 0.8:
        return laying
    return [act for act in plays if not isinstance(act, LayDown | LayOff | Swap)] or discards


def drive(deal: Deal, chance: Random) -> Deal:
    """Play a deal to its end; where a turn cannot close, go back to its start and play it from the stock."""
    start, again = deal, False
    while not deal.over:
        if not deal.turn.drawn:
            start = deal
        plays = some_plays(deal, chance)
        if again:
            plays = [act for act in plays if not isinstance(act, Take | Swap)] or plays
        act = chance.choice(plays)
        verdict = judge_act(deal, renewal(deal, chance) if isinstance(act, Renew) else act)
        again = not verdict.lawful
        deal = verdict.after or start
    return deal


@lru_cache(maxsize=512)
def driven(seed: int) -> Deal:
    """A deal by seed, played to its end."""
    chance = seeded("driven", seed)
    rules = STANDARD.but(renewals=2)
    return drive(deal_out(rules, seed % 7 + 1, NAMES[: 3 + seed % 3], chance), chance)


@pytest.mark.parametrize("seed", range(300))
def test_every_deal_comes_to_an_end_with_all_its_cards(seed: int) -> None:
    deal = driven(seed)
    assert deal.over
    assert cards_of(deal).total() == pack_size(deal.variant, len(deal.seats))
    assert list(legal_plays(deal)) == []
    if deal.out:
        assert deal.seat(deal.out).cards == ()
        assert deal_points(deal)[deal.out] == 0
        assert deal.out in {meld.owner for meld in deal.melds}


@pytest.mark.sweep
@pytest.mark.parametrize("block", range(100))
def test_ten_thousand_deals_come_to_an_end(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        assert driven(seed).over


@pytest.mark.parametrize("seed", range(21))
def test_a_played_deal_is_written_and_replays_to_the_same_end(seed: int) -> None:
    deal = driven(seed)
    first = replace(deal_out(STANDARD.but(renewals=2), seed % 7 + 1, NAMES[: 3 + seed % 3], seeded("driven", seed)))
    script = Script(first, tuple(Play(act) for act in deal.record))
    (again,) = read(write((script,)))
    assert again == script
    assert steps(again)[-1].after == deal


def test_seven_deals_make_a_match() -> None:
    match = Match()
    for number in range(7):
        chance = seeded("match", number)
        match = match.after(drive(deal_out(STANDARD.but(renewals=2), number + 1, NAMES[:3], chance), chance))
        assert bool(match.winners) is (number == 6)
    lowest = min(match.totals.values())
    assert match.totals == {name: sum(points[name] for points in match.rounds) for name in NAMES[:3]}
    assert match.winners == tuple(name for name in NAMES[:3] if match.totals[name] == lowest)


@pytest.mark.parametrize("seed", range(12))
def test_a_view_tells_nothing_that_its_player_cannot_see(seed: int) -> None:
    chance = seeded("view", seed)
    deal = deal_out(STANDARD, 1, NAMES[:3], chance)
    for _ in range(chance.randrange(12)):
        act = chance.choice(some_plays(deal, chance))
        deal = judge_act(deal, act).after or deal
        if deal.over:
            return
    me = deal.turn.player
    hidden = [card for seat in deal.seats if seat.name != me for card in seat.cards] + list(deal.stock)
    chance.shuffle(hidden)
    seats = []
    for seat in deal.seats:
        mine = seat.cards if seat.name == me else tuple(hidden.pop() for _ in seat.cards)
        seats.append(replace(seat, cards=mine))
    other = replace(deal, seats=tuple(seats), stock=tuple(hidden))
    assert view(deal, me) == view(other, me)
    assert list(islice(legal_plays(view(deal, me)), 200)) == list(islice(legal_plays(view(other, me)), 200))
    assert list(islice(legal_plays(deal), 200)) == list(islice(legal_plays(other), 200))


# --- one deal at a time, act by act -------------------------------------------------------------------------------


def every_act(deal: Deal) -> list:
    """All that somebody could try with single cards, and every reading of every small group of cards."""
    player, hand = deal.turn.player, deal.seat(deal.turn.player).cards
    acts = [Draw(player=player), Block(player=player), End(player=player), Renew(player=player)]
    acts += [Take(card, player=player) for card in set(deal.discards)]
    acts += [Discard(card, player=player) for card in set(hand)]
    for number, _ in enumerate(deal.melds, start=1):
        forms = {form for card in hand for form in (map(Joker, FACES) if isinstance(card, Joker) else [card])}
        acts += [LayOff((form,), number, end, player=player) for form in forms for end in ("", "low", "high")]
        acts += [Swap(card, number, player=player) for card in set(hand) if not isinstance(card, Joker)]
    if player in deal.down or deal.turn.went_down:
        groups = {tuple(card for n, card in enumerate(hand) if bits >> n & 1) for bits in range(1, 1 << len(hand))}
        found = {meld for group in groups if len(group) > 1 for meld in readings(group, deal.variant)}
        acts += [LayDown((Claim(meld.kind, meld.cards),), player=player) for meld in found]
    return acts


def accepted(deal: Deal, act) -> bool:
    """Whether the referee takes an act; one that could go to either end must say where, and one that need not does not."""
    try:
        lawful = judge_act(deal, act).lawful
    except ValueError:
        return False
    if isinstance(act, LayOff) and act.end:
        try:
            judge_act(deal, replace(act, end=""))
        except ValueError:
            return lawful
        return False
    return lawful


class Dealing(RuleBasedStateMachine):
    """A deal under random rules, with a memory of where its turn began."""

    @initialize(fields=variants, number=st.integers(1, 7), players=st.integers(3, 5), seed=st.integers(0, 10**6))
    def begin(self, fields: dict, number: int, players: int, seed: int) -> None:
        self.chance = Random(seed)
        self.deal = deal_out(STANDARD.but(**fields), number, NAMES[:players], self.chance)
        self.pack = cards_of(self.deal)
        self.past = [self.deal]

    @precondition(lambda self: not self.deal.over)
    @rule()
    def go_on(self) -> None:
        act = self.chance.choice(some_plays(self.deal, self.chance))
        if isinstance(act, Renew):
            act = renewal(self.deal, self.chance)
        verdict = judge_act(self.deal, act)
        if not verdict.lawful:
            with pytest.raises(IllegalPlay):
                play(self.deal, act)
            assert verdict.broken
            return
        assert verdict.after is not None
        if verdict.after.turn.player != self.deal.turn.player:
            self.past = []
        self.past.append(verdict.after)
        self.deal = verdict.after

    @precondition(lambda self: len(self.past) > 1)
    @rule()
    def take_back(self) -> None:
        after = self.past.pop()
        self.deal = self.past[-1]
        assert play(self.deal, after.record[-1]) == after
        assert self.deal.record == after.record[:-1]

    @precondition(lambda self: not self.deal.over and len(self.deal.seat(self.deal.turn.player).cards) <= 8)
    @rule()
    def what_is_listed_is_what_is_accepted(self) -> None:
        listed = list(legal_plays(self.deal))
        assert len(listed) == len(set(listed))
        assert all(accepted(self.deal, act) for act in listed)
        single = {act for act in listed if not isinstance(act, LayDown) or self.deal.turn.player in self.deal.down}
        tried = {act for act in every_act(self.deal) if accepted(self.deal, act)}
        assert {act for act in tried if not isinstance(act, LayDown)} <= single
        if self.deal.turn.player in self.deal.down:
            laid = [act for act in listed if isinstance(act, LayDown)]
            assert set(laid) == {act for act in tried if isinstance(act, LayDown)}

    @precondition(lambda self: self.deal.over)
    @rule()
    def nothing_after_the_end(self) -> None:
        for act in (Draw(), Discard(FACES[0]), End(), Block(), Renew()):
            assert judge_act(self.deal, act).broken == ("deal.over",)

    @invariant()
    def cards_are_conserved(self) -> None:
        if hasattr(self, "deal"):
            assert cards_of(self.deal) == self.pack

    @invariant()
    def hands_have_their_size(self) -> None:
        if not hasattr(self, "deal") or self.deal.over:
            return
        for seat in self.deal.seats:
            if seat.name not in self.deal.down and seat.name != self.deal.turn.player:
                took = sum(isinstance(act, Take) for act in self.deal.record if act.player == seat.name)
                assert took or len(seat.cards) == self.deal.contract.cards


Dealing.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestDealing = Dealing.TestCase


def test_a_variant_is_named_as_it_is_played() -> None:
    rules: Variant = STANDARD.but(renewals=2, pile="top")
    assert deal_out(rules, 1, NAMES[:3], seeded(1)).variant.text == "standard pile=top renewals=2"
