package rewrite

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// checked returns what a run prints of a file as lines of text or JSON.
func checked(t *testing.T, format, text string, o option.Options, known *baseline.Baseline) string {
	t.Helper()
	target, err := config.NewTarget(&o, config.TopRule)
	if err != nil {
		t.Fatal(err)
	}
	in, err := config.Input(&o)
	if err != nil {
		t.Fatal(err)
	}
	printer := render.Printer{Formatter: render.NewFormatter(format, target, render.Style{}, "", func() []finding.Entry { return nil })}
	check := &checks.Check{Checker: checks.NewChecker(target), Input: in, AllItems: format == render.FormatJSON,
		Baseline: known}
	var out strings.Builder
	runtest.Do(t, text, in, check, run.Func(printer.Render), func(r *run.Result) { out.Write(r.Out) })
	return out.String()
}

// TestReports has what the reports of a run say, as JSON: parts of each line.
func TestReports(t *testing.T) {
	for _, tt := range []struct {
		name, from, text string
		rule             string
		want             []string
	}{
		{"the default rule", "json", `{"iri":"http://h:a/"}`, "",
			[]string{`"rule":"IRI","grammatical":false,"conforms":false,"findings":[{"code":"port"`}},
		{"the rule of the object", "json", `{"iri":"a","rule":"port"}`, "",
			[]string{`"rule":"port","grammatical":false`}},
		{"the rule of the run", "json", `{"iri":"1"}`, "port",
			[]string{`"rule":"port","grammatical":true,"conforms":true,"findings":[]`}},
		{"a value that cannot be read has the default rule", "json", `{"iri":1}`, "",
			[]string{`"rule":"IRI","grammatical":false,"conforms":false,"findings":[{"code":"json-syntax"`}},
		{"a rule that there is not", "json", `{"iri":"a:b","rule":"nosuch"}`, "",
			[]string{`"rule":"nosuch","grammatical":false`}},
		{"a statement that cannot be read", "ntriples", "_:a _:b\n", "",
			[]string{`"rule":"IRI","grammatical":false,"conforms":false,"findings":[{"code":"ntriples-syntax"`}},
		{"the target of a reference of linked data is checked", "turtle",
			"@base <mailto:x@example.org> .\n<y> <p:p> 1 .\n", "",
			[]string{`"input":"mailto:x@example.org"`, `"input":"y","spec":"rfc3987","rule":"IRI-reference"`,
				`"input":"p:p"`}},
		{"not by a rule that was chosen", "turtle", "@base <mailto:x@example.org> .\n<y> <p:p> 1 .\n", "IRI-reference",
			[]string{`"input":"mailto:x@example.org"`,
				`"rule":"IRI-reference","grammatical":true,"conforms":true,"findings":[]`, `"input":"p:p"`}},
		{"nor elsewhere", "json", `{"iri":"y","base":"mailto:x@example.org"}`, "",
			[]string{`"rule":"IRI-reference","grammatical":true,"conforms":true,"findings":[]`}},
	} {
		got := checked(t, render.FormatJSON, tt.text, option.Options{From: tt.from, Rule: tt.rule}, nil)
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if len(lines) != len(tt.want) {
			t.Errorf("%s: got\n%s", tt.name, got)
			continue
		}
		for i, want := range tt.want {
			if !strings.Contains(lines[i], want) {
				t.Errorf("%s: got %s, want %s", tt.name, lines[i], want)
			}
		}
		if resolved := strings.Contains(got, `"resolved":`); resolved != strings.HasPrefix(tt.name, "the target") {
			t.Errorf("%s: resolved %v", tt.name, resolved)
		}
	}
}

// TestKnown holds that what a baseline lists is left out, as often as it lists it, and nothing else.
func TestKnown(t *testing.T) {
	name := filepath.Join(t.TempDir(), "base.json")
	open := func(write bool) *baseline.Baseline {
		t.Helper()
		file, err := baseline.Read(name, write)
		if err != nil {
			t.Fatal(err)
		}
		b, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	known := open(true)
	set := baseline.Counts{known.Key("f", "http://h:a/", "port"): 2}
	if err := known.Write(set); err != nil {
		t.Fatal(err)
	}
	known = open(false)
	const text = "http://h:a/\nhttp://h:b/\nhttp://h:a/\nhttp://h:a/\nhttp://h/\n"
	for _, tt := range []struct {
		name  string
		known *baseline.Baseline
		want  string
	}{
		{"no baseline", nil, "1 2 3 4"},
		{"two are known", known, "2 4"},
	} {
		var at []string
		for _, m := range findingLine.FindAllStringSubmatch(checked(t, render.FormatText, text,
			option.Options{From: "lines"}, tt.known), -1) {
			line, _, _ := strings.Cut(m[2], ":")
			at = append(at, line)
		}
		if got := strings.Join(at, " "); got != tt.want {
			t.Errorf("%s: findings in the lines %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestUniq has the four forms: with counts or not, as lines or as JSON.
func TestUniq(t *testing.T) {
	const table = "HTTP://a/\thttp://a/\nhttp://b/\thttp://b/\nhttp://a/\thttp://a/\n"
	for _, tt := range []struct {
		u    Classes
		want string
	}{
		{Classes{}, "HTTP://a/\nhttp://b/\n"},
		{Classes{Count: true}, "2\tHTTP://a/\n1\thttp://b/\n"},
		{Classes{JSON: true}, "{\"input\":\"HTTP://a/\"}\n{\"input\":\"http://b/\"}\n"},
		{Classes{Count: true, JSON: true},
			"{\"input\":\"HTTP://a/\",\"count\":2}\n{\"input\":\"http://b/\",\"count\":1}\n"},
	} {
		var out []byte
		u := &tt.u
		for line := range strings.Lines(table) {
			out = u.Add(out, []byte(line))
		}
		for text, n := range u.All {
			out = append(u.Append(out, string(text), n), '\n')
		}
		if string(out) != tt.want {
			t.Errorf("count %v, JSON %v: got %q, want %q", u.Count, u.JSON, out, tt.want)
		}
	}
}

// TestIsInWeb has references whose query is in the charset of the document, and others.
func TestIsInWeb(t *testing.T) {
	for _, tt := range []struct {
		rec  input.Item
		want bool
	}{
		{input.Item{Format: input.Words, Base: input.Base{IRI: "https://e/", Known: true}}, true},
		{input.Item{Format: input.Words, Base: input.Base{IRI: "https://e/a b", Known: true}}, true},
		{input.Item{Base: input.Base{IRI: "ftp://e/", Known: true}, Format: html.Format}, false},
		{input.Item{Base: input.Base{IRI: "a b", Known: true}, Format: html.Format}, true},
		{input.Item{Base: input.Base{IRI: "/a", Known: true}, Format: html.Format}, true},
		{input.Item{Base: input.Base{Known: true}, Format: html.Format}, true},
		{input.Item{Format: html.Format}, true},
		{input.Item{Format: rdf.Turtle}, false},
	} {
		if got := isInWeb(&tt.rec); got != tt.want {
			t.Errorf("%v of %s, base %q: got %v, want %v", tt.rec.Base.Known, tt.rec.Format, tt.rec.Base.IRI, got, tt.want)
		}
	}
}
