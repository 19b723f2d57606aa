package json

import (
	"bytes"
	"errors"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// How a file of JSON is divided into records. A record is a line, as in JSON Lines, or the lines of a value that has
// several. An array whose "[" is alone on its line is not one value: its elements are records, so that a file that is
// one array need not be in memory as a whole.

// A Nesting is the state of brackets at an offset in JSON. A line end outside of every value ends a record. So does a
// line end between the end of a value and the start of another, as in "}\n{", which JSON never has inside of a value (RFC 8259 §2): so a missing bracket affects only its own record. A
// string must not have a line end (§7), but one within brackets continues in the next line, unless something else
// begins there. Comments, which people write although JSON has none, are white space; those before a value belong to
// its record. The zero Nesting is the state at the start of a record.
type Nesting struct {
	Depth  int  // how many brackets are open
	String bool // the offset is in a string
	Slash  bool // the offset is after a backslash in a string
	Broken bool // the offset is after a line end in a string
	Last   byte // the last byte that is not white space, 0 at the start of a record
	Lone   bool // the line has "[" alone, outside of every value
	Line   int  // how many bytes ago the first line end after Last was; 0 if there was none

	Blank   bool // the last byte is white space
	Comment byte // "/" after the first byte of a comment, "#" and "*" in one; "+" after "*" there; 0 for none
	Noted   bool // the record has had a comment
}

// ends returns the offset after the last line end in text that ends a record. A line end before text can be that; its
// offset is not positive. ok is false if there is none. The state moves to the end of text. If first is set, ends
// stops after the first such line end instead.
func (n *Nesting) ends(text []byte, first bool) (end int, ok bool) {
	since := -1 // the offset after the first line end after Last
	if n.Line > 0 {
		since = 1 - n.Line
	}
	pending := n.Line > 0
	for i := 0; i < len(text); {
		c := text[i]
		if n.String {
			if c != '\n' && !n.Broken {
				i = n.inString(text, i)
				continue
			}
			if n.goesOn(c) {
				i++
				if c == '\n' && !pending {
					since, pending = i, true
				} else if !n.Broken {
					pending = false
				}
				continue
			}
		}
		if n.Comment != 0 {
			i = n.inComment(text, i)
			continue
		}
		i++
		switch {
		case c == '\n':
			if n.endLine() {
				*n = Nesting{}
				if end, ok, pending = i, true, false; first {
					return end, ok
				}
			} else if !pending {
				since, pending = i, true
			}
		case c == ' ' || c == '\t' || c == '\r':
			n.Blank = true
		case n.beginsComment(c):
			n.Comment = c
			n.Noted = n.Noted || c == '#'
		case n.Last == 0 && bytes.IndexByte(linecol.BOM, c) >= 0:
		default:
			if pending && endsValue(n.Last) && startsValue(c) {
				*n = Nesting{}
				if end, ok = since, true; first {
					return end, ok
				}
			}
			pending = false
			n.token(c)
		}
	}
	if n.Line = 0; pending {
		n.Line = len(text) - since + 1
	}
	return end, ok
}

// goesOn processes a line end in a string, or a character after it, and reports whether the string continues there,
// or still may. It does not at the start of a record, nor if the next line is empty, or begins with a bracket or a
// quote.
func (n *Nesting) goesOn(c byte) bool {
	isEnd := c == '\n'
	switch {
	case isEnd && !n.Broken && n.Depth > 0:
		n.Broken, n.Slash = true, false
		return true
	case !isEnd && chars.IsSpace(c):
		return true
	}
	n.String = !isEnd && strings.IndexByte(`{}[]"`, c) < 0
	n.Broken, n.Slash = false, n.String && c == '\\'
	return n.String
}

// endLine processes a line end, and reports whether it ends a record.
func (n *Nesting) endLine() bool {
	if n.Lone {
		n.Depth = 0
	}
	n.Blank, n.Lone = true, false
	return n.Depth == 0 && (n.Last != 0 || !n.Noted)
}

// beginsComment reports whether a character begins a comment, and not the "//" of an address without quotes.
func (n *Nesting) beginsComment(c byte) bool {
	return (c == '/' || c == '#') && (n.Blank || n.Last != ':' && !isJSONWord(n.Last))
}

// token processes a character that is not white space.
func (n *Nesting) token(c byte) {
	n.Blank = false
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

// inComment returns the offset of the end of the comment that text[i] is in, or may be in.
func (n *Nesting) inComment(text []byte, i int) int {
	for ; i < len(text); i++ {
		c := text[i]
		switch n.Comment {
		case '/':
			switch c {
			case '/':
				n.Comment = '#'
			case '*':
				n.Comment = '*'
			default: // it was a slash
				n.Comment, n.Last, n.Blank, n.Lone = 0, '/', false, false
				return i
			}
			n.Noted = true
		case '#':
			if c == '\n' {
				n.Comment = 0
				return i
			}
		default:
			switch {
			case c == '/' && n.Comment == '+':
				n.Comment, n.Blank = 0, true
				return i + 1
			case c == '*':
				n.Comment = '+'
			default:
				n.Comment = '*'
			}
		}
	}
	return i
}

// inString returns the offset of the end of the string that text[i] is in, or of its line.
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

// endsValue and startsValue report whether a byte can be the last, or the first, of a value.
func endsValue(c byte) bool { return c == '"' || c == '}' || c == ']' || isJSONWord(c) }

func startsValue(c byte) bool { return c == '"' || c == '{' || c == '[' || c == '-' || isJSONWord(c) }

// isJSONWord reports whether a byte can be in a number or in true, false or null.
func isJSONWord(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// lastRecord is ends for a chunk of text that starts with a record; text[:from] was searched before. It does not read
// JSON Lines, except for the last line. It does read text with a comment.
func (n *Nesting) lastRecord(text []byte, from int) (end int, ok bool) {
	for at, tries := len(text), 0; tries < 16 && !n.Noted; tries++ {
		if at = bytes.LastIndexByte(text[from:at], '\n'); at < 0 {
			break
		}
		at += from
		before, after := bytes.TrimRight(text[:at], " \t\r\n"), jsonscan.SkipSpace(text, at)
		if len(before) > 0 && after < len(text) && strings.IndexByte(`}]"`, before[len(before)-1]) >= 0 &&
			strings.IndexByte(`{["`, text[after]) >= 0 { // a word can be in a string that has a line end
			if hasComment(text, from, len(before)) {
				break
			}
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

// hasComment reports whether the last line of text[from:to] has a comment, or the text may have a comment of several
// lines. The end of such comments can look like the end of a value.
func hasComment(text []byte, from, to int) bool {
	var line Nesting
	line.ends(text[bytes.LastIndexByte(text[:to], '\n')+1:to], false)
	return line.Noted || line.Comment != 0 || bytes.Contains(text[from:to], []byte("/*"))
}

// A cutter divides a file of JSON into records.
type cutter struct {
	Nesting
	hasComments bool  // comments can start and end as values do
	refused     error // the file has no lines that a filter could pass
}

// An array is the state of a file whose records are the elements of one array, and whether its first bytes have
// comments, or commas before a closing bracket.
type array struct{ noted bool }

// newArray returns the state of a file that begins with head, or nil if "[" is not alone on the first line after
// comments.
func newArray(head []byte) any {
	head = bytes.TrimPrefix(head, linecol.BOM)
	clean := withoutComments(head)
	noted := clean != nil
	if !noted {
		clean = head
	}
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(clean, chars.Space), []byte{'['})
	if !ok || !chars.IsBlank(linecol.FirstLine(rest)) {
		return nil
	}
	return array{noted}
}

// errArray is the error of a filter for an array.
var errArray = errors.New("an array of JSON has no lines that could be passed through: jq -c '.[]' writes its elements as lines")

// startsArray reports whether a file that begins with head is an array.
func startsArray(head []byte) bool {
	head = bytes.TrimPrefix(head, linecol.BOM)
	if clean := withoutComments(head); clean != nil {
		head = clean
	}
	return bytes.HasPrefix(bytes.TrimLeft(head, chars.Space), []byte{'['})
}

// NewCutter returns the cutter for a file of JSON.
func NewCutter(f *input.File, o *input.Options) input.Cutter {
	var n Nesting
	var refused error
	head := f.Head()
	if o.LinesOnly && startsArray(head) {
		refused = errArray
	}
	if f.State == nil {
		f.State = newArray(head)
	}
	for len(head) > 0 && !n.Noted {
		end, ok := n.ends(head, true)
		if !ok {
			break
		}
		head = head[max(end, 1):]
	}
	return &cutter{hasComments: n.Noted, refused: refused}
}

func (c *cutter) Sniff([]byte, bool) (bool, error) { return true, c.refused }

func (c *cutter) ByLines() bool { return false }

func (c *cutter) LastEnd(buf []byte, from int) (end int) {
	if from == 0 {
		c.Nesting = Nesting{}
	}
	if !c.hasComments {
		end, _ = c.lastRecord(buf, from)
	} else if n, ok := c.ends(buf[from:], false); ok {
		end = from + n
	}
	return end
}

func (c *cutter) Salvage([]byte, int) int { return 0 }

func (c *cutter) ContinueRecord(part []byte) (end int, ended bool) { return c.ends(part, true) }

// withoutComments returns a copy of a text of JSON with spaces in the place of comments, and of commas before a
// closing bracket. It returns nil if there are none.
func withoutComments(text []byte) []byte {
	var clean []byte
	var n Nesting
	blank := func(from, to int) {
		if clean == nil {
			clean = bytes.Clone(text)
		}
		for ; from < to; from++ {
			if clean[from] != '\n' {
				clean[from] = ' '
			}
		}
	}
	comma := -1 // the offset of a comma that nothing follows yet
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case n.String:
			if i = n.inString(text, i); i < len(text) && text[i] == '\n' {
				n.String, n.Slash = false, false
			}
			continue
		case chars.IsSpace(c):
			n.Blank = true
		case n.beginsComment(c):
			n.Comment, n.Noted = c, c == '#'
			if end := n.inComment(text, i+1); n.Noted {
				blank(i, end)
				i, n.Comment, n.Blank = end, 0, true
				continue
			}
			n.Last = c
		default:
			if (c == '}' || c == ']') && comma >= 0 {
				blank(comma, comma+1)
			}
			if comma = -1; c == ',' {
				comma = i
			}
			n.Last, n.Blank, n.String = c, false, c == '"'
		}
		i++
	}
	return clean
}

// StartsAtLines reports whether the records of JSON that starts with head can be read from the start of any line:
// each of its first lines has complete values.
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
