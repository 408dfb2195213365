"""The pages of judges: every number leads to the items it counts, forms keep what was written, nobody sees too much."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.judging.certifying import Asked, certify
from inspector.labels.judge_file import write_judge_file
from inspector.labels.label_set import JudgeResults, JudgeSaid
from inspector.models import rows as opinions
from inspector.models.judging import Certificate, EvaluatorConfiguration, JudgeBatch
from lineage.access import Reader
from lineage.evidence.vocabulary import JudgeStatus
from tests.inspector.judged import JUDGE, Bench, freeze_labels, labels, make_bench, scores
from tests.inspector.making import signed_in

pytestmark = pytest.mark.django_db
FIGURE = re.compile(r'data-name="(\w+)" value="([^"]*)"')


def browser(reader: Reader) -> Client:
    return signed_in(opinions.Membership.objects.get(actor=reader.actor).user)


def read(client: Client, address: str, status: int = 200) -> str:
    answered = client.get(address)
    assert answered.status_code == status, address
    return answered.content.decode()


def batch_url(batch: JudgeBatch, query: str = "") -> str:
    return reverse("judge_batch", args=[batch.public_id]) + query


def figures_in(html: str, block: str = "judge") -> dict[str, float]:
    section = html.partition(f'data-figures="{block}"')[2].partition("</section>")[0]
    return {name: float(number) for name, number in FIGURE.findall(section)}


@pytest.fixture
def bench(db: None) -> Bench:
    strata = [{"split": "dev"}, {"split": "test"}, {"split": "dev"}, {"split": "test"}, {"split": "test"}]
    return make_bench(["yes", "yes", "no", "no", None], strata=strata)


def test_the_figures_page_has_every_figure_with_its_exact_value(bench: Bench) -> None:
    batch, _ = bench.results(labels("yes", "no", "no", "no", "yes"))
    found = figures_in(read(browser(bench.iris), batch_url(batch)))
    assert {name: found[name] for name in ("used", "units", "tp", "fp", "fn", "tn")} == {
        "used": 4,
        "units": 5,
        "tp": 1,
        "fp": 0,
        "fn": 1,
        "tn": 2,
    }
    assert (found["tpr"], found["tnr"], found["precision"], found["recall"]) == (0.5, 1.0, 1.0, 0.5)
    assert found["f1"] == pytest.approx(2 / 3) and found["accuracy"] == 0.75
    # Two of two: the bound is 0.05 ** (1/2).
    assert found["tnr_low"] == pytest.approx(0.05**0.5) and "threshold" not in found


def test_a_threshold_is_given_or_found_on_another_part_and_scored_on_this_one(bench: Bench) -> None:
    batch, _ = bench.results(scores(0.8, 0.9, 0.3, 0.4, 0.5))
    client = browser(bench.iris)
    assert "from which one on it says yes" in read(client, batch_url(batch))
    given = figures_in(read(client, batch_url(batch, "?threshold=0.35&stratum=split:test")))
    assert (given["threshold"], given["used"], given["fp"], given["tn"]) == (0.35, 2, 1, 0)
    html = read(client, batch_url(batch, "?tune=split:dev&stratum=split:test"))
    # On dev 0.3 is no and 0.8 is yes: the first threshold that is right on both is 0.3 itself.
    assert figures_in(html)["threshold"] == 0.3 and "found on split: dev" in html
    assert figures_in(html)["auroc"] == 1.0


def test_every_number_leads_to_a_list_of_just_so_many_items(bench: Bench) -> None:
    said = [*labels("yes", "no", "no"), JudgeSaid(item="i4", status=JudgeStatus.TIMEOUT)]
    batch, _ = bench.results([*said, JudgeSaid(item="i1", label="no", attempt=2)])
    client = browser(bench.iris)
    html = read(client, batch_url(batch))
    address = reverse("judge_batch_items", args=[batch.public_id])
    counted = re.findall(rf'<a href="({address}[^"]*)"[^>]*>(?:<data[^>]*>)?(\d+)', html)
    assert len(counted) > 10
    for link, number in counted:
        # "1 of 2" names the part and the whole: the link leads to the part.
        assert figures_total(read(client, unescape(link))) == int(number), link


def figures_total(html: str) -> int:
    return int(dict(FIGURE.findall(html))["total"])


def test_an_item_is_shown_with_the_judges_own_words(bench: Bench) -> None:
    raw = "I weighed <b>both</b>.\nSo: yes."
    batch, _ = bench.results([JudgeSaid(item="i1", label="yes", score=0.5, raw=raw), *labels(None, "sure")])
    html = read(browser(bench.iris), reverse("judge_batch_items", args=[batch.public_id]))
    assert "I weighed &lt;b&gt;both&lt;/b&gt;." in html and "Claim 1 is so." in html
    assert "says “sure”, which is no label of this field" in html
    assert "not counted: judge failed" in html and "rightly called positive" in html


def test_a_file_comes_in_by_the_form_and_a_wrong_one_keeps_what_was_written(bench: Bench) -> None:
    client, address = browser(bench.pia), reverse("judge_import")
    results = JudgeResults(configuration=JUDGE, field="answer", said=tuple(labels("ja", "nein", "no")))
    data = b"".join(write_judge_file(results))
    sent: dict[str, Any] = {"revision": bench.revision.public_id, "mapping": "ja = yes\r\nnein = no"}
    answered = client.post(address, sent | {"file": SimpleUploadedFile("judge.jsonl", data)})
    batch = JudgeBatch.objects.get()
    assert (answered.status_code, answered["Location"]) == (303, batch_url(batch))
    assert batch.counts["completed"] == 3 and batch.file_name == "judge.jsonl"
    for wrong, words in (
        (sent | {"file": SimpleUploadedFile("judge.jsonl", data[:-20])}, "judge.jsonl:"),
        (sent | {"file": SimpleUploadedFile("judge.jsonl", data), "mapping": "ja"}, "line 1"),
        (sent, "Choose a file."),
        ({"mapping": "ja = yes"}, "Choose the set"),
    ):
        refused = client.post(address, wrong)
        html = refused.content.decode()
        assert refused.status_code == 422 and words in html and wrong["mapping"][:2] in html
    assert JudgeBatch.objects.count() == 1


def test_a_certificate_is_asked_for_read_and_expires_with_another_prompt(bench: Bench) -> None:
    batch, _ = bench.results(labels("yes", "yes", "no", "no"))
    client = browser(bench.pia)
    address = reverse("judge_certify", args=[batch.public_id])
    assert "<data" not in read(client, address), "no figure is seen before it is said what is asked"
    refused = client.post(address, {"tpr_low": "80 %", "tnr_low": "", "positive": "yes"})
    html = refused.content.decode()
    assert refused.status_code == 422 and 'value="80 %"' in html and html.count('class="error"') == 2
    answered = client.post(address, {"tpr_low": "0.2", "tnr_low": "0.2", "positive": "yes"})
    certificate = Certificate.objects.get()
    page = reverse("certificate", args=[certificate.public_id])
    assert (answered.status_code, answered["Location"]) == (303, page)
    html = read(client, page)
    assert "state-pass" in html and ">valid<" in html and figures_in(html)["tpr"] == 1.0
    judge = batch.configuration.evaluator
    configure = reverse("judge_configure", args=[judge.public_id])
    form = read(client, configure)
    assert "1 certificate that holds now will expire" in form
    seen = re.search(r'name="seen" value="(\w+)"', form)
    assert seen is not None
    changed = {"model": JUDGE.model, "prompt": "Is it so?\r\nAnswer in one word.", "parameters": "temperature = 0"}
    looked = client.post(configure, changed | {"seen": seen[1], "look": "yes"})
    assert "<del>" in looked.content.decode() and EvaluatorConfiguration.objects.count() == 1
    answered = client.post(configure, changed | {"seen": seen[1]})
    assert answered.status_code == 303
    assert answered["Location"] == f"{reverse('judge', args=[judge.public_id])}?after=configured"
    html = read(client, page)
    assert ">expired<" in html and "The prompt was changed" in html and ">valid<" not in html
    overtaken = client.post(configure, changed | {"seen": seen[1], "prompt": "mine"})
    assert overtaken.status_code == 409 and "mine" in overtaken.content.decode()
    assert "1 other: expired, or not met" in read(client, reverse("judges"))


def test_a_wrong_parameter_is_refused_at_its_field_and_kept(bench: Bench) -> None:
    batch, _ = bench.results(labels("yes"))
    configure = reverse("judge_configure", args=[batch.configuration.evaluator.public_id])
    refused = browser(bench.pia).post(configure, {"parameters": "temperature"})
    html = refused.content.decode()
    assert refused.status_code == 422 and "line 1: write it as: name = value" in unescape(html).replace("Line", "line")
    assert EvaluatorConfiguration.objects.count() == 1


def test_who_only_reviews_and_who_is_of_another_tenant_sees_nothing(bench: Bench) -> None:
    batch, _ = bench.results(labels("yes", "yes", "no", "no"))
    certificate = certify(bench.pia, batch.public_id, Asked(tpr_low=0.2, tnr_low=0.2, positive=("yes",)))
    judge = batch.configuration.evaluator
    own = [("judge", judge), ("judge_batch", batch), ("judge_batch_items", batch), ("certificate", certificate)]
    addresses = [reverse(name, args=[row.public_id]) for name, row in own]
    writing = [reverse("judge_configure", args=[judge.public_id]), reverse("judge_certify", args=[batch.public_id])]
    for address in (*addresses, reverse("judges")):
        assert browser(bench.ada).get(address).status_code == 403, address
        assert browser(bench.iris).get(address).status_code == 200, address
    for address in (*addresses, *writing):
        assert browser(bench.drew).get(address).status_code == 404, address
    for address in (*writing, reverse("judge_import")):
        assert browser(bench.iris).get(address).status_code == 403, address
        assert browser(bench.iris).post(address).status_code == 403, address


HOSTILE = (
    *("?threshold=nan", "?threshold=1e999", "?threshold=%00", "?stratum=::&tune=%00"),
    "?positive=%F0%9F%A6%96&positive=",
)


def test_what_makes_no_sense_in_an_address_counts_as_not_said(bench: Bench) -> None:
    batch, _ = bench.results(scores(0.8, 0.9, 0.3, 0.4))
    client = browser(bench.iris)
    for query in HOSTILE:
        read(client, batch_url(batch, query))
    for query in (*HOSTILE, "?bin=12&reason=x&stable=y", "?after=zz", f"?after={'0' * 32}", f"?item={'0' * 32}"):
        read(client, reverse("judge_batch_items", args=[batch.public_id]) + query)


def test_the_figures_page_takes_as_many_statements_for_many_items_as_for_few(bench: Bench) -> None:
    few, _ = bench.results(labels("yes", "yes", "no", "no"))
    many = make_many(bench)
    client, counted = browser(bench.iris), []
    for batch in (few, many):
        read(client, batch_url(batch))
        with CaptureQueriesContext(connection) as asked:
            read(client, batch_url(batch))
        counted.append(len(asked))
    assert counted[0] == counted[1] <= 16


def make_many(bench: Bench) -> JudgeBatch:
    revision = freeze_labels(bench.pia, ["yes", "no"] * 60)
    batch: JudgeBatch = bench._replace(revision=revision).results(labels(*["yes", "no"] * 60))[0]
    return batch
