"""What stands around the board of the lab, as HTML: its controls above, its answers below.

Everything here is drawn from values; `static/panel.js` says what the attributes beginning with `data-` do. Whatever a
person typed is escaped where it is put in (`_tag`, `escape`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from contract_rummy.cards import FACES, JOKER, AnyCard, Card, Suit
from contract_rummy.drawing import chip, contract_figure, symbol_id
from contract_rummy.explain import Speaker
from contract_rummy.show import rule_address
from contract_rummy.table import Claim, Hand, Meld
from contract_rummy.variants import FIELDS, PRESETS, STANDARD, Contract, Kind, Variant
from contract_rummy.verdict import N_, NN_, RULES, Text

from .distance import COUNTED_WAYS, SHOWN_WAYS, Distance
from .position import TRAYS, Position

FIELD_NAMES = {
    "players": N_("Players"),
    "packs": N_("Packs"),
    "jokers": N_("Jokers in the pack"),
    "set_min": N_("Cards of the smallest set"),
    "set_max": N_("Cards of the largest set"),
    "set_suits": N_("Suits of a set"),
    "sequence_min": N_("Cards of the shortest sequence"),
    "ace": N_("The ace"),
    "contract_suits": N_("Suits of a contract’s sequences"),
    "exact_size": N_("Melds of a contract have just the smallest size"),
    "extra_melds": N_("Melds beyond the contract are allowed"),
    "last_deal": N_("The last deal takes"),
    "jokers_per_meld": N_("Jokers in one meld"),
    "lay_off": N_("Laying off begins"),
    "pile": N_("From the pile one takes"),
    "swap": N_("Jokers that are taken back"),
    "renewals": N_("How often the stock is renewed"),
    "tiebreak": N_("Equal lowest totals"),
}
VALUE_NAMES = {
    "set_suits": {"distinct": N_("all different"), "any": N_("any")},
    "ace": {
        "both": N_("high or low"),
        "low": N_("always low"),
        "high": N_("always high"),
        "wrap": N_("also round the corner"),
    },
    "contract_suits": {"distinct": N_("all different"), "apart": N_("the same, if apart"), "any": N_("any")},
    "last_deal": {
        "whole-hand": N_("the whole hand, no discard"),
        "discard": N_("the whole hand but a discard"),
        "normal": N_("no more than others"),
    },
    "lay_off": {"same-turn": N_("in the turn of the contract"), "next-turn": N_("in a later turn")},
    "pile": {"any": N_("any number of cards"), "top": N_("the top card")},
    "swap": {"others": N_("those of others"), "any": N_("any, one’s own too"), "off": N_("none")},
    "tiebreak": {"shared": N_("share the win"), "deals-won": N_("go by the deals won")},
}
OF_A_TURN = ("players", "lay_off", "pile", "swap", "renewals", "tiebreak")
"""Fields on which nothing in the lab depends; they are kept in its text."""
ONE_MELD = {"any": N_("None: melds as they come"), "set": N_("None: a set"), "sequence": N_("None: a sequence")}
MOST_CHIPS = 10


@dataclass(frozen=True, slots=True)
class Picked:
    """What lies in a tray, and all that it can be (`None` where that is too much to list)."""

    tray: int
    label: str
    claim: Claim | None
    readings: tuple[Meld, ...] | None


@dataclass(frozen=True, slots=True)
class Row:
    """A contract, how far the hand is from it (`None` while that is not known), by other rules before, and the ways shown."""

    deal: int
    contract: Contract
    far: Distance | None
    before: Distance | None
    ways: tuple[tuple[Meld, ...], ...] | None


# --- HTML -------------------------------------------------------------------------------------------------------------


def _tag(name: str, *inside: str, **attributes: object) -> str:
    """An element. `True` is an attribute without a value, `False` and `None` are none; `class_` and `data_do` lose their line."""
    written = ""
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        written += f" {key.rstrip('_').replace('_', '-')}"
        written += "" if value is True else f'="{escape(str(value))}"'
    end = "" if name == "input" else f"</{name}>"
    return f"<{name}{written}>{''.join(inside)}{end}"


def _button(word: str, do: str | None, **attributes: object) -> str:
    return _tag("button", escape(word), type="button", class_="cr-button", data_do=do, **attributes)


def _fold(title: str, *inside: str, **attributes: object) -> str:
    return _tag("details", _tag("summary", escape(title)), *inside, class_="cr-fold", **attributes)


def _select(options: Iterable[tuple[str, str]], chosen: str, **attributes: object) -> str:
    inside = [_tag("option", escape(said), value=value, selected=value == chosen) for value, said in options]
    return _tag("select", *inside, class_="cr-input", **attributes)


def _section(id: str, title: str, *inside: str) -> str:
    return _tag("section", _tag("h2", escape(title), id=id), *inside, aria_labelledby=id, class_="cr-part")


def _note(id: str, sentence: str) -> str:
    """A sentence beside a control; without one there is none."""
    return _tag("p", escape(sentence), id=id, class_="cr-note") if sentence else ""


# --- above the board --------------------------------------------------------------------------------------------------


def setup(speak: Speaker, position: Position, notes: Mapping[str, str], typed: Mapping[str, str]) -> str:
    """The hand, the contract and the rules. What may be missing has a place of its own, so that the rest stays what it is."""
    return (
        _tag("div", _note("lab-link-note", notes.get("link", "")))
        + _section("lab-hand", speak.say(N_("The hand")), *_hand(speak, position, notes, typed))
        + _tag(
            "div",
            _section("lab-contract", speak.say(N_("The contract")), *_contract(speak, position)),
            _section("lab-rules", speak.say(N_("Rules at this table")), *_rules(speak, position.variant, notes)),
            class_="cr-parts",
        )
        + _fields(speak, position.variant, notes, typed)
        + _tag("h2", escape(speak.say(N_("The melds"))), id="lab-melds")
    )


def _hand(speak: Speaker, position: Position, notes: Mapping[str, str], typed: Mapping[str, str]) -> Iterable[str]:
    wrong = notes.get("cards", "")
    field = _tag(
        "input", id="lab-cards", class_="cr-input", type="text", value=typed.get("cards", position.hand.text),
        data_do="hand", autocomplete="off", autocapitalize="characters", spellcheck="false",
        aria_labelledby="lab-hand", aria_describedby="lab-cards-note", aria_invalid="true" if wrong else None,
    )  # fmt: skip
    yield _tag("div", field, _button(speak.say(N_("Use this hand")), "hand", data_from="lab-cards"), class_="cr-line")
    hint = speak.say(N_("A card is a rank and a suit, such as 5H, TD or 10D, and a joker is *."))
    yield _tag("p", escape(wrong or hint), id="lab-cards-note", class_="cr-note" if wrong else "cr-soft")
    yield _fold(speak.say(N_("Pick from the pack")), *_pack(speak, position.hand, position.variant, notes))


def _pack(speak: Speaker, hand: Hand, variant: Variant, notes: Mapping[str, str]) -> Iterable[str]:
    """The cards of the hand, each to take out, and the 52 cards and the joker, each to add."""
    held = [
        _chip(card, speak.say(N_("Take {card} out"), card=card), data_do="take_out", data_card=card.code)
        for card in hand.sorted()
    ]
    said = N_("In the hand: tap a card to take it out.") if held else N_("The hand is empty.")
    role = "toolbar" if held else None
    yield _tag("p", escape(speak.say(said)), class_="cr-soft")
    yield _tag("div", *held, class_="cr-pack", role=role, aria_label=speak.say(N_("The hand")) if held else None)
    yield _tag("p", escape(speak.say(N_("The pack: tap a card to add it."))), class_="cr-soft")
    rows: list[list[AnyCard]] = [[face for face in FACES if face.suit is suit] for suit in Suit]
    rows.append([JOKER])
    lines = [_tag("div", *(_add(speak, card, hand, variant) for card in row), class_="cr-pack") for row in rows]
    yield _tag("div", *lines, role="toolbar", aria_label=speak.say(N_("The pack")), class_="cr-packs")
    yield _note("lab-pack-note", notes.get("pack", ""))


def _add(speak: Speaker, card: AnyCard, hand: Hand, variant: Variant) -> str:
    """A card of the pack; one that lies in the hand tells how often, and one of which there are no more says so."""
    n = hand.cards.count(card)
    most = variant.copies if isinstance(card, Card) else variant.jokers_in_pack
    texts: tuple[Text, Text] = (
        (N_("Add {card}; none is left in the pack"), NN_("Add {card}; {n:word} is in the hand, none is left in the pack", "Add {card}; {n:word} are in the hand, none is left in the pack"))
        if n >= most
        else (N_("Add {card}"), NN_("Add {card}; {n:word} is in the hand", "Add {card}; {n:word} are in the hand"))
    )  # fmt: skip
    name = speak.say(texts[1] if n else texts[0], card=card, n=n)
    count = _tag("span", f"×{n}", class_="cr-pack__n", aria_hidden="true") if n else ""
    full = "true" if n >= most else None
    return _chip(card, name, count, data_do="add", data_card=card.code, aria_disabled=full)


def _chip(card: AnyCard, name: str, *more: str, **attributes: object) -> str:
    return _tag("button", chip(card, ""), *more, type="button", class_="cr-pick", aria_label=name, **attributes)


def _contract(speak: Speaker, position: Position) -> Iterable[str]:
    options = [(value, speak.say(said)) for value, said in ONE_MELD.items()]
    for deal, contract in enumerate(position.variant.deals, start=1):
        options.append((str(deal), speak.say(N_("{deal}: {asks}"), deal=deal, asks=contract.asks)))
    chosen = next(value for value, kind in TRAYS.items() if kind is position.kind)
    if position.contract:
        chosen = str(position.deal or "other")
        if not position.deal:
            options.append(("other", speak.say(N_("{asks}, no deal of this table"), asks=position.contract.asks)))
    yield _select(options, chosen, id="lab-asks", data_do="contract", aria_labelledby="lab-contract")
    box = _tag("input", type="checkbox", checked=position.down, data_do="down")
    word = speak.say(N_("Already down: the contract was met on an earlier turn"))
    yield _tag("label", box, _tag("span", escape(word)), class_="cr-check")


def _rules(speak: Speaker, variant: Variant, notes: Mapping[str, str]) -> Iterable[str]:
    options = [(preset.name, f"{preset.name}, {preset.source()}") for preset in PRESETS.values()]
    described = {"aria_labelledby": "lab-rules", "aria_describedby": "lab-preset-note"}
    yield _select(options, variant.name, id="lab-preset", data_do="preset", **described)
    changed = variant.changed
    said = variant.note
    if changed:
        said = speak.say(NN_("One field is changed.", "{n:word} fields are changed."), n=len(changed))
    look = "cr-note" if "preset" in notes else "cr-soft"
    note = _tag("p", escape(notes.get("preset") or said), id="lab-preset-note", class_=look)
    back = _button(speak.say(N_("Back to the preset")), "back") if changed else ""
    yield _tag("div", note, back, class_="cr-line")


def _fields(speak: Speaker, variant: Variant, notes: Mapping[str, str], typed: Mapping[str, str]) -> str:
    """Every field of the rules, in a fold."""
    changed = len(variant.changed)
    fields = [_field(speak, variant, name, notes.get(name, ""), typed.get(name)) for name in FIELDS]
    title = (
        speak.say(N_("Every rule, one by one ({n} changed)"), n=changed)
        if changed
        else speak.say(N_("Every rule, one by one"))
    )
    return _fold(title, _tag("div", *fields, class_="cr-fields"))


def field_name(speak: Speaker, name: str) -> str:
    """What a field of a variant is called."""
    return speak.say(FIELD_NAMES.get(name, name))


def field_value(speak: Speaker, name: str, variant: Variant) -> str:
    """What a field of a variant holds, in words."""
    value = FIELDS[name].write(getattr(variant, name))
    words = {"none": N_("no limit"), "yes": N_("yes"), "no": N_("no")} | VALUE_NAMES.get(name, {})
    return speak.phrase(words[value]) if value in words else value


def _field(speak: Speaker, variant: Variant, name: str, wrong: str, typed: str | None) -> str:
    """A field of the rules: its control, its rule, and whether it is changed."""
    beside = escape(wrong)
    if name in variant.changed:
        preset = field_value(speak, name, PRESETS.get(variant.name, STANDARD))
        beside += _tag("b", escape(speak.phrase(N_("changed"))))
        beside += escape(speak.phrase(N_(", the preset has: {value}"), value=preset))
    elif name in OF_A_TURN and not wrong:
        beside = escape(speak.say(N_("Counts in a turn or a match, not here.")))
    said = _tag("p", beside, id=f"lab-note-{name}", class_="cr-note" if wrong else "cr-soft")
    links = [
        _tag("a", escape(rule.id), class_="cr-id", href=rule_address(rule))
        for rule in RULES.values()
        if name in rule.options
    ]
    return _tag("div", _control(speak, variant, name, bool(wrong), typed), said, *links, class_="cr-field")


def _control(speak: Speaker, variant: Variant, name: str, wrong: bool, typed: str | None) -> str:
    """The control of a field with its label: a box to tick, a select, or an input for a number or a text."""
    about, id = FIELDS[name], f"lab-field-{name}"
    value = about.write(getattr(variant, name)) if typed is None else typed
    act = {"id": id, "data_do": "field", "data_field": name, "aria_describedby": f"lab-note-{name}"}
    label = escape(field_name(speak, name))
    if about.values == ("yes", "no"):
        box = _tag("input", type="checkbox", checked=value == "yes", **act)
        return _tag("label", box, _tag("span", label), class_="cr-check")
    if about.values and not about.limits:
        words = VALUE_NAMES.get(name, {})
        options = [(one, speak.phrase(words.get(one, one))) for one in about.values]
        return _tag("label", label, for_=id) + _select(options, value, **act)
    more: dict[str, object] = {"type": "text", "aria_invalid": "true" if wrong else None}
    if about.limits:
        least, most = about.limits
        more |= {"type": "number", "inputmode": "numeric", "min": least, "max": most, "step": 1}
        if typed is None and not value.isdigit():  # no number, or one that goes by the players: said in the empty field
            value, more["placeholder"] = "", field_value(speak, name, variant)
    return _tag("label", label, for_=id) + _tag("input", class_="cr-input", value=value, **more, **act)


# --- below the board --------------------------------------------------------------------------------------------------


def readings(speak: Speaker, picked: Sequence[Picked]) -> str:
    """All that the cards in the trays can be."""
    inside = [part for one in picked for part in _readings_of(speak, one, len(picked) > 1)]
    if not inside:
        inside = [
            _tag(
                "p",
                escape(speak.say(N_("Pick cards of the hand; all that they can be then stands here."))),
                class_="cr-soft",
            )
        ]
    return _section("lab-readings", speak.say(N_("What these cards can be")), *inside)


def _readings_of(speak: Speaker, picked: Picked, several: bool) -> Iterable[str]:
    if several:
        yield _tag("h3", escape(picked.label), class_="cr-name")
    if picked.readings is None:
        yield _tag("p", escape(speak.say(N_("So many jokers can be too many cards to list."))))
    elif not picked.readings:
        yield _tag("p", escape(speak.say(N_("They are no meld as they lie here."))))
    else:
        shown = picked.readings[:SHOWN_WAYS]
        yield _tag("ul", *(_reading(speak, picked, n, meld) for n, meld in enumerate(shown)), class_="cr-lists")
        more = len(picked.readings) - len(shown)
        if more:
            yield _tag("p", escape(speak.say(NN_("And one more.", "And {n} more."), n=more)), class_="cr-soft")


def _reading(speak: Speaker, picked: Picked, n: int, meld: Meld) -> str:
    word = speak.say({Kind.SET: N_("A set"), Kind.SEQUENCE: N_("A sequence")}[meld.kind])
    jokers = [card.face for card in meld.cards if not isinstance(card, Card) and card.face]
    if jokers:
        stands = NN_("{kind}; the joker is {cards}", "{kind}; the jokers are {cards}")
        word = speak.say(stands, kind=word, n=len(jokers), cards=tuple(jokers))
    parts = [_tag("span", escape(word)), _cards(speak, meld.cards)]
    chosen = picked.claim is not None and sorted(card.code for card in picked.claim.cards) == sorted(
        card.code for card in meld.cards
    )
    if jokers and chosen:
        parts.append(_tag("span", escape(speak.phrase(N_("as it lies"))), class_="cr-soft"))
    elif jokers:
        name = speak.say(N_("Take it so, reading {n}"), n=n + 1)
        act = {"data_tray": picked.tray, "data_reading": n}
        parts.append(_button(speak.say(N_("Take it so")), "read_as", aria_label=name, **act))
    return _tag("li", *parts)


def far(speak: Speaker, rows: Sequence[Row], turn: str) -> str:
    """How far the hand is from each contract; the first answer that is still wanted is asked for, once for each `turn`."""
    wanted = next((row.deal for row in rows if row.far is None), None)
    head = [_tag("th", escape(speak.say(word)), scope="col") for word in (N_("Contract"), N_("This hand"))]
    bodies = [_row(speak, row, turn if row.deal == wanted else None) for row in rows]
    table = _tag("table", _tag("thead", _tag("tr", *head)), *bodies, class_="cr-far", aria_labelledby="lab-far")
    return _section("lab-far", speak.say(N_("How far is this hand?")), table)


def _row(speak: Speaker, row: Row, turn: str | None) -> str:
    """A contract: how far the hand is, and below it the ways to meet it."""
    asks = speak.say(N_("{deal}: {asks}"), deal=row.deal, asks=row.contract.asks)
    figure = contract_figure([kind.value for kind in row.contract.asks])
    head = _tag("th", _tag("span", escape(asks)), figure, scope="row")
    if row.far is None:
        act = {"data_ask": "count", "data_deal": row.deal, "data_turn": turn} if turn else {}
        return _tag("tbody", _tag("tr", head, _tag("td", escape(speak.say(N_("counting…"))), **act)))
    lines = [_tag("tr", head, _tag("td", *_answer(speak, row, row.far)))]
    if row.far.ways:
        lines.append(_tag("tr", _tag("td", _ways(speak, row, row.far), colspan=2), class_="cr-far__ways"))
    return _tag("tbody", *lines)


def _answer(speak: Speaker, row: Row, far: Distance) -> Iterable[str]:
    """How far the hand is, what other rules made of that, and which cards help."""
    drawn = ""
    if far.missing is not None:
        drawn = _tag("span", class_="cr-sign", data_sign="moot" if far.missing else "check", aria_hidden="true")
    yield _tag("p", drawn, escape(_told(speak, far)))
    if row.before is not None and (row.before.missing, row.before.too_large) != (far.missing, far.too_large):
        change = N_("Changed")
        if far.missing == 0:
            change = N_("Now allowed")
        elif row.before.missing == 0:
            change = N_("Now out of reach")
        before = speak.phrase(N_(", before: {answer}"), answer=_told(speak, row.before))
        yield _tag("p", _tag("b", escape(speak.say(change))), escape(before), class_="cr-soft")
    if far.short and far.short.helpful:
        cards = [card for card, _ in far.short.helpful]
        yield _chips(speak, NN_("This card helps:", "Each of these helps:"), cards)
    if far.short and far.short.spare:
        yield _chips(speak, NN_("This card could go:", "One of these could go:"), far.short.spare)


def _chips(speak: Speaker, said: tuple[str, str], cards: Sequence[AnyCard]) -> str:
    """Some cards, drawn after what is said of them; of many only the first ones."""
    chips = " ".join(chip(card, speak.card(card)) for card in cards[:MOST_CHIPS])
    more = len(cards) - MOST_CHIPS
    rest = speak.phrase(NN_("and one more", "and {n} more"), n=more) if more > 0 else ""
    return _tag("p", escape(speak.say(said, n=len(cards))), " ", chips, " ", escape(rest), class_="cr-soft")


def _told(speak: Speaker, far: Distance) -> str:
    """How far the hand is, in a few words."""
    if far.too_large:
        return speak.say(N_("This hand is too large to search."))
    if far.short is None:
        return speak.say(N_("No hand can meet it at this table."))
    if far.short.missing:
        if far.short.whole:
            return speak.say(NN_("One card to come or to go.", "{n:word} cards to come or to go."), n=far.short.missing)
        return speak.say(NN_("One card short.", "{n:word} cards short."), n=far.short.missing)
    if far.ways > COUNTED_WAYS:
        return speak.say(N_("Met, in more than {n} ways."), n=f"{COUNTED_WAYS:,}")
    return speak.say(NN_("Met, in one way.", "Met, in {n:word} ways."), n=far.ways)


def far_in_words(speak: Speaker, contract: Contract, far: Distance) -> str:
    """A row of the table as a sentence."""
    return speak.say(N_("{asks}: {answer}"), asks=contract.asks, answer=_told(speak, far))


def _ways(speak: Speaker, row: Row, far: Distance) -> str:
    """The ways in a fold; they are drawn when it is unfolded."""
    inside = [_tag("p", "…")]
    if row.ways is not None:
        inside = [_tag("ol", *(_way(speak, row.deal, n, way) for n, way in enumerate(row.ways)), class_="cr-lists")]
        if far.ways > SHOWN_WAYS:
            inside.append(_tag("p", escape(speak.say(N_("These are the first {n}."), n=SHOWN_WAYS)), class_="cr-soft"))
    title = speak.say(
        NN_("The way to meet contract {deal}", "The ways to meet contract {deal}"), n=far.ways, deal=row.deal
    )
    return _fold(title, *inside, data_do="unfold", data_deal=row.deal, open=row.ways is not None)


def _way(speak: Speaker, deal: int, n: int, way: Sequence[Meld]) -> str:
    name = speak.say(N_("Lay it, way {n} of contract {deal}"), n=n + 1, deal=deal)
    act = {"data_deal": deal, "data_way": n, "data_to": "lab-melds"}
    button = _button(speak.say(N_("Lay it")), "lay_way", aria_label=name, **act)
    return _tag("li", *(_cards(speak, meld.cards) for meld in way), button)


def _cards(speak: Speaker, cards: Sequence[AnyCard]) -> str:
    """A meld as a row of small cards; their drawings are those of the board."""
    drawn = [
        _tag("span", f'<svg class="cr-face" viewBox="0 0 60 84" aria-hidden="true"><use href="#{symbol_id(card)}"/></svg>',
             class_="cr-card", role="img", aria_label=speak.name(card))
        for card in cards
    ]  # fmt: skip
    return _tag("span", *drawn, class_="cr-meld cr-meld--flow")


def share(speak: Speaker, text: str, wrong: str) -> str:
    """All of it as text: to copy, to paste, and as a link."""
    area = _tag(
        "textarea", escape(text), id="lab-text", class_="cr-input", rows=6, spellcheck="false",
        autocomplete="off", autocapitalize="off", aria_labelledby="lab-share", aria_describedby="lab-text-note", aria_invalid="true" if wrong else None,
    )  # fmt: skip
    hint = speak.say(N_("Hand, melds, contract and rules in notation: copy it, or put another one here and show it."))
    done = speak.say(N_("Copied"))
    buttons = [
        _button(speak.say(N_("Copy")), None, data_copy="lab-text", data_done=done),
        _button(speak.say(N_("Show what stands here")), "load", data_from="lab-text"),
        _button(speak.say(N_("Copy link")), None, data_copy="", data_done=done),
    ]
    return _section(
        "lab-share",
        speak.say(N_("Share")),
        area,
        _tag("p", escape(wrong or hint), id="lab-text-note", class_="cr-note" if wrong else "cr-soft"),
        _tag("div", *buttons, class_="cr-actions"),
    )
