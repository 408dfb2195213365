"""A handbook that was judged and then replaced: verdicts of two reviewers, the next version, and the run over it.

The run is worked off here, so that what it found is there before any worker has started.
"""

from pathlib import Path

from inspector.demo.judging import claims_of, judge
from inspector.demo.readers import reader_called
from lineage.models import rows
from lineage.reprocessing import add_version
from lineage.working import work

CASE, SOURCE, NEXT = "night-desk", "night-desk-handbook", "2026"
NEXT_TEXT = Path(__file__).with_name("night-desk-2.md")
REVIEWERS, RESPONDER = ("ada", "ben"), "iris"
JUDGED_BY_BEN = 4


def replace_handbook(tenant: rows.Tenant) -> bool:
    """Whether the handbook was replaced now; a second time nothing happens."""
    if rows.SourceVersion.objects.filter(tenant=tenant, source__key=SOURCE, version=NEXT).exists():
        return False
    ada, ben = (reader_called(tenant, username) for username in REVIEWERS)
    claims = list(claims_of(tenant, CASE).values())
    for claim in claims:
        judge(ada, claim, "The passage says so.")
    for claim in claims[:JUDGED_BY_BEN]:
        judge(ben, claim, "")
    source = rows.Source.objects.get(tenant=tenant, key=SOURCE)
    run = add_version(reader_called(tenant, RESPONDER), source, NEXT_TEXT.read_bytes(), version=NEXT)
    while work(run.pk):
        pass
    return True
