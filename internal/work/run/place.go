package run

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A Place is the position of an input or a fault in its source.
type Place struct {
	Source    string // a file's name, <stdin> or <args>
	Line, Col int    // counted from 1; columns are characters
	Written   *Written
}

// A Written is the source of a finding: the line of the file or, if that is unknown, the string as it is written, and
// the range in it where the fault is. It is empty for a fault whose line is not available.
type Written struct {
	Text       string
	Start, End int
	Decoded    bool     // the string differs from what is written
	Hidden     [][2]int // the ranges of passwords near the fault, in order
}

// A Placer maps findings to their positions in the file: offsets in the text of an item, or the one position of a
// fault. It also tells how the text is written there, which the check of the text does not know.
type Placer struct {
	Rec              *input.Item
	component.Quoter // of the text of the spans
	locator          input.Locator
	Fixed            *Place // the position of all findings; nil if each has its own
	from             int    // the offset of the text at Fixed, for an item that cannot be read

	raw     *string // the text as it is written, and whether that differs from the text; set when a finding is shown
	decoded bool

	Said map[string]bool // the advice that has been shown for the text, and is not repeated
}

// NewPlacer returns the placer for the findings of an item.
func NewPlacer(rec *input.Item, c *Checked) *Placer {
	p := &Placer{Rec: rec, Quoter: c.Rule.Quoter(rec.Text), locator: rec.Locator()}
	if c.Fault != nil {
		p.Text, p.Fixed = c.Text, &Place{Source: rec.Source, Line: rec.Line, Col: rec.Col}
		if rec.Err != nil {
			p.Fixed.Line, p.Fixed.Col, p.from = rec.Err.Line, rec.Err.Col, c.Fault.Start
			if rec.LineText == nil {
				p.Fixed.Written = new(Written)
			}
		}
	}
	return p
}

// Place returns the position of the byte at an offset of the text.
func (p *Placer) Place(offset int) Place {
	if p.Fixed != nil {
		at := *p.Fixed
		if p.Rec.Err != nil && offset > p.from && !strings.ContainsAny(p.Text[p.from:offset], "\r\n") {
			at.Col += utf8.RuneCountInString(p.Text[p.from:offset])
		}
		return at
	}
	line, col := p.locator.Position(offset)
	return Place{Source: p.Rec.Source, Line: line, Col: col}
}

// Shown returns the function Place for a finding, and sets the Written of the placer: the line of the file or, if
// that is unknown, the text as it is written.
func (p *Placer) Shown(f *finding.Finding) func(offset int) Place {
	return func(offset int) Place {
		at := p.Place(offset)
		if p.Fixed != nil || offset != f.Start || p.Rec.Source == input.Args {
			return at
		}
		from := p.locator.Raw(f.Start)
		to := max(from, p.locator.Raw(f.End))
		if p.raw == nil { // the text can be long, and have many findings
			raw := string(p.Rec.Raw)
			p.raw, p.decoded = &raw, raw != p.Text
		}
		w := &Written{Text: *p.raw, Start: from, End: to, Decoded: p.decoded}
		if line, start, ok := p.Rec.LineAt(from); ok {
			w.Text, w.Start, w.End = string(line), start, min(start+to-from, len(line))
		} else if p.Rec.Prefix != nil || !p.isEscaped(offset) || bytes.ContainsAny(p.Rec.Raw, "\r\n") {
			return at
		}
		w.Hidden = p.hidden(f, w, from)
		at.Written = w
		return at
	}
}

// hidden returns the ranges of passwords in w. Raw[from:] is at the start of the fault. They are those of the text,
// and possible ones in the strings next to it.
func (p *Placer) hidden(f *finding.Finding, w *Written, from int) (all [][2]int) {
	before := w.Start - from // the start of Raw
	after := min(len(w.Text), before+len(p.Rec.Raw))
	beside := func(start, end int) {
		for start < end {
			stop := end
			if n := strings.IndexAny(w.Text[start:end], `"<>`); n >= 0 { // these separate two strings
				stop = start + n
			}
			q := component.Quoter{Text: w.Text[start:stop]}
			for _, at := range q.PasswordsIn(0, stop-start) {
				all = append(all, [2]int{start + at[0], start + at[1]})
			}
			start = stop + 1
		}
	}
	beside(0, before)
	for _, at := range p.PasswordsIn(max(0, f.Start-linecol.ShownLine), f.End+linecol.ShownLine) {
		start, end := max(0, before+p.locator.Raw(at[0])), min(len(w.Text), before+p.locator.Raw(at[1]))
		if start < end {
			all = append(all, [2]int{start, end})
		}
	}
	beside(after, len(w.Text))
	return all
}

// Expanded returns a finding whose message tells how a character is written in the file, and the IRI of the prefix of
// a prefixed name.
func (p *Placer) Expanded(f finding.Finding) finding.Finding {
	f = p.Written(f)
	if of := p.Rec.Prefix; of != nil && of.File != "" {
		return f.WithMessage(fmt.Sprintf("%s (%s stands for <%s>, declared in %s on line %d)", f.MessageText(),
			of.Label(), component.Redact(of.IRI), of.File, of.Line))
	} else if of != nil && of.Name != "" && of.Line == 0 {
		return f.WithMessage(fmt.Sprintf("%s (%s stands for <%s>)", f.MessageText(), of.Name, component.Redact(of.IRI)))
	} else if of != nil && of.Name != "" {
		return f.WithMessage(fmt.Sprintf("%s (%s stands for <%s>, declared on line %d)", f.MessageText(), of.Name,
			component.Redact(of.IRI), of.Line))
	}
	return f
}

// isEscaped reports whether the character at an offset of the text may be written with an escape.
func (p *Placer) isEscaped(offset int) bool {
	return p.Fixed == nil && p.Rec.Escape != input.None && (p.Rec.Prefix == nil || offset >= len(p.Rec.Prefix.IRI))
}

// relative are the hints for texts that could be relative references.
var relative = []finding.Reason{finding.HintEmpty, finding.HintRelative, finding.HintHostOrRelative,
	finding.HintNetworkPath}

// Written returns a finding with the escape or reference of the character that its message names, as in "U+0020
// SPACE, written \u0020, is not allowed here". It replaces the hint by one for the format.
func (p *Placer) Written(f finding.Finding) finding.Finding {
	if p.Rec.Format != input.Words && !p.Rec.Format.HasReferences() && slices.Contains(relative, f.Hint.Reason()) {
		f.Hint = finding.HintWhole.Text()
	}
	if f.Start >= f.End || !p.isEscaped(f.Start) || p.Hides(f.Start, f.End) {
		return f
	}
	r, n := utf8.DecodeRuneInString(p.Text[f.Start:f.End])
	if r == utf8.RuneError && n == 1 { // one byte of a character
		n = min(len("\uD7FF"), f.End-f.Start)
	}
	from := p.locator.Raw(f.Start)
	raw := bytes.TrimSpace(p.Rec.Raw[from:max(from, p.locator.Raw(f.Start+n))])
	char, message := f.Params()["char"], f.MessageText()
	before, after, ok := strings.Cut(message, char)
	if string(raw) == p.Text[f.Start:f.Start+n] || len(raw) == 0 || char == "" || !ok {
		return f
	}
	written := string(quote.AppendVisible(nil, string(raw)))
	if strings.HasSuffix(written, `\`) { // the blank after it is what it escapes
		written = `"` + written + ` "`
	}
	how := ", written " + written
	if strings.HasPrefix(after, " ") {
		how += ","
	}
	return f.WithMessage(before + char + how + after)
}
