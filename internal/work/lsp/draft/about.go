package draft

import (
	"context"
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/grammardiff"
	"github.com/rfc3987/iri/internal/study/sample"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
)

// misses is how many strings that do not match are tried, to show the shortest of them.
const misses = 20

// About describes a rule in Markdown: its section, its definition, a shortest string that it matches, and one that it
// does not match. It returns "" for an unknown rule.
func (d *Draft) About(name string) string {
	reading, r := d.reading.of(name)
	if r == nil {
		return ""
	}
	if text, ok := d.abouts[r.Name]; ok {
		return text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", r.Name)
	if r.Section != "" {
		fmt.Fprintf(&b, " (%s)", r.Cites())
	}
	fmt.Fprintf(&b, "\n\n```abnf\n%s\n```\n", r.Source)
	if usable := reading.usable(); usable.Rule(r.Name) == nil {
		b.WriteString("\nIt cannot be used as a start rule.\n")
	} else {
		writeExamples(&b, usable, usable.Rule(r.Name))
	}
	d.abouts[r.Name] = b.String()
	return b.String()
}

// writeExamples writes a shortest string that a rule matches, and one that it does not match.
func writeExamples(b *strings.Builder, g *abnf.Grammar, r *abnf.Rule) {
	if text, err := sample.Shortest(g, r); err == nil {
		fmt.Fprintf(b, "\nA shortest string that it matches: %s\n", code(text))
	}
	s, err := sample.New(g, r, 1)
	if err != nil {
		return
	}
	best, why, found := s.NearMiss()
	// an unreadable text is longer in quotes
	rank := func(text string) int { return len(text) + len(quote.Quote(text)) }
	for range misses {
		if text, reason, ok := s.NearMiss(); ok && rank(text) < rank(best) {
			best, why = text, reason
		}
	}
	if found {
		fmt.Fprintf(b, "\nA string that it does not match: %s (%s)\n", code(best), why)
	} else {
		b.WriteString("\nNo string was found that it does not match.\n")
	}
}

// code formats a string, in quotes, as code in Markdown.
func code(s string) string {
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + quote.Quote(s) + fence
}

// A Difference has a string that a rule matches and the rule of the same name in the changed spec does not, and the
// reverse. Either may be nil.
type Difference struct {
	Rule             string
	Spec             string // the title of the spec
	Accepts, Refuses *string
}

func (d *Difference) String() string {
	var parts []string
	if d.Accepts != nil {
		parts = append(parts, "accepts "+quote.Quote(*d.Accepts)+", which "+d.Spec+" refuses")
	}
	if d.Refuses != nil {
		parts = append(parts, "refuses "+quote.Quote(*d.Refuses)+", which "+d.Spec+" accepts")
	}
	return d.Rule + " " + strings.Join(parts, ", and ")
}

// Differences compares the rules whose definition differs from that in the spec that the grammar changes, or whose
// name it has, and returns those that match other strings. It stops when the context ends, and returns the rules
// compared so far. whole is true if it has compared all rules, of a text without syntax errors. It may run while
// other methods are called. A rule that takes too much work is left out.
func (d *Draft) Differences(ctx context.Context) (all []Difference, whole bool) {
	if !d.upToDate {
		return nil, true
	}
	base := d.base()
	if base == nil {
		return nil, true
	}
	usable := d.reading.usable()
	for _, r := range usable.Rules {
		old := base.Usable.Rule(r.Name)
		if r.Pos.File != d.File || old == nil || old.Expr.String() == r.Expr.String() {
			continue
		}
		if ctx.Err() != nil {
			return all, false
		}
		only, err := grammardiff.Witnesses(
			grammardiff.Side{Name: base.Name, Grammar: base.Usable, Rule: old},
			grammardiff.Side{Name: d.File, Grammar: usable, Rule: r})
		if err == nil && (only[0] != nil || only[1] != nil) {
			all = append(all, Difference{Rule: r.Name, Spec: base.Spec.Title(), Accepts: only[1], Refuses: only[0]})
		}
	}
	return all, ctx.Err() == nil
}

// base returns the spec that the grammar changes, or whose name it has, or nil.
func (d *Draft) base() *grammars.Grammar {
	for _, name := range []string{d.reading.grammar.Changes, d.reading.grammar.Spec} {
		if s, ok := spec.ByName(name); ok {
			base := grammars.Of(name, s)
			return &base
		}
		if f, ok := config.InLibrary(name); ok {
			if base, err := grammars.OfFiles(name, []spec.GrammarFile{f}); err == nil {
				return &base
			}
		}
	}
	return nil
}
