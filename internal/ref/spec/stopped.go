package spec

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/parsetree"
)

// readable returns the tree of a text that begins at an offset of the string: if the text does not conform to the rule,
// the tree of what could be read of it. It is nil if nothing is known of that.
func (r Rule) readable(text string, off int, match Matcher) *parsetree.Tree {
	if r.Valid(text) {
		t, err := match(r, text)
		if err != nil {
			return nil
		}
		return t.At(off)
	}
	if r.IsZero() || r.HasNoAutomaton() {
		return nil
	}
	return r.stoppedTree(text, off, match)
}

// stoppedTree returns the productions that lie before the place where the automaton of the rule stops, which are those
// of a text that goes on from there in another way; and the one that is open there, which gets the rest of the text.
func (r Rule) stoppedTree(text string, off int, match Matcher) *parsetree.Tree {
	stop, state := r.Furthest(text)
	rest, ok := r.DFA().Completion(state)
	if !ok {
		return nil
	}
	whole, err := match(r, text[:stop]+rest)
	if err != nil {
		return nil
	}
	l := &stopped{spec: r.d.spec, match: match}
	var tokens []parsetree.Token
	for c := range whole.Root().Children() {
		if c.Start() >= stop {
			break
		}
		end := c.End()
		if end > stop {
			if end = len(text); MustRule(l.spec, c.Name()).Valid(text[c.Start():]) {
				end = stop
			}
		}
		number := slices.Index(l.names, c.Name())
		if number < 0 {
			number = len(l.names)
			l.names = append(l.names, c.Name())
		}
		tokens = append(tokens, parsetree.Token{Rule: uint16(number), First: uint32(len(tokens)),
			Begin: uint32(c.Start()), End: uint32(end)})
	}
	tokens = append(tokens, parsetree.Token{Rule: uint16(len(l.names)), End: uint32(len(text))})
	l.names = append(l.names, r.Name())
	t := new(parsetree.Tree)
	t.Set(l, text, off, tokens)
	return t
}

// stopped is the language of the tree of a text that could be read in part: a production with those directly below it.
type stopped struct {
	spec  *Spec
	match Matcher
	names []string // of the productions, by number; the last one is that of the root
}

func (l *stopped) Name(rule uint16) string { return l.names[rule] }
func (l *stopped) Spec() *Spec             { return l.spec }
func (l *stopped) rule(number uint16) Rule { return MustRule(l.spec, l.names[number]) }

// Items parses the text of a production below the root by its rule.
func (l *stopped) Items(number uint16, text string, off int) *parsetree.Tree {
	if int(number) == len(l.names)-1 {
		return nil
	}
	return l.rule(number).readable(text, off, l.match)
}
