"""What came of reading the bytes of a source, and what in them was passed over (M-06, reliability 6)."""

from lineage.evidence.terms.term import Term


class ExtractionState(Term):
    """Whether a text was had from the bytes of a version. The bytes themselves are kept in every case."""

    READ = "read", "read", "The bytes were read; what was passed over is listed."
    NO_TEXT = (
        "no_text",
        "no text in it",
        "The file holds pictures and no letters. Bring its text from a text recognizer (OCR) in a bundle.",
    )
    ENCRYPTED = "encrypted", "locked with a password", "Bring an unlocked copy."
    CORRUPT = "corrupt", "damaged", "The file breaks off or is not built as its format asks. Bring a whole copy."
    WRONG_TYPE = "wrong_type", "another kind of file", "The bytes are not of the kind that the source is said to be."
    EMPTY = "empty", "empty", "The file has no bytes."
    LIMIT = (
        "limit",
        "over a limit",
        "Reading it took more time, memory or nesting than one file is given. Bring a smaller one, or its text.",
    )


class SkippedKind(Term):
    """A part of a file that is not in its text."""

    HIDDEN = "hidden", "hidden text", "Text that a reader of the document does not see."
    SCRIPT = "script", "script"
    STYLE = "style", "style"
    TEMPLATE = "template", "template", "Text that a browser shows only when a script asks for it."
    NOSCRIPT = "noscript", "text for browsers without scripts"
    COMMENT = "comment", "comment"
    DELETED = "deleted", "tracked deletion", "Words that somebody struck out with changes tracked."
    INSERTED = "inserted", "tracked insertion", "Words that somebody put in with changes tracked; they are in the text."
    IMAGE = "image", "picture"
    EMBEDDED = "embedded", "embedded file or frame"
    ANNOTATION = "annotation", "annotation"
    FORM_FIELD = "form_field", "form field"
    MACRO = "macro", "macro"
    EXTERNAL = "external", "link to an outside part"
    NOTE = "note", "footnote, header or footer"
    UNMAPPED = "unmapped", "letters without a known character", "Glyphs of which the file does not say what they mean."
    DEEP = "deep", "nested too deep"
    BINARY = "binary", "bytes that are no text"
    OTHER = "other", "other part"
