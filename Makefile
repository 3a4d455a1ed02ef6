# Every target does its own set-up: it needs Python >= 3.11, make and a package index, nothing else.
#   make demo     the main job, on the sample in examples/
#   make test     the tests, and the examples of README and docs
#   make check    format, lint, types, contracts, tests: what must hold before anything lands
#   make clients  the client in TypeScript: as the server says, built, tested; needs Node (part of check)
#   make generate what the client knows of the server, anew
#   make bench    the table of measures      (one: .venv/bin/python -m bench NAME --json)
#   make format   rewrite the code as the checks want it
#   make lock     pin every dependency anew
#   make clean    remove what was made here

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := check
.DELETE_ON_ERROR:
.PHONY: demo test check clients generate bench format lock clean

# The first of these that is new enough; PYTHON=/path/to/python3 says otherwise.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if "$$python" -c '$(NEW_ENOUGH)' >/dev/null 2>&1; then echo "$$python"; break; fi; done)
# uv is used only to write the lock, so it is not part of the lock.
UV := uv==0.13.8

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# A Python without ensurepip (some systems package it apart) makes a venv without pip; its own pip then fills it.
define venv
	@test -n "$(PYTHON)" || { echo "Kenning needs Python >= 3.11; none was found (try: make PYTHON=/path/to/python3)" >&2; exit 1; }
	rm -rf $(1)
	$(PYTHON) -m venv $(1) || { rm -rf $(1); $(PYTHON) -m venv --without-pip $(1) \
		&& $(PYTHON) -m pip --python $(1)/bin/python install --quiet pip; } \
		|| { rm -rf $(1); echo "$(PYTHON) has neither ensurepip nor pip: install its venv package" >&2; exit 1; }
endef

# A changed lock makes the environment anew, so that nothing unpinned stays in it.
.venv/.locked: requirements.lock
	$(call venv,.venv)
	$(PIP) install --quiet --require-hashes --requirement requirements.lock
	touch $@

# A changed pyproject only registers the package again. --no-build-isolation: the build backend is in the lock too.
.venv/.ready: .venv/.locked pyproject.toml
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	touch $@

demo: .venv/.ready
	@store=$$(mktemp -d) && trap 'rm -rf "$$store"' EXIT \
		&& PATH="$(CURDIR)/$(BIN):$$PATH" KENNING_STORE="$$store/demo.kenning" bash examples/demo.sh

test: .venv/.ready
	$(BIN)/python -m pytest --numprocesses auto

check: .venv/.ready clients
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --numprocesses auto

# Node is wanted by the client alone: without it a desk goes on, told so, and CI fails.
CLIENT := clients/typescript
NODE := $(shell command -v node >/dev/null && command -v npm)

$(CLIENT)/node_modules/.ready: $(CLIENT)/package.json $(CLIENT)/package-lock.json
	cd $(CLIENT) && npm ci --silent --ignore-scripts
	touch $@

$(CLIENT)/dist/.ready: $(CLIENT)/node_modules/.ready $(wildcard $(CLIENT)/*.json $(CLIENT)/src/*.ts $(CLIENT)/tests/*)
	rm -rf $(CLIENT)/dist
	cd $(CLIENT) && npm run --silent build
	touch $@

clients: $(if $(NODE),.venv/.ready $(CLIENT)/node_modules/.ready)
ifdef NODE
	$(BIN)/kenning openapi | (cd $(CLIENT) && npm run --silent generate -- --check)
	$(MAKE) --no-print-directory $(CLIENT)/dist/.ready
	cd $(CLIENT) && PROGRAM=$(CURDIR)/$(BIN)/kenning npm run --silent test
else
	@echo "$(CLIENT) is not checked: node and npm are missing (Node >= 20)" >&2; test -z "$${CI:-}"
endif

generate: .venv/.ready $(CLIENT)/node_modules/.ready
	$(BIN)/kenning openapi | (cd $(CLIENT) && npm run --silent generate)

bench: .venv/.ready
	$(BIN)/python -m bench

format: .venv/.ready
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

lock:
	$(call venv,.venv-lock)
	.venv-lock/bin/python -m pip --disable-pip-version-check install --quiet $(UV)
	.venv-lock/bin/uv pip compile pyproject.toml --group dev --group bench --extra langchain --extra llm --extra mcp --extra nlp --extra openai-agents --extra otel --extra remote --extra server --extra vectors --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-emit-find-links --no-header --quiet --output-file requirements.lock
	rm -rf .venv-lock

clean:
	rm -rf $(CLIENT)/node_modules $(CLIENT)/dist
	rm -rf .venv .venv-lock .bench-* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
