"""Pages of a PDF as pictures (M-06)."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from lineage.pipeline.page_images import WIDEST, RenderedPage, render_pages
from tests.formats.samples import needs_samples, sample_bytes
from tests.pipeline.extract.pdf_files import Sheet, make_pdf, text_at


def opened(page: RenderedPage) -> Image.Image:
    picture = Image.open(io.BytesIO(page.png))
    assert picture.format == "PNG" and picture.size == (page.width, page.height)
    return picture.convert("RGB")


def test_pages_are_drawn_as_asked_and_those_that_are_not_there_left_out():
    data = make_pdf([Sheet(text_at(72, 700, "one")), Sheet(text_at(72, 700, "two"))])
    assert [page.page for page in render_pages(data, [2, 1, 3, 0, -1])] == [2, 1]


def test_a_page_of_a4_is_a_thousand_pixels_wide_and_the_same_bytes_every_time():
    data = make_pdf([Sheet(text_at(72, 700, "word"))])
    (page,) = render_pages(data, [1])
    assert (page.width, page.height) == (1000, 1416)
    assert len(page.png) < 10_000
    assert list(render_pages(data, [1])) == [page]


def test_words_are_drawn_where_the_extract_says():
    (page,) = render_pages(make_pdf([Sheet(text_at(72, 700, "HHHH", size=40))]), [1])
    picture = opened(page)
    dark = [x for x in range(page.width) for y in range(page.height) if picture.getpixel((x, y))[0] < 100]
    # The word begins 72 points from the left, of 595 that are 1,000 pixels.
    assert 72 / 595 * 1000 - 3 <= min(dark) <= 72 / 595 * 1000 + 12


@pytest.mark.parametrize(
    ("box", "more", "size"),
    [
        ("0 0 595 842", "/Rotate 90", (1000, 707)),
        ("0 0 2000 1000", "", (1000, 500)),
        ("0 0 100 9000", "", (34, 3000)),
        ("0 0 595 842", "/CropBox [0 421 595 842]", (1000, 708)),
    ],
)
def test_a_page_is_drawn_as_it_is_shown_and_never_too_large(box, more, size):
    (page,) = render_pages(make_pdf([Sheet(text_at(10, 10, "x"), box=box, more=more)]), [1])
    assert abs(page.width - size[0]) <= 1 and abs(page.height - size[1]) <= 1
    assert page.width <= WIDEST


def test_colours_stay_colours():
    red = b"1 0 0 rg 100 100 300 300 re f\n"
    (page,) = render_pages(make_pdf([Sheet(red)]), [1])
    assert opened(page).getpixel((400, 1000)) == (255, 0, 0)


@pytest.mark.parametrize("data", [b"", b"no PDF", b"%PDF-1.7\n", make_pdf([Sheet()], key="secret")])
def test_what_is_no_pdf_or_locked_has_no_pictures(data):
    assert list(render_pages(data, [1])) == []


@needs_samples
def test_pages_of_real_documents_are_small():
    data = sample_bytes("datasets/pdf/owasp-asvs/asvs-5.0.0-en.pdf")
    pages = list(render_pages(data, [1, 50, 120]))
    assert [page.page for page in pages] == [1, 50, 120]
    assert all(page.width == 1000 and len(page.png) < 150_000 for page in pages)
