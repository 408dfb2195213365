"""The policy row of a run -> the policy by which its citations are looked for."""

from lineage.evidence.reading import load_json
from lineage.models import rows
from lineage.text.anchoring import ANCHORING, AnchoringPolicy
from lineage.text.normalization import NormalizationPolicy, Operation


def read_anchoring(policy: rows.Policy) -> AnchoringPolicy:
    """The shipped bounds, and the normalization of this revision. Raises ValueError for a body that is not one."""
    body = load_json(policy.body.get_bytes())
    names = body.get("operations") if isinstance(body, dict) else None
    if not isinstance(names, list):
        raise ValueError(f"normalization policy {policy} names no operations")
    operations = tuple(Operation(name) for name in names)
    return ANCHORING._replace(normalization=NormalizationPolicy(policy.name, policy.revision, operations))
