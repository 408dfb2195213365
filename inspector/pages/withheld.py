"""The panels that say why there are no words: each reason its own, what it means, and what can be done (S0-86). Pure.

Six of them stand where words would; the seventh beside words that are shown and do not carry the claim.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from inspector.pages.evidence_view import Said, WithheldPanel
from inspector.pages.withheld_reading import BY_LABEL
from lineage.evidence.vocabulary import NoteKind, Withheld
from lineage.evidence.withholding import Withholding

BY_LABEL_WORDS = "You may not read this source. Its words are not shown; ask the owner of the case for access."
ADVICE: Mapping[Withheld, str] = {
    Withheld.DELETED: "Look for another source, or judge the claim without this one.",
    Withheld.WITHDRAWN: "Leave the claim until the version is restored, or judge it by another source.",
    Withheld.BLOCKED: "Ask the owner of the source for access, or leave the claim to somebody who has it.",
    Withheld.NOT_RETAINED: "Ask who sent the answer for its texts, or compare with the live source, if there is one.",
    Withheld.ARCHIVED: "Cold storage: ask for the version to be brought back, and judge the claim then.",
}
LABEL_MEANING = (
    "You may not read this source: it has an access label that you do not hold. Neither its title nor its address nor "
    "its words are shown."
)
LABEL_ADVICE = "Ask the owner of the case for access, or leave the verdict on it to someone who has it."
ASKING: Mapping[Withheld, str] = {
    Withheld.ARCHIVED: "Please bring {name} back from the archive",
    Withheld.BLOCKED: "Please give me access to {name}",
    Withheld.NOT_RETAINED: "Please send the text of {name}",
}
PRESENT, NOT_SUPPORTING = "present, does not support", "not_supporting"
PRESENT_MEANING = "The cited words are kept and stand here; what is missing is that they carry the claim."
PRESENT_ADVICE = "Read them with their neighbours. Access would change nothing: the claim needs other evidence."
READ_BY_FEW = "You read these words as an auditor. Nobody else is shown them, their title or their address."


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What is known of a version whose words are not shown. `digest` is for auditors alone."""

    source: str = ""
    version: str = ""
    url: str = ""
    digest: str = ""
    dates: Mapping[str, datetime | None] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"source {self.source}, version {self.version}"


def panel_of(why: Withholding, named: Named, asked_for: str = "") -> WithheldPanel:
    """`asked_for` says for which claim or answer; of a version with a label that the viewer lacks nothing is named."""
    if why is BY_LABEL:
        said = Said(Withheld.BLOCKED.label, "absent", "access label")
        return WithheldPanel(kind="label", said=said, meaning=LABEL_MEANING, advice=LABEL_ADVICE)
    kind = why.kind
    asking = ASKING.get(kind, "").format(name=named.name) if named.source else ""
    return WithheldPanel(
        kind=kind.value,
        said=Said(f"{kind.label} on {day_of(why.since)}" if why.since else kind.label, "absent", kind.value),
        meaning=kind.meaning,
        advice=ADVICE[kind],
        known=known_of(named),
        ask=f"{asking}{f', for {asked_for}' if asked_for else ''}." if asking else "",
        url=named.url,
    )


def with_asking(panel: WithheldPanel, notes_url: str, citation: str = "") -> WithheldPanel:
    """With links to the claim's notes, where somebody can be asked, and the ids are filled in (X-36)."""
    if not notes_url:
        return panel
    about = {"citation": citation} if citation else {}
    links = (
        ("request access", f"{notes_url}?{urlencode({'kind': NoteKind.ACCESS_REQUEST.value} | about)}"),
        ("escalate", f"{notes_url}?{urlencode({'kind': NoteKind.ESCALATION.value} | about)}"),
    )
    return replace(panel, asking=links)


def known_of(named: Named) -> tuple[tuple[str, str], ...]:
    """What stays known, as far as it was recorded."""
    dates = {name: day_of(at) for name, at in named.dates.items() if at is not None}
    every = {"source": named.source, "version": named.version, **dates, "digest": named.digest}
    return tuple((name, value) for name, value in every.items() if value)


def read_by_few(why: Withholding, named: Named) -> WithheldPanel:
    """For who reads what others do not: that it was taken away, and when."""
    said = Said(f"{why.kind.label} on {day_of(why.since)}" if why.since else why.kind.label, "unclear", why.kind.value)
    return WithheldPanel(
        kind="few", said=said, meaning=why.kind.meaning, advice=READ_BY_FEW, url=named.url, is_read=True
    )


def present_but() -> WithheldPanel:
    """The panel of evidence that is there and does not support: a different thing from every other."""
    said = Said(PRESENT, "fail", NOT_SUPPORTING)
    return WithheldPanel(kind="present", said=said, meaning=PRESENT_MEANING, advice=PRESENT_ADVICE, is_read=True)


def words_of(why: Withholding | None) -> str:
    """In the place of words: why they are not there."""
    if why is None or why is BY_LABEL:
        return BY_LABEL_WORDS
    return f"{_sentence(why)} Its words are not shown."


def words_of_kind(kind: Withheld) -> str:
    """As `words_of`, where it is not known since when."""
    return words_of(Withholding(kind, None, True))


def source_of(why: Withholding | None) -> str:
    """What a claim rests on, as the end of a sentence."""
    if why is None or why is BY_LABEL:
        return "a source that you may not read"
    return f"a source that {_was(why)}"


def _sentence(why: Withholding) -> str:
    return f"This source {_was(why)}."


def _was(why: Withholding) -> str:
    verb = {Withheld.BLOCKED: "is", Withheld.ARCHIVED: "is", Withheld.NOT_RETAINED: "was"}.get(why.kind, "was")
    return f"{verb} {why.kind.label}{f' on {day_of(why.since)}' if why.since else ''}"


def day_of(at: datetime | None) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d}" if at is not None else ""
