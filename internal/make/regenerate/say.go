package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"testing/fstest"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/make/tree"
	"github.com/rfc3987/iri/internal/study/grammardiff"
)

// committedGrammars returns the files of the folder grammar in the last commit.
func committedGrammars(root string) (fs.FS, error) {
	names, err := tree.Git(root, "ls-tree", "-z", "--name-only", "HEAD", "grammar/")
	if err != nil {
		return nil, err
	}
	files := make(fstest.MapFS)
	for name := range strings.SplitSeq(string(names), "\x00") {
		if path.Ext(name) != ".abnf" {
			continue
		}
		text, err := tree.Git(root, "show", "HEAD:./"+name)
		if err != nil {
			return nil, err
		}
		files[path.Base(name)] = &fstest.MapFile{Data: text}
	}
	return files, nil
}

// specsOf returns the grammars in a folder by name, and the sorted names.
func specsOf(fsys fs.FS) (names []string, all map[string]*abnf.Grammar, err error) {
	files, err := fs.Glob(fsys, "*.abnf")
	if err != nil {
		return nil, nil, err
	}
	all = make(map[string]*abnf.Grammar)
	for _, f := range files {
		if f == "core.abnf" {
			continue
		}
		name := strings.TrimSuffix(f, ".abnf")
		g, err := abnf.Load(fsys, ".", name)
		if err != nil {
			return nil, nil, err
		}
		names, all[name] = append(names, name), g
	}
	return names, all, nil
}

// sayGrammars says which rules of the specs changed, and which strings are newly accepted and refused. A spec that is
// new is compared with the one that it changes.
func sayGrammars(w io.Writer, before, after fs.FS) error {
	_, old, err := specsOf(before)
	if err != nil {
		return err
	}
	names, now, err := specsOf(after)
	if err != nil {
		return err
	}
	same := true
	for _, name := range names {
		g, was, from := now[name], old[name], "before"
		if was == nil {
			if same = false; g.Changes == "" || now[g.Changes] == nil {
				fmt.Fprintf(w, "%s is new: %d rules\n", name, len(g.Rules))
				continue
			}
			fmt.Fprintf(w, "%s is new; it changes %s:\n", name, g.Changes)
			was, from = now[g.Changes], g.Changes
		}
		if changed := sayRules(w, name, was, g); !changed {
			continue
		}
		same = false
		if err := sayStrings(w, name, from, was, g); err != nil {
			return err
		}
	}
	for name := range old {
		if now[name] == nil {
			same = false
			fmt.Fprintf(w, "%s is gone\n", name)
		}
	}
	if same {
		fmt.Fprintln(w, "the rules are those of the last commit")
	}
	return nil
}

// sayRules prints which rules of the spec's own file differ, and reports whether any rule of the spec differs. Rules that it
// takes from another spec are printed for that spec.
func sayRules(w io.Writer, name string, was, g *abnf.Grammar) (changed bool) {
	say := func(own *abnf.Rule, format string, args ...any) {
		if changed = true; own.Spec == name {
			fmt.Fprintf(w, name+": "+format+"\n", args...)
		}
	}
	for _, r := range g.Rules {
		switch o := was.Rule(r.Name); {
		case o == nil:
			say(r, "new rule:     %s", r.Source)
		case o.String() != r.String():
			say(r, "changed rule: %s", r.Source)
			say(r, "        was:  %s", o.Source)
		}
	}
	for _, o := range was.Rules {
		if g.Rule(o.Name) == nil {
			say(o, "no longer:    %s", o.Source)
		}
	}
	return changed
}

// sayStrings prints which references a spec newly accepts and newly refuses, with an example for each.
func sayStrings(w io.Writer, name, from string, was, g *abnf.Grammar) error {
	start := func(g *abnf.Grammar) *abnf.Rule {
		if g.Reference != "" && strings.EqualFold(was.Top, g.Top) {
			return g.Rule(g.Reference)
		}
		return g.Rule(g.Top)
	}
	sides := [2]grammardiff.Side{{Name: from, Grammar: was, Rule: start(was)},
		{Name: "now", Grammar: g, Rule: start(g)}}
	if sides[0].Rule == nil || sides[1].Rule == nil {
		return nil
	}
	rows, err := grammardiff.Compare(sides[0], sides[1])
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	fmt.Fprintf(w, "\n%s: ", name)
	b := bufio.NewWriter(w)
	grammardiff.WriteText(b, sides, rows, nil, false)
	fmt.Fprintln(b)
	return b.Flush()
}

// groups sorts the written files by purpose, with pathspecs of git.
var groups = []struct {
	title string
	paths []string
}{
	{"generated from the grammar", []string{"*_gen.go", "grammar/iri.peg", "npm/"}},
	{"messages and documentation", []string{"*.md", "*/testdata/golden/*"}},
	{"tests", []string{":!*_gen.go", ":!grammar/iri.peg", ":!npm/", ":!*.md", ":!*/testdata/golden/*"}},
}

// maxShown is how many changed lines of messages and documentation are shown.
const maxShown = 20

// sayFiles prints which files of a copy changed, and the first changed lines of messages.
func sayFiles(w io.Writer, dir string) error {
	if _, err := tree.Git(dir, "add", "-A"); err != nil {
		return err
	}
	for i, g := range groups {
		diff := func(flag string) ([]byte, error) {
			return tree.Git(dir, append([]string{"diff", "--cached", "--no-color", flag, "--"}, g.paths...)...)
		}
		stat, err := diff("--stat=120")
		if err != nil {
			return err
		}
		if len(stat) > 0 {
			fmt.Fprintf(w, "\n%s:\n%s", g.title, stat)
		}
		if i != 1 {
			continue
		}
		changed, err := diff("--unified=0")
		if err != nil {
			return err
		}
		shown := 0
		for line := range strings.Lines(string(changed)) {
			if shown < maxShown && (line[0] == '+' || line[0] == '-') && !strings.HasPrefix(line[1:], line[:1]) {
				fmt.Fprintf(w, "    %.150s\n", strings.TrimSuffix(line, "\n"))
				shown++
			}
		}
	}
	return nil
}
