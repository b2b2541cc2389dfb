"""The shell commands: `python -m contract_rummy …`, also installed as `contract-rummy …`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from .arrange import best, shortage, ways
from .dealing import deal_out, seeded
from .explain import Line, Speaker, explain
from .learn import learn
from .notation import NotationError, claims, hand, variant
from .reading import read
from .referee import judge
from .repair import repair
from .rules.scoring import points
from .script import Play, Script, Step, all_steps
from .table import Shortage
from .variants import FIELDS, PRESETS, Contract, Variant, whole_number
from .verdict import N_, NN_, RULES, State
from .writing import act_text, in_order, write

SIGNS = {State.HOLDS: "+", State.BROKEN: "x", State.MOOT: "-"}


class BadInput(Exception):
    """Something that was given cannot be read; the message names the place and what was expected."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status (0 yes, 1 no, 2 bad input)."""
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
        return status
    except BadInput as error:
        print(_in_one_line(str(error)), file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _in_one_line(text: str) -> str:
    """A message without the line ends and control characters that somebody may have put into an argument."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise BadInput(f"{self.prog}: {message}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="contract-rummy", description="Contract Rummy, the rule explorer.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    table = _Parser(add_help=False)
    table.add_argument("--variant", metavar="NAME", default="standard", help="the preset to play by (standard)")
    table.add_argument("--set", metavar="FIELD=VALUE", action="append", default=[], help="change a field of it")
    printed = _Parser(add_help=False)
    printed.add_argument("--json", action="store_true", help="print the result as JSON")

    def command(name: str, run: Callable[[argparse.Namespace], int], says: str, *parents: _Parser) -> Any:
        added = commands.add_parser(name, help=says, description=says.capitalize() + ".", parents=parents)
        added.set_defaults(run=run)
        return added

    one = command("judge", _judge, "the verdict on a meld, or on several melds laid as a contract", table, printed)
    one.add_argument("melds", metavar="MELDS", help="such as 'set(5H 5D KD)'")
    one.add_argument("--deal", type=_number, metavar="N", help="judge the melds as the contract of this deal")
    one.add_argument("--hand", metavar="'HAND'", help="the cards held before the melds were laid")
    one.add_argument("--down", action="store_true", help="the contract was met on an earlier turn")

    one = command(
        "fill", _fill, "the ways in which a hand fulfils a contract, or how far it is from it", table, printed
    )
    one.add_argument("hand", metavar="'HAND'", help="such as '7D 7S 9S 9C * 7H'")
    one.add_argument("--deal", type=_number, metavar="N", required=True, help="the contract of this deal")
    one.add_argument("--limit", type=_number, metavar="N", default=100, help="print so many ways (100)")

    one = command("arrange", _arrange, "the melds that leave the fewest points in a hand", table, printed)
    one.add_argument("hand", metavar="'HAND'", help="such as '6D 7D 7C 7H 8D 8C 9C TH'")

    one = command("score", _score, "what the cards of a hand cost, card by card", table, printed)
    one.add_argument("hand", metavar="'HAND'", help="such as 'KH AS * 7C'")

    one = command("variants", _variants, "the presets, or the fields of one with their rules and sources", printed)
    one.add_argument("name", metavar="NAME", nargs="?", help="a preset")

    one = command(
        "check", _check, "play deal files as they are written, and say where the rules say otherwise", printed
    )
    one.add_argument("files", metavar="FILE", nargs="+", help="a .deal file")

    one = command("deal", _deal, "a fresh deal in .deal form", table)
    one.add_argument("--deal", type=_number, metavar="N", default=1, help="which deal of the variant (1)")
    one.add_argument("--players", type=_number, metavar="N", default=4, help="how many play (4)")
    one.add_argument("--seed", type=_number, metavar="N", default=0, help="deals of one seed are equal (0)")

    one = command("learn", _learn, "serve the lessons on this machine and open the browser")
    one.add_argument("--port", type=_number, metavar="N", help="the port to serve on (any free one)")
    one.add_argument("--no-browser", action="store_true", help="only print the address")
    one.add_argument("--lan", action="store_true", help="serve the room too, and print the address for the board")
    return parser


def _read(place: str, read: Callable[..., Any], *given: Any) -> Any:
    """Read something that was given; what goes wrong is told with its place."""
    try:
        return read(*given)
    except ValueError as error:
        raise BadInput(f"{place}: {error}") from None


def _table(options: argparse.Namespace) -> Variant:
    if options.variant not in PRESETS:
        raise BadInput(f"--variant: {options.variant!r} is not a variant; the variants are {', '.join(PRESETS)}")
    if not all(change.strip() for change in options.set):
        raise BadInput("--set: nothing is changed; a changed field is written FIELD=VALUE")
    text = " ".join([options.variant, *options.set])
    table: Variant = _read("--set", variant, text)
    return table


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _judge(options: argparse.Namespace) -> int:
    table = _table(options)
    laid = _read("melds", claims, options.melds, table)
    held = None if options.hand is None else _read("hand", hand, options.hand, table)
    contract = None if options.deal is None else _read("--deal", table.contract, options.deal)
    verdict = _read("melds", lambda: judge(laid, table, contract=contract, hand=held, down=options.down))
    mended = repair(verdict)
    short = None
    if held is not None and contract is not None and "contract.whole" in verdict.broken:
        with suppress(ValueError):  # no hand fulfils such a contract at this table
            short = shortage(held, contract, table)
    told = explain(verdict, repair=mended, shortage=short)
    if options.json:
        _print_json(
            {
                "lawful": verdict.lawful,
                "broken": verdict.broken,
                "holds": verdict.holds,
                "moot": verdict.moot,
                "sentences": told.sentences,
                "at_fault": _at_fault(told.lines),
                "repair": in_order(mended.mended).text if mended else None,
            }
        )
    else:
        print(told.headline)
        if told.mend:
            print(told.mend)
        for line in told.lines:
            print(f"  {SIGNS[line.state]} {line.rule.id:<20} {line.sentence}")
    return 0 if verdict.lawful else 1


def _at_fault(lines: Sequence[Line]) -> dict[str, list[str]]:
    """The cards at fault by rule id, as the sentences name them."""
    faults: dict[str, list[str]] = {}
    for line in lines:
        if line.state is State.BROKEN:
            faults.setdefault(line.rule.id, []).extend(card.code for card in line.at_fault)
    return faults


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"a whole number such as 3 was expected, not {text!r}")
    return number


def _fill(options: argparse.Namespace) -> int:
    table = _table(options)
    held = _read("hand", hand, options.hand, table)
    contract = _read("--deal", table.contract, options.deal)
    short = _read("--deal", shortage, held, contract, table)
    found, total = [], 0
    for way in ways(held, contract, table) if not short.missing else ():
        total += 1
        if total <= options.limit:
            found.append([meld.text for meld in way])
    if options.json:
        _print_json(
            {
                "met": not short.missing,
                "ways": found,
                "ways_total": total,
                "missing": short.missing,
                "helpful": {card.code: then for card, then in short.helpful},
            }
        )
    else:
        _print_filling(contract, short, found, total)
    return 0


def _arrange(options: argparse.Namespace) -> int:
    table = _table(options)
    held = _read("hand", hand, options.hand, table)
    found = _read("hand", best, held, table)
    melds, left = [meld.text for meld in found.melds], [card.code for card in found.left]
    if options.json:
        _print_json({"melds": melds, "left": left, "points": found.points})
    else:
        for meld in melds:
            print(meld)
        print(
            Speaker().say(
                N_("Left in the hand: {left}; {points} points."), left=" ".join(left) or "-", points=found.points
            )
        )
    return 0


def _print_filling(contract: Contract, short: Shortage, found: list[list[str]], total: int) -> None:
    speak = Speaker()
    if short.missing:
        said = NN_("One card is missing for {contract}.", "{n:word} cards are missing for {contract}.")
        if short.whole:
            said = NN_(
                "One card has to come or to go for {contract}.", "{n:word} cards have to come or to go for {contract}."
            )
        print(speak.say(said, n=short.missing, contract=contract.asks))
        helps = NN_("This card helps: {cards}", "Each of these helps: {cards}")
        if short.helpful:
            codes = ", ".join(card.code for card, _ in short.helpful)
            print(speak.say(helps, n=len(short.helpful), cards=codes))
        if short.spare:
            codes = ", ".join(card.code for card in short.spare)
            print(
                speak.say(
                    NN_("This card could go: {cards}", "One of these could go: {cards}"),
                    n=len(short.spare),
                    cards=codes,
                )
            )
        return
    counted = NN_("There is one way to lay {contract}.", "There are {n:word} ways to lay {contract}.")
    print(speak.say(counted, n=total, contract=contract.asks))
    for way in found:
        print(f"  {' '.join(way)}")
    if total > len(found):
        print(speak.say(N_("These are the first {n}; --limit prints more."), n=len(found)))


def _score(options: argparse.Namespace) -> int:
    table = _table(options)
    held = _read("hand", hand, options.hand, table)
    costs = [(card, points(card, table)) for card in held]
    total = sum(cost for _, cost in costs)
    if options.json:
        by_card: dict[str, int] = {}
        for card, cost in costs:
            by_card[card.code] = by_card.get(card.code, 0) + cost
        _print_json({"points": total, "cards": by_card})
    else:
        for card, cost in costs:
            print(f"{card.code:<3} {cost:>3}")
        print(f"{'':<3} {total:>3}")
    return 0


def _variants(options: argparse.Namespace) -> int:
    if options.name is not None and options.name not in PRESETS:
        raise BadInput(f"{options.name!r} is not a variant; the variants are {', '.join(PRESETS)}")
    chosen = [PRESETS[options.name]] if options.name else list(PRESETS.values())
    if options.json:
        _print_json([_described(preset) for preset in chosen])
    elif options.name is None:
        for preset in chosen:
            print(f"{preset.name:<12} {preset.source()}")
    else:
        _print_variant(chosen[0])
    return 0


def _described(preset: Variant) -> dict[str, Any]:
    return {
        "name": preset.name,
        "source": preset.source(),
        "note": preset.note,
        "fields": {
            name: {
                "value": about.write(getattr(preset, name)),
                "source": preset.source(name),
                "rules": [rule.id for rule in RULES.values() if name in rule.options],
            }
            for name, about in FIELDS.items()
        },
        "deals": [{"contract": contract.text, "cards": contract.cards} for contract in preset.deals],
    }


def _print_variant(preset: Variant) -> None:
    speak = Speaker()
    print(f"{preset.name}, after {preset.source()}\n{preset.note}")
    for name, about in FIELDS.items():
        print(f"{name}={about.write(getattr(preset, name))}    ({about.expected}; {preset.source(name)})")
        for rule in RULES.values():
            if name in rule.options:
                print(f"    {rule.id} ({', '.join(rule.clauses)}): {speak.law(rule, preset)}")
    print()
    for number, contract in enumerate(preset.deals, start=1):
        print(f"deal {number}: {speak.contract(contract)}, {contract.cards} cards")


PLAYERS = ("Aru", "Boris", "Chen", "Dana", "Elif", "Farid", "Gita", "Hugo")


def _deal(options: argparse.Namespace) -> int:
    table = _table(options)
    least, most = table.players
    if not least <= options.players <= min(most, len(PLAYERS)):
        raise BadInput(f"--players: at this table {least} to {min(most, len(PLAYERS))} play")
    _read("--deal", table.contract, options.deal)
    names = PLAYERS[: options.players]
    chance = seeded(options.seed, options.deal, options.players)
    start = _read("--players", deal_out, table, options.deal, names, chance)
    print(write((Script(start, (), (("seed", str(options.seed)),)),)), end="")
    return 0


def _check(options: argparse.Namespace) -> int:
    checked = [_checked(file) for file in options.files]
    if options.json:
        _print_json([{key: value for key, value in found.items() if key != "status"} for found in checked])
    else:
        for found in checked:
            print(_told(found), file=sys.stderr if found["status"] == 2 else sys.stdout)
    return max(int(found["status"]) for found in checked)


def _checked(file: str) -> dict[str, Any]:
    """What came of one file; `status` is 0 as written, 1 not as written, 2 not to be read."""
    found: dict[str, Any] = {"file": file, "ok": False, "plays": 0, "refused": 0, "status": 2}
    try:
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
    except UnicodeDecodeError:
        return found | {
            "line": 1,
            "expected": "a text in UTF-8",
            "got": "this is not a text in UTF-8, as a deal file is",
        }
    except OSError as error:
        return found | {"line": 0, "expected": "a file that can be read", "got": (error.strerror or "an error").lower()}
    taken: list[Step] = []
    try:
        for script in read(text):
            taken.extend(all_steps(script))
    except NotationError as error:
        if all(step.as_written for step in taken):
            return found | {
                "line": error.line,
                "column": error.column,
                "expected": "a deal that can be read",
                "got": str(error),
            }
    wrong = next((step for step in taken if not step.as_written), None)
    refused = sum(step.play.tried for step in taken)
    found |= {"plays": len(taken) - refused, "refused": refused}
    if wrong is None:
        return found | {"ok": True, "status": 0}
    return found | {"status": 1, "line": wrong.play.line, "expected": _expected(wrong.play), "got": _got(wrong)}


def _expected(play: Play) -> str:
    if not play.tried:
        return f"{act_text(play.act)} to be lawful"
    cites = " ".join(play.cites or ()) + (" ..." if play.among else "")
    return f"{act_text(play.act)} to be refused" + (f" by [{cites}]" if cites else "")


def _got(step: Step) -> str:
    broken = step.verdict.broken
    return f"[{' '.join(broken)}] {explain(step.verdict).headline}" if broken else "it is lawful"


def _told(found: dict[str, Any]) -> str:
    if found["ok"]:
        return f"{found['file']}: ok ({found['plays']} plays, {found['refused']} refused as cited)"
    place = f"{found['file']}:{found['line']}" if found["line"] else found["file"]
    if found["status"] == 2:
        return f"{place}: {found['got']}"
    return f"{place}: expected {found['expected']}; the rules say: {found['got']}"


def _learn(options: argparse.Namespace) -> int:
    return learn(options.port, not options.no_browser, options.lan)


if __name__ == "__main__":
    sys.exit(main())
