package iri

// The codes of findings that say why a conversion has no result. Besides these
// there are those of the grammar that is converted from.
const (
	codeHostIDNA  Code = "host-idna" // also a prose rule
	codeHostUTS46 Code = "host-uts46"
	codeCharset   Code = "charset"
	codeReference Code = "char-reference"
	codePrepare   Code = "one-reference"
	codeTooLong   Code = "too-long"
)

// conversionInfo returns the entries of the codes that only conversions give.
func conversionInfo() []CodeInfo {
	return []CodeInfo{
		{
			Code: codeHostUTS46, Severity: Error,
			Title:   "a host that browsers refuse",
			Section: "UTS 46 §4",
			Text: "The host was to be mapped as browsers do it, by Unicode Technical Standard #46, and one of its labels " +
				"has a character that is not allowed there, breaks the rules for joiners or for right-to-left text, or is faulty Punycode: iri to-uri --host uts46 http://xn--a.example/",
			Mend: "correct the label that the finding names",
		},
		{
			Code: codeCharset, Severity: Error,
			Title:   "text and charset do not fit together",
			Section: "draft-ietf-iri-3987bis §3.5",
			Text: "A query is to be mapped in the charset of its document, and that charset lacks one of its characters; " +
				"or the bytes of the input are no text in the charset that was named. Nothing is put in their place: iri to-uri --charset shift_jis http://example.org/?한국",
			Mend: "name the charset that the text is written in; percent-encode the character as the server expects it",
		},
		{
			Code: codeReference, Severity: Error,
			Title:   "a character reference that names no character",
			Section: "draft IRI processing (July 2011) §4",
			Text:    "A numeric character reference that is to be decoded names NUL, a surrogate, or a number above U+10FFFF: iri prepare --entities 'http://example.org/&#xD800;'",
			Mend:    "correct the number, or leave the references as they are",
		},
		{
			Code: codePrepare, Severity: Error,
			Title:   "several references where one is wanted",
			Section: "draft IRI processing (July 2011) §4",
			Text:    "Prepare was asked for one reference, and to split at spaces, and the text has more than one. The command prints them all.",
			Mend:    "use PrepareList",
		},
		{
			Code: codeTooLong, Severity: Error,
			Title:   "a result beyond the limit",
			Section: "",
			Text:    "Percent-encoding makes text up to three times as long. The result would be longer than 4 GiB, which is the limit of this package.",
			Mend:    "split the input",
		},
	}
}
