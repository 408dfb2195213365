"""A page header inside cited words, through rows: the text without headers is searched, the whole one is pointed at."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.bulk import write
from lineage.evidence.vocabulary import RelocationOutcome
from lineage.models import rows
from lineage.pipeline.boilerplate import find_boilerplate, strip
from lineage.targets import find_stripped, find_targets
from tests.lineage import bundles, runs
from tests.pipeline.readings import paged

pytestmark = pytest.mark.django_db

OLD = "The desk opens at nine. Support logs of the house are kept for 24 months by the keeper. The end."
PAGES = [
    "Rules of the house\n\nThe desk opens at nine. Support logs of the house are kept for\n\n1\n",
    "Rules of the house\n\n24 months by the keeper. The end.\n\n2\n",
    "Rules of the house\n\nNothing more is told.\n\n3\n",
]
NEW, NUMBERED = paged(PAGES)
CITED = {"broken": "kept for 24 months", "whole": "24 months by the keeper", "opens": "The desk opens at nine"}


def steps(**change: Any) -> dict[str, Any]:
    """The text of the second version without its headers, as a pipeline keeps it."""
    words, spans = strip(NEW, find_boilerplate(NEW, NUMBERED))
    segments = [{"output": list(s.output), "input": list(s.input), "kind": str(s.kind)} for s in spans.to_segments()]
    stripped = bundles.artifact("terms-2-stripped", words, version="2", kind="normalized_text", origin="derived")
    made = {
        "key": "strip-terms-2",
        "kind": "header_footer_removal",
        "mediation": "deterministic",
        "derivations": [{"input": "terms-2", "output": "terms-2-stripped", "segments": segments}],
    } | change
    return {"artifacts": [*runs.texts(OLD, NEW), stripped], "transformations": [made]}


def take_in(more: dict[str, Any]) -> rows.Source:
    made = [runs.citation(key, OLD, words) for key, words in CITED.items()]
    value = {"sources": [runs.versions()], "answers": [runs.answer("refund", made)], **more}
    report = bundles.take_in(runs.make_house(), value)
    assert report.problems == []
    return rows.Source.objects.get(key="terms")


def test_words_that_a_page_header_breaks_are_proposed_and_whole_ones_are_moved() -> None:
    run = runs.finish(runs.begin(take_in(steps())))
    assert runs.outcomes(run) == {
        "broken": RelocationOutcome.PROPOSED,
        "whole": RelocationOutcome.RELOCATED_NORMALIZED,
        "opens": RelocationOutcome.RELOCATED_NORMALIZED,
    }
    # Their sentences, or the next ones, are the same but for the header: verdicts stay as they are.
    assert [found.changed for found in rows.Relocation.objects.exclude(citation__key="broken")] == [None, None]
    broken = rows.Relocation.objects.get(citation__key="broken")
    assert (broken.method, broken.now, broken.changes) == ("normalized", None, "")
    (offered,) = json.loads(broken.details.get_bytes())["candidates"]
    assert offered["artifact"] == "terms-2"
    assert NEW[offered["start"] : offered["end"]] == "kept for\n\n1\nRules of the house\n\n24 months"
    whole = rows.Relocation.objects.get(citation__key="whole")
    assert (whole.now.key, NEW[whole.now_start : whole.now_end]) == ("terms-2", "24 months by the keeper")


def test_words_in_an_old_version_with_headers_are_found_in_a_new_one_without() -> None:
    made = steps()
    made["artifacts"][:2] = [bundles.artifact("terms-1", OLD, version="2"), bundles.artifact("terms-2", NEW)]
    made["artifacts"][2] = made["artifacts"][2] | {"version": "1"}
    words = "kept for\n\n1\nRules of the house\n\n24 months"
    value = {"sources": [runs.versions()], **made}
    cited = [runs.citation("broken", NEW, words)]
    report = bundles.take_in(runs.make_house(), value | {"answers": [runs.answer("refund", cited, "terms-2")]})
    assert report.problems == []
    run = runs.finish(runs.begin(rows.Source.objects.get()))
    assert runs.outcomes(run) == {"broken": RelocationOutcome.PROPOSED}
    (offered,) = json.loads(rows.Relocation.objects.get().details.get_bytes())["candidates"]
    assert (offered["artifact"], OLD[offered["start"] : offered["end"]]) == ("terms-1", "kept for 24 months")


def test_a_text_without_headers_whose_map_was_not_verified_or_whose_words_are_gone_is_not_searched() -> None:
    source = take_in(steps(mediation="model"))
    version = source.versions.get(version="2")
    assert find_stripped(find_targets(version.pk)) == {}
    outcomes = runs.outcomes(runs.finish(runs.begin(source)))
    assert (outcomes["opens"], outcomes["whole"]) == ("relocated_exact", "proposed")


def test_the_newest_text_without_headers_is_searched() -> None:
    source = take_in(steps())
    (target,) = find_targets(source.versions.get(version="2").pk)
    old = rows.Derivation.objects.get(input_id=target.id)
    again = {name: getattr(old, name) for name in ("tenant_id", "transformation_id", "input_id", "map", "map_digest")}
    other = rows.Artifact.objects.get(key="terms-1")
    write(rows.Derivation, [{**again, "output_id": other.pk, "verified": True}])
    assert find_stripped([target])[target.id].text.id == other.pk
    # Its words are others than the map says: it is left alone, and citations are looked for in the text itself.
    outcomes = runs.outcomes(runs.finish(runs.begin(source)))
    assert (outcomes["opens"], outcomes["whole"]) == ("relocated_exact", "proposed")
