package diagnose_test

import (
	"slices"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestGone checks specs without a component, each by the header and by its rules alone: what stands in the place of the
// component is blamed as the production around it, what stands elsewhere as ever, and nothing as the whole reference.
func TestGone(t *testing.T) {
	testkit.StatesRFC(t)
	const without = "; without: "
	for _, tt := range []struct {
		component, header, rules string
		s, code                  string
		start, end               int
	}{
		{"userinfo", without + "iuserinfo\n", `iauthority = ihost [ ":" port ]`, "http://u:p@h/", "iauthority", 7, 11},
		{"userinfo", "; component: userinfo -\n", `iauthority = ihost [ ":" port ]`, "http://u@h/", "iauthority", 7, 9},
		{"port", "", `iauthority = [ iuserinfo "@" ] ihost`, "http://u@h:8/", "iauthority", 10, 12},
		{"query", "", `IRI = scheme ":" ihier-part [ "#" ifragment ]
IRI-reference = IRI / irelative-ref
irelative-ref = irelative-part [ "#" ifragment ]
absolute-IRI = scheme ":" ihier-part`, "http://h/a?b#c", "ipath-abempty", 10, 12},
		{"fragment", "", `IRI = scheme ":" ihier-part [ "?" iquery ]
irelative-ref = irelative-part [ "?" iquery ]`, "http://h/a?b#c", "iquery", 12, 14},
		{"fragment", "", `IRI = scheme ":" ihier-part [ "?" iquery ]
irelative-ref = irelative-part [ "?" iquery ]`, "a:b#c", "ipath-rootless", 3, 5},
		{"path-rootless", "", `ihier-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-empty`, "a:b",
			"ihier-part", 2, 3},
		{"path-absolute", "", `ihier-part = "//" iauthority ipath-abempty / ipath-rootless / ipath-empty
irelative-part = "//" iauthority ipath-abempty / ipath-noscheme / ipath-empty`, "a:/b", "ihier-part", 2, 4},
		{"path-abempty", "", `ihier-part = "//" iauthority / ipath-absolute / ipath-rootless / ipath-empty
irelative-part = "//" iauthority / ipath-absolute / ipath-noscheme / ipath-empty`, "a://h/b", "ihier-part", 5, 7},
		{"path-empty", "", `ihier-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-rootless
irelative-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-noscheme`, "a:", "ihier-part", 2, 2},
		{"authority", "; component: authority -\n; component: host -\n; component: reg-name -\n; component: port -\n" +
			"; component: userinfo -\n; component: path-abempty -\n",
			`ihier-part = ipath-absolute / ipath-rootless / ipath-empty
irelative-part = ipath-absolute / ipath-noscheme / ipath-empty`, "a://h/b", "ihier-part", 2, 5},
		{"reg-name", "", "ihost = IP-literal / IPv4address", "a://h/b", "ihost", 4, 5},
	} {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte("; spec: x\n; changes: rfc3987\n" +
			tt.header + "\n" + tt.rules + "\n")})
		if err != nil {
			t.Errorf("without %s: %v", tt.component, err)
			continue
		}
		if s.Profile() == nil {
			t.Errorf("without %s: it has no components", tt.component)
			continue
		}
		blame := func(text string) finding.Report {
			return diagnose.Blame(text, s.Top(), &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}})
		}
		rep := blame(tt.s)
		if len(rep.Findings) == 0 {
			t.Errorf("without %s: %q has no findings", tt.component, tt.s)
			continue
		}
		if f := rep.Findings[0]; string(f.Code) != tt.code || f.Start != tt.start || f.End != tt.end ||
			len(f.Expected) == 0 || slices.Contains(f.Rules, "") {
			t.Errorf("without %s: %q: got %s of %v from %d to %d, expected %v; want %s from %d to %d", tt.component, tt.s,
				f.Code, f.Rules, f.Start, f.End, f.Expected, tt.code, tt.start, tt.end)
		}
		for _, text := range []string{"http://u@h/[", "http://h:x/", "http://[::1/", "a:b[", "a:/[", "a:?[", "a:#[",
			"a:[", "a:", "a:/", "a://u:p@h:8/p?q#f", "//h", "1:", "[", "http://[::1]/[", "a://[v1.[]", "a://h?[#[", ""} {
			if s.Top().Valid(text) {
				continue
			}
			for _, f := range blame(text).Findings {
				if f.Code == "IRI" || f.Code == "IRI-reference" {
					t.Errorf("without %s: %q is blamed as %s: %s", tt.component, text, f.Code, f.Message)
				}
			}
		}
	}
}
