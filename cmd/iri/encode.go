package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/render"
)

func newEncodeCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "encode [TEXT... | -f FILE...]"}
	c := newPlainConverter(a, cmd)
	charsetName := cmd.Flags().String("charset", "", "the `CHARSET` that the text is written in (default utf-8)")
	var component string
	choice(cmd, &component, "component", "", "make the text fit for one `COMPONENT`; one of "+
		strings.Join(encodedComponents(), ", "), encodedComponents())
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		cs, err := c.in.parseTextCharset(*charsetName, words)
		if err != nil {
			return err
		}
		var rule spec.Rule
		if component != "" {
			rule, _ = spec.RFC3987.Rule(component)
		}
		return c.runAppend(words, func(dst []byte, rec *input.Item, _ spec.Rule) ([]byte, error) {
			if component != "" {
				name := rec.Text // octets that are not UTF-8 are encoded as they are
				if of := charsetOf(rec, cs); of != (convert.Charset{}) {
					var err error
					if name, err = convert.DecodeText(of, name); err != nil {
						return dst, err
					}
				}
				out := convert.EncodeComponent(name, rule)
				if !rule.Valid(out) { // as for ""
					return dst, &finding.ParseError{Report: diagnose.Blame(out, rule,
						&finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}, ParseTree: conversions.Match})}
				}
				return append(dst, out...), nil
			}
			out, err := convert.EncodeFrom(charsetOf(rec, cs), rec.Text)
			return append(dst, out...), err
		})
	}
	c.takeWords(0, stringWords)
	return cmd
}

func newDecodeCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "decode [TEXT... | -f FILE...]"}
	c := newPlainConverter(a, cmd)
	c.display = true
	octets := cmd.Flags().String("octets", "", "the `CHARSET` of the percent-encoded octets (default utf-8)")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		cs, err := parseCharset("octets", *octets)
		if err != nil {
			return err
		}
		if cs.IsUnicode() && cs != (convert.Charset{}) {
			return usagef("--octets %s: percent-encoded octets are not in %s, because a URI has octets of ASCII", *octets, cs)
		}
		visible := a.outTerminal && c.out.format == render.FormatText // "%1B" would start an escape sequence of the terminal
		return c.runAppend(words, func(dst []byte, rec *input.Item, _ spec.Rule) ([]byte, error) {
			out, err := convert.DecodeTo(cs, rec.Text)
			if visible {
				out = quote.Visible(out)
			}
			return append(dst, out...), err
		})
	}
	c.takeWords(0, stringWords)
	return cmd
}

// encodedComponents are the values of --component.
func encodedComponents() (names []string) {
	p := spec.RFC3987.Profile()
	rules := []spec.Rule{p.Of[component.Userinfo], p.Of[component.RegName], p.Segment}
	for _, name := range []string{"isegment-nz", "isegment-nz-nc"} {
		if r, ok := spec.RFC3987.Rule(name); ok {
			rules = append(rules, r)
		}
	}
	for _, r := range append(rules, p.Of[component.Query], p.Of[component.Fragment]) {
		names = append(names, r.Name())
	}
	return names
}

// newPlainConverter is newConverter for conversions of any text. It has no flags for grammars.
func newPlainConverter(a *app, cmd *cobra.Command) *converter {
	c := &converter{app: a, cmd: cmd, defaultRule: config.ReferenceRule, anyText: true}
	c.in.addReading(cmd)
	c.addRewriting()
	return c
}
