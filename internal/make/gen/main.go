// Command gen generates grammar/iri.peg, parser_gen.go and tables_gen.go from the
// files in grammar. "go generate" runs it in the root of the module; gen.go there
// explains the pipeline. It must not know the rules of any spec.
//
// It first says what the grammars have that a built-in spec may not have: internal/study/builtin. Nothing is written
// unless all steps succeed.
package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/peg"
	"github.com/rfc3987/iri/internal/make/gen/tables"
	"github.com/rfc3987/iri/internal/study/builtin"
)

func main() {
	j := &job{root: ".", warn: os.Stderr}
	if err := j.run(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\ngen: nothing is written\n", err)
		os.Exit(2)
	}
}

// A job is one run of the generator over the module at root.
type job struct {
	root     string
	warn     io.Writer
	grammars []*abnf.Grammar // a spec comes after the one that it changes
	parser   *peg.Parser
	out      []output
}

// An output is a file that is generated.
type output struct {
	file string // its path in the module
	text []byte
}

// tablesFile is the file with the tables.
const tablesFile = "internal/grammar/tables/tables_gen.go"

func (j *job) run() error {
	for _, step := range []func() error{j.read, j.transcribe, j.generate, j.tables} {
		if err := step(); err != nil {
			return err
		}
	}
	for _, o := range j.out {
		if err := os.WriteFile(j.path(o.file), o.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) path(elem ...string) string {
	return filepath.Join(append([]string{j.root}, elem...)...)
}

// read reads the grammar of every spec: each file in grammar except that of
// the core rules, which is not a spec.
func (j *job) read() error {
	files, err := filepath.Glob(j.path("grammar", "*.abnf"))
	if err != nil {
		return err
	}
	folder := builtin.Folder{
		FS: os.DirFS(j.root), Dir: "grammar", Library: os.DirFS(j.path("grammar", "library")), BuiltIn: j.known(),
		Inside: true,
	}
	var errs abnf.ErrorList
	for _, f := range files {
		if filepath.Base(f) == "core.abnf" {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		g, faults := folder.Read("grammar/"+filepath.Base(f), text)
		for _, e := range faults {
			said := func(o *abnf.Error) bool { return o.Pos == e.Pos && o.Code == e.Code }
			switch {
			case e.Warning:
				fmt.Fprintf(j.warn, "%v (a warning)\n", e)
			case !slices.ContainsFunc(errs, said): // a spec that changes another has its faults, too
				errs = append(errs, e)
			}
		}
		if g != nil {
			if err := g.MarkChangedFrom(published.Files); err != nil {
				return err
			}
			j.grammars = append(j.grammars, g)
			folder.BuiltIn = append(folder.BuiltIn, abnf.Outline{Spec: g.Spec}) // new ones have different names, too
		}
	}
	if len(errs) == 0 {
		if errs, err = folder.ReadLibrary("grammar/library"); err != nil {
			return err
		}
	}
	if err := errs.Err(); err != nil {
		return err
	}
	// A spec that changes another comes after it, and shares rules with it.
	depth := func(g *abnf.Grammar) int {
		n := 0
		for g != nil && g.Changes != "" && n < len(j.grammars) {
			base := slices.IndexFunc(j.grammars, func(b *abnf.Grammar) bool { return b.Spec == g.Changes })
			if g = nil; base >= 0 {
				g = j.grammars[base]
			}
			n++
		}
		return n
	}
	slices.SortStableFunc(j.grammars, func(a, b *abnf.Grammar) int {
		return cmp.Or(depth(a)-depth(b), strings.Compare(a.Spec, b.Spec))
	})
	return nil
}

var (
	outlineSpec  = regexp.MustCompile(`(?m)^\s*Spec: "([^"]*)"`)
	outlineRules = regexp.MustCompile(`(?m)^\s*Rules:\s+\[\]string\{(.*)\},$`)
)

// known returns the specs and their rules that the tables are of now. It reads the text: a package that does not
// compile would keep the generator from mending it.
func (j *job) known() (all []abnf.Outline) {
	text, err := os.ReadFile(j.path(tablesFile))
	if err != nil {
		return nil
	}
	rules := outlineRules.FindAllStringSubmatch(string(text), -1)
	for i, m := range outlineSpec.FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(j.path("grammar", m[1]+".abnf")); err == nil && i < len(rules) {
			all = append(all, abnf.Outline{Spec: m[1], Rules: strings.Split(strings.Trim(rules[i][1], `"`), `", "`)})
		}
	}
	return all
}

// transcribe makes grammar/iri.peg.
func (j *job) transcribe() (err error) {
	if j.parser, err = peg.Combine(j.grammars); err == nil {
		j.out = append(j.out, output{"grammar/iri.peg", []byte(j.parser.Text("iri", "pegParser"))})
	}
	return err
}

// tables makes tables_gen.go.
func (j *job) tables() error {
	src, err := tables.Source(j.grammars)
	j.out = append(j.out, output{tablesFile, src})
	return err
}
