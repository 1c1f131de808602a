# Inflow. `make run` gives the whole app, `make test` runs everything that is checked.
# Needs Python 3.11 or later, Node 20 or later, make and git; everything else is installed below this directory.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find server/src -name '*.py' 2>/dev/null)
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/preload.config.ts web/worker.config.ts web/locales.config.ts -type f 2>/dev/null)

# Two hundred servers are started by the tests, and each would be compiled anew.
unexport PYTHONDONTWRITEBYTECODE

# The tests' temporary files, databases among them, are in memory where there is room.
IN_MEMORY := scripts/in-memory.sh

.PHONY: help build run dev demo pictures test test-long check check-server check-web words format codegen bench soak lighthouse frames browsers lock wheel deb image clean

help: ## List what can be made.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/'

build: $(VENV)/.ready web/dist/index.html ## Install and build everything, and start nothing.

run: $(VENV)/.ready web/dist/index.html ## Start Inflow; prints the address. `inflow` is a command from then on.
	@sh scripts/link-command.sh "$(CURDIR)/$(BIN)/inflow"
	$(BIN)/inflow run

dev: $(VENV)/.ready web/node_modules/.ready ## Start the server and the web's development server, both reloading.
	$(BIN)/python -m inflow run & trap "kill $$!" EXIT; cd web && npm run dev

demo: export INFLOW_HOME ?= $(HOME)/.local/share/inflow-demo
demo: export INFLOW_SUPPORT_EMAIL ?= hello@example.org
demo: export INFLOW_TWO_FACTOR ?= on
demo: $(VENV)/.ready web/dist/index.html ## Start a community of made-up members on a home of its own; prints how to log in.
	$(BIN)/python -m inflow demo

pictures: $(VENV)/.ready web/dist/index.html ## Take the pictures of README.md from the demo.
	cd web && node scripts/pictures.mjs $(CURDIR)/$(BIN)/python

test: ## Lint, types, layers, unit, wire and browser tests: all that must hold before a change lands. 20 to 26 minutes on two cores.
	@# What is installed and looked at uses one core at a time; two of them side by side use two.
	$(MAKE) --jobs=2 --output-sync=target check
	$(IN_MEMORY) sh -c 'cd server && ../$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder -m "not long"'
	cd web && npm test
	$(IN_MEMORY) sh -c 'cd web && npm run e2e -- --grep-invert @long'

test-long: $(VENV)/.ready web/node_modules/.ready web/dist/index.html ## What `make test` leaves out: sweeps of every screen, second sizes of a journey, long lists. 10 minutes.
	$(IN_MEMORY) sh -c 'cd server && ../$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder -m long'
	$(IN_MEMORY) sh -c 'cd web && npm run e2e -- --grep @long'

check: check-server check-web words ## Lint, types, layers, generated files, plain words.

words: ## Count sentences without an agent, and refuse withdrawn names. LIST="docs server" prints them.
	@$(PYTHON) scripts/words.py $(if $(LIST),--list $(LIST))

check-server: $(VENV)/.ready
	cd server && ../$(BIN)/ruff check . && ../$(BIN)/ruff format --check .
	$(BIN)/ruff check bench && $(BIN)/ruff format --check bench
	$(BIN)/python -m bench --help > /dev/null
	$(BIN)/python -m bench.scale --check
	cd server && ../$(BIN)/mypy
	cd server && ../$(BIN)/lint-imports
	$(BIN)/python -m inflow codegen --check web/src/api.ts

check-web: web/node_modules/.ready web/dist/index.html
	cd web && npm run check

format: $(VENV)/.ready web/node_modules/.ready ## Format and fix what can be fixed.
	cd server && ../$(BIN)/ruff check --fix . ; ../$(BIN)/ruff format .
	cd web && npm run format

codegen: $(VENV)/.ready ## Write web/src/api.ts and callLimits.ts from the Python signatures.
	$(BIN)/python -m inflow codegen web/src/api.ts

bench: $(VENV)/.ready ## Measure, and write bench/results.md.
	$(BIN)/python -m bench

soak: $(VENV)/.ready ## Everything that is tried for long, about seven hours. SOAK="faults storm --seed 7" does some parts; SOAK=--help lists them.
	cd server && PYTHONPATH=src:.:tests:.. ../$(BIN)/python -m tests.app.soak $(SOAK)

lighthouse: web/node_modules/.ready ## Let Lighthouse judge the running Inflow at ORIGIN (http://localhost:8080), as a visitor or AS="e-mail password".
	cd web && node scripts/lighthouse.mjs $(ORIGIN)

frames: $(VENV)/.ready web/dist/index.html ## Measure how smoothly the composer and the viewer follow fingers.
	cd web && node scripts/frames.mjs $(CURDIR)/$(BIN)/python
	cd web && node scripts/viewer-frames.mjs $(CURDIR)/$(BIN)/python

browsers: $(VENV)/.ready web/dist/index.html web/browsers/node_modules/.ready ## Go through the app in Firefox ESR and WebKitGTK, which scripts/browser-packages.sh installs.
	cd web && npx tsc -p browsers && npx playwright test --config browsers

lock: $(VENV)/.ready ## Resolve the Python dependencies again, with hashes.
	cd server && ../$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o locks/runtime.txt
	cd server && ../$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra model --extra dev pyproject.toml -o locks/dev.txt
	cd server && ../$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group failover -o locks/failover.txt

DIST ?= $(CURDIR)/dist
wheel: $(VENV)/.ready web/dist/index.html ## Build dist/inflow_photos-….whl, with the web app and the model in it; the same source gives the same file.
	sh scripts/build-wheel.sh $(CURDIR)/$(BIN)/python $(DIST)

deb: wheel ## Build dist/inflow_….deb for this release of Debian; scripts/debian-packages.sh installs the tools for it.
	sh scripts/build-deb.sh $(CURDIR)/$(BIN)/uv "$$(ls -t $(DIST)/inflow_photos-*.whl | head -1)" $(DIST)

image: wheel ## Build the container image inflow:VERSION of this source, with docker or buildah.
	BUILDER="$(BUILDER)" sh scripts/build-image.sh "$$(ls -t $(DIST)/inflow_photos-*.whl | head -1)" $(BASE)

clean: ## Remove what was installed and built here; data of a running Inflow is elsewhere and stays.
	rm -rf $(VENV) web/node_modules web/browsers/node_modules web/dist dist

$(VENV)/.ready: server/locks/dev.txt server/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Inflow needs Python 3.11 or later; set PYTHON=") if sys.version_info < (3, 11) else None'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@# The lock is whole. Asked for dependencies, pip would miss the OpenCV that pyproject.toml leaves out.
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r server/locks/dev.txt
	$(BIN)/python -c 'import sysconfig, pathlib; pathlib.Path(sysconfig.get_path("purelib"), "inflow.pth").write_text(str(pathlib.Path("server/src").resolve()) + "\n")'
	@printf '#!/bin/sh\nexec "%s/python" -m inflow "$$@"\n' "$(CURDIR)/$(BIN)" > $(BIN)/inflow && chmod +x $(BIN)/inflow
	touch $@

web/node_modules/.ready: web/package-lock.json web/package.json
	cd web && npm ci --no-audit --no-fund
	touch $@

web/browsers/node_modules/.ready: web/browsers/package-lock.json web/browsers/package.json
	cd web/browsers && npm ci --no-audit --no-fund
	touch $@

web/dist/index.html: web/node_modules/.ready web/vite.config.ts web/preload.config.ts $(WEB_SOURCES)
	cd web && npm run build
	touch $@
