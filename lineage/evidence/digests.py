"""Digests and canonical JSON: the only module that imports hashlib.

A digest states identity of bytes, never truth or authorship (S0-58, S0-59). Notation is `sha256:<64 hex>` (X-32).
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable
from typing import Any, NewType

Digest = NewType("Digest", str)

DIGEST_PATTERN = re.compile(r"sha256:[0-9a-f]{64}\Z")
BARE_HEX_PATTERN = re.compile(r"[0-9a-fA-F]{64}\Z")
ALGORITHM = "sha256"


def digest_bytes(data: bytes) -> Digest:
    """SHA-256 of the exact bytes, as `sha256:<hex>`."""
    return Digest(f"{ALGORITHM}:{hashlib.sha256(data).hexdigest()}")


def digest_parts(parts: Iterable[bytes]) -> Digest:
    """As `digest_bytes` of the parts joined, without holding them together."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(part)
    return Digest(f"{ALGORITHM}:{hashed.hexdigest()}")


def digest_text(text: str) -> Digest:
    """SHA-256 of the UTF-8 bytes of a text, without any normalization.

    Raises UnicodeEncodeError for a lone surrogate, which no stored text may hold.
    """
    return digest_bytes(text.encode())


def find_digest(written: object) -> Digest | None:
    """The digest in our notation from `sha256:<hex>` or bare hex of any case; None if it is neither (X-32)."""
    if not isinstance(written, str):
        return None
    hexadecimal = written[7:] if written[:7].lower() == "sha256:" else written
    return Digest(f"{ALGORITHM}:{hexadecimal.lower()}") if BARE_HEX_PATTERN.match(hexadecimal) else None


def raw_digest(digest: Digest) -> bytes:
    """The 32 bytes of a digest, as they are kept in rows."""
    return bytes.fromhex(digest.partition(":")[2])


def digest_from_raw(raw: bytes) -> Digest:
    """The inverse of `raw_digest`."""
    return Digest(f"{ALGORITHM}:{raw.hex()}")


def canonical_json(value: Any) -> bytes:
    """UTF-8 JSON with sorted keys and no blanks, equal for equal values (reliability 3.3).

    Text is kept as it is (no NFC). Raises ValueError for NaN and infinities, TypeError for what JSON cannot hold.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def digest_json(value: Any) -> Digest:
    """SHA-256 of the canonical JSON of a value."""
    return digest_bytes(canonical_json(value))


def commitment(salt: bytes, payload: bytes) -> Digest:
    """SHA-256 of salt and payload: proves a payload later without letting anyone guess it now (reliability 3.3)."""
    return digest_bytes(salt + payload)


def keyed_digest(key: bytes, payload: bytes) -> Digest:
    """HMAC-SHA-256 of a payload: who has the key can tell equal payloads, and nobody else can try any out."""
    return Digest(f"{ALGORITHM}:{hmac.new(key, payload, hashlib.sha256).hexdigest()}")


def link(previous: Digest | None, entry: bytes) -> Digest:
    """The hash of a ledger entry: RFC 6962 leaf prefix, the previous entry's hash, the entry's canonical JSON."""
    return digest_bytes(b"\x00" + (previous or "").encode() + b"\x00" + entry)
