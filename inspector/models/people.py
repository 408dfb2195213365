"""Who may do what in which tenant. Records know people by a pseudonym alone, so that the name can be erased."""

import uuid

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from lineage.evidence.vocabulary import Role
from lineage.models import columns
from lineage.models.tenancy import Tenant


def new_actor() -> str:
    return uuid.uuid4().hex


def require_roles(value: object) -> None:
    """Raises ValidationError for what is not a list of roles."""
    if not isinstance(value, list) or any(role not in set(Role) for role in value):
        raise ValidationError("roles are a list of: " + ", ".join(Role))


def require_labels(value: object) -> None:
    """Raises ValidationError for what is not a list of non-empty texts without NUL."""
    if not isinstance(value, list) or not all(isinstance(it, str) and it and "\0" not in it for it in value):
        raise ValidationError("labels are a list of names")


class Membership(models.Model):
    """A user's part in a tenant. `actor` is the pseudonym that stands in the records of that tenant."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    tenant = models.ForeignKey(Tenant, models.PROTECT, related_name="memberships")
    actor = models.CharField(max_length=32, default=new_actor, editable=False)
    roles = models.JSONField(default=list, validators=[require_roles])
    labels = models.JSONField(default=list, blank=True, validators=[require_labels])
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("membership_user_unique", "user", "tenant"),
            columns.unique("membership_actor_unique", "actor"),
        ]

    def __str__(self) -> str:
        return self.actor
