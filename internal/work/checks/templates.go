package checks

import (
	"regexp"
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/verdict/report"
)

// expression matches what is filled in: of Jinja, Django, Helm and Liquid, of ERB and EJS, in single braces of OpenAPI
// and of URI Templates, and of format strings, and the "%" that ends a pattern of SQL. One that does not end, because a
// quotation mark in it ends an attribute, goes to the end.
var expression = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)\{\{.*?(?:\}\}|$)|\{%.*?(?:%\}|$)|\{#.*?(?:#\}|$)|<%.*?(?:%>|$)|\$?\{[^{}]*\}|` +
		`%(?:\(\w*\))?(?:[sdv]|$)`)
})

// HasTemplate reports whether a text has an expression of a template and is in a file where that is meant.
func (c *Checker) HasTemplate(text string) bool {
	return c.SkipTemplates && expression().MatchString(text)
}

// leaveTemplates takes out of a report what is found in the expressions of templates. If nothing else is wrong the text
// conforms.
func leaveTemplates(rep *report.Report, text string) {
	if len(rep.Findings) == 0 {
		return
	}
	spans := expression().FindAllStringIndex(text, -1)
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
