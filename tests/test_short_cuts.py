"""What is done quickly finds what the slow way finds."""

from random import Random

import pytest

from contract_rummy.cards import FACES, JOKER, Joker, Rank, Suit
from contract_rummy.rules.melds import SHAPE, could_be
from contract_rummy.table import Claim
from contract_rummy.variants import STANDARD, Kind
from contract_rummy.verdict import Breach

HEARTS = [face for face in FACES if face.suit is Suit.HEARTS]
ENDS = [face for face in FACES if face.rank in (Rank.ACE, Rank.TWO, Rank.KING)]
CHANGES = [
    {}, {"ace": "low"}, {"ace": "high"}, {"ace": "wrap"}, {"set_suits": "any"}, {"set_suits": "any", "set_max": None},
    {"set_min": 2}, {"set_max": 3}, {"sequence_min": 2}, {"sequence_min": 4},
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_what_a_joker_could_be_is_what_the_laws_allow(change):
    table, chance = STANDARD.but(packs=((3, 2),), jokers=((3, 4),), **change), Random(str(change))
    some = 0
    for _ in range(150):
        pool = chance.choice((HEARTS, ENDS))
        held = [chance.choice(pool) for _ in range(chance.randint(0, 5))]
        held = [Joker(card) if chance.random() < 0.2 else card for card in held] + [JOKER] * chance.randint(1, 2)
        claim = Claim(chance.choice(list(Kind)), tuple(held))
        at, laws = held.index(JOKER), SHAPE[claim.kind]
        tried = [(face, Claim(claim.kind, (*held[:at], Joker(face), *held[at + 1 :]))) for face in FACES]
        allowed = [face for face, one in tried if not any(isinstance(law(one, table), Breach) for law in laws)]
        assert list(could_be(claim, table)) == allowed, claim
        some += bool(allowed)
    assert some > 5
