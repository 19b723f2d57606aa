// Package charnames has the names of Unicode's characters. What comes in is a character, what goes out
// is its name. The names are those of golang.org/x/text/unicode/runenames, whose tables take four times
// the room; every program with messages has them. With the tag namesapart a program is built without them, and
// loads them when it needs one.
//
//go:generate go run gen.go
package charnames

import (
	"sort"
	"sync/atomic"
)

// The file that gen.go writes has four parts, with the length of each in front. All numbers have three
// bytes, the lowest first:
//
//   - runs of characters: the first one, the offset of its name in the third part, and the end
//   - the offsets of the words in the fourth part, and its end
//   - names: for each word its number, in one byte or two; 1 for "-" and the code point; 0 at the end
//   - the words
//
// A run in which all names are the same, as <Private Use>, has it once.

// missed says that a name was asked for before Load.
var missed atomic.Bool

// loaded has the names after Load.
var loaded atomic.Pointer[string]

// text returns the file; empty if it is not loaded yet.
func text() string {
	if names := loaded.Load(); names != nil {
		return *names
	}
	return file
}

// Missed reports whether a name was asked for that is not there yet. It is always false without the tag namesapart.
func Missed() bool { return missed.Load() && text() == "" }

// Load sets the names of a program with the tag namesapart, as gen.go writes them.
func Load(names string) { loaded.Store(&names) }

// Name returns the name of a character: "LATIN SMALL LETTER A", <control> for controls, and "" for a code
// point that has none. Before Load it is <name not loaded>, but for controls and U+0020.
func Name(r rune) string {
	switch {
	case 0 <= r && r < 0x20 || 0x7F <= r && r < 0xA0:
		return "<control>"
	case r == ' ':
		return "SPACE"
	case text() == "":
		missed.Store(true)
		return "<name not loaded>"
	}
	const run = 9 // bytes
	runs, offsets, names, words := part(0), part(1), part(2), part(3)
	i := sort.Search(len(runs)/run, func(i int) bool { return number(runs, run*i) > int(r) }) - 1
	if i < 0 || int(r) >= number(runs, run*i+6) {
		return ""
	}
	at := number(runs, run*i+3)
	// word returns the word whose number stands at an offset, and how many bytes that takes.
	word := func(at int) (w string, n int) {
		k := int(names[at]) - 2
		if n = 1; k >= oneByte {
			k, n = oneByte+(k-oneByte)<<8+int(names[at+1]), 2
		}
		return words[number(offsets, 3*k):number(offsets, 3*k+3)], n
	}
	if w, _ := word(at); w[0] != '<' { // the name of another character of the run
		for skip := int(r) - number(runs, run*i); skip > 0; at++ {
			if c := names[at]; c == 0 {
				skip--
			} else if c >= oneByte+2 {
				at++
			}
		}
	}
	b := make([]byte, 0, 64)
	for names[at] != 0 {
		if names[at] == 1 {
			b = appendHex(append(b, '-'), r)
			at++
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		w, n := word(at)
		b = append(b, w...)
		at += n
	}
	return string(b)
}

// oneByte is how many words, the most frequent ones, have a number of one byte.
const oneByte = 180

// part returns one of the four parts of the file.
func part(i int) string {
	file, start := text(), 4*3
	for k := range i {
		start += number(file, 3*k)
	}
	return file[start : start+number(file, 3*i)]
}

// number returns the number at an offset.
func number(s string, at int) int { return int(s[at]) | int(s[at+1])<<8 | int(s[at+2])<<16 }

// appendHex appends a code point in at least four hexadecimal digits.
func appendHex(b []byte, r rune) []byte {
	shift := 12
	for r>>(shift+4) > 0 {
		shift += 4
	}
	for ; shift >= 0; shift -= 4 {
		b = append(b, "0123456789ABCDEF"[r>>shift&0xF])
	}
	return b
}
