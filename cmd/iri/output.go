package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// An outputFlags holds --format.
type outputFlags struct {
	format string
}

// add registers --format with the formats that the command knows, the default
// first; others are an error before the command runs.
func (f *outputFlags) add(cmd *cobra.Command, formats ...string) {
	cmd.Flags().StringVar(&f.format, "format", formats[0], "the output: "+strings.Join(formats, ", "))
	complete(cmd, "format", func() []string { return formats })
	before(cmd, func() error {
		if !slices.Contains(formats, f.format) {
			return usagef("--format %s: choose one of %s", f.format, strings.Join(formats, ", "))
		}
		return nil
	})
}
