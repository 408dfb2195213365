"""That somebody looked for words in the complete originals, what they looked through and what they found: signed.

Needed before a claim is said to come from generated text alone (S0-44). The signature makes it evidence that the server
looked, not that the reviewer says so; it holds as long as the texts are the same. Words are in it by their digests: a
record that holds it is no copy of a source, which an erasure would have to find.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from django.core import signing

from inspector.frozen_originals import find_originals, whole_originals
from lineage.access import Reader
from lineage.evidence.digests import Digest, digest_from_raw, digest_json

# Without a time: the same search has the same receipt, and so a page that shows one stays the same.
SIGNER = signing.Signer(salt="inspector.scan")
LONGEST_RECEIPT, MOST_HITS = 60_000, 50
AGAIN = "Look again in the complete original, then record."


class NotScanned(ValueError):
    """There is no search in the complete original that would carry the verdict; says what to do."""


class Hit(NamedTuple):
    """A place `[start, end)` in the text of an artifact; not `is_exact`: equal only as the policy normalizes words."""

    artifact: str
    start: int
    end: int
    is_exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """`words` are digests of what was looked for; `of_claim`: some of it are words of the claim, or of its quotations.

    `texts` is one digest of all that was looked through: so many texts with so many `characters`, by these `policies`.
    `found` counts every hit, up to 1,001 for each phrase; `hits` are the first 50. `closed` versions were kept from the
    reader, of `unkept` ones no original text is kept here.
    """

    claim: str
    words: tuple[Digest, ...]
    texts: Digest
    looked: int
    characters: int
    policies: tuple[str, ...]
    hits: tuple[Hit, ...]
    found: int
    of_claim: bool
    closed: int = 0
    unkept: int = 0


def seal(reader: Reader, receipt: Receipt) -> str:
    """The receipt as a form carries it; of no use to anybody else."""
    return SIGNER.sign_object([reader.actor, asdict(receipt)], compress=True)


def open_receipt(reader: Reader, claim: Any, token: str) -> Receipt:
    """The receipt of a search for this claim by this reader. Raises NotScanned. No statement."""
    if not token:
        raise NotScanned("Look for the words in the complete original first.")
    try:
        actor, data = SIGNER.unsign_object(token[:LONGEST_RECEIPT])
    except signing.BadSignature:
        raise NotScanned(f"The receipt of the search is not one of ours. {AGAIN}") from None
    if actor != reader.actor or data["claim"] != claim.public_id:
        raise NotScanned(f"The search was for another claim, or by somebody else. {AGAIN}")
    several = {name: tuple(data.pop(name)) for name in ("words", "policies")}
    return Receipt(hits=tuple(Hit(*hit) for hit in data.pop("hits")), **several, **data)


def require_scan(reader: Reader, claim: Any, token: str) -> Receipt:
    """A receipt on which a claim may be said to come from generated words alone. Raises NotScanned.

    All originals that are kept now were looked through, as they are now, for words of the claim. Six statements.
    """
    receipt = open_receipt(reader, claim, token)
    if not receipt.of_claim:
        raise NotScanned("The search was for other words than the claim's. Look for words of the claim itself.")
    originals = find_originals(reader, claim)
    if originals.closed:
        raise NotScanned("An original of this claim may not be read by you, so nobody can say that it lacks the words.")
    if receipt.texts != digest_of(whole_originals(originals.texts)):
        raise NotScanned(f"The originals are others than when you looked. {AGAIN}")
    return receipt


def digest_of(texts: Iterable[Any]) -> Digest:
    """Of rows of artifacts, by their keys and the contents that their words are kept in."""
    return digest_json(sorted([text.key, digest_from_raw(bytes(text.digest_of_content))] for text in texts))
