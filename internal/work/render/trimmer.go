package render

import (
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

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
