"""The verdict form as it is drawn: what the kind of the claim asks, short, and as it was sent where something is wrong.

What is derived from the answers is text with a way to change it; nothing is filled in by a judge.
"""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from inspector.guideline import MEANINGS
from inspector.located import NotLocated, read_sent, written
from inspector.pages.choices import Choice
from inspector.pages.claim_differences import difference
from inspector.pages.claim_evidence import name_of
from inspector.pages.claim_kind_view import kind_panel
from inspector.pages.claim_reading import MANY, Reading
from inspector.pages.claim_today import changes_of, evidence_today, hides_newer
from inspector.pages.claim_view import VerdictLine
from inspector.pages.verdict_kinds import Asked, asked_of, kind_sent, sheet_of
from inspector.pages.verdict_questions import derived_of, is_changed, questions_of, quotation_of, several_of
from inspector.pages.verdict_view import LocatedLine, PairQuestion, Snippet, VerdictForm
from inspector.pages.verdict_warrant_form import warrant_of
from inspector.pages.withheld_reading import BY_LABEL
from inspector.verdict_fields import Sent, Sheet
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import ClaimKind, PairSupport, ReviewerTag, SpanRole, SupportType

EVIDENCE_CHANGED = "The evidence changed after you opened this page."
NOTHING: Mapping[str, str] = {}


def form_of(
    reader: Reader,
    reading: Reading,
    history: Iterable[VerdictLine],
    sent: Sent | None = None,
    errors: Mapping[str, str] = NOTHING,
    *,
    hidden: Iterable[tuple[str, str]] = (),
) -> VerdictForm:
    """The form as it is drawn: empty, or as it was sent with what is wrong. `hidden` are further fields to carry."""
    sent = sent or Sent()
    evidence = evidence_today(reading)
    is_hidden = reading.hides_any or hides_newer(reading)
    mine = any(line.is_mine and not line.is_superseded for line in history)
    seen = sent.get("evidence_text")
    changed = difference("the evidence when you opened this page", seen, "the evidence now", evidence.text)
    sheet = sheet_of(reading)
    kind = kind_sent(sheet, sent)
    asked = asked_of(sheet, kind)
    return VerdictForm(
        may_record=reader.may(Action.RECORD_VERDICT) and not is_hidden,
        why_not=_why_not(reading, is_hidden),
        action=f"{reading.url}verdicts/",
        evidence_digest=evidence.digest,
        evidence_text="" if is_hidden else evidence.text,
        idempotency_key=secrets.token_hex(16),
        kind=kind.label,
        asks_kind=sheet.kind is ClaimKind.UNCLASSIFIED,
        kinds=tuple(Choice(term.value, term.label, "", term is kind) for term in _kinds(sheet)),
        pairs=tuple(_pair(reading, citation, sent, errors) for citation in reading.citations),
        questions=questions_of(sheet, asked, sent, errors),
        quotation=quotation_of(sheet, kind, asked, sent, errors),
        warrant=warrant_of(reading, sheet, sent, errors) if Asked.WARRANT in asked else None,
        asks_basis=Asked.MISSING_BASIS in asked,
        missing_basis=sent.get("missing_basis"),
        given_basis=reading.claim.missing_basis,
        derived=derived_of(sheet, asked, sent, errors),
        is_changed=is_changed(asked, sent, errors),
        types=several_of(SupportType, sent, "support_types"),
        suggested=", ".join(term.label for term in sheet.types),
        tags=several_of(ReviewerTag, sent, "tags"),
        snippets=tuple(_snippets(sheet, sent)),
        guideline=reading.guideline,
        located=tuple(_located(reading, sent)),
        scan=sent.get("scan"),
        rationale=sent.get("rationale"),
        contested=frozenset(sent.all("contest")),
        errors=errors,
        changed=changed if "evidence_digest" in errors else None,
        found=changes_of(reading) if "evidence_digest" in errors else (),
        supersedes="Your earlier verdict stays in the history; this one will supersede it." if mine else "",
        hidden=tuple(hidden),
        giving=kind_panel(reader, reading.url, reading.claim.kind, reading.given_kind),
    )


def _why_not(reading: Reading, is_hidden: bool) -> str:
    why = reading.why_hidden if reading.hides_any else None
    if why is not None and why is not BY_LABEL:
        return f"{reading.masked_words} A claim is judged by words that can be read."
    if is_hidden:
        return "You may not read all words that this claim rests on. Leave the verdict to someone who may."
    return "Verdicts are recorded by reviewers and labellers. Your role reads."


def _kinds(sheet: Sheet) -> Iterable[ClaimKind]:
    """A claim that came with a kind, or was given one, is not made one of none."""
    return (kind for kind in ClaimKind if kind is not ClaimKind.UNCLASSIFIED or sheet.kind is kind)


def _pair(reading: Reading, citation: Any, sent: Sent, errors: Mapping[str, str]) -> PairQuestion:
    name = f"pair-{citation.key}"
    is_here = reading.selected is not None and reading.selected.key == citation.key
    chosen = sent.get(name)
    return PairQuestion(
        citation=citation.key,
        name=name,
        marker=name_of(citation),
        url=reading.address(span=citation.key),
        is_here=is_here,
        is_compact=len(reading.citations) > MANY and not is_here,
        choices=tuple(
            Choice(term.value, term.label, str(number), chosen == term.value, MEANINGS[term])
            for number, term in enumerate(PairSupport, start=1)
        ),
        error=errors.get(name, ""),
    )


def _snippets(sheet: Sheet, sent: Sent) -> Iterable[Snippet]:
    chosen = sent.all("snippet")
    for number, words in enumerate(sheet.sentences, start=1):
        yield Snippet(number, words, str(number) in chosen)


def _located(reading: Reading, sent: Sent) -> Iterable[LocatedLine]:
    """What the form attaches, as it was sent; what is none of ours is left out, and said beside it.

    So are words of a text that was taken from the reader since: a draft remembers them.
    """
    for value in sent.all("located"):
        try:
            found = read_sent([value])
        except NotLocated:
            continue
        for one in (one for one in found if one.artifact not in reading.masked):
            yield LocatedLine(written(one), one.words, one.is_omission, one.role is SpanRole.OPERAND)
