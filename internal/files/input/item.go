// Package input reads the strings to check. Its input is arguments, files and folders: lines, JSON Lines, RDF dumps,
// Turtle, RDF/XML, tables, web pages, Markdown, YAML and text, compressed or not. It returns items, each a string and
// its position in the file, and writes a changed string at that position.
//
// Files are read in chunks of whole lines ([Scanner]), which can be processed in parallel; a chunk is then decoded
// into items ([Chunk.Items]).
//
// The package must not know which IRIs conform or how findings are printed: it knows only file formats, and resolves
// references where a format requires it. A [Cleaner] decides which items need not be handed out.
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

// An Item is a string to check, with its position.
//
// Text, Raw and LineText may point into a buffer that is reused. They are valid until the function that gets the item
// returns; clone them to use them longer.
type Item struct {
	Text   string // the string, with the escapes of the format decoded
	Raw    []byte // the string as it is written in the file, without quotes or brackets
	Escape Escape // how Raw is written
	Err    *Error // why the item could not be read; it is reported like a finding, and Text is empty. nil if it was read

	Source string  // the name of the file as it was given, or Stdin, or Args
	Format *Format // of the source; Words for Args
	Place          // where the string starts
	Row            // the record with the string

	LineText []byte // the line with the string, without its end; nil for documents

	Role   string // in an RDF dump: Subject, Predicate, Object, Datatype or Graph; in a page the attribute: "a href"
	Kind          // properties of a string that is not simply an IRI
	Naming        // the prefixes that are related to the string

	Base       Base   // the base against which the string is resolved
	Rule       string // the rule that the item names; empty for none
	FormatData any    // data of its format. It stays valid, and has a method Len if it is for an IRI

	file  *File  // the source, with the charset of the item; nil for Args
	block *Chunk // the chunk of the item, while its text is in memory; nil for Args
}

// A Place is the position of a string.
type Place struct {
	Line   int   // from 1; for Args, the number of the argument
	Col    int   // in characters, from 1
	Offset int64 // in bytes of the unpacked source, from 0
}

// A Row is the range of a chunk's data with the record of a string, or the line with several strings, including the
// line end. It is empty for documents.
type Row struct{ From, To int64 }

// A Kind has the properties of a string that is not simply an IRI.
type Kind struct {
	// Reference says that the string may be a relative reference: it is in an attribute of a page, or a JSON object
	// has a base for it. Unless the user names a rule, it is checked by the reference rule of the spec.
	Reference bool

	Template    bool // it is a URI Template (RFC 6570)
	InTemplate  bool // a template expression or a placeholder is in it or next to it, so it is not an IRI yet
	IsDeclaring bool // it is a base or the name of a namespace, whatever its role
	BeforeNames bool // it is the namespace of a prefix or of terms, whatever its role
}

// A Naming has the prefixes that are related to a string. Most strings have none, and all fields nil.
type Naming struct {
	Prefix   *Prefix // the prefix of a prefixed name; Text is the expanded name
	Curie    *Prefix // the prefix with the same name as the scheme of an IRI, as in <foaf:Person>
	Declares *Prefix // the prefix or namespace that this string defines, if its result depends on the names that use it
	Names    Namer   // says which texts in the place of the string are names, if names are allowed there
}

// A Base is the base of references.
type Base struct {
	IRI   string
	Known bool // distinguishes an empty base from none
}

// AnyScript reports whether letters of all scripts continue a bare IRI: see [Options].
func (r *Item) AnyScript() bool { return r.file != nil && r.file.anyScript }

// A Namer recognises names.
type Namer interface {
	// IsReference reports whether a text is a relative reference that is resolved, and not a name.
	IsReference(text string) bool
	// Reads returns the prefix of a text, or nil if the text is not a prefixed name. ok says whether the text is an
	// IRI, a reference or a name.
	Reads(text string) (prefix *Prefix, ok bool)
}

// SetBase sets the base of the item; "" means that it is unknown.
func (r *Item) SetBase(base string) { r.Base = Base{base, base != ""} }

// Clone returns an item that stays valid when the buffer of this one is reused.
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

// Position returns the line and column in the source of the byte of Text at offset off, from 0 to the length of Text.
// It decodes Raw up to there, so its time grows with off; for many offsets use a [Locator].
func (r *Item) Position(off int) (line, col int) {
	l := r.Locator()
	return l.Position(off)
}

// A Locator finds the lines and columns of many bytes of an item's text. It continues from the last offset, or from
// one that it has passed: many increasing offsets take no more time than the last one alone, and a smaller offset
// reads at most [stride] bytes.
type Locator struct {
	r *Item
	spot
	passed []spot // one in each stride that was read
}

// A spot is a position that a locator has reached.
type spot struct {
	linecol.Cursor
	text, raw int // the offsets in Text and in Raw
	asked     int // the requested offset; -1 at the start
}

// stride is the distance, in bytes of text, of the positions to which a locator can return.
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
		for range utf8.UTFMax - 1 { // at the start of a character
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

// advance moves to an offset that is not before the last one.
func (l *Locator) advance(off int) (line, col int) {
	r := l.r
	if off == l.asked {
		return l.Line, l.Col
	}
	l.asked = off
	from := l.raw
	l.text, l.raw = r.advance(l.text, l.raw, off)
	if r.Escapes() && off < len(r.Text) { // references to nothing are before the position
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

// advance moves from the offsets text and raw to the byte of Text at offset off, and returns the new offsets. If off
// is inside an escaped character, they are those of its start.
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

// lead returns the lengths of a namespace at the start of Text and of its prefix at the start of Raw.
func (r *Item) lead() (text, raw int) {
	switch {
	case r.Prefix != nil:
		return len(r.Prefix.IRI), r.LocalStart()
	case r.Escape != None:
		return len(r.Escape.Lead), 0
	}
	return 0, 0
}

// LocalStart returns the offset in Raw of a prefixed name where the prefix ends. The prefix may have escapes.
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

// FileNumber returns the number of the file in the run, or 0 for an item that is not from a file.
func (r *Item) FileNumber() int {
	if r.file == nil {
		return 0
	}
	return r.file.Number
}

// isLegacy reports whether the charset of the file is not a Unicode charset: see compose.
func (r *Item) isLegacy() bool { return r.file != nil && r.file.legacy && r.Err == nil }

// ASCIIOnly reports whether only ASCII may be written in the place of the item, because the charset of the file is
// not a Unicode charset. Other characters are percent-encoded or, in XML and HTML, written as character references
// (RFC 3987 §6.3).
func (r *Item) ASCIIOnly() bool {
	return r.file != nil && r.file.legacy && r.file.encoding.Encoding != nil
}

// Decoded reports whether Text was decoded from the charset of the file.
func (r *Item) Decoded() bool { return r.file != nil && r.file.decoded }

// compose converts Text to Normalization Form C, if the charset is not a Unicode charset (RFC 3987 §3.1 step 1b). Raw
// is unchanged, because text other than IRIs is not changed. Character references denote Unicode characters, and are
// not composed.
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

// Unit is Unit of the escape; it also handles the characters that compose has combined.
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

// longest returns the length of the IRI, or of a longer one that it is compared with, or of its base.
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

// limit makes the item an error if one of its IRIs is longer than most bytes.
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

// ShownBytes is how many bytes of a too long item are stored, to be shown.
const ShownBytes = 4 << 10

// IsLiteral reports whether the string is a literal with a datatype for references (XML Schema 1.1 Part 2 §3.3.17),
// or is compared with one. It has no base: RDF leaves literals unchanged.
func (r *Item) IsLiteral() bool { return r.Role == RoleLiteral || r.Role == RoleCompared }

// HasBlanks reports whether the string is in a subfield of MARC and has blanks. They are allowed there, because
// catalogues fold and align long fields.
func (r *Item) HasBlanks() bool { return r.Role == "subfield" && strings.Contains(r.Text, " ") }

// IsNamespace reports whether the string is the namespace of a prefix, or another string that names continue.
func (r *Item) IsNamespace() bool {
	return r.Role == RolePrefix || r.Role == RoleNamespace || r.BeforeNames
}

// IsDirective reports whether the item is in a directive that other statements of a Turtle file need: the namespace
// of a prefix, or the base, even if it is too long. A namespace with a character that Turtle does not allow there is
// not needed, because no name with the prefix conforms, and the file is not Turtle (§6.5, IRIREF).
func (r *Item) IsDirective() bool {
	if r.Format.Nested { // a context is in the same item that needs it
		return false
	}
	if r.Role == RolePrefix && r.Err == nil && r.Format.Declarable != nil {
		return r.Format.Declarable(r.Raw)
	}
	return (r.Role == RolePrefix || r.Role == RoleBase) && (r.Err == nil || r.Err.Code == CodeMaxLine ||
		r.Err.Code == CodeTooLong)
}

// RawSpan returns the range of Raw for Text[start:end].
func (r *Item) RawSpan(start, end int) (from, to int) {
	_, from = r.advance(0, 0, start)
	_, to = r.advance(0, 0, end)
	return from, to
}

// An Error says why an item could not be read. It has what a finding needs: a code, a message, and a position.
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
