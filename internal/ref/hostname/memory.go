package hostname

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/text/idna"
)

// A memory has what a function has made of the texts that came last. What an A-label stands for takes long to find, and
// the same hosts are in most lines of a dump. It can be used from several goroutines at the same time.
type memory [256]atomic.Pointer[known]

// A known is a text and what was made of it.
type known struct{ text, made string }

var memorySeed = maphash.MakeSeed()

// of returns what make returns for a text. One that is too long for a name is not kept.
func (m *memory) of(text string, make func(string) string) string {
	if len(text) > idna.MaxName {
		return make(text)
	}
	slot := &m[maphash.String(memorySeed, text)%uint64(len(m))]
	if k := slot.Load(); k != nil && k.text == text {
		return k.made
	}
	text = strings.Clone(text) // what is kept must not keep the string that it is a part of
	k := &known{text, make(text)}
	slot.Store(k)
	return k.made
}
