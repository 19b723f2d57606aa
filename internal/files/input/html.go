package input

import (
	"bytes"
	"io"

	"golang.org/x/net/html/charset"

	"github.com/rfc3987/iri/internal/files/base"
)

// HTML has URLs in attributes.
var HTML = &format{
	name: "html", endings: []string{".html", ".htm", ".xhtml"}, code: CodeHTML,
	starts: []string{"<!doctype html", "<html"}, title: "HTML", from: "html", hasBase: true, document: true, web: true, comment: "<!--", holds: holdsInPage,
	open: newHTMLReader, decode: decodeDocument, escape: escapeMarkup, unescape: unescapeAttribute,
}

// Roles of URLs that are not like all others.
const (
	roleBaseElement = "base href"
	roleRefresh     = "meta refresh"
	roleScript      = "script ld+json"
)

// An htmlReader reads the URLs of an HTML document. The base of a document is that of
// its first base element (HTML §2.4.3), also for URLs before that element. So records
// are held back until the body starts: then no base element can come.
type htmlReader struct {
	f         *File
	o         *Options
	s         htmlScanner
	tag       startTag // the present one, of which a block may have ended
	found     docRecords
	base      string
	hasBase   bool
	baseKnown bool        // the base cannot change any more
	ld        bool        // the present element is a script of JSON-LD
	scripts   *ldExpander // of JSON-LD; nil before the first
	lost      ldNames
	roles     map[string]string
	roleName  []byte
	text      []byte // see add
}

func newHTMLReader(f *File, o *Options) blockReader {
	return &documentReader{f: f, r: newPage(f, o, f.text(htmlCharset, o))}
}

func newPage(f *File, o *Options, r io.Reader) *htmlReader {
	p := &htmlReader{f: f, o: o, s: htmlScanner{window: newWindow(f, r, o)}, roles: make(map[string]string)}
	p.s.limit = max(p.s.limit, longestRaw)
	p.found.start(f, o)
	return p
}

func (p *htmlReader) records() *docRecords { return &p.found }

func (p *htmlReader) next() error {
	p.found.reset()
	for {
		if p.tag.htmlTag == nil { // or else the block before ended within it
			kind, err := p.s.next()
			switch {
			case err == errLongPiece:
				p.found.add(p.s.longPiece(p.f, p.o.maxPiece()))
				p.flush()
				return p.found.rest(p.s.rest(), p.s.r)
			case err != nil:
				if rest := p.s.rest(); len(rest) > 0 {
					if err == io.EOF {
						p.found.add(p.s.fault(p.f, p.s.place(), CodeHTML, "the document ends inside the tag that starts here, and the tag is not read"))
					}
					p.found.pass(rest)
				}
				p.flush()
				return err
			case kind == htmlStart:
				p.begin()
			case kind == htmlText && !p.ld:
				raw := p.s.piece()
				p.css(raw, 0, len(raw), &tagCursor{cursor: p.s.place()}, false, "style")
			case kind == htmlText:
				p.jsonLD(p.s.piece())
			}
		}
		if p.tag.htmlTag != nil {
			if !p.attributes() {
				return p.block()
			}
			p.tag = startTag{}
		}
		p.found.pass(p.s.piece())
		if p.found.full(p.blocks()) {
			return p.block()
		}
	}
}

// block ends a block before the document ends. No base can come any more.
func (p *htmlReader) block() error {
	p.baseKnown = true
	p.flush()
	return nil
}

// blocks returns how many blocks of records are held back: until the base is known, as
// many as do not take too much memory.
func (p *htmlReader) blocks() int {
	if p.baseKnown {
		return 1
	}
	return 32
}

// full reports whether the block ends within a tag. For rewriting, a tag is in the block
// that its records are in.
func (p *htmlReader) full() bool { return !p.found.keep && p.found.full(p.blocks()) }

// flush sets the base of the records.
func (p *htmlReader) flush() {
	for i := range p.found.records {
		r := &p.found.records[i]
		switch {
		case r.HasBase: // that of JSON-LD
			r.Base = base.Resolve(p.base, r.Base)
		case r.Role == roleBaseElement: // it may be relative to the address of the document
		default:
			r.Base, r.HasBase = p.base, p.hasBase
		}
	}
	if p.scripts != nil {
		p.scripts.account(p.f, &p.lost)
	}
}

// htmlCharset returns the charset that a page declares, empty if it declares none. The
// order is that of HTML §13.2.3.2: a byte order mark, a meta element, an XML declaration.
func htmlCharset(head []byte) string {
	if name := firstCharset(head); name != "" {
		return name
	}
	// DetermineEncoding looks for a meta element, and guesses if there is none. The guess
	// depends on whether the bytes beyond ASCII are UTF-8, the declaration does not.
	prescan := func(tail string) string {
		text := append(bytes.Clone(head[:min(len(head), declaration-len(tail))]), tail...)
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
	return xmlCharset(head)
}
