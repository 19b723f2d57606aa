package encodings

import (
	"slices"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// An ianaCharset is a charset of the registry of IANA that is another than the encoding of the standard for
// its labels, which is mostly a larger one.
type ianaCharset struct {
	name   string
	labels string // those of the standard
	base   encoding.Encoding
	// lacks are the codes that the charset lacks, that stand for another character in it, or on which its
	// tables disagree.
	lacks codeSpans
	// graphic says that both bytes of a code are at least 0xA1.
	graphic bool
}

// codeSpans are spans of codes: from one to another.
type codeSpans [][2]uint32

// ianaCharsets are those of XML 1.0 §4.3.3, "it is RECOMMENDED that character encodings registered with IANA be
// referred to using their registered names". Those with a base are read by it, and of 0x80 to 0x9F each byte
// stands for the control character of the same number. The others are read as in the standard: what they lack is
// only not written.
var ianaCharsets = []ianaCharset{
	{
		name: "us-ascii", labels: "ansi_x3.4-1968 ascii us-ascii", base: charmap.ISO8859_1,
		lacks: codeSpans{{0x80, 0xFF}},
	},
	{
		name: "iso-8859-1", base: charmap.ISO8859_1,
		labels: "cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 " +
			"latin1",
	},
	{
		name: "iso-8859-9", base: charmap.ISO8859_9,
		labels: "csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5",
	},
	{name: "iso-8859-11", labels: "iso-8859-11 iso8859-11 iso885911", base: charmap.Windows874},
	{name: "tis-620", labels: "tis-620", base: charmap.Windows874, lacks: codeSpans{{0x80, 0xA0}}},
	{name: "koi8-u", labels: "koi8 koi8-u", lacks: codeSpans{{0xAE, 0xAE}, {0xBE, 0xBE}}}, // RFC 2319
	{
		name: "gb2312", labels: "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58", graphic: true,
		lacks: codeSpans{
			{0xA1A4, 0xA1A4}, {0xA1AA, 0xA1AA}, {0xA2A1, 0xA2B0}, {0xA2E3, 0xA2E4}, {0xA6D9, 0xA6FE}, {0xA8BB, 0xA8C4},
			{0xF8A1, 0xFEFE},
		},
	},
	{
		name: "gbk", labels: "gbk x-gbk",
		lacks: codeSpans{
			{0x80, 0x80}, {0xA6D9, 0xA6DF}, {0xA6EC, 0xA6F3}, {0xA8BC, 0xA8BF}, {0xA989, 0xA995}, {0xFE50, 0xFEA0},
		},
	},
	{ // in its editions some codes are other characters
		name: "gb18030", labels: "gb18030",
		lacks: codeSpans{{0xA6D9, 0xA6DF}, {0xA6EC, 0xA6F3}, {0xA8BC, 0xA8BC}, {0xFE59, 0xFEA0}},
	},
	{
		name: "euc-kr", graphic: true, lacks: codeSpans{{0xA4D4, 0xA4D4}},
		labels: "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601",
	},
	{
		name: "shift_jis", labels: "csshiftjis ms_kanji shift-jis shift_jis sjis x-sjis",
		lacks: codeSpans{
			{0x8160, 0x8161}, {0x817C, 0x817C}, {0x8191, 0x8192}, {0x81CA, 0x81CA}, {0x8740, 0x879C}, {0xED40, 0xFCFC},
		},
	},
	{name: "euc-jp", labels: "cseucpkdfmtjapanese euc-jp x-euc-jp", lacks: eucJPLacks},
	{name: "iso-2022-jp", labels: "csiso2022jp iso-2022-jp", lacks: eucJPLacks}, // written with the codes of EUC-JP
	{
		name: "big5", labels: "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
		lacks: codeSpans{
			{0xA145, 0xA145}, {0xA14E, 0xA14E}, {0xA1C2, 0xA1C2}, {0xA1E3, 0xA1E3}, {0xA1F2, 0xA1F3}, {0xA241, 0xA242},
			{0xA244, 0xA244}, {0xA246, 0xA247}, {0xA3C0, 0xA3E1}, {0xC6A1, 0xC8FE}, {0xF9D6, 0xFEFE},
		},
	},
}

var eucJPLacks = codeSpans{
	{0xA1C1, 0xA1C2}, {0xA1DD, 0xA1DD}, {0xA1F1, 0xA1F2}, {0xA2CC, 0xA2CC}, {0xADA1, 0xADFE}, {0xF5A1, 0xFEFE},
}

// GetIANA returns the charset that a label has in the registry of IANA, as far as the standard knows the label.
// Of a charset that is not that of the standard, [Encoding.NewEncoder] writes only what all readers of the
// charset read as that; [Encoding.NewCopier] writes what the decoder reads.
func GetIANA(label string) (*Encoding, error) {
	std, err := Get(label)
	if err != nil {
		return nil, err
	}
	label = strings.ToLower(strings.TrimSpace(label))
	for i := range ianaCharsets {
		if c := &ianaCharsets[i]; strings.Contains(" "+c.labels+" ", " "+label+" ") {
			return c.encoding(std), nil
		}
	}
	return std, nil
}

// encoding returns the encoding of the charset. std is that of the standard.
func (c *ianaCharset) encoding(std *Encoding) *Encoding {
	return known("iana "+c.name, func() *Encoding {
		e := &Encoding{name: std.name, base: std.base, single: std.single, extra: std.extra, charset: c}
		if c.base != nil {
			e.name, e.base, e.extra = c.name, c.base, ownControls
		}
		return e
	})
}

// ownControls is for charsets of single bytes in which 0x80 to 0x9F are control characters.
func ownControls(src []byte) (r rune, size, step int) {
	if b := src[0]; b >= 0x80 && b < 0xA0 {
		return rune(b), 1, 1
	}
	return 0, 0, 1
}

// holds reports whether the charset writes a character with a code.
func (c *ianaCharset) holds(r rune, code uint32) bool {
	if r >= 0xE000 && r <= 0xF8FF || c.graphic && (code < 0xA1A1 || code&0xFF < 0xA1) {
		return false
	}
	return !slices.ContainsFunc(c.lacks, func(span [2]uint32) bool { return span[0] <= code && code <= span[1] })
}
