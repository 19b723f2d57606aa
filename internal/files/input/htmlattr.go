package input

import (
	"bytes"
	"slices"
	"strings"
)

// urlAttributes holds the attributes whose value is a URL, and the elements for which
// this is so; nil stands for all elements. They come from the index of attributes of
// HTML, the obsolete ones that browsers still follow, and SVG.
var urlAttributes = map[string][]string{
	"action":     {"form"},
	"background": {"body", "table", "tbody", "td", "tfoot", "th", "thead", "tr"},
	"cite":       {"blockquote", "del", "ins", "q"},
	"classid":    {"object"},
	"codebase":   {"object", "applet"},
	"data":       {"object"},
	"formaction": {"button", "input"},
	"href":       nil,
	"itemid":     nil,
	"longdesc":   {"img", "frame", "iframe"},
	"manifest":   {"html"},
	"poster":     {"video"},
	"profile":    {"head"},
	"src":        nil,
	"xlink:href": nil,
}

// urlLists holds the attributes whose value is a list of URLs with spaces between them.
var urlLists = map[string][]string{
	"ping":     {"a", "area"},
	"itemtype": nil,
	"archive":  {"object"},
}

// urlSets holds the attributes whose value is a list of image candidates with commas
// between them. A candidate is a URL with a descriptor.
var urlSets = map[string][]string{
	"srcset":      {"img", "source"},
	"imagesrcset": {"link"},
}

// applies reports whether the table has the attribute for the element.
func applies(table map[string][]string, attr, element string) bool {
	elements, ok := table[attr]
	return ok && (elements == nil || slices.Contains(elements, element))
}

// A startTag is a start tag that is being read.
type startTag struct {
	element string
	raw     []byte
	more    bool      // there are attributes that have not been read
	next    int       // where in raw they start
	at      tagCursor // goes through raw
	refresh string    // of a meta element the value of http-equiv
	// Of a meta element: the value of property or name, and the place of content.
	property string
	content  struct{ start, end int }
	list     urlList // an attribute that has not been read to its end
}

// A urlList is what is left of an attribute with many URLs, raw[start:end].
type urlList struct {
	start, end int
	role       string
	set        bool // of image candidates
}

// begin begins to read a start tag.
func (p *htmlReader) begin() {
	name, more := p.tokenizer.TagName()
	element := string(name)
	if element == "body" {
		p.baseKnown = true
	}
	if p.raw = ""; slices.Contains(rawText, element) {
		p.raw = element
	}
	if p.ld = false; element == "noscript" { // HTML §4.12.2: without scripts its content is elements
		p.tokenizer.NextIsNotRawText()
	}
	p.tag = startTag{element: element, raw: p.tokenizer.Raw(), more: more, next: 1 + len(name), at: tagCursor{cursor: p.at}}
}

// attributes adds the URLs of the start tag. It returns false if the records are enough
// for a block before it has read them all: then it is to be called again.
func (p *htmlReader) attributes() bool {
	t := &p.tag
	raw, element := t.raw, t.element
	for t.more || t.list.start < t.list.end {
		if p.full() {
			return false
		}
		if l := &t.list; l.start < l.end {
			if l.set {
				p.candidate(raw, l)
			} else {
				p.listed(raw, l)
			}
			continue
		}
		var key, value []byte
		key, value, t.more = p.tokenizer.TagAttr()
		attr := string(key)
		start, end := findAttr(raw, &t.next, attr)
		if start < 0 {
			continue
		}
		role := element + " " + attr
		switch {
		case element == "base" && attr == "href":
			if !p.baseKnown {
				p.baseKnown = true
				if p.hasBase = len(value) <= maxBase; p.hasBase {
					p.base = strings.Trim(string(value), space)
				}
			}
			// The base itself may be relative: to the address of the document.
			p.add(raw, start, end, string(value), role)
		case applies(urlAttributes, attr, element):
			p.add(raw, start, end, string(value), role)
		case applies(urlLists, attr, element):
			t.list = urlList{start, end, role, false}
		case applies(urlSets, attr, element):
			t.list = urlList{start, end, role, true}
		case element == "meta" && attr == "http-equiv":
			t.refresh = strings.ToLower(string(value))
		case element == "meta" && (attr == "property" || attr == "name"):
			t.property = string(value)
		case element == "meta" && attr == "content":
			t.content.start, t.content.end = start, end
		case element == "script" && attr == "type":
			kind, _, _ := strings.Cut(string(value), ";")
			p.ld = strings.EqualFold(strings.Trim(kind, space), "application/ld+json")
		case attr == "style":
			p.css(raw, start, end, &t.at, true, role)
		}
	}
	if element == "meta" {
		p.meta(raw, t)
	}
	return true
}

// findAttr finds the value of the attribute in the text of its tag, from *at on, and
// moves *at to the end of the attribute. It returns -1 if there is none. x/net/html
// returns the value, but not its place.
func findAttr(raw []byte, at *int, name string) (start, end int) {
	i := *at
	for i < len(raw) {
		for i < len(raw) && strings.IndexByte(" \t\n\f\r/", raw[i]) >= 0 {
			i++
		}
		key := i
		for i < len(raw) && (strings.IndexByte(" \t\n\f\r/>=", raw[i]) < 0 || i == key && raw[i] == '=') {
			i++
		}
		keyEnd := i
		if key == keyEnd {
			break
		}
		for i < len(raw) && strings.IndexByte(space, raw[i]) >= 0 {
			i++
		}
		start, end = keyEnd, keyEnd
		if i < len(raw) && raw[i] == '=' {
			for i++; i < len(raw) && strings.IndexByte(space, raw[i]) >= 0; i++ {
			}
			if i < len(raw) && (raw[i] == '"' || raw[i] == '\'') {
				start = i + 1
				n := bytes.IndexByte(raw[start:], raw[i])
				if n < 0 {
					n = len(raw) - start
				}
				end = start + n
				i = min(end+1, len(raw))
			} else {
				start = i
				for i < len(raw) && strings.IndexByte(" \t\n\f\r>", raw[i]) < 0 {
					i++
				}
				end = i
			}
		}
		if strings.EqualFold(string(raw[key:keyEnd]), name) {
			*at = i
			return start, end
		}
	}
	return -1, -1
}

// add adds the URL that is written at raw[start:end]; value is the same text with its
// character references decoded.
func (p *htmlReader) add(raw []byte, start, end int, value, role string) {
	r := Record{Text: strings.Trim(value, space), Source: p.f.Name, Format: p.f.Format, Role: role, Reference: true}
	r.locate(&p.tag.at, raw, start, end)
	if string(r.Raw) != r.Text {
		r.Escape = EscHTML
	}
	p.found.add(r)
}

// addPart adds the URL that is written at raw[start:end], a part of an attribute, unless
// it is empty.
func (p *htmlReader) addPart(raw []byte, start, end int, role string) {
	if start < end {
		p.add(raw, start, end, unescapeHTML(raw[start:end]), role)
	}
}

// listed adds the next URL of a list with spaces between them.
func (p *htmlReader) listed(raw []byte, l *urlList) {
	n := bytes.IndexAny(raw[l.start:l.end], space)
	if n < 0 {
		n = l.end - l.start
	}
	p.addPart(raw, l.start, l.start+n, l.role)
	l.start += n + 1
}

// candidate adds the next URL of a srcset (HTML §4.8.4.2). A comma ends a candidate if it
// is the last character of the URL, or if it stands after the URL outside parentheses.
func (p *htmlReader) candidate(raw []byte, l *urlList) {
	for l.start < l.end && strings.IndexByte(space+",", raw[l.start]) >= 0 {
		l.start++
	}
	stop := l.start
	for stop < l.end && strings.IndexByte(space, raw[stop]) < 0 {
		stop++
	}
	url := bytes.TrimRight(raw[l.start:stop], ",")
	p.addPart(raw, l.start, l.start+len(url), l.role)
	start := l.start
	if l.start = stop; len(url) < stop-start || raw[stop-1] == ',' {
		return
	}
	for depth := 0; l.start < l.end && (raw[l.start] != ',' || depth > 0); l.start++ {
		switch raw[l.start] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
}

// refresh adds the URL of <meta http-equiv=refresh content="5; url=…">.
func (p *htmlReader) refresh(raw []byte, start, end int) {
	at := start
	for ; at+len("url") <= end && !strings.EqualFold(string(raw[at:at+len("url")]), "url"); at++ {
	}
	if at += len("url"); at > end {
		return
	}
	for at < end && strings.IndexByte(space, raw[at]) >= 0 {
		at++
	}
	if at == end || raw[at] != '=' {
		return
	}
	for at++; at < end && strings.IndexByte(space, raw[at]) >= 0; at++ {
	}
	if at < end && (raw[at] == '\'' || raw[at] == '"') {
		quote := raw[at]
		at++
		if n := bytes.IndexByte(raw[at:end], quote); n >= 0 {
			end = at + n
		}
	}
	p.addPart(raw, at, end, "meta refresh")
}
