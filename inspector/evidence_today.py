"""What a claim's evidence is today: as the answer was given it, and what runs found of its words in later versions.

A Relocation says by a digest what became of the words and their neighbours; by none, that they only moved or stand
where they stood. So today's digest needs no text: the one as given, and those of the newest relocations.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import OuterRef, Subquery

from lineage.evidence.digests import digest_from_raw, digest_json, raw_digest
from lineage.models import rows


def combine(given: bytes, changed: Mapping[str, bytes | None]) -> bytes:
    """Today's digest. `changed` is that of the newest relocation by citation key; None where the words are the same.

    Citations whose words are the same leave no trace: where all of them are, today's digest is the one as given.
    """
    known = sorted((key, digest_from_raw(digest)) for key, digest in changed.items() if digest is not None)
    return raw_digest(digest_json([digest_from_raw(given), known])) if known else given


def newest_relocations(citation: str) -> Any:
    """Relocations of the citation that the outer row's column names, newest first."""
    return rows.Relocation.objects.filter(citation=OuterRef(citation)).order_by("-id")


def read_changed(claim_ids: Iterable[int]) -> dict[int, dict[str, bytes]]:
    """By claim and citation key the digest of the newest relocation, where that one has one. One statement."""
    newest = Subquery(newest_relocations("pk").values("changed")[:1])
    citations = rows.Citation.objects.filter(claim__in=list(claim_ids)).annotate(changed=newest)
    found: dict[int, dict[str, bytes]] = defaultdict(dict)
    for claim, key, changed in citations.values_list("claim_id", "key", "changed"):
        if changed is not None:
            found[claim][key] = bytes(changed)
    return found
