# The House of Fortune. `make` lists what can be made; CONTRIBUTING.md gives the same steps as plain commands.

PYTHON ?= python3
BIN := .venv/bin

# what a game is played by, and the tests that hold it
RULES := src/fortune/dice.py src/fortune/options.py src/fortune/game.py src/fortune/glueckshaus/rules.py \
  $(addprefix src/fortune/goose/,options.py squares.py state.py saved.py counts.py rules.py) \
  $(addprefix src/fortune/tablero/,options.py squares.py lines.py state.py saved.py gucci.py jesus.py)
RULES_TESTS := $(filter-out tests/site/%,$(wildcard $(addprefix tests/,test_conformance.py test_transcripts.py test_dice.py test_options.py \
  $(addprefix */test_,rules.py rulesets.py properties.py saved.py oracle.py squares.py gucci.py jesus.py))))
comma := ,
empty :=
space := $(empty) $(empty)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help site book test check coverage reproduce bench pack clean

help: ## List what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

site: book ## Build the book and serve it on this machine
	@$(BIN)/python tools/serve.py _build/html

book: .venv/.site web/node_modules/.site web/wheels/.site ## Build the book into _build/html
	@$(BIN)/python tools/build_book.py

# the pages in one process, all else in the other; without a Firefox its tests are skipped and say so, or fail where CI is set
test: book .venv/.dev ## Run all tests, those in real browsers included
	@echo "Looking for Chromium and Firefox …"
	@CHROMIUM="$$($(BIN)/python tools/browser.py chromium)" && export CHROMIUM && \
	{ firefox="$$($(BIN)/python tools/browser.py firefox)" && export FIREFOX="$$firefox"; $(BIN)/python -m pytest --numprocesses 2; }

check: .venv/.dev ## Check the style (ruff) and the types (mypy)
	@echo "Checking style and types …"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

coverage: .venv/.dev ## Report which lines of the rules their tests run; 95 of 100 are asked for
	@$(BIN)/python -m pytest -q --cov --cov-report= $(RULES_TESTS)
	@$(BIN)/python -m coverage report --fail-under=95 --include=$(subst $(space),$(comma),$(strip $(RULES)))

reproduce: book ## Build the book a second time, from nothing, and compare the bytes
	@$(BIN)/python tools/reproduce.py

bench: book .venv/.dev ## Measure speed, memory and weight beside peers, as a table
	@$(BIN)/python -m benchmarks

pack: book ## Pack the book into _build/house-of-fortune.zip, for use without a network
	@$(BIN)/python tools/pack_site.py

clean: ## Remove all that was made: the book, the environment, the browser parts
	rm -rf _build .venv web/node_modules web/wheels

.venv/.made:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here; install Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) tools/make_venv.py
	@touch $@

# `--no-build-isolation`: the build backend is pinned with all the rest
.venv/.site: .venv/.made requirements.txt pyproject.toml
	@echo "Installing the pinned requirements into .venv (half a minute or so) …"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: .venv/.site requirements-dev.txt
	@echo "Installing what the tests and checks need …"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.txt
	@touch $@

web/wheels/.site: .venv/.site tools/pyodide_wheels.py web/wheels.lock
	@echo "Fetching the browser's Python packages …"
	@$(BIN)/python tools/pyodide_wheels.py fetch
	@touch $@

web/node_modules/.site: .venv/.site web/package.json web/package-lock.json
	@echo "Fetching the browser parts with npm …"
	@$(BIN)/npm ci --prefix web --ignore-scripts --loglevel=error
	@touch $@
