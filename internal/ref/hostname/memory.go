package hostname

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/text/idna"
)

// A memory caches the results of a function for recent texts. Decoding an A-label is slow, and most lines of a dump
// have the same hosts. Several goroutines may use it.
type memory [256]atomic.Pointer[known]

// A known is a text and the result for it.
type known struct{ text, made string }

var memorySeed = maphash.MakeSeed()

// of returns make(text). It does not cache texts that are too long for a name.
func (m *memory) of(text string, make func(string) string) string {
	if len(text) > idna.MaxName {
		return make(text)
	}
	slot := &m[maphash.String(memorySeed, text)%uint64(len(m))]
	if k := slot.Load(); k != nil && k.text == text {
		return k.made
	}
	text = strings.Clone(text) // the cache must not keep a longer string in memory
	k := &known{text, make(text)}
	slot.Store(k)
	return k.made
}
