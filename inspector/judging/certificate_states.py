"""Whether what was found of a judge still holds: derived each time it is asked, never stored (M-72)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from inspector.models import rows as opinions
from inspector.models.judging import Certificate, Evaluator, EvaluatorConfiguration
from lineage.evidence.vocabulary import CertificateState

OF_CONFIGURATION = ("number", "model", "prompt__sha256", "rubric__sha256", "parser_version", "parameters")
WITH = ("batch__configuration__evaluator", "batch__revision__set")
"""What `read_states` reads of a certificate: for `select_related`."""
CHANGED = {
    "model": "the judge runs another model",
    "prompt__sha256": "the prompt was changed",
    "rubric__sha256": "the rubric was changed",
    "parser_version": "its answers are read by another parser",
    "parameters": "its parameters were changed",
}


class Reason(NamedTuple):
    """What changed since, and when."""

    words: str
    at: datetime


class State(NamedTuple):
    """`reasons` say why it expired; none for the other states."""

    state: CertificateState
    reasons: tuple[Reason, ...] = ()

    @property
    def look(self) -> str:
        return LOOKS[self.state]


LOOKS = {CertificateState.VALID: "pass", CertificateState.NOT_MET: "fail", CertificateState.EXPIRED: "unclear"}


def state_of(certificate: Certificate) -> State:
    return read_states([certificate])[certificate.pk]


def read_states(certificates: Sequence[Certificate]) -> dict[int, State]:
    """By id, of certificates that were read `WITH` what they rest on. Three statements."""
    if not certificates:
        return {}
    batches = [one.batch for one in certificates]
    tested = _configurations(Q(pk__in={batch.configuration_id for batch in batches}), "pk")
    # Rows come in the order of their numbers, so that the newest is the one that stays.
    newest = _configurations(Q(evaluator__in={batch.configuration.evaluator_id for batch in batches}), "evaluator_id")
    frozen = opinions.SetRevision.objects.filter(set__in={batch.revision.set_id for batch in batches})
    revisions = {one["set_id"]: one for one in frozen.order_by("number").values("set_id", "number", "recorded_at")}
    states = {}
    for one in certificates:
        configuration, revision = one.batch.configuration, one.batch.revision
        changes = [
            *_changes(tested[configuration.pk], newest[configuration.evaluator_id]),
            *_newer(revision.number, revisions[revision.set_id]),
        ]
        states[one.pk] = _state(one.is_met, tuple(changes))
    return states


def valid_of(evaluator: Evaluator) -> list[Certificate]:
    """The judge's certificates that hold now, newest first: what a change of the judge would end."""
    issued = Certificate.objects.filter(batch__configuration__evaluator=evaluator, is_met=True).select_related(*WITH)
    every = list(issued.order_by("-pk"))
    states = read_states(every)
    return [one for one in every if states[one.pk].state is CertificateState.VALID]


def _state(is_met: bool, reasons: tuple[Reason, ...]) -> State:
    if not is_met:
        return State(CertificateState.NOT_MET)
    return State(CertificateState.EXPIRED, reasons) if reasons else State(CertificateState.VALID)


def _configurations(which: Q, key: str) -> dict[int, dict[str, Any]]:
    found = EvaluatorConfiguration.objects.filter(which).order_by("number")
    return {row[key]: row for row in found.values(key, "digest", "recorded_at", *OF_CONFIGURATION)}


def _changes(tested: Mapping[str, Any], newest: Mapping[str, Any]) -> Iterator[Reason]:
    if bytes(tested["digest"]) == bytes(newest["digest"]):
        return
    changed = [words for name, words in CHANGED.items() if tested[name] != newest[name]]
    # Only the digests tell 0 from 0.0 and from false: to Python, values that differ so in parameters are equal.
    for words in changed or [CHANGED["parameters"]]:
        yield Reason(words, newest["recorded_at"])


def _newer(number: int, newest: Mapping[str, Any]) -> Iterator[Reason]:
    if newest["number"] > number:
        yield Reason(f"revision {newest['number']} of the set was frozen", newest["recorded_at"])
