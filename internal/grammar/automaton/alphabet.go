package automaton

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// Alphabet returns one character, the most readable one, for each class of characters that the automaton
// distinguishes. The class of characters that it never accepts is one of them.
func (d *DFA) Alphabet() []Symbol {
	d.symbols.Do(func() { d.alphabet = d.findAlphabet() })
	return d.alphabet
}

func (d *DFA) findAlphabet() []Symbol {
	ids := make(map[string]int)
	var out []Symbol
	var key []byte
	for _, s := range d.characters() {
		key = key[:0] // the next state from each state: characters with the same key are one class
		for q := 1; q < d.States(); q++ {
			to := d.Step(q, s.Text)
			key = append(key, byte(to), byte(to>>8))
		}
		id, ok := ids[string(key)]
		if !ok {
			ids[string(key)] = len(out)
			out = append(out, s)
		} else if s.Cost < out[id].Cost {
			out[id] = s
		}
	}
	return out
}

// characters returns one character for each sequence of byte classes that is the UTF-8 of a character.
func (d *DFA) characters() []Symbol {
	var members byteClasses
	for b := range 256 {
		members[d.Class[b]] = append(members[d.Class[b]], byte(b))
	}
	var out []Symbol
	if d.Terminals == abnf.Octets {
		for c := range d.N {
			best, _ := members.best(c, 256)
			out = append(out, octetSymbol(best))
		}
		return out
	}
	for c := range d.N {
		if best, ok := members.best(c, 0x80); ok {
			out = append(out, SymbolOf(best))
		}
	}
	// Beyond ASCII: the class of a lead byte, then classes of continuation bytes. A class has lead bytes of
	// different lengths only if all of them lead to the dead state.
	var done [256]bool
	for b := 0xC2; b <= 0xF4; b++ {
		c, lead := d.Class[b], byte(b)
		if done[c] {
			continue
		}
		done[c] = true
		if !d.live(c) { // nothing is accepted after this byte: one character is enough
			if r, ok := d.someOf(lead); ok {
				out = append(out, SymbolOf(r))
			}
			continue
		}
		for _, k := range d.sequences(lead) {
			if r, ok := preferred(&members, k, size(lead)); ok {
				out = append(out, SymbolOf(r))
			}
		}
	}
	return out
}

// byteClasses are the bytes of each class, in their order.
type byteClasses [256][]byte

// best returns the most readable byte of a class that is below a limit; ok is false if there is none.
func (m *byteClasses) best(class, limit int) (best rune, ok bool) {
	for _, b := range m[class] {
		if int(b) < limit && (!ok || Rank(rune(b)) < Rank(best)) {
			best, ok = rune(b), true
		}
	}
	return best, ok
}

// someOf returns a character whose UTF-8 begins with a byte of the class of a lead byte, if it knows one.
func (d *DFA) someOf(lead byte) (r rune, ok bool) {
	n := size(lead)
	// The first character with this lead byte, or the first one with n bytes if that comes later.
	lowest := max([]rune{0x80, 0x800, 0x10000}[n-2], rune(lead&(0x7F>>n))<<(6*(n-1)))
	for _, r := range []rune{'é', '中', '😀', lowest} {
		if text := string(r); d.Class[text[0]] == d.Class[lead] {
			return r, true
		}
	}
	return 0, false
}

// A sequence is the classes of the bytes of a character.
type sequence [4]uint8

// sequences returns the sequences of classes that begin with a lead byte, in the order of their first bytes.
func (d *DFA) sequences(lead byte) []sequence {
	list := []sequence{{d.Class[lead]}}
	for i := 1; i < size(lead); i++ {
		var longer []sequence
		for _, k := range list {
			var done [256]bool
			for b := byte(0x80); b <= 0xBF; b++ {
				if c := d.Class[b]; !done[c] {
					done[c], k[i] = true, c
					longer = append(longer, k)
				}
			}
		}
		list = longer
	}
	return list
}

// live reports whether a byte of the class is part of any accepted string.
func (d *DFA) live(c uint8) bool {
	for q := range d.Accept {
		if d.Next[q*d.N+int(c)] != 0 {
			return true
		}
	}
	return false
}

// size returns the number of bytes of the character that a lead byte begins.
func size(lead byte) int {
	switch {
	case lead < 0xE0:
		return 2
	case lead < 0xF0:
		return 3
	}
	return 4
}

// preferred returns the most readable character whose n bytes have the classes k; found is false if there is none. It
// looks at a bounded number of characters.
func preferred(members *byteClasses, k sequence, n int) (best rune, found bool) {
	tries := 0
	var buf [4]byte
	var rec func(i int) bool // reports whether to stop
	rec = func(i int) bool {
		if i == n {
			r, w := utf8.DecodeRune(buf[:n])
			if w != n {
				return false
			}
			tries++
			if !found || Rank(r) < Rank(best) {
				best, found = r, true
			}
			return Rank(best) <= Letter || tries > 40
		}
		for _, b := range members[k[i]] {
			if i == 0 && size(b) != n || i == 0 && b < 0xC2 || i > 0 && b&0xC0 != 0x80 {
				continue
			}
			buf[i] = b
			if rec(i + 1) {
				return true
			}
		}
		return false
	}
	rec(0)
	return best, found
}
