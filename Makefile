# `make play` and `make test` do all set-up by themselves; `make help` lists the rest.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help play test thorough chromium lint format bench arena lead agree picture icons tables golden constraints clean

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: .venv/ready  ## start the web app here and print its address (options: make play ARGS="--port 9000")
	@$(BIN)/azulejos $(ARGS)

test: .venv/ready-dev chromium lint  ## style, types, layers and all tests, also in a real browser
	$(BIN)/pytest -q -n auto -m "not slow" $(ARGS)

thorough: .venv/ready-dev chromium lint  ## the same with the longest browser journeys too
	$(BIN)/pytest -q -n auto $(ARGS)

chromium:  # the browser of the browser tests: Debian's own, where we may install it
	@if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ] && command -v apt-get >/dev/null 2>&1; then \
		echo "Installing chromium for the browser tests (once) ..."; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >/dev/null \
		|| echo "chromium could not be installed: the browser tests are skipped."; \
	else \
		echo "There is no chromium here: the browser tests are skipped. On Debian: sudo apt-get install chromium"; \
	fi

lint: .venv/ready-dev  ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/ready-dev  ## put the source into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/ready  ## measure engine, search, environments, server and a large league here (ARGS go to the first two)
	@$(BIN)/azulejos bench engine $(ARGS)
	@echo
	@$(BIN)/azulejos bench search $(filter-out --gpu,$(ARGS))
	@echo
	@$(BIN)/azulejos bench envs $(filter --json,$(ARGS))
	@echo
	@$(BIN)/azulejos bench server --seconds 10 $(filter --json,$(ARGS))
	@echo
	@$(BIN)/azulejos bench league $(filter --json,$(ARGS))

arena: .venv/ready  ## measure how far apart the bots' levels are, in every variant (hours; it can be stopped)
	@$(BIN)/python -m azulejos.arena.ladder $(ARGS)

lead: .venv/ready  ## measure how far `strong` is ahead of itself without a net, in every variant (days at 1 s; it goes on)
	@$(BIN)/python -m azulejos.arena.lead $(ARGS)

picture: .venv/ready-dev chromium  ## take the documents' pictures of pages, terminal boards and environments again
	$(BIN)/python -m tests.browser.pictures docs
	$(BIN)/python -m azulejos.terminal.picture docs/terminal.svg
	$(BIN)/python -m azulejos.terminal.picture --game pavilion docs/pavilion.svg
	$(BIN)/python -m azulejos.envs.pictures docs/environment.png

icons: .venv/ready-dev chromium  ## draw the app's icons again, after a change of the tile
	$(BIN)/python -m tests.browser.icons

tables: .venv/ready  ## write the boards' tables for the scorecard's page again, after a change of the engine's
	$(BIN)/python -m azulejos.study.tables src/azulejos/web/static/js/score/tables.js

golden: .venv/ready-dev  ## write the golden playthroughs again, after a change that is meant
	$(BIN)/python -m tests.playthroughs.write

agree: .venv/ready-dev  ## compare with the slow reference on 1,000 random games of every variant (15 minutes)
	AZULEJOS_REFERENCE_GAMES=1000 $(BIN)/pytest -q -n auto tests/test_conformance.py -k reference $(ARGS)

constraints: .venv/ready-dev  ## choose the newest versions of everything we install
	$(PIP) install uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade \
		--no-header --no-annotate --no-emit-index-url pyproject.toml -o constraints.txt

clean:  ## remove what the other targets made here
	rm -rf .venv dist build .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else \
		"Azulejos needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + \
		". Name another with: make PYTHON=python3.12 ...")'
	@echo "Setting up .venv (once; a minute or two) ..."
	@$(PYTHON) -m venv .venv || { echo "python3 -m venv failed; on Debian: apt-get install python3-venv"; exit 1; }

.venv/ready: .venv/bin/python pyproject.toml constraints.txt
	@$(PIP) install -c constraints.txt -e .
	@touch $@

.venv/ready-dev: .venv/bin/python pyproject.toml constraints.txt
	@$(PIP) install -c constraints.txt -e ".[dev,rl,learn]"
	@touch .venv/ready $@
