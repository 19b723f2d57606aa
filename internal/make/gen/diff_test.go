package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/make/gen/tables"
	"github.com/rfc3987/iri/internal/testkit"
)

// What a change of one rule may change in the generated files, in lines that are added or taken away: so many can be
// read in a review.
const (
	maxParser = 300
	maxPEG    = 100
)

// hex1 are the hex digits but 0.
const hex1 = `( %x31-39 / "A" / "B" / "C" / "D" / "E" / "F" )`

// edits are changes of the grammar as authors make them. parser is how many lines of the parser may change.
var edits = []struct {
	name, file, old, by string
	parser              int
}{
	{"a character more", "rfc3987", `ipchar / iprivate / "/"`, `ipchar / iprivate / "|" / "/"`, maxParser},
	{"a count", "rfc3986", "= *DIGIT", "= 1*5DIGIT", maxParser},
	{"a rule that all components use", "rfc3987", `= "%" HEXDIG HEXDIG`, `= "%" ` + hex1 + ` HEXDIG / "%0" ` + hex1,
		maxParser},
	{"a range of a class that all components have", "rfc3987", "%xE1000-EFFFD", "%xE1000-EFFFC", maxParser},
	{"the order of alternatives", "rfc3987", "= IP-literal / IPv4address / ireg-name",
		"= ireg-name / IPv4address / IP-literal", maxParser},
	{"an alternative of a long rule", "rfc3986", `/ [               h16 ] "::" 4( h16 ":" ) ls32`,
		`/ [               h16 ] "::" 3( h16 ":" ) ls32`, maxParser},
	{"a rule that is new", "rfc3986", "IP-literal    = \"[\" ( IPv6address",
		"ZoneID = 1*( unreserved / pct-encoded )\nIP-literal = \"[\" ( IPv6address / IPv6address \"%25\" ZoneID",
		maxParser},
	// Each of the specs that inherit the rule has the new one, too.
	{"a rule that is new for three specs", "rfc3987", "ifragment      = *( ipchar /",
		"ifrag-group = ipchar / \"[\" *ipchar \"]\"\nifragment = *( ifrag-group /", 2 * maxParser},
	{"a spec that comes first", "aaa", "",
		"; spec: aaa\n; title: A\n; top: host\n\n; section: A §1\nhost = 1*DIGIT\nport = *ALPHA\n", 2 * maxParser},
	{"a spec that changes another", "aaa", "",
		"; spec: aaa\n; title: A\n; changes: rfc3986\n; top: URI\n\n; section: A §1\nport = 1*5DIGIT\n", 2 * maxParser},
}

// grammarFiles returns the grammar files of the module, but for the core rules.
func grammarFiles(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../../grammar/published/*.abnf")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	files := make(map[string]string)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name := strings.TrimSuffix(filepath.Base(name), ".abnf"); name != "core" {
			files[name] = string(text)
		}
	}
	return files
}

// generated returns iri.peg and the parser that the files give, and the grammars.
func generated(t *testing.T, files map[string]string) (peg, parser string, grammars []*abnf.Grammar) {
	t.Helper()
	j := module(t, files)
	for _, step := range []func() error{j.read, j.transcribe, j.generate} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return j.text(t, "grammar/iri.peg"), j.text(t, "parser_gen.go"), j.grammars
}

// TestSmallDiffs edits the grammars and counts the lines of the parser and the PEG that change. A spec that is added
// takes nothing away.
func TestSmallDiffs(t *testing.T) {
	peg, parser, _ := generated(t, grammarFiles(t))
	for i, tt := range edits {
		if i%testkit.Size(8, 4, 1) != 0 {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			newPEG, newParser, _ := generated(t, edited(t, tt.file, tt.old, tt.by))
			added, gone := changed(peg, newPEG)
			t.Logf("PEG: %d lines added, %d gone", added, gone)
			if added+gone > maxPEG || tt.old == "" && gone > 0 {
				t.Errorf("the PEG: %d lines added, %d gone", added, gone)
			}
			added, gone = changed(parser, newParser)
			t.Logf("parser: %d lines added, %d gone", added, gone)
			if added+gone > tt.parser || tt.old == "" && gone > 0 {
				t.Errorf("the parser: %d lines added, %d gone", added, gone)
			}
		})
	}
}

// edited returns the files with an edit of one, or with one more.
func edited(t *testing.T, file, old, by string) map[string]string {
	t.Helper()
	files := grammarFiles(t)
	if !strings.Contains(files[file], old) {
		t.Fatalf("%s has no %q", file, old)
	}
	files[file] = strings.Replace(files[file], old, by, 1)
	return files
}

// These find which table a rule has, in the function Of: the spec, the rules with one table, and the table.
var (
	specCase  = regexp.MustCompile(`^\tcase "(.*)":$`)
	ruleCase  = regexp.MustCompile(`^\t\tcase "(.*)":$`)
	packedOne = regexp.MustCompile(`^\t\t\tpacked = (\w+)$`)
)

// TestTablesOfOthers edits a rule and holds that only the tables of rules that use it are others.
func TestTablesOfOthers(t *testing.T) {
	if !testkit.Long() {
		t.Skip("it makes all tables twice: make test WHAT=long runs it")
	}
	tablesOf := func(files map[string]string) (map[[2]string]string, []*abnf.Grammar, string) {
		j := module(t, files)
		if err := j.read(); err != nil {
			t.Fatal(err)
		}
		src, err := tables.Source(j.grammars)
		if err != nil {
			t.Fatal(err)
		}
		all := make(map[[2]string]string)
		spec, rules := "", ""
		for line := range strings.SplitSeq(string(src), "\n") {
			if m := specCase.FindStringSubmatch(line); m != nil {
				spec = m[1]
			} else if m := ruleCase.FindStringSubmatch(line); m != nil {
				rules = m[1]
			} else if m := packedOne.FindStringSubmatch(line); m != nil {
				for name := range strings.SplitSeq(rules, `", "`) {
					all[[2]string{spec, name}] = m[1]
				}
			}
		}
		return all, j.grammars, string(src)
	}
	before, _, old := tablesOf(grammarFiles(t))
	after, grammars, src := tablesOf(edited(t, "rfc3987", "IPvFuture      = \"v\"", "IPvFuture      = \"w\""))
	same := 0
	for _, g := range grammars {
		for _, r := range g.Rules {
			key := [2]string{g.Spec, r.Name}
			uses := false
			for _, u := range g.Closure(r) {
				uses = uses || u.Name == "IPvFuture" && g.Spec != "rfc3986"
			}
			switch changed := before[key] != after[key]; {
			case after[key] == "":
				t.Errorf("%v has no table", key)
			case changed && !uses:
				t.Errorf("%v does not use the rule, and its table is another", key)
			case !changed:
				same++
			}
		}
	}
	// A variable that is not new is where it was: the others are in the same order.
	var kept [2]string
	for i, text := range []string{old, src} {
		for _, v := range regexp.MustCompile(`(?m)^(?:var|const) (\w+_[0-9a-f]{12}) `).FindAllStringSubmatch(text, -1) {
			if strings.Contains(old, v[1]+" = ") && strings.Contains(src, v[1]+" = ") {
				kept[i] += v[1] + "\n"
			}
		}
	}
	if kept[0] != kept[1] || kept[0] == "" || same < 100 {
		t.Errorf("the variables that stay are in another order, or only %d tables are the same", same)
	}
}

// changed counts the lines that are added and gone between two texts: the fewest that make one of the other (Myers
// 1986).
func changed(a, b string) (added, gone int) {
	from, to := strings.Split(a, "\n"), strings.Split(b, "\n")
	n, m := len(from), len(to)
	furthest := map[int]int{1: 0} // by diagonal, how much of from is passed
	for d := 0; ; d++ {
		for k := -d; k <= d; k += 2 {
			x := furthest[k-1] + 1
			if k == -d || k != d && furthest[k-1] < furthest[k+1] {
				x = furthest[k+1]
			}
			for x < n && x-k < m && from[x] == to[x-k] {
				x++
			}
			if furthest[k] = x; x >= n && x-k >= m {
				return (d + m - n) / 2, (d - m + n) / 2
			}
		}
	}
}
