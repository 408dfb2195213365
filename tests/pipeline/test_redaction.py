"""Masked words: visible in the map as replaced, recorded under a key of the tenant or not at all."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.bundle import Source
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import ArtifactKind, Origin, ResolutionStatus, SourceKind, TransformationKind
from lineage.pipeline.layout import Layout
from lineage.pipeline.redaction import RedactionPolicy, RedactionRule, redact
from lineage.pipeline.run import SHIPPED, Pipeline, build
from lineage.text.segments import SegmentKind
from lineage.text.span import Span
from tests.evidence.answers import answer, cite, resolve_one
from tests.pipeline.readings import grid, paged, read_text
from tests.pipeline.test_run import shared

EMAIL = RedactionRule("email", pattern=r"[\w.]+@[\w.]+\w")
NAMES = RedactionRule("name", words=("Ada", "Ada Lovelace"))
POLICY = RedactionPolicy("people", 1, (EMAIL, NAMES))
MASKING = Pipeline(SHIPPED.normalization, SHIPPED.chunking, POLICY)
TEXT = "Ask Ada Lovelace (ada@example.org) within 24 months."
NOTE = Source(key="policy", kind=SourceKind.TEXT)


def test_what_is_masked_is_seen_as_deleted_with_its_label_inserted():
    redacted = redact(TEXT, POLICY)
    assert redacted.text == "Ask [masked: name] ([masked: email]) within 24 months."
    assert [(s.output.slice(redacted.text), s.input.slice(TEXT), str(s.kind)) for s in redacted.map.to_segments()] == [
        ("Ask ", "Ask ", "exact_copy"),
        ("", "Ada Lovelace", "deleted"),
        ("[masked: name]", "", "inserted"),
        (" (", " (", "exact_copy"),
        ("", "ada@example.org", "deleted"),
        ("[masked: email]", "", "inserted"),
        (") within 24 months.", ") within 24 months.", "exact_copy"),
    ]
    assert [(masked.span.slice(TEXT), masked.rule, masked.hmac) for masked in redacted.masked] == [
        ("Ada Lovelace", "name", None),
        ("ada@example.org", "email", None),
    ]


def test_masked_words_are_recorded_under_the_key_that_is_given_and_never_digested_bare():
    first = redact(TEXT, POLICY, b"a key of the tenant").masked[0].hmac
    bare = hmac.new(b"a key of the tenant", b"Ada Lovelace", hashlib.sha256).hexdigest()
    assert first == f"sha256:{bare}"
    built = build(NOTE, "3", read_text(TEXT), MASKING)
    written = json.dumps([[made.key, made.parameters] for made in built.transformations])
    assert str(digest_text("Ada Lovelace")) not in written and "Ada" not in written


def test_what_several_rules_find_is_masked_once_under_the_first_of_them():
    rules = RedactionRule("a", words=("two three",)), RedactionRule("b", words=("one two",))
    assert redact("one two three four", RedactionPolicy("people", 1, rules)).text == "[masked: a] four"


def test_ranges_mask_the_text_that_they_count_in_and_no_other():
    rule = RedactionRule("range", ranges=(Span(4, 7),), text=digest_text("Ask Ada."))
    policy = RedactionPolicy("ranges", 1, (rule,))
    assert redact("Ask Ada.", policy).text == "Ask [masked: range]."
    with pytest.raises(ValueError, match="another text"):
        redact("Ask Ben.", policy)


@pytest.mark.parametrize(
    "rule",
    [
        {"name": "", "pattern": "a"},
        {"name": "x"},
        {"name": "x", "pattern": "("},
        {"name": "x", "words": ("",)},
        {"name": "x", "ranges": (Span(0, 1),)},
        {"name": "x", "ranges": (Span(1, 1),), "text": digest_text("")},
    ],
)
def test_a_rule_that_masks_nothing_or_cannot_be_applied_is_refused(rule):
    with pytest.raises(ValueError):
        RedactionRule(**rule)


def test_everything_that_is_made_of_a_source_is_made_of_its_masked_text():
    one, cells = grid([["Name", "Mail"], ["Ada", "ada@example.org"]])
    read = read_text(one, layout=Layout(cells=cells, pages=paged([one])[1]))
    built = build(Source(key="policy", kind=SourceKind.CSV), "3", read, MASKING)
    by_kind = {artifact.kind: artifact for artifact in built.artifacts}
    masked = by_kind[ArtifactKind.REDACTED_TEXT]
    assert masked.text == "Name\tMail\n[masked: name]\t[masked: email]\n"
    assert by_kind[ArtifactKind.TABLE_LINEARIZATION].text == "[masked: name] — Mail: [masked: email]."
    assert by_kind[ArtifactKind.TABLE_LINEARIZATION].page == by_kind[ArtifactKind.CHUNK].page == 1
    kept = [a.kind for a in built.artifacts if "Ada" in (a.text or "") or "ada@" in (a.text or "")]
    assert kept == [ArtifactKind.CANONICAL_EXTRACT]
    assert [made.kind for made in built.transformations][1] is TransformationKind.REDACTION
    assert not {a.key for a in built.artifacts[2:]} & {a.key for a in build(NOTE, "3", read, SHIPPED).artifacts}


def test_words_beside_a_mask_lead_to_the_extract_and_a_mask_leads_nowhere():
    built = build(NOTE, "3", read_text(TEXT), MASKING)
    chunk = next(artifact for artifact in built.artifacts if artifact.kind is ArtifactKind.CHUNK)

    def cited(words: str):
        start = (chunk.text or "").index(words)
        citation = cite(range=[start, start + len(words)], quoted_text=words)
        return resolve_one(
            answer(citation, manifest=[{"label": "E1", "artifact": chunk.key}], artifacts=[]), **shared(built)
        )

    found = cited("24 months")
    assert (found.status, found.origin) == (ResolutionStatus.QUOTE_MATCH, Origin.DERIVED)
    assert [place.span.slice(TEXT) for place in found.primary] == ["24 months"]
    assert cited("Ask [masked: name]").status is ResolutionStatus.BROKEN_MAPPING


def test_a_pipeline_with_redactions_is_written_and_read_and_has_chunks_of_its_own():
    rules = (*POLICY.rules, RedactionRule("range", ranges=(Span(4, 7),), text=digest_text(TEXT)))
    pipeline = Pipeline(SHIPPED.normalization, SHIPPED.chunking, RedactionPolicy("people", 2, rules))
    assert Pipeline.from_json(json.loads(json.dumps(pipeline.to_json()))) == pipeline
    assert len({pipeline.digest, MASKING.digest, SHIPPED.digest}) == 3
    # Pipelines of runs before there were redactions are written as they were, and their chunks keep their keys.
    assert SHIPPED.digest == "sha256:1ff43a18affb79ca2554ff8a7bec834e3a484e7d9bc6b444723c51ab0014b04e"


@given(st.text("ab @.x\n", max_size=40), st.sampled_from((r"a+", r"\w+@", r"b|x@", r"\s*")))
def test_a_masked_text_is_its_source_with_the_masked_stretches_replaced(text, pattern):
    rules = RedactionRule("r", pattern=pattern), RedactionRule("s", words=("ab",))
    redacted = redact(text, RedactionPolicy("p", 1, rules))
    spans = redacted.map
    assert spans.verify(redacted.text, text) == () == spans.uncovered() == spans.invert().uncovered()
    deleted = [s.input for s in spans.to_segments() if s.kind is SegmentKind.DELETED]
    assert deleted == [masked.span for masked in redacted.masked]
    assert redacted.text.count("[masked: ") == len(deleted)
