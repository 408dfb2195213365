"""What a judge is set to from now on: says first which certificates end, and shows what would change."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.judging.certificate_states import valid_of
from inspector.judging.configurations import NotConfigured, Reconfigured, configure, newest_of, open_judge, value_of
from inspector.labels.label_set import JudgeConfiguration
from inspector.models.judging import Certificate, Evaluator
from inspector.pages.judge_parameters import NotParameters, read_parameters
from inspector.pages.judge_reading import PARTS, differences, read_certificate_lines, written
from inspector.pages.judge_view import ConfigurePage
from inspector.pages.run_people import named_by
from inspector.readers import reader_of
from lineage.access import Action, Reader, require

SEE_FIRST = "look"
LONGEST = {"model": 500, "parser_version": 500, "prompt": 200_000, "rubric": 200_000, "parameters": 20_000}
MEANWHILE = "came after you opened this page. Nothing of yours was recorded, and your words are below."
NOTHING: Mapping[str, str] = {}


@require_http_methods(["GET", "HEAD", "POST"])
def judge_configure(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the judge; 422 with what is wrong, 409 where it was set otherwise meanwhile."""
    reader = reader_of(request)
    require(reader, Action.CERTIFY_JUDGES)
    judge = open_judge(reader, public_id)
    if request.method != "POST":
        return _draw(request, read_configure_page(reader, judge))
    sent = {name: request.POST.get(name, "").replace("\r\n", "\n") for name in PARTS}
    errors: dict[str, str] = {}
    value = _value(judge, sent, errors)
    if errors:
        return _draw(request, read_configure_page(reader, judge, sent, errors), 422)
    if SEE_FIRST in request.POST:
        return _draw(request, read_configure_page(reader, judge, sent, value=value))
    try:
        done = configure(reader, judge, value, request.POST.get("seen", ""))
    except NotConfigured as refused:
        return _draw(request, read_configure_page(reader, judge, sent, {refused.field: str(refused)}), 422)
    except Reconfigured as other:
        said = f"Configuration {other.newest.number} {MEANWHILE}"
        return _draw(request, read_configure_page(reader, judge, sent, value=value, meanwhile=said), 409)
    after = "configured" if done.is_new else "unchanged"
    response = redirect(f"{reverse('judge', args=[public_id])}?after={after}")
    response.status_code = 303
    return response


def read_configure_page(
    reader: Reader,
    judge: Evaluator,
    sent: Mapping[str, str] | None = None,
    errors: Mapping[str, str] = NOTHING,
    value: JudgeConfiguration | None = None,
    meanwhile: str = "",
) -> ConfigurePage:
    """As it was sent, else as the judge is set now; `value` is what it would be set to."""
    newest = newest_of(judge)
    old = value_of(newest) if newest is not None else JudgeConfiguration(evaluator=judge.key)
    number = newest.number if newest is not None else 0
    valid = Certificate.objects.filter(pk__in=[one.pk for one in valid_of(judge)])
    lines = named_by(valid.select_related("batch__configuration__evaluator", "batch__revision__set"), "issued_by")
    return ConfigurePage(
        name=judge.key,
        action=reverse("judge_configure", args=[judge.public_id]),
        back_url=reverse("judge", args=[judge.public_id]),
        number=number + 1,
        seen=newest.public_id if newest is not None else "",
        written=sent if sent is not None else {name: written(old, name) for name in PARTS},
        errors=errors,
        expiring=read_certificate_lines(reader, list(lines.order_by("-pk"))),
        differences=differences(old, value, f"configuration {number}", "yours") if value is not None else (),
        looks=value is not None,
        meanwhile=meanwhile,
    )


def _value(judge: Evaluator, sent: Mapping[str, str], errors: dict[str, str]) -> JudgeConfiguration:
    for name, most in LONGEST.items():
        if len(sent[name]) > most:
            errors[name] = f"at most {most:,} characters are kept; these are {len(sent[name]):,}"
    parameters: dict[str, Any] = {}
    try:
        parameters = read_parameters(sent["parameters"]) if "parameters" not in errors else {}
    except NotParameters as refused:
        errors["parameters"] = str(refused)
    return JudgeConfiguration(
        evaluator=judge.key,
        model=sent["model"].strip(),
        prompt=sent["prompt"],
        rubric=sent["rubric"],
        parser_version=sent["parser_version"].strip(),
        parameters=parameters,
    )


def _draw(request: HttpRequest, page: ConfigurePage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/judge_configure.html", {"page": page, "here": "figures"}, status=status)
