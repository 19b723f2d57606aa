package input

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/source"
)

// Auto is the nil Format: the format is guessed.
var Auto *Format

// Words is the format of words of a command line. No file has it.
var Words = &Format{
	Name:    Auto.String(),
	Traits:  Traits{Bases: true},
	Reading: Reading{Decode: DecodeDocument},
	Writing: Writing{AcceptsRelative: Always},
}

// A Format defines how a source writes its strings. All code for reading, writing and printing uses it, so a new
// format is a new entry in the list of formats. The nil Format, Auto, means the format that the name of the file
// suggests.
type Format struct {
	Name      string   // the result of String
	Listed    string   // a further name in FormatNames
	Aliases   []string // names that are accepted, but not listed
	Endings   []string // extensions of file names
	FaultCode string   // the code of findings about its syntax

	// Largest is the limit in bytes of a document that is read as a whole, or of a tag, text or comment of another
	// document, because several copies of it are in memory. 0 means the longest line.
	Largest int

	Data any // data for the functions of the format

	Traits
	Signs
	Reading
	Writing
}

// Traits are properties that several formats share.
type Traits struct {
	nul          bool   // a record ends with NUL, and not with a line feed
	Unescaped    bool   // items have no escapes, and lines have nothing else
	CommentStart string // the start of a comment, or the characters that can start one; empty if there are no comments
	Nested       bool   // items can be in lists and objects of several lines
	Table        bool   // items are in columns
	IsRDF        bool   // the IRIs are those of RDF statements
	ECHAR        bool   // strings have escapes that IRIs do not have, such as \n (RDF 1.1 Turtle §6.4)
	Bases        bool   // a file can declare the base of its references
	UTF8         bool   // files are always in UTF-8
	Document     bool   // files are read as a whole, in the charset that they declare
	OnePiece     bool   // no part of a file can be left out, as in documents
	Members      bool   // Options.Fields are Paths
	NoNUL        bool   // NUL bytes show that a file is not in UTF-8
	Prose        bool   // the end of a record depends on characters
	ByHand       bool   // people write files by hand, with other notations beside IRIs
	Plain        bool   // most characters of an IRI have no other meaning: see [Item.IsPlain]
	Templated    bool   // people write files with placeholders that programs fill in: see [Item.InTemplate]
}

// Signs are properties of a file that show its format.
type Signs struct {
	// How files often start, and the description of such a file in messages if its name suggests no format.
	Starts      []string
	Title, From string
	// Sniff reports whether head looks like this format, although the name of the file suggests the format Overrides.
	// Why describes head in the message about a file whose name suggests no format.
	Sniff          func(head []byte) bool
	Overrides, Why string
	// Else returns another format for a file that starts with head, which this format cannot; it returns nil for this
	// format. It may be nil.
	Else func(head []byte) *Format
}

// Reading has the functions that read a file.
type Reading struct {
	// StartsAtLines reports, by the first bytes of a file, whether its records can be read from the start of any
	// line. If it is nil, they cannot.
	StartsAtLines func(head []byte) bool
	// Cut returns the cutter of records that can have line ends. It is nil for other formats.
	Cut func(f *File, o *Options) Cutter
	// Open returns the reader that divides a file into chunks. It is nil for records that end with NUL or a line
	// feed.
	Open func(f *File, o *Options) ChunkReader
	// Outline returns the marks of a document, which rewriting must not change. It is nil for formats in which items
	// are all that matters.
	Outline func(source []byte) []Mark
	// Decode hands out the items of a chunk.
	Decode func(d *Decoder, clean Cleaner)
}

// Writing has the functions that write a text in the place of an item.
type Writing struct {
	// Escape appends a text as it is written in an item. If it is nil, text is written unchanged.
	Escape func(b []byte, r *Item, s string) []byte
	// Unescape is [Item.Unescape] for text in UTF-8. If it is nil, text is unchanged.
	Unescape func(r *Item, raw []byte) (string, bool)
	// AcceptsRelative reports whether a relative reference in the place of an item would be read as a reference. If
	// it is nil, all are, except the empty one.
	AcceptsRelative func(r *Item, ref string) bool
	// Declarable reports whether a declaration can have the namespace raw. If it is nil, it always can.
	Declarable func(raw []byte) bool
	// EncodeDelimiters is [Item.EncodeDelimiters]. If it is nil, the text is unchanged.
	EncodeDelimiters func(r *Item, text string) string
	// NeedsScheme is [Item.NeedsScheme]. If it is nil, no item needs a scheme.
	NeedsScheme func(r *Item) string
}

// Formats are all known formats, in the order in which they are listed. Package formats sets them.
var Formats []*Format

// FormatNames returns the names that [ParseFormat] accepts, without "auto" and abbreviations.
func FormatNames() []string {
	var names []string
	for _, f := range Formats {
		if f.Listed != "" {
			names = append(names, f.Listed)
		}
		names = append(names, f.Name)
	}
	return names
}

// String returns the name of the format as [ParseFormat] reads it, "auto" for Auto.
func (f *Format) String() string {
	if f == nil {
		return "auto"
	}
	return f.Name
}

// ParseFormat returns the format with a name, ignoring case. The empty name means Auto.
func ParseFormat(name string) (*Format, error) {
	lower := strings.ToLower(name)
	if lower == "" || lower == Auto.String() {
		return Auto, nil
	}
	for _, f := range Formats {
		if lower == f.Name || lower == f.Listed || slices.Contains(f.Aliases, lower) {
			return f, nil
		}
	}
	return Auto, fmt.Errorf("there is no input format %q: there are %s", name, strings.Join(FormatNames(), ", "))
}

// GuessFormat returns the format that the name of a file suggests, ignoring extensions of compression. It returns
// Lines if the name suggests none.
func GuessFormat(name string) *Format {
	f, _ := formatOf(name)
	return f
}

// IsKnown reports whether the name of a file suggests a format that is read.
func IsKnown(name string) bool {
	_, ok := formatOf(name)
	return ok
}

// formatOf returns the format that the name of a file suggests, and whether it suggests one.
func formatOf(name string) (*Format, bool) {
	ending := Ending(name)
	for _, f := range Formats {
		if slices.Contains(f.Endings, ending) {
			return f, true
		}
	}
	return Lines, false
}

// Ending returns the extension of a file name in lower case, without those of compression.
func Ending(name string) string {
	name = strings.ToLower(name)
	ending := filepath.Ext(name)
	for source.PackedBy(ending) != "" {
		name = strings.TrimSuffix(name, ending)
		ending = filepath.Ext(name)
	}
	return ending
}

// shownBy returns the format that the first bytes of a file show, if its name suggests f. If Options.Fields are set,
// they are for f.
func (f *Format) shownBy(head []byte, o *Options) *Format {
	if f.IsRDF && f.Document { // the extension .owl suggests no syntax
		if other := startsLike(AfterComments(bytes.TrimPrefix(head, linecol.BOM))); other != nil && !other.Document {
			return other
		}
	}
	if f.Else != nil && len(o.Fields) == 0 {
		if other := f.Else(head); other != nil {
			return other
		}
	}
	for _, other := range Formats {
		if other.Overrides == f.Name && len(o.Fields) == 0 && other.Sniff(head) {
			return other
		}
	}
	return f
}

// IsLinkedData reports whether the IRIs of the format are those of RDF statements and may be relative references,
// which mean their targets.
func (f *Format) IsLinkedData() bool { return f.IsRDF && f.Bases }

// IsList reports whether strings are items of a list, and not links of a document or a dataset.
func (f *Format) IsList() bool { return !f.Document && !f.IsRDF && !f.Prose }

// HasLines reports whether each line is a string, as a word of the command line is.
func (f *Format) HasLines() bool { return f == nil || f == Lines || f == Words }

// AtLines is StartsAtLines for a format with lines that do not depend on earlier lines.
func AtLines([]byte) bool { return true }

// End returns the byte after each record of a format that is not a document.
func (f *Format) End() byte {
	if f != nil && f.nul {
		return 0
	}
	return '\n'
}
