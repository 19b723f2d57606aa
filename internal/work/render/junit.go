package render

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// JUnit writes a report in the format of JUnit, as CI servers read it: a suite for each file with findings, with a
// test that fails for each error, and a test that passes, with what is said on its output, for each
// warning. The first suite has the run: a test that passes, and an error for each file that could not be
// read. It is written as a whole, because a suite begins with how many tests it has.
type JUnit struct{ bare }

// Finding is for [Writer]: a finding is a test.
func (JUnit) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	at := place(f.Start)
	b = appendXML(append(b, "\n<testcase classname=\""...), quote.Visible(at.Source))
	b = append(b, `" name="`...)
	b = appendXML(b, fmt.Sprintf("%d:%d %s", at.Line, at.Col, f.Code))
	b = append(b, `">`...)
	whole := strings.TrimSpace(string(appendFinding(nil, text, f, at, Style{})))
	if f.Severity == finding.Error {
		b = appendXML(append(b, `<failure type="`...), string(f.Code))
		b = appendXML(append(b, `" message="`...), quote.Visible(f.MessageText()))
		b = append(appendXML(append(b, `">`...), whole), "</failure>"...)
	} else {
		b = append(appendXML(append(b, "<system-out>"...), whole), "</system-out>"...)
	}
	return append(b, "</testcase>"...)
}

// appendXML appends a text as it is written in XML; what XML cannot hold becomes U+FFFD.
func appendXML(b []byte, s string) []byte {
	buf := bytes.NewBuffer(b)
	xml.EscapeText(buf, []byte(s)) // a buffer does not fail
	return buf.Bytes()
}

// Report is for [Reporter].
func (JUnit) Report(to *bufio.Writer, tests []Piece, out Outcome) {
	type suite struct{ at, tests, failures int }
	suites := make(map[string]*suite)
	var names []string // in the order of the tests
	failures := 0
	for _, c := range tests {
		s := suites[c.Source]
		if s == nil {
			s = &suite{at: len(names)}
			suites[c.Source], names = s, append(names, c.Source)
		}
		if s.tests++; c.Error {
			s.failures, failures = s.failures+1, failures+1
		}
	}
	slices.SortStableFunc(tests, func(a, b Piece) int { return suites[a.Source].at - suites[b.Source].at })
	counts := func(b []byte, tests, failures, errors int) []byte {
		return fmt.Appendf(b, ` tests="%d" failures="%d" errors="%d"`, tests, failures, errors)
	}
	b := []byte(xml.Header + "<testsuites")
	b = append(counts(b, 1+len(out.Unread)+len(tests), failures, len(out.Unread)),
		">\n<testsuite name=\"iri check\""...)
	b = append(counts(b, 1+len(out.Unread), 0, len(out.Unread)),
		">\n<testcase classname=\"iri check\" name=\"run\"><system-out>"...)
	b = appendXML(b, out.Line)
	if out.Omitted > 0 {
		b = append(append(b, "; "...), left(out.Omitted)...)
	}
	b = append(b, "</system-out></testcase>\n"...)
	for _, u := range out.Unread {
		b = append(appendXML(append(b, `<testcase classname="iri check" name="`...), quote.Visible(u.Name)),
			`"><error type="file" message="`...)
		b = append(appendXML(b, quote.Visible(u.Message)), "\"/></testcase>\n"...)
	}
	b = append(b, "</testsuite>\n"...)
	for _, name := range names {
		s := suites[name]
		b = append(appendXML(append(b, `<testsuite name="`...), quote.Visible(name)), '"')
		to.Write(append(counts(b, s.tests, s.failures, 0), '>'))
		for _, c := range tests[:s.tests] {
			to.Write(c.Out)
		}
		tests = tests[s.tests:]
		b = []byte("\n</testsuite>\n")
	}
	to.Write(append(b, "</testsuites>\n"...))
}

// left says that findings are left out of a report.
func left(n int64) string {
	return strconv.FormatInt(n, 10) + " more findings are not in this report, which has errors first: --limit says " +
		"how many it may have"
}
