package main

import (
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

func newFixCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fix [IRI...]",
		Short: "Mend what can be mended without changing what a string says",
		Long: `fix applies the fixes of all errors, checks the result again, and prints it. An
input that cannot be mended whole is printed as it was, and its faults go to
standard error. What has no finding is never changed, and what is only warned
about is mended when --fix names the code: to those who compare IRIs as strings,
a normalized IRI is another IRI.

From N-Triples, N-Quads, CSV, TSV and JSON Lines, the file is passed through, and
only the IRIs that are mended are written anew (with --format text).`,
		Example: `  iri fix 'http://example.org/a b?100%' http://2001:db8::1/
  iri fix --fix pct-case --fix dot-segment http://example.org/a/../%c3%a9
  iri fix -f dump.nq.gz > mended.nq`,
	}
	c := newConverter(a, cmd, topRule)
	c.anyString = true
	c.keepInput = true
	c.rules.addChecks(cmd)
	codes := cmd.Flags().StringArray("fix", nil, "mend the warnings with this `CODE` too; may be repeated")
	complete(cmd, "fix", codeNames)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		m, err := newFixer(c, *codes)
		if err != nil {
			return err
		}
		if len(words) == 0 && c.out.format == formatText {
			return m.rewrite()
		}
		return c.run(words, func(rec *input.Record, rule iri.Rule) (string, []iri.Finding, error) {
			output, findings := m.fix(rec.Text, rule)
			return output, findings, nil
		})
	}
	return cmd
}

// A mender applies the fixes that the flags ask for.
type fixer struct {
	converter *converter
	codes     []iri.Code
	opts      []iri.Option
}

func newFixer(c *converter, names []string) (*fixer, error) {
	t, err := c.rules.target(c.defaultRule)
	if err != nil {
		return nil, err
	}
	m := &fixer{converter: c}
	for _, n := range names {
		info, ok := iri.LookupCode(iri.Code(n))
		if !ok {
			return nil, usageError{unknownCode(n, codeNames(), "there is no code %q")}
		}
		m.codes = append(m.codes, info.Code)
		// Who asks for a fix of what is off by default wants it to be looked for.
		// What --severity says comes later and prevails.
		if !info.Grammar && info.Severity == iri.Off {
			m.opts = append(m.opts, iri.WithSeverity(info.Code, iri.Warning))
		}
	}
	m.opts = append(slices.Concat(m.opts, t.opts), iri.MaxFindings(fixesPerRound))
	return m, nil
}

const (
	// rounds is how often fixes are applied: those that overlap take one each.
	maxRounds = 8
	// perRound is how many faults are mended in one. A long line may have millions,
	// and a finding takes a kilobyte: those that are left are for rounds of their own,
	// as long as those need not look at more than allRounds bytes.
	fixesPerRound = 20_000
	maxRoundBytes = 512 << 20
)

// mend returns s with its fixes applied; or, if the result would not conform, s
// as it is and the findings that stand in the way.
func (m *fixer) fix(s string, rule iri.Rule) (string, []iri.Finding) {
	first := rule.Validate(s, m.opts...)
	rep := first
	try := first.More()/fixesPerRound*len(s) < maxRoundBytes
	for few, seen := 0, 0; try && few < maxRounds && seen < maxRoundBytes; {
		fixed, changed := rep.FixedWith(m.codes...)
		if !changed {
			break
		}
		if rep.More() > 0 {
			seen += len(fixed)
		} else {
			few++
		}
		if rep = rule.Validate(fixed, m.opts...); len(s) > 32*flushSize {
			runtime.GC() // before there are more copies of it
		}
	}
	if rep.Conforms() {
		return rep.Input(), nil
	}
	var left, errors []iri.Finding
	for _, f := range first.Findings() {
		if f.Severity == iri.Error {
			errors = append(errors, f)
			if f.Fix == nil {
				left = append(left, f)
			}
		}
	}
	if len(left) == 0 {
		left = errors
	}
	if first.More() > 0 {
		left = left[:min(len(left), iri.DefaultMaxFindings)]
	}
	return s, left
}
