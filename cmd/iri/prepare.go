package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
)

func newPrepareCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "prepare [TEXT... | -f FILE...]"}
	c := newConverter(a, cmd, config.ReferenceRule)
	fs := cmd.Flags()
	var spaces, to, backslash string
	choice(cmd, &spaces, "spaces", "keep", "what to do with spaces inside the text; one of "+
		strings.Join(convert.SpacesNames(), ", "), convert.SpacesNames())
	charsetName := fs.String("charset", "", "the `CHARSET` that the text is written in (default utf-8)")
	queryName := fs.String("query-charset", "", "with --to uri, the `CHARSET` for queries of http and https")
	entities := fs.Bool("entities", false, "decode numeric character references")
	choice(cmd, &to, "to", "iri", "what to print: iri, uri", []string{"iri", "uri"})
	fullwidth := fs.Bool("fullwidth", false, "write full-width forms of ASCII as ASCII")
	addConversion(cmd, &c.how, conversions.HostOption("read hosts as domain names"))
	encode := fs.Bool("encode", false, "percent-encode what the components must not have")
	choice(cmd, &backslash, "backslash", "keep", "what to do with backslashes: "+
		strings.Join(convert.BackslashNames(), ", "), convert.BackslashNames())
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		cs, err := c.in.parseTextCharset(*charsetName, words)
		if err != nil {
			return err
		}
		query, err := parseCharset("query-charset", *queryName)
		if err != nil {
			return err
		}
		o := convert.PrepareOptions{
			Spaces:    convert.Spaces(slices.Index(convert.SpacesNames(), spaces)),
			Backslash: convert.Backslash(slices.Index(convert.BackslashNames(), backslash)),
			Encode:    *encode, FullWidth: *fullwidth, Entities: *entities,
		}
		if err := run.OptionError(c.how.Fill(&o)); err != nil {
			return err
		}
		t, err := c.target()
		if err != nil {
			return err
		}
		return c.run(words, t, rewrite.Change{Pieces: func(rec *input.Item, rule spec.Rule) []rewrite.Piece {
			if o.Spaces == convert.SplitSpaces {
				most, n := max(mostReferences, len(rec.Text)/referenceBytes), 1
				for i := 1; i < len(rec.Text); i++ {
					if rec.Text[i-1] == ' ' && rec.Text[i] != ' ' {
						n++
					}
				}
				if n > most {
					return []rewrite.Piece{tooMany(rec.Text, most)}
				}
			}
			of := o
			of.Rule, of.Charset = rule, charsetOf(rec, cs)
			list := convert.PrepareList(rec.Text, of)
			if to == "uri" {
				mapToURIs(list, rule, rewrite.QueryCharset(rec, query))
			}
			return preparedPieces(rec.Text, list)
		}})
	}
	c.takeWords(0, stringWords)
	return cmd
}

// A text is split into at most mostReferences references, or one for each referenceBytes bytes if that is more: each takes
// some hundred bytes of memory.
const (
	mostReferences = 128 << 10
	referenceBytes = 48
)

// tooMany returns the result for a text with more references than most.
func tooMany(text string, most int) rewrite.Piece {
	f := finding.Finding{Code: input.CodeMaxLine, Severity: finding.Error, End: len(text)}
	return rewrite.Piece{End: len(text), Text: text, Findings: []finding.Finding{f.WithMessage(fmt.Sprintf(
		"the text has more than %d references with spaces between them: write them on several lines", most))}}
}

// mapToURIs maps prepared references to URIs. The mapping accepts more hosts than the grammar of the draft. The
// options name the charset of queries (3987bis §3.5).
func mapToURIs(list []convert.Prepared, rule spec.Rule, o convert.URIOptions) {
	o.Rule = rule
	for i := range list {
		p := &list[i]
		notHost := func(f finding.Finding) bool { return f.Code != "ireg-name" }
		if p.Err != nil && (rule.Spec().EncodesHosts() || slices.ContainsFunc(conversions.FindingsOf(p.Err, p.Text), notHost)) {
			continue
		}
		if u, err := o.ToURI(p.Text); err == nil || p.Err == nil {
			p.Text, p.Err = u.Text, err
		}
	}
}

// preparedPieces returns the pieces of a text. A single piece is the whole text, with the white space at its ends.
func preparedPieces(text string, list []convert.Prepared) []rewrite.Piece {
	var all []rewrite.Piece
	for _, p := range list {
		pc := rewrite.Piece{End: len(text), Text: p.Text}
		if len(list) > 1 {
			pc.Start, pc.End = p.Start, p.End
		}
		if p.Err != nil {
			pc.Findings = slices.Clone(conversions.FindingsOf(p.Err, text))
			// A malformed sequence of bytes may extend beyond the piece.
			at := func(offset int) int { return min(max(offset, pc.Start), pc.End) - pc.Start }
			for i := range pc.Findings {
				f := &pc.Findings[i]
				f.Start, f.End = at(f.Start), at(f.End)
				if f.Fix != nil {
					f.Fix = &finding.Fix{Start: at(f.Fix.Start), End: at(f.Fix.End), Text: f.Fix.Text}
				}
			}
		}
		all = append(all, pc)
	}
	return all
}
