# CI runs these targets too: see .ci/run and .github/workflows/ci.yml.

GO       ?= go
FUZZTIME ?= 30s
TOOL      = $(GO) tool -modfile=internal/make/tools/go.mod

# The second Go release that is supported, with another version of Unicode.
GO2       = GOTOOLCHAIN=go1.27.1 $(GO)
HAVE_GO2  = $(GO2) version >/dev/null 2>&1

.PHONY: regenerate generate check-generate update build platforms release-check test test-short test-long test-purego test-arm64 race fuzz attack cover bench speed bench-peers bench-linear bench-files bench-go corpus lint vuln bench-scripts export-test export-bench peers

# Write all generated files, from grammar/*.abnf, the Unicode data of Go and, for the assembly,
# internal/grammar/engine/asm: see gen.go.
# Files of Unicode data exist once for each Unicode version of the supported Go releases.
# internal/ comes first, because internal/make/unigen needs the tables of internal/text/idna.
generate:
	$(GO) generate ./internal/... .
	@if $(HAVE_GO2); then echo "$(GO2) generate, Unicode data only" && $(GO2) generate -run 'unigen|gen\.go' ./internal/... .; \
	else echo "go1.27.1 cannot be had: the files *17.0.0_gen.go are left as they are"; fi

# After an edit of grammar/*.abnf: write all that is made of the grammars, golden files and documentation too, build, and
# say what changed. Nothing is written unless all of it succeeds, in a copy of the tree.
regenerate:
	@$(GO) run ./internal/make/regenerate

# The edits of authors that TestRegenerate makes in one clone, each in a clone of its own: at night. PART=0/4 makes
# every fourth, from the first.
.PHONY: regenerate-each
regenerate-each:
	IRI_LONG=1 IRI_REGENERATE=$(or $(PART),0/1) $(GO) test -count=1 -timeout 320m -run '^TestRegenerate$$' -v .

# Generate in a copy of the tree, and fail if a file here differs from the one there.
check-generate:
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	git ls-files -co --exclude-standard | while read -r f; do [ -f "$$f" ] && echo "$$f"; done | \
		tar -cf - -T - | tar -xf - -C "$$dir" && \
	$(MAKE) -s -C "$$dir" generate && \
	stale=$$(cd "$$dir" && find . -type f | while read -r f; do cmp -s "$$f" "$(CURDIR)/$$f" || echo "$$f"; done) && \
	if [ -n "$$stale" ]; then echo "stale, run make generate:"; echo "$$stale"; exit 1; fi

# Build the command as bin/iri.
build:
	CGO_ENABLED=0 $(GO) build -o bin/iri ./cmd/iri

# Whether .goreleaser.yaml is right, and what takes the files of a release: the action and the hooks.
# Needs the network the first time.
release-check:
	$(GO) run github.com/goreleaser/goreleaser/v2@v2.12.0 check
	$(GO) test -count=1 -run '^Test(Hook|Action|Archive)' ./cmd/iri

# Whether the command and the library compile for each platform.
PLATFORMS = linux/amd64 linux/386 linux/arm64 darwin/arm64 windows/amd64 freebsd/amd64 wasip1/wasm js/wasm
platforms:
	@for p in $(PLATFORMS); do \
		echo "$$p" && GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build -o /dev/null ./cmd/iri || exit 1; \
	done

# All tests, the rooms first: three minutes of processor time. Test programs are linked without what
# only debuggers read, which takes a third of the linker's time; and their garbage collector waits until
# the heap is five times as large as what is in use, not twice: a sixth of the time of the tests.
TEST  = GOGC=400 $(GO) test -ldflags=-w
ROOMS = $$($(GO) list ./... | tail -n +2)
test:
	$(TEST) -timeout 20m $(ROOMS)
	$(TEST) -timeout 20m .
	@$(MAKE) -s test-published

# If a grammar has been edited: the tests that state what RFCs say, which are skipped then, in a copy of the tree with the
# grammars as published.
.PHONY: test-published
test-published:
	@$(GO) run ./internal/make/regenerate -published

# The same with fewer strings and without what starts other programs often: a minute.
test-short:
	$(TEST) -short -timeout 10m $(ROOMS)
	$(TEST) -short -timeout 10m .

# The same with the long proofs, and generating and testing all in a copy of the tree: ten minutes.
test-long:
	IRI_LONG=1 $(GO) test -timeout 30m -skip '^TestAddRule$$' $(ROOMS)
	IRI_LONG=1 $(GO) test -timeout 30m .

# What CI runs at night: a rule that is added in a clone, with all tests there, and the tests on arm64.
.PHONY: test-night
test-night:
	IRI_LONG=1 $(GO) test -count=1 -timeout 60m -run '^TestAddRule$$' -v ./internal/verdict/prose
	@$(MAKE) -s test-arm64

# Whether the program and the library say what they said at the commit REV, or at the one that same.txt names: both are built
# and asked about the strings and documents of the tests and of the suites, 60,000 made strings and made documents, through
# every command and output: two minutes. internal/testkit/same/same.txt has the differences that are meant.
.PHONY: same
same:
	@$(GO) run ./internal/testkit/same $(if $(REV),-rev $(REV)) $(if $(SEED),-seed $(SEED))

# Whether the commands that rewrite files change IRIs alone: documents of each format made at random, read before and after by
# parsers of others, which Debian's packages python3-html5lib, python3-lxml, python3-rdflib and python3-yaml have. SEED and
# DOCUMENTS, how many of each format, can be given.
.PHONY: rewrite-test
rewrite-test: build
	/usr/bin/python3 internal/testkit/rewrite/rewrite.py bin/iri --seed $(or $(SEED),0) --documents $(or $(DOCUMENTS),10)

# Write every expected output anew: golden files, scripts, docs/checks.md, the console blocks of the
# README and docs.
update:
	$(GO) test -count=1 ./internal/verdict/explain ./cmd/iri -run '^(TestDocs|TestScripts|TestGolden.*|TestReadme|TestRealShapes)$$' -update

# What runs the tables.
TABLES = . ./internal/grammar/engine ./internal/ref/spec ./internal/verdict/check ./internal/verdict/prose ./internal/fast/...

# The short tests of what runs the tables, without assembly.
test-purego:
	$(GO) test -tags purego -short -timeout 20m $(TABLES)

# The short tests of what runs the tables, on arm64: on other machines with qemu-aarch64, which
# takes a few minutes. The tests that are skipped there take most of the time, and none of
# it with the tables.
SLOW_ARM64 = ^(TestProofFindsFaults|TestTreeOf.*|TestLadderIsLinear|TestReadSpec.*|TestRuleExamples|FuzzReadSpec)$$
test-arm64:
	@if [ "$$($(GO) env GOHOSTARCH)" = arm64 ]; then \
		$(GO) test -short -timeout 20m $(TABLES); \
	elif command -v qemu-aarch64 >/dev/null; then \
		GOOS=linux GOARCH=arm64 CGO_ENABLED=0 $(GO) test -short -timeout 20m -exec qemu-aarch64 -skip '$(SLOW_ARM64)' $(TABLES); \
	else echo "qemu-aarch64 is missing: install the Debian package qemu-user"; exit 1; fi

# The short tests with the race detector.
race:
	$(GO) test -race -short -timeout 20m ./...

# Run every fuzz target of every package for FUZZTIME, then the test that the engines agree
# with many more strings.
fuzz:
	@for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f" && $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg || exit 1; \
		done; \
	done
	IRI_PROOF=400000 $(GO) test -run '^TestEnginesAgree$$' -timeout 2h .

# Attack the command and the readers: hostile grammars, strings, files and output. Then kill
# runs at random times and resume them, hundreds of times for each kind of input, and
# compare their output with that of a run that was not stopped. Every command takes strings of 4 MiB
# with a fault in every few bytes: this needs some gigabytes of memory. Rules that refer to themselves are held to
# an interpreter with 10,000 strings each. Last, compare all encodings with those of Chromium, if it is there.
attack:
	IRI_ATTACK=1 $(GO) test -count=1 -timeout 1h -v ./internal/testkit/attack
	$(GO) test -run '^$$' -bench '^BenchmarkLinear$$' -benchtime 1x -timeout 1h ./internal/files/input ./cmd/iri
	IRI_ATTACK=100 $(GO) test -run '^(TestKillAndResume|TestFixWriteStress)$$' -v -timeout 2h ./cmd/iri
	IRI_ATTACK=1 $(GO) test -run '^TestRecursion$$' -timeout 1h ./internal/study/sample
	IRI_ATTACK=1 $(GO) test -run '^TestBrowser$$' -v ./internal/text/encodings

# The part of the statements that the short tests run.
cover:
	$(GO) test -short -coverprofile=coverage.out -coverpkg=./... ./...
	$(GO) tool cover -func=coverage.out | tail -n 1

# Measure all that has an aim, beside peers in Go, of Debian and in Rust: prints docs/speed.md, and "make speed" writes it. A
# peer that is not installed (libxml2-utils, raptor2-utils, jq, cargo with librust-oxiri-dev) has no figure.
# CRATES is the folder with the crates, where the Debian packages put them.
CRATES = /usr/share/cargo/registry
bench speed: build
	@mkdir -p bin/oxiri
	@cd bench/oxiri && if ls -d $(CRATES)/oxiri-* >/dev/null 2>&1; then cargo build --quiet --release --offline --target-dir ../../bin/oxiri \
		--config 'source.crates-io.replace-with="debian"' --config 'source.debian.directory="$(CRATES)"'; fi
	@cd bench && $(GO) run ./cmd/speed -iri ../bin/iri -oxiri "$$(ls ../bin/oxiri/release/bench-oxiri 2>/dev/null)" $(if $(filter speed,$@),-o ../docs/speed.md)

# Compare with other libraries: prints one table, and one more for this module without assembly.
bench-peers:
	cd bench && $(GO) run ./cmd/table
	cd bench && $(GO) run -tags purego ./cmd/table -peers iri.

# Time per byte for IRIs from 64 B to 16 MiB: it should be the same for all lengths.
bench-linear:
	cd bench && $(GO) test -run '^$$' -bench '^BenchmarkLinear$$' .

# Compare the command with a loop of bufio.Scanner and net/url.Parse on files: prints one
# table.
bench-files: build
	cd bench && $(GO) run ./cmd/bulk -iri ../bin/iri

# Compare all checks with the grammar alone on lines in each script: prints one table.
bench-scripts:
	cd bench && $(GO) run ./cmd/scripts

# What other validators accept and refuse of the rows of the conformance kit: writes docs/peers.md. It needs
# Node, npm, gcc, cargo, a JDK, and Debian's python3-rfc3987, python3-rfc3986, python3-rdflib, liburiparser-dev, librust-oxiri-dev,
# librust-url-dev, libapache-jena-java, raptor2-utils, serdi, libiri-perl and libmarpa-r2-perl; a peer that is not there is a row that says so.
peers: bench/peers/node_modules
	cd bench && $(GO) run ./cmd/peers && $(GO) test -run '^TestPeerPage$$' .

bench/peers/node_modules: bench/peers/package.json bench/peers/package-lock.json
	cd bench/peers && npm ci --no-audit --no-fund
	@touch $@

# The Go benchmarks of all packages, then those of the other libraries.
bench-go:
	$(GO) test -run '^$$' -bench . -benchmem ./...
	cd bench && $(GO) test -run '^$$' -bench . -benchmem .

# Write a million IRIs in many scripts, good and bad, to bin/iris.txt, and print how many
# of each there are.
corpus:
	@mkdir -p bin
	@cd bench && $(GO) run ./cmd/corpus -n 1000000 -o ../bin/iris.txt

# Check the formatting, vet, staticcheck, that go fix has nothing to do, and that everything compiles where int has
# 32 bits.
lint:
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

# Known vulnerabilities. Needs the network: vuln.go.dev.
vuln:
	$(TOOL) govulncheck ./...

# What "iri grammar export" writes, in each language and engine, with all rows of the W-method: two
# minutes; and docs/export.md. A test names the Debian package of a program that is missing: gcc nodejs
# python3 python3-rdflib rustc libxml2-utils.
export-test: npm/node_modules
	IRI_EXPORT=1 $(GO) test -count=1 -timeout 20m ./internal/study/export

# What "iri grammar export" writes in C, Rust and JavaScript, and the peers of npm, against iri.Valid without
# vectors: prints one table.
export-bench: bench/peers/node_modules
	cd bench && $(GO) run -tags purego ./cmd/exports

# The suites of the conformance kit, from the grammars and what is written by hand: a minute.
.PHONY: conformance
conformance:
	$(GO) run ./internal/make/conformance conformance

# Packs the extension for VS Code, as a test does.
.PHONY: editors
editors:
	IRI_LONG=1 $(GO) test ./internal/work/lsp -run 'TestEditors|TestExtension' -v

# The part of the npm package that is not in the repository: iri/full in WebAssembly. Functions are not inlined, as
# in the page.
.PHONY: npm-full npm-test
npm-full:
	cd web && GOOS=js GOARCH=wasm $(GO) build -trimpath -gcflags=all=-l -ldflags='-s -w' -o ../npm/full/iri.wasm ./full/wasm
	cd web && node join.mjs ../npm/full/iri.wasm
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" npm/full/wasm_exec.js
	cp "$$($(GO) env GOROOT)/LICENSE" npm/full/LICENSE-go

# The npm package: its verdicts on what this command's vectors say, its types, its size; packed and installed, in Node
# and in Chromium, what iri/full says beside what the command prints.
npm-test: build npm-full npm/node_modules web/node_modules
	cd npm && npm test --silent

npm/node_modules: npm/package.json npm/package-lock.json
	cd npm && npm ci --no-audit --no-fund
	@touch $@

# The page that runs the library in the browser, as bin/page: any web server can serve it. Functions are not
# inlined: the compressed program is a tenth smaller, and as fast.
.PHONY: page page-release page-serve page-test page-bench
page: web/node_modules
	@mkdir -p bin/page
	cd web && GOOS=js GOARCH=wasm $(GO) build -tags namesapart -trimpath -gcflags=all=-l -ldflags='-s -w' -o ../bin/page/iri.wasm ./wasm
	cd web && node join.mjs ../bin/page/iri.wasm
	cd web && GO=$(GO) node build.mjs ../bin/page $(PAGE)

# The same with each file compressed, for servers that can send it so: a step of the release.
page-release:
	@$(MAKE) -s page PAGE=--compress

web/node_modules: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

# Serves the page on loopback and prints its address.
page-serve: page
	cd web && $(GO) run ./serve ../bin/page

# The page in a headless Chromium, and what it asks the library for. CHROMIUM names the browser.
page-test: page-release build
	cd web && $(GO) vet ./... && GOOS=js GOARCH=wasm $(GO) vet ./wasm && $(GO) test ./... && $(GO) test -tags namesapart -run TestNames ./engine
	cd web && $(GO) build -o ../bin/page-serve ./serve && npm test --silent

# Times of the page: to build it from nothing but the modules, and in a headless Chromium the first check, a finding
# after a key, and 10,000 pasted lines.
page-bench: web/node_modules
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && begin=$$(date +%s) && GOCACHE="$$dir" $(MAKE) -s page && \
	echo "make page, with nothing built before: $$(($$(date +%s) - begin)) s"
	cd web && $(GO) build -o ../bin/page-serve ./serve && node bench/times.mjs
