package render

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// SARIF writes a log in the Static Analysis Results Interchange Format, version 2.1.0: call [SARIF.Start],
// [SARIF.Finding] for each finding, and [SARIF.End]. The metadata of a rule is the text of iri explain. The zero
// SARIF is not usable: use [newSARIF].
type SARIF struct {
	spec    *summary.Spec // the spec of the check, an extension of the tool; nil if there is none
	version string
	codes   []finding.Entry
	index   map[finding.Code]int
}

// newSARIF returns a writer. The log has metadata for the codes; findings with other codes have none. of is the spec
// of the check; it may be nil.
func newSARIF(version string, codes []finding.Entry, of *summary.Spec) *SARIF {
	s := &SARIF{spec: of, version: version, codes: codes, index: make(map[finding.Code]int)}
	for i, c := range s.codes {
		s.index[c.Code] = i
	}
	return s
}

// Start returns the text before the results: the tool and its rules. Columns count Unicode code points.
func (s *SARIF) Start() []byte {
	b := []byte(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",` +
		`"runs":[{"tool":{"driver":{"name":"iri","version":`)
	b = jsonw.AppendString(b, s.version)
	b = append(b, `,"informationUri":"https://github.com/rfc3987/iri","rules":[`...)
	for i := range s.codes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '\n')
		b = appendRuleMetadata(b, &s.codes[i])
	}
	b = append(b, "]}"...)
	if s.spec != nil {
		b = append(appendExtension(append(b, `,"extensions":[`...), s.spec), ']')
	}
	return append(b, "},\"columnKind\":\"unicodeCodePoints\",\"results\":["...)
}

// End returns the text after the last result: an invocation, with a notification for each file that could not be
// read, and for findings that are left out (§3.20.21).
func (s *SARIF) End(o Outcome) []byte {
	b := []byte(`],"invocations":[{"executionSuccessful":`)
	b = strconv.AppendBool(b, len(o.Unread) == 0)
	b = append(b, `,"toolExecutionNotifications":[`...)
	for _, u := range o.Unread {
		b = appendMessage(append(b, `{"level":"error"`...), "message", u.Message)
		if uri, ok := artifact(u.Name); ok {
			b = jsonw.AppendMember(append(b, `,"locations":[{"physicalLocation":{"artifactLocation":{`...), "uri", uri)
			b = append(b, `}}}]`...)
		}
		b = append(b, "},"...)
	}
	if o.Omitted > 0 {
		b = append(appendMessage(append(b, `{"level":"note"`...), "message", left(o.Omitted)), "},"...)
	}
	return append(bytes.TrimSuffix(b, []byte{','}), "]}]}]}\n"...)
}

// fingerprint returns the identity of a finding in its file, independent of its line: the code, the production and
// the text (§3.27.17). A long text, which may have a thousand faults, is replaced by its start, its end and its
// length.
func fingerprint(text string, f *finding.Finding) string {
	rule := ""
	if n := len(f.Rules); n > 0 {
		rule = f.Rules[n-1]
	}
	if n := len(text); n > maxInput {
		text = text[:maxInput/2] + "\x00" + strconv.Itoa(n) + "\x00" + text[n-maxInput/2:]
	}
	sum := sha256.Sum256([]byte(string(f.Code) + "\x00" + rule + "\x00" + text))
	return hex.EncodeToString(sum[:16])
}

func appendRuleMetadata(b []byte, c *finding.Entry) []byte {
	b = jsonw.AppendMember(append(b, '{'), "id", string(c.Code))
	b = appendMessage(b, "shortDescription", c.Title)
	full := cmp.Or(c.Text, c.Title)
	b = appendMessage(b, "fullDescription", full)
	help := full
	if c.Mend != "" {
		help += "\n\nTo mend it: " + c.Mend + "."
	}
	if c.Section != "" {
		help += "\n\nSee " + c.Section + "."
	}
	b = appendMessage(b, "help", help)
	b = fmt.Appendf(b, `,"defaultConfiguration":{"enabled":%t,"level":"%s"},"properties":{`, c.Severity != finding.Off, level(c.Severity))
	return append(jsonw.AppendMember(b, "section", c.Section), `}}`...)
}

// level returns the name of a severity in SARIF. Off becomes a warning, the severity that the rule has when it is
// turned on.
func level(s finding.Severity) string {
	if s == finding.Error {
		return "error"
	}
	return "warning"
}

// maxInput is the longest input in bytes that a result repeats: an input of 1 MB with a thousand faults must not make
// a log of 1 GB.
const maxInput = 4 << 10

// Finding appends a comma and a finding; the caller removes the comma of the first one. place returns the position of
// a byte of text. It is called for the start and the end of the finding, and of its fix.
func (s *SARIF) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	b = jsonw.AppendMember(append(b, ",\n{"...), "ruleId", string(f.Code))
	if i, ok := s.index[f.Code]; ok {
		b = jsonw.AppendInt(b, "ruleIndex", int64(i))
	}
	b = jsonw.AppendMember(b, "level", level(f.Severity))
	message := f.MessageText()
	if hint := f.HintText(); hint != "" {
		message += " (" + hint + ")"
	}
	b = appendMessage(b, "message", message)
	start, end := place(f.Start), place(f.End)
	b = append(b, `,"locations":[{`...)
	if uri, ok := artifact(start.Source); ok {
		b = jsonw.AppendMember(append(b, `"physicalLocation":{"artifactLocation":{`...), "uri", uri)
		b = append(b, `},"region":`...)
		b = appendRegion(b, start, end, text.Shown(f.Start, f.End))
		b = append(b, '}')
	} else {
		b = jsonw.AppendMember(append(b, `"logicalLocations":[{`...), "name", "argument "+strconv.Itoa(start.Line))
		b = append(b, `,"kind":"argument"}]`...)
	}
	b = append(b, `}]`...)
	if uri, ok := artifact(start.Source); ok && f.Fix != nil && isWhole(text, f.Fix) {
		b = appendMessage(append(b, `,"fixes":[{`...), "description", describeFix(text, f.Fix))
		b = jsonw.AppendMember(append(b, `,"artifactChanges":[{"artifactLocation":{`...), "uri", uri)
		b = append(b, `},"replacements":[{"deletedRegion":`...)
		from, to := start, end // usually also those of the fix; place is slow in long texts
		if f.Fix.Start != f.Start {
			from = place(f.Fix.Start)
		}
		if f.Fix.End != f.End {
			to = place(f.Fix.End)
		}
		b = appendRegion(b, from, to, "")
		b = jsonw.AppendMember(append(b, `,"insertedContent":{`...), "text", f.Fix.Text)
		b = append(b, `}}]}]}]`...)
	}
	b = jsonw.AppendMember(append(b, `,"partialFingerprints":{`...), "iri/v1", fingerprint(text.Shown(0, len(text.Text)), f))
	b = append(b, `},"properties":{`...)
	from, to := f.Start, f.End
	if len(text.Text) <= maxInput {
		var input string
		input, from, to = component.Hide(text.Text, text.PasswordsIn(0, len(text.Text)), from, to)
		b = jsonw.AppendText(b, "input", input)
	}
	b = jsonw.AppendInt(b, "start", int64(from))
	b = jsonw.AppendInt(b, "end", int64(to))
	b = jsonw.AppendStrings(b, "rules", f.Rules)
	b = jsonw.AppendStrings(b, "expected", f.Expected)
	b = jsonw.AppendMember(b, "section", f.Section)
	b = jsonw.AppendMember(b, "abnf", f.ABNF)
	return append(b, `}}`...)
}

// isWhole reports whether the edit of a fix has no password. An edit with a password is left out of the log.
func isWhole(text *component.Quoter, fix *finding.Fix) bool {
	_, by := text.Edit(fix.Start, fix.End, fix.Text)
	return by == fix.Text
}

// appendRegion appends a region. If start and end are equal it is an insertion point, which SARIF writes with equal
// columns.
func appendRegion(b []byte, start, end run.Place, snippet string) []byte {
	b = jsonw.AppendInt(append(b, '{'), "startLine", int64(start.Line))
	b = jsonw.AppendInt(b, "startColumn", int64(start.Col))
	b = jsonw.AppendInt(b, "endLine", int64(end.Line))
	b = jsonw.AppendInt(b, "endColumn", int64(end.Col))
	if snippet != "" {
		b = appendMessage(b, "snippet", snippet)
	}
	return append(b, '}')
}

// appendMessage appends a member that is an object with a text.
func appendMessage(b []byte, name, text string) []byte {
	b = append(jsonw.AppendName(b, name), '{')
	return append(jsonw.AppendMember(b, "text", text), '}')
}

// artifact returns the name of a source as a URI reference, which SARIF requires. Colons are encoded, because the
// first segment must not have one (RFC 3986 §4.2). ok is false for words of the command line, which are not
// artifacts.
func artifact(source string) (uri string, ok bool) {
	switch source {
	case "<args>":
		return "", false
	case "<stdin>":
		return "file:///dev/stdin", true
	}
	source = strings.ReplaceAll(source, `\`, "/")
	var out strings.Builder
	if strings.HasPrefix(source, "/") {
		out.WriteString("file://")
	}
	for i := range len(source) {
		switch c := source[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9',
			strings.IndexByte("-._~/!$&'()*+,;=@", c) >= 0:
			out.WriteByte(c)
		default:
			out.WriteString(percent.Triplets[c])
		}
	}
	return out.String(), true
}

// appendExtension appends the object of an extension of the tool (SARIF §3.18.3, §3.19).
func appendExtension(b []byte, s *summary.Spec) []byte {
	b = appendIf(jsonw.AppendMember(append(b, '{'), "name", s.Name), "fullName", s.Document)
	b = jsonw.AppendMember(append(b, `,"properties":{`...), "sha256", s.SHA256)
	return append(appendIf(b, "date", s.Date), "}}"...)
}

// appendIf appends a member unless it is empty.
func appendIf(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return jsonw.AppendMember(b, name, value)
}
