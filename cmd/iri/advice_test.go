package main

import (
	"bytes"
	"encoding/json"
	"github.com/rfc3987/iri/internal/testkit"
	"strings"
	"testing"
)

// adviceRows are strings as people write them, with the advice for each. The hint is that
// of one of the findings, or the start of it. fixed is what iri fix prints, "" for the
// string itself; guessed is what iri fix --guess prints, "" for the same as without it.
var adviceRows = []struct {
	name, input    string
	flags          string // of both commands
	code           string
	hint           string
	fixed, guessed string
}{
	{"two IRIs", "http://e/ http://f/", "", "ipath-abempty", "these are two IRIs: write each on a line of its own", "",
		"http://e/\nhttp://f/"},
	{"two IRIs, the second a URN", "http://e/?q urn:example:a", "", "iquery", "these are two IRIs", "",
		"http://e/?q\nurn:example:a"},
	{"two IRIs, a mark among what separates them", `a: ")" file:///`, "", "ipath-rootless", "these are two IRIs", "",
		"a:\nfile:///"},
	{"space in an authority", "http://exa mple.org/", "", "ireg-name", "a host name has no spaces", "", ""},
	{"space in a userinfo", "http://a b@e/", "", "iuserinfo", "the userinfo has no spaces", "", ""},
	{"space after //", "http:// example.org/", "", "ireg-name", `take the space after "//" away`, "",
		"http://example.org/"},
	{"%u", "http://e/%u00e9", "", "pct-encoded", "%u with four digits is an escape of JavaScript", "", "http://e/é"},
	{"%u, a pair", "http://e/%ud83d%ude00", "", "pct-encoded", "%u with four digits", "", "http://e/😀"},
	{"%u, half a pair", "http://e/%ud83d", "", "pct-encoded", "%u with four digits", "", ""},
	{"%u, ASCII", "http://e/%u002f", "", "pct-encoded", "%u with four digits", "", "http://e/%2F"},
	{"backslashes in file", `file:///C:\Users\me`, "", "ipath-abempty",
		`a backslash is not a separator in an IRI: write "/"`, "", "file:///C:/Users/me"},
	{"a backslash in http", `http://e/a\b`, "", "ipath-abempty", `a backslash is not a separator in an IRI: write "/"`,
		"", "http://e/a/b"},
	{"two backslashes in file", `file:///C:\\Users\\me`, "", "ipath-abempty",
		`a backslash is not a separator in an IRI: write "/"`, "", "file:///C:/Users/me"},
	{"a backslash after a host", `https://e.example\a`, "", "ireg-name",
		`a backslash is not a separator in an IRI: write "/"`, "", "https://e.example/a"},
	{"backslashes after a host", `http://a\b\c\d/e\f`, "", "ireg-name",
		`a backslash is not a separator in an IRI: write "/"`, "", "http://a/b/c/d/e/f"},
	{"a backslash after a port", `http://e:8080\a\b1`, "", "port",
		`a backslash is not a separator in an IRI: write "/"`, "", "http://e:8080/a/b1"},
	{"a backslash before @", `http://e\@f/`, "", "iuserinfo", "a backslash is not a separator in an IRI", "", ""},
	{"a Windows path with /", `C:/Program Files/a`, "", "ipath-absolute",
		"this looks like a Windows path; as an IRI it is file:///C:/Program%20Files/a", "",
		"file:///C:/Program%20Files/a"},
	{"a Windows path of another machine", `\\server\share\ü 1`, "", "scheme",
		"this looks like a Windows path; as an IRI it is file://server/share/ü%201", "", "file://server/share/ü%201"},
	{"a backslash in a query", `http://e/?a\b`, "", "iquery", "a backslash is not a separator in an IRI; write %5C",
		"http://e/?a%5Cb", ""},
	{"a Windows path", `C:\a b`, "", "ipath-rootless",
		"this looks like a Windows path; as an IRI it is file:///C:/a%20b", "", "file:///C:/a%20b"},
	{"a line end", "http://e/a\r\n b", "--from null", "ipath-abempty", "the line was probably broken here", "",
		"http://e/ab"},
	{"U+FFFD", "http://e/caf\uFFFD", "", "ipath-abempty", "U+FFFD stands where a program could not read a character",
		"", ""},
	{"Latin-1", "http://e/caf\xe9", "", "utf-8", "the text may be in another character encoding", "", "http://e/café"},
	{"a control of Latin-1", "http://e/\x85", "", "utf-8", "the text may be in another character encoding", "", ""},
	{"a template", "http://e/{id}", "", "ipath-abempty", "braces mark a variable in a URI Template", "", ""},
	{"braces that are not a template", `http://e/{"a"}`, "", "ipath-abempty", "write %7B for the brace",
		"http://e/%7B%22a%22%7D", ""},
	{"tel", "tel:+1 (555) 123-4567", "", "ipath-rootless", "a tel IRI has no spaces: write tel:+1-555-123-4567", "",
		"tel:+1-555-123-4567"},
	{"doi", "doi: 10.1000/182", "", "ipath-rootless", "take the space after the \":\" away", "", "doi:10.1000/182"},
	{"an address or a port", "http://2001:db8::1:8080/", "", "ireg-name",
		"write [2001:db8::1:8080], or [2001:db8::1]:8080 if it is a port", "", ""},
	{"an address", "http://2001:db8::1/", "", "ireg-name", "write [2001:db8::1]", "http://[2001:db8::1]/", ""},
	{"space around", " http://e/ ", "", "scheme", "take the space around the scheme away", "http://e/", ""},
	{"port-empty", "http://https://example.org", "--severity port-empty=error --fix port-empty", "port-empty",
		`this is one IRI in front of another: take the first "http://" away`, "", ""},

	{"addresses with ;", "mailto:a@x.com;b@y.com", "", "scheme-mailto",
		`addresses are separated by ",": write "," for ";"`, "", "mailto:a@x.com,b@y.com"},
	{"three addresses with ; and a field", "mailto:a@x.com;b@y.com;ü@z.example?subject=x", "", "scheme-mailto",
		`addresses are separated by ","`, "", "mailto:a@x.com,b@y.com,ü@z.example?subject=x"},
	{"; that is not between addresses", "mailto:a;b@x.com", "", "scheme-mailto", "percent-encode it: %3B", "", ""},
	{"addresses with ; and a space", "mailto:a@x.com; b@y.com", "", "ipath-rootless",
		`a mailto IRI has addresses alone, with "," between them: write mailto:a@x.com,b@y.com`, "",
		"mailto:a@x.com,b@y.com"},
	{"an address with a name", "mailto:Ann Lee <ann@x.com>?subject=x", "", "ipath-rootless",
		"a mailto IRI has addresses alone", "", "mailto:ann@x.com?subject=x"},
	{"a space after mailto", "mailto: a@x.com", "", "ipath-rootless", "a mailto IRI has addresses alone", "",
		"mailto:a@x.com"},
	{"half a line break", "mailto:a@x.com?body=1%0A2", "", "scheme-mailto", "a line ends with %0D%0A", "",
		"mailto:a@x.com?body=1%0D%0A2"},
	{"padding of base64", "data:;base64,QQ", "", "scheme-data", "the padding is missing", "", "data:;base64,QQ=="},
	{"a charset without a name", "data:text/plain;utf8,a", "", "scheme-data", "write charset=utf-8", "",
		"data:text/plain;charset=utf-8,a"},
	{"a drive without slashes", "file:C:/a", "", "scheme-file", "write file:///C:/a", "", "file:///C:/a"},
	{"no domain", "mailto:joe@", "", "scheme-mailto", "write the domain after the \"@\"", "", ""},
	{"Git", "git@github.com:u/r.git", "", "scheme",
		"this is how Git and scp write an address; as an IRI it is ssh://git@github.com/u/r.git", "",
		"ssh://git@github.com/u/r.git"},
	{"NBSP", "http://e/a\u00a0b", "--lint", "not-nfkc", `write "%20"`, "", ""},
	{"two ports", "https://[::1]:8080:8090/", "", "port", "an authority has one port", "", ""},
	{"no [", "http://0:0:0:0:0:0:0:0]", "", "ireg-name", "write [0:0:0:0:0:0:0:0]", "http://[0:0:0:0:0:0:0:0]", ""},
	{"percent-encoding in a scheme", "%2f%2fevil.example:/pwn", "", "scheme", "a scheme has no percent-encoding", "",
		""},
	{"a date", "2013.05.29_14:33:41", "", "scheme", "a scheme begins with a letter; put ./ in front", "", ""},
	{"a host and a port", "1.example.org:80/", "", "scheme",
		"this may be a host and a port without a scheme: put https:// in front", "", ""},
	{"a DID as authority", "at://did:plc:ewvi7nx2/", "", "port",
		"the at IRIs of the AT Protocol with a DID in the authority do not conform", "", ""},
	{"capitals in a host", "http://BÜCHER.example/", "", "host-idna", `write "bücher"`, "", ""},
	{"full-width letters in a host", "http://ｅｘ.example/", "", "host-idna", `write "ex"`, "", ""},
	{"a dot of East Asia in a host", "http://例え。テスト/", "", "host-idna", `write "例え.テスト"`, "", ""},
	{"two faults of a label", "http://É_.example/", "", "host-idna", "write \"é\" (\"\\u00e9\") for U+00C9", "", ""},
	{"a space", "http://e/a b", "", "ipath-abempty", "write %20 for a space", "http://e/a%20b", ""},
}

// TestAdviceCounts holds that a fault is one finding, not one for each character.
func TestAdviceCounts(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, tt := range []struct{ input, want string }{
		{"http://0:0:0:0:0:0:0:0]", "ireg-name"},
		{"http://0:0:0:0:0:0:0:0]/a b", "ireg-name ipath-abempty"},
		{"https://[::1]:8080:8090/", "port"},
		{"at://did:plc:ewvi7nx2wnd5ozpzhx5yqg3v/", "ireg-name port"},
		{"http://2001:db8::1:8080/", "ireg-name"},
		{"git@github.com:u/r.git", "scheme"},
		{"mailto:joe@", "scheme-mailto"},
		{"mailto:a@x.com;b@y.com", "scheme-mailto"},
		{"http://BÜCHER.example/", "host-idna"},
	} {
		var codes []string
		for _, f := range adviceFindings(t, tt.input) {
			codes = append(codes, f.Code)
			if strings.Contains(f.Hint, "LEIRI") {
				t.Errorf("%s: a hint speaks of LEIRIs: %s", tt.input, f.Hint)
			}
		}
		if got := strings.Join(codes, " "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.input, got, tt.want)
		}
	}
	// A tag is what only a LEIRI allows, and no other hint is known.
	if out, _ := runAdvice("check", "http://e/\uFFF9"); !strings.Contains(out, "fix:") &&
		!strings.Contains(out, "LEIRI") {
		t.Errorf("where nothing else helps, the hint does not speak of LEIRIs:\n%s", out)
	}
}

// adviceFindings checks a string with --format json and returns its findings.
func adviceFindings(t *testing.T, args ...string) []adviceFinding {
	t.Helper()
	out, _ := runAdvice(append([]string{"check", "--no-summary", "--format", "json"}, args...)...)
	var got struct{ Findings []adviceFinding }
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return got.Findings
}

type adviceFinding struct {
	Code, Hint string
	Fix        *struct {
		Start, End int
		Text       string
		Guessed    bool
	}
}

func runAdvice(args ...string) (stdout, stderr string) {
	var out, errs bytes.Buffer
	execute(testApp(&out, &errs), args)
	return out.String(), errs.String()
}

// TestAdvice holds the advice for each row: in the text and the JSON of iri check, and in
// what iri fix and iri fix --guess print. Advice that a fix does not carry out stands
// without a fix.
func TestAdvice(t *testing.T) {
	for _, tt := range adviceRows {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.input, tt.flags, tt.hint, tt.fixed, tt.guessed)
			var flags, checkFlags []string
			if tt.flags != "" && !strings.HasPrefix(tt.flags, "--from") {
				flags = strings.Fields(tt.flags)
				checkFlags = strings.Fields(strings.ReplaceAll(tt.flags, "--fix port-empty", ""))
			}
			fixed := tt.fixed
			if fixed == "" {
				fixed = tt.input
			}
			guessed := tt.guessed
			if guessed == "" {
				guessed = fixed
			}
			found := false
			for _, f := range adviceFindings(t, append(checkFlags, tt.input)...) {
				if f.Code == tt.code && strings.HasPrefix(f.Hint, tt.hint) {
					found = true
					if f.Fix != nil && (tt.fixed == "" || f.Fix.Guessed) {
						t.Errorf("%s has the fix %+v, want none", f.Code, *f.Fix)
					}
				}
			}
			if !found {
				t.Errorf("no finding %s with the hint %q: %+v", tt.code, tt.hint, adviceFindings(t, append(checkFlags, tt.input)...))
			}
			text, _ := runAdvice(append(append([]string{"check"}, checkFlags...), tt.input)...)
			if !strings.Contains(text, tt.hint) &&
				!strings.Contains(text, strings.Replace(tt.hint, "write ", `fix: write "`, 1)) && tt.fixed == "" {
				t.Errorf("the text does not have the hint %q:\n%s", tt.hint, text)
			}
			if got, _ := runAdvice(append(append([]string{"fix"}, flags...), tt.input)...); got != fixed+"\n" {
				t.Errorf("fix: got %q, want %q", got, fixed+"\n")
			}
			if got, _ := runAdvice(append(append([]string{"fix", "--guess"}, flags...), tt.input)...); got != guessed+
				"\n" {
				t.Errorf("fix --guess: got %q, want %q", got, guessed+"\n")
			}
			if tt.guessed != "" {
				marked := false
				for _, f := range adviceFindings(t, append(append([]string{"--guess"}, checkFlags...), tt.input)...) {
					marked = marked || f.Fix != nil && f.Fix.Guessed
				}
				if text, _ := runAdvice("check", "--guess", tt.input); !marked ||
					!strings.Contains(text, "fix: (guessed) ") {
					t.Errorf("the guess is not marked as guessed in JSON (%v) or in text:\n%s", marked, text)
				}
			}
		})
	}
}
