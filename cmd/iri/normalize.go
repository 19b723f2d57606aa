package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

func newNormalizeCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "normalize [IRI...]",
		Short: "Normalize on a rung of the comparison ladder (RFC 3987 §5.3)",
		Long: `normalize prints the normal form on a rung of the ladder. Each rung includes
those before it:
  string    nothing is changed (§5.3.1)
  case      scheme, hosts that are all US-ASCII, hex digits (§5.3.2.1)
  percent   what need not be percent-encoded is decoded (§5.3.2.3)
  path      dot segments are removed, in what has a scheme (§5.3.2.4)
  scheme    default and empty ports and empty paths, for the schemes that define
            them (§5.3.3); the default
  protocol  a trailing slash in http and https, which is a guess (§5.3.4)

The result has the same components, conforms, and does not change again. It is
for comparing: pass on the original (§5.3.2.3).

--nfc also applies Unicode Normalization Form C, which makes another IRI of one
that is not in it: it is for those who create IRIs (§5.3.2.2).
--host takes hosts for domain names, on rung scheme, and prints their U-labels.`,
		Example: `  iri normalize 'HTTP://www.EXAMPLE.com:80/%7euser/./ros%C3%A9'
  iri normalize --to percent -f iris.txt.gz
  iri normalize --host idna http://xn--rsum-bpad.example.org/`,
	}
	c := newConverter(a, cmd, referenceRule)
	c.anyString = true // Rule.Parse checks
	l := addRungFlags(cmd, "normalize as far as")
	nfc := cmd.Flags().Bool("nfc", false, "also apply Unicode Normalization Form C")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		to, opts, err := l.options()
		if err != nil {
			return err
		}
		if *nfc {
			opts = append(opts, iri.NFC())
		}
		c.canSplit = func(ref iri.Ref) bool {
			return !*nfc && to < iri.RungProtocol && !mayHaveDotSegments(ref.Path())
		}
		return c.runBulk(words, c.checkResults(func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
			r, err := rule.Parse(rec.Text)
			if err != nil {
				return dst, err
			}
			if len(opts) > 0 || rule.Spec() != iri.RFC3987 {
				return r.AppendNormal(dst, to, append(opts[:len(opts):len(opts)], iri.NormalizeFor(rule.Spec()))...), nil
			}
			return r.AppendNormal(dst, to), nil
		}))
	}
	return cmd
}

// A ladder holds the flags that say how far to climb.
type rungFlags struct{ rung, host *string }

func addRungFlags(cmd *cobra.Command, what string) rungFlags {
	names := make([]string, 0, len(iri.Rungs()))
	for _, r := range iri.Rungs() {
		names = append(names, r.String())
	}
	l := rungFlags{
		rung: cmd.Flags().String("to", iri.RungScheme.String(), what+" `RUNG`: "+strings.Join(names, ", ")),
		host: cmd.Flags().String("host", iri.HostPercent.String(), "take hosts for domain names: "+strings.Join(iri.HostMappings(), ", ")),
	}
	complete(cmd, "to", func() []string { return names })
	complete(cmd, "host", iri.HostMappings)
	return l
}

// options interprets the flags.
func (l rungFlags) options() (iri.Rung, []iri.NormalizeOption, error) {
	to, err := iri.ParseRung(*l.rung)
	if err != nil {
		return 0, nil, usagef("--to: %s", strings.TrimPrefix(err.Error(), "iri: "))
	}
	m, err := iri.ParseHostMapping(*l.host)
	if err != nil {
		return 0, nil, usagef("--host %s: choose one of %s", *l.host, strings.Join(iri.HostMappings(), ", "))
	}
	if m == iri.HostPercent {
		return to, nil, nil
	}
	return to, []iri.NormalizeOption{iri.NormalizeHost(m)}, nil
}
