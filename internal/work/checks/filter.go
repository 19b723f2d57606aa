package checks

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/result"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A FilterRun separates the records of blocks that conform from those that do not, both byte for
// byte: the former are the output. Records of a table in another charset are rejected as UTF-8.
type FilterRun struct {
	Checker *Checker
	Input   *input.Options // with LinesOnly
	By      summary.By     // what findings are counted by, beside their code

	// Begin and Reject take a record that holds strings that do not conform: Begin with the first of them, before its
	// result, and Reject after all; rest says that it goes on where the one before ended. Found takes the results.
	// Begin may be nil.
	Begin  func(r *result.Result, rec *input.Record, record []byte)
	Found  func(r *result.Result, b *input.Block, rec *input.Record, c *result.Checked)
	Reject func(r *result.Result, record []byte, rest bool)
}

// Block separates the records of a block.
func (f *FilterRun) Block(b *input.Block, r *result.Result) {
	if b.Rest { // the block continues a record that is too long, and so rejected
		f.Reject(r, b.Data, true)
		return
	}
	w, rejected := result.NewWriter(r, b), int64(0)
	var bad []byte // the last bad record
	reject := func() {
		if len(bad) > 0 {
			f.Reject(r, bad, false)
		}
	}
	checker := f.Checker.Of(b.File)
	r.Each(b, f.Input, checker, func(rec *input.Record) {
		checked := &r.Checked
		checker.checkInto(checked, rec)
		r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, f.By)
		r.Summary.AddTemplate(checked.Left)
		r.Summary.AddUse(rec, checked.Declared)
		if checked.Conforms || rec.IsDirective() { // what stays needs the directive
			return
		}
		checked.Findings = slices.Concat(checked.Declared, checked.Findings) // why the record is rejected
		if int(rec.From) >= w.Done {                                         // the first fault of its record
			reject()
			from := int(rec.From)
			w.Copy(from)
			w.Put(from, int(rec.To), "")
			rejected++
			bad = b.Data[from:max(from, w.Done)]
			if len(bad) > 0 && f.Begin != nil {
				f.Begin(r, rec, bad)
			}
		}
		f.Found(r, b, rec, checked)
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
