# make play   watch a battle          make test   everything that must hold
# make bench  how fast it is          make lock   renew the lock after changing pyproject.toml
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.stamp
WARM := .venv/.warm
KERNELS := $(wildcard src/sandtable/geometry/*.py)
WORKERS ?= 2
export VIRTUAL_ENV := $(CURDIR)/.venv

.PHONY: setup play test test-full bench lock docs clean

setup: $(STAMP) $(WARM)

play: setup
	$(BIN)/sandtable watch bolt-action --seed 7 --record battle.json --svg battle.svg
	$(BIN)/sandtable verify battle.json

test: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m sandtable.cli.reference --check
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --cov --cov-report=
	$(BIN)/coverage report --skip-covered --sort=cover
	$(BIN)/python tools/coverage_floor.py

test-full: setup
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --full

bench: setup
	$(BIN)/sandtable bench

docs: setup
	$(BIN)/python -m sandtable.cli.reference

# The environment: exactly the locked versions, checked by hash, and the project itself.
$(STAMP): pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install -q --disable-pip-version-check uv==0.13.7
	$(BIN)/uv pip sync -q --require-hashes requirements.lock
	$(BIN)/uv pip install -q --no-deps -e .
	@touch $@

# Compiled kernels, so that nobody waits for the compiler later (about a minute, once).
$(WARM): $(STAMP) $(KERNELS)
	@echo "compiling the geometry kernels, once"
	$(BIN)/python -m sandtable.geometry.warm
	@touch $@

lock:
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	test -x $(BIN)/uv || $(BIN)/python -m pip install -q --disable-pip-version-check uv==0.13.7
	$(BIN)/uv pip compile -q pyproject.toml --group dev --universal --generate-hashes --no-header --no-emit-index-url --upgrade -o requirements.lock

clean:
	rm -rf .venv build battle.json battle.svg
