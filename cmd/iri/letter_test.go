package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestToTheLetter has a row for each demand of the documents that was settled in words, with
// its clause. In want, "…" stands for any text; it is compared with standard output, and with
// standard error after a "!".
func TestToTheLetter(t *testing.T) {
	const (
		kept = "RFC 3987 §3.2 step 4: \"Re-percent-encode all octets produced in step 3 that in UTF-8 represent " +
			"characters that are not appropriate according to sections 2.2, 4.1, and 6.1.\""
		look = "RFC 3987 §6.1 b: \"The UCS contains many areas of characters for which there are strong visual " +
			"look-alikes.\" and their list"
		bidi  = "RFC 3987 §4.2: \"A component SHOULD NOT use both right-to-left and left-to-right characters.\""
		whole = "RFC 3987 §4.2: \"Please note that the whole component has to be mapped\""
		nfc   = "RFC 3987 §3.1 1b, §5.3.2.2: \"transcoder using NFC MUST be used for interoperability\""
		char  = "RFC 3987 §6.3: \"If a document as a whole has a native character encoding and that character " +
			"encoding is not UTF-8, then IRIs MUST NOT be placed into the document in the UTF-8 character encoding.\""
		sch = "RFC 3986 §3.2.3, §6.2.3; RFC 3987 §5.3.3: \"normalizers should omit the \":\" delimiter that " +
			"separates host from port if the port component is empty\""
	)
	rows := []struct {
		clause string
		args   []string
		in     string
		want   string
		exit   int
	}{
		{kept, a("to-iri", "http://bank.com%EF%BC%8Fx.evil.org/", "http://e%E2%81%84x/"), "",
			"http://bank.com%EF%BC%8Fx.evil.org/\nhttp://e%E2%81%84x/\n", 0},
		{kept, a("to-iri", "http://e/%E3%80%80%E2%80%A8%E2%80%8B%E2%81%A6"), "",
			"http://e/%E3%80%80%E2%80%A8%E2%80%8B%E2%81%A6\n", 0},
		{kept, a("fix", "--lint", "--fix", "pct-unreserved", "http://e/%E2%80%8B%41"), "", "http://e/%E2%80%8BA\n", 0},
		{kept, a("normalize", "http://e/%E2%80%8B", "http://e/\u200b", "http://e/?%EE%80%80"), "",
			"http://e/%E2%80%8B\nhttp://e/%E2%80%8B\nhttp://e/?%EE%80%80\n", 0},
		{kept, a("compare", "http://e/%E3%80%80", "http://e/\u3000"), "", "equal on rung percent\n", 0},

		{whole, a("to-iri", "http://e/%D7%90a/%C3%A9", "x:?%D7%901&x=%C3%A9", "x:#%D0%B0pple"), "",
			"http://e/%D7%90a/é\nx:?%D7%901&x=%C3%A9\nx:#%D0%B0pple\n", 0},
		{whole, a("normalize", "http://e/אa-ב/%C3%A9", "http://e/%D7%90a-%D7%91/é"), "",
			"http://e/%D7%90a-%D7%91/é\nhttp://e/%D7%90a-%D7%91/é\n", 0},
		{whole, a("compare", "http://e/אa", "http://e/%d7%90a"), "", "equal on rung percent\n", 0},
		{whole, a("fix", "--lint", "--fix", "pct-unreserved", "http://e/%D7%90a%41/%C3%A9"), "",
			"http://e/%D7%90aA/é\n", 0},
		{whole, a("to-iri", "http://e/%D7%92%D7%93%D7%94-2024", "http://%D7%90.e/"), "",
			"http://e/גדה-2024\nhttp://א.e/\n", 0},
		{"RFC 3987 §5.3.2.2: \"To avoid false negatives and problems with transcoding, IRIs SHOULD be created by " +
			"using NFC.\"", a("to-iri", "http://e/re%CC%81sume%CC%81/r%C3%A9"), "", "http://e/re%CC%81sume%CC%81/ré\n",
			0},
		{"RFC 3987 §6.1: \"limitations on characters and character sequences\"", a("check", "http://%D7%90a.e/"), "",
			"…warning[bidi-mixed]…", 0},

		{look, a("check", "http://e/\u200b\u2060\u00ad"), "", "warning[invisible]…", 0},
		{look, a("check", "http://e/\ufeff"), "", "warning[invisible]…", 0},
		{look, a("check", "http://e/\u2028"), "", "warning[invisible]…", 0},
		{look, a("check", "http://e/\u00a0"), "", "warning[space-like]…", 0},
		{look, a("check", "http://e/\u2003"), "", "warning[space-like]…", 0},
		{look, a("check", "http://e/＜"), "", "warning[delimiter-like]…", 0},
		{look, a("check", "http://e／x/"), "", "warning[delimiter-like]…", 0},
		{look, a("check", "http://e/何？"), "", "", 0},

		{bidi, a("check", "--severity", "bidi-component=warning", "http://e/a-ב"), "", "warning[bidi-component]…", 0},
		{bidi, a("fix", "--severity", "bidi-component=warning", "--fix", "bidi-component", "http://e/a-ב/c?x=א"), "",
			"http://e/a-%D7%91/c?x=%D7%90\n", 0},
		{bidi, a("fix", "--fix", "bidi-mixed", "http://e/אa-ב/c"), "", "http://e/%D7%90a-%D7%91/c\n", 0},

		{nfc, a("to-uri", "--list", "--from", "xml"),
			"<?xml version='1.0' encoding='windows-1258'?><r><loc>http://e/\xea\xec</loc></r>", "http://e/%E1%BA%BF\n",
			0},
		{nfc, a("to-uri", "--query-charset", "windows-1258", "http://e/?ếự"), "", "http://e/?%EA%EC%FD%F2\n", 0},
		{nfc, a("prepare", "--charset", "koi8-r", "--from", "html"), "<meta charset=windows-1251><a href=x>",
			"!…declares the charset windows-1251, and --charset says koi8-r…", 2},

		{char, a("to-uri", "--list", "--from", "html"), "<meta charset=koi8-r><a href='http://e/\xc1'>",
			"http://e/%D0%B0\n", 0},
		{char, a("to-uri", "--list", "--from", "xml"), "\xfe\xff\x00<\x00r\x00>\x00<\x00l\x00o\x00c\x00>" +
			"\x00a\x00:\x00\xe9\x00<\x00/\x00l\x00o\x00c\x00>\x00<\x00/\x00r\x00>", "a:%C3%A9\n", 0},
		{char, a("prepare", "--charset", "utf-16", "--from", "lines"), "a\x00:\x00\xe9\x00\n\x00", "a:é\n", 0},
		{char, a("prepare", "--charset", "utf-16", "--from", "null", "--list"),
			"a\x00:\x00\xe9\x00\x00\x00b\x00\x00\x00", "a:é\x00b\x00", 0},
		{"RFC 3987 §6.3: \"For example, in HTML or XML, numeric character references SHOULD be used.\"",
			a("to-iri", "--from", "html"), "<meta charset=koi8-r><a href='a:%C3%A9/%D0%B0'>",
			"<meta charset=koi8-r><a href='a:&#xE9;/&#x430;'>", 0},

		{sch, a("normalize", "foo://h:", "foo://h", "foo://h?q", "file://localhost/a", "x-y://u@h:#f"), "",
			"foo://h/\nfoo://h/\nfoo://h/?q\nfile:///a\nx-y://u@h/#f\n", 0},
		{sch, a("compare", "foo://h:", "foo://h/"), "", "equal on rung scheme\n", 0},
		{sch, a("compare", "file://localhost/a", "file:///a"), "", "equal on rung scheme\n", 0},
		{"RFC 3987 §5.3.2.3, percent-encoding", a("compare", "--spec", "leiri", "a b", "a%20b"), "",
			"equal on rung percent\n", 0},
		{"LEIRI Note §5", a("from-leiri", "http://e/\u2066\u202a "), "", "http://e/\u2066%E2%80%AA%20\n", 0},
		{"LEIRI Note §4", a("normalize", "--spec", "leiri", "http://e/a b|%41"), "", "http://e/a b|A\n", 0},
		{"RFC 3987 §5.1: \"converted to their respective target IRIs before comparison\"",
			a("compare", "--base", "http://a/b/c", "../x", "http://a/x"), "", "equal on rung string\n", 0},
		{"RFC 3987 §5.1: \"fragment components (if any) should be excluded\"",
			a("compare", "--ignore-fragment", "http://a/#x", "http://a/#y"), "", "equal on rung string\n", 0},
		{"RFC 3987 §5.1", a("compare", "--from", "json"), `{"iri":"x","other":"http://a/x","base":"http://a/b"}`,
			"equal on rung string\n", 0},

		{"2011 §4 step 2: \"is an independent reference-string and will be processed individually\"",
			a("prepare", "--spaces", "split", "a\t  \tb \r\n c"), "", "a\nb\nc\n", 0},
		{"2011 §5: \"With an arbitrary IRI string that has been through pre-processing\"",
			a("parse", "--components", "http://u@h:8a/ b?%#"), "",
			"scheme     [0,4)    http\nauthority  [7,13)   u@h:8a\nuserinfo   [7,8)    u\nhost       [9,10)   h\n" +
				"port       [11,13)  8a\npath       [13,16)  / b\nquery      [17,18)  %\nfragment   [19,19)  \"\"\n",
			0},
		{"2011 §5.1: \"not a valid scheme and the pre-processed-reference-string may be handled as a relative " +
			"reference\"", a("parse", "--components", "--format", "json",
			"1a:b"), "", `{"input":"1a:b","components":{"path":"1a:b"}}` + "\n", 0},

		{"3987bis §3.4: \"convert these back to Unicode character sequences\"",
			a("to-uri", "--spec", "rfc3987bis", "--host", "idna", "http://r%C3%A9sum%C3%A9.example.org"), "",
			"http://xn--rsum-bpad.example.org\n", 0},
		{"3987bis §3.4", a("to-uri", "--spec", "rfc3987bis", "http://é%C3%A9.e/", "http://%FF.e/"), "",
			"http://%C3%A9%C3%A9.e/\nhttp://%FF.e/\n", 0},
		{"3987bis §2.2: ireg-name = *( iunreserved / sub-delims )", a("check", "--spec", "rfc3987bis", "http://%41.e/"),
			"", "error[ireg-name]…", 1},
		{"3987bis §3.7", a("to-iri", "--spec", "rfc3987bis", "http://r%C3%A9sum%C3%A9.example.org/%C3%A9"), "",
			"http://résumé.example.org/é\n", 0},
		{"3987bis §3.7", a("to-iri", "--spec", "rfc3987bis", "http://%FF.e/"), "", "!error[ireg-name]…", 1},
		{"3987bis §2.2: iprivate has %xE0000-E0FFF", a("check", "--spec", "rfc3987bis", "http://e/?\U000E0001"), "",
			"warning[private-use]…", 0},
		{"3987bis §2.2", a("from-leiri", "--spec", "rfc3987bis", "http://e/a b?\U000E0001"), "",
			"http://e/a%20b?\U000E0001\n", 0},
		{"3987bis §3", a("prepare", "--to", "uri", "--spec", "rfc3987bis", " http://%C3%A9.e/é "), "",
			"http://%C3%A9.e/%C3%A9\n", 0},
		{"3987bis §3", a("prepare", "--to", "uri", "--spaces", "encode", "http://é/ é?é#é"), "",
			"http://%C3%A9/%20%C3%A9?%C3%A9#%C3%A9\n", 0},

		{"RFC 3987 §6.2, UTF-8", a("--help"), "", "…Input and\noutput are UTF-8…", 0},
		{"LEIRI Note §3: \"generic LEIRI software should not check LEIRIs for conformance\"",
			a("from-leiri", "--lenient", "http://e/%z[ ]<#a#b"), "", "http://e/%z[%20]%3C#a#b\n", 0},
		{"LEIRI Note §4", a("from-leiri", "--spec", "leiri", "http://e/a b"), "",
			"!…--spec names the spec of the result…", 2},
		{"LEIRI Note §3", a("from-leiri", "http://e/%z"), "", "!error[pct-encoded]…", 1},

		{"RFC 5890 §2.3.2.1, RFC 5891 §5.4", a("check", "http://xn--0ca24w/"), "", "warning[host-idna]…", 0},
		{"RFC 5891 §5.4", a("to-uri", "--host", "idna", "http://xn--0ca24w/"), "", "!error[host-idna]…", 1},
		{"RFC 5893 §2", a("check", "http://ab.גד.123/"), "", "", 0},
		{"RFC 5893 §2", a("to-uri", "--host", "idna", "http://ab.גד.123/"), "", "http://ab.xn--6dbc.123/\n", 0},
		{"RFC 5893 §2", a("explain", "host-idna"), "", "…The Bidi rule of RFC 5893 §2 is applied to U-labels and " +
			"A-labels…labels of plain ASCII letters and digits…", 0},
		{"RFC 3986 §7.4: \"Rare IP Address Formats\"", a("check", "http://%31%32%37.0.0.1/"), "",
			"warning[host-ipv4-like]…", 0},
		{"RFC 3986 §7.4", a("check", "http://0x/"), "", "warning[host-ipv4-like]…", 0},
		{"RFC 8141 §3.1, case of urn and of the NID", a("compare", "urn:foo:a", "URN:FOO:a"), "",
			"equal on rung scheme\n", 0},
		{"RFC 8141 §3.1, r-, q- and f-components", a("compare", "urn:foo:a?+r?=q#f", "urn:foo:a"), "",
			"not equal; URN-equivalent (RFC 8141 §3.1): only the first has a query…", 1},
		{"RFC 8141 §3.1, on request", a("compare", "--urn-equivalence", "urn:foo:a?+r?=q#f", "urn:foo:a"), "",
			"equal on rung scheme\n", 0},
		{"RFC 8141 §3.1", a("compare", "urn:foo:a", "urn:foo:A"), "", "not equal…", 1},

		{"N-Triples 1.2 §7: PN_CHARS_U has no colon", a("check", "--from", "ntriples"), "_::a <p:p> _:abc:def .\n",
			"error[ntriples-syntax]…", 1},
		{"N-Triples 1.1 §7: PN_CHARS_U ::= PN_CHARS_BASE | '_' | ':'", a("check", "--from", "ntriples-1.1"),
			"_::a <p:p> _:abc:def .\n", "", 0},
		{"N-Triples", a("check", "--help"), "", "…ntriples and nquads are those of RDF 1.2, ntriples-1.1 and…", 0},

		{"uri@w3.org, 24 September 2001: a line that is not UTF-8 leaves the others alone",
			a("decode", "--octets", "iso-8859-1"), "a%E9\n\xe9%E9\n", "aé\n\xe9é\n", 0},
		{"uri@w3.org, 24 September 2001: nor those in UTF-8", a("decode"), "a%C3%A9\n\xe9\n", "aé\n\xe9\n", 0},
		{"uri@w3.org, 24 September 2001, in JSON", a("decode", "--format", "json"), "a%C3%A9\n\xe9\n",
			"…\"output\":\"aé\"…\"outputBase64\":\"6Q==\"…", 0},
		{"RFC 3987 §7.7: URIs in legacy encodings", a("decode", "--octets", "windows-1251", "http://e/%E0%25"), "",
			"http://e/а%25\n", 0},
		{"RFC 3987 §7.4: names of files", a("encode", "--component", "isegment", "AC/DC 100%?#é"), "",
			"AC%2FDC%20100%25%3F%23é\n", 0},
		{"RFC 3987 §7.4", a("encode", "--component", "iquery", "a&b=c#+"), "", "a%26b%3Dc%23%2B\n", 0},
		{"RFC 3987 §7.4: Many legacy character encodings are in use in various file systems.",
			a("encode", "--charset", "iso-8859-1", "--component", "isegment"), "caf\xe9 #1\n", "café%20%231\n", 0},
		{"RFC 3987 §7.4: names of files that would be dot segments", a("encode", "--component", "isegment", ".", "..",
			"..."), "", "%2E\n%2E%2E\n...\n", 0},
		{"RFC 3987 §7.4: the same in a query is text", a("encode", "--component", "iquery", ".."), "", "..\n", 0},
		{"RFC 3987 §7.4", a("encode", "--component", "isegment-nz-nc", ""), "", "!error[isegment-nz-nc]…", 1},
		{"RFC 3987 §7.4", a("encode", "--component", "ifragment", "a\u202eb", "אa", "e\u0301", "日本"), "",
			"a%E2%80%AEb\n%D7%90a\ne%CC%81\n日本\n", 0},
		{"RFC 3987 §7.2", a("prepare", "--fullwidth", "--spaces", "split", "\u3000ｈ：ａ\u3000ｈ：％４１\u3000"), "",
			"h:a\nh:%41\n", 0},
		{"RFC 3987 §7.2: full-width forms at entry", a("prepare", "--fullwidth", "ｈｔｔｐ：／／ｅ／ａ？ｂ"), "", "http://e/a?b\n",
			0},
	}
	for _, row := range rows {
		t.Run(strings.Join(row.args, " "), func(t *testing.T) {
			testkit.StatesRFC(t, append(slices.Clone(row.args), row.in, row.want)...)
			checkQuote(t, row.clause)
			out, errs, exit := runOn(row.in, row.args...)
			got, want := out, row.want
			if rest, ok := strings.CutPrefix(want, "!"); ok {
				got, want = errs, rest
			}
			if exit != row.exit || !fits(got, want) {
				t.Errorf("%s\n got %q, exit status %d\nwant %q, exit status %d\n%s", row.clause, got, exit, want, row.exit, errs)
			}
		})
	}
}

// fits compares a text with one in which "…" stands for anything.
func fits(got, want string) bool {
	parts := strings.Split(want, "…")
	got, ok := strings.CutPrefix(got, parts[0])
	for _, p := range parts[1:] {
		at := strings.Index(got, p)
		if ok = ok && at >= 0; ok {
			got = got[at+len(p):]
		}
	}
	return ok && (got == "" || parts[len(parts)-1] == "" && len(parts) > 1)
}

// checkQuote looks for what a clause quotes in its document.
func checkQuote(t *testing.T, clause string) {
	t.Helper()
	start, end := strings.IndexByte(clause, '"'), strings.LastIndexByte(clause, '"')
	for prefix, name := range map[string]string{
		"RFC 3987": "rfc3987.txt", "RFC 3986": "rfc3986.txt", "3987bis": "draft-ietf-iri-3987bis.txt",
		"2011": "iri-processing-guidelines-2011.txt",
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "specs", name))
		if start < 0 || err != nil || !strings.HasPrefix(clause, prefix) {
			continue
		}
		if quote := clause[start+1 : end]; !strings.Contains(strings.Join(strings.Fields(string(text)), " "), quote) {
			t.Errorf("%s does not say %q", name, quote)
		}
	}
}

// a makes a list of arguments.
func a(args ...string) []string { return args }
