//go:build before

package main

import "github.com/rfc3987/iri"

var (
	encode, decode, fromLEIRI, escapeLEIRI = iri.Encode, iri.Decode, iri.FromLEIRI, iri.EscapeLEIRI
	withLint, withSuspicious, withGuess    = iri.Lint, iri.Suspicious, iri.Guess
	withLenient, withDisplay, withNFC      = iri.Lenient, iri.Display, iri.NFC
	withPercentEncoding, withEntities      = iri.PercentEncode, iri.DecodeEntities
	withFoldWidth                          = iri.FoldWidth
)

func encodeComponent(s, name string) string {
	r, _ := iri.RFC3987.Rule(name)
	return iri.EncodeComponent(s, r)
}

func check(r iri.Rule, s string, opts ...iri.Option) iri.Report { return r.Validate(s, opts...) }

func clean(v *iri.Validator, s string) bool { return v.Clean(s) }
