"""How far a version's words have come through the graph, and what becomes of a content that somebody else owns too."""

from __future__ import annotations

from lineage.evidence.reach import Carrier, Reach, Treatment, spread, treat


def test_all_that_was_made_of_a_text_is_reached_but_not_through_what_lives_on() -> None:
    outputs = {1: [2, 3], 2: [4], 3: [5], 4: [1], 5: [6]}
    assert spread([1], outputs) == {1, 2, 3, 4, 5, 6}
    assert spread([1], outputs, owned_elsewhere=[3]) == {1, 2, 4}
    assert spread([], outputs) == frozenset()


def test_texts_are_erased_records_are_redacted_and_what_lives_on_is_kept_and_named() -> None:
    assert treat(7, Carrier.TEXT, None).treatment is Treatment.ERASE
    assert treat(7, Carrier.PAYLOAD, None).treatment is Treatment.ERASE
    assert treat(7, Carrier.RECORD, None).treatment is Treatment.REDACT
    assert treat(7, Carrier.OPINION, None).treatment is Treatment.REDACT
    kept = treat(7, Carrier.TEXT, "version 2 of terms")
    assert (kept.treatment, kept.because) == (Treatment.KEEP, "version 2 of terms")
    found = Reach(1, (), (), (kept, treat(8, Carrier.RAW, None)))
    assert [one.content for one in found.of(Treatment.KEEP)] == [7]
