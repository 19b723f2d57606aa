package input

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// "If a document as a whole has a native character encoding and that character encoding is not UTF-8, then
// IRIs MUST NOT be placed into the document in the UTF-8 character encoding" (RFC 3987 §6.3). A file
// with bytes that are not UTF-8, whose charset nobody has named, gets no character that is not ASCII.

// An outsideUTF8 knows whether a file is not in UTF-8. A regular file is read once more when that is first
// asked; of any other source, what has been read so far decides. Several goroutines may ask.
type outsideUTF8 struct {
	known bool // the charset of the file is named
	once  sync.Once
	found bool // in a regular file

	seen *watchingReader // of another source
}

// wanted reports whether results are written into what is read, in a charset that is not named.
func (n *outsideUTF8) wanted(o *Options) bool { return o.Rewrite && !n.known }

// watch returns a reader of r that sees what is not UTF-8.
func (n *outsideUTF8) watch(r io.Reader) io.Reader {
	n.seen = &watchingReader{r: r}
	return n.seen
}

func (n *outsideUTF8) forget() { n.seen = nil }

// NotUTF8 reports whether the file has bytes that are not UTF-8, and its charset is not known.
func (f *File) NotUTF8() bool {
	n := &f.outside
	switch {
	case n.known || f.encoding != nil || f.packed.r == nil:
		return false
	case f.handle == nil:
		return n.seen != nil && n.seen.bad.Load()
	}
	n.once.Do(func() { n.found = f.hasOtherBytes() })
	return n.found
}

// hasOtherBytes reads a regular file from its start. One that has gone has no such bytes.
func (f *File) hasOtherBytes() bool {
	var r io.Reader = io.NewSectionReader(f.handle, 0, f.Size)
	if f.closer != nil { // it may be closed before its last block is worked on
		h, err := os.Open(f.Name)
		if err != nil {
			return false
		}
		defer h.Close()
		if info, err := h.Stat(); err != nil || !os.SameFile(info, f.opened) {
			return false
		}
		r = h
	}
	text, _, err := Unpack(r)
	if err != nil {
		return false
	}
	w := watchingReader{r: text}
	buf := make([]byte, 256<<10)
	for err == nil && !w.bad.Load() {
		_, err = w.Read(buf)
	}
	return w.bad.Load()
}

// A watchingReader sees bytes that are not UTF-8. Other goroutines may read bad.
type watchingReader struct {
	r    io.Reader
	bad  atomic.Bool
	rest []byte // the beginning of a character, at the end of what was read
}

func (w *watchingReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if w.bad.Load() {
		return n, err
	}
	text := p[:n]
	if len(w.rest) > 0 {
		text = append(w.rest, text...)
	}
	whole := len(text)
	if err != io.EOF {
		whole = chars.WholeRunes(text)
	}
	if !utf8.Valid(text[:whole]) {
		w.bad.Store(true)
	}
	w.rest = append([]byte(nil), text[whole:]...)
	return n, err
}
