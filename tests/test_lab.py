"""The lab without a browser: what its panels ask for, what it answers, and what its text and its link bring back."""

import re
from dataclasses import replace

import ipywidgets
import pytest
from contract_rummy_widgets import Lab
from contract_rummy_widgets import distance as distances
from contract_rummy_widgets.lab_panels import FIELD_NAMES, VALUE_NAMES
from contract_rummy_widgets.position import Position, read_position
from hypothesis import given, settings
from hypothesis import strategies as st

from contract_rummy import PRESETS, RULES, STANDARD, Claim, Contract, Hand, Joker, Kind, NotationError, hand, judge
from contract_rummy.arrange import ways
from contract_rummy.cards import FACES, JOKER
from contract_rummy.variants import FIELDS

BOTH = "5S 5H 5D 6C 7C 8C KD *"


def ask(lab, do, **more):
    """Send what a panel sends; all that comes from the page's attributes is text."""
    lab.setup._handle_custom_msg(
        {"do": do} | {key: str(value) if type(value) is int else value for key, value in more.items()}, []
    )
    assert lab.fault == ""


def reads(html):
    """The words of a piece of HTML, without its pictures."""
    return re.sub(r"\s+", " ", re.sub(r"<svg.*?</svg>|<[^>]*>", " ", html)).strip()


def said(lab):
    return lab.setup.said[1]


def headline(lab):
    return lab.verdict.get("headline", "")


def answers(lab):
    """What the table says of each contract, after all is counted."""
    for _ in lab.variant.deals:
        ask(lab, "count")
    bodies = re.findall(r"<tbody>(.*?)</tbody>", lab.far.html)
    return [reads(re.search(r"<td>(.*?)</td>", body)[1]) for body in bodies]


def put(lab, *texts):
    """Lay melds, each into the next tray."""
    lab.place([claim for text in texts for claim in read_position(f"{text}\nvariant {lab.variant.text}").claims])


# --- the hand ---------------------------------------------------------------------------------------------------------


def test_hand_is_typed_generously():
    lab = Lab()
    ask(lab, "hand", value="5h, 10d Jo A♠")
    assert lab.hand == hand("5H TD * AS")
    assert said(lab) == "Four cards in the hand."
    assert 'value="5H TD * AS"' in lab.setup.html


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("5H 5X", "Card 2: '5X' is not a card; a card is a rank and a suit such as 5H or TD, a joker is *."),
        ("zz", "Card 1: 'zz' is not a card; a card is a rank and a suit such as 5H or TD, a joker is *."),
        ("5H *=5D", "*=5D is a joker as laid; in a hand a joker is *."),
        ("5H 5H 5H", "3 times 5H: the largest pack of this variant holds 2."),
        ("<script>alert(1)</script>", "Card 1: '<script>alert(1)</scrip…' is not a card"),
    ],
)
def test_bad_hand_gets_one_sentence_and_stays_to_be_mended(typed, sentence):
    lab = Lab("5H 5D 5S")
    ask(lab, "hand", value=typed)
    assert said(lab).startswith(sentence.removesuffix(".")[:70])
    assert said(lab).count(". ") == 0
    assert lab.hand == hand("5H 5D 5S")
    assert 'aria-invalid="true"' in lab.setup.html
    assert "<script" not in lab.setup.html
    ask(lab, "hand", value="KH")
    assert "aria-invalid" not in lab.setup.html


def test_cards_are_picked_from_the_pack_and_taken_out():
    lab = Lab("5H")
    ask(lab, "add", card="*")
    assert (lab.hand.text, said(lab)) == ("5H *", "The joker is in the hand: two cards.")
    ask(lab, "add", card="5H")
    ask(lab, "add", card="5H")
    assert lab.hand.text == "5H * 5H"
    assert said(lab) == "3 times 5H: the largest pack of this variant holds 2."
    assert 'data-card="5H" aria-disabled="true"' in lab.setup.html
    assert "Add the five of hearts; two are in the hand, none is left in the pack" in lab.setup.html
    ask(lab, "take_out", card="5H")
    assert (lab.hand.text, said(lab)) == ("* 5H", "The five of hearts is out: two cards are left.")
    for card in ("*", "5H", "5H", "KD"):  # what is not there any more is passed over
        ask(lab, "take_out", card=card)
    assert lab.hand.text == ""
    assert "The hand is empty." in reads(lab.setup.html)


def test_melds_stay_where_they_lie_when_the_hand_changes():
    lab = Lab(BOTH, deal=2)
    put(lab, "sequence(6C 7C 8C)")
    ask(lab, "add", card="9C")
    assert lab.text == "sequence(6C 7C 8C)"
    ask(lab, "take_out", card="7C")
    assert lab.placed[0] == []
    assert lab.text == "sequence(6C 8C)"
    ask(lab, "hand", value="5H 5D 5S")
    assert lab.claims == ()


# --- the contract -----------------------------------------------------------------------------------------------------


def test_contract_decides_the_trays():
    lab = Lab(BOTH)
    assert [tray["label"] for tray in lab.trays] == ["Your meld"]
    ask(lab, "contract", value="2")
    assert [tray["label"] for tray in lab.trays] == ["The set", "The sequence"]
    assert said(lab) == "The contract: a set and a sequence"
    for value, kind, label in (
        ("set", Kind.SET, "The set"),
        ("sequence", Kind.SEQUENCE, "The sequence"),
        ("any", None, "Your meld"),
    ):
        ask(lab, "contract", value=value)
        assert (lab.contract, lab.kinds) == (None, (kind,))
        assert lab.trays[0]["label"] == label
    ask(lab, "contract", value="other")  # the entry for a contract of no deal changes nothing
    assert lab.contract is None


def test_verdict_follows_the_contract():
    lab = Lab(BOTH, deal=2)
    put(lab, "set(5S 5H 5D)")
    ask(lab, "lay")
    assert headline(lab).startswith("One set is down, and this contract asks for a set and a sequence at once.")
    ask(lab, "contract", value="set")
    assert headline(lab) == "Three fives: that is a set."
    ask(lab, "contract", value="2")
    assert lab.verdict["state"] == "refused"
    ask(lab, "down", value=True)
    assert lab.verdict["state"] == "lawful"
    assert "checked" in lab.setup.html
    ask(lab, "down", value=False)
    assert lab.verdict["state"] == "refused"


def test_as_many_trays_as_one_likes():
    lab = Lab("5S 5H 5D 6C 7C 8C 9H TH JH KS KH KD", deal=2)
    ask(lab, "more")
    ask(lab, "more")
    assert [tray["label"] for tray in lab.trays][2:] == ["Further meld 1", "Further meld 2"]
    assert (lab.now, lab.chosen) == (3, True)
    put(lab, "set(5S 5H 5D)", "sequence(6C 7C 8C)", "sequence(9H TH JH)", "set(KS KH KD)")
    ask(lab, "lay")
    assert lab.verdict["state"] == "lawful"
    ask(lab, "clear")
    assert [tray["label"] for tray in lab.trays] == ["The set", "The sequence"]


def test_contract_of_many_melds_has_names_for_all():
    lab = Lab("5S")
    lab.show(read_position("contract set set set set sequence\n5S"))
    assert [tray["label"] for tray in lab.trays] == ["First set", "Second set", "Third set", "Set 4", "The sequence"]
    assert "four sets and a sequence, no deal of this table" in reads(lab.setup.html).lower()


def test_tap_from_a_page_that_is_behind():
    lab = Lab("5S 5H 5D")
    ask(lab, "more")
    before = lab.held
    ask(lab, "hand", value="5H 2S 2H")
    for n, code in (1, "5H"), (0, "5S"):
        lab._handle_custom_msg({"do": "pick", "n": n, "code": code, "held": before, "id": "late"}, [])
    lab._handle_custom_msg({"do": "tray", "n": 1, "held": before, "id": "gone"}, [])
    assert (lab.placed, lab.now, lab.heard, lab.fault) == ([[0]], 0, "gone", "")


def test_all_copies_of_a_card_in_one_tray():
    lab = Lab("5S 5S 5H 5D KD", deal=1, variant=PRESETS["pagat"])
    lab.placed = [[0, 1, 2], []]
    assert lab.trays[0]["status"] == "a set"
    assert lab.goes == [0, 0, 0, 0, 1]


# --- the rules --------------------------------------------------------------------------------------------------------


def test_every_field_has_a_control_with_its_name_and_its_rule():
    lab = Lab()
    for name in FIELDS:
        assert f'id="lab-field-{name}"' in lab.setup.html
        assert name in FIELD_NAMES
        about = FIELDS[name]
        if about.values and not about.limits and about.values != ("yes", "no"):
            assert set(VALUE_NAMES[name]) == set(about.values)
        for rule in RULES.values():
            if name in rule.options:
                assert f'href="12_rulebook.ipynb?rule={rule.id}"' in lab.setup.html


def test_changed_field_is_marked_and_taken_back():
    lab = Lab()
    ask(lab, "field", field="ace", value="wrap")
    assert (lab.variant.text, said(lab)) == ("standard ace=wrap", "The ace: also round the corner.")
    assert "changed , the preset has: high or low" in reads(lab.setup.html)
    assert "One field is changed." in reads(lab.setup.html)
    ask(lab, "field", field="exact_size", value=True)
    ask(lab, "field", field="set_max", value="")
    assert lab.variant.text == "standard set_max=none ace=wrap exact_size=yes"
    ask(lab, "field", field="jokers", value="3")
    ask(lab, "field", field="jokers", value="")  # without a number it is the preset's again
    assert "jokers" not in lab.variant.changed
    ask(lab, "back")
    assert lab.variant == STANDARD
    assert "changed" not in reads(lab.setup.html)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("sequence_min", "44", "a number from 2 to 13"),
        ("sequence_min", "-1", "a number from 2 to 13"),
        ("set_max", "many", "a number from 2 to 16, or none"),
        ("players", "five", "two numbers such as 3-5"),
        ("ace", "<b>", "one of both, low, high, wrap"),
    ],
)
def test_wrong_value_is_answered_with_one_sentence(field, value, expected):
    lab = Lab()
    ask(lab, "field", field=field, value=value)
    assert said(lab) == f"{FIELD_NAMES[field]}: {value} is not possible; expected {expected}."
    assert lab.variant == STANDARD
    assert "<b>" not in lab.setup.html.replace("<b>changed</b>", "")
    ask(lab, "field", field="sequence_min", value="4")
    assert "is not possible" not in lab.setup.html


def test_flipped_rule_judges_again_and_marks_what_changed():
    lab = Lab("KC AC 2C 5S 5H 5D")
    put(lab, "sequence(KC AC 2C)")
    ask(lab, "field", field="ace", value="wrap")
    assert headline(lab).startswith("Now allowed. ")
    ask(lab, "field", field="sequence_min", value="4")
    assert headline(lab) == "Now refused. Only three cards: a sequence needs four."
    ask(lab, "field", field="set_min", value="2")
    assert headline(lab) == "Only three cards: a sequence needs four."
    assert said(lab) == ""  # the verdict alone speaks


def test_flipped_rule_marks_the_contracts():
    lab = Lab(BOTH)
    assert answers(lab)[1].startswith("Met, in ")
    ask(lab, "field", field="sequence_min", value="5")
    told = answers(lab)
    assert re.search(r"^One card short\. Now out of reach , before: Met, in \w+ ways\.", told[1])
    assert "before" not in told[0]
    ask(lab, "back")
    assert "Now allowed , before: One card short." in answers(lab)[1]
    ask(lab, "add", card="2C")  # another hand: nothing to compare with
    assert not any("before" in answer for answer in answers(lab))


def test_preset_keeps_the_contract():
    lab = Lab(BOTH, deal=7)
    ask(lab, "preset", value="liverpool")
    assert said(lab) == "The rules are those of liverpool."
    assert lab.contract == Contract((Kind.SEQUENCE,) * 3)
    assert "no deal of this table" in lab.setup.html
    ask(lab, "preset", value="pagat")
    assert lab.contract == PRESETS["pagat"].contract(7)
    ask(lab, "contract", value="4")
    ask(lab, "preset", value="standard")
    assert lab.contract == STANDARD.contract(4)
    ask(lab, "preset", value="nowhere")
    assert said(lab).startswith("'nowhere' is not a variant")


def test_rules_whose_packs_do_not_hold_the_hand():
    lab = Lab("* * * *", variant=PRESETS["liverpool"])
    ask(lab, "preset", value="standard")
    assert said(lab) == "4 times *: the largest pack of this variant holds 2."
    assert lab.variant == PRESETS["liverpool"]
    ask(lab, "field", field="jokers", value="3")
    assert said(lab) == "4 times *: the largest pack of this variant holds 3."


# --- what cards can be ------------------------------------------------------------------------------------------------


def test_readings_with_each_card_of_the_joker():
    lab = Lab("6S 7S *")
    assert "Pick cards of the hand" in lab.readings.html
    put(lab, "sequence(6S 7S *)")
    assert reads(lab.readings.html).count("the joker is") == 2
    assert "A sequence; the joker is the five of spades" in lab.readings.html
    assert "Take it so" in lab.readings.html
    ask(lab, "read_as", tray=0, reading=1)
    assert lab.text == "sequence(6S 7S *=8S)"
    assert lab.verdict["state"] == "lawful"
    assert "as it lies" in lab.readings.html


def test_readings_of_several_trays_stand_apart():
    lab = Lab(BOTH, deal=2)
    put(lab, "set(5S 5H *)", "sequence(6C 8C)")
    told = reads(lab.readings.html)
    assert re.search(r"The set A set; the joker is .* The sequence They are no meld", told)


def test_too_many_jokers_are_not_listed():
    lab = Lab("* * * * * * *", variant=STANDARD.but(jokers=((0, 16),)))
    lab.placed = [list(range(7))]
    assert "too many cards to list" in lab.readings.html


# --- how far it is ----------------------------------------------------------------------------------------------------


def test_table_asks_for_one_answer_after_the_other():
    lab = Lab(BOTH)
    for deal in range(1, 8):
        assert re.findall(r'data-ask="count" data-deal="(\d)"', lab.far.html) == [str(deal)]
        ask(lab, "count")
    assert "data-ask" not in lab.far.html
    lab.placed = [[0, 1]]  # a tap changes nothing here
    assert "data-ask" not in lab.far.html
    ask(lab, "add", card="2C")
    assert 'data-deal="1"' in lab.far.html


def test_table_says_what_is_short_and_what_helps():
    told = answers(Lab("7D 7S 9S 9C *"))
    assert (
        told[0]
        == "One card short. Each of these helps: the seven of hearts the nine of hearts the nine of diamonds the seven of clubs the joker"
    )
    assert told[6].startswith("Eleven cards to come or to go.") or "to come or to go" in told[6]
    assert all("…" not in answer for answer in told)


def test_ways_are_shown_and_laid():
    lab = Lab(BOTH)
    answers(lab)
    all_ways = list(ways(lab.hand, STANDARD.contract(2), STANDARD))
    assert len(all_ways) > 3
    assert "Lay it" not in lab.far.html
    ask(lab, "unfold", deal=2, value=True)
    assert lab.far.html.count('data-do="lay_way"') == min(20, len(all_ways))
    ask(lab, "lay_way", deal=2, way=2)
    assert headline(lab) == "The contract is met: a set and a sequence."
    assert lab.contract == STANDARD.contract(2)
    assert sorted(claim.text for claim in lab.claims) == sorted(meld.text for meld in all_ways[2])
    ask(lab, "unfold", deal=4, value=True)  # there is nothing to show, and nothing is
    assert len(lab._ways) == 1


def test_more_ways_than_are_counted(monkeypatch):
    monkeypatch.setattr(distances, "COUNTED_WAYS", 3)
    lab = Lab("5S 5H 5D 5C 9S 9H 9D 9C")
    assert lab._distance(1).ways == 4


def test_hand_of_sixty_cards_is_answered():
    lab = Lab(Hand((*FACES, *FACES[:6], JOKER, JOKER)))
    assert answers(lab) == ["Met, in more than 1,000 ways."] * 6 + ["This hand is too large to search."]
    lab.placed = [[0, 1, 2]]
    ask(lab, "contract", value="7")
    ask(lab, "lay")
    assert headline(lab) == "One sequence is down, and this contract asks for three at once."


def test_hand_of_many_jokers_is_answered():
    lab = Lab("5H * * * * * * *", variant=STANDARD.but(jokers=((0, 16),)))
    assert answers(lab) == ["This hand is too large to search."] * 7
    assert "too large" in lab._repr_mimebundle_()[0]["text/plain"]


def test_table_where_no_hand_can_meet_it():
    lab = Lab(BOTH, variant=STANDARD.but(set_min=5, set_max=8))
    assert answers(lab)[0] == "No hand can meet it at this table."
    assert answers(lab)[2].startswith(("Met", "One", "Two"))


# --- as text and as a link --------------------------------------------------------------------------------------------


def test_text_says_all():
    lab = Lab(BOTH, deal=2)
    ask(lab, "field", field="ace", value="wrap")
    put(lab, "set(5S 5H *=5C)", "sequence(6C 7C 8C)")
    ask(lab, "down", value=True)
    assert lab.share.link == (
        "variant standard ace=wrap\ndeal 2\nplayer You 5S 5H 5D 6C 7C 8C KD *\ndown You\nset(5S 5H *=5C) sequence(6C 7C 8C)"
    )
    assert "set(5S 5H *=5C)" in lab.share.html
    other = Lab()
    ask(other, "load", value=lab.share.link)
    assert other.position == lab.position
    assert said(other) == "Eight cards in the hand."


def test_link_is_followed():
    lab = Lab(BOTH, deal=2)
    put(lab, "sequence(6C 7C 8C)")
    other = Lab()
    other.share.given = lab.share.link
    assert other.position == lab.position
    other.share.given = "player You 5H\nwhat is this"
    assert (
        said(other)
        == "This link cannot be read: line 2: 'what' is not read here; expected variant, deal, contract, tray, player, down, places, or melds such as set(5H 5D 5S)."
    )
    assert "This link cannot be read: line 2" in other.setup.html
    assert other.position == lab.position


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no hand and no meld stand here"),
        ("player You 5H XX", "line 1: 'XX' is not a card"),
        ("5H\nset(5H 5D 5S)", "line 2: 5D is not in the hand so often"),
        ("set(5H 5D", "line 1: 'set(5H 5D' is not a meld"),
        ("variant nowhere\n5H", "line 1: 'nowhere' is not a variant"),
        ("5H\nvariant standard ace=up", "line 2: ace=up is not possible"),
        ("deal 9\n5H", "line 1: deal 9: this variant has deals 1 to 7"),
        ("deal x\n5H", "line 1: 'x' is not a deal"),
        ("contract 3\n5H", "line 1: a contract is written as its melds"),
        ("contract " + "set " * 7 + "\n5H", "line 1: a contract of 7 melds"),
        ("tray up\n5H", "line 1: 'up' is not a tray"),
        ("5H\n5D", "line 2: a second player"),
        ("player A 5H\nplayer B 5D", "line 2: a second player"),
        ("set(5H 5D)\nplaces 1 2", "line 2: '1 2' are not places"),
        ("set(5H)\nplaces 99", "line 2: '99' are not places"),
        ("stock 5H", "line 1: 'stock' is not read here"),
        ("5H 5H 5H", "line 1: 3 times 5H: the largest pack"),
        ("set(5H 5H 5H)", "line 1: 3 times 5H: the largest pack"),
        ("<script>\n", "line 1: '<script>' is not read here"),
        ("5H " * 9999, "this text is too long"),
    ],
)
def test_bad_text_gets_one_sentence_with_its_line(text, sentence):
    with pytest.raises(NotationError) as found:
        read_position(text)
    assert str(found.value).startswith(sentence)
    lab = Lab("5H 5D 5S")
    ask(lab, "load", value=text)
    assert said(lab).lower().startswith(sentence.lower())
    assert lab.hand == hand("5H 5D 5S")
    assert "<script" not in lab.share.html
    lab.placed = [[0]]
    assert lab.share.html.count("aria-invalid") == 1  # what was put in stays while one taps cards


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("5h 5d, jo", Position(hand("5H 5D *"), contract=STANDARD.contract(1))),
        ("set(5H 5D KD)", replace(read_position("player You 5H 5D KD\ndeal 1\nset(5H 5D KD)"))),
        (
            "# a comment\n\ntitle Hello\nplayer Aru 5H # mine\ncontract run",
            Position(hand("5H"), contract=Contract((Kind.SEQUENCE,))),
        ),
        ("player 5H\ntray set", Position(hand("5H"), kind=Kind.SET)),
        ("player You", Position(Hand(()), contract=STANDARD.contract(1))),
    ],
)
def test_reader_is_generous(text, position):
    assert read_position(text) == position


# --- any state comes back ---------------------------------------------------------------------------------------------


@st.composite
def labs(draw):
    """A lab in a state that somebody may bring it into."""
    variant = draw(
        st.sampled_from([*PRESETS.values(), STANDARD.but(ace="wrap", sequence_min=2), STANDARD.but(jokers=((0, 6),))])
    )
    pack = [*FACES] * variant.copies + [JOKER] * variant.jokers_in_pack
    suits = draw(st.booleans())
    near = [card for card in pack if card.face is None or card.rank < 6] if suits else pack
    cards = draw(
        st.lists(st.sampled_from(range(len(near))), max_size=14, unique=True).map(lambda at: [near[n] for n in at])
    )
    lab = Lab(Hand(tuple(cards)), draw(st.none() | st.integers(1, len(variant.deals))), variant)
    if lab.contract is None:
        ask(lab, "contract", value=draw(st.sampled_from(["any", "set", "sequence"])))
    if draw(st.booleans()):
        ask(lab, "down", value=True)
    for _ in range(draw(st.integers(0, 2))):
        ask(lab, "more")
    trays = [[] for _ in lab.kinds]
    for position in draw(st.permutations(range(len(cards)))):
        tray = draw(st.integers(-1, len(trays) - 1))
        if tray >= 0:
            trays[tray].append(position)
    lab.placed = trays
    for tray, positions in enumerate(trays):
        jokers = [n for n in positions if cards[n] is JOKER]
        if jokers and draw(st.booleans()):
            ask(lab, "declare", position=jokers[0], code=draw(st.sampled_from(FACES)).code)
            assert lab.placed[tray] == positions
    return lab


@given(labs())
@settings(max_examples=60, deadline=None)
def test_text_brings_any_state_back(lab):
    position, text = lab.position, lab.share.link
    assert text == position.text
    assert read_position(text) == position
    other = Lab("KD")
    other.share.given = text
    assert other.position == position
    assert other.share.link == text
    assert [other.lying.claim(tray) for tray in other.lying.filled] == [
        lab.lying.claim(tray) for tray in lab.lying.filled
    ]
    assert other.lying.filled == lab.lying.filled
    assert (other.judge() and other.judge().broken) == (lab.judge() and lab.judge().broken)


@given(labs(), st.sampled_from(list(PRESETS)))
@settings(max_examples=30, deadline=None)
def test_marks_are_true(lab, name):
    before = lab.judge()
    ask(lab, "preset", value=name)
    if before is None or lab.variant.name != name:
        return
    now = judge(lab.claims, lab.variant, contract=lab.contract, hand=lab.hand, down=lab.down)
    assert headline(lab).startswith("Now allowed.") is (now.lawful and not before.lawful)
    assert headline(lab).startswith("Now refused.") is (before.lawful and not now.lawful)


# --- as a widget ------------------------------------------------------------------------------------------------------


def test_lab_shows_itself_with_its_panels_and_in_words():
    lab = Lab(BOTH)
    data, _ = lab._repr_mimebundle_()
    again, _ = lab._repr_mimebundle_()
    view = "application/vnd.jupyter.widget-view+json"
    assert data == again
    box = lab._box
    assert isinstance(box, ipywidgets.VBox)
    assert data[view]["model_id"] == box.model_id
    assert box.children == (lab.setup, lab, lab.readings, lab.far, lab.share)
    assert "A set and a sequence: Met, in" in data["text/plain"]
    assert "<svg" in data["text/html"]
    assert "data-ask" not in lab.far.html


def test_fault_is_shown(monkeypatch):
    lab = Lab()
    monkeypatch.setattr(Lab, "count", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        lab._hear(None, {"do": "count"}, [])
    assert "division by zero" in lab.fault


def test_each_panel_is_heard_once():
    lab = Lab("5H")
    for n, panel in enumerate(lab.panels):
        panel._handle_custom_msg({"do": "more"}, [])
        assert len(lab.kinds) == n + 2


def test_declared_joker_comes_back():
    lab = Lab("6S 7S *")
    put(lab, "sequence(6S 7S *=8S)")
    other = Lab()
    other.load(lab.share.link)
    assert other.claims == (Claim(Kind.SEQUENCE, (*hand("6S 7S").cards, Joker(hand("8S").cards[0]))),)


# --- hints ----------------------------------------------------------------------------------------------------------


def hints_of(lab):
    """Ask for hints until one is the last; return what they say."""
    told = []
    for _ in range(4):
        lab._handle_custom_msg({"do": "hint"}, [])
        told.append(lab.verdict["headline"])
        if "next" not in lab.verdict:
            break
    return told


def test_hints_lead_on_in_the_lab():
    lab = Lab("7S 7H 7D KS KH KD 4C 5C 6C", deal=1)
    assert hints_of(lab)[-1] == "Here it lies: three sevens of different suits."
    assert hints_of(lab)[-1] == "Here it lies: three kings of different suits."
    assert hints_of(lab) == ["Nothing is missing: lay it down."]
    lab.lay()
    assert lab.verdict["state"] == "lawful"


def test_without_a_contract_hints_lead_to_one_more_meld():
    lab = Lab("7S 7H 7D 4C 5C 6C")
    lab._handle_custom_msg({"do": "more"}, [])
    lab.put("sequence(4C 5C)")
    assert hints_of(lab)[0] == "Your meld: what lies there is right, and your hand holds the rest."
    assert lab.text == "sequence(4C 5C 6C)"
    lab._handle_custom_msg({"do": "contract", "value": "set"}, [])
    assert hints_of(lab)[0] == "Nothing is missing: lay it down."


def test_no_meld_may_follow_where_the_table_says_so():
    lab = Lab("7S 7H 7D KS KH KD 4C 5C 6C", deal=1, variant=STANDARD.but(extra_melds=False))
    lab.down_already(True)
    assert hints_of(lab) == ["Nothing more can be laid: at this table no further melds follow the contract."]
    assert "meld.more" in lab.verdict["below"]


def test_a_hand_too_large_gets_no_hint():
    lab = Lab("7S 7H * * * * * * *", deal=1, variant=STANDARD.but(jokers=((0, 8),)))
    assert hints_of(lab) == ["This hand is too large to search."]
