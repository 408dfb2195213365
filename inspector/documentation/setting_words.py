"""What each environment variable of the settings is for, in the words of docs/operations.md."""

SETTINGS = {
    "SECRET_KEY": "Signs sessions and links. Another key signs everybody out and voids links; no record depends on it.",
    "DATABASE_URL": (
        "The database. A SQLite path is absolute with four slashes, else relative to the project. User, password, host "
        "and name are percent-encoded; options: sslmode, sslrootcert, sslcert, sslkey, connect_timeout, "
        "application_name."
    ),
    "BROKER_URL": (
        "Who tells workers that there is work: a folder of this machine, Redis or RabbitMQ; nothing is lost with it. A "
        "path is absolute with four slashes, else relative to the project. User and password are percent-encoded. With "
        "TLS (`rediss`, `amqps`) certificates are checked, by `?ca_certs=/path` if it is given."
    ),
    "RUN_PARALLEL": "How many items of one run are worked on at once, by all workers together.",
    "REPROCESS_EVERY_HOURS": "How often citations of every source are looked for again without being asked; 0: never.",
    "ALLOWED_HOSTS": "The host names that the product answers to. Not read where INSECURE_LOOPBACK is on.",
    "INSECURE_LOOPBACK": (
        "Plain http for a browser on this machine: cookies without Secure, loopback host names only, sign-in links. "
        "Never on a machine that others reach."
    ),
    "PROXY_COUNT": (
        "How many reverse proxies of yours stand in front. Only their X-Forwarded-For and X-Forwarded-Proto are "
        "believed; each must append to the first and set the second."
    ),
    "STATIC_ROOT": "Where `collectstatic` writes and whitenoise reads static files; relative to the project.",
    "PASSWORD_MIN_LENGTH": "The shortest password that may be set.",
    "SIGN_IN_FAILURES": "Failed sign-ins of one name from one address before the pause.",
    "SIGN_IN_PAUSE_MINUTES": "How long that name then cannot sign in from that address.",
    "TRY_WITHOUT_SIGN_IN": (
        "Whether `/try/`, which keeps nothing, may be used by anybody who reaches the server: ten tries at once from "
        "one address, then one in six seconds."
    ),
    "SESSION_SECONDS": "How long a session lasts after signing in.",
    "HSTS_SUBDOMAINS": "Whether Strict-Transport-Security names subdomains too.",
    "REQUEST_MAX_BYTES": "A request body larger than this is answered 413 before it is read: the limit of an upload.",
    "FORM_MAX_BYTES": "The largest form, files not counted.",
    "FORM_MAX_FIELDS": "The most fields of a form.",
    "UPLOAD_MAX_FILES": "The most files of one upload.",
    "LOG_LEVEL": "How much is written to standard error.",
}
