package check

import (
	"net/url"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// BenchmarkProse measures the prose rules on IRIs without findings: as a file is
// checked, with the whole set of checks, and with those that are off by default.
// The row "url" is net/url on the same string, for comparison.
func BenchmarkProse(b *testing.B) {
	rule := spec.RFC3987.Top()
	for _, row := range []struct{ name, s string }{
		{"ascii", "https://www.example.org/wiki/Main_Page/sub/index.html?action=view&x=1"},
		{"latin", "https://fr.wikipedia.org/wiki/Économie_de_la_Réunion/détails?q=été"},
		{"cyrillic", "https://ru.wikipedia.org/wiki/Международный_стандарт/Раздел"},
		{"arabic", "https://ar.wikipedia.org/wiki/اللغة_العربية/صفحة"},
		{"japanese", "https://ja.wikipedia.org/wiki/トヨタ自動車の歴史/日本語"},
		{"hindi", "https://hi.wikipedia.org/wiki/हिन्दी_भाषा/विश्व"},
		{"host", "http://пример.испытание/путь/к/файлу?запрос=да"},
		{"urn", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
	} {
		v := NewValidator(rule, finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}})
		lint := NewValidator(rule, finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings, Lint: true}})
		ref := component.SplitTrusted(row.s)
		b.Run(row.name+"/file", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !v.Clean(row.s) {
					b.Fatal("there are findings")
				}
			}
		})
		b.Run(row.name+"/all", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rules.Check(&ref, rule, &v.run, false, nil)
			}
		})
		b.Run(row.name+"/lint", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rules.Check(&ref, rule, &lint.run, false, nil)
			}
		})
		b.Run(row.name+"/url", func(b *testing.B) {
			for b.Loop() {
				if _, err := url.Parse(row.s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
