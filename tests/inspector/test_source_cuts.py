"""How a text was cut for retrieval, and where the words of a piece are in another cut."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from inspector.pages.cuts_reading import name_of_cut
from inspector.pages.source_cuts import LISTED
from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url

pytestmark = pytest.mark.django_db
TEXT = "".join(f"Sentence number {number:03}. " for number in range(200))
OLD, NEW = "aaaaaaaaaaaa", "bbbbbbbbbbbb"


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, cut_bundle({OLD: 100, NEW: 40}))
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def cut_bundle(cuts: dict[str, int], case: str = "cut", **version: Any) -> dict[str, Any]:
    """A text cut several ways, each into pieces of one length."""
    bundle = simple_bundle(case, claims=1, **version)
    (answer,) = bundle["answers"]
    (extract,) = answer["artifacts"]
    extract["text"] = f"{answer['text']} {TEXT}"
    answer["transformations"] = []
    for name, size in cuts.items():
        derivations = []
        for number, start in enumerate(range(0, len(extract["text"]), size), start=1):
            words = extract["text"][start : start + size]
            key = f"{case}-source@1/chunks/{name}/{number:05}"
            answer["artifacts"].append(extract | {"key": key, "kind": "chunk", "origin": "derived", "text": words})
            segment = {"output": [0, len(words)], "input": [start, start + len(words)], "kind": "exact_copy"}
            derivations.append({"input": extract["key"], "output": key, "segments": [segment]})
        told = {"by": "size", "size": size, "overlap": 0}
        made = {"key": f"{case}/{name}", "kind": "chunking", "mediation": "deterministic", "parameters": told}
        answer["transformations"].append(made | {"derivations": derivations})
    return bundle


def cuts_url(tenant: rows.Tenant, query: str = "", case: str = "cut") -> str:
    return f"{source_url(tenant, f'{case}-source')}cuts/{query}"


def words_of(drawn: Any) -> str:
    return "".join(glyph.text for piece in drawn.pieces for glyph in piece.runs)


def test_every_way_of_cutting_is_listed_with_what_it_was_told_and_how_many_pieces_it_made(
    meridian: rows.Tenant, ada: Any
) -> None:
    page = ada.get(cuts_url(meridian)).context["page"]
    length = rows.Artifact.objects.get(tenant=meridian, key="cut-rules").length
    found = {cut.name: (cut.about, cut.pieces) for cut in page.cuts}
    assert found == {
        OLD: ("by size, size 100, overlap 0", -(-length // 100)),
        NEW: ("by size, size 40, overlap 0", -(-length // 40)),
    }


def test_a_piece_shows_its_words_and_the_pieces_of_the_other_cut_that_have_them(
    meridian: rows.Tenant, ada: Any
) -> None:
    key = f"cut-source@1/chunks/{OLD}/00002"
    page = ada.get(cuts_url(meridian), {"cut": OLD, "piece": key}).context["page"]
    text = rows.Artifact.objects.get(tenant=meridian, key="cut-rules").content.get_text()
    assert words_of(page.drawn) == text[100:200]
    (other,) = page.others
    # 100 to 200 lies in 80-120, 120-160 and 160-200.
    assert [(one.number, one.share) for one in other.pieces] == [
        ("3", "20 of 100 characters"),
        ("4", "40 of 100 characters"),
        ("5", "40 of 100 characters"),
    ]
    assert ada.get(other.pieces[0].url.partition("#")[0]).context["page"].chosen == "3"


def test_a_long_list_of_pieces_is_shown_by_windows(meridian: rows.Tenant, ada: Any) -> None:
    seen, url = [], cuts_url(meridian, f"?cut={NEW}")
    while url:
        page = ada.get(url).context["page"]
        assert len(page.pieces) <= LISTED
        seen += [piece.number for piece in page.pieces]
        url = page.following_url
    assert seen == [str(number) for number in range(1, page.total + 1)]


def test_cuts_of_different_texts_are_not_compared(meridian: rows.Tenant, ada: Any) -> None:
    bundle = cut_bundle({OLD: 100}, "two")
    (answer,) = bundle["answers"]
    extract = answer["artifacts"][0]
    answer["artifacts"] += [
        extract | {"key": "two-normal", "kind": "normalized_text", "origin": "derived"},
        extract | {"key": f"two-source@1/chunks/{NEW}/00001", "kind": "chunk", "origin": "derived", "text": "Rule"},
    ]
    segment = {"output": [0, 4], "input": [0, 4], "kind": "exact_copy"}
    edge = {"input": "two-normal", "output": f"two-source@1/chunks/{NEW}/00001", "segments": [segment]}
    step = {"key": "two/other", "kind": "chunking", "mediation": "deterministic", "derivations": [edge]}
    answer["transformations"].append(step)
    import_bundle(meridian, bundle)
    page = ada.get(cuts_url(meridian, f"?cut={OLD}", "two")).context["page"]
    assert "cut from another text" in page.others[0].why_not


def test_pieces_with_keys_of_others_are_told_apart_by_the_step_that_made_them() -> None:
    assert name_of_cut(f"memo@1/chunks/{OLD}/00001", "memo@1/chunking") == OLD
    assert name_of_cut("chunk-17", "splitter run 4") == "splitter run 4"


def test_the_statements_do_not_grow_with_the_pieces(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, cut_bundle({OLD: 1_000, NEW: 2_000}, "few"))
    counts = []
    for case in ("cut", "few"):
        with CaptureQueriesContext(connection) as captured:
            ada.get(cuts_url(meridian, case=case))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_text_that_was_never_cut_says_so(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle())
    assert "No way of cutting" in ada.get(cuts_url(meridian, case="refund")).context["page"].why_not


def test_of_a_version_that_was_taken_away_no_piece_is_shown(meridian: rows.Tenant, ada: Any) -> None:
    version = rows.SourceVersion.objects.get(tenant=meridian)
    event = SourceEventKind.WITHDRAWN.value
    rows.SourceEvent(tenant=meridian, version=version, event=event, at=timezone.now()).save()
    response = ada.get(cuts_url(meridian))
    assert response.context["page"].cuts == () and "Sentence number" not in response.content.decode()


def test_another_tenant_finds_nothing_there(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert drew.get(cuts_url(meridian)).status_code == 404


@pytest.mark.parametrize("query", ["?cut=%00", "?cut=x&piece=y", "?skip=999999", "?skip=-1", "?piece=%00"])
def test_an_address_that_names_no_piece_shows_one_all_the_same(meridian: rows.Tenant, ada: Any, query: str) -> None:
    assert ada.get(cuts_url(meridian, query)).context["page"].drawn is not None
