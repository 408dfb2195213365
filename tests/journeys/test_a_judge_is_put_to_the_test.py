"""People label blind in pairs, one difference is settled, the set is frozen, a judge is tested on it, and then changed.

Six claims. Ada says of c1, c2, c3, c6 that the passage supports them and of c4, c5 that it does not; Ben differs on c6;
Cleo adopts Ada's. So four are positive and two are not. The judge passes all four, and c4: TPR 4/4 with lower bound
0.05^(1/4) = 0.473, TNR 1/2 with lower bound 1 - 0.95^(1/2) = 0.0253 (Clopper and Pearson, one-sided, by hand).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.inspector.making import simple_bundle
from tests.journeys.bundles import bring_in

SignedIn = Callable[..., Page]

CASE, QUEUE, SET = "parcel", "Blind labels", "Parcels"
SUPPORTED = {"ada": {1, 2, 3, 6}, "ben": {1, 2, 3}}
PASSED = {1, 2, 3, 4, 6}
FILL = """
from inspector.demo.readers import reader_called
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_keeping import create_queue
from lineage.evidence.vocabulary import QueueKind
from lineage.models import rows
tenant = rows.Tenant.objects.get(key="meridian")
cleo, ada, ben = (reader_called(tenant, name) for name in ("cleo", "ada", "ben"))
queue = create_queue(cleo, QueueFields(name="{queue}", kind=QueueKind.CALIBRATION, judgements=2, blind=True, seed=7,
                                       reviewers=(ada.actor, ben.actor)))
claims = rows.Claim.objects.filter(tenant=tenant, answer__case__key="{case}").order_by("ordinal")
add_claims(cleo, queue, list(claims.values_list("public_id", flat=True)), "to be labelled")
"""


@pytest.fixture(scope="module")
def queue(product: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    bring_in(product, tmp_path_factory.mktemp("parcel"), simple_bundle(CASE, 6))
    product.manage("shell", "-c", FILL.format(queue=QUEUE, case=CASE))


def label_all(page: Page, supported: set[int]) -> None:
    """Every claim of the queue by two keys each."""
    page.goto("/label/")
    page.get_by_role("button", name=f"with {QUEUE}").click()
    page.wait_for_url("**/label/*/")
    for _ in range(6):
        claim = page.locator("#label-claim")
        words = claim.inner_text()
        found = re.search(r"Rule (\d)", words)
        assert found is not None, words
        page.keyboard.press("1" if int(found[1]) in supported else "4")
        page.keyboard.press("Enter")
        expect(claim.filter(has_text=found[0])).to_have_count(0)
    expect(page.locator("[data-own=today]")).to_have_text("6")


def judge_file(folder: Path, name: str, prompt: str) -> Path:
    header = {
        "schema": "evidence-inspector-judge/1",
        "field": "label",
        "labels": {"pass": "clear_support", "fail": "insufficient_evidence"},
        "configuration": {"evaluator": "parcel-judge", "model": "m-1", "prompt": prompt, "rubric": "Pass or fail."},
    }
    said = (
        {"item": f"{CASE}#c{number}", "label": "pass" if number in PASSED else "fail", "raw": f"Because of {number}."}
        for number in range(1, 7)
    )
    path = folder / name
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, *said)))
    return path


def value_of(page: Page, name: str, block: str = "judge") -> float:
    figure = page.locator(f"[data-figures={block}] data[data-name={name}]").first
    return float(figure.get_attribute("value") or "nan")


def test_label_in_blind_pairs_settle_freeze_test_a_judge_change_its_prompt_and_see_it_expire(
    signed_in: SignedIn, product: Any, queue: None, tmp_path: Path
) -> None:
    label_all(signed_in("Ada"), SUPPORTED["ada"])
    label_all(signed_in("Ben"), SUPPORTED["ben"])

    cleo = signed_in("Cleo")
    settle(cleo)
    freeze(cleo)
    read_agreement(cleo)
    import_judge(cleo, judge_file(tmp_path, "judge.jsonl", "Does the passage support the claim?"))
    assert (value_of(cleo, "tp"), value_of(cleo, "fn"), value_of(cleo, "fp"), value_of(cleo, "tn")) == (4, 0, 1, 1)
    assert value_of(cleo, "tpr_low") == pytest.approx(0.05 ** (1 / 4))
    assert value_of(cleo, "tnr_low") == pytest.approx(1 - 0.95 ** (1 / 2))
    batch = cleo.url

    pia = signed_in("Pia")
    certificate = certify(pia, batch)
    state = pia.locator(".certificate-state")
    expect(state).to_contain_text("valid")
    change_prompt(pia, certificate)
    pia.goto(certificate)
    expect(state).to_contain_text("expired")
    expect(state).to_contain_text("prompt")

    ada = signed_in("Ada")
    for address in (batch, certificate, "/judges/", "/calibration/", "/agreement/"):
        answer = ada.goto(address)
        assert answer is not None and answer.status in (403, 404), address


def settle(page: Page) -> None:
    """Ada's card is adopted: the one that says that the passage supports the claim."""
    page.goto("/adjudications/")
    page.get_by_role("link", name="Rule 6: a refund is paid").click()
    page.locator(".settle-form").wait_for()
    cards = page.locator(".verdict-card").all_inner_texts()
    letter = "A" if "does not support" not in cards[0] else "B"
    page.get_by_role("radio", name=f"Adopt {letter}").check()
    page.get_by_role("radio", name="a reviewer erred").check()
    page.get_by_label("The sentence of the guideline that decides it").select_option(index=1)
    page.get_by_label("Why", exact=True).fill("The passage says so in as many words.")
    page.get_by_role("button", name="Settle and go on").click()
    expect(page.get_by_text("Settled and recorded.")).to_be_visible()


def freeze(page: Page) -> None:
    page.goto("/calibration/new/")
    page.get_by_label("Name").fill(SET)
    page.get_by_role("button", name="Make the set").click()
    page.wait_for_url(re.compile(r"/calibration/[^/]+/$"))
    page.locator("main a[href$='/freeze/']").first.click()
    page.get_by_label(QUEUE).check()
    page.get_by_role("button", name="See what would be frozen").click()
    preview = page.locator(".freeze-preview")
    expect(preview).to_contain_text("6 claims")
    expect(preview).to_contain_text("no “clear contradiction” examples")
    page.get_by_label("Why now").fill("All six are settled.")
    page.get_by_role("button", name="Freeze it").click()
    page.wait_for_url("**/calibration/revisions/*/")


def read_agreement(page: Page) -> None:
    """Equal on five of six claims; Cleo's settling is no vote."""
    here = page.url
    page.goto(f"{here}agreement/?field=label")
    for block, name, value in (("counted", "units", 6), ("counted", "used", 6), ("overall", "percent", 5 / 6)):
        assert value_of(page, name, block) == pytest.approx(value), name
    page.goto(here)


def import_judge(page: Page, path: Path) -> None:
    page.get_by_role("link", name="Put a judge to the test").click()
    expect(page.get_by_label("Set that the judge was run on").locator("option:checked")).to_contain_text(SET)
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/judges/batches/*/")


def certify(page: Page, batch: str) -> str:
    """The address of the certificate; what is asked is said before anything is computed."""
    page.goto(batch)
    page.get_by_role("link", name="Test the judge for a certificate").click()
    expect(page.locator("input[name=positive][value=clear_support]")).to_be_checked()
    page.get_by_label("Sensitivity: lower bound at least").fill("0.4")
    page.get_by_label("Specificity: lower bound at least").fill("0.02")
    page.get_by_role("button", name="Test the judge").click()
    page.wait_for_url("**/certificates/*/")
    return page.url


def change_prompt(page: Page, certificate: str) -> None:
    """Which certificate will expire is said before anything is recorded."""
    page.goto("/judges/")
    page.locator("main").get_by_role("link", name="parcel-judge").first.click()
    page.locator("main a[href$='/configure/']").first.click()
    expect(page.locator(".expiring")).to_contain_text(f"{SET}, revision 1")
    page.get_by_label("Prompt", exact=True).fill("Does the passage support all of the claim?")
    page.get_by_role("button", name="See what would change").click()
    expect(page.locator("main")).to_contain_text("all of the claim?")
    beside = page.context.new_page()
    beside.goto(certificate)
    expect(beside.locator(".certificate-state")).to_contain_text("valid")
    page.get_by_role("button", name="Record configuration 2").click()
    page.wait_for_url(re.compile(r"/judges/[^/]+/(\?|$)"))
