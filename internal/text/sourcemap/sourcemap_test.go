package sourcemap

import "testing"

// TestSpan rewrites texts and leads parts of the result back to the input.
func TestSpan(t *testing.T) {
	rewrite := func(in string) (string, Map) {
		var e Editor
		for i := range len(in) {
			switch in[i] {
			case '*':
				e.Replace(in, i, i+1, "three")
			case '-':
				e.Replace(in, i, i+1, "")
			}
		}
		return e.Done(in)
	}
	for _, tt := range []struct {
		in, out    string
		start, end int // in the result
		want       string
	}{
		{"ab", "ab", 0, 1, "a"},
		{"a*b", "athreeb", 0, 1, "a"},
		{"a*b", "athreeb", 2, 3, "*"},
		{"a*b", "athreeb", 1, 7, "*b"},
		{"a-b", "ab", 0, 2, "a-b"},
		{"a-b", "ab", 1, 2, "b"},
		{"**", "threethree", 5, 6, "*"},
		{"a*", "athree", 6, 6, ""},
	} {
		out, m := rewrite(tt.in)
		if out != tt.out {
			t.Fatalf("%q becomes %q, want %q", tt.in, out, tt.out)
		}
		if start, end := m.Span(tt.start, tt.end); tt.in[start:end] != tt.want {
			t.Errorf("%q: [%d,%d) of %q comes from %q, want %q", tt.in, tt.start, tt.end, out, tt.in[start:end], tt.want)
		}
		trail := Trail{{}, m}
		if start, end := trail.Span(tt.start, tt.end); tt.in[start:end] != tt.want {
			t.Errorf("%q: a trail leads to %q, want %q", tt.in, tt.in[start:end], tt.want)
		}
		if trail.Identity() != (tt.in == tt.out) {
			t.Errorf("%q: Identity = %v", tt.in, trail.Identity())
		}
	}
}
