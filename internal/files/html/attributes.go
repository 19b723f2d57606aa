package html

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// A pageAttribute is an attribute that has URLs, or that defines the meaning of others.
type pageAttribute struct {
	name     string
	kind     attributeKind
	elements []string // the elements that have it; nil if all have
	number   int      // the index in the list of all
}

// An attributeKind is the kind of an attribute's value.
type attributeKind uint8

const (
	attrURL        attributeKind = iota
	attrURLs                     // URLs with spaces between them
	attrCandidates               // image candidates with commas between them: a URL with a descriptor
	attrStyle                    // a style sheet
	attrPage                     // an HTML document
	attrSays                     // defines the meaning of other attributes
	attrName                     // of RDFa: an IRI or a prefixed name
	attrNames                    // of RDFa: several such words, or terms
	attrPrefixes                 // prefixes, each followed by its namespace
	attrDeclares                 // the namespace of a prefix or of terms
)

// pageAttributes are from the index of attributes of HTML, with the obsolete ones that browsers still support.
// [markup.SVGStyles] are further attributes.
var pageAttributes = [...]pageAttribute{
	{name: "action", elements: []string{"form"}},
	{name: "background", elements: []string{"body", "table", "tbody", "td", "tfoot", "th", "thead", "tr"}},
	{name: "cite", elements: []string{"blockquote", "del", "ins", "q"}},
	{name: "classid", elements: []string{"object"}},
	{name: "codebase", elements: []string{"object", "applet"}},
	{name: "data", elements: []string{"object"}},
	{name: "formaction", elements: []string{"button", "input"}},
	{name: "href"},
	{name: "itemid"},
	{name: "longdesc", elements: []string{"img", "frame", "iframe"}},
	{name: "manifest", elements: []string{"html"}},
	{name: "poster", elements: []string{"video"}},
	{name: "src"},
	{name: "xlink:href"},

	{name: "ping", kind: attrURLs, elements: []string{"a", "area"}},
	{name: "itemtype", kind: attrURLs},
	{name: "archive", kind: attrURLs, elements: []string{"object"}},
	{name: "profile", kind: attrURLs, elements: []string{"head"}}, // HTML 4.01 §7.4.4.3

	{name: "srcset", kind: attrCandidates, elements: []string{"img", "source"}},
	{name: "imagesrcset", kind: attrCandidates, elements: []string{"link"}},

	{name: "about", kind: attrName},
	{name: "resource", kind: attrName},
	{name: "datatype", kind: attrNames},
	{name: "typeof", kind: attrNames},
	{name: "rel", kind: attrNames},
	{name: "rev", kind: attrNames},
	{name: "prefix", kind: attrPrefixes},
	{name: "vocab", kind: attrDeclares},

	{name: "style", kind: attrStyle},
	{name: "srcdoc", kind: attrPage, elements: []string{"iframe"}},
	{name: "content", kind: attrSays, elements: []string{"meta"}},
	{name: "http-equiv", kind: attrSays, elements: []string{"meta"}},
	{name: "name", kind: attrSays, elements: []string{"meta"}},
	{name: "itemprop", kind: attrSays, elements: []string{"meta"}},
	{name: "property", kind: attrNames}, // defines in meta elements what content is, too
	{name: "type", kind: attrSays, elements: []string{"script"}},
}

// attributesByStart are the attributes by the first letter of their names.
var attributesByStart = func() (table ['z' + 1][]*pageAttribute) {
	all := pageAttributes[:]
	for _, name := range markup.SVGStyles {
		all = append(all, pageAttribute{name: name, kind: attrStyle})
	}
	for i := range all {
		a := &all[i]
		a.number = i
		table[a.name[0]] = append(table[a.name[0]], a)
	}
	return table
}()

// attributeOf returns the attribute with that name, or nil if it is unrelated to URLs.
func attributeOf(name []byte) *pageAttribute {
	if first := name[0] | 0x20; int(first) < len(attributesByStart) {
		for _, a := range attributesByStart[first] {
			if equalFold(name, a.name) {
				return a
			}
		}
		if first == 'x' && len(name) > len("xmlns:") && equalFold(name[:len("xmlns:")], "xmlns:") {
			return xmlns
		}
	}
	return nil
}

// A startTag is the state of reading a start tag.
type startTag struct {
	*htmlTag
	isStyle bool
	refresh string // of a meta element: the value of http-equiv
	// Of a meta element: the value of property or name, and the position of content.
	property string
	item     bool // itemprop says that content is a URL
	content  struct{ start, end int }

	blocks           templates.Spans // template expressions, in which a quotation mark may end an attribute
	hasBlocks        bool            // blocks has been filled
	braces, brackets markup.NextOf   // positions of the marks that begin expressions in the page
}

// isFilledIn reports whether raw[start:end] of the tag is in or next to a template expression.
func (p *Reader) isFilledIn(start, end int) bool {
	t, s := &p.tag, &p.scanner
	if raw := t.raw; !t.hasBlocks {
		t.hasBlocks = true
		if t.braces.From(s.text, s.pos) < s.end || t.brackets.From(s.text, s.pos) < s.end ||
			bytes.IndexByte(raw[1:], '<') >= 0 {
			t.blocks = templates.Blocks(string(raw))
		}
	}
	return len(t.blocks) > 0 && t.blocks.Touch(start, end)
}

// A urlList is the unread rest of an attribute with several URLs, raw[start:end].
type urlList struct {
	start, end int
	role       string
	kind       attributeKind
	second     bool // in prefixes: the IRI comes next
}

// start adds the URLs of a start tag, and records the kind of the element's content.
func (p *Reader) start() {
	t := &p.tag
	*t = startTag{htmlTag: &p.scanner.tag, braces: t.braces, brackets: t.brackets, isStyle: p.scanner.raw == "style"}
	p.scopes.start(t.name, p.isXML && bytes.HasSuffix(t.raw, []byte("/>")))
	p.declare()
	p.ld = false
	for _, a := range t.attrs {
		if e := a.attr.elements; e == nil || slices.Contains(e, chars.UnsafeString(t.name)) {
			p.attribute(a)
		}
	}
	if string(t.name) == "meta" {
		p.meta()
	}
	if p.scopes.void {
		p.scopes.closeLast()
	}
}

// attribute adds the URLs of an attribute.
func (p *Reader) attribute(a htmlAttr) {
	raw := p.tag.raw
	switch a.attr.kind {
	case attrURL:
		r := p.add(a.start, a.end, p.role(a.attr))
		r.IsDeclaring = r.Role == roleBaseElement
		if quote := raw[a.start-1]; quote != '"' && quote != '\'' && a.start < a.end {
			r.Escape = escUnquoted
		}
	case attrURLs, attrCandidates, attrNames, attrPrefixes:
		if a.attr.name == "property" && string(p.tag.name) == "meta" {
			p.says(a.attr.name, raw, a.start, a.end)
		}
		p.list(&urlList{start: a.start, end: a.end, role: p.role(a.attr), kind: a.attr.kind})
	case attrName:
		p.name(a.start, a.end, p.role(a.attr), true)
	case attrDeclares:
		if a.start == a.end { // vocab="" declares nothing
			return
		}
		r := p.declared(a.start, a.end, p.role(a.attr), a.attr != xmlns)
		// Names of XML, for which xmlns is, too, are not appended to a namespace.
		r.BeforeNames = a.attr != xmlns || scheme.WholeNamespace(r.Text) != ""
		if a.attr == xmlns && input.IsURN(r.Text) {
			r.Escape = input.FixedNamespace(r.Escape)
		}
	case attrStyle:
		p.css(raw, a.start, a.end, true, p.role(a.attr))
	case attrPage:
		p.page(raw, a.start, a.end)
	case attrSays:
		p.says(a.attr.name, raw, a.start, a.end)
	}
}

// list adds the URLs of an attribute with several.
func (p *Reader) list(l *urlList) {
	for l.start < l.end {
		switch l.kind {
		case attrCandidates:
			p.candidate(p.tag.raw, l)
		case attrURLs:
			start, end := p.nextWord(p.tag.raw, l)
			p.addPart(start, end, l.role)
		default:
			p.word(p.tag.raw, l)
		}
	}
}

// says records how an attribute with the value raw[start:end] affects other attributes.
func (p *Reader) says(name string, raw []byte, start, end int) {
	t := &p.tag
	if name == "content" {
		t.content.start, t.content.end = start, end
		return
	}
	value := markup.AttributeText(raw[start:end])
	switch name {
	case "http-equiv":
		t.refresh = chars.Lower(value)
	case "itemprop":
		t.item = slices.ContainsFunc(strings.Fields(chars.Lower(value)), func(name string) bool {
			return slices.Contains(itemURLs, name)
		})
	case "type":
		kind, _, _ := strings.Cut(value, ";")
		p.ld = chars.Lower(strings.Trim(kind, chars.Space)) == "application/ld+json"
	default:
		t.property = value
	}
}

// role returns the role of the URLs of an attribute: the names of the element and of the attribute.
func (p *Reader) role(a *pageAttribute) string {
	if last := &p.lastRole; last.attr != a || last.text[:len(last.text)-len(" ")-len(a.name)] != string(p.tag.name) {
		last.attr, last.text = a, string(p.tag.name)+" "+a.name
	}
	return p.lastRole.text
}

// add adds the URL at raw[start:end] of the tag.
func (p *Reader) add(start, end int, role string) *input.Item {
	r, raw := p.item(role), p.tag.raw
	r.Reference = true
	r.Locate(&p.scanner, raw, start, end)
	r.InTemplate = p.isFilledIn(start, end)
	if markup.IsPlainHTML(raw[start:end]) {
		r.Text = chars.UnsafeString(r.Raw)
	} else {
		p.text = markup.AppendHTML(p.text[:0], raw[start:end])
		r.Text = chars.UnsafeString(p.w.Found.Clone(chars.UnsafeString(chars.TrimSpace(p.text))))
		if string(r.Raw) != r.Text {
			r.Escape = EscHTML
		}
	}
	p.w.Found.Added()
	return r
}

// addPart adds the URL at raw[start:end], a part of an attribute, unless it is empty.
func (p *Reader) addPart(start, end int, role string) {
	if start < end {
		p.add(start, end, role)
	}
}

// nextWord returns the next word of a list with spaces, which may be character references, or an empty word between
// two spaces.
func (p *Reader) nextWord(raw []byte, l *urlList) (start, end int) {
	start = l.start
	at, width := l.start, 1
	for ; at < l.end; at += width {
		var c byte
		if c, width = markup.CharAt(raw[at:l.end], true); chars.IsSpace(c) {
			break
		}
	}
	l.start = at + width
	return start, at
}

// candidate adds the next URL of a srcset (HTML §4.8.4.2). A comma ends a candidate if it is the last character of
// the URL, or comes after the URL outside of parentheses.
func (p *Reader) candidate(raw []byte, l *urlList) {
	next := func(at int) (c byte, after int) {
		c, n := markup.CharAt(raw[at:l.end], true)
		return c, at + n
	}
	for l.start < l.end {
		c, after := next(l.start)
		if !chars.IsSpace(c) && c != ',' {
			break
		}
		l.start = after
	}
	start, end := l.start, l.start // of the URL without commas at its end
	for l.start < l.end {
		c, after := next(l.start)
		if chars.IsSpace(c) {
			break
		}
		if l.start = after; c != ',' {
			end = after
		}
	}
	p.addPart(start, end, l.role)
	if end < l.start {
		return
	}
	for depth := 0; l.start < l.end; {
		c, after := next(l.start)
		switch {
		case c == ',' && depth <= 0:
			return
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		l.start = after
	}
}

// refresh adds the URL of <meta http-equiv=refresh content="5; url=…"> (HTML §4.2.5.3).
func (p *Reader) refresh(raw []byte, start, end int) {
	at := start
	for ; at+len("url") <= end && !strings.EqualFold(string(raw[at:at+len("url")]), "url"); at++ {
	}
	if at += len("url"); at > end {
		return
	}
	next := func(at int) (c byte, after int) {
		if at = min(at, end); at == end {
			return 0, end
		}
		c, n := markup.CharAt(raw[at:end], true)
		return c, at + n
	}
	pastSpace := func(at int) (c byte, from, after int) {
		for {
			if c, after = next(at); !chars.IsSpace(c) {
				return c, at, after
			}
			at = after
		}
	}
	c, _, at := pastSpace(at)
	if c != '=' {
		return
	}
	quote, from, inQuotes := pastSpace(at)
	if quote != '\'' && quote != '"' {
		p.addPart(from, end, roleRefresh)
		return
	}
	for at = inQuotes; at < end; {
		c, after := next(at)
		if c == quote {
			end = at
		}
		at = after
	}
	p.addPart(inQuotes, end, roleRefresh)
}

// escUnquoted escapes the value of an attribute without quotes, which must not be empty.
var escUnquoted = &input.Escaping{
	Unit:     markup.UnitHTML,
	Escape:   markup.EscapeMarkup,
	Unescape: func(_ *input.Item, raw []byte) (string, bool) { return markup.UnescapeHTML(raw), len(raw) > 0 },
	Quote: func(r *input.Item, text string) ([]byte, bool) {
		return append(markup.EscapeMarkup([]byte{'"'}, r, text), '"'), true
	},
}
