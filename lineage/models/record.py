"""What every row of a tenant has in common, and what a record may not: be changed or deleted.

The database refuses both whatever the program does (`lineage.guards`); here the refusal comes early and in words.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, NoReturn, Protocol, Self

from django.db import models


class AppendOnly(TypeError):
    """A program tried to change or delete a record. Append a new one that says what changed."""


class Viewer(Protocol):
    """What rows need to know of who looks at them; `lineage.access.Reader` is one."""

    @property
    def tenant_id(self) -> int: ...

    @property
    def labels(self) -> frozenset[str]: ...

    @property
    def is_member(self) -> bool:
        """Whether the viewer has any part in the tenant at all."""

    @property
    def reads_every_label(self) -> bool: ...


class TenantQuerySet(models.QuerySet[Any]):
    def visible_to(self, viewer: Viewer) -> Self:
        """The rows of the viewer's tenant; none for who has no part in it."""
        return self.filter(tenant_id=viewer.tenant_id) if viewer.is_member else self.none()


class RecordQuerySet(TenantQuerySet):
    def update(self, **values: Any) -> NoReturn:
        raise AppendOnly(f"{self.model.__name__} is append-only: rows are not updated.")

    def erase(self, at: datetime) -> int:
        """Empties the erasable columns of the selected rows that still have them, for good; how many rows."""
        *names, moment = self.model.erasable
        fields = {name: self.model._meta.get_field(name) for name in names}
        kept: Any = self.filter(**{f"{moment}__isnull": True})
        for name, field in fields.items():
            kept = kept.filter(**{f"{name}__isnull": False}) if field.null else kept
        emptied = {name: None if field.null else "" for name, field in fields.items()}
        return int(models.QuerySet.update(kept, **emptied, **{moment: at}))

    def delete(self) -> NoReturn:
        raise AppendOnly(f"{self.model.__name__} is append-only: rows are not deleted.")

    def bulk_update(self, objs: Iterable[Any], fields: Iterable[str], batch_size: int | None = None) -> NoReturn:
        raise AppendOnly(f"{self.model.__name__} is append-only: rows are not updated.")


class Record(models.Model):
    """An append-only row.

    `erasable` names columns that may be emptied once, all together (NULL, or "" where NULL is not allowed), and last
    the column that then says when.
    """

    erasable: ClassVar[tuple[str, ...]] = ()
    objects = RecordQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Inserts. Raises AppendOnly for a row that was saved or read before."""
        if not self._state.adding:
            raise AppendOnly(f"{type(self).__name__} is append-only: a saved row is not saved again.")
        super().save(*args, **(options | {"force_insert": True}))

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise AppendOnly(f"{type(self).__name__} is append-only: rows are not deleted.")
