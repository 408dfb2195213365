"""A window of a stored text is what a slice of the whole would be, and nothing of it outlives its bytes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from lineage.models import rows
from lineage.models.coding import LARGEST_TEXT, Encode, encode_text, encode_whole
from lineage.models.content import ContentAbsent, ContentDamaged, pack
from lineage.text.span import Span
from lineage.windows import STEP, VERIFIED, Layout, Layouts, Stretch, lay_out, read_stretch
from tests.lineage.making import MORNING, make_content, make_tenant

ASCII = "".join(f"Line {number:05}: the keeper writes down wind and fog.\n" for number in range(4_000))
MIXED = "".join(f"{number}: \u0645 caf\u00e9 e\u0301 \U0001f33e \u202e\0\r\n" for number in range(8_000))


@pytest.fixture(autouse=True)
def new_process() -> Iterator[None]:
    """Each test reads for the first time."""
    VERIFIED.forget()
    yield
    VERIFIED.forget()


def read(content: rows.Content, start: int, end: int) -> Stretch:
    return read_stretch(content, lambda length: Span(start, min(end, length)))


@given(st.text(st.sampled_from("a\u00e9\u0645\U0001f33e\0"), max_size=40), st.integers(1, 1_500), st.data())
def test_the_bytes_located_hold_the_span_after_so_many_others(unit: str, times: int, pick: st.DataObject) -> None:
    text = unit * times
    start, end = sorted(pick.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    stored = text.encode()
    place, before = lay_out(text, len(stored)).locate(Span(start, end))
    assert stored[place.start : place.end].decode()[before : before + end - start] == text[start:end]
    assert place.length <= 4 * (end - start + 2 * STEP)


def test_an_ascii_text_needs_no_places() -> None:
    assert lay_out("a" * 100_000, 100_000) == Layout(100_000, None)
    assert lay_out("\u00e9" + "a" * STEP, STEP + 2).places.tolist() == [0, STEP + 1, STEP + 2]


@pytest.mark.django_db
@pytest.mark.parametrize("text", [ASCII, MIXED], ids=["ascii", "mixed"])
def test_the_second_read_brings_what_the_first_one_brought(text: str) -> None:
    content = make_content(make_tenant(), text)
    ends = (0, 1, STEP - 1, STEP, STEP + 1, 3 * STEP, len(text) - 1, len(text))
    for start in ends:
        for end in (end for end in ends if end >= start):
            assert read(content, start, end) == Stretch(text[start:end], start, len(text))
    assert len(VERIFIED) == 1


@pytest.mark.django_db
def test_the_second_read_carries_the_window_alone() -> None:
    content = rows.Content.objects.defer("body").get(pk=make_content(make_tenant(), ASCII).pk)
    with CaptureQueriesContext(connection) as captured:
        read(content, 0, 100)
        read(content, 100_000, 100_100)
    first, second = (query["sql"].lower() for query in captured)
    assert "substr" not in first and "substr" in second
    assert "100001, 100" in second


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("length", "encode"), [(LARGEST_TEXT, encode_text), (200_000, encode_whole)], ids=["small", "compressed"]
)
def test_a_small_or_compressed_text_is_read_whole_each_time(length: int, encode: Encode) -> None:
    text = (ASCII * 2)[:length]
    content = rows.Content.objects.create(tenant=make_tenant(), **pack(text.encode(), encode)._asdict())
    for _ in range(2):
        assert read(content, 500, 600) == Stretch(text[500:600], 500, length)
    assert len(VERIFIED) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("body", [ASCII[:-1] + "?", ASCII[:-1], ""], ids=["changed", "shorter", "empty"])
def test_damage_anywhere_is_refused_at_the_first_read_and_at_the_next(body: str) -> None:
    sha256, size, _, _ = pack(ASCII.encode())
    content = rows.Content.objects.create(tenant=make_tenant(), sha256=sha256, size=size, body=body.encode())
    for _ in range(2):
        with pytest.raises(ContentDamaged):
            read(content, 0, 100)
    assert len(VERIFIED) == 0


@pytest.mark.django_db
def test_what_one_tenant_holds_whole_vouches_for_nothing_of_another() -> None:
    whole = make_content(make_tenant(), ASCII)
    assert read(whole, 0, 10).text == ASCII[:10]
    body = b"X" + ASCII.encode()[1:]
    damaged = rows.Content.objects.create(tenant=make_tenant("island"), sha256=whole.sha256, size=whole.size, body=body)
    with pytest.raises(ContentDamaged):
        read(damaged, 0, 10)


@pytest.mark.django_db
@pytest.mark.parametrize("text", [ASCII, MIXED], ids=["ascii", "mixed"])
def test_bytes_that_no_longer_fit_what_was_verified_are_refused(text: str) -> None:
    """The guards of the tables forbid it; a disk does not know them."""
    tenant = make_tenant()
    content = make_content(tenant, "short")
    VERIFIED.remember((content.pk, bytes(content.sha256)), lay_out(text, len(text.encode())))
    with pytest.raises(ContentDamaged):
        read(content, 0, 100)
    torn = make_content(tenant, MIXED)
    VERIFIED.remember((torn.pk, bytes(torn.sha256)), Layout(len(MIXED), None))
    with pytest.raises(ContentDamaged):
        read(torn, MIXED.index("\u0645"), MIXED.index("\u0645") + 1)


@pytest.mark.django_db
def test_an_erased_text_is_absent_though_it_was_read_before() -> None:
    content = make_content(make_tenant(), MIXED)
    assert read(content, 0, 5).text == MIXED[:5]
    rows.Content.objects.filter(pk=content.pk).erase(MORNING)
    for start in (0, 10_000):
        with pytest.raises(ContentAbsent):
            read(content, start, start + 5)
    VERIFIED.forget()
    with pytest.raises(ContentAbsent):
        read(content, 0, 5)


@pytest.mark.django_db
def test_a_choice_that_leaves_the_text_is_never_clamped() -> None:
    content = make_content(make_tenant(), ASCII)
    for span in (Span(0, len(ASCII) + 1), Span(-1, 3), Span(5, 4)):
        for _ in range(2):
            with pytest.raises(ValueError, match="leaves a text"):
                read_stretch(content, lambda _, span=span: span)


@pytest.mark.django_db
def test_postgresql_keeps_long_bodies_so_that_a_part_is_read_without_the_rest(engine: str) -> None:
    if engine == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT attstorage FROM pg_attribute WHERE attrelid = 'lineage_content'::regclass AND attname = 'body'"
            )
            assert cursor.fetchone() == ("e",)


def test_no_more_layouts_are_remembered_than_were_allowed() -> None:
    layouts = Layouts(3)
    for number in (1, 2, 3, 3, 4):
        layouts.remember((number, b"digest"), Layout(number, None))
    assert len(layouts) == 3
    assert layouts.find((1, b"digest")) is None
    assert layouts.find((4, b"digest")) == Layout(4, None)
    assert layouts.find((4, b"other")) is None
