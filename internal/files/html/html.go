// Package html reads pages.
package html

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
)

// Format has URLs in attributes.
var Format = &input.Entry{
	Name: "html", Endings: []string{".html", ".htm", ".xhtml"}, FaultCode: input.CodeHTML,
	Starts: []string{"<!doctype html", "<html"}, Title: "HTML", From: "html", Bases: true, Document: true,
	Largest: 8 << 20,
	ByHand:  true, Templated: true, CommentStart: "<!--", Holds: HoldsInPage,
	Open: newHTMLReader, Decode: input.DecodeDocument, Escape: markup.EscapeMarkup, Unescape: markup.UnescapeAttribute,
}

// Roles of URLs that are not like all others.
const (
	roleBaseElement = "base href"
	roleRefresh     = "meta refresh"
	roleScript      = "script ld+json"
)

// An Reader reads the URLs of an HTML document. The base of a document is that of
// its first base element (HTML §2.4.3), also for URLs before that element. So records
// are held back until the body starts: then no base element can come.
type Reader struct {
	f         *input.File
	o         *input.Options
	Scanner   htmlScanner
	tag       startTag // the present one; a block may have ended in it
	Found     input.DocRecords
	base      string
	hasBase   bool
	BaseKnown bool             // the base cannot change any more
	ld        bool             // the present element is a script of JSON-LD
	scripts   *jsonld.Expander // of JSON-LD; nil before the first
	lost      jsonld.Lost
	scopes    scopes
	isXML     bool
	text      []byte // see add
	lastRole  struct {
		attr *pageAttribute
		text string
	} // see role
	Comment func() // takes the present piece, which is a comment
}

func newHTMLReader(f *input.File, o *input.Options) input.BlockReader {
	return &input.DocumentReader{File: f, Reader: NewPage(f, o, f.Text(htmlCharset, o))}
}

func NewPage(f *input.File, o *input.Options, r io.Reader) *Reader {
	p := &Reader{f: f, o: o, Scanner: htmlScanner{Window: input.NewWindow(f, r, o),
		braces: input.Absent{Char: '{'}, brackets: input.Absent{Char: '['}},
		isXML: input.Ending(f.Name) == ".xhtml"}
	p.Scanner.Limit = max(p.Scanner.Limit, longestRaw)
	p.Comment = func() { p.Scanner.Comment(f) }
	p.Found.Start(f, o, &p.Scanner.Window)
	return p
}

func (p *Reader) Records() *input.DocRecords { return &p.Found }

func (p *Reader) Next() error {
	p.Found.Reset()
	for {
		if p.tag.htmlTag == nil { // or else the block before ended within it
			kind, err := p.Scanner.next()
			switch {
			case err == input.ErrLongPiece:
				p.Found.Add(p.Scanner.LongPiece(p.f, p.f.Largest(p.o)))
				p.flush()
				return p.Found.Rest(p.Scanner.Rest(), p.Scanner.R)
			case err != nil:
				if rest := p.Scanner.Rest(); len(rest) > 0 {
					if err == io.EOF {
						p.Found.Add(p.Scanner.Fault(p.f, p.Scanner.Place(), input.CodeHTML,
							"the document ends inside the tag that starts here, and the tag is not read"))
					}
					p.Found.PassTo(p.Scanner.Off + int64(len(p.Scanner.Buf)))
				}
				p.flush()
				return err
			case kind == htmlStart:
				p.begin()
			case kind == htmlEnd:
				p.scopes.end(p.Scanner.tag.name)
			case kind == htmlWholeComment:
				p.Comment()
			case kind == htmlText && !p.ld:
				raw := p.Scanner.Piece()
				p.css(raw, 0, len(raw), &linecol.TagCursor{Cursor: p.Scanner.Place()}, false, "style")
			case kind == htmlText:
				p.jsonLD(p.Scanner.Piece())
			}
		}
		if p.tag.htmlTag != nil {
			if !p.attributes() {
				return p.block()
			}
			if p.tag = (startTag{}); p.scopes.void {
				p.scopes.closeLast()
			}
		}
		p.Found.PassTo(p.Scanner.EndOff())
		if p.Found.Full(p.blocks()) {
			return p.block()
		}
	}
}

// block ends a block before the document ends. No base can come any more.
func (p *Reader) block() error {
	p.BaseKnown = true
	p.flush()
	return nil
}

// blocks returns how many blocks of records are held back: until the base is known, as
// many as do not take too much memory.
func (p *Reader) blocks() int {
	if p.BaseKnown {
		return 1
	}
	return 32
}

// full reports whether the block ends within a tag. For rewriting, a tag is in the block
// that its records are in.
func (p *Reader) full() bool { return !p.Found.Keep && p.Found.Full(p.blocks()) }

// flush sets the base of the records.
func (p *Reader) flush() {
	for i := range p.Found.Records {
		r := &p.Found.Records[i]
		switch {
		case r.HasBase: // that of JSON-LD
			r.Base = base.Resolve(p.base, r.Base)
		case r.Role == roleBaseElement: // it may be relative to the address of the document
		default:
			r.Base, r.HasBase = p.base, p.hasBase
		}
	}
	if p.scripts != nil {
		p.scripts.Account(p.f, &p.lost)
	}
}

// htmlCharset returns the charset that a page declares, empty if it declares none. The
// order is that of HTML §13.2.3.2: a byte order mark, a meta element, an XML declaration.
func htmlCharset(head []byte) string {
	if name := input.FirstCharset(head); name != "" {
		return name
	}
	// DetermineEncoding looks for a meta element, and guesses if there is none. The guess
	// depends on whether the bytes beyond ASCII are UTF-8, the declaration does not.
	prescan := func(tail string) string {
		text := append(bytes.Clone(head[:min(len(head), input.HeadBytes-len(tail))]), tail...)
		for i := range text[:len(text)-len(tail)] {
			if text[i] >= 0x80 {
				text[i] = '_'
			}
		}
		_, name, _ := charset.DetermineEncoding(text, "")
		return name
	}
	if name := prescan("éx"); name == prescan("\xFFx") {
		if name == "x-user-defined" {
			return "windows-1252"
		}
		return name
	}
	if name := markup.DeclaredEncoding(head); !strings.HasPrefix(strings.ToLower(name), "utf-32") {
		return name
	}
	return "" // HTML has no such encoding, and the declaration can be read
}
