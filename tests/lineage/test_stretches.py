"""Many stretches at once are what each of them alone would be, for a few statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lineage.models import rows
from lineage.models.content import ContentDamaged, pack
from lineage.stretches import AT_ONCE, Wanted, read_stretches
from lineage.text.span import Span
from lineage.windows import STEP, VERIFIED, Stretch, lay_out, read_stretch
from tests.lineage.making import make_content, make_tenant

pytestmark = pytest.mark.django_db

ASCII = "".join(f"Line {number:05}: the keeper writes down wind and fog.\n" for number in range(4_000))
MIXED = "".join(f"{number}: \u0645 caf\u00e9 e\u0301 \U0001f33e \u202e\0\r\n" for number in range(8_000))
SHORT = "Archived logs are kept for 24 months."


@pytest.fixture(autouse=True)
def new_process() -> Iterator[None]:
    """Each test reads for the first time."""
    VERIFIED.forget()
    yield
    VERIFIED.forget()


@pytest.fixture
def contents() -> list[rows.Content]:
    tenant = make_tenant()
    return [make_content(tenant, text) for text in (ASCII, MIXED, SHORT)]


def wanted(content: Any, start: int, end: int) -> Wanted:
    return Wanted(content, lambda length: Span(min(start, length), min(end, length)))


def many(contents: list[rows.Content]) -> list[Wanted]:
    starts = (0, 1, STEP - 1, STEP, 3 * STEP, 10**9)
    return [wanted(content, start, start + width) for start in starts for width in (0, 1, 500) for content in contents]


def test_each_is_what_it_would_be_alone_the_first_time_and_the_second(contents: list[rows.Content]) -> None:
    asked = many(contents)
    alone = [read_stretch(one.content, one.choose) for one in asked]
    VERIFIED.forget()
    assert read_stretches(asked) == alone
    assert len(VERIFIED) == 2
    assert read_stretches(asked) == alone
    assert read_stretches(asked[::-1]) == alone[::-1]


def test_two_statements_bring_them_all_once_the_long_texts_are_known(contents: list[rows.Content]) -> None:
    asked = many(contents)
    read_stretches(asked)
    with CaptureQueriesContext(connection) as captured:
        read_stretches(asked)
    assert len(captured) == 2
    assert sum(len(query["sql"]) for query in captured) < 30_000


def test_more_pieces_than_one_statement_joins_are_read_in_parts(contents: list[rows.Content]) -> None:
    asked = [wanted(contents[0], number, number + 3) for number in range(2 * AT_ONCE + 1)]
    read_stretches(asked)
    with CaptureQueriesContext(connection) as captured:
        found = read_stretches(asked)
    assert len(captured) == 3
    assert found == [Stretch(ASCII[n : n + 3], n, len(ASCII)) for n in range(2 * AT_ONCE + 1)]


def test_nothing_asked_is_no_statement() -> None:
    with CaptureQueriesContext(connection) as captured:
        assert read_stretches([]) == []
    assert len(captured) == 0


def test_erased_bytes_are_none_whether_the_text_was_known_or_not(contents: list[rows.Content]) -> None:
    asked = [wanted(content, 0, 4) for content in contents]
    read_stretches(asked)
    rows.Content.objects.filter(pk__in=[contents[0].pk, contents[2].pk]).erase(timezone.now())
    for _ in range(2):
        assert read_stretches(asked) == [None, Stretch("0: \u0645", 0, len(MIXED)), None]
        VERIFIED.forget()


def test_a_choice_that_leaves_its_text_is_refused(contents: list[rows.Content]) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="leaves a text"):
            read_stretches([Wanted(contents[0], lambda length: Span(0, length + 1))])
        read_stretches([wanted(contents[0], 0, 1)])


@pytest.mark.parametrize("text", [ASCII, MIXED], ids=["ascii", "mixed"])
def test_bytes_that_no_longer_fit_what_was_verified_are_refused(text: str) -> None:
    """The guards of the tables forbid it; a disk does not know them."""
    content = make_content(make_tenant(), "short")
    VERIFIED.remember((content.pk, bytes(content.sha256)), lay_out(text, len(text.encode())))
    with pytest.raises(ContentDamaged):
        read_stretches([wanted(content, 0, 100)])


def test_damage_is_refused_at_the_first_read() -> None:
    sha256, size, _, _ = pack(ASCII.encode())
    content = rows.Content.objects.create(tenant=make_tenant(), sha256=sha256, size=size, body=b"X" * size)
    for _ in range(2):
        with pytest.raises(ContentDamaged):
            read_stretches([wanted(content, 0, 100)])
