"""Steppers without a browser: their frames, and deals played on by hand with the messages that a page sends."""

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from contract_rummy_widgets import Look, Turns, TurnStepper
from contract_rummy_widgets.picture import telling
from contract_rummy_widgets.turn_help import good_acts
from contract_rummy_widgets.turns import turns

from contract_rummy.best_turn import best_turn
from contract_rummy.cards import UNKNOWN
from contract_rummy.deal import Block, Discard, Draw, End, LayDown, LayOff, Renew, Swap, Take
from contract_rummy.dealing import deal_out, seeded, unseen
from contract_rummy.drawing import symbol_id
from contract_rummy.legal import legal_plays, view
from contract_rummy.notation import hand
from contract_rummy.playing import play
from contract_rummy.reading import read
from contract_rummy.rules.setup import pack_size
from contract_rummy.script import Script, all_steps, steps
from contract_rummy.variants import STANDARD
from contract_rummy.writing import write

ROOT = Path(__file__).parents[1]
FILES = sorted([*(ROOT / "tests" / "rulings").glob("*.deal"), *(ROOT / "notebooks" / "deals").glob("*.deal")])
TEN = (ROOT / "tests" / "rulings" / "ten.deal").read_text("utf-8")
TITLE = "A ten finds a home"
CODE = re.compile(r"\b[2-9TJQKA][SHDC]\b")
JOKERS = """title     Jokers
variant   standard packs=2 jokers=2
deal      2
player    Aru    * 8S 5C QD KD
player    Boris  7C ?x3
player    Chen   ?x10
table     Aru    set(2H 2S 2D)
table     Aru    sequence(TH JH QH)
table     Boris  sequence(5S 6S 7S)
table     Boris  sequence(3C 4C *=5C)
"""


def ask(stepper, **wish):
    """Send what the page sends when somebody presses a button."""
    stepper._handle_custom_msg(wish, [])


def begin(text, at=0):
    """A stepper whose deal goes on by hand from a frame."""
    stepper = TurnStepper(text)
    ask(stepper, do="play", which=0, at=at)
    assert stepper.view == "turn", stepper.fault
    return stepper


def pick(stepper, codes):
    """Tap these cards of the hand."""
    stepper.placed = [[] for _ in stepper.placed]
    for code in codes.split():
        laid = [position for tray in stepper.placed for position in tray]
        n = next(n for n, card in enumerate(stepper.hand) if card.code == code and n not in laid)
        ask(stepper, do="pick", n=n, code=code, held=stepper.held, id="a tap")


def choose(stepper, name):
    """Press one of the answers to a question."""
    choice = next(choice for choice in stepper.verdict["choices"] if choice["name"] == name)
    ask(stepper, **choice["wish"])


def says(stepper):
    return stepper.verdict.get("headline", "")


def rows(stepper, frame):
    """The cards of every row of a frame, by its key."""
    parts = stepper.shared["parts"]
    cards = [id for id, _ in stepper.shared["cards"]]
    places = [frame["stock"], frame["pile"], *(meld for _, melds in frame["lanes"] for meld in melds)]
    places += [frame["hand"]] if "hand" in frame else []
    return {parts[n]["key"]: [cards[card] for card in parts[n]["cards"]] for n in places}


def reads(html):
    return re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>", " ", html)).strip()


# --- frames -------------------------------------------------------------------------------------------------------


def ids(cards):
    return ["cr-back" if card == UNKNOWN else symbol_id(card) for card in cards]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_frames_are_the_positions_of_the_steps(path):
    scripts = read(path.read_text("utf-8"))
    stepper = TurnStepper(path)
    assert len(stepper.reels) == len(scripts)
    for script, reel in zip(scripts, stepper.reels, strict=True):
        found = list(all_steps(script))
        assert len(reel["frames"]) == len(found) + 1
        for step, frame in zip(found, reel["frames"][1:], strict=True):
            deal, lying = step.after, rows(stepper, frame)
            assert lying["pile"] == ids(deal.discards)
            assert {key: cards for key, cards in lying.items() if key.startswith("meld")} == {
                f"meld {n}": ids(meld.cards) for n, meld in enumerate(deal.melds, 1)
            }
            if "hand" in lying:
                assert lying["hand"] == ids(deal.seat(step.play.act.player).cards)
            assert bool(frame.get("refused")) == step.play.tried
            assert list(frame.get("refused", {})) == list(step.verdict.broken)


def test_frames_share_what_they_hold():
    stepper = TurnStepper(ROOT / "tests" / "rulings" / "laying-off.deal")
    frames = [frame for reel in stepper.reels for frame in reel["frames"]]
    assert len(json.dumps(frames)) < 600 * len(frames)
    texts = list(map(json.dumps, stepper.shared["parts"]))
    assert len(texts) == len(set(texts))
    assert "<path" not in json.dumps(frames)


def test_a_long_deal_stays_small():
    deal = deal_out(STANDARD, 1, ["Aru", "Boris", "Chen"], seeded("small"))
    stepper = TurnStepper(Script(deal, ()))
    ask(stepper, do="play", which=0, at=0)
    for _ in range(40):
        ask(stepper, do="draw")
        pick(stepper, stepper.hand.cards[-1].code)
        ask(stepper, do="discard")
    text = write((Script(deal, read(stepper.record)[0].plays),))
    assert len(json.dumps(TurnStepper(text).get_state(["reels", "shared"]), default=str)) < 100_000


def test_a_refused_play_stands_over_the_unchanged_table():
    stepper = TurnStepper(TEN)
    before, tried = stepper.reels[0]["frames"][1:3]
    assert rows(stepper, before) == rows(stepper, tried)
    assert tried["said"] == "One set is down, and this contract asks for a set and a sequence at once."
    assert tried["tried"] == "Aru tries to lay three fives."
    assert "The rule: all at once" in reads("".join(stepper.shared["parts"][n] for n in tried["below"]))
    assert tried["comment"] == "Half a contract is no contract."


def test_what_was_just_played_is_marked():
    frames = TurnStepper(TEN).reels[0]["frames"]
    assert [frame.get("marks") for frame in frames] == [
        None,
        {"hand": {"10": "new"}},
        None,
        {"meld 3": dict.fromkeys("012", "new"), "meld 4": dict.fromkeys("0123", "new")},
        {"meld 1": {"4": "new"}},
        {"pile": {"3": "new"}},
        {"pile": {"3": "new"}},
    ]


def test_cards_at_fault_are_marked_in_the_hand():
    text = TEN.replace("try meld set(5H 5D 5S)                    [contract.whole]", "try discard 3C  [play.in-hand]")
    assert "marks" not in TurnStepper(text).reels[0]["frames"][2]
    text = TEN.replace("meld set(5H 5D 5S)                    [contract.whole]", "meld set(5H 5D KD)  [set.rank ...]")
    frame = TurnStepper(text).reels[0]["frames"][2]
    assert frame["marks"] == {"hand": {"7": "fault"}}
    assert [row["marks"] for row in frame["rows"]] == [{"2": "fault"}]


def test_variations_are_lines_of_their_own():
    stepper = TurnStepper(TEN)
    reel = stepper.reels[0]
    assert [line["of"] for line in reel["lines"]] == [-1, 5]
    assert reel["frames"][5]["instead"] == [1]
    assert [items for _, items in reel["lines"][1]["groups"]] == [[6]]
    assert "QH" in stepper.deals[0][6].seat("Aru").cards[-1].code or stepper.deals[0][6].discards[-1].code == "2S"


def test_the_end_is_scored_card_by_card():
    text = (
        "deal 1\nplayer Aru 3H\nplayer Boris KH 2S\nplayer Chen ?x9\ntable Aru set(3S 3D 3C)\ntable Aru set(9S 9D 9C)\n"
    )
    frames = TurnStepper(f"{text}\nAru:\n    draw 8D\n    lay 3H on 1\n    discard 8D\n").reels[0]["frames"]
    assert ["score" in frame for frame in frames] == [False, False, False, True]
    assert [(seat["name"], seat["said"]) for seat in frames[-1]["score"]] == [
        ("Aru", "out, no points"),
        ("Boris", "10 + 2 = 12 points"),
        ("Chen", "a hand that is not known"),
    ]


def test_shown_without_a_kernel():
    for path in FILES:
        html = TurnStepper(path)._repr_mimebundle_()[0]["text/html"]
        assert len(html) <= 40_000, path
    data = TurnStepper(TEN)._repr_mimebundle_()[0]
    assert data["text/html"] == TurnStepper(TEN)._repr_mimebundle_()[0]["text/html"]
    said = reads(data["text/html"])
    for words in (
        "A ten finds a home",
        "Refused: One set is down",
        "In Aru’s hand",
        "six of spades",
        "Half a contract",
    ):
        assert words in said
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("1_half_a_contract", ("contract.whole",)),
        ("2_one_card_for_two_melds", ("play.in-hand",)),
        ("3_a_joker_without_a_name", ("joker.declared",)),
        ("4_a_joker_at_rest", ("swap.sequence",)),
        ("6_a_joker_comes_home", ()),
        ("7_one_card_too_many", ("contract.whole-hand",)),
    ],
)
def test_the_picture_is_of_what_a_turn_teaches(name, broken):
    assert telling(turns()[name]).verdict.broken == broken


def test_the_joker_that_stays_is_marked_in_the_index():
    (item,) = re.findall(r"<li>(?:(?!</li>).)*A joker at rest.*?</li>", Turns().html())
    assert "joker for the king of clubs, at fault" in item


def test_a_turn_is_about_a_rule_that_it_breaks():
    for script in turns().values():
        about = script.tag("about")
        assert not about or about in telling(script).verdict.broken


def test_a_path_a_text_a_script(tmp_path):
    path = tmp_path / "ten.deal"
    path.write_text(TEN, "utf-8")
    made = [TurnStepper(TEN), TurnStepper(path), TurnStepper(str(path)), TurnStepper(*read(TEN))]
    assert all(stepper.reels == made[0].reels for stepper in made)
    assert len(TurnStepper(TEN, path).reels) == 2
    with pytest.raises(ValueError, match="needs a deal"):
        TurnStepper()


# --- by hand ------------------------------------------------------------------------------------------------------


def conserved(deal):
    lying = [*(card for seat in deal.seats for card in seat.cards), *deal.stock, *deal.discards]
    lying += [card.in_hand for meld in deal.melds for card in meld.cards]
    return UNKNOWN not in lying and (len(lying) == pack_size(deal.variant, len(deal.seats)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_frame_can_be_played_on(path):
    stepper = TurnStepper(path)
    for which, reel in enumerate(stepper.reels):
        for at in range(len(reel["frames"])):
            ask(stepper, do="play", which=which, at=at)
            assert stepper.fault == ""
            deal, shown = stepper._deal, stepper.deals[which][at]
            assert conserved(deal) or not stepper.scripts[which].start.stock_open  # a text may show a part of a deal
            assert deal.melds == shown.melds
            assert [len(seat.cards) for seat in deal.seats] == [len(seat.cards) for seat in shown.seats]
            for seat, known in zip(deal.seats, shown.seats, strict=True):
                assert not Counter(card for card in known.cards if card != UNKNOWN) - Counter(seat.cards)


def test_the_same_seed_deals_the_same():
    one, two = begin(TEN, 4), begin(TEN, 4)
    assert one._deal == two._deal
    other = TurnStepper(TEN, seed=2)
    ask(other, do="play", which=0, at=4)
    assert other._deal != one._deal


def test_a_turn_by_hand():
    stepper = begin(TEN)
    assert (says(stepper), stepper.main) == ("It is Aru’s turn.", "draw")
    ask(stepper, do="draw")
    assert says(stepper) == "Aru draws the ten of spades."
    assert [stepper.hand.cards[n].code for n in stepper.verdict["news"]] == ["TS"]
    stepper.put("set(5H 5D 5S)")
    ask(stepper, do="lay")
    assert stepper.verdict["state"] == "refused"
    assert "asks for a set and a sequence at once" in says(stepper)
    assert "The rule: all at once" in reads(stepper.verdict["below"])
    stepper.put("set(5H 5D 5S) sequence(6C 7C 8C 9C)")
    ask(stepper, do="lay")
    assert says(stepper) == "Aru lays three fives and six, seven, eight, nine of clubs."
    assert [len(tray) for tray in stepper.placed] == [0]
    pick(stepper, "TS")
    ask(stepper, do="meld", n=2)
    choose(stepper, "Lay it off") if stepper.verdict["state"] == "asks" else None
    assert says(stepper) == "The ten of spades is not an ace."
    assert [stepper.hand.cards[n].code for n in stepper.verdict["faults"]] == ["TS"]
    ask(stepper, do="meld", n=1)
    assert says(stepper) == "This meld has a joker. What is the ten of spades for?"
    choose(stepper, "Lay it off")
    assert says(stepper) == "Aru lays off the ten of spades: six, seven, eight, nine, ten of spades."
    ask(stepper, do="discard")
    assert says(stepper) == "Pick the card that is discarded first."
    pick(stepper, "KD QH")
    ask(stepper, do="discard")
    choose(stepper, "king of diamonds")
    assert says(stepper) == "Aru discards the king of diamonds. It is Boris’s turn."
    assert stepper.position["frames"][0]["marks"] == {"pile": {"3": "new"}}
    assert stepper.hand_label == "Boris’s hand, three cards"
    assert not stepper.game.can_take_back
    assert "take_back_act" not in stepper.buttons


def test_taking_back_is_exact_and_ends_with_the_turn():
    stepper = begin(TEN)
    ask(stepper, do="draw")
    stepper.put("set(5H 5D 5S) sequence(6C 7C 8C 9C)")
    ask(stepper, do="lay")
    positions = list(stepper.game.positions)
    records = []
    while stepper.game.can_take_back:
        records.append(stepper.record)
        ask(stepper, do="take_back_act")
        positions.pop()
        assert stepper._deal == positions[-1]
    assert len(positions) == 1
    ask(stepper, do="take_back_act")
    assert stepper._deal == positions[0]
    ask(stepper, do="draw")
    assert stepper.record == records[-1]


def test_a_joker_asks_for_its_card():
    stepper = begin(JOKERS)
    ask(stepper, do="draw")
    pick(stepper, "*")
    ask(stepper, do="meld", n=2)
    assert stepper.verdict["state"] == "asks"
    assert [choice["name"] for choice in stepper.verdict["choices"]] == ["nine of hearts", "king of hearts"]
    choose(stepper, "king of hearts")
    assert says(stepper) == "Aru lays off the joker for the king of hearts: ten, jack, queen, king of hearts."


def test_a_card_for_a_meld_with_a_joker_asks_what_it_is_for():
    stepper = begin(JOKERS)
    ask(stepper, do="draw")
    pick(stepper, "5C")
    ask(stepper, do="meld", n=4)
    assert [choice["name"] for choice in stepper.verdict["choices"]] == ["Lay it off", "Give it for the joker"]
    choose(stepper, "Give it for the joker")
    assert says(stepper) == "Aru gives the five of clubs and takes the joker back."
    pick(stepper, "QD")
    ask(stepper, do="discard")
    assert stepper.verdict["state"] == "refused"
    assert "The joker taken back is still in the hand" in says(stepper)


def test_both_ends_ask_low_or_high():
    text = (
        JOKERS.replace("sequence(TH JH QH)", "sequence(2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH)")
        .replace("8S", "AH")
        .replace("set(2H 2S 2D)", "set(2C 2S 2D)")
    )
    stepper = begin(text)
    ask(stepper, do="draw")
    pick(stepper, "AH")
    ask(stepper, do="meld", n=2)
    assert [choice["name"] for choice in stepper.verdict["choices"]] == [
        "Before the two of hearts", "After the king of hearts",
    ]  # fmt: skip
    choose(stepper, "After the king of hearts")
    assert stepper._deal.melds[1].cards[-1].code == "AH"
    assert "lay AH on 2 high" in stepper.record


def test_every_refusal_is_explained():
    stepper = begin(TEN)
    for wish, said in [
        ({"do": "end"}, "Nothing is drawn yet"),
        ({"do": "renew"}, "The stock still has cards"),
        ({"do": "block"}, "This deal is not blocked"),
        ({"do": "draw"}, "Aru draws"),
        ({"do": "draw"}, "A card was drawn in this turn already"),
        ({"do": "take", "n": 2}, "A card was drawn in this turn already"),
        ({"do": "end"}, "cards are left in the hand"),
        ({"do": "meld", "n": 1}, "Pick cards of the hand first"),
    ]:
        ask(stepper, **wish)
        assert said in says(stepper), wish
        if stepper.verdict["state"] == "refused":
            assert "The rule: " in reads(stepper.verdict["below"])
    stepper = begin(TEN)
    ask(stepper, do="take", n=1)
    assert says(stepper) == "Aru takes the nine of diamonds from the pile."
    pick(stepper, "KD")
    ask(stepper, do="discard")
    assert "The nine of diamonds was taken from inside the pile" in says(stepper)


def test_the_kind_of_a_meld_can_be_named():
    stepper = begin("deal 1\nplayer Aru 7S * * QD\nplayer Boris ?x10\nplayer Chen ?x10\nplayer Dana ?x9\nplayer Emil ?x10\n"
                    "table Aru set(9S 9D 9C)\ntable Aru set(4S 4D 4C)\n")  # fmt: skip
    ask(stepper, do="draw")
    pick(stepper, "7S * *")
    for do, label in [("as_a_set", "The set"), ("as_a_sequence", "The sequence"), ("as_it_comes", "Your meld")]:
        ask(stepper, do=do)
        assert stepper.trays[0]["label"] == label
    ask(stepper, do="as_a_set")
    ask(stepper, do="lay")
    names = [choice["name"] for choice in stepper.verdict["choices"]]
    assert names == ["seven of hearts", "seven of diamonds", "seven of clubs"]


def test_only_the_hand_on_turn_is_sent():
    stepper = begin(TEN, 5)
    shown = set(CODE.findall(TEN))  # what the text itself shows is open
    for _ in range(3):
        deal, player = stepper._deal, stepper._player
        assert [card["id"] for card in stepper.cards] == ids(deal.seat(player).cards)
        parts = [part for part in stepper.position["parts"] if isinstance(part, dict)]
        assert {part["key"].split()[0] for part in parts} <= {"stock", "pile", "meld"}
        (stock,) = (part for part in parts if part["key"] == "stock")
        assert [stepper.position["cards"][n][0] for n in stock["cards"]] == ["cr-back"]
        lying = {card.code for card in deal.discards} | {card.code for meld in deal.melds for card in meld.cards}
        assert set(CODE.findall(stepper.record)) <= shown | lying
        ask(stepper, do="draw")
        drawn = stepper.hand.cards[-1].code
        assert drawn in shown or drawn not in stepper.record
        pick(stepper, stepper.hand.cards[0].code)
        ask(stepper, do="discard")


# --- a whole deal -------------------------------------------------------------------------------------------------


def drive(stepper, act):
    """Play an act by the messages of the page."""
    simple = {Draw: "draw", Renew: "renew", Block: "block", End: "end"}
    if type(act) in simple:
        ask(stepper, do=simple[type(act)])
    elif isinstance(act, Take):
        pile = stepper._deal.discards
        ask(stepper, do="take", n=max(n for n, card in enumerate(pile) if card == act.card))
    elif isinstance(act, LayDown):
        stepper.put(" ".join(claim.text for claim in act.claims))
        ask(stepper, do="lay")
    elif isinstance(act, Discard):
        pick(stepper, act.card.code)
        ask(stepper, do="discard")
    else:
        card = act.card if isinstance(act, Swap) else act.cards[0]
        pick(stepper, card.in_hand.code)
        ask(stepper, do="meld", n=act.meld)
        while stepper.verdict["state"] == "asks":
            names = [choice["name"] for choice in stepper.verdict["choices"]]
            if "Lay it off" in names:
                choose(stepper, names[isinstance(act, Swap)])
            elif names[0].startswith("Before"):
                choose(stepper, names[act.end == "high"])
            else:
                choose(stepper, stepper.speak.name(card.face))


def whole_deal(number, seed):
    """Play a deal to its end by messages, whatever is lawful, melds first; what was taken back is played anew."""
    chance = seeded("by messages", number, seed)
    deal = deal_out(STANDARD.but(renewals=1), number, ["Aru", "Boris", "Chen"], chance)
    stepper = TurnStepper(Script(deal, (), (("title", "A whole deal"),)))
    ask(stepper, do="play", which=0, at=0)
    for _ in range(400):
        if stepper._deal.over:
            return stepper
        kinds = [(LayDown,), (LayOff,), (Swap,), (Discard, Draw, Renew, End), (Block,)]
        acts = next((acts for kind in kinds if (acts := list(islice(legal_plays(stepper._deal, of=kind), 12)))), [])
        done = stepper._deal
        if not acts:
            ask(stepper, do="take_back_act")
            continue
        drive(stepper, chance.choice(acts))
        assert stepper.fault == ""
        assert len(stepper._deal.record) == len(done.record) + 1, says(stepper)
        assert conserved(stepper._deal)
        if stepper.game.can_take_back and chance.random() < 0.2:
            after, record = stepper._deal, stepper.record
            ask(stepper, do="take_back_act")
            assert stepper._deal == done
            drive(stepper, after.record[-1])
            assert (stepper._deal, stepper.record) == (after, record)
    raise AssertionError("this deal does not end")


@pytest.mark.parametrize(("number", "seed"), [(1, 1), (2, 2), (3, 3)])
def test_a_whole_deal_by_messages(number, seed):
    stepper = whole_deal(number, seed)
    frame = stepper.position["frames"][0]
    assert [seat["name"] for seat in frame["score"]] == ["Aru", "Boris", "Chen"]
    assert (stepper.trays, stepper.cards, stepper.more) == ([], [], [])
    assert set(stepper.buttons) <= {"take_back_act"}
    (script,) = read(stepper.record)
    assert all(step.as_written for step in steps(script))
    assert write((script,)) == stepper.record
    assert steps(script)[-1].after.seats == stepper._deal.seats
    again = TurnStepper(TEN)
    again.saved = {"text": stepper.record, "view": "turn"}
    assert again._deal.seats == stepper._deal.seats


def test_a_record_is_restored_after_a_reload():
    stepper = begin(TEN, 3)
    for code in ("KD", None, None, "QH"):
        if stepper._deal.turn.drawn is False:
            ask(stepper, do="draw")
        pick(stepper, code or stepper.hand.cards[-1].code)
        ask(stepper, do="discard")
    ask(stepper, do="draw")
    assert stepper.record == write(read(stepper.record))
    again = TurnStepper(TEN)
    again.saved = {"text": stepper.record, "view": "turn"}
    assert again._deal == stepper._deal
    assert (again.record, again.view, again.loaded) == (stepper.record, "turn", "")
    assert again.game.can_take_back
    assert again.reels == stepper.reels
    aside = TurnStepper(TEN)
    aside.saved = {"text": stepper.record, "view": "steps"}
    assert (aside.view, aside.record) == ("steps", stepper.record)
    ask(aside, do="resume")
    assert aside.view == "turn"


def test_a_loaded_deal_is_restored_after_a_reload():
    stepper = TurnStepper(TEN)
    ask(stepper, do="load", text=JOKERS)
    assert stepper.taken == JOKERS
    again = TurnStepper(TEN)
    again.saved = {"text": "", "taken": JOKERS, "view": "steps", "which": 0, "at": 0, "melds": ""}
    assert (again.reels, again.taken, again.view, again.at) == (stepper.reels, JOKERS, "steps", 0)
    assert again.loaded == again.record == again.fault == ""
    ask(stepper, do="play", which=0, at=0)
    ask(stepper, do="draw")
    pick(stepper, "QD KD")
    kept = {"text": stepper.record, "taken": JOKERS, "view": "turn", "which": 0, "at": 0}
    kept |= {"melds": stepper.text, "trays": [0]}
    again = TurnStepper(TEN)
    again.saved = kept
    assert (again.reels, again._deal, again.view) == (stepper.reels, stepper._deal, "turn")
    assert again.claims == stepper.claims != ()
    wrong = TurnStepper(TEN)
    wrong.saved = kept | {"which": 3, "at": "x", "melds": "set(9X)", "trays": [99]}
    assert (wrong.at, wrong.view, wrong.claims, wrong.fault) == (0, "turn", (), "")


def test_each_stepper_of_a_page_keeps_its_own():
    assert len({TurnStepper(TEN).nth, TurnStepper(TEN).nth, Look(1).nth}) == 3


def test_a_hand_keeps_its_name():
    stepper = begin(TEN)
    ask(stepper, do="draw")
    pick(stepper, "KD")
    ask(stepper, do="meld", n=1)
    ask(stepper, do="clear")
    assert stepper.hand_label == "Aru’s hand, eleven cards"


def test_the_game_is_taken_up_with_what_was_picked():
    stepper = begin(TEN)
    pick(stepper, "5H 5D")
    ask(stepper, do="leave")
    ask(stepper, do="resume")
    assert (stepper.view, [claim.text for claim in stepper.claims]) == ("turn", ["set(5H 5D)"])


def test_a_text_is_loaded():
    stepper = TurnStepper(TEN)
    ask(stepper, do="load", text=JOKERS)
    assert (stepper.reels[0]["title"], stepper.loaded) == ("Jokers", "The deal is loaded.")
    ask(stepper, do="load", text=begin(JOKERS).record)
    assert stepper.view == "turn"


WHOLE = "    meld set(5H 5D 5S) sequence(6C 7C 8C 9C)  !\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            TEN.replace("discard KD", "discard 4C"),
            "The deal is loaded. In line 17 the rules refuse what the text plays.",
        ),
        (TEN.replace(WHOLE, ""), "The deal is loaded. In line 15 the rules refuse what the text plays."),
        (
            TEN.replace("discard 2S  ?", "discard 4C"),
            "The deal is loaded. In line 20 the rules refuse what the text plays.",
        ),
        (
            TEN.replace(WHOLE, f"    try {WHOLE.strip(' !')}"),
            "The deal is loaded. In line 15 the rules allow what the text only tries.",
        ),
        (
            TEN.replace("[contract.whole]", "[set.rank]"),
            "The deal is loaded. In line 13 the rules refuse the try for another reason than the text gives.",
        ),
        (
            TEN.replace(WHOLE, "").replace("lay TS on 1", "lay TS on 1\n    lay 5H on 3"),
            "Line 16: there is no meld 3; the melds on the table are counted from 1 to 2. In line 15 the rules refuse what the text plays.",
        ),
    ],
)
def test_a_text_that_the_rules_judge_otherwise_is_said_to_be(text, said):
    stepper = TurnStepper(JOKERS)
    ask(stepper, do="load", text=text)
    assert stepper.loaded == said
    assert stepper.fault == ""


def test_deals_without_a_title_can_be_told_apart():
    stepper = TurnStepper(JOKERS)
    ask(
        stepper,
        do="load",
        text=TEN.replace("title     A ten finds a home", "") + "\n====\n" + JOKERS.replace("title", "# "),
    )
    assert [reel["title"] for reel in stepper.reels] == ["Untitled 1", "Untitled 2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Line 1: "),
        ("player Aru 5X\n", "Line 1: '5X' is not a card"),
        (TEN.replace("lay TS on 1", "lay TS on 9"), "Line 16: "),
        (TEN + "seed 1", "Line"),
    ],
)
def test_a_bad_text_is_one_sentence_with_its_line(text, said):
    stepper = TurnStepper(JOKERS)
    ask(stepper, do="load", text=text)
    assert stepper.loaded.startswith(said)
    assert stepper.fault == ""
    assert stepper.reels[0]["title"] == "Jokers"


def test_a_record_with_an_unlawful_play_names_its_line():
    stepper = begin(TEN, 3)
    pick(stepper, "KD")
    ask(stepper, do="discard")
    record = stepper.record.replace("discard KD", "discard 3H")
    ask(stepper, do="load", text=record)
    line = record.splitlines().index("    discard 3H") + 1
    assert stepper.loaded == f"Line {line}: the rules refuse this play: it breaks play.in-hand."


def badly(text=TEN):
    """A stepper after a turn that only draws and discards the king of diamonds, with its other ways told."""
    stepper = begin(text)
    ask(stepper, do="draw")
    pick(stepper, "KD")
    ask(stepper, do="discard")
    ask(stepper, do="else")
    assert stepper.fault == ""
    return stepper


def test_what_else_was_lawful():
    stepper = begin(TEN)
    assert stepper.others == {}
    stepper = badly()
    assert stepper.others["title"] == "What else was lawful in Aru’s turn"
    said = reads(stepper.others["list"])
    assert "Take from the pile, 3" in said
    assert "Lay down, " in said
    assert "Discard, 10" in said
    assert "king of diamonds" not in said.partition("Discard")[2]


def test_the_other_ways_of_a_turn():
    others = badly().others
    assert [way["name"] for way in others["ways"]] == [
        "The best turn", "Keep the contract back", "Lay off elsewhere", "Discard another card",
    ]  # fmt: skip
    best = others["ways"][0]
    assert best["said"] == (
        "Lay three fives and six, seven, eight, nine of clubs, lay off the ten of spades on the sequence of Boris, "
        "discard the king of diamonds: 12 points stay."
    )
    assert (reads(best["left"]), best["cost"]) == ("two of spades queen of hearts", "12 points")
    assert (others["played"]["name"], others["played"]["cost"]) == ("As it was played", "67 points")


def test_a_best_turn_is_called_so_and_is_no_other_way():
    stepper = begin(TEN)
    ask(stepper, do="draw")
    stepper.put("set(5H 5D 5S) sequence(6C 7C 8C 9C)")
    ask(stepper, do="lay")
    pick(stepper, "TS")
    ask(stepper, do="meld", n=1)
    choose(stepper, "Lay it off")
    pick(stepper, "QH")
    ask(stepper, do="discard")
    ask(stepper, do="else")
    assert stepper.others["played"]["name"] == "As it was played, and no turn was better"
    assert [way["name"] for way in stepper.others["ways"]] == ["Keep the contract back", "Lay off elsewhere"]


def test_how_short_another_way_would_be():
    stepper = badly(TEN.replace("5S 6C", "3S 6C"))
    assert stepper.others["played"]["cost"].endswith(" points, one card away from the contract")


def test_the_other_ways_leave_the_game_as_it_is():
    """They are frames of their own: the table as that turn would have left it, with the hand of its player alone."""
    stepper = badly()
    deal, record, position = stepper._deal, stepper.record, stepper.position
    ask(stepper, do="else")
    assert (stepper._deal, stepper.record, stepper.position) == (deal, record, position)
    reel = stepper.others["reel"]
    lying = [reel["parts"][n] for _, melds in reel["frames"][0]["lanes"] for n in melds]
    assert {row["caption"] for row in lying} == {"1, sequence", "2, set", "3, set", "4, sequence"}
    assert set(reel["frames"][0]["marks"]) == {"meld 1", "meld 3", "meld 4", "pile"}
    hand = reel["parts"][reel["frames"][0]["hand"]]
    assert (hand["label"], len(hand["cards"])) == ("Aru’s hand", 2)
    again = TurnStepper(TEN)
    again.saved = {"text": record, "view": "turn"}
    assert again.others == {"key": "1", "title": stepper.others["title"]}
    ask(again, do="else")
    assert again.others["ways"] == stepper.others["ways"]


def test_no_other_hand_is_sent_with_a_way_that_goes_out():
    text = "deal 1\nplayer Aru 3H 4D\nplayer Boris KH 2S\nplayer Chen ?x9\nstock 8D 6D\ntable Aru set(3S 3D 3C)\ntable Aru set(8S 8H 8C)\n"
    stepper = begin(text)
    ask(stepper, do="draw")
    pick(stepper, "8D")
    ask(stepper, do="discard")
    ask(stepper, do="else")
    (best, *_) = stepper.others["ways"]
    assert (best["name"], best["cost"]) == ("The best turn", "nothing, and out")
    boris = next(seat for seat in stepper.others["reel"]["frames"][0]["score"] if seat["name"] == "Boris")
    assert boris["said"] == "a hand that is not known"
    assert "king of hearts" not in json.dumps(stepper.others)


def test_a_turn_taken_up_again_has_no_other_ways_yet():
    text = "deal 1\nplayer Aru 3H\nplayer Boris KH 2S\nplayer Chen ?x9\nstock 8D 6D\ntable Aru set(3S 3D 3C)\ntable Aru set(9S 9D 9C)\n"
    stepper = begin(text)
    ask(stepper, do="draw")
    pick(stepper, "3H")
    ask(stepper, do="meld", n=1)
    pick(stepper, "8D")
    ask(stepper, do="discard")
    assert stepper._deal.over
    assert stepper.others["title"]
    ask(stepper, do="take_back_act")
    assert stepper.others == {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_other_ways_of_the_turns_of_every_deal(path):
    """Each comes with its end on the table."""
    for script in read(path.read_text("utf-8")):
        text = write((Script(script.start, script.plays, (*script.tags, ("by-hand", "0"))),))
        stepper = TurnStepper(TEN)
        ask(stepper, do="load", text=text)
        if stepper.view == "turn" and stepper.others:
            ask(stepper, do="else")
            assert stepper.fault == ""
            assert len(stepper.others.get("ways", [])) == len(stepper.others.get("reel", {}).get("frames", []))


def test_odd_messages_do_nothing():
    stepper = TurnStepper(TEN)
    for wish in [
        {"do": "draw"},
        {"do": "choose", "n": 3},
        {"do": "else"},
        {"do": "resume"},
        {"do": "take", "n": 99},
        {},
    ]:
        ask(stepper, **wish)
        assert stepper.fault == ""
    stepper = begin(TEN)
    for wish in [
        {"do": "take", "n": 99},
        {"do": "meld", "n": 0},
        {"do": "choose", "n": -1},
        {"do": "mend"},
        {"do": "lay"},
    ]:
        ask(stepper, **wish)
        assert stepper.fault == ""
    assert len(stepper.hand) == len(hand("5H 5D 5S 6C 7C 8C 9C KD QH 2S"))


def test_a_tap_follows_its_card_through_a_turn_and_no_further():
    stepper = begin(TEN)
    first = stepper.held
    ask(stepper, do="draw")
    ask(stepper, do="pick", n=9, code="2S", held=first, id="before the draw was seen")
    assert [stepper.hand.cards[n].code for n in stepper.placed[0]] == ["2S"]
    ask(stepper, do="discard")
    shown = says(stepper), stepper.position
    assert "discards" in shown[0]
    ask(stepper, do="pick", n=0, code=stepper.hand.cards[0].code, held=first, id="too late")
    assert not any(stepper.placed)
    assert (says(stepper), stepper.position) == shown


def test_what_is_picked_stays_so_when_a_card_is_drawn():
    stepper = begin(TEN)
    ask(stepper, do="tray", n=1, held=stepper.held, id="a tap")
    pick(stepper, "6C 7C")
    ask(stepper, do="draw")
    assert (stepper.text, [len(tray) for tray in stepper.placed]) == ("sequence(6C 7C)", [0, 2])
    pick(stepper, "5H 5D")
    ask(stepper, do="take_back_act")
    assert not any(stepper.placed)


def test_an_answer_is_to_its_own_question():
    stepper = begin(TEN)
    ask(stepper, do="draw")
    pick(stepper, "KD 2S")
    ask(stepper, do="discard")
    first, second = (choice["wish"] for choice in stepper.verdict["choices"])
    ask(stepper, do="discard")
    before = says(stepper)
    ask(stepper, **first)
    assert (says(stepper), len(stepper.hand)) == (before, 11)
    ask(stepper, **stepper.verdict["choices"][0]["wish"])
    assert "discards" in says(stepper)
    ask(stepper, **second)
    ask(stepper, do="draw", held=stepper.held - 1)
    assert "discards" in says(stepper)


def test_games_that_others_take_the_place_of_are_put_aside():
    stepper = begin(TEN)
    assert (stepper.verdict["note"], stepper.aside) == ("", [])
    ask(stepper, do="draw")
    first = stepper.record
    ask(stepper, do="play", which=0, at=0)
    assert stepper.verdict["note"].startswith("Your game so far is put aside")
    assert [text for _, text in stepper.aside] == [first]
    assert stepper.aside[0][0] == f"{TITLE}, one play. Aru draws a card."
    ask(stepper, do="draw")
    pick(stepper, "9C")
    ask(stepper, do="discard")
    second = stepper.record
    ask(stepper, do="load", text=first)
    assert (stepper.record, [text for _, text in stepper.aside]) == (first, [second])
    assert stepper.aside[0][0] == f"{TITLE}, two plays. The last: Aru discards the nine of clubs."
    ask(stepper, do="load", text=first)  # the same again
    assert (stepper.record, [text for _, text in stepper.aside]) == (first, [second])
    assert not stepper.verdict["note"]
    ask(stepper, do="load", text="no deal")
    assert (stepper.record, [text for _, text in stepper.aside]) == (first, [second])
    ask(stepper, do="play", which=0, at=0)
    assert [text for _, text in stepper.aside] == [second, first]


def test_what_a_text_cannot_be_is_said_with_one_full_stop():
    stepper = begin(TEN)
    ask(stepper, do="load", text="player Aru 5H 5D 9C")
    assert stepper.loaded.endswith("three to five play. [setup.players]")
    ask(stepper, do="load", text="what")
    assert stepper.loaded.endswith(".")


def test_a_game_of_a_loaded_deal_is_named():
    stepper = begin(TEN)
    assert not stepper.position["title"]
    ask(stepper, do="load", text=JOKERS)
    ask(stepper, do="play", which=0, at=0)
    assert stepper.position["title"] == "Jokers"
    ask(stepper, do="load", text=JOKERS.partition("\n")[2])
    ask(stepper, do="play", which=0, at=0)
    assert stepper.position["title"] == "Untitled"
    ask(stepper, do="own")
    assert (stepper.view, stepper.taken, [reel["title"] for reel in stepper.reels]) == ("steps", "", [TITLE])
    ask(stepper, do="play", which=0, at=0)
    assert not stepper.position["title"]


# --- the pages of the turns ---------------------------------------------------------------------------------------

DEALS = sorted((ROOT / "notebooks" / "deals").glob("*.deal"))


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_every_annotated_turn_has_a_page_that_says_what_it_says(path):
    (script,) = read(path.read_text("utf-8"))
    notebook = json.loads((ROOT / "notebooks" / "turns" / f"{path.stem}.ipynb").read_text("utf-8"))
    first, code, *_ = ("".join(cell["source"]) for cell in notebook["cells"])
    assert first.endswith(f"\n\n# {script.tag('title')}\n\n{script.tag('teaches')}")
    assert code.endswith(f'TurnStepper("{path.stem}", home="../")')
    assert (notebook["metadata"]["title"], notebook["metadata"]["home"]) == (script.tag("title"), "../")


def test_no_page_is_without_its_turn():
    pages = {path.stem for path in (ROOT / "notebooks" / "turns").glob("[!.]*.ipynb")}
    assert pages == {path.stem for path in DEALS} | {"00_index"}


def test_the_index_lists_every_turn_with_a_picture():
    html = Turns().html()
    for path in DEALS:
        (item,) = re.findall(f'<li>(?:(?!</li>).)*href="{path.stem}.ipynb".*?</li>', html)
        assert 'class="cr-row"' in item
    assert len(html) < 120_000
    assert Turns().plain().count("\n  ") == len(DEALS)


@pytest.mark.parametrize("deal", range(1, 8))
def test_a_lesson_looks_at_its_turns_the_good_ones_first(deal):
    look = Look(deal)
    refused = [any("refused" in frame for frame in reel["frames"]) for reel in look.reels]
    assert refused == sorted(refused)
    assert {*refused} == {False, True}
    assert all(script.start.number == deal for script in look.scripts)


def test_a_turn_is_found_by_its_name():
    assert TurnStepper(DEALS[0].stem).reels == TurnStepper(DEALS[0]).reels
    with pytest.raises(ValueError, match=r"there is no deal 'nothing'; the deals are .*whole_deal"):
        TurnStepper("nothing")
    with pytest.raises(ValueError, match="contract 8"):
        Look(8)


# --- hints ----------------------------------------------------------------------------------------------------------


def climb(stepper):
    """Ask for hints until one is the last; return what they say."""
    told = []
    for _ in range(4):
        ask(stepper, do="hint")
        assert stepper.verdict["state"] == "hint", stepper.fault
        told.append(says(stepper))
        if "next" not in stepper.verdict:
            break
    assert len(set(told)) == len(told)
    return told


def test_hints_lead_through_a_turn():
    stepper = begin(TEN)
    ask(stepper, do="hint")
    assert says(stepper) == "The turn begins with a card: look at what the pile offers, and at the stock."
    assert set(stepper.position["frames"][0]["marks"]) == {"pile"}
    ask(stepper, do="clear")
    assert climb(stepper)[-1] == "Draw from the stock."
    choose(stepper, "Do it")
    assert says(stepper) == "Aru draws the ten of spades."
    assert climb(stepper)[-1] == "Here it lies: three fives of different suits."
    assert climb(stepper)[-1] == "Here it lies: six, seven, eight, nine of clubs, one after the other."
    assert climb(stepper) == ["All of it lies in its place: lay it down."]
    choose(stepper, "Do it")
    ask(stepper, do="hint")
    assert says(stepper) == "Look at the table: Boris laid a sequence that can grow."
    assert set(stepper.position["frames"][0]["marks"]) == {"meld 1"}
    assert climb(stepper)[1:] == [
        "The ten of spades goes there: it stands after the nine.",
        "Lay the ten of spades off on Boris’s meld.",
    ]
    choose(stepper, "Do it")
    assert climb(stepper)[2:] == [
        "The king of diamonds may go: ten points less stay in the hand.",
        "Discard the king of diamonds.",
    ]
    choose(stepper, "Do it")
    assert says(stepper) == "Aru discards the king of diamonds. It is Boris’s turn."


def test_hints_say_how_far_the_hand_is_until_the_contract_is_met():
    stepper = begin(TEN.replace("5S 6C", "3S 6C"))
    notes = []
    for _ in range(4):
        ask(stepper, do="hint")
        notes.append(stepper.verdict.get("note"))
    near = "You are one card short: the five of spades or the five of clubs, and two such cards can still come."
    assert notes == [near, near, None, None]
    stepper = begin(JOKERS)
    ask(stepper, do="hint")
    assert "note" not in stepper.verdict


@pytest.mark.parametrize("seed", range(11))
def test_a_card_is_taken_where_it_is_better_than_one_from_the_stock(seed):
    """Held against every card that may come, each counted as often as it may."""
    deal = deal_out(STANDARD, 1 + seed % 3, ["Aru", "Boris", "Chen"], seeded("draw", seed))
    for _ in range(seed * 2):
        deal = play(deal, Draw())
        for act in good_acts(deal):
            deal = play(deal, act)
        if deal.over:
            return
    mine = view(deal, deal.turn.player)
    stock = [best_turn(play(mine, Draw(card))) for card in unseen(mine)]
    mean = (sum(best.missing for best in stock) / len(stock), sum(best.points for best in stock) / len(stock))
    takes = [(best_turn(play(mine, act)), act) for act in islice(legal_plays(mine, (Take,)), 8)]
    better = [((best.missing, best.points), act) for best, act in takes if best and (best.missing, best.points) < mean]
    (act,) = good_acts(deal)
    if not better:
        assert isinstance(act, Draw)
    else:
        least = min(worth for worth, _ in better)
        assert act.card in [take.card for worth, take in better if worth == least]


def test_hints_bring_a_joker_back():
    stepper = begin(JOKERS)
    told = []
    while not stepper._deal.over and len(told) < 80 and stepper._player == "Aru":
        told += climb(stepper)
        if stepper.verdict.get("choices"):
            choose(stepper, "Do it")
            assert stepper.verdict["state"] == "lawful", says(stepper)
    assert any("brings the joker back" in one for one in told)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hints_lead_through_two_turns_of_every_deal(path):
    """The referee accepts all that is shown, and each turn comes to its end."""
    stepper = TurnStepper(path)
    ask(stepper, do="play", which=0, at=0)
    if stepper.view != "turn":
        pytest.skip("its unknown cards cannot be dealt")
    began = set()
    for _ in range(60):
        began.add(stepper._deal.turn.began)
        if len(began) > 2 or stepper._deal.over:
            return
        told = climb(stepper)
        if stepper.verdict.get("choices"):
            choose(stepper, "Do it")
            assert stepper.verdict["state"] == "lawful", (told, says(stepper))
        assert not stepper.fault
    raise AssertionError("no end")
