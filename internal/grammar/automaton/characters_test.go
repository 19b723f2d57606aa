package automaton

import "testing"

// TestCharacters holds an automaton over characters to the one over bytes that is made of the same rule.
func TestCharacters(t *testing.T) {
	g := grammar(rule("top", rep(1, -1, alt(rng('b', 'd'), lit("é"), rng(0xE000, 0xFFFF), rng(0x10FFFF, 0x10FFFF)))))
	d, err := Compile(g, "top")
	if err != nil {
		t.Fatal(err)
	}
	c, err := CompileCharacters(g, "top", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, first := range c.First {
		if i == 0 != (first == 0) || i > 0 && (first <= c.First[i-1] || c.Class[i] == c.Class[i-1]) {
			t.Errorf("run %d begins at %U, class %d", i, first, c.Class[i])
		}
	}
	for _, s := range []string{"", "a", "b", "d", "e", "é", "bé", "\u00e8", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010FFFE",
		"\U0010FFFF", "b\U0010FFFFc", "b c"} {
		state := 1
		for _, r := range s {
			state = int(c.Next[state*c.N+int(c.ClassOf(r))])
		}
		if got, want := c.Accept[state], d.Match(s); got != want {
			t.Errorf("%+q: got %v, want %v", s, got, want)
		}
	}
	if state := int(c.Next[c.N+int(c.ClassOf(0xD800))]); state != 0 {
		t.Errorf("a surrogate leads to state %d", state)
	}
}

// TestDepth has how many rules lie around one.
func TestDepth(t *testing.T) {
	inner := &Occurrence{Parent: &Occurrence{Parent: new(Occurrence)}}
	if inner.Depth() != 2 || inner.Parent.Parent.Depth() != 0 {
		t.Errorf("got %d and %d, want 2 and 0", inner.Depth(), inner.Parent.Parent.Depth())
	}
}
