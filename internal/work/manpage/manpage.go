// Package manpage writes man pages. What comes in is a command of cobra with its flags and
// subcommands; what goes out is the text of a page in the macros of man(7), or a folder with one page
// for each command. It must not know any command. The package doc of cobra does the same by way of
// Markdown, and what it imports for that computes tables at every start of a program.
package manpage

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Header is what all pages say of the program: its version, and the book that they belong to.
type Header struct{ Source, Manual string }

// WriteTree writes the pages of a command and of all commands below it that the help lists, each as
// NAME-SUBCOMMAND.1, into a folder. They have the date that SOURCE_DATE_EPOCH says, or that of today.
func WriteTree(cmd *cobra.Command, h Header, dir string) error {
	date := time.Now()
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
		}
		date = time.Unix(seconds, 0).UTC()
	}
	return writeTree(cmd, h, date, dir)
}

func writeTree(cmd *cobra.Command, h Header, date time.Time, dir string) error {
	for _, c := range listed(cmd) {
		if err := writeTree(c, h, date, dir); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, name(cmd)+".1"), []byte(Page(cmd, h, date)), 0o666)
}

// listed returns the subcommands that the help lists, by name.
func listed(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return !c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand()
	})
}

// name returns the name of the page of a command.
func name(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// Page returns the page of a command.
func Page(cmd *cobra.Command, h Header, date time.Time) string {
	cmd.InitDefaultHelpCmd()
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, ".TH \"%s\" 1 \"%s\" \"%s\" \"%s\"\n", escape(strings.ToUpper(name(cmd))), date.Format("Jan 2006"),
		escape(h.Source), escape(h.Manual))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", escape(name(cmd)), escape(cmd.Short),
		escape(cmd.UseLine()))
	text(&b, cmp.Or(cmd.Long, cmd.Short))
	flags(&b, "OPTIONS", cmd.NonInheritedFlags())
	flags(&b, "OPTIONS INHERITED FROM PARENT COMMANDS", cmd.InheritedFlags())
	if cmd.Example != "" {
		b.WriteString(".SH EXAMPLE\n")
		literal(&b, strings.Split(cmd.Example, "\n"))
	}
	var others []string
	if cmd.HasParent() {
		others = append(others, name(cmd.Parent()))
	}
	for _, c := range listed(cmd) {
		others = append(others, name(c))
	}
	if len(others) > 0 {
		b.WriteString(".SH SEE ALSO\n")
		for i, o := range others {
			comma := ","
			if i == len(others)-1 {
				comma = ""
			}
			fmt.Fprintf(&b, ".BR %s (1)%s\n", escape(o), comma)
		}
	}
	return b.String()
}

// text writes paragraphs; a paragraph whose lines begin with spaces is shown as it is.
func text(b *strings.Builder, s string) {
	for i, paragraph := range strings.Split(strings.Trim(s, "\n"), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		if slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, " ") ||
				strings.HasPrefix(l, "\t")
		}) {
			literal(b, lines)
			continue
		}
		for _, l := range lines {
			b.WriteString(escape(l) + "\n")
		}
	}
}

// literal writes lines that are not filled.
func literal(b *strings.Builder, lines []string) {
	b.WriteString(".nf\n")
	for _, l := range lines {
		b.WriteString(escape(l) + "\n")
	}
	b.WriteString(".fi\n")
}

// flags writes a section about flags: their names, what they take, and their usage with the value
// that they have if they are not given.
func flags(b *strings.Builder, title string, set *pflag.FlagSet) {
	if !set.HasAvailableFlags() {
		return
	}
	b.WriteString(".SH " + title + "\n")
	set.VisitAll(func(f *pflag.Flag) {
		if f.Deprecated != "" || f.Hidden {
			return
		}
		b.WriteString(".TP\n")
		if f.Shorthand != "" && f.ShorthandDeprecated == "" {
			b.WriteString(`\fB` + escape("-"+f.Shorthand) + `\fR, `)
		}
		b.WriteString(`\fB` + escape("--"+f.Name) + `\fR`)
		takes, usage := pflag.UnquoteUsage(f)
		switch {
		case takes == "":
		case f.NoOptDefVal != "":
			b.WriteString(`[=\fI` + escape(takes) + `\fR]`)
		default:
			b.WriteString(` \fI` + escape(takes) + `\fR`)
		}
		b.WriteString("\n" + escape(usage))
		if !slices.Contains([]string{"", "false", "0"}, f.DefValue) && !strings.Contains(usage, "default") {
			b.WriteString(escape(" (default " + f.DefValue + ")"))
		}
		b.WriteString("\n")
	})
}

// escape returns a line of text in which nothing is an instruction: a backslash, a hyphen that is to
// be copied as one, characters beyond US-ASCII, and a dot or an apostrophe at the start of the line.
func escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '"':
			b.WriteString(`\(dq`)
		case i == 0 && (r == '.' || r == '\''):
			b.WriteString(`\&` + string(r))
		case r >= utf8.RuneSelf:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
