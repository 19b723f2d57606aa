package input

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

// maxXMLSteps is how many steps a path may have: those that elements match are bits.
const maxXMLSteps = 62

// An xmlPath is a path of --field or of a vocabulary.
type xmlPath struct {
	text      string
	steps     []xmlStep
	attr      string // the name of the attribute; empty for the text of the element
	within    bool   // "//" stands before the attribute: it is one of the element or of what is in it
	split     string // what separates the members of a value; empty for none
	reference bool   // the text of the element may be a relative reference
	hit       bool   // it has selected something
	slot      int    // where the selector has its state; -1 for a path that needs none
}

// An xmlStep is a step of a path.
type xmlStep struct {
	name       string
	deep       bool // at any depth below the step before
	predicates []xmlPredicate
}

// An xmlPredicate is what attribute an element has to have.
type xmlPredicate struct {
	attr, value string
	any         bool // whatever its value is
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
	return isXMLName([]byte(prefix), false) && (!ok || isXMLName([]byte(local), false))
}

// pathNames reports whether a name of a path stands for a name with that local part: it has no prefix, or is
// all of the name.
func pathNames(want string, name, local []byte) bool {
	return want == "*" || len(want) == len(local) && string(local) == want || len(want) == len(name) && string(name) == want
}

// An xmlSelector finds what paths select, from the start of a document to its end.
type xmlSelector struct {
	paths []xmlPath
	now   []uint64 // of each path: which of its steps end at the present element, as bits; bit i stands for the first i steps

	// Of the open elements, and of each path with a slot: the same, and which steps end at the element or
	// above it.
	ends, above []uint64
	slots       int
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
	}
}

// enter finds which steps of the paths end at an element.
func (s *xmlSelector) enter(p *xmlPiece, value func(p *xmlPiece, a *xmlAttr) string) {
	parent, local := len(s.ends)-s.slots, localName(p.name)
	for k := range s.paths {
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
			if from&(1<<i) != 0 && pathNames(step.name, p.name, local) && step.holds(p, value) {
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

// holds reports whether an element has what the predicates of a step ask for.
func (step *xmlStep) holds(p *xmlPiece, value func(p *xmlPiece, a *xmlAttr) string) bool {
	for i := range step.predicates {
		want := &step.predicates[i]
		if !slices.ContainsFunc(p.attrs, func(a xmlAttr) bool {
			return pathNames(want.attr, a.name, localName(a.name)) && (want.any || value(p, &a) == want.value)
		}) {
			return false
		}
	}
	return true
}

// element returns the path that selects the present element, nil for none.
func (s *xmlSelector) element() *xmlPath {
	for k := range s.paths {
		if p := &s.paths[k]; p.attr == "" && s.now[k]&(1<<len(p.steps)) != 0 {
			return p
		}
	}
	return nil
}

// attribute returns the path that selects an attribute of the present element, nil for none.
func (s *xmlSelector) attribute(name []byte) *xmlPath {
	local := localName(name)
	for k := range s.paths {
		p := &s.paths[k]
		if p.attr != "" && pathNames(p.attr, name, local) && (len(p.steps) == 0 || s.now[k]&(1<<len(p.steps)) != 0) {
			return p
		}
	}
	return nil
}
