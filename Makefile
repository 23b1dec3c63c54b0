# What a newcomer types: `make serve` and `make test`. Each sets up what it needs first.

PYTHON ?= python3
BIN := .venv/bin
SERVING := .venv/.can-serve
TESTING := .venv/.can-test
GENERATING := .venv/.can-generate
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-find-links --group build

.PHONY: serve test check lint types imports audit drill bots bench load format openapi examples release clients requirements clean

serve: $(SERVING)
	$(BIN)/leverstoke serve $(if $(PORT),--port $(PORT)) $(if $(DATA),--data "$(DATA)")

test: $(TESTING)
	$(BIN)/pytest

# What .ci/run asks for beside the tests.
check: lint types imports audit

lint: $(TESTING)
	$(BIN)/ruff check . .ci/audit
	$(BIN)/ruff format --check . .ci/audit

types: $(TESTING)
	$(BIN)/mypy

imports: $(TESTING)
	$(BIN)/lint-imports

# The locked packages against published advisories.
audit: $(TESTING)
	$(BIN)/python .ci/audit

# The promises under faults, at full length: about an hour. DRILLS names some of them.
drill: $(TESTING)
	$(BIN)/python -m tests.faults --report drill-report.md $(DRILLS)

# How well the house plays, at full length: most of an hour. Writes docs/bots.md.
bots: $(TESTING)
	$(BIN)/python -m tests.bots

# What a request costs beside what it must cost: a quarter of an hour, with wrk. Writes docs/benchmarks.md.
bench: $(TESTING)
	$(BIN)/python -m tests.load.bench

# Players and watchers who find every wrong answer, on a server of its own, or at URL=. Writes load-report.html.
load: $(TESTING)
	$(BIN)/python -m tests.load $(if $(URL),--url "$(URL)") $(if $(USERS),--users $(USERS)) \
		$(if $(TIME),--time $(TIME)) $(if $(SEED),--seed "$(SEED)")

format: $(TESTING)
	$(BIN)/ruff check --fix . .ci/audit
	$(BIN)/ruff format . .ci/audit

# The document, written from the code, and the table of who may see what. Tests refuse those that have drifted.
openapi: $(TESTING)
	$(BIN)/leverstoke openapi --output openapi.yaml
	$(BIN)/python -m tests.web.visibility

# What the document shows of every body: a server's answers. They are part of the document.
examples: $(TESTING)
	$(BIN)/python -m tests.web.examples
	$(MAKE) openapi

# Today's document becomes the released one, which no later one of the same major version may break.
release: openapi
	$(BIN)/python -m tests.web.breaking

# The clients, written from the document; a test refuses those that have drifted. TypeScript's needs Node.
clients: $(GENERATING)
	$(BIN)/python -m clients.generate

# The locked dependencies, from pyproject.toml; installing checks their hashes.
requirements: $(TESTING)
	$(COMPILE) --output-file requirements.txt pyproject.toml
	$(COMPILE) --output-file requirements-dev.txt pyproject.toml --group dev
	$(COMPILE) --output-file requirements-clients.txt pyproject.toml --group dev --group clients

$(SERVING): requirements.txt pyproject.toml | .venv
	$(PIP) --requirement requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

$(TESTING): requirements-dev.txt $(SERVING)
	$(PIP) --requirement requirements-dev.txt
	$(PIP) --no-deps --no-build-isolation --editable clients/python
	touch $@

$(GENERATING): requirements-clients.txt clients/typescript/package-lock.json $(TESTING)
	$(PIP) --requirement requirements-clients.txt
	npm ci --silent --prefix clients/typescript
	touch $@

.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Leverstoke needs Python 3.11 or newer.")'
	$(PYTHON) -m venv .venv

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
