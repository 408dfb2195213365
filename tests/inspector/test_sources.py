"""The list of sources."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from inspector.pages.sources import PAGE
from lineage.evidence.vocabulary import ExtractionState, Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.pages_by_hand import record_reading, unread_extraction
from tests.inspector.runs_by_hand import archive_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def bring(tenant: rows.Tenant, *cases: str, **version: Any) -> None:
    for case in cases:
        import_bundle(tenant, simple_bundle(case, claims=1, **version))


def listed(client: Any, query: str = "") -> list[str]:
    return [line.key for line in client.get(f"/sources/{query}").context["page"].lines]


def happen(tenant: rows.Tenant, key: str, *events: SourceEventKind) -> None:
    version = rows.SourceVersion.objects.get(tenant=tenant, source__key=key)
    for event in events:
        rows.SourceEvent(tenant=tenant, version=version, event=event.value, at=timezone.now()).save()


def test_sources_are_listed_newest_first_with_the_version_that_holds(meridian: rows.Tenant, ada: Any) -> None:
    bring(meridian, "first")
    import_bundle(meridian, archive_bundle())
    page = ada.get("/sources/").context["page"]
    assert [line.key for line in page.lines] == ["archive", "first-source"]
    assert (page.lines[0].version, page.lines[0].said.word, page.lines[0].versions) == ("2", "current", 2)
    assert all(ada.get(line.url).status_code == 200 for line in page.lines)


def test_a_search_finds_words_of_the_title_and_of_the_key(meridian: rows.Tenant, ada: Any) -> None:
    bring(meridian, "harbour", "orchard")
    assert listed(ada, "?search=rules+HARBOUR") == ["harbour-source"]
    assert listed(ada, "?search=orchard-s") == ["orchard-source"]
    assert listed(ada, "?search=nothing-of-that") == []


def test_a_title_that_was_taken_away_is_not_found_by_its_words(meridian: rows.Tenant, ada: Any) -> None:
    bring(meridian, "harbour", title="Plan tanager")
    assert listed(ada, "?search=tanager") == ["harbour-source"]
    happen(meridian, "harbour-source", SourceEventKind.WITHDRAWN)
    assert listed(ada, "?search=tanager") == []
    assert "tanager" not in ada.get("/sources/").content.decode()
    assert listed(ada, "?search=harbour") == ["harbour-source"], "its key is no secret"
    happen(meridian, "harbour-source", SourceEventKind.RESTORED)
    assert listed(ada, "?search=tanager") == ["harbour-source"]


def test_what_was_deleted_is_not_found_by_its_words_though_a_restoration_be_recorded(
    meridian: rows.Tenant, ada: Any
) -> None:
    bring(meridian, "harbour", title="Plan tanager")
    happen(meridian, "harbour-source", SourceEventKind.TOMBSTONED, SourceEventKind.RESTORED)
    assert listed(ada, "?search=tanager") == []


def test_sources_of_a_kind_and_in_a_state_can_be_asked_for(meridian: rows.Tenant, ada: Any) -> None:
    bring(meridian, "plain", "gone", "sketch")
    happen(meridian, "gone-source", SourceEventKind.WITHDRAWN)
    bring(meridian, "idea", draft=True)
    unread = rows.SourceVersion.objects.get(source__key="sketch-source")
    record_reading(unread, unread_extraction(ExtractionState.ENCRYPTED, "Bring an unlocked copy."))
    assert listed(ada, "?state=taken") == ["gone-source"]
    assert listed(ada, "?state=draft") == ["idea-source"]
    assert listed(ada, "?state=unread") == ["sketch-source"]
    assert set(listed(ada, "?kind=text")) == {"plain-source", "gone-source", "sketch-source", "idea-source"}
    assert listed(ada, "?kind=pdf") == []
    (line,) = ada.get("/sources/?state=unread").context["page"].lines
    assert line.unread.word == "locked with a password"


def test_a_draft_that_was_published_is_none(meridian: rows.Tenant, ada: Any) -> None:
    bring(meridian, "idea", draft=True)
    happen(meridian, "idea-source", SourceEventKind.ACTIVATED)
    assert listed(ada, "?state=draft") == []


def test_fifty_are_shown_and_the_others_follow_by_a_public_id(meridian: rows.Tenant, ada: Any) -> None:
    made = [rows.Source(tenant=meridian, key=f"s{number:03}") for number in range(PAGE + 20)]
    for source in made:
        source.save()
        rows.SourceVersion(tenant=meridian, source=source, version="1").save()
    first = ada.get("/sources/").context["page"]
    second = ada.get(first.older_url).context["page"]
    assert [line.key for line in (*first.lines, *second.lines)] == [source.key for source in reversed(made)]
    assert not second.older_url and second.newest_url == "/sources/"


def test_the_list_takes_the_same_few_statements_for_one_source_and_for_forty(meridian: rows.Tenant, ada: Any) -> None:
    counts = []
    for number in range(40):
        bring(meridian, f"case-{number}")
        if number in (0, 39):
            with CaptureQueriesContext(connection) as captured:
                ada.get("/sources/?search=source")
            counts.append(len(captured))
    assert counts[0] == counts[1] <= 12


def test_a_source_of_which_the_reader_may_see_no_version_is_not_listed(meridian: rows.Tenant, ada: Any) -> None:
    bring(meridian, "open")
    bring(meridian, "board", labels=["board"], title="Plan tanager")
    assert listed(ada) == ["open-source"]
    assert listed(ada, "?search=tanager") == listed(ada, "?search=board") == []


def test_another_tenant_sees_none_of_it(meridian: rows.Tenant) -> None:
    bring(meridian, "open")
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    page = drew.get("/sources/").context["page"]
    assert page.lines == () and page.is_empty_house
    other = rows.Source.objects.get(key="open-source").public_id
    assert listed(drew, f"?before={other}") == []


def test_an_empty_house_says_how_a_source_comes_in(meridian: rows.Tenant, ada: Any) -> None:
    html = ada.get("/sources/").content.decode()
    assert "No source was recorded yet" in html and "ask one of them" in html
    iris = signed_in(make_member(meridian, "iris", Role.RESPONDER))
    assert 'href="/sources/add/"' in iris.get("/sources/").content.decode()


@pytest.mark.parametrize(
    "query", ["?search=%00", "?search=%25", "?kind=nothing", "?state=nothing", "?before=x", f"?search={'a+' * 300}"]
)
def test_an_address_that_asks_for_nothing_of_ours_is_a_page_all_the_same(
    meridian: rows.Tenant, ada: Any, query: str
) -> None:
    bring(meridian, "open")
    assert ada.get(f"/sources/{query}").status_code == 200


def test_the_list_stands_in_the_navigation(meridian: rows.Tenant, ada: Any) -> None:
    assert '<a href="/sources/" aria-current="page">Sources</a>' in ada.get("/sources/").content.decode()
