package spec

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
)

// A Claim says of which rules a sentence for people is. It was written for these rules as they were published, and is
// said only where they still are. Claims are bits, because a sentence can be of several rules.
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
const encoded = "%09 %0A %20 %21 %22 %23 %25 %2F %3A %3C %3E %3F %40 %41 %5B %5C %5D %5E %60 %7B %7C %7D %7E"

// Holds reports whether claims hold in a state of the rule's automaton. The run is what is blamed there.
func (r Rule) Holds(c Claim, state int, run string) bool {
	if c == 0 {
		return true
	}
	if r.IsZero() || r.General() {
		return false
	}
	p := r.d.spec.Profile()
	for _, of := range []struct {
		claim Claim
		rule  func() Rule
	}{
		{Here, func() Rule { return r }},
		{Schemes, func() Rule { return p.Of[component.Scheme] }},
		{Userinfo, func() Rule { return p.Of[component.Userinfo] }},
		{Names, func() Rule { return p.Of[component.RegName] }},
		{Literals, func() Rule { return p.Of[component.IPLiteral] }},
		{Relative, func() Rule { return p.Of[component.PathNoscheme] }},
		{Percent, func() Rule { return p.PctEncoded }},
		{Whole, func() Rule { return p.Reference }},
	} {
		if c&of.claim != 0 && !of.rule().AsPublished() {
			return false
		}
	}
	d := r.DFA()
	return (c&Never == 0 || r.lacks(run)) && (c&Encodes == 0 ||
		!slices.ContainsFunc(strings.Fields(encoded), func(w string) bool { return d.Step(state, w) == engine.Dead }))
}

// AsPublished reports whether the rule and all that it uses are those of a component, or of references, in one of the
// documents of the built-in specs.
func (r Rule) AsPublished() bool { return !r.IsZero() && r.d.published() }

func (d *ruleData) isPublished() bool {
	h := fnv.New64a()
	for _, rule := range d.spec.Grammar().Closure(d.rule()) {
		fmt.Fprintln(h, rule)
	}
	return strings.Contains(publishedHashes, fmt.Sprintf("%016x", h.Sum64()))
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

// publishedHashes are the hashes of the rules of components and of references, and of what these use, as the documents of the
// built-in specs print them: TestPublished has how they are made.
const publishedHashes = `
001824ac6e810dd6 00eb1d93a4749359 045bc04ccc071ba9 065875eb39b0cbf6 0e8cd1a48a526a02 165f452821ce7822 19e1b4cc426c6746
1d541f56be7c74eb 1ea6c4e6271050dd 2ba0f8fdb1a5a898 36b2b4ab96fc500b 39792b4051c57adb 3d897586dad7f577 3fd14ecefc4c0c8a
420a8825cb45b678 46873194c63d7dfa 4bc681c018763532 4cd563a2f02b2b02 54bf605746c73195 59c3999913217a77 5c2941608d65966c
5d3ea13bfd8b4fe6 5f761f1e4c1a1682 67e1f712db8e3162 6c93f5493eae4666 6eb1a75161e65d05 7833fcc9fd119dfd 7e4601b44879c2ce
885fdff90fdeafad 8c9c061a62309136 907d2505b4397c76 96082ec8615b7d0e 969953a1e8a1f075 97e12b27dd5b4ed5 988a67994470ce4f
999702cbf347518b 99e23a3dc7d27038 9e3e3682ee504a84 9f3437ab1f7a9539 a24319e78c57e07d a3111eff784185d1 a3e0a44355e3185c
a4e215e36548d2a9 a8a712ac94cc7a39 a956e05129e7e627 b1713656e761e94b b6f06904703a781b b70a6b39a79c5bc8 bfe92fd43e428b25
c0f3d897eb6c3921 d29c444c4f1eacec d314d92fea5e97c9 d6bdb44dca82e037 d86c1bc73e52f879 d941df8e94ef85af d974eff7b8d48caf
dbe900d62e522aef e3c18d4b8681ba0c f25bbb583cfbdd0d f8d5ad1aeadda93c fc05d7cbfc71b5a5
`
