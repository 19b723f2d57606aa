package rules

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestProseNoAlloc holds that checking an IRI that has no findings, nor a host to be converted,
// allocates nothing.
func TestProseNoAlloc(t *testing.T) {
	for _, s := range []string{
		"http://example.org/a/b?c#d", "https://fa.wikipedia.org/wiki/فارسی", "http://buecher.example/é",
		"http://ja.dbpedia.org/resource/トヨタ自動車", "urn:isbn:0451450523", "mailto:a@example.org", "http://127.0.0.1/",
		"mailto:a@example.org?subject=b&body=c%0D%0Ad", "data:text/plain;base64,SGVsbG8=", "tag:example.org,2024:a",
		"did:web:example.com", "ws://e/a", "ftp://e/a", "file:///a",
	} {
		o := finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}
		ref, rule := component.SplitTrusted(s), spec.RFC3987.Top()
		if n := testing.AllocsPerRun(20, func() { Check(&ref, rule, &o, false, nil) }); n != 0 {
			t.Errorf("%q: %v allocations, want none", s, n)
		}
	}
}

// TestEveryday holds that normalized, plain, everyday IRIs yield nothing.
func TestEveryday(t *testing.T) {
	for _, s := range []string{
		"http://example.org/", "https://www.example.com:8443/a/b.html?x=1&y=2#top",
		"https://de.wikipedia.org/wiki/Österreich",
		"http://dbpedia.org/resource/東京", "http://ja.dbpedia.org/resource/トヨタ自動車",
		"https://ja.wikipedia.org/wiki/Category:日本のソフトウェア",
		"https://ko.wikipedia.org/wiki/대한민국", "https://ru.wikipedia.org/wiki/Категория:Windows",
		"https://ru.wikipedia.org/wiki/Фильм_(film)",
		"https://fa.wikipedia.org/wiki/فارسی", "https://fa.wikipedia.org/wiki/می\u200cخواهم",
		"https://ar.wikipedia.org/wiki/العربية", "https://he.wikipedia.org/wiki/ישראל_2024",
		"https://hi.wikipedia.org/wiki/हिन्दी", "https://bn.wikipedia.org/wiki/বাংলা",
		"https://ta.wikipedia.org/wiki/தமிழ்", "https://th.wikipedia.org/wiki/ภาษาไทย",
		"https://vi.wikipedia.org/wiki/Tiếng_Việt", "https://el.wikipedia.org/wiki/Ελληνικά",
		"https://am.wikipedia.org/wiki/አማርኛ", "https://hy.wikipedia.org/wiki/Հայերեն",
		"https://ka.wikipedia.org/wiki/ქართული", "https://km.wikipedia.org/wiki/ភាសាខ្មែរ",
		"https://my.wikipedia.org/wiki/မြန်မာဘာသာ", "https://lo.wikipedia.org/wiki/ພາສາລາວ",
		"https://si.wikipedia.org/wiki/සිංහල", "https://bo.wikipedia.org/wiki/བོད་སྐད་",
		"https://mn.wikipedia.org/wiki/ᠮᠣᠩᠭᠣᠯ", "https://dv.wikipedia.org/wiki/ދިވެހިބަސް",
		"https://ur.wikipedia.org/wiki/اردو", "https://yi.wikipedia.org/wiki/ייִדיש",
		"https://chr.wikipedia.org/wiki/ᏣᎳᎩ", "https://iu.wikipedia.org/wiki/ᐃᓄᒃᑎᑐᑦ",
		"https://ml.wikipedia.org/wiki/മലയാളം", "https://te.wikipedia.org/wiki/తెలుగు",
		"https://kn.wikipedia.org/wiki/ಕನ್ನಡ", "https://gu.wikipedia.org/wiki/ગુજરાતી",
		"https://pa.wikipedia.org/wiki/ਪੰਜਾਬੀ",
		"http://пример.испытание/путь", "http://例え.テスト/", "http://مثال.إختبار/", "http://דוגמה.טעסט/",
		"http://उदाहरण.परीक्षा/", "http://실례.테스트/", "http://bücher.example/", "https://ᏣᎳᎩ.example/",
		"mailto:info@example.org", "urn:isbn:0451450523", "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8",
		"tel:+1-816-555-1212", "ldap://[2001:db8::7]/c=GB?objectClass?one", "file:///etc/fstab",
		"news:comp.infosystems.www.servers.unix", "data:text/plain;charset=utf-8;base64,SGVsbG8=", "//example.org/a",
		"a/b", "?q", "#f", "", "../x",
		"http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://xn--bcher-kva.example/",
		"http://example.org/?q=привет+world", "http://example.org/%D0%BF%D1%80?q=%E4%BD%A0",
	} {
		rule := spec.RFC3987.Reference()
		if found, ok := findingsIn(rule, s); !ok || len(found) > 0 {
			t.Errorf("%q: conforms to the rule %v, has the findings %v", s, ok, found)
		}
	}
}
