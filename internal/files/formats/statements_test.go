package formats_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A statementCleaner checks statements in place, as checks.Checker does.
type statementCleaner struct {
	testCleaner
	v check.Validator
}

func newStatementCleaner(rule spec.Rule, o finding.Run) *statementCleaner {
	c := &statementCleaner{v: check.NewValidator(rule, o)}
	refs := check.NewValidator(rule.Spec().Reference(), o)
	c.iris, c.refs = &c.v, &refs
	for _, graphs := range []bool{false, true} {
		c.v.Statements(graphs, testkit.Statements, func(int, int) bool { return true })
	}
	return c
}

func (c *statementCleaner) Statements(graphs bool, block []byte, found func(start, end int) bool) int {
	return c.v.Statements(graphs, block, found)
}

// statementCleaners are the cleaners of the tests, by the name of what they check: with the
// grammar alone the places of the IRIs are known to the automaton, with other rules they are not.
func statementCleaners(t testing.TB) map[string]*statementCleaner {
	return map[string]*statementCleaner{
		"all rules":     newStatementCleaner(spec.RFC3987.Top(), finding.Run{}),
		"grammar only":  newStatementCleaner(spec.RFC3987.Top(), finding.Run{Settings: finding.Settings{GrammarOnly: true}}),
		"references":    newStatementCleaner(spec.RFC3987.Reference(), finding.Run{}),
		"LEIRI":         newStatementCleaner(spec.LEIRI.Top(), finding.Run{Settings: finding.Settings{GrammarOnly: true}}),
		"lint, and all": newStatementCleaner(spec.RFC3987.Top(), finding.Run{Settings: finding.Settings{Lint: true}}),
	}
}

// decoded returns what Each makes of a chunk: its items and its counts.
func decoded(data []byte, format *input.Format, o *input.Options, clean input.Cleaner) string {
	b := input.Chunk{File: &input.File{File: source.New("a", nil), Format: format}, Data: data, Line: 1}
	var out strings.Builder
	n := b.Each(o, clean, func(r *input.Item) bool {
		fmt.Fprintf(&out, "%d:%d@%d [%d,%d) %s %q raw=%q whole=%q", r.Line, r.Col, r.Offset, r.From, r.To, r.Role,
			r.Text, r.Raw, r.LineText)
		if r.Err != nil {
			fmt.Fprintf(&out, " %+v", *r.Err)
		}
		out.WriteByte('\n')
		return true
	})
	fmt.Fprintf(&out, "%d clean, %d lines, %d empty\n", n, b.Found, b.Empty)
	return out.String()
}

// compareStatements reads the data with the statements in place and with the decoder alone.
func compareStatements(t *testing.T, name string, c *statementCleaner, data []byte) {
	t.Helper()
	for _, format := range []*input.Format{rdf.NTriples, rdf.NQuads} {
		for _, old := range []bool{false, true} {
			compareOnce(t, name, c, data, format, old)
		}
	}
}

func compareOnce(t *testing.T, name string, c *statementCleaner, data []byte, format *input.Format, old bool) {
	t.Helper()
	o := &input.Options{Formats: []any{rdf.Options{RDF11: old}}}
	if got, want := decoded(data, format, o, c), decoded(data, format, o, c.testCleaner); got != want {
		t.Fatalf("%s, %s, RDF 1.1 %t: %q: got\n%swant\n%s", name, format, old, data, got, want)
	}
}

// plainStatements are statements that need no decoder, of N-Quads or of both formats.
var plainStatements = []struct {
	line  string
	quads bool // not N-Triples
}{
	{"<a:b> <c:d> <e:f> .", false},
	{"\t <a:b>\t<c:d>  <e:f>\t.\t ", false},
	{"<a:b> <c:d> <e:f>.", false},
	{"<a:b> <c:d> <e:f> .\r", false},
	{"<a:b> <c:d> <e:f> <g:h> .", true},
	{"<a:b> <c:d> <e:f>  <g:h>.", true},
	{"_:a <c:d> _:b .", false},
	{"_:a <c:d> _:b.", false},
	{"_:a.b-c <c:d> _:1_ <g:h> .", true},
	{"_:a <c:d> _:b _:c .", true},
	{"<a:b> <c:d> <e:f> _:c .", true},
	{`<a:b> <c:d> "" .`, false},
	{`<a:b> <c:d> "x> é 日本 😀 > _:a ." .`, false},
	{`<a:b> <c:d> "\t\b\n\r\f\"\'\\\\" <g:h> .`, true},
	{`<a:b> <c:d> "\u00e9\U0001F600\uD7FF\U0010FFFF" .`, false},
	{`<a:b> <c:d> "x"@en .`, false},
	{`<a:b> <c:d> "x"@zh-Hant-1a <g:h> .`, true},
	{`<a:b> <c:d> "x"@en _:g .`, true},
	{`<a:b> <c:d> "1"^^<d:d> .`, false},
	{`<a:b> <c:d> "1"^^<d:d> <g:h> .`, true},
	{`_:a <c:d> "1"^^<d:d> _:g .`, true},
}

// oddStatements are lines for the decoder: faulty ones, and rare ones.
var oddStatements = []string{
	`<a:b> <c:d> "x"^^<http://www.w3.org/2001/XMLSchema#anyURI> .`,
	`_:a <c:d> ""^^<http://www.w3.org/2001/XMLSchema#anyURI> .`,
	"", " ", "# <a:b>", ".", "<a:b> .", "<a:b> <c:d> .", "_:a <c:d> .", "_:a .",
	"<a:b> <c:d> <e:f>", "<a:b> <c:d> <e:f> <g:h> <i:j> .", "<a:b> <c:d> <e:f> <g:h> _:a .",
	"<a:b> <c:d> <e:f> _:a <i:j> .",
	"_:a <c:d> <e:f> <g:h> <i:j> .", "_:a _:b <e:f> .", "<a:b> _:b <e:f> .", "<a:b> _:b <e:f> <g:h> .",
	`"x" <c:d> <e:f> .`,
	`<a:b> "x" <e:f> .`, `<a:b> "x" .`, `<a:b> "x" <e:f> <g:h> .`, `<a:b> "x"^^<e:f> <g:h> .`,
	`<a:b> <c:d> <e:f> "x" .`,
	`<a:b> <c:d> <e:f> "x"^^<d:d> .`, `_:a <c:d> <e:f> "x" .`, `<a:b> <c:d> "x" "y" .`, `<a:b> <c:d> "x" _:a _:b .`,
	`<a:b> <c:d> _:a "x" .`,
	`<a:b> <c:d> _:a _:b _:c .`, `<a:b> <c:d> <e:f> _:b _:c .`, `<a:b> <c:d> "x" <g:h> <i:j> .`,
	`<a:b> <c:d> "x" <g:h> _:b .`,
	`<a:b> <c:d> "x"^^<d:d> <g:h> <i:j> .`, `<a:b> <c:d> "x"^^<d:d> <g:h> _:b .`, `<a:b> <c:d> "x"^^_:b .`,
	"<a:b><c:d><e:f>.", `<a:b> <c:d> "x"^^ <d:d> .`, `<a:b> <c:d> "x" @en .`, `<a:b> <c:d> "x"@en--ltr .`,
	`<a:b> <c:d> "x"@- .`,
	"<a:b> <c:d> <e:f> . # <x:y>", "<a:b> <c:d> <e:f> .#", "<a:b> <c:d> <e:f> . <g:h>", "<a:b> <c:d> _:a.# <x:y> .",
	`<a:b> <c:d> "<x:y>" .`, `<a:b> <c:d> "a\" <x:y> .`, `<a:b> <c:d> "\" .`, `<a:b> <c:d> "\\" .`,
	`<a:b> <c:d> "\x" .`,
	`<a:b> <c:d> "\uD800" .`, `<a:b> <c:d> "\U00110000" .`, `<a:b> <c:d> "\u00e" .`, "<a:b> <c:d> \"\x00\" .",
	"<a:b> <c:d> \"\xff\" .",
	"<a:b> <c:d> \"\xc3\" .", "<a:b> <c:d> \"\xed\xa0\x80\" .", `<a:b> <c:d> <<( <a:b> <c:d> <e:f> )>> .`,
	`VERSION "1.2"`,
	`<a:\u00e9> <c:d> <e:f> .`, `<a:b\> <c:d> <e:f> .`, "<a:b> <c:d> <e:f> .\r<a:b> <c:d> <e:f> .",
	"<a:b\rc> <c:d> <e:f> .",
	"_:a:b <c:d> <e:f> .", "_:é <c:d> <e:f> .", "_:a. <c:d> <e:f> .", "_:-a <c:d> <e:f> .", "<a:b> <c:d> _:a_:b .",
	"<a:b> <c:d> _:a..",
	"<a b> <c:d> <e:f> .", "<> <c:d> <e:f> .", "<a:b <c:d> <e:f> .", "<a:b> <c:d> <e:f .",
	"<http://h:8a/> <c:d> <e:f> .",
	"<a:\xff> <c:d> <e:f> .", "<http://例え.テスト/é <c:d> <e:f> <http://h/> .", "<a:b> <c:d> . <e:f> .", "<a:b> <c:d>. .",
	"<a:b> <c:d>  .",
	"<a:b> <c:d>\t.", "<a:b>  <c:d> <e:f> <g:h> <i:j> .", "<a:b> <c:d>  <e:f> <g:h> <i:j> .", "\x00",
	"<a:b> <c:d> <e:f> \x00 .", ".<a:b>", " <a:b>", "<",
	"<a:b> <c:d> <e:f> ..", "<a:b> <c:d> \" .", `<a:b> <c:d> "x" . .`, `<a:b> <c:d> "x" . "`,
}

// TestStatementsAgree compares the statements that are checked in place with the decoder.
func TestStatementsAgree(t *testing.T) {
	var all []string
	for _, s := range plainStatements {
		all = append(all, s.line)
	}
	all = append(all, oddStatements...)
	for name, c := range statementCleaners(t) {
		for _, s := range all {
			forms := []string{all[0] + "\n" + s + "\n" + all[0] + "\n" + s + "\r\n" + all[0], s, "\ufeff" + s + "\n\n"}
			if testing.Short() {
				forms = forms[:1]
			}
			for _, data := range forms {
				compareStatements(t, name, c, []byte(data))
			}
		}
	}
}

// randomStatements returns lines of terms in an order that is often right.
func randomStatements(r *rand.Rand) []byte {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	ref := func() string {
		return "<" + pick("a:b", "http://example.org/"+strings.Repeat("x", r.IntN(90)), "http://例え.テスト/é?日本#x",
			"http://xn--a/", "urn:a:b", "http://h:80/%41%zz",
			"http://e/\u0301a", "a b", "http://e/\xff", "é", "", `http://e/\u00e9`, "http://ab٠.example/",
			"http://e/"+strings.Repeat("ア", r.IntN(40))) + ">"
	}
	label := func() string { return pick("_:a", "_:b.c", "_:é", "_:a:b", "_:1-") }
	literal := func() string {
		return pick(`"x"`, `"日本 > é"`, `"a\"b"`, `"\u00e9"`, `"x"@en`, `"x"@ar--rtl`, `"<a:b>"`, `"\x"`, "\"\xe9\"",
			`"`+strings.Repeat("long ", r.IntN(60))+`"`, `"1"^^`+ref())
	}
	var b bytes.Buffer
	for range r.IntN(60) {
		terms := []string{pick(ref(), ref(), label()), ref(), pick(ref(), label(), literal())}
		if r.IntN(2) == 0 {
			terms = append(terms, pick(ref(), ref(), label()))
		}
		switch r.IntN(12) {
		case 0:
			terms = terms[:r.IntN(len(terms))]
		case 1:
			terms = append(terms, pick(ref(), label(), literal()))
		case 2:
			terms[r.IntN(len(terms))] = pick(ref(), label(), literal())
		}
		b.WriteString(strings.Join(terms, pick(" ", " ", " ", " ", "\t", "  ", "")))
		b.WriteString(pick(" .\n", " .\n", " .\n", " .\n", ".\n", " .\r\n", "\n", " . # c\n", "\t.\n", " .  \n", " .\r", "\n\n"))
	}
	out := b.Bytes()
	for r.IntN(4) == 0 && len(out) > 0 {
		out[r.IntN(len(out))] = " <>\"\\.\n\r_:^@#\x00\xff\xe9a"[r.IntN(17)]
	}
	return out
}

func TestStatementsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	cleaners := statementCleaners(t)
	for range testkit.Size(30, 50, 1500) {
		data := randomStatements(r)
		for name, c := range cleaners {
			compareStatements(t, name, c, data)
		}
	}
}

func FuzzStatements(f *testing.F) {
	for _, s := range plainStatements {
		f.Add([]byte(s.line+"\n"), uint64(0))
	}
	for i, s := range oddStatements {
		f.Add([]byte(plainStatements[4].line+"\n"+s+"\n"), uint64(i))
	}
	all := statementCleaners(f)
	names := slices.Sorted(maps.Keys(all))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		name, format, old := names[r.IntN(len(names))], []*input.Format{rdf.NTriples, rdf.NQuads}[r.IntN(2)],
			r.IntN(2) == 0
		if r.IntN(2) == 0 {
			data = append(randomStatements(r), data...)
		}
		compareOnce(t, name, all[name], data, format, old)
	})
}
