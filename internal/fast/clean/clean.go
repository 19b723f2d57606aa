// Package clean says in which http and https IRIs the prose rules find nothing, as they are by default: of one
// string, and, with the table of package lines, of the lines of a file. In come the triggers of the rules, and
// strings; out comes whether it is sure that there is nothing to say. Most IRIs are clean, and need no other
// checks; those that are not sure to be clean get them all.
//
// The package must not know the rules, nor findings. Package check hands it what the registry
// says, and tests it against the checks of the rules for every character.
package clean

import (
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// A Language is the set of the clean IRIs, by the triggers of rules. It is immutable. Which strings conform is for
// the table of a rule to say.
type Language struct {
	start   state               // the dead state, if some rule is asked of every http or https IRI
	avoid   uint16              // the properties of characters that rules ask for
	watches [numPhases][]watch  // what else they ask for
	watched bool                // there are such
	texts   bool                // of the path, the query and the fragment they do not ask for the same
	words   *words              // the texts that they ask for after the authority
	class   [utf8.RuneSelf]int  // see Automaton.Class
	hosts   asciiHosts          // what it says of hosts of ASCII
	tables  lazy.Value[*tables] // made when a string asks for them
}

// A watch is a character for which a rule asks in a component: for any one, if it is nil.
type watch func(r rune) bool

// New returns the language of the IRIs of which rules with these triggers have nothing to say.
func New(triggers []textparts.Trigger) *Language {
	l := &Language{start: state{phase: inScheme}}
	var texts []string
	for _, t := range triggers {
		switch {
		case t.Schemes != nil && !slices.Contains(t.Schemes, "http") && !slices.Contains(t.Schemes, "https"):
		case t.Disorder || t.Host: // the scanners find them
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

// isWatched reports whether a rule asks for a character in a phase.
func (l *Language) isWatched(p phase, r rune) bool {
	for _, is := range l.watches[p] {
		if is == nil || is(r) {
			return true
		}
	}
	return false
}
