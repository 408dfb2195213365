"""Our own structure must hold before anything is judged: what is wrong here refuses the answer (DESIGN 7).

Keys are unique, references lead somewhere, ranges lie in their texts, digests are those of their texts.
"""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping

from lineage.evidence.bundle import Answer, Artifact, Source, SourceVersion, Transformation
from lineage.evidence.capture import RetrievalRun
from lineage.evidence.digests import digest_bytes, digest_text
from lineage.evidence.dossier import merge, raw_bytes
from lineage.evidence.reading import Problem, pointer
from lineage.text.segments import Segment, SpanMapError
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap


def find_faults(
    answer: Answer, sources: dict[str, Source], artifacts: dict[str, Artifact], base: str = ""
) -> tuple[Problem, ...]:
    """Everything that is wrong with the structure of an answer and its inline records, among shared ones by key."""
    # Looked through, not copied: a file may share a hundred thousand records among its answers.
    every_source = ChainMap({s.key: merge(s, sources.get(s.key)) for s in answer.sources}, sources)
    known = ChainMap({artifact.key: artifact for artifact in answer.artifacts}, artifacts)
    faults = list(_repeated((source.key for source in answer.sources), "sources"))
    for index, source in enumerate(answer.sources):
        faults += source_faults(source, pointer("sources", index))
    faults += _artifact_faults(answer, artifacts, every_source)
    faults += _manifest_faults(answer, known)
    faults += _claim_faults(answer, known)
    faults += _citation_faults(answer)
    faults += transformation_faults(answer.transformations, known)
    faults += _capture_faults(answer)
    return tuple(Problem("", base + at, message) for at, message in faults)


Fault = tuple[str, str]


def _repeated(keys: Iterable[str], field: str) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, key in enumerate(keys):
        if key in seen:
            yield pointer(field, index, "key"), f"{key} is given twice"
        seen.add(key)


def _artifact_faults(answer: Answer, known: Mapping[str, Artifact], sources: Mapping[str, Source]) -> Iterator[Fault]:
    yield from _repeated((artifact.key for artifact in answer.artifacts), "artifacts")
    for index, artifact in enumerate(answer.artifacts):
        at = pointer("artifacts", index)
        other = known.get(artifact.key)
        if other is not None and other != artifact:
            yield at + "/key", f"{artifact.key} was given before with other content"
        yield from artifact_faults(artifact, sources, at)


def artifact_faults(artifact: Artifact, sources: Mapping[str, Source], at: str) -> Iterator[Fault]:
    """A digest that is not the text's, marked ranges outside the text, a source or version that nobody recorded."""
    if artifact.text is not None and artifact.digest is not None and digest_text(artifact.text) != artifact.digest:
        yield at + "/digest", f"the text's digest is {digest_text(artifact.text)}"
    for number, marked in enumerate(artifact.origins):
        yield from _outside(marked.span, artifact.text, f"{at}/origins/{number}/span")
    if artifact.source is None:
        return
    named = sources.get(artifact.source)
    if named is None:
        yield at + "/source", f"there is no source {artifact.source}"
    elif artifact.version is not None and artifact.version not in [v.version for v in named.versions]:
        yield at + "/version", f"{named.key} has no version {artifact.version}"


def source_faults(source: Source, at: str) -> Iterator[Fault]:
    """A version given twice, and retained bytes that cannot be read or are not those of the checksum."""
    versions = [version.version for version in source.versions]
    if len(set(versions)) < len(versions):
        yield at + "/versions", "a version is given twice"
    for number, version in enumerate(source.versions):
        yield from _raw_faults(version, f"{at}/versions/{number}")


def _raw_faults(version: SourceVersion, at: str) -> Iterator[Fault]:
    try:
        raw = raw_bytes(version)
    except ValueError:
        yield at + "/raw_base64", "this is not base64"
        return
    if raw is not None and version.checksum is not None and digest_bytes(raw) != version.checksum:
        yield at + "/checksum", f"the digest of the raw bytes is {digest_bytes(raw)}"


def _manifest_faults(answer: Answer, known: Mapping[str, Artifact]) -> Iterator[Fault]:
    for index, entry in enumerate(answer.manifest or ()):
        at = pointer("manifest", index)
        artifact = known.get(entry.artifact)
        if artifact is None:
            yield at + "/artifact", f"there is no artifact {entry.artifact}"
        elif entry.supplied is not None:
            yield from _outside(entry.supplied, artifact.text, at + "/supplied")
        for number, part in enumerate(entry.parts):
            if part.artifact not in known:
                yield f"{at}/parts/{number}/artifact", f"there is no artifact {part.artifact}"
            elif part.span is not None:
                yield from _outside(part.span, known[part.artifact].text, f"{at}/parts/{number}/span")


def _claim_faults(answer: Answer, known: Mapping[str, Artifact]) -> Iterator[Fault]:
    yield from _repeated((claim.key for claim in answer.claims), "claims")
    keys = {claim.key for claim in answer.claims}
    for index, claim in enumerate(answer.claims):
        at = pointer("claims", index)
        if claim.place is not None:
            yield from _outside(claim.place, answer.text, at + "/place")
        for number, operand in enumerate(claim.warrant.operands if claim.warrant else ()):
            if operand.artifact not in known:
                yield f"{at}/warrant/operands/{number}/artifact", f"there is no artifact {operand.artifact}"
    for index, result in enumerate(answer.judge_results):
        if result.claim not in keys:
            yield pointer("judge_results", index, "claim"), f"there is no claim {result.claim}"


def _citation_faults(answer: Answer) -> Iterator[Fault]:
    yield from _repeated((citation.key for citation in answer.citations), "citations")
    keys = {claim.key for claim in answer.claims}
    for index, citation in enumerate(answer.citations):
        at = pointer("citations", index)
        if citation.claim is not None and citation.claim not in keys:
            yield at + "/claim", f"there is no claim {citation.claim}"
        if citation.place is not None:
            yield from _outside(citation.place, answer.text, at + "/place")
    numbers = [note.number for note in answer.footnotes or ()]
    if len(set(numbers)) < len(numbers):
        yield "/footnotes", "a number stands for two sources"


def transformation_faults(
    transformations: tuple[Transformation, ...], known: Mapping[str, Artifact]
) -> Iterator[Fault]:
    """References that lead nowhere and maps that do not fit their texts, as (JSON pointer, message)."""
    yield from _repeated((transformation.key for transformation in transformations), "transformations")
    for index, transformation in enumerate(transformations):
        for number, derivation in enumerate(transformation.derivations):
            at = pointer("transformations", index, "derivations", number)
            ends = [known.get(derivation.output), known.get(derivation.input)]
            for end, name in zip(ends, ("output", "input"), strict=True):
                if end is None:
                    yield f"{at}/{name}", f"there is no artifact {getattr(derivation, name)}"
            texts = [end.text if end else None for end in ends]
            if derivation.segments is None:
                continue
            # Of a text that was not kept only the least length is known; the map itself must hold all the same.
            least = [
                max((s.output.end for s in derivation.segments), default=0),
                max((s.input.end for s in derivation.segments), default=0),
            ]
            lengths = [len(text) if text is not None else end for text, end in zip(texts, least, strict=True)]
            try:
                segments = [Segment(s.output, s.input, s.kind, s.weight, s.confidence) for s in derivation.segments]
                SpanMap.of(segments, *lengths)
            except SpanMapError as error:
                yield f"{at}/segments", str(error)


def _capture_faults(answer: Answer) -> Iterator[Fault]:
    for index, run in enumerate(answer.capture.retrieval or ()):
        yield from _retrieval_faults(run, pointer("capture", "retrieval", index))
    for fault, message in _repeated((hop.key for hop in answer.capture.hops or ()), "hops"):
        yield "/capture" + fault, message
    yield from _request_faults(answer)


def _retrieval_faults(run: RetrievalRun, at: str) -> Iterator[Fault]:
    """A rank stands once in its path (S0-26); what a reranker gave back is kept as it came, and judged by a rule."""
    seen: set[tuple[str, int]] = set()
    for number, hit in enumerate(run.hits or ()):
        if hit.rank is None:
            continue
        if (hit.path, hit.rank) in seen:
            where = f" in path {hit.path}" if hit.path else ""
            yield f"{at}/hits/{number}/rank", f"rank {hit.rank} is given twice{where}"
        seen.add((hit.path, hit.rank))
    for dropped, kept in (run.deduplicated or {}).items():
        if dropped == kept:
            yield at + "/deduplicated" + pointer(dropped), f"{dropped} cannot be kept in its own place"


def _request_faults(answer: Answer) -> Iterator[Fault]:
    request = answer.capture.request
    ranges = sorted((part.span, index) for index, part in enumerate(request.ranges or ())) if request else []
    for (span, _), (following, index) in zip(ranges, ranges[1:], strict=False):
        if following.start < span.end:
            yield pointer("capture", "request", "ranges", index, "span"), "this range overlaps another"
    if request is not None and ranges:
        yield from _outside(ranges[-1][0], request.text, "/capture/request/ranges")


def _outside(span: Span, text: str | None, at: str) -> Iterator[Fault]:
    if text is not None and span.end > len(text):
        yield at, f"[{span.start}, {span.end}] ends after the text, which has {len(text)} characters"
