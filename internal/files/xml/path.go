package xml

import (
	"fmt"
	"slices"
	"strings"
)

// The paths of --field into XML, which are a part of XPath 1.0:
//
//	path      = [ "/" / "//" ] step *( ( "/" / "//" ) step ) [ ( "/" / "//" ) attribute ]
//	          / [ "//" ] attribute
//	step      = ( "*" / name ) *( "[" predicate "]" )
//	predicate = attribute [ "=" ( DQUOTE text DQUOTE / "'" text "'" ) ]
//	attribute = "@" ( "*" / name )
//
// A path that does not start with "/" starts at any element, as with "//". A name without a prefix
// stands for the local name, in any namespace; one with a prefix for the name as it is written.

// maxXMLSteps is how many steps a path may have, because each step is a bit of a state.
const maxXMLSteps = 62

// An xmlPath is a path of --field or of a vocabulary.
type xmlPath struct {
	text       string
	steps      []xmlStep
	attr       string // the name of the attribute; empty for the text of the element
	within     bool   // "//" stands before the attribute: it is one of the element or of what is in it
	split      string // what separates the members of a value; empty for none
	reference  bool   // the text of the element may be a relative reference
	declares   bool   // the attribute names a namespace
	identifies bool   // it is an identifier, which is compared character by character
	name       bool   // what it selects is a name with a prefix
	css        bool   // what it selects is a style sheet
	page       bool   // what it selects is HTML, written as text
	doubt      doubt  // what it selects may be no IRI
	hit        bool   // it has selected something
	slot       int    // where the selector has its state; -1 for a path that needs none
}

// An xmlStep is a step of a path.
type xmlStep struct {
	name       string
	deep       bool // at any depth below the step before
	predicates []xmlPredicate
}

// An xmlPredicate says which attribute an element must have, or must not have.
type xmlPredicate struct {
	attr, value string
	any         bool // whatever its value is
	not         bool // the element must not have it
}

// parseXMLPath parses a path.
func parseXMLPath(text string) (p xmlPath, err error) {
	p.text = text
	rest, deep := text, true
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		rest = after
	} else if after, ok := strings.CutPrefix(rest, "/"); ok {
		rest, deep = after, false
	}
	for {
		if after, ok := strings.CutPrefix(rest, "@"); ok {
			if p.attr = after; !isPathName(after) {
				return p, fmt.Errorf("%q is not the name of an attribute", "@"+after)
			}
			p.within = deep && len(p.steps) > 0
			return p, nil
		}
		n := strings.IndexAny(rest, "/[")
		if n < 0 {
			n = len(rest)
		}
		step := xmlStep{name: rest[:n], deep: deep}
		if !isPathName(step.name) {
			return p, fmt.Errorf("%q is not the name of an element: a path is such as a/b, a[@b=\"c\"], a/@b or //@b", step.name)
		}
		for rest = rest[n:]; strings.HasPrefix(rest, "["); {
			var predicate xmlPredicate
			if predicate, rest, err = parsePredicate(rest); err != nil {
				return p, err
			}
			step.predicates = append(step.predicates, predicate)
		}
		if p.steps = append(p.steps, step); len(p.steps) > maxXMLSteps {
			return p, fmt.Errorf("it has more than %d steps", maxXMLSteps)
		}
		switch after, ok := strings.CutPrefix(rest, "/"); {
		case rest == "":
			return p, nil
		case !ok:
			return p, fmt.Errorf("%q cannot stand after a step", rest)
		default:
			rest, deep = strings.CutPrefix(after, "/")
		}
	}
}

// parsePredicate parses a predicate, and returns what follows it.
func parsePredicate(text string) (p xmlPredicate, rest string, err error) {
	wrong := fmt.Errorf("%q is not a predicate: write [@name] or [@name=\"value\"]", text)
	if inner, ok := strings.CutPrefix(text, "[not("); ok {
		before, after, ok := strings.Cut(inner, ")]")
		if !ok {
			return p, "", wrong
		}
		p, rest, err = parsePredicate("[" + before + "]")
		if p.not = true; err == nil && rest != "" {
			err = wrong
		}
		return p, after, err
	}
	inner, ok := strings.CutPrefix(text, "[@")
	n := strings.IndexAny(inner, "=]")
	if !ok || n < 0 || !isPathName(strings.TrimSpace(inner[:n])) {
		return p, "", wrong
	}
	p.attr = strings.TrimSpace(inner[:n])
	if inner[n] == ']' {
		p.any = true
		return p, inner[n+1:], nil
	}
	inner = strings.TrimLeft(inner[n+1:], " ")
	if inner == "" || inner[0] != '"' && inner[0] != '\'' {
		return p, "", wrong
	}
	value, after, ok := strings.Cut(inner[1:], inner[:1])
	after, closed := strings.CutPrefix(strings.TrimLeft(after, " "), "]")
	if !ok || !closed {
		return p, "", wrong
	}
	p.value = value
	return p, after, nil
}

// isPathName reports whether a text is a name of a path.
func isPathName(s string) bool {
	if s == "*" {
		return true
	}
	prefix, local, ok := strings.Cut(s, ":")
	return isXMLName([]byte(prefix)) && (!ok || isXMLName([]byte(local)))
}

// pathNames reports whether a name of a path stands for a name with that local part: it has no prefix, or is
// all of the name.
func pathNames(want, name, local string) bool { return want == "*" || local == want || name == want }

// An xmlSelector finds what paths select, from the start of a document to its end.
type xmlSelector struct {
	paths []xmlPath
	// of each path: which of its steps end at the present element, as bits; bit i stands for the first i steps
	now []uint64

	// Of the open elements, and of each path with a slot: the same, and which steps end at the element or
	// above it.
	ends, above []uint64
	slots       int
	marc        bool // one of the paths is marc024
	names       bool // one of the paths selects names with a prefix

	// The paths that are an element or an attribute alone select by the name, and are found once for each name. The
	// others, by their indexes, are followed.
	followed []int
	name     *xmlName // of the present element
}

// start prepares the selector, which has its paths.
func (s *xmlSelector) start() {
	s.now = make([]uint64, len(s.paths))
	for i := range s.paths {
		p := &s.paths[i]
		if p.slot = -1; len(p.steps) > 1 || len(p.steps) == 1 && !p.steps[0].deep || p.within {
			p.slot = s.slots
			s.slots++
			s.ends, s.above = append(s.ends, 1), append(s.above, 1) // no step ends at the document
		}
		if !p.byName() {
			s.followed = append(s.followed, i)
		}
	}
}

// clone returns a copy of the selector.
func (s *xmlSelector) clone() xmlSelector {
	c := *s
	c.paths, c.now = slices.Clone(s.paths), slices.Clone(s.now)
	c.ends, c.above = slices.Clone(s.ends), slices.Clone(s.above)
	return c
}

// byName reports whether the path selects every element, or every attribute, of a name.
func (p *xmlPath) byName() bool {
	if p.attr != "" {
		return len(p.steps) == 0
	}
	return p.slot < 0 && len(p.steps[0].predicates) == 0
}

// named returns what a name of a path selects by the name alone: the index of the first such path, or how many paths
// there are; plus 1.
func (s *xmlSelector) named(name *xmlName, of func(p *xmlPath) string) int {
	i := slices.IndexFunc(s.paths, func(p xmlPath) bool {
		want := of(&p)
		return want != "" && p.byName() && pathNames(want, name.text, name.local())
	})
	if i < 0 {
		i = len(s.paths)
	}
	return i + 1
}

// enter finds which steps of the paths end at an element.
func (s *xmlSelector) enter(p *xmlPiece, value func(p *xmlPiece, a *xmlAttr) string) {
	if s.name = p.is; s.name.element == 0 {
		s.name.element = s.named(s.name, func(p *xmlPath) string {
			if p.attr != "" {
				return ""
			}
			return p.steps[0].name
		})
	}
	parent := len(s.ends) - s.slots
	for _, k := range s.followed {
		path := &s.paths[k]
		ends, above := uint64(1), uint64(1)
		if path.slot >= 0 {
			ends, above = s.ends[parent+path.slot], s.above[parent+path.slot]
		}
		bits := uint64(0)
		for i := range path.steps {
			step, from := &path.steps[i], ends
			if step.deep {
				from = above
			}
			if from&(1<<i) != 0 && pathNames(step.name, s.name.text, s.name.local()) && step.holds(p, value) {
				bits |= 1 << (i + 1)
			}
		}
		if s.now[k] = bits; path.within {
			s.now[k] |= above &^ 1
		}
		if path.slot >= 0 && p.kind == xmlStart {
			s.ends, s.above = append(s.ends, bits), append(s.above, above|bits)
		}
	}
}

// leave leaves an element.
func (s *xmlSelector) leave() {
	if n := len(s.ends) - s.slots; n >= s.slots && s.slots > 0 {
		s.ends, s.above = s.ends[:n], s.above[:n]
	}
}

// holds reports whether an element fulfils the predicates of a step.
func (step *xmlStep) holds(p *xmlPiece, value func(p *xmlPiece, a *xmlAttr) string) bool {
	for i := range step.predicates {
		want := &step.predicates[i]
		if want.not == slices.ContainsFunc(p.attrs, func(a xmlAttr) bool {
			return pathNames(want.attr, a.is.text, a.is.local()) && (want.any || value(p, &a) == want.value)
		}) {
			return false
		}
	}
	return true
}

// element returns the path that selects the present element, nil for none.
func (s *xmlSelector) element() *xmlPath {
	best := s.name.element - 1
	for _, k := range s.followed {
		if p := &s.paths[k]; k < best && p.attr == "" && s.now[k]&(1<<len(p.steps)) != 0 {
			return p
		}
	}
	return s.path(best)
}

// attribute returns the path that selects an attribute of the present element, nil for none.
func (s *xmlSelector) attribute(name *xmlName) *xmlPath {
	if name.attribute == 0 {
		name.attribute = s.named(name, func(p *xmlPath) string { return p.attr })
	}
	best := name.attribute - 1
	for _, k := range s.followed {
		if p := &s.paths[k]; k < best && p.attr != "" && pathNames(p.attr, name.text, name.local()) &&
			s.now[k]&(1<<len(p.steps)) != 0 {
			return p
		}
	}
	return s.path(best)
}

// path returns the path with an index; nil if there is none.
func (s *xmlSelector) path(k int) *xmlPath {
	if k == len(s.paths) {
		return nil
	}
	return &s.paths[k]
}
