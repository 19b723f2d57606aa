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

// Auto is the nil Format.
var Auto *Format

// Words is the format of words of a command line, which is that of no file.
var Words = &Format{
	Name:    Auto.String(),
	Traits:  Traits{Bases: true},
	Reading: Reading{Decode: DecodeDocument},
	Writing: Writing{AcceptsRelative: Always},
}

// A Format is how a source writes its strings: one of [Lines] to [xml.RDF]. It is all that is known of a format: what
// reads, writes and prints goes by it, and a new format is a new one in the list of formats. The nil Format, Auto, stands
// for the format that the file's name suggests.
type Format struct {
	Name      string   // as String returns it
	Listed    string   // another name that FormatNames lists
	Aliases   []string // names that are read, but not listed
	Endings   []string // of the names of files
	FaultCode string   // of the findings about its syntax

	// Largest is the length in bytes of the longest document that is read as a whole, or tag, text or comment of another
	// one, where several copies are held; 0 for the longest line.
	Largest int

	Data any // what the functions of the format know of it beside this

	Traits
	Signs
	Reading
	Writing
}

// Traits are what formats have in common with others.
type Traits struct {
	nul          bool   // a record ends with NUL, not with a line feed
	Unescaped    bool   // items have no escapes, and nothing stands beside them
	CommentStart string // how a comment begins, or the characters with which one can; empty if there are none
	Nested       bool   // items can stand in lists and objects of several lines
	Table        bool   // items stand in columns
	IsRDF        bool   // the IRIs are those of RDF statements
	ECHAR        bool   // strings have escapes that IRIs do not have, such as \n (RDF 1.1 Turtle §6.4)
	Bases        bool   // a file can say the base of its references
	UTF8         bool   // files are always in UTF-8
	Document     bool   // files are read as a whole, in the charset that they declare
	OnePiece     bool   // nothing of a file can be left out, as of documents
	Members      bool   // Options.Fields are Paths
	NoNUL        bool   // NUL bytes show that a file is not in UTF-8
	Prose        bool   // characters decide where a record ends
	ByHand       bool   // people write files by hand, and in them other notations beside IRIs
	Plain        bool   // most characters of an IRI have no other meaning than themselves: see [Item.IsPlain]
	Templated    bool   // people write files, and programs fill in what stands in them: see [Item.InTemplate]
}

// Signs are what in a file shows its format.
type Signs struct {
	// How files often start, and what is said of such a file if its name says no format.
	Starts      []string
	Title, From string
	// Sniff reports whether the first bytes of a file show this format, where its name suggests the one that InsteadOf
	// names; why, if it is said of a file whose name says nothing, is what they have.
	Sniff          func(head []byte) bool
	Overrides, Why string
	// Else returns another format in which a file with these first bytes is read, as they cannot be those of this one;
	// nil for this one. It may be nil.
	Else func(head []byte) *Format
}

// Reading is how a file is read.
type Reading struct {
	// StartsAtLines reports whether the records of a file can be read from the start of any line, by its first bytes;
	// nil for never.
	StartsAtLines func(head []byte) bool
	// Cut returns what cuts a file into records that hold line ends; nil for others.
	Cut func(f *File, o *Options) Cutter
	// Open returns what cuts a file into chunks; nil for records that end with NUL or a line feed.
	Open func(f *File, o *Options) ChunkReader
	// Outline returns the marks of a document, beside its strings: one that was rewritten has the same. It is nil for
	// formats whose items say all.
	Outline func(source []byte) []Mark
	// Decode hands out the items of a chunk.
	Decode func(d *Decoder, clean Cleaner)
}

// Writing is how a text is written in the place of an item.
type Writing struct {
	// Escape appends a text as it is written inside an item; nil for as it is.
	Escape func(b []byte, r *Item, s string) []byte
	// Unescape is [Item.Unescape] for text in UTF-8; nil for as it is.
	Unescape func(r *Item, raw []byte) (string, bool)
	// AcceptsRelative reports whether a relative reference in the place of an item is read as one; nil for all that are not
	// empty.
	AcceptsRelative func(r *Item, ref string) bool
	// Declarable reports whether what a prefix stands for can be written so; nil for always.
	Declarable func(raw []byte) bool
	// EncodeDelimiters is [Item.EncodeDelimiters]; nil for the text as it is.
	EncodeDelimiters func(r *Item, text string) string
	// NeedsScheme is [Item.NeedsScheme]; nil for none.
	NeedsScheme func(r *Item) string
}

// Formats are all that are known, in the order in which they are listed. The package that imports theirs sets them.
var Formats []*Format

// FormatNames returns the names that [ParseFormat] reads, without "auto" and
// abbreviations.
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

// ParseFormat returns the format of that name, in upper or lower case; the empty name is
// Auto.
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

// GuessFormat returns the format that a file's name suggests, without the endings of
// compression. It is Lines if the name suggests none.
func GuessFormat(name string) *Format {
	f, _ := formatOf(name)
	return f
}

// IsKnown reports whether a file's name says a format that is read.
func IsKnown(name string) bool {
	_, ok := formatOf(name)
	return ok
}

// formatOf returns the format that a file's name suggests, and whether it suggests one.
func formatOf(name string) (*Format, bool) {
	ending := Ending(name)
	for _, f := range Formats {
		if slices.Contains(f.Endings, ending) {
			return f, true
		}
	}
	return Lines, false
}

// Ending returns the ending of a file's name in lower case, without those of compression.
func Ending(name string) string {
	name = strings.ToLower(name)
	ending := filepath.Ext(name)
	for source.PackedBy(ending) != "" {
		name = strings.TrimSuffix(name, ending)
		ending = filepath.Ext(name)
	}
	return ending
}

// shownBy returns the format that the first bytes of a file show whose name suggests this one. Options.Fields are for
// this one.
func (f *Format) shownBy(head []byte, o *Options) *Format {
	if f.IsRDF && f.Document { // .owl says no syntax
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

// IsLinkedData reports whether the IRIs of the format are those of RDF statements, and can be
// relative references: these stand for what they are resolved to.
func (f *Format) IsLinkedData() bool { return f.IsRDF && f.Bases }

// IsList reports whether strings are items of a list, not links of a document or a dataset.
func (f *Format) IsList() bool { return !f.Document && !f.IsRDF && !f.Prose }

// HasLines reports whether each line is a string, as a word of the command line is.
func (f *Format) HasLines() bool { return f == nil || f == Lines || f == Words }

// AtLines is the function StartsAtLines of a format whose records are lines, whatever comes before them.
func AtLines([]byte) bool { return true }

// End returns the byte after each record that is not in a document.
func (f *Format) End() byte {
	if f != nil && f.nul {
		return 0
	}
	return '\n'
}
