"""Cards of a hand as they lie in trays, and what they make there: values, without a widget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from contract_rummy.cards import AnyCard, Card, by_suit
from contract_rummy.explain import Line
from contract_rummy.referee import judge, line_up
from contract_rummy.repair import likely_kind, readings
from contract_rummy.table import Claim, Repair
from contract_rummy.variants import Kind, Variant

OTHER = {Kind.SET: Kind.SEQUENCE, Kind.SEQUENCE: Kind.SET}
Ghost = tuple[int, int, AnyCard]
"""A card that is missing: its tray, its place in the row, and the card."""

_likely_kind = lru_cache(maxsize=256)(likely_kind)  # asked several times at every tap


@dataclass(frozen=True)
class Trays:
    """A hand by positions, and for each tray the positions of the cards that lie in it."""

    cards: tuple[AnyCard, ...]
    """The hand; a joker that has been named is a joker as laid."""
    kinds: tuple[Kind | None, ...]
    """What each tray is for at first; `None` takes either kind."""
    variant: Variant
    placed: tuple[tuple[int, ...], ...]

    @cached_property
    def wanted(self) -> tuple[Kind | None, ...]:
        """What each tray is for: one that holds the other kind changes roles with one of that kind, since their order is free."""
        roles = list(self.kinds)
        for tray, role in enumerate(roles):
            leans = self._leans(tray, role)
            if role is None or leans is None or leans is role:
                continue
            for n, other in enumerate(roles):
                if other is leans and not self._fills(n, other) and self._leans(n, other) is not leans:
                    roles[tray], roles[n] = other, role
                    break
        return tuple(roles)

    @property
    def filled(self) -> list[int]:
        """The trays that hold cards, in the order of `claims`."""
        return [tray for tray, positions in enumerate(self.placed) if positions]

    @property
    def laid(self) -> list[int]:
        """The positions of all cards that lie in trays."""
        return [position for positions in self.placed for position in positions]

    @property
    def free(self) -> list[int]:
        """The positions of the cards that lie in none."""
        laid = set(self.laid)
        return [position for position in range(len(self.cards)) if position not in laid]

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The melds that lie in the trays, lawful or not; empty trays are left out."""
        return tuple(claim for tray in range(len(self.kinds)) if (claim := self.claim(tray)))

    def claim(self, tray: int) -> Claim | None:
        """What the cards of a tray claim to be: what the tray is for, unless they are lawfully something else."""
        return self._claim(tray, self.wanted[tray])

    def holds(self, claim: Claim | None) -> bool:
        """Whether a meld is lawful by itself."""
        return claim is not None and judge(claim, self.variant).lawful

    def least(self, kind: Kind | None) -> int:
        """How many cards a meld of a kind has at least."""
        return self.variant.sequence_min if kind is Kind.SEQUENCE else self.variant.set_min

    def _claim(self, tray: int, role: Kind | None) -> Claim | None:
        cards = tuple(self.cards[position] for position in self.placed[tray])
        if not cards:
            return None
        if role is None:
            return Claim(_likely_kind(cards, self.variant), cards)
        claim, swapped = Claim(role, cards), Claim(OTHER[role], cards)
        return swapped if self.holds(swapped) and not self.holds(claim) else claim

    def _leans(self, tray: int, role: Kind | None) -> Kind | None:
        """What kind of meld the cards of a tray make or begin to make."""
        claim = self._claim(tray, role)
        if claim is None:
            return None
        if self.holds(claim):
            return claim.kind
        faces = [card.face for card in claim.cards if card.face]
        ranks, suits = {face.rank for face in faces}, {face.suit for face in faces}
        if len(faces) > 1 and len(ranks) == 1:
            return Kind.SET
        return Kind.SEQUENCE if len(suits) == 1 < len(ranks) == len(faces) else None

    def _fills(self, tray: int, role: Kind | None) -> bool:
        """Whether a lawful meld of the kind that a tray is for lies in it."""
        claim = self._claim(tray, role)
        return claim is not None and claim.kind is role and self.holds(claim)

    # --- where cards lie and go -----------------------------------------------------------------------------------

    def order(self, tray: int) -> list[int]:
        """The positions in a tray as one reads them: a sequence from low to high, anything else as it was tapped."""
        positions = list(self.placed[tray])
        claim = self.claim(tray)
        if claim is None or claim.kind is Kind.SET:
            return positions
        order = []
        for card in line_up(claim):
            position = next(position for position in positions if self.cards[position] == card)
            positions.remove(position)
            order.append(position)
        return order

    def where_taps_go(self, now: int) -> list[int]:
        """For each card the tray that a tap puts it into: another one when the tray `now` is done and the card belongs elsewhere."""
        if not self.kinds:
            return []
        now = min(now, len(self.kinds) - 1)
        open_trays = [tray for tray in range(len(self.kinds)) if tray != now and not self._could_be(self.placed[tray])]
        if not open_trays:
            return [now] * len(self.cards)
        laid = set(self.laid)
        return [
            now if position in laid or self._belongs(position, now) else self._elsewhere(position, open_trays)
            for position in range(len(self.cards))
        ]

    def _elsewhere(self, position: int, trays: list[int]) -> int:
        """The tray, among some that are not done, that a card goes to: one where its like lies, else an empty one."""
        begun = [tray for tray in trays if self._has_its_like(position, tray)]
        empty = [tray for tray in trays if not self.placed[tray]]
        return [*begun, *empty, *trays][0]

    def _has_its_like(self, position: int, tray: int) -> bool:
        """Whether a card has its rank or its suit in common with one in a tray."""
        card = self.cards[position].face
        faces = [face for other in self.placed[tray] if (face := self.cards[other].face)]
        return card is not None and any(face.rank is card.rank or face.suit is card.suit for face in faces)

    def _belongs(self, position: int, tray: int) -> bool:
        """Whether a card may be meant for a tray: it is a joker, it fits, or it has to do with what is begun there."""
        lying = self.placed[tray]
        naturals = [other for other in lying if self.cards[other].face]
        if not self.cards[position].face or not naturals:
            return True
        if self._could_be(lying) or self._could_be(naturals):
            return self._could_be([*lying, position]) or self._could_be([*naturals, position])
        return self._has_its_like(position, tray) or len(lying) < self.least(self.wanted[tray])

    def _could_be(self, positions: Sequence[int]) -> bool:
        """Whether these cards are a meld, whatever their jokers stand for."""
        return bool(readings([self.cards[position] for position in positions], self.variant))

    # --- what a sentence is about ---------------------------------------------------------------------------------

    def at_fault(self, line: Line) -> list[int]:
        """The positions of the cards at fault: in the tray that the line speaks of, else anywhere in the trays, else in the hand."""
        laid = self.laid
        where = [*(self.placed[self.filled[line.meld]] if line.meld is not None else laid), *self.free]
        found = []
        for card in line.at_fault:
            in_tray = (n for n in reversed(where) if n in laid and self.cards[n] == card)
            position = next(in_tray, None)
            if position is None:
                position = next((n for n in where if self.cards[n] == card), None)
            if position is not None:
                where.remove(position)
                found.append(position)
        return found

    def ghosts(self, line: Line, mended: Repair | None) -> list[Ghost]:
        """The cards that a line says are missing; where the mend adds others, which the hand may hold, those."""
        if line.meld is None or not line.missing:
            return []
        tray = self.filled[line.meld]
        claim = self.claim(tray)
        changes = mended.changes if mended and mended.meld == line.meld else ()
        added = [change.comes.face for change in changes if change.verb == "add" and change.comes]
        faces = [face for face in added if face]
        theirs = faces and (len(faces) == len(changes) or line.rule.id.endswith(".size"))
        return missing(tray, claim, faces if theirs else line.missing) if claim else []

    def joker_to_name(self, line: Line) -> tuple[int, list[Card]] | None:
        """The position of the first nameless joker, where a line asks for its card, and the cards that it can be."""
        if line.rule.id != "joker.declared" or line.meld is None:
            return None
        tray = self.filled[line.meld]
        claim = self.claim(tray)
        if claim is None:
            return None
        joker = next(position for position in self.placed[tray] if self.cards[position].face is None)
        named = [card for card in claim.cards if card.face]
        faces: set[Card] = set()
        for meld in readings(claim.cards, self.variant):
            free = list(meld.cards)
            for card in named:
                free.remove(card)
            if meld.kind is claim.kind:
                faces |= {card.face for card in free if card.face}
        return joker, sorted(faces, key=by_suit)

    def pointed(self, cards: Sequence[AnyCard], tray: int | None) -> list[int]:
        """The positions of cards that a hint points at: first in its tray, else those that are free."""
        order = [*(self.placed[tray] if tray is not None else ()), *self.free, *self.laid]
        found: list[int] = []
        for card in cards:
            position = next((n for n in order if self.cards[n].in_hand == card and n not in found), None)
            found += [] if position is None else [position]
        return found


def missing(tray: int, claim: Claim, cards: Sequence[AnyCard]) -> list[Ghost]:
    """Cards that a meld in a tray wants, each in its place in the row."""
    faces = [card.face for card in cards if card.face]
    placed = line_up(claim, faces) if claim.kind is Kind.SEQUENCE else (*claim.cards, *faces)
    return [(tray, place, card) for place, card in enumerate(placed) if card in faces]
