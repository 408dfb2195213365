"""Settings, all by environment (docs/operations.md lists the variables); no default secret, no debug mode."""

from datetime import timedelta
from pathlib import Path

from inspector import environment

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = environment.secret("SECRET_KEY")
DEBUG = False

# Only for a browser on this machine: plain http, hence cookies without Secure, and no other host name than loopback.
INSECURE_LOOPBACK = environment.flag("INSECURE_LOOPBACK", default=False)
LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = LOOPBACK_HOSTS if INSECURE_LOOPBACK else environment.host_names("ALLOWED_HOSTS")

# How many reverse proxies of ours stand in front; their X-Forwarded-For and X-Forwarded-Proto are believed, no others.
PROXY_COUNT = environment.number("PROXY_COUNT", default=0, least=0, most=10)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "lineage",
    "inspector",
]

MIDDLEWARE = [
    "inspector.middleware.ResponseHeaders",
    "inspector.api.errors.ApiErrors",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "inspector.middleware.RequestSize",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "inspector.pages.errors.Refusals",
    "inspector.readers.ReaderMiddleware",
]

ROOT_URLCONF = "inspector.urls"
WSGI_APPLICATION = "inspector.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": environment.database("DATABASE_URL", BASE_DIR)}

# Work that outlives a request: who rings the bell, and what lineage/ asks of inspector/ without naming it.
BROKER = environment.broker("BROKER_URL", BASE_DIR, default="filesystem:///var/broker")
RUN_PARALLEL = environment.number("RUN_PARALLEL", default=4, least=1, most=100)
REPROCESS_EVERY_HOURS = environment.number("REPROCESS_EVERY_HOURS", default=0, least=0, most=8760)
READER_OF_ACTOR = "inspector.readers.find_reader_of_actor"
AFTER_RELOCATION = "inspector.staleness.restate"
AFTER_ERASURE = "inspector.after_erasure.put_right"
AFTER_TAKING = "inspector.after_taking.outdate"

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
LANGUAGE_CODE = "en-gb"

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / environment.text("STATIC_ROOT", default="staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "inspector.static_storage.JoinedStaticFilesStorage"},
}

# Sign-in
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": environment.number("PASSWORD_MIN_LENGTH", default=12, least=8, most=128)},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
AXES_FAILURE_LIMIT = environment.number("SIGN_IN_FAILURES", default=5, least=1, most=100)
AXES_COOLOFF_TIME = timedelta(minutes=environment.number("SIGN_IN_PAUSE_MINUTES", default=15, least=1, most=1440))
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "inspector.lockout.keep_page"
AXES_CLIENT_IP_CALLABLE = "inspector.client_address.get_client_address"
AXES_RESET_ON_SUCCESS = True
# Otherwise a stranger could keep a colleague behind the same address locked out for ever.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_ENABLE_ADMIN = False
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# Whether the page that keeps nothing needs no sign-in.
TRY_WITHOUT_SIGN_IN = environment.flag("TRY_WITHOUT_SIGN_IN", default=False)

# Cookies: the __Host- prefix binds them to this host, this path and https.
COOKIE_PREFIX = "" if INSECURE_LOOPBACK else "__Host-"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}session"
SESSION_COOKIE_AGE = environment.number("SESSION_SECONDS", default=8 * 3600, least=300, most=14 * 86400)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not INSECURE_LOOPBACK
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_FAILURE_VIEW = "inspector.pages.errors.csrf_failed"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Transport and headers; inspector.middleware adds what Django has no setting for.
SECURE_SSL_REDIRECT = not INSECURE_LOOPBACK
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY_COUNT else None
SECURE_HSTS_SECONDS = 0 if INSECURE_LOOPBACK else 365 * 86400
SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.flag("HSTS_SUBDOMAINS", default=True)
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# To be on the browsers' preload list is for the owner of the domain to ask for, not for a product on it.
SILENCED_SYSTEM_CHECKS = ["security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-src": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
    }
}

# What may come in, in bytes; a body larger than REQUEST_MAX_BYTES is answered 413 before it is read.
REQUEST_MAX_BYTES = environment.number("REQUEST_MAX_BYTES", default=64 * 2**20, least=2**16, most=2**31)
DATA_UPLOAD_MAX_MEMORY_SIZE = environment.number("FORM_MAX_BYTES", default=2**20, least=2**16, most=2**30)
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 2**20
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "inspector.uploads.OwnTemporaryFiles",
]
DATA_UPLOAD_MAX_NUMBER_FIELDS = environment.number("FORM_MAX_FIELDS", default=2000, least=10, most=100_000)
DATA_UPLOAD_MAX_NUMBER_FILES = environment.number("UPLOAD_MAX_FILES", default=20, least=1, most=1000)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": environment.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING"))},
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET", "propagate": True},
        # Below a warning it writes the path of every sign-in, and that of a sign-in link is its token.
        "axes": {"level": "WARNING"},
    },
}
