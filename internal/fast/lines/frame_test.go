package lines

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// compileText compiles the rule line of a grammar.
func compileText(t testing.TB, src string) *automaton.DFA {
	t.Helper()
	d, err := automaton.Compile(grammartest.Read(t, src), "line")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// triples has lines of two or three items; the second may be a word.
const triples = `line = item " " ( item / word ) [" " item] "."
item = "<" %x00 ">"
word = 1*( %x61-7A / %xE9 / %x65E5 )
`

func TestFrame(t *testing.T) {
	f, err := NewFrame(compileText(t, triples), "!")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		line string
		want bool
	}{
		{"<a> <b>.", true},
		{"<a> é日z <>.", true},
		{"<anything > <b> <c>.", true},
		{"<a> <b> c.", false},
		{"<a>.", false},
		{"<a> <b> <c> <d>.", false},
		{"<a> <b> <c", false},
		{"", false},
	} {
		if got := f.Match([]byte(tt.line)); got != tt.want {
			t.Errorf("%q: got %t, want %t", tt.line, got, tt.want)
		}
	}
}

func TestNoFrame(t *testing.T) {
	for _, tt := range []struct{ name, grammar, want string }{
		{"no item", `line = "a"`, "want one byte each"},
		{"two kinds of brackets", `line = "<" %x00 ">" / "[" %x00 "]"`, "want one byte each"},
		{"a line feed", `line = "<" %x00 ">" %x0A`, "line feed"},
		{"text in the place of an item", `line = *( "<" %x00 ">" / "x" ) / "x<x"`, "something else"},
		{"the same after an item", `line = "<" %x00 ">" "x" "<" %x00 ">" / "x" "<" %x00 ">" "x" "<y"`,
			"something else"},
	} {
		if _, err := NewFrame(compileText(t, tt.grammar+"\n"), ""); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

// TestItems compares a scanner with a frame with what the frame and the automata say of each line.
func TestItems(t *testing.T) {
	f, err := NewFrame(compileText(t, triples), "!")
	if err != nil {
		t.Fatal(err)
	}
	iri := compileRule(t, "rfc3987", "IRI")
	plain := compileText(t, "line = \"http:\" *( %x21-7E / %xA0-2FFF )\n")
	large := compileText(t, "line = *20( %x21-7E / %xA0-2FFF ) / 7000%x61\n")
	r := rand.New(rand.NewPCG(5, 6))
	for _, tt := range []struct {
		name  string
		dfa   *automaton.DFA
		auto  Automaton
		exact bool
	}{
		{"grammar", iri, nil, true},
		{"large grammar", large, nil, false},
		{"plain", iri, byteAutomaton{plain}, true},
		{"full table", iri, countingAutomaton{}, true},
	} {
		name, d, auto := tt.name, tt.dfa, tt.auto
		l := NewItems(d, auto, f)
		if l == nil {
			t.Fatalf("%s: no table", name)
		}
		if got := l.Exact(); got != tt.exact {
			t.Errorf("%s: exact is %t, want %t", name, got, tt.exact)
		}
		clean := 0
		for range 400 {
			block := randomItems(r)
			_, found := l.Check(block, nil)
			at, exact := 0, l.Exact()
			for line := range bytes.Lines(block) {
				end := at + len(line)
				rejected, checks := false, ""
				for len(found) > 0 && found[0].Start < end {
					if found[0].Kind == Rejected {
						rejected = true
					} else {
						checks += string(block[found[0].Start:found[0].End]) + "\n"
					}
					found = found[1:]
				}
				text := bytes.TrimSuffix(line, []byte("\n"))
				right, want := reference(f, d, auto, text)
				switch {
				case exact && checks == "" && rejected == right, rejected && right, !rejected && !right &&
					f.Match(text) && checks == "":
					t.Fatalf("%s: %q: rejected is %t, and the line is right: %t", name, line, rejected, right)
				case !rejected && name == "plain" && checks != want:
					t.Fatalf("%s: %q: %q need a check, want %q", name, line, checks, want)
				}
				if right && !rejected && checks == "" {
					clean++
				}
				at = end
			}
		}
		if clean < 100 {
			t.Errorf("%s: %d lines are clean, want more", name, clean)
		}
		if got, want := l.Exact(), tt.exact && auto == nil; got != want {
			t.Errorf("%s: exact is %t at the end, want %t", name, got, want)
		}
	}
}

// reference says whether a line is one of the frame whose items are strings of the DFA, and which
// items, each with a line feed, auto does not accept.
func reference(f *Frame, d *automaton.DFA, auto Automaton, line []byte) (right bool, checks string) {
	right = f.Match(line)
	for i := 0; i < len(line); i++ {
		if line[i] != '<' {
			continue
		}
		n := bytes.IndexByte(line[i:], '>')
		if n < 0 {
			return false, ""
		}
		item := string(line[i+1 : i+n])
		right = right && d.Match(item) && !strings.ContainsAny(item, "<!")
		if a, ok := auto.(byteAutomaton); ok && !a.d.Match(item) {
			checks += item + "\n"
		}
		i += n
	}
	return right, checks
}

func randomItems(r *rand.Rand) []byte {
	var block []byte
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for range r.IntN(80) {
		var b bytes.Buffer
		for range 2 + r.IntN(3)*r.IntN(2) {
			b.WriteString(pick("<a:b>", "<http://e/é日本>", "<http://e/"+strings.Repeat("x", r.IntN(60))+">",
				"<http://"+strings.Repeat("é", r.IntN(2000)*r.IntN(2)*r.IntN(2))+">", "<a:b>", "word", "éx", "<a:!>",
				"<", "<a b>", "<a:\xff>"))
			b.WriteString(pick(" ", " ", " ", " ", " ", " ", "", ">"))
		}
		block = append(block, bytes.TrimSuffix(b.Bytes(), []byte(" "))...)
		block = append(block, pick(".\n", ".\n", ".\n", ".\n", ".\n", "\n")...)
	}
	return append(block, '\n')
}
