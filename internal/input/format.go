package input

import (
	"fmt"
	"path/filepath"
	"strings"
)

// A Format is how a source writes its strings. The zero Format, Auto, stands for
// the one that the file's name suggests.
type Format uint8

// The formats.
const (
	Auto     Format = iota
	Lines           // one a line
	Null            // separated by NUL
	JSON            // JSON Lines: each a string or an object
	NTriples        // RDF N-Triples
	NQuads          // RDF N-Quads
	CSV             // RFC 4180
	TSV             // tab-separated values
	HTML            // the attributes that hold URLs
	XML             // sitemaps, and the text of any XML
)

// FormatNames returns what [ParseFormat] reads.
func FormatNames() []string {
	return []string{"lines", "null", "json", "ntriples", "nquads", "csv", "tsv", "html", "sitemap", "xml"}
}

// String returns the name of the format as [ParseFormat] reads it, and "auto"
// for Auto.
func (f Format) String() string {
	switch f {
	case Lines:
		return "lines"
	case Null:
		return "null"
	case JSON:
		return "json"
	case NTriples:
		return "ntriples"
	case NQuads:
		return "nquads"
	case CSV:
		return "csv"
	case TSV:
		return "tsv"
	case HTML:
		return "html"
	case XML:
		return "xml"
	}
	return "auto"
}

// ParseFormat returns the format of that name; the empty name is Auto.
func ParseFormat(name string) (Format, error) {
	switch strings.ToLower(name) {
	case "", "auto":
		return Auto, nil
	case "lines":
		return Lines, nil
	case "null":
		return Null, nil
	case "json", "jsonl":
		return JSON, nil
	case "ntriples", "nt":
		return NTriples, nil
	case "nquads", "nq":
		return NQuads, nil
	case "csv":
		return CSV, nil
	case "tsv":
		return TSV, nil
	case "html":
		return HTML, nil
	case "xml", "sitemap":
		return XML, nil
	}
	return Auto, fmt.Errorf("no input format %q: there are %s", name, strings.Join(FormatNames(), ", "))
}

// GuessFormat returns the format that a file's name suggests, endings of
// compression taken off first. It is Lines where the name says nothing.
func GuessFormat(name string) Format {
	name = strings.ToLower(name)
	for {
		ext := filepath.Ext(name)
		switch ext {
		case ".gz", ".zst", ".bz2", ".gzip", ".zstd":
			name = strings.TrimSuffix(name, ext)
			continue
		case ".nt", ".ntriples":
			return NTriples
		case ".nq", ".nquads":
			return NQuads
		case ".jsonl", ".json", ".ndjson":
			return JSON
		case ".csv":
			return CSV
		case ".tsv", ".tab":
			return TSV
		case ".html", ".htm", ".xhtml":
			return HTML
		case ".xml", ".rss", ".atom":
			return XML
		}
		return Lines
	}
}

// blocks reports whether files of the format can be cut into blocks of whole
// lines that are decoded each by itself.
func (f Format) blocks() bool { return f != HTML && f != XML }
