package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
)

// addConfig registers --config and --no-config.
func addConfig(cmd *cobra.Command, to *option.Values) {
	addFlags(cmd, to, option.Choice()...)
	_ = cmd.MarkFlagFilename("config", "toml")
}

// takeConfig makes a command use the values of iri.toml for flags that are not given.
func takeConfig(cmd *cobra.Command, in *inputFlags) {
	addConfig(cmd, &in.Values)
	in.nested = func() []string { return append(in.files(), in.stdinName) }
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, words []string) error {
		if before != nil {
			if err := before(cmd, words); err != nil {
				return err
			}
		}
		c, err := config.Chosen(in.Values)
		if err != nil {
			return err
		}
		return in.ApplyConfig(c)
	}
}

func newConfigCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "config",
		Args: onlySubcommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newConfigShowCmd(a))
	return cmd
}

func newConfigShowCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "show [FILE]"}
	var flags option.Values
	var out outputFlags
	addConfig(cmd, &flags)
	out.add(cmd, render.FormatText, render.FormatJSON)
	all := cmd.Flags().Bool("all", false, "print also what is the default")
	cmd.Args = wordCount(0, 1, "at most one file")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		ofRun, err := config.Chosen(flags)
		if err != nil {
			return err
		}
		file := append(words, "")[0]
		c, err := config.Nearest(flags, file)
		if err != nil {
			return err
		}
		rows, err := c.Show(file, *all, ofRun)
		if err != nil {
			return err
		}
		if c == nil {
			fmt.Fprintln(a.stderr, "iri: there is no iri.toml here, nor above in the repository")
		} else {
			fmt.Fprintf(a.stderr, "iri: %s\n", quote.Visible(c.Path))
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			if out.format == render.FormatJSON {
				return jsonw.WriteLines(w, rows)
			}
			_, err := w.Write(config.AppendText(nil, rows))
			return err
		})
	}
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return cmd
}
