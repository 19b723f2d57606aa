package input

import "github.com/rfc3987/iri/internal/files/linecol"

// IsWhole reports whether the block is all of a document that was read as a whole: then it can be read again.
func (b *Block) IsWhole() bool { return b.document != nil && b.document.whole }

// Strings returns the records of a block that is whole, also those that [Block.Each] leaves out.
func (b *Block) Strings(o *Options) *RecordReader {
	if b.document.lazy {
		return b.read(o, b.Data, false)
	}
	return &RecordReader{found: &DocRecords{docBuffer: b.document}}
}

// ReadAgain reads a text as the document of a block that is whole: what a program has written is held to what it reads.
func (b *Block) ReadAgain(o *Options, text []byte) *RecordReader { return b.read(o, text, false) }

// A RecordReader reads the records of a document that is in memory as a whole, in order. It is to be closed.
type RecordReader struct {
	found *DocRecords
	next  func() bool // adds the records of the next part, as that of WholeReader; nil if there is none
	at    int         // of the next record
}

// read begins to read a text as the document of the block, and to note what is said of its file.
func (b *Block) read(o *Options, text []byte, notes bool) *RecordReader {
	f := *b.File
	f.Selected, f.comments, f.lineEnd = nil, nil, linecol.LineEnd(text)
	if !notes {
		f.Notes = nil
	}
	w := f.Format.Open(&f, f.options(o)).(*DocumentReader).Reader.(*WholeReader)
	w.Broken, w.Found.most = b.document.broken, w.mostOf(b.Data)
	w.Found.docBuffer = docBuffers.Get().(*docBuffer)
	w.Found.docBuffer.reset()
	w.Found.hold(text)
	w.Found.Data = nil
	return &RecordReader{found: &w.Found, next: w.begin(w, text)}
}

// Next returns the next record, nil after the last one. It is valid until the next call.
func (r *RecordReader) Next() *Record {
	for r.at == len(r.found.Records) {
		if !r.more(func() bool { return len(r.found.Records) > 0 }) {
			return nil
		}
	}
	r.at++
	return &r.found.Records[r.at-1]
}

// more reads on until there is enough. It returns false if there is nothing more.
func (r *RecordReader) more(enough func() bool) bool {
	if r.next == nil {
		return false
	}
	d := r.found
	d.docBuffer.reset()
	d.size, r.at = 0, 0
	for d.part = 0; r.next(); d.part = len(d.Records) {
		if enough() {
			d.sort()
			return true
		}
	}
	r.next = nil
	d.sort()
	return len(d.Records) > 0
}

// Close says that no record is needed any more.
func (r *RecordReader) Close() {
	if r.found.source != nil {
		r.found.release()
	}
}

// A Mark is where something begins or ends in a document that is not a string of it, such as emphasis.
type Mark struct {
	Start int    // in bytes
	Kind  uint32 // of what begins or ends
	Block bool   // a block begins: the marks up to the next one are in it
}
