"""Importing a set from its page: read whole before anything is written, refused with the place, the same only once."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from inspector.labels.jsonl import write_jsonl
from inspector.labels.reading import FORMATS
from inspector.models import rows as opinions
from tests.formats.samples import SAMPLES
from tests.inspector.calibration_pages import browser, imported, keeper, words_of
from tests.inspector.label_sets import item, label_set

pytestmark = pytest.mark.django_db


def file_of(*items: Any) -> bytes:
    return b"".join(write_jsonl(label_set(*items)))


def send(client: Client, data: bytes | None, name: str = "trial.jsonl", **fields: str) -> Any:
    files = {} if data is None else {"files": SimpleUploadedFile(name, data)}
    return client.post(reverse("calibration_import"), {"format": "auto"} | fields | files, follow=True)


def test_a_file_becomes_a_revision_which_names_it_and_the_same_again_changes_nothing() -> None:
    client = browser(keeper())
    first = send(client, file_of(item(1), item(2)), reason="a beginning")
    assert "Imported as revision 1, with 2 new items or versions." in words_of(first)
    assert "because a beginning of trial.jsonl" in words_of(first)
    again = send(client, file_of(item(1), item(2)))
    assert "Nothing was written: this revision is here already" in words_of(again)
    assert opinions.SetRevision.objects.count() == 1


def test_other_items_under_the_same_key_are_another_revision() -> None:
    client = browser(keeper())
    send(client, file_of(item(1)))
    assert "Imported as revision 2, with 1 new items or versions." in words_of(send(client, file_of(item(1), item(2))))


def test_a_file_may_become_another_revision_of_a_set_that_is_chosen() -> None:
    reader = keeper()
    found = imported(reader, label_set(item(1), key="mine", name="Mine")).set
    client = browser(reader)
    page = client.get(f"{reverse('calibration_import')}?set=mine")
    assert '<option value="mine" selected>another revision of Mine' in page.content.decode()
    send(client, file_of(item(1), item(2)), set="mine")
    assert [one.set for one in opinions.SetRevision.objects.all()] == [found, found]


@pytest.mark.parametrize(
    ("data", "fields", "said"),
    [
        (None, {}, "Choose the files of one set."),
        (b"", {}, "trial.jsonl"),
        (b"\xff\0nonsense", {}, "trial.jsonl"),
        (file_of(item(1)) + b"{}", {}, "trial.jsonl"),
        (file_of(item(1)), {"format": "wordperfect"}, "Choose a format of the list."),
        (file_of(item(1)), {"format": "pubmedqa"}, "trial.jsonl"),
        (file_of(item(1)), {"set": "nobodys"}, "Choose a set of the list."),
    ],
    ids=["no file", "an empty file", "no text", "a line too many", "no format of ours", "another format", "no set"],
)
def test_what_is_none_is_refused_at_its_field_and_nothing_is_written(
    data: bytes | None, fields: dict[str, str], said: str
) -> None:
    refused = send(browser(keeper()), data, **fields)
    assert refused.status_code == 422
    assert "Nothing was written." in words_of(refused) and said in words_of(refused)
    assert not opinions.CalibrationItem.objects.exists() and not opinions.CalibrationSet.objects.exists()


def test_files_of_one_name_are_not_taken_for_each_other() -> None:
    files = [SimpleUploadedFile("trial.jsonl", file_of(item(number))) for number in (1, 2)]
    refused = browser(keeper()).post(reverse("calibration_import"), {"files": files})
    assert refused.status_code == 422 and "Two of the files have the same name" in words_of(refused)


def test_every_format_is_offered_and_said_what_it_is() -> None:
    page = browser(keeper()).get(reverse("calibration_import"))
    said, html = words_of(page), page.content.decode()
    for name, form in FORMATS.items():
        assert f'<option value="{name}">' in html
        assert f"{form.label} {name}" in said and form.files


def test_what_judges_said_comes_with_the_set_and_is_named_on_the_revision() -> None:
    """WiCE: 449 sentences in two splits, and scores of four judges on 200 of them (SOURCES.md)."""
    folder = SAMPLES / "datasets" / "wice"
    names = ("claims_dev.jsonl", "judge_scores.jsonl")
    if not all((folder / name).is_file() for name in names):
        pytest.skip(f"{folder} is absent: no published set is read")
    files = [SimpleUploadedFile(name, (folder / name).read_bytes()) for name in names]
    client = browser(keeper())
    page = client.post(reverse("calibration_import"), {"files": files, "format": "auto"}, follow=True)
    judges = ("gpt-3.5-turbo-0613", "gpt-4-0613", "t5-3b-anli", "t5-3b-anli-wice")
    labels = [line.label for line in page.context["page"].judges]
    assert labels == [f"{judge}, configuration 1, on label" for judge in judges]
    assert page.context["page"].line.items == 449
    for line in page.context["page"].judges:
        assert client.get(line.url).status_code == 200
