"""Addresses of the claims beside this one and of the source versions that may be opened: one statement for both."""

from typing import Any

from django.db.models import CharField, F, Value
from django.urls import reverse

from lineage.access import Reader
from lineage.evidence.dossier import Dossier
from lineage.models import rows

CLAIM, VERSION = "claim", "source"


def read_addresses(reader: Reader, answer: Any, dossier: Dossier) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """Of the answer's claims by key; of the versions that the reader may open by source key and version."""
    claims = rows.Claim.objects.filter(answer_id=answer.pk).order_by()
    versions = rows.SourceVersion.objects.visible_to(reader).filter(source__key__in=list(dossier.sources)).order_by()
    found = _named(claims, CLAIM, F("key"), Value("")).union(
        _named(versions, VERSION, F("source__key"), F("version")), all=True
    )
    of_claims: dict[str, str] = {}
    of_versions: dict[tuple[str, str], str] = {}
    for route, first, second, public_id in found:
        address = reverse(route, args=[public_id])
        if route == CLAIM:
            of_claims[first] = address
        else:
            of_versions[first, second] = address
    return of_claims, of_versions


def _named(found: Any, route: str, first: Any, second: Any) -> Any:
    named = {"route": Value(route, CharField()), "first": first, "second": second, "named": F("public_id")}
    return found.annotate(**named).values_list(*named)
