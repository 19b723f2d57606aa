package vectors

import (
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/study/languages"
)

// transitions tests every step of the minimal automaton over characters: every
// state, and from it one character of every class that some state tells from the
// others. A step that leads on is followed by the shortest end of a sentence.
func (s *suite) transitions() {
	reach := s.lang.Reach()
	classes := s.classes()
	paths := s.statePaths(reach)
	for q, u := range reach {
		if s.stopped {
			return
		}
		s.add(u, paths[q], "the state after %s", quoted(u))
		ends := s.ends(q, classes)
		for _, class := range classes {
			c := string(s.a.Readable(class))
			t := s.lang.Step(q, class)
			if t < 0 {
				s.add(u+c, paths[q], "%s cannot follow %s", quoted(c), quoted(u))
				// The end of a sentence after it, or after another character, must not make it valid.
				for _, v := range ends {
					s.add(u+c+v, paths[q], "%s cannot follow %s", quoted(c), quoted(u))
				}
				continue
			}
			v, _ := s.lang.ShortestFrom(t)
			s.add(u+c+v, paths[q], "%s after %s, and on to the end", quoted(c), quoted(u))
		}
	}
}

// maxEnds is how many ends of sentences are tried after a character that cannot stand in a place.
const maxEnds = 6

// ends returns the shortest ends of sentences from a state, and from those that are one character further.
func (s *suite) ends(q int, classes []int) (ends []string) {
	add := func(state int) {
		if v, ok := s.lang.ShortestFrom(state); ok && v != "" && !slices.Contains(ends, v) {
			ends = append(ends, v)
		}
	}
	add(q)
	tried := make(map[int]bool)
	for _, class := range classes {
		if t := s.lang.Step(q, class); t >= 0 && !tried[t] && len(ends) < maxEnds {
			tried[t] = true
			add(t)
		}
	}
	return ends
}

// classes returns one class of characters for each set of them that no state tells
// apart, and the special ones.
func (s *suite) classes() []int {
	same := languages.SameClasses(s.lang)
	var out []int
	for c := range s.a.Classes() - 1 { // without the marker
		lo, hi := s.a.Range(c)
		if slices.Index(same, same[c]) == c || lo == hi && slices.Contains(s.special, lo) {
			out = append(out, c)
		}
	}
	return out
}

// statePaths returns for each state the productions that are open there in a sentence.
func (s *suite) statePaths(reach []string) [][]string {
	d := languages.NewDeriver(s.c)
	paths := make([][]string, len(reach))
	for q, u := range reach {
		v, _ := s.lang.ShortestFrom(q)
		at := len([]rune(u))
		paths[q] = s.path()
		text := []rune(u + v)
		for _, st := range d.Derive(s.start, text) {
			inside := st.Start <= at && (at < st.End || st.End == len(text) && at == st.End)
			if inside && len(st.Path()) > len(paths[q]) {
				paths[q] = st.Path()
			}
		}
	}
	return paths
}

// wMethod adds the complete suite of Chow 1978 over one character of each class:
// every state, every step from it, followed by the strings that tell all
// states apart.
func (s *suite) wMethod() {
	reach := s.lang.Reach()
	paths := s.statePaths(reach)
	classes := s.classes()
	suffixes := s.lang.Distinguish(classes)
	for _, w := range suffixes {
		s.add(w, s.path(), "the start, told apart by %s", quoted(w))
	}
	for q, u := range reach {
		for _, class := range classes {
			c := string(s.a.Readable(class))
			for _, w := range suffixes {
				if s.stopped {
					return
				}
				s.add(u+c+w, paths[q], "%s after %s, told apart by %s", quoted(c), quoted(u), quoted(w))
			}
		}
	}
}

// quoted prints a piece of an input in a reason.
func quoted(s string) string {
	if s == "" {
		return "the start"
	}
	return strconv.QuoteToASCII(s)
}
