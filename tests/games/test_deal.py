"""The deal that anybody can check (D-1 to D-5)."""

from itertools import islice

from server.cards import SHOOTER, SHOOTING_PARTY, Card
from server.deal import Chance, commitment, first_dealer, shuffled
from tests.cardtable import cards
from tests.games.examples import Row, each, examples

EXAMPLES = examples("deal")
PACKS = {"shooter": SHOOTER, "shooting-party": SHOOTING_PARTY}

WORDS = EXAMPLES["words"]
SHUFFLES = EXAMPLES["shuffles"]
FIRST_DEALERS = EXAMPLES["first_dealers"]
COMMITMENTS = EXAMPLES["commitments"]


def words(seed: str, label: str, count: int) -> list[int]:
    return [*islice(Chance(seed, label), count)]


# The worked examples


def test_no_example_is_left_out() -> None:
    assert EXAMPLES.keys() == {"words", "shuffles", "first_dealers", "commitments"}


@each(COMMITMENTS, id="{session_id}")
def test_the_house_is_bound_to_its_seed(row: Row) -> None:
    """D-1."""
    assert commitment(row["session_id"], row["seed"]) == row["commitment"]


@each(WORDS, id="{seed}-{label}")
def test_a_seed_and_a_label_give_these_words(row: Row) -> None:
    """D-2."""
    assert words(row["seed"], row["label"], 10) == row["first_ten"]


@each(SHUFFLES, id="{game}-{seed}-{k}-{from}")
def test_a_shuffle_comes_out_in_this_order(row: Row) -> None:
    """D-4."""
    pack = PACKS[row["game"]]
    pile = pack.cards if row["from"] == "the whole deck" else [*map(Card, row["from"])]
    assert [*shuffled(pile, pack, seed=row["seed"], k=row["k"])] == row["result"]


@each(FIRST_DEALERS, id="{seed}-{players}")
def test_the_first_dealer_is_drawn_from_the_seed(row: Row) -> None:
    """D-5."""
    assert first_dealer(row["players"], seed=row["seed"]) == row["dealer"]


# Sentence by sentence


def test_another_session_with_the_same_seed_has_another_commitment() -> None:
    """D-1: nobody recognises a seed by its commitment."""
    assert commitment("one", "leverstoke") != commitment("another", "leverstoke")


def test_every_label_names_a_stream_of_its_own() -> None:
    """D-2."""
    assert not {*words("leverstoke", "shuffle:1", 100)} & {*words("leverstoke", "shuffle:11", 100)}


def test_a_stream_goes_on_where_it_was_left() -> None:
    """D-2: eight words a digest, and the ninth from the next."""
    chance = Chance("leverstoke", "shuffle:1")
    assert [*islice(chance, 5), *islice(chance, 5)] == words("leverstoke", "shuffle:1", 10)


def test_a_number_below_n_is_the_rest_of_a_word() -> None:
    """D-3."""
    chance = Chance("leverstoke", "shuffle:1")
    assert [chance.below(33), chance.below(32), chance.below(31)] == [
        word % n for word, n in zip(words("leverstoke", "shuffle:1", 3), (33, 32, 31), strict=True)
    ]


def test_words_above_the_limit_are_thrown_away() -> None:
    """D-3: with n just above half of all words, a word of n or more would favour the small numbers."""
    n = 2**31 + 1
    chance = Chance("leverstoke", "shuffle:1")
    kept = [word for word in words("leverstoke", "shuffle:1", 100) if word < n]
    assert 30 < len(kept) < 70
    assert [chance.below(n) for _ in kept] == kept


def test_a_word_at_the_limit_is_thrown_away_and_one_just_below_it_is_kept() -> None:
    """D-3: above half of all words, n is the limit itself."""
    _, word, *later = words("leverstoke", "shuffle:1", 10)
    assert word > 2**31
    at_the_limit, below_the_limit = Chance("leverstoke", "shuffle:1"), Chance("leverstoke", "shuffle:1")
    assert next(iter(at_the_limit)) == next(iter(below_the_limit))
    assert at_the_limit.below(word) == next(other for other in later if other < word)
    assert below_the_limit.below(word + 1) == word


def test_every_number_is_as_likely_as_another() -> None:
    """D-3."""
    chance = Chance("leverstoke", "dealer")
    drawn = [chance.below(3) for _ in range(3000)]
    assert all(900 < drawn.count(number) < 1100 for number in range(3))


def test_a_pack_lies_in_suits_with_the_joker_last() -> None:
    """D-4."""
    assert SHOOTER.cards[:7] == cards("9C TC JC QC KC AC 9D")
    assert SHOOTING_PARTY.cards[:9] == cards("AC 2C 3C 4C 5C JC QC KC AD")
    assert SHOOTING_PARTY.cards[-2:] == cards("KS JOKER")


def test_a_shuffle_starts_from_the_order_of_the_pack_whatever_the_order_of_the_pile() -> None:
    """D-4."""
    pile, turned = cards("2C QD 5H KS JOKER"), cards("JOKER KS 5H QD 2C")
    assert shuffled(pile, SHOOTING_PARTY, seed="a", k=4) == shuffled(turned, SHOOTING_PARTY, seed="a", k=4)


def test_a_shuffle_keeps_every_card() -> None:
    """D-4."""
    assert sorted(shuffled(SHOOTER.cards, SHOOTER, seed="a", k=1)) == sorted(SHOOTER.cards)


def test_one_card_or_none_is_shuffled_into_itself() -> None:
    """D-5: such a shuffle counts too; the shooting party's retrieved aces show it."""
    assert shuffled((), SHOOTING_PARTY, seed="a", k=1) == ()
    assert shuffled(cards("QS"), SHOOTING_PARTY, seed="a", k=1) == cards("QS")


def test_every_shuffle_of_a_session_has_chance_of_its_own() -> None:
    """D-5."""
    orders = {shuffled(SHOOTER.cards, SHOOTER, seed="a", k=k) for k in range(1, 50)}
    assert len(orders) == 49
