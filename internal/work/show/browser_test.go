package show

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// standardInputs returns the rows without a base of the test file of the URL Standard, as it is in the module:
// web-platform-tests are not among the suites.
func standardInputs(t *testing.T) (rows []standardRow) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "urltestdata.json"))
	if err != nil {
		t.Skip(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, one := range all {
		var row standardRow
		if one[0] == '{' && json.Unmarshal(one, &row) == nil && row.Base == nil {
			rows = append(rows, row)
		}
	}
	if len(rows) < 300 {
		t.Errorf("%d rows, want 300", len(rows))
	}
	return rows
}

type standardRow struct {
	Input   string
	Base    *string
	Href    string
	Failure bool
}

// TestBrowserStandard holds the readings to the test file of the URL Standard.
func TestBrowserStandard(t *testing.T) {
	for _, want := range standardInputs(t) {
		r, got := readAsBrowser(want.Input), ""
		if r.failure == "" {
			got = r.parts[len(r.parts)-1][1]
		}
		if (r.failure != "") != want.Failure || got != want.Href {
			t.Errorf("%q: got %q, failure %q, want %q, failure %v", want.Input, got, r.failure, want.Href, want.Failure)
		}
	}
}

// TestSuspiciousBrowser holds the rule suspicious-browser, which reads no more than the scheme and the host, to the whole
// reading: in the inputs of the standard's test file, and in all short strings of what decides.
func TestSuspiciousBrowser(t *testing.T) {
	inputs := []string{"http://a\\@b", "http:\\\\e", "http://e\u00A8x", "ht\ttp://e", "http://u:p@w\\@b/", "http://\u00AD/", "http://a%zz/"}
	for _, row := range standardInputs(t) {
		inputs = append(inputs, row.Input)
	}
	more, most := []string{""}, 3
	if testing.Short() {
		most = 2
	}
	for range most {
		for _, s := range slices.Clone(more) {
			for _, c := range []string{"a", "/", "\\", "@", ":", "[", "]", "%2F", "é", "1", "\t", "?", "C|", "[::1]"} {
				more = append(more, s+c)
			}
		}
	}
	for _, before := range []string{"http:", "HTTP://", "file:", "file://", "foo:", "foo://", "ht\ttp://", " wss:"} {
		for _, s := range more {
			inputs = append(inputs, before+s)
		}
	}
	found := map[finding.Reason]int{}
	for _, s := range inputs {
		suspiciousHolds(t, s, found)
	}
	for _, why := range []finding.Reason{finding.SuspiciousBrowserScheme, finding.SuspiciousBrowserHost, finding.SuspiciousBrowserNone} {
		if found[why] == 0 {
			t.Errorf("%s: no string has it", why.Template())
		}
	}
}

// suspiciousHolds fails if what the rule says of a string is not what the whole reading says, and counts what it says.
func suspiciousHolds(t *testing.T, s string, found map[finding.Reason]int) {
	t.Helper()
	var run finding.Run
	rules.Suspicious(&run.Settings)
	said, text, address := finding.Reason(0), "", false
	report := check.Report(s, spec.RFC3987.Reference(), &run)
	for _, f := range report.Findings {
		switch f.Code {
		case "suspicious-browser":
			said, text = f.Message.Reason(), strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s[f.Start:f.End])
			found[said]++
		case finding.CodeHostIPv4Like:
			address = true
		}
	}
	own := component.OfAny(s)
	ownScheme, _ := own.Scheme()
	ownHost, hasHost := own.Host()
	browser := readAsBrowser(s)
	if browser.failure != "" {
		ok := said == finding.SuspiciousBrowserNone || said != 0 && !report.Grammatical
		if !ok && report.Grammatical && !address && hasHost && ownHost.Text != "" && !strings.Contains(browser.failure, "port") {
			t.Errorf("%+q: browsers fail (%s), and nothing is said", s, browser.failure)
		}
		return
	}
	part := map[string]string{}
	for _, p := range browser.parts {
		part[p[0]] = p[1]
	}
	switch said {
	case finding.SuspiciousBrowserScheme:
		if ownScheme != "" || strings.ToLower(text) != part["scheme"] {
			t.Errorf("%+q: said is the scheme %q, got %q", s, text, part["scheme"])
		}
	case finding.SuspiciousBrowserHost:
		if read := readAsBrowser(part["scheme"] + "://" + text + "/"); len(read.parts) < 2 || read.parts[1][1] != part["host"] {
			t.Errorf("%+q: the message has the host %q, got %q", s, text, part["host"])
		}
	case finding.SuspiciousBrowserNone:
		if part["host"] != "" && !strings.ContainsAny(text, "[]") { // the library takes each bracket away, not one pair
			t.Errorf("%+q: the message says that there is no host, got %q", s, part["host"])
		}
	default:
		if !strings.EqualFold(ownScheme, part["scheme"]) {
			t.Errorf("%+q: nothing is said, and the schemes are %q and %q", s, ownScheme, part["scheme"])
		}
		if read := readAsBrowser(part["scheme"] + "://" + ownHost.Text + "/"); !address && part["host"] != "" &&
			(len(read.parts) < 2 || read.parts[1][1] != part["host"]) && !strings.ContainsAny(ownHost.Text, "[]") {
			t.Errorf("%+q: nothing is said, and the hosts are %q and %q", s, ownHost.Text, part["host"])
		}
	}
}
