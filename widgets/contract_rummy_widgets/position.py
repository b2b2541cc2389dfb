"""What the lab holds, as text: a hand, the melds laid from it, the contract and the rules.

The text is that of a `.deal` file: header lines, then the melds. It stands in links, in what is copied and in what is pasted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from contract_rummy.cards import AnyCard
from contract_rummy.notation import NotationError, card
from contract_rummy.notation import claims as read_claims
from contract_rummy.notation import contract as read_contract
from contract_rummy.notation import hand as read_hand
from contract_rummy.notation import variant as read_variant
from contract_rummy.table import Claim, Hand
from contract_rummy.variants import STANDARD, Contract, Kind, Variant, whole_number

TRAYS = {"any": None, "set": Kind.SET, "sequence": Kind.SEQUENCE}
"""What one meld without a contract is to be, as the text says it."""

HEADERS = ("variant", "deal", "contract", "tray", "player", "down", "places")
PASSED_OVER = ("title", "seed", "dealer", "score")
"""Header lines of a deal that say nothing about one hand."""

MOST_ASKED = 6
MOST_PLACES = 40
MOST_LETTERS = 10_000


@dataclass(frozen=True, slots=True)
class Position:
    """One hand at a table, and the melds laid from it.

    >>> print(Position(read_hand("5H 5D 5S"), contract=STANDARD.contract(1)).text)
    variant standard
    deal 1
    player You 5H 5D 5S
    """

    hand: Hand
    claims: tuple[Claim, ...] = ()
    variant: Variant = STANDARD
    contract: Contract | None = None
    kind: Kind | None = None
    """Without a contract: what the one meld is to be; `None` for a set or a sequence, as it comes."""
    down: bool = False
    """Whether the contract was met on an earlier turn."""
    places: tuple[int, ...] = ()
    """The tray of each meld, counted from 1; without them each meld lies in the first tray that fits it."""

    @property
    def deal(self) -> int | None:
        """The first deal of the variant that has this contract, if one has it."""
        deals = self.variant.deals
        return deals.index(self.contract) + 1 if self.contract in deals else None

    @property
    def text(self) -> str:
        """The position as it stands in a link and in the text to copy."""
        lines = [f"variant {self.variant.text}"]
        if self.contract is None:
            lines.append(f"tray {self.kind.value if self.kind else 'any'}")
        else:
            lines.append(f"deal {self.deal}" if self.deal else f"contract {self.contract.text}")
        lines.append(f"player You {self.hand.text}".rstrip())
        if self.down:
            lines.append("down You")
        if self.claims:
            lines.append(" ".join(claim.text for claim in self.claims))
        if self.places:
            lines.append(f"places {' '.join(map(str, self.places))}")
        return "\n".join(lines)


def read_position(text: str) -> Position:
    """Read a position; `NotationError` with one sentence that names the line where a text is none.

    Only the hand or the melds must be there. Without a hand it is that of the melds; without a contract it is deal 1.

    >>> read_position("set(5H 5D KD)").hand
    hand('5H 5D KD')
    """
    if len(text) > MOST_LETTERS:
        raise NotationError(f"this text is too long; expected at most {MOST_LETTERS} letters")
    found: dict[str, tuple[int, str]] = {}
    melds: list[tuple[int, str]] = []
    for line, word, rest in _lines(text):
        if word == "melds":
            melds.append((line, rest))
        elif word in found:
            raise NotationError(f"line {line}: a second {word}; expected one", line)
        elif word not in PASSED_OVER:
            found[word] = line, rest
    variant = _at(*found.get("variant", (1, "")), read_variant)
    claims = tuple(claim for line, said in melds for claim in _at(line, said, lambda said: read_claims(said, variant)))
    if "player" in found:
        hand = _at(*found["player"], lambda said: read_hand(said, variant))
        for line, said in melds:
            _at(line, said, lambda said: _check_held(read_claims(said, variant), claims, hand))
    elif claims:
        line = melds[0][0]
        codes = " ".join(card.in_hand.code for claim in claims for card in claim.cards)
        hand = _at(line, codes, lambda codes: read_hand(codes, variant))
    else:
        raise NotationError("no hand and no meld stand here; expected a line such as: player You 5H 5D 5S *")
    kind = None
    contract: Contract | None = variant.contract(1)
    if "tray" in found:
        kind, contract = _at(*found["tray"], _tray), None
    for word, read in (("contract", _contract), ("deal", lambda said: _deal(said, variant))):
        if word in found:
            contract = _at(*found[word], read)
    places = _at(*found["places"], lambda said: _places(said, len(claims))) if "places" in found else ()
    return Position(hand, claims, variant, contract, None if contract else kind, "down" in found, places)


Read = TypeVar("Read")


def _at(line: int, said: str, read: Callable[[str], Read]) -> Read:
    """Read what a line says; what goes wrong is told with the line."""
    try:
        return read(said)
    except ValueError as error:
        raise NotationError(f"line {line}: {error}", line) from None


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Each line that says something: its number, its header word, and the rest. Melds need no word, and cards are a hand."""
    for line, said in enumerate(text.splitlines(), start=1):
        words = said.partition("#")[0].split()
        if not words:
            continue
        word, rest = words[0].lower(), " ".join(words[1:])
        if "(" in said:
            yield line, "melds", " ".join(words)
        elif word == "player":
            named = len(words) > 1 and not _is_card(words[1])
            yield line, word, " ".join(words[2 if named else 1 :])
        elif word in HEADERS or word in PASSED_OVER:
            yield line, word, rest
        elif _is_card(words[0]):
            yield line, "player", " ".join(words)
        else:
            known = ", ".join(HEADERS)
            raise NotationError(
                f"line {line}: {words[0][:24]!r} is not read here; expected {known}, or melds such as set(5H 5D 5S)",
                line,
            )


def _is_card(word: str) -> bool:
    try:
        card(word.strip(","))
    except NotationError:
        return False
    return True


def _check_held(claims: tuple[Claim, ...], all_claims: tuple[Claim, ...], hand: Hand) -> None:
    """Refuse melds that need a card more often than the hand holds it."""
    held = Counter(hand.cards)
    laid: Counter[AnyCard] = Counter(card.in_hand for claim in all_claims for card in claim.cards)
    for claim in claims:
        for one in claim.cards:
            if laid[one.in_hand] > held[one.in_hand]:
                raise NotationError(f"{one.code} is not in the hand so often; expected only cards of the hand")


def _tray(said: str) -> Kind | None:
    if said not in TRAYS:
        raise NotationError(f"{said[:24]!r} is not a tray; expected any, set or sequence")
    return TRAYS[said]


def _places(said: str, melds: int) -> tuple[int, ...]:
    numbers = [whole_number(word) or 0 for word in said.split()]
    if len(numbers) != melds or len(set(numbers)) != melds or not all(1 <= n <= MOST_PLACES for n in numbers):
        raise NotationError(f"{said[:24]!r} are not places; expected a tray for each of {melds} melds, such as: 1 3")
    return tuple(numbers)


def _deal(said: str, variant: Variant) -> Contract:
    number = whole_number(said)
    if number is None:
        raise NotationError(f"{said[:24]!r} is not a deal; expected a number from 1 to {len(variant.deals)}")
    return variant.contract(number)


def _contract(said: str) -> Contract:
    if whole_number(said) is not None:
        raise NotationError("a contract is written as its melds, such as: set sequence; a number is written: deal 2")
    found = read_contract(said)
    if len(found.asks) > MOST_ASKED:
        raise NotationError(f"a contract of {len(found.asks)} melds; expected at most {MOST_ASKED}")
    return found
