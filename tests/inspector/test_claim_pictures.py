"""The cited words of a claim on the pictures of their pages."""

from typing import Any

import pytest
from django.utils import timezone

from inspector.pages.claim_pictures import NO_PICTURE
from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import claim_url, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.pages_by_hand import draw_page, make_house

pytestmark = pytest.mark.django_db


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


@pytest.fixture
def house(meridian: rows.Tenant) -> Any:
    return make_house(meridian)


def pictures(client: Any, tenant: rows.Tenant, claim: str = "c1") -> Any:
    return client.get(f"{claim_url(tenant, 'gate', claim)}pictures/")


def test_the_claim_page_fetches_the_pictures_after_it_is_drawn_and_links_to_them(
    meridian: rows.Tenant, house: Any, ada: Any
) -> None:
    url = claim_url(meridian, "gate")
    html = ada.get(url).content.decode()
    assert f'hx-get="{url}pictures/?span=x1" hx-trigger="load"' in html
    assert f'<a href="{url}pictures/?span=x1">' in html


def test_a_claim_on_a_source_without_pages_fetches_nothing(meridian: rows.Tenant, ada: Any) -> None:
    import_bundle(meridian, simple_bundle())
    assert "pictures/" not in ada.get(claim_url(meridian, "refund")).content.decode()


def test_the_picture_is_a_window_on_the_page_with_the_cited_words_marked(
    meridian: rows.Tenant, house: Any, ada: Any
) -> None:
    response = pictures(ada, meridian)
    (picture,) = response.context["page"].pictures
    html = response.content.decode()
    window = picture.cut.window
    assert picture.cut.page == 1
    assert f'viewBox="{window.x} {window.y} {window.width} {window.height}"' in html
    assert f'<image href="/sources/{house.public_id}/pages/1.png"' in html
    assert html.count("<rect ") == len(picture.cut.boxes) == 1
    assert "The cited words on page 1" in html
    assert picture.page_url == f"/sources/{house.public_id}/?page=1"


def test_htmx_gets_the_pictures_alone(meridian: rows.Tenant, house: Any, ada: Any) -> None:
    headers = {"HX-Request": "true", "HX-Target": "page-pictures"}
    html = ada.get(f"{claim_url(meridian, 'gate')}pictures/", headers=headers).content.decode()
    assert "<html" not in html and "<svg" in html


def test_words_across_two_pages_are_two_pictures_as_far_as_these_were_drawn(
    meridian: rows.Tenant, house: Any, ada: Any
) -> None:
    assert [one.cut.page for one in pictures(ada, meridian, "c3").context["page"].pictures] == [1]
    draw_page(house, 2)
    assert [one.cut.page for one in pictures(ada, meridian, "c3").context["page"].pictures] == [1, 2]


def test_words_on_a_page_that_was_not_drawn_have_no_picture_and_it_says_so(
    meridian: rows.Tenant, house: Any, ada: Any
) -> None:
    response = pictures(ada, meridian, "c2")
    assert response.context["page"].pictures == ()
    assert NO_PICTURE in response.content.decode()


def test_of_a_version_that_was_taken_away_there_is_no_picture(meridian: rows.Tenant, house: Any, ada: Any) -> None:
    rows.SourceEvent(
        tenant=meridian, version=house, event=SourceEventKind.WITHDRAWN.value, at=timezone.now()
    ).save()
    html = pictures(ada, meridian).content.decode()
    assert "<svg" not in html and house.public_id not in html
    assert "pictures/" not in ada.get(claim_url(meridian, "gate")).content.decode()


def test_of_a_source_that_the_reader_may_not_read_there_is_no_picture(meridian: rows.Tenant, ada: Any) -> None:
    version = make_house(meridian, labels=["board"])
    html = pictures(ada, meridian).content.decode()
    assert "<svg" not in html and version.public_id not in html


def test_a_claim_of_another_tenant_answers_as_a_missing_one(meridian: rows.Tenant, house: Any) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    assert pictures(drew, meridian).status_code == 404


@pytest.mark.parametrize("query", ["?span=nothing", "?span=%00", "?span=x2&wider=9"])
def test_an_address_that_names_no_citation_shows_the_first_one(
    meridian: rows.Tenant, house: Any, ada: Any, query: str
) -> None:
    assert ada.get(f"{claim_url(meridian, 'gate')}pictures/{query}").status_code == 200
