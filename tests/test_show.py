"""Values show themselves: a repr that pastes back, and HTML that reads as words where its pictures are stripped."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from test_explain import SPEAK, install, told
from test_rulings import ROWS, judged

import contract_rummy
from contract_rummy import RULES, STANDARD, Contract, Hand, Kind, card, claim, claims, hand, judge, meld, variant
from contract_rummy import show as show_module
from contract_rummy.cards import FACES, JOKER, Joker
from contract_rummy.verdict import Example, State

VERDICTS = [judged(*row.values[1:6]) for row in ROWS]

# --- words that paste back ------------------------------------------------------------------------------------------

VALUES = [
    *FACES,
    JOKER,
    *map(Joker, FACES[:3]),
    Hand(()),
    hand("5H TD * AS"),
    claim("set(5H 5D KD)"),
    claim("sequence(5S * *=3S)"),
    meld("sequence(5S 3S *=4S)"),
    Contract((Kind.SET, Kind.SEQUENCE)),
    Contract((Kind.SET,), cards=12),
    *STANDARD.deals,
    STANDARD,
    variant("standard ace=wrap set_max=none exact_size=yes players=2-4 packs=2 jokers_per_meld=0"),
    *RULES.values(),
    *VERDICTS,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_repr_pastes_back(value):
    assert eval(repr(value), vars(contract_rummy)) == value
    assert "\n" not in repr(value)


def test_reprs_are_those_that_one_types():
    assert repr(claim("set(5h 10d)")) == "claim('set(5H TD)')"
    assert repr(hand("5h *")) == "hand('5H *')"
    assert repr(STANDARD.contract(2)) == "contract('set sequence')"
    assert repr(judge(claim("set(5H 5D KD)"))) == "judge([claim('set(5H 5D KD)')])"
    assert str(card("5H")) == "five of hearts"
    assert str(card("*=TS")) == "joker for the ten of spades"


# --- pictures that are words ----------------------------------------------------------------------------------------


def words(value):
    """What is read where pictures and styles are stripped."""
    html = value._repr_mimebundle_()["text/html"]
    html = re.sub(r"<(svg|style)\b.*?</\1>", "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (hand("5H * TD"), "five of hearts, joker, ten of diamonds"),
        (claim("set(5D *=5S KH)"), "joker for the five of spades, king of hearts, five of diamonds"),
        (meld("sequence(AS QS KS)"), "queen of spades, king of spades, ace of spades"),
        (meld("sequence(5S 3S *=4S)"), "three of spades, joker for the four of spades, five of spades"),
        (STANDARD.contract(2), "A set and a sequence, from a hand of ten cards"),
        (STANDARD.contract(5), "Two sets and a sequence, from a hand of twelve cards"),
    ],
)
def test_values_read_as_words(value, said):
    assert words(value) == said
    plain = value._repr_mimebundle_()["text/plain"]
    assert plain == (said if isinstance(value, Contract) else repr(value))


def test_an_empty_hand_shows():
    assert set(Hand(())._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_a_verdict_reads_as_words():
    verdict = judge(claims("sequence(9D TD QD)"), hand=hand("9D TD QD 2S"))
    said = words(verdict)
    assert said.startswith("Broken: Nine, ten, queen of diamonds: the jack is missing.")
    assert "nine of diamonds, ten of diamonds, jack of diamonds, missing" in re.sub(r"[;,]", ",", said)
    assert "Add the jack of diamonds. It is not in your hand." in said
    assert "Holds: Its cards have one suit." in said
    fault = words(judge(claim("set(5H 5D KD)")))
    assert "king of diamonds, at fault" in fault
    assert "five of hearts, at fault" not in fault
    assert words(judge(claim("set(5H 5D 5S)"))).startswith("Holds: Three fives: that is a set.")


@pytest.mark.parametrize("verdict", VERDICTS, ids=[row.id for row in ROWS])
def test_every_verdict_shows_its_headline_and_its_cards(verdict):
    headline = contract_rummy.explain(verdict).headline
    bundle, said = verdict._repr_mimebundle_(), words(verdict)
    assert bundle["text/plain"] == headline
    assert headline in said
    assert all(SPEAK.name(c) in said for c in verdict.laying.cards)
    assert ("Broken: " in said) is not verdict.lawful
    check_html(bundle["text/html"])


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_rule_shows_its_text_and_its_clauses(rule):
    bundle, said = rule._repr_mimebundle_(), words(rule)
    law = SPEAK.law(rule, STANDARD)
    assert bundle["text/plain"] == f"{rule.id}: {law}"
    assert law in said
    assert rule.id in said
    assert all(f"Clause {clause}" in said for clause in rule.clauses)
    check_html(bundle["text/html"])


class Balanced(HTMLParser):
    """A parser that refuses tags which do not close, and anything but text and known tags."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        assert tag not in ("script", "b0"), "text became a tag"
        if tag not in ("br", "hr", "img", "input", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check_html(html):
    parser = Balanced()
    parser.feed(html)
    parser.close()
    assert parser.open == []


def test_all_text_is_escaped(tmp_path, monkeypatch):
    """A translation with signs of HTML shows them as text."""
    install(tmp_path, monkeypatch, "en", lambda text: f'<script>"&{text}')
    show_module.rule_body.cache_clear()
    try:
        for value in [hand("5H *"), claim("set(5H *=5S)"), STANDARD.contract(1), *VERDICTS[::9], *RULES.values()]:
            html = value._repr_mimebundle_()["text/html"]
            check_html(html)
            assert "<script" not in html
            assert '"&' not in re.sub(r'="&', "", html)
            assert "&lt;script&gt;" in html
    finally:
        told._translations.cache_clear()
        show_module.rule_body.cache_clear()


# --- the examples of the rules --------------------------------------------------------------------------------------

EXAMPLES = [
    pytest.param(rule, example, state, id=f"{rule.id} {state.value}")
    for rule in RULES.values()
    for example, state in ((rule.kept, State.HOLDS), (rule.broken, State.BROKEN))
    if isinstance(example, Example) and example.melds
]


@pytest.mark.parametrize(("rule", "example", "state"), EXAMPLES)
def test_examples_keep_and_break_just_their_rule(rule, example, state):
    verdict = show_module.judged(example)
    if state is State.HOLDS:
        assert rule.id in verdict.holds
        assert verdict.lawful
    else:
        assert verdict.broken == (rule.id,)


def test_every_rule_of_melds_has_an_example_kept_and_one_broken():
    for rule in RULES.values():
        if rule.law.__module__.endswith((".melds", ".contract")):
            assert rule.kept, rule.id
            assert rule.broken, rule.id
            assert words(rule).count("Kept") == words(rule).count("Broken") == 1
