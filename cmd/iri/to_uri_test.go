package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestLinesManyAtATime holds that lines that are converted many at the same time have
// the same results as one by one, which is how --format json converts them.
func TestLinesManyAtATime(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	lines := []string{"http://e/é", "http://e/ x", "", "é", "http://[::1", "http://e/%",
		"http://е.example/日本?q=\U00010300#ü", "\xff", "a"}
	ends := []string{"\n", "\r\n", "\n\n", "\n\r\n"}
	for range testkit.Size(10, 20, 200) {
		var in strings.Builder
		if rnd.IntN(2) == 0 {
			in.WriteString("\uFEFF")
		}
		bad := rnd.IntN(4) // 0: only lines that conform
		for range rnd.IntN(9000) {
			i := rnd.IntN(len(lines))
			if bad == 0 && (strings.ContainsAny(lines[i], " [%") || !utf8.ValidString(lines[i])) {
				i = 0
			}
			in.WriteString(lines[i])
			in.WriteString(ends[max(0, rnd.IntN(20)-16)])
		}
		in.WriteString(lines[rnd.IntN(len(lines))])

		text := runToURI(t, in.String(), "text")
		var want strings.Builder
		for line := range strings.Lines(runToURI(t, in.String(), "json")) {
			var result struct{ Output *string }
			if err := json.Unmarshal([]byte(line), &result); err != nil {
				t.Fatal(err)
			}
			if result.Output != nil {
				want.WriteString(*result.Output + "\n")
			}
		}
		if text != want.String() {
			t.Fatalf("%d bytes of input: got %d bytes, want %d", in.Len(), len(text), want.Len())
		}
	}
}

func runToURI(t *testing.T, in, format string) string {
	t.Helper()
	var out, notes bytes.Buffer
	a := &app{stdin: strings.NewReader(in), stdout: &out, stderr: &notes, getenv: func(string) string { return "" }}
	args := []string{"to-uri", "--format", format}
	if format == "text" {
		args = append(args, "--list")
	}
	if status := execute(a, args); status > 1 {
		t.Fatalf("exit status %d: %s", status, notes.String())
	}
	return out.String()
}
