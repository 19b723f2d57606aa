package convert

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/sourcemap"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A Charset is a character encoding of documents. The zero Charset is UTF-8.
type Charset struct {
	name string
	enc  Encoding // nil for UTF-8
}

// An Encoding has the tables of a charset. Package charset passes it in, so that a program that needs only UTF-8 does
// not link the tables.
type Encoding interface {
	Decoder() transform.Transformer
	Encode(text []byte) (octets []byte, err error)
}

// NewCharset returns the charset that has this name in the WHATWG Encoding Standard.
func NewCharset(name string, enc Encoding) Charset { return Charset{name, enc} }

// String returns the name that the Encoding Standard gives the charset.
func (c Charset) String() string {
	if c.enc == nil {
		return "utf-8"
	}
	return c.name
}

// IsUnicode reports whether the charset is UCS-based: UTF-8 or UTF-16. Text in
// it is never normalized (RFC 3987 §3.1 step 1c), and queries do not use it
// (3987bis §3.5).
func (c Charset) IsUnicode() bool { return c.enc == nil || strings.HasPrefix(c.name, "utf-") }

// appendPercent appends s with every octet of every character beyond ASCII
// percent-encoded in the charset. Offsets of the findings are bytes of s.
func (c Charset) appendPercent(dst []byte, s string) ([]byte, []finding.Finding) {
	var findings []finding.Finding
	for at := 0; at < len(s); {
		if s[at] < utf8.RuneSelf {
			dst = percent.AppendForURI(dst, s[at:at+1])
			at++
			continue
		}
		// Encode a run of characters at once: the encoding may switch between character sets, and back to ASCII at
		// the end.
		end := at
		for end < len(s) && s[end] >= utf8.RuneSelf {
			end++
		}
		octets, ok := c.encode(s[at:end])
		if !ok {
			for i, r := range s[at:end] {
				if len(findings) >= finding.DefaultMaxFindings {
					break
				}
				if _, ok := c.encodable(r); !ok {
					w := utf8.RuneLen(r)
					findings = append(findings, finding.Finding{
						Code: finding.CodeCharset, Severity: finding.Error, Start: at + i, End: at + i + w,
						Section: "draft-ietf-iri-3987bis §3.5",
						Message: finding.CharsetChar.TextOfChar(s[at+i:at+i+w], c.String()),
						Hint:    finding.HintCharsetQuery.Text(),
					})
				}
			}
		}
		for _, b := range octets {
			dst = append(dst, percent.Triplets[b]...)
		}
		at = end
	}
	return dst, findings
}

// decode brings text of the charset to UTF-8, in NFC if the charset is not a
// Unicode one (RFC 3987 §3.1 step 1b). Offsets of the findings are bytes of s.
func (c Charset) decode(s string) (string, sourcemap.Trail, []finding.Finding) {
	var findings []finding.Finding
	if c.enc == nil {
		if utf8.ValidString(s) {
			return s, nil, nil
		}
		for i, r := range s {
			if r != utf8.RuneError {
				continue
			}
			if _, w := utf8.DecodeRuneInString(s[i:]); w == 1 {
				findings = appendMalformed(findings, c, finding.CodeUTF8, i, i+1)
			}
		}
		return s, nil, findings
	}
	text, trace := c.transcode(s, &findings)
	t := sourcemap.Trail{trace}
	if !c.IsUnicode() && !norm.NFC.IsNormalString(text) {
		var e sourcemap.Editor
		var it norm.Iter
		for it.InitString(norm.NFC, text); !it.Done(); {
			start := it.Pos()
			if seg := it.Next(); string(seg) != text[start:it.Pos()] {
				e.Replace(text, start, it.Pos(), string(seg))
			}
		}
		text, trace = e.Done(text)
		t = append(t, trace)
	}
	return text, t, findings
}

// transcode decodes s character by character, to know where each one came from.
// U+FFFD stands for what is malformed.
func (c Charset) transcode(s string, findings *[]finding.Finding) (string, sourcemap.Map) {
	var e sourcemap.Editor
	dec := c.enc.Decoder()
	var src, dst [64]byte
	for at := 0; at < len(s); {
		// The shortest piece that the decoder takes is one character, or a switch
		// between character sets.
		var nDst, nSrc int
		for n := 1; nSrc == 0; n++ {
			piece := src[:copy(src[:n], s[at:])]
			last := at+len(piece) == len(s)
			var err error
			nDst, nSrc, err = dec.Transform(dst[:], piece, last)
			if nSrc == 0 && (err == nil || last || n == len(src) || err != transform.ErrShortSrc) {
				nDst, nSrc = copy(dst[:], "\uFFFD"), len(piece)
			}
		}
		out := dst[:nDst]
		if bytes.ContainsRune(out, utf8.RuneError) {
			if again, err := c.enc.Encode(out); err != nil || string(again) != s[at:at+nSrc] {
				*findings = appendMalformed(*findings, c, finding.CodeCharset, at, at+nSrc)
			}
		}
		if nSrc != 1 || nDst != 1 || out[0] != s[at] {
			e.Replace(s, at, at+nSrc, string(out))
		}
		at += nSrc
	}
	return e.Done(s)
}

// appendMalformed adds a finding for bytes that are not a character in the charset. If the last finding ends at
// start, it is extended instead.
func appendMalformed(findings []finding.Finding, c Charset, code finding.Code, start, end int) []finding.Finding {
	if n := len(findings); n > 0 && findings[n-1].End == start {
		findings[n-1].End = end
		return findings
	}
	if len(findings) >= finding.DefaultMaxFindings {
		return findings
	}
	return append(findings, finding.Finding{
		Code: code, Severity: finding.Error, Start: start, End: end, Section: "RFC 3987 §3.1",
		Message: finding.CharsetBytes.Text(c.String()),
		Hint:    finding.HintCharsetName.Text(),
	})
}

// encode returns text in the octets of the charset, as the encoders of the WHATWG Encoding
// Standard write it. A character that the charset does not have is written by one of its
// canonical decompositions, if the charset has that: windows-1258 has ê and a combining
// acute, but not ế. These are equivalent, so that decoding with NFC (RFC 3987 §3.1 step 1b)
// leads back.
func (c Charset) encode(text string) ([]byte, bool) {
	var known strings.Builder
	for _, r := range text {
		s, ok := c.encodable(r)
		if !ok {
			return nil, false
		}
		known.WriteString(s)
	}
	octets, err := c.enc.Encode([]byte(known.String()))
	return octets, err == nil
}

// encodable returns a character, or its decomposition, if the charset has it.
func (c Charset) encodable(r rune) (string, bool) {
	s := string(r)
	has := func(s string) bool { _, err := c.enc.Encode([]byte(s)); return err == nil }
	if has(s) {
		return s, true
	}
	d := []rune(norm.NFD.String(s))
	for i := len(d) - 1; i > 0; i-- {
		rest := append(append([]rune{}, d[:i]...), d[i+1:]...)
		candidate := norm.NFC.String(string(rest)) + string(d[i])
		if norm.NFD.String(candidate) != string(d) {
			continue // the order of these marks matters
		}
		if has(candidate) {
			return candidate, true
		}
	}
	if string(d) != s && has(string(d)) {
		return string(d), true
	}
	return "", false
}
