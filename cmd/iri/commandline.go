package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/output"
)

// commandLine returns what decides the output of a run: the command, the flags that were
// given, except those that only say how to run, the words, and what the files hold that shape
// the result. The input itself is not part of it.
func commandLine(a *app, cmd *cobra.Command) []string {
	line := []string{cmd.CommandPath()}
	format := cmd.Flags().Lookup("format")
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "jobs", "checkpoint", "resume", "no-progress":
		case "unbuffered": // with JSON it gives blank lines a result
			if format == nil || format.Value.String() != output.FormatJSON {
				break
			}
			fallthrough
		default:
			line = append(line, "--"+f.Name+"="+f.Value.String())
		}
	})
	if a.color(false) {
		line = append(line, "in colour")
	}
	for _, name := range filesOfFlags(cmd) {
		sum, err := durable.HashFile(name)
		if err != nil {
			sum = err.Error()
		}
		line = append(line, "the file "+name+", "+sum)
	}
	return append(append(line, "--"), cmd.Flags().Args()...)
}

// filesOfFlags returns the files of --grammar, --baseline and --config, or the iri.toml that is in force.
func filesOfFlags(cmd *cobra.Command) []string {
	var names []string
	for _, name := range []string{"grammar", "baseline", "config"} {
		if f := cmd.Flags().Lookup(name); f != nil { // not all commands have them
			names = append(names, f.Value.(*option.Value).List()...)
		}
	}
	return names
}
