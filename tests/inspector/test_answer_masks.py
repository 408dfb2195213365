"""Who lacks a label of a source meets none of its words or names on the answer page; counts remain."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from inspector.pages.answer_opening import open_answer
from lineage.access import Reader
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.answer_bundles import CANARIES, full_bundle
from tests.inspector.answers import answer_page_of, reading_of_bundle
from tests.inspector.making import answer_url, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.reading import words_of
from tests.inspector.test_masks import CANARIES as BOARD_CANARIES
from tests.inspector.test_masks import board_bundle

pytestmark = pytest.mark.django_db
ALL = "?candidates=all&claims=all&findings=all&passages=all&blocks=all&views=all"
FRAGMENTS = (
    "references", "claims", "findings", "output", "numbers", "request", "views", "retrieval", "passages", "blocks",
    "hops", "settings", "checklist", "clocks",
)  # fmt: skip


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, full_bundle(closed=True))
    import_bundle(tenant, board_bundle())
    return tenant


def member(tenant: rows.Tenant, name: str, role: Role, *labels: str) -> Client:
    return signed_in(make_member(tenant, name, role, labels=labels))


def leaks(html: str, canaries: tuple[str, ...] = CANARIES) -> list[str]:
    return [canary for canary in canaries if canary in html]


def test_a_reader_with_the_label_sees_every_word_and_name(tenant: rows.Tenant) -> None:
    """Else the other tests would prove nothing."""
    html = member(tenant, "ada", Role.REVIEWER, "board").get(answer_url(tenant, "ferry") + ALL).content.decode()
    unseen = {"https://board.example/closed-dossier.docx", "office-of-closed-dossier.docx", "ab" * 32}
    unseen |= {"closed session heading", "cell-of-the-board"}
    assert set(leaks(html)) >= set(CANARIES) - unseen


@pytest.mark.parametrize(
    "role", [Role.REVIEWER, Role.LABELER, Role.ADJUDICATOR, Role.RESPONDER, Role.POLICY_ADMIN], ids=str
)
def test_who_lacks_the_label_meets_none_of_them_on_the_page_or_in_any_part(tenant: rows.Tenant, role: Role) -> None:
    ben = member(tenant, "ben", role, "internal")
    url = answer_url(tenant, "ferry") + ALL
    page = ben.get(url)
    assert page.status_code == 200
    assert leaks(page.content.decode()) == []
    for part in FRAGMENTS:
        fragment = ben.get(url, headers={"HX-Request": "true", "HX-Target": part}).content.decode()
        assert f'data-region="{part}"' in fragment and "<html" not in fragment
        assert leaks(fragment) == [], part


def test_quoted_summarised_and_packed_words_of_a_closed_version_stay_closed(tenant: rows.Tenant) -> None:
    html = member(tenant, "ben", Role.REVIEWER).get(answer_url(tenant, "office") + ALL).content.decode()
    assert leaks(html, BOARD_CANARIES) == []


def test_the_page_reads_less_of_candidates_than_other_pages_and_masks_the_same(tenant: rows.Tenant) -> None:
    ben = Reader("ben", tenant.pk, "meridian", frozenset({Role.REVIEWER}), frozenset({"internal"}))
    public_id = rows.Answer.objects.get(tenant=tenant, case__key="ferry").public_id
    lean, whole = open_answer(ben, public_id, only_names_of_candidates=True), open_answer(ben, public_id)
    assert "whisper-of-the-board" in lean.masked and lean.masked == whole.masked
    assert lean.mask == whole.mask
    assert lean.dossier.find_text("whisper-of-the-board") is None
    assert whole.dossier.find_text("whisper-of-the-board") == "Tanager soon."


def test_counts_remain(tenant: rows.Tenant) -> None:
    whole = answer_page_of(reading_of_bundle(full_bundle(closed=True)))
    html = member(tenant, "ben", Role.REVIEWER).get(answer_url(tenant, "ferry")).content.decode()
    shown = words_of(html)
    assert "characters that you may not read" in shown
    assert "a passage that you may not read" in shown
    assert html.count("<tr><td>dense</td>") + html.count("<tr><td>sparse</td>") == 3
    assert f"{len(whole.findings.rows)} findings" in shown
    assert f"{whole.request.unmarked} code points unmarked" in shown


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.ADMINISTRATOR])
def test_who_reads_every_label_sees_all_and_may_take_the_report(tenant: rows.Tenant, role: Role) -> None:
    client = member(tenant, "otto", role)
    assert "tanager" in client.get(answer_url(tenant, "ferry")).content.decode()
    assert client.get(answer_url(tenant, "ferry", "answer_report")).status_code == 200


def test_the_report_of_an_answer_with_a_closed_source_is_refused_and_the_refusal_names_nothing(
    tenant: rows.Tenant,
) -> None:
    response = member(tenant, "iris", Role.RESPONDER).get(answer_url(tenant, "ferry", "answer_report"))
    assert response.status_code == 403
    assert leaks(response.content.decode()) == []


def test_a_closed_passage_that_only_a_reference_or_the_corpus_names_is_closed_too(tenant: rows.Tenant) -> None:
    """Nothing of the answer reaches it: the capture merely names its key."""
    bundle = simple_bundle("naming")
    bundle["answers"][0]["capture"] = {
        "reference": {"gold": ["extract-closed-dossier"]},
        "corpus": [{"source": "closed-dossier.docx", "version": "rev-board-9"}],
        "conflicts": [{"first": "naming-rules", "second": "extract-closed-dossier"}],
    }
    import_bundle(tenant, bundle)
    html = member(tenant, "ben", Role.REVIEWER).get(answer_url(tenant, "naming")).content.decode()
    assert leaks(html) == []
    open_html = member(tenant, "ada", Role.REVIEWER, "board").get(answer_url(tenant, "naming")).content.decode()
    assert {"extract-closed-dossier", "closed-dossier.docx"} <= set(leaks(open_html))


def test_a_range_that_names_an_open_passage_and_holds_other_words_is_hidden(tenant: rows.Tenant) -> None:
    bundle: dict[str, Any] = json.loads(json.dumps(full_bundle(closed=True)))
    bundle["answers"][0]["case"]["key"] = "mislabelled"
    request = bundle["answers"][0]["capture"]["request"]
    for found in request["ranges"]:
        if found.get("artifact") == "brief-of-the-board":
            found["artifact"] = "timetable"
    import_bundle(tenant, bundle)
    html = member(tenant, "ben", Role.REVIEWER).get(answer_url(tenant, "mislabelled")).content.decode()
    assert leaks(html) == []
