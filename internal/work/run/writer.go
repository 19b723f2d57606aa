package run

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A Writer writes a chunk with some ranges replaced, in the charset of its file. All files are rewritten by it. Spans
// and texts come in the order of the chunk.
type Writer struct {
	Result *Result
	Chunk  *input.Chunk
	Done   int  // the chunk has been written up to here
	Edits  bool // record each edit in the result
	Dry    bool // write nothing

	Encoder *input.Encoder
	old     *input.Encoder // encodes the replaced texts, up to noted
	noted   int
}

// NewWriter returns the writer of a chunk.
func NewWriter(r *Result, b *input.Chunk) Writer {
	return Writer{Result: r, Chunk: b, Encoder: b.File.NewEncoder(), old: b.File.NewEncoder()}
}

// Copy copies the chunk up to an offset.
func (w *Writer) Copy(to int) {
	if w.Done < to && !w.Dry {
		w.Result.Write(&w.Result.Out, chars.UnsafeString(w.Encoder.Encode(w.Chunk.Data[w.Done:to])))
	}
	w.Done = max(w.Done, to)
}

// Put copies the chunk up to start, and writes text, which is in the charset of the file, in the place of
// Data[start:end]. A span that is not after the last one is an error of the file.
func (w *Writer) Put(start, end int, text string) {
	r, b := w.Result, w.Chunk
	if start < w.Done || end < start || end > len(b.Data) {
		r.Broken = &source.Error{Name: b.File.Name, Err: fmt.Errorf(
			"it is not written, because two changes at byte %d would overlap: please report this, with the file",
			b.Offset+int64(start))}
	}
	if r.Broken != nil {
		return
	}
	w.Copy(start)
	if w.Done = end; w.Dry {
		return
	}
	if w.Edits && r.FlushIfLarge() {
		w.old.Encode(b.Data[w.noted:start]) // some charsets have a state
		e := Edit{Start: b.Offset + int64(start), End: b.Offset + int64(end), New: strings.Clone(text), At: len(r.Out)}
		e.Old, w.noted = string(w.old.Encode(b.Data[start:end])), end
		r.Edits = append(r.Edits, e)
	}
	r.Write(&r.Out, text)
	r.Changed = true
}

// End writes the rest of the chunk.
func (w *Writer) End() {
	if w.Copy(len(w.Chunk.Data)); w.Dry {
		return
	}
	w.Result.Write(&w.Result.Out, chars.UnsafeString(w.Encoder.End()))
}
