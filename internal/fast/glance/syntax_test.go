package glance

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/testkit"
)

// goesOn reports whether s may follow at a place, and leads there again.
func (p place) goesOn(s string) bool {
	at := p
	for i := range len(s) {
		next := place(places)
		for _, move := range at.moves() {
			for _, step := range move.steps {
				if step.low <= s[i] && s[i] <= step.high {
					next = move.part + step.then
				}
			}
		}
		if at = next; at == places {
			return false
		}
	}
	return at == p
}

func TestSyntaxIn(t *testing.T) {
	testkit.StatesRFC(t)
	for _, tt := range []struct {
		spec, rule string
		want       Syntax
	}{
		{"rfc3987", "IRI", Unicode},
		{"rfc3987", "IRI-reference", Unicode},
		{"rfc3987", "absolute-IRI", NoSyntax}, // it has no fragment
		{"rfc3987", "irelative-ref", NoSyntax},
		{"rfc3987", "iunreserved", NoSyntax},
		{"rfc3986", "URI", ASCII},
		{"rfc3986", "URI-reference", ASCII},
		{"rfc3986", "absolute-URI", NoSyntax},
	} {
		if got := SyntaxIn(tables.Of(tt.spec, tt.rule).Steps()); got != tt.want {
			t.Errorf("%s, %s: got %d, want %d", tt.spec, tt.rule, got, tt.want)
		}
	}
}

// TestSyntaxInOther changes a grammar that accepts just the strings of the language, so that it refuses one of each kind.
func TestSyntaxInOther(t *testing.T) {
	const same = `s = ( "http://" / "https://" ) 1*( name / other ) [ ":" *DIGIT ] [ ( "/" / "?" ) *( char / other ) ] [ "#" *( char / other ) ]
name = ALPHA / DIGIT / "-" / "."
char = name / "_" / "~" / "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=" / ":" / "@" / "/" / "?" / pct
pct = "%" HEXDIG HEXDIG
other = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFBF
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
`
	for _, tt := range []struct {
		name, old, new string
		want           Syntax
	}{
		{"as it is", "", "", Unicode},
		{"no http", `( "http://" / "https://" )`, `"https://"`, NoSyntax},
		{"no https", `( "http://" / "https://" )`, `"http://"`, NoSyntax},
		{"a path is needed", `[ ( "/" / "?" ) *( char / other ) ]`, `( "/" / "?" ) *( char / other )`, NoSyntax},
		{"no port", `[ ":" *DIGIT ]`, ``, NoSyntax},
		{"no empty port", `":" *DIGIT`, `":" 1*DIGIT`, NoSyntax},
		{"a port of four digits", `":" *DIGIT`, `":" *4DIGIT`, NoSyntax},
		{"no fragment", `[ "#" *( char / other ) ]`, ``, NoSyntax},
		{"no query", `( "/" / "?" ) *`, `"/" *`, NoSyntax},
		{"no ? in fragments", `"/" / "?" / pct`, `"/" / pct`, NoSyntax},
		{"no tilde", `"~" / `, ``, NoSyntax},
		{"no digits in hosts", `name = ALPHA / DIGIT /`, `name = ALPHA /`, NoSyntax},
		{"digits of percent-encodings are decimal", `"%" HEXDIG HEXDIG`, `"%" HEXDIG DIGIT`, NoSyntax},
		{"no percent-encodings", ` / pct`, ``, NoSyntax},
		{"hosts of 70 characters", `1*( name`, `1*70( name`, NoSyntax},
		{"hosts of ASCII", `1*( name / other )`, `1*name`, ASCII},
		{"fragments of ASCII", `"#" *( char / other )`, `"#" *char`, ASCII},
		{"one character less", `%xA0-D7FF`, `%xA1-D7FF`, ASCII},
		{"a character in the middle less", `%xFDF0-FFEF`, `%xFDF1-FFEF`, ASCII},
		{"the last character less", `%x10000-1FFBF`, `%x10000-1FFBE`, ASCII},
		{"none of four bytes", ` / %x10000-1FFBF`, ``, ASCII},
		{"more characters", `%xA0-D7FF`, `%x80-D7FF / %xE000-F8FF`, Unicode},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := same
			if tt.old != "" {
				text = strings.Replace(same, tt.old, tt.new, 1)
				if text == same {
					t.Fatal("nothing is changed")
				}
			}
			g, err := abnf.Parse("test.abnf", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			d, err := automaton.Compile(g, "s")
			if err != nil {
				t.Fatal(err)
			}
			if got := SyntaxIn(d); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

// TestSyntaxOfRepertoires has all characters of all repertoires in the language.
func TestSyntaxOfRepertoires(t *testing.T) {
	is := func(c rune) bool { return place(text).goesOn(string(c)) }
	seen := 0
	for half := range 2 * numBlocks {
		r := newRepertoire(half, kernel.avoid, kernel.spans())
		for at, traits := range r.Traits {
			if traits&In != 0 {
				if seen++; !is(r.first + rune(at)) {
					t.Errorf("%U is in the repertoire of %U, and not in the language", r.first+rune(at), half*blockSize/2)
				}
			}
		}
	}
	for _, w := range kernel.spans() {
		for c := rune(w.first) * blockSize; c < rune(w.end)*blockSize; c++ {
			if seen++; !is(c) {
				t.Errorf("%U is in a span, and not in the language", c)
			}
		}
	}
	if seen < 10000 {
		t.Errorf("%d characters in all repertoires, want 10000", seen)
	}
}

// TestSyntaxOfBroken changes strings that the kernels know, by a byte or a few, which leaves most of them out of the language.
func TestSyntaxOfBroken(t *testing.T) {
	testkit.StatesRFC(t)
	needVector(t)
	const marks = "/?#%#%[]:@ \"<>\\^`{|}\x00\x7f\x80\xbf\xc0\xc1\xc3\xdf\xe0\xe0\xb8\xe4\xed\xa0\xef\xf0\x9f\xf4\xf5\xff"
	r := rand.New(rand.NewPCG(3987, 66))
	of := func(list ...string) string { return list[r.IntN(len(list))] }
	n, known := 40000, 0
	if testing.Short() {
		n = 8000
	}
	for range n {
		s := []byte(of("http://", "https://") + of("h", "a.example", "д.рф", "ทู.ไทย", "𑄇𑄨.org", "日本.jp", "bücher.de", strings.Repeat("ก", 30)) + of("", "", ":", ":80") + of("", "/", "?"))
		letters := of("a-", "д", "ทู", "𑄇𑄨", "日本カ", "éắü", "%41-", "a/%c3%A9/")
		s = append(s, strings.Repeat("a", r.IntN(70))+"/"+strings.Repeat(letters, r.IntN(30))+of("", "#", "#"+letters, "?"+letters+"#")...)
		for range r.IntN(3) {
			at := len("https:/") + r.IntN(len(s)-len("https:/"))
			if k := len(s) - 1 - r.IntN(4); r.IntN(4) == 0 && k > at {
				at = k // near the end
			}
			switch b := marks[r.IntN(len(marks))]; r.IntN(4) {
			case 0:
				s = append(s[:at], s[at+1:]...)
			case 1:
				s = append(s[:at], append([]byte{b}, s[at:]...)...)
			case 2:
				s[at] = b
			default:
				s = s[:at]
			}
			if len(s) < 10 {
				break
			}
		}
		agree(t, string(s))
		for _, ask := range kernels() {
			if ask(string(s)).syntax != NoSyntax {
				known++
			}
		}
	}
	if known < n/5 {
		t.Errorf("%d of %d strings are of a syntax", known, n)
	}
}

// TestSyntaxOfCut cuts characters off at all places of blocks, before text of ASCII and at the end.
func TestSyntaxOfCut(t *testing.T) {
	needVector(t)
	for _, c := range []string{"é", "ก", "𑄇"} {
		for n := range 2 * block {
			for cut := range len(c) {
				for _, after := range []string{"", "/", "/" + c, "/" + strings.Repeat("a", 2*block)} {
					agree(t, "http://h/"+strings.Repeat("-", n)+strings.Repeat(c, 3)+c[:cut]+after)
					agree(t, "http://"+strings.Repeat(c, n/len(c)+1)+c[:cut]+".org"+after)
				}
			}
		}
	}
}
