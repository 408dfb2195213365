"""The notes on a claim, and the forms to add one, to escalate it and to ask for access."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.http import page_or_fragment
from inspector.noting import LONGEST, NotSaid, add_note, notes_for, read_words
from inspector.pages.claim import Opened, open_claim
from inspector.pages.claim_reading import Selection
from inspector.pages.claim_today import hides_later
from inspector.pages.notes_view import NoteLine, NotesPage, choices_of, words_to_begin_with
from inspector.pages.run_people import name_of, named_by
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.bundle import case_key
from lineage.evidence.vocabulary import NoteKind

FRAGMENTS = {"notes": "inspector/_notes.html"}
MOST = 200


def read_notes(
    reader: Reader, opened: Opened, kind: NoteKind, sent: str | None, citation: str, problem: str = ""
) -> NotesPage:
    """The last two hundred; `sent` is what came back with the form, None where it is drawn anew."""
    reading = opened.reading
    case = case_key(reading.dossier.answer.case)
    return NotesPage(
        case=case,
        claim=reading.claim.key,
        claim_url=reading.url,
        url=reverse("notes", args=[opened.claim.public_id]),
        lines=_lines(reader, opened),
        is_sealed=reading.is_sealed,
        may_add=reader.may(Action.ADD_NOTES),
        choices=choices_of(kind),
        words=words_to_begin_with(kind, case, reading.claim.key, citation) if sent is None else sent,
        error=problem,
        longest=LONGEST,
    )


def _lines(reader: Reader, opened: Opened) -> tuple[NoteLine, ...]:
    """Notes may repeat the words that they are about: where those are masked, they are too."""
    reading = opened.reading
    hidden = reading.masked_words if reading.hides_any or hides_later(reading) else ""
    found = named_by(notes_for(reader).filter(claim=opened.claim).select_related("words"), "author")
    return tuple(
        NoteLine(
            kind=NoteKind(row.kind).label,
            is_plain=row.kind == NoteKind.NOTE,
            who=name_of(reader, row.author, row.first_name, row.username),
            said=hidden or read_words(row.words),
            recorded_at=row.recorded_at,
        )
        for row in reversed(found.order_by("-id")[:MOST])
    )


@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the same page once a note is recorded; 422 with the words where none was."""
    reader = reader_of(request)
    opened = open_claim(reader, public_id, Selection())
    sent = request.POST if request.method == "POST" else request.GET
    asked = sent.get("kind", "")
    kind = NoteKind(asked) if asked in set(NoteKind) else NoteKind.NOTE
    cited = {citation.key for citation in opened.reading.citations}
    citation = sent.get("citation", "") if sent.get("citation", "") in cited else ""
    if request.method != "POST":
        page = read_notes(reader, opened, kind, None, citation)
        return page_or_fragment(request, "inspector/notes.html", FRAGMENTS, {"page": page})
    require(reader, Action.ADD_NOTES)
    words, problem = request.POST.get("words", ""), ""
    try:
        add_note(reader, opened.claim, kind, words)
    except NotSaid as refused:
        problem = str(refused)
    else:
        if request.headers.get("HX-Request") != "true":
            response = redirect("notes", public_id)
            response.status_code = 303
            return response
    page = read_notes(reader, opened, kind if problem else NoteKind.NOTE, words if problem else None, "", problem)
    return page_or_fragment(request, "inspector/notes.html", FRAGMENTS, {"page": page}, 422 if problem else 200)
