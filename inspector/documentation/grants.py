"""The rights that the serving process needs on PostgreSQL: no more than to read and append records."""

from django.apps import apps

from lineage.guards import describe, guarded_models
from lineage.models.ledger import LedgerHead

ROLE = "inspector_app"
MIGRATIONS = "django_migrations"

HEAD = f"""-- Written by `manage.py write_docs`; edit inspector/documentation/grants.py.
-- Run by the owner of the tables after every `manage.py migrate`:  psql "$OWNER_URL" -f docs/postgresql-grants.sql
-- The owner migrates, and installs the guards. The product serves as {ROLE}, which may read everything, append
-- records, and change only what is no record. It cannot drop a guard, for it owns no table.
"""


def grants() -> str:
    """docs/postgresql-grants.sql."""
    records = [model._meta.db_table for model in guarded_models()]
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    head = LedgerHead._meta.db_table
    movable = sorted(tables - set(records) - {head})
    return "\n".join(
        [
            HEAD,
            f"GRANT USAGE ON SCHEMA public TO {ROLE};",
            f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {ROLE};",
            f"GRANT SELECT ON {MIGRATIONS} TO {ROLE};",
            "",
            "-- Records: read and append.",
            f"GRANT SELECT, INSERT ON\n  {_listed(records)}\nTO {ROLE};",
            "",
            "-- Erasure: columns with words of a source may be emptied; the guards let nothing else be done to them.",
            *[
                f"GRANT UPDATE ({', '.join(describe(model).erasable)}) ON {model._meta.db_table} TO {ROLE};"
                for model in guarded_models()
                if model.erasable
            ],
            "",
            "-- Where each ledger ends: it moves and never goes.",
            f"GRANT SELECT, INSERT, UPDATE ON {head} TO {ROLE};",
            "",
            "-- Not records: sessions, accounts, memberships, projections, queues.",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON\n  {_listed(movable)}\nTO {ROLE};",
            "",
        ]
    )


def _listed(tables: list[str]) -> str:
    return ",\n  ".join(tables)
