"""What is typed on the claim page, kept on the server as it is typed: `POST claims/<id>/draft/`."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from inspector.drafts import DraftChanged, DraftTooLong, drop_draft, save_draft
from inspector.http import wrong
from inspector.readers import reader_of

FRAGMENT = "inspector/_draft.html"


@require_POST
def draft(request: HttpRequest, public_id: str) -> HttpResponse:
    """The line that says when it was saved; 409 with the other words where another window saved in between."""
    reader = reader_of(request)
    address = reverse("draft", args=[public_id])
    if request.POST.get("put_away"):
        drop_draft(reader, public_id)
        return redirect(reverse("claim", args=[public_id]))
    written, key = request.POST.get("draft_version", ""), request.POST.get("idempotency_key", "")
    version = int(written) if written.isascii() and written.isdigit() and len(written) < 9 else 0
    try:
        saved = save_draft(reader, public_id, dict(request.POST.lists()), version, key)
    except DraftTooLong as error:
        return wrong(request, 413, str(error))
    except DraftChanged as error:
        other, page = error.found, reverse("claim", args=[public_id])
        context = {"draft_url": address, "draft": other, "other": other.sent.get("rationale"), "claim_url": page}
        return render(request, FRAGMENT, context | {"is_other": True}, status=409)
    return render(request, FRAGMENT, {"draft_url": address, "draft": saved})
