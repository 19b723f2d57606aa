package input

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// A markup reads the IRIs of an XML document: the text of elements and the values
// of attributes. Options.Field names one of them, "loc" an element, "@href" an
// attribute, by their local names. Without it the elements are those of sitemaps
// and feeds (loc, link, url, uri, …) and the attributes href and src.
type markup struct {
	f    *File
	o    *Options
	x    *xml.Decoder
	tee  tee
	at   cursor // the start of tee.b
	last cursor // that of the token before
	out  []Record
	size int // of the text in out

	depth int    // of the element whose text is wanted; 0 for none
	text  []byte // its text so far
	rec   Record // its place, and its text as it is written if that is in one piece
	level int
}

// A tee keeps what has been read, from base on, but not more than most bytes.
type tee struct {
	r    io.Reader
	b    []byte
	base int64
	most int
}

var errPiece = errors.New("a piece is too long")

func (t *tee) Read(p []byte) (int, error) {
	if len(t.b) > t.most {
		return 0, errPiece
	}
	n, err := t.r.Read(p)
	t.b = append(t.b, p[:n]...)
	return n, err
}

func newMarkup(f *File, o *Options) *markup {
	m := &markup{f: f, o: o, at: cursor{line: 1, col: 1}}
	m.tee.r, m.tee.most = f.r, o.maxPiece()
	m.x = xml.NewDecoder(&m.tee)
	m.x.CharsetReader = charset.NewReaderLabel
	m.x.Entity = xml.HTMLEntity
	return m
}

// wantsText and wantsAttr say which elements and attributes hold an IRI.
func (m *markup) wantsText(name string) bool {
	if m.o.Field != "" {
		return m.o.Field == name
	}
	switch name {
	case "loc", "content_loc", "player_loc", "thumbnail_loc", "link", "url", "uri", "comments", "docs", "icon", "logo":
		return true
	}
	return false
}

func (m *markup) wantsAttr(name string) bool {
	if m.o.Field != "" {
		return m.o.Field == "@"+name
	}
	return name == "href" || name == "src"
}

func (m *markup) next() ([]Record, error) {
	m.out, m.size = nil, 0
	for len(m.out) < batch && m.size < batchBytes {
		token, err := m.x.Token()
		if err == errPiece {
			at := m.at
			if at.off-m.last.off >= int64(m.tee.most) { // its beginning has come as a token
				at = m.last
			}
			m.out = append(m.out, longPiece(m.f, at, m.tee.most))
			return m.out, io.EOF
		}
		raw := m.passed()
		if err != nil {
			var syntax *xml.SyntaxError
			if errors.As(err, &syntax) {
				at := m.at
				at.pass(raw)
				m.out = append(m.out, Record{Source: m.f.Name, Format: XML, Line: at.line, Col: at.col, Offset: at.off, Err: &Error{
					Code: CodeXML, Line: at.line, Col: at.col, Message: "the document is not well-formed, and nothing behind this is read: " + syntax.Msg,
				}})
				err = io.EOF
			}
			return m.out, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			m.level++
			m.depth = 0 // an element with elements in it has no text of its own: <url><loc>…
			if m.wantsText(t.Name.Local) {
				m.depth, m.text, m.rec = m.level, m.text[:0], Record{}
			}
			from := 0
			for _, a := range t.Attr {
				m.attr(raw, &from, a)
			}
		case xml.EndElement:
			if m.depth == m.level {
				m.element(t.Name.Local)
			}
			m.level--
		case xml.CharData:
			if m.depth > 0 {
				m.chars(raw, t)
			}
		}
		m.last = m.at
		m.at.pass(raw)
	}
	return m.out, nil
}

// passed returns the text of the last token, as it is written.
func (m *markup) passed() []byte {
	// What was returned the last time is behind m.at.
	if n := m.at.off - m.tee.base; n > 0 {
		m.tee.b = append(m.tee.b[:0], m.tee.b[min(int(n), len(m.tee.b)):]...)
		m.tee.base = m.at.off
	}
	n := m.x.InputOffset() - m.tee.base
	return m.tee.b[:max(0, min(int(n), len(m.tee.b)))]
}

// chars adds to the text of the element that is wanted.
func (m *markup) chars(raw []byte, text xml.CharData) {
	if len(bytes.TrimSpace(text)) == 0 && len(m.text) == 0 {
		return
	}
	first := len(m.text) == 0
	m.text = append(m.text, text...)
	if !first { // in pieces: only the place of the first is known
		m.rec.Raw = nil
		return
	}
	const open, end = "<![CDATA[", "]]>"
	m.rec.Escape = EscHTML
	skip := 0
	if bytes.HasPrefix(raw, []byte(open)) {
		m.rec.Escape = None
		skip = len(open)
		raw = bytes.TrimSuffix(raw, []byte(end))
	}
	piece, more := trimmed(raw[skip:])
	place := m.at
	place.pass(raw[:skip+more])
	m.rec.Line, m.rec.Col, m.rec.Offset = place.line, place.col, place.off
	m.rec.Raw = bytes.Clone(piece)
}

// element takes the text of an element that ends.
func (m *markup) element(name string) {
	m.depth = 0
	r := m.rec
	r.Text, r.Source, r.Format, r.Role = string(bytes.Trim(m.text, space)), m.f.Name, XML, name
	if r.Text == "" { // <link href="…"/> has none
		return
	}
	if r.Escape == EscHTML && string(r.Raw) == r.Text {
		r.Escape = None
	}
	m.out = append(m.out, r)
	m.size += len(r.Text)
}

// attr takes the value of an attribute; *from moves on in raw.
func (m *markup) attr(raw []byte, from *int, a xml.Attr) {
	if !m.wantsAttr(a.Name.Local) {
		return
	}
	r := Record{Text: strings.Trim(a.Value, space), Source: m.f.Name, Format: XML, Role: "@" + a.Name.Local, Reference: true}
	at := m.at
	if start, end := findXMLAttr(raw, *from, a.Name.Local); start > 0 {
		*from = end
		piece, skip := trimmed(raw[start:end])
		at.pass(raw[:start+skip])
		r.Raw = bytes.Clone(piece)
		if string(piece) != r.Text {
			r.Escape = EscHTML
		}
	}
	r.Line, r.Col, r.Offset = at.line, at.col, at.off
	m.out = append(m.out, r)
	m.size += len(r.Text)
}

// findXMLAttr finds the value of the attribute with that local name in a tag.
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
