"""Label sets of the demonstration, two judges put to the test, and a queue for who labels.

The rules of a tool library, labelled by two people, came as a file; its items are claims of this house. Two judges were
tested on them: the certificate of one holds, that of the other expired when somebody changed its prompt.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from inspector.calibrating.freezing import freeze
from inspector.calibrating.importing import import_label_set
from inspector.calibrating.keeping import create_set
from inspector.demo.desk import LABELLED, SOURCE, address_of, read_labelled
from inspector.demo.readers import reader_called
from inspector.demo.reviewing import LONGEST_FILLING, PAIRS, SEED
from inspector.judging.certifying import Asked, certify
from inspector.judging.configurations import configure, newest_of
from inspector.judging.importing import import_results
from inspector.labels.label_set import (
    Field,
    JudgeConfiguration,
    JudgeResults,
    JudgeSaid,
    Label,
    LabelItem,
    LabelSet,
)
from inspector.models import rows as opinions
from inspector.models.judging import Evaluator
from inspector.queue_fields import QueueFields
from inspector.queue_rounds import fill_all
from inspector.queueing import add_claims, create_queue
from lineage.evidence.vocabulary import CalibrationLabel, ExpectedBy, QueueKind, RaterRole, Scale
from lineage.models import rows

RULES, LABELLING = "tool-library-rules", "Labelling"
CAREFUL, QUICK = "careful-judge", "quick-judge"
PROMPT = "Does the passage alone carry the claim? Answer with one label."
OTHER_PROMPT = "Does the passage carry the claim? Be generous, and answer with one label."
RUBRIC = "clear_support: the whole claim. partial_support: a part, or less certain. Otherwise say which of the others."
TO_LABEL = 24
POSITIVE = (CalibrationLabel.CLEAR_SUPPORT.value,)


def have_sets(tenant: rows.Tenant) -> bool:
    return opinions.CalibrationSet.objects.filter(tenant=tenant, key=RULES).exists()


def make_sets(tenant: rows.Tenant) -> None:
    cleo, pia = reader_called(tenant, "cleo"), reader_called(tenant, "pia")
    made = import_label_set(cleo, read_rules(), made_from={"files": {LABELLED.name: ""}})
    for results in made.judges:
        batch = import_results(pia, made.revision, [results])[0].batch
        certify(pia, batch.public_id, Asked(tpr_low=0.8, tnr_low=0.5, positive=POSITIVE))
    _change_prompt(pia, tenant)
    pairs = opinions.Queue.objects.get(tenant=tenant, name=PAIRS)
    of_pairs = create_set(cleo, "Blind pairs", "What Ada and Ben said of the same claims.", shows_gold=True)
    freeze(cleo, of_pairs, [pairs], "the first claims that are settled")
    _make_labelling(tenant, made.set)
    # What a worker would draw of the claims that came with the set comes into its queues now, and not in a minute.
    fill_all(LONGEST_FILLING, tenant.pk)


def read_rules() -> LabelSet:
    """The labelled rules with what both judges said of them."""
    found = read_labelled()
    values = tuple(label.value for label in CalibrationLabel)
    return LabelSet(
        key=RULES,
        name="Rules of a tool library",
        purpose="To test judges of support before anything rests on them.",
        origin="Written for this demonstration.",
        fields=(Field("label", Scale.NOMINAL, values, POSITIVE),),
        items=tuple(_item(number, row) for number, row in enumerate(found)),
        judges=(
            _judge(CAREFUL, [JudgeSaid(row["key"], label=row.get("careful", _settled(row))) for row in found]),
            _judge(QUICK, [JudgeSaid(row["key"], label=row["judge"], score=row["score"]) for row in found]),
        ),
    )


def _item(number: int, row: dict[str, Any]) -> LabelItem:
    labels = [Label("label", name, row[name]) for name in ("first", "second")]
    if "third" in row:
        labels.append(Label("label", "third", row["third"], RaterRole.ADJUDICATOR))
    return LabelItem(
        key=row["key"],
        words=None,
        claim=address_of(number),
        labels=tuple(labels),
        expected={"label": _settled(row)},
        expected_by=ExpectedBy.ADJUDICATED if "third" in row else ExpectedBy.AGREED,
    )


def _settled(row: dict[str, Any]) -> str:
    settled: str = row.get("third", row["first"])
    return settled


def _judge(name: str, said: Sequence[JudgeSaid]) -> JudgeResults:
    configuration = JudgeConfiguration(
        evaluator=name, model="example-model-1", prompt=PROMPT, rubric=RUBRIC, parser_version="1"
    )
    return JudgeResults(configuration=configuration, field="label", said=tuple(said))


def _change_prompt(pia: Any, tenant: rows.Tenant) -> None:
    judge = Evaluator.objects.get(tenant=tenant, key=QUICK)
    seen = newest_of(judge)
    value = replace(_judge(QUICK, ()).configuration, prompt=OTHER_PROMPT)
    configure(pia, judge, value, seen.public_id)


def _make_labelling(tenant: rows.Tenant, gold: opinions.CalibrationSet) -> None:
    """A queue of short claims for Lena, blind, with some mixed in whose label is known."""
    lena, pia = reader_called(tenant, "lena"), reader_called(tenant, "pia")
    fields = QueueFields(
        name=LABELLING,
        kind=QueueKind.CALIBRATION,
        blind=True,
        seed=SEED,
        reviewers=(lena.actor,),
        gold=gold.public_id,
        gold_share=0.1,
    )
    queue = create_queue(pia, fields)
    short = rows.Claim.objects.filter(tenant=tenant, answer__case__key__startswith=SOURCE).order_by("pk")
    claims = list(short.values_list("public_id", flat=True)[:TO_LABEL])
    add_claims(pia, queue, claims, "Short claims, for a first round of labels.")
