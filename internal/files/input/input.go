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

// DefaultMaxLine is the length in bytes of the longest line that is read, 64 MiB, unless
// [Options.MaxLine] says otherwise.
const DefaultMaxLine = 64 << 20

// DefaultMaxItem is the length in bytes of the longest IRI that is handed out, 16 MiB, unless
// [Options.MaxItem] says otherwise: enough for pictures in data URLs, and little enough to hold
// an IRI and what it becomes in memory several times.
const DefaultMaxItem = 16 << 20

// Options say how sources are read. The zero Options guess the format from the name of
// the file and read os.Stdin as standard input.
type Options struct {
	From *Format
	// JSON: the paths to the values, member names joined by dots; XML: elements and, after "@", attributes
	Fields    []string
	Split     string // tables, XML: what separates the members of a list in a field; one space: any white space
	Base      string // Turtle, RDF/XML, HTML: the base of documents that declare none
	AnyScript bool   // Text, Markdown: a bare IRI goes on with letters of any script
	Formats   []any  // the options of single formats, each of a type of its package: see [FormatOptions]
	MaxLine   int    // the longest line in bytes; 0 for DefaultMaxLine
	MaxItem   int    // the longest IRI in bytes, without the escapes of the format; 0 for DefaultMaxItem
	KeepBlank bool   // Lines: a blank line is an item with an empty Text

	// Lines are read also if most of them are not IRIs, or if most of them are relative references.
	AnyLines, References bool

	// what to do with a file that is not read because it is in another format; empty: to seek IRIs in it
	Advice     string
	LinesOnly  bool      // refuse documents, because they have no lines that could be passed through
	Relative   bool      // refuse formats without relative references, because these are written
	Rewrite    bool      // chunks of documents hold their data, so that it can be copied
	Unbuffered bool      // hand out every line as soon as it has been read
	Stdin      io.Reader // nil for os.Stdin
	StdinName  string    // the name of the file whose text that is; empty for [Stdin]

	// Own options of single files are set by PerFile, if that is not nil: it gets the name of a file and a copy of
	// the options, in which it may change how the file is written.
	PerFile func(name string, o *Options)

	folders.Choice // of the files of folders

	// HasText, if not nil, is set when a file holds more than white space.
	HasText *atomic.Bool

	// Comments, if not nil, is called for each file in a format that has comments. What it returns, unless that is
	// nil, gets the comments that ignore findings before the chunk is read of the line on which they stand.
	Comments func(f *File) CommentReader

	// FileNotes, if not nil, notes which files have no string.
	FileNotes *notes.FileNotes

	// Outputs are the files that the run writes to. They are not read, because they would
	// grow while they are read.
	Outputs []os.FileInfo

	// Charset is the charset of the text, by a name of the Encoding Standard; empty if it is
	// not known. Documents are decoded with it, unless they declare another one, which is an
	// error. Other text is decoded if it is UTF-16, and handed out as it is if not.
	Charset string

	Templates bool // texts have expressions of templates, in which white space is not one of the text

	// DocumentCharset is Charset for documents and tables alone, and tables are always decoded. That of a
	// table with a byte order mark of UTF-16 need not be said.
	DocumentCharset string

	// Decoded says that the text is UTF-8, whatever it declares and DocumentCharset says: an editor has
	// decoded it.
	Decoded bool
}

// FormatOptions returns the options of a format, which have a type of their own; its zero value if there are none.
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

// ChunkOf returns words of a command line as a chunk. before is how many words stand before them.
func ChunkOf(args []string, before int) *Chunk {
	b := &Chunk{File: &File{File: source.New(Args, nil), Format: Words}, document: new(docBuffer)}
	for i, a := range args {
		b.document.Items = append(b.document.Items,
			Item{Text: a, Format: Words, Source: Args, Place: Place{Line: before + i + 1, Col: 1}, Raw: []byte(a)})
	}
	return b
}

// ChunkOfText returns a text that is not of a file as a chunk. Its data is the text, and its one
// item has no line.
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

// Chunks yields the chunks of a file that has just been opened, and the error that ends it, if one does. A chunk is
// valid until the next one: its memory is used again, and buf, which may be empty, too.
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
