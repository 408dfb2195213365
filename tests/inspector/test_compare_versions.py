"""Two versions of a source against each other, and the citations that rest on what changed."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from inspector.pages.compare_versions import PAGE
from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.runs_by_hand import NEW, OLD, archive_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle())
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def version_of(tenant: rows.Tenant, version: str, key: str = "archive") -> Any:
    return rows.SourceVersion.objects.get(tenant=tenant, source__key=key, version=version)


def compare_url(tenant: rows.Tenant, first: str = "1", second: str = "2") -> str:
    return reverse("compare_versions", args=[version_of(tenant, v).public_id for v in (first, second)])


def words_of(line: Any, *kinds: str) -> str:
    runs = (run.drawn for run in line.runs if run.kind in kinds)
    return "".join(glyph.text for drawn in runs for piece in drawn.pieces for glyph in piece.runs)


def bring_long_versions(tenant: rows.Tenant, changed: int) -> None:
    """Two versions of a source, with that many sentences between equal ones that became other ones."""
    def make(word: str) -> str:
        return "".join(f"Rule {n}: {word} {n}. {'Nothing changes here. ' * 12}" for n in range(changed))

    bundle = simple_bundle("long", claims=1)
    (answer,) = bundle["answers"]
    (source,), (artifact,) = answer["sources"], answer["artifacts"]
    source["versions"].append({"version": "2", "title": "Rules of long", "supersedes": "1"})
    artifact["text"] += make("before")
    answer["artifacts"].append(
        artifact | {"key": "long-rules-2", "version": "2", "text": artifact["text"].replace("before", "afterwards")}
    )
    import_bundle(tenant, bundle)


def test_every_place_that_changed_is_shown_with_the_words_around_it(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(compare_url(meridian)).context["page"]
    assert (page.old.version, page.new.version) == ("1", "2")
    assert (page.old.length, page.new.length) == (len(OLD), len(NEW))
    assert page.total == len(page.lines) > 0
    kept = [(words_of(line, "equal", "delete"), words_of(line, "equal", "insert")) for line in page.lines]
    assert all(before in OLD and after in NEW and before != after for before, after in kept)


def test_the_citations_that_rest_on_changed_words_are_named_and_lead_to_their_claims(
    meridian: rows.Tenant, ada: Any
) -> None:
    response = ada.get(compare_url(meridian))
    page = response.context["page"]
    assert page.cited > 0 and 0 < page.cited_changed <= page.cited
    named = [cite for line in page.lines for cite in line.citing]
    assert named and all(ada.get(cite.url).status_code == 200 for cite in named)
    assert f"{page.cited_changed} of {page.cited} citation" in response.content.decode()


def test_only_what_citations_rest_on_can_be_shown(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(ada.get(compare_url(meridian)).context["page"].cited_url).context["page"]
    assert page.lines and all(line.citing for line in page.lines)


def test_the_other_way_round_what_was_put_in_is_taken_out(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(compare_url(meridian)).context["page"]
    turned = ada.get(page.turned_url).context["page"]
    assert (turned.removed, turned.added) == (page.added, page.removed)


def test_two_versions_with_the_same_words_say_so(meridian: rows.Tenant, ada: Any) -> None:
    response = ada.get(compare_url(meridian, "1", "1"))
    assert response.context["page"].total == 0
    assert "letter by letter" in response.content.decode()


def test_many_changes_are_shown_twenty_at_a_time(meridian: rows.Tenant, ada: Any) -> None:
    bring_long_versions(meridian, 45)
    url = reverse("compare_versions", args=[version_of(meridian, v, "long-source").public_id for v in "12"])
    numbers: list[int] = []
    while url:
        page = ada.get(url).context["page"]
        assert len(page.lines) <= PAGE
        numbers += [line.number for line in page.lines]
        url = page.following_url
    assert numbers == list(range(1, 46))


def test_the_statements_do_not_grow_with_the_changes(meridian: rows.Tenant, ada: Any) -> None:
    counts = []
    bring_long_versions(meridian, 60)
    long_url = reverse("compare_versions", args=[version_of(meridian, v, "long-source").public_id for v in "12"])
    for url in (compare_url(meridian), long_url):
        with CaptureQueriesContext(connection) as captured:
            assert ada.get(url).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_versions_of_two_sources_are_no_page(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle())
    other = version_of(meridian, "1", "refund-source")
    url = reverse("compare_versions", args=[version_of(meridian, "1").public_id, other.public_id])
    assert ada.get(url).status_code == 404


def test_a_version_that_was_taken_away_is_not_compared_and_none_of_its_words_are_shown(
    meridian: rows.Tenant, ada: Any
) -> None:
    version = version_of(meridian, "1")
    rows.SourceEvent(
        tenant=meridian, version=version, event=SourceEventKind.WITHDRAWN.value, at=timezone.now()
    ).save()
    response = ada.get(compare_url(meridian))
    assert "cannot be compared" in response.context["page"].why_not
    assert OLD[:20] not in response.content.decode()


def test_a_version_of_another_tenant_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, archive_bundle())
    drew = signed_in(make_member(halcyon, "drew", Role.REVIEWER))
    ids = [version_of(halcyon, "1").public_id, version_of(meridian, "2").public_id]
    assert drew.get(reverse("compare_versions", args=ids)).status_code == 404
    assert drew.get(reverse("compare_versions", args=ids[::-1])).status_code == 404


@pytest.mark.parametrize("query", ["?change=0", "?change=999", "?change=x", "?change=-1", "?cited=%00", "?cited=yes"])
def test_an_address_that_names_no_change_is_a_page_all_the_same(
    meridian: rows.Tenant, ada: Any, query: str
) -> None:
    assert ada.get(compare_url(meridian) + query).status_code == 200


def test_the_source_page_leads_from_each_version_to_the_comparison_older_first(
    meridian: rows.Tenant, ada: Any
) -> None:
    for version in ("1", "2"):
        page = ada.get(f"/sources/{version_of(meridian, version).public_id}/").context["page"]
        assert {link.compare_url for link in page.versions} == {"", compare_url(meridian)}
