package markdown

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/percent"
)

// A "_" or "*" in a bare IRI can begin or end emphasis (CommonMark §6.2), by what stands beside it. The IRI that is
// written in its place has the same emphasis.

// heldInMarkdown is the function held of Markdown, in which also a "_" could begin or end emphasis.
func heldInMarkdown(r *input.Record, text string) string {
	if r.Role != bare.RoleBare || strings.IndexByte(text, ':') < 0 {
		return text
	}
	return bare.Held(sameEmphasis(text, r.Text), false, r.AnyScript())
}

// keepingEmphasis returns an escape that does not hold a text with another emphasis than that of the record.
func keepingEmphasis(e input.Escape) input.Escape {
	own := *e
	own.Refusal = `a "_" or "*" in it would be other emphasis: write the IRI between < and >`
	own.Unescape = func(r *input.Record, raw []byte) (string, bool) {
		text, ok := e.Unescape(r, raw)
		return text, ok && pairs(text) == pairs(r.Text)
	}
	return &own
}

// delimiter is what can begin or end emphasis in an IRI, as "_" can, percent-encoded too.
var delimiter = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[_*]|%5[Ff]") })

// sameEmphasis returns a text of Markdown that stands for an old one, in which the same delimiters begin and end
// emphasis, if that can be: a "_" that did neither is percent-encoded, and what stands beside one that did stays so.
func sameEmphasis(text, old string) string {
	was, is := delimiter().FindAllStringIndex(old, -1), delimiter().FindAllStringIndex(text, -1)
	var b strings.Builder
	done := 0
	encode := func(from, to int) {
		if from >= done {
			b.WriteString(text[done:from] + percent.Encode(text[from:to]))
			done = to
		}
	}
	for i, at := range is {
		var before emphasis
		if len(was) == len(is) {
			before = emphasisAt(old, was[i])
		}
		from, to := at[0], at[1]
		switch {
		case emphasisAt(text, at) == before:
		case before == emphasis{}:
			if text[from] == '_' {
				encode(from, to)
			}
		default:
			_, size := utf8.DecodeLastRuneInString(text[:from])
			_, after := utf8.DecodeRuneInString(text[to:])
			encoded := strings.HasPrefix(old[was[i][1]:], "%") && !strings.HasPrefix(text[to:], "%")
			enough := encoded && emphasisAt(text[from-size:to]+"%", []int{size, size + to - from}) == before
			if !enough && text[from-size] >= utf8.RuneSelf {
				encode(from-size, from)
			}
			if encoded {
				encode(to, to+after)
			}
		}
	}
	return b.String() + text[done:]
}

// An emphasis says whether a delimiter begins emphasis, and whether it ends it: by CommonMark 0.31, to which symbols
// are punctuation, and by 0.29, which GitHub has and to which those beyond ASCII are not.
type emphasis struct{ begins, ends [2]bool }

// pairs returns how many delimiters of a text end emphasis that others in it begin, by each version.
func pairs(s string) (n [2]int) {
	var begun [2][128]int // of a character, that are open
	for _, at := range delimiter().FindAllStringIndex(s, -1) {
		e, char := emphasisAt(s, at), s[at[0]]
		for version := range n {
			switch open := &begun[version][char]; {
			case e.ends[version] && *open > 0:
				*open--
				n[version]++
			case e.begins[version]:
				*open++
			}
		}
	}
	return n
}

// emphasisAt returns what the delimiter s[at[0]:at[1]] does.
func emphasisAt(s string, at []int) (e emphasis) {
	if s[at[0]] == '%' {
		return e
	}
	before, after := s[:at[0]], s[at[1]:]
	for version := range e.begins {
		isMark := func(r rune, _ int) bool {
			return unicode.IsPunct(r) || unicode.IsSymbol(r) && (version == 0 || r < utf8.RuneSelf)
		}
		markBefore := isMark(utf8.DecodeLastRuneInString(before))
		markAfter := after == "" || isMark(utf8.DecodeRuneInString(after))
		left, right := after != "" && (!markAfter || markBefore), !markBefore || markAfter
		if s[at[0]] == '_' {
			left, right = left && (!right || markBefore), right && (!left || markAfter)
		}
		e.begins[version], e.ends[version] = left, right
	}
	return e
}
