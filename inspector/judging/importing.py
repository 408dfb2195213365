"""Results of a judge on a frozen set come in: one batch for each field, the same again changes nothing (M-72).

Written in stretches, so that nobody waits long for the database. A batch counts once all of its results are in; where
the writing was broken off, importing the same again finishes it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from inspector.judging.certificate_states import valid_of
from inspector.judging.configurations import ensure_configuration
from inspector.judging.matching import Matched, field_of, items_of, match
from inspector.labels.label_set import NOTHING, JudgeResults
from inspector.models import rows as opinions
from inspector.models.judging import Evaluator, JudgeBatch, JudgeLabel
from lineage import ledger
from lineage.access import Action, Reader, get_visible, require
from lineage.bulk import in_parts, write, write_contents
from lineage.evidence.digests import digest_from_raw, digest_json, raw_digest
from lineage.models.content import pack

IMPORTED = "judge_results_imported"
AT_ONCE = 2_000


class ImportedBatch(NamedTuple):
    """The batch that holds them; not `is_new` where the same came in before.

    `puts_in_force`: its configuration was none that is known here, and is what the judge is set to now; `ended` are
    how many of the judge's certificates expired by that.
    """

    batch: JudgeBatch
    is_new: bool
    puts_in_force: bool = False
    ended: int = 0

    @property
    def said(self) -> str:
        """What came of the configuration, in words; empty where nothing did."""
        if not self.puts_in_force:
            return ""
        ended = f"{self.ended} certificate{'' if self.ended == 1 else 's'} of the judge" if self.ended else ""
        words = f"{self.batch.configuration} came with these results and is what the judge is set to now"
        return f"{words}; {ended} expired by that." if ended else f"{words}."


def import_results(
    reader: Reader,
    revision: opinions.SetRevision,
    results: Sequence[JudgeResults],
    mapping: Mapping[str, str] = NOTHING,
    positive: Sequence[str] | None = None,
    file_name: str = "",
    traced: bytes | None = None,
) -> tuple[ImportedBatch, ...]:
    """A batch for each of them, in their order. `mapping` leads from the judge's words to labels of the field.

    `positive` are the labels that count as such, those of the field where None is given; `traced` is the digest of
    configuration that they bear in imported answers. All are checked before anything is written. Raises NotAllowed,
    NotVisible, NotConfigured, NotImportable.
    """
    require(reader, Action.KEEP_SETS)
    get_visible(opinions.SetRevision.objects, reader, revision.public_id)
    items = items_of(revision)
    checked = [(one, match(revision, items, one, mapping)) for one in results]
    done = []
    for one, matching in checked:
        held = _valid_of(reader, one.configuration.evaluator)
        configuration, is_first = ensure_configuration(reader, one.configuration, traced)
        chosen = field_of(revision, one.field)["positive"] if positive is None else positive
        read = {"labels": dict(mapping), "positive": list(chosen)}
        key = {
            "configuration_id": configuration.pk,
            "revision_id": revision.pk,
            "field": one.field,
            "file_digest": _digest(one, read),
        }
        about = {
            "tenant_id": reader.tenant_id,
            "mapping": read,
            "counts": matching.counts,
            "file_name": file_name.replace("\0", "")[:200],
            "imported_by": reader.actor,
        }
        imported = _import(reader, key, about, matching.matched)
        done.append(imported._replace(puts_in_force=is_first, ended=held if is_first else 0))
    return tuple(done)


def is_whole(batch: JudgeBatch) -> bool:
    """Whether all results of a batch are in."""
    return JudgeLabel.objects.filter(batch=batch).count() >= int(batch.counts["matched"])


def _valid_of(reader: Reader, judge: str) -> int:
    """How many certificates of the judge hold: what another configuration ends."""
    found = Evaluator.objects.visible_to(reader).filter(key=judge).first()
    return len(valid_of(found)) if found is not None else 0


def _digest(results: JudgeResults, read: Mapping[str, Any]) -> bytes:
    """Of what came in and how it was read, whatever file it came in."""
    said = [
        # As text: a judge may give numbers that are none, and that is said of them.
        [one.item, one.attempt, str(one.status), one.label, repr(one.score), one.raw, one.message]
        for one in results.said
    ]
    return raw_digest(digest_json({"field": results.field, "said": said, "read": dict(read)}))


def _import(
    reader: Reader, key: Mapping[str, Any], about: Mapping[str, Any], matched: Sequence[Matched]
) -> ImportedBatch:
    """Writes the batch with its results, or what is missing of them."""
    found = JudgeBatch.objects.filter(**key).first()
    if found is not None and is_whole(found):
        return ImportedBatch(found, is_new=False)
    batch, parts = found, list(in_parts(matched, AT_ONCE))
    for number, part in enumerate(parts, start=1):
        with transaction.atomic():
            batch = batch or _begin(key, about)
            raws = write_contents(reader.tenant_id, (pack(one.raw.encode()) for one in part if one.raw))
            # What stands there already was written by an import that was broken off, or by one at the same time.
            write(JudgeLabel, list(_labels(batch, part, raws)), ignore_existing=True)
            if number == len(parts):
                said = {"counts": batch.counts, "file": digest_from_raw(bytes(batch.file_digest))}
                ledger.record(reader.tenant_id, IMPORTED, reader.actor, f"judge_batch:{batch.public_id}", said)
    if batch is None:
        raise ValueError("a batch without results is none")
    return ImportedBatch(batch, is_new=found is None)


def _begin(key: Mapping[str, Any], about: Mapping[str, Any]) -> JudgeBatch:
    batch = JudgeBatch(**key, **about)
    try:
        with transaction.atomic():
            batch.save()
    except IntegrityError:
        # Somebody sent the same at the same time; what either writes is the other's too.
        return JudgeBatch.objects.get(**key)
    return batch


def _labels(batch: JudgeBatch, part: Sequence[Matched], raws: Mapping[bytes, int]) -> Iterator[dict[str, Any]]:
    for one in part:
        yield {
            "tenant_id": batch.tenant_id,
            "batch_id": batch.pk,
            "item_id": one.item,
            "attempt": one.read.attempt,
            "status": one.read.status.value,
            "label": one.read.label,
            "score": one.read.score,
            "raw_id": raws[pack(one.raw.encode()).sha256] if one.raw else None,
            "message": one.read.message,
        }
