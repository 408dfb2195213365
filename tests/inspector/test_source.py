"""The page of a source version."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from lineage.text.normalization import DEFAULT, normalize
from tests.golden import CASES, load_case
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    case = load_case(CASES / "origin/archived-logs.json")
    import_bundle(tenant, case.bundle, case.as_of)
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER, labels=("internal",)))


def version_url(tenant: rows.Tenant, version: str) -> str:
    found = rows.SourceVersion.objects.get(tenant=tenant, source__key="retention-policy", version=version)
    return f"/sources/{found.public_id}/"


def marked(page: Any) -> list[str]:
    return ["".join(run.text for run in piece.runs) for piece in page.drawn.pieces if piece.spans]


def test_a_citation_of_a_text_made_from_the_source_is_drawn_where_it_comes_from(
    meridian: rows.Tenant, ada: Any
) -> None:
    page = ada.get(version_url(meridian, "7")).context["page"]
    assert marked(page) == [
        "Archived support logs are kept for 24 months, except where a legal hold applies.",
        "24 months",
    ]
    assert page.citing_total == page.drawn.drawn == 2


def test_every_version_stands_in_the_timeline_and_leads_to_its_page(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(version_url(meridian, "8")).context["page"]
    assert [(version.version, version.is_here) for version in page.versions] == [("7", False), ("8", True)]
    assert page.versions[0].url == version_url(meridian, "7")


def test_a_text_that_nobody_kept_says_so(meridian: rows.Tenant, ada: Any) -> None:
    html = ada.get(version_url(meridian, "7") + "?artifact=retention-policy-7-raw").content.decode()
    assert "No text of this version was kept" in html


def test_another_stage_of_the_same_version_can_be_read(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(version_url(meridian, "7") + "?artifact=retention-policy-7-normalized").context["page"]
    assert page.drawn.length == 1666


def test_a_long_text_is_drawn_by_windows_and_the_place_asked_for_lies_in_it(meridian: rows.Tenant, ada: Any) -> None:
    bundle = simple_bundle("long", claims=1)
    bundle["answers"][0]["artifacts"][0]["text"] += "\n" + "x" * 60 + "\n" * 2 + "word " * 100_000
    import_bundle(meridian, bundle)
    url = source_url(meridian, "long-source")
    first = ada.get(url)
    later = ada.get(f"{url}?at=250000")
    assert first.context["page"].drawn.start == 0 and len(first.content) < 60_000
    assert later.context["page"].drawn.start <= 250_000 < later.context["page"].drawn.end
    assert later.context["page"].drawn.drawn == 0
    assert "outside this window" in later.content.decode()


def test_the_statements_do_not_grow_with_the_text_or_its_citations(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle("few", claims=1))
    import_bundle(meridian, simple_bundle("many", claims=30))
    counts = []
    for key in ("few-source", "many-source"):
        with CaptureQueriesContext(connection) as captured:
            ada.get(source_url(meridian, key))
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "query", ["?at=x", "?at=-1", "?at=999999999", "?span=nobody", "?artifact=nothing", "?artifact=%00"]
)
def test_an_address_that_names_no_place_opens_the_source_all_the_same(
    meridian: rows.Tenant, ada: Any, query: str
) -> None:
    assert ada.get(version_url(meridian, "7") + query).status_code == 200


def test_a_source_whose_labels_the_reader_lacks_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    ben = signed_in(make_member(meridian, "ben", Role.REVIEWER))
    assert ben.get(version_url(meridian, "7")).status_code == 404


def test_a_version_of_another_tenant_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER, labels=("internal",)))
    assert drew.get(version_url(meridian, "7")).status_code == 404


def test_a_chosen_range_is_a_locator_to_copy_that_leads_back_to_it(meridian: rows.Tenant, ada: Any) -> None:
    """U-34."""
    response = ada.get(version_url(meridian, "7") + "?at=10&to=40")
    page = response.context["page"]
    locator = json.loads(page.locator.written)
    quote, position = locator["selector"]
    extracts = rows.Artifact.objects.filter(source__key="retention-policy", kind="canonical_extract")
    extract = extracts.get(version__version="7", origin="original")
    text = extract.content.get_text()
    assert quote["exact"] == text[10:40]
    assert (position["start"], position["end"]) == (10, 40)
    assert position["representation"] == {"media_type": "text/plain", "extract": extract.key, "version": "7"}
    assert locator["digest"] == digest_text(text)
    assert 'data-copy-name="the locator"' in response.content.decode()
    assert [piece for piece in page.drawn.pieces if "chosen" in piece.looks]


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("?at=40&to=40", "holds nothing"),
        ("?at=40&to=10", "holds nothing"),
        ("?at=0&to=9000", "at most 5000"),
        ("?at=99990&to=99999", "the text has"),
        ("?to=5&artifact=retention-policy-7-raw", "No text of this version was kept"),
    ],
)
def test_a_range_that_makes_no_locator_says_why(meridian: rows.Tenant, ada: Any, query: str, reason: str) -> None:
    response = ada.get(version_url(meridian, "7") + query)
    assert response.status_code == 200
    assert reason in response.context["page"].locator.why_not


def test_every_citation_has_a_link_to_its_locator(meridian: rows.Tenant, ada: Any) -> None:
    page = ada.get(version_url(meridian, "7")).context["page"]
    for cite in page.citing:
        locator = ada.get(cite.locator_url.partition("#")[0]).context["page"].locator
        assert f"{locator.span.start} to {locator.span.end}" == cite.place and locator.written


def test_the_raw_extract_stands_beside_the_normalized_text_with_what_differs(meridian: rows.Tenant, ada: Any) -> None:
    """S0-33."""
    url = version_url(meridian, "7")
    page = ada.get(url).context["page"]
    assert page.beside is None and not page.why_not_beside
    beside = ada.get(page.beside_url).context["page"].beside
    assert beside.extract.start == beside.normalized.start == 0
    assert {run.kind for run in beside.difference.runs} > {"equal"}


def test_a_version_without_a_normalized_text_says_why_nothing_stands_beside(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle("alone", claims=1))
    url = source_url(meridian, "alone-source")
    assert "No normalized text of this version was recorded." in ada.get(url).content.decode()
    page = ada.get(f"{url}?beside=normalized").context["page"]
    assert page.beside.why_not == "No normalized text of this version was recorded."


def test_windows_of_both_texts_follow_each_other_by_the_map_between_them(meridian: rows.Tenant, ada: Any) -> None:
    text = "".join(f"Paragraph  {number}.\n\n" for number in range(2_000))
    import_bundle(meridian, normalized_bundle("book", text))
    address, seen = f"{source_url(meridian, 'book-source')}?beside=normalized", 0
    while address:
        page = ada.get(address).context["page"]
        extract, normalized = page.beside.extract, page.beside.normalized
        assert normalize(drawn_words(extract), DEFAULT).text in f" {drawn_words(normalized)} "
        seen, address = seen + 1, page.following_url
    assert seen > 5 and extract.end == len(text)


def test_two_long_texts_without_a_map_are_not_matched_by_guess(meridian: rows.Tenant, ada: Any) -> None:
    bundle = normalized_bundle("guess", "A  long text. " * 1_000)
    bundle["answers"][0]["transformations"] = []
    import_bundle(meridian, bundle)
    page = ada.get(f"{source_url(meridian, 'guess-source')}?beside=normalized").context["page"]
    assert page.beside.why_not == "No map between the two texts was kept, so their places cannot be matched."


def normalized_bundle(case: str, text: str) -> dict[str, Any]:
    view = normalize(text, DEFAULT)
    bundle = simple_bundle(case, claims=1)
    (answer,) = bundle["answers"]
    answer["artifacts"][0]["text"] = text
    answer["artifacts"].append(
        {"key": f"{case}-normalized", "kind": "normalized_text", "origin": "derived", "text": view.text}
        | {"source": f"{case}-source", "version": "1"}
    )
    segments = [{"output": s.output, "input": s.input, "kind": str(s.kind)} for s in view.map.to_segments()]
    edge = {"input": f"{case}-rules", "output": f"{case}-normalized", "segments": segments}
    step = {"key": f"{case}-norm", "kind": "normalization", "mediation": "deterministic", "derivations": [edge]}
    answer["transformations"] = [step]
    return bundle


def drawn_words(drawn: Any) -> str:
    return "".join(run.text for piece in drawn.pieces for run in piece.runs)


def test_no_text_is_read_whole_unless_the_address_asks_for_it(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, normalized_bundle("large", "A  long text of its own. " * 20_000))
    url = source_url(meridian, "large-source")
    ada.get(url)
    with CaptureQueriesContext(connection) as captured:
        assert ada.get(url).status_code == 200
    bodies = [query["sql"] for query in captured if '"lineage_content"."body"' in query["sql"]]
    assert all("substr" in sql.casefold() for sql in bodies)


@pytest.mark.parametrize("name", ["to", "at", "beside"])
def test_any_value_of_the_new_parameters_is_a_page(meridian: rows.Tenant, ada: Any, name: str) -> None:
    for value in ("\0", "x", "-1", "9" * 30, "1.5", "٣", "😀" * 500, "normalized", "<script>", ""):
        assert ada.get(version_url(meridian, "7"), {name: value, "artifact": "x"}).status_code == 200, ascii(value)
