package render

import (
	"bufio"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Writer formats findings.
type Writer interface {
	// Start returns the text before the first finding, and End the text after the last one.
	Start() []byte
	End(o Outcome) []byte

	// Finding appends a finding with the separator before it. place returns the position of a byte of the text. The
	// text is shown as the quoter shows it, without passwords.
	Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte
}

// A Reporter writes a report of a whole run, the start of which depends on all findings.
type Reporter interface {
	Writer
	Report(to *bufio.Writer, findings []Piece, o Outcome)
}

// A Piece is a formatted finding, with the properties that reports need.
type Piece struct {
	Out    []byte
	Source string // the file
	Error  bool
}

// An Outcome is the information about a run in a report, apart from its findings.
type Outcome struct {
	Unread  []run.Unread // files that could not be read, or not to their end
	Line    string       // the counts of the run, in one line
	Omitted int64        // how many findings the report omits; it has the worst ones
}

// bare implements Start and End of a writer that writes only findings.
type bare struct{}

func (bare) Start() []byte      { return nil }
func (bare) End(Outcome) []byte { return nil }

// Text writes findings for people, with an empty line before each.
type Text struct {
	bare
	Style Style
}

// Finding implements [Writer].
func (t Text) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	return appendFinding(append(b, '\n'), text, f, place(f.Start), t.Style)
}
