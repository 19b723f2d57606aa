package checks

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// HasTemplate reports whether a text has an expression of a template and is in a file where that is meant.
func (c *Checker) HasTemplate(text string) bool {
	return c.SkipTemplates && bare.Expressions().MatchString(text)
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
