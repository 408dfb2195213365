"""The product as a WSGI application. It refuses to start on a database that is not migrated or not guarded."""

import os

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "inspector.settings")
handler = get_wsgi_application()

from django.db import connections  # noqa: E402

from inspector.content_types import read_only_sound  # noqa: E402
from inspector.health import find_readiness  # noqa: E402  (needs the applications loaded)

lacking = {name: outcome for name, outcome in find_readiness().items() if outcome != "ok"}
connections.close_all()
if lacking:
    raise ImproperlyConfigured(
        "The product does not serve: "
        + "; ".join(f"{name}: {outcome}" for name, outcome in lacking.items())
        + ". Run manage.py migrate."
    )
application = read_only_sound(handler)
