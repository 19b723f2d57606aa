package render

import (
	"strconv"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// The forms in which the reasons for rejecting a record are written.
const (
	ReasonsComments = "comments" // a line for each, before the record
	ReasonsJSON     = "json"     // an object for each record
	ReasonsNone     = "none"
)

// Reasons returns the names of the forms.
func Reasons() []string { return []string{ReasonsComments, ReasonsJSON, ReasonsNone} }

// Rejects is the sink for rejected records, with the reasons before them. A result has both in Second.
type Rejects struct {
	run.NoSink
	Reasons string
	Second  *run.Output // nil if records are only counted
	Texts   bool        // they are texts without a result, and not records of a filter: each is written as a line
}

// Render implements [run.Sink].
func (j *Rejects) Render(r *run.Result, rec *input.Item, c *run.Checked) {
	if j.Second == nil {
		return
	}
	if j.Reasons == ReasonsJSON && !r.InObject {
		record := r.Chunk.Data[rec.From:max(rec.From, rec.To)]
		if len(record) == 0 {
			return
		}
		r.Second = appendItem(r.Second, rec.Source, rec.Line, chars.UnsafeString(record))
		r.InObject, r.First = true, true
	}
	at := run.NewPlacer(rec, c)
	for i := range c.Findings {
		fd := at.Written(c.Findings[i])
		p := run.Place{}
		if j.Reasons == ReasonsComments {
			p = at.Place(fd.Start)
		}
		r.Second = AppendReason(r.Second, j.Reasons, &fd, p, r.First)
		r.First = false
	}
	if j.Texts {
		j.Reject(r, append([]byte(rec.Text), '\n'), false)
	}
}

func (j *Rejects) Handle(r *run.Result) (err error) {
	if j.Second != nil && len(r.Second) > 0 {
		_, err = j.Second.Write(r.Second)
	}
	return err
}

// AppendReason appends one reason for rejecting a record. first is set for the first reason of a record.
func AppendReason(b []byte, reasons string, fd *finding.Finding, p run.Place, first bool) []byte {
	switch reasons {
	case ReasonsComments:
		return append(appendHeadline(append(b, "# "...), fd, p), '\n')
	case ReasonsJSON:
		if !first {
			b = append(b, ',')
		}
		return fd.AppendJSON(b)
	}
	return b
}

// AppendRejected appends the object for a rejected record; reasons are in the form [ReasonsJSON].
func AppendRejected(b []byte, source string, line int, record string, reasons []byte) []byte {
	return append(append(appendItem(b, source, line, record), reasons...), endRecord...)
}

// appendItem appends the object for a record up to its reasons; endRecord is the text after the reasons.
func appendItem(b []byte, source string, line int, record string) []byte {
	b = jsonw.AppendString(append(b, `{"source":`...), source)
	b = strconv.AppendInt(append(b, `,"line":`...), int64(line), 10)
	return append(jsonw.AppendText(append(b, ','), "record", record), `,"findings":[`...)
}

const endRecord = "]}\n"

func (j *Rejects) Reject(r *run.Result, record []byte, _ bool) {
	switch {
	case j.Second == nil:
	case j.Reasons != ReasonsJSON:
		r.Write(&r.Second, chars.UnsafeString(record))
	case r.InObject:
		r.Second = append(r.Second, endRecord...)
		r.InObject = false
	}
}
