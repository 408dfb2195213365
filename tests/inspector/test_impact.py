"""What rests on a version of a source: every citation of it and of what was made from it (U-27)."""

from __future__ import annotations

import csv
import io
import re
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.impact import PAGE
from lineage.evidence.vocabulary import PolicyKind, RelocationOutcome, Role
from lineage.models import rows
from lineage.policies import newest_policy
from tests.inspector.making import (
    claim_url,
    count_rows,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)

pytestmark = pytest.mark.django_db
HOSTILE = ("\0", "a\0b", "%", "' OR 1=1", "x" * 5_000, "😀", "-1", f"{'0' * 32}-1", f"x-{'9' * 30}", "\u202e")


@pytest.fixture
def meridian() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle("museum"))
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Client:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def version_of(tenant: rows.Tenant, source: str = "museum-source") -> Any:
    return rows.SourceVersion.objects.get(tenant=tenant, source__key=source, version="1")


def address(tenant: rows.Tenant, route: str = "impact", source: str = "museum-source") -> str:
    return reverse(route, args=[version_of(tenant, source).public_id])


def page_of(client: Client, tenant: rows.Tenant, query: str = "", source: str = "museum-source") -> Any:
    return client.get(address(tenant, source=source) + query).context["page"]


def another_answer(case: str, **changes: Any) -> dict[str, Any]:
    """One more answer that cites the same text of the same source."""
    bundle = deepcopy(simple_bundle("museum"))
    (answer,) = bundle["answers"]
    answer["case"]["key"] = case
    return bundle | {"answers": [answer | changes]}


def through_a_summary() -> dict[str, Any]:
    """An answer that cites a summary of a chunk of the source's text, neither of them of any version."""
    bundle = another_answer("second-hand")
    (answer,) = bundle["answers"]
    made = [("museum-chunk", "chunk", "derived"), ("museum-brief", "summary", "generated")]
    answer["artifacts"] += [
        {"key": key, "kind": kind, "origin": origin, "text": "A refund is paid soon."} for key, kind, origin in made
    ]
    answer["transformations"] = [
        {"key": "cut", "kind": "chunking", "mediation": "deterministic"}
        | {"derivations": [{"input": "museum-rules", "output": "museum-chunk"}]},
        {"key": "summarise", "kind": "summarization", "mediation": "model", "model": "summariser"}
        | {"derivations": [{"input": "museum-chunk", "output": "museum-brief"}]},
    ]
    answer["manifest"] = [{"label": "E1", "artifact": "museum-brief"}]
    answer["claims"] = [{"key": "c1", "text": "Refunds come soon."}]
    answer["citations"] = [{"key": "x1", "claim": "c1", "marker": "[1]", "cited": "E1"}]
    return bundle


def relocate(tenant: rows.Tenant, outcome: RelocationOutcome, claim: str = "c1") -> Any:
    """A run of the version that found this of the claim's citation."""
    version = version_of(tenant)
    run = rows.Run.objects.create(
        tenant=tenant,
        source=version.source,
        version=version,
        trigger="manual",
        cause=f"request:{rows.Run.objects.count()}",
        normalization=newest_policy(tenant.pk, PolicyKind.NORMALIZATION),
    )
    citation = rows.Citation.objects.get(claim__key=claim, answer__case__key="museum", tenant=tenant)
    rows.Relocation(tenant=tenant, run=run, citation=citation, outcome=outcome.value).save()
    return run


def test_every_citation_of_the_versions_text_is_there_with_its_claim_and_answer(
    meridian: rows.Tenant, ada: Client
) -> None:
    import_bundle(meridian, another_answer("theatre"))
    page = page_of(ada, meridian)
    totals = page.totals
    assert (totals.answers, totals.claims, totals.citations) == (2, 4, 4)
    assert [(line.claim, line.citation) for line in page.lines[2:]] == [
        ("Rule 1: a refund is paid within 1 days.", "x1"),
        ("Rule 2: a refund is paid within 2 days.", "x2"),
    ]
    assert page.lines[2].claim_url == claim_url(meridian, "museum") + "?span=x1"


def test_what_was_made_from_the_text_counts_however_far_down(meridian: rows.Tenant, ada: Client) -> None:
    import_bundle(meridian, through_a_summary())
    page = page_of(ada, meridian)
    assert (page.totals.answers, page.totals.citations) == (2, 3)
    assert page.lines[0].claim == "Refunds come soon."


def test_answers_of_other_sources_and_other_tenants_are_not_there(meridian: rows.Tenant, ada: Client) -> None:
    import_bundle(meridian, simple_bundle("theatre"))
    import_bundle(make_tenant("halcyon"), another_answer("theatre"))
    page = page_of(ada, meridian)
    assert (page.totals.answers, page.totals.citations, len(page.lines)) == (1, 2, 2)


def test_an_answer_that_got_the_text_and_cites_none_is_counted_apart(meridian: rows.Tenant, ada: Client) -> None:
    import_bundle(meridian, another_answer("silent", citations=[]))
    page = page_of(ada, meridian)
    assert (page.totals.answers, page.totals.given) == (1, 1)
    html = ada.get(address(meridian)).content.decode()
    assert "1 more answer got such a text and cites none." in html


def test_derivations_that_run_in_a_circle_end(meridian: rows.Tenant, ada: Client) -> None:
    import_bundle(meridian, through_a_summary())
    keys = ("museum-brief", "museum-chunk")
    last, first = (rows.Artifact.objects.get(tenant=meridian, key=key) for key in keys)
    step = rows.Transformation.objects.get(tenant=meridian, key="cut")
    rows.Derivation(tenant=meridian, transformation=step, input=last, output=first).save()
    assert page_of(ada, meridian).totals.citations == 3


def test_the_newest_run_says_what_became_of_a_citation(meridian: rows.Tenant, ada: Client) -> None:
    relocate(meridian, RelocationOutcome.LOST)
    newest = relocate(meridian, RelocationOutcome.TEXT_CHANGED)
    page = page_of(ada, meridian)
    assert [line.outcome.word for line in page.lines] == ["words changed", "not looked for yet"]
    assert page.lines[0].run_url == reverse("run", args=[newest.public_id])
    shown = page_of(ada, meridian, "?outcome=text_changed")
    assert [line.citation for line in shown.lines] == ["x1"]
    assert [line.citation for line in page_of(ada, meridian, "?outcome=none").lines] == ["x2"]
    assert not page_of(ada, meridian, "?outcome=lost").lines


def test_verdicts_on_todays_words_and_on_words_that_changed_are_told_apart(
    meridian: rows.Tenant, ada: Client
) -> None:
    url = claim_url(meridian, "museum")
    assert ada.post(f"{url}verdicts/", filled_form(ada, url)).status_code == 303
    page = page_of(ada, meridian)
    assert [(line.verdicts.code, line.fresh) for line in page.lines] == [("fresh", 1), ("none", 0)]
    assert (page.totals.fresh, page.totals.stale_claims) == (1, 0)
    opinions.ItemState.objects.update(stale=True, verdicts=0)
    page = page_of(ada, meridian)
    assert [(line.verdicts.code, line.fresh) for line in page.lines] == [("stale", 0), ("none", 0)]
    assert (page.totals.fresh, page.totals.stale_claims) == (0, 1)
    assert [line.citation for line in page_of(ada, meridian, "?verdicts=stale").lines] == ["x1"]


def test_the_newest_judge_is_named_with_what_it_said_and_none_is_said_to_be_none(
    meridian: rows.Tenant, ada: Client
) -> None:
    claim = rows.Claim.objects.get(tenant=meridian, key="c1")
    for version, verdict, score in (("1", "supported", 0.9), ("2", "unsupported", 0.2)):
        said = {"status": "completed", "verdict": verdict, "score": score}
        rows.JudgeResult(tenant=meridian, claim=claim, evaluator="judge", version=version, **said).save()
    first, second = page_of(ada, meridian).lines
    assert (first.judge.word, first.judged_by, second.judge) == ("not supported 0.2", "judge 2", None)
    rows.JudgeResult(tenant=meridian, claim=claim, evaluator="judge", version="3", status="timeout").save()
    line = page_of(ada, meridian).lines[0]
    assert (line.judge.word, line.judge.state) == ("timed out", "fail")


def test_counts_lead_to_what_they_count_and_add_up(meridian: rows.Tenant, ada: Client) -> None:
    relocate(meridian, RelocationOutcome.LOST)
    relocate(meridian, RelocationOutcome.UNCHANGED, "c2")
    import_bundle(meridian, another_answer("theatre"))
    page = page_of(ada, meridian)
    for links in (page.outcomes, page.verdicts):
        every, *parts = links
        assert every.number == sum(link.number for link in parts) == 4
        for link in links:
            shown = ada.get(link.url).context["page"]
            assert shown.matching == link.number == len(shown.lines)


def test_pages_of_fifty_follow_each_other_and_miss_nothing(meridian: rows.Tenant, ada: Client) -> None:
    for number in range(30):
        import_bundle(meridian, another_answer(f"answer-{number}"))
    seen, url, lengths = [], address(meridian), []
    while url:
        page = ada.get(url).context["page"]
        lengths.append(len(page.lines))
        seen += [(line.answer_url, line.citation) for line in page.lines]
        assert page.matching == 62
        url = page.next_url
    assert lengths == [PAGE, 12]
    assert len(set(seen)) == 62


def test_the_statements_are_the_same_for_many_citations_as_for_few(meridian: rows.Tenant, ada: Client) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            page_of(ada, meridian)
        counts.append(len(captured))
        for number in range(10):
            if len(counts) == 1:
                import_bundle(meridian, another_answer(f"answer-{number}"))
    assert counts[0] == counts[1] <= 20


def test_no_body_of_a_source_is_read_for_the_page(meridian: rows.Tenant, ada: Client) -> None:
    """The words of fifty claims are; a text of the source may have fifty megabytes."""
    with CaptureQueriesContext(connection) as captured:
        page_of(ada, meridian)
    (read,) = [query["sql"] for query in captured if '"lineage_content"."body"' in query["sql"]]
    ids = {int(number) for number in re.findall(r"\d+", read.partition(" IN ")[2])}
    assert ids == set(rows.Claim.objects.filter(tenant=meridian).values_list("text_id", flat=True))


def test_the_file_has_a_line_for_each_citation_that_fits_and_leaves_a_line_in_the_access_log(
    meridian: rows.Tenant,
) -> None:
    otto = signed_in(make_member(meridian, "otto", Role.AUDITOR))
    relocate(meridian, RelocationOutcome.LOST)
    before = count_rows()["lineage.AccessEvent"]
    response = otto.get(address(meridian, "impact_csv"))
    lines = list(csv.DictReader(io.StringIO(response.getvalue().decode())))
    assert response.headers["Content-Disposition"].startswith("attachment;")
    assert [(line["citation"], line["relocation"], line["verdicts"]) for line in lines] == [
        ("x1", "lost", "none"),
        ("x2", "none", "none"),
    ]
    assert {line["case"] for line in lines} == {"museum"} and lines[0]["claim_key"] == "c1"
    event = rows.AccessEvent.objects.latest("pk")
    assert count_rows()["lineage.AccessEvent"] == before + 1
    assert event.subject == f"impact_of_version:{version_of(meridian).public_id}"
    filtered = otto.get(address(meridian, "impact_csv") + "?outcome=lost").getvalue().decode()
    assert len(filtered.splitlines()) == 2


def test_a_cell_that_a_spreadsheet_would_calculate_is_text(meridian: rows.Tenant) -> None:
    bundle = another_answer("=HYPERLINK(1)")
    import_bundle(meridian, bundle)
    otto = signed_in(make_member(meridian, "otto", Role.AUDITOR))
    assert "'=HYPERLINK(1)" in otto.get(address(meridian, "impact_csv")).getvalue().decode()


def test_who_may_not_export_is_offered_no_file_and_refused_one(meridian: rows.Tenant, ada: Client) -> None:
    before = count_rows()
    assert "CSV" not in ada.get(address(meridian)).content.decode()
    assert ada.get(address(meridian, "impact_csv")).status_code == 403
    assert count_rows() == before


def test_a_version_with_a_label_that_the_reader_lacks_is_missing(meridian: rows.Tenant, ada: Client) -> None:
    import_bundle(meridian, simple_bundle("board", labels=["board"]))
    for route in ("impact", "impact_csv"):
        assert ada.get(address(meridian, route, "board-source")).status_code == 404
    bea = signed_in(make_member(meridian, "bea", Role.REVIEWER, labels=("board",)))
    assert bea.get(address(meridian, source="board-source")).status_code == 200


def test_a_version_that_nobody_cites_says_so(meridian: rows.Tenant, ada: Client) -> None:
    bundle = simple_bundle("quiet", claims=1)
    bundle["answers"][0]["citations"] = []
    import_bundle(meridian, bundle)
    html = ada.get(address(meridian, source="quiet-source")).content.decode()
    assert "No answer cites this version." in html and "<caption>" not in html


@pytest.mark.parametrize("name", ["outcome", "verdicts", "after", "order_by"])
def test_any_value_of_a_parameter_is_a_page(meridian: rows.Tenant, ada: Client, name: str) -> None:
    for value in HOSTILE:
        assert len(page_of(ada, meridian, "").lines) == 2
        assert ada.get(address(meridian), {name: value}).status_code == 200, ascii(value)


def test_a_name_from_outside_is_text_on_the_page(meridian: rows.Tenant, ada: Client) -> None:
    bundle = another_answer("hostile")
    bundle["answers"][0]["claims"][0]["text"] = "<script>alert(1)</script>"
    bundle["answers"][0]["case"]["question"] = "<img src=x onerror=alert(1)>"
    import_bundle(meridian, bundle)
    html = ada.get(address(meridian)).content.decode()
    assert not re.search(r"<script(?! src=)|<img", html.partition("<main")[2])
