"""When a verdict needs a reason, and what counts as one: own words, or sentences of the guideline. Pure."""

from inspector.pages.verdict_kinds import Asked
from inspector.pages.verdict_terms import Errors
from inspector.verdict_derived import AGAINST, HOLDS, derived_origin, derived_quotation
from inspector.verdict_fields import Sent, Sheet, VerdictFields
from lineage.evidence.vocabulary import ClaimKind, CoverageVerdict, PairSupport

LONGEST_RATIONALE = 20_000
CONTESTED = "say why you contest what the machine states"
NEEDED = "say why; only a claim that all its passages support needs no reason"


def read_rationale(sheet: Sheet, sent: Sent, errors: Errors) -> str:
    """The sentences of the guideline that were chosen, by number, then the reviewer's own words."""
    chosen = [
        f"{number}. {sentence}"
        for number, sentence in enumerate(sheet.sentences, start=1)
        if str(number) in sent.all("snippet")
    ]
    own = sent.get("rationale").strip()
    words = "\n".join([*(f"Guideline, sentence {line}" for line in chosen), *([own] if own else [])])
    if len(words) > LONGEST_RATIONALE:
        errors["rationale"] = f"this is {len(words)} characters; at most {LONGEST_RATIONALE} are kept"
    return words


def check_reason(sheet: Sheet, fields: VerdictFields, asked: frozenset[Asked], errors: Errors) -> None:
    """Everything but the plain case needs a reason, and so does whatever goes against the machine."""
    if fields.rationale:
        return
    against = fields.origin not in (None, derived_origin(sheet))
    proved = derived_quotation(sheet, fields.claim_kind or ClaimKind.UNCLASSIFIED, fields.attributed)
    against = against or (proved is not None and fields.quotation not in (None, proved))
    if fields.contested or against:
        errors["rationale"] = CONTESTED
    elif sheet.asks_reason and not errors and not _is_plain(fields, asked):
        errors["rationale"] = NEEDED


def _is_plain(fields: VerdictFields, asked: frozenset[Asked]) -> bool:
    given = set(fields.pairs.values())
    if fields.exemption is not None:
        return not given & AGAINST
    if fields.coverage is not CoverageVerdict.SUPPORTED or given & AGAINST:
        return False
    if Asked.MISSING_BASIS in asked:
        return fields.answerability in HOLDS and bool(fields.names_missing_basis)
    if Asked.WARRANT in asked:
        return given <= {PairSupport.SUPPORTS, PairSupport.PARTIALLY_SUPPORTS}
    return given == {PairSupport.SUPPORTS}
