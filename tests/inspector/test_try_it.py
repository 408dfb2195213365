"""The try-it page: anybody's words in, the linter's findings out, nothing kept."""

from __future__ import annotations

import html
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from inspector.pages import try_form, try_it
from inspector.pages.try_form import FIELDS, MOST_BYTES, MOST_PASSAGES, MOST_PASTED_BYTES
from inspector.throttle import Throttle
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.golden import CASES
from tests.inspector.making import make_member, make_tenant, signed_in
from tests.inspector.test_hostile_uploads import JUNK

SECRET_WORDS = "Zanzibarberries ripen overnight"


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


@pytest.fixture
def stranger(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Somebody who did not sign in, where that is allowed; nobody tried before them."""
    settings.TRY_WITHOUT_SIGN_IN = True
    monkeypatch.setattr(try_it, "STRANGERS", Throttle(3, 60))
    return signed_in(None)


def paste(client: Client, answer: str, *passages: tuple[str, str, str], **more: str) -> Any:
    sent: dict[str, Any] = {"question": "Q?", "answer": answer} | more
    sent |= dict(zip(("label", "origin", "passage"), map(list, zip(*passages, strict=True)), strict=False))
    return client.post(reverse("try_it"), sent)


def send(client: Client, data: bytes, name: str = "a.json", form: str = "auto") -> Any:
    return client.post(reverse("try_it"), {"file": SimpleUploadedFile(name, data), "format": form})


def every_count() -> dict[str, int]:
    """Rows of every table, sessions and the log of sign-ins too."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


def shown_report(response: Any) -> Any:
    (written,) = re.findall(r"<summary>The report as JSON.*?<pre[^>]*>(.*?)</pre>", response.content.decode(), re.S)
    return json.loads(html.unescape(re.sub("<[^>]+>", "", written)))


def test_pasted_words_are_looked_at_and_each_claim_has_its_sentence_badges_and_findings(ada: Client) -> None:
    passage = ("", "original", "Logs are kept for 24 months.")
    response = paste(ada, "Logs are kept for 24 months [1]. They go then [3].\r\nAsk legal.", passage)
    assert response.status_code == 200
    (answer,) = response.context["page"].result.answers
    assert [claim.sentence for claim in answer.claims] == [
        "The cited passage was found; which of its words count, a person must say.",
        "[3] is none of the passages this answer was given. It was given 1.",
        "This claim needs evidence and cites none.",
    ]
    assert [len(claim.badges) for claim in answer.claims] == [5, 5, 5]
    assert [[f.rule for f in claim.findings] for claim in answer.claims][1:] == [
        ["identity/unresolved-id"],
        ["coverage/required-citation-missing"],
    ]
    assert answer.claims[1].owner == "application" and answer.claims[1].repair
    page = response.content.decode()
    for words in ("unknown source", "passage found", "blocked", "Logs are kept for 24 months."):
        assert words in page


def test_words_that_the_source_did_not_write_are_said_to_be_no_evidence(ada: Client) -> None:
    response = paste(ada, "They go after two years [1].", ("1", "generated", "Summary: two years."))
    (claim,) = response.context["page"].result.answers[0].claims
    assert claim.cited.citations[0].status.code == "generated_target"
    assert [passage.look for passage in claim.cited.citations[0].passages] == ["generated"]


def test_a_file_shows_the_report_of_the_linter_and_its_own_sentences(ada: Client) -> None:
    path = CASES / "origin" / "archived-logs.json"
    response = send(ada, path.read_bytes(), "archived-logs.json")
    assert response.status_code == 200
    (reported,) = shown_report(response)["answers"]
    (answer,) = response.context["page"].result.answers
    assert [claim.sentence for claim in answer.claims] == [claim["sentence"] for claim in reported["claims"]]
    found = [f for claim in answer.claims for f in claim.findings] + list(answer.findings)
    assert sorted((f.rule, f.sentence) for f in found) == sorted(
        (f["rule"], f["sentence"]) for f in reported["findings"]
    )
    marks = re.findall(r'<span class="hl hl-here">(.*?)</span>', response.content.decode())
    assert "Archived support logs are deleted after 24 months." in [html.unescape(mark) for mark in marks]


def test_nothing_is_kept_no_row_no_session_no_file_and_no_word_in_a_log(
    ada: Client, caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    before, session = every_count(), dict(ada.session.items())
    assert paste(ada, f"{SECRET_WORDS} [1].", ("1", "original", SECRET_WORDS)).status_code == 200
    bundle = {"answers": [{"case": {"key": "x"}, "claims": [{"key": "c", "text": SECRET_WORDS}]}]}
    assert send(ada, json.dumps(bundle).encode(), f"{SECRET_WORDS}.json").status_code == 200
    assert send(ada, b"{" + SECRET_WORDS.encode(), f"{SECRET_WORDS}.json").status_code == 422
    assert every_count() == before and dict(ada.session.items()) == session
    assert SECRET_WORDS not in caplog.text
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("kind", JUNK)
def test_a_file_that_is_no_payload_is_refused_in_words_at_its_place(ada: Client, kind: str) -> None:
    before = every_count()
    response = send(ada, JUNK[kind])
    assert response.status_code == 422
    assert response.context["page"].result.problems
    assert b"<button hx-post" not in response.content
    assert every_count() == before


def test_a_format_that_is_none_of_ours_and_a_missing_file_are_refused(ada: Client) -> None:
    for form in ("../../etc/passwd", "\0", "AUTO", ""):
        response = send(ada, b"{}", form=form)
        assert (response.status_code, response.context["page"].form.place) == (422, "file")
    assert ada.post(reverse("try_it"), {"format": "auto"}).status_code == 422
    assert ada.post(reverse("try_it"), {"format": "auto", "file": "text, not a file"}).status_code == 422


def test_a_paste_without_an_answer_keeps_its_words_and_says_what_is_missing(ada: Client) -> None:
    response = paste(ada, "  ", ("law", "original", "A\r\n\r\nB"))
    assert response.status_code == 422
    form = response.context["page"].form
    assert (form.passages[0].label, form.passages[0].text, form.place) == ("law", "A\n\nB", "answer")
    assert b"Paste an answer: there is nothing to look at" in response.content


def test_six_more_passages_come_without_a_script_and_keep_what_was_typed(ada: Client) -> None:
    assert len(ada.get(reverse("try_it")).context["page"].form.passages) == FIELDS
    response = paste(ada, "A [1].", ("1", "original", "words"), more="1")
    form = response.context["page"].form
    assert (response.status_code, len(form.passages), form.passages[0].text) == (200, 2 * FIELDS, "words")
    assert response.context["page"].result is None
    typed = [(str(n), "original", "x") for n in range(MOST_PASSAGES)]
    assert not paste(ada, "A.", *typed, more="1").context["page"].form.may_have_more


def test_more_passages_than_fifty_are_refused_and_kept(ada: Client) -> None:
    response = paste(ada, "A [1].", *[(str(n), "original", f"passage {n}") for n in range(MOST_PASSAGES + 1)])
    assert response.status_code == 422
    assert response.context["page"].form.passages[MOST_PASSAGES].text == "passage 50"


def test_a_paste_that_is_too_long_is_answered_413_with_its_words_in_the_form(ada: Client) -> None:
    words = "long " * (MOST_PASTED_BYTES // 5 + 1)
    response = paste(ada, words)
    assert (response.status_code, response.context["page"].form.answer) == (413, words)


def test_what_is_larger_than_two_megabytes_is_answered_413_in_words_and_not_read(ada: Client) -> None:
    response = send(ada, b" " * (MOST_BYTES + 1))
    assert response.status_code == 413 and b"larger than 2097152 bytes" in response.content
    response = send(ada, b" " * (MOST_BYTES + 2**20))
    assert response.status_code == 413 and b"larger than 2097152 bytes" in response.content
    response = paste(ada, "x" * (2**20 + 2**19))
    assert response.status_code == 413 and b"python -m lineage inspect FILE" in response.content


def test_work_without_bound_is_broken_off_and_the_words_stay(ada: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.trying.LONGEST_SECONDS", 0.05)
    response = paste(ada, "A [1].", ("1", "original", "words"))
    form = response.context["page"].form
    assert (response.status_code, form.place, form.answer) == (422, "answer", "A [1].")
    assert b"broken off" in response.content


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)></textarea>\u202e\0{{ 7*7 }}"


def test_hostile_words_are_shown_as_words(ada: Client) -> None:
    passage = (HOSTILE, HOSTILE, HOSTILE)
    for response in (
        paste(ada, f"{HOSTILE} [1].", passage, question=HOSTILE),
        paste(ada, "", passage),
        send(
            ada, json.dumps({"answers": [{"case": {"key": HOSTILE.replace("\0", "")}, HOSTILE: 1}]}).encode(), HOSTILE
        ),
    ):
        page = response.content.decode()
        assert response.status_code in (200, 422)
        for raw in ("<script>alert", "<img src=x", "\0"):
            assert raw not in page
        assert re.findall(r"</textarea>(?!</(?:div|li)>)", page) == []


@pytest.mark.parametrize("body", [b"", b"--b", b"\xff\xfe", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "multipart/form-data", "application/json", "x/\0"])
def test_a_body_that_cannot_be_read_is_refused(ada: Client, body: bytes, kind: str) -> None:
    assert ada.generic("POST", reverse("try_it"), body, content_type=kind).status_code in (400, 422)


def test_hostile_query_strings_change_nothing(ada: Client) -> None:
    for query in ("?more=1", "?answer=%00", "?format=" + "x" * 5_000, "?passage=%F0%9F%98%80"):
        response = ada.get(reverse("try_it") + query)
        assert (response.status_code, response.context["page"].form) == (200, try_form.TryForm())


def test_whoever_did_not_sign_in_is_sent_to_do_so_unless_the_setting_lets_them(
    db: None, settings: Any, stranger: Client
) -> None:
    assert paste(stranger, "A [1].").status_code == 200
    assert stranger.get(reverse("try_it")).status_code == 200
    for route in ("start", "cases", "imports", "help"):
        assert stranger.get(reverse(route)).status_code == 302, route
    settings.TRY_WITHOUT_SIGN_IN = False
    assert stranger.get(reverse("try_it")).status_code == 302
    assert paste(stranger, "A [1].")["Location"] == reverse("sign_in")


def test_a_strangers_tries_are_measured_and_a_members_are_not(tenant: rows.Tenant, stranger: Client) -> None:
    statuses = [paste(stranger, "").status_code for _ in range(4)]
    assert statuses == [422] * 4, "what is no try costs nothing"
    statuses = [paste(stranger, "A [1].").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = paste(stranger, "A [1].")
    assert refused.context["page"].form.answer == "A [1]." and b"wait a moment" in refused.content
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    assert [paste(ada, "A [1].").status_code for _ in range(4)] == [200] * 4


def test_a_stranger_leaves_no_row_either(stranger: Client) -> None:
    before = every_count()
    assert paste(stranger, f"{SECRET_WORDS} [1].").status_code == 200
    assert every_count() == before


def test_a_form_without_its_token_is_refused_also_from_a_stranger(stranger: Client, settings: Any) -> None:
    assert paste(signed_in(None, enforce_csrf_checks=True), "A [1].").status_code == 403
