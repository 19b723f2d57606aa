package input

import (
	"bytes"
	_ "embed"
	"math/bits"
	"sync"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
	"github.com/rfc3987/iri/internal/engine"
	"github.com/rfc3987/iri/internal/report"
)

// The statements of N-Triples and N-Quads that need no decoder. A [StatementCleaner] checks a
// block of lines with one automaton, that of the statements of statement.abnf with the automaton
// of the IRIs in the place of each IRI. What it does not accept is for the decoder: not
// only faulty statements, but also rare forms of statements.

//go:embed statement.abnf
var statementABNF []byte

// The languages of the lines of both formats. They are made when they are first needed.
var (
	triplesFrame = sync.OnceValue(func() *engine.Frame { return statementFrame("ntriples", false) })
	quadsFrame   = sync.OnceValue(func() *engine.Frame { return statementFrame("nquads", true) })
)

// statementFrame returns the language of a rule of statement.abnf.
func statementFrame(rule string, graph bool) *engine.Frame {
	g, err := abnf.Parse("statement.abnf", statementABNF)
	if err == nil {
		g, err = abnf.Build(grammar.Files, ".", g)
	}
	var d *automaton.DFA
	if err == nil {
		d, err = automaton.Compile(g, rule)
	}
	var f *engine.Frame
	if err == nil {
		// An IRI with a backslash may have escapes, and a carriage return ends a statement.
		f, err = engine.NewFrame(d, "\\\r", func(lines []byte) int { return surelyPlaced(lines, graph) })
	}
	if err != nil {
		panic(err) // it does not depend on the input
	}
	return f
}

// frameOf returns the language of the lines of a format.
func frameOf(format Format) *engine.Frame {
	if format == NTriples {
		return triplesFrame()
	}
	return quadsFrame()
}

// Statements makes [iri.Validator.Lines] check the IRIs in lines of N-Triples or N-Quads. A
// line is then clean if it needs no decoder and all its IRIs are clean.
func Statements(format Format) iri.Option {
	frame := frameOf(format)
	return func(o *report.Settings) { o.Frame = frame }
}

// A StatementCleaner is a Cleaner that can check lines of N-Triples and N-Quads.
type StatementCleaner interface {
	// Statements is the function Lines of a validator with the option [Statements].
	Statements(format Format, block []byte, found func(start, end int) bool) (clean int)
}

// statements reads N-Triples or N-Quads. Only lines that are not clean are decoded. An IRI is
// counted by its "<", which a clean line has nowhere else.
func (d *decoder) statements(clean StatementCleaner, one Cleaner) {
	data := d.b.Data
	d.skipBOM()
	from, counted := d.off, d.off
	iris := bytes.Count(data[from:], []byte{'<'})
	lines := clean.Statements(d.b.File.Format, data[from:], func(start, end int) bool {
		start, end = from+start, from+end
		next := len(data)
		if n := bytes.IndexByte(data[end:], '\n'); n >= 0 {
			next = end + n + 1
		}
		iris -= bytes.Count(data[start:end], []byte{'<'})
		d.line += bytes.Count(data[counted:start], []byte{'\n'})
		counted = start
		if d.batch == nil {
			d.startDecoding(one)
		}
		return d.oddStatement(start, end, next)
	})
	d.cleanCount += iris
	d.lines += lines
}

// oddStatement decodes the line data[start:end], after which the next one starts at next.
func (d *decoder) oddStatement(start, end, next int) bool {
	d.off = start
	d.rec.From, d.rec.To = int64(start), int64(next)
	line := d.b.Data[start:end]
	if d.b.holdsSomething(line) {
		d.lines++
	}
	return len(line) == 0 || d.ntriples(line)
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
	const chunk = 4 << 10
	var marks [chunk / 64]uint64
	start, last := 0, noTerm
	for at := 0; at < len(lines); at += chunk {
		for k, word := range engine.Marks(marks[:0], lines[at:min(at+chunk, len(lines))], '<', '\n') {
			for ; word != 0; word &= word - 1 {
				i := at + 64*k + bits.TrailingZeros64(word)
				if lines[i] == '\n' {
					if !surelyEnds(lines[start:i], last) {
						return start
					}
					start, last = i+1, noTerm
					continue
				}
				if i == start {
					last = termSubject
					continue
				}
				if i < start+2 {
					return start
				}
				switch c, d := lines[i-2], lines[i-1]; {
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
	}
	return start
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
