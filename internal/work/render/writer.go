package render

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
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

// Wrap puts words into lines of at most width columns, except words that are longer. The first line begins with
// first, the others with rest.
func Wrap(words []string, first, rest string, width int) []byte {
	var b []byte
	line, empty := first, true
	for _, word := range words {
		if !empty && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > width {
			b = append(append(b, line...), '\n')
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	return append(append(b, line...), '\n')
}

// wrap breaks b[start:], the end of a line, into lines that fit the terminal. used is the number of columns before
// it; the lines after the first begin with indent. A word that is longer than a line is not broken, so that it can be
// copied.
func (st Style) wrap(b []byte, start, used int, indent string) []byte {
	text := string(b[start:])
	if st.Width <= 0 || used+uniseg.StringWidth(text) <= st.Width {
		return b
	}
	lines := Wrap(sentenceWords(text), strings.Repeat(" ", used), indent, st.Width)
	return append(b[:start], lines[used:len(lines)-1]...)
}

// sentenceWords splits a message at its spaces, except at a quoted space, and inside isolated text, which the
// terminal would reorder.
func sentenceWords(text string) (words []string) {
	isolates := 0
	for part := range strings.SplitSeq(text, " ") {
		n := len(words)
		if n > 0 && (isolates > 0 || strings.HasSuffix(words[n-1], `"`) && strings.HasPrefix(part, `"`)) {
			words[n-1] += " " + part
		} else {
			words = append(words, part)
		}
		isolates += strings.Count(part, quote.LRI) - strings.Count(part, quote.PDI)
	}
	return words
}

// A Trimmer is a writer that omits the separator before the first part, so that there is one separator between two
// parts. With separator 0 it omits nothing. It also omits parts beyond a limit, lines of rules except the first of
// each code, and findings that were written before.
type Trimmer struct {
	W       io.Writer
	Sep     byte
	Started bool

	Limit   int         // the most parts that writeParts writes; 0 for all
	Written int         // how many parts have been written
	Cut     atomic.Bool // the limit is reached: of further findings only the ends are needed
	Left    int         // how many parts were omitted because of the limit
	Codes   []string    // the codes whose rules have been written: see [ruleOnce]

	known map[uint64]int // from [run.End.Same] to the index in same
	same  []samePart
}

// A samePart is a part that has been written, and how often it occurred again.
type samePart struct {
	run.End
	more int
}

// name returns the name of the part in a list.
func (s *samePart) name() string {
	severity := finding.Warning
	if s.Error {
		severity = finding.Error
	}
	return fmt.Sprintf("%s[%s] %s:%d:%d", severity, s.Code, quote.Visible(s.Source), s.Line, s.Col)
}

// maxSame limits how many parts are remembered; later ones are always written.
const maxSame = 1 << 16

// writeParts writes the parts of p up to the limit. ends are the ends of the parts; without a limit it may be empty.
func (t *Trimmer) writeParts(p []byte, ends []run.End) error {
	from, start := 0, 0 // the starts of the text to write next, and of the part
	for _, e := range ends {
		if !t.takes(e) {
			if _, err := t.Write(p[from:start]); err != nil {
				return err
			}
			from = e.At
		}
		start = e.At
	}
	if t.Limit > 0 {
		p = p[:start]
	}
	_, err := t.Write(p[from:])
	return err
}

// takes reports whether a part is written, and counts it.
func (t *Trimmer) takes(e run.End) bool {
	if i, ok := t.known[e.Same]; ok {
		t.same[i].more++
		return false
	}
	if t.Limit > 0 && t.Written == t.Limit {
		t.Left++
		t.Cut.Store(true)
		return false
	}
	t.Written++
	if e.Same != 0 && len(t.same) < maxSame {
		if t.known == nil {
			t.known = map[uint64]int{}
		}
		t.known[e.Same] = len(t.same)
		t.same = append(t.same, samePart{End: e})
	}
	return true
}

// appendSame appends a list of the parts that occurred again, with the number of their other places.
func (t *Trimmer) appendSame(b []byte, st Style) []byte {
	var again []*samePart
	var names []string
	width := 0
	for i := range t.same {
		if s := &t.same[i]; s.more > 0 {
			if again = append(again, s); len(again) <= maxRows {
				names = append(names, s.name())
				width = max(width, uniseg.StringWidth(names[len(names)-1]))
			}
		}
	}
	if len(again) == 0 {
		return b
	}
	b = append(st.paint(append(b, '\n'), bold, "printed once, with the number of other places"), '\n')
	for i, name := range names {
		b = fmt.Appendf(b, " %s%*s %s\n", name, width-uniseg.StringWidth(name), "", quote.Count(again[i].more))
	}
	if left := again[min(len(again), maxRows):]; len(left) > 0 {
		n := 0
		for _, s := range left {
			n += s.more
		}
		b = fmt.Appendf(b, " … and %s in %s more\n", quote.Count(n), quote.Count(len(left)))
	}
	return b
}

func (t *Trimmer) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	text := ruleOnce(p, func(code string) bool {
		isNew := !slices.Contains(t.Codes, code)
		if isNew {
			t.Codes = append(t.Codes, code)
		}
		return isNew
	})
	if !t.Started && t.Sep != 0 && text[0] == t.Sep {
		text = text[1:]
	}
	t.Started = true
	_, err := t.W.Write(text)
	return len(p), err
}

// Reset forgets all parts that have been written.
func (t *Trimmer) Reset() {
	t.Started, t.Written, t.Codes, t.Left = false, 0, nil, 0
	t.known, t.same = nil, nil
	t.Cut.Store(false)
}

// sayCut prints how many findings were omitted, if any.
func (t *Trimmer) sayCut(out *run.Output, to io.Writer) error {
	if !t.Cut.Load() {
		return nil
	}
	are := "more findings are"
	if t.Left == 1 {
		are = "more finding is"
	}
	return out.WriteAfter(to, fmt.Sprintf("\niri: %s %s not printed (--limit %d); --limit 0 prints all\n", quote.Count(t.Left), are,
		t.Limit))
}
