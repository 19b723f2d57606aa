package rewrite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// The forms of one run say the same: the results alone are those that stand in the place of the
// strings, and those in JSON; the findings as text are those in JSON.

// formsOf are formats in which what stands beside a string says where it ends, whatever it becomes.
var formsOf = []string{"lines", "null", "json", "csv", "tsv", "ntriples", "turtle", "html", "xml", "rdfxml", "markdown",
	"yaml"}

// filesOf has what stands before and after a string in a file of each format.
var filesOf = map[string][2]string{
	"lines": {"", "\n"}, "null": {"", "\x00"}, "json": {`{"iri":"`, "\"}\n"}, "csv": {"iri,n\n", ",1\n"},
	"tsv": {"iri\tn\n", "\t1\n"}, "ntriples": {"<", "> <x:x> <x:x> .\n"},
	"turtle": {"<", "> <x:x> <x:x> .\n"}, "html": {`<a href="`, `">x</a>`},
	"xml": {`<r xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="`, `"/></r>`},
	"rdfxml": {`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="`,
		`"/></rdf:RDF>`},
	"markdown": {"[x](<", ">)\n"}, "yaml": {"url: '", "'\n"},
}

// TestForms puts random strings into files of several formats.
func TestForms(t *testing.T) {
	pieces := strings.Split("a|B|é|א|日|/|?|#|:|@|.|..|%41|%c3%a9|%D7%90|%FF|%0A|%22|%26|%3C|%2C|%E2%80%8B|%7e|&|"+
		"&amp;|<|>|'|,|;|(|)|[|{|\\\\|\\n|\\u00e9|\t| "+
		"|\"|\u200b|\u00a0|e\u0301|😀|=|+|!|~|*|`|-|_|:80|http://|//|x:|urn:a:b|file:///|mailto:", "|")
	n := 500
	if testing.Short() {
		n = 100
	}
	r := rand.New(rand.NewPCG(20, 26))
	changed := 0
	for range n {
		var b strings.Builder
		b.WriteString([]string{"", "http://e/", "http://", "x:", "HTTP://E:80/../"}[r.IntN(5)])
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		name := formsOf[r.IntN(len(formsOf))]
		from, err := input.ParseFormat(name)
		if err != nil {
			t.Fatal(err)
		}
		changed += checkForms(t, filesOf[name][0]+b.String()+filesOf[name][1], input.Options{From: from})
	}
	if changed < n/4 {
		t.Errorf("%d files were changed in place, want %d", changed, n/4)
	}
}

// inForm returns what a conversion writes.
func inForm(t *testing.T, text string, o input.Options, c Change, target config.Target, form Form) string {
	t.Helper()
	o.Rewrite = form == InPlace
	work := &Rewrite{Target: target, Change: c, Input: &o, Form: form, EOL: '\n'}
	work.Prepare()
	var out strings.Builder
	runtest.Do(t, text, &o, work, nil, func(r *run.Result) { out.Write(r.Out) })
	return out.String()
}

// checkForms checks that the forms agree for a file. It returns how many conversions changed the
// file in place.
func checkForms(t *testing.T, text string, o input.Options) (changed int) {
	t.Helper()
	for _, kind := range []conversions.Kind{conversions.ToURI, conversions.ToIRI, conversions.Normalize} {
		target, c, err := Of(option.Options{}, conversions.Conversion{Kind: kind, Rung: iri.RungScheme})
		if err != nil {
			t.Fatal(err)
		}
		list := inForm(t, text, o, c, target, List)
		var results []string
		failed := false
		for line := range strings.Lines(inForm(t, text, o, c, target, JSON)) {
			var object struct {
				Output *string
			}
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatal(err)
			}
			if object.Output == nil {
				failed = true
				continue
			}
			results = append(results, *object.Output+"\n")
		}
		if got := strings.Join(results, ""); got != list && utf8.ValidString(list) {
			t.Fatalf("%s of %v %q: the list is %q, in JSON it is %q", kind, o.From, text, list, got)
		}
		if failed {
			continue // what has no result stays in its place
		}
		same := Change{Append: func(dst []byte, rec *input.Item, _ spec.Rule) ([]byte,
			error) {
			return append(dst, rec.Text...), nil
		}}
		written := inForm(t, text, o, c, target, InPlace)
		if written != text {
			changed++
		}
		if got := inForm(t, written, o, same, target, List); got != list {
			t.Fatalf("%s of %v %q: the list is %q, in place there is %q, which is read as %q", kind, o.From, text, list, written, got)
		}
	}
	checkFindings(t, text, o)
	return changed
}

var findingLine = regexp.MustCompile(`(?m)^(?:error|warning)\[([^]]+)\]: .*\n --> f:([0-9]+:[0-9]+)$`)

// checkFindings checks that the findings as text are those in JSON.
func checkFindings(t *testing.T, text string, o input.Options) {
	t.Helper()
	found := func(format string) (out []byte) {
		printer := render.Printer{Formatter: render.NewFormatter(format, runtest.Target(), render.Style{}, "",
			func() []finding.Entry { return nil })}
		check := &checks.Check{Checker: checks.NewChecker(runtest.Target()), Input: &o,
			AllItems: format == render.FormatJSON}
		if many := map[*input.Format][]byte{input.Lines: testkit.Lines,
			rdf.NTriples: testkit.Statements}[o.From]; many != nil && !check.AllItems {
			// then there is a checker of lines
			runtest.Do(t, string(many), &o, check, nil, nil)
		}
		runtest.Do(t, text, &o, check, run.Func(printer.Render), func(r *run.Result) { out = append(out, r.Out...) })
		return out
	}
	var inText, inJSON []string
	for _, m := range findingLine.FindAllSubmatch(found(render.FormatText), -1) {
		inText = append(inText, string(m[1])+" "+string(m[2]))
	}
	for line := range bytes.Lines(found(render.FormatJSON)) {
		type finding struct {
			Code         string
			Line, Column int
		}
		var object struct {
			Findings []finding
			Resolved struct{ Findings []finding }
		}
		if err := json.Unmarshal(line, &object); err != nil {
			t.Fatal(err)
		}
		for _, f := range append(object.Findings, object.Resolved.Findings...) {
			inJSON = append(inJSON, fmt.Sprintf("%s %d:%d", f.Code, f.Line, f.Column))
		}
	}
	if !slices.Equal(inText, inJSON) {
		t.Fatalf("%v %q: as text %q, in JSON %q", o.From, text, inText, inJSON)
	}
}

// FuzzForms puts a string into files of several formats.
func FuzzForms(f *testing.F) {
	for _, s := range []string{
		"http://e/%C3%A9", "HTTP://E/a/../%7e?é#f", "http://h:8a/", "http://e/a b", "http://e/\u200b%E2%80%8B",
		"http://e/'&amp;\"<>", "x:%22%3C", "http://e/%0A%09,;|", "http://e/\\u00e9", "é", "//e:/",
		"http://e/%FF\u05d0a", "a,b", "http://e/\U0001F525)",
	} {
		for i := range formsOf {
			f.Add(s, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, s string, of uint8) {
		name := formsOf[int(of)%len(formsOf)]
		from, err := input.ParseFormat(name)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.ValidString(s) || len(s) > 1000 || strings.Contains(s, "\x00") { // a file with NUL bytes is not text
			return
		}
		checkForms(t, filesOf[name][0]+s+filesOf[name][1], input.Options{From: from})
	})
}
