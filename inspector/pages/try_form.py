"""What was sent to the try-it page: a file or pasted words, kept for the form whatever becomes of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import zip_longest
from typing import Any

from inspector.pages.choices import Choice
from inspector.trial import Asked
from lineage.evidence.vocabulary import Origin
from lineage.formats.registry import FORMAT_NAMES, NATIVE

FORMATS = ("auto", *FORMAT_NAMES)
FIELDS = 6
MOST_PASSAGES = 50
MOST_BYTES = 2 * 2**20
MOST_PASTED_BYTES = 2**19
PASTED = "pasted"
WRITERS = (
    (Origin.UNRESOLVED, "nobody recorded it"),
    (Origin.ORIGINAL, "the source, word for word"),
    (Origin.GENERATED, "a model or a person: a summary, a translation, a prefix"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageField:
    """One passage as it was typed; `number` counts the fields from 1 and is its label where none was given."""

    number: int
    label: str = ""
    origin: Origin = Origin.UNRESOLVED
    text: str = ""

    @property
    def writers(self) -> tuple[Choice, ...]:
        return tuple(Choice(origin.value, label, "", origin is self.origin) for origin, label in WRITERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class TryForm:
    """The form as it is drawn: `error` says what stands in the way, and `place` beside which part."""

    question: str = ""
    answer: str = ""
    passages: tuple[PassageField, ...] = tuple(PassageField(number=number) for number in range(1, FIELDS + 1))
    format: str = "auto"
    error: str = ""
    place: str = ""
    status: int = 200

    @property
    def formats(self) -> tuple[Choice, ...]:
        return tuple(Choice(name, "find out" if name == "auto" else name, "", name == self.format) for name in FORMATS)

    @property
    def may_have_more(self) -> bool:
        return len(self.passages) < MOST_PASSAGES

    def refused(self, error: str, place: str, status: int = 422) -> "TryForm":
        return replace(self, error=error, place=place, status=status)


def read_pasted(sent: Any) -> TryForm:
    """The form with what was sent; at least six fields for passages, as many as were sent, and six more if asked."""
    columns = [sent.getlist(name) for name in ("label", "origin", "passage")]
    typed = list(zip_longest(*columns, fillvalue=""))
    typed += [("", "", "")] * (FIELDS - len(typed))
    if "more" in sent:
        typed += [("", "", "")] * max(0, min(FIELDS, MOST_PASSAGES - len(typed)))
    return TryForm(
        question=_words(sent.get("question", "")).strip(),
        answer=_words(sent.get("answer", "")),
        passages=tuple(
            PassageField(number=number, label=_words(label).strip(), origin=_origin(origin), text=_words(text))
            for number, (label, origin, text) in enumerate(typed, start=1)
        ),
    )


def ask_pasted(form: TryForm, as_of: datetime) -> Asked | TryForm:
    """What to try, or the form with what stands in the way."""
    filled = [passage for passage in form.passages if passage.text.strip()]
    if not form.answer.strip():
        return form.refused("Paste an answer: there is nothing to look at without one.", "answer")
    if len(filled) > MOST_PASSAGES:
        return form.refused(
            f"These are {len(filled)} passages, and at most {MOST_PASSAGES} are taken here. Send a file.", "passages"
        )
    size = sum(len(words.encode()) for words in _every_word(form, filled))
    if size > MOST_PASTED_BYTES:
        return form.refused(
            f"These words are {size} bytes, and at most {MOST_PASTED_BYTES} are taken as a paste. "
            "They are still in the form. Save them as a file and send that.",
            "answer",
            413,
        )
    passages = [[passage.label or str(passage.number), passage.origin.value, passage.text] for passage in filled]
    pasted = {"question": form.question, "answer": form.answer, "passages": passages}
    return Asked(PASTED, NATIVE, as_of, b"", pasted)


def ask_file(sent: Any, files: Any, as_of: datetime) -> Asked | TryForm:
    """What to try, or an empty form with what stands in the way."""
    chosen = sent.get("format", "auto")
    if chosen not in FORMATS:
        return TryForm().refused("Choose one of the formats of the list.", "file")
    form = TryForm(format=chosen)
    found = files.get("file")
    if found is None:
        return form.refused("Choose a file, or paste an answer.", "file")
    if found.size > MOST_BYTES:
        return too_large(form)
    return Asked(found.name or "file", chosen, as_of, found.read())


def too_large(form: TryForm) -> TryForm:
    return form.refused(
        f"This is larger than {MOST_BYTES} bytes, more than is tried here, and was not read. "
        "In a terminal: python -m lineage inspect FILE.",
        "file",
        413,
    )


def _every_word(form: TryForm, passages: Sequence[PassageField]) -> list[str]:
    return [form.question, form.answer, *(words for each in passages for words in (each.label, each.text))]


def _words(sent: str) -> str:
    """As they were typed: a browser sends every line end as two characters."""
    return sent.replace("\r\n", "\n")


def _origin(sent: str) -> Origin:
    return Origin(sent) if sent in {origin.value for origin, _ in WRITERS} else Origin.UNRESOLVED
