package rewrite

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

// TestStatementsToURI holds that statements whose IRIs are converted where they stand become what they become when each
// IRI is decoded and written back, and are counted as those are.
func TestStatementsToURI(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	iris := []string{"http://e/", "http://é.example/ü?日#x", "x:y", "urn:a:日", "http://e/a b", "\\u00e9:x",
		"http://e/\\u00e9", "é", "", "http://e/😀"}
	objects := []string{`"plain"`, `"é > x"@fr`, `"日"^^<x:é>`, `"1"^^<x:int>`,
		`"é"^^<http://www.w3.org/2001/XMLSchema#anyURI>`, `"a < é"`, "_:b1", `"open é`, "\"\xff\"", `"\u00e9\n"`}
	ends := []string{"\n", " .\n", " . # é <x:é>\n", " .\r\n", " .\n\n", " <x:g> .\n", " <x:日> .\n", "\r .\n"}
	r := rand.New(rand.NewPCG(8, 28))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	n := 2000
	if testing.Short() {
		n = 400
	}
	target, c, err := Of(option.Options{}, conversions.Conversion{Kind: conversions.ToURI})
	if err != nil || c.Lines == nil {
		t.Fatalf("the conversion has no function for lines: %v", err)
	}
	where := &Rewrite{Target: target, Change: c}
	where.Prepare()
	c.Lines = nil
	each := &Rewrite{Target: target, Change: c}
	each.Prepare()
	changed := 0
	for k := range n {
		var b strings.Builder
		if k%5 == 0 {
			b.WriteString("\uFEFF")
		}
		good := 1 + r.IntN(20) // one statement in so many has something odd
		for range r.IntN(12) {
			if r.IntN(good) > 0 {
				fmt.Fprintf(&b, "<%s> <%s> %s .\n", pick(iris[:4]), pick(iris[:4]), pick(objects[:4]))
				continue
			}
			object := pick(objects)
			if r.IntN(3) == 0 {
				object = "<" + pick(iris) + ">"
			}
			fmt.Fprintf(&b, "<%s> <%s> %s%s", pick(iris), pick(iris), object, pick(ends))
		}
		text := b.String()
		if k%7 == 0 {
			text = strings.TrimSuffix(text, "\n")
		}
		o := input.Options{From: []*input.Format{rdf.NTriples, rdf.NQuads}[k%2], Rewrite: true}
		got, gotCounts := inPlaceOf(t, text, o, where)
		want, wantCounts := inPlaceOf(t, text, o, each)
		if got != want {
			t.Fatalf("%s %q: got\n%q, want\n%q", o.From, text, got, want)
		}
		if gotCounts != wantCounts {
			t.Fatalf("%s %q: the counts are %v, want %v", o.From, text, gotCounts, wantCounts)
		}
		if got != text {
			changed++
		}
	}
	if changed < n/2 {
		t.Errorf("%d of %d files were changed, want %d", changed, n, n/2)
	}
}

// inPlaceOf returns what a run that is prepared writes in place, with its findings, and how many inputs there are,
// conform, are mended and cannot be read.
func inPlaceOf(t *testing.T, text string, o input.Options, work *Rewrite) (out string, counts [4]int64) {
	t.Helper()
	var b strings.Builder
	work.Input = &o
	var written strings.Builder
	runtest.Do(t, text, &o, work, run.Func(func(_ *run.Result, rec *input.Item, c *run.Checked) {
		fmt.Fprintf(&b, "%d:%d %q %d\n", rec.Line, rec.Col, rec.LineText, len(c.Findings))
	}), func(r *run.Result) {
		written.Write(r.Out)
		s := &r.Summary
		for i, n := range []int64{s.Inputs, s.Conforming, s.Mended, s.Unreadable} {
			counts[i] += n
		}
	})
	return written.String() + b.String(), counts
}

// TestFaultyLinesStay holds that a fix and each conversion leave a line that is not a statement as it is, and work on
// the lines beside it.
func TestFaultyLinesStay(t *testing.T) {
	lines := []string{
		`not a statement <http://e/A b%7e> .`,
		`<http://E/é b%7e> <http://E/é%7e> "open .`,
		`<http://E/é b%7e> <http://E/é%7e> .`,
		`<http://E/é b%7e> <http://E/é%7e> <http://E/é b%7e>`,
		`<http://E/é b%7e> <http://E/é%7e> _:b . <http://E/é%7e>`,
		`<http://E/é b%7e> <http://E/é%7e> "a" "b" .`,
		"<http://E/é b%7e> <http://E/é%7e> _:b . # \xff",
		`<http://E/é%7e> <http://E/é b%7e> <<( <http://E/é%7e> <http://E/é b%7e> "x" .`,
		`<http://E/é` + strings.Repeat("x", input.BatchBytes) + `%7e> <x:é%7e> `,
	}
	statement := func(iri string) string { return "<" + iri + "> <x:p> \"x\" .\n" }
	for kind, good := range map[conversions.Kind][2]string{
		conversions.ToURI:     {"http://e/é", "http://e/%C3%A9"},
		conversions.ToIRI:     {"http://e/%C3%A9", "http://e/é"},
		conversions.FromLEIRI: {"http://e/a b", "http://e/a%20b"},
		conversions.Normalize: {"http://E/%7e", "http://e/~"},
		"fix":                 {"http://e/a b", "http://e/a%20b"},
	} {
		target := runtest.Target()
		c, err := Fix(target, nil, false)
		if kind != "fix" {
			target, c, err = Of(option.Options{}, conversions.Conversion{Kind: kind, Rung: iri.RungScheme})
		}
		if err != nil {
			t.Fatal(err)
		}
		work := &Rewrite{Target: target, Change: c}
		work.Prepare()
		for _, format := range []*input.Format{rdf.NTriples, rdf.NQuads} {
			for _, line := range lines {
				if kind == conversions.ToIRI && !utf8.ValidString(line) {
					continue // nothing that is not ASCII is written into such a file
				}
				text, want := statement(good[0])+line+"\n"+statement(good[0]), statement(good[1])+line+"\n"+statement(good[1])
				got, counts := inPlaceOf(t, text, input.Options{From: format, Rewrite: true}, work)
				if !strings.HasPrefix(got, want) || counts[3] != 1 {
					t.Errorf("%s of %s: %.300q becomes %.300q, and %d lines cannot be read", kind, format, text, got, counts[3])
				}
			}
		}
	}
}
