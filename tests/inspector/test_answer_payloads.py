"""A hundred recorded answers of many producers: each part shows data or says that nobody recorded it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from inspector.pages.answer_reading import AnswerReading
from lineage.formats.registry import read_payload
from lineage.formats.report import answer_report
from tests.formats.samples import EXPERTQA, PAYLOADS, joined_mtrag, needs_samples, sample_bytes
from tests.inspector.answers import answer_page_of, drawn, reading_of_dossier
from tests.inspector.reading import words_of
from tests.inspector.test_answer_page import REGIONS, section

ROWS_OF_EACH_FILE = 40


def recorded() -> Iterator[tuple[str, AnswerReading]]:
    files = {name: sample_bytes(name) for name in PAYLOADS}
    files["mtrag"] = json.dumps(joined_mtrag()).encode()
    files |= {name: b"\n".join(sample_bytes(name).split(b"\n")[:ROWS_OF_EACH_FILE]) for name in EXPERTQA}
    for name, data in files.items():
        collected = read_payload(data)
        for place, answer in collected.answers:
            yield f"{name}{place}", reading_of_dossier(collected.dossier(answer), answer.raw_payload)


@needs_samples
def test_each_part_of_a_hundred_recorded_answers_shows_data_or_says_that_it_was_not_recorded() -> None:
    seen = 0
    for name, reading in recorded():
        page = answer_page_of(reading)
        html = drawn(page)
        assert [region for region in REGIONS if f'data-region="{region}"' not in html] == [], name
        for region in page.regions:
            if region.state == "absent":
                assert "not recorded" in words_of(section(html, region.id)), (name, region.id)
        report = answer_report(reading.dossier.answer, reading.inspection)
        assert Counter(row.rule for row in page.findings.rows) <= Counter(f["rule"] for f in report["findings"])
        assert page.findings.listed.total == len(report["findings"]), name
        assert page.head.claims == len(report["claims"]), name
        seen += 1
    assert seen >= 100
