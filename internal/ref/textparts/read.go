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

// A Disorder is why a part or a word is not orderly.
type Disorder struct {
	Start, End int  // the part, or the word
	Script     bool // the word is written in several scripts; all else is about directions
	Mixed      bool // the part has characters of both directions
	Begins     bool // the part begins with a right-to-left character
	Ends       bool // the part ends with a right-to-left character
	Last       int  // the offset of the last character of the part but for marks
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
func (t *Text) Read(first int, found func(Disorder)) (seen uint16) {
	s := t.S
	for i := first; i < len(s); {
		// The part that has the character at i.
		class, start, floor := chars.SegmentClass, i, 0
		host := t.InHost(i)
		if host {
			class, floor = chars.LabelClass, int(t.Parts.Host)
		}
		for start > floor && s[start-1] < utf8.RuneSelf && class[s[start-1]] != chars.ClassDelimiter {
			start--
		}
		var part uint16               // properties of the characters in the part
		every := uint16(chars.PValid) // PValid, if all characters that are not ASCII have it
		var words chars.Scripts
		encoded := false // a label with percent-encodings: what it stands for is read, see [ReadLabel]
		// The last starter, a character of combining class 0, and the last character.
		starter, ccc := uint16(chars.First), uint8(0)
		word, j := start, start
	chars:
		for j < len(s) {
			var u chars.Char
			at := j
			switch b := s[j]; {
			case b < utf8.RuneSelf:
				// As to NFC, what is ASCII is a starter, and most of it the first half of
				// a composite.
				starter, ccc = chars.First, 0
				switch class[b] {
				case chars.ClassDelimiter:
					break chars
				case chars.ClassLetter:
					part |= chars.L
					words.Add(chars.Latin)
				case chars.ClassPercent:
					// To the eye the digits are part of the part (§4.4 example 9), and A to
					// F are left-to-right; but they are of no script.
					encoded = encoded || host
					if words.Mixed() && !encoded {
						t.script(word, j, found)
					}
					if j+2 < len(s) && (s[j+1] > '9' || s[j+2] > '9') {
						part |= chars.L
					}
					j = min(j+3, len(s))
					word, words = j, chars.Scripts{}
					continue
				}
				j++
				continue
			case b < 0xE0 && j+1 < len(s):
				u = chars.Blocks[chars.Index[b&0x1F]][s[j+1]&0x3F]
				j += 2
			case b < 0xF0 && j+2 < len(s):
				u = chars.Blocks[chars.Index[uint32(b&0xF)<<6|uint32(s[j+1]&0x3F)]][s[j+2]&0x3F]
				j += 3
			default:
				var w int
				u, w = chars.Decode(s, j)
				if chars.AtTag(s, j) {
					part |= chars.Private
				}
				j += w
			}
			props := u.Properties()
			part |= props.Flags
			every &= props.Flags
			words.Add(u.Script())
			if props.Flags&(chars.Marked|chars.Second|chars.NotNFC|chars.Break) == 0 {
				starter, ccc = props.Flags, 0
				continue
			}
			// Two characters that compose are the last starter, which can be the first
			// half of a composite, and one that can be the second. A host is read in lower
			// case, so whether they do is for the full check there.
			if props.Flags&chars.NotNFC != 0 || props.Ccc != 0 && props.Ccc < ccc ||
				props.Flags&chars.Second != 0 && starter&chars.First != 0 && (host || !isComposed(s, at, j)) {
				part |= chars.NotNFC
			}
			if ccc = props.Ccc; ccc == 0 {
				starter = props.Flags
			}
			if props.Flags&chars.Break != 0 && !host {
				if words.Mixed() {
					t.script(word, at, found)
				}
				word, words = j, chars.Scripts{}
			}
		}
		if words.Mixed() && !encoded {
			t.script(word, j, found)
		}
		if start < int(t.Parts.Path) && every == 0 {
			part |= chars.Odd // in the authority more characters have an Oddity than have the flag
		}
		if part&chars.R != 0 && !encoded {
			t.directions(start, j, part&chars.L != 0, found)
		}
		seen |= part
		if i = j + 1; i < len(s) && s[i] < utf8.RuneSelf {
			i += chars.NonASCII(s[i:])
		}
	}
	return seen
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

// ReadLabel is [Text.Read] for the text that a label of a host stands for, which may be any
// text. It passes the text that the offsets of a fault are of.
func ReadLabel(label string, found func(text string, f Disorder)) {
	if chars.NonASCII(label) == len(label) {
		return
	}
	t := Text{S: "//" + label}
	n := uint32(len(t.S))
	t.Parts = component.Parts{Host: 2, HostEnd: n, Path: n, PathEnd: n, Query: n}
	t.Read(chars.NonASCII(t.S), func(f Disorder) { found(t.S, f) })
}
