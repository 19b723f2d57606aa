package input

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// text returns a reader of the file's text as UTF-8. declared finds the name of the
// encoding in the first bytes, empty for UTF-8. With exact, every byte can be written
// back with [File.AppendEncoded], or else the reader fails.
func (f *File) text(declared func(head []byte) string, exact bool) io.Reader {
	b := bufio.NewReaderSize(f.r, 64<<10)
	head, _ := b.Peek(1024)
	name := declared(head)
	if name == "" {
		return b
	}
	e, _ := charset.Lookup(name)
	if e == nil {
		return b
	}
	if !exact {
		return e.NewDecoder().Reader(b)
	}
	f.encoding = e
	return &exactReader{r: b, name: name, encoding: e, decoder: e.NewDecoder(), stateful: name == "iso-2022-jp"}
}

// AppendEncoded appends a part of the file's text in the encoding of the file. Characters
// that the encoding lacks become numeric character references.
func (f *File) AppendEncoded(dst []byte, text []byte) []byte {
	if f.encoding == nil {
		return append(dst, text...)
	}
	b, err := encoding.HTMLEscapeUnsupported(f.encoding.NewEncoder()).Bytes(text)
	if err != nil { // text that is not UTF-8 cannot come from the file
		return append(dst, text...)
	}
	return append(dst, b...)
}

// An exactReader decodes text and makes sure that encoding it gives the same bytes.
type exactReader struct {
	r        *bufio.Reader
	name     string
	encoding encoding.Encoding
	decoder  *encoding.Decoder
	stateful bool
	src      []byte // not decoded yet
	dst      []byte // decoded and not read yet
	off      int64  // of src
	err      error
}

func (r *exactReader) Read(p []byte) (int, error) {
	for len(r.dst) == 0 {
		if r.stateful {
			return 0, fmt.Errorf("a file in %s cannot be rewritten, because what its bytes mean depends on the bytes before them: convert it to UTF-8 first", r.name)
		}
		if r.err != nil && len(r.src) == 0 {
			return 0, r.err
		}
		if r.err == nil {
			buf := make([]byte, 32<<10)
			var n int
			n, r.err = r.r.Read(buf)
			r.src = append(r.src, buf[:n]...)
		}
		dst := make([]byte, 4*len(r.src)+16)
		n, consumed, err := r.decoder.Transform(dst, r.src, r.err != nil)
		if err == transform.ErrShortSrc && r.err == nil {
			err = nil
		}
		back, encErr := r.encoding.NewEncoder().Bytes(dst[:n])
		if err != nil || encErr != nil || !bytes.Equal(back, r.src[:consumed]) {
			return 0, fmt.Errorf("the file cannot be copied exactly: it is in %s, and the bytes from %d on are not, or have another spelling", r.name, r.off)
		}
		r.off += int64(consumed)
		r.src = append(r.src[:0], r.src[consumed:]...)
		r.dst = dst[:n]
	}
	n := copy(p, r.dst)
	r.dst = r.dst[n:]
	return n, nil
}
