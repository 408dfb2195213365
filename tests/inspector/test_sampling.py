"""A draw by a stored seed (S4-50): the same again, each with its probability, strata apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.figures.sampling import (
    Candidate,
    SamplingRule,
    Stratum,
    Unit,
    band,
    draw,
    dump_rule,
    read_rule,
)
from lineage.evidence.reading import PayloadProblems
from lineage.evidence.vocabulary import ClaimKind, Decision, Owner

ANSWERS = [Candidate(number, f"case {number}\0001") for number in range(100)]
RATES = st.floats(min_value=0.001, max_value=1)


def claims_of(drawn: object) -> list[int]:
    return [one.claim for one in drawn]  # type: ignore[attr-defined]


def test_a_tenth_of_a_hundred_answers_with_seed_7_is_the_same_ten_each_time() -> None:
    """The acceptance of S4-50."""
    drawn = draw(7, 0.1, ANSWERS)
    assert len(drawn) == 10 and {one.inclusion for one in drawn} == {0.1}
    assert draw(7, 0.1, ANSWERS) == drawn
    assert set(draw(7, 0.1, reversed(ANSWERS))) == set(drawn)


def test_another_seed_draws_others() -> None:
    assert claims_of(draw(7, 0.1, ANSWERS)) != claims_of(draw(8, 0.1, ANSWERS))


def test_the_draw_goes_by_names_and_not_by_rows_so_that_another_import_draws_the_same() -> None:
    imported_again = [one._replace(claim=one.claim + 1_000) for one in ANSWERS]
    assert [one - 1_000 for one in claims_of(draw(7, 0.1, imported_again))] == claims_of(draw(7, 0.1, ANSWERS))


def test_each_stratum_is_drawn_apart() -> None:
    # 80 frequent ones and 20 rare ones: a tenth of each.
    strata = [one._replace(stratum="rare" if one.claim < 20 else "frequent") for one in ANSWERS]
    drawn = draw(7, 0.1, strata)
    assert [sum(one.stratum == name for one in drawn) for name in ("rare", "frequent")] == [2, 8]


def test_of_what_is_no_whole_number_a_coin_of_the_seed_decides() -> None:
    # A tenth of 25 is 2.5: two or three, about as often.
    sizes = [len(draw(seed, 0.1, ANSWERS[:25])) for seed in range(400)]
    assert set(sizes) == {2, 3}
    assert 160 <= sizes.count(3) <= 240


def test_each_of_few_comes_in_about_as_often_as_its_probability_says() -> None:
    # Six standard deviations of a binomial of 2,000 and 0.3 are 123.
    often = [0] * 7
    for seed in range(2_000):
        for one in draw(seed, 0.3, ANSWERS[:7]):
            often[one.claim] += 1
    assert all(abs(number - 600) < 123 for number in often)


def test_a_rate_is_meant_as_it_is_written() -> None:
    # As a binary fraction 0.29 is a little less: 28.999999999999996 of a hundred.
    assert {len(draw(seed, 0.29, ANSWERS)) for seed in range(50)} == {29}


def test_all_claims_of_a_drawn_answer_come_with_it_and_count_once() -> None:
    claims = [Candidate(number, f"case {number // 5}\0001") for number in range(100)]
    drawn = claims_of(draw(7, 0.1, claims))
    assert len(drawn) == 10 and len({claim // 5 for claim in drawn}) == 2


def test_an_answer_whose_claims_are_in_several_strata_is_in_one_of_its_own() -> None:
    claims = [Candidate(1, "a", "x"), Candidate(2, "a", "y"), Candidate(3, "b", "x")]
    assert {one.claim: one.stratum for one in draw(7, 1.0, claims)} == {1: "x + y", 2: "x + y", 3: "x"}


@given(st.integers(0, 2**63 - 1), RATES, st.dictionaries(st.text(max_size=3), st.sampled_from("xyz"), max_size=60))
def test_of_n_the_whole_part_comes_in_and_at_most_one_more(seed: int, rate: float, units: dict[str, str]) -> None:
    candidates = [Candidate(place, unit, stratum) for place, (unit, stratum) in enumerate(units.items())]
    drawn = draw(seed, rate, candidates)
    for stratum in "xyz":
        least = int(Fraction(repr(rate)) * sum(one.stratum == stratum for one in candidates))
        assert least <= sum(one.stratum == stratum for one in drawn) <= least + 1


@pytest.mark.parametrize(
    ("score", "name"),
    [(None, "none"), (0.0, "0.0 to 0.2"), (0.2, "0.2 to 0.4"), (0.99, "0.8 to 1.0"), (1.0, "0.8 to 1.0")]
    + [(-0.1, "below 0"), (80.0, "above 1")],
)
def test_scores_are_in_five_bands_and_what_is_on_another_scale_says_so(score: float | None, name: str) -> None:
    assert band(score) == name


def test_a_rule_is_kept_as_it_was_given_and_none_is_a_queue_by_hand() -> None:
    rule = SamplingRule(
        decisions=(Decision.BLOCKED,),
        owners=(Owner.RETRIEVAL,),
        kinds=(ClaimKind.QUOTATION,),
        score_from=0.4,
        stratum=Stratum.OWNER,
        unit=Unit.ANSWER,
        rate=0.25,
    )
    assert read_rule(dump_rule(rule)) == rule
    assert read_rule({}) is None and read_rule(dump_rule(SamplingRule())) == SamplingRule()


@pytest.mark.parametrize("wrong", [{"rate": 0}, {"rate": 1.5}, {"rate": "0.1"}, {"kinds": ["poem"]}, {"colour": 1}])
def test_a_rule_that_means_nothing_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(PayloadProblems):
        read_rule(wrong)
