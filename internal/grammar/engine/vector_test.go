package engine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/testkit/wmethod"
)

// A vectorCase is a rule whose table has a Vector.
type vectorCase struct {
	name string
	d    *automaton.DFA
	t    *Table
	bare *Shift // that of the table without its Vector
}

func newCase(name string, d *automaton.DFA, typical ...string) vectorCase {
	c := vectorCase{name: name, d: d, t: New(d, typical...), bare: &Shift{}}
	if c.t.Shift != nil {
		*c.bare = *c.t.Shift
		c.bare.Vector = nil
	}
	return c
}

// compiledCases compiles the recorded rules of the grammars of this module, and that of toy,
// once for all tests: under emulation that takes seconds.
var compiledCases = sync.OnceValues(func() ([]vectorCase, error) {
	toyGrammar, err := abnf.Parse("toy", []byte(toy))
	if err != nil {
		return nil, err
	}
	d, err := automaton.CompileBounds(toyGrammar, "ref", bounds)
	if err != nil {
		return nil, err
	}
	out := []vectorCase{newCase("toy", d, typical)}
	for _, spec := range []string{"rfc3986", "rfc3987"} {
		g, err := abnf.Load(published.Files, ".", spec)
		if err != nil {
			return nil, err
		}
		for _, rule := range g.Record {
			d, err := automaton.CompileBounds(g, rule, automaton.BoundsOf(g, rule))
			if err != nil {
				return nil, err
			}
			out = append(out, newCase(spec+" "+rule, d, g.Typical...))
		}
	}
	return out, nil
})

// vectorCases returns the compiledCases, which all have a Vector.
func vectorCases(t testing.TB) []vectorCase {
	t.Helper()
	out, err := compiledCases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range out {
		if c.t.Shift == nil || c.t.Shift.Vector == nil {
			t.Fatalf("%s: no vector", c.name)
		}
	}
	return out
}

// agree fails unless the assembly and plain Go say the same of s, and what the automaton says.
func agree(t *testing.T, c *vectorCase, s string) {
	t.Helper()
	if len(s) < 8 {
		return
	}
	h := c.t.Shift
	want := c.d.Match(s)
	if got := c.bare.match(c.t, s); got != want {
		t.Fatalf("%s, plain Go on %q: got %v, want %v", c.name, s, got, want)
	}
	var plain Offsets
	if h.Exits != nil {
		if got := c.bare.split(c.t, s, &plain); got != want {
			t.Fatalf("%s, split in plain Go of %q: got %v, want %v", c.name, s, got, want)
		}
	}
	if got := h.match(c.t, s); got != want {
		t.Fatalf("%s, assembly on %q: got %v, want %v", c.name, s, got, want)
	}
	if h.Exits == nil {
		return
	}
	var fast Offsets
	if got := h.split(c.t, s, &fast); got != want {
		t.Fatalf("%s, split in assembly of %q: got %v, want %v", c.name, s, got, want)
	}
	if want && plain != fast {
		t.Fatalf("%s, offsets in %q: got %v in plain Go and %v in assembly", c.name, s, plain, fast)
	}
}

func needVector(t testing.TB) {
	t.Helper()
	if !hasVector() {
		t.Skip("neither AVX2 nor NEON here, or built without assembly")
	}
}

// vectorPieces are put together to strings that a Vector reads in part.
var vectorPieces = []string{
	"http://", "https://", "//", "/", "?", "#", ":", "@", "[::1]", "a", "abcdefghij", "example.org", "%41", "%c3%a9",
	"%C3%A9",
	"é", "·", "ж", "中", "中文", "ไทย", "한", "😀", "ｆ", "\ue000", "\ufdd0", "\u0080", "ß", "\xff", "\x80", "\xe4\xb8",
	"\xe0\x80\x80",
	"\xed\xa0\x80", "%", "%4", "%4g", " ", "-", "_", "~", strings.Repeat("x", 64), strings.Repeat("%41", 40),
	strings.Repeat("路径/", 40),
}

func TestVectorAgrees(t *testing.T) {
	needVector(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range vectorCases(t) {
		sampler, bytes := c.d.Sampler(), wmethod.Bytes(c.d)
		for n := range 1500 {
			s := sampler.Sentence(r, n%120)
			agree(t, &c, s)
			i := r.IntN(len(s) + 1)
			agree(t, &c, s[:i])
			agree(t, &c, s[:i]+bytes[r.IntN(len(bytes))]+s[i:])
			agree(t, &c, s[:i]+vectorPieces[r.IntN(len(vectorPieces))]+s[i:])
			var b strings.Builder
			if n%2 == 0 {
				b.WriteString("http://h/")
			}
			for range r.IntN(14) {
				b.WriteString(vectorPieces[r.IntN(len(vectorPieces))])
			}
			agree(t, &c, b.String())
		}
	}
}

// TestVectorPlaces puts each piece at each place of strings of several lengths: at the ends of
// blocks, where a block ends inside a character, at the ends of short and long strings.
func TestVectorPlaces(t *testing.T) {
	needVector(t)
	for _, c := range vectorCases(t) {
		for _, fill := range []string{"a", "é", "中", "%41"} {
			for _, p := range vectorPieces[:39] {
				for n := range 140 {
					if n > 72 && n%8 > 2 && n%8 < 6 {
						continue
					}
					s := "http://h/" + strings.Repeat("b", n%len(fill)) + strings.Repeat(fill, n/len(fill))
					agree(t, &c, s+p)
					agree(t, &c, s+p+strings.Repeat(fill, 9))
					agree(t, &c, s+p+strings.Repeat(fill, 40))
				}
			}
		}
	}
}

// TestVectorSound follows the automaton through all characters that a Vector reads: they
// lead where its words say.
func TestVectorSound(t *testing.T) {
	for _, c := range vectorCases(t) {
		h, v := c.t.Shift, c.t.Shift.Vector
		bit := make(map[int]uint64)
		for k, row := range h.Rows[1:] {
			if row != 0 {
				bit[int(row)/int(c.t.Width)] = uint64(k+1) * shiftBits
			}
		}
		chars := 0
		var walk func(q, lead int, from uint64, need []uint8)
		walk = func(q, lead int, from uint64, need []uint8) {
			if len(need) == 0 {
				chars++
				if want := v.Words[lead] >> from & 63; bit[q] != want {
					t.Fatalf("%s: lead byte %#x in state %d: got state %d, want %d", c.name, lead, from, want, bit[q])
				}
				return
			}
			sets := &v.Follow
			if lead == int(v.Four.Lead) {
				sets = &v.Four.Follow
			}
			for x := range 256 {
				if sets.of(x)&need[0] != 0 {
					if v.Follow.of(x)&v.Inner[0] == 0 && lead == int(v.Four.Lead) {
						t.Fatalf("%s: byte %#x after lead byte %#x stands not only inside characters", c.name, x, lead)
					}
					walk(c.d.Step(q, string([]byte{byte(x)})), lead, from, need[1:])
				}
			}
		}
		for lead := range 256 {
			need := []uint8{v.Need1.of(lead), v.Need2.of(lead)}
			if need[1] == 0 {
				need = need[:1]
			}
			if lead == int(v.Four.Lead) {
				need = v.Four.Need[:]
			}
			if need[0] == 0 {
				continue
			}
			if got, want := v.Open[lead], uint8(1<<len(need)-1); got != want {
				t.Errorf("%s: lead byte %#x: Open is %d, want %d", c.name, lead, got, want)
			}
			for q, from := range bit {
				if v.Words[lead]>>from&63 != 0 {
					walk(c.d.Step(q, string([]byte{byte(lead)})), lead, from, need)
				}
			}
		}
		if chars == 0 {
			t.Errorf("%s: no characters are read", c.name)
		}
		for x := range 256 {
			inner := v.Follow.of(x)&v.Inner[0] != 0
			for _, from := range bit {
				switch got := v.Words[x] >> from & 63; {
				case inner && got != from:
					t.Errorf("%s: byte %#x, which is inside characters, leads from %d to %d", c.name, x, from, got)
				case inner && x < 0x80:
					t.Errorf("%s: byte %#x of ASCII stands only inside characters", c.name, x)
				}
			}
		}
	}
}

// TestVectorLeads checks which lead bytes of IRIs have found a place in the tables.
func TestVectorLeads(t *testing.T) {
	c := vectorCases(t)
	i := slices.IndexFunc(c, func(c vectorCase) bool { return c.name == "rfc3987 IRI" })
	v := c[i].t.Shift.Vector
	for lead, want := range map[int]uint8{'%': 3, 0xC2: 1, 0xC3: 1, 0xDF: 1, 0xE0: 3, 0xE4: 3, 0xED: 3, 0xEF: 0,
		0xF0: 7, 0xF1: 0, 0xC0: 0, 'a': 0, 0x80: 0} {
		if got := v.Open[lead]; got != want {
			t.Errorf("lead byte %#x: got %d, want %d", lead, got, want)
		}
	}
}

// TestVectorASCIIInner checks that bytes of ASCII that stand only after a lead byte leave
// that byte to the table.
func TestVectorASCIIInner(t *testing.T) {
	g, err := abnf.Parse("inner", []byte("top = *( %x61-7A / \"/\" / \"%\" 2\"A\" / %xC0-D7FF )\n"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := automaton.Compile(g, "top")
	if err != nil {
		t.Fatal(err)
	}
	c := newCase("inner", d, "a/a")
	if c.t.Shift.Vector == nil || c.t.Shift.Vector.Open['%'] != 0 || c.t.Shift.Vector.Open[0xE4] == 0 {
		t.Fatal("want a vector that reads characters, but not what begins with %")
	}
	if !hasVector() {
		return
	}
	for _, s := range []string{"abcdefgh%AA", "abcdefghA", "%AA%AA%AA%AA", "%AAAA%AA%AA%AA", "中中中中中中中A", "中中中中中中中%AA"} {
		agree(t, &c, s)
	}
}

func FuzzVector(f *testing.F) {
	needVector(f)
	cases := vectorCases(f)
	for _, s := range []string{
		"http://example.org/path?query#fragment", "https://例え.テスト/路径/路径/路径?q=値", "http://[2001:db8::1]:80/" +
			strings.Repeat("é", 50),
		"http://h/" + strings.Repeat("%41", 30), "http://user@h/" + strings.Repeat("x", 150) + "?中",
		"http://h/中\xe4\xb8", "http://h/" + strings.Repeat("𑄇a😀", 9) + "\xf0\x91\x84",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i := range cases {
			agree(t, &cases[i], s)
		}
	})
}

// BenchmarkShort has strings of one to two blocks, each of which a Vector can read.
func BenchmarkShort(b *testing.B) {
	c := vectorCases(b)
	i := slices.IndexFunc(c, func(c vectorCase) bool { return c.name == "rfc3987 IRI" })
	t, h := c[i].t, c[i].t.Shift
	for _, s := range []string{"http://h/", "https://example.org/wiki/Page", "https://例え.テスト/路径?q=値"} {
		b.Run(s+"/go", func(b *testing.B) {
			for b.Loop() {
				c[i].bare.match(t, s)
			}
		})
		b.Run(s+"/asm", func(b *testing.B) {
			needVector(b)
			for b.Loop() {
				h.match(t, s)
			}
		})
	}
}
