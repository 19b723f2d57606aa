package xml

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/encodings"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The encoding of an XML document (XML 1.0 §4.3.3): UTF-8, or what its declaration or its
// first bytes say. The name is that of a charset of IANA. A document that is in another encoding than it
// declares is an error: its text would be read as something that nobody wrote.

// documentText is [input.File.Text] for an XML document. The reader fails if the document is not XML at
// all, or where it is not in its encoding; the error is a *[source.Error].
func documentText(f *input.File, o *input.Options) io.Reader {
	b, head := f.Peek(o)
	if o.Decoded {
		if err := startsXML(bytes.TrimPrefix(head, linecol.BOM)); err != nil {
			return input.FailingReader{Err: &source.Error{Name: f.Name, Err: err}}
		}
		return b
	}
	declared, err := checkXML(head)
	name := ""
	if err == nil {
		name, err = input.DocumentCharset(markup.Charset(head), cmp.Or(o.Charset, o.DocumentCharset))
	}
	if err != nil {
		return input.FailingReader{Err: &source.Error{Name: f.Name, Err: err}}
	}
	c := &checkedReader{r: b, name: f.Name, declared: cmp.Or(declared, o.Charset, o.DocumentCharset)}
	e := input.EncodingOf(name)
	if !strings.HasPrefix(name, "utf-") { // their names do not say the byte order
		e, _ = encodings.GetIANA(c.declared)
	}
	switch e.Name() {
	case "us-ascii":
		c.good = asciiPrefix
	case "utf-8":
		if !o.Rewrite { // each piece with other bytes is a finding: see notUTF8
			return b
		}
		c.good = chars.UTF8Prefix
	default:
		c.single = e.Single()
	}
	if name == "utf-8" {
		return c
	}
	text := f.Decode(bufio.NewReaderSize(c, 64<<10), e, o)
	if c.good != nil || c.single || strings.HasPrefix(name, "utf-") {
		return text
	}
	// The decoder writes U+FFFD for what is not in the encoding.
	return &checkedReader{r: text, name: f.Name, declared: c.declared, good: func(p []byte, _ bool) (n, wait int) {
		if i := bytes.IndexRune(p, utf8.RuneError); i >= 0 {
			return i, 0
		}
		return len(p), 0
	}}
}

// checkXML returns the encoding that an XML document declares which starts with head, empty
// for none. The error says that the document is not XML, or that its first bytes are not in
// the encoding that it declares.
func checkXML(head []byte) (declared string, err error) {
	text, order := bytes.TrimPrefix(head, linecol.BOM), markup.FirstCharset(head)
	mark := order == "utf-8" // of UTF-8
	if mark {
		order = ""
	}
	if order != "" {
		e, _ := encodings.GetWide(order)
		text, _ = e.NewDecoder().Bytes(head)
		text = bytes.TrimPrefix(text, linecol.BOM)
	}
	if err := startsXML(text); err != nil {
		return "", err
	}
	if declared = markup.DeclaredEncoding(text); declared == "" {
		return "", nil
	}
	label := strings.ToLower(declared)
	e, _ := encodings.Get(declared)
	is16 := strings.HasPrefix(label, "utf-16") || strings.HasPrefix(label, "utf16") || strings.Contains(label, "ucs-2")
	is32 := strings.Contains(label, "utf-32") || strings.Contains(label, "ucs-4")
	isOrder := is16
	if strings.HasPrefix(order, "utf-32") {
		isOrder = is32
	}
	wrong := ""
	switch {
	case order != "" && (!isOrder || strings.HasSuffix(label, "le") && strings.HasSuffix(order, "be") ||
		strings.HasSuffix(label, "be") && strings.HasSuffix(order, "le")):
		wrong = "is in " + strings.ToUpper(order)
	case order != "":
	case is16, is32:
		wrong = "has one byte for each letter of ASCII"
	case mark && (e == nil || e.Name() != "utf-8"):
		wrong = "starts with the byte order mark of UTF-8"
	}
	if wrong != "" {
		return "", fmt.Errorf("it declares the encoding %s and %s: correct the declaration", quote.Cut(declared), wrong)
	}
	return declared, nil
}

// startsXML returns an error if a text cannot be the start of an XML document.
func startsXML(text []byte) error {
	if start := bytes.TrimLeft(text, chars.Space); len(start) > 0 && start[0] != '<' {
		return fmt.Errorf("it is not XML, which starts with \"<\": it starts with %s",
			quote.Quote(linecol.FirstLine(start)))
	}
	return nil
}

// A checkedReader reads from r as long as the bytes are those of an encoding.
type checkedReader struct {
	r        io.Reader
	name     string // of the file
	declared string // the encoding; empty for none

	// good returns how many bytes of p are in the encoding, and how many after them may be
	// the start of a character. If it is nil, all are.
	good func(p []byte, end bool) (n, wait int)

	// single means that each byte is a character. If all of those beyond ASCII together
	// are UTF-8, the document is not in its encoding.
	single     bool
	many, none bool // characters beyond ASCII are UTF-8; some are not

	buf  []byte
	rest []byte // the part of buf that is not handed out yet
	sure int    // how many bytes of the rest are in the encoding
	off  int64  // of the rest in the document
	err  error
}

func (c *checkedReader) Read(p []byte) (int, error) {
	for {
		if c.sure == 0 {
			c.sure = c.ready()
		}
		if c.sure > 0 {
			n := copy(p, c.rest[:c.sure])
			c.rest = c.rest[n:]
			c.off += int64(n)
			c.sure -= n
			return n, nil
		}
		if c.err != nil {
			return 0, c.end()
		}
		if c.buf == nil {
			c.buf = make([]byte, 32<<10)
		}
		n := copy(c.buf, c.rest)
		var m int
		m, c.err = c.r.Read(c.buf[n:])
		c.rest = c.buf[:n+m]
		if c.single && !c.none {
			c.look(c.rest[n:])
		}
	}
}

// ready returns how many bytes of the rest can be handed out.
func (c *checkedReader) ready() int {
	if c.good == nil {
		return len(c.rest)
	}
	n, wait := c.good(c.rest, c.err != nil)
	if n+wait < len(c.rest) && n == 0 {
		c.err, c.rest = c.fail(fmt.Sprintf("the byte at offset %d is not in it", c.off)), nil
	}
	return n
}

// look notes whether the characters beyond ASCII are UTF-8. Characters that are cut at the
// start or the end of p do not count.
func (c *checkedReader) look(p []byte) {
	for i := 0; i < utf8.UTFMax-1 && len(p) > 0 && !utf8.RuneStart(p[0]); i++ {
		p = p[1:]
	}
	n, wait := chars.UTF8Prefix(p, false)
	c.none = n+wait < len(p)
	c.many = c.many || bytes.ContainsFunc(p[:n], func(r rune) bool { return r >= utf8.RuneSelf })
}

// end returns the error for the end of the text.
func (c *checkedReader) end() error {
	if c.err == io.EOF && c.single && c.many && !c.none {
		c.err = c.fail("is in UTF-8")
	}
	return c.err
}

func (c *checkedReader) fail(why string) error {
	what := "it declares the encoding " + quote.Cut(c.declared)
	if c.declared == "" {
		what = "it declares no encoding, which stands for UTF-8"
	}
	return &source.Error{Name: c.name, Err: fmt.Errorf("%s, and %s: correct the declaration, or convert the file", what,
		why)}
}

func asciiPrefix(p []byte, _ bool) (n, wait int) {
	for n < len(p) && p[n] < utf8.RuneSelf {
		n++
	}
	return n, 0
}
