package iri_test

import (
	"testing"

	"github.com/rfc3987/iri"
)

func TestCoverage(t *testing.T) {
	var c iri.Coverage
	for _, s := range []string{"http://a/b", "http://u@[::1]:80/?q", "http://1.2.3.4", "x y", "\xff"} {
		want := s[0] == 'h'
		if got := c.Add(iri.RFC3987.Top(), s); got != want {
			t.Errorf("Add(%q): got %v, want %v", s, got, want)
		}
	}
	if matched, refused := c.Inputs(); matched != 3 || refused != 2 {
		t.Errorf("got %d matched and %d refused, want 3 and 2", matched, refused)
	}
	want := map[string]int{
		"IRI": 3, "iuserinfo": 1, "iquery": 1, "ifragment": 0, "ipath": -1,
		"ihost / IP-literal": 1, "ihost / IPv4address": 1, "ihost / ireg-name": 1,
		`IRI / ["?" iquery]`: 1, `IRI / no ["?" iquery]`: 2, `ihier-part / ipath-empty`: 0,
		"IPv6address / [*4(h16 \":\") h16] \"::\" ls32": 0, `IPv6address / [*5(h16 ":") h16] "::" h16`: 1,
	}
	got := map[string]int{}
	for _, r := range c.Rules() {
		got[r.Rule.Name()] = r.Inputs
		for _, a := range r.Alternatives {
			got[r.Rule.Name()+" / "+a.ABNF] = a.Inputs
		}
	}
	for k, w := range want {
		g, ok := got[k]
		if !ok {
			g = -1
		}
		if g != w {
			t.Errorf("%s: got %d, want %d", k, g, w)
		}
	}
	n := len(c.Rules())
	c.Reset()
	if matched, refused := c.Inputs(); matched != 0 || refused != 0 || len(c.Rules()) != n {
		t.Errorf("after Reset: got %d matched, %d refused, %d rules, want 0, 0, %d", matched, refused, len(c.Rules()), n)
	}
	for _, r := range c.Rules() {
		if r.Inputs != 0 {
			t.Errorf("after Reset: %s has %d inputs", r.Rule, r.Inputs)
		}
	}
	if c.Add(iri.RFC3987.Top(), "a:b"); c.Rules()[0].Inputs != 1 {
		t.Errorf("after Reset and Add: got %d, want 1", c.Rules()[0].Inputs)
	}
}
