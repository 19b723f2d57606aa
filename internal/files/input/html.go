package input

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// An htmlReader reads the URLs of an HTML document. The base of a document is that of
// its first base element (HTML §2.4.3), also for URLs before that element. So records
// are held back until the body starts: then no base element can come.
type htmlReader struct {
	f         *File
	o         *Options
	input     unreader
	tokenizer *html.Tokenizer
	at        cursor // the start of the present token
	found     docRecords
	base      string
	hasBase   bool
	baseKnown bool // the base cannot change any more

	// The token before the present one.
	last    cursor // its start
	kind    html.TokenType
	tail    []byte      // its last bytes, at most tailSize
	bogus   bool        // it is a comment that ends with the next ">", such as <?xml
	raw     string      // the element of rawText that is open; empty for none
	ld      bool        // it is a script of JSON-LD
	scripts *ldExpander // of JSON-LD; nil before the first
	skip    struct {
		seen   []byte // the last bytes of the text that is skipped, in lower case; nil for none
		inside bool   // inside a character that the limit has cut; its start has been counted as a column
	}
	tag startTag
}

func newHTMLReader(f *File, o *Options) blockReader {
	p := &htmlReader{f: f, o: o, at: cursor{line: 1, col: 1}, input: unreader{r: bufio.NewReader(f.text(htmlCharset, o)), keep: o.Rewrite}}
	p.found.start(f, o)
	p.tokenize()
	return &documentReader{f: f, r: p}
}

// tokenize starts a new tokenizer at the present place of the input.
func (p *htmlReader) tokenize() {
	p.tokenizer = html.NewTokenizer(&p.input)
	p.tokenizer.SetMaxBuf(p.o.maxPiece())
}

// An unreader reads first the bytes that were given back, and then from r.
type unreader struct {
	back []byte
	r    *bufio.Reader
	keep bool
	kept []byte // with keep, what Read has returned and is not taken yet
}

func (r *unreader) Read(b []byte) (n int, err error) {
	if len(r.back) > 0 {
		n = copy(b, r.back)
		r.back = r.back[n:]
	} else {
		n, err = r.r.Read(b)
	}
	if r.keep {
		r.kept = append(r.kept, b[:n]...)
	}
	return n, err
}

// take takes n bytes from what is kept.
func (r *unreader) take(n int) []byte {
	n = min(n, len(r.kept))
	taken := r.kept[:n]
	if r.kept = r.kept[n:]; len(r.kept) == 0 {
		r.kept = nil
	}
	return taken
}

// peek returns the next byte, or false if there is none.
func (r *unreader) peek() (byte, bool) {
	if len(r.back) > 0 {
		return r.back[0], true
	}
	b, err := r.r.Peek(1)
	if err != nil {
		return 0, false
	}
	return b[0], true
}

// skip skips the next byte, which must be there.
func (r *unreader) skip() {
	if len(r.back) > 0 {
		r.back = r.back[1:]
		return
	}
	r.r.Discard(1)
}

// tailSize is the length of the longest tag that ends a text which skipLong skips.
const tailSize = len("</plaintext>")

// rawText holds the elements whose content is text, even if there are tags in it.
var rawText = []string{"iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"}

// skipLong begins to skip the rest of a text or comment that is too long for the tokenizer,
// which has returned its start as the token before. That loses no URL, because texts and
// comments have none. For other tokens it returns false.
func (p *htmlReader) skipLong() bool {
	if p.kind != html.TextToken && p.kind != html.CommentToken {
		return false
	}
	r, n := &p.input, p.opening()
	r.back = slices.Concat(p.tail[len(p.tail)-n:], p.tokenizer.Buffered(), r.back)
	p.at.off, p.at.col = p.at.off-int64(n), p.at.col-n
	r.kept = nil // it is read again
	p.found.data = p.found.data[:max(0, len(p.found.data)-n)]
	p.skip.seen, p.skip.inside = bytes.ToLower(p.tail), true // the tag that ends the text may begin there
	if p.skip.seen == nil {
		p.skip.seen = []byte{}
	}
	return true
}

// skipOn goes on with what skipLong has begun, to the end of the text or until what is kept of
// it is enough for a block. Then it returns false.
func (p *htmlReader) skipOn() bool {
	r, seen := &p.input, p.skip.seen
	for !p.found.full(p.blocks()) {
		c, ok := r.peek()
		p.skip.inside = p.skip.inside && !utf8.RuneStart(c)
		if !ok || !p.skip.inside && p.ended(seen) {
			p.skip.seen, p.raw = nil, ""
			p.tokenize()
			return true
		}
		r.skip()
		if r.keep {
			p.found.data = append(p.found.data, c)
		}
		p.at.step(c)
		if len(seen) > 4*tailSize {
			seen = append(seen[:0], seen[len(seen)-tailSize:]...)
		}
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		seen = append(seen, c)
	}
	p.skip.seen = seen
	return false
}

// opening returns how many bytes at the end of a text that the limit has cut are the
// start of a tag or comment.
func (p *htmlReader) opening() int {
	n := len(p.tail)
	switch {
	case p.kind != html.TextToken || p.raw != "" || n < 3: // so short a text would be empty without them
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

// ended reports whether a text or comment that the limit has cut has ended; seen holds
// its last bytes in lower case. For text outside the elements of rawText this is always
// true, because the tokenizer can go on anywhere in it.
func (p *htmlReader) ended(seen []byte) bool {
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

func (p *htmlReader) records() *docRecords { return &p.found }

func (p *htmlReader) next() error {
	p.found.reset()
	kind := html.StartTagToken
	for {
		if p.skip.seen != nil {
			if !p.skipOn() {
				return p.block()
			}
			continue
		}
		rest := p.tag.raw != nil // of the tag with which the block before ended
		if !rest {
			kind = p.tokenizer.Next()
		}
		if kind == html.ErrorToken {
			err := p.tokenizer.Err()
			if err == html.ErrBufferExceeded {
				at := p.at
				if len(p.tokenizer.Raw()) == 0 { // its start was the token before
					if p.skipLong() {
						continue
					}
					at = p.last
				}
				p.found.add(longPiece(p.f, at, p.o.maxPiece()))
				p.flush()
				return p.found.rest(slices.Concat(p.input.kept, p.input.back), p.input.r)
			}
			if err == io.EOF && len(p.tokenizer.Raw()) > 0 {
				p.found.add(documentFault(p.f, p.at, CodeHTML, "the document ends inside the tag that starts here, and the tag is not read"))
			}
			p.found.pass(p.input.kept)
			p.flush()
			return err
		}
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			if !rest {
				p.begin()
			}
			if !p.attributes() {
				return p.block()
			}
			p.tag = startTag{}
		}
		raw := p.tokenizer.Raw()
		switch {
		case kind == html.TextToken && p.raw == "style":
			p.css(raw, 0, len(raw), &tagCursor{cursor: p.at}, false, "style")
		case kind == html.TextToken && p.raw == "script" && p.ld:
			p.jsonLD(raw)
		}
		p.last, p.kind = p.at, kind
		p.tail = append(p.tail[:0], raw[max(0, len(raw)-tailSize):]...)
		p.bogus = !bytes.HasPrefix(raw, []byte("<!--"))
		if kind == html.EndTagToken {
			p.raw = ""
		}
		p.at.pass(raw)
		p.found.pass(p.input.take(len(raw)))
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
		if r.HasBase { // that of JSON-LD
			r.Base = resolve(p.base, r.Base)
			continue
		}
		r.Base, r.HasBase = p.base, p.hasBase
	}
	if p.scripts != nil {
		p.f.lost(p.scripts)
	}
}
