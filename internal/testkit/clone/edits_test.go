package clone

// This file has the edits of the grammars that TestRegenerate makes, and what the command says after them.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A Says is a command line with what it prints and its exit status, after the edit.
type Says struct {
	Args   string
	Status int
	Want   string // a part of the output; what comes after a "!" is not in it
}

// edits are edits as authors of drafts make them, with what the command says after each. All of them go together.
var edits = []struct {
	Name string
	Edit func(t *testing.T, c Tree)
	Says []Says
}{
	{"zone identifiers of RFC 6874", func(t *testing.T, c Tree) {
		for _, file := range []string{"rfc3986", "rfc3987"} {
			c.Edit(t, file, `( IPv6address / IPvFuture  ) "]"`, `( IPv6address / IPv6addrz / IPvFuture ) "]"
ZoneID         = 1*( unreserved / pct-encoded )
IPv6addrz      = IPv6address "%25" ZoneID`)
		}
	}, []Says{{"check http://[fe80::1%25eth0]/", 0, ""}, {"check --grammar-only http://[fe80::1%25]/", 1, "[ZoneID]"},
		{"check --spec rfc3986 --grammar-only http://[fe80::1%25]/", 1, "[ZoneID]"},
		{"to-iri http://[fe80::1%25eth%C3%A9]/", 0, "http://[fe80::1%25eth%C3%A9]/"},
		{"normalize http://[fe80::1%25eth%C3%A9]/", 0, "http://[fe80::1%25eth%C3%A9]/"},
	}},
	{"no percent-encoded NUL", func(t *testing.T, c Tree) {
		for _, file := range []string{"rfc3986", "rfc3987"} {
			c.Edit(t, file, `"%" HEXDIG HEXDIG`, `"%" ( "0" ( %x31-39 / "A" / "B" / "C" / "D" / "E" / "F" ) / nonzero HEXDIG )
nonzero        = %x31-39 / "A" / "B" / "C" / "D" / "E" / "F"`)
		}
	}, []Says{
		{"check --grammar-only http://e/%00", 1, "pct-encoded"},
		{"check --grammar-only http://e/%00", 1, "!one hexadecimal digit"},
		{"check --grammar-only http://e/%00", 1, "!%2500"}, {"check --grammar-only http://e/%0A", 0, ""},
	}},
	{"a bar in the query", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3987", `*( ipchar / iprivate / "/" / "?" )`, `*( ipchar / iprivate / "/" / "?" / "|" )`)
	}, []Says{{"check --grammar-only http://e/?a|b", 0, ""}, {"to-uri http://e/?a|b", 0, "http://e/?a%7Cb"}}},
	{"a port of one to five digits", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3986", "= *DIGIT", "= 1*5DIGIT")
		c.Edit(t, "rfc3987", "= *DIGIT", "= 1*5DIGIT")
	}, []Says{
		{"check --grammar-only http://e:123456/", 1, "[port]"},
		{"check --grammar-only http://e:123456/", 1, "!not a digit"},
		{"check --grammar-only http://e:/", 1, "[port]"}, {"explain port", 0, "!may be empty"},
		{"grammar diff grammar/published/rfc3986.abnf rfc3986 --rule port", 1, "000000"},
		{"grammar diff grammar/published/rfc3986.abnf rfc3986 --rule port", 1,
			"only grammar/published/rfc3986.abnf: \n"},
	}},
	{"names before addresses", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3987", "= IP-literal / IPv4address / ireg-name", "= ireg-name / IPv4address / IP-literal")
	}, []Says{
		{"parse http://1.2.3.4/", 0, "ireg-name"},
		{"check --grammar-only --format json http://1.2.3.4/", 0, `"hostKind":"ireg-name"`},
	}},
	{"a rule with another name", func(t *testing.T, c Tree) {
		for _, file := range []string{"rfc3987", "leiri"} {
			c.Edit(t, file, "iquery", "iquery-part")
		}
	}, []Says{
		{"check --grammar-only http://e/?[", 1, "[iquery-part]"},
		{"explain iquery-part", 0, "How to fix it"},
		{"explain iquery", 0, "!How to fix it"},
	}},
	{"components with other names", func(t *testing.T, c Tree) {
		for _, file := range []string{"rfc3987", "rfc3987bis"} {
			c.Edit(t, file, "ipath-abempty", "ipath-after")
			c.Edit(t, file, "iuserinfo", "iuser")
		}
		for _, file := range []string{"rfc3987", "leiri"} {
			c.Edit(t, file, ` scheme ":"`, ` ischeme ":"`)
		}
		c.Edit(t, "rfc3987", "; component: scheme scheme", "; component: scheme ischeme")
		c.Edit(t, "rfc3987", "\nscheme ", "\nischeme ")
	}, []Says{
		{"check --grammar-only http://e/<", 1, "[ipath-after]"},
		{"check --grammar-only http://a<@e/", 1, "[iuser]"},
		{"check --grammar-only 1a://e/", 1, "[ischeme]"},
		{"check --grammar-only --spec rfc3987bis http://e/<", 1, "[ipath-after]"},
		{"explain ischeme", 0, "How to fix it"},
		{"explain scheme", 0, "RFC 3986 §3.1"},
	}},
	{"a rule in two, and one inlined", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3987", "= *( iunreserved / pct-encoded / sub-delims )\n",
			"= *ireg-char\nireg-char = iunreserved / pct-encoded / sub-delims\n")
		const future = `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
		c.Edit(t, "rfc3987", "IPvFuture      = "+future+"\n", "")
		c.Edit(t, "rfc3987", "; component: IPvFuture IPvFuture\n", "")
		c.Edit(t, "rfc3987", "/ IPvFuture ", "/ "+future+" ")
	}, []Says{
		{"check --grammar-only http://a<b/", 1, "[ireg-name]"},
		{"check --grammar-only http://[v1.a]/", 0, ""},
		{"check --grammar-only http://[v1.]/", 1, "[IP-literal]"},
		{"explain IPvFuture", 0, "RFC 3986 §3.2.2"},
	}},
	{"characters taken away", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3987", `"_" / "~" / ucschar`, `"_" / ucschar`)
		c.Edit(t, "rfc3987", "%xA0-D7FF /", "%xC0-D7FF /")
		c.Edit(t, "rfc3987", `"&" / "'" /`, `"&" /`)
	}, []Says{
		{"check --grammar-only http://e/~", 1, "[ipath-"},
		{"check --grammar-only http://e/'", 1, "[ipath-"},
		{"normalize http://e/%7e%C2%A9%C3%A9", 0, "http://e/%7E%C2%A9é"},
		{"to-iri http://e/%7e%C2%A9%C3%A9", 0, "http://e/%7E%C2%A9é"},
	}},
	{"groups of six digits in addresses", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3987", "1*4HEXDIG", "1*6HEXDIG")
	}, []Says{
		{"check --grammar-only http://[::12345]/", 0, ""},
		{"check --grammar-only http://[::1234567]/", 1, "IPv6address"},
		{"explain IPv6address", 0, "!one to four hex digits"},
	}},
	{"a kind of host of its own", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3987", "ihost          =", "local-name     = \"_\" 1*ALPHA \"_\"\nihost          = local-name /")
	}, []Says{{"parse http://_a_/", 0, "local-name"}, {"parse http://_a_b/", 0, "ireg-name"}}},
	{"a new rule in the fragment", func(t *testing.T, c Tree) {
		c.Edit(t, "rfc3987", `*( ipchar / "/" / "?" )
`, `*( ipchar / "/" / "?" / ifrag-group )
ifrag-group    = "{" 1*DIGIT "}"
`)
	}, []Says{
		{"check --grammar-only http://e/#{12}", 0, ""},
		{"check --grammar-only http://e/#{x}", 1, "[ifrag-group]"},
	}},
	{"percent-encoding in hosts of the draft", func(t *testing.T, c Tree) { // CONTRIBUTING.md walks through it
		c.Edit(t, "rfc3987bis", "= *( iunreserved / sub-delims )", "= *( iunreserved / pct-form / sub-delims )")
	}, []Says{
		{"check --grammar-only --spec rfc3987bis http://%41.example/", 0, ""},
		{"check --grammar-only --spec rfc3987bis http://%4.example/", 1, ""},
	}},
	{"a spec that imports rules", func(t *testing.T, c Tree) {
		c.Write(t, "links", `; spec: links
; title: Links
; import: rfc3986 (URI-reference)
; top: link

; section: Links §1

link = "<" URI-reference ">"
`)
	}, []Says{{"check --grammar-only --spec links <a>", 0, ""}, {"check --grammar-only --spec links a", 1, "[link]"}}},
	{"a draft, by grammar update", func(t *testing.T, c Tree) {
		write(t, filepath.Join(c.Dir, "draft.txt"), "Internet-Draft  draft-x-iri-3987ter-00\n\n2.2.  ABNF\n\n   "+
			"ireg-name      = 1*( iunreserved / sub-delims )\n")
		c.Must(t, "go", "build", "-o", "bin/iri", "./cmd/iri")
		c.Must(t, "bin/iri", "grammar", "update", "draft.txt", "--of", "rfc3987", "--output", "grammar/draft-x-iri-3987ter.abnf")
		if err := os.Remove(filepath.Join(c.Dir, "draft.txt")); err != nil {
			t.Fatal(err)
		}
	}, []Says{{"check --grammar-only --spec draft-x-iri-3987ter http:///", 1, "[ireg-name]"}}},
	{"a spec that changes another", func(t *testing.T, c Tree) {
		c.Write(t, "tag", `; What RFC 4151 makes of a tag, on the grammar of RFC 3986.
;
; spec: tag
; title: RFC 4151
; changes: rfc3986
; top: tagURI

; section: RFC 4151 §2.1

tagURI = "tag:" taggingEntity ":" specific [ "#" fragment ]
taggingEntity = authorityName "," date
authorityName = DNSname / emailAddress
date = year ["-" month ["-" day]]
year = 4DIGIT
month = 2DIGIT
day = 2DIGIT
DNSname = DNScomp *( "." DNScomp )
DNScomp = alphaNum *( *"-" alphaNum )
emailAddress = 1*(alphaNum / "-" / "." / "_") "@" DNSname
alphaNum = DIGIT / ALPHA
specific = *( pchar / "/" / "?" )
`)
	}, []Says{
		{"parse --spec tag tag:hp.com,2001:x", 0, "taggingEntity"},
		{"check --grammar-only --spec tag tag:hp.com,01:x", 1, ""},
		{"check --grammar-only --spec tag --rule URI http://h/", 0, ""}, // inherited
	}},
	// One that does not describe references, and one that has an option that can be empty. They have other names: the
	// library has grammars of these.
	{"other documents", func(t *testing.T, c Tree) {
		for _, name := range []string{"6570", "8141"} {
			src, err := os.ReadFile(filepath.Join(c.Dir, "testdata", "specs", "rfc"+name+".abnf"))
			if err != nil {
				t.Fatal(err)
			}
			c.Write(t, "own"+name, strings.Replace(string(src), "; spec: rfc", "; spec: own", 1))
		}
	}, nil},
}
