package checks

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Filter is the [run.Job] that separates the records that conform from the others, without changing a byte: the
// former are the output, and the latter go to the sink. Rejected rows of a table in another charset are written as
// UTF-8.
type Filter struct {
	run.NoJob
	Checker *Checker
	Input   *input.Options // with LinesOnly
	By      summary.By     // findings are counted by it, and by their code
}

// Chunk separates the records of a chunk.
func (f *Filter) Chunk(b *input.Chunk, r *run.Result) {
	if b.Rest { // the chunk continues a record that is too long, and so rejected
		r.Reject(b.Data, true)
		return
	}
	w, rejected := run.NewWriter(r, b), int64(0)
	var bad []byte // the last bad record
	reject := func() {
		if len(bad) > 0 {
			r.Reject(bad, false)
		}
	}
	checker := f.Checker.Of(b.File)
	r.Each(b, f.Input, checker, func(rec *input.Item) {
		checked := &r.Checked
		checker.checkInto(checked, rec)
		r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, f.By)
		r.Summary.AddTemplate(checked.Left)
		r.Summary.AddUse(rec, checked.Declared)
		if checked.Conforms || rec.IsDirective() { // the records after a directive need it
			return
		}
		checked.Findings = slices.Concat(checked.Declared, checked.Findings) // all reasons for which the record is rejected
		if int(rec.From) >= w.Done {                                         // the first fault of its record
			reject()
			from := int(rec.From)
			w.Copy(from)
			w.Put(from, int(rec.To), "")
			rejected++
			bad = b.Data[from:max(from, w.Done)]
		}
		r.Render(rec, checked)
	})
	if r.Broken != nil {
		return
	}
	reject()
	w.Copy(len(b.Data))
	w.End()
	r.Summary.Rejected += rejected
	r.Summary.Kept += int64(b.Found) - rejected
}
