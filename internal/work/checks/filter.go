package checks

import (
	"bytes"
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/work/result"
)

// A FilterRun separates the records of blocks that conform from those that do not, both byte for
// byte: the former are the output. Records of a table in another charset are rejected as UTF-8.
type FilterRun struct {
	Checker *Checker
	Input   *input.Options // with LinesOnly
	Hosts   bool           // also count findings by host
	Wanted  Wanted

	// Found takes the result for a string that does not conform, and Reject the record that
	// holds it, after all its strings; rest says that it goes on where the one before ended.
	Found  func(r *result.Result, b *input.Block, rec *input.Record, c *result.Checked)
	Reject func(r *result.Result, record []byte, rest bool)
}

// keep writes a part of a block that stays; after says that something before it in the block does not.
// Where that was the last element of an array of JSON, the comma before it goes, too; a [Seam] sees to one
// that was handed on before.
func (f *FilterRun) keep(r *result.Result, part []byte, after bool) {
	if rest := bytes.TrimLeft(part, jsonSpace); after && r.JSON && len(rest) > 0 && rest[0] == ']' {
		out := bytes.TrimRight(r.Out, jsonSpace)
		r.Orphan = len(out) == 0
		if bytes.HasSuffix(out, []byte{','}) {
			r.Out = append(out[:len(out)-1], r.Out[len(out):]...)
		}
	}
	if rest := bytes.TrimLeft(part, jsonSpace); after && r.JSON && len(rest) > 0 && rest[0] == ',' { // that of the element before
		r.Write(&r.Out, chars.UnsafeString(part[:len(part)-len(rest)]))
		part = rest[1:]
	}
	r.Write(&r.Out, chars.UnsafeString(part))
}

// Block separates the records of a block.
func (f *FilterRun) Block(b *input.Block, r *result.Result) {
	r.JSON = b.File.Format.IsNested()
	if b.Rest { // the block continues a record that is too long, and so rejected
		r.Gone = true
		f.Reject(r, b.Data, true)
		return
	}
	enc := b.File.NewEncoder()
	done, from, rejected := int64(0), int64(0), int64(0) // up to done the block is worked on; from is where the last bad record starts
	reject := func() {
		record := b.Data[from:max(from, done)]
		if r.JSON && done < int64(len(b.Data)) && !bytes.HasSuffix(record, []byte{'\n'}) { // a value beside others
			record = append(bytes.Clone(bytes.Trim(record, jsonSpace)), '\n')
		}
		if from < done {
			f.Reject(r, record, false)
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
				checked.Findings, checked.Conforms = append(checked.Findings[:len(checked.Findings):len(checked.Findings)], *fd), false
			}
		}
		r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, f.Hosts)
		r.Summary.AddUse(rec, checked.Declared)
		if checked.Conforms || rec.IsDirective() { // what stays needs the directive
			return
		}
		checked.Findings = slices.Concat(checked.Declared, checked.Findings) // why the record is rejected
		if rec.From >= done {                                                // the first fault of its record
			reject()
			f.keep(r, enc.Encode(b.Data[done:rec.From]), rejected > 0)
			from, done = rec.From, rec.To
			rejected++
		}
		f.Found(r, b, rec, checked)
	})
	reject()
	f.keep(r, enc.Encode(b.Data[done:]), rejected > 0)
	r.Write(&r.Out, chars.UnsafeString(enc.End()))
	r.Gone = rejected > 0 && len(bytes.TrimLeft(b.Data[done:], jsonSpace)) == 0
	r.Summary.Rejected += rejected
	r.Summary.Kept += int64(b.Found) - rejected
}
