"""A frozen set with labels of people, and a judge's results on it, for tests of what is done with judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from inspector.calibrating.importing import import_label_set
from inspector.judging.importing import import_results
from inspector.labels.label_set import (
    Field,
    JudgeConfiguration,
    JudgeResults,
    JudgeSaid,
    Label,
    LabelItem,
    LabelSet,
    Words,
)
from inspector.members import ensure_tenant
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.evidence.vocabulary import ExpectedBy, Role, Scale
from lineage.models import rows
from tests.inspector.queues import make_reader

VALUES = ("yes", "no", "unclear")
JUDGE = JudgeConfiguration(
    evaluator="strict", model="m-2026-05-01", prompt="Is it so?\nAnswer yes or no.", parameters={"temperature": 0}
)


class Bench(NamedTuple):
    """Pia keeps sets and certifies, Cleo adjudicates, Iris responds and Ada reviews; Drew is of another tenant."""

    tenant: rows.Tenant
    pia: Reader
    cleo: Reader
    iris: Reader
    ada: Reader
    drew: Reader
    revision: opinions.SetRevision

    def results(
        self, said: Iterable[JudgeSaid], judge: JudgeConfiguration = JUDGE, field: str = "answer", **options: Any
    ) -> Any:
        results = JudgeResults(configuration=judge, field=field, said=tuple(said))
        return import_results(self.pia, self.revision, [results], **options)[0][:2]


def make_bench(expected: Sequence[str | None] = ("yes", "yes", "no", "no"), **about: Any) -> Bench:
    """A set of so many items, keyed i1, i2, ..., with these expected labels of the field `answer`."""
    tenant = ensure_tenant("meridian", "Meridian")
    pia = make_reader(tenant, "pia", Role.POLICY_ADMIN)
    revision = freeze_labels(pia, expected, **about)
    return Bench(
        tenant,
        pia,
        make_reader(tenant, "cleo", Role.ADJUDICATOR),
        make_reader(tenant, "iris", Role.RESPONDER),
        make_reader(tenant, "ada", Role.REVIEWER),
        make_reader(ensure_tenant("halcyon", "Halcyon"), "drew", Role.POLICY_ADMIN),
        revision,
    )


def freeze_labels(
    reader: Reader,
    expected: Sequence[str | None],
    *,
    strata: Sequence[Mapping[str, str]] = (),
    ratings: Mapping[str, Sequence[str]] | None = None,
    values: Sequence[str] = VALUES,
    positive: Sequence[str] = ("yes",),
    scale: Scale = Scale.NOMINAL,
    name: str = "Answers",
) -> opinions.SetRevision:
    """Another revision of the set where there is one already."""
    items = tuple(
        LabelItem(
            key=f"i{number}",
            words=Words(claim=f"Claim {number} is so."),
            labels=tuple(Label("answer", rater, said[number - 1]) for rater, said in (ratings or {}).items()),
            expected={"answer": value} if value is not None else {},
            expected_by=ExpectedBy.PUBLISHED if value is not None else None,
            strata=strata[number - 1] if strata else {},
        )
        for number, value in enumerate(expected, start=1)
    )
    field = Field("answer", scale, tuple(values), tuple(positive))
    return import_label_set(reader, LabelSet(key="answers", name=name, fields=(field,), items=items)).revision


def labels(*said: str | None) -> list[JudgeSaid]:
    """One label for each item in their order; None leaves the item out."""
    return [JudgeSaid(item=f"i{n}", label=label) for n, label in enumerate(said, start=1) if label is not None]


def scores(*said: float | None) -> list[JudgeSaid]:
    return [JudgeSaid(item=f"i{n}", score=score) for n, score in enumerate(said, start=1) if score is not None]
