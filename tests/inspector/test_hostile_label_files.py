"""Label files and judges' results as an attacker or an accident sends them: refused in words, nothing is written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from inspector.members import ensure_tenant
from lineage.evidence.vocabulary import Role
from tests.inspector.figure_pages import send_files
from tests.inspector.labelled_sets import judge_file, labels_file
from tests.inspector.making import count_rows, make_member, signed_in

SCHEMA, JUDGE_SCHEMA = "evidence-inspector-labels/1", "evidence-inspector-judge/1"
FIELDS = [{"name": "support", "scale": "nominal", "values": ["yes", "no"], "positive": ["yes"]}]
CONFIGURATION = {"evaluator": "checker", "model": "m-1"}
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def cleo(db: None) -> Client:
    return signed_in(make_member(ensure_tenant("meridian", "Meridian"), "cleo", Role.ADJUDICATOR))


@pytest.fixture
def revision(cleo: Client) -> str:
    response = send_files(cleo, reverse("calibration_import"), [("labels.jsonl", labels_file())])
    assert response.status_code == 303
    return str(resolve(response["Location"]).kwargs["public_id"])


def lines(*values: Any) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def labels(*items: Any, **header: Any) -> bytes:
    return lines({"schema": SCHEMA, "set": {"key": "k", "name": "K"}, "fields": FIELDS} | header, *items)


def item(**fields: Any) -> dict[str, Any]:
    said = [{"field": "support", "rater": "ada", "value": "yes"}]
    return {"key": "one", "words": {"claim": "It is so."}, "labels": said} | fields


def judged(*said: Any, **header: Any) -> bytes:
    return lines({"schema": JUDGE_SCHEMA, "configuration": CONFIGURATION, "field": "support"} | header, *said)


def says(**fields: Any) -> dict[str, Any]:
    return {"field": "support", "rater": "ada", "value": "yes"} | fields


WHOLE = labels_file()
JUDGED = judge_file()
JUNK = {
    "empty": b"",
    "blank": b" \n\n",
    "binary": bytes(range(256)) * 40,
    "deep": b"[" * 100_000,
    "deep objects": b'{"a":' * 50_000,
    "a number": b"7",
    "null": b"null",
    "html": b"<html><button hx-post=/sign-out/ hx-trigger=load></html>",
    "zip": b"PK\x03\x04" + bytes(200),
    "only NUL": bytes(300),
}
LABEL_FILES = JUNK | {
    "cut in the middle": WHOLE[: len(WHOLE) // 2],
    "the last line is missing": b"".join(WHOLE.splitlines(keepends=True)[:-1]),
    "a line twice": WHOLE + WHOLE.splitlines(keepends=True)[-1],
    "a changed label": WHOLE.replace(b'"value":"yes"', b'"value":"no"', 1),
    "a changed word": WHOLE.replace(b"Refund 1 is paid", b"Refund 1 is lost", 1),
    "utf-16": WHOLE.decode().encode("utf-16"),
    "duplicate keys": WHOLE.replace(b"{", b'{"schema": "x",', 1),
    "another version": WHOLE.replace(b"evidence-inspector-labels/1", b"evidence-inspector-labels/9", 1),
    "an unknown value": labels(item(labels=[says(value=SCRIPT)])),
    "an unknown field": labels(item(labels=[says(field=SCRIPT)])),
    "one rater twice": labels(item(labels=[says(), says(value="no")])),
    "one key twice": labels(item(), item()),
    "an endless label": labels(item(labels=[says(value="y" * 201)])),
    "NUL in a rater": labels(item(labels=[says(rater="a\0b")])),
    "a lone surrogate": labels(item(words={"claim": "x"})).replace(b'"claim": "x"', b'"claim": "\\ud800"'),
    "NaN": labels(item(labels=[says()])).replace(b'"value": "yes"', b'"value": "yes", "confidence": NaN'),
    "1e400": labels(item(labels=[says()])).replace(b'"value": "yes"', b'"value": "yes", "confidence": 1e400'),
    "a number for a label": labels(item(labels=[says(value=1)])),
    "labels are an object": labels(item(labels={"ada": "yes"})),
    "an item is a list": labels([]),
    "no fields": labels(item(), fields=[]),
    "a field twice": labels(item(), fields=FIELDS * 2),
    "an unknown scale": labels(item(), fields=[FIELDS[0] | {"scale": "ratio"}]),
    "an unknown name": labels(item(surprise=1)),
    "a huge number": labels(item()).replace(b'"one"', b"9" * 10_000),
    "csv without its columns": b"a,b,c\n1,2,3\n",
    "csv with a quote left open": b'item,rater,value\nx,ada,"yes\n' * 3,
    "csv with an endless cell": b'item,rater,value\nx,ada,"' + b"y" * 300_000 + b'"\n',
}
JUDGE_FILES = JUNK | {
    "the header is missing": b"".join(JUDGED.splitlines(keepends=True)[1:]),
    "cut in the middle": JUDGED[: len(JUDGED) - 9],
    "a label file": WHOLE,
    "an unknown field": judged({"item": "item-0", "label": "yes"}, field=SCRIPT),
    "no evaluator": judged({"item": "item-0", "label": "yes"}, configuration={"model": "m"}),
    "an evaluator with NUL": judged({"item": "item-0", "label": "yes"}, configuration={"evaluator": "a\0b"}),
    "an endless evaluator": judged({"item": "item-0", "label": "yes"}, configuration={"evaluator": "e" * 100_000}),
    "deep parameters": judged(
        {"item": "item-0", "label": "yes"}, configuration=CONFIGURATION | {"parameters": {"a": {"b": [1]}}}
    ),
    "NaN": judged({"item": "item-0", "score": 0.5}).replace(b"0.5", b"NaN"),
    "1e400": judged({"item": "item-0", "score": 0.5}).replace(b"0.5", b"1e400"),
    "a word for a score": judged({"item": "item-0", "score": "high"}),
    "attempt 0": judged({"item": "item-0", "label": "yes", "attempt": 0}),
    "attempt below nought": judged({"item": "item-0", "label": "yes", "attempt": -1}),
    "an endless attempt": judged({"item": "item-0", "label": "yes", "attempt": 10**30}),
    "the same attempt twice": judged({"item": "item-0", "label": "yes"}, {"item": "item-0", "label": "no"}),
    "an unknown status": judged({"item": "item-0", "status": "asleep"}),
    "completed without a word": judged({"item": "item-0"}),
    "failed with a label": judged({"item": "item-0", "status": "error", "label": "yes"}),
    "a list for an item": judged({"item": ["item-0"], "label": "yes"}),
    "a lone surrogate": judged({"item": "item-0", "label": "yes", "raw": "x"}).replace(b'"x"', b'"\\ud800"'),
    "an endless label": judged({"item": "item-0", "label": "y" * 100_000}),
}


def refuses(client: Client, address: str, name: str, data: bytes, **changed: str) -> str:
    """The page that says what is wrong; nothing was written."""
    before = count_rows()
    response = send_files(client, address, [(name, data)], **changed)
    html = response.content.decode()
    assert response.status_code == 422, html[:2000]
    assert count_rows() == before
    assert SCRIPT not in html and "<button hx-post=/sign-out/" not in html and "\0" not in html
    return html


@pytest.mark.parametrize("kind", LABEL_FILES)
def test_a_file_that_is_no_label_set_is_refused_in_words_and_leaves_nothing(cleo: Client, kind: str) -> None:
    name = "labels.csv" if kind.startswith("csv") else "labels.jsonl"
    html = refuses(cleo, reverse("calibration_import"), name, LABEL_FILES[kind])
    assert "labels" in html


@pytest.mark.parametrize("kind", JUDGE_FILES)
def test_a_file_that_is_no_judges_results_is_refused_and_leaves_nothing(
    cleo: Client, revision: str, kind: str
) -> None:
    refuses(cleo, f"{reverse('judge_import')}?revision={revision}", "judge.jsonl", JUDGE_FILES[kind])


@pytest.mark.parametrize("form", ["ragas", "../../etc/passwd", "\0", "AUTO", "fever symmetric", "x" * 5_000])
def test_an_unknown_format_is_refused(cleo: Client, form: str) -> None:
    refuses(cleo, reverse("calibration_import"), "labels.jsonl", WHOLE, format=form)


def test_nothing_where_a_file_belongs_is_refused(cleo: Client, revision: str) -> None:
    before = count_rows()
    for address in (reverse("calibration_import"), f"{reverse('judge_import')}?revision={revision}"):
        assert cleo.post(address, {}).status_code == 422
        assert cleo.post(address, {"files": "text, not a file", "file": "text"}).status_code == 422
        broken = cleo.generic("POST", address, b"\xff\xfe", content_type="multipart/form-data; boundary=b")
        assert broken.status_code in (400, 422)
    assert count_rows() == before


def test_words_that_would_be_formulas_or_markup_come_back_as_words(cleo: Client) -> None:
    words = ("=1+1", "@SUM(A1)", "-2", SCRIPT, "a\u202eb", "x\u200by", "'=1", '"', "{{ 7 }}", "é\u0301")
    fields = [FIELDS[0] | {"values": list(words), "positive": []}]
    items = [item(key=f"k{place}", labels=[says(value=word)]) for place, word in enumerate(words)]
    response = send_files(cleo, reverse("calibration_import"), [("labels.jsonl", labels(*items, fields=fields))])
    assert response.status_code == 303, response.content.decode()[:2000]
    address = response["Location"]
    agreement = reverse("calibration_agreement", args=[resolve(address).kwargs["public_id"]])
    for html in (cleo.get(address).content.decode(), cleo.get(agreement, {"field": "support"}).content.decode()):
        assert SCRIPT not in html
        assert 'data-name="RLO"' in html, "what turns the direction of text is drawn as a mark"


def test_a_word_that_is_no_label_is_an_error_of_the_judge_and_is_shown_as_it_came(cleo: Client, revision: str) -> None:
    data = judge_file(("yes", SCRIPT, "no", "no"))
    response = send_files(cleo, f"{reverse('judge_import')}?revision={revision}", [("judge.jsonl", data)])
    assert response.status_code == 303, response.content.decode()[:2000]
    for address in (response["Location"], f"{response['Location']}items/"):
        html = cleo.get(address, follow=True).content.decode()
        assert SCRIPT not in html
    assert "&lt;script&gt;alert(1)" in html
