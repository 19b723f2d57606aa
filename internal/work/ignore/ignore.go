// Package ignore is the comments with which an author says that a finding is meant. In comes a file,
// as it is read, and the lines of findings; out comes whether a finding is left out, and what is wrong
// with the comments. The package must not know how files are decoded.
//
//	# iri-ignore port, scheme: the old gateway wants it
//	<!-- iri-ignore-file bidi: names of people -->
//
// A comment that stands alone is for the next line, one after something else for its own line, and
// iri-ignore-file for all that follows in the file.
package ignore

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/verdict/report"
)

// Rules say what the names in comments are.
type Rules struct {
	CheckName func(name string) error                  // what is wrong with a name; nil if it is known
	Matches   func(name string, code report.Code) bool // whether a name stands for a code
}

// A Comment is an ignore comment.
type Comment struct {
	Line, Col int    // of its first word, counted from 1
	Text      string // from there on, without the end of the comment
	Wrong     string // what is wrong with it; empty for a comment that is applied

	from, to int // the lines that it is for
	alone    bool
	codes    []string
	used     bool
}

// A File has the comments of a file. It is written to as the file is read, and asked by several
// goroutines about lines that have been written.
type File struct {
	rules   *Rules
	open    string // how a comment begins: "#" or "<!--"
	lineEnd byte

	mu       sync.Mutex
	comments []*Comment
	ended    bool

	// What is read: tail starts at the start of a line, or cut says that the start is missing.
	tail    []byte
	line    int // of tail
	cut     bool
	pending bool // a comment in tail has not ended yet
}

// New returns the comments of a file in a format whose comments begin with open. lineEnd is the byte by which
// its lines are counted.
func New(rules *Rules, open string, lineEnd byte) *File {
	return &File{rules: rules, open: open, lineEnd: lineEnd, line: 1}
}

const (
	word    = "iri-ignore"
	maxTail = 4 << 10  // how much of the start of a line is kept
	maxText = 64 << 10 // how long a comment can be
)

// Write takes the next part of the file.
func (f *File) Write(p []byte) (int, error) {
	if !f.pending && find(p) < 0 {
		seam := append(f.tail[max(0, len(f.tail)-len(word)):len(f.tail):len(f.tail)], p[:min(len(p), len(word))]...)
		if find(seam) < 0 {
			f.pass(p)
			return len(p), nil
		}
	}
	f.tail = append(f.tail, p...)
	f.read(false)
	return len(p), nil
}

// Close is to be called at the end of the file.
func (f *File) Close() error {
	f.read(true)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	return nil
}

// firsts and seconds say where in the word a byte stands, as the first or the second one of a pair.
var firsts, seconds = func() (first, second [256]uint16) {
	for i := range len(word) - 1 {
		first[word[i]] |= 1 << i
		second[word[i+1]] |= 1 << i
	}
	return first, second
}()

// find returns the offset of the first word in text, -1 for none. All of a file goes through it, so
// it looks at one pair of bytes in nine: each word has one of them, and no pair twice.
func find(text []byte) int {
	const pairs = len(word) - 1
	for i := pairs - 1; i+1 < len(text); i += pairs {
		if at := firsts[text[i]] & seconds[text[i+1]]; at != 0 {
			start := i - bits.TrailingZeros16(at)
			if start+len(word) <= len(text) && string(text[start:start+len(word)]) == word {
				return start
			}
		}
	}
	return -1
}

// pass goes over text without a comment, and keeps the start of its last line, or of that in which markup is
// opened with at most the start of a word after it.
func (f *File) pass(p []byte) {
	end := len(p)
	if f.open != "#" {
		written := beforeWord(p)
		if len(written) < len(f.open) {
			p, f.tail = append(f.tail, p...), nil
			written = beforeWord(p)
		}
		if end = len(p); bytes.HasSuffix(written, []byte(f.open)) {
			end = len(written)
		}
	}
	if n := bytes.LastIndexByte(p[:end], f.lineEnd); n >= 0 {
		f.line += bytes.Count(f.tail, []byte{f.lineEnd}) + bytes.Count(p[:n+1], []byte{f.lineEnd})
		f.tail, f.cut, p = f.tail[:0], false, p[n+1:]
	}
	f.tail = append(f.tail, p...)
	if over := len(f.tail) - maxTail; over > 0 {
		f.line += bytes.Count(f.tail[:over], []byte{f.lineEnd})
		f.tail, f.cut = append(f.tail[:0], f.tail[over:]...), true
	}
}

// read reads the comments in the tail; last says that nothing follows.
func (f *File) read(last bool) {
	text := f.tail
	f.pending = false
	for at := 0; ; {
		n := find(text[at:])
		if n < 0 {
			break
		}
		start := at + n
		lineStart := bytes.LastIndexByte(text[:start], f.lineEnd) + 1
		begin := f.begin(text[:start], lineStart, f.cut && lineStart == 0 || start-lineStart > maxTail)
		if begin >= 0 {
			lineStart = bytes.LastIndexByte(text[:begin], f.lineEnd) + 1
		}
		end, after := f.end(text, start)
		if (end < 0 || bytes.IndexByte(text[after:], f.lineEnd) < 0) && !last && len(text)-start < maxText {
			f.line += bytes.Count(text[:lineStart], []byte{f.lineEnd})
			f.tail, f.pending = append(f.tail[:0], text[lineStart:]...), true
			f.cut = f.cut && lineStart == 0
			return
		}
		if end < 0 {
			end, after = len(text), len(text)
		}
		if begin >= 0 {
			f.add(text, lineStart, begin, start, end, after)
		}
		at = start + len(word)
	}
	f.tail = nil
	f.pass(text)
}

// end returns where the comment with the word at start ends, and what comes after it; -1 if that is not
// in the text.
func (f *File) end(text []byte, start int) (end, after int) {
	mark := string(f.lineEnd)
	if f.open != "#" {
		mark = "-->"
	}
	n := bytes.Index(text[start:], []byte(mark))
	if n < 0 {
		return -1, -1
	}
	if f.open == "#" {
		return start + n, start + n
	}
	return start + n, start + n + len(mark)
}

// beforeWord returns the text without a start of the word and blanks at its end.
func beforeWord(text []byte) []byte {
	for k := len(word) - 1; k > 0; k-- {
		if rest, ok := bytes.CutSuffix(text, []byte(word[:k])); ok {
			text = rest
			break
		}
	}
	return bytes.TrimRight(text, blank)
}

// blank is what may stand before the first word of a comment.
const blank = " \t\r\n"

// begin returns where the comment begins, in what stands before its first word; -1 if it is not one.
func (f *File) begin(before []byte, lineStart int, cut bool) int {
	text := bytes.TrimRight(before, blank)
	begin := len(text) - len(f.open)
	if !bytes.HasSuffix(text, []byte(f.open)) || f.open == "#" && (cut || begin < lineStart || inTerm(text[lineStart:begin])) {
		return -1
	}
	return begin
}

// inTerm reports whether the end of a text, from the start of a line, is in an IRI or a literal of a
// format of RDF, where "#" begins no comment.
func inTerm(text []byte) bool {
	for i := 0; i < len(text); i++ {
		var end byte
		switch text[i] {
		case '<':
			end = '>'
		case '"', '\'':
			end = text[i]
		case '#':
			if i == 0 || text[i-1] == ' ' || text[i-1] == '\t' || text[i-1] == '.' || text[i-1] == ';' || text[i-1] == ',' {
				return false // in a comment already
			}
			continue
		default:
			continue
		}
		for i++; i < len(text) && text[i] != end; i++ {
			if text[i] == '\\' {
				i++
			}
		}
		if i >= len(text) {
			return true
		}
	}
	return false
}

// add adds a comment: its line starts at lineStart, it begins at begin, its first word at start.
func (f *File) add(text []byte, lineStart, begin, start, end, after int) {
	rest := text[start+len(word) : end]
	name, whole := word, false
	if bytes.HasPrefix(rest, []byte("-file")) {
		rest, whole = rest[len("-file"):], true
		name += "-file"
	}
	if len(rest) > 0 && !strings.ContainsRune(" \t\r\n:", rune(rest[0])) {
		return // another word
	}
	if lineStart == 0 && f.line == 1 && bytes.HasPrefix(text, []byte("\uFEFF")) {
		lineStart = len("\uFEFF") // it is not a character of the first line
	}
	line := f.line + bytes.Count(text[:lineStart], []byte{f.lineEnd})
	own := max(lineStart, bytes.LastIndexByte(text[:start], f.lineEnd)+1) // of the first word
	c := &Comment{
		Line: line + bytes.Count(text[lineStart:own], []byte{f.lineEnd}), Col: 1 + utf8.RuneCount(text[own:start]),
		Text: strings.Join(strings.Fields(string(text[start:end])), " "),
		from: line, to: line + bytes.Count(text[lineStart:end], []byte{f.lineEnd}),
	}
	next := text[after:]
	if n := bytes.IndexByte(next, f.lineEnd); n >= 0 {
		next = next[:n]
	}
	c.alone = len(bytes.TrimSpace(text[lineStart:begin])) == 0 && len(bytes.TrimSpace(next)) == 0
	switch {
	case whole:
		c.to = math.MaxInt
	case c.alone:
		c.from, c.to = c.to+1, c.to+1
	}
	list, why, _ := strings.Cut(string(rest), ":")
	c.codes = strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	switch {
	case len(c.codes) == 0:
		c.Wrong = "it names no code: write " + name + " CODE, CODE: WHY"
	case strings.TrimSpace(why) == "":
		c.Wrong = "it does not say why: write " + name + " " + strings.Join(c.codes, ", ") + ": WHY"
	}
	for _, code := range c.codes {
		if err := f.rules.CheckName(code); err != nil && c.Wrong == "" {
			c.Wrong = err.Error()
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range slices.Backward(f.comments) { // several that stand alone are for the same line
		if !c.alone || whole || !b.alone || b.to != line {
			if b.to == math.MaxInt {
				continue
			}
			break
		}
		b.from, b.to = c.from, c.to
	}
	f.comments = append(f.comments, c)
}

// Ignores reports whether a comment says that a finding in that line, or in a string that starts in
// the line from, is meant.
func (f *File) Ignores(code report.Code, from, line int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	ignored := false
	for _, c := range f.comments {
		on := c.from <= line && line <= c.to || c.from <= from && from <= c.to
		if c.Wrong == "" && on && slices.ContainsFunc(c.codes, func(name string) bool { return f.rules.Matches(name, code) }) {
			c.used, ignored = true, true
		}
	}
	return ignored
}

// Any reports whether the file has had a comment so far.
func (f *File) Any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.comments) > 0
}

// Done reports whether the file has been read to its end and has no comment.
func (f *File) Done() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended && len(f.comments) == 0
}

// Useless returns the comments that are wrong or that ignore nothing, once the file has been read to
// its end and all of its findings have been asked for. Wrong says in each what the matter is.
func (f *File) Useless() (useless []Comment) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.comments {
		switch {
		case !f.ended:
		case c.Wrong != "":
			useless = append(useless, *c)
		case !c.used:
			u := *c
			u.Wrong = "it ignores nothing: there is no such finding where it holds"
			useless = append(useless, u)
		}
	}
	return useless
}
