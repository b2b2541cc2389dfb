"""Deals written as text, in the one spelling of the `.deal` form."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from .cards import HeldCard
from .deal import Act, Discard, Draw, End, LayDown, LayOff, Renew, Swap, TableMeld, Take
from .referee import line_up
from .script import Play, Script, result_of
from .table import Claim
from .variants import Kind


def write(scripts: tuple[Script, ...]) -> str:
    """The text of deals, in the one spelling."""
    return "====\n".join(map(_written, scripts))


def _written(script: Script) -> str:
    deal = script.start
    lines = [f"# {note}" for note in script.notes]
    lines += [_head(word, value) for word, value in script.tags]
    lines.append(_head("variant", deal.variant.text))
    lines.append(_head("deal", str(deal.number)) if deal.number else _head("contract", deal.contract.text))
    wide = max(map(len, deal.names))
    lines += [_head("player", " ".join([f"{seat.name:<{wide}}", *_codes(seat.cards)])) for seat in deal.seats]
    if deal.dealer != deal.names[-1]:
        lines.append(_head("dealer", deal.dealer))
    if deal.stock or not deal.stock_open:
        below = ["…"] if deal.stock_open else []
        lines.append(_head("stock", " ".join([*_codes(deal.stock), *below]) or "-"))
    if deal.discards:
        lines.append(_head("discards", " ".join(_codes(deal.discards))))
    lines += [_head("table", f"{meld.owner:<{wide}} {_lying(meld)}") for meld in deal.melds]
    down = [name for name in deal.names if name in deal.down and name not in {meld.owner for meld in deal.melds}]
    lines += [_head("down", " ".join(down))] if down else []
    if script.plays:
        lines += ["", *_play_lines(script.plays, "")]
    result = result_of(script)
    lines += [f"    # {result}"] if result else []
    return "\n".join(lines) + "\n"


def _head(word: str, value: str) -> str:
    return f"{word:<9} {value}".rstrip()


def _codes(cards: tuple[HeldCard, ...]) -> list[str]:
    """The codes of cards; more than four unknown ones in a row are counted."""
    codes: list[str] = []
    for code, same in groupby(held.code for held in cards):
        row = list(same)
        codes += [f"?x{len(row)}"] if code == "?" and len(row) > 4 else row
    return codes


def _lying(meld: TableMeld) -> str:
    cards = [
        card.code if by == meld.owner else f"{card.code}/{by}"
        for card, by in zip(meld.cards, meld.laid_by, strict=True)
    ]
    return f"{meld.kind.value}({' '.join(cards)})"


def _play_lines(plays: tuple[Play, ...], player: str, indent: str = "") -> Iterator[str]:
    for play in plays:
        if play.act.player != player:
            player = play.act.player or player
            yield f"{indent}{player}:"
        inside = indent + "    "
        yield inside + _line(play)
        yield from (f"{inside}> {line}".rstrip() for line in play.comment)
        yield from (f"{inside}# {note}" for note in play.notes)
        for variation in play.variations:
            yield f"{inside}("
            yield from _play_lines(variation, player, inside)
            yield f"{inside})"


def _line(play: Play) -> str:
    cites = "" if play.cites is None else f"  [{' '.join([*play.cites, *(['...'] if play.among else [])])}]"
    glyph = f"  {play.glyph}" if play.glyph else ""
    return f"{'try ' if play.tried else ''}{act_text(play.act)}{cites}{glyph}"


def act_text(act: Act) -> str:
    """An act as the notation writes it."""
    if isinstance(act, Draw):
        return f"draw {act.card.code}" if act.card else "draw"
    if isinstance(act, Take):
        return f"take {act.card.code}"
    if isinstance(act, LayDown):
        return "meld " + " ".join(in_order(claim).text for claim in act.claims)
    if isinstance(act, LayOff):
        return f"lay {' '.join(card.code for card in act.cards)} on {act.meld} {act.end}".rstrip()
    if isinstance(act, Swap):
        return f"swap {act.card.code} on {act.meld}"
    if isinstance(act, Discard):
        return f"discard {act.card.code}"
    if isinstance(act, Renew):
        return "renew" + "".join(f" {card.code}" for card in act.cards or ())
    return "end" if isinstance(act, End) else "block"


def in_order(claim: Claim) -> Claim:
    """A claim in its one spelling: the cards of a sequence from low to high."""
    return Claim(claim.kind, line_up(claim)) if claim.kind is Kind.SEQUENCE else claim
