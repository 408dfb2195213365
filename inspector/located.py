"""Stretches of originals that reviewers attach to a verdict: checked by slicing the frozen text, then kept as rows.

What a form sends are values named `located`, each the JSON of one stretch, or of a list of them: `artifact`, `start`,
`end` in code points, `words` as they stand there, `omission` and `role`. JSON, since a browser changes line ends in
what a form sends, and not in what a script writes with escapes. Words that do not stand at their place are refused,
both shown; nothing is looked for elsewhere, and nothing ever becomes a citation's.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from inspector.frozen_originals import Originals, find_originals, generated_ranges, read_texts
from inspector.models import rows as opinions
from inspector.verdict_fields import Located
from lineage.access import Reader
from lineage.evidence.digests import digest_text, raw_digest
from lineage.evidence.vocabulary import SpanRole
from lineage.models import rows
from lineage.text.span import Span, is_within

MOST_LOCATED, LONGEST_WORDS, LONGEST_SENT = 50, 5_000, 400_000
SHOWN = 300
NOT_WHOLE = "A stretch that was attached did not arrive whole; select it again."
TOO_LONG = f"At most {LONGEST_WORDS} characters can be attached at once; select fewer."
NOT_HERE = "Words are attached from an original of the sources that this answer was given, and from no other text."


class NotLocated(ValueError):
    """A stretch that was sent does not stand where it is said to; `sent` are its words, `stands` those at its place."""

    def __init__(self, message: str, sent: str = "", stands: str = "") -> None:
        super().__init__(message)
        self.sent, self.stands = sent, stands


class Placed(NamedTuple):
    """A stretch that was checked, with the row of its artifact and the whole text of that."""

    located: Located
    artifact: Any
    text: str


def check(reader: Reader, claim: Any, sent: Iterable[str]) -> tuple[Located, ...]:
    """The stretches that a form attaches, each once, in its order. Raises NotLocated.

    No statement where nothing is attached, else at most seven, however many there are.
    """
    found = place(reader, claim, read_sent(sent))
    for one in found:
        if isinstance(one, NotLocated):
            raise one
    return tuple(one.located for one in found if isinstance(one, Placed))


def place(reader: Reader, claim: Any, wanted: Iterable[Located]) -> list[Placed | NotLocated]:
    """Each stretch in the text that it stands in, or why it does not. Statements as of `check`."""
    listed = list(wanted)
    originals = find_originals(reader, claim) if listed else Originals()
    texts = {text.key: text for text in (*originals.texts, *originals.others)}
    named = [texts[one.artifact] for one in listed if one.artifact in texts]
    words = read_texts(dict.fromkeys(named)) if named else {}
    found: list[Placed | NotLocated] = []
    for one in listed:
        row = texts.get(one.artifact)
        try:
            if row is None or row.pk not in words:
                raise NotLocated(NOT_HERE)
            check_place(one, words[row.pk], generated_ranges(row))
        except NotLocated as error:
            found.append(error)
        else:
            found.append(Placed(one, row, words[row.pk]))
    return found


def locate(reader: Reader, claim: Any, artifact: str, start: int, end: int) -> Located:
    """The words at a place, for who knows the place. Raises NotLocated. Statements as of `check`."""
    asked = Located(artifact, start, end, "")
    originals = find_originals(reader, claim)
    row = next((text for text in (*originals.texts, *originals.others) if text.key == artifact), None)
    text = read_texts([row]).get(row.pk) if row is not None else None
    if row is None or text is None:
        raise NotLocated(NOT_HERE)
    span = Span(start, end)
    if is_within(span, len(text)) and span.length <= LONGEST_WORDS:
        asked = asked._replace(words=span.slice(text))
    elif span.length > LONGEST_WORDS:
        raise NotLocated(TOO_LONG)
    check_place(asked, text, generated_ranges(row))
    return asked


def check_place(located: Located, text: str, generated: Iterable[Span] = ()) -> None:
    """Raises NotLocated where other words stand at the place, or such that the source did not write."""
    span = Span(located.start, located.end)
    if not is_within(span, len(text)):
        message = (
            f"The place {span.start} to {span.end} does not lie in the text, which has {len(text)} characters. "
            f"Nothing was attached. Sent: “{_short(located.words)}”. Select the words again."
        )
        raise NotLocated(message, located.words)
    stands = span.slice(text)
    if stands != located.words:
        message = (
            f"Other words stand at {span.start} to {span.end} than were sent, so nothing was attached. "
            f"Sent: “{_short(located.words)}”. There stands: “{_short(stands)}”. Select the words again."
        )
        raise NotLocated(message, located.words, stands)
    if any(span.intersect(marked) for marked in generated):
        raise NotLocated("These words were not written by the source: they are marked as generated.", located.words)


def read_sent(sent: Iterable[str]) -> tuple[Located, ...]:
    """What a form says of stretches, not checked against any text. Raises NotLocated for what is none."""
    found: list[Located] = []
    for value in sent:
        if len(value) > LONGEST_SENT:
            raise NotLocated(NOT_WHOLE)
        try:
            read = json.loads(value) if value.strip() else []
        except (ValueError, RecursionError):
            raise NotLocated(NOT_WHOLE) from None
        found += [_located(one) for one in (read if isinstance(read, list) else [read])]
        if len(found) > MOST_LOCATED:
            raise NotLocated(f"At most {MOST_LOCATED} stretches can be attached to a verdict.")
    return tuple(dict.fromkeys(found))


def written(located: Located) -> str:
    """A stretch as a form sends it: ASCII, so that no line end in it can change on the way."""
    return json.dumps(
        {
            "artifact": located.artifact,
            "start": located.start,
            "end": located.end,
            "words": located.words,
            "omission": located.is_omission,
            "role": located.role.value,
        }
    )


def write(verdict: Any, located: Iterable[Located]) -> None:
    """Keeps stretches that were checked, in their order; inside a transaction of the caller. Two statements at most."""
    wanted = list(located)
    if not wanted:
        return
    named = rows.Artifact.objects.filter(tenant_id=verdict.tenant_id, key__in={one.artifact for one in wanted})
    artifacts = dict(named.values_list("key", "id"))
    opinions.LocatedSpan.objects.bulk_create(
        opinions.LocatedSpan(
            tenant_id=verdict.tenant_id,
            verdict=verdict,
            ordinal=ordinal,
            role=one.role.value,
            artifact_id=artifacts[one.artifact],
            start=one.start,
            end=one.end,
            quote=raw_digest(digest_text(one.words)),
            is_omission=one.is_omission,
        )
        for ordinal, one in enumerate(wanted)
    )


def _located(value: Any) -> Located:
    if not isinstance(value, Mapping):
        raise NotLocated(NOT_WHOLE)
    artifact, start, end, words = (value.get(name) for name in ("artifact", "start", "end", "words"))
    omission, role = value.get("omission", False), value.get("role", SpanRole.LOCATED.value)
    places = (type(start) is int and type(end) is int) and isinstance(artifact, str) and isinstance(words, str)
    if not places or type(omission) is not bool or role not in [one.value for one in SpanRole]:
        raise NotLocated(NOT_WHOLE)
    if len(words) > LONGEST_WORDS:
        raise NotLocated(TOO_LONG)
    return Located(artifact, start, end, words, SpanRole(role), omission)


def _short(words: str) -> str:
    # Half of a surrogate pair can be sent, and cannot be written into a page.
    shown = words[:SHOWN].encode("utf-8", "replace").decode()
    return shown if len(words) <= SHOWN else f"{shown}…"
