package checks

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// HasTemplate reports whether a text has an expression of a template and is in a file where that is meant.
func (c *Checker) HasTemplate(text string) bool {
	return c.SkipTemplates && bare.Expressions().MatchString(text)
}

// FixAround returns the text of a record, which has templates, with what is found outside of them fixed: the
// errors, and warnings with one of the codes. If errors are left it returns the text as it is.
func (c *Checker) FixAround(rec *input.Record, rule spec.Rule, codes []report.Code) string {
	validate := func(text string, _ int) (rep report.Report) {
		as := *rec
		as.Text = text
		c.validate(&rep, &as, rule)
		return rep
	}
	first := validate(rec.Text, 0)
	fixed, _ := check.Fixed(&first, validate, codes...)
	return fixed
}

// leaveTemplates takes out of a report what is found in the expressions of templates. If nothing else is wrong the text
// conforms.
func leaveTemplates(rep *report.Report, text string) {
	if len(rep.Findings) == 0 {
		return
	}
	spans := bare.Expressions().FindAllStringIndex(text, -1)
	if len(spans) == 0 {
		return
	}
	rep.Findings = slices.DeleteFunc(slices.Clone(rep.Findings), func(f report.Finding) bool {
		within := slices.ContainsFunc(spans, func(s []int) bool {
			return f.Start < s[1] && s[0] < f.End || f.Start == f.End && s[0] <= f.Start && f.Start <= s[1]
		})
		if within && f.Severity == report.Error {
			rep.Errors--
		}
		return within
	})
	rep.AnyText = rep.Errors == 0
}
