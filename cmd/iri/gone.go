package main

import (
	"cmp"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// gone are commands, flags and values of flags that existed before the first release, with the advice for each. For a
// flag that was removed from one command, the name of the command comes first.
var gone = map[string]string{
	"--checkpoint":              restart,
	"--budget":                  "a suite that is too large is made of the rules, each by itself",
	"--coverage":                "iri grammar coverage prints how many inputs went through each production",
	"--depth":                   "a suite tests strings in which a rule lies within itself once",
	"--format checkstyle":       "use --format sarif, github, gitlab or junit",
	"--from ipynb":              notebook,
	"--from notebook":           notebook,
	"--host uts46-transitional": "use --host uts46, which is not transitional",
	"--hosts":                   "use --summary-by host",
	"--max-iri":                 "use --max-item",
	"--prune-baseline":          "--write-baseline writes the list anew",
	"--resume":                  restart,
	"--sample":                  "--summary-by reason has three examples of each message",
	"iri decode --charset":      "--octets names the charset of the percent-encoded octets",
	"iri filter --host":         wanted,
	"iri filter --scheme":       wanted,
	"iri formats":               allFlags,
	"iri man":                   "packages have the man pages, and go run -tags man ./cmd/iri DIR writes them",
	"iri runs":                  allFlags,
}

const allFlags = "iri check --help has all flags"

const restart = "a run starts at the beginning; for more than one machine reads, see iri-beam"

const wanted = "keep the lines that you want with grep or jq"

const notebook = "convert the notebook with jupyter nbconvert --to markdown, and use --from markdown"

// goneFlag returns the error for a flag, or a value, that the command does not have any more, or nil.
func goneFlag(cmd *cobra.Command, name, value string) error {
	words := "--" + name
	if value != "" {
		words += " " + value
	}
	if instead := cmp.Or(gone[cmd.CommandPath()+" "+words], gone[words]); instead != "" {
		return usagef("there is no %s any more: %s", words, instead)
	}
	return nil
}

// goneValue returns the error for the first flag of the command line with a value that does not exist any more, or
// nil.
func goneValue(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		err = cmp.Or(err, goneFlag(cmd, f.Name, f.Value.String()))
	})
	return err
}
