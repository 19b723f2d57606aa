package prose

import (
	"slices"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/scheme"
	"github.com/rfc3987/iri/internal/spec"
)

// A checker runs the prose rules on one string that conforms to a rule for whole
// references. Where the grammar is broken, its findings come first and alone.
type checker struct {
	report.List
	s    string
	p    component.Parts // where the components of s are
	rule spec.Rule
}

// Rules is the registry: every prose rule.
var Rules = report.Number(bidiRules, normalFormRules, textRules, hostRules, scheme.Rules, leiriRules)

// Lookup returns the prose rule of a code, nil if it has none.
func Lookup(c report.Code) *report.ProseRule {
	i := slices.IndexFunc(Rules, func(r *report.ProseRule) bool { return r.Code == c })
	if i < 0 {
		return nil
	}
	return Rules[i]
}

// Check runs the prose rules on ref, which conforms to rule, and returns the
// findings sorted by where they start, at most as many as the options allow, how
// many more there were, and how many of all of them are errors. It takes time in
// proportion to the length, and does not allocate where it finds nothing.
func Check(ref *component.Ref, rule spec.Rule, o *report.Settings) (findings []report.Finding, more, errors int) {
	c := checker{List: report.List{Settings: o}, s: ref.Text, p: ref.Parts, rule: rule}
	c.run()
	if c.Total == 0 {
		return nil, 0, 0
	}
	c.Sort()
	c.complete()
	return c.Findings, c.Total - len(c.Findings), c.Errors
}

// Quiet reports whether the prose rules find nothing in ref, which conforms to rule.
func Quiet(ref *component.Ref, rule spec.Rule, o *report.Settings) bool {
	c := checker{List: report.List{Settings: o, Trial: true}, s: ref.Text, p: ref.Parts, rule: rule}
	c.run()
	return c.Total == 0
}

// run makes every check.
func (c *checker) run() {
	if i := chars.NonASCII(c.s); i < len(c.s) {
		c.text(i)
	}
	if c.rule.Spec() == spec.LEIRI {
		c.leiri()
	}
	if c.p.Host > 0 {
		c.authority()
	}
	if c.p.Scheme > 0 {
		scheme.Check(&c.List, component.Ref{Text: c.s, Parts: c.p})
	}
	if !c.Settings.Default() {
		c.normalForm()
	}
}

// complete takes away the fixes that do not keep what design §4 promises: a fix,
// applied, removes its finding and adds none.
func (c *checker) complete() {
	const budget = 1 << 20 // bytes checked again, for the fixes of one string
	spent := 0
	for i := range c.Findings {
		f := &c.Findings[i]
		if f.Fix == nil {
			continue
		}
		if spent += len(c.s); spent > max(budget, len(c.s)) || !c.verify(f) {
			f.Fix = nil
		}
	}
}

// verify reports whether the fix of a finding leads to a string that conforms to
// the rule and that has fewer findings of this code and no more of any other.
func (c *checker) verify(f *report.Finding) bool {
	s := c.s[:f.Fix.Start] + f.Fix.Text + c.s[f.Fix.End:]
	var ref component.Ref
	if !c.rule.Split(s, &ref) {
		return false
	}
	t := checker{List: report.List{Settings: c.Settings, Trial: true}, s: s, p: ref.Parts, rule: c.rule}
	t.run()
	return c.Mends(f.Code, &t.List, Rules)
}
