package parsetree

import (
	"math"
	"slices"
	"unicode/utf8"
)

// EndSymbol follows the last character in the buffer of a [Parser]. It is not a character, so no text has it.
const EndSymbol rune = utf8.MaxRune + 1

// MaxText is the length in bytes of the longest text that a [Parser] reads.
const MaxText = math.MaxUint32 / 4

// maxKept is the longest buffer, in characters, that a parser keeps for the next text.
const maxKept = 1 << 14

// keptTokens is the number of tokens that fit before [Parser.Grow] has to make room.
const keptTokens = 256

// A Parser has the state of a generated parser. The zero Parser is ready for use; it keeps its memory for the next
// text.
type Parser struct {
	Buffer     []rune  // the text, then EndSymbol
	Position   uint32  // index in Buffer
	TokenIndex uint32  // number of tokens; generated parsers use this name
	tokens     []Token // the first tokens; those that do not fit are only counted
}

// Start makes the parser ready for a text, which must be UTF-8 and not longer than MaxText.
func (p *Parser) Start(text string) {
	b := slices.Grow(p.Buffer[:0], len(text)+1)[:len(text)+1]
	n := 0
	for _, c := range text {
		b[n] = c
		n++
	}
	b[n] = EndSymbol
	p.Buffer = b[:n+1]
	p.Position, p.TokenIndex = 0, 0
	if p.tokens == nil {
		p.tokens = make([]Token, keptTokens)
	}
}

// AtEnd reports whether the whole text has been matched.
func (p *Parser) AtEnd() bool { return p.Buffer[p.Position] == EndSymbol }

// Grow reports whether all tokens of a matched text have been stored. If not, it makes room for exactly that many, and
// the caller has to match the text again. That is faster than growing a list, and needs no more memory.
func (p *Parser) Grow() bool {
	if int(p.TokenIndex) <= len(p.tokens) {
		return true
	}
	p.tokens = make([]Token, p.TokenIndex)
	return false
}

// Add records that a rule matched from begin to the current position. The tokens from first on are inside of it.
func (p *Parser) Add(rule uint16, first, begin uint32) {
	if p.TokenIndex < uint32(len(p.tokens)) {
		p.tokens[p.TokenIndex] = Token{rule, first, begin, p.Position}
	}
	p.TokenIndex++
}

// MatchDot matches any character.
func (p *Parser) MatchDot() bool {
	if p.Buffer[p.Position] == EndSymbol {
		return false
	}
	p.Position++
	return true
}

// Finish returns the tree of the matched text, which begins at offset off of the string that was parsed.
func (p *Parser) Finish(lang Language, text string, off int) *Tree {
	tokens := p.tokens[:p.TokenIndex]
	p.toBytes(tokens, len(text))
	t := new(Tree)
	switch {
	case len(tokens) > keptTokens: // Grow made room for these alone
		p.tokens = nil
	case len(tokens) > len(t.inline):
		tokens = slices.Clone(tokens)
	}
	t.Set(lang, text, off, tokens)
	return t
}

// Release frees memory that is too large to keep for the next text.
func (p *Parser) Release() {
	if cap(p.Buffer) > maxKept {
		p.Buffer = nil
	}
	if len(p.tokens) > keptTokens {
		p.tokens = nil
	}
}

// toBytes converts the offsets of the tokens from characters to bytes. It overwrites the text in the buffer with a
// table of offsets.
func (p *Parser) toBytes(tokens []Token, bytes int) {
	if len(p.Buffer)-1 == bytes {
		return // ASCII
	}
	off := rune(0)
	for i, c := range p.Buffer {
		p.Buffer[i] = off
		off += rune(utf8.RuneLen(c))
	}
	for i := range tokens {
		tokens[i].Begin = uint32(p.Buffer[tokens[i].Begin])
		tokens[i].End = uint32(p.Buffer[tokens[i].End])
	}
}
