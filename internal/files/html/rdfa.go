package html

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// RDFa (RDFa Core 1.1): IRIs and prefixed names in attributes. A prefix is declared by an element around the name, in
// prefix or xmlns, or by the initial context (§9). If it is not declared, the text before the colon is a scheme
// (§7.4). Terms are not checked, so the scope of a vocabulary does not matter.

// initialContext returns the prefixes of the RDFa Core Initial Context, shared by all pages.
var initialContext = sync.OnceValue(func() map[string]*input.Prefix {
	const xhv = "http://www.w3.org/1999/xhtml/vocab#"
	all := map[string]*input.Prefix{":": {Name: ":", IRI: xhv, Written: xhv}} // the default prefix, §6
	for name, iri := range scheme.InitialContext() {
		all[name+":"] = &input.Prefix{Name: name + ":", IRI: iri, Written: iri}
	}
	return all
})

// xmlns is the attribute xmlns:p, for every p.
var xmlns = &pageAttribute{name: "xmlns", kind: attrDeclares, number: 63}

// escName and escSafe are the escapes of a prefixed name, and of one in brackets, where no IRI is allowed.
var (
	escName = &input.Escaping{Unit: markup.UnitHTML, Name: appendName}
	escSafe = &input.Escaping{Unit: markup.UnitHTML, Name: appendName,
		Refusal: "it is a name with a prefix in brackets: write the IRI without them"}
)

// appendName writes a name; with "//" after the prefix it would be an IRI (RDFa Core 1.1 §6).
func appendName(b []byte, s string, whole bool) ([]byte, bool) {
	return markup.EscapeMarkup(b, &input.Item{}, s), whole || !strings.HasPrefix(s, "//")
}

// declared adds the namespace of a prefix or of terms, at raw[start:end] of the tag.
func (p *Reader) declared(start, end int, role string, reference bool) *input.Item {
	r := p.add(start, end, role)
	r.Reference, r.IsDeclaring = reference, true
	r.BeforeNames = true
	return r
}

// word adds the next word of an RDFa attribute with several.
func (p *Reader) word(raw []byte, l *urlList) {
	start, end := p.nextWord(raw, l)
	if start == end {
		return
	}
	if l.kind == attrNames {
		p.name(start, end, l.role, false)
		return
	}
	if l.second = !l.second; !l.second {
		p.declared(start, end, l.role, false)
		return
	}
	if text := markup.AttributeText(raw[start:end]); !strings.HasSuffix(text, ":") {
		p.fault(p.scanner.To(start), input.CodeHTML,
			fmt.Sprintf("%s is not a prefix, which ends with a colon and has an IRI after it: write prefix=\"ex: "+
				"http://example.org/\"", quote.Cut(text)))
		l.second = false
	}
}

// name adds the IRI, or the prefixed name, at raw[start:end] of the tag. If reference is set, it may be a relative
// reference; otherwise a word without a colon is a term.
func (p *Reader) name(start, end int, role string, reference bool) {
	raw := p.tag.raw
	start, last, end := trimmed(raw, start, end)
	inStart, inEnd, safe := start, end, false
	if last > start {
		open, n := markup.CharAt(raw[start:end], true)
		end, _ := markup.CharAt(raw[last:end], true)
		if safe = open == '[' && end == ']'; safe {
			inStart, inEnd = start+n, last
		}
	}
	text := markup.AttributeText(raw[inStart:inEnd])
	prefix, local, colon := strings.Cut(text, ":")
	switch {
	case prefix == "_" && colon, text == "" && safe, !colon && !reference:
		return // a blank node, nothing, or a term
	case colon:
		d := p.scopes.prefixes.Of(chars.Lower(prefix) + ":")
		if d == nil {
			d = initialContext()[chars.Lower(prefix)+":"]
		}
		if d == nil {
			d = input.FormatOptions[input.GivenPrefixes](p.w.Options)[chars.Lower(prefix)]
		}
		if role == "meta property" && (d == nil || d.Line == 0) && !strings.HasPrefix(local, "//") {
			return // as in nearly all pages: og:title, twitter:card
		}
		if d == nil && safe {
			p.fault(p.scanner.To(inStart), input.CodePrefix,
				fmt.Sprintf("the prefix %s: is not declared: write prefix=\"%s: …\" in an element around it",
					quote.Cut(prefix), quote.Cut(prefix)))
			return
		}
		if d != nil && !strings.HasPrefix(local, "//") {
			r := p.item(role)
			r.Prefix = d
			r.Locate(&p.scanner, raw, inStart, inEnd)
			r.InTemplate = p.isFilledIn(inStart, inEnd)
			r.Text = chars.UnsafeString(p.w.Found.Clone(d.IRI + local))
			if r.Escape = escName; safe {
				r.Escape = escSafe
			}
			p.w.Found.Added()
			return
		}
	}
	r := p.add(start, end, role)
	r.Reference = reference
}

// trimmed returns the start and the end of raw[start:end] without surrounding white space, and the start of its last
// character.
func trimmed(raw []byte, start, end int) (from, last, to int) {
	from, last, to = end, end, end
	for i := start; i < end; {
		c, n := markup.CharAt(raw[i:end], true)
		if !chars.IsSpace(c) {
			from, last, to = min(from, i), i, i+n
		}
		i += n
	}
	return from, last, to
}

// isName reports whether a role is that of an RDFa attribute where a word without a colon is a term.
func isName(role string) bool {
	_, attribute, _ := strings.Cut(role, " ")
	switch attribute {
	case "typeof", "property", "datatype", "rel", "rev":
		return true
	}
	return false
}
