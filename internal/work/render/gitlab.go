package render

import (
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// GitLab writes a Code Quality report, which GitLab shows in merge requests: an array of findings, and of files that
// could not be read. GitLab merges findings with the same fingerprint, so if several findings of a file have the same
// code, production and text, the fingerprints have a number. Therefore the report is written at the end.
type GitLab struct{ bare }

// Finding implements [Writer]. Report completes the fingerprint.
func (GitLab) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	at, severity := place(f.Start), "minor"
	if f.Severity == finding.Error {
		severity = "major"
	}
	known := fingerprint(at.Source+"\x00"+text.Shown(0, len(text.Text)), f)
	return appendIssue(b, known, string(f.Code), severity, annotation(text, f, "; "), at)
}

// appendIssue appends a comma and an object, the first member of which is the fingerprint.
func appendIssue(b []byte, print, code, severity, description string, at run.Place) []byte {
	b = jsonw.AppendMember(append(b, ",\n{"...), "fingerprint", print)
	b = jsonw.AppendMember(b, "check_name", code)
	b = jsonw.AppendMember(b, "severity", severity)
	b = jsonw.AppendMember(b, "description", description)
	b = jsonw.AppendMember(append(b, `,"location":{`...), "path", strings.TrimPrefix(filepath.ToSlash(at.Source), "./"))
	return append(jsonw.AppendInt(append(b, `,"lines":{`...), "begin", int64(at.Line)), "}}}"...)
}

// Report implements [Reporter].
func (GitLab) Report(to *bufio.Writer, findings []Piece, out Outcome) {
	comma := []byte{'['} // the byte before an object: "[" for the first, then a comma
	write := func(issue []byte) {
		to.Write(comma)
		to.Write(issue[1:])
		comma = []byte{','}
	}
	for _, u := range out.Unread {
		write(appendIssue(nil, fingerprint(u.Name, &finding.Finding{Code: "file"}), "file", "blocker", u.Message,
			run.Place{Source: u.Name, Line: 1}))
	}
	seen := make(map[string]int)
	for _, f := range findings {
		end := bytes.Index(f.Out, []byte(`","check_name"`))
		write(f.Out[:end])
		print := string(f.Out[:end])
		if seen[print]++; seen[print] > 1 {
			fmt.Fprintf(to, "-%d", seen[print])
		}
		to.Write(f.Out[end:])
	}
	if comma[0] == '[' {
		to.Write(comma)
	}
	to.WriteString("\n]\n")
}
