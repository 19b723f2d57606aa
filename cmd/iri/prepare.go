package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

// spacesModes and backslashModes are the values of the flags of prepare.
var (
	spacesModes    = []string{"keep", "split", "remove", "encode"} // by iri.Spaces
	backslashModes = []string{"keep", "encode", "slash"}           // by iri.Backslash
)

func newPrepareCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "prepare [TEXT...]",
		Short: "Make IRIs of arbitrary strings (the processing guidelines of 2011)",
		Long: `prepare strips white space of ASCII from both ends, does what is asked for besides,
and parses the string. What then is no IRI-reference gives findings.

--spaces   split: blocks of spaces separate references, each with a result of its own
           remove: take out blocks of white space; encode: each space becomes %20
--charset  the charset that the text is written in; unless that is a Unicode one,
           the text is brought to NFC
--entities decode numeric character references: &#102; and &#x66;
--backslash encode: \ becomes %5C; slash: it becomes / before the first ? or #`,
		Example: `  iri prepare --spaces split ' http://example.org/a  http://example.org/b '
  iri prepare --entities --backslash slash 'http:\\example.org\&#x66;oo'`,
	}
	c := newConverter(a, cmd, referenceRule)
	fs := cmd.Flags()
	spaces := fs.String("spaces", "keep", "what is done about spaces inside: "+strings.Join(spacesModes, ", "))
	charset := fs.String("charset", "", "the `CHARSET` that the text is written in (default utf-8)")
	entities := fs.Bool("entities", false, "decode numeric character references")
	backslash := fs.String("backslash", "keep", "what is done about backslashes: "+strings.Join(backslashModes, ", "))
	complete(cmd, "spaces", func() []string { return spacesModes })
	complete(cmd, "backslash", func() []string { return backslashModes })
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		sp, bs := slices.Index(spacesModes, *spaces), slices.Index(backslashModes, *backslash)
		switch {
		case sp < 0:
			return usagef("--spaces %s: choose one of %s", *spaces, strings.Join(spacesModes, ", "))
		case bs < 0:
			return usagef("--backslash %s: choose one of %s", *backslash, strings.Join(backslashModes, ", "))
		}
		cs, err := parseTextCharset(*charset)
		if err != nil {
			return err
		}
		opts := []iri.PrepareOption{
			iri.PrepareCharset(cs), iri.PrepareSpaces(iri.Spaces(sp)), iri.PrepareBackslash(iri.Backslash(bs)),
		}
		if *entities {
			opts = append(opts, iri.PrepareEntities())
		}
		c.convertToPieces = func(rec *input.Record, rule iri.Rule) []piece {
			return prepared(rec.Text, iri.PrepareList(rec.Text, append(opts[:len(opts):len(opts)], iri.PrepareRule(rule))...))
		}
		return c.run(words, nil)
	}
	return cmd
}

// prepared returns the pieces of a text. One that is the only one counts from the
// beginning of the text.
func prepared(text string, list []iri.Prepared) []piece {
	var all []piece
	for _, p := range list {
		pc := piece{input: text, output: p.Text}
		if len(list) > 1 {
			pc.input, pc.start = text[p.Start:p.End], p.Start
		}
		if p.Err != nil {
			pc.findings = slices.Clone(findingsOf(p.Err, text))
			// What is malformed may reach across the piece.
			at := func(offset int) int { return min(max(offset-pc.start, 0), len(pc.input)) }
			for i := range pc.findings {
				f := &pc.findings[i]
				f.Start, f.End = at(f.Start), at(f.End)
				if f.Fix != nil {
					f.Fix = &iri.Fix{Start: at(f.Fix.Start), End: at(f.Fix.End), Text: f.Fix.Text}
				}
			}
		}
		all = append(all, pc)
	}
	return all
}
