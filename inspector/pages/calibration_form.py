"""What a set is called, what it is for, and whether labellers are told of gold: the form that makes or changes one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from inspector.calibrating.keeping import LONGEST_NAME, LONGEST_WORDS, NotASet, create_set
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import set_url
from inspector.readers import reader_of
from lineage.access import Action, Reader, require


@dataclass(frozen=True, slots=True, kw_only=True)
class SetForm:
    """As it was written; `errors` by field."""

    name: str = ""
    purpose: str = ""
    origin: str = ""
    shows_gold: bool = False
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> dict[str, Any]:
        """What the verbs of a set take."""
        words = {"name": self.name, "purpose": self.purpose, "origin": self.origin}
        return words | {"shows_gold": self.shows_gold}


def form_of(found: opinions.CalibrationSet) -> SetForm:
    return SetForm(name=found.name, purpose=found.purpose, origin=found.origin, shows_gold=found.shows_gold)


def read_form(sent: Any) -> SetForm:
    """From a QueryDict; what is too long is cut, and stands cut in the form that comes back."""

    def words(name: str, longest: int) -> str:
        return str(sent.get(name, "").replace("\0", "")[:longest].strip())

    name = words("name", LONGEST_NAME)
    return SetForm(
        name=name,
        purpose=words("purpose", LONGEST_WORDS),
        origin=words("origin", LONGEST_WORDS),
        shows_gold=bool(sent.get("shows_gold")),
        errors={} if name else {"name": "Give it a name."},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def calibration_new(request: HttpRequest) -> HttpResponse:
    """303 to the new set; 422 with what is missing."""
    reader = reader_of(request)
    require(reader, Action.KEEP_SETS)
    if request.method != "POST":
        return _show(request, SetForm())
    form = read_form(request.POST)
    return _show(request, form, 422) if form.errors else _make(request, reader, form)


def _make(request: HttpRequest, reader: Reader, form: SetForm) -> HttpResponse:
    try:
        made = create_set(reader, **form.words)
    except NotASet as refused:
        errors = {refused.field or "name": str(refused)}
        return _show(request, SetForm(**form.words, errors=errors), 422)
    response = redirect(set_url(made.public_id))
    response.status_code = 303
    return response


def _show(request: HttpRequest, form: SetForm, status: int = 200) -> HttpResponse:
    return render(request, "inspector/calibration_new.html", {"form": form, "here": "figures"}, status=status)
