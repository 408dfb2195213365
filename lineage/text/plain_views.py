"""The words of a normalized view alone, for comparing many short texts: `normalize` makes a map besides."""

from __future__ import annotations

from lineage.text.normalization import NormalizationPolicy
from lineage.text.operations import edits


def view_of(text: str, policy: NormalizationPolicy) -> str:
    """The text of `normalize(text, policy)`."""
    for operation in policy.operations:
        pieces: list[str] = []
        done = 0
        for start, end, replacement in edits(operation, text):
            pieces += text[done:start], replacement
            done = end
        if done:
            text = "".join([*pieces, text[done:]])
    return text
