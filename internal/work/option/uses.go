package option

import (
	"fmt"
	"slices"
	"strings"
)

// This file lists which options have no effect with which other options and inputs. A program refuses them there.

// An apart is an option that cannot be used together with others.
type apart struct {
	command string // the only command that it applies to; empty if all
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
	{"", "list", []string{"rejects"}}, // which lists results in any case
	{"", "quiet", []string{"rejects", "limit"}},
	{"check", "quiet", []string{"format", "explain", "only-findings", "summary-only", "summary-by", "no-summary"}},
	{"", "no-summary", []string{"summary-only", "summary-by"}},
	{"", "summary-only", []string{"limit", "explain", "only-findings"}},
	{"", "write-baseline", []string{"explain", "limit"}},
	{"", "grammar-only", []string{"lint", "suspicious"}},
	{"fmt", "write", []string{"check"}},
	{"update", "check", []string{"output"}},
}

// A need is an option that has an effect only with another one.
type need struct {
	command string // the only command that it applies to; empty if all
	name    string
	other   string
	values  []string // the values that the other one needs; nil if any that is given
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

// An Input is a kind of input of a run.
type Input uint8

// The kinds of input. A run may have several.
const (
	Words Input = 1 << iota // of the command line
	Stdin
	Files
	Folders
)

var inputNames = []string{"words", "standard input", "files", "folders"}

// An inputNeed is an option that has an effect only with some kinds of input, or with another option.
type inputNeed struct {
	name string
	of   Input
	or   string // the other option; empty if there is none
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

// A Given returns the value of an option, and whether the user has set it to another than the default. Values of
// iri.toml do not count: there an option without effect is allowed. ok is false if the program has no option of that
// name.
type Given func(name string) (value string, isGiven, ok bool)

func (g Given) is(name string) bool {
	_, isGiven, _ := g(name)
	return isGiven
}

// Useless returns an error for an option of a command that has no effect because of another one.
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
			return fmt.Errorf("--%s does nothing with --%s %s: it is for %s", n.name, n.other, value, strings.Join(n.values, ", "))
		}
	}
	return nil
}

// UselessFor returns an error for an option that has no effect on the inputs.
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

// names returns the names of kinds of input.
func (in Input) names() (names []string) {
	for i, name := range inputNames {
		if in&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
