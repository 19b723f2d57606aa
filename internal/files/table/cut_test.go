package table

import (
	"math/rand/v2"
	"testing"
)

// TestQuoting compares the ends of rows and the state after a text with what its bytes say one after the other.
func TestQuoting(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 32))
	for range 100_000 {
		var text []byte
		for range r.IntN(30) {
			text = append(text, "\"\"\",\nab\r"[r.IntN(8)])
		}
		var q Quoting
		in, closed, opens, end := false, false, true, 0
		for at := 0; at < len(text); {
			part := text[at : at+1+r.IntN(len(text)-at)]
			wantEnd := 0
			for i, c := range part {
				switch {
				case c == '"' && in:
					in, closed = false, true
				case c == '"':
					in, closed = closed || opens, false
				default:
					closed = false
					if c == '\n' && !in {
						wantEnd = i + 1
					}
				}
				opens = c == ',' || c == '\n'
			}
			end = q.ends(part, ',', false)
			if end != wantEnd || q.In != in || q.Closed != closed ||
				(q.Last == ',' || q.Last == '\n' || q.Last == 0) != opens {
				t.Fatalf("%q, from %d to %d: got the end %d and %+v, want %d and in %v, closed %v, opens %v", text, at,
					at+len(part), end, q, wantEnd, in, closed, opens)
			}
			at += len(part)
		}
	}
}

// TestStop compares the place of the next delimiter or line feed with that which the bytes say one after the other.
func TestStop(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 33))
	for range 100_000 {
		text := make([]byte, r.IntN(30))
		for i := range text {
			text[i] = "\x00\x01\x09\x0a\x0b\x2b\x2c\x2d\x8a\xac\xad\xffabcdefgh"[r.IntN(20)]
		}
		at := r.IntN(len(text) + 1)
		for _, delimiter := range []byte{',', '\t', 1, '|'} {
			want := at
			for want < len(text) && text[want] != delimiter && text[want] != '\n' {
				want++
			}
			if got := (&table{delimiter: delimiter}).stop(text, at); got != want {
				t.Fatalf("%q, from %d, delimiter %q: got %d, want %d", text, at, delimiter, got, want)
			}
		}
	}
}
