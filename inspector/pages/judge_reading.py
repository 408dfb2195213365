"""Lines of judges, configurations, batches and certificates, from rows that were read."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from inspector.judging.certificate_states import LOOKS, State, read_states
from inspector.judging.configurations import value_of
from inspector.judging.listing import is_in
from inspector.labels.label_set import JudgeConfiguration
from inspector.models.judging import Certificate
from inspector.noting import ERASED
from inspector.pages.calibration_addresses import revision_url
from inspector.pages.calibration_words import value_label
from inspector.pages.evidence_view import Difference, Said
from inspector.pages.judge_parameters import write_parameters
from inspector.pages.judge_view import BatchLine, CertificateLine, ConfigurationLine, PartLine
from inspector.pages.policy_difference import compare_lines
from inspector.pages.run_people import name_of
from lineage.access import Reader
from lineage.evidence.digests import digest_from_raw

PARTS = {
    "model": "model",
    "prompt": "prompt",
    "rubric": "rubric",
    "parser_version": "parser",
    "parameters": "parameters",
}
LONG = frozenset({"prompt", "rubric"})


def said_of(state: State) -> Said:
    return Said(state.state.label, LOOKS[state.state], meaning=state.state.meaning)


def read_certificate_lines(reader: Reader, certificates: Sequence[Any]) -> tuple[CertificateLine, ...]:
    """Of certificates read with the names of who issued them. Three statements."""
    states = read_states(certificates)
    return tuple(certificate_line(reader, one, states[one.pk]) for one in certificates)


def certificate_line(reader: Reader, one: Any, state: State) -> CertificateLine:
    batch = one.batch
    return CertificateLine(
        url=reverse("certificate", args=[one.public_id]),
        said=said_of(state),
        reasons=tuple((reason.words, reason.at) for reason in state.reasons),
        set=str(batch.revision.set),
        revision=batch.revision.number,
        part=": ".join(one.conditions["stratum"] or ()),
        field=batch.field,
        positive=", ".join(value_label(batch.field, value) for value in one.positive),
        required=required_of(one),
        at=one.recorded_at,
        by=name_of(reader, one.issued_by, one.first_name, one.username),
    )


def required_of(certificate: Certificate) -> str:
    """What was asked for beforehand, in words."""
    required = certificate.required
    return f"sensitivity at least {required['tpr_low']:g}, specificity at least {required['tnr_low']:g}"


def batch_line(reader: Reader, batch: Any) -> BatchLine:
    """Of a batch that was read with `batches` and the name of who imported it."""
    return BatchLine(
        url=reverse("judge_batch", args=[batch.public_id]),
        set=str(batch.revision.set),
        revision=batch.revision.number,
        revision_url=revision_url(batch.revision.public_id),
        field=batch.field,
        configuration=batch.configuration.number,
        counted=counted(batch.counts),
        is_in=is_in(batch),
        at=batch.recorded_at,
        by=name_of(reader, batch.imported_by, batch.first_name, batch.username),
    )


def counted(counts: Mapping[str, Any]) -> str:
    """What came in, in words; kinds of which there are none are left out."""
    said = f"{counts['completed']:,} of {counts['matched']:,} results completed"
    more = (
        ("failed", "failed"),
        ("no_label", "with a word that is no label"),
        ("missing", "items without a result"),
        ("unmatched", "naming no item of the revision"),
    )
    return "; ".join([said, *(f"{counts[name]:,} {words}" for name, words in more if counts[name])])


def configuration_lines(reader: Reader, found: Sequence[Any]) -> tuple[ConfigurationLine, ...]:
    """Newest first, each against the one before it; `found` are rows with the names of who recorded them."""
    values = [value_of(one) for one in found]
    lines = []
    for place, (row, value) in enumerate(zip(found, values, strict=True)):
        before = values[place + 1] if place + 1 < len(values) else None
        lines.append(_configuration_line(reader, row, value, before, is_in_force=place == 0))
    return tuple(lines)


def _configuration_line(
    reader: Reader, row: Any, value: JudgeConfiguration, before: JudgeConfiguration | None, *, is_in_force: bool
) -> ConfigurationLine:
    changed = changed_parts(before, value) if before is not None else ()
    return ConfigurationLine(
        number=row.number,
        is_in_force=is_in_force,
        parts=tuple(_part(row, value, name) for name in PARTS),
        changed=tuple(PARTS[name] for name in changed),
        differences=differences(before, value, f"configuration {row.number - 1}", f"configuration {row.number}"),
        digest=digest_from_raw(bytes(row.digest)),
        at=row.recorded_at,
        by=name_of(reader, row.recorded_by, row.first_name, row.username),
    )


def _part(row: Any, value: JudgeConfiguration, name: str) -> PartLine:
    words = written(value, name)
    if name not in LONG:
        return PartLine(PARTS[name], words.replace("\n", "; "), is_long=False)
    was_kept = getattr(row, f"{name}_id") is not None
    return PartLine(PARTS[name], words or (ERASED if was_kept else ""), is_long=True)


def written(value: JudgeConfiguration, name: str) -> str:
    return write_parameters(value.parameters) if name == "parameters" else str(getattr(value, name))


def changed_parts(old: JudgeConfiguration, new: JudgeConfiguration) -> tuple[str, ...]:
    return tuple(name for name in PARTS if getattr(old, name) != getattr(new, name))


def differences(
    old: JudgeConfiguration | None, new: JudgeConfiguration, first: str, second: str
) -> tuple[Difference, ...]:
    """Of each part that changed, line against line; none where there is nothing to compare with."""
    if old is None:
        return ()
    return tuple(
        compare_lines(f"{PARTS[name]} of {first}", _lines(old, name), f"{PARTS[name]} of {second}", _lines(new, name))
        for name in changed_parts(old, new)
    )


def _lines(value: JudgeConfiguration, name: str) -> list[str]:
    words = written(value, name)
    return words.split("\n") if words else []

