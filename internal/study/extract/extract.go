// Package extract takes the ABNF out of an RFC or an Internet-Draft. In comes the
// document, as text with or without page breaks or as XML; out come its rules, each with
// the section and the lines where it stood, and what could not be read. It must not know
// what the rules mean.
package extract

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Document is what has been taken out of a file.
type Document struct {
	Name      string   // for "; spec:": rfc3986
	Title     string   // as it is cited: RFC 3986
	Date      string   // when it was published, as far as it says: 2005-01, 2012-03-02
	Hash      string   // SHA-256 of its text, in hexadecimal digits
	Top       string   // the rule that comes first if it is not used by others, or the widest one
	Cites     []Cite   // what the labels in prose values mean
	Fields    []string // further header fields of the grammar, which the document does not have: "record: URI"
	Reference string   // the rule for references beside Top, URI-reference beside URI; may be empty
	Rules     []Definition
	Undefined []string // names that the rules use and neither the document nor RFC 5234 defines
	Problems  []Problem

	core  *abnf.Grammar
	lines int // how many the document has
}

// A Cite is a label of the document's references, in a prose value of a rule, and the spec
// that it means: URI, rfc3986.
type Cite struct{ Label, Spec string }

// A Definition is a rule as the document has it, and its form as JSON.
type Definition struct {
	Name    string `json:"name"`
	Text    string `json:"-"`                 // the lines of the definition, without common indentation and page breaks
	ABNF    string `json:"abnf"`              // the same on one line, without comments
	Section string `json:"section,omitempty"` // "RFC 3986 §3.2.3"; empty if the document has no headings
	Line    int    `json:"line"`              // where it stands
	File    string `json:"file,omitempty"`    // the file that the document includes, if it stands there
	Also    []int  `json:"also,omitempty"`    // where the same definition stands again

	From string `json:"-"` // the spec that it is taken from, if the document does not have it

	at []line // the lines of the document that the lines of the text are
}

// A Problem is something in the document that looks like a rule and was not taken, or of
// which one of several definitions was taken.
type Problem struct {
	Line    int
	End     int    // the last line that is not read; 0 if it is the same
	File    string // the file that the document includes, if the line stands there
	Rule    string
	Message string
	Lost    bool // the rule is not among the rules

	weak  bool // only a rule if another one uses it
	prose bool // it stands in text that is not marked as ABNF

	at []line // the lines of a definition that begins with a name
}

// String returns what is wrong, with the name of the rule and the lines that are not read.
func (p Problem) String() string {
	lines := ""
	if p.End > p.Line {
		lines = fmt.Sprintf(" (lines %d to %d)", p.Line, p.End)
	}
	switch {
	case p.Rule == "":
		return p.Message + lines
	case p.Lost:
		return "the rule " + p.Rule + " cannot be read" + lines + ": " + p.Message
	}
	return p.Rule + ": " + p.Message + lines
}

// A found is a definition before those of one name are compared.
type found struct {
	Definition
	rule    *abnf.Rule
	part    part
	block   int  // the block or section
	adds    bool // "=/"
	certain bool // the document says that it is ABNF
	lists   bool // it has "#", as RFC 9110 has it
	note    string
}

// A part is a section of the document.
type part struct{ number, title string }

// appendix reports whether the part is an appendix.
func (p part) appendix() bool { return p.number != "" && p.number[0] >= 'A' }

// Extract takes the rules out of a document. The name is that of the file. A file that the document includes is
// read with a function, which gets the name as it stands there; without one it is named as not read.
func Extract(name string, src []byte, read func(name string) ([]byte, error)) *Document {
	text := strings.ReplaceAll(strings.TrimPrefix(string(src), "\uFEFF"), "\r\n", "\n")
	s := scan{read: read}
	if isHTML(text) {
		s.problems = append(s.problems, Problem{Line: 1,
			Message: "the document is HTML, of which only plain lines are read; take its text or its XML", Lost: true})
	}
	d := &Document{core: CoreRules(), Hash: fmt.Sprintf("%x", sha256.Sum256(src)), lines: strings.Count(text, "\n") + 1}
	if isXML(text) {
		d.Name = s.xml(text, baseName(name))
		d.Date = s.date
	} else {
		lines := textLines(text)
		d.Name, d.Date = cmp.Or(nameOf(lines), baseName(name)), dateOf(lines)
		if m := docName().FindStringSubmatch(text); m != nil {
			d.Name = m[1]
			if v := draftName().FindStringSubmatch(d.Name); v != nil { // without the version
				d.Name = v[1]
			}
		}
		s.title = titleOf(d.Name)
		lines = s.include(lines, 0)
		switch blocks := fenced(lines); {
		case blocks != nil: // Markdown: the other blocks are not ABNF
			for _, b := range blocks {
				s.text(b, true)
			}
		case strings.EqualFold(path.Ext(name), ".abnf"):
			s.text(lines, true)
		default:
			s.components(lines)
		}
	}
	d.Title = titleOf(d.Name)
	d.assemble(&s, mentioned(text))
	d.cite(text)
	return d
}

// pattern returns what compiles an expression when it is first needed: most runs of a program that is
// linked with this package extract nothing.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
