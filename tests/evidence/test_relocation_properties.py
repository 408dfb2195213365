"""What holds for all texts: nothing that turns a sentence round is moved without a person (M-94, DESIGN 4)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.qualifiers import sentences_around
from lineage.evidence.relocation import CitedSpan, Moved, relocate
from lineage.evidence.terms.work import CLEAN_OUTCOMES, AnchorMethod, RelocationOutcome
from lineage.text.anchoring import ANCHORING, TextIndex
from lineage.text.normalization import DEFAULT, PRINTED, compare
from lineage.text.span import Span
from lineage.text.wording_lists import MODALS
from tests.text.texts import encodable_texts

EXACT = {AnchorMethod.POSITION, AnchorMethod.EXACT, AnchorMethod.CONTEXT}
NORMALIZED = {AnchorMethod.NORMALIZED, AnchorMethod.NORMALIZED_CONTEXT}
# Few words, so that sentences and parts of them occur more than once.
PLAIN = ("logs", "are", "kept", "for", "the", "data", "it", "archived", "customers", "na\u00efve", "a", "mg", "\u4e2d")
NEGATIONS = ("not", "no", "never", "cannot", "without")

numbers = st.integers(0, 30).map(str)
tokens = st.one_of(
    st.sampled_from(PLAIN), st.sampled_from(PLAIN), numbers, st.sampled_from(MODALS), st.sampled_from(NEGATIONS)
)
sentences = st.lists(tokens, min_size=1, max_size=14)
documents = st.lists(sentences, min_size=1, max_size=8)
joints = st.sampled_from((" ", "\n\n", "\n"))


def written(document: list[list[str]], joint: str) -> str:
    return joint.join(" ".join(sentence) + "." for sentence in document)


def relocated(old: str, span: Span, *new: str) -> Moved:
    (moved,) = relocate([CitedSpan(1, span)], old, [TextIndex(text) for text in new])
    return moved


def span_in(data: st.DataObject, low: int, high: int) -> Span:
    start = data.draw(st.integers(low, high - 1))
    return Span(start, data.draw(st.integers(start + 1, high)))


@given(documents, joints, st.data())
def test_no_other_number_negation_or_modal_in_a_sentence_is_ever_moved_without_a_person(document, joint, data):
    at = data.draw(st.integers(0, len(document) - 1))
    sentence = document[at]
    start = len(written(document[:at], joint) + joint) if at else 0
    end = start + len(" ".join(sentence)) + 1
    old = written(document, joint)
    span = span_in(data, start, end)

    place = data.draw(st.integers(0, len(sentence)))
    kind = data.draw(st.sampled_from(("insert", "delete", "replace")))
    listed = st.one_of(numbers, st.sampled_from(MODALS), st.sampled_from(NEGATIONS))
    turned = [*sentence]
    if kind == "insert" or place == len(sentence) or sentence[place] in PLAIN:
        turned.insert(place, data.draw(listed))
    elif kind == "delete" and len(sentence) > 1:
        turned.pop(place)
    else:
        turned[place] = data.draw(listed.filter(lambda token: token != sentence[place]))
    new = written([*document[:at], turned, *document[at + 1 :]], joint)

    moved = relocated(old, span, new)
    assert moved.outcome not in CLEAN_OUTCOMES, (old, new, span.slice(old), moved)
    assert (moved.new, moved.target) == (None, None)
    assert moved.changed is not None


@given(documents, st.sampled_from((("10\u00b2", "102"), ("1\u00bd", "11\u20442"), ("\u2460", "1"))))
def test_on_printed_pages_a_number_in_another_shape_is_never_moved_without_a_person(document, shapes):
    """NFKC would say that these are equal."""
    policy = ANCHORING._replace(normalization=PRINTED)
    sentence = [*document[0], shapes[0], "hours"]
    old = written([sentence, *document[1:]], " ")
    new = old.replace(f"{shapes[0]} hours", f"{shapes[1]} hours", 1)
    start = old.index(f"{shapes[0]} hours")
    (moved,) = relocate([CitedSpan(1, Span(start, start + len(shapes[0]) + 6))], old, [TextIndex(new, policy)], policy)
    assert moved.outcome not in CLEAN_OUTCOMES


@given(documents, documents, joints, st.data())
def test_only_equal_words_move_and_all_else_makes_verdicts_stale(before, after, joint, data):
    kept = data.draw(st.lists(st.sampled_from(before), max_size=6))
    old, new = written(before, joint), written(data.draw(st.permutations([*kept, *after])), " ")
    check_one(old, span_in(data, 0, len(old)), new)


@given(encodable_texts.filter(bool), encodable_texts, encodable_texts, st.data())
def test_only_equal_words_of_any_text_move(old, before, after, data):
    span = span_in(data, 0, len(old))
    check_one(old, span, before + data.draw(st.sampled_from((old, span.slice(old)))) + after)


def check_one(old: str, span: Span, new: str) -> None:
    moved = relocated(old, span, new)
    words = span.slice(old)
    assert (moved.outcome in CLEAN_OUTCOMES) == (moved.new is not None) == (moved.target is not None)
    assert moved.drifted == (new[span.start : span.end] != words)
    assert all(place.target == 0 and place.span.slice(new) for place in moved.candidates)
    if moved.new is None:
        assert moved.changed is not None
        assert (moved.outcome is RelocationOutcome.LOST) == (moved.candidates == ())
        assert moved.outcome is not RelocationOutcome.AMBIGUOUS or len(moved.candidates) > 1
        return
    now = moved.new.slice(new)
    assert moved.candidates == moved.changes == ()
    assert moved.method in EXACT | NORMALIZED
    assert now == words if moved.method in EXACT else compare(words, now, DEFAULT).equal
    assert (moved.method is AnchorMethod.POSITION) == (moved.outcome is RelocationOutcome.UNCHANGED)
    assert moved.outcome is not RelocationOutcome.UNCHANGED or moved.new == span
    was, are = sentences_around(old, span), sentences_around(new, moved.new)
    same = all(compare(a.slice(old), b.slice(new), DEFAULT).equal for a, b in zip(was, are, strict=True))
    assert (moved.changed is None) == same == (not moved.context_changed)


@given(st.permutations(range(9)), st.data())
def test_shuffled_sentences_stay_fresh_exactly_where_both_neighbours_came_with_them(order, data):
    # Every sentence stands once: its number is spelt, so that no two are alike by chance.
    names = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india")
    own = [f"The {name} archive keeps what {name[::-1]} brought to {name.upper()} in its first year." for name in names]
    old, new = " ".join(own), "\n".join(own[number] for number in order)
    at = data.draw(st.integers(0, 8))
    start = old.index(own[at])
    span = span_in(data, start, start + len(own[at]))
    moved = relocated(old, Span(start, start + len(own[at])), new)
    assert moved.new is not None
    assert moved.new.slice(new) == own[at]
    assert (moved.changed is None) == (around(order, at) == around(list(range(9)), at))
    part = relocated(old, span, new)
    assert part.new is None or span.slice(old) != own[at] or part.new == moved.new


def around(order: list[int], number: int) -> tuple[int | None, int | None]:
    at = order.index(number)
    return (order[at - 1] if at else None), (order[at + 1] if at + 1 < len(order) else None)


@given(documents, documents, joints, st.data())
def test_a_digest_says_what_the_words_and_their_neighbours_are_and_not_where_they_stand(before, after, joint, data):
    old, new = written(before, joint), written(after, joint)
    span = span_in(data, 0, len(old))
    later = "Zyx wvu.\n\nTsr qpo.\n\n" + new
    one, other = relocated(old, span, new), relocated(old, span, later)
    if said_of(one, new) == said_of(other, later):
        assert one.changed == other.changed
    (third,) = relocate([CitedSpan(2, span)], old, [TextIndex(new)])
    assert third.changed == one.changed


def said_of(moved: Moved, text: str) -> tuple[object, ...]:
    """The kind of outcome, and of one place the words there and their sentences."""
    kind = "clean" if moved.outcome in CLEAN_OUTCOMES else moved.outcome
    if kind in (RelocationOutcome.AMBIGUOUS, RelocationOutcome.LOST):
        return (kind,)
    place = moved.new or moved.candidates[0].span
    around_it = [span.slice(text) for span in sentences_around(text, place)]
    return kind, moved.changed is None, place.slice(text), *around_it
