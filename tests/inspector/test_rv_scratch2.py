from __future__ import annotations
import traceback, io
import pytest
from django.urls import reverse
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.api_calls import Answer, call, token_of
from tests.inspector.making import make_member, make_tenant
pytestmark = pytest.mark.django_db
WORDS=b"A refund is paid within 14 days.\n"
def test_fuzz(client):
    iris = make_member(make_tenant("meridian"), "iris", Role.RESPONDER)
    token = token_of(iris)
    a=call(token,"POST",reverse("api:sources")+"?key=k1&title=caf%C3%A9",WORDS,"text/plain; charset=windows-1252")
    print(a.status, rows.SourceVersion.objects.latest("id").title)
    a=call(token,"POST",reverse("api:sources")+"?key=k2&title=caf%C3%A9",WORDS.decode().encode("utf-16"),"text/plain; charset=utf-16")
    print(a.status,a.body)
    for k in ["text/html; charset*=foo'x'%41","text/plain; charset=rot13", "text/plain; charset=base64"]:
        env={"REQUEST_METHOD":"POST","PATH_INFO":"/api/v1/sources","QUERY_STRING":"key=a","CONTENT_TYPE":k,"CONTENT_LENGTH":"5","wsgi.input":io.BytesIO(b"abcde"),"SERVER_NAME":"testserver","SERVER_PORT":"80","wsgi.url_scheme":"http","HTTP_AUTHORIZATION":"Bearer "+token,"HTTP_HOST":"testserver"}
        from django.core.handlers.wsgi import WSGIHandler; application=WSGIHandler()
        def sr(*a): print(k,a[0])
        try: print(b"".join(application(env,sr))[:200])
        except Exception: print(k, traceback.format_exc()[-900:])
