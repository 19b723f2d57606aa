package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work/lsp/draft"
)

// compareTime is the longest time for comparing the rules of a grammar with those of the spec that it changes.
const compareTime = 5 * time.Second

// codeDifference is the code of a rule that matches other strings than in the spec that the grammar changes. It is
// not a fault.
const codeDifference = "difference"

// A comparison has all faults of a draft, and the differences between its rules and those of the spec that it
// changes.
type comparison struct {
	document    *document
	draft       *draft.Draft
	faults      abnf.ErrorList
	differences []draft.Difference
}

// compare starts to inspect and compare a grammar in the background, one grammar at a time. If the text changes, the
// comparison of the old text is stopped.
func (s *Server) compare(d *document) {
	if s.stop != nil {
		if s.comparing == d {
			s.stop()
		}
		s.uncompared = append(slices.DeleteFunc(s.uncompared, func(w *document) bool { return w == d }), d)
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), compareTime)
	s.stop, s.comparing = stop, d
	of, levels := d.draft, d.levels
	go func() {
		c := comparison{d, of, levels.Apply(of.Inspect(levels.Wants)), nil}
		c.differences, _ = of.Differences(ctx)
		select {
		case s.compared <- c:
		case <-s.done:
		}
	}()
}

// show sends the result of a comparison, unless the text has changed, and starts the next one.
func (s *Server) show(c comparison) {
	s.stop()
	s.stop, s.comparing = nil, nil
	if d := c.document; d.draft == c.draft && s.open[d.uri] == d {
		all := d.faults(c.faults)
		for i := range c.differences {
			f := &c.differences[i]
			for _, n := range d.draft.All(f.Rule, false) {
				all = append(all, diagnostic{Range: d.text.span(n.Start, n.End), Severity: information,
					Code: codeDifference, Source: "iri", Message: f.String()})
			}
		}
		if !slices.Equal(all, d.diagnostics) {
			d.diagnostics = all
			s.send(d)
		}
	}
	if len(s.uncompared) > 0 {
		next := s.uncompared[0]
		if s.uncompared = s.uncompared[1:]; s.open[next.uri] == next {
			s.compare(next)
		}
	}
}
