package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/job"
)

func newToIRICmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "to-iri [URI... | FILE...]",
		Short: "Convert URIs to IRIs (RFC 3987 §3.2)",
		Long: `to-iri decodes the percent-encodings that an IRI does not need: unreserved ASCII,
and the UTF-8 of characters that RFC 3987 §2.2 allows in their component. "%25",
reserved characters and ASCII that URIs do not allow stay encoded. So do octets that
are not strictly legal UTF-8, and characters that §4.1 and §6.1 advise against: bidi
formatting, invisible ones, look-alikes of spaces and delimiters, and private use;
these are written in upper case. A userinfo, path segment, query or fragment whose text
would mix directions or scripts, or not be in NFC, stays encoded as a whole (§4.2,
§5.3.2.2). The input is a URI-reference of RFC 3986, or an IRI-reference: of that the
result is what its URI (iri to-uri) is converted to, so lists may have both. --spec or
--grammar names the spec of the result. What that must not have stays encoded too; where
that does not help there is no result.

--strict refuses IRIs that are not URIs.

--display also decodes the A-labels of the host (§3.2.1, last example).`,
		Example: `  iri to-iri http://www.example.org/D%C3%BCrst
  iri to-iri --display http://xn--99zt52a.example.org/`,
	}
	c := newConverter(a, cmd, job.ReferenceRule)
	c.in.addCharset(cmd)
	addConversion(cmd, &c.how, conversions.ToIRI.Options()...)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		return c.convert(words, conversions.Conversion{Kind: conversions.ToIRI})
	}
	c.in.takeFiles(a, cmd, sometimes)
	return cmd
}

func newFromLEIRICmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "from-leiri [LEIRI... | FILE...]",
		Short: "Convert legacy extended IRIs to IRIs (3987bis §6)",
		Long: `from-leiri percent-encodes each character that LEIRI allows and an IRI does not allow
in its component, and changes nothing else. The result conforms to RFC 3987. The
input is a LEIRI-reference; for any other string there is no result (§3 of the Note
says nothing of such strings). --spec names the spec of the result: rfc3987,
rfc3987bis or rfc3986; --grammar reads it from a file.

--lenient converts any string: the same characters are percent-encoded, and what else the
grammar has no place for stays. The result may then not be an IRI.`,
		Example: `  iri from-leiri 'http://example.org/a b?<c>'
  iri check --spec leiri 'http://example.org/a b'`,
	}
	c := newConverter(a, cmd, job.ReferenceRule)
	c.in.addCharset(cmd)
	addConversion(cmd, &c.how, conversions.FromLEIRI.Options()...)
	exclusive(cmd, "lenient", "spec")
	exclusive(cmd, "lenient", "rule")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		return c.convert(words, conversions.Conversion{Kind: conversions.FromLEIRI})
	}
	c.in.takeFiles(a, cmd, sometimes)
	return cmd
}
