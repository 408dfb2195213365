"""The relocations of a claim's citations and the texts they lead to: two statements, however many there are."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Q, Subquery, Window
from django.db.models.functions import Coalesce, RowNumber

from inspector.pages.claim_relocation_view import SHOWN, LaterText, Placed, Relocated, Ruled
from inspector.pages.withheld_reading import Closed
from lineage.access import Reader
from lineage.evidence.bundle import Artifact
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import (
    AnchorMethod,
    ArtifactKind,
    Origin,
    RelocationOutcome,
    RelocationRuling,
    RunTrigger,
    WordingChange,
)
from lineage.models import rows
from lineage.models.content import ContentAbsent, unpack
from lineage.text.span import Span

DETAILS = tuple(f"details__{name}" for name in ("sha256", "size", "body", "coding"))
COLUMNS = (
    *("citation__answer__public_id", "citation__key", "citation__ordinal", "outcome", "method"),
    *("was__key", "start", "end", "now__key", "now_start", "now_end"),
    *("changes", "drifted", "changed", "run__source__key", "run__version__version", "run__public_id", "run__trigger"),
    *("at", "ruling", "ruled_candidate", "ruled_at", "ruled_by", "decided", *DETAILS),
)


def read_relocated(reader: Reader, claim_ids: Iterable[int]) -> dict[int, dict[str, tuple[Relocated, ...]]]:
    """By claim and citation key, newest first, one more than is shown. It does not ask which versions may be read."""
    of_claims = rows.Relocation.objects.visible_to(reader).filter(citation__claim__in=list(claim_ids))
    rank = Window(RowNumber(), partition_by="citation_id", order_by=F("id").desc())
    newest = of_claims.annotate(rank=rank).filter(rank__lte=SHOWN + 1).values("pk")
    decided = rows.RelocationDecision.objects.filter(relocation=OuterRef("pk")).order_by("-id")
    counted = decided.order_by().values("relocation").annotate(number=Count("pk"))
    found = rows.Relocation.objects.filter(pk__in=newest).annotate(
        at=Coalesce("run__ended_at", "run__started_at", "run__requested_at"),
        ruling=Subquery(decided.values("ruling")[:1]),
        ruled_candidate=Subquery(decided.values("candidate")[:1]),
        ruled_at=Subquery(decided.values("recorded_at")[:1]),
        ruled_by=Subquery(decided.values("actor")[:1]),
        decided=Coalesce(Subquery(counted.values("number")), 0),
    )
    by_claim: dict[int, dict[str, tuple[Relocated, ...]]] = {}
    for row in found.order_by("-id").values("citation__claim_id", *COLUMNS):
        of_claim, one = by_claim.setdefault(row["citation__claim_id"], {}), _relocated(row)
        of_claim[one.citation] = (*of_claim.get(one.citation, ()), one)
    return by_claim


def _relocated(row: Mapping[str, Any]) -> Relocated:
    return Relocated(
        key=f"{row['citation__answer__public_id']}-{row['citation__ordinal']}",
        citation=row["citation__key"],
        ordinal=row["citation__ordinal"],
        outcome=RelocationOutcome(row["outcome"]),
        method=AnchorMethod(row["method"]) if row["method"] else None,
        was=_placed(row["was__key"], row["start"], row["end"]),
        now=_placed(row["now__key"], row["now_start"], row["now_end"]),
        candidates=_candidates(row),
        changes=tuple(WordingChange(change) for change in row["changes"].split()),
        drifted=row["drifted"],
        changed=bytes(row["changed"]) if row["changed"] is not None else None,
        source=row["run__source__key"],
        version=row["run__version__version"],
        run=row["run__public_id"],
        trigger=RunTrigger(row["run__trigger"]),
        at=row["at"],
        ruled=_ruled(row),
        decisions=row["decided"],
    )


def _placed(artifact: str | None, start: int | None, end: int | None) -> Placed | None:
    if artifact is None or start is None or end is None:
        return None
    return Placed(artifact, Span(start, end))


def _ruled(row: Mapping[str, Any]) -> Ruled | None:
    if row["ruling"] is None:
        return None
    return Ruled(RelocationRuling(row["ruling"]), row["ruled_candidate"], row["ruled_at"], row["ruled_by"])


def _candidates(row: Mapping[str, Any]) -> tuple[Placed, ...]:
    """As the run wrote them, best first; none where its details were erased."""
    if row["details__sha256"] is None or row["details__body"] is None:
        return ()
    details = load_json(unpack(*(row[name] for name in DETAILS)))
    return tuple(
        Placed(place["artifact"], Span(place["start"], place["end"])) for place in details.get("candidates", ())
    )


class Texts(NamedTuple):
    """Texts by their keys, and the extract of a version that was asked for."""

    by_key: Mapping[str, LaterText]
    extract: Artifact | None


def read_later(
    reader: Reader, artifacts: Iterable[str], closed: Closed, extract_of: tuple[str, str] | None = None
) -> Texts:
    """These texts, and the newest extract of that source and version, where the reader may read their versions.

    One statement for all; none where nothing is asked for. `closed` are versions of which no words are read.
    """
    keys = sorted(set(artifacts))
    if not keys and extract_of is None:
        return Texts({}, None)
    source, version = extract_of or ("", "")
    kind = {"kind": ArtifactKind.CANONICAL_EXTRACT.value, "origin": Origin.ORIGINAL.value}
    wanted = Q(key__in=keys) | Q(source__key=source, version__version=version, **kind)
    visible = rows.Artifact.objects.visible_to(reader).select_related("content", "source", "version")
    read = list(visible.filter(wanted).order_by("id"))
    found = [row for row in read if closed.why(_version_of(row)) is None]
    extracts = [row for row in found if extract_of == _version_of(row) and row.kind == kind["kind"]]
    by_key = {row.key: LaterText(_version_of(row)[1], _text(row)) for row in found}
    if not extracts:
        return Texts(by_key, None)
    key = extracts[-1].key
    return Texts(by_key, Artifact(key=key, kind=ArtifactKind.CANONICAL_EXTRACT, text=by_key[key].text))


def _version_of(row: Any) -> tuple[str, str]:
    return (row.source.key if row.source else "", row.version.version if row.version else "")


def _text(row: Any) -> str | None:
    if row.content is None:
        return None
    try:
        whole: str = row.content.get_text()
    except ContentAbsent:
        return None
    return whole if row.start is None else whole[row.start : row.end]
