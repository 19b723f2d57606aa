package explain

import "github.com/rfc3987/iri/internal/verdict/finding"

// PolicyCommand stands in an entry in place of the command: a policy of a program reports it.
const PolicyCommand = "Policy"

// policyInfo returns the entries of the codes that only policies give.
func policyInfo() []finding.Entry {
	return []finding.Entry{
		{
			Code: finding.CodeSchemeNotAllowed, Severity: finding.Error,
			Title:   "the scheme is one that the program takes",
			Section: "docs/checks.md",
			Text: "A program has a list of schemes that it takes, such as https, and the string has another one. " +
				"Browsers carry out javascript: and show data: as pages, so that a link of a stranger should have " +
				"neither.",
			Mend:    "write an IRI with one of the schemes that the hint names",
			Good:    []string{"https://example.org/", "HTTP://example.org/"},
			Bad:     []string{"javascript:alert(1)", "JavaScript:alert(1)"},
			Command: PolicyCommand,
		},
		{
			Code: finding.CodeMaxLength, Severity: finding.Error,
			Title:   "the string is not longer than the program takes",
			Section: "docs/checks.md",
			Text: "A program has a limit for the length of an IRI in bytes, such as the size of a column of its " +
				"database. RFC 9110 §4.1 recommends that all senders and recipients support URIs of at least 8000 " +
				"octets.",
			Mend:    "write a shorter IRI",
			Good:    []string{"https://example.org/"},
			Bad:     []string{"https://example.org/a/path/that/is/longer/than/the/forty/bytes/of/the/limit"},
			Command: PolicyCommand,
		},
	}
}
