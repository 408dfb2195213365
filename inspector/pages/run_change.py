"""One change as it is shown: the old sentence and the new one, what they differ in, and what may be decided. Pure."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from inspector.pages.drawing import Layer, draw
from inspector.pages.evidence_view import Said
from inspector.pages.run_details import Candidate
from inspector.pages.run_found import Found
from inspector.pages.run_sides import CITED, Sentence, alone, compared, sentence_of
from inspector.pages.run_states import DECIDABLE, said_of_outcome
from inspector.pages.run_texts import MISSING, Place, Shown
from inspector.pages.run_view import Change, DecisionForm, DecisionLine, Link, Offered, Side
from lineage.evidence.vocabulary import AnchorMethod, RelocationOutcome, WordingChange
from lineage.text.span import Span

NEIGHBOURS = "Verdicts that rest on it are to be looked at again."
ADVICE = {
    RelocationOutcome.LOST: "Nothing can be accepted here. Read the new text, then judge the claim again.",
    RelocationOutcome.WITHDRAWN: "The citation keeps what it says; its claim needs another source.",
    RelocationOutcome.NOT_REPLAYABLE: "Nothing was looked for. Compare the texts by hand where it matters.",
    RelocationOutcome.ERROR: "Nothing is known of this citation in this version. Try again, or compare by hand.",
}
NEEDS_REASON = {
    RelocationOutcome.PROPOSED: "Needed to reject the place.",
    RelocationOutcome.TEXT_CHANGED: "Needed: what differs may turn the meaning round.",
    RelocationOutcome.AMBIGUOUS: "Needed: say what tells this place from the others.",
}
NOWHERE = {
    RelocationOutcome.LOST: "No place in the new text is like the cited words.",
    RelocationOutcome.WITHDRAWN: "The version was taken away, so nothing was looked for.",
    RelocationOutcome.NOT_REPLAYABLE: "There was nothing to look for.",
}
LONGEST_DRIFT = 160


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that came back: its fields as they were written, and what is wrong."""

    fields: Mapping[str, str]
    errors: dict[str, str]


def change_of(
    found: Found,
    shown: Mapping[Place, Shown],
    decisions: Sequence[DecisionLine],
    *,
    run: str,
    may_decide: bool,
    sent: Sent | None = None,
) -> Change:
    """`run` is the public id of the run; `decisions` are newest first."""
    row, outcome = found.row, found.outcome
    old, new, is_same = _sides(found, shown)
    hidden = _masked_words(found, shown)
    masked = bool(hidden)
    # The old offsets are those of a text that may be masked.
    drift = None if masked else found.at_old_offsets
    decidable = outcome in DECIDABLE and bool(found.candidates) and may_decide and not masked
    form = _form(found, decisions, run, sent) if decidable else None
    return Change(
        id=f"c-{found.key}",
        said=said_of_outcome(outcome),
        method=_method(row.method),
        named=tuple(_named(word) for word in row.changes.split()),
        claim=row.claim_key or "",
        claim_url=_claim_url(row),
        heading=row.heading,
        answer_url=reverse("answer", args=[row.answer_public_id]),
        old=old,
        new=new,
        is_same=is_same,
        nowhere=_nowhere(found),
        drifted=_drifted(drift, shown),
        drifted_place=_link(shown.get(drift, MISSING), drift) if drift else None,
        counted=found.details.counted,
        neighbours=NEIGHBOURS if found.has_other_neighbours else "",
        offered=_offered(found, shown, sent),
        decisions=tuple(line._replace(reason=hidden) if hidden and line.reason else line for line in decisions),
        form=form,
        advice=ADVICE.get(outcome, ""),
    )


def _masked_words(found: Found, shown: Mapping[Place, Shown]) -> str:
    """In the place of a reason, which may repeat words that may not be read; empty where all may."""
    return next((at.why_not for place in found.places if (at := shown.get(place, MISSING)).is_masked), "")


def _nowhere(found: Found) -> str:
    """Why no new sentence stands beside the old one, where that can be said."""
    if found.outcome is RelocationOutcome.AMBIGUOUS:
        return f"{len(found.candidates)} places fit equally well; none was chosen."
    return NOWHERE.get(found.outcome, "")


def _method(method: str | None) -> Said | None:
    found = AnchorMethod(method) if method else None
    return Said(found.label, "none", found.value, found.meaning) if found else None


def _named(word: str) -> Said:
    found = WordingChange(word)
    return Said(found.label, "fail", found.value, found.meaning)


def _claim_url(row: Any) -> str:
    if not row.claim_public_id:
        return ""
    return reverse("claim", args=[row.claim_public_id]) + "?" + urlencode({"span": row.citation_key})


def _sides(found: Found, shown: Mapping[Place, Shown]) -> tuple[Side | None, Side | None, bool]:
    """The old side and the new one; the same sentence is compared with nothing."""
    old, new = (shown.get(place, MISSING) if place else None for place in (found.old, found.new))
    wide = found.has_other_neighbours
    ours = sentence_of(old.window, with_neighbours=wide) if old and old.window else None
    theirs = sentence_of(new.window, with_neighbours=wide) if new and new.window else None
    if ours is None or theirs is None:
        return _side(old, found.old, ours, None), _side(new, found.new, theirs, None), False
    before, after = compared(ours, theirs)
    return (
        _side(old, found.old, ours, before),
        _side(new, found.new, theirs, after),
        ours.text == theirs.text,
    )


def _side(shown: Shown | None, place: Place | None, sentence: Sentence | None, runs: Any) -> Side | None:
    if shown is None or place is None:
        return None
    artifact = shown.artifact
    return Side(
        caption=_version_of(artifact),
        place=_link(shown, place),
        runs=runs if runs is not None else alone(sentence) if sentence else (),
        language=artifact.language if artifact else "",
        direction=(artifact.direction if artifact else "") or "auto",
        why_not=shown.why_not,
        is_cut=sentence.is_cut if sentence else False,
    )


def _version_of(artifact: Any | None) -> str:
    if artifact is None:
        return "a version that you may not read"
    return f"version {artifact.version.version}" if artifact.version else artifact.key


def _link(shown: Shown, place: Place | None) -> Link:
    """Offsets of a text that is masked are not shown either: they tell how long it is."""
    artifact = shown.artifact
    if artifact is None or place is None or shown.is_masked:
        return Link("", "")
    words = f"characters {place.span.start:,} to {place.span.end:,}"
    if artifact.version is None:
        return Link(words, "")
    query = urlencode({"artifact": artifact.key, "at": place.span.start, "to": place.span.end})
    return Link(words, f"{reverse('source', args=[artifact.version.public_id])}?{query}")


def _drifted(place: Place | None, shown: Mapping[Place, Shown]) -> str:
    """The words that stand at the old offsets now; empty where nothing is said of them."""
    window = shown.get(place, MISSING).window if place else None
    if place is None or window is None:
        return ""
    inside = Span(window.begins, window.begins + len(window.text)).intersect(place.span)
    if inside is None:
        return "nothing: the text ends before it"
    words = inside.shift(-window.begins).slice(window.text)
    return f"{words[:LONGEST_DRIFT]}…" if len(words) > LONGEST_DRIFT else words


def _offered(found: Found, shown: Mapping[Place, Shown], sent: Sent | None) -> tuple[Offered, ...]:
    """The places to choose among; none where there is only one."""
    if len(found.candidates) < 2:
        return ()
    chosen = sent.fields.get("candidate", "") if sent else ""
    if not sent and found.outcome is not RelocationOutcome.AMBIGUOUS:
        chosen = "0"
    return tuple(_one_offered(number, one, shown, chosen) for number, one in enumerate(found.candidates))


def _one_offered(number: int, candidate: Candidate, shown: Mapping[Place, Shown], chosen: str) -> Offered:
    at = shown.get(candidate.place, MISSING)
    # Places that are equal differ in what stands around them alone.
    sentence = sentence_of(at.window, with_neighbours=True) if at.window else None
    return Offered(
        number=number,
        place=_link(at, candidate.place),
        likeness=_likeness(candidate.distance),
        drawn=draw(sentence.text, [Layer("", sentence.place, CITED)]) if sentence else None,
        why_not=at.why_not,
        is_chosen=chosen == str(number),
    )


def _likeness(distance: int | None) -> str:
    if distance is None:
        return ""
    return "the same words" if distance == 0 else f"{distance} letter{'' if distance == 1 else 's'} differ"


def _form(found: Found, decisions: Sequence[DecisionLine], run: str, sent: Sent | None) -> DecisionForm:
    fields = sent.fields if sent else {}
    return DecisionForm(
        action=reverse("relocation", args=[run, found.key]),
        key=secrets.token_hex(16),
        seen=len(decisions),
        reason=fields.get("reason", ""),
        errors=sent.errors if sent else {},
        is_anew=bool(decisions),
        needs_reason=NEEDS_REASON[found.outcome],
    )
