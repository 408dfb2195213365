"""Everything that carries the words of a version is named before anything is done to it."""

from __future__ import annotations

from collections import Counter

import pytest

from lineage.content_references import copies, references
from lineage.evidence.reach import Carrier, Treatment
from lineage.lifecycle import reach
from lineage.models import rows
from tests.lineage import bundles, canaries
from tests.lineage.canaries import protocol

pytestmark = pytest.mark.django_db


def test_texts_pictures_layouts_and_what_answers_were_given_are_reached() -> None:
    tenant = canaries.tenant_with_copies()
    found = reach(protocol(tenant))
    counted = Counter(one.carrier for one in found.contents if one.treatment is not Treatment.KEEP)
    # The raw bytes are the extract, and stored once; of an answer record, payload, judge, report, relocation.
    assert counted == {
        Carrier.RAW: 1,
        Carrier.TEXT: 2,
        Carrier.DETAILS: 1,
        Carrier.EXTRACTION: 1,
        Carrier.LAYOUT: 1,
        Carrier.PAGE_IMAGE: 1,
        Carrier.PAYLOAD: 1,
        Carrier.RECORD: 1,
        Carrier.JUDGEMENT: 1,
        Carrier.INSPECTION: 1,
        **({Carrier.RELOCATION: 1} if rows.Relocation.objects.filter(details__isnull=False).exists() else {}),
    }
    keys = rows.Artifact.objects.filter(pk__in=found.artifacts).values_list("key", flat=True)
    assert {"extract", "chunk", "summary"} <= set(keys)
    assert "kettle" not in keys
    assert found.answers == tuple(rows.Answer.objects.values_list("id", flat=True))
    assert len(list(canaries.hits())) > 0


def test_what_another_version_owns_too_is_kept_and_said() -> None:
    tenant = canaries.tenant_with_copies()
    twin = bundles.source("copy", {"version": "a", "raw_text": canaries.TEXT})
    assert not bundles.take_in(tenant, {"sources": [twin]}).problems
    (kept,) = reach(protocol(tenant)).of(Treatment.KEEP)
    assert (kept.carrier, kept.because) == (Carrier.RAW, "version a of copy")
    rows.SourceEvent.objects.create(
        tenant=tenant, version=rows.SourceVersion.objects.get(version="a"), event="purged", at=bundles.NOON
    )
    assert reach(protocol(tenant)).of(Treatment.KEEP) == ()


def test_every_column_that_points_at_contents_is_known_for_what_it_is() -> None:
    found = {(reference.model.__name__, reference.field): reference.carrier for reference in references()}
    own_words = {name for name, carrier in found.items() if carrier is None}
    assert own_words == {
        ("Answer", "text"),
        ("Answer", "rendered"),
        ("Claim", "text"),
        ("Case", "question"),
        ("Policy", "body"),
    }
    assert found["Verdict", "rationale"] is Carrier.OPINION
    assert ("Redaction", "erased") not in found
    assert {reference.carrier for reference in copies()} >= {Carrier.AUDIT, Carrier.RECORD, Carrier.REMAINS}
