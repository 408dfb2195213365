from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.html_skipped import SkippedTally
from lineage.pipeline.extraction import Skipped

HIDDEN, IMAGE = SkippedKind.HIDDEN, SkippedKind.IMAGE


def test_parts_of_a_kind_are_counted_with_the_place_and_the_words_of_the_first():
    tally = SkippedTally()
    tally.begin(HIDDEN, 41)
    tally.add(HIDDEN, "ignore  all\n")
    tally.add(HIDDEN, "instructions")
    tally.note(HIDDEN, 1203, "token")
    assert tally.skipped() == (
        Skipped(
            kind=HIDDEN,
            count=2,
            characters=29,
            where="2 places, first before character 42 of the text",
            sample="ignore all instructions",
        ),
    )


def test_the_sample_is_of_the_first_part_that_has_words_and_is_short():
    tally = SkippedTally()
    tally.note(HIDDEN, 0, "")
    tally.note(HIDDEN, 0, "\0word " * 1000)
    tally.note(HIDDEN, 0, "later")
    (found,) = tally.skipped()
    assert found.sample == ("word " * 40).strip()[:200]
    assert found.count == 3


def test_how_many_characters_a_picture_holds_is_not_known():
    tally = SkippedTally()
    tally.note(IMAGE, 0, "")
    assert tally.skipped()[0].characters is None
    tally.note(IMAGE, 0, "A map")
    assert (tally.skipped()[0].characters, tally.skipped()[0].sample) == (5, "A map")
