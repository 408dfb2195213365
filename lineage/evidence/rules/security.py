"""Does retrieved text pretend to be something else?"""

import re
from collections.abc import Iterator

from lineage.evidence.bundle import ManifestEntry
from lineage.evidence.dossier import Dossier
from lineage.evidence.rules.rule import Check, Rule, Subject, quoted
from lineage.evidence.vocabulary import Level, Origin, Outcome, Owner, RangeOrigin, Route
from lineage.text.span import Span

OPENING, CLOSING = "[(【<{", "])】>}"
TITLE = r"[^\n:]{1,80}:"
DIGITS = re.compile(r"[0-9]+")


def _forged(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    manifest = dossier.answer.manifest
    if manifest is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    signs = tuple(_signs(dossier))
    for entry in manifest:
        yield _check(dossier, entry, signs)
    if not manifest:
        yield Check(Outcome.NOT_APPLICABLE)


def _check(dossier: Dossier, entry: ManifestEntry, signs: tuple[tuple[str, re.Pattern[str]], ...]) -> Check:
    artifact = dossier.artifacts.get(entry.artifact)
    if artifact is None or artifact.text is None:
        return Check(Outcome.NOT_RUN, detail=entry.label)
    if artifact.origin is Origin.GENERATED:
        return Check(Outcome.NOT_APPLICABLE, detail=entry.label)
    text = entry.supplied.slice(artifact.text) if entry.supplied is not None else artifact.text
    place = next((found for head, pattern in signs for found in _find(text, head, pattern)), None)
    if place is None:
        return Check(Outcome.PASS, detail=entry.label)
    end = text.find("\n", place.start)
    line = text[place.start : end if end >= 0 else len(text)]
    sentence = f"The text of {entry.label} itself holds what looks like a label: {quoted(line)}."
    evidence = {"artifact": entry.artifact, "start": place.start, "end": place.end}
    return Check(Outcome.FAIL, None, None, entry.label, sentence, evidence)


def _signs(dossier: Dossier) -> Iterator[tuple[str, re.Pattern[str]]]:
    """What a label looks like here: words to search for, and the pattern that must then hold at the start of a line."""
    for shape in dict.fromkeys(_shape(entry.label) for entry in dossier.answer.manifest or ()):
        head = DIGITS.split(shape, maxsplit=1)[0]
        # A number in brackets begins the lines of every list of references.
        if not head.strip():
            continue
        for opening, closing in zip(OPENING, CLOSING, strict=True):
            pattern = f"{re.escape(opening)}{_pattern(shape)}{re.escape(closing)}{TITLE}"
            yield opening + head, re.compile(pattern)
    request = dossier.answer.capture.request
    if request is None or request.text is None:
        return
    labels = (r.span.slice(request.text) for r in request.ranges or () if r.origin is RangeOrigin.LABEL)
    for shape in dict.fromkeys(_shape(words.strip()) for words in labels):
        head = DIGITS.split(shape, maxsplit=1)[0]
        if len(head) > 1 and not shape.replace(" ", "").isalnum():
            yield head, re.compile(_pattern(shape))


def _shape(label: str) -> str:
    """A label with every number as 0: E1 and E27 look alike."""
    return DIGITS.sub("0", label)


def _pattern(shape: str) -> str:
    return "[0-9]+".join(re.escape(piece) for piece in shape.split("0"))


def _find(text: str, head: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    """A long text is searched for one character first, then for the plain beginning; only line starts are compared."""
    position = text.find(head) if head[0] in text else -1
    while position >= 0:
        line = text.rfind("\n", 0, position) + 1
        if not text[line:position].strip(" \t>*#-"):
            match = pattern.match(text, position)
            if match is not None:
                yield Span(*match.span())
        position = text.find(head, position + 1)


RULES = (
    Rule(
        code="security/forged-label",
        meaning="A retrieved text does not hold what looks like the label of another passage.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Keep labels and titles outside the text that comes from documents; escape what looks like one inside.",
        level=Level.BLOCK,
        check=_forged,
        proves_not="A text without a forged label may still hold instructions or untruths.",
        requirements=("S4-23", "S4-59"),
    ),
)
