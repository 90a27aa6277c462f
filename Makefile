# A fresh machine needs Python 3.11 or newer and make, nothing else; everything lands in .venv.
# `make PYTHON=python3.12 test` chooses the interpreter; remove .venv to start afresh.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
# How pytest spreads the suite; `make test JOBS=0` runs it in one process.
JOBS   ?= 2
# Anything more for pytest: make test ARGS="-k deflect"
ARGS   ?=

.DEFAULT_GOAL := help
.PHONY: help demo test lint types imports doctest notebooks bench build fix clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-10s %s\n", $$1, $$2}'

# ------------------------------------------------------------ the environment

# Three stamps: the environment exists, the plain package is in it, the tools are in it.
# A plain environment grows into the full one; the full one serves as the plain one.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else "runepay needs Python 3.11 or newer; $(PYTHON) is %d.%d. Name another: make PYTHON=python3.12 ..." % v[:2])'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.plain: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $(VENV)/.plain $@

# ------------------------------------------------------------ the two commands

demo: $(VENV)/.plain ## install and answer a few real questions
	@printf '\n=== Five questions in files: runepay solve instances/demo\n\n'
	@# Status 1 is an answer too: not payable.
	@$(BIN)/runepay solve instances/demo || [ $$? -eq 1 ]
	@printf '\n=== One without a file: runepay solve "Legion Rearguard" --runes "3 fury, 1 fury exhausted"\n\n'
	@$(BIN)/runepay solve "Legion Rearguard" --runes "3 fury, 1 fury exhausted"
	@printf '\n=== Does every instance get the answer it expects? runepay check instances\n\n'
	@$(BIN)/runepay check instances

test: $(VENV)/.dev ## install with the tools and run every test
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

# ------------------------------------------------------------ the rest

lint: $(VENV)/.dev ## style of the code
	$(BIN)/ruff check .

types: $(VENV)/.dev ## both type checkers
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

imports: $(VENV)/.dev ## who may import whom
	$(BIN)/lint-imports

doctest: $(VENV)/.dev ## the examples inside the docstrings
	$(BIN)/python -m pytest --doctest-modules --pyargs runepay $(ARGS)

notebooks: $(VENV)/.dev ## run every notebook from its first cell to its last
	$(BIN)/python -m pytest --nbmake notebooks/*.ipynb $(ARGS)

bench: $(VENV)/.dev ## the measurements of docs/benchmarks.md
	$(BIN)/python benchmarks/run.py $(ARGS)
	$(BIN)/python benchmarks/test_fast.py
	$(BIN)/pytest benchmarks --benchmark-only -q -p no:randomly -p no:xdist

build: $(VENV)/.dev ## the sdist and the wheel, into dist/
	$(BIN)/python -m build --no-isolation --outdir dist

fix: $(VENV)/.dev ## let ruff mend what it can
	$(BIN)/ruff check --fix .

clean: ## everything that can be made again
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
