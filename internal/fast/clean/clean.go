// Package clean recognizes http and https IRIs for which the prose rules, with their default settings, have no
// findings: single strings, and, with the table of package lines, the lines of a file. It gets the triggers of the
// rules, and strings; it returns whether a string is surely clean. Most IRIs are clean, and need no other checks; the
// others get all of them.
//
// The package must not know the rules, nor findings. Package check passes the triggers of the registry, and tests the
// result against the checks of the rules for every character.
package clean

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
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

// A words is an automaton for the texts that rules look for after the authority. A state is the number of the longest
// prefix of one of them that the text so far ends with (Aho and Corasick 1975); 0 is the empty prefix.
type words struct {
	next    [][utf8.RuneSelf]uint8
	letter  [utf8.RuneSelf]uint8 // the characters that occur in words; 0 for all others
	anchors [len(rareTexts)]anchor
	others  []string // the words that have no anchor; they are looked for one by one
}

// An anchor is a text that few strings contain, and the words that contain it, each with the offset after its first
// character.
type anchor struct {
	words []string
	at    []int
}

// The texts of the anchors; the first is one character. Single letters would be found sooner, but in most IRIs, and each
// time costs as much as the search.
const rare0, rare1, rare2, rare3 = "&", "bj", "ef", "nu"

var rareTexts = [...]string{rare0, rare1, rare2, rare3}

// found is the state after a word.
const found = 255

// newWords returns the automaton for words; they must have fewer than 255 prefixes.
func newWords(all []string) *words {
	w := new(words)
	number := map[string]uint8{"": 0}
	prefixes := []string{""}
	for _, word := range all {
		w.addAnchor(word)
		for i := range len(word) {
			w.letter[word[i]] = word[i]
			if _, ok := number[word[:i]]; !ok {
				number[word[:i]] = uint8(len(prefixes))
				prefixes = append(prefixes, word[:i])
			}
		}
	}
	if len(prefixes) >= found {
		panic("clean: too many words")
	}
	for _, word := range all {
		number[word] = found
	}
	w.next = make([][utf8.RuneSelf]uint8, len(prefixes))
	for from, prefix := range prefixes {
		for b := range w.letter {
			text := prefix + string(rune(b))
			for ; text != ""; text = text[1:] {
				if to, ok := number[text]; ok {
					w.next[from][b] = to
					break
				}
			}
		}
	}
	return w
}

// addAnchor adds a word to an anchor that it contains before its last character.
func (w *words) addAnchor(word string) {
	for i, rare := range rareTexts {
		if at := strings.Index(word, rare) + 1; at > 0 && at < len(word) {
			a := &w.anchors[i]
			a.words, a.at = append(a.words, word), append(a.at, at)
			return
		}
	}
	w.others = append(w.others, word)
}

// step returns the state after a character; ok is false if it ends a word.
func (w *words) step(state uint8, r rune) (next uint8, ok bool) {
	if r >= utf8.RuneSelf {
		return 0, true
	}
	next = w.next[state][r]
	return next, next != found
}

// each is the factor that makes a byte eight bytes, and high has the highest bit of each of them.
const each, high = 0x0101010101010101, 0x80 * each

// in reports whether s contains one of the words, and, if not, whether s is ASCII. It looks for the anchors, eight
// bytes at a time.
func (w *words) in(s string) (found, ascii bool) {
	for _, word := range w.others {
		if strings.Contains(s, word) {
			return true, false
		}
	}
	if len(s) <= 8 {
		for i := 1; i < len(s); i++ {
			if w.at(s, i) {
				return true, false
			}
		}
		return false, chars.NonASCII(s) == len(s)
	}
	seen := uint64(s[0])
	for i := 1; i < len(s); i += 8 {
		i = min(i, len(s)-8)
		eight := chars.Load64(s, i)
		seen |= eight
		// A byte is 0 where both characters of an anchor stand, and with 0x7F it has its highest bit everywhere else.
		first, second := chars.Load64(s, i-1)&^high, eight&^high
		others := (first ^ uint64(rare0[0])*each) + 0x7F*each
		others &= ((first ^ uint64(rare1[0])*each) | (second ^ uint64(rare1[1])*each)) + 0x7F*each
		others &= ((first ^ uint64(rare2[0])*each) | (second ^ uint64(rare2[1])*each)) + 0x7F*each
		others &= ((first ^ uint64(rare3[0])*each) | (second ^ uint64(rare3[1])*each)) + 0x7F*each
		for hits := high &^ (others | eight); hits != 0; hits &= hits - 1 {
			if w.at(s, i+bits.TrailingZeros64(hits)/8) {
				return true, false
			}
		}
	}
	return false, seen&high == 0
}

// at reports whether s contains one of the words whose anchor has its first character right before i.
func (w *words) at(s string, i int) bool {
	for k, rare := range rareTexts {
		if !strings.HasPrefix(s[i-1:], rare) {
			continue
		}
		for j, word := range w.anchors[k].words {
			if from := i - w.anchors[k].at[j]; from >= 0 && strings.HasPrefix(s[from:], word) {
				return true
			}
		}
	}
	return false
}
