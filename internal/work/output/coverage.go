package output

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
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
	Place        int // in the grammar
	Inputs       int
	Alternatives []coveredAlternative
}

type coveredAlternative struct {
	ABNF   string `json:"abnf"`
	Inputs int    `json:"inputs"`
}

// CoverageOf returns what has been counted, and sets the counts to 0. of is the grammar of the run. It
// returns nil for nil.
func CoverageOf(part *coverage.Coverage, of *spec.Spec) *Coverage {
	if part == nil {
		return nil
	}
	places := make(map[string]int)
	for r := range of.Rules() {
		places[r.Name()] = len(places)
	}
	counts := new(Coverage)
	counts.Matched, counts.Refused = part.Inputs()
	for _, r := range part.Rules() {
		rule := coveredRule{Name: r.Rule.Name(), Place: places[r.Rule.Name()], Inputs: r.Inputs}
		for _, alt := range r.Alternatives {
			rule.Alternatives = append(rule.Alternatives, coveredAlternative{alt.ABNF, alt.Inputs})
		}
		counts.Rules = append(counts.Rules, rule)
	}
	part.Reset()
	return counts
}

// Plus adds the counts of a part, which is for the same grammar and stays as it is, and returns the
// coverage; a nil part adds nothing.
func (c *Coverage) Plus(part *Coverage) *Coverage {
	if part == nil {
		return c
	}
	c = cmp.Or(c, new(Coverage))
	c.Matched, c.Refused = c.Matched+part.Matched, c.Refused+part.Refused
	for _, r := range part.Rules {
		i, found := slices.BinarySearchFunc(c.Rules, r.Place,
			func(have coveredRule, place int) int { return have.Place - place })
		if !found {
			r.Alternatives = slices.Clone(r.Alternatives)
			c.Rules = slices.Insert(c.Rules, i, r)
			continue
		}
		have := &c.Rules[i]
		have.Inputs += r.Inputs
		for j := range min(len(r.Alternatives), len(have.Alternatives)) {
			have.Alternatives[j].Inputs += r.Alternatives[j].Inputs
		}
	}
	return c
}

// Append appends the counts. A nil coverage appends nothing.
func (c *Coverage) Append(b []byte, format string) []byte {
	if c == nil {
		return b
	}
	if format == FormatJSON {
		for _, r := range c.Rules {
			b = jsonw.AppendInt(jsonw.AppendMember(append(b, `{"coverage":{`...), "rule", r.Name), "inputs",
				int64(r.Inputs))
			b, _ = jsonw.AppendValue(jsonw.AppendName(b, "alternatives"),
				append([]coveredAlternative{}, r.Alternatives...))
			b = append(b, "}}\n"...)
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
		quote.Plural(c.Matched, "input"), len(c.Rules)-missedRules, len(c.Rules), alternatives-missed, alternatives,
		c.Refused)
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
