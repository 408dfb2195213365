"""One item: its words, all that was said of it, its versions; marked as not comparable, and comparable again."""

from __future__ import annotations

import pytest

from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import item_url, items_url
from tests.inspector.calibration_pages import browser, imported, keeper, words_of
from tests.inspector.label_sets import adjudicated, item, label_set, words

pytestmark = pytest.mark.django_db


def only(revision: opinions.SetRevision) -> opinions.CalibrationItem:
    return revision.members.get().item


def test_words_labels_and_what_is_expected_stand_on_its_page() -> None:
    reader = keeper()
    page = browser(reader).get(item_url(only(imported(reader, label_set(adjudicated(3)))).public_id))
    said = words_of(page)
    for part in ("question Does it hold?", "what is judged Statement 3.", "A page Passage 3.", "one passage"):
        assert part in said
    assert "expected: no adjudicated" in said
    assert "a1 yes not as expected a2 no a3, adjudicator no" in said
    assert "changed: the first version in revision 1" in said


def test_an_item_whose_words_are_not_published_says_so() -> None:
    reader = keeper()
    page = browser(reader).get(item_url(only(imported(reader, label_set(item(1, words=None)))).public_id))
    assert page.status_code == 200 and page.context["page"].why_not


def test_what_the_eye_cannot_see_in_the_words_is_marked() -> None:
    reader = keeper()
    one = item(1, words=words(1, claim="Paid\u202enow\0"))
    page = browser(reader).get(item_url(only(imported(reader, label_set(one))).public_id))
    assert 'data-name="RLO"' in page.content.decode() and "\0" not in page.content.decode()


def test_marking_an_item_makes_another_version_and_the_revision_keeps_its_own() -> None:
    reader = keeper()
    revision = imported(reader, label_set(item(1)))
    client, first = browser(reader), only(revision)
    assert client.post(item_url(first.public_id), {"deed": "mark", "reason": " "}).status_code == 422
    assert client.post(item_url(first.public_id), {"deed": "burn", "reason": "so"}).status_code == 422
    marked = client.post(item_url(first.public_id), {"deed": "mark", "reason": "no footnote map"}, follow=True)
    assert "It is marked." in words_of(marked) and "Reason: no footnote map" in words_of(marked)
    assert "made of version 1; not comparable: no footnote map in no revision yet" in words_of(marked)
    assert only(revision) == first
    earlier = client.get(item_url(first.public_id))
    assert "an earlier version" in words_of(earlier) and "Mark as not comparable" not in words_of(earlier)
    second = opinions.CalibrationItem.objects.get(version=2)
    rebuilt = client.post(item_url(second.public_id), {"deed": "rebuild", "reason": "the map was found"}, follow=True)
    assert "It may be compared again." in words_of(rebuilt)
    assert opinions.CalibrationItem.objects.get(version=3).comparability == "comparable"


def test_an_item_opened_from_a_list_leads_to_its_neighbours_in_that_list() -> None:
    reader = keeper()
    revision = imported(reader, label_set(item(1), adjudicated(2), item(3), adjudicated(4), adjudicated(5)))
    client = browser(reader)
    listed = client.get(items_url(revision.public_id, agree="differ")).context["page"].lines
    assert [line.key for line in listed] == ["item-2", "item-4", "item-5"]
    seen, address = [], listed[0].url
    while address:
        page = client.get(address)
        seen.append(page.context["page"].key)
        address = page.context["page"].place.next_url
    assert seen == ["item-2", "item-4", "item-5"]
    assert page.context["page"].place.previous_url == listed[1].url
    assert f'data-previous="{listed[1].url.replace("&", "&amp;")}"' in page.content.decode()


@pytest.mark.parametrize("revision", ["nonsense", "0" * 32, "\0"])
def test_a_list_that_is_not_there_leaves_the_item_alone(revision: str) -> None:
    reader = keeper()
    found = only(imported(reader, label_set(item(1))))
    page = browser(reader).get(item_url(found.public_id, revision=revision))
    assert page.status_code == 200 and page.context["page"].place is None
