"""Boards without a browser: what a tap writes, what a wish sends, and what a board then shows."""

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import contract_rummy_widgets
import pytest
from contract_rummy_widgets import ContractBoard, HandView, MeldBuilder
from traitlets import TraitError

import contract_rummy
from contract_rummy import STANDARD, Claim, Kind, hand, judge
from contract_rummy.arrange import shortage
from contract_rummy.exercises import practice_hand
from contract_rummy.explain import Speaker, explain
from contract_rummy.verdict import RULES, State

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
TWO_SETS = "2S 5S 9S 5H 7H 9H 5D KD 3C 9C"


def ask(board, **wish):
    """Send what the page sends when somebody presses a button."""
    board._handle_custom_msg(wish, [])


def tap(board, *codes):
    """Do what the page does at a tap on each of these cards of the hand."""
    for code in codes:
        laid = [position for tray in board.placed for position in tray]
        position = next(n for n, card in enumerate(board.hand) if card.code == code and n not in laid)
        tray = board.goes[position]
        ask(board, do="pick", n=position, code=code, held=board.held, id="a tap")
        assert position in board.placed[tray]


def states(board):
    """What each tray says that it is."""
    return [tray["status"] for tray in board.trays]


def says(board):
    """The headline, or nothing while there is no verdict."""
    return board.verdict.get("headline", "")


def reads(html):
    """The words of a piece of HTML, without its pictures."""
    return re.sub(r"\s+", " ", re.sub(r"<svg.*?</svg>|<[^>]*>", "", html)).strip()


def codes(board, positions):
    return [board.hand.cards[position].code for position in positions]


# --- a hand to tap ------------------------------------------------------------------------------------------------


def test_hand_counts_what_is_picked():
    board = HandView("2S 5S JS 5H 8H 5D 9C")
    assert states(board) == ["Tap the cards that belong together."]
    for code, said in [
        ("5S", "One five picked; two to go."),
        ("5H", "Two fives picked; one to go."),
        ("8H", "Three cards picked."),
    ]:
        tap(board, code)
        assert states(board) == [said]
    ask(board, do="lay")
    assert says(board) == "The eight of hearts is not a five."
    assert codes(board, board.verdict["faults"]) == ["8H"]
    ask(board, do="mend")
    assert board.verdict["state"] == "lawful"
    assert says(board) == "Three fives: that is a set."


def test_nothing_picked_is_told_each_time():
    board = HandView("2S 5S JS")
    ask(board, do="lay")
    first = board.verdict
    assert first["headline"] == "Nothing is picked yet: tap cards of your hand."
    ask(board, do="lay")
    assert board.verdict["headline"] == first["headline"]
    assert board.verdict != first


def test_the_same_verdict_is_given_again():
    board = HandView("2S 5S JS")
    tap(board, "2S", "5S", "JS")
    ask(board, do="lay")
    first = board.verdict
    ask(board, do="lay")
    assert board.verdict["headline"] == first["headline"]
    assert board.verdict != first


# --- one meld -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "picked", "status", "headline"),
    [
        ("6D 7D 8D 2C", "8D 6D 7D", "a sequence", "Six, seven, eight of diamonds: that is a sequence."),
        ("6D 6C 6S 2C", "6D 6C 6S", "a set", "Three sixes: that is a set."),
        (
            "6D 7D 9D 2C",
            "6D 7D 9D",
            "neither a set nor a sequence yet",
            "Six, seven, nine of diamonds: the eight is missing.",
        ),
        ("6D 7D 9D 2C", "6D 7D", "one card more", None),
        ("6D 7D 9D *", "6D 7D *", "which card is the joker?", None),
    ],
)
def test_a_meld_as_it_comes(held, picked, status, headline):
    board = MeldBuilder(held)
    tap(board, *picked.split())
    assert states(board) == [status]
    ask(board, do="lay")
    assert headline in (None, says(board))


@pytest.mark.parametrize(
    ("deal", "first", "second", "status", "signs"),
    [
        (1, "4C 5C 6C 7C", "", ["a sequence; a set is asked for", "three cards wanted"], ["moot", ""]),
        (1, "5H 5S 5C", "4C 6C 7C", ["a set", "not a set yet"], ["check", ""]),
        (2, "4C 5C 6C", "9D TD JD", ["a sequence; a set is asked for", "a sequence"], ["moot", "check"]),
    ],
)
def test_a_meld_that_the_contract_does_not_ask_for(deal, first, second, status, signs):
    board = ContractBoard("4C 5C 6C 7C 5H 5S 9D TD JD", deal=deal)
    held = [card.code for card in board.hand]
    board.placed = [[held.index(code) for code in tray.split()] for tray in (first, second)]
    assert states(board) == status
    assert [tray["sign"] for tray in board.trays] == signs


def test_a_verdict_tells_of_other_tables():
    """Those that rule otherwise, or that all rule the same."""
    board = MeldBuilder("6D 7D 8D 5S 5H 5C")
    tap(board, "5S", "5H", "5C")
    ask(board, do="lay")
    assert "At other tables: the same." in board.verdict["below"]
    board = MeldBuilder("6D 7D 8D 5S 5H 5C")
    tap(board, "6D", "7D", "8D")
    ask(board, do="lay")
    assert "At other tables (" in board.verdict["below"]
    board = HandView("KS KH KD KC *")
    board.placed = [[0, 1, 2, 3, 4]]
    board.lay()
    assert "refused too, for another reason. Which king is the joker" in board.verdict["below"]


def test_a_sequence_lies_in_order_and_a_set_as_tapped():
    board = MeldBuilder("6D 7D 8D 6C 6S")
    tap(board, "8D", "6D", "7D")
    assert codes(board, board.order_in_tray[0]) == ["6D", "7D", "8D"]
    ask(board, do="clear")
    tap(board, "6S", "6D", "6C")
    assert codes(board, board.order_in_tray[0]) == ["6S", "6D", "6C"]


def test_a_missing_card_is_a_ghost_in_its_place():
    board = MeldBuilder("9D TD QD 2S 3S")
    tap(board, "QD", "9D", "TD")
    ask(board, do="lay")
    assert [ghost[:2] + ghost[3:] for ghost in board.verdict["ghosts"]] == [[0, 2, "jack of diamonds"]]
    assert board.verdict["note"] == "Add the jack of diamonds. It is not in your hand."
    assert "mend" not in board.verdict
    before = board.placed
    ask(board, do="mend")  # a stale press does nothing
    assert board.placed == before


def test_a_verdict_goes_when_the_cards_change():
    board = MeldBuilder("5S 5H KD 5D 2C")
    tap(board, "5S", "5H", "KD")
    ask(board, do="lay")
    assert reads(board.verdict["mend"]["html"]) == "Swap the king of diamonds for the five of diamonds"
    tap(board, "2C")
    assert board.verdict == {}
    before = board.placed
    ask(board, do="mend")
    assert board.placed == before


@pytest.mark.parametrize("tray", [0, 1])
def test_a_joker_alone_is_too_few(tray):
    board = ContractBoard("2S 2H 2C 9C TC JC 7S 7D KH *", deal=2)
    board.placed = [[9], []] if tray == 0 else [[], [9]]
    ask(board, do="lay")
    assert re.fullmatch("Only one card: a (set|sequence) needs three.", says(board))
    assert board.fault == ""


@pytest.mark.parametrize("choice", ["8D", "8C"])
def test_a_bare_joker_asks_which_card_it_is(choice):
    board = MeldBuilder("8H 8S * 9S KC")
    tap(board, "8H", "8S", "*")
    ask(board, do="lay")
    assert board.verdict["state"] == "asks"
    assert says(board) == "Which eight is the joker: clubs or diamonds?"
    assert [(c["code"], c["name"]) for c in board.verdict["choices"]] == [
        ("8D", "eight of diamonds"),
        ("8C", "eight of clubs"),
    ]
    ask(board, do="declare", position=2, code=choice)
    assert board.verdict["state"] == "lawful"
    assert board.text == f"set(8H 8S *={choice})"
    assert board.cards[2]["name"] == f"joker for {Speaker().card(hand(choice).cards[0])}"


def test_a_joker_taken_back_is_bare_again():
    board = MeldBuilder("8H 8S * 9S KC")
    board.put("set(8H 8S *=8D)")
    assert board.cards[2]["name"] == "joker for the eight of diamonds"
    board.placed = [[0, 1]]
    assert board.cards[2]["name"] == "joker"


def test_two_jokers_are_asked_for_one_after_the_other():
    board = MeldBuilder("8H 9H * * KC")
    tap(board, "8H", "9H", "*", "*")
    asked = []
    ask(board, do="lay")
    while board.verdict["state"] == "asks":
        asked.append(board.verdict["headline"])
        choice = board.verdict["choices"][0]
        ask(board, do="declare", position=choice["position"], code=choice["code"])
    assert 1 <= len(asked) <= 2
    assert board.verdict["state"] == "lawful"


def test_a_wrong_declaration_is_mended_by_another():
    board = MeldBuilder("5S 5H 8S * 9S")
    board.put("set(5S 5H *=5H)")
    ask(board, do="lay")
    assert says(board) == "The joker for the five of hearts stands for a card that the set has already."
    ask(board, do="mend")
    assert board.verdict["state"] == "lawful"
    assert board.text == "set(5S 5H *=5D)"


def test_a_mend_takes_away_what_is_too_much():
    board = ContractBoard("KS KH KD KC 7S 7H 4D 4C 4S *", deal=4)
    board.put("set(KS KH KD KC *)")
    ask(board, do="lay")
    assert says(board) == "A set has room for four cards: the joker is one too many."
    ask(board, do="mend")
    assert board.text == "set(KS KH KD KC)"


# --- a contract -----------------------------------------------------------------------------------------------------


def test_a_contract_met_tap_by_tap():
    board = ContractBoard(TWO_SETS, deal=1)
    tap(board, "5S", "5H", "5D")
    assert states(board) == ["a set", "three cards wanted"]
    tap(board, "9S", "9H", "9C")  # the first tray holds, so these go into the second
    assert states(board) == ["a set", "a set"]
    ask(board, do="lay")
    assert board.verdict["state"] == "lawful"
    assert says(board) == "The contract is met: two sets."
    assert board.text == "set(5S 5H 5D) set(9S 9H 9C)"


def test_taps_go_to_the_next_tray_only_when_they_fit_no_more():
    board = ContractBoard("7H 7S 7D 7C KH KS KD 4C 5C 6C", deal=1)
    tap(board, "7H", "7S", "7D")
    assert board.goes[3:] == [0, 1, 1, 1, 1, 1, 1]
    tap(board, "KH")
    assert board.now == 1
    assert set(board.goes[3:]) == {1}
    tap(board, "KS", "KD")
    assert states(board) == ["a set", "a set"]


def test_a_whole_board_takes_every_tap_where_one_is():
    board = ContractBoard("7H 7S 7D 7C KH KS KD 4C 5C 6C", deal=1)
    board.put("set(7H 7S 7D) set(KH KS KD)")
    assert set(board.goes) == {0}
    board.now = 1
    board._refresh()
    assert set(board.goes) == {1}


def test_a_chosen_tray_takes_every_tap():
    board = ContractBoard("7H 7S 7D 7C KH KS KD 4C 5C 6C", deal=1)
    ask(board, do="tray", n=1, held=board.held, id="first")
    for do, n, code in (("pick", 0, "7H"), ("pick", 3, "7C"), ("pick", 4, "KH"), ("unpick", 0, "7H")):
        ask(board, do=do, n=n, code=code, held=board.held, id=f"{do} {code}")
    assert (board.placed, board.now, board.heard) == ([[], [3, 4]], 1, "unpick 7H")


def test_a_tap_means_what_was_seen():
    """A card that lies already is not put back by a tap that meant to pick it."""
    board = MeldBuilder("7H 7S 7D")
    for do in ("pick", "pick", "unpick", "unpick"):
        ask(board, do=do, n=1, code="7S", held=board.held, id=do)
        assert board.placed == ([[1]] if do == "pick" else [[]])


def test_a_tap_follows_its_card():
    board = MeldBuilder("7H 7S 7D 7S")
    board.hold("2C 7S 3C 7S", same=True)
    for n in (1, 3, 2):
        ask(board, do="pick", n=n, code="7S" if n != 2 else "7D", held=board.held, id=str(n))
    assert (codes(board, board.placed[0]), board.fault) == (["7S", "7S"], "")


@pytest.mark.parametrize("n", [-1, 99, "0", None, True, [0]], ids=str)
def test_a_tap_on_nothing_changes_nothing(n):
    board = MeldBuilder("8H 8S *")
    tap(board, "8H")
    for do in ("pick", "unpick", "tray"):
        ask(board, do=do, n=n, code=n, held=board.held, id="nowhere")
    assert (board.placed, board.heard, board.fault) == ([[0]], "nowhere", "")


@pytest.mark.parametrize(
    "placed", [[[0, 1, 2], [3, 4, 5]], [[3, 4, 5], [0, 1, 2]]], ids=["set first", "sequence first"]
)
def test_the_order_of_the_trays_is_free(placed):
    board = ContractBoard("2S 2H 2C 9C TC JC 7S 7D KH JS", deal=2)
    board.placed = placed
    assert sorted(states(board)) == ["a sequence", "a set"]
    ask(board, do="lay")
    assert says(board) == "The contract is met: a set and a sequence."


def test_a_sequence_in_the_tray_of_the_set_changes_what_the_trays_are_for():
    board = ContractBoard("2S 2H 2C 9C TC JC 7S 7D KH JS", deal=2)
    tap(board, "9C", "TC", "JC", "7S", "7D")
    assert [tray["label"] for tray in board.trays] == ["The sequence", "The set"]
    assert states(board) == ["a sequence", "one card more"]
    ask(board, do="lay")
    assert says(board) == "Only two sevens: a set needs three."
    board.placed = [[4, 6], [5, 7]]  # a ten beside a seven is the beginning of nothing
    assert [tray["label"] for tray in board.trays] == ["The set", "The sequence"]


def laid(board):
    return [[board.hand.cards[position].code for position in tray] for tray in board.placed]


@pytest.mark.parametrize(
    ("deal", "hand", "taps", "trays"),
    [
        # A joker stays where one is, and more cards of its rank come to it; another rank goes on in the next tray.
        (4, "KS KH KD KC 7S 7H 4D 4C 4S *", "KS KH KD KC * 7S 7H", [["KS", "KH", "KD", "KC", "*"], ["7S", "7H"], []]),
        (4, "KS KH KD KC 7S 7H 4D 4C 4S *", "KS KH KD * KC", [["KS", "KH", "KD", "*", "KC"], [], []]),
        # In the tray of the set a sequence with a joker in its gap, or with the gap still open, leaves the others to theirs.
        (6, "5H 6H 8H * 9C TC JC QS QH QD", "5H 6H 8H * 9C TC JC QS QH QD", [["5H", "6H", "8H", "*"], ["9C", "TC", "JC"], ["QS", "QH", "QD"]]),
        (6, "5H 6H 8H * 9C TC JC QS QH QD", "5H 6H 8H 9C TC JC QS QH QD", [["5H", "6H", "8H"], ["9C", "TC", "JC"], ["QS", "QH", "QD"]]),
        # What is wrong is laid where it is tapped.
        (1, "5H 5D KD 9C 9H 2S 7D JC QH 4D", "5H 5D KD", [["5H", "5D", "KD"], []]),
        (2, "5H 5D KD 9C 9H 2S 7D JC QH 4D", "5H 2S KD", [["5H", "2S", "KD"], []]),
    ],
)  # fmt: skip
def test_taps_go_where_they_are_meant(deal, hand, taps, trays):
    board = ContractBoard(hand, deal=deal)
    tap(board, *taps.split())
    assert laid(board) == trays


def test_two_sequences_where_a_set_is_asked_keep_their_trays():
    board = ContractBoard("2S 3S 4S 9C TC JC 7S 7D KH JS", deal=2)
    board.placed = [[3, 4, 5], [0, 1, 2]]
    assert [tray["label"] for tray in board.trays] == ["The set", "The sequence"]
    ask(board, do="lay")
    assert says(board) == "Here lie two sequences, and this contract asks for a set and a sequence."


def test_half_a_contract_is_told_by_what_the_hand_lacks():
    board = ContractBoard("5S 5H 5D 9C 9H 2S 7D JC QH KD", deal=1)
    tap(board, "5S", "5H", "5D")
    ask(board, do="lay")
    assert says(board) == "One set is down, and this contract asks for two at once. You are one card short: a nine."
    ask(board, do="key")
    assert says(board) == "This hand cannot meet the contract yet. You are one card short: a nine."


def test_two_sequences_of_one_suit_are_refused():
    board = ContractBoard("3S 4S 5S 8S 9S TS 8H 9H TH KC", deal=3)
    tap(board, "3S", "4S", "5S", "8S", "9S", "TS")
    ask(board, do="lay")
    assert says(board) == "Both sequences are spades, and in this contract their suits must differ."
    assert board.verdict["faults"]


def test_the_key_lies_when_it_is_laid():
    board = ContractBoard(TWO_SETS, deal=1)
    ask(board, do="key")
    assert says(board) == "One way to lay it:"
    assert reads(board.verdict["below"]).count("five of") == 3
    assert board.placed == [[], []]  # the key shows, and lays nothing


def test_another_hand_empties_the_trays():
    board = ContractBoard(deal=2, seed=1)
    assert board.hand == practice_hand(2, 1)
    board.placed = [[0, 1, 2], [3]]
    ask(board, do="lay")
    ask(board, do="another")
    assert board.hand == practice_hand(2, 2)
    assert (board.placed, board.verdict, board.text, board.now) == ([[], []], {}, "", 0)
    assert [card["name"] for card in board.cards] == [Speaker().name(card) for card in practice_hand(2, 2)]


def test_buttons_are_those_that_can_do_something():
    assert HandView("2S").buttons == []
    assert HandView("5S 5H 5D").buttons == ["hint"]
    assert MeldBuilder("2S").buttons == ["hint", "clear"]
    assert MeldBuilder(deal=1, seed=1).buttons == ["hint", "another", "clear"]
    assert ContractBoard(TWO_SETS).buttons == ["hint", "key", "clear"]
    assert ContractBoard(deal=1).buttons == ["hint", "another", "key", "clear"]


def test_hold_and_clear():
    board = ContractBoard(TWO_SETS, deal=1)
    board.put("set(5S 5H 5D) set(9S 9H 9C)")
    ask(board, do="lay")
    ask(board, do="clear")
    assert (board.placed, board.verdict, board.text) == ([[], []], {}, "")
    board.hold("2S 3S")
    assert board.hand_label == "Your hand, two cards"
    assert [card["name"] for card in board.cards] == ["two of spades", "three of spades"]
    assert board.orders == {"suit": [0, 1], "rank": [0, 1]}


def test_put_is_the_reverse_of_text():
    board = ContractBoard("2S 2H 2C 9C TC JC 7S 7D KH *", deal=2)
    for text in ("set(2S 2H 2C) sequence(9C TC JC)", "set(2S 2H *=2D) sequence(9C TC JC)", "set(7S)"):
        board.put(text)
        assert board.text == text
    board.put("sequence(9C TC JC)")
    assert board.placed == [[], [3, 4, 5]]  # its own tray, though the other is free


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("set(2S 2H 2D)", "2D is not in the hand"),
        ("set(2S) set(2H) set(2C)", "3 melds do not fit into 2 trays"),
        ("set(2S XX)", "'XX' is not a card"),
        ("<script>", "<script>"),
    ],
)
def test_what_cannot_be_put_is_told_and_changes_nothing(text, said):
    board = ContractBoard("2S 2H 2C 9C TC JC 7S 7D KH *", deal=2)
    board.put("set(2S 2H 2C)")
    with pytest.raises(ValueError, match=re.escape(said)):
        board.put(text)
    assert board.text == "set(2S 2H 2C)"


def test_the_sprite_is_sent_when_it_is_asked_for(monkeypatch):
    board, sent = HandView("2S"), []
    monkeypatch.setattr(board, "send", sent.append)
    ask(board, do="sprite")
    assert [content["do"] for content in sent] == ["sprite"]
    assert board.cards[0]["id"] in sent[0]["svg"]


@pytest.mark.parametrize(
    "wish",
    [
        {"do": "declare", "position": 99, "code": "8D"},
        {"do": "declare", "position": 0, "code": "<script>"},
        {"do": "declare"},
    ],
)
def test_a_fault_is_shown_and_goes_with_the_next_sound_answer(wish):
    board = MeldBuilder("8H 8S *")
    ask(board, **wish)
    assert board.fault.startswith("Something went wrong in this board: ")
    ask(board, do="lay")
    assert board.fault == ""


@pytest.mark.parametrize(
    "placed",
    [[[99]], [[-1]], [[0, 0]], [["0"]], [[None]], [[True]], [[[0]]], [0], ["0"], [], [[0], [1]], [{0: 1}]],
    ids=str,
)
def test_nonsense_in_a_trait_is_refused_and_changes_nothing(placed):
    board = MeldBuilder("8H 8S *")
    tap(board, "8H")
    with pytest.raises(TraitError, match="are not positions in a hand of 3, each laid once"):
        board.placed = placed
    assert (board.placed, board.text) == ([[0]], "set(8H)")


def test_only_a_joker_that_lies_is_declared():
    board = MeldBuilder("8H 8S *")
    ask(board, do="declare", position=2, code="8D")
    assert (board.verdict, board.cards[2]["name"], board.fault) == ({}, "joker", "")


def test_a_wish_that_nobody_knows_does_nothing():
    board = MeldBuilder("8H 8S *")
    ask(board, do="<script>")
    assert (board.verdict, board.fault) == ({}, "")


def test_words_of_a_board_are_words():
    """What the front end shows as text has no markup, and what it shows as markup is escaped."""
    board = ContractBoard(TWO_SETS, deal=1)
    board.put("set(5S 5H KD)")
    ask(board, do="lay")
    texts = [*board.words.values(), board.label, board.hand_label, says(board), *states(board)]
    assert not any("<" in text or "&" in text for text in texts)


def test_a_board_reads_without_a_kernel():
    bundle = ContractBoard(TWO_SETS, deal=1)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"].startswith("Your hand, ten cards: two of spades, five of spades")
    assert reads(data["text/html"]).endswith("The contract: two sets")
    assert "<svg" in data["text/html"]


# --- every wrong selection ------------------------------------------------------------------------------------------


def exercises():
    """Each board of the lessons, by its notebook and its line."""
    widgets = {name: getattr(contract_rummy_widgets, name) for name in contract_rummy_widgets.__all__}
    names = vars(contract_rummy) | widgets
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] != "code":
                continue
            for line in source.splitlines():
                if re.match(r"(HandView|MeldBuilder|ContractBoard)\(", line):
                    yield pytest.param(lambda line=line: eval(line, dict(names)), id=f"{path.stem[:2]} {line}")


BOARDS = list(exercises())
LAWS = {Speaker().law(rule, STANDARD) for rule in RULES.values()}


def selections(board):
    return [chosen for size in range(1, 6) for chosen in combinations(range(len(board.hand)), size)]


def unsaid(cards):
    """Whether nobody can say which cards are missing, since a bare joker would stand for one of them."""
    return len(cards) < 3 and any(card.code == "*" for card in cards)


@pytest.mark.parametrize("make", BOARDS)
def test_every_wrong_selection_is_answered(make):
    """All subsets of one to five cards, judged as what a tray would take them for."""
    board = make()
    wrong = 0
    for chosen in selections(board):
        cards = tuple(board.hand.cards[n] for n in chosen)
        for kind in Kind if None in board.kinds else set(board.kinds):
            verdict = judge(Claim(kind, cards), hand=board.hand)
            if verdict.lawful:
                continue
            wrong += 1
            told = explain(verdict)
            broken = [line for line in told.lines if line.state is State.BROKEN]
            assert broken[0].rule.id in RULES
            assert broken[0].at_fault or broken[0].missing or unsaid(cards), verdict.laying
            assert told.headline
            assert told.headline not in LAWS
            assert len(told.headline) < 160
    assert wrong > 30 or len(board.hand) < 8


def check_answer(board, chosen, tray):
    """Lay these cards into a tray alone; whatever is wrong is answered by a rule, a sentence and a mark."""
    placed = [[] for _ in board.kinds]
    placed[tray] = list(chosen)
    board.placed = placed
    board.lay()
    said = board.verdict
    if said["state"] == "lawful":
        return None
    ids = re.findall(r'class="cr-id"[^>]*>([a-z.-]+)</a></div>', said["below"])
    assert len(ids) == 1, board.text
    assert ids[0] in RULES
    assert said["headline"] not in LAWS
    assert "{" not in said["headline"]
    assert set(said["faults"]) <= set(range(len(board.hand)))
    if ids[0] != "contract.whole":  # nothing is wrong with these cards but that they are not all
        assert said["faults"] or said["ghosts"] or unsaid([board.hand.cards[n] for n in chosen]), board.text
        assert said["state"] == "asks" or "mend" in said or "note" in said or ids[0].startswith("contract."), board.text
    return ids[0]


@pytest.mark.parametrize("make", BOARDS)
def test_some_wrong_selections_on_their_board(make):
    board = make()
    trays = {kind: tray for tray, kind in enumerate(board.kinds)}.values()
    some = [chosen for n, chosen in enumerate(selections(board)) if len(chosen) == 1 or n % 41 == 0]
    answers = [check_answer(board, chosen, tray) for chosen in some for tray in trays]
    assert any(answers)


@pytest.mark.sweep
@pytest.mark.parametrize("make", BOARDS)
def test_all_wrong_selections_on_their_board(make):
    board = make()
    for tray in {kind: tray for tray, kind in enumerate(board.kinds)}.values():
        answers = Counter(check_answer(board, chosen, tray) for chosen in selections(board))
        assert answers.total() > answers[None]


# --- practice hands -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "jokers"),
    [(1, 0), (2, 0), (3, 1)] + [pytest.param(deal, 1, marks=pytest.mark.sweep) for deal in (4, 5, 6, 7)],
)
def test_one_practice_hand_in_three_falls_short(deal, jokers):
    contract = STANDARD.contract(deal)
    short = Counter()
    for seed in range(300):
        held = practice_hand(deal, seed, jokers=jokers)
        assert len(held) == contract.cards + contract.last
        assert jokers or not any(card.code == "*" for card in held)
        short[shortage(held, contract, STANDARD).missing] += 1
    assert set(short) <= {0, 1, 2}
    assert 75 <= short[1] + short[2] <= 125


def test_no_lesson_before_the_third_deals_jokers():
    for make in BOARDS:
        board = make.values[0]()
        if make.id[:2] in ("00", "01", "02"):
            assert not any(card.code == "*" for card in board.hand)
            assert getattr(board, "jokers", 0) == 0


def test_kinds_of_trays():
    labels = [tray["label"] for tray in ContractBoard("5H", contract="set set set set").trays]
    assert labels == ["First set", "Second set", "Third set", "Set 4"]
    assert ContractBoard(deal=6).kinds == (Kind.SET, Kind.SEQUENCE, Kind.SEQUENCE)
    assert [tray["label"] for tray in ContractBoard(deal=6).trays] == ["The set", "First sequence", "Second sequence"]


def test_a_contract_that_no_hand_can_meet_is_told():
    board = ContractBoard("5S 5H 5D 9C 9H", deal=1, variant=STANDARD.but(set_min=5, set_max=8))
    board.show_key()
    assert says(board) == "No hand can meet this contract at this table."
    tap(board, "5S", "5H", "5D")
    ask(board, do="lay")
    assert says(board) == "Only three fives: a set needs five."


# --- hints ----------------------------------------------------------------------------------------------------------


def hint(board):
    """Ask for a hint; return what it says."""
    ask(board, do="hint")
    assert board.verdict["state"] == "hint"
    return says(board)


def climb(board):
    """Ask for hints until one meld is shown; return what they say, and what the button offers after each."""
    told, offers = [], []
    for _ in range(4):
        told.append(hint(board))
        offers.append(board.verdict.get("next"))
        if offers[-1] is None:
            break
    return told, offers


def test_hints_lead_to_a_meld_and_then_to_the_next():
    board = ContractBoard("2S 5S 9S 5H 7H 9H 5D KD 9D 9C")
    told, offers = climb(board)
    assert told == [
        "Look at your nines: you hold four of them.",
        "One rank and no suit twice makes a set: your nines are spades, hearts, diamonds and clubs.",
        "The nine of spades belongs to it: it brings spades to the nines.",
        "Here it lies: four nines of different suits.",
    ]
    assert offers == ["hint_more", "hint_more", "hint_show", None]
    assert board.text == "set(9S 9H 9D 9C)"
    assert climb(board)[0][0] == "Look at your fives: you hold three of them."
    ask(board, do="lay")
    assert says(board) == "The contract is met: two sets."
    assert hint(board) == "Nothing is missing: lay it down."


def test_a_hint_points_at_cards_and_unfolds_its_rule():
    board = ContractBoard("2S 5S 9S 5H 7H 9H 5D KD 9D 9C")
    hint(board)
    assert codes(board, board.verdict["hints"]) == ["9S", "9H", "9D", "9C"]
    assert "below" not in board.verdict
    hint(board)
    assert "The rule: every suit once" in reads(board.verdict["below"])
    hint(board)
    assert codes(board, board.verdict["hints"]) == ["9S"]


def test_a_tap_begins_the_hints_anew():
    board = ContractBoard("2S 5S 9S 5H 7H 9H 5D KD 9D 9C")
    first = hint(board)
    hint(board)
    tap(board, "5S")
    assert board.verdict == {}
    assert hint(board) == "First set: what lies there is right, and your hand holds the rest."
    ask(board, do="clear")
    assert hint(board) == first
    ask(board, do="lay")
    assert hint(board) == first


def test_a_hint_names_the_tray_in_which_something_is_in_the_way():
    board = ContractBoard("5S 6S 7S 7H 7D 7C 2C KD", deal=2)
    tap(board, "7S", "7H", "7D")
    told, _ = climb(board)
    assert told[0] == "The set: something in it is wanted in another meld."
    assert board.text == "set(7H 7D 7C)"


def test_a_hint_points_into_a_tray():
    board = MeldBuilder("6D 7D 8D 2C 3C")
    tap(board, "6D", "7D", "8D", "2C")
    for _ in range(3):
        said = hint(board)
    assert said == "The two of clubs goes back: without it a sequence is left."
    assert codes(board, board.verdict["hints"]) == ["2C"]
    hint(board)
    assert board.text == "sequence(6D 7D 8D)"


def test_what_is_out_of_reach_is_shown_with_ghosts():
    board = ContractBoard("5S 6S 7H 7D 7C 2C 3C KD", deal=2)
    told, _ = climb(board)
    assert told[-1] == "This is as near as your hand comes to a set and a sequence: one card is missing."
    assert board.text == "set(7H 7D 7C) sequence(5S 6S)"
    assert board.verdict["ghosts"] == [[1, 2, "cr-7S", "seven of spades"]]
    assert hint(board).startswith("Your hand comes no nearer")


@pytest.mark.parametrize("seed", range(12))
def test_hints_lead_every_board_to_its_end(seed):
    """Whatever is tapped, what is shown is done, until nothing is missing or the hand comes no nearer."""
    chance = Random(seed)
    deal = 1 + seed % 7
    board = chance.choice([ContractBoard(deal=deal, seed=seed, jokers=2), MeldBuilder(deal=deal, seed=seed)])
    for code in chance.sample([card.code for card in board.hand], chance.randrange(7)):
        tap(board, code)
    for _ in range(12):
        told, _ = climb(board)
        if len(told) == 1:
            break
        assert says(board) == told[-1]
    ask(board, do="lay")
    assert board.verdict["state"] == "lawful" if told == ["Nothing is missing: lay it down."] else "nearer" in told[0]
    assert not board.fault


def test_what_was_on_its_way_when_the_hand_changed_is_void():
    board = ContractBoard(deal=1, seed=1)
    before = board.held
    board.another()
    ask(board, do="lay")
    said = says(board)
    ask(board, do="pick", n=0, code=board.hand.cards[0].code, held=before, id="too late")
    ask(board, do="tray", n=1, held=before, id="late, too")
    assert (board.placed, board.now, board.chosen) == ([[], []], 0, False)
    assert says(board) == said
    assert board.heard == "late, too"
    assert board.fault == ""


def test_what_a_page_has_kept_is_taken_up_again():
    board = ContractBoard(deal=1, seed=1)
    board.another()
    tap(board, *(card.code for card in board.hand.cards[:3]))
    ask(board, do="lay")
    again = ContractBoard(deal=1, seed=1)
    again.set_state({"kept": {"seed": board.seed, "melds": board.text, "judged": True}})
    assert (again.hand, again.text, says(again)) == (board.hand, board.text, says(board))
    again.set_state({"kept": {"seed": 1, "melds": "", "judged": False}})  # somebody plays already
    assert again.text == board.text
    chosen = ContractBoard(deal=1, seed=1)
    chosen.set_state({"kept": {"seed": 1, "melds": "", "now": 1, "chosen": True}})
    tap_to_chosen = chosen.hand.cards[0].code
    ask(chosen, do="pick", n=0, code=tap_to_chosen, held=chosen.held, id="a tap")
    assert [codes(chosen, tray) for tray in chosen.placed] == [[], [tap_to_chosen]]
    third = ContractBoard(deal=1, seed=1)
    first, second = board.hand.cards[0].code, board.hand.cards[1].code
    later = [{"do": "tray", "n": 0}, {"do": "pick", "n": 1, "code": second}, {"do": "unpick", "n": 9, "code": "9X"}]
    third.set_state(
        {"kept": {"seed": board.seed, "melds": f"set({first})", "trays": [1], "judged": True, "later": later}}
    )
    assert ([codes(third, tray) for tray in third.placed], says(third)) == ([[second], [first]], "")
    for junk in (
        {"seed": "x", "melds": 7, "trays": {0: 1}, "later": "x"},
        {"trays": [5], "now": 9, "later": [7, {"do": "pick"}, {"do": "tray", "n": 9}, {"do": "lay"}]},
        {"melds": "set(9S 9H 9D) !"},
        {"seed": -1, "melds": "set(", "judged": True},
    ):
        other = ContractBoard(deal=1, seed=1)
        other.set_state({"kept": junk})
        assert (other.text, says(other), other.fault, other.seed) == ("", "", "", 1)
