package work

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/work/conversions"
)

// A fixer applies fixes.
type fixer struct {
	conversions.Fixer
	namespaces []iri.Option // of the checks of what a prefix stands for
	asWritten  bool         // no warnings are fixed
}

// Fix is the conversion that applies the fixes of errors and of the warnings with the codes, for a
// target. A code that is off by default is turned on, unless the options of the target say
// otherwise. With guess, a text that holds several IRIs becomes as many lines.
func Fix(t Target, codes []iri.Code, guess bool) (Conversion, error) {
	for _, code := range codes {
		if _, ok := iri.LookupCode(code); !ok {
			return Conversion{}, UnknownCode(string(code), explain.Codes())
		}
	}
	f := newFixer(codes, t.Opts)
	t.Opts = f.Opts
	return Conversion{
		AnyString: true, KeepInput: true, Clean: NewChecker(t),
		Append: func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
			fixed, findings := f.fixRecord(rec, rule, guess)
			if len(findings) > 0 {
				return dst, FindingsError(findings)
			}
			return append(dst, fixed...), nil
		},
	}, nil
}

func newFixer(codes []iri.Code, opts []iri.Option) fixer {
	f := fixer{Fixer: conversions.NewFixer(codes, opts), asWritten: len(codes) == 0}
	f.namespaces = namespaceOptions(f.Opts)
	return f
}

// fixRecord is Text for the text of a record.
func (f *fixer) fixRecord(rec *input.Record, rule iri.Rule, guess bool) (string, []iri.Finding) {
	if rec.IsLiteral() && !guess && f.asWritten {
		return rec.Text, nil // any text may be meant: see [literalOptions]
	}
	if rec.IsNamespace() || rec.Curie != nil {
		of := *f
		if of.Opts = withCurie(f.Opts, rec); rec.IsNamespace() {
			of.Opts = f.namespaces
		}
		f = &of
	}
	// In a file of other records than lines, a line end is not between two of them.
	return f.Text(rec.Text, rule, guess, rec.Escape == input.None && rec.Format.End() == '\n')
}
