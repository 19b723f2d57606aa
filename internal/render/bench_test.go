package render

import (
	"testing"

	"github.com/rfc3987/iri"
)

func BenchmarkAppendFinding(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"ascii", "http://www.example.org:8a/some/path/of/usual/length?and=a&query=#frag"},
		{"intl", "http://例え.テスト:8a/パス/の/長さ?クエリ=値#フラグメント"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			f := iri.RFC3987.Top().Validate(bb.text).Findings()[0]
			var buf []byte
			b.ReportAllocs()
			for b.Loop() {
				buf = AppendFinding(buf[:0], bb.text, &f, Place{"f.txt", 1, 1}, Style{})
			}
		})
	}
}
