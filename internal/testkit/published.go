package testkit

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// StatesRFC marks a test, or a row of one, that states what the documents of the built-in specs say. It skips the test if
// a grammar of the tree has been edited; "make test WHAT=published" runs it with the grammars of grammar/published. So an
// edit of a grammar changes none of its rows, and -update does not write them. With texts, it skips the test only if
// [Edited] is true for these. In a test without a table, a text such as "s://h/p" names the components of its strings.
func StatesRFC(t testing.TB, texts ...string) {
	t.Helper()
	if Edited(texts...) {
		t.Skipf("grammar/%s is not as published: make test WHAT=published runs this test with the grammars that are",
			published.Edited(grammar.Files))
	}
}

// Edited reports whether an edit of a grammar may change the meaning of one of the texts. A text is affected if it has a
// component whose rule changed, or if it is the name of such a component or of a changed rule. A rule is changed if a rule
// that it uses is. The name of a rule for whole references counts only if it is the only text. Without texts, Edited
// reports whether any grammar has been edited.
func Edited(texts ...string) bool { return edits().in(texts...) }

func (e edited) in(texts ...string) bool {
	return e.all || len(texts) == 0 && len(e.rules) > 0 || slices.ContainsFunc(texts, func(s string) bool {
		whole, other := e.rules[strings.ToLower(s)]
		return other && (!whole || len(texts) == 1) || e.parts[s] ||
			slices.ContainsFunc(partsOf(s), func(part string) bool { return e.parts[part] })
	})
}

// edited is how the grammars of the tree differ from the published ones.
type edited struct {
	all   bool            // the edit is outside of the rules of components
	parts map[string]bool // components whose rules changed; all path rules are "path"
	rules map[string]bool // changed rules by name in lower case; true for whole references
}

var edits = sync.OnceValue(func() edited { return editsOf(grammar.Files) })

func editsOf(now fs.FS) edited {
	e := edited{parts: make(map[string]bool), rules: make(map[string]bool)}
	if name := published.Edited(now); name == "" {
		return e
	} else if e.all = name == "core.abnf"; e.all {
		return e
	}
	files, err := fs.Glob(published.Files, "*.abnf")
	if err != nil {
		panic(err) // the pattern is right
	}
	for _, file := range files {
		if name := strings.TrimSuffix(file, ".abnf"); name != "core" {
			e.add(now, name)
		}
	}
	e.all = e.all || len(e.rules) == 0 // the header alone
	return e
}

// add adds how a spec differs.
func (e *edited) add(files fs.FS, name string) {
	was, err := abnf.Load(published.Files, ".", name)
	if err != nil {
		panic(err) // a test reads them
	}
	now, err := abnf.Load(files, ".", name)
	if err != nil || fmt.Sprint(was.Terminals) != fmt.Sprint(now.Terminals) {
		e.all = true
		return
	}
	other := make(map[*abnf.Rule]bool)
	for _, r := range was.Rules {
		if n := now.Rule(r.Name); n == nil || n.String() != r.String() || n.Section != r.Section {
			other[r] = true
		}
	}
	within := make(map[*abnf.Rule]bool) // the rules that components use
	for _, c := range was.Components {
		all := was.Closure(was.Rule(c.Rule))
		part := c.Name
		if strings.HasPrefix(part, "path-") {
			part = "path"
		} else if part == "authority" {
			continue // its components are in the list
		}
		for _, r := range all {
			within[r] = true
			e.parts[part] = e.parts[part] || other[r]
		}
	}
	for _, r := range was.Rules {
		e.all = e.all || other[r] && !within[r]
		if slices.ContainsFunc(was.Closure(r), func(u *abnf.Rule) bool { return other[u] }) {
			e.rules[strings.ToLower(r.Name)] = slices.Contains(was.Record, r.Name)
		}
	}
}

// partsOf returns the components that a text may have: any text may have a path.
func partsOf(s string) []string {
	parts := []string{"path"}
	for mark, part := range map[string]string{":": "scheme", "?": "query", "#": "fragment"} {
		if strings.Contains(s, mark) {
			parts = append(parts, part)
		}
	}
	if _, authority, found := strings.Cut(s, "//"); found {
		parts = append(parts, "host")
		for mark, part := range map[string]string{"@": "userinfo", ":": "port"} {
			if strings.Contains(authority, mark) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// Main runs the tests of a package whose examples state what documents say, for a TestMain: in a tree whose grammars
// have been edited they are skipped, as by [StatesRFC].
func Main(m *testing.M) {
	flag.Parse()
	if Edited() {
		if err := flag.Set("test.skip", "^Example"); err != nil {
			panic(err) // package testing has the flag
		}
	}
	os.Exit(m.Run())
}
