"""The course: seven contracts, one new rule at a time; its map, its rules and the way on, as pictures and words."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from contract_rummy.drawing import contract_figure
from contract_rummy.explain import Speaker
from contract_rummy.show import RULEBOOK, rule_body
from contract_rummy.variants import STANDARD
from contract_rummy.verdict import N_, NN_, RULES


@dataclass(frozen=True)
class Lesson:
    """One contract of the course: its notebook (empty while it is not written), its name, and what it brings in: in words, and by rule."""

    deal: int
    notebook: str
    name: str
    brings: str
    rules: tuple[str, ...] = ()
    """The ids of the rules that come up here first."""


LESSONS = (
    Lesson(
        1, "01_two_sets.ipynb", N_("Two sets"), N_("Sets, the parts of a turn, all or nothing"),
        ("set.size", "set.rank", "set.suits", "contract.whole", "contract.pattern",
         "turn.order", "turn.draw", "play.in-hand", "discard.end"),
    ),
    Lesson(
        2, "02_set_and_sequence.ipynb", N_("Set and sequence"), N_("Sequences, the ace high and low"),
        ("sequence.size", "sequence.suit", "sequence.order", "sequence.ace"),
    ),
    Lesson(
        3, "03_two_sequences.ipynb", N_("Two sequences"), N_("Suits that must differ, the joker and its card"),
        ("contract.suits", "joker.declared", "joker.limit"),
    ),
    Lesson(
        4, "04_three_sets.ipynb", N_("Three sets"), N_("Laying off, dead jokers, going out"),
        ("table.fixed", "swap.sequence", "meld.more", "contract.first", "lay-off.turn", "meld.owner", "deal.over"),
    ),
    Lesson(
        5, "05_two_sets_and_sequence.ipynb", N_("Two sets and a sequence"), N_("Taking from the pile, what may be thrown back"),
        ("pile.depth", "pile.meld", "discard.taken", "stock.renew"),
    ),
    Lesson(
        6, "06_set_and_two_sequences.ipynb", N_("Set and two sequences"), N_("Taking a joker back"),
        ("swap.card", "swap.owner", "swap.after-contract", "swap.use"),
    ),
    Lesson(
        7, "07_three_sequences.ipynb", N_("Three sequences"), N_("The whole hand, counting, the match"),
        ("contract.whole-hand", "score.cards", "score.hand", "score.winner"),
    ),
)  # fmt: skip
"""The lessons in their order."""


class Html:
    """Something that shows itself as HTML, and in words where there is none."""

    def html(self) -> str:
        """The picture, as HTML that reads as words when stripped."""
        raise NotImplementedError

    def plain(self) -> str:
        """The same in words."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.plain(), "text/html": f'<div class="cr cr-widget">{self.html()}</div>'}


class Course(Html):
    """The map of the course: a line for each contract, with what it asks for and what it brings in."""

    def __init__(self) -> None:
        self.speak = Speaker()

    def html(self) -> str:
        """A list of the contracts, linked where their lesson exists."""
        return f'<ol class="cr-course">{"".join(self._line(lesson) for lesson in LESSONS)}</ol>'

    def _line(self, lesson: Lesson) -> str:
        contract = STANDARD.contract(lesson.deal)
        state = self.speak.say(NN_("one card", "{n} cards"), n=contract.cards) if lesson.notebook else N_("to come")
        first = lesson.deal == 1
        state = N_("Begin here") if first else state
        inside = (
            f'<span class="cr-course__no">{lesson.deal}</span> '
            f'<span class="cr-course__name">{escape(self.speak.say(lesson.name))}</span> '
            f"{contract_figure([kind.value for kind in contract.asks])}"
            f'<span class="cr-course__brings">{escape(self.speak.say(lesson.brings))}</span> '
            f'<span class="cr-course__state">{escape(self.speak.say(state))}</span>'
        )
        if not lesson.notebook:
            return f'<li><span class="cr-course__line">{inside}</span></li>'
        current = ' aria-current="step"' if first else ""
        return f'<li><a href="{lesson.notebook}"{current}>{inside}</a></li>'

    def plain(self) -> str:
        """One line for each contract."""
        return "\n".join(
            f"{lesson.deal} {self.speak.say(lesson.name)}: {self.speak.phrase(lesson.brings)}" for lesson in LESSONS
        )


LAB = "11_lab.ipynb"
"""The notebook in which any hand is explored under any rules."""

WAYS = (
    (
        LAB,
        N_("Lab"),
        N_("Any hand under any rules: what it makes, what it lacks, what another table would say."),
    ),
    (RULEBOOK, N_("Rulebook"), N_("Every rule with its source, kept and broken, and what others play.")),
    (
        "turns/00_index.ipynb",
        N_("Turns to read"),
        N_("Turns with a sentence to each play, some of them going wrong; play on from any step."),
    ),
)
"""Other ways on from the course: a notebook, its name, and what it is."""


class Ways(Html):
    """Where one may go beside the course."""

    def __init__(self) -> None:
        say = Speaker().say
        self.ways = [(notebook, say(name), say(what)) for notebook, name, what in WAYS]

    def html(self) -> str:
        """A list of links, each with what is there."""
        items = (f'<li><a href="{at}">{escape(name)}</a><p>{escape(what)}</p></li>' for at, name, what in self.ways)
        return f'<ul class="cr-ways">{"".join(items)}</ul>'

    def plain(self) -> str:
        """One line for each way."""
        return "\n".join(f"{name}: {what}" for _, name, what in self.ways)


class Why(Html):
    """Some rules, each with its text, its clauses, and an example kept and one broken."""

    def __init__(self, *ids: str) -> None:
        unknown = [id for id in ids if id not in RULES]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not a rule; the rules are {', '.join(RULES)}")
        self.rules = tuple(RULES[id] for id in ids)
        self.speak = Speaker()

    def html(self) -> str:
        """The rules, one below the other."""
        rules = "".join(
            f'<section class="cr-why"><h3>{escape(self.speak.say(rule.name))}</h3>'
            f"{rule_body(rule, STANDARD, self.speak)}</section>"
            for rule in self.rules
        )
        return f'<div class="cr-whys">{rules}</div>'

    def plain(self) -> str:
        """One line for each rule."""
        return "\n".join(f"{rule.id}: {self.speak.law(rule, STANDARD)}" for rule in self.rules)


class Next(Html):
    """The way on from a lesson: the next contract, or back to the course."""

    def __init__(self, deal: int) -> None:
        self.speak = Speaker()
        self.after = next((lesson for lesson in LESSONS if lesson.deal == deal + 1 and lesson.notebook), None)

    def html(self) -> str:
        """Links to the next lesson and to the course."""
        onward = ""
        if self.after:
            onward = f'<a class="cr-button cr-button--main" href="{self.after.notebook}">{escape(self.plain())}</a>'
        course = escape(self.speak.say(N_("Back to the course")))
        return f'<div class="cr-actions">{onward} <a class="cr-button" href="00_start.ipynb">{course}</a></div>'

    def plain(self) -> str:
        """The name of what comes next."""
        if self.after is None:
            return self.speak.say(N_("Back to the course"))
        return self.speak.say(N_("Next: {name}"), name=self.speak.phrase(self.after.name).lower())
