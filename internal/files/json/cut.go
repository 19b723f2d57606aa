package json

import (
	"bytes"
	"encoding/json"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// Where a file of JSON is cut into records. A record is a line, as in JSON Lines, or the lines of a
// value that goes over several. An array whose "[" is alone on its line is not one value: its elements
// are records, so that a file that is one array needs no memory for all of it.

// A Nesting is the state of brackets at a place in JSON. A line end that stands in no value ends a
// record. So does one between the end of a value and the start of another, as in "}\n{": JSON has none
// inside of a value (RFC 8259 §2), so a bracket that is missing costs no more than its own record. No
// string has a line end (§7). The zero Nesting is that of the start of a record.
type Nesting struct {
	Depth  int  // the brackets that are open
	String bool // in a string
	Slash  bool // after a backslash in it
	Last   byte // the last byte that is not white space, 0 at the start of a record
	Lone   bool // the line has had "[" alone, and stands in no value
	Line   int  // how many bytes ago the first line end after Last was; 0 for none
}

// ends returns the offset after the last line end in text that ends a record, and false if there is
// none; a line end before text can be one, and its offset is not positive. It moves the state to the
// end of text. If first is set, it stops after the first such line end instead.
func (n *Nesting) ends(text []byte, first bool) (end int, ok bool) {
	since := -1 // the offset after the first line end after Last
	if n.Line > 0 {
		since = 1 - n.Line
	}
	pending := n.Line > 0
	for i := 0; i < len(text); {
		c := text[i]
		if n.String {
			if c != '\n' {
				i = n.inString(text, i)
				continue
			}
			n.String, n.Slash = false, false
		}
		i++
		switch c {
		case '\n':
			if n.Lone {
				n.Depth = 0
			}
			if n.Lone = false; n.Depth == 0 {
				*n = Nesting{}
				if end, ok, pending = i, true, false; first {
					return end, ok
				}
			} else if !pending {
				since, pending = i, true
			}
			continue
		case ' ', '\t', '\r':
			continue
		case linecol.BOM[0], linecol.BOM[1], linecol.BOM[2]:
			if n.Last == 0 {
				continue
			}
		}
		if pending && endsValue(n.Last) && startsValue(c) {
			*n = Nesting{}
			if end, ok = since, true; first {
				return end, ok
			}
		}
		pending = false
		n.Lone = c == '[' && n.Last == 0
		switch n.Last = c; c {
		case '"':
			n.String = true
		case '[', '{':
			n.Depth++
		case ']', '}':
			n.Depth = max(0, n.Depth-1)
		}
	}
	if n.Line = 0; pending {
		n.Line = len(text) - since + 1
	}
	return end, ok
}

// inString returns the offset of the end of the string in which text[i] stands, or of its line.
func (n *Nesting) inString(text []byte, i int) int {
	for i < len(text) {
		if n.Slash && text[i] != '\n' {
			n.Slash = false
			i++
			continue
		}
		if i = jsonscan.SkipPlain(text, i); i == len(text) {
			return i
		}
		switch text[i] {
		case '\n':
			return i
		case '"':
			n.String = false
			return i + 1
		case '\\':
			n.Slash = true
		}
		i++
	}
	return i
}

// endsValue and startsValue report whether a value can end or start with a byte.
func endsValue(c byte) bool { return c == '"' || c == '}' || c == ']' || isJSONWord(c) }

func startsValue(c byte) bool { return c == '"' || c == '{' || c == '[' || c == '-' || isJSONWord(c) }

// isJSONWord reports whether a byte stands in a number or in true, false or null.
func isJSONWord(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// lastRecord does what ends does, for a block of text that starts with a record; text[:from] of it has been
// looked at. JSON Lines are not read for it, but for the last line.
func (n *Nesting) lastRecord(text []byte, from int) (end int, ok bool) {
	for at, tries := len(text), 0; tries < 16; tries++ {
		if at = bytes.LastIndexByte(text[from:at], '\n'); at < 0 {
			break
		}
		at += from
		before, after := bytes.TrimRight(text[:at], " \t\r\n"), jsonscan.SkipSpace(text, at)
		if len(before) > 0 && after < len(text) && endsValue(before[len(before)-1]) && startsValue(text[after]) {
			*n = Nesting{}
			if last, found := n.ends(text[at+1:], false); found {
				return at + 1 + last, true
			}
			return at + 1, true
		}
	}
	if end, ok = n.ends(text[from:], false); !ok {
		return 0, false
	}
	return from + end, true
}

// NewCutter returns what cuts a file of JSON.
func NewCutter(*input.File, *input.Options) input.Cutter { return new(Nesting) }

func (n *Nesting) Look([]byte, bool) (bool, error) { return true, nil }

func (n *Nesting) ByLines() bool { return false }

func (n *Nesting) LastEnd(buf []byte, from int) int {
	if from == 0 {
		*n = Nesting{}
	}
	end, _ := n.lastRecord(buf, from)
	return end
}

func (n *Nesting) Unclosed([]byte, int) int { return 0 }

func (n *Nesting) NextEnd(part []byte) (end int, ended bool) { return n.ends(part, true) }

func (n *Nesting) State() string { return input.StateOf(n) }

func (n *Nesting) Resume(state string) { json.Unmarshal([]byte(state), n) }

// StartsAtLines reports whether the records of JSON that starts with head can be read from the start of
// any line: each of its first lines holds whole values.
func StartsAtLines(head []byte) bool {
	var s jsonscan.Members
	head = bytes.TrimPrefix(head, linecol.BOM)
	for {
		n := bytes.IndexByte(head, '\n')
		if n < 0 {
			return true // a long line
		}
		line := bytes.TrimSpace(head[:n])
		head = head[n+1:]
		line = bytes.TrimSuffix(line, []byte{','})
		if _, ok := s.Line(line); !ok && len(line) > 0 && string(line) != "[" && string(line) != "]" {
			return false
		}
	}
}
