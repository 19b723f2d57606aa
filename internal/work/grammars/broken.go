package grammars

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/rfc3987/iri/internal/study/railroad"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/summary"
)

// maxDiagrams is how many rules a page of broken rules has, those that are broken most often.
const maxDiagrams = 50

// WriteBroken writes a page with a diagram of each rule that inputs of a run break, with the first
// input that breaks it.
func (s Source) WriteBroken(w io.Writer, sum *summary.Summary, t work.Target) error {
	names := slices.SortedFunc(maps.Keys(sum.Rules), func(a, b string) int {
		return cmp.Or(cmp.Compare(sum.Rules[b].Count, sum.Rules[a].Count), cmp.Compare(a, b))
	})
	var broken []railroad.Broken
	for _, name := range names {
		if len(broken) == maxDiagrams {
			break
		}
		for _, x := range sum.Rules[name].Examples {
			if b, ok := s.broken(name, x.Input, t); ok {
				b.Place = fmt.Sprintf("%s:%d:%d (%s)", x.Source, x.Line, x.Column, wording.Plural(int(sum.Rules[name].Count), "finding"))
				broken = append(broken, b)
				break
			}
		}
	}
	return railroad.BrokenHTML(w, s.Grammar, broken)
}

// broken returns the diagram of a rule that an input breaks; false if the input, of which the summary
// keeps only the first bytes, does not break it.
func (s Source) broken(name, input string, t work.Target) (railroad.Broken, bool) {
	rule := s.Grammar.Rule(name)
	if rule == nil {
		return railroad.Broken{}, false
	}
	for _, f := range check.Report(input, t.Rule, &t.Settings).Findings {
		if n := len(f.Rules); n == 0 || f.Rules[n-1] != name || f.Severity != report.Error {
			continue
		}
		return railroad.Broken{
			Rule: rule, Lit: railroad.Reached(s.Grammar, f.Rules, input, f.Start),
			Title:  fmt.Sprintf("%s[%s]: %s", f.Severity, f.Code, f.MessageText()),
			Before: wording.Visible(input[:f.Start]), Span: wording.Visible(input[f.Start:f.End]), After: wording.Visible(input[f.End:]),
		}, true
	}
	return railroad.Broken{}, false
}
