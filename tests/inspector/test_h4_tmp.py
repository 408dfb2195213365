import cProfile
import io
import pstats
import time

from tests.inspector.queues import make_house
from tests.inspector.working import *


def test_prof(committed_db):
    house = make_house(claims=60)
    q = house.queue()
    forms = list(forms_of(house.ada, q.items.select_related("claim","state").order_by("id")))
    c = browser(house.ada)
    for a, f in forms[:5]:
        assert c.post(a, f | {"rationale": "x"}).status_code == 303
    a, f = forms[5]
    r, sts = asked(lambda: c.post(a, f | {"rationale": "The passage says so"}))
    print(r.status_code, len(sts))
    for s in sts: print("   ", s[:130].replace("\n"," "))
    t=time.process_time(); w=time.perf_counter()
    for a, f in forms[6:36]: c.post(a, f | {"rationale": "The passage says so"})
    print("cpu ms", (time.process_time()-t)/30*1e3, "wall", (time.perf_counter()-w)/30*1e3)
    pr=cProfile.Profile(); pr.enable()
    for a, f in forms[36:]: c.post(a, f | {"rationale": "The passage says so"})
    pr.disable(); s=io.StringIO(); pstats.Stats(pr,stream=s).sort_stats("cumulative").print_stats(60); print(s.getvalue()[:9000])
