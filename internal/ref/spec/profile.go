package spec

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
)

// A Profile says which rules of a spec stand for the components of a reference and
// which ones name whole references. By it a string that does not conform is taken
// apart, and for a spec that was read it says what the components are.
type Profile struct {
	Of         [component.NumKinds]Rule // the rule of each component
	PctEncoded Rule                     // pct-encoded
	Private    Rule                     // iprivate; zero in RFC 3986
	Relative   Rule                     // irelative-ref
	Absolute   Rule                     // absolute-IRI
	Top        Rule                     // IRI
	Reference  Rule                     // IRI-reference
}

// newProfile finds the rules by name: that of RFC 3986, or the same with an "i"
// in front. The default rule of the spec may be any: the rule for references says which
// rule has a scheme, as URI-reference does for URI. It returns nil if the spec lacks one of them, as a grammar of something
// other than references does.
func newProfile(s *Spec) *Profile {
	p := &Profile{Top: s.Top(), Reference: s.Reference()}
	if name, ok := strings.CutSuffix(p.Reference.Name(), "-reference"); ok {
		if r, ok := s.Rule(name); ok {
			p.Top = r
		}
	}
	ok := p.Top != Rule{} && p.Reference != Rule{}
	find := func(name string) Rule {
		r, found := s.Rule("i" + name)
		if !found {
			r, found = s.Rule(name)
		}
		ok = ok && found
		return r
	}
	for c, name := range component.Names {
		p.Of[c] = find(name)
	}
	p.PctEncoded, p.Relative, p.Absolute = find("pct-encoded"), find("relative-ref"), find("absolute-"+p.Top.Name())
	if !ok {
		return nil
	}
	p.Private = find("private")
	return p
}

// IsWhole reports whether the rule names a whole reference.
func (p *Profile) IsWhole(r Rule) bool {
	return p != nil && (r == p.Top || r == p.Reference || r == p.Relative || r == p.Absolute)
}

// Component returns the component whose production has that name. leaf is
// false for the authority, the host and an IP-literal, which have components within them,
// and for a name that is not the production of a component.
func (p *Profile) Component(name string) (kind component.Kind, leaf bool) {
	for i, r := range p.Of {
		if r.Name() == name {
			k := component.Kind(i)
			return k, k != component.Authority && k != component.Host && k != component.IPLiteral
		}
	}
	return 0, false
}
