package railroad

import (
	"regexp"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// parse reads a grammar, with the core rules.
func parse(t *testing.T, text string) *abnf.Grammar {
	t.Helper()
	return grammartest.Read(t, text)
}

func TestSpan(t *testing.T) {
	for _, tt := range []struct{ rule, want string }{
		{"%x23-24", "# $"},
		{"%x23", "#"},
		{"%x61-7A", "a–z"},
		{"%x30-35", "0–5"},
		{"%x41-42", "A B"},
		{"%x28-2B", "( ) * +"},
		{"%x23-5B", "#–["},
		{"%x39-3A", "9 :"},
		{"%xA0-D7FF", "U+00A0–U+D7FF"},
		{"%x20-7E", "U+0020–U+007E"},
		{"%x7E-FF", "U+007E–U+00FF"},
		{"%x0D", "U+000D"},
		{"%x1F600-1F64F", "U+1F600–U+1F64F"},
	} {
		g := parse(t, "a = "+tt.rule+"\n")
		if b := (builder{g, maxWidth}).piece(g.Rule("a").Expr).(*box); b.text != tt.want {
			t.Errorf("%s: got %q, want %q", tt.rule, b.text, tt.want)
		}
	}
}

// TestWrap checks that long sequences go on in rows, also within other expressions.
func TestWrap(t *testing.T) {
	long := strings.Repeat(`"wwwwwwwwwwww" `, 12)
	for _, tt := range []struct {
		name, rule string
		rows       int
	}{
		{"short", `a = "w" "w"`, 0},
		{"long", `a = ` + long, 4},
		{"in a choice", `a = "v" / ` + long, 4},
		{"in a loop", `a = *( ` + long + `)`, 4},
		{"numbers", `a = %x30` + strings.Repeat(".30", 60), 4},
		{"one wide box", `a = "` + strings.Repeat("w", 200) + `"`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := parse(t, tt.rule+"\n")
			n := builder{g, maxWidth}.build(g.Rule("a").Expr)
			w, _, _ := n.size()
			if tt.rows > 0 && w > maxWidth+12*radius {
				t.Errorf("it is %v wide", w)
			}
			c := &canvas{link: func(*abnf.Rule) string { return "" }}
			n.draw(c, 0, 0)
			places := map[string]bool{}
			for _, m := range regexp.MustCompile(`<rect x="[^"]*" y="([^"]*)"`).FindAllStringSubmatch(c.boxes.String(), -1) {
				places[m[1]] = true
			}
			if tt.rows > 0 && len(places) != tt.rows && !strings.Contains(tt.rule, "/") {
				t.Errorf("the boxes are in %d rows, want %d", len(places), tt.rows)
			}
			if tt.rows == 0 && len(places) != 1 {
				t.Errorf("the boxes are in %d rows, want 1", len(places))
			}
		})
	}
}

// TestRowsRail follows the rails of a sequence in rows: from the left to the right, at the
// height at which it began.
func TestRowsRail(t *testing.T) {
	g := parse(t, `a = `+strings.Repeat(`"wwwwwwwwwwww" `, 12)+"\n")
	n := builder{g, maxWidth}.build(g.Rule("a").Expr)
	w, _, down := n.size()
	c := &canvas{link: func(*abnf.Rule) string { return "" }}
	n.draw(c, 0, 0)
	d := c.rails.String()
	// The last stroke goes up by what the rows before went down, and ends at the right.
	m := regexp.MustCompile(`M(\S+) (\S+)h10a10 10 0 0 0 10 -10v(\S+)a10 10 0 0 1 10 -10$`).FindStringSubmatch(d)
	if m == nil {
		t.Fatalf("no rail leads back up: %s", d)
	}
	if m[1] != px(w-3*radius) || m[2] != px(down-boxHeight/2) || m[3] != px(-(down-boxHeight/2)+2*radius) {
		t.Errorf("got %v for a width of %v and rows down to %v", m[1:], w, down)
	}
}

// TestLoopMiddle checks that the box of a counted loop stands in its middle, though the
// note below it is wider.
func TestLoopMiddle(t *testing.T) {
	g := parse(t, "a = 2*15\",\"\n")
	n := builder{g, maxWidth}.build(g.Rule("a").Expr)
	w, _, _ := n.size()
	c := &canvas{link: func(*abnf.Rule) string { return "" }}
	n.draw(c, 0, 0)
	for _, m := range regexp.MustCompile(`<text[^>]* x="([^"]*)"`).FindAllStringSubmatch(c.boxes.String(), -1) {
		if m[1] != px(w/2) {
			t.Errorf("a text at %s, want %s", m[1], px(w/2))
		}
	}
}
