package spec_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestRedact reads texts by rules of grammars: which of them are an authority or a userinfo, their headers say.
func TestRedact(t *testing.T) {
	testkit.StatesRFC(t)
	const renamed = "; spec: x\n; changes: rfc3987\n; without: iuserinfo iauthority\n; component: userinfo user\n" +
		"; component: authority site\nuser = *( iunreserved / pct-encoded / sub-delims / \":\" )\n" +
		"site = [ user \"@\" ] ihost [ \":\" port ]\nihier-part = \"//\" site ipath-abempty / ipath-absolute / " +
		"ipath-rootless / ipath-empty\nirelative-part = \"//\" site ipath-abempty / ipath-absolute / ipath-noscheme / " +
		"ipath-empty\n"
	const headless = "userinfo = *%x21-7E\nauthority = userinfo\nport = userinfo\n"
	for _, tt := range []struct{ grammar, rule, in, want string }{
		{renamed, "user", "u:p", "u:xxxxx"},
		{renamed, "site", "u:p@h:80", "u:xxxxx@h:80"},
		{renamed, "ihost", "u:p@h:80", "u:p@h:80"},
		{headless, "userinfo", "u:p", "u:xxxxx"},
		{headless, "authority", "u:p@h", "u:xxxxx@h"},
		{headless, "port", "u:p@h", "u:p@h"},
	} {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte(tt.grammar)})
		if err != nil {
			t.Fatal(err)
		}
		r, ok := s.Rule(tt.rule)
		if !ok {
			t.Fatalf("there is no rule %s", tt.rule)
		}
		if got := r.Redact(tt.in); got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", tt.rule, tt.in, got, tt.want)
		}
	}
	if got := (spec.Rule{}).Redact("http://u:p@h/"); got != "http://u:xxxxx@h/" {
		t.Errorf("the zero Rule: got %q", got)
	}
}
