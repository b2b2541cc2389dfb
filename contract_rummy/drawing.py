"""The drawn cards: every pip, numeral and face is a path made here, so that no font and no image file is needed.

A face is 60 wide and 84 high. Colours are given twice: as attributes, for places without our style sheet (a stored
output on a hosting site), and as classes (`cr-H`, `cr-row__card`), by which the style sheet wins where it is loaded.
This module knows no rules and words nothing: spoken names come from the caller.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape

from .cards import FACES, AnyCard, Joker, Rank, Suit

# Paths are in tenths, of relative commands and whole numbers only, so that they can be scaled number by number.
# Pips are centred on 0,0 and some 200 high; J is the star of a joker.
_PIP = {
    "S": "m0-106c21 42 97 82 97 137 0 29-20 47-45 47-18 0-32-8-40-22 1 20 10 37 28 48l-80 0c18-11 27-28 28-48-8 "
    "14-22 22-40 22-25 0-45-18-45-47 0-55 76-95 97-137z",
    "H": "m0 102c-22-42-100-86-100-143 0-33 22-55 50-55 23 0 41 13 50 34 9-21 27-34 50-34 28 0 50 22 50 55 0 57-78 "
    "101-100 143z",
    "D": "m0-112q30 62 86 112-56 50-86 112-30-62-86-112 56-50 86-112z",
    "C": "m-20-16c-28-13-36-48-17-73 19-24 55-24 74 0 19 25 11 60-17 73l0 12c20-20 52-19 70 2 19 22 14 54-9 70-23 "
    "16-55 9-69-16 2 23 11 41 28 52l-80 0c17-11 26-29 28-52-14 25-46 32-69 16-23-16-28-48-9-70 18-21 50-22 "
    "70-2z",
    "J": "m0-105l29 69 73 4-56 48 18 72-64-39-64 39 18-72-56-48 73-4z",
}
_COLOUR = {"S": "#000", "H": "#de2b27", "D": "#0117e3", "C": "#0f847d", "J": "#7a4510", "B": "#8a6a45"}

# Numerals and letters as strokes in a box 96 wide and 140 high; T is drawn as a 10 and is 106 wide.
_GLYPH = {
    "A": "m4 140l45-131 45 131m-74-43l58 0",
    "2": "m14 46c0-21 15-33 34-33 20 0 34 12 34 31 0 18-11 30-30 47l-36 35 72 0",
    "3": "m14 40c4-18 17-27 33-27 20 0 33 11 33 27 0 17-13 27-33 27l-13 0m13 0c22 0 37 11 37 29 0 19-16 31-37 "
    "31-19 0-33-10-37-28",
    "4": "m67 140l0-125-55 85 82 0",
    "5": "m81 13l-55 0-6 55c8-8 17-12 28-12 22 0 36 14 36 35 0 22-16 36-38 36-18 0-31-9-35-25",
    "6": "m72 9c-33 19-59 49-59 81 0 23 15 37 35 37 21 0 36-15 36-36 0-21-15-34-34-34-19 0-34 12-37 33",
    "7": "m10 13l74 0-47 127",
    "8": "m48 65c-19 0-31-11-31-26 0-15 12-26 31-26 19 0 31 11 31 26 0 15-12 26-31 26-22 0-36 13-36 31 0 18 14 31 "
    "36 31 22 0 36-13 36-31 0-18-14-31-36-31z",
    "9": "m25 131c33-19 59-49 59-81 0-23-15-37-35-37-21 0-36 15-36 36 0 21 15 34 34 34 19 0 34-12 37-33",
    "T": "m0 33l24-18 0 125m56-127c-19 0-26 21-26 57 0 36 7 57 26 57 19 0 26-21 26-57 0-36-7-57-26-57z",
    "J": "m70 0l0 92c0 24-11 35-29 35-17 0-28-10-30-30",
    "Q": "m49 13c-24 0-36 21-36 57 0 36 12 57 36 57 24 0 36-21 36-57 0-36-12-57-36-57zm4 81l39 45",
    "K": "m19 0l0 140m71-141l-66 81m22-24l49 85",
    "S": "m80 37c-4-16-16-24-32-24-19 0-32 10-32 26 0 18 16 24 33 29 19 6 35 13 35 31 0 18-15 28-35 28-19 0-33-9-37-25",
    "H": "m16 0l0 140m66-140l0 140m-66-70l66 0",
    "D": "m17 13l23 0c30 0 45 21 45 57 0 36-15 57-45 57l-23 0z",
    "C": "m84 43c-5-20-17-30-34-30-24 0-37 21-37 57 0 36 13 57 37 57 17 0 29-10 34-30",
    "O": "m49 13c-24 0-36 21-36 57 0 36 12 57 36 57 24 0 36-21 36-57 0-36-12-57-36-57z",
    "E": "m83 13l-64 0 0 114 64 0m-64-57l55 0",
    "R": "m19 140l0-127 31 0c21 0 33 11 33 31 0 20-12 31-33 31l-31 0m31 0l37 65",
}
_COURT = {  # one quiet ornament for each court, 20 units wide
    "K": "M-10-4L-5.4 1.6L0-6L5.4 1.6L10-4L8 6H-8Z",
    "Q": "M-9 6C-10 1-9-3-9-3L-4.4 1L0-4L4.4 1L9-3C9-3 10 1 9 6Z"
    "M-9-6.6a1.5 1.5 0 1 0 .01 0ZM0-8a1.5 1.5 0 1 0 .01 0ZM9-6.6a1.5 1.5 0 1 0 .01 0Z",
    "J": "M-7.5-7.5H7.5V-.5C7.5 3.6 3.6 6 0 8C-3.6 6-7.5 3.6-7.5-.5ZM-5-4.2L0 .6L5-4.2V-1L0 3.8L-5-1Z",
}
_DISC = "M12 0A12 12 0 1 1 11.99 0Z"
_SQUARE = "M4.5 .5h15a4 4 0 0 1 4 4v15a4 4 0 0 1-4 4h-15a4 4 0 0 1-4-4v-15a4 4 0 0 1 4-4Z"
_CROSS = "M12 9.6L16 5.6L18.4 8L14.4 12L18.4 16L16 18.4L12 14.4L8 18.4L5.6 16L9.6 12L5.6 8L8 5.6Z"
_PLUS = "M10.4 5.5h3.2v4.9h4.9v3.2h-4.9v4.9h-3.2v-4.9H5.5v-3.2h4.9Z"

_Place = tuple[float, float]
_L, _M, _R, _TOP, _MID, _LOW = 27.8, 38.6, 49.4, 14.0, 42.0, 70.0
_CENTRE: _Place = (_M, _MID)
_TWO: tuple[_Place, ...] = ((_M, _TOP), (_M, _LOW))
_FOUR: tuple[_Place, ...] = ((_L, _TOP), (_R, _TOP), (_L, _LOW), (_R, _LOW))
_SIX = (*_FOUR, (_L, _MID), (_R, _MID))
_EIGHT = (*_FOUR, (_L, 32.7), (_R, 32.7), (_L, 51.3), (_R, 51.3))
_LAYOUT = {
    "2": _TWO,
    "3": (*_TWO, _CENTRE),
    "4": _FOUR,
    "5": (*_FOUR, _CENTRE),
    "6": _SIX,
    "7": (*_SIX, (_M, 28.0)),
    "8": (*_SIX, (_M, 28.0), (_M, 56.0)),
    "9": (*_EIGHT, _CENTRE),
    "T": (*_EIGHT, (_M, 23.3), (_M, 60.7)),
}
OVERLAP = 40  # how far a card of a row lies from the one before, which it covers
APART = 66  # the same where no card covers another


def symbol_id(card: AnyCard) -> str:
    """The id of a card's symbol in the sprite: `cr-5H`, `cr-joker`, or `cr-joker-8S` for a declared joker."""
    if isinstance(card, Joker):
        return f"cr-joker-{card.face.code}" if card.face else "cr-joker"
    return f"cr-{card.code}"


def symbol(card: AnyCard) -> str:
    """One card as an SVG `<symbol>` that stands by itself."""
    return _symbol(symbol_id(card), _face(card))


def sprite() -> str:
    """One hidden SVG with every face, the jokers and the back, to stand once in a page.

    Use it as `<svg class="cr-face" viewBox="0 0 60 84" aria-hidden="true"><use href="#cr-7H"/></svg>`.
    """
    parts = [f'<path id="cr-pip-{suit}" d="{path}"/>' for suit, path in _PIP.items()]
    parts += [f'<g id="cr-rank-{rank.letter}">{_rank_index(rank)}</g>' for rank in Rank]
    parts += [f'<g id="cr-suit-{suit.value}">{_suit_index(suit)}</g>' for suit in Suit]
    parts += [f'<g id="cr-wild">{_wild()}</g>']
    cards: list[AnyCard] = [*FACES, Joker(), *map(Joker, FACES)]
    faces = [_symbol(symbol_id(card), _face(card, shared=True)) for card in cards]
    body = f"<defs>{''.join(parts)}</defs>{''.join(faces)}{_symbol('cr-back', _back())}"
    return f'<svg id="cr-sprite" class="cr-sprite" width="0" height="0" aria-hidden="true">{body}</svg>'


def chip(card: AnyCard, spoken: str) -> str:
    """A card named inside a sentence: its index drawn small, and its spoken name as text.

    Needs no sprite; where the drawing is stripped, the spoken name is left.
    """
    width, parts = 0.0, ""
    if isinstance(card, Joker):
        width, parts = 9.4, _ink("J", _pips("J", [(4.7, 5.2)], 0.46))
    if card.face:
        index = _glyph(card.face.rank.letter, width + 3.6, 0.7, 8.6, 2.6)
        pip = _pips(card.face.suit.value, [(width + 11.9, 5.0)], 0.43)
        width, parts = width + 16.4, parts + _ink(card.face.suit.value, index + pip)
    size = f'viewBox="0 0 {_n(width)} 10" width="{_n(width * 0.08)}em" height=".8em"'
    return (
        f'<span class="cr-chip"><svg {size} aria-hidden="true">{parts}</svg>'
        f'<span class="cr-sr">{escape(spoken)}</span></span>'
    )


def cards_html(
    cards: Sequence[AnyCard],
    names: Sequence[str],
    at_fault: Collection[int] = (),
    missing: Collection[int] = (),
    label: str = "",
    step: int = OVERLAP,
) -> str:
    """A row of cards as one picture, each a `step` from the one before, then the same in words.

    `names` are spoken names, each with its state ("jack of diamonds, at fault"); `at_fault` and `missing` are positions
    in `cards`. The picture needs neither sprite nor style sheet. Where it is stripped the words are left; where our
    style sheet is loaded the words are hidden, since every card of the picture has its name.
    """
    row = "".join(
        _in_row(card, name, n * step, 60 if n + 1 == len(cards) else min(step, 60), n in at_fault, n in missing)
        for n, (card, name) in enumerate(zip(cards, names, strict=True))
    )
    width = step * (len(cards) - 1) + 62
    art = (
        f'<svg viewBox="-1 -3 {width} 97" width="{width}" height="97" style="max-width:100%">{row}</svg>'
        if cards
        else ""
    )
    words = ("; " if any("," in name for name in names) else ", ").join(names)
    return (
        f'<div class="cr-row" role="group" aria-label="{escape(label or words)}">{art}'
        f'<div class="cr-row__words">{escape(words or label)}</div></div>'
    )


def contract_figure(kinds: Sequence[str]) -> str:
    """The small figure of a contract: sets lie flat, sequences climb. `kinds` holds `"set"` and `"sequence"`."""
    rise = {"set": (6.0, 6.0, 6.0), "sequence": (10.0, 5.5, 1.0)}
    cards = "".join(
        f'<rect x="{1 + 37 * n + 8 * i}" y="{_n(y)}" width="11" height="15.5" rx="1.8"/>'
        for n, kind in enumerate(kinds)
        for i, y in enumerate(rise[kind])
    )
    return (
        f'<svg class="cr-figure" viewBox="0 0 {37 * len(kinds) - 7} 27" height="26" aria-hidden="true">'
        f'<g class="cr-figure__card" fill="#fff" stroke="currentColor" stroke-width="1.5">{cards}</g></svg>'
    )


def _face(card: AnyCard, shared: bool = False, seen: float = 60) -> str:
    """The drawing on a card. `shared` takes parts from the sprite; `seen` leaves out pips that the next card covers."""
    if card.face is None:
        word = "".join(_glyph(letter, 10.8, 25.5 + n * 10.6, 8, 2.3) for n, letter in enumerate("JOKER"))
        return _ink("J", _pips("J", [(10.8, 13)], 0.82, shared) + word + _medal(42, shared))
    rank, suit = card.face.rank.letter, card.face.suit.value
    corner = _rank_index(card.face.rank, shared) + _suit_index(card.face.suit, shared)
    if isinstance(card, Joker):  # its card's own index, and a star in the place of the pips
        return _ink(suit, corner + _pips(suit, [(39, 66)], 0.62, shared)) + _ink("J", _wild(shared))
    if rank == "A":
        return _ink(suit, corner + _pips(suit, [_CENTRE], 1.55, shared))
    if rank in _LAYOUT:
        return _ink(suit, corner + _pips(suit, [(x, y) for x, y in _LAYOUT[rank] if x - 6 < seen], 0.53, shared))
    frame = (
        '<rect x="23.5" y="7.5" width="31" height="69" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.1"/>'
    )
    crown = f'<path d="{_COURT[rank]}" transform="translate(39 20)" fill-rule="evenodd"/>'
    return _ink(suit, corner + frame + crown + _glyph(rank, 39, 31.5, 22, 2.1) + _pips(suit, [(39, 65)], 0.62, shared))


def _rank_index(rank: Rank, shared: bool = False) -> str:
    if shared:
        return f'<use href="#cr-rank-{rank.letter}"/>'
    return _glyph(rank.letter, 10.8, 5, 18, 2.6, 0.84 if rank is Rank.TEN else 0.96)


def _suit_index(suit: Suit, shared: bool = False) -> str:
    """Pip and letter: what tells the suits apart without colour, on the strip that stays open when cards overlap."""
    if shared:
        return f'<use href="#cr-suit-{suit.value}"/>'
    return _pips(suit.value, [(10.8, 32.4)], 0.56) + _glyph(suit.value, 10.8, 43, 7, 2.2)


def _wild(shared: bool = False) -> str:
    """What marks a declared joker."""
    return '<use href="#cr-wild"/>' if shared else _pips("J", [(10.8, 59)], 0.52) + _medal(34)


def _medal(y: float, shared: bool = False) -> str:
    ring = f'<circle cx="39" cy="{_n(y)}" r="16.4" fill="none" stroke="currentColor" stroke-width="1.1"/>'
    return ring + _pips("J", [(39, y + 0.6)], 1.2, shared)


def _back() -> str:
    diamonds = "".join(f"M{x} {y - 5}l4 5l-4 5l-4-5z" for y in range(12, 73, 12) for x in range(10, 51, 10))
    lines = f'<rect x="4" y="4" width="52" height="76" rx="3" stroke-width="1.4"/><path d="{diamonds}"/>'
    return _ink("B", f'<g fill="none" stroke="currentColor">{lines}</g>')


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 60 84">{body}</symbol>'


def _ink(suit: str, body: str) -> str:
    """Drawn in the colour of a suit; J is the joker's, B the back's."""
    return f'<g class="cr-{suit}" color="{_COLOUR[suit]}" fill="currentColor" stroke-linejoin="round">{body}</g>'


def _pips(suit: str, places: Iterable[_Place], size: float, shared: bool = False) -> str:
    """One pip at several places, those of a card's lower half upside down: one path, or uses of the sprite's pip."""
    turned = [(x, y, -size if size == 0.53 and y > _MID else size) for x, y in places]
    if shared:
        where = (f"translate({_n(x)} {_n(y)})scale({_n(k / 10)})" for x, y, k in turned)
        return "".join(f'<use href="#cr-pip-{suit}" transform="{place}"/>' for place in where)
    paths = "".join(f"M{x * 10:.0f} {y * 10:.0f}{_scaled(_PIP[suit], k)}" for x, y, k in turned)
    return f'<path d="{paths}" transform="scale(.1)"/>'


def _scaled(path: str, size: float) -> str:
    numbers = re.sub(r" ?(-?\d+)", lambda found: f" {round(int(found[1]) * size)}", path)
    return re.sub(r"(?<=[a-z]) | (?=-)", "", numbers)


def _glyph(sign: str, x: float, y: float, height: float, weight: float, squeeze: float = 1.0) -> str:
    """A numeral or letter with its middle at `x` and its top at `y`."""
    scale = height / 140
    left = x - (106 if sign == "T" else 96) * scale * squeeze / 2
    return (
        f'<path d="{_GLYPH[sign]}" transform="translate({_n(left)} {_n(y)})scale({_n(scale * squeeze)} {_n(scale)})" '
        f'fill="none" stroke="currentColor" stroke-width="{_n(weight * 10)}"/>'
    )


def _in_row(card: AnyCard, name: str, x: int, seen: int, fault: bool, ghost: bool) -> str:
    """One card of a row: lowered, dashed and crossed if at fault; pale, dashed and with a plus if missing."""
    face, state, edge = _face(card, seen=seen), "", 'stroke="#b5ada0"'
    if ghost:
        state, edge = ' data-state="ghost"', 'stroke="#857e72" stroke-dasharray="4 3"'
        face = f'<g opacity=".55">{face}</g>{_sign(_DISC, _PLUS, seen - 21.6, 73, "#5d574e")}'
    elif fault:
        state = ' data-state="fault"'
        face += '<path class="cr-row__mark" d="M2 2h56v80h-56z" fill="none" stroke="#1d1b18" stroke-width="4" '
        face += f'stroke-dasharray="7 4"/>{_sign(_SQUARE, _CROSS, seen - 21.6, -9, "#1d1b18")}'
    return (
        f'<g class="cr-row__card"{state} role="img" aria-label="{escape(name)}" transform="translate({x} {7 * fault})">'
        f'<rect width="60" height="84" rx="4.8" fill="#fff" {edge} stroke-width="1.3"/>{face}</g>'
    )


def _sign(ground: str, mark: str, x: float, y: float, colour: str) -> str:
    paths = f'<path d="{ground}" fill="{colour}"/><path d="{mark}" fill="#fff"/>'
    return f'<g class="cr-row__sign" transform="translate({_n(x)} {_n(y)})scale(.75)">{paths}</g>'


def _n(number: float) -> str:
    """A number as short as three decimals allow: `.53`, `-2`, `38.6`."""
    return re.sub(r"^(-?)0(?=\.)", r"\1", f"{number:.3f}".rstrip("0").rstrip("."))
