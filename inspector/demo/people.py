"""The people of the demonstration: fictional, without passwords; they sign in by link."""

from typing import NamedTuple

from lineage.evidence.vocabulary import Role


class DemoTenant(NamedTuple):
    key: str
    name: str


class Person(NamedTuple):
    """`labels` are the access labels of sources that the person may read."""

    username: str
    first_name: str
    tenant: str
    roles: tuple[Role, ...]
    labels: tuple[str, ...]


MERIDIAN = DemoTenant("meridian", "Meridian (fictional)")
HALCYON = DemoTenant("halcyon", "Halcyon (fictional)")
TENANTS = (MERIDIAN, HALCYON)

PEOPLE = (
    Person("ada", "Ada", MERIDIAN.key, (Role.REVIEWER,), ("internal",)),
    Person("ben", "Ben", MERIDIAN.key, (Role.REVIEWER,), ("internal",)),
    Person("cleo", "Cleo", MERIDIAN.key, (Role.ADJUDICATOR,), ("internal",)),
    Person("iris", "Iris", MERIDIAN.key, (Role.RESPONDER,), ("internal",)),
    Person("lena", "Lena", MERIDIAN.key, (Role.LABELER,), ("internal",)),
    Person("otto", "Otto", MERIDIAN.key, (Role.AUDITOR,), ("internal",)),
    Person("pia", "Pia", MERIDIAN.key, (Role.POLICY_ADMIN,), ("internal",)),
    Person("max", "Max", MERIDIAN.key, (Role.ADMINISTRATOR,), ("internal",)),
    Person("drew", "Drew", HALCYON.key, (Role.REVIEWER,), ("public",)),
)
