package engine

import (
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/railroad"
)

// An explanation is what the page shows of a code or a rule.
type explanation struct {
	Name       string    `json:"name"`
	Title      string    `json:"title,omitempty"`
	Severity   string    `json:"severity,omitempty"`
	Section    string    `json:"section,omitempty"`
	SectionURL string    `json:"sectionURL,omitempty"`
	Clause     string    `json:"clause,omitempty"`
	Text       string    `json:"text,omitempty"`
	Mend       string    `json:"mend,omitempty"`
	Good       []string  `json:"good,omitempty"`
	Bad        []string  `json:"bad,omitempty"`
	Against    string    `json:"against,omitempty"` // the rule that the examples are checked against
	ABNF       []ruleRow `json:"abnf,omitempty"`
	UsedBy     []string  `json:"usedBy,omitempty"`
}

// A ruleRow is a rule in a list.
type ruleRow struct {
	Name       string `json:"name"`
	ABNF       string `json:"abnf"`
	Section    string `json:"section,omitempty"`
	SectionURL string `json:"sectionURL,omitempty"`
}

func rowOf(r *abnf.Rule) ruleRow {
	return ruleRow{r.Name, r.Source, r.Cites(), railroad.SectionURL(r.Section)}
}

// maxRows is how many rules an explanation shows below the one that it is about.
const maxRows = 40

// explain explains a code, or a rule of the spec.
func (e *Engine) explain(p struct {
	Spec string `json:"spec"`
	Name string `json:"name"`
}) (explanation, error) {
	s, err := e.spec(p.Spec)
	if err != nil {
		return explanation{}, err
	}
	rule, isRule := s.Rule(p.Name)
	info, isCode := iri.LookupCode(iri.Code(p.Name))
	if isRule && p.Spec == custom {
		isCode = false // the entries are for the built-in specs
	}
	if isRule && isCode && !info.Grammar {
		isRule = false
	}
	if !isRule && !isCode {
		if err := refused(s, p.Name); err != nil {
			return explanation{}, err
		}
		return explanation{}, fmt.Errorf("there is no code and no rule %q", p.Name)
	}
	x := explanation{Name: p.Name}
	if isCode {
		x.Title, x.Clause, x.Text, x.Mend = info.Title, info.Clause, info.Text, info.Mend
		x.Section, x.Good, x.Bad = info.Section, info.Good, info.Bad
		x.Severity = info.Severity.String() + " by default"
		if info.Grammar {
			x.Severity = "always an error"
		}
		if info.Command == "" {
			start := info.Spec
			if start == nil {
				start = iri.RFC3987
			}
			x.Against = start.Top().Name()
			if info.Rule != "" {
				x.Against = info.Rule
			}
			x.Against += " of " + start.Title()
		}
	}
	if isRule {
		x.Name, x.Section = rule.Name(), rule.Section()
		g := (*spec.Spec)(s).Grammar()
		rows := g.Closure(g.Rule(rule.Name()))
		for _, r := range rows[:min(len(rows), 1+maxRows)] {
			x.ABNF = append(x.ABNF, rowOf(r))
		}
		for _, r := range rule.UsedBy() {
			x.UsedBy = append(x.UsedBy, r.Name())
		}
		if !isCode {
			x.Good, x.Bad = rule.Examples(4)
			x.Against = rule.Name() + " of " + s.Title()
		}
	}
	x.SectionURL = railroad.SectionURL(x.Section)
	return x, nil
}
