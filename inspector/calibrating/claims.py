"""What of a claim of this house makes an item: its address, the digests of what is judged, whether it can be compared.

No words are taken over: they are read where they are kept, so that taking them away reaches them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from inspector.calibrating.drafts import CLAIM, EVIDENCE, REQUIREMENT
from inspector.evidence_today import read_changed
from inspector.judged_evidence import cited_words
from lineage.bulk import in_parts
from lineage.dossiers import read_dossier
from lineage.evidence.bundle import Claim, claim_text
from lineage.evidence.digests import digest_from_raw, digest_json
from lineage.evidence.dossier import Dossier
from lineage.evidence.lookup import Miss, look_up
from lineage.evidence.outcomes import Inspection
from lineage.evidence.reading import load_json
from lineage.evidence.rules.capture import is_numbered
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH
from lineage.formats.stored_report import read_report
from lineage.models import rows

PART = 500
BETWEEN = "#"
FOOTNOTE_MAP_MISSING = "footnote_map_missing: the claim cites by number, and nobody saved what the numbers stood for."


class Facts(NamedTuple):
    """`judged` are the digests of claim, evidence and requirement; `why_not_comparable` is empty where it can be."""

    address: str
    text: str
    citations: int
    judged: Mapping[str, str]
    why_not_comparable: str


class Inspected(NamedTuple):
    """A claim of an answer as it was given."""

    row: Any
    claim: Claim
    dossier: Dossier
    inspection: Inspection


def address_of(case: str, claim: str) -> str:
    """What a claim is called in a set: it stays the same in the next version of its answer."""
    address = f"{case}{BETWEEN}{claim}"
    if len(address) <= MAXIMUM_KEY_LENGTH:
        return address
    digest = digest_json([case, claim]).partition(":")[2]
    return f"{address[: MAXIMUM_KEY_LENGTH - len(digest) - 1]}~{digest}"


def read_facts(claims: Iterable[int]) -> dict[int, Facts]:
    """By row of the claim; the texts are read, an answer at a time."""
    wanted = sorted(set(claims))
    facts: dict[int, Facts] = {}
    for part in in_parts(wanted, PART):
        changed = read_changed(part)
        for one in inspect_claims(part):
            facts[one.row.pk] = _facts(one, changed.get(one.row.pk, {}))
    return facts


def inspect_claims(claims: Sequence[int]) -> Iterator[Inspected]:
    """In the order of their answers, each of which is read once."""
    texts = ("answer__record", "answer__text", "answer__rendered", "answer__case__question")
    found = rows.Claim.objects.filter(pk__in=claims).order_by("answer_id", "ordinal")
    every = found.select_related("answer__state__inspection__report", "answer__case", *texts)
    for answer, of_answer in groupby(every, key=lambda claim: claim.answer):
        dossier = read_dossier(answer)
        inspection = read_report(load_json(answer.state.inspection.report.get_bytes()), dossier)
        for row in of_answer:
            yield Inspected(row, dossier.claims[row.key], dossier, inspection)


def _facts(one: Inspected, changed: Mapping[str, bytes]) -> Facts:
    dossier, claim = one.dossier, one.claim
    later = sorted((key, digest_from_raw(digest)) for key, digest in changed.items())
    citations = dossier.citations_of(claim.key)
    is_lost = dossier.answer.footnotes is None and any(
        is_numbered(citation) and isinstance(look_up(dossier, citation), Miss) for citation in citations
    )
    text = claim_text(dossier.answer, claim)
    judged = {
        CLAIM: digest_json(text),
        EVIDENCE: digest_json([cited_words(dossier, one.inspection, claim), later]),
        REQUIREMENT: digest_json([one.row.kind, one.row.requires_citation]),
    }
    return Facts(
        address=address_of(one.row.answer.case.key, one.row.key),
        text=text,
        citations=len(citations),
        judged=judged,
        why_not_comparable=FOOTNOTE_MAP_MISSING if is_lost else "",
    )
