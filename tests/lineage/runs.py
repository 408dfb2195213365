"""A source in two versions and answers that cite the first, for tests of reprocessing; and runs over it."""

from __future__ import annotations

from typing import Any

from lineage.access import Reader
from lineage.evidence.vocabulary import Role, RunTrigger
from lineage.models import rows
from lineage.run_starting import start
from lineage.working import work
from tests.lineage import bundles
from tests.lineage.making import make_tenant

FIRST = (
    "Terms of the desk. A refund is paid within fourteen days of the return. It is paid in the currency of the order. "
    "Support logs are kept for 24 months. The desk may ask for a receipt. Parcels are insured. Parcels are insured. "
    "Gift cards are never paid out."
)
# All moved behind a new sentence; 24 became 36; may became must; one more parcel; the last sentence went.
SECOND = (
    "This page was revised. "
    "Terms of the desk. A refund is paid within fourteen days of the return. It is paid in the currency of the order. "
    "Support logs are kept for 36 months. The desk must ask for a receipt. Parcels are insured. Parcels are insured. "
    "Parcels are insured."
)
WORDS = {
    "refund": "within fourteen days",
    "logs": "24 months",
    "desk": "The desk may ask for a receipt",
    "gone": "Gift cards are never paid out",
}


def citation(key: str, text: str, words: str, label: str = "E1", **more: Any) -> dict[str, Any]:
    start = text.index(words)
    ranged = {"range": [start, start + len(words)], "unit": "code_point", "quoted_text": words}
    return {"key": key, "claim": "c1", "cited": label, **ranged, **more}


def version(name: str, **more: Any) -> dict[str, Any]:
    return {"version": name, "valid_from": f"202{name}-01-01T00:00:00Z", **more}


def texts(first: str = FIRST, second: str | None = SECOND) -> list[dict[str, Any]]:
    """The extracts of both versions; of the first alone where there is no second."""
    found = [bundles.artifact("terms-1", first)]
    return found if second is None else [*found, bundles.artifact("terms-2", second, version="2")]


def versions(second: bool = True) -> dict[str, Any]:
    return bundles.source("terms", version("1"), *([version("2", supersedes="1")] if second else []))


def answer(case: str, cited: list[dict[str, Any]], artifact: str = "terms-1") -> dict[str, Any]:
    return bundles.answer(case, manifest=[{"label": "E1", "artifact": artifact}], citations=cited)


def cite_words(tenant: rows.Tenant, *keys: str, second: str | None = SECOND, case: str = "refund") -> rows.Source:
    """One answer that cites these of WORDS, all of them by default, in the first of two versions."""
    cited = [citation(key, FIRST, WORDS[key]) for key in keys or WORDS]
    value = {"sources": [versions(second is not None)], "artifacts": texts(second=second)}
    report = bundles.take_in(tenant, value | {"answers": [answer(case, cited)]})
    assert report.problems == []
    return rows.Source.objects.get(tenant=tenant, key="terms")


def cite_often(tenant: rows.Tenant, count: int, answers: int = 1) -> rows.Source:
    """So many citations of the same words, in so many answers."""
    cited = [citation(f"x{number}", FIRST, WORDS["refund"]) for number in range(count // answers)]
    made = [answer(f"case-{number}", cited) for number in range(answers)]
    report = bundles.take_in(tenant, {"sources": [versions()], "artifacts": texts(), "answers": made})
    assert report.problems == []
    return rows.Source.objects.get(tenant=tenant, key="terms")


def make_house(key: str = "harbour") -> rows.Tenant:
    return make_tenant(key)


def iris(tenant: rows.Tenant, *roles: Role, actor: str = "iris", labels: frozenset[str] = frozenset()) -> Reader:
    return Reader(actor, tenant.pk, tenant.key, frozenset(roles or {Role.RESPONDER}), labels)


def find_responder(tenant_id: int, actor: str) -> Reader:
    """A READER_OF_ACTOR by which everybody is a responder."""
    return iris(rows.Tenant.objects.get(pk=tenant_id), actor=actor)


RESPONDERS = f"{__name__}.find_responder"


def begin(source: rows.Source, name: str = "2", **more: Any) -> rows.Run:
    """A run against a version of a source that nobody asked for."""
    given = {"trigger": RunTrigger.MANUAL, "actor": "test", "cause": None} | more
    return start(None, source, source.versions.get(version=name), **given)


def finish(run: rows.Run) -> rows.Run:
    """Works until nothing is left; the run as it is then."""
    while work(run.pk, seconds=60):
        pass
    return rows.Run.objects.get(pk=run.pk)


def outcomes(run: rows.Run) -> dict[str, str]:
    """By key of the citation."""
    return dict(run.relocations.values_list("citation__key", "outcome"))
