package diagnose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestHints has for each hint the shortest string that gets it, with the finding that has it and its fix.
func TestHints(t *testing.T) {
	testkit.StatesRFC(t) // some are said only of a whole spec as published
	for _, tt := range []struct{ hint, in, want string }{
		{"after-scheme", "http//example.org/", "scheme [0,0)"},
		{"at", "http://a@b@c/", "ireg-name [10,11)"},
		{"at-late", "http://user:p/w@example.org/", "port [12,13)"},
		{"backslash-authority", "http://u\\v@h/", "iuserinfo [8,9)"},
		{"backslash-quote", "http://e/\\\"", "ipath-abempty [9,11)"},
		{"backslash-write", "http://e\\a/", "ireg-name [8,9)"},
		{"blank-node", "_:b0", "scheme [0,1)"},
		{"braces", "http://e/#{\"a\":[1]}", "ifragment [10,12) \"%7B%22\" for [10,12)"},
		{"brackets", "http://e/a[1]", "ipath-abempty [10,11) \"%5B\" for [10,11)"},
		{"brackets-host", "http://]/", "ireg-name [7,8) \"%5D\" for [7,8)"},
		{"byte-order-mark", "\ufeffhttp://e/", "scheme [0,3)"},
		{"colon-space", "about: blank", "ipath-rootless [6,7)"},
		{"delimiters", "http://e/a\"b\"", "ipath-abempty [10,11) \"%22\" for [10,11)"},
		{"did-authority", "at://did:plc:abc/app.bsky.feed.post/3", "ireg-name [8,9)"},
		{"doi", "DOI 10.1000/182", "scheme [0,0)"},
		{"drive-bar", "file:///C|/x", "ipath-abempty [9,10)"},
		{"empty", "", "scheme [0,0)"},
		{"first-away", "https:// https://example.org/", "ireg-name [8,9)"},
		{"fragment", "a:b#c#d", "ifragment [5,6) \"%23\" for [5,6)"},
		{"geo", "geo:48.2010, 16.3695", "ipath-rootless [12,13)"},
		{"git-path", "ssh://host:22:path", "port [14,18)"},
		{"hex-escape", "http://e/\\xc3\\xa9", "ipath-abempty [9,10)"},
		{"host-colon", "http://h:80:80/", "ireg-name [8,9)"},
		{"host-or-relative", "example.org", "scheme [0,0)"},
		{"host-port", "192.168.0.1:80/", "scheme [0,1)"},
		{"host-space", "http://exa mple.org/a b", "ireg-name [10,11)"},
		{"ipv4-brackets", "http://[1.2.3.4]/", "IPv6address [9,10)"},
		{"ipv6", "http://[::g]/", "IPv6address [10,11)"},
		{"ipv6-between", "http://[/", "IP-literal [8,8)"},
		{"ipv6-brackets", "http://::1/", "ireg-name [7,10) \"[::1]\" for [7,10)"},
		{"ipv6-colon", "http://a:b:80/", "ireg-name [8,9)"},
		{"ipv6-eight", "http://[1:2:3]/", "IPv6address [13,14)"},
		{"ipv6-first", "http://[:1::]/", "IPv6address [9,10)"},
		{"ipv6-group", "http://[12345::]/", "IPv6address [12,13)"},
		{"ipv6-ipv4", "http://[::1.2.3]/", "IPv6address [15,16)"},
		{"ipv6-most", "http://[1:2:3:4:5:6:7:8:9]/", "IPv6address [23,24)"},
		{"ipv6-once", "http://[::1::2]/", "IPv6address [12,13)"},
		{"ipvfuture", "http://[v1]/", "IPvFuture [10,11)"},
		{"ipvfuture-between", "http://[v1.a/", "IP-literal [12,12)"},
		{"javascript-escape", "http://e/%u00e9", "pct-encoded [9,10)"},
		{"json-escape", "http://e/\\ud83d\\ude00", "ipath-abempty [9,10)"},
		{"line-end", "http://e/a\nb", "ipath-abempty [10,11)"},
		{"literal-empty", "http://[]/", "IPv6address [8,9)"},
		{"literal-or-name", "http://[::1]a/", "iauthority [12,13)"},
		{"lost", "http://e/\ufffd", "ipath-abempty [9,12)"},
		{"mailto-list", "mailto:<a@example.org>", "ipath-rootless [7,8)"},
		{"message-id", "mid:<1@x>", "ipath-rootless [4,5)"},
		{"name-brackets", "http://[example.org]/", "IPv6address [9,10)"},
		{"network-path", "//example.org/a b", "scheme [0,0)"},
		{"one-pair", "http://[::1]]/", "iauthority [12,13)"},
		{"outer-space", "  ", "ipath-rootless [0,2)"},
		{"percent", "http://e/%", "pct-encoded [9,10) \"%25\" for [9,10)"},
		{"port", "http://\u4f8b\u3048.\u30c6\u30b9\u30c8:8a/", "port [25,26)"},
		{"port-ascii", "http://example.org:\uff18\uff10/", "port [19,25)"},
		{"port-away", "http://example.org:%38/", "port [19,20)"},
		{"port-colon", "http://[::1]80/", "iauthority [12,14)"},
		{"port-sign", "http://example.org:-1/", "port [19,20)"},
		{"private-use", "http://e/\ue000", "iprivate [9,12) \"%EE%80%80\" for [9,12)"},
		{"relative", "a b", "scheme [0,0)"},
		{"scheme", "\u00e9a:b", "scheme [0,2)"},
		{"scheme-letter", "1a:b", "scheme [0,1)"},
		{"scheme-space", " http://e/", "scheme [0,1) \"\" for [0,1)"},
		{"scheme-underscore", "ht_tp://example.org/", "scheme [2,3)"},
		{"scp", "user@host.example:~/x", "scheme [4,5)"},
		{"space", "a b", "ipath-rootless [1,2) \"%20\" for [1,2)"},
		{"surrogate", "http://e/\xed\xa0\x80", "utf-8 [9,12)"},
		{"tab", "http://e/a\tb", "ipath-abempty [10,11) \"%09\" for [10,11)"},
		{"tag-query", "http://e/\U000e0041", "ipath-abempty [9,13) \"%F3%A0%81%81\" for [9,13)"},
		{"tel", "tel: 030 123", "ipath-rootless [4,5)"},
		{"tel-digits", "tel:0800-CALL NOW", "ipath-rootless [13,14)"},
		{"template", "{id}", "ipath-rootless [0,1)"},
		{"turtle", "@prefix ex: <http://e/> .", "scheme [0,1)"},
		{"two-iris", "urn:a:b\turn:c:d", "ipath-rootless [7,8)"},
		{"unwrap", "<http://example.org/>", "scheme [0,1)"},
		{"userinfo-space", "http://a b@example.org/", "iuserinfo [8,9)"},
		{"uuid-braces", "urn:uuid:{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "ipath-rootless [9,10)"},
		{"white-space", "  ", "scheme [0,0)"},
		{"windows-path", "\\\\?\\C:\\x", "scheme [0,0)"},
		{"write", "http://::1]/", "ireg-name [7,11) \"[\" for [7,7)"},
		{"write-scheme", ":", "scheme [0,0)"},
		{"www", "www.example.org", "scheme [0,0)"},
		{"delimits-end", "a:b>", "ipath-rootless [3,4)"},
		{"ipv6-zone", "a://::%1", "ireg-name [4,8)"},
		{"literal-port", "[::]", "scheme [0,1)"},
		{"cesu", "a:\xed\xa0\x81\xed\xb0\x96", "utf-8 [2,8)"},
		{"host-missing", "a://|", "ireg-name [4,5)"},
		{"zone", "http://[fe80::1%en0]/", "IPv6address [15,16)"},
		{"write", "http://[%3A%3a1]/", "IPv6address [7,16)"},
		{"write", "http://[::1%5D:80/", "IPv6address [7,14)"},
		{"write", "http://%5B::1]/", "ireg-name [7,14) \"[::1]\" for [7,14)"},
		{"ipv6", "http://[a:b%3Ac]/", "IPv6address [11,12)"},
	} {
		rep := Blame(tt.in, spec.RFC3987.Top(), &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}})
		i := slices.IndexFunc(rep.Findings, func(f finding.Finding) bool { return slices.Contains(f.HintReasons(), "hint."+tt.hint) })
		if i < 0 {
			t.Errorf("%s: %q does not get it: %v", tt.hint, tt.in, rep.Findings)
			continue
		}
		f := rep.Findings[i]
		got := fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End)
		if f.Fix != nil {
			got += fmt.Sprintf(" %q for [%d,%d)", f.Fix.Text, f.Fix.Start, f.Fix.End)
		}
		if got != tt.want {
			t.Errorf("%s: %q: got %s, want %s", tt.hint, tt.in, got, tt.want)
		}
	}
}

// TestMeantAsURI has guesses about a whole string that is checked as a URI: they are percent-encoded, and there is none
// where the string itself only has to be.
func TestMeantAsURI(t *testing.T) {
	testkit.StatesRFC(t)
	for in, want := range map[string]string{
		`C:\ä b`: "this looks like a Windows path; as an IRI it is file:///C:/%C3%A4%20b",
		`C:/ä`:   "a URI has only ASCII characters",
	} {
		f := Blame(in, spec.RFC3986.Top(), &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}).Findings[0]
		if got := f.HintText(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got the hint %q, want %q", in, got, want)
		}
	}
}

// TestNoHint has strings of which nobody knows what was meant.
func TestNoHint(t *testing.T) {
	for _, in := range []string{"http://e/a|b", "http://e/a|b|c", "foo://a^b/", "http://e/a^b", "http://e/?`",
		"a:b|c", "a:" + strings.Repeat("b", maxWhole) + "|c:d"} {
		if testkit.Edited(in) { // a spec may allow it
			continue
		}
		for _, f := range Blame(in, spec.RFC3987.Top(), &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}).Findings {
			if f.HintText() != "" {
				t.Errorf("%q: got the hint %s", in, f.HintText())
			}
		}
	}
}

// TestGuesses has the fixes of what was probably meant, where a run has more than that. What
// is left of the run gets its own fix when the result is checked again.
func TestGuesses(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a line end", "http://e/a\nb", "http://e/ab"},
		{"first in its run", "http://e/\n^b", "http://e/^b"},
		{"last", "http://e/^\n", "http://e/^"},
		{"between others", "http://e/^\r\n`", "http://e/^`"},
		{"between spaces", "http://e/a^ \n\t^b", "http://e/a^^b"},
		{"several", "http://e/a^\n^\r^b", "http://e/a^^^b"},
		{"encoded colons", "http://[%3A%3a1]:80/", "http://[::1]:80/"},
		{"a byte order mark", "\uFEFFhttp://e/a", "http://e/a"},
		{"what shows nothing at both ends", "\u202A\u200Bhttp://e/a\u202C", "http://e/a"},
		{"a wide space", "\u00A0urn:a:b", "urn:a:b"},
		{"nor an IRI after it", "\uFEFFa b", ""},
		{"a path of git", "ssh://git@e:a/b", "ssh://git@e/a/b"},
		{"a space before a port", "ssh://git@e: 80/b", ""},
		{"an @ in a name, and a password", "http://me@x.org:pw@h/a", "http://me%40x.org:pw@h/a"},
		{"and digits", "http://a@b:80@d/x", "http://a%40b:80@d/x"},
		{"in a scheme of git", "ssh://git@e:pw@h/b", "ssh://git%40e:pw@h/b"},
		{"two coordinates without a comma", "geo:48.2 16.3;u=35", "geo:48.2,16.3;u=35"},
		{"four numbers", "geo:1 2 3 4", "geo:1%202 3 4"},
		{"the form of RFC 3986 Appendix C", "<URL: http://e/a>", "http://e/a"},
		{"backticks", "`http://e/a`", "http://e/a"},
		{"what else is wrong, too", "http//e.org/<3>", "http://e.org/%3C3%3E"},
		{"but not a template", "http//e.org/{x}", ""},
		{"nor where it has a scheme", "doi:10.1/a<b", "doi:10.1/a%3Cb"},
		{"a path of Windows", `C:\a#b?c%g é`, "file:///C:/a%23b%3Fc%25g%20é"},
	} {
		if testkit.Edited(tt.in) {
			continue
		}
		got := ""
		if f := Blame(tt.in, spec.RFC3987.Top(), &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings, Guess: true}}).Findings[0]; f.Fix != nil {
			got = tt.in[:f.Fix.Start] + f.Fix.Text + tt.in[f.Fix.End:]
		}
		if got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

// TestIncludes checks against the automata which specs are known to include others.
func TestIncludes(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, s := range spec.Specs() {
		for _, other := range spec.Specs() {
			if !s.Includes(other) {
				continue
			}
			p, q := s.Profile(), other.Profile()
			for _, pair := range [][2]spec.Rule{{p.Top, q.Top}, {p.Reference, q.Reference}, {p.Relative, q.Relative},
				{p.Absolute, q.Absolute}} {
				wide, narrow := pair[0].Definition(), pair[1].Definition()
				alphabet := languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{s.Grammar(): {wide},
					other.Grammar(): {narrow}})
				a, b := languages.NewCompiler(alphabet, s.Grammar()).Rule(wide),
					languages.NewCompiler(alphabet, other.Grammar()).Rule(narrow)
				if w, ok := b.Minus(a).Shortest(); ok {
					t.Errorf("%q is %s of %s and not %s of %s", w, pair[1], other.Name(), pair[0], s.Name())
				}
			}
		}
	}
}
