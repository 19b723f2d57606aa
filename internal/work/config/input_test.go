package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
)

// TestOptions has options that are wrong, with parts of what is said, and the borders of those that are right.
func TestOptions(t *testing.T) {
	own := func(f option.Options) option.Options {
		return option.Options{PerFile: []option.FileOptions{{Options: f}}}
	}
	severity := func(code iri.Code) option.Options {
		return option.Options{Severity: map[iri.Code]iri.Severity{code: iri.SeverityWarning}}
	}
	file := func(text string) []grammars.File { return []grammars.File{{Name: "x.abnf", Text: []byte(text)}} }
	const huge = "; top: x\nx = 1000(1000(1000\"a\"))\ny = \"b\"\n"
	for _, tt := range []struct {
		name string
		o    option.Options
		want string // "" for none
	}{
		{"nothing", option.Options{}, ""},
		{"a format", option.Options{From: "nosuch"}, "from: "},
		{"a line that is too short", option.Options{MaxLine: -1}, "max-line -1: must be at least 1"},
		{"the shortest", option.Options{MaxLine: 1}, ""},
		{"the longest", option.Options{MaxLine: 1 << 30}, ""},
		{"one that is too long", option.Options{MaxLine: 1<<30 + 1}, "max-line 1073741825: must be at most 1073741824"},
		{"an IRI that is too short", option.Options{MaxItem: -1}, "max-item -1: must be from 1 to 1073741824"},
		{"the longest IRI", option.Options{MaxItem: 1 << 30}, ""},
		{"one that is too long", option.Options{MaxItem: 1<<30 + 1}, "max-item 1073741825: "},
		{"a delimiter", option.Options{Delimiter: "ab"}, "delimiter: "},
		{"a header", option.Options{Header: "perhaps"}, "header"},
		{"a charset", option.Options{DocumentCharset: "nosuch"}, "nosuch"},
		{"a separator of lists", option.Options{Split: `"`}, "split: "},
		{"a spec", option.Options{Spec: "nosuch"}, `unknown spec "nosuch": choose one of `},
		{"a spec and a grammar", option.Options{Spec: "rfc3986", Grammar: file("x = \"a\"\n")}, "choose one"},
		{"a grammar without a default rule", option.Options{Grammar: file("x = \"a\"\ny = \"b\"\n")}, ""},
		{"a default rule that cannot be used", option.Options{Grammar: file(huge)}, "the default rule x cannot be used: "},
		{"another rule of it", option.Options{Grammar: file(huge), Rule: "Y"}, ""},
		{"the rule itself", option.Options{Grammar: file(huge), Rule: "X"}, "the rule x cannot be used: "},
		{"a rule", option.Options{Rule: "nosuch"}, `rfc3987 has no rule "nosuch"`},
		{"a rule that is nearly right", option.Options{Rule: "prot"}, `did you mean "port"?`},
		{"the severity of no code", severity("nosuch"), `there is no code "nosuch"`},
		{"of a rule of the grammar", severity("port"), "severity port=warning: port is a rule of the grammar"},
		{"of a conversion", severity("charset"), "severity charset=warning: charset is an error of conversions"},
		{"of a policy", severity("policy-scheme"), "policy"},
		{"of a prose rule", severity("bidi-formatting"), ""},
		{"a format of some files", own(option.Options{From: "nosuch"}), "from: "},
		{"a header of some files", own(option.Options{Header: "perhaps"}), "header"},
		{"a severity of some files", own(option.Options{
			Severity: map[iri.Code]iri.Severity{"port": iri.SeverityOff}}), "severity port=off"},
		{"right options of some files", own(option.Options{From: "csv", Header: "no", Delimiter: ";", Split: "|",
			DocumentCharset: "latin1", Severity: map[iri.Code]iri.Severity{"bidi-formatting": iri.SeverityOff}}), ""},
	} {
		_, err := config.Input(&tt.o)
		if err == nil {
			_, err = config.NewTarget(&tt.o, config.TopRule)
		}
		if got := fmt.Sprint(err); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %q", tt.name, got, tt.want)
		}
	}
	if err := option.OneOf("sort", "a", []string{"a", "b"}); err != nil {
		t.Errorf("got %v", err)
	}
	if err := option.OneOf("sort", "c", []string{"a", "b"}); err == nil || err.Error() != "sort c: choose one of a, b" {
		t.Errorf("got %v", err)
	}
	if err := option.UnknownCode("prot", nil); err == nil || !strings.Contains(err.Error(), "iri explain") {
		t.Errorf("got %v", err)
	}
}

// TestPerFile has options of files that match patterns: the last counts, and what the job says counts more.
func TestPerFile(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.txt", "b.txt", "c.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	off := map[iri.Code]iri.Severity{"bidi-formatting": iri.SeverityOff}
	o := option.Options{Folder: dir, Skip: []string{"*.md"}, Only: []string{"?.*"}, PerFile: []option.FileOptions{
		{Glob: []string{"*.txt"}, Options: option.Options{From: "csv", Header: "no", Delimiter: ";", Split: "|",
			DocumentCharset: "latin1", Fields: []string{"x"}, Columns: []string{"1"}}},
		{Glob: []string{"b.*"}, Options: option.Options{From: "tsv", Fields: []string{"y"}, Severity: off}},
	}}
	show := func(o option.Options, name string) string {
		in, err := config.Input(&o)
		if err != nil {
			t.Fatal(err)
		}
		of := *in
		of.PerFile(filepath.Join(dir, name), &of)
		own := input.FormatOptions[table.Options](&of)
		return fmt.Sprint(of.From, own.Header, string(own.Delimiter), of.Split, of.DocumentCharset, of.Fields, own.Columns)
	}
	csv, none := fmt.Sprint(must(input.ParseFormat("csv"))), fmt.Sprint(must(input.ParseFormat("")))
	tsv, lines := fmt.Sprint(must(input.ParseFormat("tsv"))), fmt.Sprint(must(input.ParseFormat("lines")))
	no, auto, yes := fmt.Sprint(must(table.ParseHeader("no"))), fmt.Sprint(must(table.ParseHeader("auto"))),
		fmt.Sprint(must(table.ParseHeader("yes")))
	said := o
	said.From, said.Header, said.Fields, said.Columns, said.Delimiter = "lines", "yes", []string{"z"}, []string{"2"},
		","
	asked := o
	asked.Header = "auto"
	for _, tt := range []struct {
		name, file string
		o          option.Options
		want       string
	}{
		{"one pattern", "a.txt", o, csv + no + ";|latin1[x] [1]"},
		{"two: the later counts", "b.txt", o, tsv + no + ";|latin1[y] [1]"},
		{"none", "c.md", o, none + auto + "\x00[] []"},
		{"what the job says", "b.txt", said, lines + yes + ",|latin1[z] [2]"},
		{"auto says nothing", "a.txt", asked, csv + no + ";|latin1[x] [1]"},
	} {
		if got := show(tt.o, tt.file); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(tt.want, " ", "") {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	for name, want := range map[string]string{"a.txt": "[0]", "b.txt": "[0 1]", "c.md": "[]", "nosuch.txt": "[0]"} {
		if got := fmt.Sprint(config.Matching(&o, filepath.Join(dir, name))); got != want && name != "nosuch.txt" {
			t.Errorf("%s matches %s, want %s", name, got, want)
		}
	}
	if got := fmt.Sprint(config.Matching(&o, "-"), config.Matching(&o, "<stdin>")); got != "[] []" {
		t.Errorf("standard input matches %s", got)
	}
	in, err := config.Input(&o)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"a.txt": false, "c.md": true, "ab.txt": true} {
		if got := in.Leave(filepath.Join(dir, path), false); got != want {
			t.Errorf("%s: left out: %v", path, got)
		}
	}
	if in.Leave(filepath.Join(dir, "folder"), true) {
		t.Error("a folder is left out that matches nothing")
	}
	target, err := config.NewTarget(&o, config.TopRule)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"a.txt": 1, "b.txt": 0, "c.md": 1} {
		got := 0
		for _, f := range checks.NewChecker(target.For(filepath.Join(dir,
			name))).Check(&input.Item{Text: "http://h/\u202e", Format: input.Words}).Findings {
			if f.Code == "bidi-formatting" {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: got %d findings, want %d", name, got, want)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestExpandSeverity has names that stand for several codes: what is more special counts.
func TestExpandSeverity(t *testing.T) {
	type named = map[string]finding.Severity
	for _, tt := range []struct {
		name           string
		in             named
		bidi, pct, utf string // bidi-formatting, pct-case, not-nfc
	}{
		{"all", named{"all": finding.Off}, "off", "off", "off"},
		{"a family", named{"bidi": finding.Off}, "off", "-", "-"},
		{"a family and all", named{"all": finding.Error, "bidi": finding.Off}, "off", "error", "error"},
		{"a code and its family", named{"bidi-formatting": finding.Warning, "bidi": finding.Off}, "warning", "-", "-"},
		{"a code and all", named{"not-nfc": finding.Warning, "all": finding.Off}, "off", "off", "warning"},
		{"nothing", nil, "-", "-", "-"},
	} {
		got := option.ExpandSeverity(tt.in)
		of := func(code iri.Code) string {
			if s, ok := got[code]; ok {
				return s.String()
			}
			return "-"
		}
		if of("bidi-formatting") != tt.bidi || of("pct-case") != tt.pct || of("not-nfc") != tt.utf ||
			of("port") != "-" {
			t.Errorf("%s: got %s, %s, %s and for port %s", tt.name, of("bidi-formatting"), of("pct-case"), of("not-nfc"), of("port"))
		}
	}
	if got := option.ExpandSeverity(named{"nosuch": finding.Off}); len(got) != 1 || got["nosuch"] != iri.SeverityOff {
		t.Errorf("got %v", got)
	}
	for name, want := range map[string]bool{"bidi": true, "all": true, "bidi-formatting": true, "bid": false,
		"pct": false, "bidi-": false} {
		if option.InFamily(name, "bidi-formatting") != want {
			t.Errorf("%s: got %v", name, !want)
		}
	}
}
