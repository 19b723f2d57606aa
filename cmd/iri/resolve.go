package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
)

func newResolveCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "resolve [BASE [REFERENCE...]]"}
	c := newConverter(a, cmd, config.ReferenceRule)
	c.in.addCharset(cmd)
	nonStrict := cmd.Flags().Bool("non-strict", false,
		"ignore the scheme of a reference if the base has the same scheme; RFC 3986 §5.2.2 allows that")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		// A link of a document is written to be followed; an item of a list may be a test of the algorithm.
		stays := func(rec *input.Item, hasScheme bool) bool {
			return hasScheme && !*nonStrict && !rec.Format.IsList()
		}
		return c.runWithBase(words, stays, func(base, ref component.Ref, rec *input.Item) (string, error) {
			target, err := conversions.Resolve(base, ref, *nonStrict, c.targeted.Spec)
			return target.Text, err
		})
	}
	c.takeWords(1, stringWords)
	addFirstBase(cmd)
	return cmd
}

func newRelativizeCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "relativize [BASE [IRI...]]"}
	c := newConverter(a, cmd, schemeRule)
	c.in.addCharset(cmd)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		c.relative = true
		stays := func(rec *input.Item, hasScheme bool) bool {
			return rec.IsDeclaration() || rec.Prefix != nil || !hasScheme && !rec.Format.IsList()
		}
		return c.runWithBase(words, stays, func(base, ref component.Ref, rec *input.Item) (string, error) {
			if ref.Parts.Scheme == 0 { // the rule of --rule matches relative references too
				_, err := diagnose.Parse(rec.Text, schemeRule(c.targeted.Spec))
				return "", err
			}
			short := conversions.Relativize(base, ref, c.targeted.Spec)
			why := rec.NeedsScheme()
			switch {
			case short.Text == rec.Text, !rec.AcceptsRelative(short.Text):
				return rec.Text, nil
			case why != "":
				return "", fmt.Errorf("%q cannot be written here: %s", short.Text, why)
			}
			return short.Text, nil
		})
	}
	c.takeWords(1, stringWords)
	addFirstBase(cmd)
	return cmd
}

// addFirstBase registers the flag --base, which says the same as the first word.
func addFirstBase(cmd *cobra.Command) {
	base, run := cmd.Flags().String("base", "", "resolve against the `IRI`, as if it were the first word"), cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		if *base != "" {
			words = append([]string{*base}, words...)
		}
		return run(cmd, words)
	}
}

// runWithBase does what runAppend does, for commands whose first word is a base. The base of a record
// takes precedence. An item that conforms, and for which stays is true, needs no base.
func (c *converter) runWithBase(
	words []string, stays func(rec *input.Item, hasScheme bool) bool,
	fn func(base, ref component.Ref, rec *input.Item) (string, error),
) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	c.onBase = true
	if err = rewrite.WholeReferences(t); err != nil {
		return run.OptionError(err)
	}
	if len(words) == 0 && !c.in.mayHaveBase() {
		return usagef("there is no base: give one as the first word")
	}
	var (
		base component.Ref
		own  convert.Bases // of records
	)
	if len(words) > 0 {
		if base, err = convert.ParseBase(words[0], t.Spec); err != nil {
			// Report the base once, not for every reference.
			if c.files.on() {
				return usagef("%s is not a base: give one as the first word, before the files", quote.Ends(component.Redact(words[0])))
			}
			c.in.file[0].Replace(nil)
			return c.runAppend(words[:1], func(dst []byte, rec *input.Item, _ spec.Rule) ([]byte, error) {
				return dst, err
			})
		}
		c.base = base.Text
		words, c.baseWords = words[1:], 1
	}
	return c.runAppend(words, func(dst []byte, rec *input.Item, rule spec.Rule) ([]byte, error) {
		base := base
		ref, faulty := diagnose.Parse(rec.Text, rule)
		if rec.IsLiteral() || faulty == nil && stays(rec, ref.Parts.Scheme > 0) {
			return append(dst, rec.Text...), nil
		}
		switch {
		case rec.Base.Known:
			var err error
			if base, err = own.Parse(rec.Base.IRI, rule.Spec()); err != nil {
				f := conversions.FindingsOf(err, rec.Base.IRI)[0]
				message := f.MessageText()
				if f.Code != finding.CodeBase {
					message = fmt.Sprintf("the base does not conform: %s at byte %d (%s)", message, f.Start, f.Code)
				}
				return dst, baseFinding(rec, message)
			}
		case base.Text == "":
			return dst, baseFinding(rec, "there is no base: give one as the first word, or in JSON as \"base\"")
		}
		if faulty != nil {
			return dst, faulty
		}
		out, err := fn(base, ref, rec)
		return append(dst, out...), err
	})
}

// baseFinding returns the finding for a record whose base is missing or faulty. Its span
// is the whole input, because the base is not part of the input.
func baseFinding(rec *input.Item, why string) error {
	info, _ := explain.LookupCode(finding.CodeBase)
	return conversions.FindingsError{{
		Code: info.Code, Severity: finding.Error, Message: finding.External(why, nil), Section: info.Section,
		End: len(rec.Text),
	}}
}
