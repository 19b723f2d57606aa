package finding

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Reason is what a message or a hint says: the number of an entry of the table. Numbers may change, names do not. The
// zero Reason is no entry.
type Reason uint16

// reasonEntry is the name of a reason, its template, and what that says of the rule at hand.
//
// In a template, {name} stands for the value with that name, and for nothing if there is none.
// {name:text} stands for text, in which there may be further places, if there is a value with that
// name. A brace stands for nothing else. A value is quoted from the input, a name of the grammar or
// of Unicode, or a number; it has no words, so that a text in another language needs the
// template alone.
type reasonEntry struct {
	name, template string
	claims         spec.Claim
}

// String returns the name of the entry: port.not-digit. That of the zero Reason is empty.
func (r Reason) String() string { return reasons[r].name }

// Template returns the template of the entry.
func (r Reason) Template() string { return reasons[r].template }

// Claims returns what the entry says of the rule at hand.
func (r Reason) Claims() spec.Claim { return reasons[r].claims }

// Reasons yields the names of all entries with their templates, in the order of the table: those of
// messages, then those of hints, which begin with "hint.".
func Reasons() iter.Seq2[string, string] {
	return func(yield func(name, template string) bool) {
		for _, e := range reasons[1:] {
			if !yield(e.name, e.template) {
				return
			}
		}
	}
}

// A Text is an entry of the table with values, or words that come from outside. The zero Text says nothing.
type Text struct {
	reason   Reason
	values   []string  // in the order in which the template first names them; "" for none
	external *external // nil for an entry of the table
}

// external is a text that comes from outside.
type external struct {
	text   string
	names  []string // of what it says
	params map[string]string
}

// Text returns the text of the reason with the values of its places, in the order in which the template
// first names them. An empty value is none, and the last ones may be left out.
func (r Reason) Text(values ...string) Text { return Text{reason: r, values: values} }

// External returns a text that comes from outside: from a check of a program, or from JSON, or one that is about a file
// and not about a string. names are those of what it says. The packages below the root make none.
func External(text string, params map[string]string, names ...string) Text {
	if slices.Equal(names, []string{""}) {
		names = nil
	}
	if text == "" && names == nil && params == nil {
		return Text{}
	}
	return Text{external: &external{text, names, params}}
}

// Reason returns what the text says; the zero Reason if it comes from outside.
func (t Text) Reason() Reason { return t.reason }

// Names returns the names of what the text says; none if it comes from outside and names nothing.
func (t Text) Names() []string {
	switch {
	case t.external != nil:
		return t.external.names
	case t.reason == 0:
		return nil
	}
	return []string{t.reason.String()}
}

// WithText returns another text that says the same: it has the names and values of the text.
func (t Text) WithText(text string) Text { return External(text, maps.Collect(t.Params), t.Names()...) }

// IsZero reports whether the text says nothing.
func (t Text) IsZero() bool { return t.reason == 0 && t.external == nil }

// Equal reports whether two texts are the same entry with the same values.
func (t Text) Equal(u Text) bool {
	return t.external == u.external && t.reason == u.reason && slices.Equal(t.values, u.values)
}

// String returns the text in English.
func (t Text) String() string {
	if t.external != nil {
		return t.external.text
	}
	if template := t.reason.Template(); len(t.values) == 0 && strings.IndexByte(template, '{') < 0 {
		return template
	}
	var array [sentenceRoom]byte
	return string(t.Append(array[:0]))
}

// Append appends the text in English.
func (t Text) Append(b []byte) []byte {
	if t.external != nil {
		return append(b, t.external.text...)
	}
	var order [maxPlaces]string
	names := order[:0]
	return appendFilled(b, t.reason.Template(), func(name string) string {
		for i, n := range names {
			if n == name {
				return t.value(i)
			}
		}
		names = append(names, name)
		return t.value(len(names) - 1)
	}, true)
}

// WithoutValues returns the text in English with "…" in the place of each value; the names of what it says if it comes
// from outside.
func (t Text) WithoutValues() string {
	if t.external != nil {
		return strings.Join(t.external.names, " ")
	}
	values := make([]string, len(t.values))
	for i, v := range t.values {
		if v != "" {
			values[i] = "…"
		}
	}
	return Text{reason: t.reason, values: values}.String()
}

func (t Text) value(i int) string {
	if i < len(t.values) {
		return t.values[i]
	}
	return ""
}

// Params yields the names and values of the text, without those that have none.
func (t Text) Params(yield func(name, value string) bool) {
	if t.external != nil {
		maps.All(t.external.params)(yield)
		return
	}
	for i, name := range Places(t.reason.Template()) {
		if v := t.value(i); v != "" && !yield(name, v) {
			return
		}
	}
}

// Fill returns a template with values. A place that is not closed is text.
func Fill(template string, values map[string]string) string {
	return string(appendFilled(nil, template, func(name string) string { return values[name] }, true))
}

// maxPlaces is how many places a template of the table has at most.
const maxPlaces = 8

// Places returns the names of the places of a template, each once, in the order in which they stand there.
func Places(template string) (names []string) {
	appendFilled(nil, template, func(name string) string {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		return name
	}, true)
	return names
}

// appendFilled appends a template if it is shown. It asks for the value of a place where the place begins, and for those
// inside even if they are left out, so that the order of the names is that of the text.
func appendFilled(b []byte, template string, value func(name string) string, shown bool) []byte {
	for template != "" {
		open := strings.IndexByte(template, '{')
		end := -1
		if open >= 0 {
			end = closing(template, open)
		}
		if end < 0 {
			open = len(template)
		}
		if shown {
			b = append(b, template[:open]...)
		}
		if end < 0 {
			break
		}
		name, text, has := strings.Cut(template[open+1:end], ":")
		switch v := value(name); {
		case has:
			b = appendFilled(b, text, value, shown && v != "")
		case shown:
			b = append(b, v...)
		}
		template = template[end+1:]
	}
	return b
}

// closing returns the offset of the brace that closes the one at open, -1 if there is none.
func closing(s string, open int) int {
	depth := 0
	for i := open; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// CharValues returns the values of {char} and {byte} for the first character of s, which is not empty. One
// of them is empty.
func CharValues(s string) (char, octet string) {
	if r, w := utf8.DecodeRuneInString(s); r == utf8.RuneError && w == 1 {
		return "", quote.Describe(s)
	}
	return quote.Describe(s), ""
}

// TextOfChar is [Reason.Text] for a template that begins with a character, the first one of s.
func (r Reason) TextOfChar(s string, values ...string) Text {
	char, octet := CharValues(s)
	return Text{reason: r, values: append([]string{char, octet}, values...)}
}

// TextOfRun is [Reason.Text] for a template that names a run of characters after the other values.
func (r Reason) TextOfRun(run string, values ...string) Text {
	char, octet := CharValues(run)
	n := utf8.RuneCountInString(run)
	same, others := "", ""
	switch {
	case n == 1:
	case strings.Count(run, run[:quote.CharLen(run)]) == n:
		same = strconv.Itoa(n)
	default:
		others = strconv.Itoa(n)
	}
	return Text{reason: r, values: append(values, char, octet, same, others)}
}
