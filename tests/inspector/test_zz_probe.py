from __future__ import annotations
from dataclasses import replace
import json
import pytest
from django.urls import reverse
from inspector.judging.certifying import Asked, certify
from inspector.judging.certificate_states import WITH, state_of
from inspector.judging.configurations import configure, newest_of
from inspector.models import rows as opinions
from inspector.models.judging import Certificate
from inspector.labels.judge_file import read_judge_file
from inspector.labels.label_set import NotALabelSet
from inspector.calibrating.importing import import_label_set
from tests.inspector.judged import JUDGE, make_bench, labels, scores
from tests.inspector.test_certificates import TWENTY, certified
from tests.inspector.test_judge_pages import browser
from tests.inspector.labelled_sets import labelled

pytestmark = pytest.mark.django_db

@pytest.mark.parametrize("a,b", [(0, False), (1, True), (0, 0.0)])
def test_bool(a, b):
    bench = make_bench(TWENTY)
    batch, _ = bench.results(labels(*TWENTY), judge=replace(JUDGE, parameters={"t": a}))
    c = certify(bench.pia, batch.public_id, Asked(tpr_low=.7, tnr_low=.7, positive=("yes",)))
    ev = batch.configuration.evaluator
    done = configure(bench.pia, ev, replace(JUDGE, parameters={"t": b}), newest_of(ev).public_id)
    s = state_of(Certificate.objects.select_related(*WITH).get(pk=c.pk))
    print("STATE", a, b, done.is_new, s)

@pytest.mark.parametrize("value", ['"\\u0000"', '"\\ud800"', "1"*1900, "1e308", "-0.0", '[1]', "NaN", "1e400", "9007199254740993", "1e-400", "99999999999999999999.5"])
def test_params(value):
    bench = make_bench(TWENTY)
    batch, _ = bench.results(labels(*TWENTY))
    ev = batch.configuration.evaluator
    c = browser(bench.pia)
    c.raise_request_exception = False
    for name in ("t", "\\ud800"):
        r = c.post(reverse("judge_configure", args=[ev.public_id]), {"model": "x", "parser_version": "", "prompt": "p", "rubric": "", "parameters": f"{name} = {value}", "seen": newest_of(ev).public_id})
        print("PARAM", value[:20], r.status_code)
        r2 = c.get(reverse("judge", args=[ev.public_id])); print(r2.status_code)

HEAD = {"schema": "evidence-inspector-judge/1", "configuration": {"evaluator": "strict", "model": "m"}, "field": "answer"}
@pytest.mark.parametrize("head,line", [
 ({"configuration": {"evaluator": "s", "parameters": {"a": "\x00"}}}, {}),
 ({"configuration": {"evaluator": "s", "parameters": {"a\x00": "x"}}}, {}),
 ({"configuration": {"evaluator": "s", "parameters": {"a": "\ud800"}}}, {}),
 ({"configuration": {"evaluator": "s", "parameters": {"\ud800": "x"}}}, {}),
 ({"configuration": {"evaluator": "s", "parameters": {"a": 10**300}}}, {}),
 ({"configuration": {"evaluator": "s", "prompt": "\x00"}}, {}),
 ({"configuration": {"evaluator": "s", "prompt": "\ud800"}}, {}),
 ({"configuration": {"evaluator": "s\ud800"}}, {}),
 ({"labels": {"\x00": "yes"}}, {}),
 ({"labels": {"a": "\x00"}}, {}),
 ({"labels": {"\ud800": "yes"}}, {}),
 ({}, {"item": "i2\x00", "label": "yes"}),
 ({}, {"item": "i2\ud800", "label": "yes"}),
 ({}, {"item": "i2", "label": "\x00"}),
 ({}, {"item": "i2", "label": "\ud800"}),
 ({}, {"item": "i2", "label": "yes", "raw": "\x00\ud800"}),
 ({}, {"item": "i2", "status": "error", "message": "\x00\ud800"}),
 ({}, {"item": "i2", "score": 1e308}),
 ({}, {"item": "i2", "score": 10**400}),
 ({}, {"item": "i2", "label": "x"*5000}),
])
def test_files(head, line):
    from django.core.files.uploadedfile import SimpleUploadedFile
    bench = make_bench(TWENTY)
    c = browser(bench.pia); c.raise_request_exception = False
    data = "\n".join(json.dumps(x) for x in ({**HEAD, **head}, {"item": "i1", "label": "yes"}, line or {"item": "i3", "label": "no"}))
    r = c.post(reverse("judge_import"), {"revision": bench.revision.public_id, "mapping": "", "file": SimpleUploadedFile("a.jsonl", data.encode())})
    print("FILE", str(head)[:90], str(line)[:60], r.status_code, "" if r.status_code != 422 else r.content.decode().split('role="alert"')[1][:200])
    if r.status_code == 303:
        r = c.get(r["Location"]); print("  page", r.status_code)
        r = c.get(reverse("judge_batch_items", args=[opinions.SetRevision and __import__("inspector.models.judging", fromlist=["x"]).JudgeBatch.objects.get().public_id])); print("  items", r.status_code)

def test_keys():
    bench = make_bench(TWENTY)
    a = import_label_set(bench.pia, labelled(key="日本語"))
    b = import_label_set(bench.pia, labelled(key="中文", expected=("no","yes")))
    print("KEYS", a.set.key, b.set.key, a.set.pk == b.set.pk, b.revision.number)
