package iribeam

import (
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/host"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/render"
)

// A Rejected is a record that a transform could not pass on, or not change, with the
// reasons. In an RDF dump a record is a line, which may hold several IRIs.
type Rejected struct {
	File     int64 // the number of the file
	Part     int64 // the offset of the part of the file
	Source   string
	Rel      string // its name below what was named as input
	Line     int
	Record   []byte    // as in the file, with its end
	Findings []Finding // without Input if that is longer than 1 MiB

	// Continued is set for a further piece of the record before this one, which is longer
	// than Options.MaxLine. Such a piece has no findings.
	Continued bool
}

// Reasons says how rejected records are written.
type Reasons string

// The forms of reasons, as those of iri filter --reasons.
const (
	ReasonsComments Reasons = work.ReasonsComments // a line "# file:line:column: …" for each finding before the record
	ReasonsJSON     Reasons = work.ReasonsJSON     // an object for each record
	ReasonsNone     Reasons = work.ReasonsNone     // only the records
)

// RejectedText turns a PCollection of [Rejected] into one of [Text], for [Write].
func RejectedText(s beam.Scope, r Reasons, rejected beam.PCollection) beam.PCollection {
	if !slices.Contains(work.Reasons(), string(r)) {
		panic(fmt.Sprintf("iribeam: there are no reasons %q: choose one of comments, json, none", string(r)))
	}
	return beam.ParDo(s.Scope("iribeam.RejectedText"), &rejectedTextFn{Reasons: r}, rejected)
}

type rejectedTextFn struct{ Reasons Reasons }

func (f *rejectedTextFn) ProcessElement(r Rejected, emit func(Text)) {
	var b []byte
	for _, fd := range r.Findings {
		b = work.AppendReason(b, string(f.Reasons), new(host.FindingOf(&fd.Finding)), render.Place{Source: fd.Place.Source, Line: fd.Place.Line, Col: fd.Place.Column})
	}
	asJSON := f.Reasons == ReasonsJSON
	if asJSON && !r.Continued { // otherwise the object is complete
		b = work.AppendRejected(nil, r.Source, r.Line, string(r.Record), b)
	}
	if len(b) > 0 {
		emit(Text{r.File, r.Source, r.Rel, r.Part, b, false})
	}
	if !asJSON { // a piece of its own: the record may be long
		emit(Text{r.File, r.Source, r.Rel, r.Part, r.Record, false})
	}
}

// maxInput is the length of the longest input that the findings of a Rejected repeat.
const maxInput = 1 << 20

// A rejecter collects the findings of rejected records.
type rejecter struct {
	sp   Split
	from int64    // where the present record is in its block
	next Rejected // it has no findings if there is none
	emit func(Rejected)
	any  bool // there was one
}

// found is the function Found of a run: it adds the findings of one string of a record. In pages
// and documents, which have no lines, each string is a record.
func (r *rejecter) found(_ *work.Result, b *input.Block, rec *input.Record, res *work.Checked) {
	if res.Conforms {
		return
	}
	if rec.From != r.from || rec.From == rec.To {
		r.flush()
	}
	if r.any = true; len(r.next.Findings) == 0 {
		record := rec.Raw
		if rec.From < rec.To {
			record = b.Data[rec.From:rec.To]
		}
		r.from = rec.From
		r.next = Rejected{File: r.sp.File.Number, Part: r.sp.Start, Source: rec.Source, Rel: r.sp.File.Rel, Line: rec.Line, Record: slices.Clone(record)}
	}
	r.next.Findings = append(r.next.Findings, findings(rec, res, r.sp.File.Number, maxInput)...)
}

// flush emits the record that is being collected.
func (r *rejecter) flush() {
	if len(r.next.Findings) > 0 {
		r.emit(r.next)
	}
	r.next = Rejected{}
}

// rest emits a further piece of a record that is too long, if there is one.
func (r *rejecter) rest(_ *work.Result, data []byte, rest bool) {
	if rest {
		r.flush()
		r.emit(Rejected{File: r.sp.File.Number, Part: r.sp.Start, Source: r.sp.File.Name, Rel: r.sp.File.Rel, Record: slices.Clone(data), Continued: true})
	}
}
