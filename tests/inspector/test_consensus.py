"""What must hold for whatever people say of one claim."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.figures.consensus import DEFAULT_DECISIVE, Said, Settled, agreement, count, differing, standing
from lineage.evidence.vocabulary import CoverageVerdict, ItemProgress, PairSupport

TODAY, BEFORE = b"t" * 32, b"b" * 32
FIELDS = st.fixed_dictionaries(
    {
        "coverage": st.sampled_from([None, *CoverageVerdict]),
        "support:1": st.sampled_from([None, *PairSupport]),
        "support:2": st.sampled_from([None, *PairSupport]),
        "origin": st.sampled_from([None, "original", "mixed"]),
    }
)
EVIDENCE = st.sampled_from([TODAY, BEFORE])
PEOPLE = st.lists(st.tuples(EVIDENCE, FIELDS), max_size=6).map(
    lambda told: [
        Said(f"person {number}", number, digest, fields) for number, (digest, fields) in enumerate(told, start=1)
    ]
)


@given(PEOPLE, st.permutations(range(6)), st.integers(1, 5))
def test_the_order_in_which_people_spoke_changes_nothing(said: list[Said], order: list[int], judgements: int) -> None:
    shuffled = [said[place] for place in order if place < len(said)]
    assert standing(shuffled, TODAY, judgements) == standing(said, TODAY, judgements)


@given(PEOPLE)
def test_agreement_is_whole_exactly_where_no_decisive_field_differs(said: list[Said]) -> None:
    share = agreement(said, DEFAULT_DECISIVE)
    if len(said) < 2:
        assert share is None
    else:
        assert (share == 100) == (not differing(said, DEFAULT_DECISIVE))
        assert share is not None and 0 <= share <= 100


@given(PEOPLE, st.integers(1, 5))
def test_fields_that_are_not_decisive_never_change_where_a_claim_stands(said: list[Said], judgements: int) -> None:
    bare = [one._replace(fields={k: v for k, v in one.fields.items() if k != "origin"}) for one in said]
    assert standing(bare, TODAY, judgements) == standing(said, TODAY, judgements)


@given(PEOPLE, st.integers(1, 5), st.integers(0, 7))
def test_an_adjudication_never_hides_a_verdict_that_came_after_it(
    said: list[Said], judgements: int, last: int
) -> None:
    found = standing(said, TODAY, judgements, settled=Settled(last, TODAY))
    counted = count(said, TODAY)
    if found.state is ItemProgress.ADJUDICATED:
        assert max(one.verdict for one in counted) <= last and differing(counted, DEFAULT_DECISIVE)


@given(PEOPLE, st.integers(1, 5))
def test_nothing_is_completed_with_fewer_verdicts_than_were_asked_for(said: list[Said], judgements: int) -> None:
    found = standing(said, TODAY, judgements)
    if found.state is ItemProgress.AGREED:
        assert found.verdicts >= judgements
