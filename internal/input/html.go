package input

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// urlAttributes names the attributes that hold a URL, and those elements on which
// they do; no element stands for all. HTML, the index of attributes; the obsolete
// ones that browsers still follow; SVG's.
var urlAttributes = map[string][]string{
	"action":     {"form"},
	"background": {"body"},
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

// urlLists names the attributes that hold several URLs, parted by spaces.
var urlLists = map[string][]string{
	"ping":     {"a", "area"},
	"itemtype": nil,
	"archive":  {"object"},
}

// urlSets names those that hold image candidates: URLs, each with a descriptor,
// parted by commas.
var urlSets = map[string][]string{
	"srcset":      {"img", "source"},
	"imagesrcset": {"link"},
}

// on reports whether the table has the attribute for the element.
func on(table map[string][]string, attr, element string) bool {
	elements, ok := table[attr]
	return ok && (elements == nil || slices.Contains(elements, element))
}

// A page reads the URLs of an HTML document. A document has one base, that of its
// first base element (HTML §2.4.3), also for URLs before it: records are held
// back as long as one may still come, which is until the body.
type page struct {
	f    *File
	o    *Options
	r    replay
	z    *html.Tokenizer
	at   cursor
	last cursor // the start of the token before
	out  []Record
	size int // of the text in out
	base string
	has  bool // a base
	open bool // no base element counts, or needs to be waited for, any more

	kind  html.TokenType // of the token before,
	tail  []byte         // and its last bytes, up to tailSize
	bogus bool           // it is a comment that ends with the next ">", as <?xml does
	raw   string         // the element of rawText that is open; empty for none
}

func newPage(f *File, o *Options) *page {
	b := bufio.NewReaderSize(f.r, 64<<10)
	var r io.Reader = b
	head, _ := b.Peek(1024)
	// Without a declaration the guess is windows-1252; then the text is taken as it
	// is, and what is not UTF-8 becomes a finding.
	if enc, name, certain := charset.DetermineEncoding(head, ""); certain && name != "utf-8" {
		r = enc.NewDecoder().Reader(b)
	}
	p := &page{f: f, o: o, at: cursor{line: 1, col: 1}, r: replay{r: bufio.NewReader(r)}}
	p.tokenize()
	return p
}

func (p *page) tokenize() {
	p.z = html.NewTokenizer(&p.r)
	p.z.SetMaxBuf(p.o.maxPiece())
}

// A replay reads what a tokenizer has read and not used, then what follows.
type replay struct {
	front []byte
	r     *bufio.Reader
}

func (r *replay) Read(b []byte) (int, error) {
	if len(r.front) > 0 {
		n := copy(b, r.front)
		r.front = r.front[n:]
		return n, nil
	}
	return r.r.Read(b)
}

// peek returns the next byte; false if there is none.
func (r *replay) peek() (byte, bool) {
	if len(r.front) > 0 {
		return r.front[0], true
	}
	b, err := r.r.Peek(1)
	if err != nil {
		return 0, false
	}
	return b[0], true
}

// pass goes behind the next byte, which there is.
func (r *replay) pass() {
	if len(r.front) > 0 {
		r.front = r.front[1:]
		return
	}
	r.r.Discard(1)
}

// tailSize is the length of the longest end of what skip goes behind.
const tailSize = len("</plaintext>")

// rawText names the elements whose content is text, whatever is in it.
var rawText = []string{"iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"}

// skip goes on behind a text or comment that is too long to be held, and whose
// beginning was the token before: there are no URLs in it. It returns false if it is
// something else.
func (p *page) skip() bool {
	if p.kind != html.TextToken && p.kind != html.CommentToken {
		return false
	}
	r, n := &p.r, p.opening()
	r.front = slices.Concat(p.tail[len(p.tail)-n:], p.z.Buffered(), r.front)
	p.at.off, p.at.col = p.at.off-int64(n), p.at.col-n
	seen := bytes.ToLower(p.tail) // the end may have begun there
	for cut := true; ; {
		c, ok := r.peek()
		// The character that the limit has cut has been counted.
		if cut = cut && !utf8.RuneStart(c); !ok || !cut && p.ended(seen) {
			break
		}
		r.pass()
		p.at.step(c)
		if len(seen) > 4*tailSize {
			seen = append(seen[:0], seen[len(seen)-tailSize:]...)
		}
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		seen = append(seen, c)
	}
	p.raw = ""
	p.tokenize()
	return true
}

// opening returns how many bytes at the end of a text that the limit has cut are the
// beginning of a tag or comment.
func (p *page) opening() int {
	n := len(p.tail)
	switch {
	case p.kind != html.TextToken || p.raw != "" || n < 3: // of less, nothing would be left
		return 0
	case p.tail[n-1] == '<':
		return 1
	case p.tail[n-2] == '<':
		if c := p.tail[n-1]; c|0x20 >= 'a' && c|0x20 <= 'z' || c == '/' || c == '!' || c == '?' {
			return 2
		}
	}
	return 0
}

// ended reports whether a text or comment that the limit has cut, and of which seen
// is the last that has been read, in lower case, is over. Plain text may be read on
// from anywhere.
func (p *page) ended(seen []byte) bool {
	switch {
	case p.kind == html.CommentToken && p.bogus:
		return bytes.HasSuffix(seen, []byte(">"))
	case p.kind == html.CommentToken:
		return bytes.HasSuffix(seen, []byte("-->")) || bytes.HasSuffix(seen, []byte("--!>"))
	case p.raw != "":
		n := max(0, len(seen)-1)
		return bytes.ContainsAny(seen[n:], space+"/>") && bytes.HasSuffix(seen[:n], []byte("</"+p.raw))
	}
	return true
}

func (p *page) next() ([]Record, error) {
	p.out, p.size = nil, 0
	for {
		kind := p.z.Next()
		if kind == html.ErrorToken {
			err := p.z.Err()
			if err == html.ErrBufferExceeded {
				at := p.at
				if len(p.z.Raw()) == 0 { // its beginning has come as a token
					if p.skip() {
						continue
					}
					at = p.last
				}
				p.out = append(p.out, longPiece(p.f, at, p.o.maxPiece()))
				err = io.EOF
			}
			return p.flush(), err
		}
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			p.tag()
		}
		raw := p.z.Raw()
		p.last, p.kind = p.at, kind
		p.tail = append(p.tail[:0], raw[max(0, len(raw)-tailSize):]...)
		p.bogus = !bytes.HasPrefix(raw, []byte("<!--"))
		if kind == html.EndTagToken {
			p.raw = ""
		}
		p.at.pass(raw)
		wait := 1
		if !p.open {
			wait = 32
		}
		if len(p.out) >= wait*batch || p.size >= wait*batchBytes {
			p.open = true // who has no base by now will not get one
			return p.flush(), nil
		}
	}
}

// flush gives the records the base.
func (p *page) flush() []Record {
	for i := range p.out {
		p.out[i].Base, p.out[i].HasBase = p.base, p.has
	}
	return p.out
}

// tag takes the URLs of a start tag.
func (p *page) tag() {
	raw := p.z.Raw()
	name, more := p.z.TagName()
	element := string(name)
	if element == "body" {
		p.open = true
	}
	if p.raw = ""; slices.Contains(rawText, element) {
		p.raw = element
	}
	at := 1 + len(name)
	refresh := ""
	for more {
		var key, value []byte
		key, value, more = p.z.TagAttr()
		attr := string(key)
		start, end := findAttr(raw, &at, attr)
		if start < 0 {
			continue
		}
		role := element + " " + attr
		switch {
		case element == "base" && attr == "href":
			if !p.open {
				p.base, p.has, p.open = strings.Trim(string(value), space), true, true
			}
			// The base itself is relative to the document's own address.
			p.take(raw, start, end, string(value), role)
		case on(urlAttributes, attr, element):
			p.take(raw, start, end, string(value), role)
		case on(urlLists, attr, element):
			p.list(raw, start, end, role)
		case on(urlSets, attr, element):
			p.candidates(raw, start, end, role)
		case element == "meta" && attr == "http-equiv":
			refresh = strings.ToLower(string(value))
		case element == "meta" && attr == "content" && refresh == "refresh":
			p.refresh(raw, start, end)
		}
	}
}

// findAttr finds the value of the attribute in the text of its tag, from *at on,
// and moves *at behind it. x/net/html gives the value, but not its place.
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

// take adds the URL that stands in raw[start:end]; value is the same with its
// character references undone.
func (p *page) take(raw []byte, start, end int, value, role string) {
	piece, skip := trimmed(raw[start:end])
	place := p.at
	place.pass(raw[:start+skip])
	r := Record{
		Text: strings.Trim(value, space), Source: p.f.Name, Format: HTML, Line: place.line, Col: place.col, Offset: place.off,
		Role: role, Raw: bytes.Clone(piece), Reference: true,
	}
	if string(piece) != r.Text {
		r.Escape = EscHTML
	}
	p.out = append(p.out, r)
	p.size += len(r.Text)
}

func (p *page) piece(raw []byte, start, end int, role string) {
	if start < end {
		p.take(raw, start, end, html.UnescapeString(string(raw[start:end])), role)
	}
}

// list takes URLs that spaces part.
func (p *page) list(raw []byte, start, end int, role string) {
	for start < end {
		n := bytes.IndexAny(raw[start:end], space)
		if n < 0 {
			n = end - start
		}
		p.piece(raw, start, start+n, role)
		start += n + 1
	}
}

// candidates takes the URLs of a srcset (HTML §4.8.4.2): a comma ends a candidate
// if it ends its URL or stands outside parentheses behind it.
func (p *page) candidates(raw []byte, start, end int, role string) {
	for start < end {
		for start < end && strings.IndexByte(space+",", raw[start]) >= 0 {
			start++
		}
		stop := start
		for stop < end && strings.IndexByte(space, raw[stop]) < 0 {
			stop++
		}
		url := bytes.TrimRight(raw[start:stop], ",")
		p.piece(raw, start, start+len(url), role)
		start = stop
		if len(url) < stop-start || stop > 0 && raw[stop-1] == ',' {
			continue
		}
		for depth := 0; start < end && (raw[start] != ',' || depth > 0); start++ {
			switch raw[start] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
	}
}

// refresh takes the URL of <meta http-equiv=refresh content="5; url=…">.
func (p *page) refresh(raw []byte, start, end int) {
	low := bytes.ToLower(raw[start:end])
	i := bytes.Index(low, []byte("url"))
	if i < 0 {
		return
	}
	at := start + i + len("url")
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
	p.piece(raw, at, end, "meta refresh")
}
