package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// An outputFlags holds --format.
type outputFlags struct {
	format  string
	allowed []string
}

// add registers --format with the formats that the command knows, the default
// first.
func (f *outputFlags) add(cmd *cobra.Command, formats ...string) {
	f.allowed = formats
	cmd.Flags().StringVar(&f.format, "format", formats[0], "the output: "+strings.Join(formats, ", "))
	complete(cmd, "format", func() []string { return formats })
}

func (f *outputFlags) check() error {
	if !slices.Contains(f.allowed, f.format) {
		return usagef("--format %s: choose one of %s", f.format, strings.Join(f.allowed, ", "))
	}
	return nil
}
