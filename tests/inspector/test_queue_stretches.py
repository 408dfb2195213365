"""Pages of a long list, forwards and backwards, over one stretch or several: each row stands on exactly one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from inspector.models import rows as opinions
from inspector.pages.queue_stretches import Asked, Found, Place, Stretch, read_asked, read_page
from lineage.evidence.vocabulary import ItemProgress
from lineage.models import rows
from tests.inspector.making import make_tenant
from tests.inspector.queues_by_hand import claims_of, make_queue, put

pytestmark = pytest.mark.django_db

AGREED, ADJUDICATED = ItemProgress.AGREED, ItemProgress.ADJUDICATED


@pytest.fixture
def queue() -> opinions.Queue:
    return make_queue(make_tenant("meridian"))


def stretches_of(queue: opinions.Queue, *states: ItemProgress) -> tuple[Stretch, ...]:
    every = opinions.ItemState.objects.filter(queue=queue)
    return tuple(Stretch(state.value, every.filter(state=state), every) for state in states)


def filled(queue: opinions.Queue) -> list[int]:
    """Ids of nineteen items in the order of the list: two states, in each two priorities."""
    claims = claims_of(queue.tenant, 19)
    low = put(queue, claims[:4], AGREED)
    high = put(queue, claims[4:9], AGREED, priority=5)
    settled_low = put(queue, claims[9:16], ADJUDICATED, priority=-1)
    settled_high = put(queue, claims[16:], ADJUDICATED, priority=5)
    return [item.pk for item in (*high, *low, *settled_high, *settled_low)]


def walk(stretches: tuple[Stretch, ...], size: int, asked: Asked) -> list[Found]:
    pages = [read_page(stretches, asked, size)]
    is_back = asked.is_last
    while (place := pages[-1].newer if is_back else pages[-1].older) is not None:
        pages.append(read_page(stretches, Asked(before=place) if is_back else Asked(after=place), size))
    return pages


@pytest.mark.parametrize("size", [1, 3, 5, 18, 19, 20])
def test_forwards_every_row_stands_on_one_page_in_the_order_of_the_list(queue: opinions.Queue, size: int) -> None:
    ordered = filled(queue)
    pages = walk(stretches_of(queue, AGREED, ADJUDICATED), size, Asked())
    assert [pk for page in pages for pk in page.items] == ordered
    assert [len(page.items) for page in pages[:-1]] == [size] * (len(pages) - 1)


@pytest.mark.parametrize("size", [1, 3, 5, 18, 19, 20])
def test_backwards_from_the_last_page_the_same_rows_stand_in_the_same_order(queue: opinions.Queue, size: int) -> None:
    ordered = filled(queue)
    pages = walk(stretches_of(queue, AGREED, ADJUDICATED), size, Asked(is_last=True))
    assert [pk for page in reversed(pages) for pk in page.items] == ordered


def test_the_page_before_the_next_one_is_the_page_itself(queue: opinions.Queue) -> None:
    filled(queue)
    stretches = stretches_of(queue, AGREED, ADJUDICATED)
    for one, following in pairwise(walk(stretches, 4, Asked())):
        assert read_page(stretches, Asked(before=following.newer), 4).items == one.items


def test_a_row_that_left_its_stretch_is_still_the_place_where_the_next_page_begins(queue: opinions.Queue) -> None:
    ordered = filled(queue)
    stretches = stretches_of(queue, AGREED, ADJUDICATED)
    first = read_page(stretches, Asked(), 3)
    assert first.older is not None
    opinions.ItemState.objects.filter(item=first.items[-1]).update(state=ItemProgress.DISAGREEMENT)
    assert read_page(stretches, Asked(after=first.older), 3).items == tuple(ordered[3:6])


def test_where_the_row_of_a_place_is_no_more_its_priority_is_shown_from_its_beginning(queue: opinions.Queue) -> None:
    ordered = filled(queue)
    gone = Place("agreed", 0, "0" * 32)
    assert read_page(stretches_of(queue, AGREED, ADJUDICATED), Asked(after=gone), 3).items == tuple(ordered[5:8])


def test_each_page_takes_a_statement_for_each_range_that_it_needs(
    queue: opinions.Queue, django_assert_num_queries: object
) -> None:
    filled(queue)
    stretches = stretches_of(queue, AGREED, ADJUDICATED)
    with django_assert_num_queries(1):  # type: ignore[operator]
        first = read_page(stretches, Asked(), 3)
    with django_assert_num_queries(2):  # type: ignore[operator]
        read_page(stretches, Asked(after=first.older), 3)


@pytest.mark.parametrize("written", ["", "agreed.0", "agreed.0.xyz", f"agreed.x.{'0' * 32}", f"AGREED.0.{'0' * 32}"])
def test_what_is_no_place_counts_as_not_said(written: str) -> None:
    assert read_asked({"after": written, "before": written, "at": written}) == Asked()


def test_a_place_is_read_as_it_is_written(queue: opinions.Queue) -> None:
    filled(queue)
    place = read_page(stretches_of(queue, AGREED, ADJUDICATED), Asked(), 3).older
    assert place is not None and read_asked({"after": place.address}).after == place
    assert rows.Tenant.objects.count() == 1
