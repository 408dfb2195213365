"""Bullets of summaries that were left out when the answer came in, as it was recorded then (S3-41). Pure."""

from inspector.pages.beside_view import RejectedBullet
from inspector.pages.claim_reading import Reading

MOST = 20
WITHOUT_REASON = "no reason was recorded"


def rejected_of(reading: Reading) -> tuple[RejectedBullet, ...]:
    """None for a viewer to whom any text of the answer is closed: a name may tell of it."""
    listed = (reading.dossier.answer.capture.extra or {}).get("rejected")
    if not isinstance(listed, list) or reading.masked:
        return ()
    return tuple(
        RejectedBullet(_words(one, "artifact_id"), _words(one, "status"), _words(one, "reason") or WITHOUT_REASON)
        for one in listed[:MOST]
        if isinstance(one, dict)
    )


def _words(one: dict[str, object], name: str) -> str:
    found = one.get(name)
    return found if isinstance(found, str) else ""
