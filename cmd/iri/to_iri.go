package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
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
§5.3.2.2). The input is a URI-reference of RFC 3986; --spec names the spec of the result.

--display also decodes the A-labels of the host (§3.2.1, last example).`,
		Example: `  iri to-iri http://www.example.org/D%C3%BCrst
  iri to-iri --display http://xn--99zt52a.example.org/`,
	}
	c := newConverter(a, cmd, work.ReferenceRule)
	display := cmd.Flags().Bool("display", false, "decode the A-labels of hosts, for people to read")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		opts, err := c.inputIs(iri.RFC3986)
		if err != nil {
			return err
		}
		if *display {
			opts = append(opts, iri.Display())
		}
		return c.runReferences(words, iri.RFC3986, func(dst []byte, s string) ([]byte, error) {
			return iri.AppendIRI(dst, s, opts...)
		})
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
rfc3987bis or rfc3986.

--lenient converts any string: the same characters are percent-encoded, and what else the
grammar has no place for stays. The result may then not be an IRI.`,
		Example: `  iri from-leiri 'http://example.org/a b?<c>'
  iri check --spec leiri 'http://example.org/a b'`,
	}
	c := newConverter(a, cmd, work.ReferenceRule)
	lenient := cmd.Flags().Bool("lenient", false, "convert strings that are not LEIRIs, too")
	exclusive(cmd, "lenient", "spec")
	exclusive(cmd, "lenient", "rule")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if c.rules.spec == iri.LEIRI.Name() {
			return usagef("--spec leiri: the input is a LEIRI in any case, and --spec names the spec of the result: leave it out, or choose rfc3987, rfc3987bis or rfc3986")
		}
		opts, err := c.inputIs(iri.LEIRI)
		if err != nil {
			return err
		}
		if *lenient {
			c.anyString = true
			return c.runAppend(words, func(dst []byte, rec *input.Record, _ iri.Rule) ([]byte, error) {
				return append(dst, iri.EscapeLEIRI(rec.Text)...), nil
			})
		}
		return c.runReferences(words, iri.LEIRI, func(dst []byte, s string) ([]byte, error) {
			return iri.AppendFromLEIRI(dst, s, opts...)
		})
	}
	c.in.takeFiles(a, cmd, sometimes)
	return cmd
}

// runReferences runs a conversion of references that checks its input by the spec
// itself. The rule is checked as well where it is not the reference rule of the spec:
// with --spec, --grammar or --rule, and for a record that names its own.
func (c *converter) runReferences(words []string, spec *iri.Spec, convert func(dst []byte, s string) ([]byte, error)) error {
	c.anyString = c.rules.rule == "" && len(c.rules.grammar) == 0 && c.rules.spec == spec.Name()
	return c.runAppend(words, func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		if c.anyString && rec.Rule != "" && !rule.Valid(rec.Text) {
			return dst, rule.Validate(rec.Text, iri.GrammarOnly()).Err()
		}
		return convert(dst, rec.Text)
	})
}

// inputIs makes a spec the one that the input conforms to, and returns the one that --spec
// names, that of the result, as an option. It returns an error if --rule, which is a rule of
// the input, does not name a whole reference: a string that matches such a rule has no
// components.
func (c *converter) inputIs(s *iri.Spec) ([]iri.IRIOption, error) {
	target, err := (&ruleFlags{spec: c.rules.spec}).readSpec()
	if err != nil {
		return nil, err
	}
	c.rules.spec = s.Name()
	t, err := c.target()
	if err == nil && !t.Rule.WholeReference() {
		err = usagef("--rule %s: choose a rule for whole references", t.Rule)
	}
	if target == iri.RFC3987 {
		return nil, err
	}
	return []iri.IRIOption{iri.IRIFor(target)}, err
}
