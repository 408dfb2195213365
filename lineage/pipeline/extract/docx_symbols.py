"""Signs that a DOCX takes from a font instead of from Unicode."""

from __future__ import annotations

import re

_FIRST = (
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
)
_SECOND = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"
_THIRD = "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
SYMBOL = (
    {0x20 + at: sign for at, sign in enumerate(_FIRST)}
    | {0xA0 + at: sign for at, sign in enumerate(_SECOND)}
    | {0xF1 + at: sign for at, sign in enumerate(_THIRD)}
)
"""The font Symbol by its codes, as Adobe and Unicode agree on them: Greek letters and mathematics."""
PRIVATE = re.compile("[\ue000-\uf8ff]")
"""Characters of which only a font knows the meaning."""


def read_symbol(code: str, font: str) -> str:
    """The character of a `w:sym`, a private one where the font is not Symbol; "" where the code is none."""
    try:
        value = int(code, 16)
    except ValueError:
        return ""
    if font.casefold() == "symbol" and (known := SYMBOL.get(value & 0xFF if value >= 0xF000 else value)):
        return known
    # Codes of other fonts are written with or without the private F000 before them.
    return chr(value) if 0x20 <= value < 0xD800 or 0xE000 <= value <= 0xFFFD else ""
