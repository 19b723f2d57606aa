// Package html reads pages.
package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
)

// Format is the format of HTML pages.
var Format = &input.Format{
	Name: "html", Endings: []string{".html", ".htm", ".xhtml"}, FaultCode: input.CodeHTML,
	Traits: input.Traits{Bases: true, Document: true, ByHand: true, Templated: true, CommentStart: "<!--"},
	Signs:  input.Signs{Starts: []string{"<!doctype html", "<html"}, Title: "HTML", From: "html"},
	Reading: input.Reading{
		Open:   input.OpenParts(func(*input.File) func([]byte) string { return htmlCharset }, readPage),
		Decode: input.DecodeDocument,
	},
	Writing: input.Writing{AcceptsRelative: AcceptsInPage, Escape: markup.EscapeMarkup, Unescape: markup.UnescapeAttribute},
}

// Roles of URLs that are not like all others.
const (
	roleBaseElement = "base href"
	roleRefresh     = "meta refresh"
	roleScript      = "script ld+json"
)

// A Reader reads the URLs of a page, or of a part of a document that is HTML.
type Reader struct {
	Comment func(c input.Span, at func() linecol.Cursor) // takes a comment and its place

	w       *input.WholeReader
	scanner scanner
	tag     startTag // the present one
	base    string
	hasBase bool
	ld      bool             // the present element is a script of JSON-LD
	scripts *jsonld.Expander // of JSON-LD; nil before the first
	lost    jsonld.Lost
	scopes  scopes
	isXML   bool
	inner   bool   // a page in another text: pages in it are not read
	text    []byte // see add

	lastRole struct {
		attr *pageAttribute
		text string
	} // see role
}

// readPage begins to read a page.
func readPage(w *input.WholeReader, source []byte) (next func() bool) {
	p := NewPart(w, source, linecol.Cursor{Line: 1, Col: 1, End: w.File.LineEnd()})
	p.Comment = func(c input.Span, at func() linecol.Cursor) {
		if w.File.IsIgnoring(source[c.Start:c.End]) {
			w.Comment(source, c, at())
		}
	}
	p.ownBase()
	return p.Next
}

// NewPart returns a reader of HTML that stands at a place of a document, which has no base of its own.
func NewPart(w *input.WholeReader, text []byte, at linecol.Cursor) *Reader {
	p := &Reader{w: w, scanner: scanner{text: text, off: int(at.Off), places: linecol.NewTracker(text, at, nil)}}
	p.tag.braces, p.tag.brackets = markup.NextOf{Char: '{'}, markup.NextOf{Char: '['}
	p.isXML = input.Ending(w.File.Name) == ".xhtml"
	return p
}

// Raw returns the name of the element that is open, if its content is text; empty for none.
func (p *Reader) Raw() string { return p.scanner.raw }

// Ends reports whether what follows is the end tag of such an element.
func (p *Reader) Ends(name string) bool { return named(p.scanner.text[p.scanner.end:], "</", name) }

// Next adds the items of the next piece. It returns false if there is none.
func (p *Reader) Next() bool {
	s := &p.scanner
	switch s.next() {
	case noPiece:
		if p.scripts != nil {
			p.scripts.Account(p.w.File, &p.lost)
		}
		return false
	case cutPiece:
		if !p.w.Broken {
			p.fault(s.place(), input.CodeHTML, "the document ends inside the tag that starts here, and the tag is not read")
		}
	case startPiece:
		p.start()
	case endPiece:
		p.scopes.end(s.tag.name)
	case commentPiece:
		p.Comment(s.span(), s.place)
	case rawPiece:
		switch {
		case p.tag.isStyle:
			p.css(s.piece(), 0, s.end-s.pos, false, "style")
		case p.ld:
			p.jsonLD(s.piece())
		}
	}
	p.w.Found.PassTo(int64(s.off + s.end))
	return true
}

// item returns an item of the document, to be filled in before [input.DocItems.Added].
func (p *Reader) item(role string) *input.Item {
	r := p.w.Found.Slot()
	r.Source, r.Format, r.Role = p.w.File.Name, p.w.File.Format, role
	if role != roleBaseElement { // it may be relative to the address of the document
		r.Base = input.Base{IRI: p.base, Known: p.hasBase}
	}
	return r
}

// fault adds the item for what is wrong at a place.
func (p *Reader) fault(at linecol.Cursor, code, message string) {
	p.w.Found.Fault(at, code, message, p.scanner.text, int(at.Off)-p.scanner.off)
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
