package iri

import (
	"net/url"
	"testing"
)

func BenchmarkProse(b *testing.B) {
	rule := ruleIRI()
	for _, row := range []struct{ name, s string }{
		{"ascii", "https://www.example.org/wiki/Main_Page/sub/index.html?action=view&x=1"},
		{"latin", "https://fr.wikipedia.org/wiki/Économie_de_la_Réunion/détails?q=été"},
		{"cyrillic", "https://ru.wikipedia.org/wiki/Международный_стандарт/Раздел"},
		{"arabic", "https://ar.wikipedia.org/wiki/اللغة_العربية/صفحة"},
		{"japanese", "https://ja.wikipedia.org/wiki/トヨタ自動車の歴史/日本語"},
		{"hindi", "https://hi.wikipedia.org/wiki/हिन्दी_भाषा/विश्व"},
		{"host", "http://пример.испытание/путь/к/файлу?запрос=да"},
	} {
		var o options
		o.max = 100
		if f, _, _ := runChecks(row.s, Ref{row.s, split(row.s)}, rule, &o); f != nil {
			b.Fatal(f)
		}
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			p := split(row.s)
			for b.Loop() {
				runChecks(row.s, Ref{row.s, p}, rule, &o)
			}
		})
		b.Run(row.name+"/lint", func(b *testing.B) {
			o := o
			o.lint = true
			p := split(row.s)
			for b.Loop() {
				runChecks(row.s, Ref{row.s, p}, rule, &o)
			}
		})
	}
}

func BenchmarkCalibrate(b *testing.B) {
	for b.Loop() {
		url.Parse("https://www.example.org/wiki/Main_Page/sub/index.html?action=view&x=1")
	}
}
