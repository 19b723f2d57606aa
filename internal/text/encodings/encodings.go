// Package encodings has the encodings of the WHATWG Encoding Standard
// (https://encoding.spec.whatwg.org), as the standard decodes and encodes them. The indexes are
// those of golang.org/x/text, with what the standard has changed since and what that package
// leaves out; the encoders are made from the indexes by the rules of the standard for "index
// pointer", because x/text also writes what the standard only reads.
package encodings

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"github.com/rfc3987/iri/internal/text/quote"
)

// An Encoding is an encoding of the standard, or a charset of IANA: see [GetIANA]. The same name gives the same
// Encoding.
type Encoding struct {
	name    string
	base    encoding.Encoding
	single  bool // a character is a byte
	extra   extraCode
	charset *ianaCharset // of IANA, if it is not that of the standard
	once    sync.Once
	codes   map[rune]code // made when something is encoded
}

// An extraCode returns the character at the start of src and its length if x/text does not read
// it: a length of 0 says that x/text does. step is how many bytes x/text takes then; it is 0 if
// src is too short to say.
type extraCode func(src []byte) (r rune, size, step int)

// all has the encodings that were asked for, by their names.
var all sync.Map

// Get returns the encoding that has a label of the standard, without regard to case and to space
// around it. The encoding "replacement" cannot decode text: there is an error for its labels.
func Get(label string) (*Encoding, error) {
	base, err := htmlindex.Get(strings.TrimSpace(label))
	if err != nil || base == encoding.Replacement {
		return nil, fmt.Errorf("unknown charset %s: use a name of the WHATWG Encoding Standard, such as shift_jis",
			quote.Quote(label))
	}
	name, err := htmlindex.Name(base)
	if err != nil {
		return nil, err
	}
	return known(name, func() *Encoding {
		e := &Encoding{name: name, base: base}
		e.single = !slices.Contains([]string{"big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp", "shift_jis",
			"utf-8", "utf-16be", "utf-16le", "x-user-defined"}, name)
		switch {
		case name == "gb18030" || name == "gbk":
			e.base, e.extra = simplifiedchinese.GB18030, ownGB // "gbk's decoder is gb18030's decoder"
		case name == "shift_jis":
			e.extra = ownShiftJIS
		case e.single:
			e.extra = ownSingle(base)
		}
		return e
	}), nil
}

// GetWide is [Get], and knows UTF-32, which the standard does not: as utf-32le and utf-32be, and as utf-32, which is
// little-endian as utf-16 is there. XML has it (XML 1.0 Appendix F), and other text where it is asked for.
func GetWide(label string) (*Encoding, error) {
	name, order := strings.ToLower(strings.TrimSpace(label)), utf32.LittleEndian
	switch name {
	case "utf-32be":
		order = utf32.BigEndian
	case "utf-32le", "utf-32":
		name = "utf-32le"
	default:
		return Get(label)
	}
	return known(name, func() *Encoding { return &Encoding{name: name, base: utf32.UTF32(order, utf32.IgnoreBOM)} }),
		nil
}

// known returns the encoding of a name, which build makes for the first call.
func known(name string, build func() *Encoding) *Encoding {
	if e, ok := all.Load(name); ok {
		return e.(*Encoding)
	}
	e, _ := all.LoadOrStore(name, build())
	return e.(*Encoding)
}

// Name returns the name of the encoding in the standard, in lower case.
func (e *Encoding) Name() string { return e.name }

// Single reports whether each byte is a character.
func (e *Encoding) Single() bool { return e.single }

// NewDecoder returns a decoder. Bytes that the encoding does not define are U+FFFD.
func (e *Encoding) NewDecoder() *encoding.Decoder {
	if e.extra == nil {
		return e.base.NewDecoder()
	}
	return &encoding.Decoder{Transformer: &decoder{base: e.base.NewDecoder(), extra: e.extra}}
}

// NewEncoder returns the encoder of the standard. Text with a character that the encoding does
// not have is an error.
func (e *Encoding) NewEncoder() *encoding.Encoder { return e.encoder(false) }

// NewCopier returns an encoder that writes what the decoder reads, also where the encoder of the
// standard has an error: in an encoding with two codes for a character it writes one of them. Of
// Big5 it lacks the four codes that stand for two characters each.
func (e *Encoding) NewCopier() *encoding.Encoder { return e.encoder(true) }

func (e *Encoding) encoder(copies bool) *encoding.Encoder {
	switch {
	case strings.HasPrefix(e.name, "utf-"), e.name == "x-user-defined", e.name == "iso-2022-jp" && copies:
		return e.base.NewEncoder()
	case e.name == "iso-2022-jp":
		jis, _ := Get("euc-jp")
		if e.charset != nil {
			jis, _ = GetIANA("euc-jp")
		}
		return &encoding.Encoder{Transformer: &jisEncoder{codes: jis.index()}}
	}
	enc := &encoder{codes: e.index(), copies: copies}
	if e.name == "gb18030" || e.name == "gbk" && copies {
		enc.rest = e.base.NewEncoder()
	}
	return &encoding.Encoder{Transformer: enc}
}

// A decoder is the decoder of x/text, and reads the codes that it does not know.
type decoder struct {
	base  *encoding.Decoder
	extra extraCode
}

func (d *decoder) Reset() { d.base.Reset() }

func (d *decoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		r, size, n := rune(0), 0, nSrc
		for n < len(src) {
			var step int
			if r, size, step = d.extra(src[n:]); size > 0 || step == 0 {
				break
			}
			n += step
		}
		n = min(n, len(src))
		if last := size == 0; n > nSrc || last {
			if last {
				n = len(src)
			}
			w, took, err := d.base.Transform(dst[nDst:], src[nSrc:n], atEOF || !last)
			if nDst, nSrc = nDst+w, nSrc+took; err != nil {
				return nDst, nSrc, err
			}
			continue
		}
		if len(dst)-nDst < 3 {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}
