"""The picture of a page of a source version: a PNG that a worker drew from its bytes."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.http import wrong
from inspector.pages.frozen_bytes import SANDBOX
from inspector.readers import reader_of
from lineage.access import Action, Reader, get_visible, require
from lineage.images import read_page_image
from lineage.models import rows
from lineage.withholding import find_withheld

NO_PICTURE = "No picture of this page is kept."
MOST_PAGES = 10**6


def find_picture(reader: Reader, public_id: str, page: int) -> bytes | None:
    """The PNG of a page; None where there is none, or the version's words are withheld. Raises NotVisible."""
    require(reader, Action.READ_SOURCES)
    version = get_visible(rows.SourceVersion.objects, reader, public_id)
    if page > MOST_PAGES or find_withheld([version.pk], reader):
        return None
    found = read_page_image(reader, version, page)
    return found.png if found is not None else None


@require_safe
def page_image(request: HttpRequest, public_id: str, page: int) -> HttpResponse:
    """Never kept by a browser: a version that was taken away a moment ago is not to be seen again."""
    png = find_picture(reader_of(request), public_id, page)
    if png is None:
        return wrong(request, 404, NO_PICTURE)
    response = HttpResponse(png if request.method == "GET" else b"", content_type="image/png")
    response["Content-Length"] = str(len(png))
    response["Content-Disposition"] = f'inline; filename="page-{page}.png"'
    response["Content-Security-Policy"] = SANDBOX
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response
