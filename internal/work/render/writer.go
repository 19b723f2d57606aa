package render

import (
	"bufio"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Writer writes findings in a format.
type Writer interface {
	// Start returns what comes before the first finding, and End what comes after the last one.
	Start() []byte
	End(o Outcome) []byte

	// Finding appends a finding of a text, with what separates it from the one before. place returns the place of a
	// byte of the text. Of the text it writes what the quoter shows, without passwords.
	Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte
}

// A Reporter writes a report of a whole run, which begins with what is known at its end.
type Reporter interface {
	Writer
	Report(to *bufio.Writer, findings []Piece, o Outcome)
}

// A Piece is a finding as a writer has written it, and what a report asks of it.
type Piece struct {
	Out    []byte
	Source string // the file
	Error  bool
}

// An Outcome is what a report of a whole run says beside its findings.
type Outcome struct {
	Unread  []run.Unread // files that could not be read, or not to their end
	Line    string       // the counts of the run, in one line
	Omitted int64        // how many findings are not in the report, which has the worst ones
}

// bare is the part of a writer that writes nothing around the findings.
type bare struct{}

func (bare) Start() []byte      { return nil }
func (bare) End(Outcome) []byte { return nil }

// Text writes findings for people, with an empty line before each.
type Text struct {
	bare
	Style Style
}

// Finding is for [Writer].
func (t Text) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	return appendFinding(append(b, '\n'), text, f, place(f.Start), t.Style)
}
