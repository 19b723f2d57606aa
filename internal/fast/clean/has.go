package clean

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
)

// An answer is whether a string, or a part of it, is clean.
type answer uint8

const (
	no answer = iota
	yes
	unsure // only the scanners can decide
)

// Has reports whether s is clean. s must conform to a rule for references of another spec than LEIRI. It steps
// through the [tables] of the scanners, skips ASCII that makes no difference, and counts the lengths of labels.
func (l *Language) Has(s string) bool {
	if l.watched || l.start.phase == dead {
		return l.hasByStep(s)
	}
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "http://"); !ok {
			return false
		}
	}
	end, is := 0, yes
	if rest != "" && rest[0] == '[' {
		end = strings.IndexByte(rest, ']') + 1
	} else {
		end, is = l.plainHost(rest)
	}
	if is == yes {
		q := state{phase: inLabel}
		for rest = rest[end:]; rest != "" && q.phase != inText; rest = rest[1:] {
			if q.phase == inLabel {
				ok = q.endHost(rune(rest[0]), l)
			} else {
				ok = q.port(rune(rest[0]), l)
			}
			if !ok {
				return false
			}
		}
		if q.phase == inText {
			found, ascii := l.words.in(s[len(s)-len(rest)-1:])
			if found {
				return false
			}
			if ascii { // of which there is nothing else to say
				return true
			}
		}
		is = l.plainText(rest)
	}
	return is == yes || is == unsure && l.hasByStep(s)
}

// hasByStep is Has, character by character.
func (l *Language) hasByStep(s string) bool {
	q, label := l.start, 0
	for i, r := range s {
		if q.host.length == 0 {
			label = i
		}
		if !q.host.mayHave(i-label) || !q.step(r, l) {
			return false
		}
	}
	return q.host.mayHave(len(s)-label) && q.end()
}

// plainHost returns whether the host at the start of s is plain, and its end.
func (l *Language) plainHost(s string) (end int, is answer) {
	before := 0 // what the labels so far take in the DNS, in units of 16 octets
	state := uint8(1)
	for i := 0; ; i++ {
		if i < len(s) && s[i] < utf8.RuneSelf && before <= (maxName-maxLabel-1)/16 {
			if n, ok := l.hosts.read(s[i:]); ok && endsHost(s, i+n) {
				return i + n, yes
			}
		}
		t := l.tables.Get(l.makeTables)
		next := &t.hosts.next
		label := i
		var scripts chars.Scripts
		lo, hi, twins := rune(utf8.MaxRune), rune(0), true
		for i < len(s) {
			b := s[i]
			if b < utf8.RuneSelf {
				if chars.LabelClass[b] == chars.ClassDelimiter {
					break
				}
				if chars.IsLetter(b) {
					scripts.Add(chars.Latin)
				}
				state = next[state][t.ascii[b]]
				i++
				continue
			}
			// As in plainText, two and three bytes are read in place: with a call a check beyond ASCII takes 14 %
			// longer.
			var r rune
			switch {
			case b < 0xE0 && i+1 < len(s):
				r = rune(b&0x1F)<<6 | rune(s[i+1]&0x3F)
				i += 2
			case b < 0xF0 && i+2 < len(s):
				r = rune(b&0xF)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F)
				i += 3
			default:
				var n int
				r, n = utf8.DecodeRuneInString(s[i:])
				i += n
			}
			u := chars.Of(r)
			state = next[state][t.char[u]]
			lo, hi = min(lo, r), max(hi, r)
			if twins {
				twins = chars.HasLatinTwin(r)
			}
			if u.Script() != scripts.Last() && !addOther(&scripts, u) {
				return i, unsure
			}
		}
		if state == 0 || scripts.Mixed() {
			return i, afterMarks(s[label:i])
		}
		h := t.hosts.states[state]
		if !h.isULabel() {
			h.length = uint8(min(i-label, maxLabel+1))
		} else if twins || !fits(s[label:i], lo, hi, h.mixed) {
			return i, no
		}
		if before += int(h.units()); h.length > maxLabel || before > maxName/16 {
			return i, no
		}
		if endsHost(s, i) {
			if h.end() {
				return i, yes
			}
			return i, no
		}
		if state = next[state][t.ascii[s[i]]]; state == 0 {
			return i, no
		}
	}
}

// afterMarks returns the answer for a text in which the tables lead to no state: only the scanners know marks and
// percent-encodings in full.
func afterMarks(s string) answer {
	for _, r := range s {
		if r == '%' || chars.Of(r).Flags()&chars.Marked != 0 {
			return unsure
		}
	}
	return no
}

// endsHost reports whether a host ends before s[i:].
func endsHost(s string, i int) bool {
	return i == len(s) || s[i] == '/' || s[i] == ':' || s[i] == '?' || s[i] == '#'
}

// fits reports whether a U-label whose characters beyond ASCII are from lo to hi is short enough for the DNS.
func fits(label string, lo, hi rune, mixed bool) bool {
	w := windowOf(hi)
	if v := windowOf(lo); v != w {
		if w = w.with(v); w == latinTones {
			w = 0 // others may lie between
		}
	}
	return w != 0 && len(label) <= w.most(mixed) || idna.EncodedLen(label) <= maxLabel
}

// addOther adds a character whose scripts are not those of the last one to a word. It returns false if only the
// scanners can decide whether the word continues.
func addOther(word *chars.Scripts, u chars.Char) bool {
	flags := u.Flags()
	if flags&(chars.Marked|chars.Break) == 0 {
		word.Add(u.Script())
		return true
	}
	if flags&chars.Marked != 0 || word.Mixed() {
		return false
	}
	*word = chars.Scripts{}
	return true
}

// plainText returns whether the text after an authority and the delimiter that ends it is clean.
func (l *Language) plainText(s string) answer {
	for i := 0; ; {
		// Of a part of ASCII there is nothing to say.
		if i == len(s) || s[i] < utf8.RuneSelf {
			if i += chars.NonASCII(s[i:]); i == len(s) {
				return yes
			}
			for i > 0 && s[i-1] < utf8.RuneSelf && chars.SegmentClass[s[i-1]] != chars.ClassDelimiter {
				i--
			}
		}
		t := l.tables.Get(l.makeTables)
		next := &t.parts.next
		var word chars.Scripts
		start, state := i, uint8(1)
		for i < len(s) {
			b := s[i]
			if b < utf8.RuneSelf {
				if chars.SegmentClass[b] == chars.ClassDelimiter {
					break
				}
				if chars.IsLetter(b) {
					word.Add(chars.Latin)
				}
				state = next[state][t.ascii[b]]
				i++
				continue
			}
			var u chars.Char
			switch {
			case b < 0xE0 && i+1 < len(s):
				u = chars.Blocks[chars.Index[b&0x1F]][s[i+1]&0x3F]
				i += 2
			case b < 0xF0 && i+2 < len(s):
				u = chars.Blocks[chars.Index[uint32(b&0xF)<<6|uint32(s[i+1]&0x3F)]][s[i+2]&0x3F]
				i += 3
			default:
				if chars.AtTag(s, i) {
					return no
				}
				var n int
				u, n = chars.Decode(s, i)
				i += n
			}
			state = next[state][t.char[u]]
			if u.Script() != word.Last() && !addOther(&word, u) {
				return unsure
			}
		}
		switch q := &t.parts.states[state]; {
		case state == 0 || word.Mixed():
			return afterMarks(s[start:i])
		case !q.end():
			return no
		}
		if i < len(s) {
			i++
		}
	}
}

// Most hosts are ASCII. For them the [hostScanner] has few states if its lengths are left out,
// so few that a word holds the next one of each: reading a byte is then a load and a shift,
// without a branch, as in the lines. The words are made from the hostScanner.

// asciiUnknown is the state in which only the hostScanner can decide whether the host is plain.
const asciiUnknown = 0

// stateBits is the width of a state in a word. A state is the offset of its own
// bits, in bits.
const stateBits = 8

// An asciiHosts has, for each byte, the state after each state, and for each state whether a host may end there.
type asciiHosts struct {
	next  [256]uint64
	plain [1 << stateBits]bool
}

// read reads the ASCII host at the start of s, up to 63 bytes, so that no label is too long. It returns the offset at
// which it stops, and whether the host is plain if it ends there.
func (a *asciiHosts) read(s string) (end int, plain bool) {
	state := uint64(stateBits)
	for s = s[:min(len(s), maxLabel)]; end < len(s); end++ {
		next := a.next[s[end]] >> (state & 63)
		if uint8(next) == asciiUnknown {
			break
		}
		state = next
	}
	return end, a.plain[uint8(state)]
}

// makeStates makes the states.
func (a *asciiHosts) makeStates() {
	t := newTable(utf8.RuneSelf, func(h *hostScanner, b int) bool {
		ok := h.step(rune(b), 0)
		// What only matters to lengths and to characters that are not ASCII is left out.
		began := min(h.before+h.length, 1) // matters only at the start of a label
		*h = hostScanner{before: began, length: min(h.length, 1), numeric: h.numeric, hyphen: h.hyphen}
		return ok
	})
	for from := 1; from < len(t.states); from++ {
		a.plain[from*stateBits] = t.states[from].end()
		for b, to := range t.next[from][:utf8.RuneSelf] {
			a.next[b] |= uint64(to) * stateBits << (from * stateBits)
		}
	}
}

// A partState is the state of a scanner in a part of a path, query or fragment, as [textparts.Text.Read] reads it.
// The zero value is that of an empty part.
type partState struct {
	digits uint8 // how many digits of a percent-encoding remain
	dir    direction
	word   chars.Scripts
	last   chars.LastChar
}

// A direction is the directions of the characters in a part so far.
type direction uint8

const (
	dirNone    direction = iota // the part is empty
	dirNeutral                  // neither left-to-right nor right-to-left characters
	dirLeft                     // left-to-right characters, but no others
	dirRight                    // begins and ends with right-to-left characters, and has no others
	dirDigits                   // begins with right-to-left characters, has no left-to-right ones, and does not end with a right-to-left one
)

// add adds a character by its flags. It returns false if the rules on directions have to be checked.
func (d *direction) add(flags uint16) bool {
	switch {
	case flags&chars.L != 0:
		if *d >= dirRight {
			return false
		}
		*d = dirLeft
	case flags&chars.R != 0:
		if *d == dirNeutral || *d == dirLeft {
			return false
		}
		*d = dirRight
	case *d == dirNone:
		*d = dirNeutral
	case *d == dirRight && flags&chars.NSM == 0:
		*d = dirDigits
	}
	return true
}

// step reads a character. avoid has the properties of characters that rules look for. It returns false if the checks
// have to be made.
func (t *partState) step(r rune, avoid uint16) bool {
	if r >= utf8.RuneSelf {
		return !chars.IsTag(r) && t.stepChar(chars.Of(r), avoid)
	}
	var flags uint16
	switch {
	case t.digits > 0:
		t.digits--
		if chars.IsLetter(byte(r)) {
			flags = chars.L
		}
		return t.dir.add(flags)
	case chars.SegmentClass[r] == chars.ClassDelimiter:
		ok := t.end()
		*t = partState{}
		return ok
	case chars.SegmentClass[r] == chars.ClassPercent:
		t.digits = 2
		t.word = chars.Scripts{}
	case chars.SegmentClass[r] == chars.ClassLetter:
		flags = chars.L
		t.word.Add(chars.Latin)
	}
	t.last = chars.LastChar{}
	return t.dir.add(flags) && !t.word.Mixed()
}

// stepChar reads a character that is neither ASCII nor a tag.
func (t *partState) stepChar(u chars.Char, avoid uint16) bool {
	p := u.Properties()
	if p.Flags&avoid != 0 {
		return false
	}
	if !t.last.Follow(u, &t.word) || t.word.Mixed() {
		return false
	}
	if p.Flags&chars.Break != 0 {
		t.word = chars.Scripts{}
	}
	return t.dir.add(p.Flags)
}

// end reports whether the part may end here.
func (t *partState) end() bool { return t.dir != dirDigits }
