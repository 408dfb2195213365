"""Was enough recorded to tell?"""

import re
from collections.abc import Iterator

from lineage.evidence.bundle import Citation
from lineage.evidence.dossier import Dossier
from lineage.evidence.generator_view import LANGUAGE_MODEL, basis_of, exposed_but_not_returned
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.vocabulary import ExposureBasis, Level, Outcome, Owner, Route

# What a configuration calls the things that it may put into a prompt.
EXPOSING = re.compile(
    r"\b(hyde|hypothetical|contextual|prefix|prefixes|summaries|metadata mode|exposed?|exposes|exposure)\b"
    r"|\bin (the )?(context|prompt|request|generator input)\b",
    re.IGNORECASE,
)
# Under each name of ours the ones that producers use.
PINNED = {
    "repository_revision": ("repository_revision", "revision", "commit"),
    "package_lock": ("package_lock", "package_lock_digest", "lockfile"),
    "model": ("model", "model_identifier", "model_name"),
}
NUMBER = re.compile(r"[\[【(]?\^?[0-9]{1,3}[\])】]?\Z")


def _footnotes(subject: Subject) -> Iterator[Check]:
    answer = subject.dossier.answer
    numbered = [c for c in answer.citations if is_numbered(c)]
    if not numbered:
        yield Check(Outcome.NOT_APPLICABLE)
    elif answer.footnotes is None:
        sentence = "The answer cites by number, and nobody saved what the numbers stood for."
        yield Check(Outcome.FAIL, sentence=sentence)
    else:
        yield Check(Outcome.PASS)


def is_numbered(citation: Citation) -> bool:
    """Whether a citation stands in the answer as a number, whatever the producer resolved it to since."""
    return bool(NUMBER.match(citation.marker or "")) or (isinstance(citation.cited, str) and citation.cited.isdecimal())


def _view_missing(subject: Subject) -> Iterator[Check]:
    dossier = subject.dossier
    if basis_of(dossier) is ExposureBasis.CAPTURED_REQUEST:
        yield Check(Outcome.PASS)
    elif (claim := find_exposure_claim(dossier)) is None:
        yield Check(Outcome.NOT_CAPTURED)
    else:
        yield Check(Outcome.FAIL, sentence=f"No assembled request was stored; what {claim} says shows no exposure.")


def find_exposure_claim(dossier: Dossier) -> str | None:
    """Who says that the generator was shown something, in words: a view, an aid or a setting; None: nobody."""
    capture = dossier.answer.capture
    for view in capture.views or ():
        if view.kind == LANGUAGE_MODEL or view.basis == ExposureBasis.CONFIGURATION_CLAIM:
            return f"the view of {view.artifact}"
    for run in capture.retrieval or ():
        for aid in run.aids or ():
            if aid.in_generator_input:
                return f"the record of {aid.artifact}"
    for name, value in (capture.configuration or {}).items():
        if value is None or value is False:
            continue
        words = f"{name} {value}" if isinstance(value, str) else name
        if EXPOSING.search(words.replace("_", " ")):
            return f"the setting {name}"
    return None


def _exposed(subject: Subject) -> Iterator[Check]:
    found = exposed_but_not_returned(subject.dossier)
    if found is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    for exposed in found:
        of = "" if exposed.what == exposed.artifact else f" of {exposed.artifact}"
        sentence = f"{exposed.what}{of} was in the generator's request and is among no returned fields."
        yield Check(Outcome.FAIL, None, None, exposed.what, sentence, {"artifact": exposed.artifact})
    if not found:
        yield Check(Outcome.PASS)


def _unpinned(subject: Subject) -> Iterator[Check]:
    configuration = subject.dossier.answer.capture.configuration
    if configuration is None:
        yield Check(Outcome.NOT_CAPTURED)
        return
    missing = [name for name, spellings in PINNED.items() if not any(configuration.get(s) for s in spellings)]
    if not missing:
        yield Check(Outcome.PASS)
        return
    sentence = (
        f"The configuration that was recorded does not name {', '.join(missing)}; the answer cannot be made again."
    )
    yield Check(Outcome.FAIL, detail=", ".join(missing), sentence=sentence)


RULES = (
    Rule(
        code="capture/footnote-map-missing",
        meaning="An answer that cites by number comes with the map from number to source, saved when it was written.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Save the map beside the answer; a number counted again later may mean another source.",
        level=Level.WARN,
        check=_footnotes,
        requirements=("S2-22", "S2-46"),
    ),
    Rule(
        code="capture/generator-view-missing",
        meaning="Whatever is said to have been shown to the generator stands in a stored request.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Store the assembled request, or its digest; no setting and no method's name shows what was in it.",
        level=Level.WARN,
        check=_view_missing,
        proves_not="A stored request shows what was sent, not what the model made use of.",
        requirements=("S0-03",),
    ),
    Rule(
        code="capture/exposed-but-not-returned",
        meaning="Everything that the generator was shown is among the fields that were returned to the application.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Return every property that is put into the prompt, or keep it out of the prompt.",
        level=Level.WARN,
        check=_exposed,
        proves_not="Returned fields are compared with the stored request only; other calls may have shown more.",
        requirements=("S0-23",),
    ),
    Rule(
        code="capture/runtime-unpinned",
        meaning="A recorded configuration names its code, its packages and its model.",
        owner=Owner.APPLICATION,
        route=Route.REVIEW,
        repair="Record the revision of the code, the digest of the package lock and the model with each answer.",
        level=Level.WARN,
        check=_unpinned,
        proves_not="A pinned configuration may still give other words: models are seldom deterministic.",
        requirements=("S0-13",),
    ),
)
