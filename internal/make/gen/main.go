// Command gen generates grammar/iri.peg, parser_gen.go and tables_gen.go from the
// files in grammar. "go generate" runs it in the root of the module; gen.go there
// explains the pipeline. It must not know the rules of any spec.
//
// The output of a step is written even if the step fails, so that it can be read.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/peg"
	"github.com/rfc3987/iri/internal/make/gen/tables"
)

func main() {
	j := &job{root: "."}
	if err := j.run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// A job is one run of the generator over the module at root.
type job struct {
	root     string
	grammars []*abnf.Grammar // a spec comes after the one that it changes
	parser   *peg.Parser
}

func (j *job) run() error {
	for _, step := range []func() error{j.read, j.transcribe, j.generate, j.tables} {
		if err := step(); err != nil {
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
	var errs []error
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".abnf")
		if name == "core" {
			continue
		}
		g, err := abnf.Load(os.DirFS(j.root), "grammar", name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		j.grammars = append(j.grammars, g)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	// A spec that changes another comes after it, so that the rules that both
	// have get the names without a prefix.
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

// transcribe writes grammar/iri.peg.
func (j *job) transcribe() error {
	p, err := peg.Combine(j.grammars)
	if p != nil {
		j.parser = p
		err = errors.Join(err, os.WriteFile(j.path("grammar", "iri.peg"), []byte(p.Text("iri", "pegParser")), 0o644))
	}
	return err
}

// tables writes tables_gen.go.
func (j *job) tables() error {
	src, err := tables.Source(j.grammars)
	if src != nil {
		err = errors.Join(err, os.WriteFile(j.path("internal", "grammar", "tables", "tables_gen.go"), src, 0o644))
	}
	return err
}
