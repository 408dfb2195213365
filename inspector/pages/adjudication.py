"""The page on which a third person settles a disagreement: cards side by side, adopt one of them or neither."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from inspector.adjudicating import adjudicate
from inspector.disputes import get_item
from inspector.http import page_or_fragment, wrong
from inspector.pages.adjudication_form import read_ruling
from inspector.pages.adjudication_reading import Matter, evidenced, find_following, page_of, read_matter
from inspector.readers import reader_of
from inspector.rulings import KeyReused, MatterChanged, NothingToSettle
from lineage.access import Reader

PAGE = "inspector/adjudication.html"
FRAGMENTS = {"settle": "inspector/_settle.html"}
# What changed may stand in the evidence as well as on the cards.
CHANGED = {"settle": "inspector/_matter.html"}
NOT_READ = "You may not read all the words that people judged here. Leave the claim to an adjudicator who may."


@require_safe
def adjudication(request: HttpRequest, public_id: str) -> HttpResponse:
    reader = reader_of(request)
    matter = read_matter(reader, get_item(reader, public_id))
    if matter.is_hidden:
        return wrong(request, 403, NOT_READ)
    return page_or_fragment(request, PAGE, FRAGMENTS, {"page": page_of(reader, matter), "here": "adjudications"})


@require_POST
def settle(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the next disagreement; 422 with what is missing, 409 where the matter changed, with the words kept."""
    reader = reader_of(request)
    matter = read_matter(reader, get_item(reader, public_id))
    if matter.is_hidden:
        return wrong(request, 403, NOT_READ)
    sent = request.POST.dict()
    errors, status = _record(reader, matter, sent)
    if not errors:
        return _go_on(request, reader, matter)
    matter = read_matter(reader, matter.item)
    page = page_of(reader, matter, sent, errors)
    context = {"page": page, "here": "adjudications", "kept": sent.get("reason", ""), "errors": errors}
    response = page_or_fragment(request, PAGE, CHANGED if status == 409 else FRAGMENTS, context, status)
    if status == 409:
        response["HX-Retarget"], response["HX-Reswap"] = "#matter", "outerHTML show:#matter:top"
    return response


def _record(reader: Reader, matter: Matter, sent: dict[str, str]) -> tuple[dict[str, str], int]:
    """What stands in the way, and the status that says so; nothing where it was recorded."""
    keys = [citation.key for citation in matter.reading.citations]
    ruling, errors = read_ruling(matter.dispute, keys, len(matter.sentences), sent)
    if ruling is None:
        return errors, 422
    try:
        adjudicate(reader, matter.item, ruling, evidenced(matter))
    except KeyReused as refusal:
        return {"form": str(refusal)}, 422
    except (MatterChanged, NothingToSettle) as refusal:
        return {"form": str(refusal), "changed": str(refusal)}, 409
    return {}, 303


def _go_on(request: HttpRequest, reader: Reader, matter: Matter) -> HttpResponse:
    """To the next item by lowest agreement, else to the list."""
    state: Any = getattr(matter.item, "state", None)
    following = find_following(reader, matter.item, state)
    address = reverse("adjudication", args=[following]) if following else reverse("adjudications")
    messages.success(request, "Settled and recorded. The people who differed can read it now.")
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    response = redirect(address)
    response.status_code = 303
    return response
