package chars

import (
	"math/bits"

	"github.com/rfc3987/iri/internal/text/lazy"
)

// Scripts collects the scripts of the characters of a word. The zero value has none: there were no characters, or
// only characters that belong to every script.
type Scripts struct {
	// index into scriptSets: the scripts that all characters so far have in common; if several, those of the last character
	last    uint16
	several bool  // the characters have no script in common
	cover   uint8 // the combinations of scripts that allow all characters so far
}

// Add adds a character by its scripts, an index into scriptSets.
func (w *Scripts) Add(script uint16) {
	if script != w.last && script != 0 {
		w.addOther(script)
	}
}

// Last returns the scripts of the last character that does not belong to every script, as [Scripts.Add] takes them.
// Adding them again changes nothing.
func (w *Scripts) Last() uint16 { return w.last }

// addOther adds a character whose scripts differ from those of the last one.
func (w *Scripts) addOther(script uint16) {
	other, last := &scriptSets[script], &scriptSets[w.last]
	switch {
	case w.last == 0:
		w.cover = other.cover
	case other.set.contains(&last.set):
		return // such as a mark that Arabic and Syriac share after an Arabic letter
	case !last.set.contains(&other.set):
		w.several = true
	}
	w.last = script
	w.cover &= other.cover
}

// contains reports whether all scripts of t are in s.
func (s *scriptSet) contains(t *scriptSet) bool {
	return t[0]&^s[0]|t[1]&^s[1]|t[2]&^s[2] == 0
}

// Mixed reports whether the word has more than one script and these are not an allowed combination. Its characters
// may still have a script in common: see [SharesScript].
func (w *Scripts) Mixed() bool { return w.several && w.cover == 0 }

// A LastChar records the last character of a word as far as automata need it to decide whether the word is in NFC. It
// has as few values as possible.
type LastChar struct {
	ccc     uint8 // its Canonical_Combining_Class, perhaps rounded up: see roundCcc
	noFirst bool  // the last starter cannot be the first half of a composite
}

// Follow makes a character the last one of a word, and adds it to the scripts of the word. It returns false if the
// word may not be in NFC.
func (l *LastChar) Follow(u Char, w *Scripts) bool {
	p, last := u.Properties(), w.last
	w.Add(u.Script())
	lowest := marks.Get(lowestMarks)[w.last]
	if p.Flags&Second != 0 && !l.noFirst || p.Ccc != 0 && (p.Ccc < l.ccc || p.Ccc < lowest || w.last != last) {
		return false
	}
	switch {
	case p.Ccc == 0:
		*l = LastChar{noFirst: p.Flags&First == 0}
	case p.Ccc == lowest:
		l.ccc = 0 // all marks of the script may follow, but not lower ones of other scripts
	default:
		l.ccc = roundCcc(p.Ccc)
	}
	return true
}

// Rough returns l without the starter, for callers to whom it does not matter which starter a mark follows.
func (l LastChar) Rough() LastChar {
	l.noFirst = l.noFirst && l.ccc == 0
	return l
}

// roundCcc rounds a Canonical_Combining_Class up to one of a few values. The values keep the order of marks that
// follow each other in words of one script: shin dot after dagesh after a vowel of Hebrew, shadda after a vowel of
// Arabic, a tone after a vowel of Thai.
func roundCcc(ccc uint8) uint8 {
	for _, most := range [...]uint8{9, 20, 26, 32, 35, 106, 121, 129, 132, 201, 220, 230} {
		if ccc <= most {
			return most
		}
	}
	return 255
}

// marks has the lowest nonzero Canonical_Combining_Class of the marks of each script, by the index into scriptSets,
// and 0 for scripts without marks. Marks that belong to every script do not count.
var marks lazy.Value[*[len(scriptSets)]uint8]

// lowestMarks computes marks. No variable refers to it, so that a program links the tables of Unicode only if it
// looks up a character.
func lowestMarks() *[len(scriptSets)]uint8 {
	var lowest [len(scriptSets)]uint8
	for i := range Blocks {
		for _, u := range Blocks[i] {
			ccc, least := u.Properties().Ccc, &lowest[u.Script()]
			if ccc != 0 && (*least == 0 || ccc < *least) {
				*least = ccc
			}
		}
	}
	lowest[0] = 0
	return &lowest
}

// SharesScript reports whether all characters of a word have a script in common.
func SharesScript(word string) bool {
	set := scriptSets[0].set
	for _, r := range word {
		v := Of(r).scripts()
		set[0] &= v.set[0]
		set[1] &= v.set[1]
		set[2] &= v.set[2]
	}
	return set != (scriptSet{})
}

// MixesDirections reports whether s has right-to-left and left-to-right characters.
func MixesDirections(s string) bool {
	var flags uint16
	for _, r := range s {
		flags |= Of(r).Flags()
	}
	return flags&L != 0 && flags&R != 0
}

// ScriptsOf returns the names of the scripts of a word for a message, in the order in which they occur, and the
// offset of the character that the message should point to: the first one of the script with the fewest characters.
// Characters that belong to several scripts do not count. The offset is -1 if there are not two scripts.
func ScriptsOf(word string) ([]string, int) {
	type script struct{ first, count int }
	var order []string
	seen := make(map[string]*script)
	for i, r := range word {
		name := ScriptName(Of(r))
		if name == "" {
			continue
		}
		if seen[name] == nil {
			seen[name] = &script{first: i}
			order = append(order, name)
		}
		seen[name].count++
	}
	if len(order) < 2 {
		return nil, -1
	}
	odd := order[0]
	for _, name := range order[1:] {
		if seen[name].count <= seen[odd].count {
			odd = name
		}
	}
	return order, seen[odd].first
}

// ScriptName returns the script of a character, or "" if it has several or belongs to every script.
func ScriptName(u Char) string {
	if u.Script() == 0 {
		return ""
	}
	name := ""
	for i, part := range u.scripts().set {
		switch {
		case part == 0:
		case name != "" || part&(part-1) != 0:
			return ""
		default:
			name = scriptNames[64*i+bits.TrailingZeros64(part)]
		}
	}
	return name
}
