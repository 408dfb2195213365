"""The kind of a claim that came without one, as a person gives it from the claim's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from inspector.claim_kinds import NotGivable, give_kind
from inspector.http import wrong
from inspector.readers import reader_of
from lineage.access import Action, get_visible, require
from lineage.evidence.vocabulary import ClaimKind
from lineage.models import rows


@require_POST
def claim_kind(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the claim, whose form now asks what its kind asks; 422 where no kind was chosen, or it came with one."""
    reader = reader_of(request)
    require(reader, Action.RECORD_VERDICT)
    claim = get_visible(rows.Claim.objects, reader, public_id)
    sent = request.POST.get("kind", "")
    try:
        give_kind(reader, claim, ClaimKind(sent) if sent in set(ClaimKind) else ClaimKind.UNCLASSIFIED)
    except NotGivable as refused:
        return wrong(request, 422, str(refused))
    address = f"{reverse('claim', args=[public_id])}#verdict"
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    response = redirect(address)
    response.status_code = 303
    return response
