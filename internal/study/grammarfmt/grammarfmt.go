// Package grammarfmt writes grammars in one form. What comes in: the text of a grammar. What goes out: the same rules
// in lines that are not too long, a break before an alternative where
// there can be one, one space between elements and inside of brackets, upper-case digits. Comments stay where they are.
// The package must not know what rules mean.
package grammarfmt

import (
	"bytes"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Width is how long lines are in an RFC: its text has 72 columns, and code is indented by 3 (RFC 7994).
const Width = 69

// Format returns a grammar in its one form, in ASCII, with the same rules, in lines of at most so many columns, but for
// a string, a prose value, a word or a header field that is longer. Lines end in CRLF if all of them did, or else in
// LF. What it returns is not changed by another call. The error is an [abnf.ErrorList] if the grammar has a fault of
// the notation.
func Format(file string, src []byte, width int) ([]byte, error) {
	l, err := abnf.ReadLayout(file, src)
	if err != nil {
		return nil, err
	}
	w := &writer{width: width}
	rest := l.Text // from the end of the line of a definition
	for i, d := range l.Rules {
		w.between(rest[:len(rest)-len(l.Text)+d[0]], i == 0, l.Indent)
		w.rule(l.Text[d[0]:d[1]])
		comment, _, _ := strings.Cut(l.Text[d[1]:], "\n")
		rest = l.Text[d[1]+len(comment):]
		if comment = strings.TrimSpace(comment); comment != "" {
			more, n := w.filledUp(comment, w.indent+2, strings.Split(rest, "\n")[1:],
				func(line string) bool { return Indentation(line) > l.Indent })
			for range n {
				line, _, _ := strings.Cut(rest[1:], "\n")
				rest = rest[1+len(line):]
			}
			w.trailing(more)
		}
		w.endLine()
	}
	w.between(rest, len(l.Rules) == 0, l.Indent)
	out := append(bytes.TrimRight(w.out, "\n"), '\n')
	if n := bytes.Count(src, []byte("\r\n")); n > 0 && n == bytes.Count(src, []byte("\n")) {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n"))
	}
	return out, nil
}

// Rule returns a definition on one line, such as [abnf.Rule.Source], in the form of Format.
func Rule(source string) string {
	w := &writer{width: Width}
	w.rule(source)
	w.endLine()
	return string(w.out)
}

// A writer writes lines.
type writer struct {
	out    []byte
	col    int // of the line that is being written
	indent int // of the lines that continue the rule
	width  int // of a line at most
}

func (w *writer) endLine() {
	if w.col > 0 {
		w.out = append(bytes.TrimRight(w.out, " "), '\n')
		w.col = 0
	}
}

func (w *writer) put(s string) {
	w.out = append(w.out, s...)
	w.col += len(s)
}

// start begins a line.
func (w *writer) start(indent int) {
	w.endLine()
	w.put(strings.Repeat(" ", indent))
}

// between writes the comments and blank lines between rules: at most one blank line after
// the other. A comment that is indented right after a rule belongs to it.
func (w *writer) between(text string, head bool, indent int) {
	attached := len(w.out) > 0
	lines := strings.Split(text, "\n")
	if len(w.out) > 0 {
		lines = lines[1:] // what is left of the line of the rule
	}
	if n := len(lines); n > 0 && strings.Trim(lines[n-1], " \t\r\f") == "" {
		lines = lines[:n-1] // what is before the next rule
	}
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		comment := strings.Trim(line, " \t\r\f")
		indented := attached && Indentation(line) > indent
		if !indented && comment != "" {
			attached = false
		}
		switch {
		case comment == "":
			attached = false
			if len(w.out) > 0 && !bytes.HasSuffix(w.out, []byte("\n\n")) {
				w.out = append(w.out, '\n')
			}
		case abnf.IsField(comment, head):
			w.start(0)
			w.put(ASCII(comment))
		default:
			at := 0
			if indented {
				at = w.indent + 2
			}
			comment, n := w.filledUp(comment, at, lines[i+1:], func(line string) bool {
				return !indented ||
					Indentation(line) > indent
			})
			w.comment(comment, at)
			i += n
		}
		w.endLine()
	}
}

// Indentation returns how many columns the spaces and tabs at the start of a line take; a
// tab goes to the next multiple of 8.
func Indentation(line string) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ', '\f':
			n++
		case '\t':
			n += 8 - n%8
		default:
			return n
		}
	}
	return n
}

// maxField is how much of a comment is looked at for a field: these are short.
const maxField = 1 << 10

// comment writes a comment on lines of its own.
func (w *writer) comment(text string, indent int) {
	text = ASCII(text)
	rest := strings.TrimLeft(text, "; ")
	lead, next := text[:len(text)-len(rest)], w.leadOf(text)
	for {
		at := w.breakAt(rest, next, w.width-indent-len(lead))
		w.start(indent)
		w.put(lead)
		w.put(rest[:at])
		w.endLine()
		if rest = strings.TrimLeft(rest[at:], " "); rest == "" {
			return
		}
		lead = next
	}
}

// breakAt returns how much of a comment goes on a line: as many words as there is room for, at least one. What follows
// must not become a field after the lead of the next line.
func (w *writer) breakAt(text, lead string, room int) int {
	if len(text) <= room {
		return len(text)
	}
	can := func(at int) bool {
		return text[at] == ' ' && !abnf.IsField(lead+strings.TrimLeft(text[at:min(len(text), at+maxField)], " "), true)
	}
	for at := max(room, 0); at > 0; at-- {
		if can(at) {
			return at
		}
	}
	for at := max(room, 0) + 1; at < len(text); at++ {
		if can(at) {
			return at
		}
	}
	return len(text)
}

// leadOf returns what a comment begins with: "; ".
func (w *writer) leadOf(text string) string {
	lead := text[:len(text)-len(strings.TrimLeft(text, "; "))]
	if len(lead) > w.width/2 {
		return "; "
	}
	return lead
}

// trailing writes a comment after the element before it, or on the next lines if there is
// no room.
func (w *writer) trailing(comment string) {
	comment = ASCII(comment)
	if w.col > w.indent && w.col+1+len(comment) <= w.width {
		w.put(" " + comment)
		w.endLine()
		return
	}
	w.endLine()
	w.comment(comment, w.indent+2)
}

// A piece is what is not separated: an element with the bracket before it.
type piece struct {
	tokens   []string
	depth    int    // of brackets before it
	first    bool   // on its line
	comments []note // after it
}

// A note is a comment in a rule.
type note struct {
	text  string
	alone bool // on its line
}

func (p piece) width() int { return len(strings.Join(p.tokens, " ")) }

// slash reports whether the piece begins an alternative of the rule.
func (p piece) slash() bool { return len(p.tokens) > 0 && p.tokens[0] == "/" && p.depth == 0 }

// rule writes a definition.
func (w *writer) rule(src string) {
	name, pieces := pieces(src)
	w.indent = min(len(name)+1, 20, w.width/3)
	w.start(0)
	w.put(name)
	each := eachOnLine(pieces)
	for i, p := range pieces {
		if each && p.slash() {
			w.endLine()
		}
		w.piece(p, w.room(pieces[i:]))
		for _, n := range w.reflowed(p.comments) {
			if n.alone {
				w.endLine()
				w.comment(n.text, w.indent+2)
			} else {
				w.trailing(n.text)
			}
		}
	}
}

// eachOnLine reports whether a definition has each alternative on a line of its own.
func eachOnLine(pieces []piece) bool {
	n := 0
	for _, p := range pieces {
		if p.slash() {
			if n++; !p.first {
				return false
			}
		}
	}
	return n > 1
}

// reflowed returns the comments after a piece, each filled up.
func (w *writer) reflowed(notes []note) (out []note) {
	for i := 0; i < len(notes); i++ {
		n, next := notes[i], i+1
		for next < len(notes) && notes[next].alone {
			next++
		}
		var lines []string
		for _, more := range notes[i+1 : next] {
			lines = append(lines, more.text)
		}
		text, used := w.filledUp(n.text, w.indent+2, lines, func(string) bool { return true })
		out = append(out, note{text, n.alone})
		i += used
	}
	return out
}

// filledUp returns a comment with what it says on the next lines, if it is too long for a line of its own that is
// indented so far, and how many lines these are. belongs reports whether a line is indented as it must be.
func (w *writer) filledUp(comment string, indent int, lines []string, belongs func(line string) bool) (text string,
	n int) {
	for text = ASCII(comment); indent+len(text) > w.width && n < len(lines) && belongs(lines[n]); n++ {
		more := w.goesOn(comment, strings.Trim(lines[n], " \t\r\f"))
		if more == "" {
			break
		}
		text += " " + ASCII(more)
	}
	return text, n
}

// goesOn returns what a comment on the next line adds to the text of one; "" if it is another one, a field, a new
// paragraph or an item of a list.
func (w *writer) goesOn(comment, next string) string {
	lead := w.leadOf(comment)
	more, ok := strings.CutPrefix(next, lead)
	if !ok || more == "" || strings.HasPrefix(more, " ") || abnf.IsField(next, true) {
		return ""
	}
	if c := more[0]; !chars.IsLetter(c) && strings.IndexByte(`("'<`, c) < 0 {
		return ""
	}
	return more
}

// room returns how much of the line the first piece wants: for one that begins an
// alternative, what is up to the next one, if a line has room for that.
func (w *writer) room(pieces []piece) int {
	want := pieces[0].width()
	if !pieces[0].slash() || len(pieces[0].comments) > 0 {
		return want
	}
	all := want
	for _, p := range pieces[1:] {
		if p.slash() {
			break
		}
		all += 1 + p.width()
		if len(p.comments) > 0 {
			break
		}
	}
	if w.indent+all > w.width {
		return want
	}
	return all
}

// piece writes a piece: on the line if it has room for as much as is wanted, else on the
// next one.
func (w *writer) piece(p piece, want int) {
	indent := w.indent
	if !p.slash() {
		indent += 2
	}
	if w.col > 0 && w.col > indent && w.col+1+want > w.width || w.col == 0 {
		w.start(indent)
	}
	for i, t := range p.tokens {
		space := 1
		if w.col == 0 || w.atIndent() {
			space = 0
		}
		if i > 0 && w.col+space+len(t) > w.width {
			w.start(w.indent + 2)
			space = 0
		}
		w.put(strings.Repeat(" ", space) + t)
	}
}

// atIndent reports whether the line has nothing but spaces.
func (w *writer) atIndent() bool {
	line := w.out[bytes.LastIndexByte(w.out, '\n')+1:]
	return len(bytes.TrimLeft(line, " ")) == 0
}

// pieces splits a definition that has been read into its name and what follows.
func pieces(src string) (name string, all []piece) {
	depth := 0
	glue := false // the next token belongs to the piece
	var prefix string
	lineStart := false
	put := func(t string) {
		t, prefix = prefix+t, ""
		if glue && len(all[len(all)-1].comments) == 0 {
			all[len(all)-1].tokens = append(all[len(all)-1].tokens, t)
		} else {
			all = append(all, piece{tokens: []string{t}, depth: depth, first: lineStart})
		}
		glue, lineStart = false, false
	}
	for i := 0; i < len(src); {
		c := src[i]
		end := i + 1
		switch {
		case c == '\n':
			lineStart = true
		case c == ' ', c == '\t', c == '\r', c == '\f':
		case c == ';':
			if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
				end = i + n
			} else {
				end = len(src)
			}
			n := note{strings.TrimRight(src[i:end], " \t\r\f"), lineStart}
			if len(all) == 0 {
				all = append(all, piece{tokens: []string{}, depth: depth})
			}
			last := &all[len(all)-1]
			last.comments = append(last.comments, n)
		case chars.IsDigit(c) || c == '*':
			for end < len(src) && (chars.IsDigit(src[end]) || src[end] == '*') {
				end++
			}
			prefix = src[i:end]
		case c == '"' || c == '<':
			end += strings.IndexByte(src[end:], map[byte]byte{'"': '"', '<': '>'}[c]) + 1
			put(src[i:end])
		case c == '%':
			if src[i+1]|0x20 == 's' || src[i+1]|0x20 == 'i' {
				end = i + 3
				end += strings.IndexByte(src[end:], '"') + 1
				t := src[i+2 : end]
				if src[i+1]|0x20 == 's' {
					t = "%s" + t
				}
				put(t)
				break
			}
			for end < len(src) && (chars.IsLDH(src[end]) || src[end] == '.') {
				end++
			}
			put("%" + chars.Lower(src[i+1:i+2]) + strings.ToUpper(src[i+2:end]))
		case c == '(' || c == '[':
			put(string(c))
			depth++
			glue = true
		case c == ')' || c == ']':
			depth--
			glue = true
			put(string(c))
		case c == '/' || c == '=':
			if c == '=' && end < len(src) && src[end] == '/' {
				end++
			}
			put(src[i:end])
			glue = true
		default:
			for end < len(src) && chars.IsLDH(src[end]) {
				end++
			}
			if name == "" {
				name = src[i:end]
				break
			}
			put(src[i:end])
		}
		i = end
	}
	return name, all
}
