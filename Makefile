# All commands of the project; `make` alone lists them. They create .venv by themselves and need only Python 3.11 or newer.

PYTHON ?= python3
JOBS ?= 2
PROGRAMS ?= 20000
SEED ?= 0
MYPY ?= 2.2.0 2.4.1
BIN := .venv/bin
READY := .venv/.ready
PEERS := .venv/.peers

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-mypy lint format bench judge test-gpu bench-gpu fuzz values packages docs clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY) ## watch both sides catch the same mistakes
	@$(BIN)/python -m examples.demo

test: $(READY) ## run the whole test suite (JOBS=2 processes)
	@$(BIN)/python -m pytest -n $(JOBS)

test-mypy: $(READY) ## run the chapters and the plugin's tests on the oldest and the newest mypy
	@set -e; for version in $(MYPY); do \
	  echo "== mypy $$version"; target="$(CURDIR)/.venv/.mypy-$$version"; \
	  test -d "$$target" || $(BIN)/python -m pip install --quiet --disable-pip-version-check --target "$$target" "mypy==$$version"; \
	  PYTHONPATH="$$target" $(BIN)/python -m pytest -n $(JOBS) tests/typecheck tests/mypy_plugin; \
	done

lint: $(READY) ## check style, formatting and the types of src
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

format: $(READY) ## format the code and apply safe fixes
	@$(BIN)/ruff check --fix --exit-zero
	@$(BIN)/ruff format

bench: $(PEERS) ## run every benchmark
	@set -e; for script in benchmarks/[a-z]*.py; do \
	  test -f "$$script" || continue; echo "== $$script"; $(BIN)/python "$$script"; \
	done

judge: $(READY) ## lay the table of operations beside torch, print and record every figure (minutes)
	@$(BIN)/python -W ignore -m tests.core.ops.figures

test-gpu: $(READY) ## run what needs a GPU, and print what CUDA refuses beyond the table (minutes)
	@$(BIN)/python -m pytest tests/gpu -rsP --show-capture=stdout

bench-gpu: $(PEERS) ## measure checked transformers on a GPU
	@set -e; for script in benchmarks/gpu/[a-z]*.py; do echo "== $$script"; $(BIN)/python "$$script"; done

packages: $(READY) ## check large packages with the plugin and without: mypy must say the same (minutes)
	@$(BIN)/python -m tests.real_packages

fuzz: $(READY) ## check and run random programs on both sides (PROGRAMS=20000 SEED=0 JOBS=2)
	@$(BIN)/python -W ignore -m tests.fuzz --programs $(PROGRAMS) --seed $(SEED) --jobs $(JOBS)

values: $(READY) ## lay every variable of the chapters beside what the run has (minutes)
	@$(BIN)/python -W ignore -m tests.typecheck

docs: $(READY) ## write docs/operations.md anew from the table of operations
	@$(BIN)/python docs/generate.py

clean: ## remove .venv and all caches
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/*.egg-info

# An empty file says that .venv holds what pyproject.toml and constraints.txt ask for, so a second run installs nothing.
$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

# Another one says that it holds what the benchmarks compare with, too.
$(PEERS): $(READY)
	@echo "installing peers into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "dtensortypes needs Python 3.11 or newer, \"$(PYTHON)\" is not: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -m venv .venv
