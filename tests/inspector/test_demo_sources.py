"""The demonstration's own sources: a PDF that was sent, and what became of six others."""

from typing import Any

import pytest

from inspector.demo.loading import Loaded, load_people, load_sources
from inspector.demo.people import MERIDIAN
from inspector.demo.readers import reader_called
from lineage.evidence.vocabulary import ExtractionState, SourceEventKind, Withheld
from lineage.extractions import find_extraction, read_layout
from lineage.models import rows
from lineage.text.span import Span
from lineage.withholding import find_withheld


@pytest.fixture
def tenant(db: Any) -> rows.Tenant:
    loaded = Loaded()
    tenant = load_people(loaded)[MERIDIAN.key]
    load_sources(loaded, tenant)
    assert loaded.problems == []
    return tenant


def version(tenant: rows.Tenant, key: str) -> rows.SourceVersion:
    return rows.SourceVersion.objects.get(tenant=tenant, source__key=key)


def test_the_words_of_the_sent_file_are_found_across_lines_and_the_end_of_a_page(tenant: rows.Tenant) -> None:
    found = rows.Resolution.objects.filter(tenant=tenant, citation__answer__case__key="how-long-are-logs-kept")
    assert dict(found.values_list("citation__key", "status")) == {
        "x1": "quote_match",
        "x2": "quote_match",
        "x3": "normalized_match",
        "x4": "quote_match",
    }


def test_every_character_of_the_sent_file_has_a_page_and_every_page_a_picture(tenant: rows.Tenant) -> None:
    sent = version(tenant, "retention-schedule")
    extraction = find_extraction(sent.pk)
    assert extraction is not None and extraction.state is ExtractionState.READ
    layout = read_layout(extraction)
    assert [page.number for page in layout.pages] == [1, 2, 3]
    assert all(layout.page_at(place) is not None for place in range(extraction.characters))
    assert layout.boxes_of(Span(0, 18))[0].page == 1
    assert list(sent.page_images.order_by("page").values_list("page", flat=True)) == [1, 2, 3]


def test_each_way_of_being_taken_away_is_there_once(tenant: rows.Tenant) -> None:
    keys = ("visitor-badges", "night-fees", "sick-notes", "harbour-tariff-2019", "wind-log", "crane-log")
    versions = {version(tenant, key).pk: key for key in keys}
    seen = find_withheld(list(versions), reader_called(tenant, "ada"))
    assert {versions[id]: why for id, why in seen.items()} == {
        "visitor-badges": Withheld.WITHDRAWN,
        "night-fees": Withheld.DELETED,
        "sick-notes": Withheld.DELETED,
        "harbour-tariff-2019": Withheld.ARCHIVED,
        "wind-log": Withheld.NOT_RETAINED,
    }


def test_of_the_erased_source_nothing_but_its_skeleton_is_left(tenant: rows.Tenant) -> None:
    erased = version(tenant, "sick-notes")
    assert (erased.title, erased.uri, erased.purged_at is not None) == ("", "", True)
    kept = rows.Artifact.objects.filter(version=erased, content__body__isnull=False)
    assert not kept.exists()
    assert SourceEventKind.PURGED in erased.events.values_list("event", flat=True)


def test_the_held_source_is_readable(tenant: rows.Tenant) -> None:
    assert rows.Artifact.objects.get(version=version(tenant, "crane-log")).content.get_text().startswith("Crane log")
