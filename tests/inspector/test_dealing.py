"""Dealing is drawn from a seed: even shares, nobody twice in an item, and the same again for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from inspector.figures.dealing import Wanted, deal

PEOPLE = ("ada", "ben", "cleo", "eve", "finn")
ITEMS = tuple(f"item {number}" for number in range(60))
NAMES = st.text(max_size=4)


def test_two_judgements_of_sixty_items_by_five_people_are_twenty_four_each() -> None:
    dealt = deal(7, [Wanted(item, 2) for item in ITEMS], PEOPLE)
    # 60 x 2 / 5.
    assert Counter(person for people in dealt.values() for person in people) == dict.fromkeys(PEOPLE, 24)


def test_who_judges_with_whom_changes_from_item_to_item() -> None:
    dealt = deal(7, [Wanted(item, 2) for item in ITEMS], PEOPLE)
    pairs = {frozenset(people) for people in dealt.values()}
    assert pairs == {frozenset(pair) for pair in combinations(PEOPLE, 2)}


def test_another_seed_deals_otherwise() -> None:
    wanted = [Wanted(item, 1) for item in ITEMS]
    assert deal(7, wanted, PEOPLE) != deal(8, wanted, PEOPLE)


def test_who_has_a_place_already_is_not_dealt_another_in_the_item() -> None:
    dealt = deal(7, [Wanted("one", 2, {"ada", "ben", "cleo"})], PEOPLE)
    assert set(dealt["one"]) == {"eve", "finn"}


def test_an_item_gets_as_many_as_there_are() -> None:
    assert deal(7, [Wanted("one", 3)], ("ada",)) == {"one": ("ada",)}
    assert deal(7, [Wanted("one", 3)], ()) == {"one": ()}


def test_who_had_more_so_far_gets_less_now() -> None:
    dealt = deal(7, [Wanted(item, 1) for item in ITEMS[:4]], ("ada", "ben"), {"ada": 4})
    assert set(dealt.values()) == {("ben",)}


@given(
    st.integers(0, 2**63 - 1),
    st.lists(st.tuples(NAMES, st.integers(0, 5)), unique_by=lambda one: one[0], max_size=20),
    st.lists(NAMES, unique=True, max_size=6),
    st.randoms(use_true_random=False),
)
def test_the_order_in_which_things_come_changes_nothing_and_shares_stay_even(
    seed: int, items: list[tuple[str, int]], people: list[str], chance: object
) -> None:
    wanted = [Wanted(item, number) for item, number in items]
    dealt = deal(seed, wanted, people)
    others = list(people)
    chance.shuffle(others)  # type: ignore[attr-defined]
    assert deal(seed, reversed(wanted), others) == dealt
    assert all(len(set(dealt[item])) == min(number, len(people)) for item, number in items)
    share = Counter(dict.fromkeys(people, 0)) + Counter(person for who in dealt.values() for person in who)
    shares = [share[person] for person in people]
    assert not shares or max(shares) - min(shares) <= 1
