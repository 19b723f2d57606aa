// Package input reads the strings to check. What comes in: arguments, and files and
// folders of lines, JSON Lines, RDF dumps, Turtle, RDF/XML, tables, web pages, Markdown, YAML and text,
// compressed or not. What goes out: items, each a string and its place in the file,
// and the way back: how a changed string is written at that place.
//
// Files are read in chunks of whole lines ([Scanner]), which can be worked on in
// parallel; a chunk is then decoded into items ([Chunk.Items]).
//
// The package must not know which IRIs conform or how findings are printed: it knows the file formats only, and
// resolves references where a format says so. What need not be handed out is for a [Cleaner] to say.
package input

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// The names of sources that are not files.
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

	RolePrefix = "prefix" // the declaration of a prefix in Turtle
	RoleBase   = "base"   // the declaration of the base in Turtle and RDF/XML

	RoleNamespace = "xmlns" // the declaration of a namespace in RDF/XML

	RoleLiteral  = "literal" // a literal of RDF with the datatype xsd:AnyURI
	RoleArgument = "IRI()"   // the argument of the function IRI or URI of SPARQL
	RoleCompared = "STR()"   // a string that SPARQL compares with the text of an IRI

	RoleTerm    = "term"     // the definition of a term in a context of JSON-LD
	RoleContext = "@context" // the IRI of such a context
)

// An Item is one string to check and where it was found.
//
// Text, Raw and LineText may point into a buffer that is used again. They are valid until
// the function that was given the item returns; clone what has to live longer.
type Item struct {
	Text   string // the string, with the escapes of the format decoded
	Raw    []byte // the string as it is written in the file, without quotes or brackets
	Escape Escape // how Raw is written, so that it stands for Text
	Err    *Error // why the item could not be read: it is reported like a finding, and Text is empty; nil if it was read

	Source string  // the file's name as it was given, or Stdin, or Args
	Format *Format // of the source; Words for Args
	Place          // where the string starts
	Row            // what holds the string

	LineText []byte // the line that holds the string, without its end; nil for documents

	Role   string // in an RDF dump: Subject, Predicate, Object, Datatype or Graph; in a page the attribute: "a href"
	Kind          // what the string is, if it is not simply an IRI
	Naming        // what prefixes have to do with the string

	Base       Base   // what the string is resolved against
	Rule       string // the rule that the item names; empty for none
	FormatData any    // what its format alone knows of it; it stays valid. An IRI has a method Len

	file  *File  // the source, which says the charset that the item is written in; nil for Args
	block *Chunk // that the item is handed out of, as long as its text is in memory; nil for Args
}

// A Place is where a string starts.
type Place struct {
	Line   int   // counted from 1; of Args, the argument's number
	Col    int   // in characters, counted from 1
	Offset int64 // in bytes of the unpacked source, counted from 0
}

// A Row is the part of a chunk's data that holds a string alone, or the line with several strings, including the line
// end. It is empty for documents.
type Row struct{ From, To int64 }

// A Kind is what a string is beside an IRI.
type Kind struct {
	// Reference says that it may be a relative reference: it is the attribute of a page, or a JSON object gives it a
	// base. Unless the user names a rule, it is checked against the reference rule of the spec.
	Reference bool

	Template    bool // it is a URI Template (RFC 6570)
	InTemplate  bool // an expression of a template or a placeholder is in it or next to it: it is not an IRI yet
	IsDeclaring bool // it is a base, or names a namespace, whatever its role is
	BeforeNames bool // it is what a prefix or terms stand for, whatever its role is
}

// Naming is what prefixes have to do with a string. Each of them is nil for most strings.
type Naming struct {
	Prefix   *Prefix // of a name with a prefix: Text is the name expanded
	Curie    *Prefix // with which an IRI begins, as its scheme: <foaf:Person>
	Declares *Prefix // what the string declares, where what it may become depends on the names that use it
	Names    Namer   // how texts are read in the place of the string, where names can stand
}

// A Base is what references are resolved against.
type Base struct {
	IRI   string
	Known bool // tells an empty one from none
}

// AnyScript reports whether letters of all scripts belong to a bare IRI: see [Options].
func (r *Item) AnyScript() bool { return r.file != nil && r.file.anyScript }

// A Namer says which texts are names.
type Namer interface {
	// IsReference reports whether a text is a relative reference that is resolved, and not a name.
	IsReference(text string) bool
	// Reads returns what the first part of a text stands for, nil if it is not a name, and whether the text stands for
	// an IRI or a reference.
	Reads(text string) (prefix *Prefix, ok bool)
}

// SetBase sets the base that the item is resolved against, empty if it is not known.
func (r *Item) SetBase(base string) { r.Base = Base{base, base != ""} }

// Clone returns an item that stays valid when the buffer of this one is used again.
func (r *Item) Clone() Item {
	c := *r
	for _, s := range []*string{&c.Text, &c.Source, &c.Base.IRI, &c.Rule, &c.Role} {
		*s = strings.Clone(*s)
	}
	c.Raw, c.LineText, c.block = bytes.Clone(r.Raw), bytes.Clone(r.LineText), nil
	if line, start, ok := r.LineAt(0); ok {
		c.block = &Chunk{Data: bytes.Clone(line), Offset: r.Offset - int64(start)}
	}
	return c
}

// Position returns the line and column in the source of the byte of Text at offset off,
// from 0 to the length of Text. It decodes Raw up to there, so its time grows with
// off; for many offsets use a [Locator].
func (r *Item) Position(off int) (line, col int) {
	l := r.Locator()
	return l.Position(off)
}

// A Locator finds the lines and columns of many bytes of an item's text. It goes on
// from the last offset, or from a place that it has passed: many offsets in increasing order
// take no more time than the last one alone, and one before them reads [stride] bytes at most.
type Locator struct {
	r *Item
	spot
	passed []spot // one in each stride that was read
}

// A spot is how far a locator has read.
type spot struct {
	linecol.Cursor
	text, raw int // the offsets in Text and in Raw
	asked     int // the offset that was asked for; -1 at the start
}

// stride is how many bytes of text lie between two places that a locator can go back to.
const stride = 1 << 10

// Locator returns a locator at the start of the item. The item must stay valid as long
// as the locator is used.
func (r *Item) Locator() Locator { return Locator{r: r, spot: r.start()} }

// start returns the spot before the first byte.
func (r *Item) start() spot {
	return spot{Cursor: linecol.Cursor{Line: r.Line, Col: r.Col, Off: r.Offset, End: r.file.LineEnd()}, asked: -1}
}

// Position is [Item.Position].
func (l *Locator) Position(off int) (line, col int) {
	if off < l.asked {
		l.spot = l.r.start()
		if i := sort.Search(len(l.passed), func(i int) bool { return l.passed[i].asked > off }); i > 0 {
			l.spot = l.passed[i-1]
		}
	}
	for off-l.asked > stride {
		end := l.asked + stride
		for range utf8.UTFMax - 1 { // not inside a character
			if utf8.RuneStart(l.r.Text[end]) {
				break
			}
			end--
		}
		l.advance(end)
		if n := len(l.passed); n == 0 || l.passed[n-1].asked < l.asked {
			l.passed = append(l.passed, l.spot)
		}
	}
	return l.advance(off)
}

// Raw returns the offset in Raw of the byte of Text at offset off.
func (l *Locator) Raw(off int) int {
	l.Position(off)
	return l.raw
}

// advance goes on to an offset that is not before the last one.
func (l *Locator) advance(off int) (line, col int) {
	r := l.r
	if off == l.asked {
		return l.Line, l.Col
	}
	l.asked = off
	from := l.raw
	l.text, l.raw = r.advance(l.text, l.raw, off)
	if r.Escapes() && off < len(r.Text) { // what stands for nothing is before the place
		for l.raw < len(r.Raw) {
			n, textLen := r.Unit(r.Raw[l.raw:])
			if textLen > 0 {
				break
			}
			l.raw += n
		}
	}
	if part := r.Raw[from:l.raw]; r.Source == Args {
		l.Col += linecol.Runes(part)
	} else {
		l.Pass(part)
	}
	return l.Line, l.Col
}

// advance goes from the given offsets in Text and Raw to the byte of Text at offset off,
// and returns the new ones. If off is inside a character that is escaped, they are
// those of the start of that character.
func (r *Item) advance(text, raw, off int) (int, int) {
	textLead, rawLead := r.lead()
	if !r.Escapes() && textLead == 0 && !r.isLegacy() {
		off = min(off, len(r.Raw))
		return off, off
	}
	if text < textLead {
		if off < textLead {
			return 0, 0
		}
		text, raw = textLead, rawLead
		if text == off {
			return text, raw
		}
	}
	for raw < len(r.Raw) {
		rawLen, textLen := r.Unit(r.Raw[raw:])
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

// lead returns how many bytes at the start of Text and of Raw stand for each other as a whole: a
// namespace and its prefix.
func (r *Item) lead() (text, raw int) {
	switch {
	case r.Prefix != nil:
		return len(r.Prefix.IRI), r.LocalStart()
	case r.Escape != None:
		return len(r.Escape.Lead), 0
	}
	return 0, 0
}

// LocalStart returns where in Raw, which is a name with a prefix, the prefix ends: it may be written with escapes.
func (r *Item) LocalStart() int {
	left, at := len(r.Prefix.Name), 0
	if !r.Escapes() || len(r.Raw) >= left && strings.EqualFold(chars.UnsafeString(r.Raw[:left]), r.Prefix.Name) {
		return left
	}
	for left > 0 && at < len(r.Raw) {
		rawLen, textLen := r.Escape.Unit(r.Raw[at:])
		at, left = at+rawLen, left-textLen
	}
	return at
}

// FileNumber returns the number of the file in the run; 0 for an item that is not of a file.
func (r *Item) FileNumber() int {
	if r.file == nil {
		return 0
	}
	return r.file.Number
}

// isLegacy reports whether the charset of the file is not a Unicode one: see compose.
func (r *Item) isLegacy() bool { return r.file != nil && r.file.legacy && r.Err == nil }

// ASCIIOnly reports whether nothing but ASCII is written in the place of the item: the charset of the file is not a
// Unicode one. What is not ASCII is percent-encoded or, in XML and HTML, a character reference (RFC 3987 §6.3).
func (r *Item) ASCIIOnly() bool {
	return r.file != nil && r.file.legacy && r.file.encoding.Encoding != nil
}

// Decoded reports whether Text has been decoded from the charset of the file.
func (r *Item) Decoded() bool { return r.file != nil && r.file.decoded }

// compose makes Text that of a charset which is not a Unicode one: in Normalization Form C
// (RFC 3987 §3.1 step 1b). Raw stays as the document has it, because what is not an IRI is
// not changed. Character references are Unicode already; they are not composed.
func (r *Item) compose() {
	switch {
	case r.Err != nil:
	case r.Raw == nil || r.Prefix != nil:
		r.Text = norm.NFC.String(r.Text)
	case !norm.NFC.IsNormal(r.Raw):
		trimmed := strings.Trim(r.Text, chars.Space) == r.Text
		if r.NeedsReading() { // there are no character references
			r.Text = norm.NFC.String(r.Text)
			return
		}
		if r.Text, _ = r.Unescape(r.Raw); trimmed {
			r.Text = strings.Trim(r.Text, chars.Space)
		}
	}
}

// Unit is that of the escape, which also knows the characters that compose makes one of.
func (r *Item) Unit(raw []byte) (rawLen, textLen int) {
	if r.isLegacy() && (raw[0] >= utf8.RuneSelf || len(raw) > 1 && raw[1] >= utf8.RuneSelf) {
		n := norm.NFC.NextBoundary(raw, true)
		if composed := norm.NFC.Bytes(raw[:n]); !bytes.Equal(composed, raw[:n]) {
			return n, len(composed)
		}
	}
	if !r.Escapes() {
		return 1, 1
	}
	return r.Escape.Unit(raw)
}

// longest returns the length of the IRI, or of one that is compared with it or is its base.
func (r *Item) longest() int {
	n := len(r.Text)
	if r.Reference {
		n = max(n, len(r.Base.IRI))
	}
	if own, ok := r.FormatData.(interface{ Len() int }); ok {
		n = max(n, own.Len())
	}
	return n
}

// limit makes the item an error if one of its IRIs has more than most bytes.
func (r *Item) limit(most int) {
	n := r.longest()
	if n <= most || r.Err != nil {
		return
	}
	start := r.Raw[:min(len(r.Raw), ShownBytes)]
	*r = Item{
		Source: r.Source, Format: r.Format, Place: r.Place, Row: r.Row, file: r.file, Role: r.Role,
		Raw: start, LineText: start,
		Err: &Error{
			Code: CodeTooLong, Line: r.Line, Col: r.Col,
			Message: fmt.Sprintf("the IRI has %d bytes, and the limit is %d: it is not checked, and --max-item raises "+
				"the limit", n, most),
		},
	}
}

// ShownBytes is how much of an item that is too long is kept, to be shown.
const ShownBytes = 4 << 10

// IsLiteral reports whether the string is a literal whose datatype says that it is a reference (XML Schema
// 1.1 Part 2 §3.3.17), or is compared with one. No base holds for it: RDF leaves literals as they are.
func (r *Item) IsLiteral() bool { return r.Role == RoleLiteral || r.Role == RoleCompared }

// HasBlanks reports whether the string is that of a subfield of MARC and has blanks, which are data there: catalogues
// fold long fields, and align them.
func (r *Item) HasBlanks() bool { return r.Role == "subfield" && strings.Contains(r.Text, " ") }

// IsNamespace reports whether the string is what a prefix or a namespace stands for: names put
// something after it.
func (r *Item) IsNamespace() bool {
	return r.Role == RolePrefix || r.Role == RoleNamespace || r.BeforeNames
}

// IsDirective reports whether the item is a part of a directive that other statements of a
// Turtle file need: what a prefix stands for, or the base, also where these are too long. A prefix
// whose IRI has a character that Turtle does not allow there is not needed, because no name with
// it conforms, and a file with it is not Turtle (§6.5, IRIREF).
func (r *Item) IsDirective() bool {
	if r.Format.Nested { // a context stands in the item that needs it
		return false
	}
	if r.Role == RolePrefix && r.Err == nil && r.Format.Declarable != nil {
		return r.Format.Declarable(r.Raw)
	}
	return (r.Role == RolePrefix || r.Role == RoleBase) && (r.Err == nil || r.Err.Code == CodeMaxLine ||
		r.Err.Code == CodeTooLong)
}

// RawSpan returns the part of Raw that stands for Text[start:end].
func (r *Item) RawSpan(start, end int) (from, to int) {
	_, from = r.advance(0, 0, start)
	_, to = r.advance(0, 0, end)
	return from, to
}

// An Error says why an item could not be read. It has what a finding needs: a code, a
// message, and a place.
type Error struct {
	Code      string // json-syntax, ntriples-syntax, … or max-line
	Message   string // what is wrong and how to mend it, in lower case without a full stop
	Line, Col int    // the place in the source
	Start     int    // the faulty part of Item.Whole, if there is one
	End       int
	Warning   bool // the items are read all the same
}

// Codes of items that could not be read.
const (
	CodeJSON     = "json-syntax"
	CodeNTriples = "ntriples-syntax"
	CodeNQuads   = "nquads-syntax"
	CodeCSV      = "csv-syntax"
	CodeTSV      = "tsv-syntax"
	CodeHTML     = "html-syntax"
	CodeXML      = "xml-syntax"
	CodeTurtle   = "turtle-syntax"
	CodeTriG     = "trig-syntax"
	CodeSPARQL   = "sparql-syntax"
	CodeOWL      = "owl-syntax"
	CodeJSONLD   = "jsonld-syntax"
	CodeRDFXML   = "rdfxml-syntax"
	CodeEntities = "xml-entities" // entities expand to too much
	CodePrefix   = "prefix-undeclared"
	CodeYAML     = "yaml-syntax"
	CodeRobots   = "robots-syntax"
	CodeN3       = "n3"
	CodeMaxLine  = "max-line" // the line is longer than Options.MaxLine
	CodeTooLong  = "too-long" // the IRI is longer than Options.MaxItem

	CodeUnreadable = "unreadable" // a file of a folder is not read, or not to its end: see [ChunkOfFault]
)

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Message)
}

// AnyURI is the datatype of literals that are references.
const AnyURI = XSD + "anyURI"

const XSD = "http://www.w3.org/2001/XMLSchema#"
