package clean

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

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
