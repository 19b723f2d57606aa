package spec

import (
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// The limits of a rule that is a choice of words.
const (
	maxWords     = 64   // words of a choice
	maxWord      = 64   // bytes of a word
	maxWordSteps = 1000 // of the definitions that are looked at
)

// Words returns the texts of a rule that is a choice of words, such as "http" / "https": printable literals, at least
// one of which has several characters. It returns nil for other rules; a choice of single characters is a class of
// characters.
func (r Rule) Words() []string {
	if r.d == nil || r.d.kind == abnf.Octets {
		return nil
	}
	return r.d.words()
}

// QuoteWords returns words in the form of [Open.Expected]: in quotation marks.
func QuoteWords(words []string) (names []string) {
	for _, w := range words {
		switch {
		case w == "":
		case strings.ContainsRune(w, '"'):
			names = append(names, strconv.Quote(w))
		default:
			names = append(names, `"`+w+`"`)
		}
	}
	return names
}

// wordsOf returns the words of a rule, or nil if it is not a choice of words.
func wordsOf(g *abnf.Grammar, r *abnf.Rule) []string {
	f := wordFinder{g: g}
	words, ok := f.words(r.Expr)
	if !ok {
		return nil
	}
	for _, w := range words {
		if len([]rune(w)) > 1 {
			return words
		}
	}
	return nil
}

// A wordFinder finds the words of a rule.
type wordFinder struct {
	g     *abnf.Grammar
	steps int
}

// words returns the texts of an expression; ok is false if it has others than fixed literals, or too many.
func (f *wordFinder) words(e abnf.Expr) (words []string, ok bool) {
	if f.steps++; f.steps > maxWordSteps {
		return nil, false
	}
	switch e := e.(type) {
	case *abnf.Literal, *abnf.Sequence:
		text := literal(e)
		return []string{text}, len(text) <= maxWord && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' })
	case *abnf.Range:
		return []string{string(e.Lo)}, e.Lo == e.Hi && ' ' < e.Lo && e.Lo <= '~'
	case *abnf.Reference, *abnf.Prose:
		r := f.g.Target(e)
		if r == nil {
			return nil, false
		}
		return f.words(r.Expr)
	case *abnf.Alternation:
		for _, alt := range e.Alts {
			more, ok := f.words(alt)
			if words = union(words, more); !ok || len(words) > maxWords {
				return nil, false
			}
		}
		return words, true
	case *abnf.Concatenation:
		words = []string{""}
		for _, part := range e.Parts {
			next, ok := f.words(part)
			if !ok {
				return nil, false
			}
			if words, ok = joined(words, next); !ok {
				return nil, false
			}
		}
		return words, true
	case *abnf.Repetition:
		return f.repeated(e)
	}
	return nil, false
}

// repeated returns the texts of a repetition.
func (f *wordFinder) repeated(e *abnf.Repetition) (words []string, ok bool) {
	one, ok := f.words(e.X)
	if !ok || e.Max < 0 || e.Max > maxWords {
		return nil, false
	}
	times := []string{""}
	for n := 0; ; n++ {
		if n >= e.Min {
			if words = union(words, times); len(words) > maxWords {
				return nil, false
			}
		}
		if n == e.Max {
			return words, true
		}
		if times, ok = joined(times, one); !ok {
			return nil, false
		}
	}
}

// joined returns each concatenation of a text and one of the others; ok is false if there are too many, or one is too
// long.
func joined(texts, others []string) (words []string, ok bool) {
	if len(texts)*len(others) > maxWords {
		return nil, false
	}
	for _, a := range texts {
		for _, b := range others {
			if len(a)+len(b) > maxWord {
				return nil, false
			}
			words = append(words, a+b)
		}
	}
	return words, true
}
