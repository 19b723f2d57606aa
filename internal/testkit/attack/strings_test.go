package attack

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// longShapes are strings of 16 MiB of which a check, or a fix, took several times their length
// in memory.
var longShapes = []struct{ name, start, unit, fix string }{
	{"dot segments", "http://a/", "../", "dot-segment"},
	{"unreserved percent-encodings", "http://a/", "%7e", "pct-unreserved"},
	{"percent-encodings in lower case", "http://a/?", "%c3%a9", "pct-case"},
	{"percent-encodings that are not UTF-8", "http://a/#", "%ff", "pct-case"},
	{"decomposed letters", "http://a/", "e\u0301", "not-nfc"},
	{"bidi formatting", "http://a/", "\u202e", "bidi-formatting"},
	{"labels", "http://", "a.", "host-case"},
	{"upper-case labels", "http://", "A.", "host-case"},
	{"percent-encoded labels", "http://", "%41.", "pct-unreserved"},
}

// TestLongStrings holds the commands, for a line of 16 MiB, to what docs/streaming.md says, with
// a little room: 100 MiB, and 165 MiB for fixes.
func TestLongStrings(t *testing.T) {
	if !asked() {
		t.Skip("takes minutes: make attack runs it")
	}
	for s := range rows(longShapes) {
		t.Run(s.name, func(t *testing.T) {
			dir := t.TempDir()
			name := longFile(t, dir, s.start, s.unit, 16<<20/len(s.unit))
			for _, args := range []string{"check --lint --suspicious", "check --lint --format json", "normalize",
				"to-uri", "to-iri", "fix --fix " + s.fix} {
				r := run(t, dir, "", append(strings.Fields(args), "-f", name)...)
				memory := int64(120 << 20)
				if strings.HasPrefix(args, "fix") {
					memory = 200 << 20
				}
				r.hold(t, args, memory)
			}
		})
	}
}

// longFile writes a file with a line of start and n units. It holds little, because what this
// process holds counts for the command, too.
func longFile(t *testing.T, dir, start, unit string, n int) string {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "in.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	w.WriteString(start)
	for range n {
		w.WriteString(unit)
	}
	w.WriteString("\n")
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return "in.txt"
}
