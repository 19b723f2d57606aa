package chars

import (
	"strings"
)

// A scripts is what has been read of the scripts of a word. The zero value is that of
// a word of which nothing has been read, or only characters that go with every
// script.
type Scripts struct {
	last    uint16 // the scripts that all characters share that have some, an index into uniScripts
	several bool   // there is no such index; then those of the last of them
	cover   uint8  // the combinations of scripts that all of them can stand in
}

// add adds a character by its scripts, an index into uniScripts.
func (w *Scripts) Add(script uint16) {
	if script != w.last && script != 0 {
		w.addOther(script)
	}
}

func (w *Scripts) addOther(script uint16) {
	other, last := &scriptSets[script], &scriptSets[w.last]
	switch {
	case w.last == 0:
		w.cover = other.cover
	case other.set.holds(&last.set):
		return // as with a mark that Arabic and Syriac share, behind an Arabic letter
	case !last.set.holds(&other.set):
		w.several = true
	}
	w.last = script
	w.cover &= other.cover
}

// holds reports whether all scripts of t are in s.
func (s *scriptSet) holds(t *scriptSet) bool {
	return t[0]&^s[0]|t[1]&^s[1]|t[2]&^s[2] == 0
}

// mixed reports whether the scripts of the word are more than one and no combination
// that is allowed. They may still have one in common, see [sharesScript].
func (w *Scripts) Mixed() bool { return w.several && w.cover == 0 }

// sharesScript reports whether all characters of a word have a script in common.
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

// mixesDirections reports whether s has right-to-left and left-to-right characters.
func MixesDirections(s string) bool {
	var flags uint16
	for _, r := range s {
		flags |= Of(r).Flags()
	}
	return flags&L != 0 && flags&R != 0
}

// scriptsOf returns the names of the scripts of a word for a message, in the order
// in which they turn up, and the offset of a character that stands for the fault:
// the first of the script that has the fewest characters. Characters that several
// scripts share are passed over; the offset is -1 if there are no others.
func ScriptsOf(word string) (string, int) {
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
		return "scripts", -1
	}
	odd := order[0]
	for _, name := range order[1:] {
		if seen[name].count <= seen[odd].count {
			odd = name
		}
	}
	n := len(order) - 1
	return strings.Join(order[:n], ", ") + " and " + order[n], seen[odd].first
}

// scriptName returns the script of a character that has exactly one, or "".
func ScriptName(u Char) string {
	if u.Script() == 0 {
		return ""
	}
	name := ""
	set := u.scripts().set
	for i, n := range scriptNames {
		if set[i/64]>>(i%64)&1 == 1 {
			if name != "" {
				return ""
			}
			name = n
		}
	}
	return name
}
