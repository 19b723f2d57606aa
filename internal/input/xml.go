package input

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// An xmlReader reads the IRIs of an XML document: the text of elements and the values
// of attributes. Options.Fields can name an element ("loc") or an attribute ("@href") by
// its local name. Without Options.Fields, the reader uses the elements of sitemaps and
// feeds (loc, link, url, uri, …) and the attributes href and src.
type xmlReader struct {
	f       *File
	o       *Options
	decoder *xml.Decoder
	input   keepingReader
	at      cursor // the start of the present token
	last    cursor // the start of the token before
	found   docRecords
	tag     struct { // the start tag that is being read
		attrs []xml.Attr // those that have not been read; nil for none
		raw   []byte
		at    tagCursor
		from  int // where in raw they start
	}

	depth   int  // how many elements are open
	size    int  // the bytes of their names
	rooted  bool // the root element has begun
	element struct {
		depth int    // of the element whose text is wanted; 0 for none
		text  []byte // its text so far
		rec   Record // its place, and its Raw if the text is in one piece
	}
}

// A keepingReader reads from r and keeps what it has read, from offset base on. If it
// keeps more than limit bytes, it returns errLongPiece, and in a tag of more than maxXMLAttrs
// attributes errManyAttrs: encoding/xml would keep them all.
type keepingReader struct {
	r     io.Reader
	kept  []byte
	base  int64
	limit int
	token int64 // where the present token starts
	tag   struct {
		start int64 // of the tag that is counted
		at    int   // how much of it has been looked at
		quote byte  // that is open; 0 for none
		attrs int
	}
}

var (
	errLongPiece = errors.New("a piece is too long")
	errManyAttrs = fmt.Errorf("the element has more than %d attributes", maxXMLAttrs)
)

func (k *keepingReader) Read(p []byte) (int, error) {
	if len(k.kept) > k.limit {
		return 0, errLongPiece
	}
	n, err := k.r.Read(p)
	k.kept = append(k.kept, p[:n]...)
	if k.manyAttrs() {
		return 0, errManyAttrs
	}
	return n, err
}

// manyAttrs reports whether the present token is a tag that has too many attributes in what
// has been read of it.
func (k *keepingReader) manyAttrs() bool {
	text, t := k.kept[min(int(k.token-k.base), len(k.kept)):], &k.tag
	if len(text) < 2 || text[0] != '<' || text[1] == '!' || text[1] == '?' {
		return false
	}
	if t.start != k.token {
		t.start, t.at, t.quote, t.attrs = k.token, 0, 0, 0
	}
	for ; t.at < len(text); t.at++ {
		switch c := text[t.at]; {
		case t.quote != 0:
			if c == t.quote {
				t.quote = 0
				t.attrs++
			}
		case c == '"' || c == '\'':
			t.quote = c
		case c == '>':
			return t.attrs > maxXMLAttrs
		}
	}
	return t.attrs > maxXMLAttrs
}

func newXMLReader(f *File, o *Options) blockReader {
	x := &xmlReader{f: f, o: o, at: cursor{line: 1, col: 1}}
	x.input.r, x.input.limit = f.xmlText(o), o.maxPiece()
	x.found.start(f, o)
	x.decoder = xml.NewDecoder(&x.input)
	x.decoder.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is UTF-8 by now
	x.decoder.Entity = xml.HTMLEntity
	return &documentReader{f: f, r: x}
}

// wantsText reports whether the text of elements with this name is an IRI.
func (x *xmlReader) wantsText(name string) bool {
	if len(x.o.Fields) > 0 {
		return slices.Contains(x.o.Fields, name)
	}
	switch name {
	case "loc", "content_loc", "player_loc", "thumbnail_loc", "link", "url", "uri", "comments", "docs", "icon", "logo":
		return true
	}
	return false
}

// wantsAttr reports whether the value of attributes with this name is an IRI.
func (x *xmlReader) wantsAttr(name string) bool {
	if len(x.o.Fields) > 0 {
		return slices.Contains(x.o.Fields, "@"+name)
	}
	return name == "href" || name == "src"
}

func (x *xmlReader) read() *docRecords { return &x.found }

func (x *xmlReader) next() error {
	x.found.reset()
	// The text of an element is in the block that its record is in.
	for !x.found.full(1) || x.found.keep && x.element.depth > 0 {
		if most := 2 * x.input.limit; x.element.depth > 0 && max(len(x.element.text), len(x.found.data)-2*blockBytes) > most {
			x.element.depth = 0
			x.found.add(documentFault(x.f, x.at, CodeMaxLine,
				fmt.Sprintf("the text of the element, with all that is in it, is longer than the limit of %d bytes, and is not checked", most)))
			continue
		}
		if x.tag.attrs != nil {
			if !x.attributes() {
				return nil
			}
			continue
		}
		x.input.token = x.at.off
		token, err := x.decoder.Token()
		if err == errLongPiece {
			at := x.at
			if at.off-x.last.off >= int64(x.input.limit) { // its start was the token before
				at = x.last
			}
			x.found.add(longPiece(x.f, at, x.input.limit))
			return x.found.rest(x.unread(), x.input.r)
		}
		if err == errManyAttrs {
			return x.stop(x.at, err.Error()+", and nothing after this is read")
		}
		raw := x.rawToken()
		if err != nil {
			var syntax *xml.SyntaxError
			if errors.As(err, &syntax) {
				at := x.at
				at.pass(raw)
				return x.stop(at, "the document is not well-formed, and nothing after this is read: "+syntax.Msg)
			}
			if err == io.EOF && !x.rooted && x.at.off > 0 {
				return x.stop(x.at, "the document has no element")
			}
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			x.size += len(t.Name.Space) + len(t.Name.Local)
			if why := tooDeep(x.depth, x.size); why != "" {
				return x.stop(x.at, why+", and nothing after this is read")
			}
			x.depth, x.rooted = x.depth+1, true
			x.element.depth = 0 // the text of <url> is not wanted if elements follow: <url><loc>…
			if x.wantsText(t.Name.Local) {
				x.element.depth, x.element.text, x.element.rec = x.depth, x.element.text[:0], Record{}
			}
			x.tag.attrs, x.tag.raw, x.tag.at, x.tag.from = t.Attr, raw, tagCursor{cursor: x.at}, 0
			if !x.attributes() {
				return nil
			}
			continue
		case xml.EndElement:
			if x.element.depth == x.depth {
				x.addElement(t.Name.Local)
			}
			x.depth--
			x.size -= len(t.Name.Space) + len(t.Name.Local)
		case xml.CharData:
			if x.element.depth > 0 {
				x.addText(raw, t)
			}
		}
		x.pass(raw)
	}
	return nil
}

// stop ends the reading with a fault at a place. It returns the error for next.
func (x *xmlReader) stop(at cursor, message string) error {
	x.found.add(documentFault(x.f, at, CodeXML, message))
	return x.found.rest(x.unread(), x.input.r)
}

// pass goes on after the present token.
func (x *xmlReader) pass(raw []byte) {
	x.last = x.at
	x.at.pass(raw)
	x.found.pass(raw)
}

// attributes adds the values of the attributes of the start tag and goes on after it. It
// returns false if the records are enough for a block before it has read them all. For
// rewriting, a tag is in the block that its records are in.
func (x *xmlReader) attributes() bool {
	t := &x.tag
	for i, a := range t.attrs {
		if !x.found.keep && x.found.full(1) {
			t.attrs = t.attrs[i:]
			return false
		}
		if x.wantsAttr(a.Name.Local) {
			x.addAttr(t.raw, &t.at, &t.from, a)
		}
	}
	x.pass(t.raw)
	t.attrs, t.raw = nil, nil
	return true
}

// rawToken returns the present token as it is written.
func (x *xmlReader) rawToken() []byte {
	in := &x.input
	if n := x.at.off - in.base; n > 0 { // drop the tokens before it
		in.kept = append(in.kept[:0], in.kept[min(int(n), len(in.kept)):]...)
		in.base = x.at.off
	}
	n := x.decoder.InputOffset() - in.base
	return in.kept[:max(0, min(int(n), len(in.kept)))]
}

// unread returns what has been read of the document from the present token on.
func (x *xmlReader) unread() []byte {
	return x.input.kept[min(int(x.at.off-x.input.base), len(x.input.kept)):]
}

// addText adds to the text of the element that is wanted.
func (x *xmlReader) addText(raw []byte, text xml.CharData) {
	e := &x.element
	if len(bytes.TrimSpace(text)) == 0 && len(e.text) == 0 {
		return
	}
	first := len(e.text) == 0
	e.text = append(e.text, text...)
	if !first { // the text is in several pieces, so no single Raw stands for it
		e.rec.Raw = nil
		return
	}
	const open, end = "<![CDATA[", "]]>"
	e.rec.Escape = EscHTML
	start := 0
	if bytes.HasPrefix(raw, []byte(open)) {
		e.rec.Escape, e.rec.quoted = None, true
		start = len(open)
		raw = bytes.TrimSuffix(raw, []byte(end))
	}
	e.rec.locate(&tagCursor{cursor: x.at}, raw, start, len(raw))
}

// addElement adds the text of an element that ends.
func (x *xmlReader) addElement(name string) {
	x.element.depth = 0
	r := x.element.rec
	r.Text, r.Source, r.Format, r.Role = string(bytes.Trim(x.element.text, space)), x.f.Name, x.f.Format, name
	if r.Text == "" { // <link href="…"/> has none
		return
	}
	if r.Escape == EscHTML && string(r.Raw) == r.Text {
		r.Escape = None
	}
	x.found.add(r)
}

// addAttr adds the value of an attribute. It looks for it in raw from *from on, and moves
// *from after it, or to the end if it is not there.
func (x *xmlReader) addAttr(raw []byte, at *tagCursor, from *int, a xml.Attr) {
	r := Record{Text: strings.Trim(a.Value, space), Source: x.f.Name, Format: x.f.Format, Role: "@" + a.Name.Local, Reference: true}
	r.setPlace(x.at)
	if start, end := findXMLAttr(raw, *from, a.Name.Local); start > 0 {
		*from = end + 1
		r.locate(at, raw, start, end)
		if string(r.Raw) != r.Text {
			r.Escape = EscHTML
		}
	} else {
		*from = len(raw)
	}
	x.found.add(r)
}

// findXMLAttr finds the value of the attribute with that local name in a tag. It returns 0
// if there is none.
func findXMLAttr(raw []byte, from int, name string) (start, end int) {
	for i := from; i < len(raw); i++ {
		if raw[i] != '"' && raw[i] != '\'' {
			continue
		}
		n := bytes.IndexByte(raw[i+1:], raw[i])
		if n < 0 {
			break
		}
		key := bytes.TrimRight(raw[:i], space)
		key = bytes.TrimRight(bytes.TrimSuffix(key, []byte{'='}), space)
		if k, ok := bytes.CutSuffix(key, []byte(name)); ok {
			if r, _ := utf8.DecodeLastRune(k); strings.ContainsRune(space+":", r) {
				return i + 1, i + 1 + n
			}
		}
		i += n + 1
	}
	return 0, 0
}

// rdfInside returns RDFXML for a document whose first bytes show it.
func rdfInside(head []byte) Format {
	if bytes.Contains(head, []byte("<rdf:RDF")) {
		return RDFXML
	}
	return nil
}
