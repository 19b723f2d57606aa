// Package glance tells of most strings without findings that the rules in prose have none,
// by looking at 64 bytes at once. In comes any string; out comes whether it is surely clean if
// it conforms. Where that is not sure, the checks decide. The package must not know rules or
// findings.
//
// The text of one IRI is mostly of one language. So it is held against one [Repertoire]:
// characters of which any text is clean. What remains to look at are words that mix ASCII
// with them, pairs of characters that could compose, and the host.
//
// The assembly is in vector_amd64.s, once for AVX2 and once for AVX-512; internal/fast/asm/glance
// writes both. Without it nothing is clean at a glance, and the checks decide.
package glance

import (
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// What [Kernel.Look] returns.
const (
	Clean      = iota // s is surely an http or https IRI in which the rules in prose find nothing, if it conforms
	LongLabels        // Clean, if each label of the host and all of them are short enough for the DNS
	Unsure
)

// What the assembly returns, as bits of the complement; it returns no negative number but the offset of the first character beyond
// ASCII where it has no Repertoire for that.
const (
	IsUnsure    = 1 << iota
	HasLong     // labels that the caller has to look at
	IsFormed    // the string is of a Syntax
	BeyondASCII // it has characters beyond ASCII
)

// Before is how many bytes before the text the assembly may read.
const Before = 3

// A Kernel looks at strings. It holds the repertoires that have been needed.
type Kernel struct {
	avoid       uint16 // the properties of characters that rules ask for
	spans       func() []span
	repertoires cache
}

// New returns a kernel for rules that ask for characters with these properties, beside the rules
// on scripts, directions and hosts.
func New(avoid uint16) *Kernel {
	return &Kernel{avoid: avoid, spans: sync.OnceValue(func() []span { return wideSpans(avoid) })}
}

// Look says what is sure of s, if it conforms to a rule for references of a spec other than LEIRI: Clean,
// LongLabels or Unsure; and if it is not Unsure, of which Syntax it is. It may be any string.
func (k *Kernel) Look(s string) (said int, syntax Syntax) { return saidOf(k.look(s, 0)) }

// saidOf returns what the bits mean that the assembly has found.
func saidOf(found int) (said int, syntax Syntax) {
	switch {
	case found&IsUnsure != 0:
		return Unsure, NoSyntax
	case found&IsFormed != 0:
		syntax = Syntax(1 + found/BeyondASCII)
	}
	return found & HasLong / HasLong, syntax
}

// IsCleanText reports whether the rules about characters, words and directions surely find
// nothing in s[from:], which begins with a delimiter of ASCII or is the start of a component.
// It returns false if from is less than 3.
func (k *Kernel) IsCleanText(s string, from int) bool {
	return from >= Before && k.look(s, from)&IsUnsure == 0
}

// look makes the repertoire that is needed, if there is none yet. It returns the bits of what it finds.
func (k *Kernel) look(s string, from int) int {
	for {
		at := ^IsUnsure
		switch {
		case hasVector512:
			at = look512(s, from, &k.repertoires)
		case hasVector256:
			at = look256(s, from, &k.repertoires)
		}
		if at < 0 {
			return ^at
		}
		r, n := utf8.DecodeRuneInString(s[at:])
		if n < 2 { // it is not UTF-8
			return IsUnsure
		}
		k.add(r)
	}
}

// A cache holds the repertoires that have been needed, by half the block of the character for
// which they were. The assembly reads it. It is only ever filled, with what is always the same.
type cache [2 * numBlocks]atomic.Pointer[Repertoire]

// add adds the repertoire for a character.
func (k *Kernel) add(r rune) {
	const half = blockSize / 2
	from, to := int(r/half), int(r/half)+1
	for _, w := range k.spans() {
		if w.has(from / 2) {
			from, to = 2*w.first, 2*w.end // all of them have the same
		}
	}
	rep := newRepertoire(from, k.avoid, k.spans())
	for ; from < to; from++ {
		k.repertoires[from].Store(rep)
	}
}
