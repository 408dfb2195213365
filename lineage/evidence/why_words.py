"""The five answers in words: the same lines in the terminal and on the page. Unknowns are said. Pure."""

from datetime import datetime
from typing import NamedTuple

from lineage.evidence.bundle import Transformation
from lineage.evidence.vocabulary import Mediation
from lineage.evidence.why import ActiveVersion, OriginalSpan, Touch, Why

NOT_RECORDED = "not recorded"
QUESTIONS = (
    "Which original words does this claim rest on?",
    "Which transformations touched them?",
    "Was a summary or a translation involved?",
    "Which model and prompt wrote it?",
    "Which version of the source was in use when the answer was given?",
)


class Line(NamedTuple):
    """`key` is the id that the words are about, `quote` words of a source; either may be empty."""

    key: str
    words: str
    quote: str = ""


class Reply(NamedTuple):
    """One question with its short answer and the lines behind it. `is_known` is False where the record is silent."""

    question: str
    answer: str
    lines: tuple[Line, ...]
    is_known: bool = True


def replies_of(why: Why) -> tuple[Reply, ...]:
    """Five replies, in the order of S3-36."""
    cites = bool(why.spans or why.nowhere or why.touches)
    return tuple(
        Reply(question, *found)
        for question, found in zip(
            QUESTIONS,
            (
                _spans(why, cites),
                _touches(why, cites),
                _reworded(why, cites),
                _models(why, cites),
                _versions(why, cites),
            ),
            strict=True,
        )
    )


def as_text(why: Why) -> str:
    """The five answers for a terminal, without a line end at the end."""
    return "\n".join(lines_of(why))


def lines_of(why: Why) -> tuple[str, ...]:
    """The same, line by line; a line may hold control characters of the text that it quotes."""
    lines = [f"claim {why.claim}: {why.words or 'its words were not recorded'}"]
    for number, reply in enumerate(replies_of(why), start=1):
        lines.append(f"  {number} {reply.question} {reply.answer}")
        for line in reply.lines:
            quote = f" “{line.quote}”" if line.quote else ""
            lines.append(f"      {f'{line.key}: ' if line.key else ''}{line.words}{quote}")
    return tuple(lines)


Found = tuple[str, tuple[Line, ...], bool]


def _nothing(why: Why) -> Found:
    if why.hidden:
        return "masked: this source is not yours to read", (), False
    return "nothing is cited, so there is nothing to tell", (), True


def _spans(why: Why, cites: bool) -> Found:
    if not cites:
        return _nothing(why)
    lines = [_span(span) for span in why.spans]
    lines += [
        Line(found.citation, f"leads to no words of a source: {found.status.label}. {found.reason}".rstrip(" ."))
        for found in why.nowhere
    ]
    count = len(why.spans)
    said = f"{count} span{'' if count == 1 else 's'}" if count else "none that is known"
    return said, tuple(lines), bool(count)


def _span(span: OriginalSpan) -> Line:
    place, artifact = span.place, span.artifact
    where = f"{place.source or 'source not recorded'} version {place.version or NOT_RECORDED}"
    near = " ".join(
        part for part in (f"p. {artifact.page}" if artifact.page is not None else "", artifact.section) if part
    )
    words = f"{place.artifact}, characters {place.span.start} to {place.span.end}, of {where}"
    words += f", {near}" if near else ""
    words += "" if span.is_traced else "; not every map on the way holds or was kept"
    return Line(span.citation, words if span.words is not None else f"{words}; the text was not kept", span.words or "")


def _touches(why: Why, cites: bool) -> Found:
    if not cites:
        return _nothing(why)
    if why.touches:
        return f"{len(why.touches)}, in this order", tuple(_touch(touch) for touch in why.touches), True
    if why.is_reworded is False:
        return "none was recorded: the cited words stand in the extract itself", (), True
    return NOT_RECORDED, (), False


def _touch(touch: Touch) -> Line:
    step = touch.transformation
    by = {Mediation.MODEL: _model(step), Mediation.HUMAN: step.operator}.get(step.mediation, _tool(step))
    made = ", ".join(touch.outputs)
    words = (
        f"{step.kind.label} by {step.mediation.label} ({by or NOT_RECORDED}), {_when(step.executed_at)}, made {made}"
    )
    return Line(step.key, words)


def _reworded(why: Why, cites: bool) -> Found:
    if not cites:
        return _nothing(why)
    if why.is_reworded is None:
        return NOT_RECORDED, (Line("", "the record does not reach back to words of a source"),), False
    lines = tuple(
        Line(found.artifact.key, f"{found.artifact.kind.label}, made by {made.key if made else NOT_RECORDED}")
        for found in why.reworded
        for made in (found.transformation,)
    )
    return ("yes", lines, True) if why.is_reworded else ("no", (), True)


def _models(why: Why, cites: bool) -> Found:
    if not cites:
        return _nothing(why)
    if not why.models:
        people = [touch.transformation for touch in why.touches if touch.transformation.mediation is Mediation.HUMAN]
        if why.is_reworded is False:
            return "none: no step on the way was a model's", (), True
        if people and all(found.transformation in people for found in why.reworded):
            return "none: a person wrote it", tuple(Line(p.key, p.operator or NOT_RECORDED) for p in people), True
        return NOT_RECORDED, (), False
    lines = tuple(
        Line(step.key, f"model {_model(step) or NOT_RECORDED}, prompt {step.prompt_digest or NOT_RECORDED}")
        for step in why.models
    )
    return f"{len(lines)} model step{'' if len(lines) == 1 else 's'}", lines, True


def _versions(why: Why, cites: bool) -> Found:
    if not cites:
        return _nothing(why)
    moment = why.answered_at or why.as_of
    since = "" if why.answered_at else "; when the answer was given is not recorded, so this is as of the inspection"
    lines = tuple(Line(version.source, f"{_version(version)} at {_when(moment)}{since}") for version in why.versions)
    named = ", ".join(f"{version.source} {version.version or NOT_RECORDED}" for version in why.versions)
    return (named, lines, True) if lines else (NOT_RECORDED, (), False)


def _version(found: ActiveVersion) -> str:
    ingested = f"ingested {_when(found.ingested_at)}" if found.ingested_at else "time of ingestion not recorded"
    return f"version {found.version or NOT_RECORDED}, {ingested}; standing {found.freshness.label}"


def _model(step: Transformation) -> str:
    return " ".join(part for part in (step.model, step.model_version) if part)


def _tool(step: Transformation) -> str:
    return " ".join(part for part in (step.tool, step.tool_version) if part)


def _when(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment is not None else "time not recorded"
