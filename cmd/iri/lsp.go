package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/lsp"
)

func newLSPCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "lsp",
		Short: "Serve editors: findings while a file is written",
		Long: `lsp is a server of the Language Server Protocol over standard input and output: editors
start it. It shows what iri check finds in the formats that it reads, with the iri.toml,
the baseline and the comments that check heeds, explains the codes, and offers the
fixes of iri fix.

In a grammar (.abnf) it shows what iri grammar check finds, and which strings a changed
rule accepts and refuses that the built-in spec does not. Names of rules lead to their
definitions and references, are renamed and completed; formatting is iri grammar fmt.`,
		Args: rejectWords("editors start it, without %s"),
		RunE: func(*cobra.Command, []string) error {
			clean, err := lsp.Serve(a.stdin, a.stdout, version())
			if err == nil && !clean {
				return statusFound // as the protocol wants it where exit comes without shutdown
			}
			return err
		},
	}
}
