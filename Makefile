# What people type. "make" lists it. internal/make/parts.mk has what these targets are made of: "make page WHAT=serve"
# is the part page-serve of it. CI runs the same targets: see .ci/run.

## After an edit of grammar/*.abnf: write all that is made of the grammars, golden files and documentation too, build,
## and say what changed. Nothing is written unless all of it succeeds, in a copy of the tree.
regenerate:
	@$(GO) run ./internal/make/regenerate

## Write all generated files: see gen.go. WHAT=check fails if one is out of date; WHAT=conformance writes the suites of
## the conformance kit, which takes a minute.
generate: generate-$(or $(WHAT),files)

## Write every expected output anew: golden files, scripts, docs/checks.md, the console blocks of the README and docs.
update:
	$(GO) test -count=1 ./internal/verdict/explain ./cmd/iri \
		-run '^(TestDocs|TestScripts|TestGolden.*|TestReadme|TestRealShapes)$$' -update

## Build the command as bin/iri.
build:
	CGO_ENABLED=0 $(GO) build -o bin/iri ./cmd/iri

## Say in what the program and the library differ from the commit REV, or from the one that same.txt names: five minutes.
## SEED=2 makes other strings. internal/testkit/same/same.txt has the differences that are meant.
same: same-built
	@$(GO) run ./internal/testkit/same $(if $(REV),-rev $(REV)) $(if $(SEED),-seed $(SEED))

## All tests: three minutes of processor time. One part with WHAT: cover, race, purego, arm64, published, rewrite,
## export, editors, rule, or regenerate with PART=0/4.
test: test-$(or $(WHAT),all)

## The tests with fewer strings and without what starts other programs often: a minute.
test-short:
	$(TEST) -short -timeout 10m $(PACKAGES)

## The tests with the long proofs, and with edits of the grammars in a copy of the tree: ten minutes.
test-long:
	IRI_TEST=long $(GO) test -timeout 30m -skip '^TestAdd' $(PACKAGES)

## Check the formatting, vet, staticcheck, go fix, and int of 32 bits. WHAT=vuln: known vulnerabilities (network).
lint: lint-$(or $(WHAT),code)

## Run every fuzz target of every package for FUZZTIME, then the test that the engines agree with many more strings.
fuzz:
	@for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f" && \
			$(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg || exit 1; \
		done; \
	done
	IRI_TEST=proof=400000 $(GO) test -run '^TestEnginesAgree$$' -timeout 2h .

## Attack the command and the readers: hostile grammars, strings, files and output; runs that are killed and resumed,
## hundreds of times; long lines, which need some gigabytes; encodings beside those of Chromium, if it is there; and
## whether time and memory grow with the input alone. WHAT=growth does that for a tenth, SEED=2 for the same again.
attack: attack-$(or $(WHAT),all)

## Measure all that has an aim, beside peers. WHAT=speed writes that to docs/speed.md, WHAT=peers what other validators
## accept to docs/peers.md; bench/README.md has the others: libraries, linear.
bench: bench-$(or $(WHAT),aims)

## Build the page in web/ as bin/page. WHAT=serve serves it on loopback, WHAT=release compresses it as well, WHAT=test
## tests it in Chromium and Firefox, WHAT=bench prints its times (Node and npm).
page: page-$(or $(WHAT),build)

## Build iri/full of the npm package in npm/. WHAT=test tests the package, in Chromium too (Node and npm).
npm: npm-$(or $(WHAT),full)

## Whether a release can be made: the command for every platform, .goreleaser.yaml, the action and the hooks (network).
release:
	@for p in $(PLATFORMS); do \
		echo "$$p" && GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build -o /dev/null ./cmd/iri || exit 1; \
	done
	$(GO) run github.com/goreleaser/goreleaser/v2@v2.12.0 check
	$(GO) test -count=1 -run '^Test(Hook|Action|Archive)' ./cmd/iri

include internal/make/parts.mk
