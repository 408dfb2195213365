"""Bookmarks become sections where their titles stand, and only there."""

from __future__ import annotations

from lineage.pipeline.extract.pdf import extract_pdf
from lineage.pipeline.layout import Section
from lineage.text.span import Span
from tests.pipeline.extract.pdf_files import Sheet, make_pdf, text_at

# In files made here, pages are the objects 6, 8, 10 ...
FIRST_PAGE, SECOND_PAGE = "6 0 R", "8 0 R"


def outline(*entries: str) -> str:
    """Bookmarks one after the other, each the inside of its dictionary."""
    nested = ""
    for entry in reversed(entries):
        nested = f"<< {entry} {f'/Next {nested}' if nested else ''} >>"
    return f"/Outlines << /First {nested} >>"


def lines(*words: str) -> Sheet:
    return Sheet(b"".join(text_at(72, 700 - 40 * row, line) for row, line in enumerate(words)))


def sections_of(catalog: str, *sheets: Sheet) -> tuple[list[tuple[str, str, int]], tuple[str, ...]]:
    """Of each section its words, its title, its level; and the warnings."""
    found = extract_pdf(make_pdf(sheets, catalog=catalog))
    sections: tuple[Section, ...] = found.layout.sections
    return [(section.span.slice(found.text), section.title, section.level) for section in sections], found.warnings


def test_a_title_is_found_on_the_page_that_its_bookmark_leads_to():
    catalog = outline(f"/Title (Scope) /Dest [{SECOND_PAGE} /Fit]")
    found = extract_pdf(make_pdf([lines("Scope"), lines("Before", "Scope", "after")], catalog=catalog))
    (section,) = found.layout.sections
    assert section == Section(Span(13, 18), "Scope", 1)
    assert found.text == "Scope\fBefore\nScope\nafter"


def test_bookmarks_below_others_have_lower_levels():
    below = f"/Title (Scope) /Dest [{FIRST_PAGE} /Fit] /First << /Title (Terms) /Dest [{FIRST_PAGE} /Fit] >>"
    last = f"/Title (Ends) /Dest [{SECOND_PAGE} /Fit]"
    found, _ = sections_of(outline(below, last), lines("1 Scope", "1.1 Terms"), lines("Ends"))
    assert found == [("Scope", "Scope", 1), ("Terms", "Terms", 2), ("Ends", "Ends", 1)]


def test_a_heading_on_its_own_line_goes_before_a_mention_in_a_sentence():
    catalog = outline(f"/Title (Scope) /Dest [{FIRST_PAGE} /Fit]")
    found = extract_pdf(make_pdf([lines("The Scope is wide.", "2. Scope", "More of the Scope here")], catalog=catalog))
    assert found.layout.sections[0].span.start == found.text.index("2. Scope") + 3


def test_of_two_equal_headings_each_bookmark_takes_the_one_at_its_height():
    catalog = outline(*(f"/Title (Notes) /Dest [{FIRST_PAGE} /XYZ 72 {height} 0]" for height in (712, 632)))
    found = extract_pdf(make_pdf([lines("Notes", "first", "Notes", "second")], catalog=catalog))
    assert [section.span.start for section in found.layout.sections] == [0, found.text.index("Notes", 1)]


def test_a_title_may_differ_in_lines_blanks_and_hyphens_but_not_be_a_part_of_a_word():
    titles = "Long   title-of two lines", "Part"
    catalog = outline(*(f"/Title ({title}) /Dest [{FIRST_PAGE} /Fit]" for title in titles))
    found, warnings = sections_of(catalog, lines("Long title", "of two lines", "Parts of it"))
    assert found == [("Long title\nof two lines", "Long title-of two lines", 1)]
    assert warnings == ("Of 2 bookmarks 1 made no section: their titles do not stand where they lead to.",)


def test_bookmarks_without_a_title_or_a_page_are_none():
    catalog = outline(f"/Dest [{FIRST_PAGE} /Fit]", "/Title (Elsewhere) /A << /S /URI /URI (https://example.org) >>")
    found, warnings = sections_of(catalog, lines("Elsewhere"))
    assert found == [] and warnings[0].startswith("Of 2 bookmarks 2")


def test_bookmarks_that_lead_round_in_a_circle_are_read_once():
    # The only note of the page, object 6, is the bookmark; its page is object 7.
    loop = "<< /Title (Loop) /First 6 0 R /Next 6 0 R /Dest [7 0 R /Fit] >>"
    sheet = Sheet(text_at(72, 700, "Loop"), annotations=(loop,))
    found, _ = sections_of("/Outlines << /First 6 0 R >>", sheet)
    assert found == [("Loop", "Loop", 1)]
