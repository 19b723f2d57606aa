package render

import (
	"fmt"
	"github.com/rfc3987/iri/internal/work/run"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

func BenchmarkAppendFinding(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"ascii", "http://www.example.org:8a/some/path/of/usual/length?and=a&query=#frag"},
		{"intl", "http://例え.テスト:8a/パス/の/長さ?クエリ=値#フラグメント"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			f := check.Report(bb.text, spec.RFC3987.Top(), new(finding.Run)).Findings[0]
			var buf []byte
			b.ReportAllocs()
			for b.Loop() {
				buf = appendFinding(buf[:0], quoted(bb.text), &f, run.Place{Source: "f.txt", Line: 1, Col: 1}, Style{})
			}
		})
	}
}

// BenchmarkLongInput shows a fault in a long input: the time does not grow with the length of the
// input around it.
func BenchmarkLongInput(b *testing.B) {
	for _, size := range []int{8 << 10, 8 << 20} {
		text := strings.Repeat("é\u0301", size)
		f := finding.Finding{Code: "x", Severity: finding.Error, Message: finding.External("m", nil),
			Start: len(text) / 2, End: len(text) - 4}
		b.Run(fmt.Sprintf("%d KiB", len(text)>>10), func(b *testing.B) {
			for b.Loop() {
				appendFinding(nil, quoted(text), &f, run.Place{Source: "f", Line: 1, Col: 1}, Style{})
			}
		})
	}
}
