"""The verdict form: what it shows, what was sent, and what is wrong with it."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from inspector.guideline import MEANINGS
from inspector.pages.claim_differences import difference
from inspector.pages.claim_evidence import name_of
from inspector.pages.claim_reading import MANY, Reading
from inspector.pages.claim_today import changes_of, evidence_today, hides_newer
from inspector.pages.claim_view import Choice, PairQuestion, VerdictForm, VerdictLine
from inspector.pages.withheld_reading import BY_LABEL
from inspector.reviewing import FACTS, VerdictFields
from lineage.access import Action, Reader
from lineage.evidence.digests import find_digest
from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    PairSupport,
    SupportClass,
    Term,
)

FOLLOW, CHOOSE = "as the passages say", "choose"
LONGEST_RATIONALE = 20_000
T = TypeVar("T", bound=Term)
EVIDENCE_CHANGED = "The evidence changed after you opened this page."


def form_of(
    reader: Reader,
    reading: Reading,
    history: Iterable[VerdictLine],
    sent: Mapping[str, str] | None = None,
    contested: Iterable[str] = (),
    errors: Mapping[str, str] | None = None,
) -> VerdictForm:
    """The form as it is drawn: empty, or as it was sent with what is wrong."""
    values = sent or {}
    errors = errors or {}
    evidence = evidence_today(reading)
    hidden = reading.hides_any or hides_newer(reading)
    mine = any(line.is_mine and not line.is_superseded for line in history)
    seen = values.get("evidence_text", "")
    changed = difference("the evidence when you opened this page", seen, "the evidence now", evidence.text)
    return VerdictForm(
        may_record=reader.may(Action.RECORD_VERDICT) and not hidden,
        why_not=_why_not(reading, hidden),
        action=f"{reading.url}verdicts/",
        evidence_digest=evidence.digest,
        evidence_text="" if hidden else evidence.text,
        idempotency_key=secrets.token_hex(16),
        pairs=tuple(_pair(reading, citation, values, errors) for citation in reading.citations),
        answerability=_choices(Answerability, values.get("answerability", ""), FOLLOW),
        coverage=_choices(CoverageVerdict, values.get("coverage", ""), FOLLOW),
        support_class=_choices(SupportClass, values.get("support_class", ""), CHOOSE),
        rationale=values.get("rationale", ""),
        contested=frozenset(contested),
        errors=errors,
        changed=changed if "evidence_digest" in errors else None,
        found=changes_of(reading) if "evidence_digest" in errors else (),
        supersedes="Your earlier verdict stays in the history; this one will supersede it." if mine else "",
    )


def _why_not(reading: Reading, hidden: bool) -> str:
    why = reading.why_hidden if reading.hides_any else None
    if why is not None and why is not BY_LABEL:
        return f"{reading.masked_words} A claim is judged by words that can be read."
    if hidden:
        return "You may not read all words that this claim rests on. Leave the verdict to someone who may."
    return "Verdicts are recorded by reviewers and labellers. Your role reads."


def _pair(reading: Reading, citation: Any, values: Mapping[str, str], errors: Mapping[str, str]) -> PairQuestion:
    name = f"pair-{citation.key}"
    is_here = reading.selected is not None and reading.selected.key == citation.key
    return PairQuestion(
        citation=citation.key,
        name=name,
        marker=name_of(citation),
        url=reading.address(span=citation.key),
        is_here=is_here,
        is_compact=len(reading.citations) > MANY and not is_here,
        choices=tuple(
            Choice(term.value, term.label, str(number), values.get(name) == term.value, MEANINGS[term])
            for number, term in enumerate(PairSupport, start=1)
        ),
        error=errors.get(name, ""),
    )


def _choices(terms: type[Term], chosen: str, empty: str) -> tuple[Choice, ...]:
    first = Choice("", empty, "", not chosen)
    return (first, *(Choice(term.value, term.label, "", term.value == chosen) for term in terms))


def read_form(
    reading: Reading, sent: Mapping[str, str], contested: Iterable[str]
) -> tuple[VerdictFields | None, dict[str, str]]:
    """The fields of a whole verdict, or what is wrong with each; what was left open follows the passages."""
    errors: dict[str, str] = {}
    pairs: dict[str, PairSupport] = {}
    for citation in reading.citations:
        name = f"pair-{citation.key}"
        support = _term(PairSupport, sent.get(name, ""))
        if support is None:
            errors[name] = "say what this passage alone does for the claim"
        else:
            pairs[citation.key] = support
    coverage = _open_term(CoverageVerdict, sent, "coverage", errors) or derived_coverage(pairs.values())
    answerability = _open_term(Answerability, sent, "answerability", errors) or derived_answerability(coverage)
    support_class = _open_term(SupportClass, sent, "support_class", errors) or derived_class(pairs.values())
    rationale = sent.get("rationale", "").strip()
    _check_rationale(pairs.values(), coverage, rationale, errors)
    offered = {f"{citation.key}:{fact}" for citation in reading.citations for fact in FACTS}
    known = tuple(dict.fromkeys(fact for fact in contested if fact in offered))
    if known and not rationale:
        errors["rationale"] = "say why you contest what the machine states"
    key = sent.get("idempotency_key", "")
    if find_digest(sent.get("evidence_digest", "")) is None or not 8 <= len(key) <= 100 or not key.isalnum():
        errors["form"] = "The form was not whole; it is drawn anew below."
    if errors or support_class is None:
        if support_class is None and not errors:
            errors["support_class"] = "choose what kind of support this is"
        return None, errors
    return VerdictFields(
        pairs=pairs,
        coverage=coverage,
        answerability=answerability,
        support_class=support_class,
        rationale=rationale,
        contested=known,
        evidence_digest=sent["evidence_digest"],
        idempotency_key=key,
    ), errors


def derived_coverage(pairs: Iterable[PairSupport]) -> CoverageVerdict:
    """Supported where at least one passage alone supports the claim, and none takes it back."""
    given = set(pairs)
    against = given & {PairSupport.CONTRADICTS, PairSupport.REVERSES_IN_CONTEXT}
    supported = PairSupport.SUPPORTS in given and not against
    return CoverageVerdict.SUPPORTED if supported else CoverageVerdict.UNSUPPORTED


def derived_answerability(coverage: CoverageVerdict) -> Answerability:
    return Answerability.SUPPORTED if coverage is CoverageVerdict.SUPPORTED else Answerability.INSUFFICIENT


def derived_class(pairs: Iterable[PairSupport]) -> SupportClass | None:
    """None where the pairs do not say: then the reviewer must."""
    given = set(pairs)
    if given & {PairSupport.CONTRADICTS, PairSupport.REVERSES_IN_CONTEXT}:
        return SupportClass.CONTRADICTION
    if PairSupport.SUPPORTS in given:
        return SupportClass.DIRECT_SUPPORT
    return SupportClass.CANNOT_TELL if given == {PairSupport.CANNOT_ASSESS} else SupportClass.INSUFFICIENCY


def _check_rationale(
    pairs: Iterable[PairSupport], coverage: CoverageVerdict, rationale: str, errors: dict[str, str]
) -> None:
    if len(rationale) > LONGEST_RATIONALE:
        errors["rationale"] = f"this is {len(rationale)} characters; at most {LONGEST_RATIONALE} are kept"
    given = list(pairs)
    plainly = coverage is CoverageVerdict.SUPPORTED and all(pair is PairSupport.SUPPORTS for pair in given) and given
    if not plainly and not rationale and not errors:
        errors["rationale"] = "say why; only a claim that all its passages support needs no reason"


def _open_term(terms: type[T], sent: Mapping[str, str], name: str, errors: dict[str, str]) -> T | None:
    """The chosen term; None where it was left open. A value that is no term is said."""
    written = sent.get(name, "")
    found = _term(terms, written)
    if written and found is None:
        errors[name] = "choose one of the values of this list"
    return found


def _term(terms: type[T], written: str) -> T | None:
    return terms(written) if written in set(terms) else None
