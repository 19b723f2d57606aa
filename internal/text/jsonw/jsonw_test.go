package jsonw

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds are strings that are easy to get wrong.
var seeds = []string{
	"", "http://example.org/", `"\/`, "a\x00\x1f\x7f\t\n\r\b\f", "é𝄞\u2028\u2029\uFFFD", "\u0085", "a\u0085b\u2028",
	"\xff", "a\xc3", "\xc3a", "\xed\xa0\x80", "<>&", "\u202e",
	`http://example.org/"a\b"`, "http://example.org/é/abcdefgh\x7f\x80abcdefghijkl\tmno", "12345678\x1f#!][^\"",
}

// TestEveryByte reads back each byte, at each place among others.
func TestEveryByte(t *testing.T) {
	for at := range 12 {
		for c := range 256 {
			s := []byte("!#[]~\x7f !#[]~ !#")
			s[at] = byte(c)
			checkString(t, string(s))
		}
	}
}

func BenchmarkAppendString(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"ascii", "http://www.example.org/some/path/of/usual/length?and=a&query=#frag"},
		{"intl", "http://例え.テスト/パス/の/長さ?クエリ=値#フラグメント"},
		{"quotes", `ipath-abempty = *( "/" isegment )`},
	} {
		b.Run(bb.name, func(b *testing.B) {
			var buf []byte
			b.ReportAllocs()
			for b.Loop() {
				buf = AppendString(buf[:0], bb.text)
			}
		})
	}
}

func TestAppendStringReadsBack(t *testing.T) {
	for _, s := range seeds {
		checkString(t, s)
	}
}

// TestAppendStringKeepsOneLine checks that the characters are escaped that some programs take for line
// ends: Python's splitlines cut the output for a LEIRI with U+2028 into two. Terminals listen to
// controls, and bidi formatting characters change how the JSON is shown.
func TestAppendStringKeepsOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"a\u0085b":           `"a\u0085b"`,
		"\u2028":             `"\u2028"`,
		"é\u2029é":           `"é\u2029é"`,
		"\u0084\u2027\u202a": "\"\\u0084\u2027\\u202a\"",
		"\u200e\u061c\u2069": `"\u200e\u061c\u2069"`,
		"\u00a0\u200d\u2065": "\"\u00a0\u200d\u2065\"",
		"\v\f\x1c":           `"\u000b\u000c\u001c"`,
	} {
		if got := string(AppendString(nil, in)); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
		if got := string(Escape([]byte(`"` + in + `"`))); strings.ContainsFunc(got, Escaped) {
			t.Errorf("Escape of %q: got %+q", in, got)
		}
	}
}

func FuzzAppendString(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(checkString)
}

// checkString reads the output of AppendString back with encoding/json.
func checkString(t *testing.T, s string) {
	got := AppendString([]byte("x"), s)
	if got[0] != 'x' {
		t.Fatalf("%q: the text that was in the buffer is gone", s)
	}
	var back string
	if err := json.Unmarshal(got[1:], &back); err != nil {
		t.Fatalf("%q: %s: %v", s, got[1:], err)
	}
	if want := strings.Map(func(r rune) rune { return r }, s); back != want {
		t.Errorf("%q: reads back as %q, want %q", s, back, want)
	}
}

func TestAppendText(t *testing.T) {
	for _, s := range seeds {
		b := append(AppendText([]byte("{"), "input", s), '}')
		var v struct {
			Input       string
			InputBase64 *string
		}
		if err := json.Unmarshal(b, &v); err != nil {
			t.Fatalf("%q: %s: %v", s, b, err)
		}
		if v.InputBase64 == nil {
			if !utf8.ValidString(s) || v.Input != s {
				t.Errorf("%q: %s does not hold it", s, b)
			}
			continue
		}
		raw, err := base64.StdEncoding.DecodeString(*v.InputBase64)
		if err != nil || string(raw) != s {
			t.Errorf("%q: inputBase64 holds %q, %v", s, raw, err)
		}
	}
}

func TestAppendStringDoesNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() { AppendString(buf, "http://é.example/\"\\\n") }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestMembers(t *testing.T) {
	b := AppendMember([]byte{'{'}, "a", "x\"")
	b = AppendInt(b, "b", -1)
	b = AppendStrings(b, "c", []string{"y", "z"})
	b = AppendStrings(b, "d", nil)
	b = AppendInt(append(AppendName(b, "e"), '{'), "f", 2)
	const want = `{"a":"x\"","b":-1,"c":["y","z"],"d":[],"e":{"f":2}}`
	if got := string(b) + "}}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := string(AppendInt(nil, "a", 1)), `,"a":1`; got != want {
		t.Errorf("after a piece that has been written: got %s, want %s", got, want)
	}
}
