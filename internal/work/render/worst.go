package render

import (
	"bufio"
	"bytes"
	"io"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/work/run"
)

// ReportLimit is how many findings a report in SARIF, JUnit or of GitLab has unless more are asked for. GitHub
// stores no more than so many of a run.
const ReportLimit = 5000

// A Worst holds the findings of a report that is written at the end of a run: so many, errors first,
// and else in the order of the input.
type Worst struct {
	f     *Formatter
	limit int // 0 for all

	errors, warnings []Piece
	full             atomic.Bool // there are so many errors: further findings need not be made
}

// Add adds findings, as the formatter has made them; ends says where each ends in out.
func (w *Worst) Add(out []byte, ends []run.End) {
	start := 0
	for _, end := range ends {
		list := &w.warnings
		if end.Error {
			list = &w.errors
		}
		if w.limit == 0 || len(*list) < w.limit {
			*list = append(*list, Piece{Out: bytes.Clone(out[start:end.At]), Source: end.Source,
				Error: end.Error})
		}
		start = end.At
	}
	if w.limit > 0 && len(w.errors) >= w.limit {
		w.full.Store(true)
	}
}

// Write writes the report of a run that has found so many.
func (w *Worst) Write(to io.Writer, found int64, o Outcome) error {
	pieces := append(w.errors, w.warnings...)
	if w.limit > 0 {
		pieces = pieces[:min(len(pieces), w.limit)]
	}
	o.Omitted = max(0, found-int64(len(pieces)))
	b := bufio.NewWriterSize(to, 64<<10)
	w.f.report(b, pieces, o)
	return b.Flush()
}
