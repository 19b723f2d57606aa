package notebook

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonscan"
)

// How an IRI is written in a text of a notebook: first as in a text of its format, and that as strings of JSON. It may
// go over several of these, and what separates them stands for nothing.

// A within is how an IRI is written in a text of a format.
type within struct {
	inner  input.Escape
	format input.Format
}

// escape returns how an IRI is written that has an escape in a text.
func (n *reader) escape(inner input.Escape, format input.Format) input.Escape {
	p := within{inner, format}
	e, ok := n.escapes[p]
	if !ok {
		e = p.escape()
		n.escapes[p] = e
	}
	return e
}

// escape returns the escape.
func (p within) escape() input.Escape {
	of := input.Escaping{}
	if p.inner != input.None {
		of = *p.inner
	}
	if of.Escape == nil {
		of.Escape = p.format.Escape
	}
	if of.Unescape == nil {
		of.Unescape = p.format.Unescape
	}
	e := of
	e.Unit = func(raw []byte) (rawLen, textLen int) { return unit(raw, of.Unit) }
	e.Unescape = func(r *input.Record, raw []byte) (string, bool) {
		text := unquote(nil, raw)
		if of.Unescape == nil {
			return string(text), true
		}
		return of.Unescape(r, text)
	}
	e.Escape = func(b []byte, r *input.Record, s string) []byte {
		if of.Escape != nil {
			s = string(of.Escape(nil, r, s))
		}
		return json.EscapeJSON(b, r, s)
	}
	if of.Quote != nil {
		e.Quote = func(r *input.Record, text string) ([]byte, bool) {
			raw, ok := of.Quote(r, text)
			return json.EscapeJSON(nil, r, string(raw)), ok
		}
	}
	if of.Name != nil {
		e.Name = func(b []byte, s string, whole bool) ([]byte, bool) {
			raw, ok := of.Name(nil, s, whole)
			return json.EscapeJSON(b, nil, string(raw)), ok
		}
	}
	return &e
}

// longestUnit is how much text is decoded for one character of it.
const longestUnit = 64

// unit is the function Unit of an escape in strings of JSON; inner is that in the text, nil for one of single bytes.
func unit(raw []byte, inner func(raw []byte) (int, int)) (rawLen, textLen int) {
	if raw[0] == '"' {
		return separator(raw), 0
	}
	var text [longestUnit + 4]byte
	var ends [longestUnit + 4]int // of each byte of the text, in raw
	have := 0
	for i := 0; i < len(raw) && raw[i] != '"' && have < longestUnit; {
		size, _ := jsonscan.Unit(raw[i:])
		for range jsonscan.Unquote(text[have:have], raw[i:i+size]) {
			ends[have] = i + size
			have++
		}
		if i += size; inner == nil {
			return i, have
		}
	}
	size, textLen := inner(text[:have])
	for size < have && ends[size] == ends[size-1] { // a part of one escape
		size, textLen = size+1, textLen+1
	}
	return ends[size-1], textLen
}

// separator returns the length of what stands between two strings, with their quotes, at the start of raw.
func separator(raw []byte) int {
	if n := bytes.IndexByte(raw[1:], '"'); n >= 0 {
		return n + 2
	}
	return len(raw)
}

// unquote appends the text that raw, a part of strings, stands for.
func unquote(b, raw []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] == '"' {
			i += separator(raw[i:])
			continue
		}
		size, _ := jsonscan.Unit(raw[i:])
		b = jsonscan.Unquote(b, raw[i:i+size])
		i += size
	}
	return b
}
