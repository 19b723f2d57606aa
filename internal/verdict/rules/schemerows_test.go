package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// schemeFindings returns a pass that has checked only the rule of the scheme.
func schemeFindings(s string, o *finding.Run, verdict bool) *pass {
	registry()
	ref := component.SplitTrusted(s)
	c := newPass(&ref, spec.RFC3987.Top(), o, nil)
	c.Quoter, c.verdict = component.Quoter{Text: s}, verdict
	c.schemeRule()
	return c
}

// found returns what the rule of its scheme finds in a reference: for each finding the bytes and
// the section of the clause, "warning" if it is one, and the edit that mends it or, after "guess",
// that writes what was probably meant.
func found(s string) string {
	c := schemeFindings(s, &finding.Run{Settings: finding.Settings{Guess: true}}, false)
	var all []string
	for _, f := range c.findings {
		what := fmt.Sprintf("%d-%d %s", f.Start, f.End, f.Section)
		if f.Severity == finding.Warning {
			what += " warning"
		}
		if f.Fix != nil {
			what += map[bool]string{false: " fix ", true: " guess "}[f.Fix.Guessed] +
				finding.Apply(s, []finding.Fix{*f.Fix})
		}
		all = append(all, what)
	}
	return strings.Join(all, "; ")
}

// TestRules has references of each scheme with what its rule finds. The section names the clause;
// the entries of the rules quote it.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"http://h/", ""},
		{"http:///a", "7-7 RFC 9110 §4.2"},
		{"http://", "7-7 RFC 9110 §4.2"},
		{"http:a", "5-5 RFC 9110 §4.2"},
		{"http:/example.org/a", "5-5 RFC 9110 §4.2 guess http://example.org/a"},
		{"HTTP:///example.org", "7-7 RFC 9110 §4.2 guess HTTP://example.org"},
		{"http:example", "5-5 RFC 9110 §4.2"},
		{"https://:443/", "8-8 RFC 9110 §4.2"},
		{"http:///1.2.3.4/", "7-7 RFC 9110 §4.2"},
		{"http:///a_b.org/", "7-7 RFC 9110 §4.2"},
		{"http:///.org/", "7-7 RFC 9110 §4.2"},
		{"http://h:65535/", ""},
		{"http://h:65536/", "9-14 RFC 6335 §6 warning"},
		{"http://h:99999/", "9-14 RFC 6335 §6 warning"},
		{"http://h:065535/", ""},
		{"http://h:0065536/", "9-16 RFC 6335 §6 warning"},
		{"http://h:100000/", "9-15 RFC 6335 §6 warning"},
		{"http://h:000001/", ""},
		{"http://[::1]:70000/", "13-18 RFC 6335 §6 warning"},
		{"https://h:8080/", ""},
		{"//h:99999/", ""},
		{"ws://h/chat", ""},
		{"ws://h#", "6-7 RFC 6455 §3"},
		{"ws://h/#f", "7-9 RFC 6455 §3"},
		{"wss://u@h/", "6-7 RFC 6455 §3"},
		{"wss://@h/", "6-6 RFC 6455 §3"},
		{"wss:///chat", "6-6 RFC 6455 §3"},
		{"ws://h:65536", "7-12 RFC 6335 §6 warning"},
		{"WS://u:p@h:99999/#f", "5-8 RFC 6455 §3; 17-19 RFC 6455 §3; 11-16 RFC 6335 §6 warning"},
		{"ftp://h/a", ""},
		{"ftp:a", "4-4 RFC 1738 §3.2"},
		{"ftp://h/a;type=a", ""},
		{"ftp://h/a;type=D", ""},
		{"ftp://h/a;type=", "15-15 RFC 1738 §3.2.2"},
		{"ftp://h/a;type=x", "15-16 RFC 1738 §3.2.2"},
		{"ftp://h/a;type=ai", "15-17 RFC 1738 §3.2.2"},
		{"ftp://h/;type=x;type=i", ""},
		{"ftp://h/a;t%79p%65=z", "19-20 RFC 1738 §3.2.2"},
		{"ftp://h/a;%74%79%70%65=z", "23-24 RFC 1738 §3.2.2"},
		{"ftp://h/a;type=%69", ""},
		{"ftp://h/a;type=%7A", "15-18 RFC 1738 §3.2.2"},
		{"ftp://h/a;type%3Dz", ""},
		{"ftp://h/a;type=z;x;y=1", "15-22 RFC 1738 §3.2.2"},
		{"ftp://h:65536/", "8-13 RFC 6335 §6 warning"},
		{"file:///a", ""},
		{"file:/a", ""},
		{"file:", "5-5 RFC 8089 §2"},
		{"file://", "7-7 RFC 8089 §2"},
		{"file://h", "8-8 RFC 8089 §2"},
		{"file:a", "5-5 RFC 8089 §2"},
		{"file:c:/a", "5-5 RFC 8089 §2 guess file:///c:/a"},
		{"file:c:", "5-5 RFC 8089 §2"},
		{"file:c:a", "5-5 RFC 8089 §2"},
		{"file:1:/a", "5-5 RFC 8089 §2"},
		{"file://C:/a", "8-9 RFC 8089 §2"},
		{"file://CD:/a", "9-10 RFC 8089 §2"},
		{"file://h:/a", "8-9 RFC 8089 §2"},
		{"file:////h/a", "7-9 RFC 8089 §2"},
		{"file://u@h/a", "7-8 RFC 8089 §2"},
		{"file:///a?", "9-10 RFC 8089 §2"},
		{"file:///a?b", "9-11 RFC 8089 §2"},
		{"file:///a#b", ""},
		{"mailto:", ""},
		{"mailto:a@b", ""},
		{"mailto://a@b", "7-12 RFC 6068 §2"},
		{"mailto:a", "7-8 RFC 6068 §2"},
		{"mailto:@b", "7-9 RFC 6068 §2"},
		{"mailto:a@", "7-9 RFC 6068 §2"},
		{"mailto:a.b@c.d", ""},
		{"mailto:a..b@c", "7-13 RFC 6068 §2"},
		{"mailto:.a@b", "7-11 RFC 6068 §2"},
		{"mailto:a.@b", "7-11 RFC 6068 §2"},
		{"mailto:a@b..c", "7-13 RFC 6068 §2"},
		{"mailto:a@b,", "11-11 RFC 6068 §2"},
		{"mailto:,a@b", "7-7 RFC 6068 §2"},
		{"mailto:a@b,,c@d", "11-11 RFC 6068 §2"},
		{"mailto:a@b,c", "11-12 RFC 6068 §2"},
		{"mailto:a@b;c@d", "7-14 RFC 6068 §2 guess mailto:a@b,c@d"},
		{"mailto:a;b@c", "7-12 RFC 6068 §2"},
		{"mailto:a/b@c", "7-12 RFC 6068 §2"},
		{"mailto:a&b@c", "7-12 RFC 6068 §2"},
		{"mailto:a=b@c", "7-12 RFC 6068 §2"},
		{"mailto:a@b&subject=c", "7-20 RFC 6068 §2 guess mailto:a@b?subject=c"},
		{"mailto:a@b&subject=c?body=d", "7-20 RFC 6068 §2"},
		{"mailto:&a=b@c", "7-13 RFC 6068 §2"},
		{"mailto:%22a%20b%22@c", ""},
		{"mailto:%22a@c", "7-13 RFC 6068 §2"},
		{"mailto:%22a%22c@d", "7-17 RFC 6068 §2"},
		{"mailto:%22a%5C%22b%22@c", ""},
		{"mailto:a@%5B1.2.3.4%5D", ""},
		{"mailto:a@%5B1.2.3.4", "7-19 RFC 6068 §2"},
		{"mailto:a@%5B%5B%5D", "7-18 RFC 6068 §2"},
		{"mailto:Ann%20%3Ca@b%3E", "7-22 RFC 6068 §2"},
		{`mailto:é@é`, ""},
		{"mailto:a(b@c", "7-12 RFC 6068 §2"},
		{"mailto:a@b?", "11-11 RFC 6068 §2"},
		{"mailto:a@b?c", "11-12 RFC 6068 §2"},
		{"mailto:a@b?c=d", ""},
		{"mailto:a@b?c=d=e", "14-15 RFC 6068 §2 fix mailto:a@b?c=d%3De"},
		{"mailto:a@b?c=d/e", "14-15 RFC 6068 §2 fix mailto:a@b?c=d%2Fe"},
		{"mailto:a@b?c=d?e", "14-15 RFC 6068 §2 fix mailto:a@b?c=d%3Fe"},
		{"mailto:a@b?c/=d", "12-13 RFC 6068 §2 fix mailto:a@b?c%2F=d"},
		{"mailto:a@b?c=d&e", "15-16 RFC 6068 §2"},
		{"mailto:a@b?c=%FF", "13-16 RFC 6068 §2"},
		{"mailto:%FF@b", "7-10 RFC 6068 §2"},
		{"mailto:a@b?body=1%0D%0A2", ""},
		{"mailto:a@b?body=1%0A2", "17-20 RFC 6068 §5 guess mailto:a@b?body=1%0D%0A2"},
		{"mailto:a@b?%62o%64y=1%0A2", "21-24 RFC 6068 §5 guess mailto:a@b?%62o%64y=1%0D%0A2"},
		{"mailto:a@b?%62%6F%64%79=%0A", "24-27 RFC 6068 §5 guess mailto:a@b?%62%6F%64%79=%0D%0A"},
		{"mailto:a@b?body=1%0D2", "17-20 RFC 6068 §5 guess mailto:a@b?body=1%0D%0A2"},
		{"mailto:a@b?BODY=%0D%0D%0A", "16-19 RFC 6068 §5 guess mailto:a@b?BODY=%0D%0A%0D%0A"},
		{"mailto:a@b?x=%0A&body=%0A%0D", "22-25 RFC 6068 §5 guess mailto:a@b?x=%0A&body=%0D%0A%0D; 25-28 RFC 6068 §5 " +
			"guess mailto:a@b?x=%0A&body=%0A%0D%0A"},
		{"mailto:a@b?body=%0D", "16-19 RFC 6068 §5 guess mailto:a@b?body=%0D%0A"},
		{"mailto:a@b?subject=%0A", ""},
		{"data:,", ""},
		{"data:", "5-5 RFC 2397 §3"},
		{"data:text/html", "14-14 RFC 2397 §3"},
		{"data:text/plain,a", ""},
		{"data:text,a", "5-9 RFC 2397 §3"},
		{"data:text/,a", "5-10 RFC 2397 §3"},
		{"data:/plain,a", "5-11 RFC 2397 §3"},
		{"data:text/plain/x,a", "5-17 RFC 2397 §3"},
		{"data:;charset=utf-8,a", ""},
		{"data:text/plain;charset=utf-8,a", ""},
		{"data:text/plain;utf8,a", "16-20 RFC 2397 §3 guess data:text/plain;charset=utf-8,a"},
		{"data:text/plain;=a,a", "16-18 RFC 2397 §3"},
		{"data:text/plain;a=,a", "16-18 RFC 2397 §3"},
		{`data:text/plain;a="b",a`, "16-21 RFC 2397 §3"},
		{"data:;base64,", ""},
		{"data:;base64,QQ==", ""},
		{"data:;base64,QQ", "15-15 RFC 2397 §2 guess data:;base64,QQ=="},
		{"data:;base64,QUI=", ""},
		{"data:;base64,QUI", "16-16 RFC 2397 §2 guess data:;base64,QUI="},
		{"data:;base64,QUJD", ""},
		{"data:;base64,Q", "14-14 RFC 2397 §2"},
		{"data:;base64,a_b-", "14-15 RFC 2397 §2; 16-17 RFC 2397 §2"},
		{"data:;base64,a+/b", ""},
		{"data:;base64,QQ=a", "16-17 RFC 2397 §2"},
		{"data:;base64,QQ%3D%3D", ""},
		{"data:;base64,QQ%20==", ""},
		{"data:image/gif;base64,R0lGODdhMAAw", ""},
		{"data:;BASE64,QQ", "15-15 RFC 2397 §2 guess data:;BASE64,QQ=="},
		{"data:base64,QQ", "5-11 RFC 2397 §3"},
		{"data:;base64;a=b,QQ", "6-12 RFC 2397 §3"},
		{"data://a/,b", "5-9 RFC 2397 §3"},
		{"data:,a?b#c", ""},
		{"data:?a,b", "5-7 RFC 2397 §3"},
		{"javascript:alert(1)", ""},
		{"javascript:", ""},
		{"javascript://a", ""},
		{"javascript:a#b", "12-13 RFC 3986 §3.5 warning guess javascript:a%23b"},
		{"javascript:%FF", "11-14 HTML, evaluate a javascript: URL"},
		{"javascript:a%C3%A9", ""},
		{"urn:ab:c", ""},
		{"urn:", "4-4 RFC 8141 §2; 4-4 RFC 8141 §2"},
		{"urn:ab", "6-6 RFC 8141 §2"},
		{"urn:ab:", "7-7 RFC 8141 §2"},
		{"urn::c", "4-4 RFC 8141 §2"},
		{"urn:a:b", "4-5 RFC 8141 §2"},
		{"urn:12:3", ""},
		{"urn:abcdefghijklmnopqrstuvwxyz012345:a", ""},
		{"urn:abcdefghijklmnopqrstuvwxyz0123456:a", "4-37 RFC 8141 §2"},
		{"urn:-ab:c", "4-7 RFC 8141 §2"},
		{"urn:ab-:c", "4-7 RFC 8141 §2"},
		{"urn:a-b:c", ""},
		{"urn:a_b:c", "4-7 RFC 8141 §2"},
		{`urn:aé:c`, "4-7 RFC 8141 §2"},
		{"urn:ab:/c", "7-8 RFC 8141 §2"},
		{"urn:ab:c/d", ""},
		{"urn://ab/c", "4-8 RFC 8141 §2"},
		{"urn:ab:c?", "8-9 RFC 8141 §2"},
		{"urn:ab:c?d", "8-10 RFC 8141 §2"},
		{"urn:ab:c?+d", ""},
		{"urn:ab:c?+", "10-10 RFC 8141 §2"},
		{"urn:ab:c?+/d", "10-11 RFC 8141 §2"},
		{"urn:ab:c??", "8-10 RFC 8141 §2"},
		{"urn:ab:c?+?", "10-11 RFC 8141 §2"},
		{"urn:ab:c?=d", ""},
		{"urn:ab:c?=", "10-10 RFC 8141 §2"},
		{"urn:ab:c?=/d", "10-11 RFC 8141 §2"},
		{"urn:ab:c?+d?=e", ""},
		{"urn:ab:c?+d?=", "13-13 RFC 8141 §2"},
		{"urn:ab:c?+d?=?", "13-14 RFC 8141 §2"},
		{"urn:ab:c?+?=e", "10-10 RFC 8141 §2"},
		{"urn:ab:c#d", ""},
		{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", ""},
		{"urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", ""},
		{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf", "9-44 RFC 9562 §4"},
		{"urn:uuid:f81d4fae07dec-11d0-a765-00a0c91e6bf6", "9-45 RFC 9562 §4"},
		{"urn:uuid:f81d4fae-7decx11d0-a765-00a0c91e6bf6", "9-45 RFC 9562 §4"},
		{"urn:uuid:f81d4fae-7dec-11d00a765-00a0c91e6bf6", "9-45 RFC 9562 §4"},
		{"urn:uuid:f81d4fae-7dec-11d0-a765000a0c91e6bf6", "9-45 RFC 9562 §4"},
		{"urn:uuid:g81d4fae-7dec-11d0-a765-00a0c91e6bf6", "9-45 RFC 9562 §4"},
		{"urn:uuid:", "9-9 RFC 8141 §2"},
		{"urn:isbn:0-395-36341-1", ""},
		{"urn:isbn:0-395-36341-2", "9-22 RFC 8254"},
		{"urn:isbn:0395363411", ""},
		{"urn:isbn:080442957X", ""},
		{"urn:isbn:080442957x", ""},
		{"urn:isbn:08044295X7", "9-19 RFC 8254"},
		{"urn:isbn:9783161484100", ""},
		{"urn:isbn:978-3-16-148410-0", ""},
		{"urn:isbn:9783161484101", "9-22 RFC 8254"},
		{"urn:isbn:97831614841000", "9-23 RFC 8254"},
		{"urn:isbn:978316148X100", "9-22 RFC 8254"},
		{"urn:isbn:978316148410", "9-21 RFC 8254"},
		{"urn:isbn:--0395363411", "9-21 RFC 8254"},
		{"urn:isbn:0--395363411", "9-21 RFC 8254"},
		{"urn:isbn:0395363411-", "9-20 RFC 8254"},
		{"urn:isbn:a", "9-10 RFC 8254"},
		{"urn:ISBN:a", "9-10 RFC 8254"},
		{"urn:isbn:", "9-9 RFC 8141 §2"},
		{"tag:e.org,2024:a", ""},
		{"tag:e.org,2024:", ""},
		{"tag:e.org:a", "9-9 RFC 4151 §2.1"},
		{"tag:e.org", "9-9 RFC 4151 §2.1"},
		{"tag::a", "4-4 RFC 4151 §2.1"},
		{"tag:e.org,2024", "14-14 RFC 4151 §2.1"},
		{"tag:e.org:a,b", "9-9 RFC 4151 §2.1"},
		{"tag:a@e.org,2024-05:a", ""},
		{"tag:@e.org,2024:a", "4-10 RFC 4151 §2.1"},
		{"tag:a+b@e.org,2024:a", "4-13 RFC 4151 §2.1"},
		{"tag:a.-_1@e.org,2024:a", ""},
		{"tag:-e,2024:a", "4-6 RFC 4151 §2.1"},
		{"tag:,2024:a", "4-4 RFC 4151 §2.1"},
		{"tag:e,24:a", "6-8 RFC 4151 §2.1"},
		{"tag:e,20240:a", "6-11 RFC 4151 §2.1"},
		{"tag:e,202a:a", "6-10 RFC 4151 §2.1"},
		{"tag:e,2024-00:a", "6-13 RFC 4151 §2.1"},
		{"tag:e,2024-01:a", ""},
		{"tag:e,2024-12:a", ""},
		{"tag:e,2024-13:a", "6-13 RFC 4151 §2.1"},
		{"tag:e,2024_12:a", "6-13 RFC 4151 §2.1"},
		{"tag:e,2024-02-29:a", ""},
		{"tag:e,2023-02-29:a", "6-16 RFC 4151 §2.1"},
		{"tag:e,2000-02-29:a", ""},
		{"tag:e,1900-02-29:a", "6-16 RFC 4151 §2.1"},
		{"tag:e,2024-02-30:a", "6-16 RFC 4151 §2.1"},
		{"tag:e,2024-01-31:a", ""},
		{"tag:e,2024-04-31:a", "6-16 RFC 4151 §2.1"},
		{"tag:e,2024-12-31:a", ""},
		{"tag:e,2024-12-00:a", "6-16 RFC 4151 §2.1"},
		{"tag:e,2024-12-01:a", ""},
		{"tag:e,2024-12_01:a", "6-16 RFC 4151 §2.1"},
		{"tag:e,2024x12-01:a", "6-16 RFC 4151 §2.1"},
		{"tag:e,2024-12-0a:a", "6-16 RFC 4151 §2.1"},
		{"tag://e,2024/a", "4-12 RFC 4151 §2.1"},
		{"did:a:b", ""},
		{"did:", "4-4 DID Core §3.1; 4-4 DID Core §3.1"},
		{"did:a", "5-5 DID Core §3.1"},
		{"did::b", "4-4 DID Core §3.1"},
		{"did:a:", "6-6 DID Core §3.1"},
		{"did:a:b:", "8-8 DID Core §3.1"},
		{"did:a::b", ""},
		{"did:A:b", "4-5 DID Core §3.1"},
		{"did:a1:b", ""},
		{"did:az09:b", ""},
		{"did:a-b:c", "4-7 DID Core §3.1"},
		{"did:a:b@c", "7-8 DID Core §3.1 fix did:a:b%40c"},
		{"did:a:b!c~d", "7-8 DID Core §3.1 fix did:a:b%21c~d; 9-10 DID Core §3.1 fix did:a:b!c%7Ed"},
		{"did:a:.-_%41", ""},
		{`did:a:é`, ""},
		{"did:a:b/c@d", ""},
		{"did:a:b:/c", "8-8 DID Core §3.1"},
		{"did:a:b?c@d#e", ""},
		{"did://a/b", "4-7 DID Core §3.1"},
		{"unknown://h:99999/", ""},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		if got := found(tt.in); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.in, got, tt.want)
		}
		want := 0
		for what := range strings.SplitSeq(tt.want, "; ") {
			if what != "" && !strings.Contains(what, " warning") {
				want++
			}
		}
		if c := schemeFindings(tt.in, new(finding.Run), true); c.errors != want {
			t.Errorf("%s: %d errors, want %d", tt.in, c.errors, want)
		}
	}
}

// TestOff checks that a rule that is off finds nothing, and that a guess is made only if it is
// asked for.
func TestOff(t *testing.T) {
	settings := new(finding.Run)
	settings.Set(&ruleHTTP.ProseRule, finding.Off)
	for _, tt := range []struct {
		name     string
		settings *finding.Run
		want     int
	}{{"on", new(finding.Run), 1}, {"off", settings, 0}} {
		c := schemeFindings("http:/example.org/a", tt.settings, false)
		if len(c.findings) != tt.want || len(c.findings) > 0 && c.findings[0].Fix != nil {
			t.Errorf("%s: got %+v", tt.name, c.findings)
		}
	}
}
