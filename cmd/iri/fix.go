package main

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

func newFixCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fix [IRI...]",
		Short: "Fix what can be fixed without changing what a string says",
		Long: `fix applies the fixes of all errors, checks the result again, and prints it. If some
errors of an input have no fix, the input is printed unchanged and its findings go to
standard error. An input without findings is never changed. A warning is fixed only if
--fix names its code: programs that compare IRIs as strings take a normalized IRI for
another IRI.

With --format text, files are copied to the output, and only the IRIs that are fixed
change; --list prints the results alone. --diff prints what would change in the files,
and -w changes them: the new text goes into a new file beside the old one, which then
takes its name. At the end a line on standard error says how many strings were mended,
left as they were with findings, and untouched.`,
		Example: `  iri fix 'http://example.org/a b?100%' http://2001:db8::1/
  iri fix --fix pct-case --fix dot-segment http://example.org/a/../%c3%a9
  iri fix -f dump.nq.gz > fixed.nq`,
	}
	c := newConverter(a, cmd, topRule)
	c.anyString = true
	c.keepInput = true
	c.rules.addChecks(cmd)
	c.rules.addGuess(cmd)
	codes := cmd.Flags().StringArray("fix", nil, "also fix the warnings with this `CODE`; may be repeated")
	complete(cmd, "fix", codeNames)
	files := fixFiles{}
	cmd.Flags().BoolVar(&files.diff, "diff", false, "print a unified diff of the files instead of their new text")
	cmd.Flags().BoolVarP(&files.write, "write", "w", false, "write the fixed text back into the files")
	cmd.Flags().BoolVar(&c.runFlags.noSummary, "no-summary", false, "leave out the summary")
	cmd.MarkFlagsMutuallyExclusive("diff", "write")
	cmd.RunE = func(_ *cobra.Command, words []string) (err error) {
		f, err := newFixer(c, *codes)
		if err != nil {
			return err
		}
		defer func() {
			if !c.runFlags.noSummary && (err == nil || !isUsage(err)) {
				f.printCounts()
			}
		}()
		if files.diff || files.write {
			if len(words) > 0 {
				return usagef("--diff and --write are for files: name them with -f")
			}
			return files.run(f)
		}
		if len(words) == 0 && c.out.format == formatText && !c.list {
			return f.rewrite()
		}
		return c.run(words, func(rec *input.Record, rule iri.Rule) (string, []iri.Finding, error) {
			output, findings := f.fixText(rec, rule)
			return output, findings, nil
		})
	}
	return cmd
}

// A fixer applies the fixes that the flags ask for.
type fixer struct {
	converter *converter
	codes     []iri.Code
	opts      []iri.Option

	mended, left, untouched atomic.Int64 // strings
}

func newFixer(c *converter, names []string) (*fixer, error) {
	t, err := c.rules.target(c.defaultRule)
	if err != nil {
		return nil, err
	}
	f := &fixer{converter: c}
	for _, n := range names {
		info, ok := iri.LookupCode(iri.Code(n))
		if !ok {
			return nil, usageError{unknownCode(n, codeNames(), "there is no code %q")}
		}
		f.codes = append(f.codes, info.Code)
		// --fix of a code that is off by default turns it on. --severity comes later
		// in the options, so it takes precedence.
		if !info.Grammar && info.Severity == iri.Off {
			f.opts = append(f.opts, iri.WithSeverity(info.Code, iri.Warning))
		}
	}
	f.opts = append(slices.Concat(f.opts, t.opts), iri.MaxFindings(fixesPerRound))
	return f, nil
}

const (
	// maxRounds bounds how often fixes are applied: of fixes that overlap, each needs a
	// round.
	maxRounds = 8
	// fixesPerRound bounds the findings of a round, because a finding takes about
	// 1 KiB and a long line may have millions. The rest is left for further rounds,
	// which do not count for maxRounds but together check at most maxRoundBytes.
	fixesPerRound = 20_000
	maxRoundBytes = 512 << 20
)

// fix returns s with its fixes applied. If the result would not conform, it returns s
// unchanged and the findings that prevent it.
func (f *fixer) fix(s string, rule iri.Rule) (string, []iri.Finding) {
	first := rule.Validate(s, f.opts...)
	rep := first
	try := first.More()/fixesPerRound*len(s) < maxRoundBytes
	for rounds, checked := 0, 0; try && rounds < maxRounds && checked < maxRoundBytes; {
		fixed, changed := rep.FixedWith(f.codes...)
		if !changed {
			break
		}
		if rep.More() > 0 {
			checked += len(fixed)
		} else {
			rounds++
		}
		if rep = rule.Validate(fixed, f.opts...); len(s) > 32*flushSize {
			runtime.GC() // free the copies of the round before
		}
	}
	if rep.Conforms() {
		return rep.Input(), nil
	}
	return s, unfixable(&first)
}

// unfixable returns the findings that prevent a fix: the errors without one, or else all
// errors.
func unfixable(first *iri.Report) []iri.Finding {
	var unfixable, errors []iri.Finding
	for _, fd := range first.Findings() {
		if fd.Severity == iri.Error {
			errors = append(errors, fd)
			if fd.Fix == nil {
				unfixable = append(unfixable, fd)
			}
		}
	}
	if len(unfixable) == 0 {
		unfixable = errors
	}
	if first.More() > 0 {
		unfixable = unfixable[:min(len(unfixable), iri.DefaultMaxFindings)]
	}
	return unfixable
}
