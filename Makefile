# Each target sets up what it needs; Python 3.11 and make are enough.
PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help report test bench lint format evidence golden clean

help:
	@echo "make report    analyse the 37-hex board for eight players for a minute"
	@echo "make test      lint and the whole test suite"
	@echo "make bench     measure speed (ONLY=name for one part), writes build/bench.json"
	@echo "make lint      ruff and mypy"
	@echo "make evidence  the long proofs (about an hour; ONLY=word for some), updates docs/evidence.md"
	@echo "make golden    regenerate the golden games after an intended change of rules"

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

report: $(READY)
	$(BIN)/rollout analyze eight --time 60s

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/python -m tests

bench: $(READY)
	$(BIN)/python -m benchmarks $(if $(ONLY),--only $(ONLY))

evidence: $(READY)
	$(BIN)/python -m tests.evidence $(ONLY)

golden: $(READY)
	$(BIN)/python -m tests.golden

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv build
