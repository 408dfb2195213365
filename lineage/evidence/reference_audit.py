"""The reference audit: unknown ids, claims without a citation, ids given twice (S2-15..S2-17). Never whether one fits.

It stops at referential integrity: what a passage says, and whoever judged it, is no part of it.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lineage.evidence.bundle import Citation
from lineage.evidence.dossier import Dossier
from lineage.evidence.lookup import Target, look_up
from lineage.evidence.rules.coverage import is_required


@dataclass(frozen=True, slots=True)
class ReferenceAudit:
    """`unknown_by_claim` has only claims with unknown ids, each sorted and once; both lists are sorted."""

    unknown_by_claim: Mapping[str, tuple[str, ...]]
    uncited_claims: tuple[str, ...]
    duplicate_source_ids: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not (self.unknown_by_claim or self.uncited_claims or self.duplicate_source_ids)


def audit_references(
    manifest_ids: Sequence[str], claims: Sequence[tuple[str, tuple[str, ...], bool]]
) -> ReferenceAudit:
    """The audit over values: the ids that were supplied, in order; of each claim its key, cited ids, and whether it
    needs a citation. An exempt claim with an unknown id still fails; an exempt one without citations does not.
    """
    known = set(manifest_ids)
    unknown: dict[str, set[str]] = {}
    for key, cited, _ in claims:
        missing = set(cited) - known
        if missing:
            unknown.setdefault(key, set()).update(missing)
    return ReferenceAudit(
        unknown_by_claim={key: tuple(sorted(unknown[key])) for key in sorted(unknown)},
        uncited_claims=tuple(sorted({key for key, cited, is_needed in claims if is_needed and not cited})),
        duplicate_source_ids=tuple(sorted(name for name, times in Counter(manifest_ids).items() if times > 1)),
    )


def audit_answer(dossier: Dossier) -> ReferenceAudit | None:
    """The audit of an answer: numbers through its saved footnote map. None where no manifest was recorded."""
    manifest = dossier.answer.manifest
    if manifest is None:
        return None
    claims = [
        (claim.key, tuple(_named(dossier, c) for c in dossier.citations_of(claim.key)), is_required(claim))
        for claim in dossier.answer.claims
    ]
    return audit_references([entry.label for entry in manifest], claims)


def _named(dossier: Dossier, citation: Citation) -> str:
    """The label that a citation stands for; where it stands for none, what was written in its place."""
    cited = citation.cited
    name = dossier.footnotes.get(cited, cited) if isinstance(cited, str) else None
    if name is not None and name in dossier.entries:
        return name
    target = look_up(dossier, citation) if isinstance(cited, str) or citation.artifact is not None else None
    if isinstance(target, Target) and target.entry is not None:
        return target.entry.label
    if isinstance(cited, str) and cited:
        return cited
    written = cited if cited is not None else citation.url
    return json.dumps(written, ensure_ascii=False) if written is not None else citation.marker or citation.key
