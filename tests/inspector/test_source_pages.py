"""A page of a source beside its text, with every cited span on both; and how the text was read."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspector.pages.source_pages import NO_PICTURE, NOT_DRAWN, NOT_YET
from lineage.evidence.vocabulary import ExtractionState, Role, WorkKind, WorkState
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url
from tests.inspector.pages_by_hand import (
    FIRST,
    GATE,
    SECOND,
    draw_page,
    house_bundle,
    make_house,
    read_extraction,
    record_reading,
    unread_extraction,
)
from tests.inspector.runs_by_hand import make_item, make_run

pytestmark = pytest.mark.django_db
RECT = re.compile(r"<rect [^>]*>")


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


@pytest.fixture
def house(meridian: rows.Tenant) -> Any:
    return make_house(meridian)


def url_of(version: Any, query: str = "") -> str:
    return f"/sources/{version.public_id}/{query}"


def words_of(drawn: Any) -> str:
    return "".join(run.text for piece in drawn.pieces for run in piece.runs)


def test_a_version_with_pages_opens_at_its_first_page_with_the_words_of_that_page(house: Any, ada: Any) -> None:
    page = ada.get(url_of(house)).context["page"]
    assert (page.paged.number, page.paged.last) == (1, 2)
    assert words_of(page.drawn) == FIRST
    assert not page.paged.previous_url


def test_the_number_of_the_page_stands_in_its_address_and_leads_to_its_neighbours(house: Any, ada: Any) -> None:
    page = ada.get(url_of(house, "?page=2")).context["page"]
    assert words_of(page.drawn) == SECOND
    assert page.paged.previous_url == url_of(house, "?page=1")
    assert not page.paged.following_url
    assert ada.get(page.paged.previous_url).context["page"].paged.number == 1


def test_a_place_in_the_text_opens_the_page_it_stands_on(house: Any, ada: Any) -> None:
    assert ada.get(url_of(house, f"?at={len(FIRST) + 3}")).context["page"].paged.number == 2
    assert ada.get(url_of(house, "?at=999999")).context["page"].paged.number == 2


def test_every_cited_span_of_the_page_is_drawn_on_its_picture_and_marked_in_its_text(house: Any, ada: Any) -> None:
    response = ada.get(url_of(house))
    paged, html = response.context["page"].paged, response.content.decode()
    keys = {one.key for one in paged.outlined}
    assert len(keys) == 2 and len(RECT.findall(html)) == 2
    for key in keys:
        assert html.count(f'data-spans="{key}"') == 2, "once on the picture and once in the text"
    assert 'viewBox="0 0 4200 5950"' in html
    assert "style=" not in html


def test_a_span_on_the_picture_leads_to_the_page_on_which_it_is_chosen_in_both(house: Any, ada: Any) -> None:
    outlined = ada.get(url_of(house)).context["page"].paged.outlined[0]
    response = ada.get(outlined.url.partition("#")[0])
    chosen = [one for one in response.context["page"].paged.outlined if one.is_here]
    assert [one.key for one in chosen] == [outlined.key]
    assert response.content.decode().count('class="box-here"') == len(outlined.boxes)
    here = [piece for piece in response.context["page"].drawn.pieces if "hl-here" in piece.looks]
    assert "".join(run.text for piece in here for run in piece.runs) == GATE


def test_of_spans_that_lie_on_each_other_the_smallest_lies_on_top(house: Any, ada: Any) -> None:
    outlined = ada.get(url_of(house)).context["page"].paged.outlined
    sizes = [sum(box.width * box.height for box in one.boxes) for one in outlined]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == 2
    larger = ada.get(outlined[0].url.partition("#")[0]).context["page"].paged.outlined
    assert [one.key for one in larger] == [one.key for one in outlined], "also where the larger one is chosen"


def test_the_picture_says_which_page_it_is_and_that_its_text_stands_beside_it(house: Any, ada: Any) -> None:
    html = ada.get(url_of(house)).content.decode()
    assert 'alt="Page 1 as it was drawn from the file. Its text stands beside it."' in html
    assert f'src="/sources/{house.public_id}/pages/1.png"' in html


@pytest.mark.parametrize(
    ("state", "said"),
    [(WorkState.OPEN, NOT_YET), (WorkState.LEASED, NOT_YET), (WorkState.QUARANTINED, NOT_DRAWN), (None, NO_PICTURE)],
)
def test_a_page_without_a_picture_says_why_and_shows_its_text_alone(
    meridian: rows.Tenant, house: Any, ada: Any, state: WorkState | None, said: str
) -> None:
    if state is not None:
        run = make_run(meridian, source="gate-rules", version="1")
        make_item(run, kind=WorkKind.RENDER.value, state=state.value)
    response = ada.get(url_of(house, "?page=2"))
    assert response.context["page"].paged.why_not == said
    html = response.content.decode()
    assert said in html and "<img" not in html and "<svg" not in html
    assert words_of(response.context["page"].drawn) == SECOND


def test_the_citations_name_their_pages(house: Any, ada: Any) -> None:
    page = ada.get(url_of(house)).context["page"]
    assert [cite.page for cite in page.citing] == [1, 1, 2]
    assert page.counted == "3 spans cite this text, 2 of them drawn on this page"


def test_the_text_alone_is_one_click_away_and_leads_back_to_the_page(house: Any, ada: Any) -> None:
    text_url = ada.get(url_of(house, "?page=2")).context["page"].paged.text_url
    page = ada.get(text_url).context["page"]
    assert page.paged is None and words_of(page.drawn) == FIRST + SECOND
    assert ada.get(page.pages_url).context["page"].paged.number == 2


def test_another_text_of_the_version_is_shown_without_pages(meridian: rows.Tenant, house: Any, ada: Any) -> None:
    rows.Artifact(tenant=meridian, key="gate-note", kind="other", origin="derived", version=house).save()
    assert ada.get(url_of(house, "?artifact=gate-note")).context["page"].paged is None


def test_a_version_without_pages_is_one_text(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle())
    page = ada.get(source_url(meridian, "refund-source")).context["page"]
    assert page.paged is None and not page.pages_url
    assert page.report is None


@pytest.mark.parametrize("query", ["?page=0", "?page=99", "?page=x", "?page=-1", f"?page={10**11}", "?page=%D9%A3"])
def test_an_address_that_names_no_page_opens_one_all_the_same(house: Any, ada: Any, query: str) -> None:
    assert ada.get(url_of(house, query)).context["page"].paged.number in (1, 2)


def test_a_page_takes_the_same_few_statements_for_one_citation_and_for_many(meridian: rows.Tenant, ada: Any) -> None:
    counts = []
    for case in ("few", "many"):
        version = make_house(meridian, case)
        if case == "many":
            for other in range(20):
                answer = {"case": {"key": f"more-{other}", "question": "And the gate?"}}
                import_bundle(meridian, more(case, answer))
        with CaptureQueriesContext(connection) as captured:
            assert ada.get(url_of(version)).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


def more(case: str, changes: dict[str, Any]) -> dict[str, Any]:
    bundle = house_bundle(case)
    (answer,) = bundle["answers"]
    shared = {name: answer.pop(name) for name in ("sources", "artifacts")}
    return {"schema": bundle["schema"], "answers": [answer | changes], **shared}


def test_what_was_read_is_said_with_its_tool_its_sizes_its_warnings_and_what_was_passed_over(
    house: Any, ada: Any
) -> None:
    response = ada.get(url_of(house))
    report, html = response.context["page"].report, response.content.decode()
    assert report.said.word == "read" and report.tool == "reader 7"
    assert dict(report.facts)["bytes in"] == "1,234"
    assert dict(report.facts)["characters out"] == str(len(FIRST + SECOND))
    assert "Two words stand on top of each other." in html
    (skipped,) = report.skipped
    assert (skipped.kind, skipped.count, skipped.characters, skipped.where) == ("annotation", 2, 9, "page 2")
    assert "&lt;b&gt;ask&lt;/b&gt;" in html and "<b>ask" not in html


def test_a_guessed_encoding_is_marked_as_one(meridian: rows.Tenant, house: Any, ada: Any) -> None:
    text = rows.Artifact.objects.get(tenant=meridian, key="gate-text")
    record_reading(house, read_extraction(encoding="windows-1252", is_guess=True), text.pk)
    html = ada.get(url_of(house)).content.decode()
    assert "windows-1252" in html and "a guess: nobody declared it" in html


@pytest.mark.parametrize("state", [state for state in ExtractionState if state is not ExtractionState.READ])
def test_bytes_that_no_text_was_read_from_say_what_they_are_and_what_to_do(
    meridian: rows.Tenant, ada: Any, state: ExtractionState
) -> None:
    source = rows.Source(tenant=meridian, key="sealed", kind="pdf")
    source.save()
    version = rows.SourceVersion(tenant=meridian, source=source, version="1", title="Sealed")
    version.save()
    record_reading(version, unread_extraction(state, f"It is {state.label}. Bring another."))
    html = ada.get(url_of(version)).content.decode()
    assert "No text was read from this file" in html
    assert f"It is {state.label}. Bring another." in html
    assert state.label in html


def test_a_text_of_recognized_letters_says_how_sure_they_are(meridian: rows.Tenant, house: Any, ada: Any) -> None:
    for key, confidence in (("stamp", 0.62), ("heading", 0.97)):
        kept = {"tenant": meridian, "version": house, "kind": "other", "origin": "original", "page": 1}
        rows.Artifact(key=key, confidence=confidence, section=key, **kept).save()
    response = ada.get(url_of(house))
    recognized = response.context["page"].recognized
    assert [(one.text, one.confidence, one.is_sure) for one in recognized] == [
        ("stamp", "0.62", False),
        ("heading", "0.97", True),
    ]
    assert "with a confidence down to 0.62" in response.content.decode()


def test_a_second_reading_that_failed_takes_no_page_away(meridian: rows.Tenant, house: Any, ada: Any) -> None:
    draw_page(house, 2)
    record_reading(house, unread_extraction(ExtractionState.LIMIT, "It took too long."))
    page = ada.get(url_of(house)).context["page"]
    assert page.report.said.word == ExtractionState.READ.label
    assert page.paged is not None and words_of(page.drawn) == FIRST
