"""Is the cited version still the current one?"""

from collections.abc import Iterator

from lineage.evidence.rules.rule import Check, Rule, Subject, shown
from lineage.evidence.standing import answered_at, find_supersession
from lineage.evidence.vocabulary import Level, Outcome, Owner, Route

AT_ANSWER, SINCE = "at_answer", "since"


def _superseded(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    given = answered_at(dossier.answer, subject.as_of)
    for citation, resolution in subject.citations():
        named = citation.claim, citation.key
        artifact = dossier.artifacts.get(resolution.artifact or "")
        version = dossier.find_version(artifact) if artifact else None
        source = dossier.sources.get(artifact.source or "") if artifact else None
        if artifact is None:
            yield Check(Outcome.NOT_RUN, *named)
        elif source is None or version is None:
            yield Check(Outcome.NOT_CAPTURED, *named)
        elif (replaced := find_supersession(source, version)) is None:
            yield Check(Outcome.PASS, *named)
        elif replaced.since is None:
            sentence = f"Version {version.version} of {source.key} was replaced; nobody recorded when."
            yield Check(Outcome.UNCLEAR, *named, "", sentence)
        elif replaced.since > subject.as_of:
            yield Check(Outcome.PASS, *named)
        else:
            detail = AT_ANSWER if replaced.since <= given else SINCE
            when = "before this answer was given" if detail == AT_ANSWER else "after this answer was given"
            sentence = (
                f"{shown(citation)} cites version {version.version} of {source.key}, "
                f"replaced on {replaced.since.date().isoformat()}, {when}."
            )
            yield Check(Outcome.FAIL, *named, detail, sentence)


RULES = (
    Rule(
        code="freshness/superseded",
        meaning="The cited version has not been replaced by a newer one.",
        owner=Owner.CONTENT_OWNER,
        route=Route.REVIEW,
        repair="Compare the cited words with the current version; reindex it if the answer was given the old one.",
        level=Level.REVIEW,
        check=_superseded,
        proves_not="The current version may be wrong, and an old one right for its time.",
        requirements=("S4-31", "S2-37", "X-29"),
    ),
)
