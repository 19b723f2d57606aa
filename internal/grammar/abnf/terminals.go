package abnf

import (
	"fmt"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file reads the terminals: strings, prose values and numeric values.

// quoted reads DQUOTE *(%x20-21 / %x23-7E) DQUOTE.
func (p *reader) quoted() string {
	start := p.i
	end := p.inLine(`"`, "to close the string")
	return p.src[start+1 : end]
}

// inLine reads up to and including the delimiter that closes a string or a prose
// value, and returns the offset of the delimiter. Only printable ASCII may come
// before it.
func (p *reader) inLine(closer, why string) int {
	p.i++
	for p.i < len(p.src) && p.src[p.i] != closer[0] {
		c := p.src[p.i]
		if c == '\n' || c == '\r' {
			break
		}
		if c < 0x20 || c > 0x7E {
			p.expected(p.i, fmt.Sprintf("%q %s", closer, why),
				"only the ASCII characters U+0020 to U+007E are allowed there; write others as %x values")
		}
		p.i++
	}
	if p.i >= len(p.src) || p.src[p.i] != closer[0] {
		p.expected(p.i, fmt.Sprintf("%q %s", closer, why))
	}
	p.i++
	return p.i - 1
}

// percent reads num-val (RFC 5234 §4) and the strings of RFC 7405 §2.1.
func (p *reader) percent() Expr {
	start := p.i
	p.i++
	base := p.peek() | 0x20
	switch base {
	case 's', 'i':
		p.i++
		if p.peek() != '"' {
			p.expected(p.i, fmt.Sprintf(`a string in double quotes right after %q`, p.src[start:p.i]))
		}
		return &Literal{Text: p.quoted(), Sensitive: base == 's'}
	case 'x', 'd', 'b':
	default:
		hint := []string{}
		if base == 'u' {
			hint = []string{asNumber}
		}
		p.expected(p.i, `"x", "d", "b", "s" or "i" after "%"`, hint...)
	}
	p.i++
	before := len(p.errs)
	value := func() rune {
		n := p.value(base)
		p.errs = p.errs[:min(len(p.errs), before+1)] // one mistake is one error, that of the first number
		return n
	}
	lo := value()
	switch p.peek() {
	case '-':
		p.i++
		hi := value()
		if lo >= 0 && hi >= 0 && lo > hi {
			p.errorf(start, Value, "", "the range %s ends before it starts", p.src[start:p.i])
			hi = lo
		}
		if c := p.peek(); c == '.' || c == '-' {
			p.expected(p.i, "the end of the range "+p.src[start:p.i], "a range has two ends and cannot be combined with \".\"")
		}
		return &Range{max(lo, 0), max(hi, 0), base}
	case '.':
		runes := []rune{max(lo, 0)}
		for p.peek() == '.' {
			p.i++
			runes = append(runes, max(value(), 0))
		}
		if p.peek() == '-' {
			p.expected(p.i, "the end of the values "+p.src[start:p.i], "a range has two ends and cannot be combined with \".\"")
		}
		return &Sequence{runes, base}
	}
	return &Range{max(lo, 0), max(lo, 0), base}
}

// value reads 1*BIT, 1*DIGIT or 1*HEXDIG; it returns -1 if the
// number is not a character.
func (p *reader) value(base byte) rune {
	start, n := p.i, 0
	radix, kind := 16, "a hexadecimal digit"
	switch base {
	case 'd':
		radix, kind = 10, "a decimal digit"
	case 'b':
		radix, kind = 2, "a binary digit"
	}
	for p.i < len(p.src) {
		d := int(chars.HexValue(p.src[p.i]))
		if !chars.IsHex(p.src[p.i]) || d >= radix {
			break
		}
		if n <= utf8.MaxRune {
			n = n*radix + d
		}
		p.i++
	}
	if p.i == start {
		if c := p.peek(); c == '.' || c == '%' {
			p.expected(p.i, kind, fmt.Sprintf(`%%%c30-39 is a range, and %%%[1]c30.39 two characters`, base))
		}
		p.expected(p.i, kind)
	}
	if c := p.peek(); chars.IsDigit(c) || base == 'x' && chars.IsHex(c) {
		p.expected(p.i, kind)
	}
	if c := p.peek(); chars.IsLetter(c) {
		p.expected(p.i, kind, fmt.Sprintf("%c is not %s", c, kind))
	}
	text := clip(p.src[start:p.i])
	switch {
	case p.g.Terminals == Octets && n > int(Octets.Last()):
		p.errorf(start, Value, "", "%%%c%s is past the last octet, %%xFF", base, text)
		return -1
	case n > utf8.MaxRune:
		p.errorf(start, Value, "", "%%%c%s is past the last character, U+10FFFF", base, text)
		return -1
	case 0xD800 <= n && n <= 0xDFFF:
		p.errorf(start, Value, "", "%%%c%s is a surrogate, which is not a character; write the number of the "+
			"character for which UTF-16 has two of them, such as %%x1F600 for %%xD83D.DE00, and %%x10000-10FFFF for "+
			"%%xD800-DBFF %%xDC00-DFFF", base, text)
		return -1
	}
	return rune(n)
}
