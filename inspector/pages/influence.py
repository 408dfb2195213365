"""What a prompt or a model had a part in: its steps, and the answers that rest on what they made (S3-56, U-27)."""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from inspector.pages.corpus_reading import known_artifacts
from inspector.pages.impact_lines import ImpactLine, line_of
from inspector.pages.impact_reading import (
    Totals,
    find_cursor,
    of_texts,
    read_claims,
    read_judges,
    read_totals,
    read_window,
    resting_on,
)
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.digests import digest_from_raw
from lineage.evidence.vocabulary import TransformationKind
from lineage.models import rows

PAGE = 50
MOST_TEXTS = 5_000
MOST_KINDS = 50
LONGEST_MODEL = 200
PREFIX = re.compile(r"(?:sha256:)?([0-9a-f]{4,64})", re.ASCII)


class Asked(NamedTuple):
    """`prompt` is the beginning of a prompt's SHA-256, at least four hexadecimal digits; `model` a model's name."""

    prompt: str = ""
    model: str = ""


class StepLine(NamedTuple):
    """Steps of one kind, by one model with one prompt; `texts` is how many texts they made."""

    kind: str
    model: str
    prompt_digest: str
    steps: int
    texts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluencePage:
    """`totals` is None where nothing was asked for, or nothing was found; `cut` where not all texts were followed."""

    asked: Asked
    prompt: str
    problem: str
    steps: tuple[StepLine, ...]
    number: int
    totals: Totals | None
    cut: bool
    most: int
    matching: int
    lines: tuple[ImpactLine, ...]
    next_url: str
    first_url: str


def read_influence(reader: Reader, written: str, asked: Asked, after: str) -> InfluencePage:
    """Steps of the prompt or model whose texts the reader may know of, and fifty of the citations that rest on them."""
    require(reader, Action.READ_SOURCES)
    problem = "" if asked.prompt or not written else "a digest's first four digits at least, of 0 to 9 and a to f"
    made = _made_by(reader, asked) if asked != Asked() and not problem else None
    steps = _steps(made) if made is not None else ()
    texts = list(made.values_list("output_id", flat=True).distinct()[: MOST_TEXTS + 1]) if steps and made else []
    roots = of_texts(texts[:MOST_TEXTS])
    resting = resting_on(reader, roots) if texts else None
    cursor = find_cursor(reader, after) if after else None
    window = read_window(reader, resting, cursor, PAGE + 1) if resting is not None else []
    more, window = len(window) > PAGE, window[:PAGE]
    judges, claims = (read_judges(window), read_claims(window)) if window else ({}, {})
    totals = read_totals(reader, roots, resting) if resting is not None else None
    last = f"{window[-1]['answer']}-{window[-1]['ordinal']}" if more else ""
    return InfluencePage(
        asked=asked,
        prompt=written,
        problem=problem,
        steps=steps,
        number=sum(step.steps for step in steps),
        totals=totals,
        cut=len(texts) > MOST_TEXTS,
        most=MOST_TEXTS,
        matching=totals.citations if totals else 0,
        lines=tuple(line_of(row, judges, claims) for row in window),
        next_url=_address(asked, last) if more else "",
        first_url=_address(asked) if cursor is not None else "",
    )


def _made_by(reader: Reader, asked: Asked) -> Any:
    """Derivations by such steps, of texts that the reader may know of."""
    known, _ = known_artifacts(reader)
    wanted = Q(transformation__model=asked.model) if asked.model else Q()
    if asked.prompt:
        first, last = (bytes.fromhex(asked.prompt.ljust(64, digit)) for digit in "0f")
        wanted &= Q(transformation__prompt_digest__gte=first, transformation__prompt_digest__lte=last)
    return rows.Derivation.objects.visible_to(reader).filter(wanted, output__in=known)


def _steps(made: Any) -> tuple[StepLine, ...]:
    """By kind, model and prompt; one statement."""
    about = [f"transformation__{name}" for name in ("kind", "model", "model_version", "prompt_digest")]
    counted = made.order_by().values_list(*about).annotate(
        Count("transformation", distinct=True), Count("output", distinct=True)
    )
    return tuple(
        StepLine(
            TransformationKind(kind).label,
            " ".join(part for part in (model, version) if part),
            digest_from_raw(bytes(prompt)) if prompt is not None else "",
            steps,
            texts,
        )
        for kind, model, version, prompt, steps, texts in counted.order_by(*about)[:MOST_KINDS]
    )


def _address(asked: Asked, after: str = "") -> str:
    kept = {name: value for name, value in (asked._asdict() | {"after": after}).items() if value}
    return f"{reverse('influence')}?{urlencode(kept)}"


def read_asked(query: QueryDict) -> Asked:
    """What is no beginning of a digest is no prompt."""
    found = PREFIX.fullmatch(query.get("prompt", "").strip().lower())
    model = query.get("model", "").strip()
    return Asked(found[1] if found else "", model if len(model) <= LONGEST_MODEL and "\0" not in model else "")


@require_safe
def influence(request: HttpRequest) -> HttpResponse:
    written = request.GET.get("prompt", "").replace("\0", "").strip()[:100]
    page = read_influence(reader_of(request), written, read_asked(request.GET), request.GET.get("after", ""))
    return render(request, "inspector/influence.html", {"page": page}, status=422 if page.problem else 200)
