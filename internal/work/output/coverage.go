package output

import (
	"fmt"
	"strconv"

	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
)

// AppendCoverage appends how many inputs went through each production and each alternative of a grammar.
func AppendCoverage(b []byte, c *coverage.Coverage, format string) []byte {
	rules := c.Rules()
	if format == FormatJSON {
		for _, r := range rules {
			b = jsonw.AppendInt(jsonw.AppendMember(append(b, `{"coverage":{`...), "rule", r.Rule.Name()), "inputs",
				int64(r.Inputs))
			b, _ = jsonw.AppendValue(jsonw.AppendName(b, "alternatives"),
				append([]coverage.AlternativeCoverage{}, r.Alternatives...))
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
