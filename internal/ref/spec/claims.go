package spec

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
)

// A Claim is a set of rules that a sentence in a message is about. The sentence was written for these rules as
// published, and is used only if they have not been changed.
type Claim uint16

// The claims.
const (
	Here     Claim = 1 << iota // the rule in which it is said
	Schemes                    // that of schemes
	Userinfo                   // that of the userinfo
	Names                      // that of registered names
	Literals                   // that of IP-literals
	Relative                   // that of paths of relative references
	Percent                    // that of percent-encodings
	Whole                      // that of references
	// In this state percent-encodings can come next, whatever ASCII character they stand for.
	Encodes
	Never // no character that is blamed is in the rule
)

// encoded are percent-encodings of what stands nowhere unencoded, or ends a component.
var encoded = [...]string{"%09", "%0A", "%20", "%21", "%22", "%23", "%25", "%2F", "%3A", "%3C", "%3E", "%3F", "%40", "%41",
	"%5B", "%5C", "%5D", "%5E", "%60", "%7B", "%7C", "%7D", "%7E"}

// ClaimApplies reports whether the claims are true in a state of the rule's automaton. run is the text that is reported
// there.
func (r Rule) ClaimApplies(c Claim, state int, run string) bool {
	if c == 0 {
		return true
	}
	if r.IsZero() || r.HasNoAutomaton() {
		return false
	}
	p := r.d.spec.Profile()
	for i, of := range [...]Rule{r, p.Of[component.Scheme], p.Of[component.Userinfo], p.Of[component.RegName],
		p.Of[component.IPLiteral], p.Of[component.PathNoscheme], p.PctEncoded, p.Reference} { // in the order of the claims
		if c&(1<<i) != 0 && !of.AsPublished() {
			return false
		}
	}
	d := r.DFA()
	return (c&Never == 0 || r.lacks(run)) && (c&Encodes == 0 ||
		!slices.ContainsFunc(encoded[:], func(w string) bool { return d.Step(state, w) == engine.Dead }))
}

// AsPublished reports whether the rule and all that it uses are those of a component, or of references, in one of the
// documents of the built-in specs, whatever their names are. A rule that stands for a component is as published only if
// it is that of this component.
func (r Rule) AsPublished() bool { return !r.IsZero() && r.d.published() }

func (d *ruleData) isPublished() bool {
	roles := append(component.Names[:], "")
	if kind, ok := (Rule{d}).Component(); ok {
		roles = roles[kind : kind+1]
	}
	return slices.ContainsFunc(roles, func(role string) bool {
		return strings.Contains(publishedHashes, shapeHash(role, d.spec.Grammar(), d.rule()))
	})
}

// shapeHash returns a hash of the component that a rule stands for, and of the expressions of the rule and of all that it
// uses. In these a rule is known by its place among them, so that the hash is the same after a rule got another name.
func shapeHash(role string, g *abnf.Grammar, r *abnf.Rule) string {
	all := g.Closure(r)
	var numbered func(abnf.Expr) abnf.Expr
	numbered = func(e abnf.Expr) abnf.Expr {
		if t := g.Target(e); t != nil {
			return &abnf.Reference{Name: fmt.Sprint("rule-", slices.Index(all, t))}
		}
		return abnf.WithParts(e, numbered)
	}
	h := fnv.New64a()
	fmt.Fprintln(h, role)
	for _, rule := range all {
		fmt.Fprintln(h, numbered(rule.Expr))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// lacks reports whether no sentence of the rule has any character of a text. Bytes that are not UTF-8 do not count.
func (r Rule) lacks(text string) bool {
	for text != "" {
		ch, w := utf8.DecodeRuneInString(text)
		if !(ch == utf8.RuneError && w == 1) && r.occurs(text[:w]) {
			return false
		}
		text = text[w:]
	}
	return true
}

// occurs reports whether a character is in a sentence of the rule.
func (r Rule) occurs(char string) bool {
	d := r.DFA()
	if have := r.d.bytes()[char[0]]; !have || len(char) == 1 {
		return have
	}
	for state := engine.Start; state < d.States(); state++ {
		if d.Step(state, char) != engine.Dead {
			return true
		}
	}
	return false
}

// bytesOf returns which bytes the sentences of an automaton have.
func bytesOf(d *automaton.DFA) *[256]bool {
	set := new([256]bool)
	for b := range set {
		for state := engine.Start; state < d.States() && !set[b]; state++ {
			set[b] = int(d.Next[state*d.N+int(d.Class[b])]) != engine.Dead
		}
	}
	return set
}

// publishedHashes are the [shapeHash] of the rules of components and of references, and of what these use, as the documents of the
// built-in specs print them: TestPublished has how they are made.
const publishedHashes = `
00750d4b39d6bab2 086ffaeb8ee9eaed 08a2fee605fa7c0b 0a903bd329700b28 0be140f3a3d4d298 14690e51728c4dac 1792590bf261dbfd
18641a999d0ac28d 1c8aa233fe810417 1cf0fa9972c84ecf 1ee9fa09d9c035ad 1f50321cfb470995 2c118ac58bc640bb 2eca811461075e67
2fce36de8554c175 34bb665f681b474e 40960cf6fec2e47f 4838452233d67604 4bdb8a42234b8d16 5519d92ff2bae3bf 5d1b77618dcb6026
5d7e7cf779074995 5d825bee9a278489 5e2ebff7617a29ff 6a25c15ec9a52a45 6cc603827e476bb3 72c555203c810f20 75e93a74e051449a
78c0f619f3858861 8423d559ddd4f213 8ce13dc80c095faa 9198dc101c6cf04a 9198e93de8de7ed7 97ea3ee47305008f 997193eeeb5cf693
9b8140b77b21067e 9fd5ae4b40078655 a3ef407b66c71840 a782849eae26dbbc aa59f3fb6ecd5fa2 b2fc2170d1f01edd b884379bbe371a88
b940d77d7adb9351 ba64f1b1ac94d5ea bbc04648c90543cb c3e568354e25dc0d c4419f9306e0f895 caa1c16dfc35c2ef d5b504b53b8c0d6b
d6216fad1d7ac26a d83812a06f5b13b2 d901941e2e058004 da5d5dcae569edee ddca7208f242fcf1 e169e49ee36d3599 e3571cd2a7a871c3
e41ffd5af725ccc0 e6203221142a7370 e975b58969dab23a ec11f7aa4ee94707 fe2ed3f173f8042d
`

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
