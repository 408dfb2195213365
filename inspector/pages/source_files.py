"""What the forms say of the files that can be sent: which endings a browser offers, and what to choose."""

from lineage.accepting import CHOICES
from lineage.evidence.vocabulary import SourceKind
from lineage.pipeline.extract.kinds import MEDIA_TYPES

_ENDINGS = {
    SourceKind.TEXT: ".txt",
    SourceKind.MARKDOWN: ".md,.markdown,text/plain",
    SourceKind.HTML: ".html,.htm,.xhtml",
    SourceKind.WEB_PAGE: ".html,.htm,.xhtml",
    SourceKind.CSV: ".csv,.tsv",
    SourceKind.PDF: ".pdf",
    SourceKind.DOCX: ".docx",
}
ACCEPTED = {kind: f"{_ENDINGS[kind]},{MEDIA_TYPES[kind]}" for kind in CHOICES}
FILE_WORDS = {kind: f"File with the whole document ({kind.label})" for kind in CHOICES}
FILE_WORDS |= {kind: f"File with the whole text ({kind.label})" for kind in (SourceKind.TEXT, SourceKind.MARKDOWN)}
EVERY_ENDING = ",".join(dict.fromkeys(ending for kind in CHOICES for ending in ACCEPTED[kind].split(",")))
