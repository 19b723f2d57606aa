package codes

import (
	"errors"

	"github.com/rfc3987/iri"
)

func use(err error, rep iri.Report, i iri.IRI, b iri.Builder, name string) {
	iri.WithSeverity("userinfo-pasword", 0)     // want `"userinfo-pasword" is not a code; did you mean userinfo-password\?`
	iri.WithSeverity(iri.Code("date-month"), 0) // want `"date-month" is not a code`
	iri.WithSeverity(iri.CodePort, 0)           // want `port is a rule of the grammar, whose findings are always errors`
	errors.Is(err, iri.Code("prot"))            // want `"prot" is not a code; did you mean port\?`
	_, _ = rep.Fixed(iri.CodePort, "pct-cas")   // want `did you mean pct-case\?`
	rep.Fixed()                                 // want `the results of Fixed are not used`
	text, _ := rep.Fixed()                      // want `the second result of Fixed is not used`
	text, _ = rep.Fixed(iri.CodePort)           // want `the second result of Fixed is not used`
	rep.FixedPart("x-y-z-w-x")                  // want `is not a code`
	b.Port("80")                                // want `the result of Port is not used: a Builder is a value that does not change`
	i.WithoutPort()                             // want `the result of WithoutPort is not used: an IRI is a value that does not change`
	b.IRI()                                     // want `the result of IRI is not used`

	// These are as they should be.
	iri.WithSeverity("userinfo-password", 0)
	iri.WithSeverity(iri.Code(name), 0)
	errors.Is(err, iri.CodePort)
	errors.Is(err, iri.Code("full-date-and-time")) // a rule of a grammar of one's own
	errors.Is(err, errors.ErrUnsupported)
	b = b.Port("80")
	_ = i.WithoutPort()
	text, ok := rep.Fixed()
	_, ok = rep.Fixed()
	_, _ = text, ok
	i.UnmarshalText(nil)
}
