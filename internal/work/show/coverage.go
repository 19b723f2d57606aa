package show

import (
	"fmt"
	"strconv"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Coverage is the [run.Job] that counts how often strings use each production of a grammar. Only one goroutine at a
// time may process chunks.
type Coverage struct {
	run.NoJob
	Input  *input.Options
	Target config.Target
	JSON   bool
	counts coverage.Coverage
}

// Chunk counts the items of a chunk.
func (c *Coverage) Chunk(b *input.Chunk, r *run.Result) {
	r.Each(b, c.Input, nil, func(rec *input.Item) {
		if rule, err := c.Target.RuleFor(rec); err == nil && rec.Err == nil {
			c.counts.Add(rule, rec.Text)
		}
		r.Summary.AddShown(true)
	})
}

// End prints the counts.
func (c *Coverage) End(r *run.Result, _ *run.Progress) error {
	r.Out = appendCoverage(r.Out, &c.counts, c.JSON)
	return nil
}

// appendCoverage appends how many inputs used each production and each alternative of a grammar.
func appendCoverage(b []byte, c *coverage.Coverage, asJSON bool) []byte {
	rules := c.Rules()
	if asJSON {
		for _, r := range rules {
			b = jsonw.AppendInt(jsonw.AppendMember(append(b, `{"coverage":{`...), "rule", r.Rule.Name()), "inputs", int64(r.Inputs))
			b, _ = jsonw.AppendValue(jsonw.AppendName(b, "alternatives"), append([]coverage.AlternativeCoverage{}, r.Alternatives...))
			b = append(b, "}}\n"...)
		}
		return b
	}
	matched, refused := c.Inputs()
	width := len(strconv.Itoa(matched))
	missedRules, missed, alternatives := 0, 0, 0
	for _, r := range rules {
		if r.Inputs == 0 {
			missedRules++
		}
		for _, alt := range r.Alternatives {
			alternatives++
			if alt.Inputs == 0 {
				missed++
			}
		}
	}
	b = fmt.Appendf(b, "coverage: %s went through %d of %d rules and %d of %d alternatives; %d did not match\n",
		quote.Plural(matched, "input"), len(rules)-missedRules, len(rules), alternatives-missed, alternatives, refused)
	mark := func(n int) string {
		if n == 0 {
			return "!"
		}
		return " "
	}
	for _, r := range rules {
		b = fmt.Appendf(b, "%s %*d  %s\n", mark(r.Inputs), width, r.Inputs, r.Rule.Name())
		for _, alt := range r.Alternatives {
			b = fmt.Appendf(b, "%s %*d    %s\n", mark(alt.Inputs), width, alt.Inputs, alt.ABNF)
		}
	}
	return b
}
