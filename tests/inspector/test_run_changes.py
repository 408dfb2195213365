"""What became of each citation: the old and the new sentence, what is named, and what people say of a place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lineage.evidence.vocabulary import AnchorMethod, RelocationOutcome, Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in
from tests.inspector.reading import words_of
from tests.inspector.runs_by_hand import (
    CLAIMS,
    NEW,
    OLD,
    archive_bundle,
    four_changes,
    make_item,
    make_run,
    place,
    relocate_by_hand,
    run_url,
)

BOOKKEEPING = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
KEY = "0123456789abcdef"


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle())
    return tenant


@pytest.fixture
def run(meridian: rows.Tenant) -> Any:
    made = make_run(meridian)
    four_changes(made)
    return made


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def changes(client: Any, run: Any, query: str = "") -> list[Any]:
    return list(client.get(run_url(run) + query).context["page"]["changes"].changes)


def text_of(side: Any) -> str:
    return "".join(glyphs.text for run in side.runs for piece in run.drawn.pieces for glyphs in piece.runs)


def only_in(side: Any, kind: str) -> list[str]:
    runs = [run for run in side.runs if run.kind == kind]
    return ["".join(glyphs.text for piece in run.drawn.pieces for glyphs in piece.runs) for run in runs]


def marked(side: Any) -> str:
    pieces = [piece for run in side.runs for piece in run.drawn.pieces if "hl-here" in piece.looks]
    return "".join(glyphs.text for piece in pieces for glyphs in piece.runs)


def decide(client: Any, run: Any, citation: int, headers: dict[str, str] | None = None, **fields: str) -> Any:
    answer = rows.Answer.objects.get(tenant=run.tenant, case__key="archive").public_id
    address = reverse("relocation", args=[run.public_id, f"{answer}-{citation - 1}"])
    return client.post(address, {"idempotency_key": KEY, "seen": "0"} | fields, headers=headers or {})


def rulings() -> list[tuple[str, int | None]]:
    return list(rows.RelocationDecision.objects.order_by("id").values_list("ruling", "candidate"))


def test_the_first_view_shows_what_waits_for_a_person_and_the_rest_is_another_filter(run: Any, ada: Any) -> None:
    page = ada.get(run_url(run)).context["page"]["changes"]
    assert [change.said.word for change in page.changes] == ["words changed", "a place is proposed", "several places"]
    assert (page.waiting.number, page.settled.number) == (3, 1)
    (settled,) = changes(ada, run, "?outcome=settled")
    assert settled.said.word == "moved, same words"
    assert [change.claim for change in changes(ada, run, "?outcome=proposed")] == ["a3"]


def test_counts_beside_the_filters_add_up_and_lead_to_what_they_count(run: Any, ada: Any) -> None:
    page = ada.get(run_url(run)).context["page"]["changes"]
    assert sum(tally.number for tally in page.waiting_parts) == page.waiting.number
    assert sum(tally.number for tally in page.kept) == page.settled.number
    for tally in (*page.waiting_parts, *page.kept):
        listed = ada.get(tally.url).context["page"]["changes"]
        assert len(listed.changes) == tally.number == listed.number_of
        assert {change.said.word for change in listed.changes} == {tally.said.word}


def test_a_change_shows_both_sentences_with_the_cited_words_marked_and_whole_words_that_differ(
    run: Any, ada: Any
) -> None:
    change = changes(ada, run)[0]
    assert (text_of(change.old), text_of(change.new)) == (CLAIMS[0], "Records are kept for 4 months.")
    assert (only_in(change.old, "delete"), only_in(change.new, "insert")) == (["24"], ["4"])
    assert (marked(change.old), marked(change.new)) == (CLAIMS[0], "Records are kept for 4 months.")
    assert [word.word for word in change.named] == ["number"]
    assert (change.claim, change.heading) == ("a1", "How is the archive kept?")


def test_places_are_links_to_the_words_in_the_old_and_the_new_text(run: Any, ada: Any) -> None:
    change = changes(ada, run)[0]
    assert (change.old.place.words, change.new.place.words) == ("characters 0 to 31", "characters 31 to 61")
    for side, key, caption in ((change.old, "archive-1", "version 1"), (change.new, "archive-2", "version 2")):
        assert f"artifact={key}" in side.place.url and side.caption == caption
        page = ada.get(side.place.url).context["page"]
        chosen = [piece for piece in page.drawn.pieces if "chosen" in piece.looks]
        assert "".join(glyphs.text for piece in chosen for glyphs in piece.runs) == text_of(side)


def test_other_words_at_the_old_offsets_are_quoted(run: Any, ada: Any) -> None:
    """S3-55."""
    change = changes(ada, run)[0]
    assert change.drifted == NEW[0:31] == "Preface of the second edition. "
    words = words_of(ada.get(run_url(run)).content.decode())
    assert "At its old offsets, characters 0 to 31 , it would now read" in words


def test_words_that_only_moved_stand_once_with_where_they_stood_before(run: Any, ada: Any) -> None:
    (change,) = changes(ada, run, "?outcome=settled")
    assert change.is_same and marked(change.new) == "Visitors may enter the archive on Mondays"
    assert text_of(change.new).endswith("except where a hold applies.")
    words = words_of(ada.get(run_url(run) + "?outcome=settled").content.decode())
    assert "Before, it stood at characters 32 to 73 of version 1." in words
    assert "Accept" not in words


def test_a_neighbouring_sentence_that_changed_is_said_beside_words_that_only_moved(
    meridian: rows.Tenant, ada: Any
) -> None:
    run = make_run(meridian)
    relocate_by_hand(
        run, "x2", RelocationOutcome.RELOCATED_EXACT, now=CLAIMS[1], method=AnchorMethod.EXACT, changed=b"2" * 32
    )
    make_item(run, size=1, counts={"relocated_exact": 1, "changed": 1})
    make_item(run, size=1, counts={"lost": 1, "changed": 1})
    relocate_by_hand(run, "x4", RelocationOutcome.LOST, changed=b"4" * 32)
    page = ada.get(run_url(run)).context["page"]["changes"]
    assert [(tally.said.word, tally.number) for tally in page.waiting_parts] == [
        ("not found", 1),
        ("a neighbouring sentence changed", 1),
    ]
    assert (page.waiting.number, page.settled.number, page.number_of) == (2, 0, 2)
    assert changes(ada, run, "?outcome=settled") == []
    (change,) = changes(ada, run, "?outcome=neighbours")
    assert "are to be looked at again" in change.neighbours
    assert only_in(change.old, "delete") == ["24", "writes"]
    assert only_in(change.new, "insert") == ["4", "notes"]
    assert marked(change.new) == CLAIMS[1]


def test_words_that_are_gone_say_so_and_offer_nothing_to_accept(meridian: rows.Tenant, ada: Any) -> None:
    run = make_run(meridian)
    relocate_by_hand(run, "x4", RelocationOutcome.LOST, changed=b"4" * 32)
    make_item(run, size=1, counts={"lost": 1})
    (change,) = changes(ada, run)
    assert (text_of(change.old), change.new, change.form) == ("The bell is rung twice.", None, None)
    assert "No place in the new text is like the cited words." in ada.get(run_url(run)).content.decode()
    assert decide(ada, run, 4, ruling="accepted", reason="It is there.").status_code == 422
    assert rulings() == []


def test_a_proposal_is_accepted_in_one_click_and_the_record_says_who_when_and_why(run: Any, ada: Any) -> None:
    response = decide(ada, run, 3, ruling="accepted")
    assert (response.status_code, response["Location"].partition("#")[0]) == (303, run_url(run))
    assert rulings() == [("accepted", 0)]
    change = changes(ada, run, "?outcome=proposed")[0]
    assert [(line.said.word, line.who) for line in change.decisions] == [("accepted", "you")]
    assert change.form.is_anew
    words = words_of(ada.get(run_url(run)).content.decode())
    assert "3 need a person , 1 decided" in words


def test_rejecting_and_accepting_where_words_changed_need_a_reason(run: Any, ada: Any) -> None:
    for citation, ruling in ((3, "rejected"), (1, "accepted"), (1, "rejected")):
        response = decide(ada, run, citation, ruling=ruling, reason="   ")
        assert response.status_code == 422 and "say why the words" in response.content.decode()
    assert rulings() == []
    assert decide(ada, run, 1, ruling="rejected", reason="Four is not 24.").status_code == 303
    assert rows.RelocationDecision.objects.get().reason.get_text() == "Four is not 24."


def test_of_several_places_one_must_be_chosen_or_all_are_rejected(run: Any, ada: Any) -> None:
    change = changes(ada, run, "?outcome=ambiguous")[0]
    assert [one.place.words for one in change.offered] == ["characters 177 to 193", "characters 194 to 210"]
    assert not any(one.is_chosen for one in change.offered)
    for candidate in ("", "2", "-1", "٠", "x"):
        response = decide(ada, run, 4, ruling="accepted", reason="The second one.", candidate=candidate)
        assert response.status_code == 422 and "choose one of the places" in response.content.decode()
        assert "The second one." in response.content.decode()
    assert decide(ada, run, 4, ruling="accepted", reason="The second one.", candidate="1").status_code == 303
    assert rulings() == [("accepted", 1)]


def test_a_newer_decision_undoes_the_one_before_and_both_stay(run: Any, ada: Any) -> None:
    decide(ada, run, 3, ruling="accepted")
    newer = {"ruling": "rejected", "reason": "Notes are not writings.", "idempotency_key": KEY + "2", "seen": "1"}
    response = decide(ada, run, 3, **newer)
    assert response.status_code == 303
    change = changes(ada, run, "?outcome=proposed")[0]
    assert [line.said.word for line in change.decisions] == ["rejected", "accepted"]
    assert "superseded" in ada.get(run_url(run) + "?outcome=proposed").content.decode()


def test_the_same_form_twice_is_one_decision_and_its_key_with_other_words_is_refused_and_keeps_them(
    run: Any, ada: Any
) -> None:
    for _ in range(2):
        assert decide(ada, run, 3, ruling="accepted", reason="Yes.").status_code == 303
    assert len(rulings()) == 1
    response = decide(ada, run, 3, ruling="rejected", reason="On second thoughts, no.")
    assert response.status_code == 422 and "On second thoughts, no." in response.content.decode()
    assert len(rulings()) == 1


def test_a_decision_that_came_meanwhile_is_shown_first_and_the_words_are_kept(
    meridian: rows.Tenant, run: Any, ada: Any
) -> None:
    ben = signed_in(make_member(meridian, "ben", Role.REVIEWER))
    decide(ben, run, 3, ruling="rejected", reason="Another sentence.")
    response = decide(ada, run, 3, ruling="accepted", reason="The same habit.", idempotency_key=KEY + "3")
    html = response.content.decode()
    assert response.status_code == 409 and "Somebody said something of this place" in html
    assert "The same habit." in html and "Another sentence." in html
    assert rulings() == [("rejected", 0)] or rulings() == [("rejected", None)]


def test_htmx_gets_the_one_change_back_decided_or_with_what_is_wrong(run: Any, ada: Any) -> None:
    change = changes(ada, run, "?outcome=proposed")[0]
    headers = {"HX-Request": "true", "HX-Target": change.id}
    begins = f'<li class="change" id="{change.id}"'
    wrong = decide(ada, run, 3, headers, ruling="rejected")
    assert wrong.status_code == 422 and wrong.content.decode().lstrip().startswith(begins)
    done = decide(ada, run, 3, headers, ruling="rejected", reason="No.")
    html = done.content.decode()
    assert done.status_code == 200 and html.lstrip().startswith(begins)
    assert "Decide anew" in html and "autofocus" in html


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"ruling": "perhaps"},
        {"ruling": "accepted", "idempotency_key": "short"},
        {"ruling": "accepted", "idempotency_key": "é" * 20},
        {"ruling": "accepted", "idempotency_key": "x" * 101},
        {"ruling": "accepted", "seen": "-1"},
        {"ruling": "accepted", "seen": ""},
        {"ruling": "rejected", "reason": "x" * 10_001},
    ],
)
def test_a_form_that_is_not_whole_is_refused_with_its_words_and_writes_nothing(
    run: Any, ada: Any, fields: dict[str, str]
) -> None:
    response = decide(ada, run, 3, **fields)
    assert response.status_code == 422 and "Nothing was recorded" in response.content.decode()
    assert rulings() == []


@pytest.mark.parametrize("key", ["x", "-0", "x-99", "\0-0", "0-" + "9" * 30, "a-b", "-"])
def test_a_relocation_that_is_none_of_the_run_is_no_page(run: Any, ada: Any, key: str) -> None:
    response = ada.post(reverse("relocation", args=[run.public_id, key]), {"ruling": "accepted"})
    assert response.status_code == 404


@pytest.mark.parametrize("labels", [{"labels": ("board",)}, {"new_labels": ("board",)}])
def test_words_of_a_version_that_the_reader_may_not_read_are_masked_and_cannot_be_decided(
    db: Any, labels: dict[str, tuple[str, ...]]
) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle(**labels))
    # The run is for version 1 where version 2 is masked, so that the run itself may be read.
    run = make_run(tenant, version="1" if "new_labels" in labels else "2")
    four_changes(run)
    cleo = signed_in(make_member(tenant, "cleo", Role.ADJUDICATOR, labels=("board",)))
    assert decide(cleo, run, 1, ruling="rejected", reason="It says 4 months.").status_code == 303
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    html = ada.get(run_url(run)).content.decode()
    text = re.sub(r"<[^>]+>", "", html)
    assert "You may not read this source." in text
    # A decision may repeat the words; offsets tell how long a text is.
    assert "It says 4 months." not in text
    masked = ("for 24 months", "0 to 31") if "labels" in labels else ("for 4 months", "lamp", "31 to 61", "Preface")
    assert [words for words in masked if words in text] == []
    assert not any(change.form for change in changes(ada, run))
    assert decide(ada, run, 3, ruling="accepted").status_code == 403
    assert len(rulings()) == 1


def test_a_text_that_was_taken_away_says_so_in_its_place(run: Any, ada: Any) -> None:
    rows.Content.objects.filter(pk__in=rows.Artifact.objects.filter(key="archive-1").values("content")).erase(
        run.requested_at
    )
    assert "The text of this version was erased; its digest stays." in ada.get(run_url(run)).content.decode()


def test_a_hostile_text_is_shown_as_text(db: Any) -> None:
    tenant = make_tenant("meridian")
    bundle = archive_bundle()
    hostile = "<script>alert(1)</script>\u202e<img src=x onerror=alert(1)>"
    bundle["answers"][0]["artifacts"][1]["text"] = NEW.replace("Preface of the second edition.", hostile)
    import_bundle(tenant, bundle)
    run = make_run(tenant)
    relocate_by_hand(
        run,
        "x1",
        RelocationOutcome.TEXT_CHANGED,
        candidates=({"artifact": "archive-2", "start": 0, "end": len(hostile) + 31, "distance": 40},),
        drifted=True,
        changes="number",
    )
    make_item(run, size=1, counts={"text_changed": 1})
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    html = ada.get(run_url(run)).content.decode()
    assert "<script>alert" not in html and "<img src=x" not in html
    assert "RLO" in html or "U+202E" in html


def test_offsets_that_leave_the_text_are_drawn_as_far_as_it_goes(meridian: rows.Tenant, ada: Any) -> None:
    run = make_run(meridian)
    beyond = {"artifact": "archive-2", "start": len(NEW) + 5, "end": len(NEW) + 50, "distance": 1}
    relocate_by_hand(run, "x1", RelocationOutcome.PROPOSED, candidates=(beyond,), drifted=True)
    missing = {"artifact": "nothing-of-this-name", "start": 0, "end": 5, "distance": 1}
    relocate_by_hand(run, "x2", RelocationOutcome.PROPOSED, candidates=(missing,))
    make_item(run, size=2, counts={"proposed": 2})
    assert ada.get(run_url(run)).status_code == 200


def test_twenty_changes_stand_on_a_page_and_pages_join(meridian: rows.Tenant, ada: Any) -> None:
    """By hand: one citation has one relocation in a run, hence 45 answers."""
    run = many_changes(meridian, 45)
    seen, address = [], run_url(run)
    while address:
        page = ada.get(address).context["page"]["changes"]
        assert len(page.changes) <= 20
        seen += [change.id for change in page.changes]
        address = page.later_url
    assert len(seen) == len(set(seen)) == 45


def test_the_page_takes_the_same_statements_for_one_change_and_for_twenty(meridian: rows.Tenant, ada: Any) -> None:
    counts = []
    for number in (1, 20):
        run = many_changes(meridian, number)
        with CaptureQueriesContext(connection) as captured:
            assert ada.get(run_url(run)).status_code == 200
        counts.append(len([query for query in captured if not query["sql"].startswith(BOOKKEEPING)]))
    assert counts[0] == counts[1] <= 20


def many_changes(tenant: rows.Tenant, number: int) -> Any:
    """A run with so many proposals, each for the citation of an answer of its own."""
    (answer,) = archive_bundle()["answers"]
    for part in ("sources", "artifacts"):
        answer.pop(part)
    keys = [f"many-{number}-{n}" for n in range(number)]
    answers = [answer | {"case": {"key": key, "question": "How?"}} for key in keys]
    import_bundle(tenant, {"schema": "evidence-inspector/1", "answers": answers} | shared())
    run = make_run(tenant, total=number)
    proposed = relocate_by_hand(
        run, "x1", RelocationOutcome.PROPOSED, candidates=(place("archive-2", NEW, "Records are kept"),)
    )
    citations = rows.Citation.objects.filter(tenant=tenant, key="x1", answer__case__key__in=keys[1:]).order_by("id")
    for citation in citations:
        rows.Relocation(
            tenant=tenant,
            run=run,
            citation=citation,
            outcome="proposed",
            was_id=proposed.was_id,
            start=0,
            end=31,
            details_id=proposed.details_id,
        ).save()
    make_item(run, size=number, counts={"proposed": number})
    return run


def shared() -> dict[str, Any]:
    (answer,) = archive_bundle()["answers"]
    return {part: answer[part] for part in ("sources", "artifacts")}


def test_the_old_text_of_these_tests_is_what_its_answer_cites() -> None:
    assert all(words in OLD for words in CLAIMS)
