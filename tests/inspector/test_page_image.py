"""The picture of a page as a file: for whom it is, and what a browser may do with it."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import make_member, make_tenant, signed_in
from tests.inspector.pages_by_hand import draw_page, make_house

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def picture_url(version: Any, page: int = 1) -> str:
    return reverse("page_image", args=[version.public_id, page])


def test_the_picture_is_the_png_that_was_kept(meridian: rows.Tenant, ada: Any) -> None:
    version = make_house(meridian)
    data = draw_page(version, 2)
    response = ada.get(picture_url(version, 2))
    assert response.content == data and data.startswith(PNG)
    assert response["Content-Type"] == "image/png"
    assert int(response["Content-Length"]) == len(data)


def test_nobody_keeps_a_copy_of_it_and_no_browser_guesses_what_it_is(meridian: rows.Tenant, ada: Any) -> None:
    response = ada.get(picture_url(make_house(meridian)))
    assert "no-store" in response["Cache-Control"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in response["Content-Security-Policy"]
    assert "default-src 'none'" in response["Content-Security-Policy"]


def test_its_name_says_nothing_of_the_source(meridian: rows.Tenant, ada: Any) -> None:
    assert ada.get(picture_url(make_house(meridian)))["Content-Disposition"] == 'inline; filename="page-1.png"'


def test_asking_for_the_headers_alone_sends_no_picture(meridian: rows.Tenant, ada: Any) -> None:
    response = ada.head(picture_url(make_house(meridian)))
    assert response.content == b"" and int(response["Content-Length"]) > 0


@pytest.mark.parametrize("page", [0, 2, 10**6, 10**7, 10**30])
def test_a_page_without_a_picture_is_no_page(meridian: rows.Tenant, ada: Any, page: int) -> None:
    assert ada.get(picture_url(make_house(meridian), page)).status_code == 404


def test_a_version_of_another_tenant_answers_as_a_missing_one(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert drew.get(picture_url(make_house(meridian))).status_code == 404


def test_a_version_whose_labels_the_reader_lacks_answers_as_a_missing_one(meridian: rows.Tenant, ada: Any) -> None:
    version = make_house(meridian, labels=["board"])
    assert ada.get(picture_url(version)).status_code == 404
    holder = signed_in(make_member(meridian, "bo", Role.REVIEWER, labels=("board",)))
    assert holder.get(picture_url(version)).status_code == 200


@pytest.mark.parametrize("event", [SourceEventKind.WITHDRAWN, SourceEventKind.TOMBSTONED])
def test_a_version_that_was_taken_away_is_not_shown_in_pictures_either(
    meridian: rows.Tenant, ada: Any, event: SourceEventKind
) -> None:
    version = make_house(meridian)
    assert ada.get(picture_url(version)).status_code == 200
    rows.SourceEvent(tenant=meridian, version=version, event=event.value, at=timezone.now()).save()
    response = ada.get(picture_url(version))
    assert response.status_code == 404 and PNG not in response.content


def test_a_version_that_came_blocked_is_not_shown_in_pictures(meridian: rows.Tenant, ada: Any) -> None:
    version = make_house(meridian, availability="access_blocked")
    assert ada.get(picture_url(version)).status_code == 404


def test_a_picture_that_was_erased_is_none_and_the_page_says_so(meridian: rows.Tenant, ada: Any) -> None:
    version = make_house(meridian)
    picture = rows.PageImage.objects.get(version=version)
    rows.Content.objects.filter(pk=picture.content_id).erase(timezone.now())
    assert ada.get(picture_url(version)).status_code == 404
    assert ada.get(f"/sources/{version.public_id}/").context["page"].paged.picture_url == ""
