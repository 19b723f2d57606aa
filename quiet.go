package iri

import (
	"sync"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
)

// quietABNF describes strings on which no prose rule has anything to say with the
// default severities: most of the IRIs that there are. Which of them conform is for
// the grammar to say. A file is checked with both automata in one pass, and the
// rules in prose look at what is left.
//
// All of it is ASCII, so nothing is to be said of directions, scripts and forms.
// The host is a domain name without "--", with labels of less than 64 octets, of
// which the first is no number; the port has four digits (see authority in
// hostcheck.go and rulesHTTP in scheme.go). A test draws sentences from it.
const quietABNF = `
quiet   = ( "http" / "https" ) "://" host [ ":" *4digit ] [ "/" *( char / "/" ) ] [ "?" *( char / "/" / "?" ) ] [ "#" *( char / "/" / "?" ) ]
host    = letter *15( [ "-" ] alnum ) *3( "." alnum *15( [ "-" ] alnum ) )
alnum   = letter / digit
letter  = %x41-5A / %x61-7A
digit   = %x30-39
char    = alnum / "-" / "." / "_" / "~" / "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=" / ":" / "@" / "%"
`

// quietDFA returns the automaton of quietABNF.
var quietDFA = sync.OnceValue(func() *automaton.DFA {
	g, err := abnf.Parse("quiet.abnf", []byte(quietABNF))
	if err != nil {
		panic(err) // a test calls this
	}
	d, err := automaton.Compile(g, "quiet")
	if err != nil {
		panic(err)
	}
	return d
})

// noDFA accepts nothing: there is doubt about every string.
var noDFA = &automaton.DFA{N: 1, Next: []uint16{0, 0}, Accept: []bool{false, false}}
