"""The clauses of the source page in our own words, S1 to S41, and what it leaves open; rules cite both by number."""

from __future__ import annotations

from dataclasses import dataclass

from .verdict import N_

CLAUSES = {
    "S1": N_("Each round, satisfy the contract and get rid of your cards by melding, laying off or discarding."),
    "S2": N_("Three to five play; four is best."),
    "S3": N_("One pack of 52 cards and one joker."),
    "S4": N_("Rank: ace (high), king, queen, jack, ten and so on down to two, ace (low)."),
    "S5": N_("A rummy game."),
    "S6": N_("For adults."),
    "S7": N_("A game is a fixed number of deals; each has a contract, the melds to be reached before cards may be put down."),
    "S8": N_("Relatives: Zioncheck, King, Continental, Shanghai, Liverpool, Progressive Rummy, Carioca."),
    "S9": N_("With more than five players, two packs and two jokers."),
    "S10": N_("A joker is wild: it may stand for any card."),
    "S11": N_("The pack is shuffled and cut, everyone draws a card, and the lowest deals first."),
    "S12": N_("The deal passes to the left."),
    "S13": N_("Seven deals: ten cards each in deals 1 to 4, twelve in deals 5 to 7."),
    "S14": N_("Deal clockwise from the dealer’s left, one card at a time, face down."),
    "S15": N_("The rest is the stock; its top card is turned beside it and begins the discard pile."),
    "S16": N_("The contracts: two sets; a set and a sequence; two sequences; three sets; two sets and a sequence; a set and two sequences; three sequences."),
    "S17": N_("Fulfil the contract by laying down the melds that the deal asks for."),
    "S18": N_("If the contract asks for several sequences, they may not be of the same suit."),
    "S19": N_("The seventh deal usually requires melding all of one’s cards at once, so melds may be longer than four cards."),
    "S20": N_("The player left of the dealer begins; play is clockwise; a turn has three parts."),
    "S21": N_("Draw: the top of the stock, unseen by others,"),
    "S22": N_("or one or more cards of the discard pile. A card inside the pile may be taken only if it is melded at once and all cards above it are taken with it."),
    "S23": N_("Meld: put combinations face up on the table."),
    "S24": N_("Lay off: add cards to melds on the table, one’s own or others’."),
    "S25": N_("Melded cards count for the player who melded them: a card laid off on another’s meld is kept in front of oneself."),
    "S26": N_("Discard one card face up, unless every card of the hand was melded."),
    "S27": N_("Whoever drew one card from the top of the discard pile may not discard that card in the same turn."),
    "S28": N_("Whoever took several may discard one of them."),
    "S29": N_("A set: three or four cards of one rank, such as the kings of hearts, spades and diamonds."),
    "S30": N_("With more than one pack, no two cards of a set may be of one suit: not two fives of diamonds and a five of hearts."),
    "S31": N_("A sequence: three or more consecutive cards of one suit, such as three, four, five, six, all spades."),
    "S32": N_("A card may be added to a meld that it extends in order."),
    "S33": N_("A joker’s rank is declared and stays what it is during play."),
    "S34": N_("The player says the suit and the rank of the card that the joker stands for."),
    "S35": N_("Whoever met the contract on an earlier turn may, while laying off, exchange the natural card for a joker that another player used in a sequence for that card."),
    "S36": N_("That joker must be used in the same turn; it may not be kept."),
    "S37": N_("Jokers in a set are dead: they are never taken back."),
    "S38": N_("A player goes out when the contract of the round is met and all cards are played; the deal ends for everyone and is scored."),
    "S39": N_("Players score penalty points for the cards left in hand."),
    "S40": N_("King, queen, jack and ten count 10 each, ace 15, joker 15, other cards their number."),
    "S41": N_("After seven deals the lowest total wins."),
}  # fmt: skip
"""Each clause by its number."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another answer to an open question, and who plays so."""

    says: str
    who: str = ""
    setting: str = ""
    """The field and the value that play so (`"ace=wrap"`); empty where no field does."""


@dataclass(frozen=True, slots=True)
class Open:
    """What the source leaves open: the question, what `standard` takes its words to mean, and other answers."""

    asks: str
    taken: str
    others: tuple[Other, ...] = ()


OPEN = {
    "A1": Open(
        N_("How many packs and jokers are used?"),
        N_("One pack and one joker for three or four players; two packs and two jokers for five, since one pack cannot deal them twelve cards each."),
        (
            Other(N_("Two packs and one joker, three packs and two jokers from five players on."), N_("rummy-games.com, Bicycle, Parlett")),
            Other(N_("Two packs, and a joker less than there are players."), N_("pagat.com")),
        ),
    ),
    "A3": Open(
        N_("Is an ace high or low when players draw for the deal, and what of equal cards and jokers?"),
        N_("The ace is low; equal lowest cards draw again, and so does a joker."),
    ),
    "A6": Open(
        N_("How deep may the pile be taken, and what is owed for it?"),
        N_("To any depth. The deepest card taken must be put down in that turn; a top card taken alone carries no such duty."),
        (Other(N_("Only the top card is taken."), N_("all relatives"), "pile=top"),),
    ),
    "A8": Open(
        N_("May cards be laid off in the turn that meets the contract?"),
        N_("They may."),
        (Other(N_("Laying off begins a turn later."), N_("pagat.com, rummy-games.com"), "lay_off=next-turn"),),
    ),
    "A9": Open(
        N_("What does it mean that melded cards count for the player who melded them?"),
        N_("Nothing for the score; who played a card is remembered, since only another player’s joker is taken back."),
    ),
    "A12": Open(
        N_("Whose jokers may be taken back, and when?"),
        N_("Another player’s joker in a sequence, wherever it lies, in a later turn than the contract, and used at once."),
        (
            Other(N_("One’s own joker, too."), setting="swap=any"),
            Other(N_("No joker is taken back."), setting="swap=off"),
        ),
    ),
    "A13": Open(
        N_("What happens when the stock runs out?"),
        N_("The top card of the pile stays, the rest is shuffled into a new stock. When nothing can be renewed, or after 50 times, the top of the pile is taken or the deal is blocked: nobody is out, and every hand is scored."),
    ),
    "A15": Open(
        N_("Who wins with equal lowest totals?"),
        N_("They share the win."),
        (Other(N_("Whoever went out more often."), setting="tiebreak=deals-won"),),
    ),
    "A2": Open(
        N_("Where may an ace stand, and does a sequence go on beyond it?"),
        N_("Before the two or after the king, and no further. With two aces a row may run from ace to ace."),
        (
            Other(N_("The row goes round the corner."), N_("Carioca"), "ace=wrap"),
            Other(N_("The ace is always high."), setting="ace=high"),
            Other(N_("The ace is always low."), setting="ace=low"),
        ),
    ),
    "A4": Open(
        N_("Does “may not be of the same suit” forbid, or does it only allow for it?"),
        N_("It forbids. The sequences that fulfil one contract differ in suit; later melds are free."),
        (
            Other(N_("One suit is fine, but the two may not touch as they are laid."), "Pagat", "contract_suits=apart"),
            Other(N_("Suits do not matter."), setting="contract_suits=any"),
        ),
    ),
    "A5": Open(
        N_("The last deal “usually” takes the whole hand: all of it, and is there a discard?"),
        N_("All of it, with the card drawn, in one turn and without a discard."),
        (
            Other(N_("One card is left over and discarded."), N_("King, Progressive Rummy"), "last_deal=discard"),
            Other(N_("The last deal is like any other."), setting="last_deal=normal"),
        ),
    ),
    "A7": Open(
        N_("May one lay more melds than the contract asks for?"),
        N_("Yes, in the same turn and later."),
        (
            Other(N_("No further melds."), N_("Pagat, Liverpool, Continental, Progressive Rummy"), "extra_melds=no"),
        ),
    ),
    "A10": Open(
        N_("How short may a sequence be?"),
        N_("Three cards, as the source says; its relatives say otherwise."),
        (Other(N_("Four cards."), N_("nearly all relatives"), "sequence_min=4"),),
    ),
    "A11": Open(
        N_("What is a joker while it lies on the table, and how many may lie in one meld?"),
        N_("The rank and the suit that were named, until it is taken back. Any number, side by side too."),
        (
            Other(N_("One in a set or in a row of four, two in a row of five, three in a longer one."), N_("Shanghai")),
            Other(N_("One in any meld."), setting="jokers_per_meld=1"),
            Other(N_("A joker may slide to an end of its row."), N_("in Parlett’s account")),
        ),
    ),
    "A16": Open(
        N_("May a contract hold two sets of one rank?"),
        N_("Yes."),
        (Other(N_("No."), N_("the Chilean Carioca")),),
    ),
}  # fmt: skip
"""What the source leaves open, by number; a rule names its question."""
