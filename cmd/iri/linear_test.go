package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// linearTexts are strings with a fault, or something to convert, in every few bytes.
var linearTexts = []struct{ name, start, unit string }{
	{"spaces", "", "a "},
	{"prose", "", "words and more "},
	{"percent", "http://u:", "a%4|"},
	{"userinfo", "http://", "a@"},
	{"ports", "http://h", ":8a"},
	{"address", "http://[", "1::"},
	{"decoded", "http://e/", "%C3%A9%7e"},
	{"dots", "http://e/", "a/../"},
	{"right-to-left", "http://e/", "אa."},
	{"invisible", "http://e/", "\u200B\u00AD"},
	{"look-alikes", "http://e/", "а＜b"},
	{"two", "", "http://e/ http://"},
	{"fragments", "http://e/", "#%"},
}

// BenchmarkLinear runs every command that reads strings on strings of 1 and of 4 MiB, with all
// findings, and prints the nanoseconds a byte of both and how many times the second is the first:
// about 1 where the time is linear.
func BenchmarkLinear(b *testing.B) {
	commands := []string{
		"check --format json", "check --lint --limit 0", "check --format sarif", "check --format github", "check -q",
		"check --suspicious --guess --summary-only --hosts",
		"check --sample 2", "filter --rejects REJECTS", "fix --limit 0", "fix --guess --list --limit 0",
		"parse --max-line 8M --format json",
		"to-uri --list --limit 0", "to-uri --lenient --list", "to-iri --list --limit 0", "from-leiri --list --limit 0",
		"normalize --list --limit 0", "normalize --nfc --list --limit 0", "prepare --list --limit 0",
		"prepare --spaces split --list --limit 0", "resolve http://e/a/b --list --limit 0",
		"relativize http://e/a/b --list --limit 0", "encode", "decode", "uniq -q",
	}
	const small, large = 1 << 20, 4 << 20
	dir := b.TempDir()
	for _, text := range linearTexts {
		file := func(size int) string {
			name := filepath.Join(dir, fmt.Sprint(text.name, size, ".txt"))
			line := text.start + strings.Repeat(text.unit, (size-len(text.start))/len(text.unit)) + "\n"
			if err := os.WriteFile(name, []byte(line), 0o666); err != nil {
				b.Fatal(err)
			}
			return name
		}
		names := [2]string{file(small), file(large)}
		for _, command := range commands {
			b.Run(text.name+"/"+command, func(b *testing.B) {
				var perByte [2]float64
				for b.Loop() {
					for i, size := range []int{small, large} {
						var errs bytes.Buffer
						args := strings.Fields(strings.Replace(command, "REJECTS", filepath.Join(dir, "rejects"), 1))
						if args[0] == "check" || args[0] == "filter" {
							args = append(args, "--max-findings", "0")
						}
						start := time.Now()
						a := testApp(new(bytes.Buffer), &errs)
						a.stdout = io.Discard // there is much of it
						status := execute(a, append(args, "-f", names[i]))
						perByte[i] = float64(time.Since(start).Nanoseconds()) / float64(size)
						if status == int(statusUsage) {
							b.Fatalf("%s: %s", command, errs.String())
						}
					}
				}
				b.ReportMetric(perByte[0], "ns/B-of-1-MiB")
				b.ReportMetric(perByte[1], "ns/B-of-4-MiB")
				b.ReportMetric(perByte[1]/perByte[0], "times")
			})
		}
	}
}
