package rewrite

import (
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// A fixer applies fixes.
type fixer struct {
	conversions.Fixer
	places    *config.Places // the settings of the checks
	asWritten bool           // warnings are not fixed
}

// Fix returns the change that applies the fixes of errors, and of warnings with the codes or families, for a target.
// It turns on a code that is off by default, unless the options of the target set its severity. With guess, a text
// that has several IRIs becomes several lines.
func Fix(t config.Target, codes []finding.Code, guess bool) (Change, error) {
	codes, err := option.FixCodes(codes)
	if err != nil {
		return Change{}, err
	}
	f := newFixer(codes, t.Run)
	t.Run = f.Run
	checker := checks.NewChecker(t)
	checker.MendedBase = func(rec *input.Item) string {
		base := input.Item{Text: strings.Clone(rec.Base.IRI), Format: rec.Format}
		if mended, findings := f.fixItem(&base, t.Spec.Reference(), guess); len(findings) == 0 {
			return mended
		}
		return base.Text
	}
	return Change{
		Templates: true, KeepInput: true, Clean: checker,
		Append: func(dst []byte, rec *input.Item, rule spec.Rule) ([]byte, error) {
			fixed, findings := f.fixItem(rec, rule, guess)
			if len(findings) == 0 && checker.Resolves(rec) {
				after := *rec
				after.Text = fixed
				if checked := checker.Check(&after); checked.Resolved != nil {
					findings = errorsIn(checked.Resolved.AsWritten(rec))
				}
			}
			if len(findings) > 0 {
				checks.HintNoFile(findings, rec)
				return dst, conversions.FindingsError(findings)
			}
			return append(dst, fixed...), nil
		},
	}, nil
}

// errorsIn returns the findings that are errors.
func errorsIn(findings []finding.Finding) (errors []finding.Finding) {
	for _, f := range findings {
		if f.Severity == finding.Error {
			errors = append(errors, f)
		}
	}
	return errors
}

func newFixer(codes []finding.Code, set finding.Run) fixer {
	f := fixer{Fixer: conversions.NewFixer(codes, set), asWritten: len(codes) == 0}
	f.places = config.PlacesOf(f.Run)
	return f
}

// withNamespace returns a prefixed name as an item with the fixed namespace of its prefix, if that lacked its
// delimiter: then every name has another IRI than was meant.
func (f *fixer) withNamespace(rec *input.Item, rule spec.Rule, guess bool) *input.Item {
	p := rec.Prefix
	if p == nil || p.IsTerm || scheme.WholeNamespace(p.IRI) == "" {
		return rec
	}
	of := *f
	of.Run = *f.places.In(rec.Format, true)
	ns, findings := of.Text(p.IRI, rule, guess)
	if len(findings) > 0 {
		return rec
	}
	named := *rec
	named.Text = ns + rec.Text[len(p.IRI):]
	return &named
}

// fixItem is Text for the text of an item.
func (f *fixer) fixItem(rec *input.Item, rule spec.Rule, guess bool) (string, []finding.Finding) {
	if rec.IsLiteral() && !guess && f.asWritten {
		return rec.Text, nil // any text may be meant: see [checks.Checker.Check]
	}
	rec = f.withNamespace(rec, rule, guess)
	of := *f
	of.Run, of.Prefix = *f.places.Of(rec), config.PrefixOf(rec)
	hints := func(all []finding.Finding) { checks.HintWritten(all, rec) }
	if rec.Format.ECHAR && strings.Contains(rec.Text, `\`) {
		findings := of.Unfixable(rec.Text, rule, hints)
		isEscape := func(x finding.Finding) bool { return x.Hint.Reason() == finding.HintStringEscape }
		if slices.ContainsFunc(findings, isEscape) {
			return rec.Text, findings
		}
	}
	if rec.Separator() != "" { // each IRI of the list is fixed
		return rec.Text, f.Unfixable(rec.Text, rule, hints)
	}
	text := rec.WithLineEnds()
	fixed, findings := of.Text(text, rule, guess)
	if len(findings) > 0 && text != rec.Text { // it is reported as iri check reports it
		findings = of.Unfixable(rec.Text, rule, hints)
	}
	return fixed, findings
}

// FixesByFile returns the function [Rewrite.PerFile] for fixes, or nil if no file has checks of its own.
func FixesByFile(t config.Target, codes []finding.Code, guess bool) func(name string) *Change {
	if !t.HasFileChecks() {
		return nil
	}
	var byFile sync.Map // from the name of a file to its *Change
	return func(name string) *Change {
		key := t.Key(name)
		if known, ok := byFile.Load(key); ok {
			return known.(*Change)
		}
		c, _ := Fix(t.For(name), codes, guess) // the codes were checked before
		made, _ := byFile.LoadOrStore(key, &c)
		return made.(*Change)
	}
}
