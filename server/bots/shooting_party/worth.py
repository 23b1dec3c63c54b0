"""What a party is worth: the points it may still bring, as far as experience tells.

A prospect is looked at from six sides, and each side adds what a table says. The tables hold thousandths of a point,
and nobody made them up: in 600,000 parties played with them, each entry was moved a little from what it had
promised towards what then came (temporal-difference learning), until the parties got no better. An entry that no
party came to is nought. Where several places are told apart, hand, draw pile and discard pile are 0, 1 and 2; the queen
in hand is 0 for none, 1 without and 2 with her ace on display.
"""

from functools import lru_cache

from server.bots.shooting_party.position import (
    ACES,
    JACKS,
    JOKER,
    MATES,
    QUEENS,
    CardSet,
    Prospect,
    burden,
    singles,
)

PATIENCE = (
    0, 0, 0, 0, -116, 175, 446, 716, -207, 45, 289, 564, -106, 128, 404, 698, -15, 241, 538, 863, -50, 63, 278, 544, 5,
    186, 427, 697, 0, -77, 49, 203, 0, 35, 181, 331, 0, 6, 325, 466, 0, 0, 436, 574, 0, 0, 0, 0, -193, 20, 235, 396,
    -353, -103, 96, 222, -430, -116, 146, 322, -359, -11, 267, 508, -259, 105, 437, 692, -371, -58, 205, 412, -246, 82,
    355, 591, -402, -180, -5, 138, -261, -51, 124, 281, -179, 61, 282, 400, 0, 182, 388, 502, 0, 0, 0, 0, -287, -122, 2,
    157, -438, -341, -144, -32, -464, -361, -175, -54, -350, -190, -38, 132, -210, -29, 150, 306, -303, -160, -12, 75,
    -187, -6, 162, 262, -303, -195, -110, -88, -188, -74, 26, 74, -104, 31, 168, 243, 0, 134, 270, 332, 0, 0, 0, 0,
)  # fmt: skip
"""By exhaustions, cards in the pile (in threes, rounded up) and queens not yet scored, less one."""

COURTSHIP = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -24, 165, 234, 339, 457,
    -306, -9, 83, 218, 359, -564, -290, -149, -4, 104, -51, 241, 256, 324, 421, -224, 14, 77, 170, 276, -526, -226,
    -170, -71, 15, 94, 313, 370, 460, 551, 47, 201, 268, 356, 468, -229, 47, 141, 223, 307, 96, 392, 356, 399, 478, 150,
    250, 229, 275, 357, -137, 75, 57, 107, 157, 460, 459, 480, 587, 717, 306, 308, 348, 460, 585, 80, 83, 147, 264, 377,
    0, 435, 417, 498, 619, 80, 237, 286, 368, 490, -15, 39, 63, 154, 264, 437, 480, 514, 615, 735, 196, 320, 357, 462,
    588, 89, 153, 170, 264, 359, 0, 413, 416, 493, 627, 106, 212, 248, 341, 458, -12, 53, 54, 138, 252, 556, 578, 600,
    690, 786, 476, 474, 481, 566, 665, 335, 311, 296, 386, 486, 509, 490, 471, 551, 662, 414, 364, 366, 426, 514, 370,
    230, 198, 251, 340, 368, 356, 348, 423, 529, 253, 202, 187, 234, 354, -200, -190, -182, -105, -8, 351, 370, 336,
    399, 500, 220, 188, 160, 218, 308, -269, -188, -219, -163, -88, 429, 417, 390, 447, 543, 259, 231, 208, 278, 376,
    -103, -142, -153, -67, 42, 430, 425, 369, 418, 485, 253, 214, 171, 216, 319, -119, -162, -197, -140, -33, 392, 413,
    401, 458, 561, 242, 226, 219, 294, 387, -160, -173, -173, -98, -7, 391, 419, 371, 435, 522, 282, 221, 202, 243, 330,
    -116, -153, -187, -165, -69,
)  # fmt: skip
"""For each queen not yet scored: by her place, her king's, whether her ace is hidden, exhaustions and pile."""

COMPANY = (
    0, 217, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, -11, 0, 0, 0, 0, 0, 0, 0, 0, 215, 207, 0, 0, 187, 111, 0, 0, 0, 0,
    0, 0, 591, 177, 493, -136, 0, 0, 412, -270, 0, 0, 0, 0, 152, 37, 281, 63, 98, -116, 0, 0, 40, -210, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 214, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 526, 289,
    0, 0, 0, 0, 0, 0, 0, 0, 482, 0, 0, 0, 454, 88, 0, 0, 0, 0, 0, 0, 40, 0, 404, 165, 0, 0, 316, -10, 0, 0, 0, 0, 393,
    0, 5, 0, 340, 0, 0, 0, 276, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 461, 498, 0, 0, 0, 0, 0, 0, 0, 0, 0, -71, 0, 0, 615, 30, 0, 0, 0, 0, 0, 0, 0,
    -7, 350, 182, 0, 0, 205, 228, 0, 0, 0, 0, 2, 0, 767, 0, 592, 0, 0, 0, 377, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
)  # fmt: skip
"""By the queen in hand, the other cards with her (six stands for a draw of four), their burden, and the joker."""

JACK = (
    582, 755, 858, 550, 669, 787, 418, 525, 641, 280, 368, 492, 138, 228, 329, 524, 616, 672, 192, 336, 303, 78, 170,
    113, 13, 98, 34, 0, 0, 0,
)  # fmt: skip
"""By whether a jack is in hand, the jacks in the pile, and the queen in hand."""

LUCK = (
    432, -28, -353, 232, -185, 0, 0, 270, 253, 521, 282, 0, 0, 327, 530, 560, 704, 0, 0, 364, 559, 588, 746, 0, 0, 389,
    658, 646, 852, 0, 0, 464, 669, 594, 698, 0,
)  # fmt: skip
"""By how likely the next card is to match one in hand (in tenths), and how many there are to match."""

WHEREABOUTS = (
    0, 0, 0, 0, 4, 31, 17, 0, 23, 0, -107, 227, 304, 434, 527, 723, 989, 1072, 1256, 1461, 310, 490, 535, 668, 831,
    -238, -134, -106, 40, 170, 499, 665, 717, 896, 1063, -21, 121, 137, 278, 449, -859, -796, -778, -643, -483,
)  # fmt: skip
"""By the joker's place, exhaustions and pile."""

_DEPTH = tuple(
    0 if count < 4 else 1 if count < 8 else 2 if count < 13 else 3 if count < 19 else 4 for count in range(34)
)
"""How deep the pile is, in five steps."""

_MATCHED_WITH = ~(ACES | QUEENS | JOKER)


def worth(prospect: Prospect) -> int:
    """The points that *prospect* gains and may still bring, in thousandths."""
    (hand, _, display, pile, courted, exhaustions), draws, gain = prospect
    if not courted:
        return gain * 1000
    cards = pile.bit_count()
    depth = exhaustions * 5 + _DEPTH[cards]
    courtship = _COURTSHIP[depth]
    total = gain * 1000 + PATIENCE[exhaustions * 48 + (cards + 2) // 3 * 4 + courted.bit_count() - 1]
    for suit, queen in _QUEENS:
        if courted & queen:
            total += courtship[hand >> suit & 3 | (pile >> suit & 3) << 2 | (display << 4 >> suit - 6 & 16)]
    queen_in_hand = 0 if not hand & QUEENS else 2 if display & hand >> 6 else 1
    others, left, mates = _others(hand)
    joker = hand & JOKER
    total += COMPANY[((queen_in_hand * 7 + (6 if draws == 4 else others)) * 6 + left) * 2 + (1 if joker else 0)]
    jacks = (pile & JACKS).bit_count()
    total += JACK[((5 if hand & JACKS else 0) + jacks) * 3 + queen_in_hand]
    if others and cards:
        wanted = pile & _MATCHED_WITH
        likely = 0
        for mate in mates:
            likely += (wanted & mate).bit_count()
        tenths = likely * 10 // (cards * others)
        total += LUCK[min(tenths, 5) * 6 + others]
    else:
        total += LUCK[others]
    return total + WHEREABOUTS[(0 if joker else 15 if pile & JOKER else 30) + depth]


@lru_cache(maxsize=1 << 13)
def _others(hand: CardSet) -> tuple[int, int, tuple[CardSet, ...]]:
    """The cards beside the queen and the joker: how many, their burden, and what each goes with."""
    others = hand & ~QUEENS & ~JOKER
    return others.bit_count(), burden(hand), tuple(MATES[card] for card in singles(others))


def _place(in_hand: int, in_pile: int) -> int:
    return 0 if in_hand else 1 if in_pile else 2


_QUEENS = tuple((suit * 8 + 6, 64 << suit * 8) for suit in range(4))
_COURTSHIP = tuple(
    tuple(
        COURTSHIP[
            (_place(bits & 1, bits & 4) * 6 + _place(bits & 2, bits & 8) * 2 + (0 if bits & 16 else 1)) * 15 + depth
        ]
        for bits in range(32)
    )
    for depth in range(15)
)
"""The same by exhaustions and pile, then by five bits: queen and king in hand, both in the pile, the ace on display."""
