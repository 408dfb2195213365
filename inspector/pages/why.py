"""The why page: what a claim rests on, in five answers, and its path as a picture and a table (S3-36, M-23)."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.claim import open_claim, read_selection
from inspector.pages.claim_reading import Reading
from inspector.pages.path_picture import picture_of_claim
from inspector.pages.path_view import Picture
from inspector.readers import reader_of
from lineage.evidence.bundle import case_key, response_version
from lineage.evidence.why import why_claim
from lineage.evidence.why_words import Reply, replies_of

FRAGMENTS = {"why": "inspector/_why_panel.html"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyPage:
    """`hidden` counts the citations whose sources the viewer may not read: nothing of them is told."""

    case: str
    response_version: str
    claim: str
    words: str
    claim_url: str
    why_url: str
    answer_url: str
    replies: tuple[Reply, ...]
    hidden: int
    picture: Picture | None
    no_picture: str


def why_page_of(reading: Reading) -> WhyPage:
    """The five answers without what is masked for this viewer."""
    hidden = [citation.key for citation in reading.citations if reading.is_masked(citation)]
    told = why_claim(reading.dossier, reading.inspection, reading.claim.key, hidden)
    picture = picture_of_claim(reading)
    return WhyPage(
        case=case_key(reading.dossier.answer.case),
        response_version=response_version(reading.dossier.answer),
        claim=reading.claim.key,
        words=told.words,
        claim_url=reading.url,
        why_url=reading.why_url,
        answer_url=reading.answer_url,
        replies=replies_of(told),
        hidden=len(hidden),
        picture=picture,
        no_picture="" if picture else _why_no_picture(reading, len(hidden)),
    )


def _why_no_picture(reading: Reading, hidden: int) -> str:
    if not reading.citations:
        return "This claim cites nothing, so there is no path to draw."
    if hidden:
        return "The path leads through a source that you may not read, so it is not drawn."
    return "No citation of this claim leads to a passage, so there is no path to draw."


@require_safe
def why(request: HttpRequest, public_id: str) -> HttpResponse:
    reader = reader_of(request)
    opened = open_claim(reader, public_id, read_selection(request.GET))
    return page_or_fragment(request, "inspector/why.html", FRAGMENTS, {"page": why_page_of(opened.reading)})
