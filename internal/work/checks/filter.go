package checks

import (
	"bytes"
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/result"
)

// A FilterRun separates the records of blocks that conform from those that do not, both byte for
// byte: the former are the output. Records of a table in another charset are rejected as UTF-8.
type FilterRun struct {
	Checker *Checker
	Input   *input.Options // with LinesOnly
	Hosts   bool           // also count findings by host
	Wanted  Wanted

	// Begin and Reject take a record that holds strings that do not conform: Begin with the first of them, before its
	// result, and Reject after all; rest says that it goes on where the one before ended. Found takes the results.
	// Begin may be nil.
	Begin  func(r *result.Result, rec *input.Record, record []byte)
	Found  func(r *result.Result, b *input.Block, rec *input.Record, c *result.Checked)
	Reject func(r *result.Result, record []byte, rest bool)
}

// keep copies the block up to an offset; after says that something before that in the block is rejected.
// Where that was the last element of an array of JSON, the comma before it goes, too; a [Seam] sees to one
// that was handed on before.
func (f *FilterRun) keep(w *result.Writer, to int, after bool) {
	r := w.Result
	if rest := bytes.TrimLeft(w.Block.Data[w.Done:to], jsonSpace); after && r.JSON && len(rest) > 0 {
		switch at := to - len(rest); rest[0] {
		case ']':
			out := bytes.TrimRight(r.Out, jsonSpace)
			r.Orphan = len(out) == 0
			if bytes.HasSuffix(out, []byte{','}) {
				r.Out = append(out[:len(out)-1], r.Out[len(out):]...)
			}
		case ',': // that of the element before
			w.Put(at, at+1, "")
		}
	}
	w.Copy(to)
}

// Block separates the records of a block.
func (f *FilterRun) Block(b *input.Block, r *result.Result) {
	r.JSON = b.File.Format.Nested
	if b.Rest { // the block continues a record that is too long, and so rejected
		r.Gone = true
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
	var clean input.Cleaner
	if f.Wanted.none() {
		clean = checker
	}
	r.Each(b, f.Input, clean, func(rec *input.Record) {
		checked := &r.Checked
		*checked = checker.Check(rec, nil)
		if checked.Conforms && !rec.IsDirective() {
			if fd := f.Wanted.finding(rec); fd != nil {
				checked.Findings, checked.Conforms = append(slices.Clip(checked.Findings), *fd), false
			}
		}
		r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, f.Hosts)
		r.Summary.AddUse(rec, checked.Declared)
		if checked.Conforms || rec.IsDirective() { // what stays needs the directive
			return
		}
		checked.Findings = slices.Concat(checked.Declared, checked.Findings) // why the record is rejected
		if int(rec.From) >= w.Done {                                         // the first fault of its record
			reject()
			from := int(rec.From)
			f.keep(&w, from, rejected > 0)
			w.Put(from, int(rec.To), "")
			rejected++
			bad = b.Data[from:max(from, w.Done)]
			if r.JSON && w.Done < len(b.Data) && !bytes.HasSuffix(bad, []byte{'\n'}) { // a value beside others
				bad = append(bytes.Clone(bytes.Trim(bad, jsonSpace)), '\n')
			}
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
	r.Gone = rejected > 0 && len(bytes.TrimLeft(b.Data[w.Done:], jsonSpace)) == 0
	f.keep(&w, len(b.Data), rejected > 0)
	w.End()
	r.Summary.Rejected += rejected
	r.Summary.Kept += int64(b.Found) - rejected
}
