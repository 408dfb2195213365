"""What stands beside the words of a DOCX: pictures, fields, embedded files, the second copies of drawings."""

from __future__ import annotations

import re
from typing import Any

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.docx_names import attribute, name_of
from lineage.pipeline.extract.docx_tally import Tally, words_of

_FETCHING = re.compile(r"\s*(?:DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|LINK)\b", re.IGNORECASE)


class Asides:
    """Each of these says whether the element is passed over."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._fields: list[bool] = []
        """Of each field that is open, whether it is still in its code, of which a reader sees nothing."""
        self._copies: dict[int, Any] = {}
        self._description = ""

    def describe(self, properties: Any) -> bool:
        """What somebody wrote about a drawing, for those who cannot see it."""
        self._description = properties.get("descr") or properties.get("title") or ""
        return False

    def picture(self, element: Any) -> bool:
        described, self._description = self._description, ""
        own = element.get("string") or element.get("title") or element.getparent().get("alt") or ""
        self._tally.add(SkippedKind.IMAGE, described or own, counts_words=False)
        return False

    def drawn_words(self, element: Any) -> bool:
        """Words of a drawing that are no paragraph of Word's."""
        if element.text:
            self._tally.add(SkippedKind.OTHER, element.text, where="words in drawings")
        return True

    def embedded(self, element: Any) -> bool:
        self._tally.add(SkippedKind.EMBEDDED, where="a whole document in the text", counts_words=False)
        return True

    def ruby(self, element: Any) -> bool:
        """How something is read, in small letters above it: in the line it would tear the words apart."""
        self._tally.add(SkippedKind.OTHER, words_of(element), where="small letters above words")
        return True

    def form_field(self, element: Any) -> bool:
        self._tally.add(SkippedKind.FORM_FIELD, counts_words=False)
        return True

    def turn_field(self, element: Any) -> bool:
        """A field is its code, then what Word last made of it; only that is seen."""
        kind = attribute(element, "fldCharType")
        if kind == "begin":
            self._fields.append(True)
        elif kind == "separate" and self._fields:
            self._fields[-1] = False
        elif kind == "end" and self._fields:
            self._fields.pop()
        return False

    def end_codes(self) -> None:
        """No code lasts beyond its paragraph: a field that nobody ended takes no later words with it."""
        self._fields = [False for _ in self._fields]

    def is_in_code(self, words: str) -> bool:
        """Whether words stand in the code of a field; they are reported then."""
        if not any(self._fields):
            return False
        self._tally.add(SkippedKind.HIDDEN, words, where="among others the code of a field")
        return True

    def code(self, element: Any) -> bool:
        """The code of a field, be it an attribute or the text of the element."""
        code = attribute(element, "instr") or element.text or ""
        if _FETCHING.match(code):
            self._tally.add(SkippedKind.EXTERNAL, code, where="a field that fetches", counts_words=False)
        return name_of(element) == "w:instrText"

    def choose(self, alternatives: Any) -> bool:
        """The same drawing in several dialects, of which a program shows the first it understands: here the first, or
        where that has no words, the first that has some. What the others say besides is reported.
        """
        offered = [one for one in alternatives if name_of(one) in ("Choice", "Fallback")]
        if len(offered) < 2:
            return False
        said = [words_of(one) for one in offered]
        chosen = next((at for at, words in enumerate(said) if words), 0)
        for at, one in enumerate(offered):
            if at != chosen:
                self._copies[id(one)] = one
                if said[at] and said[at].split() != said[chosen].split():
                    self._tally.add(SkippedKind.OTHER, said[at], where="another form of a drawing")
        return False

    def copy(self, element: Any) -> bool:
        """Whether it was not chosen."""
        return self._copies.pop(id(element), None) is not None
