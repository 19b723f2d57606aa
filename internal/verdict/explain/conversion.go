package explain

import "github.com/rfc3987/iri/internal/verdict/finding"

// conversionInfo returns the entries of the codes that only conversions give.
func conversionInfo() []finding.Entry {
	return []finding.Entry{
		{
			Code: finding.CodeHostUTS46, Severity: finding.Error,
			Title:   "the host is one that browsers accept",
			Section: "UTS 46 §4",
			Text: "The host was to be mapped as browsers do it, by Unicode Technical Standard #46, and one of its " +
				"labels has a character that is not allowed there, breaks the rules for joiners or for right-to-left " +
				"text, or is faulty Punycode.",
			Mend:    "correct the label that the finding names",
			Good:    []string{"http://Bücher.example/", "http://☕.example/"},
			Bad:     []string{"http://xn--a.example/", "http://a%20b.example/"},
			Command: "to-uri --host uts46",
		},
		{
			Code: finding.CodeCharset, Severity: finding.Error,
			Title:   "a text is in its charset",
			Section: "draft-ietf-iri-3987bis §3.5",
			Text: "A query is to be mapped in the charset of its document, and that charset lacks one of its " +
				"characters; or the bytes of the input are not text in the charset that was named. Nothing is put in " +
				"their place.",
			Mend: "name the charset that the text is written in; percent-encode the character as the server " +
				"expects it",
			Good:    []string{"http://example.org/?日本", "http://example.org/한국"},
			Bad:     []string{"http://example.org/?한국"},
			Command: "to-uri --query-charset shift_jis",
		},
		{
			Code: finding.CodeBase, Severity: finding.Error,
			Title:   "a base has a scheme",
			Section: "RFC 3986 §5.1",
			Clause:  "A base URI must conform to the <absolute-URI> syntax rule (Section 4.3).",
			Text: "References are resolved against an IRI that has a scheme. A relative reference is not a base: " +
				"it has to be resolved first. The fragment of a base is ignored, so it is not a fault.",
			Mend:    "write the whole IRI, with its scheme",
			Good:    []string{"http://example.org/a/b", "http://example.org/a#b"},
			Bad:     []string{"a/b", "//example.org/a", ""},
			Command: "resolve",
		},
		{
			Code: finding.CodeReference, Severity: finding.Error,
			Title:   "a character reference names a character",
			Section: "iri-processing-guidelines-2011 §4",
			Text: "A numeric character reference that is to be decoded names NUL, a surrogate, or a number above " +
				"U+10FFFF.",
			Mend:    "correct the number, or leave the references as they are",
			Good:    []string{"http://example.org/&#x66;oo", "http://example.org/?a&#b"},
			Bad:     []string{"http://example.org/&#xD800;", "http://example.org/&#0;"},
			Command: "prepare --entities",
		},
		{
			Code: finding.CodePrepare, Severity: finding.Error,
			Title:   "there is one reference where one is wanted",
			Section: "iri-processing-guidelines-2011 §4",
			Text: "The library's Prepare was asked for one reference, and to split at spaces, and the text has " +
				"more than one. The command does not give this: it prints them all.",
			Mend:    "use PrepareList",
			Good:    []string{" http://example.org/ "},
			Bad:     []string{"http://example.org/ http://example.com/"},
			Command: "prepare --spaces split",
		},
	}
}
