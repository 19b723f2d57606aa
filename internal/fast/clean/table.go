package clean

import (
	"math"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A table has the steps of a scanner S, without its counters: for each state the number of the state after a
// character of each column. State 0 is dead; state 1 is the zero S.
type table[S comparable] struct {
	states []S
	next   [math.MaxUint8 + 1][math.MaxUint8 + 1]uint8
}

// newTable returns the table of a scanner; step reads a character of a column.
func newTable[S comparable](columns int, step func(q *S, column int) bool) *table[S] {
	t := new(table[S])
	t.states = make([]S, 2)
	number := map[S]uint8{t.states[1]: 1}
	for from := 1; from < len(t.states); from++ {
		var last S // to which the column before leads, which is most often the same
		to := uint8(0)
		for column := range columns {
			q := t.states[from]
			if !step(&q, column) {
				continue
			}
			if to == 0 || q != last {
				last, to = q, number[q]
			}
			if to == 0 && len(t.states) <= math.MaxUint8 {
				to = uint8(len(t.states))
				number[q] = to
				t.states = append(t.states, q)
			}
			t.next[from][column] = to
		}
	}
	return t
}

// The tables are those of a hostScanner in a label, and of a partState. [Language.Has] checks what they leave out:
// scripts, percent-encodings, the length of labels, and look-alikes of ASCII.
type tables struct {
	ascii [utf8.RuneSelf]uint8      // the columns of ASCII
	char  [math.MaxUint16 + 1]uint8 // the columns of other characters, by their entry in package chars
	hosts *table[hostScanner]
	parts *table[partState]
}

// deadColumn is the column of characters that lead to no state.
const deadColumn = math.MaxUint8

// makeTables makes the tables.
func (l *Language) makeTables() *tables {
	t := new(tables)
	var members []rune // one of each column: a character of ASCII, or from there on what is known of another one
	for b := range rune(utf8.RuneSelf) {
		c := l.class[b]
		if t.ascii[b] = uint8(c); c == len(members) {
			members = append(members, b)
		}
	}
	// Other characters have a column for what the scanners ask of them, and for what may follow in NFC.
	type kind struct {
		flags uint16
		last  chars.LastChar
	}
	const asked = chars.PValid | chars.NotNFC | chars.L | chars.R | chars.NSM | chars.Mark | chars.Marked |
		chars.Second | chars.Break
	columns := make(map[kind]uint8)
	for i := range chars.Blocks {
		for _, u := range chars.Blocks[i] {
			if t.char[u] > 0 {
				continue
			}
			is := kind{flags: u.Flags() & asked}
			var word chars.Scripts
			word.Add(u.Script())
			is.last.Follow(u, &word)
			is.last = is.last.Rough()
			c, ok := columns[is]
			switch {
			case u.Flags()&l.avoid != 0 || u.Flags()&chars.Marked != 0 && u.Script() == 0:
				c = deadColumn // what a mark of any script does depends on the word
			case !ok && len(members) == deadColumn:
				c = deadColumn
			case !ok:
				c = uint8(len(members))
				columns[is] = c
				members = append(members, utf8.RuneSelf+rune(u))
			case u.Properties().Ccc < chars.Char(members[c]-utf8.RuneSelf).Properties().Ccc:
				members[c] = utf8.RuneSelf + rune(u) // it may follow the fewest marks
			}
			t.char[u] = c
		}
	}
	t.hosts = newTable(len(members), func(h *hostScanner, column int) bool {
		r := members[column]
		if r < utf8.RuneSelf {
			if !h.step(r, l.avoid) {
				return false
			}
		} else {
			u := chars.Char(r - utf8.RuneSelf)
			h.scripts.Add(u.Script())
			if !h.stepChar(u, 1, false, latin, l.avoid) {
				return false
			}
		}
		if h.length > 0 {
			h.length, h.before = 1, 1
		}
		h.before, h.ticks, h.scripts, h.last = min(h.before, 1), 0, chars.Scripts{}, h.last.Rough()
		return true
	})
	t.parts = newTable(len(members), func(q *partState, column int) bool {
		r := members[column]
		ok := false
		if r < utf8.RuneSelf {
			ok = chars.SegmentClass[r] != chars.ClassDelimiter && r != '%' && q.step(r, l.avoid)
		} else {
			u := chars.Char(r - utf8.RuneSelf)
			q.word.Add(u.Script())
			ok = q.stepChar(u, l.avoid)
		}
		q.word, q.last = chars.Scripts{}, q.last.Rough()
		return ok
	})
	return t
}
