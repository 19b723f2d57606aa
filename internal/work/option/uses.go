package option

import (
	"fmt"
	"slices"
	"strings"
)

// This file says which options do nothing beside which others, and beside which input: a program refuses them there.

// An apart is an option that cannot stand together with others.
type apart struct {
	command string // the only command that this is for; empty for all
	name    string
	others  []string
}

var aparts = []apart{
	{"from-leiri", "lenient", []string{"spec", "rule"}},
	{"", "whole", []string{"from"}},
	{"parse", "components", []string{"all", "browser"}},
	{"parse", "browser", []string{"all"}},
	{"", "diff", []string{"write", "list", "rejects", "unbuffered"}},
	{"", "write", []string{"list", "rejects", "unbuffered"}},
	{"", "list", []string{"rejects"}}, // which has the results alone in any case
	{"", "quiet", []string{"rejects", "limit"}},
	{"check", "quiet", []string{"format", "explain", "only-findings", "summary-only", "summary-by", "no-summary"}},
	{"", "no-summary", []string{"summary-only", "summary-by"}},
	{"", "summary-only", []string{"limit", "explain", "only-findings"}},
	{"", "write-baseline", []string{"explain", "limit"}},
	{"", "grammar-only", []string{"lint", "suspicious"}},
	{"fmt", "write", []string{"check"}},
	{"update", "check", []string{"output"}},
}

// A need is an option that does something only with another one.
type need struct {
	command string // as that of an apart
	name    string
	other   string
	values  []string // that the other one has; nil for any that is given
}

var needs = []need{
	{"", "explain", "format", []string{"text"}},
	{"", "only-findings", "format", []string{"json"}},
	{"", "summary-by", "format", []string{"text", "short", "json"}},
	{"", "summary-only", "format", []string{"text", "short", "json"}},
	{"", "list", "format", []string{"text"}},
	{"", "diff", "format", []string{"text"}},
	{"", "write", "format", []string{"text"}},
	{"", "rejects", "format", []string{"text", "tsv"}},
	{"", "force", "write", nil},
	{"", "reasons", "rejects", nil},
	{"prepare", "query-charset", "to", []string{"uri"}},
}

// An Input says what a run reads.
type Input uint8

// The inputs. A run may have several.
const (
	Words Input = 1 << iota // of the command line
	Stdin
	Files
	Folders
)

var inputNames = []string{"words", "standard input", "files", "folders"}

// An inputNeed is an option that does something only where one of some inputs is read, or with another option.
type inputNeed struct {
	name string
	of   Input
	or   string // empty for none
}

var inputNeeds = []inputNeed{
	{"exclude", Folders, "force-exclude"},
	{"include", Folders, "force-exclude"},
	{"hidden", Folders, "force-exclude"},
	{"follow", Folders, "force-exclude"},
	{"force-exclude", Files | Folders, "stdin-filename"},
	{"stdin-filename", Stdin, ""},
	{"whole", Stdin | Files | Folders, ""},
	{"rejects", Stdin | Files | Folders, ""},
	{"max-line", Stdin | Files | Folders, ""},
	{"no-ignore", Stdin | Files | Folders, ""},
}

// A Given is a function that returns the value of an option, and whether the user has given another than the default:
// iri.toml may say what does nothing. ok is not set where the program has no option of that name.
type Given func(name string) (value string, isGiven, ok bool)

func (g Given) is(name string) bool {
	_, isGiven, _ := g(name)
	return isGiven
}

// Useless returns the error for an option of a command that does nothing beside another one.
func Useless(command string, g Given) error {
	for _, a := range aparts {
		if a.command != "" && a.command != command || !g.is(a.name) {
			continue
		}
		if i := slices.IndexFunc(a.others, g.is); i >= 0 {
			return fmt.Errorf("--%s and --%s cannot stand together: leave one out", a.name, a.others[i])
		}
	}
	for _, n := range needs {
		value, isGiven, ok := g(n.other)
		switch {
		case n.command != "" && n.command != command || !g.is(n.name) || !ok:
		case n.values == nil && !isGiven:
			return fmt.Errorf("--%s does nothing without --%s", n.name, n.other)
		case n.values != nil && !slices.Contains(n.values, value):
			return fmt.Errorf("--%s does nothing with --%s %s: it is for %s", n.name, n.other, value,
				strings.Join(n.values, ", "))
		}
	}
	return nil
}

// UselessFor returns the error for an option that does nothing with what is read.
func UselessFor(read Input, g Given) error {
	for _, n := range inputNeeds {
		if !g.is(n.name) || g.is(n.or) || read&n.of != 0 {
			continue
		}
		advice := ""
		if n.or == "force-exclude" && read&Files != 0 {
			advice = "; with --" + n.or + " it holds for files that are named, too"
		}
		return fmt.Errorf("--%s does nothing here: it is for %s, and what is read is %s%s", n.name,
			strings.Join(n.of.names(), ", "), strings.Join(read.names(), ", "), advice)
	}
	return nil
}

// names returns the names of inputs.
func (in Input) names() (names []string) {
	for i, name := range inputNames {
		if in&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
