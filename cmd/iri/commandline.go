package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/option"
)

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
