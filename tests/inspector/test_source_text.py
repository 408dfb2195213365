"""The window of a source that is read: drawn from a stretch, it is what it would be drawn from the whole text."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspector.pages.drawing import DrawnText, Layer, draw, on_lines, window_around
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from lineage.text.span import Span
from lineage.windows import VERIFIED
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url

# Long enough to be read by windows; the line ends stand at odd distances, some of them further apart than is searched.
LINES = "".join(
    f"\u0645 {number} \U0001f33e {'wind ' * (number % 97)}{'x' * (number % 409)}\r\n" for number in range(400)
)
PLAIN = LINES.encode("ascii", "replace").decode()
TEXTS = {"mixed": LINES, "ascii": PLAIN}


@pytest.fixture(autouse=True)
def new_process() -> None:
    VERIFIED.forget()


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def words(drawn: DrawnText) -> str:
    return "".join(run.text for piece in drawn.pieces for run in piece.runs)


def bring_in(tenant: rows.Tenant, key: str, text: str, *places: tuple[int, int]) -> str:
    """The address of a source with this text, cited at each place."""
    bundle = simple_bundle(key, claims=len(places) or 1)
    (answer,) = bundle["answers"]
    answer["artifacts"][0]["text"] = text
    for citation, (start, end) in zip(answer["citations"], places, strict=False):
        citation |= {"range": [start, end], "quoted_text": text[start:end]}
    import_bundle(tenant, bundle)
    return source_url(tenant, f"{key}-source")


@pytest.mark.parametrize("kind", TEXTS)
def test_the_window_is_the_one_of_the_whole_text_wherever_it_opens(meridian: rows.Tenant, ada: Any, kind: str) -> None:
    text = TEXTS[kind]
    assert len(text) > 80_000
    url = bring_in(meridian, kind, text)
    close_to_ends = (3_900, 4_000, 4_100, 4_200, 4_201, 4_202, 4_300)
    for at in (0, 1, *close_to_ends, 50_000, *(len(text) - at for at in close_to_ends), len(text), len(text) + 9):
        drawn = ada.get(f"{url}?at={at}").context["page"].drawn
        place = min(at, len(text))
        window = on_lines(text, window_around(len(text), Span(place, place), 8_000))
        assert (drawn.start, drawn.end, drawn.length) == (*window, len(text)), at
        assert words(drawn) == words(draw(text, (), window)), at


@pytest.mark.parametrize("kind", TEXTS)
def test_a_span_across_the_border_of_a_window_is_drawn_as_far_as_it_is_shown(
    meridian: rows.Tenant, ada: Any, kind: str
) -> None:
    text = TEXTS[kind]
    places = ((10, 20), (40_000, 60_000), (50_100, 50_110), (70_000, 70_010))
    url = bring_in(meridian, kind, text, *places)
    for _ in range(2):
        page = ada.get(f"{url}?at=50000").context["page"]
        assert (page.citing_total, page.drawn.asked, page.drawn.drawn) == (4, 4, 2)
        assert "4 spans cite this text, 2 of them drawn in this window" in page.counted
        assert [cite.in_window for cite in page.citing] == [False, True, True, False]
        inner = [piece for piece in page.drawn.pieces if len(piece.spans) == 2]
        assert ["".join(run.text for run in piece.runs) for piece in inner] == [text[50_100:50_110]]
        assert inner[0].start == 50_100
        assert all(piece.spans for piece in page.drawn.pieces)


@pytest.mark.parametrize("begins", [0, 7, 30])
def test_a_stretch_is_drawn_as_the_whole_would_be(begins: int) -> None:
    text = "The keeper\u202e writes\0 down \u0645 wind and fog. " * 3
    layers = [Layer("a", Span(2, 60)), Layer("b", Span(35, 45)), Layer("c", Span(1, 3)), Layer("d", Span(40, 500))]
    window = Span(32, 66)
    stretch = text[begins:70]
    assert draw(stretch, layers, window, begins=begins, length=len(text)) == draw(text, layers, window)


@pytest.mark.parametrize("kind", TEXTS)
def test_a_part_of_a_content_is_a_text_of_its_own_with_places_of_its_own(
    meridian: rows.Tenant, ada: Any, kind: str
) -> None:
    text = TEXTS[kind]
    url = bring_in(meridian, kind, text)
    (whole,) = rows.Artifact.objects.filter(tenant=meridian, version__source__key=f"{kind}-source")
    rows.Artifact.objects.create(
        tenant=meridian, key="part", kind="chunk", origin="original", source=whole.source, version=whole.version,
        content=whole.content, start=10_000, end=30_000,
    )  # fmt: skip
    part = text[10_000:30_000]
    for at in (0, 12_000, 99_999):
        drawn = ada.get(f"{url}?artifact=part&at={at}").context["page"].drawn
        assert drawn.length == 20_000
        assert words(drawn) == part[drawn.start : drawn.end]
        assert drawn.start <= min(at, 20_000) <= drawn.end


def test_a_text_read_before_takes_no_more_statements_and_never_its_whole_body(meridian: rows.Tenant, ada: Any) -> None:
    url = bring_in(meridian, "long", PLAIN)
    short = bring_in(meridian, "short", PLAIN[:900])
    statements = []
    for address in (url, url, short):
        with CaptureQueriesContext(connection) as captured:
            ada.get(f"{address}?at=700")
        statements.append([query["sql"].lower() for query in captured])
    assert len({len(sent) for sent in statements}) == 1
    (reading,) = [sql for sql in statements[1] if '"body"' in sql and "lineage_extraction" not in sql]
    assert reading.count('"body"') == 1 and "substr" in reading


def test_a_text_that_was_erased_after_it_was_read_says_so(meridian: rows.Tenant, ada: Any) -> None:
    url = bring_in(meridian, "long", LINES)
    assert ada.get(url).context["page"].drawn is not None
    (artifact,) = rows.Artifact.objects.filter(tenant=meridian, version__source__key="long-source")
    rows.Content.objects.filter(pk=artifact.content_id).erase(datetime(2026, 11, 29, tzinfo=UTC))
    page = ada.get(url)
    assert "The text of this version was erased; its digest stays." in page.content.decode()
    assert page.context["page"].drawn is None


def test_the_same_text_of_another_tenant_opens_nothing(meridian: rows.Tenant, ada: Any) -> None:
    url = bring_in(meridian, "long", LINES)
    assert ada.get(url).status_code == 200
    halcyon = make_tenant("halcyon")
    drew = signed_in(make_member(halcyon, "drew", Role.REVIEWER))
    assert drew.get(url).status_code == 404
    own = bring_in(halcyon, "long", LINES)
    assert drew.get(own).status_code == 200
    assert ada.get(own).status_code == 404
