"""Before the live address of a source: what was judged instead, and how today's text differs from it (M-59, S2-42)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.http import page_or_fragment
from inspector.pages.evidence_view import WithheldPanel
from inspector.pages.live_compare import Cited, LiveComparison, compare_live
from inspector.pages.source_spans import CitedPlace, read_places
from inspector.pages.source_text import find_text, read_whole
from inspector.pages.veiling import find_why, open_version
from inspector.pages.withheld_rows import find_panel
from inspector.readers import reader_of
from lineage.access import Action, Reader
from lineage.evidence.digests import digest_from_raw

LONGEST_FROZEN, LONGEST_PASTED, MOST_SPANS = 1_000_000, 300_000, 200
MAY_DIFFER = (
    "a later revision, or an earlier one that was put back",
    "another language, region or edition than the one that was taken in",
    "what only somebody who is signed in sees, or does not see",
    "words that the extraction left out: menus, notes, tables, pictures",
)
SCHEMES = ("http", "https")


class LiveLink(NamedTuple):
    """An address as it was recorded. `host` is what a link leads to, in ASCII; `why_not` is why it is none."""

    written: str
    host: str
    why_not: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePage:
    title: str
    version: str
    url: str
    address: str
    link: LiveLink | None
    digest: str
    digest_of: str
    observed_at: datetime | None
    ingested_at: datetime | None
    may_differ: tuple[str, ...]
    length: int | None
    why_not: str
    withheld: WithheldPanel | None
    pasted: str
    error: str
    longest: int
    comparison: LiveComparison | None


def read_live(reader: Reader, public_id: str, pasted: str | None) -> LivePage:
    """The page of a version's live address; with `pasted` compared to the frozen text. Raises NotVisible."""
    version = open_version(reader, public_id)
    artifact = find_text(reader, version, "")
    frozen, why_not = read_whole(version, artifact, LONGEST_FROZEN)
    error = _fault(pasted, frozen)
    why = find_why(reader, version)
    knows_digest = why is None or reader.may(Action.READ_TAKEN_AWAY)
    digest, digest_of = _digest(version, artifact) if knows_digest else ("", "")
    return LivePage(
        title=version.title or version.source.key,
        version=version.version,
        url=reverse("source", args=[public_id]),
        address=reverse("live_source", args=[public_id]),
        link=link_of(version.uri),
        digest=digest,
        digest_of=digest_of,
        observed_at=version.observed_at,
        ingested_at=version.ingested_at,
        may_differ=MAY_DIFFER,
        length=len(frozen) if frozen is not None else None,
        why_not=why_not,
        withheld=find_panel(reader, version),
        pasted=pasted or "",
        error=error,
        longest=LONGEST_PASTED,
        comparison=_compared(reader, artifact, frozen, pasted) if pasted and frozen is not None and not error else None,
    )


def _fault(pasted: str | None, frozen: str | None) -> str:
    if pasted is None:
        return ""
    if frozen is None:
        return "There is no frozen text here that yours could be compared with."
    if not pasted.strip():
        return "Paste the text first: nothing arrived but white space."
    if len(pasted) > LONGEST_PASTED:
        return (
            f"Your text has {len(pasted):,} characters, and at most {LONGEST_PASTED:,} are compared at once. "
            "Paste the part that matters; your text is still in the field."
        )
    return ""


def _compared(reader: Reader, artifact: Any, frozen: str, pasted: str) -> LiveComparison:
    places = read_places(reader, artifact)[:MOST_SPANS]
    return compare_live(frozen, pasted, [_cited(place, frozen) for place in places])


def _cited(place: CitedPlace, frozen: str) -> Cited:
    row, (first, *_), last = place.resolution, place.spans, place.spans[-1]
    claim = row["citation__claim__public_id"]
    return Cited(
        words=frozen[first.start : last.end],
        label=f"claim {row['citation__claim__key'] or 'of none'} of {row['inspection__answer__state__heading']}",
        url=reverse("claim", args=[claim]) if claim else "",
    )


def _digest(version: Any, artifact: Any) -> tuple[str, str]:
    raw = version.checksum or (version.raw.sha256 if version.raw is not None else None)
    if raw is not None:
        return digest_from_raw(bytes(raw)), "raw bytes"
    if artifact is None:
        return "", ""
    held = artifact.content.sha256 if artifact.content is not None and artifact.start is None else artifact.digest
    return (digest_from_raw(bytes(held)), "frozen text") if held is not None else ("", "")


def link_of(written: str) -> LiveLink | None:
    """Only what is plainly a web address becomes a link; any other is shown and not followed. None for no address."""
    if not written:
        return None
    if any(ord(sign) <= 0x20 or ord(sign) == 0x7F or sign == "\\" for sign in written):
        return LiveLink(written, "", "it holds blanks, control characters or a backslash")
    try:
        parts = urlsplit(written)
        host, _ = parts.hostname or "", parts.port
        ascii_host = host.encode("idna").decode()
    except (ValueError, UnicodeError):
        return LiveLink(written, "", "it cannot be read as an address")
    if parts.scheme.casefold() not in SCHEMES:
        return LiveLink(written, "", "only addresses of http and https are followed")
    if not ascii_host:
        return LiveLink(written, "", "it names no host")
    if parts.username is not None:
        return LiveLink(written, "", "it holds a name or a password before its host")
    return LiveLink(written, ascii_host, "")


@require_http_methods(["GET", "HEAD", "POST"])
def live_source(request: HttpRequest, public_id: str) -> HttpResponse:
    """422 where what was pasted cannot be compared. Nothing that is pasted is stored, nor is it sent anywhere."""
    pasted = request.POST.get("current", "") if request.method == "POST" else None
    page = read_live(reader_of(request), public_id, pasted)
    fragments, status = {"comparison": "inspector/_live_comparison.html"}, 422 if page.error else 200
    return page_or_fragment(request, "inspector/live_source.html", fragments, {"page": page}, status)
