package rules

import (
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// suspiciousNamespaceRule returns the rule that is about what a prefix or a namespace stands for alone.
func suspiciousNamespaceRule() *entry {
	r := newSuspicious("namespace", "a namespace ends with a delimiter",
		"A name with a prefix is what the prefix stands for, and the rest of the name right after it: if schema: is "+
			"http://schema.org, then schema:Person is http://schema.orgPerson. It is decided by the last character of "+
			"what a prefix or a namespace stands for, which is a letter or a digit; in a context of JSON-LD, where "+
			"only an IRI with a delimiter at its end makes a prefix of a term, by a host without a path, or a "+
			"vocabulary that is known. There is a fix for these two alone: of other namespaces it is not known "+
			"whether / or # is missing, or nothing.",
		"write / or # at the end, as the vocabulary has it",
		component.Texts|1<<component.Port, suspiciousNamespace,
		[]string{"@prefix schema: <http://schema.org/> .", "@prefix obo: <http://purl.obolibrary.org/obo/GO_> ."},
		[]string{"@prefix schema: <http://schema.org> .", "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema> .",
			"@prefix ex: <http://example.org/terms> ."})
	r.Command = "check --from turtle --suspicious"
	return r
}

// suspiciousNamespace reports a namespace that ends with a letter or a digit. It is called for each component, and
// looks at the one that ends the string.
func suspiciousNamespace(c *pass, r *entry, start, end int) {
	if !c.run.Namespace || end < len(c.s) || scheme.IsXMLNamespace(c.s) {
		return
	}
	last, w := utf8.DecodeLastRuneInString(c.s)
	if !unicode.In(last, unicode.L, unicode.M, unicode.N) || end-start > 2 && c.s[end-3] == '%' {
		return
	}
	f := c.add(r, end-w, end)
	if f == nil {
		return
	}
	f.Message = finding.SuspiciousNamespaceEnd.Text(c.Quote(end-w, end))
	if whole := scheme.WholeNamespace(c.s); whole != "" {
		f.Hint = finding.HintNamespaceKnown.Text(quote.Quote(whole[end:]))
		c.guess(f, end, end, whole[end:])
	} else {
		f.Hint = finding.HintNamespaceEnd.Text()
	}
}
