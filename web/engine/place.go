package engine

import "unicode/utf8"

// A stringSpan is a span of a string: in bytes, and in UTF-16 code units.
type stringSpan struct {
	Start int `json:"start"`
	End   int `json:"end"`
	From  int `json:"from"`
	To    int `json:"to"`
}

// units counts the UTF-16 code units of a string. Its places have to be asked for in
// nearly ascending order to be cheap: it goes on from the last one.
type units struct {
	text      string
	byteAt    int
	unitsThen int
}

// at returns the number of UTF-16 code units before a byte offset.
func (u *units) at(offset int) int {
	if offset < u.byteAt {
		u.byteAt, u.unitsThen = 0, 0
	}
	for u.byteAt < min(offset, len(u.text)) {
		r, n := utf8.DecodeRuneInString(u.text[u.byteAt:])
		u.byteAt += n
		u.unitsThen++
		if r > 0xFFFF {
			u.unitsThen++
		}
	}
	return u.unitsThen
}

// place returns the place of a span of bytes.
func (u *units) place(start, end int) stringSpan {
	from := u.at(start)
	return stringSpan{start, end, from, u.at(end)}
}
