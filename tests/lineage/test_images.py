"""Pages of a PDF become pictures: once each, after everything that reviewers wait for, and to be seen by who may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lineage import images
from lineage.evidence.vocabulary import RunState, RunTrigger, WorkState
from lineage.images import read_page_image
from lineage.leases import lease_open
from lineage.models import rows
from lineage.models.content import pack
from lineage.new_sources import add_source
from lineage.working import do, lease
from tests.lineage import runs
from tests.lineage.making import make_content
from tests.lineage.pdfs import make_pdf

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(autouse=True)
def responders(settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS


def add(pages: int, tenant: rows.Tenant | None = None, labels: Sequence[str] = ()) -> rows.Run:
    data = make_pdf(*([f"Rule {number} of the house."] for number in range(1, pages + 1)))
    reader = runs.iris(tenant or runs.make_house(), labels=frozenset(labels))
    return add_source(reader, data, name="rules.pdf", labels=labels, recheck=False)


def prepared(run: rows.Run) -> list[rows.WorkItem]:
    """The items that draw pages, once the texts are made."""
    item = lease(run.pk, "here:1")
    assert item is not None
    do(item)
    return list(rows.WorkItem.objects.filter(run=run, kind="render").order_by("id"))


def test_a_pdf_is_drawn_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    run = runs.finish(add(2))
    assert run.state == RunState.COMPLETED_CLEAN
    drawn = list(rows.PageImage.objects.filter(version=run.version).order_by("page"))
    assert [image.page for image in drawn] == [1, 2]
    # A4 upright is higher than wide, as 842 to 595.
    assert all(abs(image.height / image.width - 842 / 595) < 0.01 for image in drawn)
    assert all(image.content.get_bytes().startswith(PNG) for image in drawn)


def test_ten_pages_are_an_item_and_at_most_five_hundred_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [item.subject for item in prepared(add(12))] == [list(range(1, 11)), [11, 12]]
    monkeypatch.setattr(images, "MOST_PAGES", 3)
    assert [item.subject for item in prepared(add(12, runs.make_house("mill")))] == [[1, 2, 3]]


def test_pictures_wait_for_every_citation() -> None:
    run = add(2)
    prepared(run)
    late = rows.WorkItem.objects.create(tenant=run.tenant, run=run, key="000000.1", kind="relocate", subject=[1])
    first, second = lease_open(run.pk, "here:1"), lease_open(run.pk, "here:2")
    assert first is not None and first.pk == late.pk
    assert second is not None and second.kind == "render"


def test_a_page_that_cannot_be_drawn_fails_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    render = images.render_safely

    def without_the_first(data: bytes, pages: Sequence[int]) -> Any:
        return {page: picture for page, picture in render(data, pages).items() if page != 1}

    monkeypatch.setattr(images, "render_safely", without_the_first)
    run = runs.finish(add(2))
    assert run.state == RunState.COMPLETED_CLEAN
    reader = runs.iris(run.tenant)
    assert read_page_image(reader, run.version, 1) is None
    found = read_page_image(reader, run.version, 2)
    assert found is not None and found.page == 2 and found.png.startswith(PNG)


def test_pages_behind_one_that_takes_all_the_time_are_drawn_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    render = images.render_safely

    def until_the_second(data: bytes, pages: Sequence[int]) -> Any:
        """As where the child is ended while it draws page 2."""
        before = list(pages)[: list(pages).index(2)] if 2 in pages else pages
        return render(data, before) if before else {}

    monkeypatch.setattr(images, "render_safely", until_the_second)
    run = runs.finish(add(4))
    drawn = rows.PageImage.objects.filter(version=run.version).order_by("page")
    assert list(drawn.values_list("page", flat=True)) == [1, 3, 4]


def test_work_on_pictures_that_fails_again_and_again_is_set_aside_and_the_run_is_clean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*given: object) -> None:
        raise RuntimeError("no picture today")

    monkeypatch.setattr(images, "render_safely", fail)
    run = runs.finish(add(2))
    assert run.state == RunState.COMPLETED_CLEAN
    assert rows.WorkItem.objects.get(run=run, kind="render").state == WorkState.QUARANTINED


def test_pages_are_drawn_once_and_again_only_where_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(images, "render_safely", lambda data, pages: {})
        run = runs.finish(add(2))
    due = runs.begin(run.source, run.version.version, trigger=RunTrigger.SCHEDULE)
    assert prepared(due) == []
    asked = runs.finish(runs.begin(run.source, run.version.version))
    assert rows.PageImage.objects.filter(version=run.version).count() == 2
    assert prepared(runs.begin(run.source, asked.version.version)) == []


def test_a_twin_that_comes_late_writes_no_second_picture() -> None:
    run = add(1)
    (item,) = prepared(run)
    rows.PageImage.objects.create(
        tenant=run.tenant, version=run.version, page=1, width=1, height=1, content=make_content(run.tenant, "drawn")
    )
    taken = lease_open(run.pk, "here:1")
    assert taken is not None and taken.pk == item.pk
    do(taken)
    assert rows.PageImage.objects.get(version=run.version).width == 1


def test_of_a_version_that_was_taken_away_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    run = add(1)
    prepared(run)
    rows.SourceEvent.objects.create(tenant=run.tenant, version=run.version, event="withdrawn", at=run.requested_at)
    assert runs.finish(run).state == RunState.COMPLETED_CLEAN
    assert not rows.PageImage.objects.exists()


def test_a_picture_is_seen_by_who_may_see_the_version() -> None:
    run = runs.finish(add(1, labels=["board"]))
    drew = runs.iris(runs.make_house("mill"), actor="drew", labels=frozenset({"board"}))
    stranger, board = runs.iris(run.tenant, actor="ada"), runs.iris(run.tenant, labels=frozenset({"board"}))
    assert read_page_image(drew, run.version, 1) is None
    assert read_page_image(stranger, run.version, 1) is None
    assert read_page_image(board, run.version, 1) is not None
    assert read_page_image(board, run.version, 2) is None


def test_a_picture_that_was_erased_is_none() -> None:
    run = runs.finish(add(1))
    image = rows.PageImage.objects.get(version=run.version)
    rows.Content.objects.filter(pk=image.content_id).erase(run.requested_at)
    assert read_page_image(runs.iris(run.tenant), run.version, 1) is None


def test_a_text_has_no_pages_to_draw() -> None:
    tenant = runs.make_house()
    run = runs.finish(add_source(runs.iris(tenant), b"Words.", name="rules.txt"))
    assert not rows.WorkItem.objects.filter(run=run, kind="render").exists()


def test_equal_pictures_are_kept_once() -> None:
    tenant = runs.make_house()
    data = make_pdf(["Blank."], ["Blank."])
    run = runs.finish(add_source(runs.iris(tenant), data, name="blank.pdf"))
    drawn = rows.PageImage.objects.filter(version=run.version)
    assert drawn.count() == 2 and len(set(drawn.values_list("content", flat=True))) == 1
    assert pack(drawn[0].content.get_bytes()).sha256 == bytes(drawn[0].content.sha256)
