package render

import (
	"bufio"
	"bytes"
	"io"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/work/run"
)

// ReportLimit is the default limit of findings in SARIF, JUnit and GitLab reports. GitHub stores no more of a run.
const ReportLimit = 5000

// A Worst collects the findings of a report that is written at the end of a run: up to a limit, errors first, and
// otherwise in the order of the input.
type Worst struct {
	f     *Formatter
	limit int // 0 for all

	errors, warnings []Piece
	full             atomic.Bool // there are as many errors as the limit: further findings are not needed
}

// Add adds formatted findings; ends are their ends in out.
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

// Write writes the report of a run with so many findings.
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
