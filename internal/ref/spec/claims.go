package spec

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
)

// A Claim is what a sentence for people says of the rules of a spec: "is not a digit" that nothing but digits can come
// next. A sentence is said only where its claims hold. Claims are bits, because a sentence can make several.
type Claim uint32

// The claims, in the order of the table below.
const (
	NextDigit   Claim = 1 << iota // in this state every digit can come next, and nothing else
	DigitsAlone                   // the rule has digits and no other character
	MayBeEmpty                    // the rule matches the empty string
	// in this state percent-encodings can come next, whatever ASCII character they stand for
	Encodes
	NoHash         // the rule has no "#"
	NoBackslash    // the rule has no "\"
	NameChars      // the ASCII characters of the rule are those of a reg-name
	UserinfoChars  // they are those of a userinfo
	PathChars      // they are those of a path
	QueryChars     // they are those of a query and of a fragment
	SchemeLetter   // a scheme begins with any letter, and with nothing else
	SchemeChars    // a scheme has letters, digits, "+", "-" and ".", and no other character
	SchemeWeb      // https is a scheme
	SchemeExamples // https, urn and mailto are
	DotFirst       // a relative path may begin with "./" and any segment, which may have a ":", too
	NameLetters    // a host name has letters beyond ASCII
	NameColon      // a host name has no ":"
	EncodedAt      // a userinfo may have the percent-encoding of "@"
	PasswordSlash  // an authority may have a password with percent-encodings of what ends authorities
	LiteralIPv6    // an IPv6 address may stand between brackets
	LiteralFuture  // an address of a future version may stand between brackets
	Literal        // IP-literal and what it uses are defined as in RFC 3986
	IPv6           // IPv6address and what it uses are
	IPvFuture      // IPvFuture and what it uses are
	TwoHex         // a percent-encoding is "%" and two hexadecimal digits
	Brackets       // brackets stand in an IP-literal only
	Private        // private-use characters stand in a query only
	ASCII          // a whole reference has ASCII characters only
	Never          // the rule has none of the characters that are blamed
	numClaims      = iota
)

// knownClaims are the claims that are decided in a state, and those of them that hold.
type knownClaims struct{ decided, hold atomic.Uint32 }

// A claimKind is how a claim is decided.
type claimKind uint8

const (
	nextAre  claimKind = iota // the characters that can come next are those of the class
	charsAre                  // the characters of the rule are those of the class
	asciiAre                  // those that are ASCII are
	lacks                     // no character of the text is in the rule
	takes                     // the words conform to the rule
	// after "./" there can stand what is in the first segment, "/" and ":", any number of times
	dotFirst
	goesOn    // after each of the words the rule can go on
	eachIs    // a sentence has one character of each class
	onlyIn    // the component has the characters of the text, and no other one has
	allASCII  // no component has a character beyond ASCII
	definedAs // the rules have the hash
	lacksRun  // no character that is blamed is in the rule
)

// In place of a component: the rule itself, in the state of its fault; and the rule of percent-encodings.
const (
	here            = component.NumKinds
	percentEncoding = component.NumKinds + 1
)

const (
	letters   = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits    = "0123456789"
	hex       = digits + "ABCDEFabcdef"
	nameChars = letters + digits + "-._~!$&'()*+,;=%"
)

// claims says of each claim how it is decided, and about which rule.
var claims = [numClaims]struct {
	kind claimKind
	of   component.Kind
	text string // a class of characters, or words
}{
	{nextAre, here, digits},
	{charsAre, here, digits},
	{takes, here, ""},
	{goesOn, here, "%09 %0A %20 %21 %22 %23 %25 %2F %3A %3C %3E %3F %40 %41 %5B %5C %5D %5E %60 %7B %7C %7D %7E"},
	{lacks, here, "#"},
	{lacks, here, `\`},
	{asciiAre, here, nameChars},
	{asciiAre, here, nameChars + ":"},
	{asciiAre, here, nameChars + ":@/"},
	{asciiAre, here, nameChars + ":@/?"},
	{nextAre, component.Scheme, letters},
	{charsAre, component.Scheme, letters + digits + "+-."},
	{takes, component.Scheme, "http https"},
	{takes, component.Scheme, "https urn mailto"},
	{dotFirst, component.PathNoscheme, ""},
	{takes, component.RegName, "é"},
	{lacks, component.RegName, ":"},
	{takes, component.Authority, "a%40@a"},
	{takes, component.Authority, "a:%2F%3F%23@a"},
	{takes, component.IPLiteral, "[2001:db8::1]"},
	{takes, component.IPLiteral, "[v1.a]"},
	{definedAs, component.IPLiteral, "7833fcc9fd119dfd"},
	{definedAs, component.IPv6, "6eb1a75161e65d05"},
	{definedAs, component.IPvFuture, "59c3999913217a77"},
	{eachIs, percentEncoding, "% " + hex + " " + hex},
	{onlyIn, component.IPLiteral, "[]"},
	{onlyIn, component.Query, "\uE000\uF8FF\U000F0000\U0010FFFD"},
	{allASCII, here, ""},
	{lacksRun, here, ""},
}

// Holds reports whether claims hold in a state of the rule's automaton. The run is what is blamed there.
func (r Rule) Holds(c Claim, state int, run string) bool {
	switch {
	case c == 0:
		return true
	case r.IsZero() || r.General() || c&Never != 0 && !r.lacks(run):
		return false
	case c == Never:
		return true
	}
	c &^= Never
	known := &r.d.claims()[state]
	if have := Claim(known.decided.Load()); c&^have != 0 {
		for i := range claims {
			if one := Claim(1) << i; c&one != 0 && have&one == 0 {
				if r.decide(i, state) {
					known.hold.Or(uint32(one))
				}
				known.decided.Or(uint32(one))
			}
		}
	}
	return c&^Claim(known.hold.Load()) == 0
}

// decide decides a claim by the automaton of the rule that it is about.
func (r Rule) decide(claim, state int) bool {
	c := &claims[claim]
	p := r.d.spec.Profile()
	switch {
	case c.of == here:
	case c.of == percentEncoding:
		r, state = p.PctEncoded, engine.Start
	default:
		r, state = p.Of[c.of], engine.Start
	}
	if r.IsZero() || r.General() {
		return false
	}
	switch d := r.DFA(); c.kind {
	case nextAre:
		for b := range 256 {
			if next := d.Next[state*d.N+int(d.Class[b])] != engine.Dead; next != (strings.IndexByte(c.text,
				byte(b)) >= 0) {
				return false
			}
		}
		return true
	case charsAre, asciiAre:
		for b := range 256 {
			if have := r.d.bytes()[b]; have != (strings.IndexByte(c.text, byte(b)) >= 0) &&
				(b < utf8.RuneSelf || c.kind == charsAre) {
				return false
			}
		}
		return true
	case lacks:
		return r.lacks(c.text)
	case takes:
		return !slices.ContainsFunc(strings.Split(c.text, " "), func(w string) bool { return !r.Valid(w) })
	case dotFirst:
		after := d.Step(state, "./")
		for b := range 256 {
			next := d.Next[after*d.N+int(d.Class[b])] != engine.Dead
			if next != (d.Next[state*d.N+int(d.Class[b])] != engine.Dead || b == ':' || b == '/') {
				return false
			}
		}
		return d.Accept[after] && d.Step(after, "a") == after && d.Step(after, ":") == after
	case goesOn:
		return !slices.ContainsFunc(strings.Fields(c.text),
			func(w string) bool { return d.Step(state, w) == engine.Dead })
	case eachIs:
		return eachOf(d, state, strings.Fields(c.text))
	case onlyIn, allASCII:
		for kind, of := range p.Of {
			switch inside := component.Kind(kind) == c.of; {
			case of.IsZero() || !component.Leaves.Has(component.Kind(kind)) && !inside:
			case of.General():
				return false
			case c.kind == allASCII:
				if slices.Contains(of.d.bytes()[utf8.RuneSelf:], true) {
					return false
				}
			case !inside && !of.lacks(c.text):
				return false
			case inside && slices.ContainsFunc([]rune(c.text), func(ch rune) bool { return !of.occurs(string(ch)) }):
				return false
			}
		}
		return true
	case definedAs:
		h := fnv.New64a()
		for _, rule := range r.d.spec.Grammar().Closure(r.d.rule()) {
			fmt.Fprintln(h, rule)
		}
		return fmt.Sprintf("%x", h.Sum64()) == c.text
	}
	return false
}

// lacks reports whether no character of a text is in a sentence of the rule. What is not UTF-8 is none.
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

// eachOf reports whether the sentences from a state of an automaton on have one character of each class.
func eachOf(d *automaton.DFA, state int, classes []string) bool {
	if len(classes) == 0 || d.Accept[state] {
		for _, next := range d.Next[state*d.N : (state+1)*d.N] {
			if next != engine.Dead {
				return false
			}
		}
		return len(classes) == 0 && d.Accept[state]
	}
	for b := range 256 {
		next := int(d.Next[state*d.N+int(d.Class[b])])
		if next != engine.Dead && !(strings.IndexByte(classes[0], byte(b)) >= 0 && eachOf(d, next, classes[1:])) {
			return false
		}
	}
	return true
}
