package spec

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A Profile says which rules of a spec stand for the components of a reference and
// which ones name whole references, as the header of the grammar does. By it a string that does not conform is taken
// apart.
type Profile struct {
	Of         [component.NumKinds]Rule // the rule of each component; zero for one that the spec does not have
	Segment    Rule                     // isegment; zero if there is none
	PctEncoded Rule                     // pct-encoded; zero if there is none
	Private    Rule                     // iprivate; zero in RFC 3986
	Relative   Rule                     // irelative-ref; zero if there is none
	Absolute   Rule                     // absolute-IRI; zero if there is none
	Top        Rule                     // IRI
	Reference  Rule                     // IRI-reference

	kinds map[string]component.Kind // by the name of the production
	inner []string                  // the productions that are only the characters of those above them
	deep  func() component.Kinds    // see [Profile.Deep]

	encodesHosts func() bool // see [Spec.EncodesHosts]

	namesFirst bool // see [abnf.Outline]
}

// newProfile returns nil for a spec that is not one of references: its header does not say which rules stand for them.
func newProfile(s *Spec) *Profile {
	p := &Profile{kinds: make(map[string]component.Kind), inner: s.load().outline.Characters,
		namesFirst: s.load().outline.NamesFirst}
	named := map[string]*Rule{
		abnf.RoleWhole: &p.Top, abnf.RoleReference: &p.Reference, abnf.RoleAbsolute: &p.Absolute,
		abnf.RoleRelative: &p.Relative,
		"segment":         &p.Segment, "pct-encoded": &p.PctEncoded, "private": &p.Private,
	}
	for _, role := range s.load().outline.Roles() {
		r, ok := s.Rule(role.Rule)
		if !ok {
			continue
		}
		if to := named[role.Name]; to != nil {
			*to = r
		} else if k := component.Kind(slices.Index(component.Names[:], role.Name)); int(k) < len(component.Names) {
			p.Of[k], p.kinds[r.Name()] = r, k
		}
	}
	if s.load().outline.MissingRoles() != nil || p.Top.IsZero() || p.Reference.IsZero() {
		return nil
	}
	p.deep = sync.OnceValue(p.findDeep)
	p.encodesHosts = sync.OnceValue(func() bool { return p.Of[component.RegName].Valid("%41") })
	return p
}

// Lacking returns the fields that are missing in a header which names the rules of some components; nil
// for one that says nothing of references.
func (s *Spec) Lacking() []string {
	if o := &s.load().outline; o.Components != nil {
		return o.MissingRoles()
	}
	return nil
}

// Literal returns the kind of a host in brackets: IPLiteral, or Host if the spec has no rule for that.
func (p *Profile) Literal() component.Kind {
	if p.Of[component.IPLiteral].IsZero() {
		return component.Host
	}
	return component.IPLiteral
}

// Path returns the rule for paths that allows most characters, of those that the spec has.
func (p *Profile) Path() Rule {
	for _, kind := range [...]component.Kind{component.PathRootless, component.PathAbempty, component.PathAbsolute,
		component.PathNoscheme} {
		if r := p.Of[kind]; !r.IsZero() {
			return r
		}
	}
	return p.Of[component.PathEmpty]
}

// IsWhole reports whether the rule names a whole reference.
func (p *Profile) IsWhole(r Rule) bool {
	return p != nil && !r.IsZero() && (r == p.Top || r == p.Reference || r == p.Relative || r == p.Absolute)
}

// profile returns the profile of the rule's spec, nil if there is none.
func (r Rule) profile() *Profile {
	if r.Spec() == nil {
		return nil
	}
	return r.Spec().Profile()
}

// Component returns the component that the rule stands for. If there is none, it returns [component.NumKinds] and
// false.
func (r Rule) Component() (kind component.Kind, ok bool) {
	if p := r.profile(); p != nil {
		if kind, ok = p.kinds[r.Name()]; ok {
			return kind, true
		}
	}
	return component.NumKinds, false
}

// IsSegment reports whether the rule stands for a segment of a path: the header names it, or a path uses it and it matches
// "..", as isegment-nz does. Where the header names no components, such a rule has "segment" in its name.
func (r Rule) IsSegment() bool {
	p := r.profile()
	if p == nil {
		return strings.Contains(r.Name(), "segment")
	}
	if _, ok := r.Component(); ok || r == p.Segment || !r.Valid("..") {
		return r == p.Segment
	}
	for kind, path := range p.Of {
		if component.Paths.Has(component.Kind(kind)) && !path.IsZero() &&
			slices.Contains(r.Spec().Grammar().Closure(path.Definition()), r.Definition()) {
			return true
		}
	}
	return false
}

// Component returns the component whose production has that name.
func (p *Profile) Component(name string) (kind component.Kind, ok bool) {
	kind, ok = p.kinds[name]
	return kind, ok
}

// Decoding returns the rules by which percent-encodings are decoded in references of the spec: its own, and those of
// RFC 3987 for LEIRIs, in which the same is decoded as in IRIs, and for a spec that has no components. The nil Spec is
// RFC 3987.
func (s *Spec) Decoding() *Profile {
	if s == nil || s.Profile() == nil || s.Family() == LEIRIs {
		return RFC3987.Profile()
	}
	return s.Profile()
}

// Appropriate reports whether text[from:] may stand in a field of a reference after what stands before it
// there (RFC 3987 §3.2 step 4). text[:from] has the last [chars.Context] bytes of that. The grammar allows its
// characters, and none of them is one that [chars.KeptEncoded] names. The field is an index of [component.FieldKinds].
func (p *Profile) Appropriate(text string, from, field int) bool {
	s, authority := text[from:], field <= component.HostField
	if !p.Of[component.FieldKinds[field]].Valid(s) {
		return false
	}
	if !chars.MightStayEncoded(s, authority) {
		return true
	}
	for i, r := range s {
		if r >= utf8.RuneSelf && chars.KeptEncoded(text[:from+i], r, authority) {
			return false
		}
	}
	return true
}

// Inner reports whether a production only names the characters of the one above it, so that its faults are reported
// for that one.
func (p *Profile) Inner(name string) bool {
	return slices.ContainsFunc(p.inner, func(other string) bool { return strings.EqualFold(other, name) })
}

// HostRule returns the production of the spec for a host: that of a name or of an address.
func (p *Profile) HostRule(h component.HostText) Rule {
	kind := [...]component.Kind{component.RegName, component.IPv4, component.IPv6, component.IPvFuture}[h.Kind()]
	switch {
	case kind == component.IPv4 && (p.namesFirst || p.Of[kind].IsZero()):
		kind = component.RegName
	case p.Of[kind].IsZero():
		kind = p.Literal()
	}
	return p.Of[kind]
}

// EncodesHosts reports whether a registered name may have percent-encodings: by 3987bis §2.2 it may not. A spec that is
// not one of references has no names.
func (s *Spec) EncodesHosts() bool {
	return s.Profile() == nil || s.Profile().encodesHosts()
}

// Reported reports whether a fault in the production is reported as one of it: it is more than the characters of the one
// above it.
func (p *Profile) Reported(r Rule) bool {
	return r != p.PctEncoded && !p.Inner(r.Name()) && !namesCharacters(r.d.spec.Grammar(), r.d.rule())
}

// Deep reports whether the production of a component uses others that are [Profile.Reported].
func (p *Profile) Deep(kind component.Kind) bool { return p.deep().Has(kind) }

func (p *Profile) findDeep() (deep component.Kinds) {
	for kind, r := range p.Of {
		if r.IsZero() {
			continue
		}
		seen := make(map[string]bool)
		var uses func(Rule) bool
		uses = func(r Rule) bool {
			for _, used := range r.d.spec.Grammar().Uses(r.d.rule()) {
				u := MustRule(r.d.spec, used.Name)
				if _, known := p.kinds[used.Name]; known || seen[used.Name] || u == p.PctEncoded {
					continue
				}
				if seen[used.Name] = true; p.Reported(u) || uses(u) {
					return true
				}
			}
			return false
		}
		if uses(r) {
			deep |= 1 << kind
		}
	}
	return deep
}
