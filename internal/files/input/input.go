package input

import (
	"io"
	"iter"
	"os"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/files/source"
)

// DefaultMaxLine is the default of [Options.MaxLine], 64 MiB.
const DefaultMaxLine = 64 << 20

// DefaultMaxItem is the default of [Options.MaxItem], 16 MiB: enough for pictures in data URLs, and small enough to
// have an IRI and its results in memory several times.
const DefaultMaxItem = 16 << 20

// Options say how sources are read. The zero Options guess the format from the name of
// the file and read os.Stdin as standard input.
type Options struct {
	From *Format
	// JSON: the paths to the values, member names joined by dots; XML: elements and, after "@", attributes
	Fields    []string
	Split     string // tables, XML: the separator of a list in a field; one space means any white space
	Base      string // Turtle, RDF/XML, HTML: the base of documents that declare none
	AnyScript bool   // Text, Markdown: letters of any script may continue a bare IRI
	Formats   []any  // the options of single formats, each of a type of its package: see [FormatOptions]
	MaxLine   int    // the longest line in bytes; 0 for DefaultMaxLine
	MaxItem   int    // the longest IRI in bytes, without the escapes of the format; 0 for DefaultMaxItem
	KeepBlank bool   // Lines: a blank line is an item with an empty Text

	// Lines are read even if most of them are not IRIs, or if most of them are relative references.
	AnyLines, References bool

	// what to do with a file in another format that is not read; if it is empty, the message advises to search for
	// IRIs in it
	Advice     string
	LinesOnly  bool      // refuse documents, because they have no lines that could be filtered
	Relative   bool      // refuse formats without relative references, because the results are relative
	Rewrite    bool      // chunks of documents have their data, so that it can be copied
	Unbuffered bool      // hand out every line as soon as it was read
	Stdin      io.Reader // nil for os.Stdin
	StdinName  string    // the name of the file whose text Stdin is; empty for [Stdin]

	// PerFile, if not nil, sets the options of a single file. It gets the name of the file and a copy of the options,
	// in which it may change how the file is read.
	PerFile func(name string, o *Options)

	folders.Choice // of the files in folders

	// HasText, if not nil, is set when a file has text other than white space.
	HasText *atomic.Bool

	// Comments, if not nil, is called for each file in a format with comments. The result, unless it is nil, gets the
	// comments that ignore findings, before the chunk with their lines is handed out.
	Comments func(f *File) CommentReader

	// FileNotes, if not nil, records which files have no string.
	FileNotes *notes.FileNotes

	// Outputs are the files that the run writes. They are not read, because they would grow while they are read.
	Outputs []os.FileInfo

	// Charset is the charset of the text, by a name of the Encoding Standard; empty if it is unknown. Documents are
	// decoded with it; if they declare another one, that is an error. Other text is decoded if it is UTF-16, and
	// handed out undecoded otherwise.
	Charset string

	Templates bool // texts have template expressions; white space in these does not count as white space of the text

	// DocumentCharset is Charset for documents and tables only, and tables are always decoded. A table with a byte
	// order mark of UTF-16 does not need it.
	DocumentCharset string

	// Decoded says that the text is UTF-8, whatever it declares and DocumentCharset says, because an editor has
	// decoded it.
	Decoded bool
}

// FormatOptions returns the options of a format, which have their own type, or the zero value of the type.
func FormatOptions[T any](o *Options) (own T) {
	for _, of := range o.Formats {
		if of, ok := of.(T); ok {
			return of
		}
	}
	return own
}

// of returns the options for a file.
func (o *Options) of(name string) *Options {
	if o.PerFile == nil {
		return o
	}
	own := *o
	o.PerFile(name, &own)
	return &own
}

func (o *Options) LongestLine() int {
	if o.MaxLine > 0 {
		return o.MaxLine
	}
	return DefaultMaxLine
}

func (o *Options) LongestItem() int {
	if o.MaxItem > 0 {
		return o.MaxItem
	}
	return DefaultMaxItem
}

// ChunkOf returns words of a command line as a chunk. before is how many words precede them.
func ChunkOf(args []string, before int) *Chunk {
	b := &Chunk{File: &File{File: source.New(Args, nil), Format: Words}, document: new(docBuffer)}
	for i, a := range args {
		b.document.Items = append(b.document.Items,
			Item{Text: a, Format: Words, Source: Args, Place: Place{Line: before + i + 1, Col: 1}, Raw: []byte(a)})
	}
	return b
}

// ChunkOfText returns a text that is not from a file as a chunk with one item. The item has no line.
func ChunkOfText(source, text string) *Chunk {
	b := ChunkOf([]string{text}, 0)
	r := &b.document.Items[0]
	b.File.Name, b.Data = source, r.Raw
	r.Source, r.Format, r.Line, r.To = source, Lines, 0, int64(len(text))
	return b
}

// Expand yields the files that paths name, and those of folders whose names say a format that is read, or all of them
// if the format is given, without prose: see [folders.Choice.Expand].
func (o *Options) Expand(paths []string) iter.Seq2[string, error] {
	return o.Choice.Expand(paths, o.passesText)
}

// Chunks yields the chunks of a file that has just been opened, and the error that ends it, if any. A chunk is valid
// until the next one, because its memory, and buf, which may be empty, are reused.
func (f *File) Chunks(o *Options, buf *[]byte) iter.Seq2[*Chunk, error] {
	return func(yield func(*Chunk, error) bool) {
		for s := NewScanner(f, o); ; {
			b, err := s.Next(*buf)
			if err == io.EOF || !yield(&b, err) || err != nil {
				return
			}
			if reusable := b.Buffer(); reusable != nil {
				*buf = reusable
			}
			b.Release()
		}
	}
}
