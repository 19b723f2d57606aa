package iri

// Everything about the syntax comes from the files in grammar. The generator
// reads them and makes the two engines of this package:
//
//	grammar/*.abnf ─► internal/abnf ─► rule trees ─┬─► internal/peg ─► grammar/iri.peg ─► go tool peg ─► parser_gen.go
//	                                               └─► internal/automaton ─► minimal DFAs ─► tables_gen.go
//
// internal/abnf reads RFC 5234 and RFC 7405 and refuses grammars with recursion:
// what follows relies on the languages being regular. internal/peg rewrites what
// a parser that never goes back would get wrong, says so in iri.peg, and proves
// for every rule of every spec that the PEG matches what the ABNF matches; where
// it cannot, the generator stops with a string that shows the conflict. peg is
// github.com/pointlander/peg v1.0.1, a tool in go.mod; internal/gen cleans up
// what it writes. The tables decide, in one pass, whether a string conforms; the
// parser makes the tree (see [Rule.Tree]). abnf_test.go and the tests of the
// tables compare the two with a third recogniser that shares no code with them.
//
// What is not syntax comes from elsewhere: internal/unigen makes unidata_gen.go,
// the properties of characters that the prose rules ask for, from the Unicode data
// of Go and golang.org/x/text. internal/idna makes its own tables, the derived
// property of RFC 5892, from the same data, and internal/render that of how
// characters are shown. internal/engine/asm, a module of its own, writes the assembly
// of internal/engine; it knows no grammar, for what depends on one is in the tables.
//
// "make generate" runs all this, "make check-generate" fails if anything that is
// generated is stale. To change the syntax, change the ABNF and nothing else.

//go:generate go run ./internal/gen
//go:generate go run ./internal/unigen
