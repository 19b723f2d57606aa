// Package linecol maps offsets of a text to lines and columns. The package must not know formats.
package linecol

import (
	"bytes"
	"math/bits"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A Column is the column of a position between two chunks. The characters are counted when the column is asked for,
// or when the text before the position is released: usually nobody asks, and the text is known to be UTF-8. Several
// goroutines may use a Column. The nil Column is 0.
type Column struct {
	mu      sync.Mutex
	before  *Column // the column at the start of the text; nil once n is the column
	text    []byte  // the chunk before the position
	lineEnd byte
	starts  bool // a line starts in the text
	counted bool // n has the characters of the text after its last line end; the text may have been released
	known   bool // n is the column
	n       int
}

// ColumnAfter returns the column after a text; before is the column at its start, and lines is how many line ends the
// text has. The text must not change before [Column.Forget] is called.
func ColumnAfter(before *Column, text []byte, lines int, lineEnd byte) *Column {
	if before != nil { // so that a long file is not a long chain
		before.mu.Lock()
		before.find(false)
		before.mu.Unlock()
	}
	return &Column{before: before, text: text, lineEnd: lineEnd, starts: lines > 0}
}

// Value returns the column.
func (c *Column) Value() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.find(true)
	return c.n
}

// find computes the column. It returns false if it would have to read a text, and read is not set. The caller has the
// lock.
func (c *Column) find(read bool) bool {
	if c.known || !c.counted && !read {
		return c.known
	}
	c.count(Runes)
	if c.before != nil && !c.starts {
		c.before.mu.Lock()
		defer c.before.mu.Unlock()
		if !c.before.find(read) {
			return false
		}
		c.n += c.before.n
	}
	c.before, c.known = nil, true
	return true
}

// count counts the characters of the text. The caller has the lock.
func (c *Column) count(runes func(text []byte) int) {
	if c.counted || c.known {
		return
	}
	text := c.text
	if c.starts {
		text = text[bytes.LastIndexByte(text, c.lineEnd)+1:]
	}
	c.n, c.text, c.counted = runes(text), nil, true
}

// Forget releases the text. isUTF8 says that the text is known to be UTF-8.
func (c *Column) Forget(isUTF8 bool) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if isUTF8 {
		c.count(runesOfUTF8)
	} else {
		c.count(Runes)
	}
}

// runesOfUTF8 is utf8.RuneCount for valid UTF-8: the number of bytes that are not continuation bytes.
func runesOfUTF8(text []byte) int {
	s, more, i := chars.UnsafeString(text), 0, 0
	for ; i+64 <= len(s); i += 64 {
		b := s[i : i+64]
		more += bits.OnesCount64(continuing(b, 0) | continuing(b, 8)>>1 | continuing(b, 16)>>2 | continuing(b, 24)>>3 |
			continuing(b, 32)>>4 | continuing(b, 40)>>5 | continuing(b, 48)>>6 | continuing(b, 56)>>7)
	}
	for ; i < len(s); i++ {
		if !utf8.RuneStart(s[i]) {
			more++
		}
	}
	return len(s) - more
}

// continuing returns the first bit of each continuation byte of s[i:i+8].
func continuing(s string, i int) uint64 {
	w := chars.Load64(s, i)
	return w &^ (w << 1) & 0x8080808080808080
}

// Runes is [utf8.RuneCount]. It reads eight bytes at a time, skips ASCII, and recognises characters of two and three
// bytes by their bits (RFC 3629 §4). DecodeRune handles the others.
func Runes(text []byte) (n int) {
	s, i := chars.UnsafeString(text), 0
	for ; i+8 <= len(s); n++ {
		w := chars.Load64(s, i)
		beyond := w & 0x8080808080808080
		switch x := uint32(w); {
		case beyond == 0:
			n, i = n+7, i+8
		case x&0x80 == 0:
			ascii := bits.TrailingZeros64(beyond) / 8
			n, i = n+ascii-1, i+ascii
		case x&0xC0E0 == 0x80C0 && x&0x1E != 0: // not C0 and C1, which would be overlong
			i += 2
		// nor E0 80 to E0 9F, nor ED A0 to ED BF, the surrogates
		case x&0xC0C0F0 == 0x8080E0 && x&0x200F != 0 && x&0x200F != 0x200D:
			i += 3
		default:
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
		}
	}
	return n + utf8.RuneCountInString(s[i:])
}
