"""What was made from a version: translations beside their original, table rows beside their cells."""

from typing import Any

import pytest
from django.utils import timezone

from inspector.pages.source_made import ROWS
from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle, source_url

pytestmark = pytest.mark.django_db
EXTRACT = "Kind\tPeriod\nCalls\t90 days\nDie Laterne brennt. Der Steg ist offen."
GERMAN, ENGLISH = ("Die Laterne brennt.", "Der Steg ist offen."), ("The lantern burns.", "The jetty is open.")
ROW = "Calls — Period: 90 days."


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, made_bundle())
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def stretch(made: str, words: str, source: str, given: str, kind: str) -> dict[str, Any]:
    start, at = made.index(words), source.index(given)
    return {"output": [start, start + len(words)], "input": [at, at + len(given)], "kind": kind}


def made_bundle(case: str = "lamp", *, aligned: bool = True, **version: Any) -> dict[str, Any]:
    """A German text with a table: its translation, one row of the table, and a summary without a map."""
    bundle = simple_bundle(case, claims=1, **version)
    (answer,) = bundle["answers"]
    (extract,) = answer["artifacts"]
    extract |= {"text": f"{answer['text']}\n{EXTRACT}", "language": "de"}
    whole, english = extract["text"], " ".join(ENGLISH)
    sentences = [
        stretch(english, new, whole, old, "translated") | {"confidence": 0.9}
        for old, new in zip(GERMAN, ENGLISH, strict=True)
    ]
    in_all = [{"output": [0, len(english)], "input": [0, len(whole)], "kind": "translated"}]
    cells = [("Calls", 1, 0, "body"), ("Period", 0, 1, "header"), ("90 days", 1, 1, "body")]
    phrases = [[ROW.index(w), ROW.index(w) + len(w), row, column, role] for w, row, column, role in cells]
    answer["artifacts"] += [
        {"key": f"{case}-en", "kind": "translation", "origin": "generated", "text": english, "language": "en"},
        {"key": f"{case}-row", "kind": "table_linearization", "origin": "derived", "text": ROW, "cell": "row 1"}
        | {"source": f"{case}-source", "version": "1", "metadata": {"table": "table 1", "phrases": phrases}},
        {"key": f"{case}-summary", "kind": "summary", "origin": "generated", "text": "It is about a lantern."},
    ]
    edges = {
        f"{case}-en": ("translation", sentences if aligned else in_all),
        f"{case}-row": (
            "table_linearization",
            [stretch(ROW, words, whole, words, "table_to_text") for words, *_ in cells],
        ),
        f"{case}-summary": ("summarization", None),
    }
    answer["transformations"] = [
        {"key": f"made-{output}", "kind": kind, "mediation": "model", "model": "mill-3"}
        | {"derivations": [{"input": extract["key"], "output": output, "segments": segments}]}
        for output, (kind, segments) in edges.items()
    ]
    return bundle


def open_made(client: Any, tenant: rows.Tenant, text: str = "", case: str = "lamp") -> Any:
    return client.get(f"{source_url(tenant, f'{case}-source')}made/", {"text": text} if text else {})


def words_of(drawn: Any) -> str:
    return "".join(glyph.text for piece in drawn.pieces for glyph in piece.runs)


def test_everything_that_was_made_from_the_version_is_listed_with_who_wrote_it(
    meridian: rows.Tenant, ada: Any
) -> None:
    page = open_made(ada, meridian).context["page"]
    assert {(text.name, text.said.word, text.by) for text in page.texts} == {
        ("translation", "generated", "mill-3"),
        ("table linearization", "derived", "mill-3"),
        ("summary", "generated", "mill-3"),
    }
    assert all(ada.get(text.url.partition("#")[0]).status_code == 200 for text in page.texts)


def test_a_translation_stands_beside_its_original_sentence_by_sentence_each_in_its_language(
    meridian: rows.Tenant, ada: Any
) -> None:
    response = open_made(ada, meridian, "lamp-en")
    (alignment,) = response.context["page"].translations
    assert [(words_of(row.original), words_of(row.translated)) for row in alignment.rows] == list(
        zip(GERMAN, ENGLISH, strict=True)
    )
    assert alignment.how == "aligned sentence by sentence" and not alignment.is_coarse
    html = response.content.decode()
    assert html.count('lang="de"') == html.count('lang="en"') == 2


def test_a_translation_aligned_as_one_piece_says_so(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, made_bundle("whole", aligned=False))
    (alignment,) = open_made(ada, meridian, "whole-en", "whole").context["page"].translations
    assert alignment.is_coarse and "which sentence renders which was not recorded" in alignment.note


def test_a_long_translation_is_shown_by_windows(meridian: rows.Tenant, ada: Any) -> None:
    bundle = made_bundle("long")
    (answer,) = bundle["answers"]
    extract, english = answer["artifacts"][0], answer["artifacts"][1]
    number = ROWS + 10
    extract["text"] += "".join(f" Satz {n:03}." for n in range(number))
    english["text"] = "".join(f"Line {n:03}. " for n in range(number))
    edge = answer["transformations"][0]["derivations"][0]
    pairs = [(f"Line {n:03}.", f"Satz {n:03}.") for n in range(number)]
    edge["segments"] = [stretch(english["text"], new, extract["text"], old, "translated") for new, old in pairs]
    import_bundle(meridian, bundle)
    first = open_made(ada, meridian, "long-en", "long").context["page"]
    second = ada.get(first.following_url.partition("#")[0]).context["page"]
    shown = [words_of(row.original) for page in (first, second) for row in page.translations[0].rows]
    assert shown == [f"Satz {n:03}." for n in range(number)]
    assert not second.following_url and second.previous_url


def test_a_table_row_stands_beside_the_cells_at_the_places_that_were_recorded_of_them(
    meridian: rows.Tenant, ada: Any
) -> None:
    grid = open_made(ada, meridian, "lamp-row").context["page"].grid
    assert [[words_of(cell.drawn) for cell in row] for row in grid.rows] == [["", "Period"], ["Calls", "90 days"]]
    assert [[cell.is_header for cell in row] for row in grid.rows] == [[False, True], [False, False]]
    assert not grid.note


def test_a_text_without_a_map_stands_alone_and_says_why(meridian: rows.Tenant, ada: Any) -> None:
    response = open_made(ada, meridian, "lamp-summary")
    assert words_of(response.context["page"].drawn) == "It is about a lantern."
    assert "No map was kept" in response.content.decode()


def test_a_text_that_was_made_from_two_of_the_version_is_listed_once(meridian: rows.Tenant, ada: Any) -> None:
    bundle = made_bundle("twice")
    (answer,) = bundle["answers"]
    extract = answer["artifacts"][0]
    answer["artifacts"].append(extract | {"key": "twice-normal", "kind": "normalized_text", "origin": "derived"})
    answer["transformations"][2]["derivations"].append({"input": "twice-normal", "output": "twice-summary"})
    import_bundle(meridian, bundle)
    names = [text.name for text in open_made(ada, meridian, case="twice").context["page"].texts]
    assert names.count("summary") == 1


def test_a_version_of_which_nothing_was_made_says_so(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle())
    response = open_made(ada, meridian, case="refund")
    assert response.context["page"].texts == ()
    assert "No translation, table row, summary or other aid" in response.content.decode()


def test_what_was_made_of_a_version_that_was_taken_away_is_not_shown(meridian: rows.Tenant, ada: Any) -> None:
    version = rows.SourceVersion.objects.get(tenant=meridian)
    event = SourceEventKind.WITHDRAWN.value
    rows.SourceEvent(tenant=meridian, version=version, event=event, at=timezone.now()).save()
    html = open_made(ada, meridian, "lamp-en").content.decode()
    assert "lantern" not in html and "Laterne" not in html


def test_what_was_also_made_from_a_text_that_the_reader_may_not_see_is_left_out(
    meridian: rows.Tenant, ada: Any
) -> None:
    bundle = made_bundle("mixed")
    (answer,) = bundle["answers"]
    answer["sources"].append({"key": "board", "versions": [{"version": "1", "labels": ["board"]}]})
    secret = {"key": "board-text", "kind": "canonical_extract", "origin": "original", "text": "A tanager plan."}
    answer["artifacts"].append(secret | {"source": "board", "version": "1"})
    edges = answer["transformations"][2]["derivations"]
    edges.append({"input": "board-text", "output": "mixed-summary"})
    import_bundle(meridian, bundle)
    names = [text.name for text in open_made(ada, meridian, case="mixed").context["page"].texts]
    assert "summary" not in names and "translation" in names
    bo = signed_in(make_member(meridian, "bo", Role.REVIEWER, labels=("board",)))
    assert "summary" in [text.name for text in open_made(bo, meridian, case="mixed").context["page"].texts]


def test_another_tenant_finds_nothing_there(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert open_made(drew, meridian).status_code == 404


@pytest.mark.parametrize("query", ["?text=%00", "?text=nothing", "?row=0", "?row=99999", "?skip=5000", "?skip=-1"])
def test_an_address_that_names_no_text_is_a_page_all_the_same(meridian: rows.Tenant, ada: Any, query: str) -> None:
    assert ada.get(f"{source_url(meridian, 'lamp-source')}made/{query}").status_code == 200
