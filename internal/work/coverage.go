package work

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/wording"
)

// A Coverage holds how many inputs of a run went through each production and each
// alternative: check --coverage prints it at the end. The results of the blocks are
// merged into it in the order of the input, and it is stored in a checkpoint, so the
// names of its fields are those of the JSON file.
type Coverage struct {
	Matched, Refused int
	Rules            []coveredRule // in the order of the grammar
}

type coveredRule struct {
	Name         string
	Inputs       int
	Alternatives []coveredAlternative
}

type coveredAlternative struct {
	ABNF   string
	Inputs int
}

// Merge adds the counts of a part and sets the counts of the part to 0. of is the
// grammar of the run. A nil coverage or part changes nothing.
func (c *Coverage) Merge(part *coverage.Coverage, of *spec.Spec) {
	if c == nil || part == nil {
		return
	}
	matched, refused := part.Inputs()
	c.Matched, c.Refused = c.Matched+matched, c.Refused+refused
	added := false
	for _, r := range part.Rules() {
		i := slices.IndexFunc(c.Rules, func(have coveredRule) bool { return have.Name == r.Rule.Name() })
		if i < 0 {
			have := coveredRule{Name: r.Rule.Name()}
			for _, alt := range r.Alternatives {
				have.Alternatives = append(have.Alternatives, coveredAlternative{ABNF: alt.ABNF})
			}
			i, added = len(c.Rules), true
			c.Rules = append(c.Rules, have)
		}
		have := &c.Rules[i]
		have.Inputs += r.Inputs
		for j := range min(len(r.Alternatives), len(have.Alternatives)) {
			have.Alternatives[j].Inputs += r.Alternatives[j].Inputs
		}
	}
	part.Reset()
	if !added {
		return
	}
	order := make(map[string]int)
	for r := range of.Rules() {
		order[r.Name()] = len(order)
	}
	slices.SortFunc(c.Rules, func(a, b coveredRule) int { return order[a.Name] - order[b.Name] })
}

// Append appends the counts. A nil coverage appends nothing.
func (c *Coverage) Append(b []byte, format string) []byte {
	if c == nil {
		return b
	}
	if format == FormatJSON {
		for _, r := range c.Rules {
			b = append(b, `{"coverage":{`...)
			b = jsonw.AppendText(b, "rule", r.Name)
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
	width := len(strconv.Itoa(c.Matched))
	missedRules, missed, alternatives := 0, 0, 0
	for _, r := range c.Rules {
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
		wording.Plural(c.Matched, "input"), len(c.Rules)-missedRules, len(c.Rules), alternatives-missed, alternatives, c.Refused)
	mark := func(n int) string {
		if n == 0 {
			return "!"
		}
		return " "
	}
	for _, r := range c.Rules {
		b = fmt.Appendf(b, "%s %*d  %s\n", mark(r.Inputs), width, r.Inputs, r.Name)
		for _, alt := range r.Alternatives {
			b = fmt.Appendf(b, "%s %*d    %s\n", mark(alt.Inputs), width, alt.Inputs, alt.ABNF)
		}
	}
	return b
}
