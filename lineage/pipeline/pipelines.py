"""How texts are made of a source: a pipeline as data, which a run keeps and another run can read (M-02, M-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from lineage.evidence.digests import Digest, digest_json
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.records import REVISION
from lineage.pipeline.redaction import RedactionPolicy
from lineage.text.normalization import DEFAULT, NormalizationPolicy
from lineage.text.operations import Operation

LONGEST_BASE = 300
"""Code points that the keys of a version's texts begin with at most; behind them stands what the step is called."""
# The longest is a normalized text under a policy of a long name.
_LONGEST_POLICY = MAXIMUM_KEY_LENGTH - LONGEST_BASE - len("/normalization/") - 20


@dataclass(frozen=True, slots=True)
class Pipeline:
    """`redaction`: what is masked before anything else is made of the text; None for nothing.

    ValueError for a policy whose name is too long to stand in a key.
    """

    normalization: NormalizationPolicy
    chunking: Chunking
    redaction: RedactionPolicy | None = None

    def __post_init__(self) -> None:
        if len(self.normalization.name) > _LONGEST_POLICY:
            raise ValueError(f"the name of a normalization policy has at most {_LONGEST_POLICY} code points")

    @property
    def digest(self) -> Digest:
        """Equal for pipelines that make the same texts, the revision of our own steps included."""
        return digest_json({"revision": REVISION, **self.to_json()})

    @property
    def name(self) -> str:
        """A short name for keys."""
        return short_name(self.digest)

    def to_json(self) -> dict[str, Any]:
        policy, chunking = self.normalization, self.chunking
        written: dict[str, Any] = {
            "normalization": {
                "name": policy.name,
                "revision": policy.revision,
                "operations": [str(operation) for operation in policy.operations],
            },
            "chunking": {"size": chunking.size, "overlap": chunking.overlap, "by": chunking.by},
        }
        # Pipelines without it are written as they were before there was any, so that their chunks keep their keys.
        return written if self.redaction is None else {**written, "redaction": self.redaction.to_json()}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Self:
        """What `to_json` wrote. ValueError for anything else."""
        try:
            policy, chunking, redaction = written["normalization"], written["chunking"], written.get("redaction")
            operations = tuple(Operation(name) for name in policy["operations"])
            made = cls(
                NormalizationPolicy(policy["name"], policy["revision"], operations),
                Chunking(size=chunking["size"], overlap=chunking["overlap"], by=chunking["by"]),
                None if redaction is None else RedactionPolicy.from_json(redaction),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no pipeline: {error}") from None
        if made.to_json() != dict(written):
            raise ValueError("this is no pipeline: it names what a pipeline has not")
        return made


SHIPPED = Pipeline(DEFAULT, Chunking(size=1200, overlap=150, by="section"))


def short_name(digest: Digest) -> str:
    """So much of a digest as tells one way of making texts from any other in a key."""
    return digest.partition(":")[2][:12]
