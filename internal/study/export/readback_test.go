package export

import (
	"encoding/json"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// A dialectTest is a target whose output has a pattern.
type dialectTest struct {
	target  string
	dialect dialect
	decode  func(string) string // from the output to the pattern
}

var xmlReference = regexp.MustCompile(`&(#x([0-9A-F]+)|amp|lt|quot);`)

func dialectTests() []dialectTest {
	line := func(s string) string { return strings.TrimSuffix(s, "\n") }
	return []dialectTest{
		{"regex:ecma", ecma, line},
		{"regex:re2", re2, line},
		{"regex:pcre", pcre, func(s string) string { return strings.TrimPrefix(line(s), "(*UTF)") }},
		{"regex:xsd", xsd, func(s string) string {
			return xmlReference.ReplaceAllStringFunc(line(s), func(r string) string {
				if named := map[string]string{"&amp;": "&", "&lt;": "<", "&quot;": `"`}[r]; named != "" {
					return named
				}
				n, _ := strconv.ParseInt(r[3:len(r)-1], 16, 32)
				return string(rune(n))
			})
		}},
		{"shacl", xpath, func(s string) string {
			// The escapes of Turtle are those of Go that stand in the pattern.
			_, rest, _ := strings.Cut(s, "sh:pattern ")
			text, err := strconv.Unquote(strings.TrimSuffix(rest, " .\n"))
			if err != nil {
				return err.Error()
			}
			return text
		}},
		{"json-schema", portable, patternOfSchema},
	}
}

func patternOfSchema(s string) string {
	var schema struct{ Pattern string }
	if err := json.Unmarshal([]byte(s), &schema); err != nil {
		return err.Error()
	}
	return schema.Pattern
}

// TestReadBack holds that each pattern of each rule of each spec, read again, has the automaton of
// the rule.
func TestReadBack(t *testing.T) {
	specs := []string{"rfc3987", "rfc3986", "rfc3987bis", "leiri"}
	if !demanded() {
		specs = specs[:1]
	}
	for _, name := range specs {
		g := grammartest.Load(t, name)
		for _, rule := range g.Rules {
			if !demanded() && rule.Name != g.Top && rule.Name != g.Reference && len(g.Closure(rule)) > 10 {
				continue
			}
			readBack(t, Selection{g, rule, name, "test"})
		}
	}
	own := grammartest.Read(t, dateTime)
	readBack(t, Selection{own, own.Rule("stamp"), "dates.abnf", "test"})
	own = grammartest.Read(t, languageTag)
	readBack(t, Selection{own, own.Rules[0], "tag.abnf", "test"})
	own = grammartest.Read(t, linear)
	for _, rule := range own.Rules {
		readBack(t, Selection{own, rule, "linear.abnf", "test"})
	}
}

// languageTag has alternatives with common strings, some of them finite and others not, as RFC 5646 has.
const languageTag = `tag = langtag / private / old
langtag = lang [ "-" 4ALPHA ] [ "-" ( 2ALPHA / 3DIGIT ) ] *( "-" variant ) *( "-" ext ) [ "-" private ]
lang = 2*3ALPHA [ "-" 3ALPHA *2( "-" 3ALPHA ) ] / 4ALPHA / 5*8ALPHA
variant = 5*8an / DIGIT 3an
ext = ( DIGIT / %x41-57 / %x59-5A / %x61-77 / %x79-7A ) 1*( "-" 2*8an )
private = "x" 1*( "-" 1*8an )
an = ALPHA / DIGIT
old = "en-GB-oed" / "i-ami" / "i-bnn" / "i-default" / "i-enochian" / "i-hak" / "i-klingon" / "i-lux" / "i-mingo" /
  "i-navajo" / "i-pwn" / "i-tao" / "i-tay" / "i-tsu" / "sgn-BE-FR" / "sgn-BE-NL" / "sgn-CH-DE" / "art-lojban" /
  "cel-gaulish" / "no-bok" / "no-nyn" / "zh-guoyu" / "zh-hakka" / "zh-min" / "zh-min-nan" / "zh-xiang"
`

// linear has rules that refer to themselves at one end only, and rules that use them.
const linear = `seq = item [ "," seq ]
item = 1*DIGIT
left = [ left ";" ] item
there = "a" back / "z"
back = "b" there / ""
itself = [ itself ]
digits = digits DIGIT / ""
both = seq "!" left
repeated = 2*3( "(" seq ")" )
either = seq / item "," item / "-"
`

func readBack(t *testing.T, s Selection) {
	t.Helper()
	want := dfaOf(t, s)
	for _, d := range dialectTests() {
		text, err := Write(d.target, s)
		if err != nil {
			// The only reason is a character that XML does not have.
			if strings.Contains(err.Error(), "XML 1.0") && (d.target == "regex:xsd" || d.target == "shacl") &&
				usesOutsideXML(s) {
				continue
			}
			t.Errorf("%s %s: %v", s.Name, s.Rule.Name, err)
			continue
		}
		pattern := d.decode(text)
		exprs := map[string]abnf.Expr{"read": (&patternReader{t: t, d: d.dialect,
			rest: body(t, d.dialect, pattern)}).all()}
		if d.target == "regex:re2" || d.target == "json-schema" {
			parsed, err := syntax.Parse(pattern, syntax.Perl)
			if err != nil {
				t.Fatalf("%s: %v", d.target, err)
			}
			exprs["regexp/syntax"] = fromSyntax(t, parsed)
		}
		for reader, e := range exprs {
			g := &abnf.Grammar{Rules: []*abnf.Rule{{Name: "pattern", Expr: e}}}
			got, err := automaton.Compile(g, "pattern")
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equal(want) {
				t.Errorf("%s of %s, %s: the pattern, read by %s, is another language: %.300s", s.Rule.Name, s.Name,
					d.target, reader, pattern)
			}
		}
	}
}

func dfaOf(t *testing.T, s Selection) *automaton.DFA {
	t.Helper()
	d, err := automaton.Compile(s.Grammar, s.Rule.Name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// usesOutsideXML reports whether a rule that this one uses has characters that XML lacks.
func usesOutsideXML(s Selection) bool {
	found := false
	for _, r := range s.Grammar.Closure(s.Rule) {
		abnf.Walk(r.Expr, func(e abnf.Expr) bool {
			chars, _ := abnf.Characters(e)
			for _, spans := range chars {
				for _, x := range spans {
					found = found || xmlChar(x) != nil
				}
			}
			return true
		})
	}
	return found
}

// body returns a pattern without its anchors.
func body(t *testing.T, d dialect, pattern string) string {
	t.Helper()
	text, ok := strings.CutPrefix(pattern, d.before)
	text, ok2 := strings.CutSuffix(text, d.after)
	if !ok || !ok2 {
		t.Fatalf("%.40s … is not anchored", pattern)
	}
	return text
}

// A patternReader reads the notation that the dialects share, as their documents define it, and
// fails the test for all else.
type patternReader struct {
	t    *testing.T
	d    dialect
	rest string
}

func (p *patternReader) all() abnf.Expr {
	p.t.Helper()
	e := p.choice()
	if p.rest != "" {
		p.t.Fatalf("%.60q is left", p.rest)
	}
	return e
}

func (p *patternReader) take(s string) bool {
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

func (p *patternReader) choice() abnf.Expr {
	alts := []abnf.Expr{p.sequence()}
	for p.take("|") {
		alts = append(alts, p.sequence())
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return &abnf.Alternation{Alts: alts}
}

func (p *patternReader) sequence() abnf.Expr {
	parts := []abnf.Expr{&abnf.Literal{}, &abnf.Literal{}}
	for p.rest != "" && p.rest[0] != '|' && p.rest[0] != ')' {
		parts = append(parts, p.counted(p.atom()))
	}
	return &abnf.Concatenation{Parts: parts}
}

func (p *patternReader) atom() abnf.Expr {
	switch {
	case p.take(p.d.group):
		e := p.choice()
		if !p.take(")") {
			p.t.Fatalf("a group is not closed at %.60q", p.rest)
		}
		return e
	case p.take("["):
		var alts []abnf.Expr
		for !p.take("]") {
			lo := p.char(`[]^-`)
			hi := lo
			if p.take("-") {
				hi = p.char(`[]^-`)
			}
			if lo > hi {
				p.t.Fatalf("the range %U-%U", lo, hi)
			}
			alts = append(alts, &abnf.Range{Lo: lo, Hi: hi, Base: 'x'})
		}
		return &abnf.Alternation{Alts: append(alts, alts[0])}
	}
	r := p.char(`.?*+(){}[]|`)
	return &abnf.Range{Lo: r, Hi: r, Base: 'x'}
}

// char reads a character, which must be escaped if it is one of those.
func (p *patternReader) char(special string) rune {
	if p.take(`\`) {
		if r := p.rest[0]; (r == 'x' || r == 'u') && p.rest[1] == '{' {
			hex, rest, _ := strings.Cut(p.rest[2:], "}")
			n, err := strconv.ParseInt(hex, 16, 32)
			if err != nil {
				p.t.Fatal(err)
			}
			p.rest = rest
			return rune(n)
		}
		r := rune(p.rest[0])
		p.rest = p.rest[1:]
		if r >= 0x80 || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			p.t.Fatalf(`\%c stands for something else`, r)
		}
		return r
	}
	r, n := utf8.DecodeRuneInString(p.rest)
	if n == 0 || strings.ContainsRune(special, r) {
		p.t.Fatalf("%q is not escaped at %.60q", r, p.rest)
	}
	p.rest = p.rest[n:]
	return r
}

var countForm = regexp.MustCompile(`^\{(\d+)(,?)(\d*)\}`)

func (p *patternReader) counted(x abnf.Expr) abnf.Expr {
	switch {
	case p.take("?"):
		return &abnf.Repetition{Min: 0, Max: 1, X: x}
	case p.take("*"):
		return &abnf.Repetition{Min: 0, Max: -1, X: x}
	case p.take("+"):
		return &abnf.Repetition{Min: 1, Max: -1, X: x}
	}
	m := countForm.FindStringSubmatch(p.rest)
	if m == nil {
		return x
	}
	p.rest = p.rest[len(m[0]):]
	least, _ := strconv.Atoi(m[1])
	most := least
	if m[2] != "" {
		most = -1
	}
	if m[3] != "" {
		most, _ = strconv.Atoi(m[3])
	}
	return &abnf.Repetition{Min: least, Max: most, X: x}
}

// fromSyntax returns what a pattern of Go matches.
func fromSyntax(t *testing.T, r *syntax.Regexp) abnf.Expr {
	t.Helper()
	subs := []abnf.Expr{&abnf.Literal{}, &abnf.Literal{}}
	for _, s := range r.Sub {
		subs = append(subs, fromSyntax(t, s))
	}
	switch r.Op {
	case syntax.OpLiteral:
		for _, c := range r.Rune {
			all := []abnf.Expr{&abnf.Range{Lo: c, Hi: c, Base: 'x'}}
			if r.Flags&syntax.FoldCase != 0 { // what it makes of [Vv]
				for o := unicode.SimpleFold(c); o != c; o = unicode.SimpleFold(o) {
					all = append(all, &abnf.Range{Lo: o, Hi: o, Base: 'x'})
				}
			}
			subs = append(subs, &abnf.Alternation{Alts: append(all, all[0])})
		}
		return &abnf.Concatenation{Parts: subs}
	case syntax.OpCharClass:
		alts := []abnf.Expr{}
		for i := 0; i < len(r.Rune); i += 2 {
			alts = append(alts, &abnf.Range{Lo: r.Rune[i], Hi: r.Rune[i+1], Base: 'x'})
		}
		return &abnf.Alternation{Alts: append(alts, alts[0])}
	case syntax.OpConcat, syntax.OpCapture, syntax.OpBeginText, syntax.OpEndText, syntax.OpEmptyMatch:
		return &abnf.Concatenation{Parts: subs}
	case syntax.OpAlternate:
		return &abnf.Alternation{Alts: subs[2:]}
	case syntax.OpStar:
		return &abnf.Repetition{Min: 0, Max: -1, X: subs[2]}
	case syntax.OpPlus:
		return &abnf.Repetition{Min: 1, Max: -1, X: subs[2]}
	case syntax.OpQuest:
		return &abnf.Repetition{Min: 0, Max: 1, X: subs[2]}
	case syntax.OpRepeat:
		return &abnf.Repetition{Min: r.Min, Max: r.Max, X: subs[2]}
	}
	t.Fatalf("%v has the operation %v", r, r.Op)
	return nil
}
