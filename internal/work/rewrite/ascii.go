package rewrite

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/work/checks"
)

// An asciiCleaner finds the items that Change.Lines leaves unchanged: ASCII for which the checker, which checks only
// the grammar, is true. Clean statements are converted in place: see [converting.passStatements].
type asciiCleaner struct {
	checker *checks.Checker
	work    *converting
}

// Clean implements [input.Cleaner].
func (c asciiCleaner) Clean(rec *input.Item) bool {
	return chars.IsASCII(rec.Text) && c.checker.Clean(rec)
}

// Lines implements [input.Cleaner].
func (c asciiCleaner) Lines(block []byte, found func(start, end int) bool) (clean int) {
	return inASCII(block, '\n', c.checker.Lines, found)
}

// IsLine implements [input.Cleaner].
func (c asciiCleaner) IsLine(rec *input.Item) bool { return c.checker.IsLine(rec) }

// Texts implements [input.TextCleaner].
func (c asciiCleaner) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return inASCII(block, 0, c.checker.Validator.Texts, found), true
}

// Statements implements [rdf.StatementCleaner].
func (c asciiCleaner) Statements(graphs bool, block []byte, found func(start, end int) bool) (clean int) {
	w := c.work
	from := len(w.b.Data) - len(block) // the block starts after a byte order mark
	w.inStatements = true
	return c.checker.Statements(graphs, block, func(start, end int) bool {
		w.decoded = append(w.decoded, part{from + start, from + end})
		return found(start, end)
	})
}

// inASCII calls check for each run of ASCII lines of a block, and found for every other line and for what check
// finds, in order, until found returns false. It returns the sum of the results of check. eol ends a line: LF, which
// a CR may precede, or NUL.
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
