package automaton

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A place is where a text is that is read from its start, as RFC 3986 Appendix B divides it.
type place uint8

const (
	atStart           place = iota // nothing is read
	inFirst                        // a scheme, or the first segment of a path
	afterScheme                    // after the ":"
	afterSlash                     // the path, or what comes before an authority, begins with a "/"
	atAuthority                    // after the "//"
	inAuthority                    // a userinfo or a host
	afterColon                     // a userinfo, or a port after a host
	atHost                         // after the "@"
	inHost                         //
	inPort                         // after an "@" and a ":"
	inBrackets                     // of a host
	afterAt                        // in brackets, after an "@"
	inAbempty                      // a path after an authority
	inAbsolute                     // a path that begins with one "/"
	inRootless                     // a path after a scheme
	inNoscheme                     // a path that begins the text
	atQuery                        // after the "?"
	inQuery                        //
	atFragment                     // after the "#"
	inFragment                     //
	atQueryOfEmpty                 // after the "?" that is first, or right after the scheme
	atFragmentOfEmpty              // the same with "#"
	numPlaces
)

// delimiters are the characters that change the place.
const delimiters = ":/?#@[]"

// next returns the place after a character, which is 0 for one that is not among the delimiters.
func (p place) next(c byte) place {
	switch p {
	case inFragment, atFragment, atFragmentOfEmpty:
		return inFragment
	case inQuery, atQuery, atQueryOfEmpty:
		if c == '#' {
			return atFragment
		}
		return inQuery
	}
	if c == '?' || c == '#' {
		empty := p == atStart || p == afterScheme
		switch {
		case c == '?' && empty:
			return atQueryOfEmpty
		case c == '?':
			return atQuery
		case empty:
			return atFragmentOfEmpty
		}
		return atFragment
	}
	switch p {
	case inAbempty, inAbsolute, inRootless, inNoscheme:
		return p
	case atStart, afterScheme:
		switch {
		case c == '/':
			return afterSlash
		case p == afterScheme:
			return inRootless
		case c == ':':
			return inNoscheme
		}
		return inFirst
	case inFirst:
		switch c {
		case ':':
			return afterScheme
		case '/':
			return inNoscheme
		}
		return inFirst
	case afterSlash:
		if c == '/' {
			return atAuthority
		}
		return inAbsolute
	}
	switch hostBegun := p == atHost || p == inHost || p == inPort || p == afterAt; {
	case c == '/':
		return inAbempty
	case (p == inBrackets || p == afterAt) && c != ']':
		return p
	case hostBegun && c == '[' && p == atHost:
		return afterAt
	case hostBegun && (c == ':' || p == inPort):
		return inPort
	case hostBegun:
		return inHost
	case c == '@':
		return atHost
	case p == atAuthority && c == '[':
		return inBrackets
	case c == ':' || p == afterColon:
		return afterColon
	}
	return inAuthority
}

// A set of places, by their bits.
type places uint32

func placesOf(list ...place) (set places) {
	for _, p := range list {
		set |= 1 << p
	}
	return set
}

// A location says where a component lies.
type location struct {
	role   string
	begins places   // where it begins
	within []string // the components that it lies in
	shows  places   // those that only a reference which has it comes to
	ends   places   // those in which only such a reference ends
}

var locations = []location{
	{"scheme", placesOf(atStart), nil, placesOf(afterScheme), 0},
	{"authority", placesOf(atAuthority), nil, placesOf(atAuthority), 0},
	{"userinfo", placesOf(atAuthority), []string{"authority"}, placesOf(atHost), 0},
	{"host", placesOf(atAuthority, atHost), []string{"authority"}, placesOf(atAuthority), 0},
	{"IP-literal", placesOf(atAuthority, atHost), []string{"authority", "host"}, placesOf(inBrackets, afterAt), 0},
	{"IPv6address", placesOf(inBrackets, afterAt), []string{"authority", "host", "IP-literal"}, 0, 0},
	{"IPvFuture", placesOf(inBrackets, afterAt), []string{"authority", "host", "IP-literal"}, 0, 0},
	{"IPv4address", placesOf(atAuthority, atHost), []string{"authority", "host"}, 0, 0},
	{"reg-name", placesOf(atAuthority, atHost), []string{"authority", "host"}, 0, 0},
	{"port", placesOf(afterColon, inPort), []string{"authority"}, placesOf(inPort), placesOf(afterColon)},
	{"path-abempty", placesOf(atAuthority, inAuthority, afterColon, atHost, inHost, inPort), nil, placesOf(inAbempty), 0},
	{"path-absolute", placesOf(atStart, afterScheme), nil, placesOf(inAbsolute), placesOf(afterSlash)},
	{"path-rootless", placesOf(afterScheme), nil, placesOf(inRootless), 0},
	{"path-noscheme", placesOf(atStart), nil, placesOf(inNoscheme), placesOf(inFirst)},
	{"path-empty", placesOf(atStart, afterScheme), nil, placesOf(atQueryOfEmpty, atFragmentOfEmpty), placesOf(atStart, afterScheme)},
	{"query", placesOf(atQuery, atQueryOfEmpty), nil, placesOf(atQuery, atQueryOfEmpty), 0},
	{"fragment", placesOf(atFragment, atFragmentOfEmpty), nil, placesOf(atFragment, atFragmentOfEmpty), 0},
}

// PlaceComponents compares the components of a grammar with its references: the rule of a component has to lie where
// its role says. It returns faults for what the header says wrongly of a component, and the components that the header
// names and no reference has: for them the grammar gets a copy without their rules. A grammar without a rule for
// references, or with one that is not regular, has neither.
func PlaceComponents(g *abnf.Grammar) (faults abnf.ErrorList, gone []abnf.Component) {
	if g.Components == nil || g.Rule(g.Reference) == nil || g.Terminals == abnf.Octets {
		return nil, nil
	}
	fault := func(c abnf.Component, format string, args ...any) {
		faults = append(faults, &abnf.Error{Pos: c.Pos, Code: abnf.Header, Msg: fmt.Sprintf(format, args...)})
	}
	roles := make(map[*abnf.Rule][]string)
	for _, c := range g.Components {
		r := g.Rule(c.Rule)
		if r == nil {
			continue
		}
		roles[r] = append(roles[r], c.Name)
	}
	nfa, err := CompileNFA(g, g.Reference)
	if err != nil {
		return nil, nil
	}
	w := walkTexts(nfa)
	found := w.found(roles)
	components := slices.Clone(g.Components)
	for i, c := range components {
		k := slices.IndexFunc(locations, func(l location) bool { return l.role == c.Name })
		if k < 0 || found[c.Name] {
			continue
		}
		l := locations[k]
		text, has := w.sentence(l.shows, l.ends)
		r := g.Rule(c.Rule)
		switch {
		case r == nil && has && slices.Contains(abnf.ComponentNames[:abnf.NeededComponents], c.Name):
			fault(c, "the header says that no reference has the component %s, but %q has one: write ; component: "+
				"%[1]s RULE", c.Name, text)
		case r == nil:
		case has && !isEmpty(g, r):
			fault(c, "the header names %s as the rule for the component %s, but no reference has it there, and %q "+
				"has one: write ; component: %[2]s RULE with the rule that stands there", c.Rule, c.Name, text)
		case has:
		default:
			gone = append(gone, c)
			components[i].Rule = ""
		}
	}
	// The header need not name a component that no reference has.
	for _, name := range abnf.ComponentNames[:abnf.NeededComponents] {
		named := func(c abnf.Component) bool { return c.Name == name }
		k := slices.IndexFunc(locations, func(l location) bool { return l.role == name })
		if _, has := w.sentence(locations[k].shows, locations[k].ends); has || locations[k].shows == 0 ||
			slices.ContainsFunc(components, named) {
			continue
		}
		gone = append(gone, abnf.Component{Name: name})
		components = append(components, abnf.Component{Name: name})
	}
	if gone != nil {
		g.Components = components
	}
	return faults, gone
}

// isEmpty reports whether a rule matches only the empty string. Such a rule has no character by which it could be found.
func isEmpty(g *abnf.Grammar, r *abnf.Rule) bool {
	_, longest := g.Lengths(r.Expr)
	return longest == 0
}

// A node is a state of the NFA of the references and the place of a text that leads to it.
type node struct {
	state int32
	place place
}

// A walker has the nodes that the texts of references lead to.
type walker struct {
	nfa  *NFA
	list []step // in the order of their lengths
	seen []places
}

// A step is a node with a text that leads to it: the text of the node before, and a character.
type step struct {
	node
	before int
	char   rune
}

func walkTexts(n *NFA) *walker {
	w := &walker{nfa: n, seen: make([]places, n.States())}
	var todo []int32
	add := func(state int, p place, before int, char rune) {
		for todo = append(todo[:0], int32(state)); len(todo) > 0; {
			q := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if w.seen[q]&(1<<p) != 0 {
				continue
			}
			w.seen[q] |= 1 << p
			if len(n.EdgesOf(int(q))) > 0 || n.Ends(q) {
				w.list = append(w.list, step{node{q, p}, before, char})
			}
			for _, l := range n.LinksOf(int(q)) {
				todo = append(todo, l.To)
			}
		}
	}
	add(n.First(), atStart, -1, 0)
	for i := 0; i < len(w.list); i++ {
		from := w.list[i]
		for _, e := range n.EdgesOf(int(from.state)) {
			plain := e.Lo
			for _, c := range delimiters {
				if e.Lo <= c && c <= e.Hi {
					add(e.To, from.place.next(byte(c)), i, c)
				}
			}
			for plain <= e.Hi && plain < 0x80 && strings.ContainsRune(delimiters, plain) {
				plain++
			}
			if plain <= e.Hi {
				add(e.To, from.place.next(0), i, plain)
			}
		}
	}
	return w
}

// found returns the roles whose rules begin where they should, and lie only in the components that they should lie in.
func (w *walker) found(roles map[*abnf.Rule][]string) map[string]bool {
	found := make(map[string]bool)
	seen := make(map[*Occurrence]bool)
	for q := range w.seen {
		for _, e := range w.nfa.EdgesOf(q) {
			for f := e.Occurrence; f != nil && !seen[f]; f = f.Parent {
				seen[f] = true
				for _, role := range roles[f.Rule] {
					for _, l := range locations {
						if l.role == role && w.seen[f.Start]&l.begins != 0 && lies(f, l.within, roles) {
							found[role] = true
						}
					}
				}
			}
		}
	}
	return found
}

// lies reports whether an occurrence of a component lies in the components that it should lie in, and in no other.
func lies(f *Occurrence, within []string, roles map[*abnf.Rule][]string) bool {
	need := slices.Clone(within)
	for ; f != nil; f = f.Parent {
		for _, role := range roles[f.Rule] {
			need = slices.DeleteFunc(need, func(other string) bool { return other == role })
		}
		if p := f.Parent; p != nil && roles[p.Rule] != nil &&
			!slices.ContainsFunc(roles[p.Rule], func(role string) bool { return slices.Contains(within, role) }) {
			return false
		}
	}
	all := slices.Concat(slices.Collect(maps.Values(roles))...)
	return !slices.ContainsFunc(need, func(role string) bool { return slices.Contains(all, role) })
}

// sentence returns the shortest beginning of a reference that comes to one of the places, or a reference that ends in
// one of the others.
func (w *walker) sentence(shows, ends places) (text string, found bool) {
	for i, s := range w.list {
		if shows&(1<<s.place) == 0 && (ends&(1<<s.place) == 0 || !w.nfa.Ends(s.state)) {
			continue
		}
		var chars []rune
		for ; i >= 0; i = w.list[i].before {
			if w.list[i].before >= 0 {
				chars = append(chars, w.list[i].char)
			}
		}
		slices.Reverse(chars)
		return string(chars), true
	}
	return "", false
}
