"""Drawn cards: what is seen of them, and what is left to read where pictures are stripped."""

import html
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from contract_rummy.cards import FACES, JOKER, AnyCard, Card, Joker, Rank, Suit
from contract_rummy.drawing import cards_html, chip, contract_figure, sprite, symbol, symbol_id

CARDS: list[AnyCard] = [*FACES, JOKER, *map(Joker, FACES)]
EIGHTS = [Card(Rank.EIGHT, Suit.SPADES), Card(Rank.EIGHT, Suit.HEARTS), Card(Rank.JACK, Suit.DIAMONDS)]
EIGHTS_NAMES = ["eight of spades", "eight of hearts", "jack of diamonds, at fault"]


class Words(HTMLParser):
    """What a page reads where a host strips drawings and style sheets."""

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.words = 0, ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.inside += tag in ("svg", "style")

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag in ("svg", "style")

    def handle_data(self, data: str) -> None:
        self.words += "" if self.inside else data


def stripped(markup: str) -> str:
    reader = Words()
    reader.feed(markup)
    return reader.words.strip()


def names(markup: str) -> list[str]:
    return [card.get("aria-label", "") for card in ET.fromstring(markup).iter() if card.get("role") == "img"]


def test_every_card_has_a_face_of_its_own():
    drawing = ET.fromstring(sprite())
    faces = {face.get("id"): ET.tostring(face) for face in drawing.iter("symbol")}
    assert set(faces) == {symbol_id(card) for card in CARDS} | {"cr-back"}
    bodies = [re.sub(rb' id="[^"]+"', b"", face) for face in faces.values()]
    assert len(set(bodies)) == 52 + 1 + 52 + 1


def test_ids_read_like_cards():
    assert symbol_id(Card(Rank.FIVE, Suit.HEARTS)) == "cr-5H"
    assert symbol_id(JOKER) == "cr-joker"
    assert symbol_id(Joker(Card(Rank.EIGHT, Suit.SPADES))) == "cr-joker-8S"


def test_sprite_is_whole_and_small():
    drawing = ET.fromstring(sprite())
    ids = [part.get("id") for part in drawing.iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    assert {part.get("href", "")[1:] for part in drawing.iter("use")} <= set(ids)
    assert len(sprite()) <= 60_000


@pytest.mark.parametrize("rank", list(Rank)[1:10])
def test_a_number_card_has_as_many_pips_as_its_rank(rank):
    faces = {face.get("id"): face for face in ET.fromstring(sprite()).iter("symbol")}
    for suit in Suit:
        used = [part.get("href") for part in faces[symbol_id(Card(rank, suit))].iter("use")]
        assert used.count(f"#cr-pip-{suit.value}") == rank


def test_a_ten_is_drawn_as_ten():
    ten = Card(Rank.TEN, Suit.CLUBS)
    for picture in (symbol(ten), symbol(Joker(ten)), chip(ten, "ten of clubs"), cards_html([ten], ["ten of clubs"])):
        strokes = next(path for path in re.findall(r' d="([^"]+)"', picture) if path.startswith("m0 33"))
        assert strokes.count("m") == 2, "a one and a zero are two strokes"
        assert strokes.endswith("z"), "and the zero is closed"
        assert "<text" not in picture, "no font can turn it into a T"


def test_a_chip_reads_as_its_name():
    swap = f"Swap {chip(EIGHTS[2], 'jack of diamonds')} for {chip(JOKER, 'joker')}"
    assert stripped(swap) == "Swap jack of diamonds for joker"
    assert "href" not in swap, "it needs no sprite"


def test_a_row_names_every_card():
    row = cards_html(EIGHTS, EIGHTS_NAMES, at_fault=[2], label="eights, and a jack")
    root = ET.fromstring(row)
    assert (root.get("role"), root.get("aria-label")) == ("group", "eights, and a jack")
    assert names(row) == EIGHTS_NAMES


def test_a_row_reads_as_words_where_it_is_stripped():
    assert stripped(cards_html(EIGHTS, EIGHTS_NAMES)) == "eight of spades; eight of hearts; jack of diamonds, at fault"
    assert stripped(cards_html(EIGHTS[:2], EIGHTS_NAMES[:2])) == "eight of spades, eight of hearts"
    assert stripped(cards_html([], [], label="an empty hand")) == "an empty hand"


def test_a_row_needs_nothing_but_itself():
    row = cards_html(CARDS, [str(card) for card in CARDS])
    assert not re.search(r"href| id=|<style|var\(", row)
    assert len(cards_html(FACES[:3], ["a", "b", "c"])) < 5_000


def test_states_show_without_colour():
    row = ET.fromstring(cards_html(EIGHTS, EIGHTS_NAMES, at_fault=[2], missing=[1]))
    plain, ghost, fault = (card for card in row.iter() if card.get("role") == "img")
    assert [card.get("data-state") for card in (plain, ghost, fault)] == [None, "ghost", "fault"]
    low = [float(re.search(r"(\d+)\)", card.get("transform", ""))[1]) for card in (plain, ghost, fault)]
    assert low[2] > low[0] == low[1]
    dashes = ["stroke-dasharray" in ET.tostring(card, "unicode") for card in (plain, ghost, fault)]
    assert dashes == [False, True, True]
    signs = [sum(part.get("class") == "cr-row__sign" for part in card.iter()) for card in (plain, ghost, fault)]
    assert signs == [0, 1, 1]


def test_what_comes_from_outside_stays_text():
    evil = "<script>alert(1)</script>\"'&"
    for markup in (cards_html([JOKER], [evil], label=evil), chip(JOKER, evil)):
        assert "<script" not in markup
        assert html.escape(evil) in markup
        ET.fromstring(markup)
    assert names(cards_html([JOKER], [evil])) == [evil]


def test_a_row_wants_a_name_for_each_card():
    with pytest.raises(ValueError, match="zip"):
        cards_html(EIGHTS, EIGHTS_NAMES[:2])


def test_drawings_are_the_same_each_time():
    assert sprite() == sprite()
    assert cards_html(EIGHTS, EIGHTS_NAMES, {2}, {1}) == cards_html(EIGHTS, EIGHTS_NAMES, [2], (1,))


def test_a_contract_figure_lets_sequences_climb():
    figure = ET.fromstring(contract_figure(("set", "sequence")))
    heights = [float(card.get("y", "")) for card in figure.iter("rect")]
    assert heights == [6, 6, 6, 10, 5.5, 1]
    assert stripped(contract_figure(("set",))) == ""
