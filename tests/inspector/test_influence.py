"""Which answers a prompt or a model had a part in (S3-56, U-27)."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.records import BOARD_CANARIES, records_bundle

pytestmark = pytest.mark.django_db
PROMPT, OTHER = "sha256:ab12" + "0" * 60, "sha256:ab13" + "f" * 60


@pytest.fixture
def meridian() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, summarised("north", PROMPT))
    import_bundle(tenant, summarised("south", PROMPT, "summariser-2"))
    import_bundle(tenant, summarised("west", OTHER))
    import_bundle(tenant, simple_bundle("plain"))
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Client:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def summarised(case: str, prompt: str, model: str = "summariser", **version: Any) -> dict[str, Any]:
    """An answer whose first claim cites a summary that a model made of the source, its second the source itself."""
    bundle = simple_bundle(case, **version)
    (answer,) = bundle["answers"]
    answer["artifacts"].append(
        {"key": f"{case}-brief", "kind": "summary", "origin": "generated", "text": "Refunds come soon."}
    )
    step = {"key": f"{case}-summarise", "kind": "summarization", "mediation": "model", "model": model}
    edge = {"input": f"{case}-rules", "output": f"{case}-brief"}
    answer["transformations"] = [step | {"prompt_digest": prompt, "derivations": [edge]}]
    answer["manifest"].append({"label": "E2", "artifact": f"{case}-brief"})
    answer["citations"][0] = {"key": "x1", "claim": "c1", "marker": "[1]", "cited": "E2"}
    return bundle


def page_of(client: Client, **query: str) -> Any:
    return client.get("/influence/", query).context["page"]


def test_a_prompt_is_found_by_its_first_digits_with_its_steps_and_the_answers_that_rest_on_them(
    ada: Client,
) -> None:
    page = page_of(ada, prompt="ab12")
    assert [(step.kind, step.model, step.steps, step.texts) for step in page.steps] == [
        ("summarization", "summariser", 1, 1),
        ("summarization", "summariser-2", 1, 1),
    ]
    assert {step.prompt_digest for step in page.steps} == {PROMPT}
    assert (page.number, page.totals.answers, page.totals.citations) == (2, 2, 2)
    assert [line.citation for line in page.lines] == ["x1", "x1"]
    assert page_of(ada, prompt="ab1").problem
    assert page_of(ada, prompt="AB12").number == 2
    assert page_of(ada, prompt=PROMPT).number == page_of(ada, prompt=PROMPT[:12]).number == 2
    assert page_of(ada, prompt=OTHER).totals.answers == 1
    assert page_of(ada, prompt="ab14").steps == ()


def test_a_model_is_found_by_its_name_and_with_a_prompt_both_must_be_so(ada: Client) -> None:
    assert page_of(ada, model="summariser").totals.answers == 2
    assert page_of(ada, model="summariser", prompt="ab13").totals.answers == 1
    assert page_of(ada, model="summ").steps == ()


def test_what_another_tenants_prompt_made_is_not_there(meridian: rows.Tenant, ada: Client) -> None:
    before = page_of(ada, prompt="ab12").totals
    import_bundle(make_tenant("halcyon"), summarised("north", PROMPT))
    assert page_of(ada, prompt="ab12").totals == before


def test_steps_over_a_source_that_the_reader_may_not_read_are_not_named(meridian: rows.Tenant, ada: Client) -> None:
    import_bundle(meridian, records_bundle())
    import_bundle(meridian, summarised("board", PROMPT, "secret-model", labels=["board"]))
    assert page_of(ada, prompt="ab12").number == 2
    assert page_of(ada, model="secret-model").steps == ()
    html = ada.get("/influence/", {"model": "summariser"}).content.decode()
    assert not [words for words in BOARD_CANARIES if words in html]
    bea = signed_in(make_member(meridian, "bea", Role.REVIEWER, labels=("board",)))
    assert page_of(bea, model="secret-model").totals.answers == 1


def test_nothing_asked_for_is_a_form_and_nothing_found_says_so(ada: Client) -> None:
    assert page_of(ada).totals is None
    html = ada.get("/influence/", {"model": "nobody"}).content.decode()
    assert "No recorded step of which you may know has it." in html
    response = ada.get("/influence/", {"prompt": "xyz"})
    assert response.status_code == 422 and "first four digits" in response.content.decode()


def test_the_statements_do_not_grow_with_what_is_found(meridian: rows.Tenant, ada: Client) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            page_of(ada, prompt="ab12")
        counts.append(len(captured))
        if len(counts) == 1:
            for number in range(8):
                import_bundle(meridian, summarised(f"more-{number}", PROMPT))
    assert counts[0] == counts[1] <= 20


def test_pages_of_fifty_follow_each_other(meridian: rows.Tenant, ada: Client) -> None:
    bundle = simple_bundle("many", claims=60)
    (answer,) = bundle["answers"]
    answer["artifacts"].append({"key": "many-brief", "kind": "summary", "origin": "generated", "text": "Soon."})
    step = {"key": "many-summarise", "kind": "summarization", "mediation": "model", "model": "counting"}
    answer["transformations"] = [step | {"derivations": [{"input": "many-rules", "output": "many-brief"}]}]
    answer["manifest"] = [{"label": "E1", "artifact": "many-brief"}]
    answer["citations"] = [
        {"key": f"x{n}", "claim": f"c{n}", "marker": f"[{n}]", "cited": "E1"} for n in range(1, 61)
    ]
    import_bundle(meridian, bundle)
    first = page_of(ada, model="counting")
    second = ada.get(first.next_url).context["page"]
    assert [len(first.lines), len(second.lines), second.next_url] == [50, 10, ""]
    assert not {line.citation for line in first.lines} & {line.citation for line in second.lines}


@pytest.mark.parametrize("name", ["prompt", "model", "after", "order_by"])
def test_any_value_of_a_parameter_is_a_page(ada: Client, name: str) -> None:
    numbers = ("-1", f"{'0' * 32}-1", "ａｂ12")
    for value in ("\0", "a\0b", "%", "' OR 1=1", "x" * 5_000, "😀", *numbers, "\u202e", "<script>"):
        response = ada.get("/influence/", {"model": "summariser"} | {name: value})
        assert response.status_code == (422 if name == "prompt" and value != "\0" else 200), ascii(value)
        assert "<script>" not in response.content.decode()
