package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work/lsp/draft"
)

// compareTime is how long the rules of a grammar are compared with those of the spec that it changes.
const compareTime = 5 * time.Second

// codeDifference is the code of a rule that matches other strings than before. It is not a fault.
const codeDifference = "difference"

// A comparison is all that is wrong with a draft, and how its rules differ from those of the spec that
// it changes.
type comparison struct {
	document    *document
	draft       *draft.Draft
	faults      abnf.ErrorList
	differences []draft.Difference
}

// compare has a grammar inspected and compared, beside the server: one grammar at a time. That of a text that
// has changed ends.
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

// show sends what has been found beside the server, unless the text has changed, and has the next grammar
// compared.
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
