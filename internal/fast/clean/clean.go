// Package clean recognizes http and https IRIs for which the prose rules, with their default settings, have no
// findings: single strings, and, with the table of package lines, the lines of a file. It gets the triggers of the
// rules, and strings; it returns whether a string is surely clean. Most IRIs are clean, and need no other checks; the
// others get all of them.
//
// The package must not know the rules, nor findings. Package check passes the triggers of the registry, and tests the
// result against the checks of the rules for every character.
package clean

import (
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// A Language is the set of the clean IRIs, by the triggers of rules. It is immutable. The table of a rule decides
// which strings conform.
type Language struct {
	start   state               // the dead state, if a rule applies to every http or https IRI
	avoid   uint16              // the properties of characters that rules look for
	watches [numPhases][]watch  // other characters that rules look for
	watched bool                // watches is not empty
	texts   bool                // rules look for different characters in the path, the query and the fragment
	words   *words              // the texts that rules look for after the authority
	class   [utf8.RuneSelf]int  // see Automaton.Class
	hosts   asciiHosts          // the same language for hosts of ASCII
	tables  lazy.Value[*tables] // computed when a string needs them
}

// A watch reports whether a rule looks for a character in a component; nil means any character.
type watch func(r rune) bool

// New returns the language of the IRIs for which rules with these triggers have no findings.
func New(triggers []textparts.Trigger) *Language {
	l := &Language{start: state{phase: inScheme}}
	var texts []string
	for _, t := range triggers {
		switch {
		case t.Schemes != nil && !slices.Contains(t.Schemes, "http") && !slices.Contains(t.Schemes, "https"):
		case t.Disorder || t.Host: // the scanners look for these
		case t.Flags != 0:
			l.avoid |= t.Flags
		case t.Words != nil:
			texts = append(texts, t.Words...)
		case t.In == 0 && t.Chars == nil:
			l.start = state{}
		default:
			n := 0
			for p, kinds := range kindsIn {
				if kinds != 0 && (t.In == 0 || t.In&kinds != 0) {
					l.watches[p], l.watched = append(l.watches[p], t.Chars), true
					if phase(p) >= inText {
						n++
					}
				}
			}
			l.texts = l.texts || n%(int(numPhases-inText)) > 0
		}
	}
	l.words = newWords(texts)
	l.classify()
	l.hosts.makeStates()
	return l
}

// classify sets the classes of ASCII.
func (l *Language) classify() {
	classes := make(map[string]int)
	for b := range l.class {
		key := []byte{baseClass(byte(b)), l.words.letter[b]}
		for _, list := range l.watches {
			for _, is := range list {
				if is != nil && is(rune(b)) {
					key = append(key, 1)
				} else {
					key = append(key, 0)
				}
			}
		}
		if _, ok := classes[string(key)]; !ok {
			classes[string(key)] = len(classes)
		}
		l.class[b] = classes[string(key)]
	}
}

// isWatched reports whether a rule looks for a character in a phase.
func (l *Language) isWatched(p phase, r rune) bool {
	for _, is := range l.watches[p] {
		if is == nil || is(r) {
			return true
		}
	}
	return false
}
