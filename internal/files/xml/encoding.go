package xml

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"

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
			return input.FailingReader{Err: source.Wrong(f.Name, err)}
		}
		return b
	}
	declared, err := checkXML(head)
	name := ""
	if err == nil {
		name, err = input.DocumentCharset(cmp.Or(markup.FirstCharset(head), markup.DeclaredEncoding(head)),
			cmp.Or(o.Charset, o.DocumentCharset))
	}
	if err != nil {
		return input.FailingReader{Err: source.Wrong(f.Name, err)}
	}
	c := &checker{name: f.Name, declared: cmp.Or(declared, o.Charset, o.DocumentCharset)}
	e := input.EncodingOf(name)
	if !strings.HasPrefix(name, "utf-") { // their names do not say the byte order
		e, _ = encodings.GetIANA(c.declared)
	}
	switch e.Name() {
	case "us-ascii":
		c.good = func(p []byte, _ bool) (n, wait int) { return chars.NonASCII(chars.UnsafeString(p)), 0 }
	case "utf-8":
		if !o.Rewrite { // each piece with other bytes is a finding: see notUTF8
			return b
		}
		c.good = chars.UTF8Prefix
	default:
		c.single = e.Single()
	}
	checked := transform.NewReader(b, c)
	if name == "utf-8" {
		return checked
	}
	text := f.Decode(bufio.NewReaderSize(checked, 64<<10), e, o)
	if c.good != nil || c.single || strings.HasPrefix(name, "utf-") {
		return text
	}
	// The decoder writes U+FFFD for what is not in the encoding.
	return transform.NewReader(text, &checker{name: f.Name, declared: c.declared,
		good: func(p []byte, _ bool) (n, wait int) {
			if i := bytes.IndexRune(p, utf8.RuneError); i >= 0 {
				return i, 0
			}
			return len(p), 0
		}})
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
		e, _ := encodings.Get(order)
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
	case mark && e.Name() != "utf-8":
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
		return fmt.Errorf("it is not XML, which starts with \"<\": it starts with %s", quote.Quote(linecol.FirstLine(start)))
	}
	return nil
}

// A checker is a [transform.Transformer] that passes bytes on as long as they are those of an encoding.
type checker struct {
	transform.NopResetter
	name     string // of the file
	declared string // the encoding; empty for none

	// good returns how many bytes of p are in the encoding, and how many after them may be
	// the start of a character. If it is nil, all are.
	good func(p []byte, end bool) (n, wait int)

	// single means that each byte is a character. If all of those beyond ASCII together
	// are UTF-8, the document is not in its encoding.
	single     bool
	many, none bool // characters beyond ASCII are UTF-8; some are not

	off int64 // how much has been passed on
}

// Transform is for [transform.Transformer].
func (c *checker) Transform(dst, src []byte, atEOF bool) (n, _ int, err error) {
	good, wait := len(src), 0
	switch {
	case c.good != nil:
		good, wait = c.good(src, atEOF)
	case c.single && !c.none:
		good, wait = chars.UTF8Prefix(src, atEOF)
		c.many = c.many || chars.NonASCII(chars.UnsafeString(src[:good])) < good
		if c.none = good+wait < len(src); c.none {
			good, wait = len(src), 0
		}
	}
	n = copy(dst, src[:good])
	c.off += int64(n)
	switch {
	case n < good:
		err = transform.ErrShortDst
	case good+wait < len(src):
		err = c.fail(fmt.Sprintf("the byte at offset %d is not in it", c.off))
	case wait > 0:
		err = transform.ErrShortSrc
	case atEOF && c.many && !c.none:
		err = c.fail("is in UTF-8")
	}
	return n, n, err
}

func (c *checker) fail(why string) error {
	what := "it declares the encoding " + quote.Cut(c.declared)
	if c.declared == "" {
		what = "it declares no encoding, which stands for UTF-8"
	}
	return source.Wrong(c.name, fmt.Errorf("%s, and %s: correct the declaration, or convert the file", what, why))
}
