package input

import "github.com/rfc3987/iri/internal/files/linecol"

// IsWhole reports whether the block is all of a document that was read as a whole: then it can be read again.
func (b *Block) IsWhole() bool { return b.document != nil && b.document.whole }

// Strings returns the records of a document in their order, also those that [Block.Each] leaves out.
func (b *Block) Strings() []Record { return b.document.Records }

// ReadAgain reads a text as the document of the block is read, for which [Block.IsWhole]: what a program has written is
// held to what it reads. The records are valid as long as the text is.
func (b *Block) ReadAgain(o *Options, text []byte) []Record {
	f := *b.File
	f.Notes, f.Selected, f.comments, f.lineEnd = nil, nil, nil, linecol.LineEnd(text)
	w := f.Format.Open(&f, f.options(o)).(*DocumentReader).Reader.(*WholeReader)
	w.Found.docBuffer = new(docBuffer)
	w.Found.hold(text)
	for next := w.begin(w, text); next(); {
	}
	return w.Found.take().Records
}

// A Mark is where something begins or ends in a document that is not a string of it, such as emphasis.
type Mark struct {
	Start int    // in bytes
	Kind  uint32 // of what begins or ends
	Block bool   // a block begins: the marks up to the next one are in it
}
