"""Adding sources from files: dropped or chosen, each kept as it came and read by a run that one sees at work."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.pages.add_source_form import SourceForm, add_files, empty_form, read_form
from inspector.readers import reader_of
from lineage.access import Action, require


@require_http_methods(["GET", "HEAD", "POST"])
def add_source(request: HttpRequest) -> HttpResponse:
    """303 to the run of the file, or to the list of runs where several were sent; 422 where one was not added."""
    reader = reader_of(request)
    require(reader, Action.CHANGE_SOURCES)
    if request.method != "POST":
        return _show(request, empty_form(reader), 200)
    files = request.FILES.getlist("file")
    form = add_files(reader, read_form(reader, request.POST, files), files)
    if form.errors or not all(outcome.is_added for outcome in form.outcomes):
        return _show(request, form, 422)
    response = redirect(form.outcomes[0].url if len(form.outcomes) == 1 else reverse("runs"))
    response.status_code = 303
    return response


def _show(request: HttpRequest, form: SourceForm, status: int) -> HttpResponse:
    return render(request, "inspector/add_source.html", {"form": form, "here": "sources"}, status=status)
