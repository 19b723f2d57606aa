package input

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/encodings"
	"github.com/rfc3987/iri/internal/text/quote"
)

// HeadBytes is how many bytes at the start of a document are searched for its charset (HTML §13.2.3.2).
const HeadBytes = 1024

// Text returns a reader of a document's text as UTF-8. declared returns the name of the charset in its first bytes,
// or "". With Options.Rewrite, the reader fails if a byte could not be written back with an [Encoder].
func (f *File) Text(declared func(head []byte) string, o *Options) io.Reader {
	b, head := f.Peek(o)
	if o.Decoded {
		return b
	}
	name, err := DocumentCharset(declared(head), cmp.Or(o.Charset, o.DocumentCharset))
	if err != nil {
		return FailingReader{source.Wrong(f.Name, err)}
	}
	return f.Decode(b, EncodingOf(name), o)
}

// Peek returns a reader of the file, and its first bytes.
func (f *File) Peek(o *Options) (b *bufio.Reader, head []byte) {
	b = bufio.NewReaderSize(f.R, 64<<10)
	head, _ = b.Peek(HeadBytes)
	if len(bytes.TrimSpace(head)) > 0 {
		f.sawText(o)
	}
	return b, head
}

// EncodingOf returns the encoding with a name that DocumentCharset has returned.
func EncodingOf(name string) encodings.Encoding {
	e, _ := encodings.Get(name)
	return e
}

// Decode returns a reader of the text of b, which is in an encoding.
func (f *File) Decode(b *bufio.Reader, e encodings.Encoding, o *Options) io.Reader {
	name := e.Name()
	if name == "utf-8" {
		return b
	}
	f.legacy, f.decoded = !e.IsUnicode(), true
	if !o.Rewrite && !o.LinesOnly {
		return e.NewDecoder().Reader(b)
	}
	f.encoding = e
	f.stateful = name == "iso-2022-jp"
	return transform.NewReader(b, &exact{name: name, decoder: e.NewDecoder(), encoder: f.NewEncoder()})
}

// DocumentCharset returns the charset of a document, by its name in the Encoding Standard. given is the user's
// choice. Both arguments may be empty.
func DocumentCharset(declared, given string) (string, error) {
	if declared == "" {
		if declared = given; declared == "" {
			return "utf-8", nil
		}
		given = ""
	}
	e, err := encodings.Get(declared)
	if err != nil {
		return "", fmt.Errorf("it is not read, because it declares the charset %s, which is not a charset of the "+
			"Encoding Standard that can be decoded: convert it to UTF-8 first", quote.Quote(declared))
	}
	name := e.Name()
	if given == "" {
		return name, nil
	}
	if e, _ := encodings.Get(given); e.Name() != name && strings.ToLower(strings.TrimSpace(given))+
		"be" != name {
		return "", fmt.Errorf("it is not read, because it declares the charset %s, and --charset says %s: leave out "+
			"--charset", name, given)
	}
	return name, nil
}

// A FailingReader is a file that cannot be read.
type FailingReader struct{ Err error }

func (r FailingReader) Read([]byte) (int, error) { return 0, r.Err }

// transcodeTable makes f.R text in UTF-8, if a byte order mark or Options.DocumentCharset says that it is in another
// charset.
func (f *File) transcodeTable(o *Options) error {
	if o.Decoded {
		return nil
	}
	b := bufio.NewReaderSize(f.R, 64<<10)
	mark := tableMark(b)
	name, err := DocumentCharset(mark, o.DocumentCharset)
	if err != nil {
		return source.Wrong(f.Name, err)
	}
	if name == "utf-8" {
		if _, ok := f.R.(*bufio.Reader); !ok { // otherwise b is that reader
			f.Replace(b)
		}
		return nil
	}
	f.Replace(f.Decode(b, EncodingOf(name), o))
	return nil
}

// marks are the byte order marks, the longest ones first.
var marks = []string{"\x00\x00\xFE\xFF", "\xFF\xFE\x00\x00", "\uFEFF", "\xFE\xFF"}

// tableMark returns the charset of a byte order mark, or "". It reads no more bytes than it needs, because a person
// may type the table.
func tableMark(b *bufio.Reader) string {
	mark := ""
	for n := 1; n <= len(marks[0]); n++ {
		head, _ := b.Peek(n)
		if len(head) < n || !slices.ContainsFunc(marks, func(m string) bool { return strings.HasPrefix(m, string(head)) }) {
			break
		}
		mark = durable.MarkedCharset(head)
	}
	return mark
}

// transcode makes f.R text in UTF-8 if Options.Charset is UTF-16 or UTF-32, because such text cannot be divided into
// records by bytes. Text in other charsets is decoded record by record, unless text between records is copied, or the
// end of a record depends on characters.
func (f *File) transcode(o *Options) error {
	if o.Charset == "" && (f.Format.Table || o.DocumentCharset != "" && !f.Format.UTF8 && !f.Format.Document) {
		return f.transcodeTable(o)
	}
	e, err := encodings.Get(o.Charset)
	if err != nil || e.Name() == "utf-8" || f.Format.Document {
		return nil
	}
	name := e.Name()
	if f.Format.UTF8 {
		return source.Wrong(f.Name, fmt.Errorf("it is not read, because --charset says %s, and %s is always in UTF-8: leave "+
			"out --charset, or convert the file", o.Charset, f.Format))
	}
	b := bufio.NewReaderSize(f.R, 64<<10)
	head, _ := b.Peek(len(linecol.BOM))
	if strings.HasPrefix(name, "utf-32") {
		f.Replace(f.utf32(b, name, o))
		return nil
	}
	if mark := durable.MarkedCharset(head); mark != "" {
		exact, err := DocumentCharset(mark, o.Charset)
		if err != nil {
			return source.Wrong(f.Name, err)
		}
		name = exact
	}
	if !f.Format.Unescaped && (o.Rewrite || f.Format.Prose || name == "iso-2022-jp") {
		f.Replace(f.Decode(b, EncodingOf(name), o))
		return nil
	}
	f.Replace(b)
	if !strings.HasPrefix(name, "utf-16") {
		if o.Rewrite { // lines are rewritten with results in UTF-8
			f.toUTF8 = e
		}
		return nil
	}
	order, policy := unicode.LittleEndian, unicode.IgnoreBOM
	if name == "utf-16be" {
		order = unicode.BigEndian
	}
	if strings.EqualFold(strings.TrimSpace(o.Charset), "utf-16") {
		policy = unicode.UseBOM // the text has a byte order mark, or is little-endian
	}
	f.Replace(unicode.UTF16(order, policy).NewDecoder().Reader(b))
	return nil
}

// utf32 returns a reader of the text of b, which is in UTF-32. If the name does not include the byte order, a byte
// order mark tells it.
func (f *File) utf32(b *bufio.Reader, name string, o *Options) io.Reader {
	if mark, _ := b.Peek(4); strings.EqualFold(strings.TrimSpace(o.Charset), "utf-32") {
		big := bytes.Equal(mark, []byte("\x00\x00\xFE\xFF"))
		if big {
			name = "utf-32be"
		}
		if f.Format.Unescaped && (big || bytes.Equal(mark, []byte("\xFF\xFE\x00\x00"))) {
			_, _ = b.Discard(len(mark)) // they were read
		}
	}
	if f.Format.Unescaped {
		return EncodingOf(name).NewDecoder().Reader(b)
	}
	return f.Decode(b, EncodingOf(name), o)
}

// FirstCharset returns the charset that the first bytes of a document show, or "".
func FirstCharset(head []byte) string { return cmp.Or(durable.MarkedCharset(head), wide(head)) }

// wide returns the byte order of a document in UTF-16 that starts with "<" and has no byte order mark, or "" for
// another document.
func wide(head []byte) string {
	switch {
	case len(head) < 4:
	case head[0] == 0 && head[1] == '<' && head[2] == 0 && head[3] != 0:
		return "utf-16be"
	case head[0] == '<' && head[1] == 0 && head[2] != 0 && head[3] == 0:
		return "utf-16le"
	}
	return ""
}

// An Encoder writes the text of a chunk in the charset of its file. In ISO-2022-JP the meaning of bytes depends on
// earlier ones; a chunk begins and ends in ASCII, see [File.cuttable].
type Encoder struct {
	encoder  transform.Transformer // nil for UTF-8
	fromFile bool                  // it converts the unchanged text to UTF-8, because the results are in UTF-8
}

// NewEncoder returns the encoder for a chunk of the file.
func (f *File) NewEncoder() *Encoder {
	switch {
	case f.toUTF8.Encoding != nil:
		return &Encoder{f.toUTF8.NewDecoder(), true}
	case f.encoding.Encoding == nil:
		return new(Encoder)
	}
	return &Encoder{f.encoding.NewEncoder(), false}
}

// End returns the last byte of the end of a record: see [Format.End].
func (f *File) End() byte {
	if strings.HasSuffix(f.encoding.Name(), "le") {
		return 0
	}
	return f.recordEnd()
}

// Encode returns a part of the text in the charset. Parts end between characters.
func (e *Encoder) Encode(text []byte) []byte {
	if e.encoder == nil {
		return text
	}
	return e.append(nil, text, e.fromFile)
}

// End returns the bytes that must follow at the end of the chunk.
func (e *Encoder) End() []byte {
	if e.encoder == nil {
		return nil
	}
	return e.append(nil, nil, true)
}

func (e *Encoder) append(dst, text []byte, last bool) []byte {
	for {
		dst = slices.Grow(dst, 4*len(text)+16)
		n, read, err := e.encoder.Transform(dst[len(dst):cap(dst)], text, last)
		dst, text = dst[:len(dst)+n], text[read:]
		if err != transform.ErrShortDst {
			return append(dst, text...) // it cannot fail, because the text comes from a file in this charset
		}
	}
}

// cuttable reports whether the text of the file may be divided after a part. In a charset that switches between sets
// of characters, it may be where the set is ASCII.
func (f *File) cuttable(text []byte) bool {
	return !f.stateful || len(text) == 0 || text[len(text)-1] < utf8.RuneSelf
}

// An exact is a [transform.Transformer] that decodes text and makes sure that encoding it gives the same bytes.
type exact struct {
	transform.NopResetter
	name    string
	decoder *encoding.Decoder
	encoder *Encoder
	was, is []byte // the original bytes and the encoded ones, from the offset of the comparison on
	off     int64  // of was
}

// Transform implements [transform.Transformer].
func (r *exact) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	nDst, nSrc, err = r.decoder.Transform(dst, src, atEOF)
	if err != nil && err != transform.ErrShortDst && (err != transform.ErrShortSrc || atEOF) {
		return 0, 0, r.inexact()
	}
	last := atEOF && err == nil
	r.was = append(r.was, src[:nSrc]...)
	r.is = r.encoder.append(r.is, dst[:nDst], last)
	same := min(len(r.was), len(r.is)) // one can be ahead by an escape sequence of ISO-2022-JP
	if !bytes.Equal(r.was[:same], r.is[:same]) || len(r.is) > same || last && len(r.was) > same {
		return 0, 0, r.inexact()
	}
	r.was, r.is = append(r.was[:0], r.was[same:]...), r.is[:0]
	r.off += int64(same)
	return nDst, nSrc, err
}

func (r *exact) inexact() error {
	return fmt.Errorf("the file cannot be copied exactly: it is in %s, and the bytes from %d on are not, or have "+
		"another spelling", r.name, r.off)
}
