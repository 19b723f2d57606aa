package attack

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// stringShapes are strings of about n bytes on which a check could take very long or much
// memory.
var stringShapes = []struct {
	name string
	text func(n int) string
}{
	{"dot segments", func(n int) string { return "http://a/" + strings.Repeat("../", n/3) }},
	{"dot segments alone", func(n int) string { return strings.Repeat("../", n/3) }},
	{"labels", func(n int) string { return "http://" + strings.Repeat("a.", n/2) + "/" }},
	{"percent-encoded labels", func(n int) string { return "http://" + strings.Repeat("%41.", n/4) + "/" }},
	{"A-labels", func(n int) string { return "http://" + strings.Repeat("xn--a.", n/6) + "/" }},
	{"bad characters in a scheme", func(n int) string { return "a" + strings.Repeat("é_", n/3) + ":x" }},
	{"percent-encodings", func(n int) string { return "javascript:" + strings.Repeat("%41", n/3) }},
	{"broken percent-encodings", func(n int) string { return "http://a/" + strings.Repeat("%zz", n/3) }},
	{"colons in a host", func(n int) string { return "http://a" + strings.Repeat(":1", n/2) + "/" }},
	{"at signs", func(n int) string { return "http://" + strings.Repeat("a@", n/2) + "/" }},
	{"directions", func(n int) string { return "http://a/" + strings.Repeat("א1", n/3) }},
	{"digits before a direction", func(n int) string { return "http://a/" + strings.Repeat("٠", n/2) + "א" }},
	{"no-break spaces", func(n int) string { return "http://a/" + strings.Repeat("\u00a0", n/2) }},
	{"percent-encoded no-break spaces", func(n int) string { return "http://a/" + strings.Repeat("%C2%A0", n/6) }},
	{"percent-encoded right-to-left text", func(n int) string { return "http://a/" + strings.Repeat("%D7%90a", n/7) }},
	{"marks", func(n int) string { return "http://a/" + strings.Repeat("\u0301", n/2) }},
	{"schemes", func(n int) string { return strings.Repeat("http://", n/7) }},
	{"brackets", func(n int) string { return "http://[" + strings.Repeat(":", n) }},
	{"mixed scripts", func(n int) string { return "http://" + strings.Repeat("%D0%B0p.", n/8) + "com/" }},
}

// TestStrings runs the commands that read strings on each of them.
func TestStrings(t *testing.T) {
	if testkit.Asked("attack") == "" {
		t.Skip("takes a minute: make attack runs it")
	}
	for _, s := range stringShapes {
		t.Run(s.name, func(t *testing.T) {
			dir := t.TempDir()
			name := file(t, dir, "in.txt", s.text(400<<10)+"\n")
			for _, args := range []string{
				"check", "check --lint --suspicious --format json", "check --lint --max-findings 0 -q",
				"parse --rule IRI-reference",
				"fix", "normalize", "to-uri", "to-uri --host idna", "to-iri", "prepare", "encode", "decode",
			} {
				r := run(t, dir, "", append(strings.Fields(args), "-f", name)...)
				// 100 MiB is for the findings that are kept by default; a parse tree has a
				// node for each character, and fix keeps 20,000 findings.
				memory := int64(100 << 20)
				if args == "fix" {
					memory = 300 << 20
				}
				if strings.Contains(args, "max-findings 0") || strings.HasPrefix(args, "parse") {
					memory = 1 << 30
				}
				r.hold(t, args, memory)
			}
		})
	}
}

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
	if testkit.Asked("attack") == "" {
		t.Skip("takes minutes: make attack runs it")
	}
	for _, s := range longShapes {
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

// TestManyFindings holds the output of all findings of a line to linear time.
func TestManyFindings(t *testing.T) {
	if testkit.Asked("attack") == "" {
		t.Skip("takes seconds: make attack runs it")
	}
	dir := t.TempDir()
	name := file(t, dir, "in.txt", "http://a/"+strings.Repeat("%zz", 200_000)+"\n")
	for _, format := range []string{"text", "json", "sarif", "github", "junit", "gitlab", "checkstyle"} {
		r := run(t, dir, "", "check", "--max-findings", "0", "--format", format, "-f", name)
		r.hold(t, format, 512<<20) // about 2.5 KiB for a finding
	}
}
