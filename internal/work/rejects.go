package work

import (
	"fmt"
	"strconv"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/wording"
)

// How the reasons for which a filter rejects a record are written.
const (
	ReasonsComments = "comments" // a line for each, before the record
	ReasonsJSON     = "json"     // an object for each record
	ReasonsNone     = "none"
)

// Rejects is the file of bad records, with the reasons before them.
type Rejects struct {
	Reasons string
	None    bool // they are only counted
}

// Found is the function for [FilterRun.Found].
func (j *Rejects) Found(r *Result, _ *input.Block, rec *input.Record, c *Checked) {
	at := newPlacer(rec, c)
	for i := range c.Findings {
		fd := &c.Findings[i]
		switch {
		case j.None:
		case j.Reasons == ReasonsComments:
			p := at.place(fd.Start)
			r.reasons = fmt.Appendf(r.reasons, "# %s:%d:%d: %s[%s]: %s\n", wording.Visible(p.Source), p.Line, p.Col, fd.Severity, fd.Code, wording.Visible(fd.Message))
		case j.Reasons == ReasonsJSON:
			if len(r.reasons) == 0 {
				r.source, r.line = rec.Source, rec.Line
			} else {
				r.reasons = append(r.reasons, ',')
			}
			r.reasons = at.appendFinding(r.reasons, fd)
		}
	}
}

// Reject is the function for [FilterRun.Reject].
func (j *Rejects) Reject(r *Result, record []byte, rest bool) {
	switch {
	case j.None:
		return
	case j.Reasons != ReasonsJSON:
		r.Second = append(r.Second, r.reasons...)
		r.write(&r.Second, view(record))
	case !rest:
		b := jsonw.AppendString(append(r.Second, `{"source":`...), r.source)
		b = strconv.AppendInt(append(b, `,"line":`...), int64(r.line), 10)
		b = jsonw.AppendText(append(b, ','), "record", view(record))
		b = append(append(b, `,"findings":[`...), r.reasons...)
		r.Second = append(b, "]}\n"...)
	}
	r.reasons = r.reasons[:0]
}
