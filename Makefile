# What people type. "make" lists it. internal/make/parts.mk has what these targets are made of: "make page WHAT=serve"
# is the part page-serve of it. CI runs the same targets: see .ci/run.

## After an edit of grammar/*.abnf: write all that is made of the grammars, golden files and documentation too, build,
## and say what changed. Nothing is written unless all of it succeeds, in a copy of the tree.
regenerate:
	@$(GO) run ./internal/make/regenerate

## Write all generated files: see gen.go. WHAT=conformance writes the suites of the conformance kit, which takes a
## minute; WHAT=check fails if one of either is out of date.
generate: generate-$(or $(WHAT),files)

## Write every expected output anew: golden files, scripts, docs/checks.md, the console blocks of the README and docs.
update:
	$(GO) test -count=1 ./internal/verdict/explain ./internal/files/formats ./cmd/iri \
		-run '^(TestDocs|TestScripts|TestGolden.*|TestItems|TestReadme|TestRealShapes)$$' -update

## Build the command as bin/iri.
build:
	CGO_ENABLED=0 $(GO) build -o bin/iri ./cmd/iri

## Say in what the program and the library differ from the commit REV, or from the one that same.txt names: five minutes.
## SEED=2 makes other strings. internal/testkit/same/same.txt has the differences that are meant.
same: same-built
	@$(GO) run ./internal/testkit/same $(if $(REV),-rev $(REV)) $(if $(SEED),-seed $(SEED))

## All tests: three minutes of processor time. One part with WHAT: long (the long proofs, and edits of
## the grammars in a copy of the tree: ten minutes), cover, race, purego, arm64, published, rewrite,
## export, editors, rule, or regenerate with PART=0/4 or EDIT="widen rfc3986 port": an edit alone in a copy.
test: test-$(or $(WHAT),all)

## The tests with fewer strings and without what starts other programs often: a minute.
test-short:
	$(TEST) -short -timeout 10m $(PACKAGES)

## Print what the size of the project is judged by: lines by layer, packages, public names, flags of each command, long
## functions, and how many files five runs go through. WHAT=short leaves these out.
count: count-$(or $(WHAT),all)

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

## Attack the command and the readers: hostile grammars, strings, files and output; files that are fixed by
## many runs that are killed, hundreds of times; long lines, which need some gigabytes; and whether time and memory grow with the input alone. WHAT=growth does that for a tenth, SEED=2 for the same again;
## WHAT=day is two minutes of all, by the seed of the day.
attack: attack-$(or $(WHAT),all)

## Measure strings and files beside peers, for docs/speed.md. WHAT=peers writes what other validators accept to
## docs/peers.md; WHAT=since says what takes longer than at the commit that bench/since.txt names; WHAT=linear has the
## time for a byte of long strings.
bench: bench-$(or $(WHAT),all)

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
