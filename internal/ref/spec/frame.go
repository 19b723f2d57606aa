package spec

import (
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
)

// A Frame is the parse tree of a reference down to its components, whatever they consist of: it stands for the references with the same
// components. A string that does not conform has a place in it for each of its parts, so that the productions
// above them are those of a tree.
type Frame struct {
	Of [component.NumKinds]*Path // nil for a component that the references do not have

	tree     *parsetree.Tree // of a text that has a sample of each component
	segments []segment       // of that text
}

// A segment is a component of the text of a frame, or what delimits components.
type segment struct {
	kind component.Kind // NumKinds for a delimiter
	text string
}

// A shape says which components a reference has.
type shape struct {
	scheme, userinfo, port, query, fragment bool
	path                                    component.Kind
	host                                    component.Kind // RegName, IPv6, IPvFuture; NumKinds without an authority
}

// Frame returns the frame of a string by a rule that names a whole reference: the parts say where the components are, from is where what
// follows the scheme begins, and scheme says whether there should be one. It is nil if the grammar has no reference with such components.
func (r Rule) Frame(s string, parts component.Parts, from int, scheme bool, match Matcher) *Frame {
	p := r.d.spec.Profile()
	sh := shape{scheme: scheme, path: parts.PathKind(s), host: component.NumKinds, query: parts.PathEnd < parts.Query}
	sh.fragment = int(parts.Query) < len(s) && r != p.Absolute
	if sh.path == component.PathRootless || sh.path == component.PathNoscheme {
		if sh.path = component.PathNoscheme; scheme {
			sh.path = component.PathRootless
		}
	}
	if parts.Host > 0 {
		sh.userinfo, sh.port = from+len("//") < int(parts.Host), parts.HostEnd < parts.Path
		switch host := s[parts.Host:parts.HostEnd]; {
		case !strings.HasPrefix(host, "["):
			sh.host = component.RegName
		case len(host) > 1 && host[1]|0x20 == 'v':
			sh.host = component.IPvFuture
		default:
			sh.host = component.IPv6
		}
	}
	if known, ok := r.d.frames.Load(sh); ok {
		return known.(*Frame)
	}
	f := r.newFrame(p, sh, match)
	known, _ := r.d.frames.LoadOrStore(sh, f)
	return known.(*Frame)
}

// newFrame parses a text with a sample of each component.
func (r Rule) newFrame(p *Profile, sh shape, match Matcher) *Frame {
	f := new(Frame)
	add := func(present bool, before string, kind component.Kind, after string) {
		if !present {
			return
		}
		if before != "" {
			f.segments = append(f.segments, segment{component.NumKinds, before})
		}
		f.segments = append(f.segments, segment{kind, p.Of[kind].sample()})
		if after != "" {
			f.segments = append(f.segments, segment{component.NumKinds, after})
		}
	}
	add(sh.scheme, "", component.Scheme, ":")
	if sh.host != component.NumKinds {
		f.segments = append(f.segments, segment{component.NumKinds, "//"})
		add(sh.userinfo, "", component.Userinfo, "@")
		host := p.Of[sh.host].sample()
		if sh.host != component.RegName {
			host = "[" + host + "]"
		}
		f.segments = append(f.segments, segment{component.Host, host})
		add(sh.port, ":", component.Port, "")
	}
	add(sh.path != component.PathEmpty, "", sh.path, "")
	add(sh.query, "?", component.Query, "")
	add(sh.fragment, "#", component.Fragment, "")
	var text strings.Builder
	for _, seg := range f.segments {
		text.WriteString(seg.text)
	}
	if match == nil {
		match = Interpret
	}
	tree, err := match(r, text.String())
	if err != nil {
		return nil
	}
	f.tree = tree
	f.find(p, *tree.Root(), r.Root())
	return f
}

// find sets the paths of the components at and below a node.
func (f *Frame) find(p *Profile, n parsetree.Node, path *Path) {
	kind, ok := p.Component(path.Rule.Name())
	if ok {
		f.Of[kind] = path
	}
	if ok && component.Leaves.Has(kind) {
		return
	}
	for c := range n.Children() {
		f.find(p, c, path.Down(c.Name()))
	}
}

// sample returns a sentence of the rule, a shortest one that is not empty; "" if all are, or if the rule has no automaton.
func (r Rule) sample() string {
	if r.IsZero() || r.General() {
		return ""
	}
	d := r.DFA()
	best, found := "", false
	for state, access := range r.d.expectations.access() {
		if state == engine.Dead || access == "" && state != engine.Start || found && len(access)+1 >= len(best) {
			continue
		}
		for c := range 256 {
			if d.Accept[d.Next[state*d.N+int(d.Class[c])]] {
				best, found = access+string([]byte{byte(c)}), true
				break
			}
		}
	}
	return best
}
