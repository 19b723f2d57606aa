package grammars

import (
	"bufio"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/work/config"
)

// This file writes lists of specs and of rules, as JSON or as text.

// A specRow is the JSON form of a spec.
type specRow struct {
	Spec      string `json:"spec"`
	Title     string `json:"title"`
	Rules     int    `json:"rules"`
	Top       string `json:"top"`
	Reference string `json:"reference"`
	Library   bool   `json:"library,omitempty"` // it is not built into the Go library
}

// WriteSpecs writes the specs that [config.SpecNames] names.
func WriteSpecs(w *bufio.Writer, json bool) error {
	var rows []specRow
	for _, s := range spec.Specs() {
		rows = append(rows, specRow{s.Name(), s.Title(), len(slices.Collect(s.Rules())), s.Top().Name(),
			s.Reference().Name(), false})
	}
	for _, f := range config.Library() {
		g, err := abnf.Parse(f.Name, f.Text)
		if err != nil {
			return err
		}
		rows = append(rows, specRow{g.Spec, g.Title, len(g.Rules), g.Top, g.Reference, true})
	}
	if json {
		return jsonw.WriteLines(w, rows)
	}
	fmt.Fprintf(w, "%-12s %-24s %5s  %-13s %s\n", "SPEC", "TITLE", "RULES", "TOP", "REFERENCE")
	for _, r := range rows {
		line := fmt.Sprintf("%-12s %-24s %5d  %-13s %s", r.Spec, r.Title, r.Rules, r.Top, r.Reference)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	return nil
}

// A ruleRow is the JSON form of a rule.
type ruleRow struct {
	Name    string   `json:"name"`
	ABNF    string   `json:"abnf"`
	Section string   `json:"section,omitempty"`
	Spec    string   `json:"spec,omitempty"`
	Core    bool     `json:"core,omitempty"`
	Uses    []string `json:"uses,omitempty"`
	UsedBy  []string `json:"usedBy,omitempty"`
}

// writeRules writes rules as JSON.
func (s Grammar) writeRules(w *bufio.Writer, rules []*abnf.Rule) error {
	rows := make([]ruleRow, len(rules))
	for i, r := range rules {
		rows[i] = ruleRow{r.Name, r.Source, r.Cites(), r.Spec, r.Core, abnf.Names(s.Grammar.Uses(r)), nil}
		for _, o := range s.Grammar.Rules {
			if slices.Contains(s.Grammar.Uses(o), r) {
				rows[i].UsedBy = append(rows[i].UsedBy, o.Name)
			}
		}
	}
	return jsonw.WriteLines(w, rows)
}

// List writes all rules: as text their names and sections, where * marks the default rule and + the
// rule for references.
func (s Grammar) List(w *bufio.Writer, json bool) error {
	if json {
		return s.writeRules(w, s.Grammar.Rules)
	}
	width := 0
	for _, r := range s.Grammar.Rules {
		width = max(width, len(r.Name))
	}
	for _, r := range s.Grammar.Rules {
		mark := " "
		switch r.Name {
		case s.Grammar.Top:
			mark = "*"
		case s.Grammar.Reference:
			mark = "+"
		}
		fmt.Fprintf(w, "%s %-*s  %s\n", mark, width, r.Name, r.Cites())
	}
	return nil
}

// Show writes rules: as text a grammar, each under its section.
func (s Grammar) Show(w *bufio.Writer, rules []*abnf.Rule, json bool) error {
	if json {
		return s.writeRules(w, rules)
	}
	if s.Grammar.Terminals == abnf.Octets {
		fmt.Fprint(w, "; terminals: octets\n\n")
	}
	section := ""
	for i, r := range rules {
		if r.Section != section || i == 0 {
			if i > 0 {
				fmt.Fprintln(w)
			}
			section = r.Section
			if section != "" {
				fmt.Fprintf(w, "; section: %s\n\n", grammarfmt.ASCII(section))
			}
		}
		if r.Faulty() {
			if _, err := abnf.Parse("", []byte(r.Source+"\n")); err != nil {
				fmt.Fprintf(w, "; cannot be read: %s\n", grammarfmt.ASCII(r.Source))
				continue
			}
		}
		fmt.Fprint(w, grammarfmt.Rule(r.Source))
	}
	return nil
}

// BuiltinFaults returns the faults for which a file cannot be a built-in grammar, and the faults that it would cause
// in built-in specs that change it.
func BuiltinFaults(f spec.GrammarFile) abnf.ErrorList {
	folder := builtinFolder()
	g, faults := folder.Read(f.Name, f.Text)
	if g == nil {
		return faults
	}
	folder.FS = edited{grammar.Files, g.Spec + ".abnf", f.Text}
	for _, s := range spec.Specs() {
		if !changes(s.Grammar(), g.Spec) {
			continue
		}
		name := s.Name() + ".abnf"
		text, err := fs.ReadFile(folder.FS, name)
		if err != nil {
			panic(err) // it is embedded
		}
		_, more := folder.Read(name, text)
		for _, e := range more {
			known := func(o *abnf.Error) bool { return o.Code == e.Code && o.Rule == e.Rule && o.Msg == e.Msg }
			if !e.Warning && !slices.ContainsFunc(faults, known) {
				faults = append(faults, e)
			}
		}
	}
	return faults
}

// changes reports whether a grammar changes a spec, directly or through other grammars.
func changes(g *abnf.Grammar, name string) bool {
	for g.Changes != "" {
		if strings.EqualFold(g.Changes, name) {
			return true
		}
		s, ok := spec.ByName(g.Changes)
		if !ok {
			break
		}
		g = s.Grammar()
	}
	return false
}

// An edited is a folder of grammars with the text of one replaced.
type edited struct {
	fs.FS
	name string
	text []byte
}

// ReadFile returns the text of a grammar; see [fs.ReadFileFS].
func (e edited) ReadFile(name string) ([]byte, error) {
	if strings.EqualFold(name, e.name) {
		return e.text, nil
	}
	return fs.ReadFile(e.FS, name)
}
