package rewrite

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/work/checks"
)

// An asciiCleaner finds the items that Change.Lines leaves as they are: ASCII that the checker, which
// checks the grammar alone, calls clean. Statements that the checker calls clean are converted where they
// stand: see [converting.passStatements].
type asciiCleaner struct {
	checker *checks.Checker
	work    *converting
}

// Clean is for [input.Cleaner].
func (c asciiCleaner) Clean(rec *input.Item) bool {
	return chars.IsASCII(rec.Text) && c.checker.Clean(rec)
}

// Lines is for [input.Cleaner].
func (c asciiCleaner) Lines(block []byte, found func(start, end int) bool) (clean int) {
	return inASCII(block, '\n', c.checker.Lines, found)
}

// IsLine is for [input.Cleaner].
func (c asciiCleaner) IsLine(rec *input.Item) bool { return c.checker.IsLine(rec) }

// Texts is for [input.TextCleaner].
func (c asciiCleaner) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return inASCII(block, 0, c.checker.Validator.Texts, found), true
}

// Statements is for [rdf.StatementCleaner].
func (c asciiCleaner) Statements(graphs bool, block []byte, found func(start, end int) bool) (clean int) {
	w := c.work
	from := len(w.b.Data) - len(block) // after a byte order mark
	w.inStatements = true
	return c.checker.Statements(graphs, block, func(start, end int) bool {
		w.decoded = append(w.decoded, part{from + start, from + end})
		return found(start, end)
	})
}

// inASCII calls check for the lines of a chunk between those that are not ASCII, and found for these and for what check
// finds, in order, until found returns false. It returns the sum of what check returns. eol ends a line: LF, before
// which a CR may be, or NUL.
func inASCII(block []byte, eol byte, check func(lines []byte, found func(start, end int) bool) int,
	found func(start, end int) bool) (clean int) {
	more := true
	for at := 0; at < len(block) && more; {
		other := at + chars.NonASCII(chars.UnsafeString(block[at:]))
		start := len(block)
		if other < len(block) {
			start = at + bytes.LastIndexByte(block[at:other], eol) + 1
		}
		if at < start {
			clean += check(block[at:start], func(from, to int) bool {
				more = found(at+from, at+to)
				return more
			})
		}
		if at = start; at == len(block) || !more {
			break
		}
		end := len(block)
		if at = end; bytes.IndexByte(block[start:], eol) >= 0 {
			end = start + bytes.IndexByte(block[start:], eol)
			at = end + 1
		}
		if eol == '\n' && end > start && block[end-1] == '\r' {
			end--
		}
		more = found(start, end)
	}
	return clean
}
