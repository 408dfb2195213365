"""An answer with what was found of it, ready to be written: its bytes, its digest, and what its rows will name."""

from dataclasses import dataclass

from lineage.evidence.bundle import Answer, Claim, JudgeResult, case_key, response_version
from lineage.evidence.digests import canonical_json, digest_bytes, digest_json, raw_digest
from lineage.evidence.dossier import Dossier, cited_keys
from lineage.evidence.outcomes import Inspection
from lineage.evidence.writing import write_answer, write_record
from lineage.formats.report import answer_report
from lineage.graph_rows import Shelf
from lineage.models.coding import encode_record, encode_whole

SEPARATE = ("text", "rendered", "raw_payload", "sources", "artifacts", "transformations")


@dataclass(slots=True)
class Prepared:
    """An answer ready to be written: what it is, what was found, and the bytes that its rows will name."""

    place: str
    answer: Answer
    dossier: Dossier
    inspection: Inspection
    record: bytes
    report: bytes
    digest: bytes
    case_id: int = 0
    answer_id: int = 0
    public_id: str = ""

    @property
    def case_key(self) -> str:
        return case_key(self.answer.case)

    @property
    def version(self) -> str:
        return response_version(self.answer)


def prepare(
    place: str, answer: Answer, dossier: Dossier, inspection: Inspection, record: bytes, digest: bytes
) -> Prepared:
    """Everything that needs no database. `record` is of `dump_record`, `digest` of `answer_digest`."""
    return Prepared(
        place=place,
        answer=answer,
        dossier=dossier,
        inspection=inspection,
        record=record,
        report=canonical_json(answer_report(answer, inspection)),
        digest=digest,
    )


def dump_record(answer: Answer, dossier: Dossier) -> bytes:
    """The wire answer without its texts, and the keys of its inline artifacts: what the dossier is rebuilt from.

    `sliced` are the places in `claims` of those whose words the answer's text holds; they are not kept twice.
    """
    dumped = write_answer(answer, SEPARATE)
    sliced = [index for index, claim in enumerate(answer.claims) if is_slice(answer, claim)]
    for index in sliced:
        del dumped["claims"][index]["text"]
    inline = sorted(artifact.key for artifact in answer.artifacts)
    # A key that the answer cites and its file did not have may be another answer's here: it stays unknown.
    known = sorted({key for key in cited_keys(answer) if key in dossier.artifacts or key in dossier.sources})
    return canonical_json({"answer": dumped, "inline": inline, "known": known, "sliced": sliced})


def answer_digest(answer: Answer, record: bytes) -> bytes:
    """The digest by which the same answer is known again: its record, its texts and its raw payload."""
    texts = [answer.text, answer.rendered, answer.raw_payload]
    parts = [digest_bytes(record), *(None if text is None else digest_bytes(text.encode()) for text in texts)]
    return raw_digest(digest_json(parts))


def stage_answer(shelf: Shelf, found: Prepared) -> None:
    """Remember the bytes of an answer, each written as it is read."""
    answer = found.answer
    for text in (answer.text, answer.rendered, answer.case.question):
        if text is not None:
            shelf.keep_text(text)
    for claim in answer.claims:
        if claim.text is not None and not is_slice(answer, claim):
            shelf.keep_text(claim.text)
    if answer.raw_payload is not None:
        shelf.keep_text(answer.raw_payload, encode_whole)
    shelf.keep(found.record, encode_record)
    shelf.keep(found.report, encode_record)
    for result in separate_results(found):
        shelf.keep(dump_result(result), encode_record)


def is_slice(answer: Answer, claim: Claim) -> bool:
    """Whether a claim's words are the answer's words at its place, so that the range says it all."""
    if claim.text is None or claim.place is None or answer.text is None:
        return False
    return claim.place.slice(answer.text) == claim.text


def separate_results(found: Prepared) -> list[JudgeResult]:
    """Judge results that came apart from their answer."""
    own = set(map(id, found.answer.judge_results))
    return [result for result in found.dossier.judge_results if id(result) not in own]


def dump_result(result: JudgeResult) -> bytes:
    return canonical_json(write_record(result))
