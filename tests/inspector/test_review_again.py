"""The list of claims to review again: those whose words changed since the verdict, with the old words and the new."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from inspector.models import rows as opinions
from lineage.evidence.vocabulary import RelocationOutcome, Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
)
from tests.inspector.reading import words_of
from tests.inspector.relocating import changed_to, citation_of, make_run, make_version, relocate_by_hand
from tests.inspector.test_page_limits import statements

pytestmark = pytest.mark.django_db

OLD = "Rule 1: a refund is paid within 1 days."
NEW = "Rule 1: a refund is never paid within 9 days."
THIRD = "Rule 1: a refund is paid within 5 weeks."
LATER_STILL = timezone.now() + timedelta(days=1)
LATER = f"A new preface. {NEW} Rule 2: a refund is paid within 2 days."
MOST_STATEMENTS = 20


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


@pytest.fixture
def ben(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ben", Role.REVIEWER))


def judge(client: Client, tenant: rows.Tenant, case: str = "refund", claim: str = "c1") -> None:
    url = claim_url(tenant, case, claim)
    assert client.post(f"{url}verdicts/", filled_form(client, url)).status_code == 303


def change(tenant: rows.Tenant, version: str = "2", **fields: Any) -> Any:
    run = make_run(make_version(tenant, "refund-source", version, LATER, fields.pop("labels", ())))
    citation = citation_of(tenant, "refund", "x1")
    values = {"changes": "negation number", "changed": changed_to(NEW), **fields}
    return relocate_by_hand(run, citation, OLD, NEW, RelocationOutcome.TEXT_CHANGED, **values)


def again(client: Client, query: str = "") -> str:
    response = client.get(reverse("review_again") + query)
    assert response.status_code == 200
    return response.content.decode()


def test_where_every_verdict_is_on_todays_words_the_page_says_so(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    assert "Every verdict here is on today’s words" in again(ada)


def test_a_stale_verdict_of_mine_is_listed_with_the_old_sentence_and_the_new(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    relocation = change(tenant)
    html = again(ada)
    words = words_of(html)
    assert "When is a refund paid? (refund)" in words
    assert "your verdict : supported" in words
    assert "words changed negation number x1 in version 2" in words
    assert "<ins>never </ins>" in html and "<del>1</del>" in html and "<ins>9</ins>" in html
    assert claim_url(tenant, "refund") in html and f"/runs/{relocation.run.public_id}/" in html


def test_a_claim_that_was_reviewed_again_is_listed_no_longer(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    change(tenant)
    judge(ada, tenant)
    assert "Every verdict here is on today’s words" in again(ada)


def test_moved_words_put_nothing_on_the_list(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    run = make_run(make_version(tenant, "refund-source", "2", f"A preface. {OLD}"))
    relocate_by_hand(run, citation_of(tenant, "refund", "x1"), OLD, OLD, RelocationOutcome.RELOCATED_EXACT)
    assert "Every verdict here is on today’s words" in again(ada)


def test_mine_stand_before_those_of_others_which_the_filter_leaves_out(
    tenant: rows.Tenant, ada: Client, ben: Client
) -> None:
    import_bundle(tenant, simple_bundle("other"))
    judge(ben, tenant, "other")
    judge(ada, tenant)
    change(tenant)
    run = make_run(make_version(tenant, "other-source", "2", LATER))
    citation = citation_of(tenant, "other", "x1")
    relocate_by_hand(run, citation, OLD, NEW, RelocationOutcome.TEXT_CHANGED, changed=changed_to(NEW))
    words = words_of(again(ada))
    assert words.index("(refund)") < words.index("(other)")
    assert "2 all" in words and "1 judged by you" in words
    assert "judged by Ben" in words
    only = words_of(again(ada, "?whose=mine"))
    assert "(refund)" in only and "(other)" not in only
    assert words_of(again(ben)).index("(other)") < words_of(again(ben)).index("(refund)")


def test_what_a_colleague_said_is_not_told(tenant: rows.Tenant, ada: Client, ben: Client) -> None:
    judge(ben, tenant)
    change(tenant)
    html = again(ada)
    assert "judged by Ben" in words_of(html) and "your verdict" not in html
    assert "supported" not in words_of(html)


def test_in_a_blind_queue_nobody_is_told_of_a_colleagues_verdict(tenant: rows.Tenant, ada: Client, ben: Client) -> None:
    judge(ben, tenant)
    change(tenant)
    opinions.Queue.objects.update(blind=True)
    assert "Every verdict here is on today’s words" in again(ada)
    assert "your verdict" in again(ben)


def test_a_claim_that_i_reviewed_again_is_not_mine_though_a_colleagues_verdict_is_stale(
    tenant: rows.Tenant, ada: Client, ben: Client
) -> None:
    judge(ada, tenant)
    judge(ben, tenant)
    change(tenant)
    judge(ada, tenant)
    words = words_of(again(ada))
    assert "1 all" in words and "0 judged by you" in words and "judged by Ben" in words
    assert "None of your verdicts is on words of before" in words_of(again(ada, "?whose=mine"))


def test_the_old_sentence_is_the_one_that_i_judged_last_not_the_one_the_answer_was_given(
    tenant: rows.Tenant, ada: Client
) -> None:
    judge(ada, tenant)
    change(tenant)
    judge(ada, tenant)
    run = make_run(make_version(tenant, "refund-source", "3", f"{THIRD} {LATER}"), ended_at=LATER_STILL)
    citation = citation_of(tenant, "refund", "x1")
    relocate_by_hand(run, citation, OLD, THIRD, RelocationOutcome.TEXT_CHANGED, changed=changed_to(THIRD))
    html = again(ada)
    assert "only in version 2" in html and "only in version 3" in html and "only in version 1" not in html
    assert "<del>never paid</del><ins>" in html or "<del>never </del>" in html


def test_of_a_version_that_i_may_not_read_nothing_is_said_but_that_it_is_there(
    tenant: rows.Tenant, ada: Client
) -> None:
    judge(ada, tenant)
    relocation = change(tenant, "2-secret", labels=("board",))
    html = again(ada)
    assert "Words of a version that you may not read are others now" in html
    for hidden in ("2-secret", "is never paid", "is paid within 1", "negation", relocation.run.public_id):
        assert hidden not in html.replace("Rule 1: a refund is paid within 1 days.</a>", "")


@pytest.mark.parametrize("version", ["1", "2"])
def test_of_a_version_that_was_taken_away_no_word_is_shown(tenant: rows.Tenant, ada: Client, version: str) -> None:
    judge(ada, tenant)
    change(tenant)
    taken = rows.SourceVersion.objects.get(tenant=tenant, version=version)
    rows.SourceEvent(
        tenant=tenant, version=taken, event=SourceEventKind.WITHDRAWN.value, at=timezone.now() - timedelta(hours=1)
    ).save()
    html = again(ada)
    assert "their version was withdrawn or deleted since" in html
    assert "<ins>" not in html and "<del>" not in html and "is never paid" not in html


def test_lost_words_are_shown_as_they_were(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    run = make_run(make_version(tenant, "refund-source", "2", "Nothing of it."))
    citation = citation_of(tenant, "refund", "x1")
    relocate_by_hand(run, citation, OLD, None, RelocationOutcome.LOST, changed=changed_to("lost"))
    words = words_of(again(ada))
    assert f"not found x1 in version 2 · run of 2026-11-20 09:30 UTC the sentence that was cited {OLD}" in words


def test_words_that_were_found_again_stale_a_verdict_on_the_words_between(tenant: rows.Tenant, ada: Client) -> None:
    change(tenant)
    judge(ada, tenant)
    run = make_run(make_version(tenant, "refund-source", "3", f"{OLD} {LATER}"), ended_at=LATER_STILL)
    relocate_by_hand(run, citation_of(tenant, "refund", "x1"), OLD, OLD, RelocationOutcome.UNCHANGED)
    html = again(ada)
    assert "unchanged" in html and "only in version 2" in html and "only in version 3" in html


def test_a_verdict_under_an_older_guideline_says_that_no_run_did_it(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    opinions.ItemState.objects.update(stale=True, given=changed_to("g"), today=changed_to("g"))
    assert "the review guideline was revised since" in again(ada)


def test_another_tenant_sees_nothing(tenant: rows.Tenant, ada: Client) -> None:
    judge(ada, tenant)
    change(tenant)
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    public_id = claim_url(tenant, "refund").split("/")[2]
    for query in ("", "?whose=mine", f"?own={public_id}", f"?other={public_id}"):
        html = again(drew, query)
        assert "refund" not in html and public_id not in html.partition("density")[0]


@pytest.mark.parametrize(
    "query", ["?own=x", "?own=%00", f"?other={'0' * 32}", f"?own={'0' * 32}", "?whose=\0", f"?own={'a' * 5000}"]
)
def test_an_address_that_means_nothing_is_the_first_page_or_an_empty_one(
    tenant: rows.Tenant, ada: Client, query: str
) -> None:
    judge(ada, tenant)
    change(tenant)
    assert again(ada, query)


def stale_claims(tenant: rows.Tenant, reviewers: list[Client], number: int) -> None:
    """Claims that these people judged in turn, and whose words changed then."""
    import_bundle(tenant, simple_bundle("many", claims=number))
    for ordinal in range(1, number + 1):
        judge(reviewers[ordinal % len(reviewers)], tenant, "many", f"c{ordinal}")
    text = "A preface. " + " ".join(f"Rule {n}: a refund is paid within {n} years." for n in range(1, number + 1))
    run = make_run(make_version(tenant, "many-source", "2", text))
    for n in range(1, number + 1):
        old, new = (f"Rule {n}: a refund is paid within {n} {unit}." for unit in ("days", "years"))
        citation = citation_of(tenant, "many", f"x{n}")
        relocate_by_hand(
            run, citation, old, new, RelocationOutcome.TEXT_CHANGED, changes="unit", changed=changed_to(new)
        )


def test_every_claim_stands_on_exactly_one_page_mine_first(tenant: rows.Tenant, ada: Client, ben: Client) -> None:
    stale_claims(tenant, [ada, ben], 25)
    seen: list[tuple[str, bool]] = []
    query, pages = "", 0
    while query is not None:
        html = again(ada, query)
        for item in html.split("<li>\n<h2")[1:]:
            (claim,) = set(re.findall(r"/claims/([0-9a-f]{32})/", item))
            seen.append((claim, "your verdict" in item))
        following = re.findall(r'href="/review-again/([^"]*)" rel="next"', html)
        query, pages = (following[0].replace("&amp;", "&") if following else None), pages + 1
    assert pages == 3 and len(seen) == len(set(seen)) == 25
    assert [mine for _, mine in seen] == sorted((mine for _, mine in seen), reverse=True)
    assert sum(mine for _, mine in seen) == 12


def test_it_takes_at_most_twenty_statements_however_much_there_is(
    tenant: rows.Tenant, ada: Client, ben: Client
) -> None:
    judge(ada, tenant)
    change(tenant)
    few = statements(ada, reverse("review_again"))
    stale_claims(tenant, [ada, ben], 25)
    many = statements(ada, reverse("review_again"))
    assert max(len(few), len(many)) <= MOST_STATEMENTS, "\n".join(sql[:160] for sql in many)


def test_the_start_page_counts_what_is_to_be_reviewed_again(tenant: rows.Tenant, ada: Client, ben: Client) -> None:
    judge(ada, tenant)
    assert "to review again" not in ada.get("/").content.decode()
    change(tenant)
    html = ada.get("/").content.decode()
    assert "1 to review again" in words_of(html) and 'href="/review-again/?whose=mine"' in html
    assert "to review again" not in ben.get("/").content.decode()
