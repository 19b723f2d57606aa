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
does not change # % [ and ], and writes hex digits in upper case. Encoding twice
gives the same as encoding once. A "%" without two hex digits after it is an error.

--charset names the charset of the text. If that is not a Unicode charset, the text
is normalized to NFC first. Lines are split before they are decoded.`,
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
		Long: `decode turns every percent-encoding except "%25" into its byte. The result is for
people to read: as an IRI it may have other components. It may not be UTF-8: it is
written as it is, and in JSON also as "outputBase64".`,
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

// newPlainConverter is newConverter for conversions of any text, without the flags
// that choose a grammar.
func newPlainConverter(a *app, cmd *cobra.Command) *converter {
	c := &converter{app: a, cmd: cmd, defaultRule: referenceRule, anyString: true}
	c.rules.spec = iri.RFC3987.Name()
	c.in.add(cmd)
	c.out.add(cmd, formatText, formatJSON)
	c.runFlags.addHowToRun(cmd)
	return c
}
