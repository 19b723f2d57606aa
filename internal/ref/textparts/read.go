// Package textparts reads the text of a reference in its parts, the labels of a host and
// what stands between ASCII punctuation elsewhere: which part has characters of both
// directions, or begins or ends with the wrong ones (RFC 3987 §4.2), which word is written in
// several scripts (§7.5), and which text is not in Normalization Form C (§5.3.2.2).
// The conversions keep a component encoded that would have such a fault, and the prose rules
// report it. It must not know how faults are reported or mended.
package textparts

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A Text is a reference whose parts are read. With the zero Parts, S is the text of one
// component that is not the host.
type Text struct {
	S     string
	Parts component.Parts
}

// A PartIssue is a reason why a part or a word is not orderly.
type PartIssue struct {
	Start, End int  // the part, or the word
	Script     bool // the word is written in several scripts; the fields below are about directions
	Mixed      bool // the part has characters of both directions
	Begins     bool // the part begins with a right-to-left character
	Ends       bool // the part ends with a right-to-left character
	Last       int  // the offset of the last character of the part that is not a mark
}

// InHost reports whether the byte at i belongs to the host.
func (t *Text) InHost(i int) bool {
	return t.Parts.Host > 0 && uint32(i) >= t.Parts.Host && uint32(i) < t.Parts.HostEnd
}

// Read reads every part that has a character that is not ASCII, and calls found for each
// fault; first is the offset of the first such character. It returns the
// properties of the characters that it has read, so that checks for those are made
// only when they have something to find. [chars.NotNFC] among them says that the quick
// check of UAX #15 §9 cannot tell whether the string is in NFC.
func (t *Text) Read(first int, found func(PartIssue)) (seen uint16) {
	s := t.S
	for i := first; i < len(s); {
		class, start, host := chars.SegmentClass, i, t.InHost(i)
		floor := 0
		if host {
			class, floor = chars.LabelClass, int(t.Parts.Host)
		}
		for start > floor && s[start-1] < utf8.RuneSelf && class[s[start-1]] != chars.ClassDelimiter {
			start--
		}
		w := word{host: host, start: start}
		flags, every, end := t.readPart(start, class, &w, found)
		if start < int(t.Parts.Path) && every == 0 {
			flags |= chars.Odd // in the authority more characters have a VisualIssue than have the flag
		}
		if flags&chars.R != 0 && !w.encoded {
			t.directions(start, end, flags&chars.L != 0, found)
		}
		seen |= flags
		if i = end + 1; i < len(s) && s[i] < utf8.RuneSelf {
			i += chars.NonASCII(s[i:])
		}
	}
	return seen
}

// readPart reads the part that starts at j. For each character it determines the direction, whether its script goes
// with those of the word, and whether it is in NFC after the characters before it. It returns the union of the
// properties of the characters, the intersection of those beyond ASCII, and the end of the part.
func (t *Text) readPart(j int, class *[utf8.RuneSelf]uint8, w *word, found func(PartIssue)) (flags, every uint16, end int) {
	s := t.S
	every = chars.PValid // no other is asked for
	last := afterASCII
	for j < len(s) {
		at := j
		if b := s[j]; b < utf8.RuneSelf {
			last = afterASCII
			switch class[b] {
			case chars.ClassDelimiter:
				w.close(t, j, j, found)
				return flags, every, j
			case chars.ClassLetter:
				flags |= chars.L
				w.scripts.Add(chars.Latin)
			case chars.ClassPercent:
				flags |= percentFlags(s[j:])
				j = min(j+len("%41"), len(s))
				w.encoded = w.encoded || w.host
				w.close(t, at, j, found)
				continue
			}
			j++
			continue
		}
		u, n := chars.Decode(s, j)
		j += n
		if n == utf8.UTFMax && chars.AtTag(s, at) {
			flags |= chars.Private
		}
		p := u.Properties()
		flags |= p.Flags
		every &= p.Flags
		w.scripts.Add(u.Script())
		if p.Flags&(chars.Marked|chars.Second|chars.NotNFC|chars.Break) == 0 {
			last = lastChar{starter: p.Flags}
			continue
		}
		if last.disorders(p) || last.composes(p) && (w.host || !isComposed(s, at, j)) {
			flags |= chars.NotNFC // a host is read in lower case, so the full check there says whether two compose
		}
		last.follow(p)
		if p.Flags&chars.Break != 0 && !w.host {
			w.close(t, at, j, found)
		}
	}
	w.close(t, j, j, found)
	return flags, every, j
}

// A word records the scripts of a word.
type word struct {
	host    bool // it is in the host
	start   int
	scripts chars.Scripts
	encoded bool // a label with percent-encodings; its decoded text is read, see [ReadLabel]
}

// close ends the word at an offset; the next one starts at next.
func (w *word) close(t *Text, end, next int, found func(PartIssue)) {
	if w.scripts.Mixed() && !w.encoded {
		t.script(w.start, end, found)
	}
	w.start, w.scripts = next, chars.Scripts{}
}

// percentFlags returns the direction of the percent-encoding that s begins with. To the eye its digits are part of the
// part (§4.4 example 9), and A to F are left-to-right; but they are of no script.
func percentFlags(s string) uint16 {
	if len(s) > 2 && (s[1] > '9' || s[2] > '9') {
		return chars.L
	}
	return 0
}

// A lastChar records what decides whether the next character is in NFC: the properties of the last starter, which has
// combining class 0, and the class of the last character.
type lastChar struct {
	starter uint16
	ccc     uint8
}

// afterASCII is the lastChar after ASCII: a starter, which may be the first half of a composite.
var afterASCII = lastChar{starter: chars.First}

// disorders reports whether a character is not in NFC after l: it never is, or follows a mark of a higher class.
func (l *lastChar) disorders(p *chars.Properties) bool {
	return p.Flags&chars.NotNFC != 0 || p.Ccc != 0 && p.Ccc < l.ccc
}

// composes reports whether a character may compose with the last starter.
func (l *lastChar) composes(p *chars.Properties) bool {
	return p.Flags&chars.Second != 0 && l.starter&chars.First != 0
}

// follow makes a character the last one.
func (l *lastChar) follow(p *chars.Properties) {
	if l.ccc = p.Ccc; l.ccc == 0 {
		l.starter = p.Flags
	}
}

// isComposed reports whether s[at:end], a character, is sure not to combine with the last starter
// before it: the text from there on is in NFC. It does not read on after a few characters, so that many
// marks on one starter do not take more than linear time.
func isComposed(s string, at, end int) bool {
	const most = 32
	for start := at; start > 0 && end-start < most; {
		_, w := utf8.DecodeLastRuneInString(s[:start])
		start -= w
		if u, _ := Decode(s, start); u.Properties().Ccc == 0 {
			return chars.IsNFC(s[start:end])
		}
	}
	return false
}

// ReadLabel is [Text.Read] for the decoded text of a label of a host, which may be any text. The offsets of a fault
// are those of the text that it passes to found.
func ReadLabel(label string, found func(text string, f PartIssue)) {
	if chars.NonASCII(label) == len(label) {
		return
	}
	t := Text{S: "//" + label}
	n := uint32(len(t.S))
	t.Parts = component.Parts{Host: 2, HostEnd: n, Path: n, PathEnd: n, Query: n}
	t.Read(chars.NonASCII(t.S), func(f PartIssue) { found(t.S, f) })
}
