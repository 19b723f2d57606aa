package output

import (
	"strconv"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/result"
)

// How the reasons for which a filter rejects a record are written.
const (
	ReasonsComments = "comments" // a line for each, before the record
	ReasonsJSON     = "json"     // an object for each record
	ReasonsNone     = "none"
)

// Reasons returns the forms of reasons.
func Reasons() []string { return []string{ReasonsComments, ReasonsJSON, ReasonsNone} }

// Rejects is the file of bad records, with the reasons before them.
type Rejects struct {
	Reasons string
	None    bool // they are only counted
}

// Found is the function for [checks.FilterRun.Found].
func (j *Rejects) Found(r *result.Result, _ *input.Block, rec *input.Record, c *result.Checked) {
	if j.None {
		return
	}
	if len(r.Reasons) == 0 {
		r.Source, r.Line = rec.Source, rec.Line
	}
	at := result.NewPlacer(rec, c)
	for i := range c.Findings {
		fd := at.Written(c.Findings[i])
		p := render.Place{}
		if j.Reasons == ReasonsComments {
			p = at.Place(fd.Start)
		}
		r.Reasons = AppendReason(r.Reasons, j.Reasons, &fd, p)
	}
}

// AppendReason appends one reason for which a record is rejected to those before it.
func AppendReason(b []byte, reasons string, fd *report.Finding, p render.Place) []byte {
	switch reasons {
	case ReasonsComments:
		return append(render.AppendHeadline(append(b, "# "...), fd, p), '\n')
	case ReasonsJSON:
		if len(b) > 0 {
			b = append(b, ',')
		}
		return fd.AppendJSON(b)
	}
	return b
}

// AppendRejected appends the object for a record with the reasons, which are of [ReasonsJSON].
func AppendRejected(b []byte, source string, line int, record string, reasons []byte) []byte {
	b = jsonw.AppendString(append(b, `{"source":`...), source)
	b = strconv.AppendInt(append(b, `,"line":`...), int64(line), 10)
	b = jsonw.AppendText(append(b, ','), "record", record)
	b = append(append(b, `,"findings":[`...), reasons...)
	return append(b, "]}\n"...)
}

// Reject is the function for [checks.FilterRun.Reject].
func (j *Rejects) Reject(r *result.Result, record []byte, rest bool) {
	switch {
	case j.None:
		return
	case j.Reasons != ReasonsJSON:
		r.Second = append(r.Second, r.Reasons...)
		r.Write(&r.Second, chars.UnsafeString(record))
	case !rest:
		r.Second = AppendRejected(r.Second, r.Source, r.Line, chars.UnsafeString(record), r.Reasons)
	}
	r.Reasons = r.Reasons[:0]
}
