package diagnose

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// rfcFiles returns the grammar of an RFC, and that of UTF-8 for those that take rules of it. Those
// that the tests of the root package add as built-in specs lie with them.
func rfcFiles(t *testing.T, name string) []spec.GrammarFile {
	t.Helper()
	var files []spec.GrammarFile
	for _, name := range []string{name, "rfc3629"} {
		for _, folder := range []string{"testdata/rfc", "../../../testdata/specs", "../../../grammar/library"} {
			if text, err := os.ReadFile(filepath.Join(folder, name+".abnf")); err == nil {
				files = append(files, spec.GrammarFile{Name: name + ".abnf", Text: text, Library: len(files) > 0})
				break
			}
		}
	}
	if len(files) != 2 {
		t.Fatalf("there is no %s.abnf", name)
	}
	return files
}

// TestRFCRules counts the rules of RFCs that can be used as start rules. Prose
// and names that other RFCs define refuse only the rules that reach them.
func TestRFCRules(t *testing.T) {
	testkit.StatesRFC(t)
	for _, tt := range []struct {
		rfc             string
		usable, refused int
	}{
		{"rfc3339", 13, 0},
		{"rfc3501", 148, 0},
		{"rfc5322", 133, 0},
		{"rfc6265", 20, 15},
		{"rfc6570", 22, 0},
		{"rfc7230", 99, 0},
		{"rfc7231", 24, 42},
		{"rfc7232", 1, 12},
		{"rfc7233", 13, 15},
		{"rfc7234", 3, 19},
		{"rfc7235", 1, 12},
		{"rfc8141", 46, 0},
		{"rfc8259", 30, 0},
		{"rfc9051", 226, 0},
		{"rfc9110", 160, 6},
	} {
		t.Run(tt.rfc, func(t *testing.T) {
			in, err := spec.InspectGrammar(rfcFiles(t, tt.rfc)...)
			if err != nil {
				t.Fatal(err)
			}
			if len(in.Usable) != tt.usable || len(in.Refused) != tt.refused {
				t.Errorf("got %d usable rules and %d refused ones, want %d and %d", len(in.Usable), len(in.Refused), tt.usable, tt.refused)
			}
		})
	}
}

// TestRFCBlame checks which production faulty strings break. Each row was read against
// the RFC: the chain ends with the last production that is open in every
// way of reading the string up to the fault.
func TestRFCBlame(t *testing.T) {
	specs := make(map[string]*spec.Spec)
	for _, tt := range []struct {
		rfc, rule, input string
		chain            string
		start, end       int
	}{
		{"rfc3339", "date-time", `2020-1-01T00:00:00Z`, "date-time > full-date > date-month", 6, 7},
		{"rfc3339", "date-time", `2020-01-01 00:00:00Z`, "date-time", 10, 11},
		{"rfc3339", "date-time", `2020-01-01T00:00:00`, "date-time > full-time", 19, 19},
		{"rfc3339", "date-time", `2020-01-01T24:00Z`, "date-time > full-time > partial-time", 16, 17},
		{"rfc3339", "date-time", `2020-01-01T00:00:00.Z`, "date-time > full-time > partial-time > time-secfrac", 20,
			21},
		{"rfc3339", "date-time", `2020-01-01T00:00:00+1:00`,
			"date-time > full-time > time-offset > time-numoffset > time-hour", 21, 22},
		{"rfc3339", "date-time", `20-01-01`, "date-time > full-date > date-fullyear", 2, 3},
		{"rfc3339", "full-date", `2020/01/01`, "full-date", 4, 5},
		{"rfc3339", "time-offset", `+0100`, "time-offset > time-numoffset", 3, 4},
		{"rfc3339", "date-time", `2020-01-01T00:00:00ZZ`, "date-time", 20, 21},
		{"rfc5322", "dot-atom-text", `a..b`, "dot-atom-text", 2, 3},
		{"rfc5322", "dot-atom-text", `a.`, "dot-atom-text", 2, 2},
		{"rfc5322", "day-name", `Tuesday`, "day-name", 3, 4},
		{"rfc5322", "month", `Sept`, "month", 3, 4},
		{"rfc5322", "FWS", `x`, "FWS", 0, 1},
		{"rfc6265", "hms-time", `12:3`, "hms-time", 4, 4},
		{"rfc6265", "hms-time", `12:345:1`, "hms-time", 5, 6},
		{"rfc6265", "max-age-av", `Max-Age=0`, "max-age-av", 8, 9},
		{"rfc6265", "max-age-av", `Max-Age=1d`, "max-age-av", 9, 10},
		{"rfc6265", "cookie-value", `"a b"`, "cookie-value", 2, 3},
		{"rfc6265", "cookie-value", `a"`, "cookie-value", 1, 2},
		{"rfc6265", "cookie-date", `;;;`, "cookie-date", 3, 3},
		{"rfc6570", "URI-Template", `{`, "URI-Template > expression", 1, 1},
		{"rfc6570", "URI-Template", `{var`, "URI-Template > expression", 4, 4},
		{"rfc6570", "URI-Template", `{var:0}`,
			"URI-Template > expression > variable-list > varspec > modifier-level4 > prefix > max-length", 5, 6},
		{"rfc6570", "URI-Template", `{var:12345}`, "URI-Template > expression", 9, 10},
		{"rfc6570", "URI-Template", `{?x,,y}`, "URI-Template > expression > variable-list > varspec > varname", 4, 5},
		{"rfc6570", "URI-Template", `{a..b}`, "URI-Template > expression > variable-list > varspec > varname", 3, 4},
		{"rfc6570", "URI-Template", `a b`, "URI-Template", 1, 2},
		{"rfc6570", "URI-Template", `%4`, "URI-Template > literals > pct-encoded", 2, 2},
		{"rfc6570", "URI-Template", `{x%zz}`,
			"URI-Template > expression > variable-list > varspec > varname > varchar > pct-encoded", 3, 4},
		{"rfc6570", "URI-Template", `}`, "URI-Template", 0, 1},
		{"rfc6570", "URI-Template", `{+}`, "URI-Template > expression > variable-list > varspec > varname", 2, 3},
		{"rfc7230", "HTTP-version", `HTTP/1`, "HTTP-version", 6, 6},
		{"rfc7230", "HTTP-version", `http/1.1`, "HTTP-version > HTTP-name", 0, 1},
		{"rfc7230", "status-line", `HTTP/1.1 20 OK`, "status-line > status-code", 11, 12},
		{"rfc7230", "transfer-parameter", `q="a`, "transfer-parameter > quoted-string", 4, 4},
		{"rfc7230", "transfer-parameter", `q="a\`, "transfer-parameter > quoted-string > quoted-pair", 5, 5},
		{"rfc7230", "transfer-parameter", `=1`, "transfer-parameter > token", 0, 1},
		{"rfc7230", "chunk", `5;a=b`, "chunk", 5, 5},
		{"rfc7231", "IMF-fixdate", `Sun, 6 Nov 1994 08:49:37 GMT`, "IMF-fixdate > date1 > day", 6, 7},
		{"rfc7231", "HTTP-date", `Sunday, 06-Nov-1994 08:49:37 GMT`, "HTTP-date > obs-date > rfc850-date", 17, 18},
		{"rfc7231", "HTTP-date", `Sun Nov 6 08:49:37 1994`, "HTTP-date > obs-date > asctime-date > date3", 9, 10},
		{"rfc7231", "qvalue", `0.1234`, "qvalue", 5, 6},
		{"rfc7231", "qvalue", `1.1`, "qvalue", 2, 3},
		{"rfc7232", "weak", `w/`, "weak", 0, 1},
		{"rfc7233", "byte-content-range", `bytes 0-499`, "byte-content-range > byte-range-resp", 11, 11},
		{"rfc7233", "byte-content-range", `bytes 0-/5`,
			"byte-content-range > byte-range-resp > byte-range > last-byte-pos", 8, 9},
		{"rfc7233", "byte-content-range", `bytes */x`, "byte-content-range > unsatisfied-range > complete-length", 8,
			9},
		{"rfc7234", "warn-code", `99`, "warn-code", 2, 2},
		{"rfc7235", "token68", `ab=c`, "token68", 3, 4},
		{"rfc8141", "namestring", `urn:a:b`, "namestring > assigned-name > NID", 5, 6},
		{"rfc8141", "namestring", `urn:ab`, "namestring > assigned-name", 6, 6},
		{"rfc8141", "namestring", `urn:ab:c?x`, "namestring > rq-components", 9, 10},
		{"rfc8141", "namestring", `urn:-b:c`, "namestring > assigned-name > NID", 4, 5},
		{"rfc8141", "namestring", `urn:ab:c%2`, "namestring > assigned-name > NSS > pchar > pct-encoded", 10, 10},
		{"rfc8141", "namestring", `urn:ab:c?=`, "namestring > rq-components > q-component", 10, 10},
		{"rfc8141", "namestring", `urn:ab:c#d#e`, "namestring > f-component > fragment", 10, 11},
		{"rfc9051", "date-time", `"1-Jan-2020 00:00:00 +0000"`, "date-time > date-day-fixed", 2, 3},
		{"rfc9051", "flag-list", `(\Seen \ )`, "flag-list > flag", 8, 9},
		{"rfc9051", "base64", `QUI`, "base64", 3, 3},
		{"rfc9110", "Accept", `text/html;q`, "Accept", 11, 11},
		{"rfc9110", "Accept", `text`, "Accept > media-range", 4, 4},
		{"rfc9110", "Content-Range", `bytes 1-2`, "Content-Range > range-resp", 9, 9},
		{"rfc9110", "WWW-Authenticate", `Basic realm="x`, "WWW-Authenticate > challenge > auth-param > quoted-string",
			14, 14},
		{"rfc9110", "ETag", `W/abc`, "ETag > entity-tag > opaque-tag", 2, 3},
		{"rfc9110", "Range", `bytes=`, "Range > ranges-specifier > range-set > range-spec", 6, 6},
		{"rfc9110", "Date", `Sun, 06 Nov 1994 08:49:37 UTC`, "Date > HTTP-date > IMF-fixdate > GMT", 26, 27},
		{"rfc9110", "Connection", `close,,keep`, "Connection", 6, 7},
		{"rfc9110", "Content-Type", `text/html; charset=utf-8;=`, "Content-Type > media-type > parameters", 25, 26},
		{"rfc9110", "Expect", `100-continue=`, "Expect > expectation", 13, 13},
		{"rfc8259", "JSON-text", ``, "JSON-text", 0, 0},
		{"rfc8259", "JSON-text", `{`, "JSON-text > value > object", 1, 1},
		{"rfc8259", "JSON-text", `[1,]`, "JSON-text > value > array", 3, 4},
		{"rfc8259", "JSON-text", `[1 2]`, "JSON-text > value > array", 3, 4},
		{"rfc8259", "JSON-text", `{"a" 1}`, "JSON-text > value > object > member > name-separator", 5, 6},
		{"rfc8259", "JSON-text", `{"a":}`, "JSON-text > value > object > member", 5, 6},
		{"rfc8259", "JSON-text", `{"a":1,}`, "JSON-text > value > object", 7, 8},
		{"rfc8259", "JSON-text", `{a:1}`, "JSON-text > value > object", 1, 2},
		{"rfc8259", "JSON-text", `[01]`, "JSON-text > value > array", 2, 3},
		{"rfc8259", "JSON-text", `"\x"`, "JSON-text > value > string > char", 2, 3},
		{"rfc8259", "JSON-text", `"\u12G4"`, "JSON-text > value > string > char", 5, 6},
		{"rfc8259", "JSON-text", `[tru]`, "JSON-text > value > array > value > true", 4, 5},
		{"rfc8259", "JSON-text", `[[[]]`, "JSON-text > value > array", 5, 5},
		{"rfc8259", "JSON-text", `{"a":[1,{"b":2}]`, "JSON-text > value > object", 16, 16},
		{"rfc8259", "JSON-text", `1.`, "JSON-text > value > number > frac", 2, 2},
		{"rfc8259", "JSON-text", `-`, "JSON-text > value > number > int", 1, 1},
		{"rfc8259", "JSON-text", `nul`, "JSON-text > value > null", 3, 3},
		{"rfc8259", "JSON-text", `"a`, "JSON-text > value > string", 2, 2},
		{"rfc8259", "JSON-text", `[1]]`, "JSON-text", 3, 4},
		{"rfc3501", "response", "* LIST (\\Noselect) \"/ foo\r\n",
			"response > response-data > mailbox-data > mailbox-list", 21, 22},
		{"rfc3501", "response", "* 12 FETCH (FLAGS (\\Seen)\r\n", "response > response-data > message-data > msg-att",
			25, 26},
		{"rfc3501", "response", "* 3 FETCH (UID x)\r\n",
			"response > response-data > message-data > msg-att > msg-att-static > uniqueid > nz-number", 15, 16},
		{"rfc3501", "response", "* 3 EXIST\r\n", "response > response-data > mailbox-data", 9, 10},
		{"rfc3501", "response", "* OK [UIDNEXT a] x\r\n", "response", 20, 20},
		{"rfc3501", "command", "a1 SEARCH (NOT (SEEN)\r\n", "command > command-select > search > search-key", 21, 22},
		{"rfc3501", "command", "a1 SEARCH OR SEEN\r\n", "command > command-select > search > search-key", 17, 18},
		{"rfc3501", "command", "a1 FETCH 1:* (FLAGS BODY[HEADER.FIELDS (DATE)]\r\n", "command > command-select > fetch",
			46, 47},
		{"rfc3501", "command", "a+ NOOP\r\n", "command", 1, 2},
		{"rfc3501", "command", "a1 LOGIN x\r\n", "command > command-nonauth > login", 10, 11},
		{"rfc5322", "comment", `(a(b)`, "comment", 5, 5},
		{"rfc5322", "comment", `(a))`, "comment", 3, 4},
		{"rfc5322", "comment", `a`, "comment", 0, 1},
		{"rfc5322", "comment", `(a\`, "comment > ccontent > quoted-pair", 3, 3},
		{"rfc5322", "mailbox", `Joe <joe@`, "mailbox > name-addr > angle-addr > addr-spec > domain", 9, 9},
		{"rfc5322", "mailbox", `joe@@h`, "mailbox > addr-spec > domain", 4, 5},
		{"rfc5322", "mailbox", `"Joe <j@h>`, "mailbox", 10, 10},
		{"rfc5322", "mailbox", `joe@[1.2.3.4`, "mailbox > addr-spec > domain > domain-literal", 12, 12},
		{"rfc5322", "mailbox", `joe (a(b) <j@h>`, "mailbox", 15, 15},
		{"rfc5322", "mailbox", `joe@h.`, "mailbox > addr-spec > domain", 6, 6},
		{"rfc5322", "date-time", `Mon, 32 Jan 2020 10:00 (x`,
			"date-time > time > time-of-day > minute > obs-minute > CFWS > comment", 25, 25},
		{"rfc5322", "date-time", `Fri, 21 Nov 1997 09:55:06`, "date-time > time", 25, 25},
	} {
		t.Run(tt.rfc+" "+tt.rule+" "+tt.input, func(t *testing.T) {
			if specs[tt.rfc] == nil {
				s, err := spec.ReadSpec(rfcFiles(t, tt.rfc)...)
				if err != nil {
					t.Fatal(err)
				}
				specs[tt.rfc] = s
			}
			r, ok := specs[tt.rfc].Rule(tt.rule)
			if !ok {
				t.Fatal("the rule cannot be used")
			}
			all := Blame(tt.input, r, new(finding.Run)).Findings
			if len(all) != 1 {
				t.Fatalf("got %d findings", len(all))
			}
			f := all[0]
			chain := strings.Join(f.Rules, " > ")
			if chain != tt.chain || f.Start != tt.start || f.End != tt.end {
				t.Errorf("got %s [%d,%d), want %s [%d,%d)", chain, f.Start, f.End, tt.chain, tt.start, tt.end)
			}
			if want := f.Rules[len(f.Rules)-1]; string(f.Code) != want {
				t.Errorf("code %s, want %s", f.Code, want)
			}
		})
	}
}

// TestWords says what could have come where the grammar has numbers: words, for those who know
// what they write and not its codes.
func TestWords(t *testing.T) {
	for _, tt := range []struct{ name, abnf, input, want string }{
		{"words", "a = %x4D.6F.6E / %x54.75.65", "Wed", `"Mon" "Tue"`},
		{"within a word", "a = %x4D.6F.6E", "Mox", `"Mon"`},
		{"letters in any case", "a = \"AND\" / \"OR\"", "XOR", `"AND" "OR"`},
		{"within letters in any case", "a = \"AND\" / \"OR\"", "axd", `"AND"`},
		{"words that begin alike", "a = \"Mon\" / \"Tue\" / %x54.68.75", "x", `"Mon" "Tue" "Thu"`},
		{"within words that begin alike", "a = \"Mon\" / \"Tue\" / %x54.68.75", "Tx", `"Tue" "Thu"`},
		{"a word and its beginning", "a = \"<=\" / \"<\" / \">\" / \">=\"", "x", `"<=" "<" ">" ">="`},
		{"a word of a class", "a = \"not\" / 1*ALPHA", "1", `ALPHA`},
		{"case matters", "a = %s\"GET\"", "get", `"GET"`},
		{"characters", "a = %x5B / %x22 / %d32 / %x9 / %xA / %xD", "x", `"[" DQUOTE SP HTAB LF CR`},
		{"what cannot be seen", "a = %x7F / %x0.41 / %xE9", "x", `%x7F %x0.41 %xE9`},
		{"a range", "a = %x41-5A", "x", `"A" to "Z"`},
	} {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte(tt.abnf + "\n")})
		if err != nil {
			t.Fatal(err)
		}
		f := Blame(tt.input, s.Top(), new(finding.Run)).Findings
		if got := strings.Join(f[0].Expected, " "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
