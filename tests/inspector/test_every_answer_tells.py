"""Twenty demo answers and a hundred real ones: each region shows data or says that it was not recorded, and the page,
its JSON, the linter and the rows give the same numbers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from django.test import Client

from inspector.pages.answer import FRAGMENTS
from lineage.evidence.inspection import inspect
from lineage.evidence.native import Collected
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import Role
from lineage.formats.registry import read_payload
from lineage.formats.report import answer_report
from lineage.ingest import ingest
from lineage.models import rows
from tests.formats.samples import EXPERTQA, PAYLOADS, joined_mtrag, needs_samples, sample_bytes
from tests.golden import load_cases
from tests.inspector.making import NOW, make_member, make_tenant, signed_in
from tests.inspector.reading import words_of

pytestmark = pytest.mark.django_db
STATES = {"recorded", "partial", "empty", "masked", "absent"}
SECTION = re.compile(r'<section id="([\w-]+)"[^>]*data-region="[\w-]+"[^>]*>.*?</section>', re.DOTALL)
OF_EACH_DATASET = 35
LEAST_DEMO, LEAST_REAL = 20, 100


class Region(NamedTuple):
    state: str
    markup: str


def regions_of(page: str) -> dict[str, Region]:
    found = {}
    for section in SECTION.finditer(page):
        state = re.search(r'data-state="(\w+)"', section[0])
        if state is not None:
            found[section[1]] = Region(state[1], section[0])
    return found


def demo() -> Iterator[tuple[Collected, datetime]]:
    for case in load_cases():
        if case.demo:
            yield read_payload(json.dumps(case.bundle).encode(), "native"), case.as_of.astimezone(UTC)


def real() -> Iterator[tuple[Collected, datetime]]:
    for name in PAYLOADS:
        yield read_payload(sample_bytes(name)), NOW
    for name in EXPERTQA[:1]:
        lines = sample_bytes(name).split(b"\n")[:OF_EACH_DATASET]
        yield read_payload(b"\n".join(lines)), NOW
    joined = joined_mtrag()
    tasks = joined["tasks"][:OF_EACH_DATASET]
    ids = {task["task_id"] for task in tasks}
    judged = [one for one in joined["judgements"] if one["task_id"] in ids and one["system"] == "reference"]
    yield read_payload(json.dumps({**joined, "tasks": tasks, "judgements": judged}).encode()), NOW


def check(given: Iterator[tuple[Collected, datetime]]) -> int:
    tenant = make_tenant("meridian")
    adam = signed_in(make_member(tenant, "adam", Role.ADMINISTRATOR))
    counted = 0
    for collected, as_of in given:
        assert not collected.problems
        imported = ingest(tenant, collected, actor="importer", as_of=as_of).imported
        assert len(imported) == len(collected.answers)
        for public_id, (_, answer) in zip(imported, collected.answers, strict=True):
            dossier = collected.dossier(answer)
            told = answer_report(dossier.answer, inspect(dossier, DEFAULT_POLICY, as_of))
            check_answer(adam, public_id, json.loads(json.dumps(told, default=str)))
            counted += 1
    return counted


def check_answer(client: Client, public_id: str, told: dict[str, Any]) -> None:
    base = f"/answers/{public_id}/"
    # Rows may know a source from another answer too, and then say so in the digest of what was looked at.
    known = {"dossier_digest": told["dossier_digest"]}
    assert client.get(f"{base}report.json").json() | known == told, "the JSON of the page is the linter's"
    page = client.get(base, {"claims": "all", "findings": "all"}).content.decode()
    regions = regions_of(page)
    assert set(regions) >= set(FRAGMENTS)
    for name, region in regions.items():
        assert region.state in STATES, (public_id, name)
        if region.state == "absent":
            assert "not recorded" in region.markup or "absent-words" in region.markup, (public_id, name)
        assert len(words_of(region.markup)) > 20, (public_id, name)
    check_numbers(regions, public_id, told)


def check_numbers(regions: dict[str, Region], public_id: str, told: dict[str, Any]) -> None:
    stored = rows.Answer.objects.get(public_id=public_id)
    claims, findings = regions["claims"].markup, regions["findings"].markup
    assert claims.count('class="standing"') == len(told["claims"]) == stored.claims.count()
    shown = re.search(r"(\d+) findings?, the heaviest first", findings)
    kept = rows.Finding.objects.filter(inspection__answer=stored)
    assert int(shown[1] if shown else 0) == findings.count("<tr><td>") == len(told["findings"]) == kept.count()
    rules = Counter(re.findall(r'<code class="code">([a-z/-]+)</code>', findings))
    assert rules == Counter(one["rule"] for one in told["findings"]) == Counter(kept.values_list("rule", flat=True))
    statuses = Counter(rows.Resolution.objects.filter(inspection__answer=stored).values_list("status", flat=True))
    assert statuses == Counter(one["status"] for one in told["resolutions"])
    assert stored.state.decision == told["decision"]


def test_every_region_of_the_demo_answers_shows_data_or_says_that_it_was_not_recorded() -> None:
    assert check(demo()) >= LEAST_DEMO


@needs_samples
def test_every_region_of_a_hundred_real_answers_shows_data_or_says_that_it_was_not_recorded() -> None:
    assert check(real()) >= LEAST_REAL
