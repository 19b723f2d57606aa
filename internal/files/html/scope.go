package html

import (
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// The scope of a prefix of RDFa is the element that declares it (RDFa Core 1.1 §7.5). Elements end as in browsers,
// also those without an end tag, except that overlapping formatting is not repaired (HTML §13.2.6.4.7).

// An elementName is the first eight bytes of the name of an element. All elements of HTML differ in them.
type elementName uint64

func nameOf[S string | []byte](name S) (n elementName) {
	for i := range min(len(name), 8) {
		n |= elementName(name[i]) << (8 * i)
	}
	return n
}

// An openElement is an element whose end has not been read.
type openElement struct {
	name     elementName
	bit      uint32 // its bit in ends and within of other elements; 0 if it has none
	prefixes int    // how many prefixes were declared before it
}

// An elementKind says which open elements the start of an element ends: those in ends, up to one in within.
type elementKind struct {
	bit, ends, within uint32
	void              bool // it has no content
}

// A kindTable has the kinds of elements by a hash of their names, because every tag is looked up.
type kindTable [256]struct {
	name elementName
	elementKind
}

// at returns the index of an element, or the free index for a new one.
func (t *kindTable) at(n elementName) uint8 {
	i := uint8(n * 0x9E3779B97F4A7C15 >> 56)
	for t[i].name != n && t[i].name != 0 {
		i++
	}
	return i
}

// elementKinds are the elements whose start ends others, the elements that it ends, and void elements (HTML
// §13.1.2.4, §13.1.2).
var elementKinds = sync.OnceValue(func() *kindTable {
	kinds := map[elementName]elementKind{}
	bits := uint32(0)
	set := func(names string) (set uint32) {
		for name := range strings.FieldsSeq(names) {
			k := kinds[nameOf(name)]
			if k.bit == 0 {
				bits++
				k.bit = 1 << (bits - 1)
				kinds[nameOf(name)] = k
			}
			set |= k.bit
		}
		return set
	}
	for _, row := range []struct{ starts, ends, within string }{
		{"body", "head", ""},
		{"li", "li p", "ul ol menu"},
		{"dd dt", "dd dt p", "dl"},
		{"rp rt", "rp rt", "ruby"},
		{"option", "option", "select datalist optgroup"},
		{"optgroup", "option optgroup", "select"},
		{"td th", "td th", "tr table"},
		{"tr", "td th tr", "table"},
		{"tbody tfoot thead", "td th tr tbody tfoot thead", "table"},
		{"address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form " +
			"h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul", "p",
			"button caption object table td template th"},
	} {
		ends, within := set(row.ends), set(row.within)
		for name := range strings.FieldsSeq(row.starts) {
			k := kinds[nameOf(name)]
			k.ends, k.within = ends, within
			kinds[nameOf(name)] = k
		}
	}
	for name := range strings.FieldsSeq("area base br col embed frame hr img input link meta param source track wbr") {
		k := kinds[nameOf(name)]
		k.void = true
		kinds[nameOf(name)] = k
	}
	table := new(kindTable)
	for name, k := range kinds {
		i := table.at(name)
		table[i].name, table[i].elementKind = name, k
	}
	return table
})

// deepest is how many open elements are tracked by name. Browsers nest no deeper.
const deepest = 512

// scopes are the open elements and their prefixes.
type scopes struct {
	open     []openElement
	deeper   int // the depth of further elements in the last one of open
	prefixes input.Prefixes
	void     bool // the present element is void
}

// start begins an element.
func (s *scopes) start(name []byte, selfClosed bool) {
	n := nameOf(name)
	kinds := elementKinds()
	k := &kinds[kinds.at(n)]
	if k.ends != 0 && s.deeper == 0 {
		first := len(s.open)
		for i := len(s.open) - 1; i >= 0 && s.open[i].bit&k.within == 0; i-- {
			if s.open[i].bit&k.ends != 0 {
				first = i
			}
		}
		s.close(first)
	}
	if s.void = k.void || selfClosed; len(s.open) < deepest {
		s.open = append(s.open, openElement{n, k.bit, s.prefixes.Count()})
	} else {
		s.deeper++
	}
}

// end ends the last open element of that name, and those in it.
func (s *scopes) end(name []byte) {
	if s.deeper > 0 {
		s.closeLast()
		return
	}
	n := nameOf(name)
	for i := len(s.open) - 1; i >= 0; i-- {
		if s.open[i].name == n {
			s.close(i)
			return
		}
	}
}

func (s *scopes) closeLast() {
	if s.deeper > 0 {
		s.deeper--
	} else {
		s.close(len(s.open) - 1)
	}
}

// close ends the elements open[depth:].
func (s *scopes) close(depth int) {
	if depth < len(s.open) {
		s.prefixes.Back(s.open[depth].prefixes)
		s.open = s.open[:depth]
	}
}

// declare adds the prefixes that the start tag declares, which also apply to its own attributes: those of xmlns
// first, then those of prefix.
func (p *Reader) declare() {
	for _, a := range p.tag.attrs {
		if a.attr == xmlns {
			p.prefix(xmlnsName(p.tag.raw, a.start)+":", chars.TrimSpace(p.tag.raw[a.start:a.end]))
		}
	}
	for _, a := range p.tag.attrs {
		if a.attr.kind == attrPrefixes {
			words := strings.Fields(markup.AttributeText(p.tag.raw[a.start:a.end]))
			for i := 0; i+1 < len(words); i++ {
				if strings.HasSuffix(words[i], ":") { // the method word reports the others
					p.prefix(words[i], []byte(words[i+1]))
					i++
				}
			}
		}
	}
}

// prefix declares a prefix in the present element.
func (p *Reader) prefix(name string, raw []byte) {
	iri := strings.Clone(markup.AttributeText(raw))
	if len(iri) > base.Max || p.scopes.prefixes.Count() >= 1<<10 || len(name) > base.Max || name == "_:" {
		return
	}
	name = strings.Clone(chars.Lower(name))
	p.scopes.prefixes.Declare(name, &input.Prefix{Name: name, IRI: iri, Written: iri, Line: p.scanner.place().Line})
}

// xmlnsName returns the name after "xmlns:" of the attribute whose value starts at raw[start].
func xmlnsName(raw []byte, start int) string {
	end := start
	for end > 0 && strings.IndexByte("\"'="+chars.Space, raw[end-1]) >= 0 {
		end--
	}
	name := raw[:end]
	name = name[strings.LastIndexByte(chars.UnsafeString(name), ':')+1:]
	return string(name)
}
