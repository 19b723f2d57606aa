package abnf

import (
	"testing"

	"github.com/rfc3987/iri/grammar/published"
)

// TestSpecs reads every grammar that is built in, as published.
func TestSpecs(t *testing.T) {
	for _, tt := range []struct {
		name, title, top, reference string
		rules                       int // core rules included
		want                        map[string]string
		section                     map[string]string
		without                     []string
	}{
		{"core", "RFC 5234", "LWSP", "", 16, map[string]string{"CRLF": "CRLF = CR LF"}, nil, nil},
		{"rfc3986", "RFC 3986", "URI", "URI-reference", 36 + 3, map[string]string{
			"port":       `port = *DIGIT`,
			"path-empty": `path-empty = 0<pchar>`,
			"IP-literal": `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`,
		}, map[string]string{"port": "RFC 3986 §3.2.3", "URI": "RFC 3986 §3", "ALPHA": "RFC 5234 Appendix B.1"}, nil},
		{"rfc3987", "RFC 3987", "IRI", "IRI-reference", 39 + 3, map[string]string{
			"ireg-name": `ireg-name = *( iunreserved / pct-encoded / sub-delims )`,
			"dec-octet": `dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35`,
		}, map[string]string{
			"IRI": "RFC 3987 §2.2", "port": "RFC 3986 §3.2.3", "IPv6address": "RFC 3986 §3.2.2",
			"pct-encoded": "RFC 3986 §2.1", "unreserved": "RFC 3986 §2.3", "reserved": "RFC 3986 §2.2",
			"scheme": "RFC 3986 §3.1",
		}, nil},
		{"rfc3987bis", "draft-ietf-iri-3987bis", "IRI", "IRI-reference", 41 + 3, map[string]string{
			"ireg-name":   `ireg-name = *( iunreserved / sub-delims )`,
			"pct-form":    `pct-form = pct-encoded`,
			"path-sep":    `path-sep = "/"`,
			"ipath-empty": `ipath-empty = ""`,
			"iprivate":    `iprivate = %xE000-F8FF / %xE0000-E0FFF / %xF0000-FFFFD / %x100000-10FFFD`,
			"iquery":      `iquery = *( ipchar / iprivate / "/" / "?" )`,
		}, map[string]string{"ireg-name": "draft-ietf-iri-3987bis §2.2", "iquery": "RFC 3987 §2.2"}, nil},
		{"leiri", "LEIRI", "LEIRI", "LEIRI-reference", 39 + 3, map[string]string{
			"LEIRI":     `LEIRI = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]`,
			"ireg-name": `ireg-name = *( iunreserved / pct-encoded / sub-delims )`,
			"ucschar": `ucschar = " " / "<" / ">" / %x22 / "{" / "}" / "|" / "\" / "^" / "` + "`" +
				`" / %x0-1F / %x7F-D7FF / %xE000-FFFD / %x10000-10FFFF`,
		}, map[string]string{"ucschar": "LEIRI §3"}, []string{"IRI", "IRI-reference", "absolute-IRI"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Load(published.Files, ".", tt.name)
			if err != nil {
				t.Fatal(err)
			}
			if g.Spec != tt.name || g.Title != tt.title || g.Top != tt.top || g.Reference != tt.reference {
				t.Errorf("got spec %q title %q top %q reference %q", g.Spec, g.Title, g.Top, g.Reference)
			}
			if len(g.Rules) != tt.rules {
				t.Errorf("got %d rules, want %d", len(g.Rules), tt.rules)
			}
			for name, want := range tt.want {
				if r := g.Rule(name); r == nil || r.Source != want {
					t.Errorf("rule %s: got %+v, want source %q", name, r, want)
				}
			}
			for name, want := range tt.section {
				if r := g.Rule(name); r == nil || r.Section != want {
					t.Errorf("section of %s: got %+v, want %q", name, r, want)
				}
			}
			for _, name := range tt.without {
				if g.Rule(name) != nil {
					t.Errorf("rule %s is there", name)
				}
			}
			for _, r := range g.Rules {
				if r.Section == "" || r.Spec == "" || r.Pos.Line == 0 ||
					r.Core != (r.Spec == "core" && tt.name != "core") {
					t.Errorf("rule %s: section %q, spec %q, core %v, at %s", r.Name, r.Section, r.Spec, r.Core, r.Pos)
				}
			}
		})
	}
}
