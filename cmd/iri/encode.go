package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

func newEncodeCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "encode [TEXT...]",
		Short: "Percent-encode any text (the IRI encoding algorithm of 2001)",
		Long: `encode percent-encodes what is not ASCII, controls, the space and < > " { } | \ ^ ` + "`" + `,
leaves # % [ and ] alone, and raises hex digits to upper case. To encode twice
changes nothing. A "%" that two hex digits do not follow is an error.

--charset names the charset of the text. Unless that is a Unicode one, the text
is brought to NFC first. Lines are split before they are decoded.`,
		Example: `  iri encode 'http://example.org/a b/ä%c3%a4'
  iri encode --charset iso-8859-1 -f legacy.txt`,
	}
	c := newPlainConverter(a, cmd)
	charset := cmd.Flags().String("charset", "", "the `CHARSET` that the text is written in (default utf-8)")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		cs, err := parseTextCharset(*charset)
		if err != nil {
			return err
		}
		return c.run(words, func(rec *input.Record, _ iri.Rule) (string, []iri.Finding, error) {
			out, err := iri.EncodeFrom(cs, rec.Text)
			return out, nil, err
		})
	}
	return cmd
}

func newDecodeCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "decode [TEXT...]",
		Short: "Decode percent-encodings for display (the IRI decoding algorithm of 2001)",
		Long: `decode turns every percent-encoding but "%25" into its byte. It is for people to
read: the result may be split into other components. It may be no UTF-8: it is
written raw, and in JSON as "outputBase64".`,
		Example: `  iri decode http://example.org/%C3%A4%20b`,
	}
	c := newPlainConverter(a, cmd)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		return c.run(words, func(rec *input.Record, _ iri.Rule) (string, []iri.Finding, error) {
			out, err := iri.Decode(rec.Text)
			return out, nil, err
		})
	}
	return cmd
}

// newPlainConverter is newConverter for conversions of text that follows no
// grammar.
func newPlainConverter(a *app, cmd *cobra.Command) *converter {
	c := &converter{app: a, cmd: cmd, defaultRule: referenceRule, anyString: true}
	c.rules.spec = iri.RFC3987.Name()
	c.in.add(cmd)
	c.out.add(cmd, formatText, formatJSON)
	c.runFlags.addHowToRun(cmd)
	return c
}
