package html

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// URLs in the content of elements: style sheets and JSON-LD.

// jsonLD adds the IRIs of a script of the type application/ld+json, which is raw.
func (p *Reader) jsonLD(raw []byte) {
	i := jsonscan.SkipSpace(raw, 0)
	end := jsonscan.End(raw, i, 0)
	place := p.scanner.place()
	// A script that a template fills in need not be JSON yet.
	fault := func(at linecol.Cursor, code, message string) {
		if len(templates.Blocks(chars.UnsafeString(raw))) == 0 {
			p.fault(at, code, message)
		}
	}
	if end == 0 || jsonscan.SkipSpace(raw, end) < len(raw) {
		n, why := jsonscan.Fault(raw[i:])
		fault(p.scanner.To(i+n), input.CodeHTML, "the script is not JSON, which JSON-LD is, and is not read: "+why)
		return
	}
	if p.scripts == nil {
		p.scripts = jsonld.NewExpander(p.w.Options, p.base)
	}
	doc := &jsonld.Doc{Text: raw, First: place.Line, End: place.End}
	p.scripts.Expand(doc, i, func(it *jsonld.Expanded) bool {
		if it.Fault != "" {
			fault(p.scanner.To(it.At.Start), it.Code, it.Fault)
			return true
		}
		r := p.item(roleScript)
		r.Reference, r.IsDeclaring = true, it.IsBase()
		if it.Base != "" {
			r.SetBase(it.Base)
		}
		it.Fill(r, doc, nil)
		r.SetPlace(p.scanner.To(it.At.Start + 1))
		if r.Escape != jsonld.EscLDName {
			r.Escape = jsonld.EscLD
		}
		p.w.Found.Added()
		return true
	})
}

// meta adds the URL in the content of a meta element.
func (p *Reader) meta() {
	t := &p.tag
	property := chars.Lower(t.property)
	switch start, end := t.content.start, t.content.end; {
	case end == 0:
	case t.refresh == "refresh":
		p.refresh(t.raw, start, end)
	case t.item:
		p.addPart(start, end, "meta itemprop")
	case metaURLs[property], isMetaURL(property, markup.AttributeText(t.raw[start:end])):
		p.addPart(start, end, "meta "+property)
	}
}

// metaURLs are the properties of Open Graph and of cards whose content is a URL.
var metaURLs = map[string]bool{
	"og:url": true, "og:image": true, "og:image:url": true, "og:image:secure_url": true, "og:video": true,
	"og:video:url":        true,
	"og:video:secure_url": true, "og:audio": true, "og:audio:url": true, "og:audio:secure_url": true,
	"twitter:image": true, "twitter:player": true, "twitter:url": true,
}

// isMetaURL reports whether a meta element has a URL, by its property or name: of Highwire Press, for search engines
// of science; of microdata or RDFa; of Dublin Core; or of Open Graph and cards, if the content begins with a scheme.
func isMetaURL(property, content string) bool {
	switch {
	case strings.HasPrefix(property, "citation_"):
		return strings.HasSuffix(property, "_url")
	case slices.ContainsFunc(graphs, func(prefix string) bool { return strings.HasPrefix(property, prefix) }):
		return !strings.Contains(property, "title") && !strings.Contains(property, "description") &&
			bare.BeginsLikeIRI([]byte(strings.Trim(content, chars.Space)))
	}
	return isDublinCore(property, content)
}

// graphs are the prefixes of Open Graph and of cards.
var graphs = []string{"og:", "article:", "book:", "music:", "profile:", "video:", "twitter:"}

// itemURLs are the properties of schema.org whose content is a URL, in lower case.
var itemURLs = []string{"url", "image", "logo", "sameas", "thumbnailurl", "contenturl", "embedurl", "downloadurl",
	"installurl", "discussionurl", "mainentityofpage"}

// isDublinCore reports whether a meta element, such as DC.identifier or DCTERMS.isPartOf, has an identifier or a
// reference of Dublin Core that begins with a known scheme (DC-HTML §3).
func isDublinCore(property, content string) bool {
	prefix, term, _ := strings.Cut(property, ".")
	if prefix != "dc" && prefix != "dcterms" {
		return false
	}
	term, _, _ = strings.Cut(term, ".") // DC.relation.isPartOf
	has := func(terms []string) bool {
		return slices.ContainsFunc(terms, func(t string) bool { return strings.EqualFold(t, term) })
	}
	content = strings.Trim(content, chars.Space)
	return has(markup.DublinCore) && bare.BeginsLikeIRI([]byte(content)) ||
		has(markup.DublinCoreProse) && bare.LooksLikeIRI(content)
}

// css adds the URLs of a style sheet, raw[start:end]. An attribute may have character references.
func (p *Reader) css(raw []byte, start, end int, attribute bool, role string) {
	markup.EachInCSS(raw[start:end], attribute, func(u *markup.InCSS) {
		r := p.item(role)
		r.Text, r.Reference = u.Text, true
		r.Locate(&p.scanner, raw, start+u.Start, start+u.End)
		r.Raw, r.Escape = u.Raw, u.Escape
		p.w.Found.Added()
	})
}

// AcceptsInPage reports whether a relative reference in a page, or in HTML of Markdown, is read as one.
func AcceptsInPage(r *input.Item, ref string) bool {
	switch {
	case isName(r.Role): // it would be a term
		return false
	case r.Role == roleScript:
		return r.Names != nil && r.Names.IsReference(ref)
	case ref == "": // elsewhere a URL must not be empty, or is ignored (HTML §4.8.3, §4.2.4)
		switch r.Role {
		case "a href", "area href", "blockquote cite", "q cite", "ins cite", "del cite":
			return true
		}
		return false
	case strings.HasSuffix(r.Role, "srcset"): // a comma separates candidates
		return ref[0] != ','
	case r.Role == roleRefresh: // a quote ends the URL
		return ref[0] != '\''
	}
	return !strings.HasSuffix(r.Role, " itemtype") // names of types, which are not resolved (HTML §5.2.2)
}

// EscHTML is the escaping by character references of HTML.
var EscHTML = &input.Escaping{Unit: markup.UnitHTML}
