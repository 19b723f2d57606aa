package main

import (
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
	choice(cmd, &f.format, "format", formats[0], "the output: "+strings.Join(formats, ", "), formats)
}
