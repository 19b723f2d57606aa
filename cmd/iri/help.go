package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/work/render"
)

// helpText has what the help says of each command: after its name a line, a text, and examples.
//
//go:embed help.txt
var helpText string

// describe sets the texts of a command and its subcommands from helpText, unless a text was set before because it is
// made from tables.
func describe(root *cobra.Command) {
	for entry := range strings.SplitSeq(strings.TrimPrefix(helpText, "=== "), "\n=== ") {
		path, text, _ := strings.Cut(entry, "\n")
		cmd, _, err := root.Find(strings.Fields(path)[1:])
		if err != nil || cmd.CommandPath() != path {
			continue
		}
		text, cmd.Example, _ = strings.Cut(strings.TrimRight(text, "\n"), "\nExamples:\n")
		short, long, _ := strings.Cut(text, "\n")
		cmd.Short, cmd.Long = short, cmp.Or(cmd.Long, strings.Trim(long, "\n"))
	}
}

// A flagGroup is a heading of the help with the flags under it.
type flagGroup struct {
	title string
	names []string
}

// flagGroups are the groups for commands with many flags, by purpose. Flags that are in no group come last.
var flagGroups = []flagGroup{
	{"What is read", []string{"base", "exclude", "file", "force-exclude", "from", "hidden", "include",
		"stdin-filename", "whole"}},
	{"What is checked", []string{
		"baseline", "fail-on", "grammar", "grammar-only", "guess", "lint", "no-ignore", "rule",
		"severity", "spec", "suspicious", "write-baseline",
	}},
	{whatIsPrinted, []string{
		"color", "diff", "explain", "format", "limit", "list", "max-findings", "no-summary", "only-findings",
		"quiet", "reasons", "rejects", "summary-by", "summary-only", "write",
	}},
	{"Files of one format", []string{"any-script", "prefix", "charset", "column", "context",
		"delimiter", "field", "header", "split"}},
	{"Large and long runs", []string{"jobs", "max-item", "max-line", "no-progress", "unbuffered"}},
}

const whatIsPrinted = "What is printed"

// groupedFrom is how many flags a command must have for its help to be in groups.
const groupedFrom = 16

// A helpPage formats the help of a command: the short one, with one clause for each flag, or the full one.
type helpPage struct {
	b     bytes.Buffer
	short bool
	width int // columns of a line
}

// printHelp prints the help of a command in lines that fit the terminal: the short one for -h. words are those of the
// command line, if it asks by a flag.
func (a *app) printHelp(cmd *cobra.Command, words []string) {
	full := func(word string) bool { return strings.HasPrefix(word, "--help") }
	short := len(words) > 0 && !slices.ContainsFunc(words, full)
	cmd.OutOrStdout().Write(helpOf(cmd, short, a.outStyle().Columns()))
}

// helpOf returns the help of a command in lines of at most width columns.
func helpOf(cmd *cobra.Command, short bool, width int) []byte {
	p := helpPage{short: short, width: width}
	text := cmd.Short
	if !short {
		text = cmp.Or(cmd.Long, text)
	}
	p.b.Write(reflow(strings.TrimSpace(text), width))
	p.b.WriteString("\n")
	p.usage(cmd)
	return p.b.Bytes()
}

// usage appends the usage. That of cobra shows each switch with [=true|false], and has no groups of flags.
func (p *helpPage) usage(cmd *cobra.Command) {
	p.b.WriteString("Usage:\n")
	if cmd.Runnable() {
		p.row("  ", cmd.UseLine(), 4)
	}
	if cmd.HasAvailableSubCommands() {
		p.row("  ", cmd.CommandPath()+" [command]", 4)
	}
	if cmd.HasExample() && !p.short {
		p.b.WriteString("\nExamples:\n" + cmd.Example + "\n") // not wrapped, so that it can be copied
	}
	p.commands(cmd)
	p.flags(cmd)
	switch {
	case p.short:
		p.b.WriteString("\n")
		p.row("", "In full, with examples: "+cmd.CommandPath()+" --help", 0)
	case cmd.HasAvailableSubCommands():
		p.b.WriteString("\n")
		p.row("", fmt.Sprintf("Use %q for more information about a command.", cmd.CommandPath()+" [command] --help"), 0)
	}
}

// commands appends the subcommands.
func (p *helpPage) commands(cmd *cobra.Command) {
	shown := func(c *cobra.Command) bool { return c.IsAvailableCommand() || c.Name() == "help" }
	of := func(title, group string) {
		for _, c := range cmd.Commands() {
			if c.GroupID != group || !shown(c) {
				continue
			}
			if title != "" {
				p.b.WriteString("\n" + title + "\n")
				title = ""
			}
			p.row(fmt.Sprintf("  %-*s ", c.NamePadding(), c.Name()), c.Short, c.NamePadding()+len("   "))
		}
	}
	for _, g := range cmd.Groups() {
		of(g.Title, g.ID)
	}
	of("Commands:", "")
}

// flags appends the flags of a command, in groups if there are many.
func (p *helpPage) flags(cmd *cobra.Command) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.AddFlagSet(cmd.LocalFlags())
	all.AddFlagSet(cmd.InheritedFlags())
	if help := all.Lookup("help"); help != nil {
		help.Usage = "print this; -h in short, --help in full"
	}
	left, title := pick(all, func(*pflag.Flag) bool { return true }), "Flags:"
	column := 0
	for _, f := range left {
		column = max(column, len(flagName(f)))
	}
	column = min(column, max(24, p.width*2/5))
	if len(left) >= groupedFrom {
		for _, g := range flagGroups {
			in := func(f *pflag.Flag) bool { return slices.Contains(g.names, f.Name) }
			p.flagRows(g.title+":", pick(all, in), column)
			left = slices.DeleteFunc(left, in)
		}
		title = "Other flags:"
	}
	p.flagRows(title, left, column)
}

// pick returns the flags of a set for which wanted is true, by name.
func pick(set *pflag.FlagSet, wanted func(*pflag.Flag) bool) (flags []*pflag.Flag) {
	set.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && wanted(f) {
			flags = append(flags, f)
		}
	})
	return flags
}

// flagName returns the name of a flag as it is written, up to its usage.
func flagName(f *pflag.Flag) string {
	name := "      --" + f.Name
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	if takes, _ := pflag.UnquoteUsage(f); takes != "" {
		name += " " + takes
	}
	return name + "  "
}

// flagRows appends flags under a title, each with its usage at a column. The short help has only the first clause of
// it.
func (p *helpPage) flagRows(title string, flags []*pflag.Flag, column int) {
	for i, f := range flags {
		if i == 0 {
			p.b.WriteString("\n" + title + "\n")
		}
		_, usage := pflag.UnquoteUsage(f)
		if p.short {
			usage, _, _ = strings.Cut(usage, "; ")
		}
		if !slices.Contains([]string{"", "false", "0", "[]"}, f.DefValue) && !strings.Contains(usage, "default") {
			usage += " (default " + f.DefValue + ")"
		}
		p.row(fmt.Sprintf("%-*s", column, flagName(f)), usage, column)
	}
}

// row appends a text after a name, in lines that fit. The text begins at a column, or below the name if that is too
// long.
func (p *helpPage) row(name, text string, column int) {
	rest := strings.Repeat(" ", column)
	if column > 0 && len(name) > column {
		p.b.WriteString(strings.TrimRight(name, " ") + "\n")
		name = rest
	}
	p.b.Write(render.Wrap(strings.Fields(text), name, rest, p.width))
}

// reflow wraps a text to lines of at most width columns. Empty lines separate paragraphs. A line with two spaces
// inside is an entry of a list: a name, and a text that continues in the indented lines below. A line that begins
// with a tab is not wrapped.
func reflow(text string, width int) []byte {
	var b []byte
	var words []string
	head, hang, entry := "", 0, false
	flush := func() {
		if len(words) > 0 {
			b = append(b, render.Wrap(words, head, strings.Repeat(" ", min(hang, width/2)), width)...)
		}
		words, head, hang, entry = nil, "", 0, false
	}
	for line := range strings.SplitSeq(text, "\n") {
		said := strings.TrimLeft(line, " ")
		indent := len(line) - len(said)
		_, about, ok := strings.Cut(said, "  ")
		switch {
		case said == "" || line[0] == '\t':
			flush()
			b = append(append(b, line...), '\n')
			continue
		case ok:
			flush()
			about = strings.TrimLeft(about, " ")
			said, entry, hang = about, true, utf8.RuneCountInString(line)-utf8.RuneCountInString(about)
			head = strings.TrimSuffix(line, about)
		case entry && indent > 0:
			hang = indent
		case entry || indent > 0:
			flush()
			head, hang = line[:indent], indent
		}
		words = append(words, strings.Fields(said)...)
	}
	flush()
	return b
}
