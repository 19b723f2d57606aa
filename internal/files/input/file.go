package input

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/encodings"
)

// A File is an open source, whose format is known.
type File struct {
	*source.File
	Notes  *notes.File // nil if notes are not recorded
	Number int         // the number of the file in a run, which the caller sets
	Format *Format

	anyScript bool               // Options.AnyScript
	decoded   bool               // the text was decoded from another charset than UTF-8
	legacy    bool               // the charset is not a Unicode charset
	encoding  encodings.Encoding // the charset of a document that is rewritten; zero for UTF-8
	toUTF8    encodings.Encoding // the charset of lines that are rewritten as UTF-8
	stateful  bool               // the charset switches between sets of characters, as ISO-2022-JP does

	State any // what the cutter has found out about the file, for the decoder

	Selected *selection // set with Options.Fields, if they are Paths

	several bool // an item can have several lines, although the format has one a line
	lineEnd byte // see linecol.LineEnd

	named        bool          // the charset is named: see NotUTF8
	given        *Options      // the options of the file itself; nil if it has none
	comments     CommentReader // see Options.Comments; may be nil
	commentCount int           // how many were handed out
}

// options returns the options of the file: its own, or those of the run.
func (f *File) options(o *Options) *Options {
	if f.given != nil {
		return f.given
	}
	return o
}

// LineEnd returns the byte that ends the lines that are counted.
func (f *File) LineEnd() byte {
	if f != nil && f.lineEnd != 0 {
		return f.lineEnd
	}
	return '\n'
}

// recordEnd returns the byte that ends a record of a file with lines. It is LF for statements of RDF and for prose,
// whatever ends their lines.
func (f *File) recordEnd() byte {
	if end := f.Format.End(); end != '\n' || f.Format.Unescaped || f.Format.Nested || f.Format.Table {
		return end
	}
	return f.LineEnd()
}

// Open opens a file; the name "-" is standard input. The error is a *[source.Error].
func Open(name string, o *Options) (*File, error) {
	var (
		f   *source.File
		err error
	)
	if name == "-" || name == Stdin {
		stdin := o.Stdin
		if stdin == nil {
			stdin = os.Stdin
		}
		f, err = source.Standard(cmp.Or(o.StdinName, Stdin), stdin, o.Outputs)
	} else {
		f, err = source.Open(name, o.Outputs)
	}
	if err != nil {
		return nil, err
	}
	return (&File{File: f}).start(o)
}

// NewFile is [Open] for a reader. Items have name as their source.
func NewFile(name string, r io.Reader, o *Options) (*File, error) {
	return (&File{File: source.New(name, r)}).start(o)
}

// start detects the compression and the format.
func (f *File) start(o *Options) (*File, error) {
	if err := f.find(o); err != nil {
		f.Close()
		return nil, f.Fail(err)
	}
	return f, nil
}

// find is start without the cleanup after an error.
func (f *File) find(o *Options) error {
	if o.PerFile != nil {
		o = o.of(f.Name)
		f.given = o
	}
	if o.ForceExclude && o.StdinName != "" && f.Name == o.StdinName && o.LeavesOut(f.Name, o.passesText) {
		f.Format = unread
		return f.Unpack(false)
	}
	f.Notes = o.FileNotes.Open(f.Name)
	f.Format, f.anyScript = o.From, o.AnyScript
	if f.Format == Auto {
		f.Format = GuessFormat(f.Name)
		if err := refuseName(f.Name, o); err != nil {
			return source.Wrong(f.Name, err)
		}
	}
	if o.LinesOnly && (f.Format.Document || f.Format.OnePiece) {
		return source.Wrong(f.Name, fmt.Errorf("%s has no lines that could be passed through: iri check --from %[1]s lists "+
			"its faults", f.Format))
	}
	if o.Relative && !f.Format.HasReferences() {
		return source.Wrong(f.Name, fmt.Errorf("%s has no relative references, because every IRI in it has a scheme (RDF 1.1 "+
			"N-Triples §2.2): convert the file to Turtle, which has, and make its IRIs relative", f.Format))
	}
	f.named = o.Charset != "" || o.DocumentCharset != ""
	if err := f.Unpack(o.Rewrite && !f.named); err != nil {
		return err
	}
	if err := f.transcode(o); err != nil {
		return err
	}
	if err := f.look(o); err != nil {
		return err
	}
	if err := f.selects(o.Fields); err != nil {
		return err
	}
	if o.Comments != nil && f.Format.CommentStart != "" {
		f.comments = o.Comments(f)
	}
	return nil
}

// NotUTF8 reports whether the file has bytes that are not UTF-8 and no charset is named.
func (f *File) NotUTF8() bool {
	return !f.named && f.encoding.Encoding == nil && f.File.NotUTF8()
}

// sawText records that the file has text other than white space.
func (f *File) sawText(o *Options) {
	if o.HasText != nil {
		o.HasText.Store(true)
	}
	f.Notes.SawText()
}

// look looks at the first bytes of the text, and refuses formats that are not read.
func (f *File) look(o *Options) error {
	head := f.Head()
	f.lineEnd = linecol.LineEnd(head)
	asked, anyWord := o.From != Auto, IsKnown(f.Name) && (f.Format == Lines || f.Format.ByHand)
	if !asked {
		f.Format = f.Format.shownBy(head, o)
	}
	if err := refuseContent(head, f.Format, asked, anyWord, o); err != nil {
		return source.Wrong(f.Name, err)
	}
	if !asked && f.Format == Lines {
		if err := f.byContent(head, o); err != nil {
			return source.Wrong(f.Name, err)
		}
	}
	f.several = f.Format.StartsAtLines != nil && !f.Format.StartsAtLines(head)
	return nil
}
