package attack

import (
	"os"
	"strings"
	"testing"
	"time"
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
	{"marks", func(n int) string { return "http://a/" + strings.Repeat("\u0301", n/2) }},
	{"schemes", func(n int) string { return strings.Repeat("http://", n/7) }},
	{"brackets", func(n int) string { return "http://[" + strings.Repeat(":", n) }},
	{"mixed scripts", func(n int) string { return "http://" + strings.Repeat("%D0%B0p.", n/8) + "com/" }},
}

// TestStrings runs the commands that read strings on each of them.
func TestStrings(t *testing.T) {
	if os.Getenv("IRI_ATTACK") == "" {
		t.Skip("takes a minute: make attack runs it")
	}
	for _, s := range stringShapes {
		t.Run(s.name, func(t *testing.T) {
			dir := t.TempDir()
			name := file(t, dir, "in.txt", s.text(400<<10)+"\n")
			for _, args := range []string{
				"check", "check --lint --suspicious --format json", "check --lint --max-findings 0 -q", "parse --rule IRI-reference",
				"fix", "normalize", "to-uri", "to-uri --host idna", "to-iri", "prepare", "encode", "decode",
			} {
				r := run(t, dir, "", append(strings.Fields(args), "-f", name)...)
				t.Logf("%-40s %6v %4d MiB", args, r.cpu.Round(time.Millisecond), r.memory>>20)
				// 100 MiB is for the findings that are kept by default; a parse tree has a
				// node for each character.
				memory := int64(100 << 20)
				if strings.Contains(args, "max-findings 0") || strings.HasPrefix(args, "parse") {
					memory = 1 << 30
				}
				r.hold(t, 4*time.Second, memory)
			}
		})
	}
}

// TestDotSegments holds --lint to little memory on a long line of dot segments.
func TestDotSegments(t *testing.T) {
	if os.Getenv("IRI_ATTACK") == "" {
		t.Skip("takes seconds: make attack runs it")
	}
	dir := t.TempDir()
	name := file(t, dir, "in.txt", "http://a/"+strings.Repeat("../", 16<<20/3)+"\n")
	r := run(t, dir, "", "check", "--lint", "-f", name)
	t.Logf("%v, %d MiB", r.cpu, r.memory>>20)
	if !strings.Contains(r.out, "dot-segment") {
		t.Errorf("no finding: %.200s", r.out)
	}
}
