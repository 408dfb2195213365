"""Tokens for programs: shown once, kept as a digest, good for what they name until a day."""

from django.db import models
from django.utils import timezone

from inspector.models.people import Membership
from lineage.evidence.vocabulary import Term
from lineage.models import columns
from lineage.models.record import TenantQuerySet


class TokenScope(Term):
    """What a token may be used for, within what its person may do."""

    READ = "read", "read", "Read runs and what they found."
    SOURCES_WRITE = "sources_write", "send versions", "Send a new version of a source, which starts a run."


class ApiToken(models.Model):
    """`digest` is the SHA-256 of the token, which is random and kept nowhere; `prefix` its first letters, as a name.

    What it may do is what its membership may do that day, and of that only its scopes.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    public_id = columns.public_id()
    membership = models.ForeignKey(Membership, models.CASCADE, related_name="tokens")
    name = columns.words()
    prefix = models.CharField(max_length=12)
    digest = columns.digest()
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            columns.unique("apitoken_public_id_unique", "public_id"),
            columns.unique("apitoken_digest_unique", "digest"),
            *columns.whole_digests("apitoken", "digest"),
            *columns.clean("apitoken", "name", "prefix"),
        ]
