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
)

// helpText has what the help says of each command: after its name a line, a text, and examples.
//
//go:embed help.txt
var helpText string

// describe gives the commands below one, and the command, what helpText says of them. A text that is made of tables has
// been set.
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

// checkGroups are those of iri check, by what a user wants. Flags of no group come last.
var checkGroups = []flagGroup{
	{"What is read", []string{"exclude", "file", "force-exclude", "from", "hidden", "include", "stdin-filename",
		"whole"}},
	{"What is checked", []string{
		"baseline", "fail-on", "grammar", "grammar-only", "guess", "lint", "no-ignore", "rule",
		"severity", "spec", "suspicious", "write-baseline",
	}},
	{"What is printed", []string{
		"color", "explain", "format", "limit", "max-findings", "no-summary", "only-findings",
		"quiet", "summary-by", "summary-only",
	}},
}

// A helpTopic is a word after iri help that is not a command, with the flags that are left to it.
type helpTopic struct {
	name, short string
	formats     bool // other commands than check leave the flags to it, too: they have no defaults of their own
	flags       []string
	also        string // a flag that the commands show, too
}

var helpTopics = []helpTopic{
	{"formats", "Flags for files of one format", true, []string{"any-script", "prefix", "charset", "column", "context",
		"delimiter", "field", "header", "split"}, "from"},
	{"runs", "Flags for large and long runs", false, []string{"jobs", "max-item", "max-line",
		"no-progress", "unbuffered"}, ""},
}

// newTopicCmd returns the command that has the help of a topic, and does nothing. The help is made when it is asked
// for.
func newTopicCmd(t helpTopic) func(*app) *cobra.Command {
	return func(a *app) *cobra.Command {
		cmd := &cobra.Command{Use: t.name, Short: t.short}
		cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
			var b bytes.Buffer
			fmt.Fprintf(&b, "%s, of all commands that have them:\n", t.short)
			appendFlags(&b, pick(newCheckCmd(a).Flags(), func(f *pflag.Flag) bool {
				return f.Name == t.also ||
					slices.Contains(t.flags, f.Name)
			}), false)
			b.WriteString("\n\n")
			cmd.OutOrStdout().Write(b.Bytes())
		})
		return cmd
	}
}

// writeUsage writes how a command is used: that of cobra shows each switch with [=true|false], and knows no groups of
// flags.
func writeUsage(cmd *cobra.Command) error {
	var b bytes.Buffer
	b.WriteString("Usage:")
	if cmd.Runnable() {
		b.WriteString("\n  " + cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\n  " + cmd.CommandPath() + " [command]")
	}
	if cmd.HasExample() {
		b.WriteString("\n\nExamples:\n" + cmd.Example)
	}
	commands := func(title string, among func(*cobra.Command) bool) {
		for i, c := range slices.DeleteFunc(slices.Clone(cmd.Commands()),
			func(c *cobra.Command) bool { return !among(c) }) {
			if i == 0 {
				b.WriteString("\n\n" + title)
			}
			fmt.Fprintf(&b, "\n  %-*s %s", c.NamePadding(), c.Name(), c.Short)
		}
	}
	shown := func(c *cobra.Command) bool { return c.IsAvailableCommand() || c.Name() == "help" }
	for _, g := range cmd.Groups() {
		commands(g.Title, func(c *cobra.Command) bool { return c.GroupID == g.ID && shown(c) })
	}
	rest := "Available Commands:"
	if len(cmd.Groups()) > 0 {
		rest = "Additional Commands:"
	}
	commands(rest, func(c *cobra.Command) bool { return c.GroupID == "" && shown(c) })
	commands("Topics of iri help:", (*cobra.Command).IsAdditionalHelpTopicCommand)
	if cmd.Runnable() || cmd.HasAvailableSubCommands() {
		writeFlags(&b, cmd)
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n\nUse %q for more information about a command.", cmd.CommandPath()+" [command] --help")
	}
	b.WriteByte('\n')
	_, err := cmd.OutOrStderr().Write(b.Bytes())
	return err
}

// writeFlags writes the flags of a command in groups, without those that are left to topics.
func writeFlags(b *bytes.Buffer, cmd *cobra.Command) {
	groups := []flagGroup(nil)
	if cmd.Name() == "check" && !cmd.Parent().HasParent() {
		groups = checkGroups
	}
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.AddFlagSet(cmd.LocalFlags())
	all.AddFlagSet(cmd.InheritedFlags())
	var topics []string
	left := pick(all, func(f *pflag.Flag) bool {
		for _, t := range helpTopics {
			if slices.Contains(t.flags, f.Name) && (groups != nil || t.formats) {
				if !slices.Contains(topics, t.name) {
					topics = append(topics, t.name)
				}
				return false
			}
		}
		return !slices.ContainsFunc(groups, func(g flagGroup) bool { return slices.Contains(g.names, f.Name) })
	})
	for _, g := range groups {
		fmt.Fprintf(b, "\n\n%s:", g.title)
		appendFlags(b, pick(all, func(f *pflag.Flag) bool { return slices.Contains(g.names, f.Name) }), true)
	}
	if len(groups) > 0 {
		b.WriteString("\n\nOther flags:")
	} else {
		b.WriteString("\n\nFlags:")
	}
	appendFlags(b, left, groups != nil)
	for _, t := range helpTopics {
		if slices.Contains(topics, t.name) {
			fmt.Fprintf(b, "\n%s: iri help %s", t.short, t.name)
		}
	}
	if groups != nil {
		b.WriteString("\nAll flags in full: the man pages")
	}
}

// pick returns the flags of a set that are wanted, by name.
func pick(set *pflag.FlagSet, wanted func(*pflag.Flag) bool) (flags []*pflag.Flag) {
	set.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && wanted(f) {
			flags = append(flags, f)
		}
	})
	return flags
}

// helpWidth is how many columns a line of help has.
const helpWidth = 100

// appendFlags writes a line for each flag, or in full as many as its usage needs.
func appendFlags(b *bytes.Buffer, flags []*pflag.Flag, brief bool) {
	width := 0
	names := make([]string, len(flags))
	for i, f := range flags {
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		if takes, _ := pflag.UnquoteUsage(f); takes != "" {
			name += " " + takes
		}
		names[i] = name
		width = max(width, len(name)+len("  "))
	}
	for i, f := range flags {
		_, usage := pflag.UnquoteUsage(f)
		if !slices.Contains([]string{"", "false", "0", "[]"}, f.DefValue) && !strings.Contains(usage, "default") {
			usage += " (default " + f.DefValue + ")"
		}
		if brief {
			usage = briefly(usage, helpWidth-width)
		}
		line := fmt.Sprintf("%-*s", width, names[i])
		for j, word := range strings.Fields(usage) {
			if j > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > helpWidth {
				b.WriteString("\n" + line)
				line = strings.Repeat(" ", width)
			} else if j > 0 {
				line += " "
			}
			line += word
		}
		b.WriteString("\n" + line)
	}
}

// briefly returns the first clause of a usage, and of that what fits a line, up to a comma or a colon.
func briefly(usage string, width int) string {
	usage, _, _ = strings.Cut(usage, "; ")
	if utf8.RuneCountInString(usage) <= width {
		return usage
	}
	usage = string([]rune(usage)[:width-len(" …")])
	return usage[:strings.LastIndexAny(usage, ",: ")] + " …"
}
