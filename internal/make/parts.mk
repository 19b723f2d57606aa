# What the targets of the Makefile are made of. "make bench WHAT=peers" is bench-peers.

GO       ?= go
FUZZTIME ?= 30s
TOOL      = $(GO) tool -modfile=internal/make/tools/go.mod
PLATFORMS = linux/amd64 linux/386 linux/arm64 darwin/arm64 windows/amd64 freebsd/amd64 wasip1/wasm js/wasm

# Test programs are linked without what only debuggers read, which takes a third of the linker's time; and their
# garbage collector waits until the heap is five times as large as what is in use: a sixth of the time of the tests.
TEST = GOGC=400 $(GO) test -ldflags=-w

# The two packages whose tests take longest come last: results are printed in this order, as soon as they are there.
PACKAGES = $$($(GO) list ./... | grep -v '/iri$$') ./cmd/iri .

# The second Go release that is supported, with another version of Unicode.
GO2      = GOTOOLCHAIN=go1.27.1 $(GO)
HAVE_GO2 = $(GO2) version >/dev/null 2>&1

unexport WHAT
.DEFAULT_GOAL := targets
.PHONY: $(shell sed -n 's/^\([a-z][a-z0-9-]*\):.*/\1/p' $(MAKEFILE_LIST))

targets:
	@awk '/^## / { text = text "  " substr($$0, 4) "\n"; next } text && /^[a-z]/ { sub(/:.*/, ""); print "make " $$0 "\n" text; text = "" }' Makefile

# Files of Unicode data exist once for each Unicode version of the supported Go releases. internal/ comes first,
# because internal/make/unigen needs the tables of internal/text/idna.
generate-files:
	$(GO) generate ./internal/... .
	@if $(HAVE_GO2); then \
		echo "$(GO2) generate, Unicode data only" && $(GO2) generate -run 'unigen|gen\.go' ./internal/... .; \
	else echo "go1.27.1 cannot be had: the files *17.0.0_gen.go are left as they are"; fi

# Generates in a copy of the tree, and fails if a file here differs from the one there.
generate-check:
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	git ls-files -co --exclude-standard | while read -r f; do [ -f "$$f" ] && echo "$$f"; done | \
		tar -cf - -T - | tar -xf - -C "$$dir" && \
	$(MAKE) -s -C "$$dir" generate-files generate-conformance && \
	stale=$$(cd "$$dir" && find . -type f | while read -r f; do cmp -s "$$f" "$(CURDIR)/$$f" || echo "$$f"; done) && \
	if [ -n "$$stale" ]; then echo "stale, run make generate, and for conformance/ make generate WHAT=conformance:"; echo "$$stale"; exit 1; fi

generate-conformance:
	$(GO) run ./internal/make/conformance conformance

# Processor time and memory of runs on hostile texts of 64 KiB, 256 KiB and 1 MiB: cmd/iri/testdata/growth.txt.
attack-growth:
	IRI_TEST=growth=$(or $(SEED),$$(date +%s)) $(GO) test -count=1 -timeout 20m -run '^TestGrowth(OfChecks)?$$' ./cmd/iri

# Two minutes of that, and of the attacks below, by the seed of the day, which is printed: SEED=20261130 makes them again.
attack-day:
	@seed=$(or $(SEED),$$(date +%Y%m%d)); echo "the seed of the day is $$seed"; \
	IRI_TEST=day=$$seed $(GO) test -count=1 -timeout 10m ./internal/testkit/attack && \
	IRI_TEST=day=$$seed $(GO) test -count=1 -timeout 10m -run '^Test(Growth|FixWriteStress)$$' ./cmd/iri

attack-all:
	IRI_TEST=attack $(GO) test -count=1 -timeout 1h -v ./internal/testkit/attack
	IRI_TEST=attack $(GO) test -count=1 -timeout 2h -run '^TestGrowth(OfChecks)?$$' ./cmd/iri
	IRI_TEST=attack=100 $(GO) test -run '^TestFixWriteStress$$' -v -timeout 2h ./cmd/iri
	IRI_TEST=attack $(GO) test -run '^TestRecursion$$' -timeout 1h ./internal/study/sample

test-long:
	IRI_TEST=long $(GO) test -timeout 30m -skip '^TestAdd' $(PACKAGES)

test-all:
	$(TEST) -timeout 20m $(PACKAGES)
	@$(GO) run ./internal/make/regenerate -published

# If a grammar has been edited: the tests that state what RFCs say, which are skipped then, in a copy of the tree with
# the grammars as published.
test-published:
	@$(GO) run ./internal/make/regenerate -published

# Edits of the grammars, each in a clone of its own: four to ten minutes, or seconds if it is refused. There are five
# kinds for each production, 454, and some of authors. PART=0/4 makes every fourth from the first, PART=0/4@1 in the
# order of seed 1; EDIT="widen rfc3986 port" makes one, EDIT="omit .*" those whose names fit.
test-regenerate:
	IRI_TEST=long,regenerate=$(or $(PART),0/1) $(GO) test -count=1 -timeout $(or $(MINUTES),320)m -v \
		-run '^TestRegenerate$$/^$(or $(EDIT),.*)$$' ./internal/testkit/clone

# A rule that is added in a clone, with all tests there.
test-rule:
	IRI_TEST=long $(GO) test -count=1 -timeout 60m -run '^TestAdd(Rule)?$$' -v ./internal/verdict/rules ./internal/work/config ./internal/files/formats

# Whether the commands that rewrite files change IRIs alone: documents of each format made at random, read before and
# after by parsers of others: Debian's python3-commonmark, -html5lib, -lxml, -rdflib and -yaml, npm's
# commonmark, jsonld, n3 and parse5. SEED and DOCUMENTS, how many of each format, can be given. With FILES=FOLDER the
# files of a folder are read instead, such as /usr/share/doc of Debian.
test-rewrite: build internal/testkit/rewrite/node_modules
ifdef FILES
	/usr/bin/python3 -W ignore internal/testkit/rewrite/files.py bin/iri $(FILES)
else
	/usr/bin/python3 internal/testkit/rewrite/rewrite.py bin/iri --seed $(or $(SEED),0) --documents $(or $(DOCUMENTS),40)
endif

# What runs the tables: without assembly, and with that for arm64, on other machines with Debian's qemu-user. The tests
# that are skipped there take most of the time, and none of it with the tables.
TABLES = . ./internal/grammar/engine ./internal/ref/spec ./internal/verdict/check ./internal/verdict/rules ./internal/fast/...
SLOW_ARM64 = ^(TestProofFindsFaults|TestTreeOf.*|TestLadderIsLinear|TestReadSpec.*|TestRuleExamples|FuzzReadSpec)$$

test-purego:
	$(GO) test -tags purego -short -timeout 20m $(TABLES)

test-arm64:
	@if [ "$$($(GO) env GOHOSTARCH)" = arm64 ]; then \
		$(GO) test -short -timeout 20m $(TABLES); \
	elif command -v qemu-aarch64 >/dev/null; then \
		GOOS=linux GOARCH=arm64 CGO_ENABLED=0 $(GO) test -short -timeout 20m -exec qemu-aarch64 -skip '$(SLOW_ARM64)' $(TABLES); \
	else echo "qemu-aarch64 is missing: install the Debian package qemu-user"; exit 1; fi

test-race:
	$(GO) test -race -short -timeout 20m ./...

# The part of the statements that the short tests run.
test-cover:
	$(GO) test -short -coverprofile=coverage.out -coverpkg=./... ./...
	$(GO) tool cover -func=coverage.out | tail -n 1

# What "iri grammar export" writes, in each language and engine, with all rows of the W-method, and docs/export.md: two
# minutes. A test names the Debian package of a program that is missing.
test-export: npm/node_modules
	IRI_TEST=export $(GO) test -count=1 -timeout 20m ./internal/study/export

# The settings of editors, and the extension for VS Code, packed (Node, npm and the npm registry).
test-editors:
	IRI_TEST=long $(GO) test ./internal/work/lsp -run 'TestEditors|TestExtension' -v

# The modules beside this one; of bench what holds its pages, the schemas of reports and the sizes of programs.
test-modules:
	cd vet && $(GO) test ./...
	cd examples && $(GO) test ./...
	cd beam && $(GO) vet ./...
	cd beam/recipes && $(GO) vet ./...
	cd bench && $(GO) test -run 'PeerPage|Since|Schema|Size' .

test-beam:
	cd beam && $(GO) test ./...
	cd beam/recipes && $(GO) test ./...

# Both programs of make same, in bin/same: those of the commit, with the driver of now, which may call only what both
# commits have, and those of now.
SAME   = internal/testkit/same
BEFORE = $(or $(REV),$$(sed -n 's/^commit //p' $(SAME)/same.txt))
same-built:
	@rm -rf bin/same && mkdir -p bin/same/tree
	@git archive -o bin/same/tree.tar $(BEFORE) || { echo "in a clone without its history: git fetch --unshallow --tags"; exit 1; }
	@tar -xf bin/same/tree.tar -C bin/same/tree && rm -rf bin/same/tree/$(SAME)/driver && cp -r $(SAME)/driver bin/same/tree/$(SAME)
	@for tree in bin/same/tree/ ./; do \
		to="$(CURDIR)/bin/same/$$([ $$tree = ./ ] && echo now || echo before)" && cd "$(CURDIR)/$$tree" && \
		$(GO) build -trimpath -buildvcs=false -ldflags=-w -o "$$to/iri" ./cmd/iri && \
		$(GO) build -trimpath -buildvcs=false -ldflags=-w -tags "$$(test -d legacy || echo before)" \
			-o "$$to/library" ./$(SAME)/driver || exit 1; \
	done
	@rm -rf bin/same/tree bin/same/tree.tar

count-all:
	@$(GO) run ./internal/make/count

count-short:
	@$(GO) run ./internal/make/count -short

lint-code:
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "not formatted, run gofmt -w:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags purego ./...
	GOOS=linux GOARCH=arm64 $(GO) vet ./internal/grammar/engine ./internal/fast/...
	cd bench && $(GO) vet ./...
	cd vet && $(GO) vet ./...
	cd examples && $(GO) vet ./...
	cd internal/grammar/engine/asm && $(GO) vet -tags purego ./...
	GOARCH=386 $(GO) build ./...
	@out=$$($(GO) fix -diff ./...); if [ -n "$$out" ]; then echo "$$out"; echo "older than they need to be, run go fix ./..."; exit 1; fi
	$(TOOL) staticcheck ./...

lint-vuln:
	$(TOOL) govulncheck ./...

# Strings, and files beside other programs, of which one that is not installed (libxml2-utils) is left out: docs/speed.md.
bench-all: build
	cd bench && $(GO) test -run '^$$' -bench '^Benchmark(Strings|Command)$$' .

# The command as it was at the commit that bench/since.txt names, in bin/since, and as it is: the ratio of their processor
# times over files of every format, of each command and many flags. ONLY=TEXT takes the rows with this text, SIZE is that
# of the files in MiB, ROUNDS how often each runs.
SINCE = $(shell sed -n 's/^commit //p' bench/since.txt)
bench-since: build
	@rm -rf bin/since/tree && mkdir -p bin/since/tree && [ -x bin/since/$(SINCE) ] || { \
		git archive -o bin/since/tree.tar $(SINCE) || { echo "in a clone without its history: git fetch --unshallow"; exit 1; }; \
		tar -xf bin/since/tree.tar -C bin/since/tree && cd bin/since/tree && CGO_ENABLED=0 $(GO) build -o ../$(SINCE) ./cmd/iri; }
	@rm -rf bin/since/tree bin/since/tree.tar
	@cd bench && $(GO) run ./cmd/since -before ../bin/since/$(SINCE) -iri ../bin/iri \
		-only "$(ONLY)" -size $(or $(SIZE),16) -rounds $(or $(ROUNDS),5)

# Time for a byte of IRIs from 64 B to 16 MiB: it should be the same for all lengths.
bench-linear:
	cd bench && $(GO) test -run '^$$' -bench '^BenchmarkLinear$$' .

# What other validators accept and refuse of the rows of the conformance kit: writes docs/peers.md. It needs Node, npm,
# gcc, cargo, a JDK, and Debian's python3-rfc3987, python3-rfc3986, python3-rdflib, liburiparser-dev, librust-oxiri-dev,
# librust-url-dev, libapache-jena-java, raptor2-utils, serdi, libiri-perl and libmarpa-r2-perl; a peer that is not there
# is a row that says so.
bench-peers: bench/peers/node_modules npm-full
	cd bench && $(GO) run ./cmd/peers && $(GO) test -run '^TestPeerPage$$' .

%/node_modules: %/package.json %/package-lock.json
	cd $* && npm ci --no-audit --no-fund
	@touch $@

# Programs in WebAssembly: functions are not inlined, so that they are a tenth smaller when compressed, and as fast; but for those
# of automata, with which a grammar is checked a quarter faster.
WASM = GOOS=js GOARCH=wasm $(GO) build -trimpath -gcflags=all=-l -gcflags=github.com/rfc3987/iri/internal/grammar/automaton= -ldflags='-s -w'

# What of the npm package is not in the repository.
npm-full:
	cd web && $(WASM) -o ../npm/full/iri.wasm ./full/wasm
	cd web && node join.mjs ../npm/full/iri.wasm
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" npm/full/wasm_exec.js
	cp "$$($(GO) env GOROOT)/LICENSE" npm/full/LICENSE-go
	cp LICENSE npm/LICENSE

# Its verdicts on what the vectors of the command say, its types, its size; packed and installed, in Node and Chromium.
npm-test: build npm-full npm/node_modules web/node_modules
	cd npm && npm test --silent

# Any web server can serve the folder. page-release, a step of the release, also has each file compressed.
page-build page-release: web/node_modules
	@mkdir -p bin/page
	cd web && $(WASM) -tags namesapart -o ../bin/page/iri.wasm ./wasm
	cd web && $(WASM) -o ../bin/page/readers.wasm ./reader/wasm
	cd web && node join.mjs ../bin/page/iri.wasm && node join.mjs ../bin/page/readers.wasm
	cd web && GO=$(GO) node build.mjs ../bin/page $(if $(filter page-release,$@),--compress)

# Serves the page on loopback and prints its address.
page-serve: page-build
	cd web && $(GO) run ./serve ../bin/page

# In headless browsers, which CHROMIUM and FIREFOX name, and what the page asks the library for.
page-test: page-release build
	cd web && $(GO) vet ./... && GOOS=js GOARCH=wasm $(GO) vet ./wasm ./reader/wasm && $(GO) test ./... && $(GO) test -tags namesapart -run TestNames ./engine
	cd web && $(GO) build -o ../bin/page-serve ./serve && npm test --silent

# Times: to build the page with nothing built before, and in a headless Chromium the first check, a finding after a key,
# and 10,000 pasted lines.
page-bench: web/node_modules
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && begin=$$(date +%s) && GOCACHE="$$dir" $(MAKE) -s page WHAT=build && \
	echo "make page, with nothing built before: $$(($$(date +%s) - begin)) s"
	cd web && $(GO) build -o ../bin/page-serve ./serve && node bench/times.mjs
