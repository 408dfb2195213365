"""The demonstration."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from inspector.demo.loading import load
from inspector.demo.people import PEOPLE
from inspector.models import rows as opinions
from lineage.evidence.capture import Capture
from lineage.evidence.dossier import Dossier
from lineage.evidence.vocabulary import Attachment, ClaimKind, RangeOrigin
from lineage.ledger import verify
from lineage.models import rows
from tests.golden import inspect_case, load_cases

DEMO = [case for case in load_cases() if case.demo]
SENT = 6
# Answers that are judged in pairs, brought once with their queues.
PAIRS = 2
# Answers whose claims are labelled, brought once with their set.
LABELLED = 4
"""Answers about the file that was sent and the sources that were taken away; these are not brought a second time."""
# What the demonstration shows failing, at least once each.
SHOWN = {
    "capture/exposed-but-not-returned",
    "coverage/required-citation-missing",
    "identity/duplicate-source-ids",
    "identity/unresolved-id",
    "lineage/derivative-only-support",
    "lineage/points-to-unsupplied-text",
    "lineage/translation-without-original",
    "origin/unmarked-range",
    "retrieval/ranking-inversion",
    "retrieval/retrieval-miss",
    "security/forged-label",
    "support/qualifier-dropped",
}


def dossier_of(name: str) -> Dossier:
    (case,) = (case for case in DEMO if case.path.stem == name)
    return inspect_case(case)[0]


def test_loading_twice_gives_the_same_people_and_answers_as_once(db: Any) -> None:
    first, second = load(), load()
    assert first.problems == second.problems == []
    once = SENT + PAIRS + LABELLED
    assert (first.imported, second.imported, second.unchanged) == (len(DEMO) + 1 + once, 0, len(DEMO) + 1)
    assert opinions.Membership.objects.count() == len(PEOPLE)
    assert [problem for tenant in rows.Tenant.objects.all() for problem in verify(tenant)] == []


def test_nobody_of_the_demonstration_has_a_password(db: Any) -> None:
    load()
    assert [user for user in get_user_model().objects.all() if user.has_usable_password()] == []


def test_every_person_reads_every_source_of_their_tenant(db: Any) -> None:
    load()
    labels = {person.tenant: set(person.labels) for person in PEOPLE}
    for label in rows.SourceLabel.objects.select_related("tenant"):
        assert label.label in labels[label.tenant.key]


def test_the_links_are_printed_for_everybody_and_open_on_the_port_of_the_server(db: Any, settings: Any) -> None:
    settings.INSECURE_LOOPBACK = True
    load()
    printed = StringIO()
    call_command("sign_in_links", port=8123, stdout=printed)
    lines = printed.getvalue().splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [person.first_name for person in PEOPLE]
    assert all("http://127.0.0.1:8123/sign-in/link/" in line for line in lines[:-1])


def test_no_link_is_printed_for_a_server_that_others_reach(db: Any) -> None:
    load()
    with pytest.raises(CommandError, match="this machine alone"):
        call_command("sign_in_links", stdout=StringIO())


def test_the_demonstration_has_at_least_twenty_answers() -> None:
    assert len(DEMO) >= 20


def test_every_part_of_a_capture_is_recorded_in_some_answer_of_the_demonstration() -> None:
    captures = [inspect_case(case)[0].answer.capture for case in DEMO]
    parts = Capture.__dataclass_fields__
    assert [part for part in parts if all(getattr(capture, part) is None for capture in captures)] == []


def test_the_demonstration_shows_each_failure_it_was_written_for() -> None:
    failed = {finding.rule for case in DEMO for finding in inspect_case(case)[1].findings}
    assert failed >= SHOWN


def test_the_retention_case_shows_its_four_failures() -> None:
    (case,) = (case for case in DEMO if case.path.stem == "archived-logs")
    assert {finding.rule for finding in inspect_case(case)[1].findings} >= {
        "lineage/derivative-only-support",
        "support/qualifier-dropped",
        "retrieval/ranking-inversion",
        "lineage/translation-without-original",
    }


def test_one_answer_takes_three_hops_to_a_derived_recommendation() -> None:
    answer = dossier_of("clinic-data-return").answer
    assert [hop.ordinal for hop in answer.capture.hops or ()] == [1, 2, 3]
    (derived,) = (claim for claim in answer.claims if claim.kind is ClaimKind.DERIVED)
    assert derived.warrant is not None and derived.warrant.result == "2026-12-29"


def test_five_hypothetical_documents_searched_and_none_reached_the_generator() -> None:
    answer = dossier_of("lighthouse-lamp").answer
    assert answer.capture.retrieval is not None and answer.capture.request is not None
    aids = {aid.artifact for run in answer.capture.retrieval for aid in run.aids or ()}
    ranges = answer.capture.request.ranges or ()
    assert len(aids) == 5
    assert RangeOrigin.GENERATED not in {part.origin for part in ranges}
    assert aids.isdisjoint({part.artifact for part in ranges})


def test_one_answer_got_its_citations_afterwards_by_similarity() -> None:
    assert dossier_of("allotment-shed").answer.attachment is Attachment.POST_HOC_SIMILARITY


def test_one_answer_has_nothing_but_its_text_and_links() -> None:
    answer = dossier_of("tram-umbrella").answer
    assert (answer.capture, answer.manifest, answer.footnotes, answer.judge_results) == (Capture(), None, None, ())
    assert all(citation.url and citation.cited is None for citation in answer.citations)
