package result

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/render"
)

// A placer finds the places of findings: in the text of a record, or the one place of a fault.
type Placer struct {
	Rec     *input.Record
	Text    string // what the spans refer to
	locator input.Locator
	Fixed   *render.Place // that of all findings; nil for those of their offsets
	from    int           // where the text is at fixed, of a record that cannot be read
}

func NewPlacer(rec *input.Record, c *Checked) *Placer {
	p := &Placer{Rec: rec, Text: rec.Text, locator: rec.Locator()}
	if c.Fault != nil {
		p.Text, p.Fixed = c.Text, &render.Place{Source: rec.Source, Line: rec.Line, Col: rec.Col}
		if rec.Err != nil {
			p.Fixed.Line, p.Fixed.Col, p.from = rec.Err.Line, rec.Err.Col, c.Fault.Start
		}
	}
	return p
}

func (p *Placer) Place(offset int) render.Place {
	if p.Fixed != nil {
		at := *p.Fixed
		if p.Rec.Err != nil && offset > p.from && !strings.ContainsAny(p.Text[p.from:offset], "\r\n") {
			at.Col += utf8.RuneCountInString(p.Text[p.from:offset])
		}
		return at
	}
	line, col := p.locator.Position(offset)
	return render.Place{Source: p.Rec.Source, Line: line, Col: col}
}

// Places returns a function with the places of the offsets of findings in the result for a record.
func Places(rec *input.Record, c *Checked) func(offset int) render.Place {
	return NewPlacer(rec, c).Place
}
