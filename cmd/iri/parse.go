package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/output"
	"github.com/rfc3987/iri/internal/work/tree"
)

// maxTreeLine is the length in bytes of the longest line that parse reads unless
// --max-line is given: a tree in JSON takes about 400 times the memory of its string.
const maxTreeLine = 1 << 20

func newParseCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "parse [IRI...]",
		Short: "Show the parse tree of strings: every production and its span",
		Long: `parse shows which production of the grammar matches which part of a string. Spans are
byte offsets; the end is not part of the span. Where the grammar is ambiguous, the
first alternative that matches is used (RFC 3986 §3.2.2). In text, productions that
match one character are left out unless --all is given; JSON has the whole tree.

A string that does not conform is shown as far as it could be read: its components are
found as in RFC 3986 Appendix B, and those that do not conform are marked. The findings
say why, and the exit status is 1.

--components shows the components instead: scheme, authority, userinfo, host, port, path,
query and fragment. It takes any string, also one that does not conform (§5 of the
processing guidelines of 2011), and does not say whether it conforms.

A string with right-to-left characters is also shown in logical order, in display
order, and as a list of characters (RFC 3987 §4.1).`,
		Example: `  iri parse 'http://user@example.org:80/a/b?q#f'
  iri parse --rule IRI-reference ../a
  iri parse --format json urn:isbn:0451450523
  iri parse --components 'http://h:8a/a b'`,
	}
	var in inputFlags
	var out outputFlags
	in.addReading(cmd)
	in.addWhole(cmd)
	in.addCharset(cmd)
	in.limitLines(cmd, maxTreeLine)
	in.addSpec(cmd, "the spec's top rule")
	in.addDuplicates(cmd)
	out.add(cmd, output.FormatText, output.FormatJSON)
	all := cmd.Flags().BoolP("all", "a", false, "show every production, down to single characters; by a grammar of "+
		"your own, also in how many ways the string can be read, and where two of them part")
	parts := cmd.Flags().Bool("components", false, "show the components of any string, conforming or not")
	exclusive(cmd, "components", "all")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, err := in.target(job.TopRule)
		if err != nil {
			return err
		}
		records, failed, err := in.records(a, words, out.format)
		if err != nil {
			return err
		}
		p := tree.TreePrinter{Target: t, All: *all, Parts: *parts, Style: a.outStyle(), Notes: a.errStyle()}
		return in.print(a, records, failed, '\n', func(rec *input.Record) (text, note []byte, ok bool) {
			if out.format == output.FormatJSON {
				text, ok = p.AppendJSON(nil, rec)
				return text, nil, ok
			}
			return p.AppendText(rec)
		})
	}
	return cmd
}
