package yaml

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// How strings are written in YAML: plain, in single quotes, in double quotes with escapes (YAML 1.2
// §7.3), or as lines of a block (§8.1). Line ends in the first three are folded (§6.5).

// A stringStyle says how other strings are written: in quotes or, if that is empty, without, and inside of brackets
// with flow.
type stringStyle struct {
	quote string
	flow  bool
}

var yamlEscapes = map[stringStyle]input.Escape{
	{"", false}: yamlStyle("", false), {"'", false}: yamlStyle("'", false), {`"`, false}: yamlStyle(`"`, false),
	{"", true}: yamlStyle("", true), {"'", true}: yamlStyle("'", true), {`"`, true}: yamlStyle(`"`, true),
}

func yamlStyle(quote string, flow bool) input.Escape {
	e := &input.Escaping{
		Unit: func(raw []byte) (rawLen, textLen int) {
			switch {
			case quote == "'" && bytes.HasPrefix(raw, []byte("''")):
				return 2, 1
			case quote == `"` && raw[0] == '\\' && len(raw) > 1:
				return yamlUnit(raw)
			}
			if n, text := yamlFold(raw[:min(len(raw), maxFold)]); n > 0 {
				return n, len(text)
			}
			return 1, 1
		},
		Escape: func(b []byte, r *input.Item, s string) []byte {
			switch quote {
			case "'":
				return append(b, strings.ReplaceAll(s, "'", "''")...)
			case `"`:
				return appendYAML(b, r, s)
			}
			return append(b, s...)
		},
		Unescape: func(_ *input.Item, raw []byte) (string, bool) {
			text, ok := parseYAML(quote+string(raw)+quote, quote, flow)
			return text, ok
		},
	}
	if quote == "" {
		e.Quote = func(_ *input.Item, text string) ([]byte, bool) {
			raw := []byte("'" + strings.ReplaceAll(text, "'", "''") + "'")
			got, ok := parseYAML(string(raw), "'", flow)
			return raw, ok && got == text
		}
	}
	return e
}

// maxFold is how far the end of a line is looked for in white space.
const maxFold = 256

// parseYAML returns the string that is written as src, or false if that is not one string with the
// given quote.
func parseYAML(src, quote string, flow bool) (string, bool) {
	if flow && quote == "" && (src == "-" || strings.HasSuffix(src, ":")) { // not a string to all parsers
		return "", false
	}
	if flow || quote != "" { // quoted strings of several lines need no indentation in brackets
		src = "[" + src + "]"
	} else {
		src = "- " + src
	}
	var n yaml.Node
	parsed := []byte(src)
	hidden := quote == `"` && hideSlashes(parsed)
	if yaml.Unmarshal(parsed, &n) != nil || len(n.Content) != 1 || len(n.Content[0].Content) != 1 {
		return "", false
	}
	if hidden {
		showSlashes(&n)
	}
	c := n.Content[0].Content[0]
	styles := map[string]yaml.Style{"": 0, "'": yaml.SingleQuotedStyle, `"`: yaml.DoubleQuotedStyle}
	return c.Value, c.Kind == yaml.ScalarNode && c.Style == styles[quote] && c.ShortTag() == "!!str" &&
		c.Anchor == "" &&
		c.HeadComment+c.LineComment+c.FootComment+n.HeadComment+n.FootComment == ""
}

// hideSlashes writes "\e" in the place of "\/", which JSON has (§5.7) and the parser does not know, and reports whether
// it has: a text that has an escape character itself stays as it is.
func hideSlashes(text []byte) bool {
	if !bytes.Contains(text, []byte(`\/`)) || escapeCharacter().Match(text) {
		return false
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' {
			if i++; text[i] == '/' {
				text[i] = 'e'
			}
		}
	}
	return true
}

var escapeCharacter = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\(?:e|(?i:x|u00|u000000)1[Bb])`)
})

// showSlashes undoes that in the strings of a node.
func showSlashes(n *yaml.Node) {
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		n.Value = strings.ReplaceAll(n.Value, "\x1b", "/")
	case n.Kind == yaml.ScalarNode:
		n.Value = strings.ReplaceAll(n.Value, `\e`, `\/`)
	}
	for _, c := range n.Content {
		showSlashes(c)
	}
}

// yamlUnit is the unit of an escape in double quotes (§5.7).
func yamlUnit(raw []byte) (rawLen, textLen int) {
	digits := 0
	switch c := raw[1]; c {
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	case 'N', '_':
		return 2, 2
	case 'L', 'P':
		return 2, 3
	case '\r', '\n': // a line that goes on
		return 1 + len(raw[1:]) - len(bytes.TrimLeft(raw[1:], chars.Space)), 0
	}
	if digits == 0 {
		return 2, 1
	}
	if r, ok := chars.HexNumber(raw[2:], digits); ok {
		return 2 + digits, chars.RuneLen(r)
	}
	return 2, 1
}

// appendYAML appends a text as it is written in double quotes.
func appendYAML(b []byte, r *input.Item, s string) []byte {
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c < ' ' || c >= 0x7F && c < 0xA0 || c == 0x2028 || c == 0x2029 || c == 0xFEFF, c <= 0xFFFF && r.MustEscape(c):
			b = fmt.Appendf(b, `\u%04X`, c)
		case r.MustEscape(c):
			b = fmt.Appendf(b, `\U%08X`, c)
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return b
}

// The parser does not say where comments stand. A "#" after white space begins one everywhere but in scalars between
// quotes and in blocks (YAML 1.2 §6.6): what looks like a comment there is found with the scalar.

// findComments finds what looks like comments that ignore findings. Each goes to the end of its line.
func (y *yamlWalk) findComments(f *input.File) {
	if !f.WantsComments() {
		return
	}
	for i := y.at; ; i++ {
		n := bytes.IndexByte(y.source[i:], '#')
		if n < 0 {
			break
		}
		i += n
		starts := i == y.at || strings.IndexByte(" \t\r\n", y.source[i-1]) >= 0
		if !starts || !bytes.HasPrefix(bytes.TrimLeft(y.source[i+1:], " \t"), []byte(input.IgnoreWord)) {
			continue
		}
		end := len(y.source)
		if n := linecol.IndexEOL(y.source[i:]); n >= 0 {
			end = i + n
		}
		y.comments = append(y.comments, input.Span{Start: i, End: end})
		i = end - 1
	}
	y.isData = make([]bool, len(y.comments))
}

// leaveOut leaves out of the comments what stands in a scalar.
func (y *yamlWalk) leaveOut(n *yaml.Node) {
	if len(y.comments) == 0 || n.Kind != yaml.ScalarNode {
		return
	}
	start := y.scalarStart(n)
	switch {
	case start >= len(y.source):
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		end := start
		y.blockLines(start, n.Value, func(_, to int, _ string, _ input.Escape) { end = to })
		y.noComments(start+len(linecol.FirstLine(y.source[start:])), end)
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		y.noComments(start, quotedEnd(y.source, start+1))
	}
}

// noComments leaves out what stands in source[start:end].
func (y *yamlWalk) noComments(start, end int) {
	n, _ := slices.BinarySearchFunc(y.comments, start, func(c input.Span, at int) int { return c.Start - at })
	for ; n < len(y.comments) && y.comments[n].Start < end; n++ {
		y.isData[n] = true
	}
}

// realComments returns the comments that have not been left out.
func (y *yamlWalk) realComments() (comments []input.Span) {
	for i, c := range y.comments {
		if !y.isData[i] {
			comments = append(comments, c)
		}
	}
	return comments
}
