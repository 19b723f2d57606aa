package input

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Format is how a source writes its strings. The zero Format, Auto, stands for
// the format that the file's name suggests.
type Format uint8

// The formats.
const (
	Auto     Format = iota
	Lines           // one string a line
	Null            // strings with a NUL after each
	JSON            // JSON Lines: each a string or an object
	NTriples        // RDF N-Triples: see Options.RDF11
	NQuads          // RDF N-Quads
	CSV             // RFC 4180
	TSV             // tab-separated values
	HTML            // the attributes that hold URLs
	XML             // sitemaps, and the text of any XML
	Turtle          // RDF Turtle
	TriG            // RDF TriG
	N3              // the part of N3 that is Turtle
	Text            // IRIs in text for people
	RDFXML          // RDF/XML and OWL
)

// formats holds the names of each format and the endings of file names.
var formats = [...]struct {
	name    string   // as String returns it
	listed  string   // another name that FormatNames lists
	aliases []string // names that are read, but not listed
	endings []string
}{
	Auto:     {name: "auto", aliases: []string{""}},
	Lines:    {name: "lines", endings: []string{".txt", ".list", ".lst", ".urls", ".uris", ".iris"}},
	Null:     {name: "null"},
	JSON:     {name: "json", aliases: []string{"jsonl"}, endings: []string{".jsonl", ".json", ".ndjson", ".ldjson"}},
	NTriples: {name: "ntriples", aliases: []string{"nt", "ntriples-1.1"}, endings: []string{".nt", ".ntriples"}},
	NQuads:   {name: "nquads", aliases: []string{"nq", "nquads-1.1"}, endings: []string{".nq", ".nquads"}},
	CSV:      {name: "csv", endings: []string{".csv"}},
	TSV:      {name: "tsv", endings: []string{".tsv", ".tab"}},
	HTML:     {name: "html", endings: []string{".html", ".htm", ".xhtml"}},
	XML:      {name: "xml", listed: "sitemap", endings: []string{".xml", ".rss", ".atom"}},
	Turtle:   {name: "turtle", aliases: []string{"ttl"}, endings: []string{".ttl", ".turtle"}},
	TriG:     {name: "trig", endings: []string{".trig"}},
	N3:       {name: "n3", endings: []string{".n3"}},
	Text:     {name: "text", aliases: []string{"markdown", "md"}},
	RDFXML:   {name: "rdfxml", aliases: []string{"rdf", "owl"}, endings: []string{".rdf", ".owl"}},
}

// compressionEndings are the endings that GuessFormat takes off a file's name, and the
// compression that each stands for.
var compressionEndings = map[string]string{".gz": "gzip", ".gzip": "gzip", ".zst": "zstd", ".zstd": "zstd", ".bz2": "bzip2"}

// PackedBy returns the compression that the name of a file says, empty for none.
func PackedBy(name string) string {
	return compressionEndings[strings.ToLower(filepath.Ext(name))]
}

// FormatNames returns the names that [ParseFormat] reads, without "auto" and
// abbreviations.
func FormatNames() []string {
	var names []string
	for _, f := range formats[Lines:] {
		if f.listed != "" {
			names = append(names, f.listed)
		}
		names = append(names, f.name)
	}
	return names
}

// String returns the name of the format as [ParseFormat] reads it, and "auto" for Auto
// and for values that are not a format.
func (f Format) String() string {
	if int(f) >= len(formats) {
		f = Auto
	}
	return formats[f].name
}

// ParseFormat returns the format of that name, in upper or lower case; the empty name is
// Auto.
func ParseFormat(name string) (Format, error) {
	lower := strings.ToLower(name)
	for i, f := range formats {
		if lower == f.name || lower == f.listed && lower != "" || slices.Contains(f.aliases, lower) {
			return Format(i), nil
		}
	}
	return Auto, fmt.Errorf("there is no input format %q: there are %s", name, strings.Join(FormatNames(), ", "))
}

// GuessFormat returns the format that a file's name suggests, without the endings of
// compression. It is Lines if the name suggests none.
func GuessFormat(name string) Format {
	f, _ := formatOf(name)
	return f
}

// formatOf returns the format that a file's name suggests, and whether it suggests one.
func formatOf(name string) (Format, bool) {
	ending := formatEnding(name)
	for i, f := range formats {
		if slices.Contains(f.endings, ending) {
			return Format(i), true
		}
	}
	return Lines, false
}

// formatEnding returns the ending of a file's name in lower case, without those of
// compression.
func formatEnding(name string) string {
	name = strings.ToLower(name)
	ending := filepath.Ext(name)
	for compressionEndings[ending] != "" {
		name = strings.TrimSuffix(name, ending)
		ending = filepath.Ext(name)
	}
	return ending
}

// IsLinkedData reports whether the IRIs of the format are those of RDF statements, so
// that relative references stand for what they are resolved to.
func (f Format) IsLinkedData() bool { return f.isTurtle() || f == RDFXML }

// isTurtle reports whether the format is Turtle, TriG or N3.
func (f Format) isTurtle() bool { return f == Turtle || f == TriG || f == N3 }

// IsDocument reports whether files of the format are read as a whole, in the charset that
// they declare.
func (f Format) IsDocument() bool { return !f.hasBlocks() }

// hasBlocks reports whether files of the format can be cut into blocks of whole
// lines, each of which is decoded without the others.
func (f Format) hasBlocks() bool { return f != HTML && f != XML && f != RDFXML }
