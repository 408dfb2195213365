"""What a judge is set to: recorded once for each change, the newest in force (M-72).

Whoever changes it names the configuration that they had before them. Where another came between, nothing is written.
"""

from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from inspector.labels.label_set import JudgeConfiguration
from inspector.models.judging import Evaluator, EvaluatorConfiguration
from lineage import ledger
from lineage.access import Action, Reader, get_visible, require
from lineage.bulk import write_content
from lineage.evidence.digests import digest_from_raw, digest_json, raw_digest
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH
from lineage.models.content import ContentAbsent, pack
from lineage.redactions import read_json

CONFIGURED = "judge_configured"
TRACED = "configuration_digest"
"""The parameter that holds a configuration's digest in imported answers, where no more is known of it."""


class NotConfigured(ValueError):
    """A judge cannot be set so; the message says why, for people. `field` is the one that it belongs to."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Reconfigured(ValueError):
    """Somebody set the judge otherwise meanwhile: `newest` is what is in force."""

    def __init__(self, newest: EvaluatorConfiguration) -> None:
        super().__init__(f"{newest} came meanwhile")
        self.newest = newest


class Configured(NamedTuple):
    """The configuration that says it; not `is_new` where it was recorded already."""

    configuration: EvaluatorConfiguration
    is_new: bool


def digest_of(value: JudgeConfiguration) -> bytes:
    """Of model, prompt, rubric, parser and parameters; a prompt or rubric that nobody recorded is none, not empty."""
    about = {
        "model": value.model,
        "prompt": value.prompt or None,
        "rubric": value.rubric or None,
        "parser_version": value.parser_version,
        "parameters": dict(value.parameters),
    }
    return raw_digest(digest_json(about))


def open_judge(reader: Reader, public_id: str) -> Evaluator:
    """Raises NotVisible, NotAllowed."""
    require(reader, Action.READ_FIGURES)
    found: Evaluator = get_visible(Evaluator.objects, reader, public_id)
    return found


def newest_of(evaluator: Evaluator) -> EvaluatorConfiguration | None:
    """What is in force, with its words; one statement."""
    known = EvaluatorConfiguration.objects.filter(evaluator=evaluator).select_related("evaluator", "prompt", "rubric")
    found: EvaluatorConfiguration | None = known.order_by("-number").first()
    return found


def value_of(configuration: EvaluatorConfiguration) -> JudgeConfiguration:
    """A row as the value that it was recorded from; words that were erased since are absent."""
    return JudgeConfiguration(
        evaluator=configuration.evaluator.key,
        model=configuration.model,
        prompt=words_in(configuration.prompt),
        rubric=words_in(configuration.rubric),
        parser_version=configuration.parser_version,
        parameters=configuration.parameters,
    )


def words_in(content: Any) -> str:
    """The words of a content; empty where none were recorded, or where they were erased."""
    if content is None:
        return ""
    try:
        return read_json(content).decode("utf-8", "surrogatepass")
    except ContentAbsent:
        return ""


def ensure_configuration(reader: Reader, value: JudgeConfiguration, traced: bytes | None = None) -> Configured:
    """The newest configuration that says this, whether or not it is in force; recorded where there is none.

    `traced` is the digest that results of it bear in imported answers. Raises NotAllowed, NotConfigured.
    """
    require(reader, Action.KEEP_SETS)
    _require_recordable(value)
    try:
        return _ensure(reader, value, traced)
    except IntegrityError:
        # Somebody took the number in the same moment: either it is this configuration, or this one is the next.
        return _ensure(reader, value, traced)


def _ensure(reader: Reader, value: JudgeConfiguration, traced: bytes | None) -> Configured:
    with transaction.atomic():
        evaluator, _ = Evaluator.objects.get_or_create(tenant_id=reader.tenant_id, key=value.evaluator)
        known = EvaluatorConfiguration.objects.filter(evaluator=evaluator, digest=digest_of(value))
        found = known.order_by("-number").first()
        if found is not None:
            return Configured(found, is_new=False)
        return Configured(_append(reader, evaluator, newest_of(evaluator), value, traced), is_new=True)


def configure(reader: Reader, evaluator: Evaluator, value: JudgeConfiguration, seen: str) -> Configured:
    """Appends what the judge is set to now, behind `seen` (a public id, empty for none before).

    The same as what is in force appends nothing. Raises NotAllowed, NotVisible, NotConfigured, Reconfigured.
    """
    require(reader, Action.CERTIFY_JUDGES)
    get_visible(Evaluator.objects, reader, evaluator.public_id)
    _require_recordable(value)
    try:
        with transaction.atomic():
            newest = newest_of(evaluator)
            if newest is not None and (bytes(newest.digest) == digest_of(value) or newest.public_id != seen):
                return _compare(newest, value)
            return Configured(_append(reader, evaluator, newest, value, None), is_new=True)
    except IntegrityError:
        # Somebody took the number in the same moment: theirs is in force now.
        newest = newest_of(evaluator)
        if newest is None:
            raise
        return _compare(newest, value)


def _compare(newest: EvaluatorConfiguration, value: JudgeConfiguration) -> Configured:
    if bytes(newest.digest) != digest_of(value):
        raise Reconfigured(newest)
    return Configured(newest, is_new=False)


def _append(
    reader: Reader,
    evaluator: Evaluator,
    before: EvaluatorConfiguration | None,
    value: JudgeConfiguration,
    traced: bytes | None,
) -> EvaluatorConfiguration:
    made = EvaluatorConfiguration(
        tenant_id=reader.tenant_id,
        evaluator=evaluator,
        number=before.number + 1 if before is not None else 1,
        model=value.model,
        prompt_id=_keep(reader, value.prompt),
        rubric_id=_keep(reader, value.rubric),
        parser_version=value.parser_version,
        parameters=dict(value.parameters),
        digest=digest_of(value),
        trace_digest=traced,
        recorded_by=reader.actor,
    )
    made.save()
    about = {"judge": evaluator.public_id, "number": made.number, "digest": digest_from_raw(bytes(made.digest))}
    ledger.record(reader.tenant_id, CONFIGURED, reader.actor, f"judge_configuration:{made.public_id}", about)
    return made


def _keep(reader: Reader, words: str) -> int | None:
    return write_content(reader.tenant_id, pack(words.encode())) if words else None


def _require_recordable(value: JudgeConfiguration) -> None:
    if not 0 < len(value.evaluator) <= MAXIMUM_KEY_LENGTH:
        raise NotConfigured(f"Give the judge a name of at most {MAXIMUM_KEY_LENGTH} characters.", "evaluator")
    for name in ("evaluator", "model", "parser_version"):
        if "\0" in getattr(value, name):
            raise NotConfigured("This holds a character that no name has (NUL); take it out.", name)
