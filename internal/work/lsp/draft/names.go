package draft

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A Name is an occurrence of a rule's name in a text, with offsets in bytes.
type Name struct {
	Start, End int
	Defines    bool // "=" or "=/" follows
}

// namesOf returns the names of rules in a text in the notation of RFC 5234, in order, also of a text with faults. It
// also finds the names in fields of the header, and prose values that are one name.
func namesOf(text string) []Name {
	s := scanner{text: text}
	for s.at < len(text) {
		s.step()
	}
	return s.names
}

// Quoted reports whether an offset is in a comment, a string or a prose value.
func (d *Draft) Quoted(offset int) bool {
	s := scanner{text: d.Text}
	for s.at < offset {
		if c := s.text[s.at]; c == ';' || c == '"' || c == '<' {
			if s.step(); offset < s.at || c == ';' && offset == s.at {
				return true
			}
			continue
		}
		s.step()
	}
	return false
}

type scanner struct {
	text  string
	at    int
	names []Name
	rules bool // a rule has been defined, so comments are not part of the header
}

// step skips one element of the text.
func (s *scanner) step() {
	switch c := s.text[s.at]; {
	case c == ';':
		s.comment()
	case c == '"':
		s.until('"')
	case c == '<':
		from := s.at + 1
		s.until('>')
		if end := s.at - 1; from < end && s.text[end] == '>' && chars.IsLetter(s.text[from]) &&
			nameEnd(s.text, from) == end {
			s.names = append(s.names, Name{from, end, false})
		}
	case c == '%': // the string of %s"..." follows
		s.at = min(s.at+2, len(s.text))
		for s.at < len(s.text) && (chars.IsLDH(s.text[s.at]) || s.text[s.at] == '.') {
			s.at++
		}
	case chars.IsLetter(c):
		from := s.at
		s.at = nameEnd(s.text, from)
		defines := strings.HasPrefix(strings.TrimLeft(s.text[s.at:], " \t\r\n"), "=")
		s.rules = s.rules || defines
		s.names = append(s.names, Name{from, s.at, defines})
	default:
		s.at++
	}
}

// until skips a quoted text. It ends at the closer or at the end of the line.
func (s *scanner) until(closer byte) {
	n := strings.IndexAny(s.text[s.at+1:], string(closer)+"\r\n")
	if n < 0 {
		s.at = len(s.text)
		return
	}
	s.at += n + 2
}

// fields are the fields of a header whose values are names of rules, among other words.
var fields = []string{"top", "reference", "absolute", "relative", "record", "component", "characters"}

func (s *scanner) comment() {
	end := len(s.text)
	if n := strings.IndexByte(s.text[s.at:], '\n'); n >= 0 {
		end = s.at + n
	}
	line := s.text[s.at:end]
	name, value, ok := strings.Cut(line, ":")
	if ok && !s.rules && slices.Contains(fields, strings.TrimSpace(strings.TrimLeft(name, ";"))) {
		for at := end - len(value); at < end; {
			if !chars.IsLetter(s.text[at]) {
				at++
				continue
			}
			to := nameEnd(s.text, at)
			s.names = append(s.names, Name{at, to, false})
			at = to
		}
	}
	s.at = end
}

func nameEnd(text string, at int) int {
	for at < len(text) && chars.IsLDH(text[at]) {
		at++
	}
	return at
}
