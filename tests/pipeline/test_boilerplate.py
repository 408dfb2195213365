"""Running headers and footers: removed where they come again, with every deletion in the map, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lineage.pipeline.boilerplate import find_boilerplate, strip
from lineage.text.segments import SegmentKind
from lineage.text.spanmap import SpanMap
from tests.pipeline.readings import paged

COPY, DELETED = SegmentKind.EXACT_COPY, SegmentKind.DELETED


def stripped(pages: list[str]) -> str:
    text, found = paged(pages)
    return strip(text, find_boilerplate(text, found))[0]


def test_a_header_and_a_page_number_are_removed_and_the_sentence_they_broke_runs_on():
    pages = [
        "Retention policy\n\nLogs are kept for\n\nPage 1 of 3\n",
        "Retention policy\n\n24 months. Calls are\n\nPage 2 of 3\n",
        "Retention policy\n\nnot kept.\n\nPage 3 of 3\n",
    ]
    text, found = paged(pages)
    removed = find_boilerplate(text, found)
    assert [span.slice(text) for span in removed] == [
        "Retention policy\n\n",
        "\nPage 1 of 3\nRetention policy\n\n",
        "\nPage 2 of 3\nRetention policy\n\n",
        "\nPage 3 of 3\n",
    ]
    words, spans = strip(text, removed)
    assert words == "Logs are kept for\n24 months. Calls are\nnot kept.\n"
    assert [segment.kind for segment in spans.to_segments()] == [DELETED, COPY, DELETED, COPY, DELETED, COPY, DELETED]
    assert spans.verify(words, text) == () == spans.uncovered() == spans.invert().uncovered()


def test_left_and_right_pages_may_have_headers_of_their_own_and_some_pages_none():
    headers = "Contents/2 POLICY/POLICY 3/4 POLICY/A chapter/6 POLICY/POLICY 7/8 POLICY/POLICY 9"
    bodies = ["The alpha page.", "Beta.", "Gamma.", "Delta.", "Epsilon.", "Zeta.", "Eta.", "Theta.", "Iota."]
    pages = [f"{header}\n{body}\n" for header, body in zip(headers.split("/"), bodies, strict=True)]
    without = "\n".join(["Contents", *bodies[:4], "A chapter", *bodies[4:], ""])
    assert stripped(pages) == without


def pages_of(*lines: str) -> list[str]:
    return [f"{line}\nThe {name} page.\n" for line, name in zip(lines, ("first", "second", "third"), strict=False)]


def test_a_number_that_does_not_grow_with_the_pages_is_of_the_text():
    pages = pages_of("5 years", "2 years", "9 years")
    assert stripped(pages) == "".join(pages)
    # The same number on every page is no number of a page, and as much a header as any other line.
    assert stripped(pages_of("Form 7", "Form 7", "Form 7")) == "The first page.\nThe second page.\nThe third page.\n"


def test_what_comes_again_on_two_pages_only_or_far_apart_stays():
    twice = ["Annex\nAlpha.\n", "Annex\nBeta.\n", "Gamma.\n"]
    assert stripped(twice) == "".join(twice)
    apart = [f"{'Annex' if n % 6 == 0 else chr(65 + n)}\nPage {chr(97 + n)}.\n" for n in range(18)]
    assert stripped(apart) == "".join(apart)


def test_what_comes_on_few_of_the_pages_between_its_first_and_last_stays():
    few = [f"{'Annex' if n in (0, 4, 8) else chr(65 + n)}\nPage {chr(97 + n)}.\n" for n in range(9)]
    assert stripped(few) == "".join(few)


def test_what_comes_again_behind_a_line_of_the_text_or_in_the_middle_of_pages_stays():
    pages = [f"The {n} page.\nDraft\nA\n{n}\nC\nTotal\nThat was the {n} page.\n" for n in ("first", "next", "last")]
    assert stripped(pages) == "".join(pages)


def test_a_line_that_stands_inside_pages_too_is_of_the_text_wherever_a_page_begins():
    row = "Paris | France\n"
    inside = "{0} 1\n{0} 2\n{0} 3\n{0} 4\n", "{0} 5\n{0} 6\n{0} 7\n{0}\n"
    pages = [f"{row}{inside[0].format(name)}{row * 2}{inside[1].format(name)}" for name in "abcd"]
    assert stripped(pages) == "".join(pages)


def test_bullets_and_paragraphs_are_no_headers():
    bullets = [f"•\nThe {name} thing.\n" for name in ("first", "second", "third")]
    assert stripped(bullets) == "".join(bullets)
    # Page breaks in the middle of a row or a mark may leave the same few signs at an edge.
    for words in ("<a", "2", "1.", "---", "II"):
        few = pages_of(words, words, words)
        assert stripped(few) == "".join(few)
    long = [f"{'word ' * 80}\nThe {name} thing.\n" for name in ("first", "second", "third")]
    assert stripped(long) == "".join(long)


def test_page_numbers_of_other_scripts_grow_too():
    pages = [f"متن {word}\n\nصفحه {number}\n" for word, number in zip("abcd", "۱۲۳۴", strict=True)]
    assert stripped(pages) == "متن a\nمتن b\nمتن c\nمتن d\n"


def test_what_is_all_that_most_pages_have_is_no_header_of_them():
    same = ["Kept.\n", "Kept.\n", "Kept.\n", "Kept.\n"]
    assert stripped(same) == "".join(same)
    # A page may have been left empty.
    some = ["Rules\nOne.\n", "Rules\nTwo.\n", "Rules\n", "Rules\nThree.\n", ""]
    assert stripped(some) == "One.\nTwo.\nThree.\n"


words = st.sampled_from(("alpha", "beta", "gamma", "delta", "Kept for 24 months.", "•", "_" * 12, "7"))
lines = st.lists(words | st.just(""), max_size=6)


headers = st.sampled_from(("", "HEADER", "Page {}", "{} / 7"))


@given(st.lists(lines, max_size=7), headers, st.sampled_from(("\n", "\r\n")))
def test_whatever_is_removed_is_in_the_map_and_the_rest_is_copied(bodies, header, end):
    pages = [
        "".join(line + end for line in ([header.format(number)] if header else []) + body)
        for number, body in enumerate(bodies, start=1)
    ]
    text, found = paged(pages)
    removed = find_boilerplate(text, found)
    output, spans = strip(text, removed)
    assert spans.verify(output, text) == () == spans.uncovered() == spans.invert().uncovered()
    segments = spans.to_segments()
    assert [segment.input for segment in segments if segment.kind is DELETED] == list(removed)
    assert "".join(segment.input.slice(text) for segment in segments if segment.kind is COPY) == output
    worded = [body for body in bodies if any(body)]
    if len(pages) >= 3 and header and len(worded) == len(bodies):
        assert header.format(2) not in output.splitlines()


@given(st.lists(st.text("ab \n", max_size=12), max_size=6))
def test_of_pages_without_repetition_nothing_is_removed(bodies):
    # Each begins and ends with a word that no other page has.
    text, found = paged([f"{chr(97 + n) * 7}\n{body}\n{chr(65 + n) * 7}\n" for n, body in enumerate(bodies)])
    assert find_boilerplate(text, found) == ()
    assert strip(text, ())[1] == SpanMap.identity(len(text))
