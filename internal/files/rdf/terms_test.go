package rdf

import (
	"strings"
	"testing"
)

func TestBlankNode(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"_:a.b .", 5}, {"_:a. .", 3}, {"_:a..b.", 6}, {"_:0", 3}, {"_:_-", 4}, {"_:é·́ ", 8}, {"_:a:b", 3}, {"_::a",
			0},
		{"_:", 0}, {"_:.a", 0}, {"_:-a", 0}, {"_:·", 0}, {"_:\xff", 0}, {"_:a\xff", 3}, {"_:a×", 3}, {"_:😀", 6},
	}
	for _, tt := range tests {
		if got := blankNode([]byte(tt.text), false); got != tt.want {
			t.Errorf("%q: got %d, want %d", tt.text, got, tt.want)
		}
	}
}

// TestLiteralEscapes writes texts into literals and reads them again (RDF 1.1 Turtle §6.5, ECHAR and UCHAR).
func TestLiteralEscapes(t *testing.T) {
	for _, text := range []string{"http://e/", `a"b'c\d`, "é\n\t\x00\u2028", `\u0061`, "x\\"} {
		raw := escapeLiteral(nil, nil, text)
		if strings.ContainsAny(string(raw), "\n\x00") {
			t.Errorf("%q is written as %q", text, raw)
		}
		if got := string(unescapeLiteral(nil, raw)); got != text {
			t.Errorf("%q: got %q", text, got)
		}
		rawLen, textLen := 0, 0
		for rawLen < len(raw) {
			n, m := unitLiteral(raw[rawLen:])
			rawLen, textLen = rawLen+n, textLen+m
		}
		if textLen != len(text) {
			t.Errorf("%q: the units have %d bytes, want %d", text, textLen, len(text))
		}
	}
}
