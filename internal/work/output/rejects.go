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

// Begin is the function for [checks.FilterRun.Begin].
func (j *Rejects) Begin(r *result.Result, rec *input.Record, record []byte) {
	if !j.None && j.Reasons == ReasonsJSON {
		r.Second = appendRecord(r.Second, rec.Source, rec.Line, chars.UnsafeString(record))
		r.InObject, r.First = true, true
	}
}

// Found is the function for [checks.FilterRun.Found].
func (j *Rejects) Found(r *result.Result, _ *input.Block, rec *input.Record, c *result.Checked) {
	if j.None || j.Reasons == ReasonsJSON && !r.InObject {
		return
	}
	at := result.NewPlacer(rec, c)
	for i := range c.Findings {
		fd := at.Written(c.Findings[i])
		p := render.Place{}
		if j.Reasons == ReasonsComments {
			p = at.Place(fd.Start)
		}
		r.Second = AppendReason(r.Second, j.Reasons, &fd, p, r.First)
		r.First = false
	}
}

// AppendReason appends one reason for which a record is rejected, the first one or one after others.
func AppendReason(b []byte, reasons string, fd *report.Finding, p render.Place, first bool) []byte {
	switch reasons {
	case ReasonsComments:
		return append(render.AppendHeadline(append(b, "# "...), fd, p), '\n')
	case ReasonsJSON:
		if !first {
			b = append(b, ',')
		}
		return fd.AppendJSON(b)
	}
	return b
}

// AppendRejected appends the object for a record with the reasons, which are of [ReasonsJSON].
func AppendRejected(b []byte, source string, line int, record string, reasons []byte) []byte {
	return append(append(appendRecord(b, source, line, record), reasons...), endRecord...)
}

// appendRecord appends the object for a record up to its reasons, and endRecord is what comes after these.
func appendRecord(b []byte, source string, line int, record string) []byte {
	b = jsonw.AppendString(append(b, `{"source":`...), source)
	b = strconv.AppendInt(append(b, `,"line":`...), int64(line), 10)
	return append(jsonw.AppendText(append(b, ','), "record", record), `,"findings":[`...)
}

const endRecord = "]}\n"

// Reject is the function for [checks.FilterRun.Reject].
func (j *Rejects) Reject(r *result.Result, record []byte, _ bool) {
	switch {
	case j.None:
	case j.Reasons != ReasonsJSON:
		r.Write(&r.Second, chars.UnsafeString(record))
	case r.InObject:
		r.Second = append(r.Second, endRecord...)
		r.InObject = false
	}
}
