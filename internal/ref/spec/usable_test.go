package spec

import "testing"

// TestWidest has files whose default rule is not their first one, because no header says which it is, and
// others.
func TestWidest(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"the last rule", "a = \"x\"\nb = a a\n", "b"},
		{"the first rule", "b = a a\na = \"x\"\n", ""},
		{"a header", "; top: a\na = \"x\"\nb = a a\n", ""},
		{"a change", "; changes: rfc3987\nport = \"80\"\n", ""},
		{"no rule", "", ""},
	} {
		got := ""
		if r := GuessedTopOf(GrammarFile{Name: "own", Text: []byte(tt.text)}); r != nil {
			got = r.Name
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
