# What the targets run is what is written here; CI runs the same ones (.ci/run).

GO       ?= go
FUZZTIME ?= 30s
TOOL      = $(GO) tool -modfile=tools/go.mod

.PHONY: generate check-generate build test race fuzz cover bench bench-linear bench-files bench-go corpus lint vuln

# Everything that is generated, from grammar/*.abnf and the Unicode data of Go: see gen.go.
generate:
	$(GO) generate ./...

# The same in a copy of the tree; fails if anything here differs from what comes out there.
check-generate:
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	git ls-files -co --exclude-standard | while read -r f; do [ -f "$$f" ] && echo "$$f"; done | \
		tar -cf - -T - | tar -xf - -C "$$dir" && \
	(cd "$$dir" && $(GO) generate ./...) && \
	stale=$$(cd "$$dir" && find . -type f | while read -r f; do cmp -s "$$f" "$(CURDIR)/$$f" || echo "$$f"; done) && \
	if [ -n "$$stale" ]; then echo "stale, run make generate:"; echo "$$stale"; exit 1; fi

# The command, as bin/iri.
build:
	$(GO) build -o bin/iri ./cmd/iri

test:
	$(GO) test -timeout 20m ./...

race:
	$(GO) test -race -short -timeout 20m ./...

# Every fuzz target for FUZZTIME, then the long variant of the proof that the engines agree.
fuzz:
	@for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f" && $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg || exit 1; \
		done; \
	done
	IRI_PROOF=400000 $(GO) test -run '^TestEnginesAgree$$' -timeout 2h .

cover:
	$(GO) test -short -coverprofile=coverage.out -coverpkg=./... ./...
	$(GO) tool cover -func=coverage.out | tail -n 1

# Side by side with others, which stand in a module of their own: one table.
bench:
	cd bench && $(GO) run ./cmd/table

# What a byte costs in IRIs from 64 B to 16 MiB: the same everywhere.
bench-linear:
	cd bench && $(GO) run ./cmd/table -linear

# The command on files, beside a loop of bufio.Scanner and net/url.Parse: one table.
bench-files: build
	cd bench && $(GO) run ./cmd/bulk -iri ../bin/iri

# Our own Go benchmarks, and those of the peers.
bench-go:
	$(GO) test -run '^$$' -bench . -benchmem .
	cd bench && $(GO) test -run '^$$' -bench . -benchmem .

# A million IRIs in many scripts, good and bad, as bin/iris.txt; prints how many of each.
corpus:
	@mkdir -p bin
	@cd bench && $(GO) run ./cmd/corpus -n 1000000 -o ../bin/iris.txt

# Formatting, vet, staticcheck, and whether it all compiles where int has 32 bits.
lint:
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "not formatted, run gofmt -w:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	cd bench && $(GO) vet ./...
	GOARCH=386 $(GO) build ./...
	$(TOOL) staticcheck ./...

# Needs the network: it asks vuln.go.dev.
vuln:
	$(TOOL) govulncheck ./...

# The page that runs the library in the browser, as bin/page: any web server can serve it.
.PHONY: page page-serve page-test
page: web/node_modules
	@mkdir -p bin/page
	cd web && GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags='-s -w' -o ../bin/page/iri.wasm ./wasm
	cd web && GO=$(GO) node build.mjs ../bin/page

web/node_modules: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

# Serves the page on loopback and prints its address.
page-serve: page
	cd web && $(GO) run ./serve ../bin/page

# The page in a headless Chromium, and what it asks the library for. CHROMIUM names the browser.
page-test: page build
	cd web && $(GO) vet ./... && GOOS=js GOARCH=wasm $(GO) vet ./wasm && $(GO) test ./...
	cd web && $(GO) build -o ../bin/page-serve ./serve && npm test --silent
