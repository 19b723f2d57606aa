package iribeam

import (
	"fmt"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/render"
)

// A Rejected is a record that a transform could not pass on, or not change, with the
// reasons. In an RDF dump a record is a line, which may hold several IRIs.
type Rejected struct {
	File     int64 // the number of the file
	Part     int64 // the offset of the part of the file
	Source   string
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
	ReasonsComments Reasons = "comments" // a line "# file:line:column: …" for each finding before the record
	ReasonsJSON     Reasons = "json"     // an object for each record
	ReasonsNone     Reasons = "none"     // only the records
)

// RejectedText turns a PCollection of [Rejected] into one of [Text], for [Write].
func RejectedText(s beam.Scope, r Reasons, rejected beam.PCollection) beam.PCollection {
	switch r {
	case ReasonsComments, ReasonsJSON, ReasonsNone:
	default:
		panic(fmt.Sprintf("iribeam: there are no reasons %q: choose one of comments, json, none", string(r)))
	}
	return beam.ParDo(s.Scope("iribeam.RejectedText"), &rejectedTextFn{Reasons: r}, rejected)
}

type rejectedTextFn struct{ Reasons Reasons }

func (f *rejectedTextFn) ProcessElement(r Rejected, emit func(Text)) {
	var b []byte
	switch {
	case r.Continued && f.Reasons == ReasonsJSON:
		return // the object is complete
	case r.Continued:
	case f.Reasons == ReasonsJSON:
		b = append(b, `{"source":`...)
		b = jsonw.AppendString(b, r.Source)
		b = append(b, `,"line":`...)
		b = strconv.AppendInt(b, int64(r.Line), 10)
		b = append(b, ',')
		b = jsonw.AppendText(b, "record", string(r.Record))
		b = append(b, `,"findings":[`...)
		for i := range r.Findings {
			if i > 0 {
				b = append(b, ',')
			}
			fd, at := r.Findings[i].iri(), &r.Findings[i].Place
			b = work.AppendFinding(b, &fd, render.Place{Source: at.Source, Line: at.Line, Col: at.Column})
		}
		b = append(b, "]}\n"...)
	case f.Reasons == ReasonsComments:
		for i := range r.Findings {
			fd := &r.Findings[i]
			b = fmt.Appendf(b, "# %s:%d:%d: %s[%s]: %s\n", wording.Visible(fd.Place.Source), fd.Place.Line, fd.Place.Column, fd.Severity, fd.Code, wording.Visible(fd.Message))
		}
	}
	if len(b) > 0 {
		emit(Text{File: r.File, Part: r.Part, Data: b})
	}
	if f.Reasons != ReasonsJSON { // a piece of its own: the record may be long
		emit(Text{File: r.File, Part: r.Part, Data: r.Record})
	}
}

// iri returns the finding as that of the root package.
func (f *Finding) iri() iri.Finding {
	out := iri.Finding{
		Code: iri.Code(f.Code), Severity: iri.Warning, Message: f.Message, Start: f.Start, End: f.End,
		Rules: f.Rules, Expected: f.Expected, Section: f.Section, ABNF: f.ABNF, Hint: f.Hint,
	}
	if f.Severity == iri.Error.String() {
		out.Severity = iri.Error
	}
	if f.HasFix {
		out.Fix = &iri.Fix{Start: f.FixStart, End: f.FixEnd, Text: f.FixText}
	}
	return out
}

// maxInput is the length of the longest input that the findings of a Rejected repeat.
const maxInput = 1 << 20

// A rejecter collects the findings of rejected records.
type rejecter struct {
	sp   Split
	end  byte     // what ends a record
	from int64    // where the present record is in its block
	next Rejected // it has no findings if there is none
	emit func(Rejected)
}

// add adds the findings of one string of a record. In pages and documents, which have no
// lines, each string is a record.
func (r *rejecter) add(rec *input.Record, record []byte, findings []Finding) {
	if rec.From != r.from || rec.From == rec.To {
		r.flush()
	}
	if len(r.next.Findings) == 0 {
		r.from = rec.From
		r.next = Rejected{File: r.sp.File.Number, Part: r.sp.Start, Source: rec.Source, Line: rec.Line, Record: append([]byte(nil), record...)}
	}
	r.next.Findings = append(r.next.Findings, findings...)
}

// flush emits the record that is being collected.
func (r *rejecter) flush() {
	if len(r.next.Findings) > 0 {
		r.emit(r.next)
	}
	r.next = Rejected{}
}

// rest emits a further piece of a long record.
func (r *rejecter) rest(data []byte) {
	r.flush()
	r.emit(Rejected{File: r.sp.File.Number, Part: r.sp.Start, Source: r.sp.File.Name, Record: append([]byte(nil), data...), Continued: true})
}
