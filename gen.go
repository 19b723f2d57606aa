package iri

// The syntax is written down only in the files grammar/*.abnf, which package grammar
// embeds (grammar.Files). The generator makes the two engines from them:
//
//	grammar/*.abnf ─► internal/grammar/abnf ─► rule trees
//	rule trees ─► internal/grammar/peg ─► grammar/iri.peg ─► go tool peg ─► parser_gen.go
//	rule trees ─► internal/grammar/automaton ─► minimal DFAs ─► internal/grammar/tables/tables_gen.go
//	rule trees ────────────────────────────────────────────────► internal/grammar/tables/tables_gen.go
//
//   - internal/grammar/abnf reads RFC 5234 and RFC 7405. The grammars of the
//     built-in specs have no recursion, because both engines rely on the languages being
//     regular. Rules of other grammars may refer to themselves: internal/grammar/earley.
//   - internal/grammar/peg rewrites the rules that a PEG parser, which does not backtrack, would
//     match differently, and says so in iri.peg. It proves for every rule that the PEG
//     matches the same strings as the ABNF. If it cannot, generation stops with a string
//     that shows the conflict.
//   - go tool peg is github.com/pointlander/peg, a tool in go.mod. internal/make/gen corrects
//     its output.
//   - The rule trees are written as packed data, so that a program which reads no grammar
//     is linked without what reads one.
//   - The tables decide in one pass whether a string conforms, and where its components
//     are. The parser makes the tree (see [Rule.Tree]). abnf_test.go compares both with a
//     third recogniser that shares no code with them.
//
// Other generated files come from the Unicode data of Go and golang.org/x/text:
// internal/text/chars/unidata*_gen.go (internal/make/unigen) has the properties of characters that
// the prose rules use, internal/text/idna/tables*_gen.go the derived property of RFC 5892, for each Unicode version of
// the Go releases. The assembly of internal/grammar/engine for amd64 is written by internal/grammar/engine/asm, a
// module of its own; that for arm64 is written by hand. It knows no grammar: what depends on one is in the tables.
//
// codes_gen.go has a constant for each code of the registry (internal/make/constants), and
// internal/verdict/finding/reasons_gen.go one for each text that a finding can say, with these texts, which stand in en.txt
// there (internal/make/reasons).
//
// "make regenerate" is the command after an edit: it runs the generators in a copy of the tree, writes golden files and
// documentation, and says what changed. "make generate" runs all generators. "make generate WHAT=check" fails if a
// generated file is not up to date. To change the syntax, change the ABNF and nothing else.

//go:generate go run ./internal/make/gen
//go:generate go run ./internal/make/reasons
//go:generate go run ./internal/make/unigen
//go:generate go run ./internal/make/constants
//go:generate go run ./internal/make/npm npm
