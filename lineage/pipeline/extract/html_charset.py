"""The character set of a page: what it says of itself, and its characters (HTML standard, 13.2.3.2)."""

from __future__ import annotations

import re

from lineage.pipeline.extract.charset_labels import find_codec
from lineage.pipeline.extract.charsets import Decoded, Refused, decode

# The standard looks no further.
_SEARCHED = 1024
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_ATTRIBUTE = rb"""([^\s/>=]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?"""
_META = re.compile(rb"<meta[\s/]((?:[\s/]+|" + _ATTRIBUTE + rb")*)", re.IGNORECASE)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([^\s"';]+)""", re.IGNORECASE)
_XML = re.compile(rb"""<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']""", re.IGNORECASE)


def decode_page(data: bytes, declared: str = "") -> Decoded | Refused:
    """The characters of a page: by its byte order mark, by what was declared outside, by its own `meta`, as UTF-8, or
    by a guess. A byte that does not fit a known set is U+FFFD, counted and warned of, as in a browser.
    """
    return decode(data, declared if find_codec(declared) else find_own_charset(data) or declared, replaces=True)


def find_own_charset(data: bytes) -> str:
    """The label in the first `meta` that has one we know, or in an XML declaration; else ""."""
    start = data[:_SEARCHED]
    xml = _XML.match(start.lstrip())
    found = [xml[1]] if xml else []
    for meta in _META.finditer(_COMMENT.sub(b"", start)):
        stated = {name.lower(): b"".join(value) for name, *value in reversed(_ATTRIBUTES.findall(meta[1]))}
        label = _CHARSET.search(stated.get(b"content", b""))
        if own := stated.get(b"charset"):
            found.append(own)
        elif label and stated.get(b"http-equiv", b"").lower() == b"content-type":
            found.append(label[1])
    labels = [label.decode("ascii", "replace") for label in found]
    return next((_as_read(label) for label in labels if find_codec(label)), "")


def _as_read(label: str) -> str:
    """What could be read as ASCII to find the label is not UTF-16, whatever it says."""
    return "utf-8" if label.lower().startswith("utf-16") or label.lower() == "utf16" else label
