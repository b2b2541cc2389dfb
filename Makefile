# Every target sets up what it needs: a virtual environment in .venv, from the lock of exact versions.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PEERS  := .venv-peers
JUPYTER_HOME := $(CURDIR)/widgets/contract_rummy_widgets
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

PARALLEL := -n 2 --dist loadfile --durations=12

.DEFAULT_GOAL := help
.PHONY: help learn lab test test-all lint notebooks pot bench pictures readme lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

learn: $(VENV)/app.stamp ## serve the lessons on a free port and open the browser
	$(BIN)/contract-rummy learn

lab: $(VENV)/app.stamp ## open the notebooks in JupyterLab, with the same settings
	JUPYTER_PATH=$(JUPYTER_HOME) JUPYTER_CONFIG_PATH=$(JUPYTER_HOME) $(BIN)/jupyter lab $(AS_ROOT) --config=$(JUPYTER_HOME)/voila.json notebooks/00_start.ipynb

test: lint ## all checks that a change must pass
	CHROMIUM="$$($(BIN)/python tests/browser/chromium.py)" && export CHROMIUM && $(BIN)/pytest $(PARALLEL)
	$(BIN)/pytest $(PARALLEL) -o addopts= --nbval --nbval-current-env notebooks

test-all: test ## the same, and the long sweeps
	$(BIN)/pytest $(PARALLEL) -m sweep

lint: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

notebooks: $(VENV)/test.stamp ## run every notebook and store what it shows
	$(BIN)/python tools/run_notebooks.py

pot: $(VENV)/test.stamp ## write the template of all sentences anew
	$(BIN)/python tools/make_pot.py

bench: $(VENV)/test.stamp $(PEERS)/stamp ## take all figures: the pages, a class of thirty, the engine beside its peers, how the costs grow
	CHROMIUM="$$($(BIN)/python tests/browser/chromium.py)" $(BIN)/python benchmarks/bench.py $(PEERS)/bin/python
	$(BIN)/python tools/readme.py

pictures: $(VENV)/test.stamp ## take the pictures of the README anew
	CHROMIUM="$$($(BIN)/python tests/browser/chromium.py)" $(BIN)/python tools/pictures.py

readme: $(VENV)/app.stamp ## write the links and figures of the README anew
	$(BIN)/python tools/readme.py

# binder/requirements.txt is what runs the lessons; tests/requirements.txt adds what checks them.
lock: $(VENV)/bin/python ## write the lock anew
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile $(LOCK) --extra app --upgrade -o binder/requirements.txt pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --extra app --extra test -c binder/requirements.txt -o $(VENV)/all.txt pyproject.toml
	{ echo "-r ../binder/requirements.txt"; grep -vxFf binder/requirements.txt $(VENV)/all.txt; } > tests/requirements.txt
LOCK := --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --no-emit-find-links

clean: ## remove the environment and all that was made
	rm -rf $(VENV) $(PEERS) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# What the engine is measured beside has a home of its own; a package that cannot be had is told in the table.
$(PEERS)/stamp: benchmarks/peers.txt | $(VENV)/bin/python
	$(PYTHON) -m venv $(PEERS)
	@while read -r peer; do $(PEERS)/bin/pip install --quiet --disable-pip-version-check "$$peer" </dev/null || echo "$$peer could not be installed." >&2; done < $<
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/app.stamp: $(VENV)/bin/python binder/requirements.txt pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -r binder/requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/app.stamp tests/requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@touch $@
