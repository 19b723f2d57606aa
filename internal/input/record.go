// Package input turns what users have — arguments, line files, JSON Lines, RDF
// dumps, tables, web pages, packed or not — into records: strings to check, each
// with the place in the file that it came from.
//
// Files are read in blocks of whole lines ([Scanner]), so that the blocks can be
// worked on in parallel, and a block is decoded into records ([Block.Records]).
// [Options.Records] does both, one after the other.
package input

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// The names of sources that are no files.
const (
	Stdin = "<stdin>"
	Args  = "<args>"
)

// Roles of an IRI in an RDF statement (RDF 1.1 N-Quads §2).
const (
	Subject   = "subject"
	Predicate = "predicate"
	Object    = "object"
	Datatype  = "datatype"
	Graph     = "graph"
)

// A Record is one string to check and where it was found.
//
// Text and Raw may be views of a buffer that is used again: they hold until the
// function that was given the record returns. Clone what has to live longer.
type Record struct {
	Text   string // the string, escapes of the format undone
	Format Format // of the source; Auto for Args
	Source string // the file's name as it was given, or Stdin, or Args
	Line   int    // where the string starts, counted from 1; of Args, the argument's number
	Col    int    // in characters, counted from 1
	Offset int64  // in bytes of the unpacked source, counted from 0

	// From and To span the bytes of the block's data that hold the record, or the
	// line with several of them, and what ends it. Documents have none.
	From, To int64

	Base, Rule, Other string // from JSON objects: "base", "rule", "other"; empty if absent
	HasBase, HasOther bool   // tell an empty base or other from an absent one
	Role              string // in an RDF dump: Subject, Predicate, Object, Datatype or Graph; in a page the attribute: "a href"

	// Reference is set where the format holds references, as the attributes of a
	// page do, or a JSON object with a base: the rule is then the spec's reference
	// rule, unless one is asked for.
	Reference bool

	Raw    []byte // the string as the file writes it, without what delimits it; Text if it has no escapes
	Whole  []byte // the line that the record stands in, without its end; of documents, nil
	Escape Escape // how Raw escapes Text

	// Err is set, and Text empty, if the record could not be read. It is a
	// finding like any other: the run goes on with the next record.
	Err *Error
}

// Position returns the line and column in the source of the byte of Text at
// offset off, from 0 to the length of Text. It undoes the escapes of Raw, so it
// costs time in proportion to off; for many offsets use a [Locator].
func (r *Record) Position(off int) (line, col int) {
	l := r.Locator()
	return l.Position(off)
}

// A Locator finds where bytes of a record's text stand in its source. It goes on
// from the last one, so to ask for many in increasing order costs no more than to
// ask for the last one.
type Locator struct {
	r         *Record
	text, raw int // where it is, in Text and in Raw
	line, col int
	asked     int // the offset that was asked for last; -1 at the start
}

// Locator returns a locator at the start of the record, which must outlive it.
func (r *Record) Locator() Locator { return Locator{r: r, line: r.Line, col: r.Col, asked: -1} }

// Position is [Record.Position].
func (l *Locator) Position(off int) (line, col int) {
	r := l.r
	if off < l.asked {
		*l = r.Locator()
	}
	if off == l.asked {
		return l.line, l.col
	}
	l.asked = off
	if r.Source == Args {
		l.col += utf8.RuneCountInString(r.Text[l.text:off])
		l.text = off
		return l.line, l.col
	}
	from := l.raw
	l.text, l.raw = r.advance(l.text, l.raw, off)
	if part := r.Raw[from:l.raw]; bytes.IndexByte(part, '\n') < 0 && (l.raw == len(r.Raw) || utf8.RuneStart(r.Raw[l.raw])) {
		l.col += utf8.RuneCount(part)
		return l.line, l.col
	}
	for i := from; i < l.raw; {
		if r.Raw[i] == '\n' {
			l.line, l.col = l.line+1, 1
			i++
			continue
		}
		_, n := utf8.DecodeRune(r.Raw[i:])
		i += n
		l.col++
	}
	return l.line, l.col
}

// rawOffset returns the offset in Raw of the byte of Text at offset off.
func (r *Record) rawOffset(off int) int {
	_, at := r.advance(0, 0, off)
	return at
}

// advance goes from a place in Text and Raw to the byte of Text at offset off. It
// ends before that byte if off lies inside of a character that is escaped.
func (r *Record) advance(text, raw, off int) (int, int) {
	if r.Escape == None {
		off = min(off, len(r.Raw))
		return off, off
	}
	for raw < len(r.Raw) {
		rawLen, textLen := r.Escape.unit(r.Raw[raw:])
		if text+textLen > off {
			break
		}
		raw, text = raw+rawLen, text+textLen
		if text == off && textLen > 0 {
			break
		}
	}
	return text, raw
}

// RawSpan returns the bytes of Raw that the bytes of Text from start to end,
// half open, are written with.
func (r *Record) RawSpan(start, end int) (int, int) {
	return r.rawOffset(start), r.rawOffset(end)
}

// An Error says why a record could not be read. It has the makings of a finding:
// a code, a message, and a place.
type Error struct {
	Code      string // json-syntax, ntriples-syntax, … or max-line
	Message   string // what is wrong and how to mend it: lower case, no full stop
	Line, Col int    // where, in the source
	Start     int    // the same as an offset in Record.Whole, if there is one
	End       int
}

// Codes of records that could not be read.
const (
	CodeJSON     = "json-syntax"
	CodeNTriples = "ntriples-syntax"
	CodeNQuads   = "nquads-syntax"
	CodeCSV      = "csv-syntax"
	CodeTSV      = "tsv-syntax"
	CodeHTML     = "html-syntax"
	CodeXML      = "xml-syntax"
	CodeMaxLine  = "max-line" // the line is longer than Options.MaxLine
)

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Message)
}
