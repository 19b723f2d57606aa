package vet

import (
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rfc3987/iri"
)

// A source maps the text of a string literal to where it is written in the file.
type source struct {
	pos     token.Pos // of the literal
	raw     bool
	offsets []int // for each byte of the text and its end: the offset in the literal
	length  int   // of the literal
}

// newSource returns the source of a literal that the parser has accepted.
func newSource(pos token.Pos, literal string) *source {
	s := &source{pos: pos, raw: literal[0] == '`', length: len(literal)}
	if s.raw {
		for i := 1; i < len(literal)-1; i++ {
			if literal[i] != '\r' { // left out of the value
				s.offsets = append(s.offsets, i)
			}
		}
		s.offsets = append(s.offsets, len(literal)-1)
		return s
	}
	for rest := literal[1 : len(literal)-1]; rest != ""; {
		at := len(literal) - 1 - len(rest)
		r, multibyte, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			return &source{pos: pos, length: len(literal)}
		}
		n := 1
		if multibyte {
			n = len(string(r))
		}
		for range n {
			s.offsets = append(s.offsets, at)
		}
		rest = tail
	}
	s.offsets = append(s.offsets, len(literal)-1)
	return s
}

// span returns where the bytes from start to end of the text are written. An empty span
// becomes the place alone.
func (s *source) span(start, end int) (from, to token.Pos) {
	if end >= len(s.offsets) || start > end {
		return s.pos, s.pos + token.Pos(s.length)
	}
	return s.pos + token.Pos(s.offsets[start]), s.pos + token.Pos(s.offsets[end])
}

// edit returns the edit of the file that carries out a fix of the text. It returns false
// if the new text cannot be written in this literal.
func (s *source) edit(fix *iri.Fix) (analysis.TextEdit, bool) {
	if fix.End >= len(s.offsets) {
		return analysis.TextEdit{}, false
	}
	text := fix.Text
	if s.raw {
		if strings.ContainsAny(text, "`\r") {
			return analysis.TextEdit{}, false
		}
	} else {
		text = strconv.Quote(text)
		text = text[1 : len(text)-1]
	}
	from, to := s.span(fix.Start, fix.End)
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}, true
}
