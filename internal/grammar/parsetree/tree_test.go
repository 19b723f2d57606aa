package parsetree

import (
	"fmt"
	"strings"
	"testing"
)

// words is the language of "list = word *( "," word )" and "word = *letter", as a generated parser has it: a word of
// several letters is parsed once more when they are asked for.
type words struct{}

const (
	list uint16 = iota
	word
	letter
)

func (words) Name(rule uint16) string { return [...]string{"list", "word", "letter"}[rule] }

func (words) Items(rule uint16, text string, off int) *Tree {
	if rule == word && len(text) > 1 {
		return parseWord(text, off)
	}
	return nil
}

// items is the language of the trees that have all nodes.
type items struct{ words }

func (items) Items(uint16, string, int) *Tree { return nil }

// parse returns the tree of a list, whose words have no letters yet.
func parse(text string, off int) *Tree {
	var p Parser
	for p.Start(text); ; p.Start(text) {
		for !p.AtEnd() {
			first, begin := p.TokenIndex, p.Position
			for p.Buffer[p.Position] != ',' && p.MatchDot() {
			}
			p.Add(word, first, begin)
			p.MatchDot()
		}
		p.Add(list, 0, 0)
		if p.Grow() {
			break
		}
	}
	t := p.Finish(words{}, text, off)
	p.Release()
	return t
}

// parseWord returns the tree of a word with its letters.
func parseWord(text string, off int) *Tree {
	var p Parser
	for p.Start(text); ; p.Start(text) {
		for !p.AtEnd() {
			first, begin := p.TokenIndex, p.Position
			p.MatchDot()
			p.Add(letter, first, begin)
		}
		p.Add(word, 0, 0)
		if p.Grow() {
			break
		}
	}
	return p.Finish(items{}, text, off)
}

// outline prints a node and those below it with their places.
func outline(n Node) string {
	s := fmt.Sprintf("%s%d-%d", n.Name(), n.Start(), n.End())
	var below []string
	for c := range n.Children() {
		below = append(below, outline(c))
	}
	if below != nil {
		s += "(" + strings.Join(below, " ") + ")"
	}
	return s
}

// TestTree has trees by their places, which are bytes of the string that was parsed.
func TestTree(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		off        int
		want       string
	}{
		{"empty", "", 0, "list0-0"},
		{"a word", "a", 0, "list0-1(word0-1)"},
		{"a word with its letters", "ab", 0, "list0-2(word0-2(letter0-1 letter1-2))"},
		{"an empty word", ",a", 0, "list0-2(word0-0 word1-2)"},
		{"characters of several bytes", "é€,\U0001F600b", 0,
			"list0-11(word0-5(letter0-2 letter2-5) word6-11(letter6-10 letter10-11))"},
		{"inside another string", "a,bc", 7, "list7-11(word7-8 word9-11(letter9-10 letter10-11))"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := parse(tt.text, tt.off)
			if got := outline(*tree.Root()); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			moved := parse(tt.text, 0).At(tt.off)
			if got := outline(*moved.Root()); got != tt.want {
				t.Errorf("At: got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestManyTokens has more tokens than a parser keeps room for, beyond ASCII too.
func TestManyTokens(t *testing.T) {
	for _, word := range []string{"a", "é"} {
		text := strings.Repeat(word+",", keptTokens+5) + word
		n, at := 0, 0
		for c := range parse(text, 0).Root().Children() {
			if c.Start() != at || c.Text() != word {
				t.Fatalf("%s: word %d is %q at %d, want it at %d", word, n, c.Text(), c.Start(), at)
			}
			at += len(word + ",")
			n++
		}
		if n != keptTokens+6 {
			t.Errorf("%s: got %d words, want %d", word, n, keptTokens+6)
		}
	}
}

// TestZeroNode holds that nodes and trees that are zero are empty.
func TestZeroNode(t *testing.T) {
	var n Node
	var tree Tree
	for _, n := range []Node{n, *tree.Root()} {
		if n.Name() != "" || n.Text() != "" || n.Start() != 0 || n.End() != 0 || outline(n) != "0-0" {
			t.Errorf("got %s %q", outline(n), n.Text())
		}
	}
	if tree.Language() != nil {
		t.Errorf("got the language %v", tree.Language())
	}
}

// TestNodeJSON has the members of a node in their order.
func TestNodeJSON(t *testing.T) {
	more := func(b []byte, n Node) []byte { return fmt.Appendf(b, `,"bytes":%d`, len(n.Text())) }
	got := string(parse("a,é", 0).Root().AppendJSON(nil, more))
	want := `{"rule":"list","start":0,"end":4,"text":"a,é","bytes":4,"children":[{"rule":"word","start":0,"end":1,` +
		`"text":"a","bytes":1},` +
		`{"rule":"word","start":2,"end":4,"text":"é","bytes":2,"children":[{"rule":"letter","start":2,"end":4,` +
		`"text":"é","bytes":2}]}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
