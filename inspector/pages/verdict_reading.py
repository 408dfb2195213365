"""Reading a verdict form: what was sent becomes a verdict that is whole for the claim's kind, or what is wrong with it.

What was left open follows from the answers (`verdict_derived`); what only the words of the answer's sources tell is in
the sheet. Nothing here reads a row but `read_verdict`, for stretches and searches that the form names.
"""

from collections.abc import Iterable
from typing import Any

from inspector.located import NotLocated, check
from inspector.pages.verdict_kinds import Asked, asked_of, kind_sent
from inspector.pages.verdict_reason import check_reason, read_rationale
from inspector.pages.verdict_terms import Errors, find_term, open_term, several, yes_or_no
from inspector.pages.verdict_warrant import operands_sent, read_derivation, read_warrant
from inspector.scan_receipts import NotScanned, require_scan
from inspector.verdict_derived import (
    AGAINST,
    HOLDS,
    class_of_abstention,
    coverage_where,
    derived_answerability,
    derived_class,
    derived_coverage,
    derived_origin,
    derived_quotation,
    derived_types,
    proved_quotations,
)
from inspector.verdict_fields import FACTS, Located, Sent, Sheet, VerdictFields
from lineage.access import Reader
from lineage.evidence.digests import find_digest
from lineage.evidence.vocabulary import (
    Answerability,
    ClaimKind,
    CoverageVerdict,
    DerivationVerdict,
    ExemptionRule,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    ReviewerTag,
    SupportClass,
    SupportType,
)

LONGEST_BASIS = 2_000
BYTES_DIFFER = "the bytes differ: choose accepted normalization or mismatch"


def is_redrawing(sent: Sent) -> bool:
    """Whether the form only asks to be drawn anew, for another kind or with its warrant computed."""
    return bool(sent.get("draw"))


def needs_words(sheet: Sheet, sent: Sent) -> bool:
    """Whether a form can be read only with a whole sheet, not with the light one of a token."""
    is_derived = kind_sent(sheet, sent) is ClaimKind.DERIVED
    return is_derived or bool(sent.all("snippet")) or bool(operands_sent(sent))


def read_verdict(reader: Reader, claim: Any, sheet: Sheet, sent: Sent) -> tuple[VerdictFields | None, Errors]:
    """`read_form` of a claim row, with what it attaches looked up in the frozen texts.

    No statement where it attaches nothing and names no search.
    """
    wrong: Errors = {}
    attached: tuple[Located, ...] = ()
    try:
        attached = check(reader, claim, sent.all("located"))
    except NotLocated as error:
        wrong["located"] = str(error)
    fields, errors = read_form(sheet, sent, attached)
    if fields is not None and needs_scan(fields):
        try:
            require_scan(reader, claim, fields.scan)
        except NotScanned as error:
            wrong["scan"] = str(error)
    errors = errors | wrong
    return (None if errors else fields), errors


def needs_scan(fields: VerdictFields) -> bool:
    """Whether a verdict says that a claim rests on generated words alone: then somebody has to have looked (S0-44)."""
    return fields.in_original is False or (fields.origin is OriginVerdict.GENERATED and fields.in_original is None)


def read_form(sheet: Sheet, sent: Sent, located: Iterable[Located] = ()) -> tuple[VerdictFields | None, Errors]:
    """The fields of a whole verdict, or what is wrong with each; `located` is what the form attaches, checked."""
    errors: Errors = {}
    attached = tuple(located)
    kind = kind_sent(sheet, sent)
    asked = asked_of(sheet, kind)
    pairs = _pairs(sheet, sent, errors)
    in_original = yes_or_no(sent, "in_original", errors, Asked.ORIGINAL in asked)
    attributed = yes_or_no(sent, "attributed", errors, Asked.ORIGINAL in asked)
    if in_original and not sheet.is_traced and not attached:
        errors["in_original"] = "attach the words of the original that say it; nobody recorded the way there"
    names_basis = yes_or_no(sent, "names_missing_basis", errors, Asked.MISSING_BASIS in asked)
    exemption = _exemption(sheet, sent, errors) if Asked.EXEMPTION in asked else None
    quotation = _quotation(sheet, sent, kind, attributed, errors)
    written = read_warrant(sheet, sent, attached, errors) if Asked.WARRANT in asked else None
    derivation = None
    if written is not None:
        chosen = open_term(DerivationVerdict, sent, "derivation", errors)
        derivation = read_derivation(written, chosen, errors)
    answerability = open_term(Answerability, sent, "answerability", errors)
    if Asked.MISSING_BASIS in asked and answerability is None:
        errors.setdefault("answerability", "say whether the sources indeed do not say it")
    coverage = open_term(CoverageVerdict, sent, "coverage", errors)
    derived = _coverage(asked, pairs.values(), answerability, derivation, in_original)
    support_class = open_term(SupportClass, sent, "support_class", errors)
    origin = open_term(OriginVerdict, sent, "origin", errors)
    fields = VerdictFields(
        pairs=pairs,
        coverage=None if exemption else coverage or derived,
        answerability=None if exemption else answerability or derived_answerability(coverage or derived),
        support_class=None if exemption else support_class or _class(asked, pairs.values(), answerability, derivation),
        rationale=read_rationale(sheet, sent, errors),
        contested=_contested(sheet, sent),
        evidence_digest=sent.get("evidence_digest"),
        idempotency_key=sent.get("idempotency_key"),
        claim_kind=None if kind is ClaimKind.UNCLASSIFIED else kind,
        origin=origin or (derived_origin(sheet) if Asked.ORIGINAL in asked else None),
        quotation=None if exemption else quotation,
        derivation=derivation,
        in_original=in_original,
        attributed=attributed,
        names_missing_basis=names_basis,
        missing_basis=_basis(sent, asked, names_basis, errors),
        exemption=exemption,
        support_types=several(SupportType, sent, "support_types")
        or derived_types(sheet, None if exemption else coverage or derived),
        tags=several(ReviewerTag, sent, "tags"),
        warrant=written.warrant if written else None,
        located=attached,
        scan=sent.get("scan"),
        slot_token=sent.get("slot_token"),
        evidence_token=sent.get("evidence_token"),
    )
    check_reason(sheet, fields, asked, errors)
    _check_whole(fields, errors)
    return (None if errors else fields), errors


def _pairs(sheet: Sheet, sent: Sent, errors: Errors) -> dict[str, PairSupport]:
    pairs: dict[str, PairSupport] = {}
    for citation in sheet.citations:
        name = f"pair-{citation}"
        support = find_term(PairSupport, sent.get(name))
        if support is None:
            errors[name] = "say what this passage alone does for the claim"
        else:
            pairs[citation] = support
    return pairs


def _coverage(
    asked: frozenset[Asked],
    pairs: Iterable[PairSupport],
    answerability: Answerability | None,
    derivation: DerivationVerdict | None,
    in_original: bool | None,
) -> CoverageVerdict:
    """What carries a claim depends on its kind; a passage that takes it back always weighs more."""
    if Asked.MISSING_BASIS in asked:
        return coverage_where(answerability in HOLDS, ())
    if Asked.WARRANT in asked:
        return coverage_where(derivation is DerivationVerdict.WARRANTED, pairs)
    if Asked.ORIGINAL in asked:
        return coverage_where(bool(in_original), pairs)
    return derived_coverage(pairs)


def _class(
    asked: frozenset[Asked],
    pairs: Iterable[PairSupport],
    answerability: Answerability | None,
    derivation: DerivationVerdict | None,
) -> SupportClass:
    given = set(pairs)
    if Asked.MISSING_BASIS in asked and answerability is not None:
        return class_of_abstention(answerability)
    if Asked.WARRANT in asked and derivation is DerivationVerdict.WARRANTED and not given & AGAINST:
        return SupportClass.WARRANTED_DERIVATION
    return derived_class(given)


def _quotation(
    sheet: Sheet, sent: Sent, kind: ClaimKind, attributed: bool | None, errors: Errors
) -> QuotationVerdict | None:
    chosen = open_term(QuotationVerdict, sent, "quotation", errors)
    differ = proved_quotations(sheet.quotations) - {QuotationVerdict.EXACT}
    if chosen is QuotationVerdict.EXACT and differ:
        errors["quotation"] = BYTES_DIFFER
    asked = asked_of(sheet, kind) & {Asked.QUOTATION, Asked.ORIGINAL}
    if chosen is not None or not (asked or kind is ClaimKind.PARAPHRASE):
        return chosen
    found = derived_quotation(sheet, kind, attributed)
    if found is None and Asked.QUOTATION in asked:
        errors["quotation"] = "say whether the quoted words are the source's; no quoted words were recorded to compare"
    return found


def _exemption(sheet: Sheet, sent: Sent, errors: Errors) -> ExemptionRule | None:
    """Only by a rule of the policy in force (S2-61)."""
    rule = find_term(ExemptionRule, sent.get("exemption"))
    if rule is None:
        errors["exemption"] = "choose the rule by which it needs no evidence, or give the claim another kind"
    elif rule not in sheet.rules:
        errors["exemption"] = f"{rule.label} is no rule of the exemption policy in force, {sheet.exemption_policy}"
    return rule


def _basis(sent: Sent, asked: frozenset[Asked], names_basis: bool | None, errors: Errors) -> str:
    if Asked.MISSING_BASIS not in asked:
        return ""
    words = sent.get("missing_basis").strip()
    if len(words) > LONGEST_BASIS:
        errors["missing_basis"] = f"this is {len(words)} characters; at most {LONGEST_BASIS} are kept"
    elif names_basis and not words:
        errors["missing_basis"] = "write what the answer names as missing"
    return words


def _contested(sheet: Sheet, sent: Sent) -> tuple[str, ...]:
    offered = {f"{citation}:{fact}" for citation in sheet.citations for fact in FACTS}
    return tuple(dict.fromkeys(fact for fact in sent.all("contest") if fact in offered))


def _check_whole(fields: VerdictFields, errors: Errors) -> None:
    key = fields.idempotency_key
    if find_digest(fields.evidence_digest) is None or not 8 <= len(key) <= 100 or not key.isalnum():
        errors["form"] = "The form was not whole; it is drawn anew below."
