"""A small set with labels of two people, a judge that was tested on it, and its certificate."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.calibrating.importing import import_label_set
from inspector.judging.certifying import Asked, certify
from inspector.judging.importing import import_results
from inspector.labels.label_set import (
    Field,
    JudgeConfiguration,
    JudgeResults,
    JudgeSaid,
    Label,
    LabelItem,
    LabelSet,
    Passage,
    Words,
)
from inspector.readers import as_reader
from lineage.evidence.vocabulary import ExpectedBy, Role, Scale
from lineage.models import rows
from tests.inspector.making import make_member

FIELD = Field("label", Scale.NOMINAL, ("yes", "no"), ("yes",))


class Tested(NamedTuple):
    set: Any
    revision: Any
    item: Any
    batch: Any
    certificate: Any


def label_set(key: str = "small", number: int = 4) -> LabelSet:
    """Items that are yes and no by turns; the second person differs on the last one, the judge on the first."""
    said = [("yes", "no")[n % 2] for n in range(number)]
    other = [*said[:-1], "yes"]
    judged = ["no", *said[1:]]
    items = tuple(
        LabelItem(
            key=f"i{n}",
            words=Words(claim=f"Claim {n} of {key}.", passages=(Passage(f"Passage {n} of {key}."),)),
            labels=(Label("label", "a", one), Label("label", "b", two)),
            expected={"label": one},
            expected_by=ExpectedBy.PUBLISHED,
        )
        for n, (one, two) in enumerate(zip(said, other, strict=True))
    )
    configuration = JudgeConfiguration(evaluator=f"judge-of-{key}", model="m", prompt="Is it so?")
    results = tuple(JudgeSaid(f"i{n}", label=one, raw=f"I say {one}.") for n, one in enumerate(judged))
    judges = (JudgeResults(configuration=configuration, field="label", said=results),)
    return LabelSet(key=key, name=key.title(), fields=(FIELD,), items=items, judges=judges)


def make_tested(tenant: rows.Tenant, name: str = "quinn") -> Tested:
    """By a person of this name, who keeps policies."""
    user = make_member(tenant, name, Role.POLICY_ADMIN)
    quinn = as_reader(user.memberships.select_related("tenant").get())
    made = import_label_set(quinn, label_set())
    (imported,) = import_results(quinn, made.revision, made.judges)
    certificate = certify(quinn, imported.batch.public_id, Asked(tpr_low=0.1, tnr_low=0.1, positive=("yes",)))
    item = made.revision.members.select_related("item").order_by("ordinal").first().item
    return Tested(made.set, made.revision, item, imported.batch, certificate)
