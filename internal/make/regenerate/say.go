package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammardiff"
)

// committedGrammars returns the files of grammar as the last commit has them.
func committedGrammars(root string) (fs.FS, error) {
	git := func(args ...string) ([]byte, error) {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		return cmd.Output()
	}
	names, err := git("ls-tree", "-z", "--name-only", "HEAD", "grammar/")
	if err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	files := make(fstest.MapFS)
	for name := range strings.SplitSeq(string(names), "\x00") {
		if path.Ext(name) != ".abnf" {
			continue
		}
		text, err := git("show", "HEAD:./"+name)
		if err != nil {
			return nil, fmt.Errorf("git show %s: %w", name, err)
		}
		files[path.Base(name)] = &fstest.MapFile{Data: text}
	}
	return files, nil
}

// specsOf returns the grammars in a folder by their names, which it lists.
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

// sayRules says which rules of the spec's own file differ, and reports whether any of the spec does: those that it
// takes from another are said there.
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

// sayStrings says which references a spec accepts and refuses that it did not before, with a string for each way.
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

// A group is files that are said together.
type group struct {
	title string
	has   func(name string) bool
	lines int // how many changed lines of a file are shown
}

// groups are the files that are written; a file is in the first that has it.
var groups = []group{
	{"generated from the grammar", func(name string) bool {
		return strings.HasSuffix(name, "_gen.go") || name == "grammar/iri.peg" || strings.HasPrefix(name, "npm/")
	}, 0},
	{"messages and documentation", func(name string) bool {
		return strings.HasSuffix(name, ".md") || strings.Contains(name, "/testdata/golden/")
	}, 6},
	{"tests", func(string) bool { return true }, 6},
}

// sayFiles says which files are others, and shows the first lines that changed.
func sayFiles(w io.Writer, changes []change) {
	for i, g := range groups {
		title := "\n" + g.title + ":\n"
		for _, c := range changes {
			if slices.IndexFunc(groups, func(g group) bool { return g.has(c.name) }) != i {
				continue
			}
			io.WriteString(w, title)
			title = ""
			added, removed := lineDiff(c.before, c.after)
			switch {
			case c.before == nil:
				fmt.Fprintf(w, "  %s: new, %d lines\n", c.name, len(added))
				continue
			case c.after == nil:
				fmt.Fprintf(w, "  %s: gone\n", c.name)
				continue
			}
			fmt.Fprintf(w, "  %s: +%d -%d lines\n", c.name, len(added), len(removed))
			show(w, "-", removed, g.lines/2)
			show(w, "+", added, g.lines/2)
		}
	}
	if len(changes) == 0 {
		fmt.Fprintln(w, "\nno file changes")
	}
}

// show writes the first n lines, cut where they are long.
func show(w io.Writer, mark string, lines []string, n int) {
	for _, line := range lines[:min(n, len(lines))] {
		if r := []rune(line); len(r) > 150 {
			line = string(r[:150]) + " …"
		}
		fmt.Fprintf(w, "    %s %s\n", mark, line)
	}
	if n > 0 && len(lines) > n {
		fmt.Fprintf(w, "    %s … %d more\n", mark, len(lines)-n)
	}
}

// lineDiff returns the lines in which two texts differ.
func lineDiff(before, after []byte) (added, removed []string) {
	text := string(diff.Diff("before", before, "after", after))
	for i, line := range strings.Split(strings.ToValidUTF8(text, "\uFFFD"), "\n") {
		switch {
		case i < 3: // the names
		case strings.HasPrefix(line, "+"):
			added = append(added, line[1:])
		case strings.HasPrefix(line, "-"):
			removed = append(removed, line[1:])
		}
	}
	return added, removed
}
