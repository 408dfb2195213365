"""The product starts on well-formed settings only, and says which variable is wrong and what is expected."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.servers import ROOT

KEY = "k3y-".join("abcdefghijklmnopqrstuvwxyz")
PRODUCTION = {
    "SECRET_KEY": KEY,
    "DATABASE_URL": "postgresql://inspector:word@db.example.org:5432/inspector?sslmode=verify-full",
    "ALLOWED_HOSTS": "inspector.example.org",
}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(ROOT)} | environment
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)


def show(environment: dict[str, str], expression: str) -> str:
    done = run(environment, "-c", f"from inspector import settings; print({expression})")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", None),
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "short-but-random-4f8a1c"),
        ("SECRET_KEY", KEY[:49]),
        ("SECRET_KEY", "ab" * 40),
        ("DATABASE_URL", None),
        ("DATABASE_URL", "mysql://user:word@host/name"),
        ("DATABASE_URL", "postgresql://host/name"),
        ("DATABASE_URL", "postgresql://user:word@host:port/name"),
        ("DATABASE_URL", "postgresql://user:word@host/name?options=-cfsync=off"),
        ("DATABASE_URL", "sqlite://relative.sqlite3"),
        ("DATABASE_URL", "sqlite:///"),
        ("BROKER_URL", ""),
        ("BROKER_URL", "redis"),
        ("BROKER_URL", "memory://"),
        ("BROKER_URL", "sqs://key:word@"),
        ("BROKER_URL", "redis:///0"),
        ("BROKER_URL", "redis://host/name"),
        ("BROKER_URL", "redis://host:port/0"),
        ("BROKER_URL", "redis://host/0?ca_certs=/etc/ca.pem"),
        ("BROKER_URL", "rediss://host/0?ssl_cert_reqs=none"),
        ("BROKER_URL", "amqp:///vhost"),
        ("BROKER_URL", "filesystem://folder"),
        ("BROKER_URL", "filesystem:///"),
        ("RUN_PARALLEL", "0"),
        ("REPROCESS_EVERY_HOURS", "-1"),
        ("ALLOWED_HOSTS", None),
        ("ALLOWED_HOSTS", "*"),
        ("ALLOWED_HOSTS", "https://inspector.example.org"),
        ("ALLOWED_HOSTS", "one.example.org,"),
        ("INSECURE_LOOPBACK", "maybe"),
        ("INSECURE_LOOPBACK", ""),
        ("HSTS_SUBDOMAINS", "2"),
        ("PROXY_COUNT", "-1"),
        ("PROXY_COUNT", "one"),
        ("PROXY_COUNT", "1.0"),
        ("PROXY_COUNT", "\u0661"),
        ("SESSION_SECONDS", "299"),
        ("SIGN_IN_FAILURES", "0"),
        ("SIGN_IN_PAUSE_MINUTES", "9" * 30),
        ("PASSWORD_MIN_LENGTH", "7"),
        ("REQUEST_MAX_BYTES", "64MB"),
        ("FORM_MAX_BYTES", ""),
        ("FORM_MAX_FIELDS", "9"),
        ("UPLOAD_MAX_FILES", "many"),
        ("TRY_WITHOUT_SIGN_IN", "perhaps"),
        ("LOG_LEVEL", "loud"),
        ("STATIC_ROOT", " "),
    ],
)
def test_a_malformed_setting_stops_the_start_and_is_named(name: str, value: str | None) -> None:
    environment = {key: text for key, text in (PRODUCTION | {name: value}).items() if text is not None}
    done = run(environment, "-c", "import inspector.settings")
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("django.core.exceptions.ImproperlyConfigured: ") and name in last


def test_a_malformed_setting_is_not_repeated_since_it_may_be_a_secret() -> None:
    address = "postgres://inspector:hunter2@db.example.org/name"
    done = run(PRODUCTION | {"DATABASE_URL": address}, "-c", "import inspector.settings")
    assert done.returncode != 0
    assert "hunter2" not in done.stdout + done.stderr


def test_a_malformed_broker_is_not_repeated_either() -> None:
    done = run(PRODUCTION | {"BROKER_URL": "redis://:hunter2@host/name"}, "-c", "import inspector.settings")
    assert done.returncode != 0
    assert "hunter2" not in done.stdout + done.stderr


def test_production_settings_pass_the_deployment_check() -> None:
    done = run(PRODUCTION, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


def test_a_failure_that_a_test_asked_for_does_not_pass_the_deployment_check() -> None:
    environment = PRODUCTION | {"WORK_FAILPOINT": "during_item=raise"}
    done = run(environment, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode != 0 and "WORK_FAILPOINT is set" in done.stderr
    assert run(environment, "manage.py", "check").returncode == 0


def test_nothing_in_the_environment_turns_debugging_on() -> None:
    assert show(PRODUCTION | {"DEBUG": "1", "DJANGO_DEBUG": "1"}, "settings.DEBUG") == "False"


def test_a_postgresql_address_is_taken_apart_and_percent_decoded() -> None:
    url = "postgresql://ada%40example:a%2Fb%3Ac@db.example.org:5433/the%20name?sslmode=require"
    names = ("USER", "PASSWORD", "HOST", "PORT", "NAME")
    shown = show(PRODUCTION | {"DATABASE_URL": url}, f"[settings.DATABASES['default'][name] for name in {names}]")
    assert shown == "['ada@example', 'a/b:c', 'db.example.org', '5433', 'the name']"
    assert show(PRODUCTION | {"DATABASE_URL": url}, "settings.DATABASES['default']['OPTIONS']['sslmode']") == "require"


def test_postgresql_is_not_waited_for_without_end() -> None:
    expression = "sorted(settings.DATABASES['default']['OPTIONS'].items())"
    shown = show(PRODUCTION, expression)
    assert shown == "[('connect_timeout', '5'), ('options', '-c lock_timeout=10s'), ('sslmode', 'verify-full')]"
    longer = PRODUCTION["DATABASE_URL"] + "&connect_timeout=30"
    assert "('connect_timeout', '30')" in show(PRODUCTION | {"DATABASE_URL": longer}, expression)


def test_a_sqlite_path_is_absolute_with_four_slashes_and_else_relative_to_the_project() -> None:
    expression = "settings.DATABASES['default']['NAME']"
    assert show(PRODUCTION | {"DATABASE_URL": "sqlite:////srv/x.sqlite3"}, expression) == "/srv/x.sqlite3"
    assert show(PRODUCTION | {"DATABASE_URL": "sqlite:///var/x.sqlite3"}, expression) == str(ROOT / "var/x.sqlite3")


def test_cookies_are_bound_to_host_and_https_but_for_a_browser_on_this_machine() -> None:
    expression = "settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_SECURE"
    assert show(PRODUCTION, expression) == "__Host-session __Host-csrf True"
    loopback = PRODUCTION | {"INSECURE_LOOPBACK": "1"}
    assert show(loopback, expression) == "session csrf False"
    assert show(loopback, "settings.ALLOWED_HOSTS") == "['127.0.0.1', 'localhost', '[::1]']"


def test_trying_without_signing_in_is_off_unless_somebody_turns_it_on() -> None:
    assert show(PRODUCTION, "settings.TRY_WITHOUT_SIGN_IN") == "False"
    assert show(PRODUCTION | {"TRY_WITHOUT_SIGN_IN": "1"}, "settings.TRY_WITHOUT_SIGN_IN") == "True"
