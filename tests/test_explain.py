"""What verdicts say: the promised headlines word for word, and that every sentence is whole, particular and translatable."""

import importlib
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from test_judge import TABLES, UNIVERSES, claims_of
from test_rulings import ROWS, judged

from contract_rummy import (
    RULES,
    STANDARD,
    Card,
    Claim,
    Hand,
    Kind,
    claims,
    explain,
    hand,
    judge,
    repair,
    shortage,
    variant,
)
from contract_rummy.cards import FACES
from contract_rummy.explain import Speaker
from contract_rummy.reading import read
from contract_rummy.script import all_steps
from contract_rummy.verdict import State

ROOT = Path(__file__).parents[1]
DEALS = (ROOT / "tests/rulings", ROOT / "notebooks/deals")
told = importlib.import_module("contract_rummy.explain")  # the module; the package gives its function this name
sys.path.append(str(ROOT / "tools"))
make_pot = importlib.import_module("make_pot")

SPEAK = Speaker()

# --- the promised headlines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("melds", "headline"),
    [
        ("set(5H 5D KD)", "The king of diamonds is not a five."),
        ("sequence(9D TD QD)", "Nine, ten, queen of diamonds: the jack is missing."),
        ("sequence(QH KH AH 2H)", "The ace is high here, after the king; a sequence does not go on to the two."),
        ("set(5D 5D 5H)", "Two fives of diamonds: in a set every suit is different."),
        ("set(8H 8S *)", "Which eight is the joker: clubs or diamonds?"),
        ("sequence(9S JS QS KS AS)", "Nine, jack, queen, king, ace of spades: the ten is missing."),
        ("sequence(3S AS TS QS)", "The three of spades does not join the row ten, queen, ace."),
    ],
)
def test_headline_of_a_meld(melds, headline):
    assert explain(judge(claims(melds))).headline == headline


def test_a_row_round_the_corner_is_read_along_the_circle():
    table = variant("standard ace=wrap")
    told = explain(judge(claims("sequence(4S TS 2S 3S QS JS KS)", table), table))
    assert told.headline == "Ten to four of spades: the ace is missing."


@pytest.mark.parametrize(
    ("held", "headline"),
    [
        ("5D 5S", "The two fives of hearts are not in your hand."),
        ("5H 5D 5S", "The five of hearts is in your hand once only, and one card serves one meld."),
        ("5H 5D", "The five of spades and the five of hearts are played more often than your hand holds them, and one card serves one meld."),
    ],
)  # fmt: skip
def test_headline_of_cards_that_the_hand_does_not_hold(held, headline):
    table = variant("standard set_suits=any")
    assert explain(judge(claims("set(5H 5H 5D 5S)", table), table, hand=hand(held))).headline == headline


def test_headline_of_a_card_played_once_too_often():
    table = variant("standard set_suits=any packs=3")
    told = explain(judge(claims("set(5H 5H 5H)", table), table, hand=hand("5H 5H", table)))
    assert (
        told.headline
        == "The five of hearts is played more often than your hand holds it, and one card serves one meld."
    )


@pytest.mark.parametrize(
    ("melds", "deal", "held", "headline"),
    [
        (
            "set(7H 7S 7D)",
            1,
            "7H 7S 7D 9C 9H KD 2S 4H JC TS",
            "One set is down, and this contract asks for two at once. You are one card short: a nine.",
        ),
        (
            "set(7H 7S 7D)",
            1,
            "7H 7S 7D 9C 9H KD KS 4H JC TS",
            "One set is down, and this contract asks for two at once. You are one card short: a nine or a king.",
        ),
        (
            "set(7H 7S 7D)",
            2,
            "7H 7S 7D 9C TC KD 2S 4H 6H JS",
            "One set is down, and this contract asks for a set and a sequence at once. "
            "You are one card short: the five of hearts, the eight of clubs or the jack of clubs.",
        ),
        (
            "set(7H 7S 7D)",
            1,
            "7H 7S 7D 9C 9H 9S",
            "One set is down, and this contract asks for two at once. Your hand holds the rest.",
        ),
        (
            "set(7H 7S 7D)",
            1,
            "7H 7S 7D 9C",
            "One set is down, and this contract asks for two at once. You are two cards short.",
        ),
        (
            "sequence(3S 4S 5S 6S) sequence(8S 9S TS JS)",
            3,
            None,
            "Both sequences are spades, and in this contract their suits must differ.",
        ),
        (
            "sequence(4S 5S 6S 7S) sequence(9H TH JH QH) sequence(3D 4D 5D 6D)",
            7,
            "4S 5S 6S 7S 9H TH JH QH 3D 4D 5D 6D 2D",
            "The two of diamonds would stay behind, and this deal ends without a discard.",
        ),
        (
            "sequence(4C 5C 6C 7C) sequence(4H 5H 6H 7H)",
            7,
            "4C 5C 6C 7C 4H 5H 6H 7H 9S TS JS QS 2S",
            "Two sequences are down, and this contract asks for three at once. You are one card away: the two of spades has to go.",
        ),
        (
            "sequence(4C 5C 6C 7C) sequence(4H 5H 6H 7H)",
            7,
            "4C 5C 6C 7C 4H 5H 6H 7H 9S TS 2S 2D",
            "Two sequences are down, and this contract asks for three at once. You are three cards away: so many have to come or to go.",
        ),
    ],
)
def test_headline_of_a_contract(melds, deal, held, headline):
    contract = STANDARD.contract(deal)
    known = held and hand(held)
    short = shortage(known, contract, STANDARD) if known else None
    assert explain(judge(claims(melds), contract=contract, hand=known), shortage=short).headline == headline


@pytest.mark.parametrize(
    ("melds", "held", "mend"),
    [
        ("set(5H 5D KD)", "5H 5D KD 5S", "Swap the king of diamonds for the five of spades."),
        ("sequence(9D TD QD)", "9D TD QD", "Add the jack of diamonds. It is not in your hand."),
        ("sequence(9D TD QD)", None, "Add the jack of diamonds."),
        ("sequence(QH KH AH 2H)", "QH KH AH 2H", "Take the two of hearts away."),
        ("set(5D 5D 5H)", "5D 5D 5H 5S", "Swap the five of diamonds for the five of spades."),
        ("set(8H 8S *)", "8H 8S *", "Call the joker the eight of diamonds."),
        ("set(5H 6D KD)", "5H 6D KD 5S", "Swap the six of diamonds for the five of diamonds. Swap the king of diamonds for the five of spades. The five of diamonds is not in your hand."),
        ("set(8H * *)", "8H * *", "Call one joker the eight of spades. Call the other joker the eight of diamonds."),
        ("sequence(*=2D * TD)", "* * TD", "Let the joker for the two of diamonds be the eight of diamonds. Call the joker the nine of diamonds."),
        ("sequence(KS 3S AH 2S)", "KS 3S AH 2S", "Swap the ace of hearts for the ace of spades. Take the king of spades away. The ace of spades is not in your hand."),
    ],
)  # fmt: skip
def test_mend(melds, held, mend):
    verdict = judge(claims(melds), hand=held and hand(held))
    assert explain(verdict, repair=repair(verdict)).mend == mend


@pytest.mark.parametrize(
    ("melds", "held", "headline"),
    [
        (
            "set(QS 5H 6H 8H)",
            "QH QD *",
            "The five of hearts, the six of hearts and the eight of hearts are not queens.",
        ),
        ("set(5H 5D KS KC)", "KH 2C", "The five of hearts and the five of diamonds are not kings."),
        ("set(5H 5D KS KC)", "5C 2C", "The king of spades and the king of clubs are not fives."),
        ("sequence(5H 6S 9D)", "TD JD 2C", "The six of spades and the five of hearts are not diamonds."),
        ("set(8S 8H 9S 9H KD)", "9C 2C", "A set has room for four cards: the eight of spades is one too many."),
    ],
)
def test_the_mend_says_what_is_meant(melds, held, headline):
    laid = claims(melds)
    verdict = judge(laid, hand=hand(f"{held} {' '.join(card.code for card in laid[0].cards)}"))
    found = explain(verdict, repair=repair(verdict))
    assert found.headline == headline


def test_no_mend_keeps_what_the_headline_blames():
    chance, blamed = Random(1), 0
    for _ in range(3000):
        dealt = chance.sample(FACES, 10)
        claim = Claim(chance.choice(list(Kind)), tuple(dealt[: chance.randint(2, 6)]))
        verdict = judge(claim, hand=Hand(tuple(dealt)))
        mended = repair(verdict)
        if mended is None:
            continue
        first = next(line for line in explain(verdict, repair=mended).lines if line.state is State.BROKEN)
        kept = Counter(claim.cards) - Counter(change.goes for change in mended.changes)
        if first.rule.id in ("set.rank", "sequence.suit"):
            assert not set(kept) <= set(first.at_fault), (claim, dealt)
            blamed += 1
        if first.rule.id == "set.size":
            assert set(first.at_fault) <= {change.goes for change in mended.changes}
    assert blamed > 1000


@pytest.mark.parametrize(
    ("melds", "table", "headline"),
    [
        ("set(9H)", "standard", "Only one nine: a set needs three."),
        ("set(9H 9D)", "standard", "Only two nines: a set needs three."),
        ("set(AS AH AD AC 2S 2H 2D 2C 3S 3H 3D)", "standard", "A set has room for four cards: the two of spades, the three of spades, the two of hearts and four more are too many."),
        ("sequence(3C * KC 2C)", "standard ace=high", "No sequence goes from the king round to the two, not even with a joker as the ace: the king has no place here."),
        ("sequence(QH KH * 2H)", "standard ace=low", "No sequence goes from the king round to the two, not even with a joker as the ace: the two has no place here."),
        ("set(9S 9H 9C * 9S)", "standard packs=2 set_suits=any", "A set has room for four cards: the joker is one too many."),
        ("sequence(8S 7S * TS)", "standard jokers_per_meld=0", "The joker has no name yet: say which card it stands for."),
        ("sequence(3H 6H 9H)", "standard", "Three, six, nine of hearts: these ranks lie too far apart."),
        ("set(KD KD 5H 5S)", "standard", "The two kings of diamonds are not fives."),
        ("set(5H * *)", "standard jokers=2 jokers_per_meld=0", "The jokers have no names yet: say which cards they stand for."),
        ("sequence(4D *=5D 6D)", "standard jokers_per_meld=0", "At this table no joker goes into a meld: the joker for the five of diamonds has to go."),
        ("sequence(* 3H 6H)", "standard", "Three, six of hearts: the four and the five are missing, and the joker can be only one of them."),
    ],
)  # fmt: skip
def test_headlines_of_odd_corners(melds, table, headline):
    table = variant(table)
    assert explain(judge(claims(melds, table), table)).headline == headline


# --- all that can be said -------------------------------------------------------------------------------------------

MORE = [
    ("standard packs=3 set_suits=distinct", "-", "-", "set(5D 5D 5D 6H 7S)"),
    ("standard packs=2 set_max=3", "-", "-", "set(5D 5S 5H KC KS)"),
    ("standard packs=2", "-", "-", "sequence(3H 3H 5H 8H 8H)"),
    ("standard", "-", "-", "sequence(2H 3H 4H 5H 6H 7H 9H)"),
    ("standard jokers=4", "-", "-", "sequence(4H 9H * *)"),
    ("standard jokers=4", "-", "-", "sequence(*=4H *=9H * 9H 5H)"),
    ("standard packs=2 jokers=4 jokers_per_meld=1", "-", "-", "set(5D 5H *=5S *=5C *)"),
    ("standard packs=2", "-", "5D", "set(5D 5D 5H)"),
    ("standard packs=2", "-", "5D 5H 5S 6D 7D", "set(5D 5H 5S) sequence(5D 6D 7D) sequence(5H 6H 7H)"),
    ("standard packs=2", "-", "5D 5H 5S 6D 7D 6H 7H", "set(5D 5H 5S) sequence(5D 6D 7D) sequence(5H 6H 7H)"),
    ("standard jokers=4", "-", "5D 5H 6D 6S *", "set(5D 5H *=5S) set(6D *=6H 6S)"),
    ("standard jokers=4", "-", "5D 5H 6D 6S 7D 7S * *", "set(5D 5H *=5S) set(6D *=6H 6S) set(7D *=7H 7S)"),
    ("standard extra_melds=no", "1", "-", "set(5D 5H 5S) set(6D 6H 6S) sequence(7D 8D 9D) set(KD KH KS)"),
    ("standard exact_size=yes", "1", "-", "set(5D 5H 5S 5C) set(6D 6H 6S 6C)"),
    ("standard last_deal=normal", "7", "-", "sequence(3S 4S 5S) sequence(6S 7S 8S) sequence(9H TH JH)"),
    ("standard ace=low", "-", "-", "sequence(KH AH)"),
    ("standard", "-", "-", "sequence(3H 4H 8H QH)"),
    ("standard", "5", "-", "set(5D 5H 5S) sequence(6D 7D 8D)"),
]


def small_verdicts():
    """Verdicts on claims of few cards, by every table."""
    for kind in Kind:
        for universe in UNIVERSES[kind]:
            for table in TABLES[kind]:
                plain = table.jokers_per_meld is None and table.sequence_min == 3
                for claim in islice(claims_of(kind, universe, 3 if plain else 2), 0, None, 1 if plain else 3):
                    yield judge(claim, table)


def other_verdicts():
    """Verdicts on the rulings, on the examples of the rules, and on some more."""
    for row in ROWS:
        yield judged(*row.values[1:6])
    for table, deal, held, melds in MORE:
        yield judged(table, deal, "first", held, melds)


@cache
def verdicts():
    """Very many verdicts, each with what is said of it."""
    return [(verdict, explain(verdict)) for verdict in (*small_verdicts(), *other_verdicts())]


CODE = re.compile(r"\b(?:[2-9TJQKA]|10)[SHDC]\b|[♠♥♦♣*_]|\b[a-z]+\.[a-z]+\b")


def check_sentence(said, verdict=None):
    assert re.fullmatch(r"[A-Z][^.?!{}]*[.?]", said), (said, verdict)
    assert not re.search(r"  |None|\(|\)", said), (said, verdict)
    assert not CODE.search(said), (said, verdict)


def test_every_sentence_is_whole():
    for verdict, found in verdicts():
        check_sentence(found.headline, verdict)
        for line in found.lines:
            check_sentence(line.sentence, (verdict, line.rule))


def test_every_mend_is_whole():
    for verdict, _ in islice(verdicts(), 0, None, 5):
        if found := repair(verdict):
            for said in re.findall(r"[^.]*\.", explain(verdict, repair=found).mend):
                check_sentence(said.strip(), verdict)


def test_no_headline_is_the_law_again():
    for verdict, found in verdicts():
        headline = found.headline.casefold()
        for finding in verdict.findings:
            law = SPEAK.law(finding.rule, verdict.laying.variant)
            assert law.casefold().rstrip(".") not in headline, verdict


def test_headline_names_each_card_at_fault():
    """A natural card by its rank, a joker as such; of a single meld, for the first rule that it breaks."""
    named = 0
    for verdict, found in verdicts():
        if verdict.lawful or len(verdict.laying.claims) > 1 or verdict.breaches[0][0].meld is None:
            continue
        headline = found.headline.casefold()
        for card in verdict.breaches[0][1].at_fault:
            word = card.rank.name.casefold() if isinstance(card, Card) else "joker"
            assert word in headline, (verdict, headline)
            named += 1
        for card in verdict.breaches[0][1].missing if "missing" in headline else ():
            assert card.rank.name.casefold() in headline, (verdict, headline)
    assert named > 1000


def test_headline_comes_first_and_nothing_twice():
    for _, found in verdicts():
        broken = [line.sentence for line in found.lines if line.state is State.BROKEN]
        assert found.headline == (broken[0] if broken else found.headline)
        assert found.sentences[0] == found.headline
        assert len(set(found.sentences)) == len(found.sentences)
        assert set(found.sentences) >= {line.sentence for line in found.lines}


@cache
def act_verdicts():
    """The verdicts on all plays of all deals that are written down: rulings, lessons and the examples of rules."""
    texts = [path.read_text("utf-8") for folder in DEALS for path in sorted(folder.glob("*.deal"))]
    texts += [example.position for rule in RULES.values() for example in rule.examples if example.position]
    return tuple(step.verdict for text in texts for script in read(text) for step in all_steps(script))


def test_what_players_do_is_told_in_whole_sentences():
    for verdict in act_verdicts():
        for said in re.findall(r"[^.?]*[.?]", explain(verdict).headline):
            check_sentence(said.strip(), None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sequence(JC QC KC)", "jack, queen, king of clubs"),
        ("sequence(JC *=QC KC)", "jack, queen, king of clubs with a joker for the queen of clubs"),
        ("set(2S 2C *=2D)", "three twos with a joker for the two of diamonds"),
        ("sequence(AH *=2H 3H *=4H)", "ace, two, three, four of hearts with jokers for the two of hearts and the four of hearts"),
        ("sequence(6D 7D *)", "six, seven of diamonds with a joker"),
        ("set(5D * *)", "three fives with two jokers"),
    ],
)  # fmt: skip
def test_a_meld_is_told_with_its_jokers(text, said):
    """Who only listens hears which card is a joker."""
    assert SPEAK.meld(claims(text)[0]) == said


def test_no_dead_text():
    """Every sentence by which a rule says that it is broken is said of some claim or act, for one and for many."""
    judged, said = set(), set()
    for verdict in act_verdicts():
        judged |= {finding.rule for finding in verdict.findings}
        said |= {(finding.rule, breach.how, dict(breach.facts).get("n") == 1) for finding, breach in verdict.breaches}
    for verdict, _ in verdicts():
        judged |= {finding.rule for finding in verdict.findings}
        said |= {(finding.rule, breach.how, dict(breach.facts).get("n") == 1) for finding, breach in verdict.breaches}
    unsaid = []
    for rule in judged:
        for how, text in rule.fails.items():
            of_one, of_many = ((rule, how, one) in said for one in (True, False))
            two_forms = not isinstance(text, str) and text[0] != text[1]
            if not (of_one and of_many if two_forms else of_one or of_many):
                unsaid.append((rule.id, how))
    assert not unsaid


@pytest.mark.parametrize("table", [STANDARD, *TABLES[Kind.SET], *TABLES[Kind.SEQUENCE]], ids=str)
def test_laws_are_true_sentences_in_every_variant(table):
    for rule in RULES.values():
        for said in re.findall(r"[^.]*\.", SPEAK.law(rule, table)):
            check_sentence(said.strip(), rule)


# --- translation ----------------------------------------------------------------------------------------------------


def test_the_template_is_current():
    """`python tools/make_pot.py` writes it."""
    assert make_pot.POT.read_text("utf-8") == make_pot.template()


def test_the_template_is_whole():
    """Each text of each rule stands in it, and each pair for one and many as a pair."""
    with make_pot.POT.open("rb") as file:
        ids = {message.id for message in read_po(file)}
    for rule in RULES.values():
        texts = [rule.name, rule.says, *rule.otherwise.values(), rule.holds, rule.holds_without, rule.waits]
        assert {text for text in (*texts, *rule.fails.values()) if text} <= ids, rule.id


def test_the_template_is_that_of_pybabel(tmp_path):
    command = [
        "pybabel",
        "-q",
        "extract",
        "--no-default-keywords",
        "-k",
        "N_",
        "-k",
        "NN_:1,2",
        "-o",
        tmp_path / "all.pot",
    ]
    run = [sys.executable, "-c", "import sys; from babel.messages.frontend import main; sys.exit(main())", *command[1:]]
    subprocess.run([*run, *(ROOT / package for package in make_pot.PACKAGES)], check=True)
    with (tmp_path / "all.pot").open("rb") as file:
        assert {message.id for message in read_po(file)} == {message.id for message in make_pot.extracted()}


def install(home, monkeypatch, lang, change):
    """Install a language in which every sentence is changed."""
    catalog = Catalog()
    for message in make_pot.extracted():
        if message.id:
            texts = [message.id] if isinstance(message.id, str) else message.id
            changed = tuple(change(text) for text in texts)
            catalog.add(message.id, changed[0] if len(changed) == 1 else changed)
    folder = home / lang / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "contract_rummy.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(told, "LOCALE", home)
    told._translations.cache_clear()


@pytest.fixture
def speechless(tmp_path, monkeypatch):
    """A language without words: of each sentence only the places are left, so that what has letters is not translated."""
    install(tmp_path, monkeypatch, "xx", lambda text: f"⟦{''.join(re.findall(r'{[^{}]*}', text))}⟧")
    yield "xx"
    told._translations.cache_clear()


def test_nothing_escapes_translation(speechless):
    short = shortage(hand("7H 7S 7D 9C 9H KD 2S 4H JC TS"), STANDARD.contract(1), STANDARD)
    for verdict in [*(verdict for verdict, _ in verdicts()[::11]), *other_verdicts()]:
        found = explain(verdict, speechless, repair=repair(verdict), shortage=short)
        for said in [found.headline, *(line.sentence for line in found.lines), found.mend or "⟦⟧"]:
            assert said.startswith("⟦"), (said, verdict)
            assert not re.search(r"[^⟦⟧\d ]", said), (said, verdict)
    speak = Speaker(speechless)
    for rule in RULES.values():
        for table in (STANDARD, *TABLES[Kind.SET], *TABLES[Kind.SEQUENCE]):
            assert not re.search(r"[^⟦⟧\d ]", speak.law(rule, table)), rule


def test_a_language_that_is_not_there_speaks_english():
    assert explain(judge(claims("set(5H 5D KD)")), "tlh").headline == "The king of diamonds is not a five."
