"""What judges said of a set's claims in imported answers, taken as results of a configuration (M-72).

Words that came with a trace stay where they are kept: a collected result has a label and a number, no copy of them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from inspector.judging.configurations import TRACED
from inspector.judging.importing import ImportedBatch, import_results
from inspector.judging.judged_items import has_sealed
from inspector.judging.matching import NotImportable
from inspector.labels.label_set import JudgeConfiguration, JudgeResults, JudgeSaid
from inspector.models import rows as opinions
from lineage.access import Action, Reader, require
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import CalibrationLabel, JudgeStatus, JudgeVerdict
from lineage.models import rows

SUGGESTED: Mapping[str, str] = {
    JudgeVerdict.SUPPORTED.value: CalibrationLabel.CLEAR_SUPPORT.value,
    JudgeVerdict.PARTIALLY_SUPPORTED.value: CalibrationLabel.PARTIAL_SUPPORT.value,
    JudgeVerdict.CONTRADICTED.value: CalibrationLabel.CLEAR_CONTRADICTION.value,
    JudgeVerdict.UNSUPPORTED.value: CalibrationLabel.INSUFFICIENT_EVIDENCE.value,
}
"""Verdicts of judges as labels of a set that was frozen here; "other" is none."""
WHILE_BLIND = (
    "You have claims of this set to judge without knowing what a judge said of them; somebody else has to do this."
)


class Traced(NamedTuple):
    """A judge as imported answers name it. `digest` is that of its configuration, None where nobody recorded one."""

    evaluator: str
    version: str
    digest: bytes | None
    results: int = 0
    claims: int = 0

    @property
    def key(self) -> str:
        """What names it among the others in a form."""
        return "|".join((self.digest.hex() if self.digest else "", self.version, self.evaluator))

    @property
    def configuration(self) -> JudgeConfiguration:
        named = {TRACED: digest_from_raw(self.digest)} if self.digest else {}
        return JudgeConfiguration(evaluator=self.evaluator, model=self.version, parameters=named)


def read_traced(reader: Reader, revision: opinions.SetRevision) -> list[Traced]:
    """The judges that said something of claims of this revision; none while the reader is blind about one of them."""
    require(reader, Action.READ_FIGURES)
    if has_sealed(reader, revision):
        return []
    names = ("evaluator", "version", "configuration_digest")
    counted = _results(revision).order_by(*names).values(*names)
    found = counted.annotate(results=Count("pk"), claims=Count("claim", distinct=True))
    return [
        Traced(row["evaluator"], row["version"], _raw(row["configuration_digest"]), row["results"], row["claims"])
        for row in found
    ]


def collect(
    reader: Reader, revision: opinions.SetRevision, field: str, key: str, mapping: Mapping[str, str]
) -> ImportedBatch:
    """The results of the judge with this key as a batch. Raises as `import_results`, and NotImportable while blind."""
    require(reader, Action.KEEP_SETS)
    if has_sealed(reader, revision):
        raise NotImportable(WHILE_BLIND)
    chosen = next((one for one in read_traced(reader, revision) if one.key == key), None)
    if chosen is None:
        raise NotImportable("No judge of this name said anything of a claim of this revision.")
    results = JudgeResults(
        configuration=chosen.configuration, field=field, said=tuple(_said(revision, chosen, mapping))
    )
    (imported,) = import_results(reader, revision, [results], mapping, file_name="traces", traced=chosen.digest)
    return imported


def _results(revision: opinions.SetRevision) -> QuerySet[Any]:
    """Of whole claims, or of the only citation of one: several citations' results are none of their claim."""
    members = opinions.RevisionItem.objects.filter(revision=revision, item__claim__isnull=False)
    cited = rows.Citation.objects.filter(claim=OuterRef("claim")).order_by().values("claim")
    found = rows.JudgeResult.objects.filter(claim__in=members.values("item__claim"))
    found = found.annotate(cited=Coalesce(Subquery(cited.annotate(n=Count("pk")).values("n")), 0))
    return found.filter(Q(citation__isnull=True) | Q(cited=1))


def _said(revision: opinions.SetRevision, chosen: Traced, mapping: Mapping[str, str]) -> Iterator[JudgeSaid]:
    members = opinions.RevisionItem.objects.filter(revision=revision, item__claim__isnull=False)
    keys = dict(members.values_list("item__claim_id", "item__key"))
    found = _results(revision).filter(
        evaluator=chosen.evaluator, version=chosen.version, configuration_digest=chosen.digest
    )
    runs: dict[int, int] = defaultdict(int)
    for result in found.order_by("claim_id", "attempt", "pk"):
        # Attempts may repeat where answers came in twice; here they are counted anew.
        runs[result.claim_id] += 1
        yield JudgeSaid(
            item=keys[result.claim_id],
            status=JudgeStatus(result.status),
            label=_label(result, mapping),
            score=result.score if result.status == JudgeStatus.COMPLETED else None,
            attempt=runs[result.claim_id],
        )


def _label(result: Any, mapping: Mapping[str, str]) -> str | None:
    """A verdict that the mapping does not name: beside a number no label, and alone an error."""
    if result.status != JudgeStatus.COMPLETED or result.verdict is None:
        return None
    return result.verdict if result.verdict in mapping or result.score is None else None


def _raw(digest: Any) -> bytes | None:
    return bytes(digest) if digest is not None else None
