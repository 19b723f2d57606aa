package iribeam

import (
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/host"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Rejected is a record that a transform could not pass on, or not change, with the
// reasons. In an RDF dump a record is a line, which may hold several IRIs.
type Rejected = host.Rejected

// Reasons says how rejected records are written.
type Reasons string

// The forms of reasons, as those of iri filter --reasons.
const (
	// a line "# file:line:column: …" for each finding before the record
	ReasonsComments Reasons = render.ReasonsComments
	ReasonsJSON     Reasons = render.ReasonsJSON // an object for each record
	ReasonsNone     Reasons = render.ReasonsNone // only the records
)

// RejectedText turns a PCollection of [Rejected] into one of [Text], for [Write].
func RejectedText(s beam.Scope, r Reasons, rejected beam.PCollection) beam.PCollection {
	if !slices.Contains(render.Reasons(), string(r)) {
		panic(fmt.Sprintf("iribeam: there are no reasons %q: choose one of comments, json, none", string(r)))
	}
	return beam.ParDo(s.Scope("iribeam.RejectedText"), &rejectedTextFn{Reasons: r}, rejected)
}

type rejectedTextFn struct{ Reasons Reasons }

func (f *rejectedTextFn) ProcessElement(r Rejected, emit func(Text)) {
	var b []byte
	for _, fd := range r.Findings {
		p := run.Place{Source: fd.Place.Source, Line: fd.Place.Line, Col: fd.Place.Column}
		b = render.AppendReason(b, string(f.Reasons), new(host.FindingOf(&fd.Finding)), p, len(b) == 0)
	}
	asJSON := f.Reasons == ReasonsJSON
	if asJSON && !r.Continued { // otherwise the object is complete
		b = render.AppendRejected(nil, r.Source, r.Line, string(r.Record), b)
	}
	if len(b) > 0 {
		emit(Text{r.File, r.Source, r.Rel, r.Part, b, false})
	}
	if !asJSON { // a piece of its own: the record may be long
		emit(Text{r.File, r.Source, r.Rel, r.Part, r.Record, false})
	}
}
