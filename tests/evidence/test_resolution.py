"""One citation, one status: the first failing step decides, and a place is compared, never guessed (S0-36, S0-54)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.resolution import find_elsewhere, resolve
from lineage.evidence.vocabulary import Outcome, ResolutionStatus, Step
from lineage.text.normalization import DEFAULT, EXACT
from lineage.text.span import Span
from lineage.text.units import Unit, from_code_points
from tests.evidence.answers import (
    NOW,
    POLICY_TEXT,
    answer,
    as_citation,
    cite,
    dossier_of,
    labelled,
    passage,
    resolve_one,
    status_of,
    step,
)
from tests.text.texts import encodable_texts, spans

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@st.composite
def cited_texts(draw: st.DrawFn) -> tuple[str, Span]:
    text = draw(encodable_texts.filter(bool))
    return text, draw(spans(len(text), least=1))


@given(cited_texts(), st.sampled_from(Unit))
def test_words_sliced_from_the_text_match_in_every_unit(given: tuple[str, Span], unit: Unit) -> None:
    text, span = given
    offsets = from_code_points(text, list(span), unit)
    value = answer(cite(range=offsets, unit=str(unit), quoted_text=span.slice(text)), artifacts=[passage(text)])
    found = resolve_one(value)
    assert (found.status, found.span, found.detail) == (ResolutionStatus.QUOTE_MATCH, span, "")
    assert [(place.artifact, place.span) for place in found.primary] == [("policy", span)]


@given(cited_texts(), st.data())
def test_words_with_any_character_changed_are_never_a_quotation(given: tuple[str, Span], data: st.DataObject) -> None:
    text, span = given
    words = span.slice(text)
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda character: character != words[at]))
    value = answer(cite(range=list(span), quoted_text=words[:at] + other + words[at + 1 :]), artifacts=[passage(text)])
    assert resolve_one(value).status in (ResolutionStatus.NORMALIZED_MATCH, ResolutionStatus.QUOTE_MISMATCH)
    assert resolve_one(value, EXACT).status is ResolutionStatus.QUOTE_MISMATCH


@given(cited_texts(), json_values, json_values, st.sampled_from([None, *Unit]) | json_values)
def test_a_resolved_span_never_leaves_its_text(given: tuple[str, Span], start: Any, end: Any, unit: Any) -> None:
    text, span = given
    for offsets in ([start, end], [span.start, end], [start, span.end], list(span)):
        found = resolve_one(answer(cite(range=offsets, unit=unit), artifacts=[passage(text)]))
        assert found.span is None or 0 <= found.span.start < found.span.end <= len(text)
        assert (found.span is None) == (found.status is not ResolutionStatus.SPAN_RESOLVED)


@given(st.data())
def test_no_citation_whatever_stands_in_it_raises(data: st.DataObject) -> None:
    known = st.sampled_from(["E1", "policy", "summary", "", "1"])
    fields = {name: data.draw(json_values) for name in ("digest", "range", "unit", "view", "url")}
    fields["cited"] = data.draw(json_values | known)
    selector = st.fixed_dictionaries(
        {"type": st.just("TextQuoteSelector"), "exact": st.text(max_size=3), "prefix": st.text(max_size=2)}
    ) | st.fixed_dictionaries({"type": st.just("TextPositionSelector"), "start": st.integers(), "end": st.integers()})
    citation = as_citation(
        **fields,
        selectors=data.draw(st.lists(selector, max_size=3)),
        quoted_text=data.draw(st.none() | st.text(max_size=4)),
        artifact=data.draw(st.none() | st.sampled_from(["policy", "nowhere"])),
        span=data.draw(st.none() | st.just([0, 3]) | st.just([70, 900])),
    )
    demanded = data.draw(st.lists(st.sampled_from(["id", "digest", "range", "unit", "view"]), unique=True))
    dossier = dossier_of(
        answer(artifacts=[passage(), passage("Kept.", "summary", "generated")], citation_fields=demanded)
    )
    found = resolve(dossier, citation, DEFAULT, NOW)
    assert found.status in ResolutionStatus
    outcomes = [result.outcome for result in found.steps]
    assert [result.step for result in found.steps] == list(Step)
    if found.failing_step is not None:
        failing = list(Step).index(found.failing_step)
        assert outcomes[failing] is Outcome.FAIL
        assert set(outcomes[failing + 1 :]) <= {Outcome.NOT_RUN}
        assert Outcome.FAIL not in outcomes[:failing]


def test_the_published_sentence_with_an_emoji_has_three_offsets_for_one_word() -> None:
    """Requirements 8: "sauf" stands at code point 19, byte 23, UTF-16 unit 20."""
    text = "Délai : 30 jours \U0001f600 sauf recours."
    for unit, start in (("code_point", 19), ("byte_utf8", 23), ("utf16_code_unit", 20)):
        value = answer(cite(range=[start, start + 4], unit=unit, quoted_text="sauf"), artifacts=[passage(text)])
        assert status_of(value) == ("quote_match", "")
    wrong = answer(cite(range=[23, 27], unit="code_point", quoted_text="sauf"), artifacts=[passage(text)])
    found = resolve_one(wrong)
    assert found.status is ResolutionStatus.QUOTE_MISMATCH
    assert [place.span for place in found.elsewhere] == [Span(19, 23)]


def test_superscript_two_is_not_two_and_an_accent_may_be_composed() -> None:
    """S0-56, acceptance."""
    assert status_of(answer(cite(range=[0, 2], quoted_text="m2"), artifacts=[passage("m²")])) == ("quote_mismatch", "")
    composed = answer(cite(range=[0, 5], quoted_text="caf\u00e9"), artifacts=[passage("cafe\u0301")])
    found = resolve_one(composed)
    assert (str(found.status), found.operations) == ("normalized_match", ("unicode_nfc",))
    assert status_of(composed, policy=EXACT) == ("quote_mismatch", "")


@pytest.mark.parametrize(
    ("version", "status"),
    [
        ({"availability": "withdrawn"}, "withdrawn"),
        ({"availability": "deleted"}, "deleted"),
        ({"availability": "access_blocked"}, "access_blocked"),
        ({"availability": "not_retained"}, "not_retained"),
        ({"availability": "hash_only"}, "not_retained"),
        ({"availability": "archived"}, "quote_match"),
        ({"events": [{"event": "withdrawn", "at": "2026-11-01T00:00:00Z"}]}, "withdrawn"),
        ({"events": [{"event": "tombstoned", "at": "2026-11-01T00:00:00Z"}]}, "deleted"),
        ({"events": [{"event": "purged", "at": "2026-11-01T00:00:00Z"}]}, "not_replayable"),
        ({"events": [{"event": "withdrawn", "at": "2026-12-01T00:00:00Z"}]}, "quote_match"),
        ({"events": [{"event": "held", "at": "2026-11-01T00:00:00Z"}]}, "quote_match"),
    ],
)
def test_a_source_that_may_not_or_cannot_be_read_decides_before_its_words(version: Any, status: str) -> None:
    assert status_of(labelled(version))[0] == status


@pytest.mark.parametrize("order", [1, -1])
def test_a_source_that_was_restored_is_readable_again_in_whatever_order_its_events_came(order: int) -> None:
    events = [
        {"event": "withdrawn", "at": "2026-11-01T00:00:00Z"},
        {"event": "restored", "at": "2026-11-02T00:00:00Z"},
    ][::order]
    assert status_of(labelled({"events": events})) == ("quote_match", "")


def test_a_text_that_nobody_kept_is_not_retained() -> None:
    assert status_of(labelled(text=None)) == ("not_retained", "")


PERSONA = {"key": "logs", "persona": {"name": "visitor", "labels": ["public"]}}


def test_the_answers_reader_needs_every_label_of_the_source() -> None:
    assert status_of(labelled({"labels": ["public"]}, case=PERSONA)) == ("quote_match", "")
    assert status_of(labelled({"labels": ["public", "staff"]}, case=PERSONA)) == ("unauthorized", "needs staff")
    assert status_of(labelled({"labels": ["staff"]}, case={"key": "logs"})) == ("quote_match", "")


@pytest.mark.parametrize(
    ("check", "status"),
    [
        ({"outcome": "permission_denied", "source": "retention"}, "unauthorized"),
        ({"outcome": "cross_tenant", "source": "retention", "version": "1"}, "unauthorized"),
        ({"outcome": "permission_denied", "source": "retention", "version": "2"}, "quote_match"),
        ({"outcome": "permission_denied", "source": "other"}, "quote_match"),
        ({"outcome": "allowed", "source": "retention"}, "quote_match"),
        ({"outcome": "not_checked", "source": "retention"}, "quote_match"),
    ],
)
def test_a_recorded_refusal_of_the_cited_source_is_unauthorized(check: Any, status: str) -> None:
    value = labelled(capture={"access_checks": [{"phase": "pre_retrieval", **check}]})
    assert status_of(value)[0] == status


def test_access_decides_before_availability_and_availability_before_origin() -> None:
    value = labelled({"labels": ["staff"], "availability": "withdrawn"}, case=PERSONA)
    value["artifacts"][0]["origin"] = "generated"
    assert status_of(value)[0] == "unauthorized"
    value["case"] = {"key": "logs"}
    assert status_of(value)[0] == "withdrawn"
    value["sources"][0]["versions"][0]["availability"] = "available"
    assert status_of(value)[0] == "generated_target"


def test_origin_decides_before_the_digest_and_the_digest_before_the_range() -> None:
    generated = answer(cite(digest="0" * 64, range=[5, 5]), artifacts=[passage(origin="generated")])
    assert status_of(generated)[0] == "generated_target"
    assert status_of(answer(cite(digest="0" * 64, range=[5, 5])))[0] == "snapshot_mismatch"
    assert status_of(answer(cite(range=[5, 5]))) == ("unresolved_range", "empty_range")


def test_a_label_of_two_passages_is_ambiguous_and_none_of_them_is_taken() -> None:
    twice = [{"label": "E1", "artifact": "policy"}, {"label": "E1", "artifact": "other"}]
    value = answer(cite(), manifest=twice, artifacts=[passage(), passage("Other.", "other")])
    found = resolve_one(value)
    assert (str(found.status), found.artifact, found.span) == ("ambiguous_locator", None, None)


def test_a_label_given_twice_for_one_passage_names_that_passage() -> None:
    twice = [{"label": "E1", "artifact": "policy"}] * 2
    assert status_of(answer(cite(quoted_text="24 months"), manifest=twice)) == ("quote_match", "")


def test_two_originals_that_give_the_same_words_are_an_ambiguous_mapping() -> None:
    copied = ([0, 80], [0, 80], "exact_copy")
    value = answer(
        cite(quoted_text="24 months"),
        manifest=[{"label": "E1", "artifact": "chunk"}],
        artifacts=[passage(), passage(key="twin"), passage(key="chunk", origin="derived")],
        transformations=[step("a", "policy", "chunk", copied), step("b", "twin", "chunk", copied)],
    )
    found = resolve_one(value)
    assert (str(found.status), found.failing_step) == ("ambiguous_mapping", Step.MAP)
    assert {place.artifact for place in found.primary} == {"policy", "twin"}


def test_words_of_a_normalized_text_are_compared_with_the_original_not_with_the_copy() -> None:
    """DESIGN 5; the sample of S3-37: 46 characters become 45."""
    original = "Archived  support logs are kept\nfor 24 months."
    normalized = "Archived support logs are kept for 24 months."
    assert (len(original), len(normalized)) == (46, 45)
    segments = [
        ([0, 8], [0, 8], "exact_copy"),
        ([8, 9], [8, 10], "normalized"),
        ([9, 30], [10, 31], "exact_copy"),
        ([30, 31], [31, 32], "normalized"),
        ([31, 45], [32, 46], "exact_copy"),
    ]

    def quote(words: str) -> Any:
        start = normalized.index(words)
        return answer(
            cite(range=[start, start + len(words)], quoted_text=words),
            manifest=[{"label": "E1", "artifact": "chunk"}],
            artifacts=[passage(original), passage(normalized, "chunk", "derived")],
            transformations=[step("tidy", "policy", "chunk", *segments)],
        )

    exact = resolve_one(quote("24 months"))
    assert (str(exact.status), [place.span for place in exact.primary]) == ("quote_match", [Span(36, 45)])
    across = resolve_one(quote("kept for 24 months"))
    assert (str(across.status), across.operations) == ("normalized_match", ("collapse_whitespace",))


def test_the_importers_artifact_outside_a_recorded_manifest_is_not_among_what_was_given() -> None:
    value = answer(
        cite(cited="E7", artifact="other", quoted_text="Other"), artifacts=[passage(), passage("Other.", "other")]
    )
    assert status_of(value) == ("unresolved_id", "outside_manifest")
    value["manifest"] = None
    assert status_of(value) == ("quote_match", "")


def test_a_place_that_an_importer_only_searched_for_is_a_candidate_and_no_match() -> None:
    value = answer(cite(convention="none fits", candidates=[[35, 44]], quoted_text="24 months", range=[1, 2]))
    found = resolve_one(value)
    assert (str(found.status), found.detail, found.candidates) == (
        "unresolved_range",
        "offsets_do_not_fit",
        (Span(35, 44),),
    )


def test_elsewhere_lists_every_other_place_of_the_words_and_not_the_cited_one() -> None:
    dossier = dossier_of(answer(artifacts=[passage("ab ab"), passage("xab", "other")]))
    found = find_elsewhere(dossier, "ab", "policy", Span(0, 2))
    assert [(place.artifact, place.span) for place in found] == [("other", Span(1, 3)), ("policy", Span(3, 5))]
    assert find_elsewhere(dossier, "", "policy", Span(0, 2)) == ()


def test_the_sentence_of_the_register_is_what_the_tests_count_in() -> None:
    assert (len(POLICY_TEXT), POLICY_TEXT.index("24 months"), POLICY_TEXT.index("except")) == (80, 35, 46)
