"""The product's settings in the test process: its own secret, quick password hashes, static files as they lie."""

import os
import secrets
from pathlib import Path
from tempfile import gettempdir

os.environ["SECRET_KEY"] = secrets.token_urlsafe(64)
os.environ["ALLOWED_HOSTS"] = "testserver"
# Never opened: tests/conftest.py points each test at its own copy of a migrated database.
os.environ["DATABASE_URL"] = f"sqlite:///{Path(gettempdir()) / 'evidence-inspector-no-database' / 'none.sqlite3'}"
os.environ["BROKER_URL"] = "filesystem:///nowhere"

from inspector.settings import *  # noqa: E402, F403
from inspector.settings import STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Messages of this process stay in it.
BROKER = {"broker_url": "memory://", "broker_transport_options": {}}
SECURE_SSL_REDIRECT = False
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
