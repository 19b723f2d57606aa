package spec

import (
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
)

// A Frame is the parse tree of a reference down to its components, shared by all references with the same components.
// A string that does not conform uses it to find the productions above each of its parts.
type Frame struct {
	// Of has the path down to each component that these references have. For a component that no reference of the spec
	// has, it is the path to the production around it, and for all others nil.
	Of [component.NumKinds]*Path

	tree     *parsetree.Tree // the parse tree of a sample text that has each component
	segments []segment       // the components and delimiters of the sample text
}

// A segment is a component of the sample text of a frame, or a delimiter between components.
type segment struct {
	kind component.Kind // NumKinds for a delimiter
	text string
}

// A shape records which components a reference has.
type shape struct {
	scheme, userinfo, port, query, fragment bool
	path                                    component.Kind
	host                                    component.Kind // RegName, IPv6, IPvFuture; NumKinds without an authority
}

// Frame returns the frame of a string by a rule that names a whole reference. parts are its components, from is the
// offset after the scheme and its ":", and scheme says whether it should have a scheme. The result is nil if the
// grammar has no reference with such components.
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
	f := r.newFrame(p, p.within(sh), match)
	if f != nil {
		f.around(p, r)
	}
	known, _ := r.d.frames.LoadOrStore(sh, f)
	return known.(*Frame)
}

// within returns the shape without the components that no reference of the spec has, and with another kind of path if
// the spec does not have that one.
func (p *Profile) within(sh shape) shape {
	has := func(kind component.Kind) bool { return !p.Of[kind].IsZero() }
	if !has(component.Host) {
		sh.host = component.NumKinds
	} else if sh.host == component.RegName && !has(component.RegName) {
		sh.host = component.IPv6
	} else if sh.host != component.NumKinds && sh.host != component.RegName && p.Literal() == component.Host {
		sh.host = component.RegName
	}
	authority := sh.host != component.NumKinds
	sh.userinfo = sh.userinfo && authority && has(component.Userinfo)
	sh.port = sh.port && authority && has(component.Port)
	sh.query, sh.fragment = sh.query && has(component.Query), sh.fragment && has(component.Fragment)
	kinds := []component.Kind{sh.path, component.PathAbempty, component.PathEmpty}
	if !authority {
		kinds = []component.Kind{sh.path, component.PathAbsolute, component.PathRootless, component.PathEmpty}
		if !sh.scheme {
			kinds[2] = component.PathNoscheme
		}
		if sh.path == component.PathAbempty {
			kinds = kinds[1:]
		}
	}
	for _, kind := range kinds {
		if has(kind) {
			sh.path = kind
			break
		}
	}
	return sh
}

// around sets the paths of components that no reference of the spec has to the production around them: the authority,
// or the production of the path and its prefix; for a query and a fragment the component before them.
func (f *Frame) around(p *Profile, r Rule) {
	var path *Path
	for other := range component.NumKinds {
		if component.Paths.Has(other) && f.Of[other] != nil {
			path = f.Of[other]
		}
	}
	switch {
	case path == nil && f.Of[component.Authority] != nil: // nothing follows the authority
		path = f.Of[component.Authority]
	case path == nil:
		path = r.Root()
	}
	above := path
	if n := len(path.Names) - 1; n > 1 {
		above = r.Root()
		for _, name := range path.Names[1:n] {
			above = above.Down(name)
		}
	}
	first := func(kinds ...component.Kind) *Path {
		for _, kind := range kinds {
			if f.Of[kind] != nil {
				return f.Of[kind]
			}
		}
		return above
	}
	for kind, rule := range p.Of {
		if !rule.IsZero() {
			continue
		}
		switch kind := component.Kind(kind); {
		case component.Paths.Has(kind):
			f.Of[kind] = above
		case kind == component.Query:
			f.Of[kind] = path
		case kind == component.Fragment:
			f.Of[kind] = path
			if f.Of[component.Query] != nil {
				f.Of[kind] = f.Of[component.Query]
			}
		case kind == component.Authority || kind == component.Userinfo || kind == component.Port:
			f.Of[kind] = first(component.Authority, component.Host)
		default:
			f.Of[kind] = first(component.Host, component.Authority)
		}
	}
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
		if host != "" && sh.host != component.RegName {
			host = "[" + host + "]"
		} else if sh.host != component.RegName { // no rule stands for such an address
			host = p.Of[p.Literal()].sample()
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

// sample returns a shortest sentence of the rule that is not empty; "" if there is none, or the rule has no
// automaton.
func (r Rule) sample() string {
	if r.IsZero() || r.HasNoAutomaton() {
		return ""
	}
	d := r.DFA()
	best, found := "", false
	for state, access := range r.d.access() {
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

// Tree returns the parse tree of a string with this frame that does not conform. Above the components it is the tree
// of the frame. A component that conforms has the nodes of its own production; one that does not is a hole, with the
// nodes of the text before its fault. from is the offset after the scheme and its ":".
func (f *Frame) Tree(s string, parts component.Parts, from int, match Matcher) *parsetree.Tree {
	l := &broken{Language: f.tree.Language().(Language), match: match}
	l.profile = l.Spec().Profile()
	var starts, ends []int // of the segments in s
	at := 0
	if f.Of[component.Scheme] == nil { // a scheme that should not be there
		at = from
	}
	for _, seg := range f.segments {
		start, end := at, at
		switch p := &parts; {
		case seg.kind == component.NumKinds:
			if strings.HasPrefix(s[at:], seg.text) { // else the delimiter is missing
				end += len(seg.text)
			}
		case seg.kind == component.Scheme:
			end = max(from-1, 0)
		case seg.kind == component.Userinfo:
			start, end = from+len("//"), int(p.Host)-1
		case seg.kind == component.Host:
			start, end = int(p.Host), int(p.HostEnd)
		case seg.kind == component.Port:
			start, end = int(p.HostEnd)+1, int(p.Path)
		case seg.kind == component.Query:
			start, end = int(p.PathEnd)+1, int(p.Query)
		case seg.kind == component.Fragment:
			start, end = int(p.Query)+1, len(s)
		default:
			start, end = int(p.Path), int(p.PathEnd)
		}
		starts, ends, at = append(starts, start), append(ends, end), end
	}
	// place maps an offset in the sample text to an offset in s: the end of the segment that ends there if end is true,
	// otherwise the start of the one that begins there.
	place := func(at int, end bool) uint32 {
		offset, last := 0, 0
		if len(starts) > 0 {
			last = starts[0]
		}
		if end && at == 0 {
			return uint32(last)
		}
		for i, seg := range f.segments {
			next := offset + len(seg.text)
			switch {
			case !end && offset == at:
				return uint32(starts[i])
			case end && next == at:
				return uint32(ends[i])
			}
			offset, last = next, ends[i]
		}
		return uint32(last)
	}
	var tokens []parsetree.Token
	var add func(n parsetree.Node)
	add = func(n parsetree.Node) {
		first := uint32(len(tokens))
		if kind, ok := l.profile.Component(n.Name()); !ok || kind == component.Authority {
			for c := range n.Children() {
				add(c)
			}
		}
		begin := place(n.Start(), false)
		tokens = append(tokens, parsetree.Token{Rule: n.Number(), First: first, Begin: begin,
			End: max(begin, place(n.End(), true))})
	}
	root := *f.tree.Root()
	add(root)
	last := &tokens[len(tokens)-1]
	last.Begin, last.End = 0, uint32(len(s))
	t := new(parsetree.Tree)
	t.Set(l, s, 0, tokens)
	return t
}

// broken is the language of the trees of strings that do not conform.
type broken struct {
	Language
	profile *Profile
	match   Matcher
}

// Items parses the text of a component by its own production.
func (l *broken) Items(rule uint16, text string, off int) *parsetree.Tree {
	if kind, ok := l.profile.Component(l.Name(rule)); ok && kind != component.Authority {
		return l.profile.Of[kind].readable(text, off, l.match)
	}
	return nil
}

// IsHole reports whether a node does not conform, in the tree of such a string: a component, or the production in it
// at which reading stopped.
func IsHole(n parsetree.Node) bool {
	if n.Tree() == nil {
		return false
	}
	switch l := n.Tree().Language().(type) {
	case *broken:
		kind, ok := l.profile.Component(n.Name())
		return ok && kind != component.Authority && !l.profile.Of[kind].Valid(n.Text())
	case *stopped:
		return !l.rule(n.Number()).Valid(n.Text())
	}
	return false
}
