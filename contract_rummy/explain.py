"""A verdict, a rule, a card told in a language, by gettext.

Sentences come from the one home of each rule; what they speak of comes as values and is worded here. The form of a
word is chosen in the sentence, by what stands after the colon: `{rank:a}` is *a five*, `{cards:or}` a list with *or*.
"""

from __future__ import annotations

import gettext
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from os.path import dirname, join  # pathlib alone takes a tenth of the time that our import takes
from typing import Any

from .cards import JOKER, AnyCard, Card, Joker, Rank, Suit, Unknown, by_suit
from .deal import Act, Block, Deal, Discard, Draw, End, LayDown, LayOff, Renew, Swap, Take
from .referee import line_up
from .rules.melds import faced, of_one_rank, of_one_suit
from .table import Change, Claim, Repair, Shortage, Verdict
from .variants import FIELDS, Contract, Kind, Variant
from .verdict import N_, NN_, Breach, Facts, Finding, Holds, Rule, State, Text, facts

LOCALE = join(dirname(__file__), "locale")

RANK_FORMS = {
    Rank.ACE: (N_("ace"), N_("an ace"), N_("aces"), N_("the ace")),
    Rank.TWO: (N_("two"), N_("a two"), N_("twos"), N_("the two")),
    Rank.THREE: (N_("three"), N_("a three"), N_("threes"), N_("the three")),
    Rank.FOUR: (N_("four"), N_("a four"), N_("fours"), N_("the four")),
    Rank.FIVE: (N_("five"), N_("a five"), N_("fives"), N_("the five")),
    Rank.SIX: (N_("six"), N_("a six"), N_("sixes"), N_("the six")),
    Rank.SEVEN: (N_("seven"), N_("a seven"), N_("sevens"), N_("the seven")),
    Rank.EIGHT: (N_("eight"), N_("an eight"), N_("eights"), N_("the eight")),
    Rank.NINE: (N_("nine"), N_("a nine"), N_("nines"), N_("the nine")),
    Rank.TEN: (N_("ten"), N_("a ten"), N_("tens"), N_("the ten")),
    Rank.JACK: (N_("jack"), N_("a jack"), N_("jacks"), N_("the jack")),
    Rank.QUEEN: (N_("queen"), N_("a queen"), N_("queens"), N_("the queen")),
    Rank.KING: (N_("king"), N_("a king"), N_("kings"), N_("the king")),
}
SUIT_FORMS = {
    Suit.SPADES: (N_("spades"), N_("a spade")),
    Suit.HEARTS: (N_("hearts"), N_("a heart")),
    Suit.DIAMONDS: (N_("diamonds"), N_("a diamond")),
    Suit.CLUBS: (N_("clubs"), N_("a club")),
}
NUMBERS = (
    N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"),
    N_("nine"), N_("ten"), N_("eleven"), N_("twelve"), N_("thirteen"), N_("fourteen"),
)  # fmt: skip
KINDS = {
    Kind.SET: (N_("a set"), NN_("{n:word} set", "{n:word} sets")),
    Kind.SEQUENCE: (N_("a sequence"), NN_("{n:word} sequence", "{n:word} sequences")),
}


@dataclass(frozen=True, slots=True)
class Line:
    """What is said of one finding."""

    state: State
    rule: Rule
    sentence: str
    at_fault: tuple[AnyCard, ...] = ()
    missing: tuple[Card, ...] = ()
    meld: int | None = None
    without: bool = False
    """Whether the rule holds for want of anything that could break it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A verdict told in a language: one plain sentence first, then a line for each finding."""

    headline: str
    lines: tuple[Line, ...]
    mend: str | None = None
    """What the smallest repair does, in words; `None` where there is none."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that is said, in order: the headline, what else is broken, what holds, what waits."""
        first = next((line for line in self.lines if line.state is State.BROKEN), None)  # the headline says it
        rest = [line for state in _SAID_FIRST for line in self.lines if line.state is state and line is not first]
        return tuple(dict.fromkeys([self.headline, *(line.sentence for line in rest if line.sentence)]))


def explain(
    verdict: Verdict, lang: str = "en", *, repair: Repair | None = None, shortage: Shortage | None = None
) -> Explanation:
    """Tell a verdict. A `repair` and a `shortage`, found by `arrange`, are told along where they have to do with it.

    >>> from contract_rummy.notation import claim
    >>> from contract_rummy.referee import judge
    >>> explain(judge(claim("set(5H 5D KD)"))).headline
    'The king of diamonds is not a five.'
    """
    speak = Speaker(lang)
    lines = tuple(speak.line(_as_mended(finding, verdict, repair)) for finding in verdict.findings)
    broken = [line for line in lines if line.state is State.BROKEN]
    headline = broken[0].sentence if broken else speak.praise(verdict)
    if broken and broken[0].rule.id == "contract.whole" and shortage is not None:
        headline = f"{headline} {speak.short(shortage)}"
    return Explanation(headline, lines, speak.mend(repair) if repair else None)


def _as_mended(finding: Finding, verdict: Verdict, repair: Repair | None) -> Finding:
    """A finding that blames what the repair changes, where the cards alone would blame others: the hand says what is meant."""
    if repair is None or finding.meld != repair.meld or finding.breach is None:
        return finding
    claim = verdict.laying.claims[repair.meld]
    gone = [change.goes for change in repair.changes if change.goes]
    if finding.rule.id == "set.size" and Counter(finding.breach.at_fault) - Counter(gone):
        surplus = tuple(sorted(gone, key=by_suit)[: len(finding.breach.at_fault)])
        told = dict(finding.breach.facts) | {"cards": surplus}
        return replace(finding, outcome=replace(finding.breach, at_fault=surplus, facts=facts(**told)))
    kept = Counter(claim.cards) - Counter(gone)
    faces = [card.face for card in kept if card.face]
    if not faces or not set(kept) <= set(finding.breach.at_fault):
        return finding
    if finding.rule.id == "set.rank":
        return replace(finding, outcome=of_one_rank(faced(claim), faces[0].rank))
    if finding.rule.id == "sequence.suit":
        return replace(finding, outcome=of_one_suit(faced(claim), faces[0].suit))
    return finding


_TOLD: dict[type[Act], str] = {
    Draw: N_("{player} draws {what}."),
    Take: N_("{player} takes {what} from the pile."),
    LayDown: N_("{player} lays {what}."),
    LayOff: N_("{player} lays off {what}: {meld}."),
    Swap: N_("{player} gives {what} and takes the joker back."),
    Discard: N_("{player} discards {what}."),
    End: N_("{player} ends the turn with an empty hand."),
    Block: N_("{player} can draw nothing."),
    Renew: N_("The pile is shuffled into a new stock; its top card stays."),
}
"""How each act is told."""

_SAID_FIRST = (State.BROKEN, State.HOLDS, State.MOOT)


@dataclass(frozen=True)
class Speaker:
    """Words and sentences of one language; where a translation is missing, English speaks.

    >>> Speaker("en").name(Joker(Card(Rank.EIGHT, Suit.SPADES)))
    'joker for the eight of spades'
    """

    lang: str = "en"

    @property
    def translations(self) -> gettext.NullTranslations:
        """The catalogue of the language, or none."""
        return _translations(self.lang)

    def say(self, text: Text, facts: Facts = (), **more: Any) -> str:
        """A sentence with its facts in their places and a capital letter."""
        if not facts and not more and isinstance(text, str):
            return _sentence(self, text)
        said = self.phrase(text, facts, **more)
        return said[:1].upper() + said[1:]

    def phrase(self, text: Text, facts: Facts = (), **more: Any) -> str:
        """A part of a sentence with its facts in their places."""
        if not facts and not more and isinstance(text, str):
            return self.translations.gettext(text) if text else ""
        named = dict(facts) | more
        if isinstance(text, tuple):
            pattern = self.translations.ngettext(*text, named["n"])
        else:
            pattern = self.translations.gettext(text) if text else ""
        return pattern.format(**{name: _Worded(value, self) for name, value in named.items()})

    def line(self, finding: Finding) -> Line:
        """What is said of one finding."""
        rule, outcome = finding.rule, finding.outcome
        if isinstance(outcome, Breach):
            sentence = self.say(rule.fails[outcome.how], outcome.facts)
            return Line(State.BROKEN, rule, sentence, outcome.at_fault, outcome.missing, finding.meld)
        if isinstance(outcome, Holds):
            text: Text = rule.holds_without if outcome.without else rule.holds
            return Line(State.HOLDS, rule, self.say(text, outcome.facts), meld=finding.meld, without=outcome.without)
        return Line(State.MOOT, rule, self.say(rule.waits), meld=finding.meld)

    def law(self, rule: Rule, variant: Variant) -> str:
        """The text of a rule, true in this variant."""
        texts = [
            text
            for condition, text in rule.otherwise.items()
            for field, value in [condition.split("=")]
            if FIELDS[field].write(getattr(variant, field)) == value
        ]
        fields = {name: getattr(variant, name) for name in FIELDS} | {
            "fewest": variant.players[0],
            "most": variant.players[1],
        }
        return self.say(texts[0] if texts else rule.says, **fields)

    def praise(self, verdict: Verdict) -> str:
        """The headline of a lawful verdict."""
        if verdict.act is not None and verdict.after is not None:
            return self.tell(verdict.act, verdict.after)
        laying = verdict.laying
        kinds = tuple(claim.kind for claim in laying.claims)
        if laying.contract and not laying.down:
            return self.say(N_("The contract is met: {laid}."), laid=laying.contract.asks)
        meld = verdict.melds[0]
        if len(kinds) > 1:
            return self.say(N_("All of them hold: {laid:word}."), laid=kinds)
        if meld.kind is Kind.SET and len({face.rank for face in meld.faces}) == 1:
            n, rank = len(meld.cards), meld.faces[0].rank
            return self.say(N_("{n:word} {rank:many}: that is a set."), n=n, rank=rank)
        row = tuple(face.rank for face in meld.faces)
        return self.say(N_("{row:run} of {suit}: that is a sequence."), row=row, suit=meld.faces[0].suit)

    def tell(self, act: Act, after: Deal) -> str:
        """What a player did, and whether the deal ends with it; `after` is the deal as it stands then."""
        player = act.player or after.record[-1].player
        said = self.say(_TOLD[type(act)], facts(player=player, **self._told(act, after)))
        if not after.over:
            return said
        end = self.say(N_("{out} is out."), out=after.out) if after.out else self.say(N_("The deal is blocked."))
        return f"{said} {end}"

    def _told(self, act: Act, after: Deal) -> dict[str, Any]:
        """The facts of an act as it is told."""
        if isinstance(act, Draw):
            drawn = act.card if isinstance(act.card, Card | Joker) else None
            return {"what": drawn or _Phrase(self.phrase(N_("a card")))}
        if isinstance(act, Take | Discard | Swap):
            return {"what": act.card if not isinstance(act.card, Unknown) else _Phrase(self.phrase(N_("a card")))}
        if isinstance(act, LayDown):
            return {"what": _Phrase(self.all_of([self.meld(claim) for claim in act.claims]))}
        if isinstance(act, LayOff):
            return {"what": act.cards, "meld": _Phrase(self._meld(after.melds[act.meld - 1].claim))}
        return {}

    def meld(self, claim: Claim) -> str:
        """A meld in few words: *three fives*, or *three, four, five of spades*; its kind where it is neither; then its jokers."""
        jokers = tuple(card for card in line_up(claim) if isinstance(card, Joker))
        if not jokers:
            return self._meld(claim)
        faces = tuple(joker.face for joker in jokers if joker.face)
        if len(faces) < len(jokers):
            text = NN_("{meld} with a joker", "{meld} with {n:word} jokers")
        else:
            text = NN_("{meld} with a joker for {faces}", "{meld} with jokers for {faces}")
        return self.phrase(text, n=len(jokers), meld=_Phrase(self._meld(claim)), faces=faces)

    def _meld(self, claim: Claim) -> str:
        """The same without its jokers."""
        faces = [card.face for card in line_up(claim) if card.face]
        ranks, suits = {face.rank for face in faces}, {face.suit for face in faces}
        if claim.kind is Kind.SET and len(ranks) == 1:
            return self.phrase(N_("{n:word} {rank:many}"), n=len(claim.cards), rank=faces[0].rank)
        if claim.kind is Kind.SEQUENCE and len(suits) == 1:
            return self.phrase(N_("{row:run} of {suit}"), row=tuple(face.rank for face in faces), suit=faces[0].suit)
        return self.phrase(KINDS[claim.kind][0])

    def short(self, shortage: Shortage) -> str:
        """How far a hand is from its contract, and by which cards."""
        n = shortage.missing
        if not n:
            return self.say(N_("Your hand holds the rest."))
        cards = [card for card, then in shortage.helpful if then == n - 1]
        help = self._shortest(cards)
        if shortage.whole:
            return self._short_of_whole(n, help if len(help) < 5 else [], shortage.spare)
        if n > 1 or not help or len(help) > 4:
            return self.say(NN_("You are one card short.", "You are {n:word} cards short."), n=n)
        return self.say(NN_("You are one card short: {help}.", "You are {n:word} cards short: {help}."),
                        n=n, help=_Phrase(self.either(help)))  # fmt: skip

    def _short_of_whole(self, n: int, help: list[str], spare: tuple[AnyCard, ...]) -> str:
        """How far a hand is from going down whole: cards may have to come, and others to go."""
        if n == 1 and help and spare:
            return self.say(
                N_("You are one card away: {help} has to come, or {spare:or} to go."),
                help=_Phrase(self.either(help)),
                spare=spare,
            )
        if n == 1 and help:
            return self.say(N_("You are one card away: {help} has to come."), help=_Phrase(self.either(help)))
        if n == 1 and spare:
            return self.say(N_("You are one card away: {spare:or} has to go."), spare=spare)
        return self.say(
            NN_("You are one card away.", "You are {n:word} cards away: so many have to come or to go."), n=n
        )

    def elsewhere(self, verdict: Verdict, others: Sequence[Verdict]) -> list[str]:
        """What the tables say that rule otherwise, those that say it for the same reason together."""
        said: dict[tuple[str, str], list[str]] = {}
        for other in others:
            text = N_("{tables}: allowed. {because}") if other.lawful else N_("{tables}: refused. {because}")
            if not other.lawful and not verdict.lawful:
                text = N_("{tables}: refused too, for another reason. {because}")
            said.setdefault((text, self._because(verdict, other)), []).append(other.laying.variant.name)
        return [
            self.phrase(text, tables=_Phrase(self.row(names)), because=_Phrase(because))
            for (text, because), names in said.items()
        ]

    def _because(self, here: Verdict, there: Verdict) -> str:
        """Why another table rules otherwise: what it refuses, or the law by which it allows what is broken here."""
        if there.breaches:
            return self.line(there.breaches[0][0]).sentence
        return self.law(here.breaches[0][0].rule, there.laying.variant)

    def _shortest(self, cards: list[AnyCard]) -> list[str]:
        """Cards in few words: a rank for several of it, jokers left out since they always help."""
        naturals = [card for card in cards if isinstance(card, Card)]
        words = []
        for rank in sorted({card.rank for card in naturals}):
            same = [card for card in naturals if card.rank is rank]
            words.append(self.rank(rank, "a") if len(same) > 1 else self.card(same[0]))
        return words

    def mend(self, repair: Repair) -> str:
        """What a repair does, a sentence for each change."""
        said = [self.phrase(N_("{change}."), change=_Phrase(change)) for change in self.changes(repair, self.card)]
        away = [change for change in repair.changes if change.comes and change.from_hand is False]
        lying = [change for change in away if change.from_meld]
        cards = tuple(change.comes for change in lying or away)
        if cards and len(repair.changes) == 1:
            said.append(self.say(N_("It lies in another meld.") if lying else N_("It is not in your hand.")))
        elif lying:
            text = NN_("{cards} lies in another meld.", "{cards} lie in another meld.")
            said.append(self.say(text, n=len(cards), cards=cards))
        elif away:
            text = NN_("{cards} is not in your hand.", "{cards} are not in your hand.")
            said.append(self.say(text, n=len(cards), cards=cards))
        return " ".join(said)

    def changes(self, repair: Repair, show: Callable[[AnyCard], str]) -> list[str]:
        """What each change of a repair does, without its full stop; `show` words the cards, or draws them."""
        bare = [change for change in repair.changes if change.goes == JOKER]
        names = {1: [N_("the joker")], 2: [N_("one joker"), N_("the other joker")]}
        jokers = iter(names.get(len(bare), [N_("one joker"), *[N_("another joker")] * (len(bare) - 1)]))
        said, away = [], []
        for change in repair.changes:
            goes = self.phrase(next(jokers)) if change.goes == JOKER else show(change.goes) if change.goes else ""
            if change.verb == "take away":
                away.append(goes)
            else:
                comes = change.comes.face if change.verb == "declare" and change.comes else change.comes
                assert comes is not None, "only what is taken away leaves nothing in its place"
                said.append(self.say(_changing(change), comes=_Phrase(show(comes)), goes=_Phrase(goes)))
        return [*said, self.say(N_("Take {goes} away"), goes=_Phrase(self.some_of(away)))] if away else said

    def name(self, card: AnyCard) -> str:
        """A card as it is called out: *five of hearts*."""
        if isinstance(card, Joker):
            return self.phrase(N_("joker for {card}"), card=card.face) if card.face else self.phrase(N_("joker"))
        return self.phrase(N_("{rank:bare} of {suit}"), rank=card.rank, suit=card.suit)

    def card(self, card: AnyCard) -> str:
        """A card inside a sentence: *the five of hearts*."""
        if isinstance(card, Joker):
            return (
                self.phrase(N_("the joker for {card}"), card=card.face) if card.face else self.phrase(N_("the joker"))
            )
        return self.phrase(N_("the {rank:bare} of {suit}"), rank=card.rank, suit=card.suit)

    def copies(self, card: AnyCard, n: int) -> str:
        """Several equal cards inside a sentence: *the two fives of diamonds*."""
        if isinstance(card, Card):
            text = NN_("the {n:word} {rank:many} of {suit}", "the {n:word} {rank:many} of {suit}")
            return self.phrase(text, n=n, rank=card.rank, suit=card.suit)
        if card.face:
            return self.phrase(
                NN_("the {n:word} joker for {card}", "the {n:word} jokers for {card}"), n=n, card=card.face
            )
        return self.phrase(NN_("the {n:word} joker", "the {n:word} jokers"), n=n)

    def rank(self, rank: Rank, form: str = "") -> str:
        """A rank: bare, with `a`, `many` of it, or with *the*."""
        return self.phrase(RANK_FORMS[rank][{"bare": 0, "a": 1, "many": 2}.get(form, 3)])

    def suit(self, suit: Suit, form: str = "") -> str:
        """A suit, or with `a` one card of it."""
        return self.phrase(SUIT_FORMS[suit][1 if form == "a" else 0])

    def number(self, number: int) -> str:
        """A number in words where it is small."""
        return self.phrase(NUMBERS[number]) if 0 <= number < len(NUMBERS) else str(number)

    def kinds(self, kinds: tuple[Kind, ...], form: str = "") -> str:
        """Melds by their kinds: *a set and two sequences*, or with `word` *one set and two sequences*."""
        words = []
        for kind in Kind:
            n = kinds.count(kind)
            if n:
                one, many = KINDS[kind]
                words.append(self.phrase(one) if n == 1 and form != "word" else self.phrase(many, n=n))
        return self.all_of(words)

    def contract(self, contract: Contract) -> str:
        """What a contract asks for: *a set and two sequences*."""
        return self.kinds(contract.asks)

    def all_of(self, words: list[str]) -> str:
        """A list with *and*."""
        return self._list(words, N_("{first} and {last}"))

    def some_of(self, words: list[str]) -> str:
        """A list with *and*, of which only the beginning is told where it is long."""
        if len(words) <= MOST_NAMED:
            return self.all_of(words)
        few = words[: MOST_NAMED // 2]
        return self.phrase(N_("{cards} and {n:word} more"), cards=_Phrase(self.row(few)), n=len(words) - len(few))

    def either(self, words: list[str]) -> str:
        """A list with *or*."""
        return self._list(words, N_("{first} or {last}"))

    def _list(self, words: list[str], last_two: str) -> str:
        if len(words) < 2:
            return "".join(words)
        *first, last = words
        return self.phrase(last_two, first=_Phrase(self.row(first)), last=_Phrase(last))

    def row(self, words: list[str]) -> str:
        """A list with commas alone."""
        pattern, said = self.phrase(N_("{first}, {next}")), words[0]
        for word in words[1:]:
            said = pattern.format(first=said, next=word)
        return said


def _changing(change: Change) -> str:
    """The sentence of a change that brings or names a card; a joker's name is too long for *swap this for that*."""
    if change.verb == "declare":
        return N_("Call {goes} {comes}") if change.goes == JOKER else N_("Let {goes} be {comes}")
    if change.verb == "add":
        return N_("Add {comes}")
    jokers = isinstance(change.comes, Joker) or isinstance(change.goes, Joker)
    return N_("Put {comes} in the place of {goes}") if jokers else N_("Swap {goes} for {comes}")


@cache
def _translations(lang: str) -> gettext.NullTranslations:
    return gettext.translation("contract_rummy", LOCALE, [lang], fallback=True)


MOST_NAMED = 6
"""A sentence names so many cards at most; of more it names half as many, and counts the rest."""


class _Phrase(str):
    """Words that are said already."""

    __slots__ = ()


@lru_cache(maxsize=1024)
def _sentence(speak: Speaker, text: str) -> str:
    """A sentence that is the same each time."""
    said = speak.phrase(text)
    return said[:1].upper() + said[1:]


@lru_cache(maxsize=1024)
def _name(speak: Speaker, value: Rank | Suit | Card | Joker, form: str) -> str:
    """A rank, a suit or a card in the form that a sentence asks for; there are few, and they are named all the time."""
    if isinstance(value, Rank):
        return speak.rank(value, form)
    return speak.suit(value, form) if isinstance(value, Suit) else speak.card(value)


_NAMED = (Rank, Suit, Card, Joker)


class _Worded:
    """A fact that is worded when a sentence asks for it, in the form that the sentence asks for."""

    __slots__ = ("speak", "value")

    def __init__(self, value: Any, speak: Speaker) -> None:
        self.value = value
        self.speak = speak

    def __format__(self, form: str) -> str:
        return self._word(self.value, form)

    def _word(self, value: Any, form: str) -> str:
        speak = self.speak
        if isinstance(value, str):
            return value
        if isinstance(value, _NAMED):
            return _name(speak, value, form)
        if isinstance(value, tuple):
            kinds = value and all(isinstance(item, Kind) for item in value)
            return speak.kinds(value, form) if kinds else self._words(value, form)
        if isinstance(value, int) and form == "word":
            return speak.number(value)
        return str(value)

    def _words(self, values: tuple[Any, ...], form: str) -> str:
        if form == "run":
            words = [self._word(value, "bare") for value in values]
            if len(words) > 5:
                return self.speak.phrase(N_("{first} to {last}"), first=_Phrase(words[0]), last=_Phrase(words[-1]))
            return self.speak.row(words)
        many = Counter(values) if len(set(values)) < len(values) else dict.fromkeys(values, 1)
        words = [self.speak.copies(value, n) if n > 1 else self._word(value, "") for value, n in many.items()]
        return self.speak.either(words) if form == "or" else self.speak.some_of(words)
