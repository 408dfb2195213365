# make demo: see it. make test: test it. make faults: break what runs under it. The others: setup, bench, lint, clean.
.DELETE_ON_ERROR:
.PHONY: setup demo test faults bench lint clean

PYTHON = python3
PORT = 8000
VAR = var

pip = .venv/bin/python -m pip --disable-pip-version-check --no-input
new_secret = .venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(64))'

setup: .venv/.runtime

demo: .venv/.runtime $(VAR)/demo.env
	@set -a && . "$(VAR)/demo.env" && set +a && exec .venv/bin/python manage.py serve_demo --port $(PORT)

test: .venv/.tests
	.venv/bin/python -m tests.machine
	.venv/bin/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# Most of a fault is waiting for what heals by itself, hence more of them at once than there are cores.
faults: .venv/.tests
	.venv/bin/python -m tests.machine faults
	.venv/bin/python -m pytest tests/faults --numprocesses 6 --dist worksteal --durations 0

bench: .venv/.tests
	.venv/bin/python -m tests.machine
	.venv/bin/python -m pytest tests/bench --capture=no

lint: .venv/.tests
	.venv/bin/ruff check .
	.venv/bin/mypy $(wildcard lineage/text lineage/evidence lineage/formats lineage/pipeline inspector/figures inspector/labels)
	@folder="$$(mktemp -d)" && trap 'rm -rf "$$folder"' EXIT && set -e && \
	export SECRET_KEY="$$($(new_secret))" DATABASE_URL="sqlite:///$$folder/lint.sqlite3" ALLOWED_HOSTS=example.org INSECURE_LOOPBACK=0 && \
	.venv/bin/python manage.py makemigrations --check --dry-run && \
	.venv/bin/python manage.py check --deploy --fail-level WARNING

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing: install Python 3.11 or later."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "$(PYTHON) is too old: Python 3.11 or later is needed; name it with make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "Python cannot make virtual environments: on Debian or Ubuntu, apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.runtime: requirements.txt .venv/bin/python
	$(pip) install --quiet --no-deps -r requirements.txt
	$(pip) check
	@touch $@

.venv/.tests: tests/requirements.txt .venv/.runtime
	$(pip) install --quiet --no-deps -r tests/requirements.txt
	$(pip) check
	@touch $@

# Made once, readable by its owner only; any manage.py command on the demonstration takes it, as `demo` above does.
$(VAR)/demo.env: .venv/.runtime
	@mkdir -p $(VAR)
	@test -s $@ || { umask 077 && { \
	echo "SECRET_KEY=$$($(new_secret))" && \
	echo "DATABASE_URL='sqlite:///$(VAR)/demo.sqlite3'" && \
	echo "BROKER_URL='filesystem:///$(VAR)/broker'" && \
	echo "STATIC_ROOT='$(VAR)/static'" && \
	echo "INSECURE_LOOPBACK=1"; } > $@; }
	@touch $@
