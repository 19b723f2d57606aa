package lines

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// compileRule compiles a rule of the grammars of this module.
func compileRule(t testing.TB, spec, rule string) *automaton.DFA {
	t.Helper()
	d, err := automaton.Compile(grammartest.Load(t, spec), rule)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checkEach does what Check does, line by line. A line that neither automaton accepts has
// either kind.
func checkEach(d, plain *automaton.DFA, block []byte, end byte) (lines int, found []Line) {
	at := 0
	for line := range bytes.SplitAfterSeq(block, []byte{end}) {
		text := bytes.TrimSuffix(line, []byte{end})
		if end == '\n' {
			text = bytes.TrimSuffix(text, []byte{'\r'})
		}
		if len(text) > 0 {
			lines++
			switch {
			case !d.Match(string(text)):
				found = append(found, Line{at, at + len(text), Rejected})
			case plain != nil && !plain.Match(string(text)):
				found = append(found, Line{at, at + len(text), NeedsCheck})
			}
		}
		at += len(line)
	}
	return lines, found
}

func TestLines(t *testing.T) {
	for _, rule := range []string{"IRI", "IRI-reference", "ipath-abempty", "port", "IPv6address"} {
		for _, plain := range []*automaton.DFA{nil, compileRule(t, "rfc3987", "ipath-rootless"),
			compileRule(t, "rfc3986", "IPv4address")} {
			d := compileRule(t, "rfc3987", rule)
			testLines(t, rule, d, plain, '\n')
			testLines(t, rule, d, plain, 0)
		}
	}
}

func testLines(t *testing.T, rule string, d, plain *automaton.DFA, end byte) {
	var auto Automaton
	if plain != nil {
		auto = byteAutomaton{plain}
	}
	l := New(d, auto, end)
	if l == nil {
		t.Fatalf("%s: no table", rule)
	}
	pieces := []string{"\x00", "\x00", "\n", "\r\n", "\r", "\n\n", "a:b", "http://example.org/é?x#y", "//h:8a/", "::1",
		"80", "/a/b", " ", "\xff", "%", "%41", "é", "a"}
	r := rand.New(rand.NewPCG(1, 2))
	for size := range 400 {
		var b strings.Builder
		for range size {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteByte(end)
		block := []byte(b.String())
		lines, bad := l.Check(block, nil)
		wantLines, wantBad := checkEach(d, plain, block, end)
		for i := range min(len(bad), len(wantBad)) {
			text := string(block[bad[i].Start:bad[i].End])
			if bad[i].Kind == NeedsCheck && wantBad[i].Kind == Rejected && plain != nil && !plain.Match(text) {
				wantBad[i].Kind = NeedsCheck
			}
		}
		if lines != wantLines || !slices.Equal(bad, wantBad) {
			t.Fatalf("%s: %q: got %d lines, found %v; want %d, %v", rule, block, lines, bad, wantLines, wantBad)
		}
	}
}

// TestNoLines checks that a language with line ends in its strings gets no scanner.
func TestNoLines(t *testing.T) {
	if New(compileRule(t, "leiri", "LEIRI"), nil, '\n') != nil {
		t.Error("LEIRI has line ends in its strings, but there is a checker")
	}
}

func BenchmarkLines(b *testing.B) {
	l := New(compileRule(b, "rfc3987", "IRI"), nil, '\n')
	block := []byte(strings.Repeat("https://ru.example.org/wiki/Международный_стандарт?action=view&x=1#y\n", 8000))
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		if _, bad := l.Check(block, nil); bad != nil {
			b.Fatal(bad)
		}
	}
}

// A byteAutomaton is an Automaton that runs a DFA over bytes.
type byteAutomaton struct{ d *automaton.DFA }

func (a byteAutomaton) Start() int             { return Start }
func (a byteAutomaton) Step(q int, r rune) int { return a.d.Step(q, string(r)) }
func (a byteAutomaton) StepAll(q int, first rune, next *[64]uint16) {
	for k := range next {
		next[k] = uint16(a.Step(q, first+rune(k)))
	}
}
func (a byteAutomaton) Tick(q int) int    { return q }
func (a byteAutomaton) Accept(q int) bool { return a.d.Accept[q] }
func (a byteAutomaton) Class(b byte) int  { return int(a.d.Class[b]) }

// A countingAutomaton accepts lines of an even number of characters. It has more
// states than a table has rows.
type countingAutomaton struct{}

func (countingAutomaton) Start() int { return 2 }
func (a countingAutomaton) StepAll(q int, first rune, next *[64]uint16) {
	for k := range next {
		next[k] = uint16(a.Step(q, first+rune(k)))
	}
}
func (countingAutomaton) Tick(q int) int { return q }
func (countingAutomaton) Step(q int, _ rune) int {
	if q == Dead || q == 1<<16-1 {
		return Dead
	}
	return q + 1
}
func (countingAutomaton) Accept(q int) bool { return q != Dead && q%2 == 0 }
func (countingAutomaton) Class(byte) int    { return 0 }

// A tickingAutomaton accepts lines that have no tick after an "a" at their start. Inside of the next
// character, its states after "a" and at the start differ only in what a tick does.
type tickingAutomaton struct{}

const atStart, afterA, good, late = 2, 3, 4, 5

func (tickingAutomaton) Start() int { return atStart }
func (tickingAutomaton) Step(q int, r rune) int {
	switch {
	case q == atStart && r == 'a':
		return afterA
	case q == late || q == Dead:
		return Dead
	}
	return good
}
func (a tickingAutomaton) StepAll(q int, first rune, next *[64]uint16) {
	for k := range next {
		next[k] = uint16(a.Step(q, first+rune(k)))
	}
}
func (tickingAutomaton) Tick(q int) int {
	if q == afterA {
		return late
	}
	return q
}
func (tickingAutomaton) Accept(q int) bool { return q == good }
func (tickingAutomaton) Class(b byte) int  { return int(b) }

// TestLinesTick checks that a tick inside of a character is that of the state before it, also where
// another state is followed by the same ones. All lines are in the first part of the block.
func TestLinesTick(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       []Line
	}{
		{"inside of the character after a", "aé", []Line{{TickBytes - 2, TickBytes + 1, NeedsCheck}}},
		{"inside of the first character", "ébé", nil},
		{"later", "abé", nil},
	} {
		l := New(compileRule(t, "rfc3987", "ipath-rootless"), tickingAutomaton{}, '\n')
		block := "é" + strings.Repeat("b", TickBytes-5) + "\n" + tt.line + "\n" + strings.Repeat("b", 200) + "\n"
		if n, found := l.Check([]byte(block), nil); n != 3 || !slices.Equal(found, tt.want) {
			t.Errorf("%s: got %d lines, found %v; want 3, %v", tt.name, n, found, tt.want)
		}
	}
}

// TestLinesFull checks that a line for whose states the table has no room needs a check.
func TestLinesFull(t *testing.T) {
	d := compileRule(t, "rfc3987", "ipath-rootless")
	l := New(d, countingAutomaton{}, '\n')
	tableFull := 0
	for _, n := range []int{10, 1000, 2000, 10, 1001, 60000, 50, 51} {
		for _, bad := range []string{"", " "} {
			block := strings.Repeat("é", n) + bad + "\n"
			lines, found := l.Check([]byte(block), nil)
			if lines != 1 {
				t.Fatalf("%d characters: got %d lines, want 1", n, lines)
			}
			switch {
			case bad != "":
				if len(found) != 1 || found[0].Kind != Rejected && n < 1000 {
					t.Errorf("%d characters and a space: got %v, want a rejected line", n, found)
				}
			case len(found) == 0 && n%2 != 0:
				t.Errorf("%d characters are clean", n)
			case len(found) == 1 && found[0].Kind != NeedsCheck:
				t.Errorf("%d characters: got %v, want a line that needs a check", n, found)
			case len(found) == 1 && n%2 == 0:
				tableFull++
			case len(found) == 0 && n > 10000:
				t.Errorf("%d characters: there is room for all states; the test needs a longer line", n)
			}
		}
	}
	if tableFull == 0 {
		t.Error("the table never was full; the test needs a longer line")
	}
}

// TestLinesForget checks that a table that is full is filled anew, but later and later if it is soon full again: lines
// that always need more rows than there are would have nothing from it.
func TestLinesForget(t *testing.T) {
	l := New(compileRule(t, "rfc3987", "ipath-rootless"), countingAutomaton{}, '\n')
	unsure := func(line string, n int) (needCheck int) {
		_, found := l.Check([]byte(strings.Repeat(line+"\n", n)), nil)
		for _, f := range found {
			if f.Kind != NeedsCheck {
				t.Fatalf("got %v", f)
			}
			needCheck++
		}
		return needCheck
	}
	short, long, other := "éé", strings.Repeat("é", 60000), strings.Repeat("%41", 10)
	for _, tt := range []struct {
		name string
		// lines before the table is full, and that need a check then, up to the last one before it is emptied
		spared, after int
	}{
		{"full at once", 0, costOfTable},
		{"full soon", worthTable - 10, 8 * costOfTable},
		{"full late", worthTable, 64 * costOfTable},
		{"full once more", 0, costOfTable},
	} {
		if tt.spared > 0 && unsure(short, tt.spared) > 0 {
			t.Fatalf("%s: the table is full", tt.name)
		}
		n := unsure(long, 1)
		for n < tt.after {
			more := unsure(other, min(tt.after-n, 10_000))
			if n += more; more == 0 {
				break
			}
		}
		if n != tt.after {
			t.Errorf("%s: %d lines need a check before the table is filled anew, want %d", tt.name, n, tt.after)
		}
		if unsure(other, 1); l.full {
			t.Errorf("%s: the table is not filled anew", tt.name)
		}
		l.forget() // what the last lines have filled in
	}
	if got := l.RowBytes(); got > 1<<14 {
		t.Errorf("after a few short lines the rows take %d bytes", got)
	}
}
