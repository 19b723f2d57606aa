package abnf

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Terminals says what the numbers of a grammar are. RFC 5234 §2.3 leaves that to the
// encoding: RFC 3987 has characters of Unicode, RFC 3629 and HTTP have octets.
type Terminals bool

const (
	CodePoints Terminals = false // characters of Unicode, in strings of UTF-8
	Octets     Terminals = true  // bytes, in any string
)

// Decode returns the terminal that s, which is not empty, begins with, and how many bytes it
// has. ok is false where there is none: a byte that is not UTF-8, in a grammar of characters.
func (t Terminals) Decode(s string) (r rune, size int, ok bool) {
	if t == Octets {
		return rune(s[0]), 1, true
	}
	r, size = utf8.DecodeRuneInString(s)
	return r, size, r != utf8.RuneError || size > 1
}

// Runes returns the terminals of which s consists.
func (t Terminals) Runes(s string) []rune {
	if t == CodePoints {
		return []rune(s)
	}
	out := make([]rune, len(s))
	for i := range len(s) {
		out[i] = rune(s[i])
	}
	return out
}

// Append appends a terminal to a string.
func (t Terminals) Append(b []byte, r rune) []byte {
	if t == Octets {
		return append(b, byte(r))
	}
	return utf8.AppendRune(b, r)
}

// Text returns the string that consists of terminals.
func (t Terminals) Text(terminals []rune) string {
	if t == CodePoints {
		return string(terminals)
	}
	var b []byte
	for _, r := range terminals {
		b = append(b, byte(r))
	}
	return string(b)
}

// Number returns how a terminal is written as a number: U+00E9, or %xE9.
func (t Terminals) Number(r rune) string {
	if t == Octets {
		return fmt.Sprintf("%%x%02X", r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// Valid reports whether s consists of terminals.
func (t Terminals) Valid(s string) bool { return t == Octets || utf8.ValidString(s) }

// Last returns the highest terminal.
func (t Terminals) Last() rune {
	if t == Octets {
		return 0xFF
	}
	return utf8.MaxRune
}

// Numbers calls f for each range and value of the terminals of an expression.
func Numbers(e Expr, f func(lo, hi rune)) {
	Walk(e, func(e Expr) bool {
		chars, _ := Characters(e)
		for _, spans := range chars {
			for _, x := range spans {
				f(x.Lo, x.Hi)
			}
		}
		return true
	})
}

// OctetRule returns the rule that shows that the terminals of a grammar are octets though no
// header says so: a range within 00 to FF that begins among the octets 80 to BF, with which
// no character of UTF-8 begins, or ends among those beyond ASCII, a rule of RFC 3629 §4, or
// one that uses the core rule OCTET. It is nil if there is none, or if a number is not an octet.
func (g *Grammar) OctetRule() *Rule {
	var found *Rule
	characters := false
	for _, r := range g.Rules {
		named := false
		Walk(r.Expr, func(e Expr) bool {
			ref, is := e.(*Reference)
			named = named || is && strings.EqualFold(ref.Name, "OCTET") && g.Rule("OCTET") == nil
			return true
		})
		Numbers(r.Expr, func(lo, hi rune) {
			characters = characters || hi > 0xFF
			named = named || hi >= utf8.RuneSelf && strings.HasPrefix(strings.ToUpper(r.Name), "UTF8-")
			if found == nil && hi >= utf8.RuneSelf && lo < hi && lo < 0xC0 {
				found = r
			}
		})
		if found == nil && named {
			found = r
		}
	}
	if characters {
		return nil
	}
	return found
}

// guessOctets warns of a file whose terminals look like octets.
func (p *reader) guessOctets() {
	if p.terminals {
		return
	}
	if r := p.g.OctetRule(); r != nil && p.g.Spec != coreName {
		p.g.problems = append(p.g.problems, &Error{
			Pos: r.Pos, Code: OctetTerminals, Warning: true, Rule: r.Name, Line: r.line,
			Msg: fmt.Sprintf(`the numbers of %s look like octets, but are read as characters; write "; terminals: `+
				`octets" at the head of the file, or "; terminals: characters"`, r.Name),
		})
	}
}

// oneKind makes octets of all terminals of a grammar if some are octets beyond ASCII, or
// its header says so: characters become the octets of UTF-8. Core rules stay what they are:
// OCTET is %x00-FF in both.
func (g *Grammar) oneKind() *Grammar {
	for _, r := range g.Rules {
		if r.octets {
			Numbers(r.Expr, func(_, hi rune) { g.Terminals = g.Terminals || hi >= utf8.RuneSelf })
		}
	}
	if g.Terminals == CodePoints {
		return g
	}
	return g.InOctets()
}

// InOctets returns the grammar with octets for terminals: those of UTF-8 for characters.
func (g *Grammar) InOctets() *Grammar {
	out := *g
	out.Terminals = Octets
	out.Rules, out.index = nil, make(map[string]*Rule)
	for _, r := range g.Rules {
		c := *r
		if !r.octets && !r.Core {
			c.Expr = inOctets(r.Expr)
			c.octets = true
		}
		out.insert(len(out.Rules), c)
	}
	return &out
}

// inOctets returns an expression of characters as one of octets.
func inOctets(e Expr) Expr {
	switch e := e.(type) {
	case *Sequence:
		if slices.Max(e.Runes) < utf8.RuneSelf {
			return e
		}
		return &Sequence{Octets.Runes(string(e.Runes)), 'x'}
	case *Range:
		if e.Hi >= utf8.RuneSelf {
			return utf8Range(e.Lo, e.Hi)
		}
	}
	return WithParts(e, inOctets)
}

// utf8Range returns the expression for the octets of the characters from lo to hi (RFC 3629
// §4): the range is cut where the number of octets changes, around the surrogates, and where
// the octets after the first ones are not all of 80 to BF.
func utf8Range(lo, hi rune) Expr {
	var alts []Expr
	var add func(lo, hi rune)
	add = func(lo, hi rune) {
		for _, last := range []rune{0x7F, 0x7FF, 0xD7FF, 0xDFFF, 0xFFFF} {
			if lo <= last && last < hi {
				add(lo, last)
				add(last+1, hi)
				return
			}
		}
		if 0xD800 <= lo && lo <= 0xDFFF {
			return
		}
		n := utf8.RuneLen(lo)
		for i := 1; i < n; i++ {
			low := rune(1)<<(6*i) - 1 // the bits of the last i octets
			if lo&^low == hi&^low {
				continue
			}
			if lo&low != 0 {
				add(lo, lo|low)
				add((lo|low)+1, hi)
				return
			}
			if hi&low != low {
				add(lo, hi&^low-1)
				add(hi&^low, hi)
				return
			}
		}
		a, b := string(lo), string(hi)
		var parts []Expr
		for i := range len(a) {
			parts = append(parts, &Range{rune(a[i]), rune(b[i]), 'x'})
		}
		if len(parts) == 1 {
			alts = append(alts, parts[0])
			return
		}
		alts = append(alts, &Concatenation{parts})
	}
	add(lo, hi)
	return alternation(alts)
}
