"""The sentence that cited words stand in, then and now."""

from inspector.pages.claim_sentences import BESIDE, SAME, Sentences, compare_sentences, sentences_at
from inspector.pages.evidence_view import Difference
from lineage.text.span import Span

TEXT = "First comes this. Then comes that. Last comes nothing."


def said(difference: Difference | None) -> list[tuple[str, str]]:
    assert difference is not None
    return [
        (run.kind, "".join(glyphs.text for piece in run.drawn.pieces for glyphs in piece.runs))
        for run in difference.runs
    ]


def test_the_sentences_around_a_span_are_the_one_it_stands_in_and_its_neighbours() -> None:
    at = TEXT.index("that")
    assert sentences_at(TEXT, Span(at, at + 4)) == Sentences(
        "First comes this.", "Then comes that.", "Last comes nothing."
    )


def test_a_stretch_of_a_text_gives_the_same_sentences_as_the_whole() -> None:
    long = "Once more and again. " * 900
    text = f"{long}{TEXT} {long}"
    at = text.index("that")
    begins, ends = at - 4_000, at + 4 + 4_000
    assert sentences_at(text[begins:ends], Span(at, at + 4), begins) == sentences_at(text, Span(at, at + 4))


def test_a_span_that_reaches_beyond_its_text_gives_no_sentence() -> None:
    assert sentences_at(TEXT, Span(10, len(TEXT) + 1)) is None
    assert sentences_at(TEXT, Span(3, 8), begins=5) is None


def test_words_that_changed_are_shown_alone() -> None:
    old, new = Sentences("a.", "Kept for 24 months.", "b."), Sentences("x.", "Kept for 12 months.", "y.")
    compared = compare_sentences("version 7", old, "version 8", new)
    assert said(compared.difference) == [
        ("equal", "Kept for "), ("delete", "24"), ("insert", "12"), ("equal", " months.")
    ]  # fmt: skip
    assert compared.note == ""


def test_a_sentence_that_is_the_same_stays_whole_between_two_that_are_not() -> None:
    old, new = Sentences("Whoever comes.", "It is kept.", ""), Sentences("A bell rings thrice.", "It is kept.", "No.")
    compared = compare_sentences("version 7", old, "version 8", new)
    assert compared.note == BESIDE
    assert said(compared.difference) == [
        ("delete", "Whoever comes."), ("insert", "A bell rings thrice."), ("equal", " "), ("equal", "It is kept."),
        ("equal", " "), ("insert", "No."),
    ]  # fmt: skip


def test_sentences_that_are_the_same_need_no_difference() -> None:
    one = Sentences("a.", "b.", "c.")
    assert compare_sentences("version 7", one, "version 8", one) == (None, SAME)
