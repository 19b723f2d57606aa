package render

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// junitSchema is what an element of a report may hold and must have: that of the JUnit report of
// Apache Ant, as CI servers read it, without what is not written here.
var junitSchema = map[string]struct{ attributes, elements []string }{
	"":           {nil, []string{"testsuites"}},
	"testsuites": {[]string{"tests", "failures", "errors"}, []string{"testsuite"}},
	"testsuite":  {[]string{"name", "tests", "failures", "errors"}, []string{"testcase"}},
	"testcase":   {[]string{"classname", "name"}, []string{"failure", "error", "system-out"}},
	"failure":    {[]string{"type", "message"}, nil},
	"error":      {[]string{"type", "message"}, nil},
	"system-out": {nil, nil},
}

// checkJUnit holds a report to the schema, and its counts to what it has.
func checkJUnit(t *testing.T, report []byte) {
	t.Helper()
	type counts struct{ tests, failures, errors int }
	var open []string
	var have [2]counts // of the report and of the suite
	var want [2]counts
	read := func(e xml.StartElement) (c counts) {
		for _, a := range e.Attr {
			for name, to := range map[string]*int{"tests": &c.tests, "failures": &c.failures, "errors": &c.errors} {
				if a.Name.Local == name {
					fmt.Sscan(a.Value, to)
				}
			}
		}
		return c
	}
	for d := xml.NewDecoder(bytes.NewReader(report)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, report)
		}
		switch e := token.(type) {
		case xml.StartElement:
			parent, name := "", e.Name.Local
			if len(open) > 0 {
				parent = open[len(open)-1]
			}
			var attributes []string
			for _, a := range e.Attr {
				attributes = append(attributes, a.Name.Local)
			}
			slices.Sort(attributes)
			if wanted := slices.Sorted(slices.Values(junitSchema[name].attributes)); !slices.Contains(junitSchema[parent].elements, name) || !slices.Equal(attributes, wanted) {
				t.Errorf("<%s> in <%s> with %q, want %q", name, parent, attributes, wanted)
			}
			for i := range have {
				switch {
				case name == "testsuites" && i == 0, name == "testsuite" && i == 1:
					want[i], have[i] = read(e), counts{}
				case name == "testcase":
					have[i].tests++
				case name == "failure":
					have[i].failures++
				case name == "error":
					have[i].errors++
				}
			}
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
			for i, name := range []string{"testsuites", "testsuite"} {
				if e.Name.Local == name && have[i] != want[i] {
					t.Errorf("a %s has %v, and says %v", name, have[i], want[i])
				}
			}
		}
	}
}

func TestJUnit(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p")
	var list []Piece
	for i, in := range []string{"http://h:8a/", "http://e/\x00\"<&>]]>", "http://u:p@h/", "http://e/\n<testcase "} {
		for _, f := range check.Report(in, spec.RFC3987.Top(), new(finding.Run)).Findings {
			source := []string{"a \"b\".txt", "<stdin>"}[i%2]
			out := JUnit{}.Finding(nil, quoted(in), &f, func(int) run.Place { return run.Place{Source: source, Line: i + 1, Col: 1} })
			list = append(list, Piece{out, source, f.Severity == finding.Error})
		}
	}
	report := written(JUnit{}, list, Outcome{Line: "4 checked", Omitted: 7,
		Unread: []run.Unread{{Name: "c<d", Message: "c<d: no such file"}}})
	checkJUnit(t, report)
	for _, want := range []string{
		`<testsuite name="iri check" tests="2" failures="0" errors="1">`,
		`<system-out>4 checked; 7 more findings are not in this report`,
		`name="c&lt;d"><error type="file" message="c&lt;d: no such file"/>`,
		`<testsuite name="a &#34;b&#34;.txt" tests="2" failures="1" errors="0">`,
		`<testcase classname="a &#34;b&#34;.txt" name="1:1 port"><failure type="port" message="`,
		`name="3:1 userinfo-password"><system-out>warning[userinfo-password]`,
	} {
		if !strings.Contains(string(report), want) {
			t.Errorf("the report does not have %s:\n%s", want, report)
		}
	}
	checkJUnit(t, written(JUnit{}, nil, Outcome{}))
}

// TestSARIFOutcome checks what a log says of the run, and what a finding is known by.
func TestSARIFOutcome(t *testing.T) {
	s := newSARIF("v1", nil, nil)
	var results []byte
	for i, in := range []string{"http://h:8a/", "http://h:8a/", "http://h:8b/", "http://u:p@h/"} {
		for _, f := range check.Report(in, spec.RFC3987.Top(), new(finding.Run)).Findings {
			results = s.Finding(results, quoted(in), &f, func(int) run.Place { return run.Place{Source: "a", Line: i + 1, Col: 1} })
		}
	}
	b := append(s.Start(), results[1:]...)
	log := readSARIF(t, append(b, s.End(Outcome{Omitted: 3, Unread: []run.Unread{{Name: "b c", Message: "b c: no such file"},
		{Name: "<args>", Message: "x"}}})...)).Runs[0]
	if r := log.Results; len(r) != 4 || len(r[0].Partial.V1) != 32 || r[0].Partial != r[1].Partial ||
		r[0].Partial == r[2].Partial {
		t.Errorf("fingerprints: got %+v", r)
	}
	long := strings.Repeat("a", maxInput)
	f := finding.Finding{Code: "port"}
	if a, b, c := fingerprint(long+"b", &f), fingerprint("b"+long, &f), fingerprint(long+"bb", &f); a == b || a == c ||
		a != fingerprint(long+"b", &f) {
		t.Errorf("fingerprints of long texts: %s, %s, %s", a, b, c)
	}
	if len(log.Invocations) != 1 || *log.Invocations[0].ExecutionSuccessful ||
		len(log.Invocations[0].Notifications) != 3 {
		t.Fatalf("got %+v", log.Invocations)
	}
	n := log.Invocations[0].Notifications
	if n[0].Level != "error" || n[0].Message.Text != "b c: no such file" ||
		n[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "b%20c" ||
		len(n[1].Locations) != 0 || n[2].Level != "note" || !strings.HasPrefix(n[2].Message.Text, "3 more findings") {
		t.Errorf("got %+v", n)
	}
	if log := readSARIF(t, append(s.Start(), s.End(Outcome{})...)).Runs[0]; !*log.Invocations[0].ExecutionSuccessful ||
		len(log.Invocations[0].Notifications) != 0 {
		t.Errorf("got %+v", log.Invocations)
	}
}

// written returns a report.
func written(r Reporter, findings []Piece, o Outcome) []byte {
	var b bytes.Buffer
	to := bufio.NewWriter(&b)
	r.Report(to, findings, o)
	to.Flush()
	return b.Bytes()
}
