"""Runs over the API: who may ask, how far a run is, and what became of each citation, page by page."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import RelocationOutcome, Role, RunState
from lineage.models import rows
from tests.inspector.api_calls import answer_of, call, make_run, relocated, token_of
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, signed_in, simple_bundle

pytestmark = pytest.mark.django_db
MISSING = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def meridian() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle("museum", claims=7))
    return tenant


@pytest.fixture
def iris(meridian: rows.Tenant) -> Any:
    return make_member(meridian, "iris", Role.RESPONDER)


def version_of(tenant: rows.Tenant) -> Any:
    return rows.SourceVersion.objects.select_related("source").get(tenant=tenant, source__key="museum-source")


def citation(tenant: rows.Tenant, key: str) -> Any:
    return rows.Citation.objects.select_related("answer").get(tenant=tenant, key=key)


def run_url(run: Any) -> str:
    return f"/api/v1/runs/{run.public_id}"


def some_run(tenant: rows.Tenant, **fields: Any) -> Any:
    return make_run(version_of(tenant), {"unchanged": 3, "lost": 1}, RunState.RUNNING, waiting=3, **fields)


def test_a_run_says_where_it_stands_and_how_far_it_is(meridian: rows.Tenant, iris: Any) -> None:
    run = some_run(meridian)
    answer = call(token_of(iris), "GET", run_url(run))
    assert answer.status == 200 and answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["Cache-Control"] == "no-store"
    said = answer.body
    assert (said["id"], said["state"], said["ended"]) == (run.public_id, "running", False)
    assert said["version"] == {"id": version_of(meridian).public_id, "source": "museum-source", "version": "1"}
    assert (said["total"], said["done"], said["quarantined"]) == (7, 4, 0)
    assert said["outcomes"] == {"unchanged": 3, "lost": 1}
    assert answer.headers["Retry-After"] == "2"
    assert said["url"] == run_url(run) and said["relocations_url"] == f"{run_url(run)}/relocations"
    assert said["page_url"] == reverse("run", args=[run.public_id])


def test_a_run_that_has_not_listed_its_citations_has_no_total_and_one_that_ended_is_not_asked_again(
    meridian: rows.Tenant, iris: Any
) -> None:
    run = make_run(version_of(meridian), {}, RunState.REQUESTED)
    rows.Run.objects.update(total=None)
    said = call(token_of(iris), "GET", run_url(run)).body
    assert (said["total"], said["done"], said["rate"], said["outcomes"]) == (None, 0, None, {})
    rows.Run.objects.update(state="completed_clean", total=0, ended_at=timezone.now())
    answer = call(token_of(iris), "GET", run_url(run))
    assert answer.body["ended"] and answer.body["total"] == 0 and "Retry-After" not in answer.headers


def refusals_of(meridian: rows.Tenant, iris: Any) -> dict[str, str | None]:
    """Every way of having no valid token."""
    expired, revoked, left = (token_of(iris) for _ in range(3))
    kept = opinions.ApiToken.objects.order_by("pk")
    opinions.ApiToken.objects.filter(pk=kept[0].pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    opinions.ApiToken.objects.filter(pk=kept[1].pk).update(revoked_at=timezone.now())
    gone = make_member(meridian, "gone", Role.RESPONDER)
    left = token_of(gone)
    gone.is_active = False
    gone.save()
    unknown = "ei_" + "A" * 43
    return {
        "missing": None, "expired": expired, "revoked": revoked, "of who left": left, "unknown": unknown,
        "garbage": "x", "empty": "", "long": "ei_" + "A" * 10_000, "not ascii": "ei_é", "quoted": f'"{unknown}"',
    }  # fmt: skip


def test_every_way_of_having_no_valid_token_is_answered_alike(meridian: rows.Tenant, iris: Any) -> None:
    address = run_url(some_run(meridian))
    answers = {how: call(token, "GET", address) for how, token in refusals_of(meridian, iris).items()}
    assert {answer.status for answer in answers.values()} == {401}
    assert answers["missing"].error == ("not_authenticated", "")
    assert {str(answer.body) for answer in answers.values()} == {str(answers["missing"].body)}
    assert {answer.headers["WWW-Authenticate"] for answer in answers.values()} == {
        'Bearer realm="evidence-inspector"'
    }
    assert {str(sorted(answer.headers.items())) for answer in answers.values()} == {
        str(sorted(answers["missing"].headers.items()))
    }


@pytest.mark.parametrize("written", ["{}", "Basic {}", "Token {}", "bearer  {}", "Bearer {} {}", "Bearer\t{}"])
def test_a_token_that_is_not_sent_as_a_bearers_is_none(meridian: rows.Tenant, iris: Any, written: str) -> None:
    secret, address = token_of(iris), run_url(some_run(meridian))
    assert call(None, "GET", address, authorization=written.format(secret, secret)).status == 401
    assert call(None, "GET", address, authorization=f"bearer {secret}").status == 200


def test_a_session_is_worth_nothing_here(meridian: rows.Tenant, iris: Any) -> None:
    address = run_url(some_run(meridian))
    client = signed_in(iris)
    assert client.get(address).status_code == 401
    assert client.post(reverse("api:versions", args=["museum-source"]), {}).status_code == 401
    assert "Set-Cookie" not in client.get(address).headers


def test_no_token_is_ever_logged(meridian: rows.Tenant, iris: Any, caplog: pytest.LogCaptureFixture) -> None:
    address = run_url(some_run(meridian))
    with caplog.at_level(logging.DEBUG):
        for token in refusals_of(meridian, iris).values():
            call(token, "GET", address)
        call(token_of(iris), "GET", address)
    assert "no valid token from 127.0.0.1" in caplog.text
    said = "\n".join(line.getMessage() for line in caplog.records if line.name != "django.db.backends")
    assert "ei_A" not in said and not any(row.prefix in said for row in opinions.ApiToken.objects.all())


def test_a_token_does_only_what_it_was_made_for(meridian: rows.Tenant, iris: Any) -> None:
    run = some_run(meridian)
    writing = token_of(iris, "sources_write")
    for address in (run_url(run), f"{run_url(run)}/relocations"):
        answer = call(writing, "GET", address)
        assert (answer.status, answer.error) == (403, ("scope", ""))
        assert call(token_of(iris, "read"), "GET", address).status == 200


def test_a_role_that_is_taken_away_is_gone_at_the_next_request(meridian: rows.Tenant, iris: Any) -> None:
    token, address = token_of(iris), run_url(some_run(meridian))
    assert call(token, "GET", address).status == 200
    iris.memberships.update(roles=[])
    assert call(token, "GET", address).status == 404
    iris.memberships.all().delete()
    assert call(token, "GET", address).status == 401


def test_a_run_of_another_tenant_is_answered_as_a_missing_one(meridian: rows.Tenant, iris: Any) -> None:
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, simple_bundle("museum"))
    foreign, token = some_run(halcyon), token_of(iris)
    for ending in ("", "/relocations"):
        here, there = (call(token, "GET", f"/api/v1/runs/{id}{ending}") for id in (MISSING, foreign.public_id))
        assert (here.status, here.error) == (404, ("not_found", ""))
        assert (there.status, there.body) == (here.status, here.body)


def test_a_run_for_a_version_with_a_label_that_the_person_lacks_is_missing(meridian: rows.Tenant, iris: Any) -> None:
    run = some_run(meridian)
    rows.SourceLabel(tenant=meridian, version=run.version, label="board").save()
    assert call(token_of(iris), "GET", run_url(run)).status == 404
    assert call(token_of(iris), "GET", f"{run_url(run)}/relocations").status == 404
    otto = make_member(meridian, "otto", Role.AUDITOR)
    assert call(token_of(otto, "read"), "GET", run_url(run)).status == 200


def moved(tenant: rows.Tenant, run: Any) -> None:
    """Six citations of the run, of which one is lost."""
    text = rows.Artifact.objects.get(tenant=tenant, key="museum-rules")
    for number in range(1, 7):
        place = {"was": text, "start": 0, "end": 7, "now": text, "now_start": 8, "now_end": 14, "method": "exact"}
        outcome = RelocationOutcome.LOST if number == 4 else RelocationOutcome.RELOCATED_EXACT
        place = {"was": text, "start": 0, "end": 7, "changed": b"\1" * 32} if number == 4 else place
        relocated(run, citation(tenant, f"x{number}"), outcome, **place)


def test_pages_of_relocations_follow_each_other_and_miss_nothing(meridian: rows.Tenant, iris: Any) -> None:
    run, token = some_run(meridian), token_of(iris)
    moved(meridian, run)
    seen, address = [], f"{run_url(run)}/relocations?limit=4"
    while address:
        page = call(token, "GET", address).body
        seen += [item["citation"] for item in page["items"]]
        address = page["next_url"]
    assert seen == ["x1", "x2", "x3", "x4", "x5", "x6"]
    lost = call(token, "GET", f"{run_url(run)}/relocations?outcome=lost").body
    assert [item["citation"] for item in lost["items"]] == ["x4"] and lost["next_url"] is None
    some = call(token, "GET", f"{run_url(run)}/relocations?outcome=relocated_exact&limit=3").body
    assert "outcome=relocated_exact" in some["next_url"]
    rest = call(token, "GET", some["next_url"]).body
    assert [item["citation"] for item in rest["items"]] == ["x5", "x6"] and rest["next_url"] is None


def test_a_relocation_says_where_the_words_stood_and_stand(meridian: rows.Tenant, iris: Any) -> None:
    run = some_run(meridian)
    moved(meridian, run)
    first, *_, lost = call(token_of(iris), "GET", f"{run_url(run)}/relocations?limit=4").body["items"]
    cited = citation(meridian, "x1")
    digest = "sha256:" + bytes(rows.Artifact.objects.get(key="museum-rules").content.sha256).hex()
    assert first["id"] == f"{cited.answer.public_id}-{cited.ordinal}"
    assert (first["answer"], first["claim"]) == (cited.answer.public_id, cited.claim.public_id)
    assert (first["outcome"], first["method"], first["changes"]) == ("relocated_exact", "exact", [])
    assert (first["drifted"], first["changed"], first["ruling"]) == (False, None, None)
    whole = {"version": version_of(meridian).public_id, "artifact": "museum-rules", "digest": digest}
    assert first["was"] == whole | {"start": 0, "end": 7, "words": "Rule 1:", "cut": False, "withheld": None}
    assert (first["now"]["start"], first["now"]["end"], first["now"]["words"]) == (8, 14, "a refu")
    assert (lost["outcome"], lost["now"], lost["changed"]) == ("lost", None, "sha256:" + "01" * 32)


def test_a_long_passage_is_cut_and_says_so(meridian: rows.Tenant, iris: Any) -> None:
    bundle = simple_bundle("long", claims=1)
    bundle["answers"][0]["artifacts"][0]["text"] = "é" * 3_000
    import_bundle(meridian, bundle)
    run = some_run(meridian)
    text = rows.Artifact.objects.get(tenant=meridian, key="long-rules")
    long = rows.Citation.objects.get(answer__case__key="long")
    relocated(run, long, RelocationOutcome.LOST, was=text, start=0, end=3_000)
    (item,) = call(token_of(iris), "GET", f"{run_url(run)}/relocations").body["items"]
    assert (item["was"]["words"], item["was"]["cut"], item["was"]["end"]) == ("é" * 2_000, True, 3_000)


def test_words_of_a_version_that_the_person_may_not_read_are_withheld_with_its_name(
    meridian: rows.Tenant, iris: Any
) -> None:
    """The run is for version 2, which everybody reads; version 1, where the words stood, is the board's."""
    old = version_of(meridian)
    new = rows.SourceVersion.objects.create(tenant=meridian, source=old.source, version="2", supersedes="1")
    rows.SourceLabel(tenant=meridian, version=old, label="board").save()
    run = make_run(new, {"relocated_exact": 6}, RunState.COMPLETED_CLEAN)
    moved(meridian, run)
    for item in call(token_of(iris), "GET", f"{run_url(run)}/relocations").body["items"]:
        for side in filter(None, (item["was"], item["now"])):
            assert side.pop("withheld") == "not_readable"
            assert set(side.values()) == {None, False}
    otto = make_member(meridian, "otto", Role.AUDITOR)
    first, *_ = call(token_of(otto, "read"), "GET", f"{run_url(run)}/relocations").body["items"]
    assert first["was"]["words"] == "Rule 1:"


def test_words_of_a_version_that_was_withdrawn_are_withheld_until_it_is_restored(
    meridian: rows.Tenant, iris: Any
) -> None:
    run, token = some_run(meridian), token_of(iris)
    moved(meridian, run)
    seen = []
    for event in (None, "withdrawn", "restored", "tombstoned"):
        if event:
            moment = timezone.now()
            rows.SourceEvent(tenant=meridian, version=run.version, event=event, at=moment).save()
        item = call(token, "GET", f"{run_url(run)}/relocations?limit=1").body["items"][0]
        seen.append((item["was"]["words"], item["was"]["digest"] is None, item["was"]["withheld"]))
    kept, taken = ("Rule 1:", False, None), (None, True, "taken_away")
    assert seen == [kept, taken, kept, taken]


def test_words_that_were_erased_are_said_not_to_be_kept(meridian: rows.Tenant, iris: Any) -> None:
    run = some_run(meridian)
    moved(meridian, run)
    rows.Content.objects.filter(pk=rows.Artifact.objects.get(key="museum-rules").content_id).erase(timezone.now())
    item = call(token_of(iris), "GET", f"{run_url(run)}/relocations").body["items"][0]
    assert (item["was"]["words"], item["was"]["withheld"]) == (None, "not_kept")


HOSTILE = ("\0", "a%00b", "%", "' OR 1=1", "x" * 5_000, "😀", "-1", "0", "201", "1e3", f"{MISSING}-0", "LOST")


@pytest.mark.parametrize("name", ["outcome", "after", "limit", "nonsense"])
def test_a_parameter_that_does_not_fit_is_refused_by_its_name(meridian: rows.Tenant, iris: Any, name: str) -> None:
    run, token = some_run(meridian), token_of(iris)
    moved(meridian, run)
    client = Client(raise_request_exception=False, headers={"authorization": f"Bearer {token}"})
    for value in HOSTILE:
        answer = answer_of(client.get(f"{run_url(run)}/relocations", {name: value}))
        assert answer.status == (200 if name == "nonsense" else 422), ascii(value)
        if answer.status == 422:
            assert answer.error == ("invalid", name)


@pytest.mark.parametrize("id", ["%00", "a%00b", "..", "%2e%2e", "x" * 5_000, "%F0%9F%98%80", "%FF", "' OR 1=1", "1"])
def test_an_id_that_is_none_is_missing(meridian: rows.Tenant, iris: Any, id: str) -> None:
    token = token_of(iris)
    for ending in ("", "/relocations", "/nothing", "/"):
        answer = call(token, "GET", f"/api/v1/runs/{id}{ending}")
        assert (answer.status, answer.error) == (404, ("not_found", "")), ending


@pytest.mark.parametrize("address", ["/api/v1/nothing", "/api/nothing", "/api/", "/api/v1/runs", "/api/v2/runs/x"])
def test_what_is_not_there_is_not_found_in_json(address: str) -> None:
    answer = call(None, "GET", address)
    assert (answer.status, answer.error) == (404, ("not_found", ""))


def test_a_method_that_an_address_does_not_take_is_refused_with_those_that_it_takes(
    meridian: rows.Tenant, iris: Any
) -> None:
    address, token, before = run_url(some_run(meridian)), token_of(iris), count_rows()
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
        answer = call(token, method, address, b"{}", "application/json")
        assert (answer.status, answer.error, answer.headers["Allow"]) == (405, ("method_not_allowed", ""), "GET, HEAD")
    assert call(token, "HEAD", address).status == 200
    assert count_rows() == before


def test_a_request_that_is_too_large_is_refused_in_json_before_it_is_read(
    meridian: rows.Tenant, iris: Any, settings: Any
) -> None:
    settings.REQUEST_MAX_BYTES = 65_536
    address = reverse("api:versions", args=["museum-source"])
    answer = call(token_of(iris), "POST", address, b"x" * 65_537, "text/plain")
    assert (answer.status, answer.error) == (413, ("too_large", ""))
    assert "65536 bytes" in answer.body["error"]["message"]


def test_a_text_that_is_not_what_was_recorded_is_an_error_and_never_shown(meridian: rows.Tenant, iris: Any) -> None:
    run = some_run(meridian)
    damaged = rows.Content.objects.create(tenant=meridian, sha256=b"\2" * 32, size=7, body=b"Rule 1:")
    kept = {"kind": "canonical_extract", "origin": "original", "source": run.source, "version": run.version}
    text = rows.Artifact.objects.create(tenant=meridian, key="damaged", content=damaged, length=7, **kept)
    relocated(run, citation(meridian, "x1"), RelocationOutcome.UNCHANGED, was=text, start=0, end=7)
    answer = call(token_of(iris), "GET", f"{run_url(run)}/relocations")
    assert (answer.status, answer.error) == (500, ("broken", ""))
    assert "Rule 1" not in str(answer.body)
    assert rows.AccessEvent.objects.filter(verb="integrity_failure").exists()
