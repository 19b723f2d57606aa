package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/testkit/wmethod"
)

// toy is a grammar with all that the engine treats in a special way: loops, characters
// beyond ASCII, escapes of three bytes, offsets to record.
const toy = `
ref   = [ name ":" ] ( "//" host path / local ) [ "?" query ]
name  = 1*%x61-7A
host  = *( char / escape )
path  = *( "/" *( char / escape ) )
local = [ "/" [ 1*( char / escape ) *( "/" *( char / escape ) ) ] ]
query = *( char / escape / "/" / "?" )
char  = %x61-7A / %x30-39 / "-" / %xA0-D7FF / %x10000-1FFFD
escape = "%" 2( %x30-39 / %x61-66 )
`

// bounds are the offsets that the tests record.
var bounds = []automaton.Bound{
	{End: true, Rules: []string{"name"}},
	{Rules: []string{"host"}},
	{End: true, Rules: []string{"host"}},
	{Rules: []string{"path", "local"}},
	{End: true, Rules: []string{"path", "local"}},
	{End: true, Rules: []string{"query"}},
}

// typical is a string of toy.
const typical = "a://a/a?a"

func compile(t testing.TB) *automaton.DFA {
	t.Helper()
	g, err := abnf.Parse("toy", []byte(toy))
	if err != nil {
		t.Fatal(err)
	}
	d, err := automaton.CompileBounds(g, "ref", bounds)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// walk runs the automaton state by state.
func walk(d *automaton.DFA, s string) (off Offsets, ok bool) {
	set := func(bounds uint8, at int) {
		for i := range off {
			if bounds>>i&1 != 0 {
				off[i] = uint32(at)
			}
		}
	}
	q := Start
	for i := range len(s) {
		k := q*d.N + int(d.Class[s[i]])
		set(d.Bounds[k], i)
		q = int(d.Next[k])
	}
	set(d.Final[q], len(s))
	return off, d.Accept[q]
}

// same fails unless the tables give the same result for s as the automaton.
func same(t *testing.T, d *automaton.DFA, tables []*Table, s string) {
	t.Helper()
	want, ok := walk(d, s)
	for i, table := range tables {
		if got := table.Match(s); got != ok {
			t.Fatalf("table %d on %q: got %v, want %v", i, s, got, ok)
		}
		var off Offsets
		if got := table.Split(s, &off); got != ok {
			t.Fatalf("table %d splits %q: got %v, want %v", i, s, got, ok)
		}
		if ok && off != want {
			t.Fatalf("table %d splits %q: got %v, want %v", i, s, off, want)
		}
	}
}

func TestEngine(t *testing.T) {
	d := compile(t)
	plain, shifted := New(d), New(d, "not a string of toy", typical)
	if plain.Shift != nil || shifted.Shift == nil || shifted.Shift.Exits == nil {
		t.Fatal("only the table with a typical string gets a shift")
	}
	if len(plain.Loops) < 3 {
		t.Fatalf("got %d loops, want one for each component", len(plain.Loops)-1)
	}
	escapes, wide := 0, 0
	for _, l := range plain.Loops[1:] {
		if l.Cycle['%']&0xFF == 3 {
			escapes++
		}
		if l.Cycle[0xE4]&0xFF == 3 {
			wide++
		}
	}
	if escapes == 0 || wide == 0 {
		t.Errorf("%d loops read escapes and %d characters beyond ASCII, want some", escapes, wide)
	}
	tables := []*Table{plain, shifted}
	for _, s := range []string{"", "a", "a:", "//", "://", "/", "?", "a:?", "//?", "a://host/path/more?query?/", "%",
		"%4", "%41", "/%4g"} {
		same(t, d, tables, s)
	}
	r := rand.New(rand.NewPCG(1, 2))
	sampler, bytes := d.Sampler(), wmethod.Bytes(d)
	pieces := []string{"a", "abcdefghijk", "/", "//", ":", "?", "%41", "%c3%a9", "é", "中文", "😀", "-", "\xff", "%4", "A",
		"\ue000"}
	for n := range 3000 {
		s := sampler.Sentence(r, n%50)
		same(t, d, tables, s)
		i := r.IntN(len(s) + 1)
		same(t, d, tables, s[:i])
		same(t, d, tables, s[:i]+bytes[r.IntN(len(bytes))]+s[i:])
		var b strings.Builder
		if n%2 == 0 {
			b.WriteString("a://")
		}
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		same(t, d, tables, b.String())
	}
	// Each character at each distance from the end, because the shift reads blocks of
	// eight bytes.
	for n := range 40 {
		for _, p := range pieces {
			for i := range n {
				s := strings.Repeat("a", i) + p + strings.Repeat("a", n-i)
				same(t, d, tables, "a://"+s)
				same(t, d, tables, s)
			}
		}
	}
}

// TestMaxShifted runs strings about as long as the shift reads, with a change of state
// on either side of its end.
func TestMaxShifted(t *testing.T) {
	d := compile(t)
	tables := []*Table{New(d, typical), New(d, typical)}
	tables[1].Shift.Vector = nil
	for n := maxShifted - 20; n < maxShifted+20; n++ {
		same(t, d, tables, "a://h/"+strings.Repeat("p", n))
		same(t, d, tables, "a://"+strings.Repeat("h", n))
		same(t, d, tables, "a://"+strings.Repeat("h", n)+"/p?q")
		same(t, d, tables, "a://h/"+strings.Repeat("p", n)+"?q?")
		same(t, d, tables, "a://h/"+strings.Repeat("p", n)+"%4")
		same(t, d, tables, "a://h/"+strings.Repeat("p", 2*n)+"?"+strings.Repeat("q", 2*n))
	}
}

// TestDFA checks that DFA returns the automaton that the table was made from.
func TestDFA(t *testing.T) {
	d := compile(t)
	if !New(d, typical).DFA().Equal(d.Minimal()) {
		t.Error("the automaton of a table that records offsets differs")
	}
	d.Bounds, d.Final = nil, nil
	if !New(d).DFA().Equal(d) {
		t.Error("the automaton of a table differs")
	}
}

// TestLarge checks that an automaton with too many states for a table is run, too.
func TestLarge(t *testing.T) {
	g, err := abnf.Parse("large", []byte("top = 9000%x61 / 8999%x61 %x62 / 9000%x63\n"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := automaton.Compile(g, "top")
	if err != nil {
		t.Fatal(err)
	}
	table := New(d)
	if table.dfa == nil {
		t.Fatal("the automaton fits; the test needs a larger one")
	}
	a := strings.Repeat("a", 8999)
	for s, want := range map[string]bool{a + "a": true, a + "b": true, a: false, a + "c": false} {
		if got := table.Match(s); got != want {
			t.Errorf("%d bytes that end in %q: got %v, want %v", len(s), s[len(s)-1:], got, want)
		}
		if got := table.Split(s, &Offsets{}); got != want {
			t.Errorf("split of %d bytes: got %v, want %v", len(s), got, want)
		}
	}
	if !table.DFA().Equal(d) {
		t.Error("the automaton of a large table differs")
	}
}

// TestExitsRefused checks that Split does not use the ends of states where these do not
// give the right offset for all strings, and that its offsets are right without them.
func TestExitsRefused(t *testing.T) {
	g, err := abnf.Parse("again", []byte("top = *( item \",\" ) item\nitem = 1*%x61-7A\n"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := automaton.CompileBounds(g, "top", []automaton.Bound{{Rules: []string{"item"}}})
	if err != nil {
		t.Fatal(err)
	}
	table := New(d, "a,a")
	if table.Shift == nil || table.Shift.Exits != nil {
		t.Error("strings come back to the states, but Exits is set")
	}
	same(t, d, []*Table{table}, "first,second,third,and,the,last")
}

func TestCompact(t *testing.T) {
	const all = ^uint32(0)
	none := Exit{0, noState, noState}
	same := Exit{all, noState, noState}
	tests := []struct {
		name  string
		lists [][]uint8
		want  *[6]Exit
	}{
		{"one state", [][]uint8{{6}, nil}, &[6]Exit{{all, 6, noState}, none}},
		{"a list that holds the one before", [][]uint8{{6}, {6, 12, 18}}, &[6]Exit{{all, 6, noState}, {all, 12, 18}}},
		{"the same again", [][]uint8{{6, 12}, {12, 6}}, &[6]Exit{{all, 6, 12}, same}},
		{"another one", [][]uint8{{6, 12}, {12, 18}}, &[6]Exit{{all, 6, 12}, {0, 12, 18}}},
		{"too many", [][]uint8{{6, 12, 18}}, nil},
		{"too many places", [][]uint8{{6}, {6}, {6}, {6}, {6}, {6}, {6}}, nil},
	}
	for _, tt := range tests {
		got := compact(tt.lists)
		if (got == nil) != (tt.want == nil) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
			continue
		}
		for i := range tt.lists {
			if got != nil && got[i] != tt.want[i] {
				t.Errorf("%s: at %d: got %v, want %v", tt.name, i, got[i], tt.want[i])
			}
		}
	}
}

func FuzzEngine(f *testing.F) {
	d := compile(f)
	tables := []*Table{New(d), New(d, typical)}
	for _, s := range []string{typical, "", "a://%41é中😀/b?c", "//\xff", "a:b:c/////"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { same(t, d, tables, s) })
}
