package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/lsp"
)

func newLSPCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:  "lsp",
		Args: rejectWords("editors start it, without %s"),
		RunE: func(*cobra.Command, []string) error {
			if a.inTerminal && a.errTerminal {
				a.note([]string{"this is the language server for editors, which start it and write to it; iri check checks " +
					"files, and Ctrl-D ends this"})
			}
			clean, err := lsp.Serve(a.stdin, a.stdout, version())
			if err == nil && !clean {
				return statusFound // the protocol requires it if exit comes without shutdown
			}
			return err
		},
	}
}
