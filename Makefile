# make play   the page, in the browser    make test   everything that must hold
# make watch  a battle, in the terminal   make bench, make bench-page  how fast it is
# make lock   renew the Python lock after changing pyproject.toml
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
TOOLS := .venv/.tools
WARM := .venv/.warm
KERNELS := $(wildcard src/sandtable/geometry/*.py)
MODULES := web/node_modules/.package-lock.json
PAGE := src/sandtable/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/svelte.config.js web/offline.mjs \
	tools/wheel.py
LOCK := $(BIN)/uv pip compile -q pyproject.toml --universal --generate-hashes --no-header --no-emit-index-url
NPM := $(BIN)/python tools/npm.py
WORKERS ?= 2
# Whole battles, long trials and servers in processes of their own: not watched for coverage, which would double their time.
# What they pass through is covered by the tests of the clauses, so that the floors stand without them.
BATTLES := tests/conformance tests/bots tests/offline tests/lab \
	$(addprefix tests/cli/test_,compare.py luck.py documents.py document_commands.py) \
	$(addprefix tests/odds/test_,forecast_happened.py situations.py) tests/test_project.py \
	$(addprefix tests/bolt_action/test_questions_,laws.py merging.py) \
	$(addprefix tests/fraley/test_,forecasts.py situations.py likeness.py) tests/d10/test_questions_laws.py \
	$(addprefix tests/skirmish41/test_,questions_laws.py tactics_battles.py) \
	$(addprefix tests/server/test_,api.py changes.py comparing.py durability.py forks.py luck.py nonsense.py secrets.py serving.py)
# What is printed side by side is printed a target at a time, by every make that can.
TIDY := $(if $(filter output-sync,$(.FEATURES)),--output-sync)
export VIRTUAL_ENV := $(CURDIR)/.venv
# Python keeps what it has compiled: without that, each of the many processes of a test compiles its libraries anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play watch test test-full one-rule check-python check-page browser bench bench-against bench-page lock docs pictures types clean

setup: $(STAMP) $(WARM) $(PAGE)

play:
	$(MAKE) --no-print-directory -j2 setup
	$(BIN)/sandtable play $(ARGS)

watch: setup
	$(BIN)/sandtable watch bolt-action --seed 7 --record battle.json --svg battle.svg
	$(BIN)/sandtable verify battle.json

test:
	$(MAKE) --no-print-directory $(TOOLS)
	$(MAKE) --no-print-directory -j2 $(TIDY) setup browser check-python check-page
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(BATTLES)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore=tests/browser $(BATTLES:%=--ignore=%) --cov --cov-report=
	$(BIN)/coverage report --skip-covered --sort=cover
	$(BIN)/python tools/coverage_floor.py
	$(BIN)/pytest tests/browser -n $(WORKERS) --dist worksteal -p no:schemathesis

# What needs one core each, side by side, while kernels compile: the code as it stands, and the page as it stands.
check-python: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-page: $(TOOLS) $(PAGE)
	$(BIN)/python tools/page_types.py --check
	$(NPM) run -s format:check
	$(NPM) run -s check
	$(NPM) run -s test

test-full: setup $(TOOLS)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --ignore=tests/browser --full

# Every number of a book raised by one: where the game's forecasts move, the umpire's answers move alike. BOOK=d10.
BOOK ?= d10
one-rule: setup $(TOOLS)
	$(BIN)/python tools/one_rule.py $(BOOK) $(ARGS)

bench: setup
	$(BIN)/sandtable bench

# This revision beside an earlier one, by turns: make bench-against REV=HEAD~20 ARGS="d10 --rounds 5"
bench-against: setup
	$(BIN)/python tools/against.py $(REV) $(ARGS)

# The page and its server: drag frames, waiting times, weight.
bench-page: setup browser
	$(BIN)/python tools/measure_page.py

# The pictures of the documents: the page is played, and looked at in 40 and more moments.
pictures: setup browser
	$(BIN)/python tools/moments.py $(ARGS)

docs: setup $(TOOLS)
	$(BIN)/python -m sandtable.cli.reference

# The page's types, made from the server's messages.
types: $(TOOLS) $(MODULES)
	$(BIN)/python tools/page_types.py

# The environment: exactly the locked versions, checked by hash, and the project itself. For playing the small lock is enough.
$(STAMP): pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install -q --disable-pip-version-check uv==0.13.7
	$(BIN)/uv pip install -q --require-hashes -r requirements.lock
	SANDTABLE_SKIP_WEB=1 $(BIN)/uv pip install -q --no-deps -e .
	@touch $@

# What tests, measures and studies need besides: nothing else stays in the environment.
$(TOOLS): $(STAMP) requirements-dev.lock
	$(BIN)/uv pip sync -q --require-hashes requirements-dev.lock
	SANDTABLE_SKIP_WEB=1 $(BIN)/uv pip install -q --no-deps -e .
	@touch $@

# Compiled kernels, so that nobody waits for the compiler later.
$(WARM): $(STAMP) $(KERNELS)
	@$(BIN)/python -m sandtable.geometry.warm
	@touch $@

# The page, built into the package. Node comes with the environment.
$(MODULES): web/package-lock.json web/package.json $(STAMP)
	$(NPM) ci --loglevel=error
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(MODULES)
	$(BIN)/python tools/wheel.py
	$(NPM) run -s build -- --logLevel warn
	@touch $@

browser: $(TOOLS)
	@$(BIN)/python tools/browser.py

lock:
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install -q --disable-pip-version-check uv==0.13.7
	$(LOCK) --group dev --upgrade -o requirements-dev.lock
	$(LOCK) --group build -c requirements-dev.lock -o requirements.lock

clean:
	rm -rf .venv build battle.json battle.svg web/node_modules src/sandtable/server/page
