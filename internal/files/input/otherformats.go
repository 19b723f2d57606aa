package input

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/text/chars"
)

// An otherFormat is a known format that is not read. A file in it must not be read as lines: every line would be a
// fault, or none would.
type otherFormat struct {
	name    string // with its article: "a PDF document"
	endings string // extensions of file names, or whole names, separated by spaces
	magic   string // the first bytes of files, with "|" between several; empty if they do not show the format
	advice  string // what to do instead
}

// sourceCode has the extensions of source code.
const sourceCode = ".js .mjs .cjs .jsx .ts .mts .tsx .py .go .java .rs .c .h .rb .php .sh"

// otherFormats returns the formats that are refused.
func otherFormats() []otherFormat {
	const convert = "convert it to N-Quads or Turtle first"
	const prose = "use --from text, which finds the IRIs in prose"
	const notText = "extract its text, and use --from text"
	const unpack = "unpack it first"
	const unpackHere = unpack + ": gzip, zstd and bzip2 are unpacked here"
	const leave = "leave it out"
	return []otherFormat{
		{"a WARC archive", ".warc .wat .wet", "WARC/1.",
			"extract the pages and use --from html, or the list of addresses and use --from lines"},
		{"a Parquet file", ".parquet", "PAR1", "export the column as CSV or lines, for example with DuckDB"},
		{"an Avro file", ".avro", "Obj\x01", "export it as JSON Lines, and use --field"},
		{"an ORC file", ".orc", "ORC", "export the column as CSV or lines"},
		{"an HDT file", ".hdt", "$HDT", "convert it to N-Triples with hdt2rdf"},
		{"a MARC file in ISO 2709", ".mrc .marc", "",
			"convert it to MARCXML first, for example with yaz-marcdump -o marcxml"},
		{"an OBO file", ".obo", "", "convert it to RDF/XML first, or use --from text"},
		{"TriX", ".trix", "", "use --from xml --field uri, or " + convert},
		{"RDF/JSON", ".rj", "", convert},
		{"a text with markup", ".mdx .rst .adoc .asciidoc .tex .bib .textile", "", prose},
		{"TOML", ".toml", "", prose},
		{"mail or a calendar", ".eml .mbox .ics .vcf", "", prose},
		{"ShEx", ".shex .shexc", "", prose},
		{"a style sheet", ".css", "", prose},
		{"the source of a program", sourceCode + " config.ru", "", prose},
		{"an XML document", notes.XMLEndings, "",
			"use --from xml, with --field for other elements and attributes than those of sitemaps and feeds"},
		{"a JSON document", ".geojson .har .webmanifest .json5 .jsonc", "",
			"write one value on each line, as jq -c does, and use --from json with --field"},
		{"a notebook of Jupyter", ".ipynb", "", "convert it with jupyter nbconvert --to markdown"},
		{"an index of web archives", ".cdx .cdxj", "",
			"take the column of the addresses out of it, and use --from lines"},
		{"an Arrow file", ".arrow .feather", "ARROW1", "export the column as CSV or lines"},
		{"binary records", ".cbor .msgpack .bson .pb .jelly .trdf", "", "export them as JSON Lines or N-Quads"},
		{"a PDF document", ".pdf", "%PDF-", notText},
		{"an old office document", ".doc .xls .ppt .rtf", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
			"export it as text or CSV"},
		{"an office document", ".docx .xlsx .pptx .odt .ods .odp .epub", "", "export it as text or CSV"},
		{"a zip archive", ".zip .jar", "PK\x03\x04", unpack},
		{"a tar archive", ".tar .tgz .tbz2 .txz", "", unpack},
		{"a 7z archive", ".7z", "7z\xbc\xaf\x27\x1c", unpack},
		{"xz data", ".xz", "\xfd7zXZ\x00", unpackHere},
		{"packed data", ".br .lzma .z .rar", "", unpackHere},
		{"lz4 data", ".lz4", "\x04\x22\x4d\x18", unpackHere},
		{"an SQLite database", ".sqlite .sqlite3", "SQLite format 3\x00", "export the column as CSV or lines"},
		{"an image, sound or video", ".webp .ico .bmp .tif .tiff .mp3 .mp4 .ogg .wav .webm", "", leave},
		{"a PNG image", ".png", "\x89PNG\r\n", leave},
		{"a JPEG image", ".jpg .jpeg", "\xff\xd8\xff", leave},
		{"a GIF image", ".gif", "GIF8", leave},
		{"sound or an image", "", "RIFF", leave},
		{"sound", "", "OggS\x00", leave},
		{"a rar archive", "", "Rar!\x1a\x07", unpack},
		// the last ones are of macOS, of macOS for several processors, and of Java
		{"a program", ".exe .dll .class .wasm",
			"\x7fELF|MZ\x90\x00|\xcf\xfa\xed\xfe|\xce\xfa\xed\xfe|\xca\xfe\xba\xbe|\x00asm", leave},
		{"a library of programs", ".a .lib", "!<arch>\n", leave},
	}
}

// refuseName returns an error for a file whose name suggests a format that is not read.
func refuseName(name string, o *Options) error {
	whole, ending := strings.ToLower(filepath.Base(name)), Ending(name)
	for _, f := range otherFormats() {
		if all := strings.Fields(f.endings); slices.Contains(all, ending) || slices.Contains(all, whole) {
			return refusal("its name says that it is "+f.name, cmp.Or(o.Advice, f.advice+"; --from says what it is if the name is wrong"))
		}
	}
	return nil
}

func refusal(what, advice string) error {
	return fmt.Errorf("it is not read, because %s: %s", what, advice)
}

// refuseContent returns an error for a file whose first bytes show another format than its name suggests. asked is
// set if the user named the format; anyWord is set if a file with such a name can start with any word.
func refuseContent(head []byte, format *Format, asked, anyWord bool, o *Options) error {
	start := AfterComments(bytes.TrimPrefix(head, linecol.BOM))
	noText := format.NoNUL && isBinary(head)
	if !asked || noText {
		if err := refuseMagic(head, start, anyWord && isText(head), o); err != nil {
			return err
		}
	}
	charset, wide := durable.WideCharset(head)
	switch {
	case wide != nil && !(asked && format.Unescaped) && !format.Document:
		return fmt.Errorf("it is not read, because %w, or where the command has it use --charset %s", wide, charset)
	case noText && !(format.Document && (durable.MarkedCharset(head) != "" || o.Charset != "" || o.DocumentCharset != "")):
		return errors.New("it is not read, because it has NUL bytes, as UTF-16 without a byte order mark has: " +
			"convert it to UTF-8, for example with iconv -f utf-16le -t utf-8, or use --charset utf-16le")
	case (format.Unescaped && !format.nul && !asked || format.Table) && endsInCR(head):
		return refusal("its lines end with CR alone, as old Macs wrote them", "write CR LF or LF, for example with tr '\\r' '\\n'")
	case asked:
		return nil
	case format != Lines:
		return refuseOtherRDF(start, format, o)
	}
	return refuseAsLines(head, o)
}

// refuseMagic returns an error for a file that begins with the magic number of another format. start is the text
// after comments; anyWord says that the file can begin with any word.
func refuseMagic(head, start []byte, anyWord bool, o *Options) error {
	for _, f := range otherFormats() {
		if f.magic != "" && slices.ContainsFunc(strings.Split(f.magic, "|"), func(magic string) bool {
			return (bytes.HasPrefix(head, []byte(magic)) || bytes.HasPrefix(start, []byte(magic))) &&
				!(anyWord && isText([]byte(magic)))
		}) {
			return refusal("its first bytes are those of "+f.name, cmp.Or(o.Advice, f.advice))
		}
	}
	return nil
}

// endsInCR reports whether lines end with CR alone: the text has several, and no LF. A single CR is a fault of its
// line.
func endsInCR(head []byte) bool {
	return bytes.Count(head, []byte{'\r'}) > 1 && bytes.IndexByte(head, '\n') < 0 && !isBinary(head)
}

// refuseAsLines returns an error for a file whose name suggests no format, and whose first bytes are not those of
// lines.
func refuseAsLines(head []byte, o *Options) error {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, linecol.BOM), chars.Space)
	if f := startsLike(text); f != nil {
		return refuseStart(f.shownBy(text, o), o)
	}
	if isBinary(head) {
		return refusal("it has NUL bytes, so it is not lines of text", cmp.Or(o.Advice, "use --from null if a NUL ends each string"))
	}
	for _, f := range Formats {
		if f.Why != "" && f.Sniff(text) {
			return refusal(f.Why, cmp.Or(o.Advice, "use --from "+f.From))
		}
	}
	return nil
}

// refuseOtherRDF returns an error for a file that is named as RDF without markup, a table or JSON, and starts like
// another format. An IRI in "<" and ">", with which Turtle can begin, has no white space.
func refuseOtherRDF(start []byte, format *Format, o *Options) error {
	f := startsLike(start)
	iri, _, _ := bytes.Cut(start, []byte{'>'})
	switch {
	case f == nil || format.Document || !format.IsRDF && !format.Table && !format.Nested,
		start[0] != '<' && (!format.IsRDF || format.Bases && !(format.ECHAR && !f.ECHAR)), // Turtle has other strings than OWL
		start[0] == '<' && !bytes.ContainsAny(iri, chars.Space):
		return nil
	}
	return refuseStart(f.shownBy(start, o), o)
}

// refuseStart returns the error for a file that starts like one of another format.
func refuseStart(f *Format, o *Options) error {
	return refusal("it starts like "+f.Title, cmp.Or(o.Advice, "use --from "+f.From))
}

// startsLike returns the format whose files often start like the text, or nil.
func startsLike(text []byte) *Format {
	for _, f := range Formats {
		if f.startsWith(text) {
			return f
		}
	}
	return nil
}

// isText reports whether bytes are characters, without controls other than white space. The last character may be
// incomplete.
func isText(b []byte) bool {
	b = b[:chars.WholeRunes(b)]
	return utf8.Valid(b) && bytes.IndexFunc(b, func(r rune) bool { return r < ' ' && !strings.ContainsRune(chars.Space, r) }) < 0
}

// AfterComments returns the text after blank lines and lines that begin with "#".
func AfterComments(text []byte) []byte {
	for text = bytes.TrimLeft(text, chars.Space); bytes.HasPrefix(text, []byte{'#'}); {
		n := linecol.IndexEOL(text)
		if n < 0 {
			return nil
		}
		text = bytes.TrimLeft(text[n:], chars.Space)
	}
	return text
}

// startsWith reports whether a text starts as files of the format often do.
func (f *Format) startsWith(text []byte) bool {
	return slices.ContainsFunc(f.Starts, func(start string) bool {
		return len(text) >= len(start) && strings.EqualFold(string(text[:len(start)]), start)
	}) && bytes.IndexByte(text, '<') >= 0
}

// isBinary reports whether the first bytes of a file are not those of lines, because they have NUL bytes. A single
// NUL in a text of several lines is a fault of its line.
func isBinary(head []byte) bool {
	n := bytes.Count(head, []byte{0})
	return n > 1 || n == 1 && bytes.IndexByte(head, '\n') < 0
}
