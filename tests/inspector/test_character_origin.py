"""The page that shows where any character of an answer, its request and its evidence comes from."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.golden import CASES, load_case
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.reading import words_of
from tests.inspector.test_masks import CANARIES, board_bundle

FRAGMENT = {"HX-Request": "true", "HX-Target": "origin-of"}


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    for name in ("archived-logs", "inspection-interval"):
        case = load_case(CASES / f"origin/{name}.json")
        import_bundle(tenant, case.bundle, case.as_of)
    return tenant


@pytest.fixture
def ada(meridian: rows.Tenant) -> Client:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER, labels=("internal",)))


def origin_url(tenant: rows.Tenant, case: str, **query: Any) -> str:
    answer = rows.Answer.objects.get(tenant=tenant, case__key=case)
    return f"{reverse('character_origin', args=[answer.public_id])}?{urlencode(query)}"


def logs(tenant: rows.Tenant, **query: Any) -> str:
    return origin_url(tenant, "archived-logs", **query)


def open_page(client: Client, url: str) -> Any:
    response = client.get(url)
    assert response.status_code == 200
    return response.context["page"]


def test_a_copied_character_names_its_byte_version_and_source_and_leads_there(
    meridian: rows.Tenant, ada: Client
) -> None:
    page = open_page(ada, logs(meridian, text="policy-7-s4.2", at=96))
    assert page.panel.sentence == (
        "Copied unchanged from byte 1,094 of the extract of version 7 of Records Retention Policy, version 7 "
        "(fictional); nothing between changed it."
    )
    assert (page.panel.character, page.panel.code_point, page.panel.name) == ("A", "U+0041", "latin capital letter a")
    (place,) = page.panel.places
    source = open_page(ada, place.url)
    assert source.drawn.start <= 1094 < source.drawn.end
    assert place.url.endswith("?artifact=retention-policy-7-extract&at=1094")
    assert [step.name.split(" (")[0] for step in page.panel.steps] == ["chunking", "normalization"]


def test_a_character_of_the_summary_comes_from_a_stretch_and_its_own_words_from_none(
    meridian: rows.Tenant, ada: Client
) -> None:
    changed = open_page(ada, logs(meridian, text="block-memo", at=30)).panel
    assert changed.sentence.startswith("Summarised from the 80 bytes from 1,094 of the extract of version 7 of ")
    assert "Lowest confidence recorded on the way: 0.81." in changed.notes
    written = open_page(ada, logs(meridian, text="block-memo", at=0)).panel
    assert written.sentence == "Comes from no source: summarize-support-memo wrote it."
    assert written.places == ()


def test_the_answers_own_words_are_the_generators_and_only_refer_to_a_passage(
    meridian: rows.Tenant, ada: Client
) -> None:
    html = ada.get(logs(meridian, text=":answer", at=3)).content.decode()
    words = words_of(unescape(html))
    assert "Comes from no source: written by the generator, Brightwater Desk Assistant 5.1 (fictional)." in words
    assert "To refer to a passage is not to come from it." in words
    quoted = open_page(ada, logs(meridian, text=":answer", at=88)).panel
    assert quoted.sentence.startswith("Copied unchanged from byte 1,525 of")


def test_a_request_shows_its_ranges_and_what_nobody_marked(meridian: rows.Tenant, ada: Client) -> None:
    def sentence(at: int) -> str:
        return str(open_page(ada, origin_url(meridian, "inspection-interval", text=":request", at=at)).panel.sentence)

    assert sentence(0) == "Comes from no source: it was written for the request (instruction)."
    assert sentence(40) == "Nobody marked who wrote this part of the request."
    assert sentence(50).startswith("Copied unchanged from byte 0 of version 1 of ")
    assert sentence(101) == "Comes from no source: imagine-aid-v1 wrote it."


def test_the_pieces_join_to_the_text_and_each_is_a_link_to_its_first_character(
    meridian: rows.Tenant, ada: Client
) -> None:
    url = logs(meridian, text="block-schedule", at=150)
    page = open_page(ada, url)
    joined = "".join(piece.words for piece in page.text.pieces)
    assert joined.startswith("4.3 Call recordings\n") and len(joined) == page.text.length == 237
    assert [piece.start for piece in page.text.pieces if piece.is_here] == [150]
    html = ada.get(url).content.decode()
    links = re.findall(r'<a class="origin-[^"]*" href="\?([^"]+)" data-start="(\d+)"', html)
    assert [parse_qs(unescape(query))["at"] for query, _ in links] == [[start] for _, start in links]
    piece = next(piece for piece in page.text.pieces if not piece.words.strip())
    assert piece.blank == f"blank, {piece.start}"


def test_every_text_of_the_answer_can_be_pointed_into(meridian: rows.Tenant, ada: Client) -> None:
    page = open_page(ada, logs(meridian))
    assert page.wanted == ":answer"
    links = [link for group in page.groups for link in group.texts]
    assert [link.key for link in links if link.is_here] == [":answer"]
    assert {"block-memo", "support-memo", "policy-7-s4.2", "retention-policy-7-extract"} <= {x.key for x in links}
    for link in links:
        assert open_page(ada, logs(meridian).split("?")[0] + link.url).panel is not None, link.key


@pytest.mark.parametrize("at", ["x", "-1", "1.5", "٣", "9" * 30, "266", "0x1", "%00"])
def test_an_address_that_names_no_character_says_what_one_is_and_shows_the_text(
    meridian: rows.Tenant, ada: Client, at: str
) -> None:
    page = open_page(ada, logs(meridian, text=":answer", at=at))
    assert page.panel is None and "counted from 0" in page.message
    assert page.text.pieces[0].start == 0


@pytest.mark.parametrize("text", ["nothing", ":nothing", "\0", "<script>", "retention-policy-7-raw", "x" * 5000])
def test_an_address_that_names_no_text_says_so_and_lists_those_that_there_are(
    meridian: rows.Tenant, ada: Client, text: str
) -> None:
    response = ada.get(logs(meridian, text=text, at="1"))
    page = response.context["page"]
    assert response.status_code == 200 and page.text is None and page.panel is None
    assert page.message and page.groups
    assert "<script>" not in response.content.decode().replace('<script src="', "")


def test_the_fragment_is_the_panel_alone(meridian: rows.Tenant, ada: Client) -> None:
    html = ada.get(logs(meridian, text="policy-7-s4.2", at=96), headers=FRAGMENT).content.decode()
    assert html.lstrip().startswith('<section class="origin-of" id="origin-of"')
    assert 'id="origin-text"' not in html and "?text=policy-7-s4.2&amp;at=97" in html


def test_a_long_text_is_shown_by_windows_around_the_character(meridian: rows.Tenant, ada: Client) -> None:
    bundle = simple_bundle("long", claims=1)
    bundle["answers"][0]["artifacts"][0]["text"] += "\n" + "über " * 50_000
    import_bundle(meridian, bundle)
    page = open_page(ada, origin_url(meridian, "long", text="long-rules", at=200_001))
    assert page.text.start <= 200_001 < page.text.end and page.text.end - page.text.start < 8_500
    assert page.text.earlier and page.text.later
    later = open_page(ada, origin_url(meridian, "long").split("?")[0] + page.text.later)
    assert later.text.start <= page.text.end
    # 40 characters of the rule and its line feed, then 199,961 in words of five: 39,993 of them a "ü" of 2 bytes.
    assert page.panel.places[0].bytes == "239,994 to 239,995"


def test_a_text_that_changes_its_origin_at_every_letter_is_shown_in_a_shorter_window(
    meridian: rows.Tenant, ada: Client
) -> None:
    bundle = simple_bundle("letters", claims=1)
    answer = bundle["answers"][0]
    text = answer["artifacts"][0]["text"] = "ab" * 4_000
    answer["artifacts"].append({"key": "made", "kind": "chunk", "origin": "derived", "text": text[::-1]})
    answer["manifest"].append({"label": "E2", "artifact": "made"})
    segments = [
        {"output": [at, at + 1], "input": [7_999 - at, 8_000 - at], "kind": "exact_copy"} for at in range(8_000)
    ]
    answer["transformations"] = [
        {
            "key": "turn",
            "kind": "custom",
            "mediation": "deterministic",
            "derivations": [{"input": "letters-rules", "output": "made", "segments": segments}],
        }
    ]
    answer["citations"], answer["claims"] = [], []
    import_bundle(meridian, bundle)
    page = open_page(ada, origin_url(meridian, "letters", text="made", at=4_000))
    assert len(page.text.pieces) <= 1_001
    assert page.panel.places[0].characters == "3,999 to 4,000"


def test_unseen_characters_are_marked_and_a_hostile_text_stays_text(meridian: rows.Tenant, ada: Client) -> None:
    bundle = simple_bundle("hostile", claims=1)
    bundle["answers"][0]["artifacts"][0]["text"] = "<img src=x onerror=alert(1)>\u202e\0 end"
    bundle["answers"][0]["citations"], bundle["answers"][0]["claims"] = [], []
    import_bundle(meridian, bundle)
    for at in (0, 28, 29):
        html = ada.get(origin_url(meridian, "hostile", text="hostile-rules", at=at)).content.decode()
        assert "<img" not in html
        assert 'data-name="RLO"' in html and 'data-name="NUL"' in html


def test_who_may_not_read_a_source_meets_none_of_its_words_and_is_told_that_texts_are_missing(db: Any) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, board_bundle())
    ben = signed_in(make_member(tenant, "ben", Role.REVIEWER))
    url = origin_url(tenant, "office")
    page = open_page(ben, url)
    addresses = [url, *(url.split("?")[0] + link.url for group in page.groups for link in group.texts)]
    answer_length = page.text.length
    addresses += [origin_url(tenant, "office", text=":answer", at=at) for at in range(0, answer_length, 7)]
    for address in addresses:
        html = ben.get(address).content.decode()
        assert [canary for canary in CANARIES if canary in html] == [], address
    assert page.masked == 3
    assert "texts of sources that you may not read are not listed" in ben.get(url).content.decode()


@pytest.mark.parametrize("key", ["extract-board-minutes", "digest-of-the-board", "block"])
def test_a_masked_text_is_not_shown_at_all_and_answers_as_one_that_is_not_there(db: Any, key: str) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, board_bundle())
    ben = signed_in(make_member(tenant, "ben", Role.REVIEWER))
    masked, missing = (ben.get(origin_url(tenant, "office", text=text, at=1)) for text in (key, "nothing"))
    assert masked.context["page"] == missing.context["page"]
    assert "or it is one that you may not read" in masked.content.decode()
    lea = signed_in(make_member(tenant, "lea", Role.REVIEWER, labels=("board",)))
    assert open_page(lea, origin_url(tenant, "office", text=key, at=1)).panel is not None


def test_a_request_with_words_of_a_masked_source_is_not_shown(meridian: rows.Tenant) -> None:
    stranger = signed_in(make_member(meridian, "ben", Role.REVIEWER))
    page = open_page(stranger, logs(meridian, text=":request"))
    assert page.text is None and "ask the owner of the case for access" in page.message


def test_an_answer_of_another_tenant_and_a_missing_one_answer_alike(meridian: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER, labels=("internal",)))
    assert drew.get(logs(meridian)).status_code == 404
    assert drew.get(reverse("character_origin", args=["nothing"])).status_code == 404


def test_reading_changes_nothing_and_the_statements_do_not_grow_with_the_texts(
    meridian: rows.Tenant, ada: Client
) -> None:
    import_bundle(meridian, simple_bundle("few", claims=1))
    import_bundle(meridian, simple_bundle("many", claims=30))
    before, counts = count_rows(), []
    for case in ("few", "many"):
        with CaptureQueriesContext(connection) as captured:
            ada.get(origin_url(meridian, case, text=f"{case}-rules", at=3))
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 20
    assert count_rows() == before
