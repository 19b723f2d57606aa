package convert

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/sourcemap"
)

// RFC 3987 §7.2 requires input methods to produce "half-width Latin letters and punctuation and full-width Katakana".
// This file converts text from other ones.

// The half-width forms of Katakana and its punctuation.
const (
	firstHalfWidth = '\uFF61'
	lastHalfWidth  = '\uFF9F'
)

// narrow replaces full-width forms of ASCII and the space U+3000 by ASCII, and half-width Katakana by full-width.
func narrow(e *sourcemap.Editor, s string) {
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\u3000':
			e.Replace(s, i, i+w, " ")
		case '\uFF01' <= r && r <= '\uFF5E':
			e.Replace(s, i, i+w, string(r-'\uFF01'+'!'))
		case firstHalfWidth <= r && r <= lastHalfWidth:
			_, after := utf8.DecodeRuneInString(s[i+w:])
			if mark := s[i+w : i+w+after]; mark == "\uFF9E" || mark == "\uFF9F" { // of voiced sounds
				w += after
			}
			e.Replace(s, i, i+w, katakana(s[i:i+w]))
		}
		i += w
	}
}

// katakana returns half-width Katakana as full-width: a letter and perhaps a voiced sound mark, which become one
// character if Unicode has it.
func katakana(s string) string {
	return strings.NewReplacer("\u3099", "\u309B", "\u309A", "\u309C").Replace(norm.NFC.String(width.Fold.String(s)))
}

// dots replaces the ideographic full stops in a host, which an input method writes for ".": U+3002
// and its half-width form, which has become U+3002 (RFC 3490 §3.1).
func dots(e *sourcemap.Editor, s string) {
	p := component.OfAny(s).Parts
	for i := int(p.Host); i < int(p.HostEnd); {
		r, w := utf8.DecodeRuneInString(s[i:])
		if r == '\u3002' {
			e.Replace(s, i, i+w, ".")
		}
		i += w
	}
}
