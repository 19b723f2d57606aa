package source

import (
	"io"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// "If a document as a whole has a native character encoding and that character encoding is not UTF-8, then
// IRIs MUST NOT be placed into the document in the UTF-8 character encoding" (RFC 3987 §6.3). A file
// with bytes that are not UTF-8, whose charset nobody has named, gets no character that is not ASCII.

// watch returns a reader of r that sees what is not UTF-8.
func (f *File) watch(r io.Reader) io.Reader {
	f.seen = &watchingReader{r: r}
	return f.seen
}

// NotUTF8 reports whether the text has bytes that are not UTF-8. A regular file is read once more when that is first
// asked; of any other source, what has been read so far decides. Several goroutines may ask.
func (f *File) NotUTF8() bool {
	if f.handle == nil {
		return f.seen != nil && f.seen.bad.Load()
	}
	f.once.Do(func() { f.bad = f.hasOtherBytes() })
	return f.bad
}

// hasOtherBytes reads a regular file from its start. One that has gone has no such bytes.
func (f *File) hasOtherBytes() bool {
	var r io.Reader = io.NewSectionReader(f.handle, 0, f.Size)
	if f.CanReopen() { // it may be closed before its last chunk is worked on
		h, err := f.Reopen()
		if err != nil {
			return false
		}
		defer h.Close()
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
