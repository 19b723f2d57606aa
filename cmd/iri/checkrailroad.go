package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/study/railroad"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// This file draws the rules that inputs break, for check --railroad.

// maxDiagrams is how many rules the page has, those that are broken most often.
const maxDiagrams = 50

// writeRailroad writes the page of --railroad, if it is asked for. It has a diagram of
// each rule that is broken, with the first input that breaks it.
func (c *checkRun) writeRailroad(sum *summary.Summary) error {
	if c.railroad == "" {
		return nil
	}
	src, err := c.rules.source()
	if err != nil {
		return err
	}
	names := slices.SortedFunc(maps.Keys(sum.Rules), func(a, b string) int {
		return cmp.Or(cmp.Compare(sum.Rules[b].Count, sum.Rules[a].Count), cmp.Compare(a, b))
	})
	var broken []railroad.Broken
	for _, name := range names {
		if len(broken) == maxDiagrams {
			break
		}
		for _, x := range sum.Rules[name].Examples {
			if b, ok := c.broken(src, name, x); ok {
				b.Place = fmt.Sprintf("%s:%d:%d (%s)", x.Source, x.Line, x.Column, wording.Plural(int(sum.Rules[name].Count), "finding"))
				broken = append(broken, b)
				break
			}
		}
	}
	f, err := os.Create(c.railroad)
	if err != nil {
		return err
	}
	return run.FirstError(railroad.BrokenHTML(f, src.grammar, broken), f.Close())
}

// broken returns the diagram of a rule that an input breaks; false if the input, of which
// the summary keeps only the first bytes, does not break it.
func (c *checkRun) broken(src grammarSource, name string, x summary.Example) (railroad.Broken, bool) {
	rule := src.grammar.Rule(name)
	if rule == nil {
		return railroad.Broken{}, false
	}
	for _, f := range c.target.Rule.Validate(x.Input, c.target.Opts...).Findings() {
		if n := len(f.Rules); n == 0 || f.Rules[n-1] != name || f.Severity != iri.Error {
			continue
		}
		return railroad.Broken{
			Rule: rule, Lit: railroad.Reached(src.grammar, f.Rules, x.Input, f.Start),
			Title:  fmt.Sprintf("%s[%s]: %s", f.Severity, f.Code, f.Message),
			Before: wording.Visible(x.Input[:f.Start]), Span: wording.Visible(x.Input[f.Start:f.End]), After: wording.Visible(x.Input[f.End:]),
		}, true
	}
	return railroad.Broken{}, false
}
