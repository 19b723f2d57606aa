// Package statements is the language of the statements of N-Triples and N-Quads that need no
// decoder: statement.abnf, in which an IRI may have any text. Out comes the [lines.Frame] with
// which a checker of lines checks the IRIs. What the frame does not accept is for the decoder: not
// only faulty statements, but also rare forms of statements.
package statements

import (
	"bytes"
	_ "embed"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/text/lazy"
)

//go:embed statement.abnf
var statementABNF []byte

// The languages of the lines of both formats. They are made when they are first needed.
var triples, quads lazy.Value[*lines.Frame]

// Triples returns the language of the lines of N-Triples.
func Triples() *lines.Frame {
	return triples.Get(func() *lines.Frame { return frame("ntriples", false) })
}

// Quads returns the language of the lines of N-Quads.
func Quads() *lines.Frame {
	return quads.Get(func() *lines.Frame { return frame("nquads", true) })
}

// anyURI is the datatype of literals that are references themselves. The decoder reads them, and the
// frame refuses them.
const anyURI = "http://www.w3.org/2001/XMLSchema#anyURI"

// mayBeAnyURI reports whether the IRI after the "<" at lines[i], a datatype, may be anyURI. Of the names
// that XML Schema has for RDF no other one begins with an "a".
func mayBeAnyURI(lines []byte, i int) bool {
	const last = len(anyURI) - len("anyURI")
	return i+1+last < len(lines) && lines[i+1+last] == 'a'
}

// frame returns the language of a rule of statement.abnf.
func frame(rule string, graph bool) *lines.Frame {
	g, err := abnf.Parse("statement.abnf", statementABNF)
	if err == nil {
		g, err = abnf.Build(grammar.Files, ".", g)
	}
	var d *automaton.DFA
	if err == nil {
		d, err = automaton.Compile(g, rule)
	}
	var f *lines.Frame
	if err == nil {
		// An IRI with a backslash may have escapes, and a carriage return ends a statement.
		f, err = lines.NewFrame(d, "\\\r", func(text []byte) int { return surelyPlaced(text, graph) })
	}
	if err != nil {
		panic(err) // it does not depend on the input
	}
	f.Refused = []byte("^^<" + anyURI + ">")
	return f
}

// A term is a term of a statement: the last one that has been read.
type term uint8

const (
	noTerm term = iota
	termSubject
	termPredicate
	termObject
	termGraph
)

// surelyPlaced returns the offset of the first line of which it is not sure that it has a subject,
// a predicate, an object and perhaps a graph; the length of lines if there is none. A checker
// has found nothing in the lines. It forgets in each IRI which term that is, and so a term may be
// missing, or stand in the wrong place. To find that, it is enough to look at what stands before
// the "<" of each IRI and before the end of each line:
//
//	"> <"    an IRI follows an IRI
//	"^^<"    the IRI is the datatype of a literal, which only an object is
//	"> .\n"  the last term is an IRI
//
// Otherwise a literal or a label stands there. At the start of a line the checker has forgotten
// nothing yet: a label is followed by the predicate. Elsewhere, what stands between two IRIs can
// only be the object, and between the predicate and the end of a line the object, perhaps with a
// graph.
func surelyPlaced(lines []byte, graph bool) int {
	start, last := 0, noTerm
	for i := 0; ; i++ {
		before := i
		if n := bytes.IndexByte(lines[i:], '<'); n >= 0 {
			i += n
		} else {
			i = len(lines)
		}
		if i == len(lines) || i < start+2 || lines[i-1] != ' ' || lines[i-2] != '>' { // else an IRI is before it
			for {
				n := i - before - 1 // in each line is an IRI, so that one end is the only one before the "<"
				if n < 0 {
					break
				}
				if lines[i-1] != '\n' {
					if n = bytes.IndexByte(lines[before:i], '\n'); n < 0 {
						break
					}
				}
				if !surelyEnds(lines[start:before+n], last) {
					return start
				}
				before += n + 1
				start, last = before, noTerm
			}
		}
		switch {
		case i == len(lines):
			return start
		case i == start:
			last = termSubject
			continue
		case i < start+2:
			return start
		}
		switch c, d := lines[i-2], lines[i-1]; {
		case d == '^' && mayBeAnyURI(lines, i):
			return start
		case last == noTerm && lines[start] == '_',
			last == termSubject && c == '>' && d == ' ':
			last = termPredicate
		case last == termPredicate && (c == '>' && d == ' ' || c == '^' && d == '^'):
			last = termObject
		case graph && last == termObject && c == '>' && d == ' ',
			graph && last == termPredicate && c > ' ' && d == ' ':
			last = termGraph
		default:
			return start
		}
	}
}

// surelyEnds reports whether a line ends after its object or graph, for surelyPlaced.
func surelyEnds(line []byte, last term) bool {
	n := len(line)
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	if n < 3 || line[n-1] != '.' || line[n-2] != ' ' {
		return false
	}
	c := line[n-3]
	return last >= termObject && c == '>' || last == termPredicate && c > ' ' && c != '>'
}
