package iri

import (
	"slices"
	"unicode/utf8"
)

// A token says which text a rule of grammar/iri.peg has matched. Tokens stand in
// the order in which matches ended, so those within a match stand before it.
type token struct {
	rule       uint16 // a pegRule; for grammars read at run time, the index of the rule in its spec
	first      uint32 // index of the first token within the match; the token's own if there is none
	begin, end uint32 // characters while the parser runs, then bytes
}

// A pegParser runs the rules in parser_gen.go. The zero pegParser is ready for
// use, and one can be used again and again: what it has allocated stays.
type pegParser struct {
	buffer     []rune  // the text, then endSymbol
	position   uint32  // in buffer
	tokens     []token // the first tokenIndex of them hold; those beyond its length are only counted
	tokenIndex uint32
}

// parse matches rule with the whole of s, which has to be UTF-8. On success the
// first tokenIndex tokens are the matches; if there are more than len(tokens),
// those beyond are lost, and parsing again with room for them finds the same.
func (p *pegParser) parse(rule pegRule, s string) bool {
	b := slices.Grow(p.buffer[:0], len(s)+1)[:len(s)+1]
	n := 0
	for _, c := range s {
		b[n] = c
		n++
	}
	b[n] = endSymbol
	p.buffer = b[:n+1]
	p.position, p.tokenIndex = 0, 0
	return p.run(rule) && p.buffer[p.position] == endSymbol
}

// add notes that the rule has matched from begin to the current position.
func (p *pegParser) add(rule pegRule, first, begin uint32) {
	if p.tokenIndex < uint32(len(p.tokens)) {
		p.tokens[p.tokenIndex] = token{uint16(rule), first, begin, p.position}
	}
	p.tokenIndex++
}

// matchDot matches any character.
func (p *pegParser) matchDot() bool {
	if p.buffer[p.position] == endSymbol {
		return false
	}
	p.position++
	return true
}

// toBytes turns the offsets of the tokens from characters into bytes. It uses
// the buffer for the table that it needs, so that the text is gone from there.
func (p *pegParser) toBytes(tokens []token, bytes int) {
	if len(p.buffer)-1 == bytes {
		return // ASCII
	}
	off := rune(0)
	for i, c := range p.buffer {
		p.buffer[i] = off
		off += rune(utf8.RuneLen(c))
	}
	for i := range tokens {
		tokens[i].begin = uint32(p.buffer[tokens[i].begin])
		tokens[i].end = uint32(p.buffer[tokens[i].end])
	}
}
