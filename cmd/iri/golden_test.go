package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
)

// The golden files hold the full reports for strings that people write, or that other
// programs got wrong. A file NAME.in has one string on each line, as a Go string if the
// line begins with a double quote. A line that begins with "@ " has the flags for the
// lines after it; a line that begins with "; " is a comment. No string stands twice with the same flags.
// NAME.jsonl holds the output of iri check --format json without the words, for which its reasons and params stand;
// all.txt holds the text of all of them.
//
// After -update, read each message that has changed: does it help the user?
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.in")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	total := 0
	var text bytes.Buffer
	for _, file := range files {
		cases := readGolden(t, file)
		for _, c := range cases {
			fmt.Fprintf(&text, ">>> %s\n%s\n", c, printed(t, c, "text"))
		}
		total += len(cases)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".in"), func(t *testing.T) {
			var json bytes.Buffer
			for _, c := range cases {
				json.WriteString(words.ReplaceAllString(printed(t, c, "json"), ""))
			}
			testkit.Golden(t, strings.TrimSuffix(file, ".in")+".jsonl", json.Bytes())
		})
	}
	testkit.Golden(t, "testdata/golden/all.txt", text.Bytes())
	if total < 150 {
		t.Errorf("there are %d strings, want at least 150", total)
	}
}

// TestGoldenLines puts the strings of the golden files into a file, after many lines: what is found is the same
// when the checker of lines reads them first.
func TestGoldenLines(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.in")
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Clone(testkit.Lines)
	number, strs := bytes.Count(lines, []byte{'\n'}), 0
	var want []string
	for _, file := range files {
		for _, c := range readGolden(t, file) {
			if len(c.flags) > 0 || c.input == "" || strings.TrimSpace(c.input) != c.input ||
				strings.ContainsAny(c.input, "\r\n") {
				continue
			}
			lines = append(append(lines, c.input...), '\n')
			number, strs = number+1, strs+1
			for _, f := range iri.Check(c.input).Findings() {
				want = append(want, fmt.Sprintf("%s[%s]: %s, line %d", f.Severity, f.Code, f.Message, number))
			}
		}
	}
	name := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(name, lines, 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	execute(testApp(&out, new(bytes.Buffer)), []string{"check", "--limit", "0", "-f", name})
	var got []string
	for _, m := range foundLine.FindAllStringSubmatch(out.String(), -1) {
		got = append(got, m[1]+", line "+m[2])
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if strs < 100 {
		t.Errorf("there are %d strings, want at least 100", strs)
	}
}

var foundLine = regexp.MustCompile(`(?m)^((?:error|warning)\[.*)\n --> .*:([0-9]+):[0-9]+$`)

// words finds what a finding in JSON says in words.
var words = regexp.MustCompile(`"(message|hint)":"([^"\\]|\\.)*",`)

// TestGoldenFixes holds what iri fix and iri fix --guess make of the strings of the golden
// files, where they change something, in golden/fixes.txt. What they print conforms.
func TestGoldenFixes(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.in")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for _, file := range files {
		for _, c := range readGolden(t, file) {
			if len(c.flags) > 0 {
				continue
			}
			before := c.input
			for _, flag := range []string{"--guess=false", "--guess"} {
				out, _ := runAdvice("fix", "--no-summary", flag, "--", c.input)
				fixed := strings.TrimSuffix(out, "\n")
				if fixed == before {
					continue
				}
				before = fixed
				what := map[string]string{"--guess": "guess"}[flag]
				fmt.Fprintf(&text, "%-5s %s\n   -> %s\n", cmp.Or(what, "fix"), strconv.QuoteToGraphic(c.input),
					strconv.QuoteToGraphic(fixed))
				for line := range strings.SplitSeq(fixed, "\n") {
					if rep := iri.Check(line); !rep.Conforms() {
						t.Errorf("%s: %q was fixed to %q, which does not conform: %v", flag, c.input, line, rep.Err())
					}
				}
			}
		}
	}
	testkit.Golden(t, "testdata/golden/fixes.txt", text.Bytes())
}

// A goldenCase is a string and the flags that it is checked with.
type goldenCase struct {
	flags []string
	input string
}

// String returns the command line that shows the case.
func (c goldenCase) String() string {
	return strings.Join(append(append([]string{"iri", "check"}, c.flags...), strconv.QuoteToASCII(c.input)), " ")
}

func readGolden(t *testing.T, file string) []goldenCase {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []goldenCase
	var flags []string
	gone := false // an edited grammar has no rule of the name that the flags have
	seen := make(map[string]bool)
	for i, line := range strings.Split(strings.TrimSuffix(string(src), "\n"), "\n") {
		switch {
		case strings.HasPrefix(line, "; "):
			continue
		case strings.HasPrefix(line, "@ "):
			flags = strings.Fields(line[2:])
			gone = testkit.Edited() && !hasRule(flags)
			continue
		case gone:
			continue
		}
		c := goldenCase{flags, line}
		if strings.HasPrefix(line, `"`) {
			if c.input, err = strconv.Unquote(line); err != nil {
				t.Fatalf("%s:%d: %s: %v", file, i+1, line, err)
			}
		}
		if seen[c.String()] {
			t.Errorf("%s:%d: %s is there twice", file, i+1, line)
		}
		seen[c.String()] = true
		cases = append(cases, c)
	}
	return cases
}

// hasRule reports whether the built-in grammars have the rule that flags name.
func hasRule(flags []string) bool {
	s, i := iri.RFC3987, slices.Index(flags, "--rule")
	if k := slices.Index(flags, "--spec"); k >= 0 {
		s, _ = iri.SpecByName(flags[k+1])
	}
	if i < 0 {
		return true
	}
	_, ok := s.Rule(flags[i+1])
	return ok
}

// printed returns what iri check prints for a case.
func printed(t *testing.T, c goldenCase, format string) string {
	t.Helper()
	var out, errs bytes.Buffer
	a := testApp(&out, &errs)
	args := append([]string{"check", "--format", format}, c.flags...)
	if status := execute(a, append(args, "--", c.input)); status == int(statusUsage) {
		t.Fatalf("%s: %s", c, errs.String())
	}
	return out.String()
}
