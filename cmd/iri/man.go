package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/manpage"
)

// newManCmd returns the command that writes the man pages, one for each command, for
// people who make packages. The date is that of SOURCE_DATE_EPOCH if it is set. The
// help does not list the command.
func newManCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Args:   wordCount(1, 1, "the folder to write to"),
		Hidden: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := newRootCmd(a) // of all commands
			root.InitDefaultCompletionCmd()
			return manpage.WriteTree(root, manpage.Header{Source: "iri " + version(), Manual: "IRIs"}, args[0])
		},
	}
}
