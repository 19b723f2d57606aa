package iri_test

import (
	"errors"
	"fmt"

	"github.com/rfc3987/iri"
)

// A draft that changes one rule of RFC 3987: hosts may not be empty.
func ExampleReadSpec() {
	spec, err := iri.ReadSpec(iri.GrammarFile{Name: "draft.abnf", Text: []byte(`
; spec: draft
; changes: rfc3987
ireg-name = 1*( iunreserved / pct-encoded / sub-delims )
`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"http://résumé.example/", "http:///a"} {
		fmt.Println(s, spec.Top().Valid(s), iri.RFC3987.Top().Valid(s))
	}
	// Output:
	// http://résumé.example/ true true
	// http:///a false true
}

// What is wrong with a grammar comes all at once, each fault with its place.
func ExampleGrammarError() {
	_, err := iri.ReadSpec(iri.GrammarFile{Name: "bad.abnf", Text: []byte(
		"list = \"(\" [ item ] \")\"\nitem = list / nmae\nname = %x41-5A / %x110000\n")})
	var ge *iri.GrammarError
	if errors.As(err, &ge) {
		for _, f := range ge.Faults {
			fmt.Printf("%s:%d:%d %s: %s\n", f.File, f.Line, f.Col, f.Code, f.Message)
		}
	}
	// Output:
	// bad.abnf:2:8 recursion: list leads back to itself: list > item > list; a grammar with recursion cannot be used
	// bad.abnf:2:15 undefined: item refers to nmae, which is not defined; name is
	// bad.abnf:3:20 value: %x110000 is past the last character, U+10FFFF
}

// Which alternatives of a rule has a corpus never reached?
func ExampleCoverage() {
	rule, _ := iri.RFC3987.Rule("ihost")
	var c iri.Coverage
	for _, s := range []string{"example.org", "[::1]", "[::]"} {
		c.Add(rule, s)
	}
	for _, r := range c.Rules()[:1] {
		for _, a := range r.Alternatives {
			fmt.Println(r.Rule, a.ABNF, a.Inputs)
		}
	}
	// Output:
	// ihost IP-literal 2
	// ihost IPv4address 0
	// ihost ireg-name 1
}
