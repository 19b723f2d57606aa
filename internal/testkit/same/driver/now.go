//go:build !before

package main

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/legacy"
)

var (
	encode, decode, fromLEIRI, escapeLEIRI = legacy.Encode, legacy.Decode, legacy.FromLEIRI, legacy.EscapeLEIRI
	withLint, withSuspicious, withGuess    = iri.WithLint, iri.WithSuspicious, iri.WithGuess
	withLenient, withDisplay, withNFC      = iri.WithLenient, iri.WithDisplay, iri.WithNFC
	withPercentEncoding, withEntities      = iri.WithPercentEncoding, iri.WithEntities
	withFoldWidth                          = iri.WithFoldWidth
)

func encodeComponent(s, name string) string {
	return iri.EncodeComponent(s, map[string]iri.Component{
		"iuserinfo": iri.ComponentUserinfo, "ireg-name": iri.ComponentHost, "isegment": iri.ComponentPath,
		"isegment-nz-nc": iri.ComponentPath, "iquery": iri.ComponentQuery, "ifragment": iri.ComponentFragment,
	}[name])
}

func check(r iri.Rule, s string, opts ...iri.CheckOption) iri.Report { return r.Check(s, opts...) }

func clean(v *iri.Validator, s string) bool { return v.Check(s).Clean() }
