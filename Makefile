# make setup, postgres, run, demo, serve, test, lint, bench, openapi, rights, lock, clean. Everything is installed into .venv, hash-checked.

PYTHON ?= python3
PORT ?= 8000
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --require-hashes
METADATA := setup.cfg setup.py pyproject.toml

.PHONY: help setup postgres run demo serve test lint bench openapi rights lock clean
.DELETE_ON_ERROR:

help:
	@echo "make run      set up, rule on the logs in examples/ over HTTP, go on serving on 127.0.0.1:$(PORT)"
	@echo "make demo     the same, then end"
	@echo "make test     set up, run all tests"
	@echo "make setup    make .venv with what the service needs"
	@echo "make postgres the same, and the driver of PostgreSQL"
	@echo "make serve    serve on 127.0.0.1:$(PORT)"
	@echo "make lint     ruff and mypy"
	@echo "make bench    measure against the peers of bench/requirements.txt"
	@echo "make openapi  write openapi.yaml anew"
	@echo "make rights   write docs/rights.md anew"
	@echo "make lock     write the lock files anew (requirements*.lock)"
	@echo "make clean    remove .venv and what tools leave behind"
	@echo
	@echo "PORT=8001 serves elsewhere; PYTHON=python3.12 sets up with another Python; JOBS=1 tests in one process."

setup: $(VENV)/runtime.stamp

postgres: $(VENV)/postgres.stamp

run: setup
	@$(BIN)/adjudicator demo --stay --port $(PORT) examples/*.json

demo: setup
	@$(BIN)/adjudicator demo --port $(PORT) examples/*.json

serve: setup
	@$(BIN)/adjudicator serve --port $(PORT)

test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest --numprocesses $(JOBS)

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/bench.stamp
	$(BIN)/python -m bench

openapi: setup
	$(BIN)/adjudicator openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

rights: setup
	$(BIN)/adjudicator keys rights > docs/rights.md.new
	mv docs/rights.md.new docs/rights.md

lock: $(VENV)/lock.stamp
	$(COMPILE) --build-deps-for=editable --output-file=requirements.lock setup.cfg
	$(COMPILE) --build-deps-for=editable --extra=postgres --constraint=requirements.lock \
		--output-file=requirements-postgres.lock setup.cfg
	$(COMPILE) --build-deps-for=editable --extra=dev --constraint=requirements-postgres.lock --output-file=requirements-dev.lock setup.cfg

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

$(VENV)/venv.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed (make PYTHON=python3.12 ...)." >&2; exit 1; }
	@echo "Making $(VENV) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	@touch $@

$(VENV)/runtime.stamp: $(VENV)/venv.stamp requirements.lock $(METADATA)
	@echo "Installing what the service needs; this may take a minute ..."
	@$(INSTALL) -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/postgres.stamp: $(VENV)/runtime.stamp requirements-postgres.lock
	@$(INSTALL) -r requirements-postgres.lock
	@touch $@

$(VENV)/dev.stamp: $(VENV)/runtime.stamp requirements-dev.lock
	@echo "Installing what the tests need; this may take a minute ..."
	@$(INSTALL) -r requirements-dev.lock
	@touch $@

$(VENV)/bench.stamp: $(VENV)/runtime.stamp bench/requirements.txt
	@$(PIP) install -r bench/requirements.txt
	@touch $@

$(VENV)/lock.stamp: $(VENV)/venv.stamp
	@$(PIP) install "pip-tools==7.6.2"
	@touch $@
