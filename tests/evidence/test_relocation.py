"""What becomes of cited words in a later version (requirements 7.4, M-94, S3-55, X-06)."""

from __future__ import annotations

import pytest

from lineage.evidence.relocation import CitedSpan, Moved, Place, join, not_replayable, relocate, taken_away
from lineage.evidence.terms.work import AnchorMethod, RelocationOutcome, WordingChange
from lineage.text.anchoring import ANCHORING, TextIndex
from lineage.text.normalization import EXACT
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT

NEIGHBOURS = "Support logs are written daily. {} Other logs are deleted at once."
OLD = "# Logs\n\n" + NEIGHBOURS.format(POLICY_TEXT) + "\n\n# Mails\n\nMails are kept by nobody but their readers.\n"
QUOTE = "24 months"


def span_of(words: str, text: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def moved(words: str, *new: str, old: str = OLD, policy=ANCHORING) -> Moved:
    targets = [TextIndex(text, policy) for text in new]
    (found,) = relocate([CitedSpan(7, span_of(words, old))], old, targets, policy)
    return found


def changed_to(before: str, after: str) -> str:
    assert before in OLD
    return OLD.replace(before, after)


# --- clean outcomes ---


def test_the_same_text_leaves_every_word_where_it_was():
    found = moved(QUOTE, OLD)
    place = span_of(QUOTE, OLD)
    assert found == Moved(
        citation=7,
        outcome=RelocationOutcome.UNCHANGED,
        method=AnchorMethod.POSITION,
        old=place,
        target=0,
        new=place,
    )
    assert found.changed is None


def test_words_that_moved_with_their_neighbours_leave_a_verdict_fresh():
    new = "A preface.\n\n" + OLD
    found = moved(QUOTE, new)
    assert (found.outcome, found.method) == (RelocationOutcome.RELOCATED_EXACT, AnchorMethod.EXACT)
    assert found.new == span_of(QUOTE, new)
    assert (found.changed, found.context_changed, found.drifted) == (None, False, True)


def test_the_sample_of_the_register_drifts_and_its_place_is_offered():
    # S3-55: the register's own numbers: snapshot "24 months", new slice at the same offsets "4 months,".
    new = POLICY_TEXT.replace("Archived", "Archive")
    assert new[35:44] == "4 months,"
    found = moved(QUOTE, new, old=POLICY_TEXT)
    assert (found.drifted, found.new) == (True, Span(34, 43))


def test_lines_that_were_joined_leave_words_clean_and_the_verdict_fresh():
    old = OLD.replace("for 24 months,", "for 24\nmonths,").replace("Other logs", "Other\nlogs")
    found = moved("24\nmonths", OLD, old=old)
    assert (found.outcome, found.method) == (RelocationOutcome.RELOCATED_NORMALIZED, AnchorMethod.NORMALIZED)
    assert (found.new, found.changed) == (span_of(QUOTE, OLD), None)


def test_of_two_equal_places_the_one_with_the_recorded_neighbours_is_taken():
    old = OLD + "\nContracts are stored in a safe for 24 months and then burnt.\n"
    new = "Contracts are stored in a safe for 24 months and then burnt.\n\n" + OLD
    found = moved(QUOTE, new, old=old)
    assert (found.outcome, found.method) == (RelocationOutcome.RELOCATED_EXACT, AnchorMethod.CONTEXT)
    assert found.new == Span(new.rindex(QUOTE), new.rindex(QUOTE) + 9)


def test_another_sentence_beside_it_makes_the_verdict_stale_and_moves_the_words():
    for before, after in (("written daily", "written hourly"), ("deleted at once", "deleted in time")):
        found = moved(QUOTE, changed_to(before, after))
        assert found.new is not None
        assert found.outcome is RelocationOutcome.UNCHANGED or found.drifted
        assert found.changed is not None
        assert (found.context_changed, found.changes) == (True, ())


def test_a_sentence_further_away_changes_nothing():
    assert moved(QUOTE, changed_to("Mails are kept by nobody", "Mails are kept by all")).changed is None


def test_another_plain_word_in_its_sentence_makes_the_verdict_stale_and_names_no_change():
    found = moved(QUOTE, changed_to("Archived support logs", "Archived service logs"))
    assert (found.outcome, found.changes) == (RelocationOutcome.UNCHANGED, ())
    assert found.changed is not None and found.context_changed


# --- what moves nothing ---


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("24 months", "36 months", WordingChange.NUMBER),
        ("24 months", "24 days", WordingChange.UNIT),
        ("logs are kept", "logs are not kept", WordingChange.NEGATION),
        ("logs are kept", "logs may be kept", WordingChange.MODAL),
        ("except where", "where", WordingChange.QUALIFIER),
    ],
)
def test_a_change_in_the_sentence_is_named_and_its_place_offered(before, after, named):
    new = changed_to(before, after)
    for words in ("kept for 24 months", QUOTE, "legal hold applies", POLICY_TEXT):
        found = moved(words, new)
        assert found.outcome is RelocationOutcome.TEXT_CHANGED, words
        assert (found.new, found.target, found.changes) == (None, None, (named,))
        assert found.changed is not None
        (place,) = found.candidates
        assert place.span.slice(new) in new[new.index("Archived") : new.index(" Other logs")]


def test_a_short_quotation_whose_number_changed_is_offered_where_its_sentence_is():
    new = changed_to("24 months", "36 months")
    found = moved(QUOTE, new)
    assert found.method is AnchorMethod.APPROXIMATE
    assert found.candidates == (Place(0, span_of("36 months", new), 2),)


def test_words_that_are_only_alike_are_proposed():
    new = changed_to("Archived support logs are kept", "Archived service logs are kept")
    found = moved("Archived support logs are kept for 24 months, except where", new)
    assert (found.outcome, found.method) == (RelocationOutcome.PROPOSED, AnchorMethod.APPROXIMATE)
    assert (found.new, found.changes) == (None, ())
    (place,) = found.candidates
    assert place.span.slice(new).startswith("Archived service logs")
    # u-p-p-o-r-t against e-r-v-i-c-e
    assert 0 < place.distance <= 6


def test_a_number_that_changed_places_with_another_is_not_followed_to_the_wrong_sentence():
    old = "Support logs are always kept for 24 months. Customer mails are kept for 12 months by law."
    new = "Support logs are always kept for 12 months. Customer mails are kept for 24 months by law."
    found = moved(QUOTE, new, old=old)
    assert (found.outcome, found.new) == (RelocationOutcome.AMBIGUOUS, None)
    assert {place.span.slice(new) for place in found.candidates} == {"24 months", "12 months"}
    assert found.changed is not None


def test_few_words_that_stand_only_in_another_sentence_are_a_proposal():
    new = "Nothing of this holds any more. Guarantees run for 24 months from the day of delivery."
    found = moved(QUOTE, new)
    assert found.outcome in (RelocationOutcome.PROPOSED, RelocationOutcome.TEXT_CHANGED)
    assert (found.new, [place.span.slice(new) for place in found.candidates]) == (None, [QUOTE])


def test_many_words_that_moved_verbatim_among_other_sentences_are_followed():
    new = "A new chapter begins here.\n\n" + POLICY_TEXT + "\n\nAnd there it ends."
    found = moved(POLICY_TEXT, new)
    assert (found.outcome, found.new) == (RelocationOutcome.RELOCATED_EXACT, span_of(POLICY_TEXT, new))
    assert found.changed is not None and found.context_changed


def test_two_equal_places_are_ambiguous_and_none_is_chosen():
    new = "Preface.\n\n" + OLD + "\n\n" + OLD
    found = moved(QUOTE, new)
    assert (found.outcome, found.new, found.target) == (RelocationOutcome.AMBIGUOUS, None, None)
    assert [new[slice(*place.span)] for place in found.candidates] == [QUOTE, QUOTE]
    assert found.changed is not None


def test_words_that_are_gone_are_lost():
    found = moved(POLICY_TEXT, "Something else entirely stands here now, and it says nothing of that kind.")
    assert (found.outcome, found.method, found.new, found.candidates) == (RelocationOutcome.LOST, None, None, ())
    assert found.drifted and found.changed is not None


def test_a_sentence_that_lost_the_cited_words_offers_no_place():
    new = changed_to(" for 24 months,", ",")
    assert moved(" for 24 months", new).outcome is RelocationOutcome.LOST


def test_at_most_twenty_places_are_kept():
    found = moved("x1", "# " + "a b. x1 " * 30, old="c d. x1 ")
    assert found.outcome is RelocationOutcome.AMBIGUOUS
    assert len(found.candidates) == 20


# --- several texts, spans and citations ---


def test_in_several_texts_the_one_that_has_the_words_is_named():
    found = moved(QUOTE, "Other words.", OLD, "And others.")
    assert (found.target, found.new) == (1, span_of(QUOTE, OLD))


def test_equal_words_in_two_texts_are_ambiguous_unless_one_has_the_neighbours_word_for_word():
    both = moved(QUOTE, OLD, OLD)
    assert both.outcome is RelocationOutcome.AMBIGUOUS
    assert [place.target for place in both.candidates] == [0, 1]
    one = moved(QUOTE, "A bridge is closed for 24 months in all.", OLD)
    assert (one.target, one.changed) == (1, None)


def test_equal_words_in_one_text_go_before_likeness_in_another():
    found = moved(POLICY_TEXT, changed_to("support", "service"), OLD)
    assert (found.target, found.changed) == (1, None)


def test_no_text_at_all_loses_every_citation():
    assert moved(QUOTE).outcome is RelocationOutcome.LOST


def test_every_cited_span_gets_its_answer_in_order():
    spans = [span_of(words, OLD) for words in ("Archived", QUOTE, "Archived")]
    cited = [CitedSpan(number, span) for number, span in enumerate(spans)] + [CitedSpan(9, Span(5, 5))]
    found = relocate(cited, OLD, [TextIndex(OLD)])
    assert [(move.citation, move.old) for move in found] == list(cited)
    assert found[3].outcome is RelocationOutcome.NOT_REPLAYABLE


def test_a_span_that_leaves_the_old_text_is_refused():
    with pytest.raises(ValueError, match="leaves a text"):
        relocate([CitedSpan(1, Span(0, len(OLD) + 1))], OLD, [TextIndex(OLD)])


def test_the_policy_says_which_difference_does_not_count():
    exact = ANCHORING._replace(normalization=EXACT)
    old = OLD.replace("Other logs", "Other  logs")
    assert moved(QUOTE, OLD, old=old).changed is None
    assert moved(QUOTE, OLD, old=old, policy=exact).changed is not None


# --- digests ---


def test_the_digest_depends_on_words_only():
    new = changed_to("written daily", "written hourly")
    first = moved(QUOTE, new)
    later = moved(QUOTE, "A preface that is long.\n\n" + new)
    assert first.changed == later.changed is not None
    assert relocate([CitedSpan(99, span_of(QUOTE, OLD))], OLD, [TextIndex(new)])[0].changed == first.changed
    assert moved(QUOTE, new.replace("Other logs", "Other\nlogs")).changed == first.changed
    assert moved(QUOTE, changed_to("written daily", "written weekly")).changed != first.changed


def test_other_words_give_another_digest_and_no_place_always_the_same():
    changed = {moved(QUOTE, changed_to(QUOTE, words)).changed for words in ("36 months", "12 months", "24 days")}
    assert len(changed) == 3 and None not in changed
    lost = moved(POLICY_TEXT, "Nothing of it.")
    assert lost.changed == moved("Mails are kept by nobody", "Nor of this.").changed
    assert len({lost.changed, taken_away(1).changed, not_replayable(1).changed}) == 3


# --- joining the spans of one citation ---


def test_a_citation_with_several_spans_is_as_good_as_its_worst():
    new = changed_to("written daily", "written hourly").replace("24 months", "36 months")
    spans = ("Mails are kept by nobody", QUOTE, "Other logs")
    moves = relocate([CitedSpan(7, span_of(words, OLD)) for words in spans], OLD, [TextIndex(new)])
    joined = join(moves)
    assert joined.outcome is RelocationOutcome.TEXT_CHANGED
    assert (joined.changes, joined.old) == ((WordingChange.NUMBER,), span_of(QUOTE, OLD))
    assert joined.changed not in (None, moves[1].changed)
    assert join(moves[:1]) == moves[0]
    assert join([moves[0], moves[0]]).changed is None


def test_outcomes_are_joined_in_the_order_of_their_badness():
    order = (
        *("unchanged", "relocated_exact", "relocated_normalized", "proposed", "text_changed"),
        *("ambiguous", "lost", "not_replayable", "withdrawn", "error"),
    )
    moves = [Moved(citation=1, outcome=RelocationOutcome(name)) for name in order]
    for place in range(1, len(moves)):
        assert join([moves[place], *moves[:place]]).outcome == order[place]
        assert join(moves[: place + 1]).outcome == order[place]


def test_only_spans_of_one_citation_are_joined():
    for moves in ([], [taken_away(1), taken_away(2)]):
        with pytest.raises(ValueError, match="one citation"):
            join(moves)


def test_what_is_not_looked_for_has_no_place_and_makes_verdicts_stale():
    for made, outcome in ((taken_away(3), "withdrawn"), (not_replayable(3, Span(1, 2)), "not_replayable")):
        assert (made.citation, made.outcome, made.new, made.method) == (3, outcome, None, None)
        assert made.changed is not None
