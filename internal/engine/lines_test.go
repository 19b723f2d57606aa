package engine

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
)

// compile compiles a rule of the grammars of this module.
func compileRule(t testing.TB, spec, rule string) *automaton.DFA {
	t.Helper()
	g, err := abnf.Load(os.DirFS("../.."), "grammar", spec)
	if err != nil {
		t.Fatal(err)
	}
	d, err := automaton.Compile(g, rule)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// slow is what Check does, line by line.
func slow(d, plain *automaton.DFA, block []byte) (lines int, found []Line) {
	at := 0
	for line := range bytes.Lines(block) {
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
		if len(text) > 0 {
			lines++
			switch {
			case !d.Match(string(text)):
				found = append(found, Line{at, at + len(text), Bad})
			case plain != nil && !plain.Match(string(text)):
				found = append(found, Line{at, at + len(text), Doubt})
			}
		}
		at += len(line)
	}
	return lines, found
}

func TestLines(t *testing.T) {
	for _, rule := range []string{"IRI", "IRI-reference", "ipath-abempty", "port", "IPv6address"} {
		for _, plain := range []*automaton.DFA{nil, compileRule(t, "rfc3987", "ipath-rootless"), compileRule(t, "rfc3986", "IPv4address")} {
			d := compileRule(t, "rfc3987", rule)
			testLines(t, rule, d, plain)
		}
	}
}

func testLines(t *testing.T, rule string, d, plain *automaton.DFA) {
	var judge Judge
	if plain != nil {
		judge = dfaJudge{plain}
	}
	l := NewLines(d, judge, nil)
	if l == nil {
		t.Fatalf("%s: no table", rule)
	}
	pieces := []string{"\n", "\r\n", "\r", "\n\n", "a:b", "http://example.org/é?x#y", "//h:8a/", "::1", "80", "/a/b", " ", "\xff", "%", "%41", "é", "a"}
	r := rand.New(rand.NewPCG(1, 2))
	for size := range 400 {
		var b strings.Builder
		for range size {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteByte('\n')
		block := []byte(b.String())
		lines, bad := l.Check(block, nil)
		wantLines, wantBad := slow(d, plain, block)
		if lines != wantLines || !slices.Equal(bad, wantBad) {
			t.Fatalf("%s: %q: got %d lines, found %v; want %d, %v", rule, block, lines, bad, wantLines, wantBad)
		}
	}
}

// Where line ends can be in a string, lines cannot be told from it.
func TestNoLines(t *testing.T) {
	if NewLines(compileRule(t, "leiri", "LEIRI"), nil, nil) != nil {
		t.Error("LEIRI has line ends in its strings, but there is a table")
	}
}

func BenchmarkLines(b *testing.B) {
	l := NewLines(compileRule(b, "rfc3987", "IRI"), nil, nil)
	block := []byte(strings.Repeat("https://ru.example.org/wiki/Международный_стандарт?action=view&x=1#y\n", 8000))
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		if _, bad := l.Check(block, nil); bad != nil {
			b.Fatal(bad)
		}
	}
}

// A dfaJudge judges by an automaton over bytes.
type dfaJudge struct{ d *automaton.DFA }

func (j dfaJudge) Start() int             { return 1 }
func (j dfaJudge) Step(q int, r rune) int { return j.d.Step(q, string(r)) }
func (j dfaJudge) Accept(q int) bool      { return j.d.Accept[q] }
func (j dfaJudge) Class(b byte) int       { return int(j.d.Class[b]) }

// A longJudge accepts lines of an even number of characters. It has more states
// than there is room for.
type longJudge struct{}

func (longJudge) Start() int { return 2 }
func (longJudge) Step(q int, _ rune) int {
	if q == 0 || q == 1<<16-1 {
		return 0
	}
	return q + 1
}
func (longJudge) Accept(q int) bool { return q > 0 && q%2 == 0 }
func (longJudge) Class(byte) int    { return 0 }

// TestRoom checks that tables grow, and stop growing where others have taken the room.
func TestRoom(t *testing.T) {
	d := compileRule(t, "rfc3987", "ipath-rootless")
	room := NewRoom(4 * (minSize + 2*minSize))
	block := []byte(strings.Repeat("é", 3000) + "\n")
	lines := func() (size int, found []Line) {
		l := NewLines(d, longJudge{}, room)
		_, found = l.Check(block, nil)
		return len(l.next), found
	}
	if size, found := lines(); size != 4*minSize || found == nil {
		t.Errorf("as long as there is room: got a table of %d elements and %v, want %d and a doubt", size, found, 4*minSize)
	}
	if size, found := lines(); size != minSize || found == nil {
		t.Errorf("where there is none: got a table of %d elements and %v, want %d and a doubt", size, found, minSize)
	}
	room = nil
	if size, found := lines(); size != 8*minSize || found != nil {
		t.Errorf("where there is any: got a table of %d elements and %v, want %d and a clean line", size, found, 8*minSize)
	}
}

// TestLinesFull checks that lines for whose states there is no room are in doubt,
// and those that are not accepted still told from them.
func TestLinesFull(t *testing.T) {
	d := compileRule(t, "rfc3987", "ipath-rootless")
	l := NewLines(d, longJudge{}, nil)
	doubts := 0
	for _, n := range []int{10, 1000, 30000, 10, 1001, 60000, 50, 51} {
		for _, bad := range []string{"", " "} {
			block := strings.Repeat("é", n) + bad + "\n"
			lines, found := l.Check([]byte(block), nil)
			if lines != 1 {
				t.Fatalf("%d characters: got %d lines, want 1", n, lines)
			}
			switch {
			case bad != "":
				if len(found) != 1 || found[0].Kind != Bad {
					t.Errorf("%d characters and a space: got %v, want a bad line", n, found)
				}
			case len(found) == 0 && n%2 != 0:
				t.Errorf("%d characters are clean", n)
			case len(found) == 1 && found[0].Kind != Doubt:
				t.Errorf("%d characters: got %v, want a line in doubt", n, found)
			case len(found) == 1 && n%2 == 0:
				doubts++
			case len(found) == 0 && n > 30000:
				t.Errorf("%d characters: there is room for all states; the test needs a longer line", n)
			}
		}
	}
	if doubts == 0 {
		t.Error("no line is in doubt for want of room")
	}
}
