package export

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/vectors"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// dateTime is a grammar that has nothing to do with references: RFC 3339 §5.6 in part, with
// characters of each length in UTF-8, and U+0000.
const dateTime = `; spec: dates
; top: stamp
stamp = date-time [ note ]
date-time = full-date "T" time-hour ":" 2DIGIT ( "Z" / ( "+" / "-" ) 2DIGIT ":" 2DIGIT )
full-date = 4DIGIT "-" ( "0" %x31-39 / "1" %x30-32 ) "-" 2DIGIT
time-hour = %x30-31 DIGIT / "2" %x30-33
note = "[" 1*3( %x0 / ALPHA / %xE9-17F / %xD000-E100 / %x1F600-1F64F / %x10FFFF ) "]"
`

// load returns a rule of a built-in spec.
func load(t testing.TB, specName, rule string) Selection {
	g := grammartest.Load(t, specName)
	return Selection{g, g.Rule(rule), specName, "test"}
}

// read returns a rule of a text.
func read(t testing.TB, text, rule string) Selection {
	g := grammartest.Read(t, text)
	return Selection{g, g.Rule(rule), "x.abnf", "test"}
}

// sources returns the rules that are tested in each language.
func sources(t *testing.T) []Selection {
	own := grammartest.Read(t, dateTime)
	some := []Selection{load(t, "rfc3987", "IRI-reference"), {own, own.Rule("stamp"), "dates.abnf", "test"}}
	if !demanded() {
		return some
	}
	return append(some, []Selection{
		load(t, "rfc3986", "URI"), load(t, "leiri", "LEIRI-reference"),
		load(t, "rfc3987bis", "absolute-IRI"), load(t, "rfc3987", "IPv6address"), load(t, "rfc3987", "ipath-empty"),
	}...)
}

// suite returns rows for a rule: all that tell its automaton from others where the programs are
// demanded, otherwise fewer. Long rows are repetitions of parts of it.
func suite(t *testing.T, s Selection) []vectors.Row {
	size := vectors.Small
	if demanded() {
		size = vectors.Full
	}
	var rows []vectors.Row
	for row, err := range vectors.Suite(s.Grammar, s.Rule, size, nil) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestTables holds that the tables say the same in each language as the automaton that
// made the rows, and find the components that this library finds.
func TestTables(t *testing.T) {
	for _, s := range sources(t) {
		t.Run(s.Name+" "+s.Rule.Name, func(t *testing.T) {
			rows := suite(t, s)
			rule := specRule(t, s)
			for _, e := range tableEngines() {
				if !demanded() && s.bounds() != nil && e.target != "go" && e.target != "js" {
					continue // the compilers take long for references; these two count offsets in different units
				}
				t.Run(e.target, func(t *testing.T) {
					strs := make([][]byte, len(rows))
					for i, row := range rows {
						strs[i] = e.encode(row.Input)
					}
					wrong := 0
					for i, got := range e.verdicts(t, s, strs) {
						want := "-"
						if rows[i].Valid {
							want = "+" + partsOf(e, rule, rows[i].Input)
						}
						if got != want {
							if wrong++; wrong <= 3 {
								t.Errorf("%q: got %s, want %s", rows[i].Input, got, want)
							}
						}
					}
					if wrong > 0 {
						t.Errorf("%d of %d rows are wrong", wrong, len(rows))
					}
				})
			}
		})
	}
}

// TestRecursive holds that what Python has for rules that refer to themselves, or are too large for one automaton, says
// the same as a plain interpreter of the grammar.
func TestRecursive(t *testing.T) {
	python := tableEngines()[slices.IndexFunc(tableEngines(), func(e engine) bool { return e.target == "python" })]
	type test struct{ name, abnf string }
	tests := []test{
		{"in brackets", `a = "(" *a ")"`},
		{"at the start and at the end", `a = a a / "a" / ""`},
		{"through others", "a = b \"b\" / \"a\"\nb = c\nc = a a / a"},
		{"what can be empty", "a = *b\nb = [ \"(\" a \")\" ]"},
		{"no end", `a = "a" a "b" / "(" a`},
		{"octets", "; terminals: octets\na = %x80-FF a %xE9 / \"a\""},
		{"beyond ASCII", "a = %x80-10FFFF a %xE9 / \"a\""},
		{"many classes", "a = " + manyClasses(300)},
		{"many classes, in brackets", "a = \"(\" a \")\" / " + manyClasses(300)},
	}
	for seed := range uint64(testkit.Size(10, 20, 100)) {
		tests = append(tests, test{fmt.Sprint("random ", seed),
			grammartest.RandomRecursive(rand.New(rand.NewPCG(seed, 5)))})
	}
	words := append(grammartest.Words(5), "((", "(())", "(()())", "éaé", "aé", "ÿaé", "ĀaĀ", "中aé", "😀a",
		"\u4000000000000",
		"(\u4002000000001)", "\u4002000000000")
	strs := make([][]byte, len(words))
	for i, w := range words {
		strs[i] = utf16LE(w)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.abnf, "a")
			s.Rule = s.Grammar.Rules[0]
			ref := &grammartest.Interpreter{G: s.Grammar}
			for i, got := range python.verdicts(t, s, strs) {
				text := words[i]
				if s.Grammar.Terminals == abnf.Octets {
					text = latin1(text)
				}
				if want := ref.Match(s.Rule, text); (got == "+") != want {
					t.Errorf("%s%q: got %s, want %v", tt.abnf, words[i], got, want)
				}
			}
		})
	}
	t.Run("deep", func(t *testing.T) {
		n := testkit.Size(1000, 10_000, 100_000)
		deep := strings.Repeat("[", n) + strings.Repeat("]", n)
		got := python.verdicts(t, read(t, "value = \"[\" [ value *( \",\" value ) ] \"]\"", "value"),
			[][]byte{utf16LE(deep), utf16LE(deep[1:])})
		if !slices.Equal(got, []string{"+", "-"}) {
			t.Errorf("got %v", got)
		}
		side := strings.Repeat("()", n) // each pair could be the last one
		got = python.verdicts(t, read(t, `e = [ "(" e ")" e ]`, "e"), [][]byte{utf16LE(side), utf16LE(side + "(")})
		if !slices.Equal(got, []string{"+", "-"}) {
			t.Errorf("side by side: got %v", got)
		}
	})
}

// manyClasses returns an alternation whose characters are of more classes than tables have.
func manyClasses(n int) string {
	var alts []string
	for i := range n {
		alts = append(alts, fmt.Sprintf("%%x%X \"%09b\"", 0x4000+2*i, i))
	}
	return strings.Join(alts, " / ")
}

// latin1 returns the octets with the numbers of the characters; one that is not an octet ends what any rule matches.
func latin1(s string) string {
	var out []byte
	for _, c := range s {
		if c > 0xFF {
			return "!"
		}
		out = append(out, byte(c))
	}
	return string(out)
}

// specRule returns the rule of the library that divides strings, zero if strings of the
// rule are not divided.
func specRule(t *testing.T, s Selection) spec.Rule {
	t.Helper()
	if s.bounds() == nil {
		return spec.Rule{}
	}
	testkit.StatesRFC(t, s.Rule.Name)
	for _, built := range spec.Specs() {
		if r, ok := built.Rule(s.Rule.Name); ok && built.Name() == s.Name {
			return r
		}
	}
	t.Fatalf("%s of %s is divided, and the library does not know it", s.Rule.Name, s.Name)
	return spec.Rule{}
}

// partsOf prints the components of a string as drivers do.
func partsOf(e engine, rule spec.Rule, s string) string {
	if rule == (spec.Rule{}) {
		return ""
	}
	var r component.Ref
	if !rule.Split(s, &r) {
		return " no components"
	}
	p := r.Parts
	var out strings.Builder
	put := func(present bool, start, end int) {
		if present {
			fmt.Fprintf(&out, " %d,%d", e.offset(s, start), e.offset(s, end))
		} else {
			out.WriteString(" -")
		}
	}
	scheme, hasScheme := r.Scheme()
	put(hasScheme, 0, len(scheme))
	_, hasAuthority := r.Authority()
	put(hasAuthority, int(r.AuthorityStart()), int(p.Path))
	userinfo, hasUserinfo := r.Userinfo()
	put(hasUserinfo, int(r.AuthorityStart()), int(r.AuthorityStart())+len(userinfo))
	put(hasAuthority, int(p.Host), int(p.HostEnd))
	_, hasPort := r.Port()
	put(hasPort, int(p.HostEnd)+1, int(p.Path))
	put(true, int(p.Path), int(p.PathEnd))
	_, hasQuery := r.Query()
	put(hasQuery, int(p.PathEnd)+1, int(p.Query))
	_, hasFragment := r.Fragment()
	put(hasFragment, int(p.Query)+1, len(s))
	return out.String()
}

// TestNotText holds that no language accepts strings that are not text: bytes that are not UTF-8
// (RFC 3629 §4), half a surrogate pair.
func TestNotText(t *testing.T) {
	s := load(t, "leiri", "LEIRI-reference") // accepts nearly every character
	random := rand.New(rand.NewPCG(1, 2))
	var broken, halves [][]byte
	for range 500 {
		text := []byte("a:é中😀/\U0010fffd?x"[:])
		i := random.IntN(len(text))
		text[i] = byte(0x80 + random.IntN(0x80))
		if !utf8.Valid(text) {
			broken = append(broken, text)
		}
	}
	for _, bad := range []string{"\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x80\x80\x80",
		"\xf4\x90\x80\x80", "\xf8", "\xff", "\xc3", "\xe4\xb8", "\xf0\x9f\x98"} {
		broken = append(broken, []byte(bad), []byte("a"+bad+"b"))
	}
	a, high, low := []byte("a\x00"), []byte{0x00, 0xd8}, []byte{0xff, 0xdf}
	halves = append(halves, high, low, slices.Concat(low, high), slices.Concat(high, a), slices.Concat(a, low, a),
		slices.Concat(high, high, low))
	for _, e := range tableEngines() {
		t.Run(e.target, func(t *testing.T) {
			strs := broken
			if len(e.encode("a")) == 2 {
				strs = halves
			}
			for i, got := range e.verdicts(t, s, strs) {
				if got != "-" {
					t.Errorf("% x: got %s", strs[i], got)
				}
			}
		})
	}
}

// TestRefused holds what cannot be exported: nothing is written, and the error says which rule it
// is about, and why.
func TestRefused(t *testing.T) {
	recursive := &abnf.Grammar{Rules: []*abnf.Rule{{Name: "a",
		Expr: &abnf.Concatenation{Parts: []abnf.Expr{&abnf.Literal{Text: "("},
			&abnf.Repetition{Max: 1, X: &abnf.Reference{Name: "a"}, Option: true}, &abnf.Literal{Text: ")"}}}}}}
	for _, target := range Names() {
		text, err := Write(target, Selection{recursive, recursive.Rules[0], "x", "test"})
		if target == "python" { // TestRecursive
			continue
		}
		if err == nil || text != "" {
			t.Errorf("%s: got %d bytes, error %v", target, len(text), err)
			continue
		}
		for _, want := range []string{target, "the rule a", "refers to itself (a > a)", "python has a parser"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %q, want %q in it", target, err, want)
			}
		}
	}
	if _, err := Write("cobol", load(t, "rfc3987", "IRI")); err == nil {
		t.Error("there is a target cobol")
	}
}

// TestHeader holds that names from files cannot end a comment, and that the hash is that of the
// rules that are used and of nothing else.
func TestHeader(t *testing.T) {
	s := read(t, "a = b\nb = \"x\"\nc = \"y\"\n", "a")
	s.Name = "x\nint main\u2028*/ \\"
	for _, target := range Names() {
		text, err := Write(target, s)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "\nint main") || strings.Contains(text, "\u2028") {
			t.Errorf("%s: the name of the grammar ends a comment", target)
		}
	}
	same := read(t, "c = \"z\"\na   =   b ; as before\nb = \"x\"\n", "a")
	other := read(t, "a = b\nb = %s\"x\"\n", "a")
	if s.Hash() != same.Hash() || s.Hash() == other.Hash() {
		t.Errorf("hashes %s, %s, %s", s.Hash(), same.Hash(), other.Hash())
	}
}
