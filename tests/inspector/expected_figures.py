"""Where the pages show the figures of samples/datasets/EXPECTED.json: key, page, block, name (issue 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from tests.formats.samples import sample
from tests.inspector.figure_pages import Figures

EXPECTED = "datasets/EXPECTED.json"


class Shown(NamedTuple):
    """That a figure of a page is the expected one of this key; `times` 100 where the key is in percent."""

    key: str
    name: str
    kind: str = "overall"
    about: Mapping[str, str] = {}
    times: float = 1
    part: int | None = None

    def check(self, figures: Figures) -> None:
        """Raises AssertionError where the page says otherwise, or published and recomputed values both differ."""
        expected = sample(EXPECTED)[self.key]
        found = self.times * figures.get(self.name, self.kind, **self.about)
        for source in ("recomputed", "published"):
            wanted = expected[source] if self.part is None or expected[source] is None else expected[source][self.part]
            if wanted is not None:
                assert found == pytest.approx(wanted, abs=expected["tolerance"], rel=0), f"{self.key} ({source})"


def recomputed(key: str) -> Any:
    return sample(EXPECTED)[key]["recomputed"]


INCREDIBLE_AE = (
    Shown("incredible_ae.a1_a2.cohen_kappa", "cohen_kappa"),
    Shown("incredible_ae.a1_a2.cohen_kappa", "cohen_kappa", "pair", {"pair": "a1,a2"}),
    Shown("incredible_ae.a1_a2.percent_agreement", "percent"),
    Shown("incredible_ae.a1_a2.percent_agreement", "percent", "pair", {"pair": "a1,a2"}),
    Shown("incredible_ae.krippendorff_nominal_2", "alpha_nominal"),
    Shown("incredible_ae.krippendorff_nominal_3_with_missing", "alpha_nominal", "with-adjudicators"),
)
PUBMEDQA = (
    Shown("pubmedqa.reasoning_required.accuracy", "accuracy", "against", {"rater": "a2"}),
    Shown("pubmedqa.reasoning_required.macro_f1", "macro_f1", "against", {"rater": "a2"}),
    Shown("pubmedqa.reasoning_free.accuracy", "accuracy", "against", {"rater": "a1"}),
    Shown("pubmedqa.reasoning_free.macro_f1", "macro_f1", "against", {"rater": "a1"}),
    Shown("pubmedqa.a1_a2.percent_agreement", "percent"),
    Shown("pubmedqa.a1_a2.cohen_kappa", "cohen_kappa"),
    Shown("pubmedqa.a1_a2.krippendorff_nominal", "alpha_nominal"),
)
RAGCHECKER = {
    field: (
        Shown(f"ragchecker.{field}.a1_vs_a2.pearson_x100", "pearson", times=100),
        Shown(f"ragchecker.{field}.a1_vs_a2.spearman_x100", "spearman", times=100),
        Shown(f"ragchecker.{field}.a1_a2.krippendorff_ordinal", "alpha_ordinal"),
        Shown(f"ragchecker.{field}.a1_a2.krippendorff_interval", "alpha_interval"),
        Shown(f"ragchecker.{field}.a1_a2.weighted_kappa_quadratic", "weighted_kappa"),
        Shown(f"ragchecker.{field}.a1_a2.percent_agreement", "percent"),
    )
    for field in ("correctness", "completeness", "overall")
}
RAGCHECKER_JUDGE = {
    field: (
        Shown(f"ragchecker.{field}.judge_vs_human.pearson_x100", "pearson", "correlation", times=100),
        Shown(f"ragchecker.{field}.judge_vs_human.spearman_x100", "spearman", "correlation", times=100),
    )
    for field in RAGCHECKER
}
MTRAG = {
    field: tuple(
        Shown(f"mtrag_human.shared.{field}.krippendorff_{scale}", f"alpha_{scale}")
        for scale in ("nominal", "ordinal", "interval")
    )
    for field in ("faithfulness", "appropriateness", "completeness")
}
MTRAG_JUDGES = {
    judge: Shown(f"mtrag_human.shared.faithfulness_vs_{judge}.spearman", "spearman_mean", "correlation")
    for judge in ("rl_f", "rb_llm", "rb_agg", "Bert-KPrec")
}
XSUM = {
    "any_span": (
        Shown("xsum.shared.any_span.fleiss_kappa", "fleiss_kappa"),
        Shown("xsum.shared.any_span.percent_agreement", "percent"),
    ),
    "factual": (Shown("xsum.shared.factual.fleiss_kappa", "fleiss_kappa"),),
}
# How each judge of WiCE is read: with the threshold that is best on the dev rows, or with one that is given.
WICE_JUDGES = {
    "t5-3b-anli": {"tune": "split:dev"},
    "t5-3b-anli-wice": {"tune": "split:dev"},
    "gpt-3.5-turbo-0613": {"threshold": "0.0"},
    "gpt-4-0613": {"threshold": "0.5"},
}


def wice(judge: str) -> Iterator[Shown]:
    for key, name, times, part in (
        ("f1_x100", "f1", 100, None),
        ("accuracy_x100", "accuracy", 100, None),
        ("precision_recall", "precision", 1, 0),
        ("precision_recall", "recall", 1, 1),
        ("auroc", "auroc", 1, None),
        ("brier", "brier", 1, None),
        ("ece_10_equal_width", "ece", 1, None),
        ("threshold_from_dev", "threshold", 1, None),
    ):
        if key != "threshold_from_dev" or "tune" in WICE_JUDGES[judge]:
            yield Shown(f"wice.judge.{judge}.{key}", name, "judge", times=times, part=part)


# Label counts, by page: how many items have which expected label.
COUNTS = {
    "pubmedqa.label_counts_500": ("pubmedqa", ("items.jsonl",), {"field": "answer"}),
    "incredible_ae.agreed_counts": ("incredible_ae", ("pairs.jsonl",), {"field": "stance"}),
    "wice.dev.label_counts": (
        "wice", ("claims_dev.jsonl", "judge_scores.jsonl"), {"field": "label", "stratum": "split:dev"},
    ),
    "scitab.label_counts": ("scitab", ("claims.jsonl", "tables.jsonl"), {"field": "label"}),
    "factcheck.shared.claims_factual": ("factcheck_bench", ("responses.jsonl",), {"field": "factual"}),
}  # fmt: skip
# What is no figure of agreement or of a judge: shares of words, which spans give (tests/evidence), and their means.
ELSEWHERE = {
    "xsum.shared.faithful_items_equal_to_published",
    "xsum.shared.factual_items_equal_to_published",
    "xsum.shared.faithful_mean_by_system",
}
BY_HAND = {
    "incredible_ae.majority_vs_agreed",
    *(f"mtrag_human.shared.{field}.mean_by_system" for field in MTRAG),
}


def all_keys() -> set[str]:
    """Every key of which a test here knows where it is shown."""
    groups = (INCREDIBLE_AE, PUBMEDQA, *RAGCHECKER.values(), *RAGCHECKER_JUDGE.values(), *MTRAG.values())
    shown = [one.key for group in (*groups, *XSUM.values(), *map(wice, WICE_JUDGES)) for one in group]
    return {*shown, *(one.key for one in MTRAG_JUDGES.values()), *COUNTS, *BY_HAND}
