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

// JUnit writes a report in the format of JUnit, which CI servers read. Each file with findings is a suite, in which
// each error is a test that fails, and each warning a test that passes and has output. The first suite is about the
// run: a test that passes, and an error for each file that could not be read. The report is written at the end,
// because the start of a suite has the number of its tests.
type JUnit struct{ bare }

// Finding implements [Writer]; it writes a test.
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

// appendXML appends escaped text. Characters that XML does not allow become U+FFFD.
func appendXML(b []byte, s string) []byte {
	buf := bytes.NewBuffer(b)
	xml.EscapeText(buf, []byte(s)) // a buffer returns no error
	return buf.Bytes()
}

// Report implements [Reporter].
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
	b = append(counts(b, 1+len(out.Unread)+len(tests), failures, len(out.Unread)), ">\n<testsuite name=\"iri check\""...)
	b = append(counts(b, 1+len(out.Unread), 0, len(out.Unread)), ">\n<testcase classname=\"iri check\" name=\"run\"><system-out>"...)
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

// left says how many findings a report leaves out.
func left(n int64) string {
	return strconv.FormatInt(n, 10) + " more findings are not in this report, which has errors first: --limit says " +
		"how many it may have"
}
