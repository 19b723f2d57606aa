package main

import (
	"fmt"
	"strconv"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/jsonw"
)

// appendCoverage appends how many inputs went through each production and each
// alternative: what check --coverage prints after a run. Without c it appends
// nothing.
func appendCoverage(b []byte, c *iri.Coverage, format string) []byte {
	if c == nil {
		return b
	}
	rules := c.Rules()
	if format == formatJSON {
		for _, r := range rules {
			b = append(b, `{"coverage":{`...)
			b = jsonw.AppendText(b, "rule", r.Rule.Name())
			b = append(b, `,"inputs":`...)
			b = strconv.AppendInt(b, int64(r.Inputs), 10)
			b = append(b, `,"alternatives":[`...)
			for i, alt := range r.Alternatives {
				if i > 0 {
					b = append(b, ',')
				}
				b = append(b, '{')
				b = jsonw.AppendText(b, "abnf", alt.ABNF)
				b = append(b, `,"inputs":`...)
				b = strconv.AppendInt(b, int64(alt.Inputs), 10)
				b = append(b, '}')
			}
			b = append(b, "]}}\n"...)
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
	b = fmt.Appendf(b, "coverage: %d inputs went through %d of %d rules and %d of %d alternatives; %d did not match\n",
		matched, len(rules)-missedRules, len(rules), alternatives-missed, alternatives, refused)
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
