package rdf

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/quote"
)

// After a fault, reading goes on at the next statement. Where that is can only be
// guessed: the guess must not lose more than one statement in files as people write
// them, and must not take a full stop in a string or an IRI for an end.

// unexpected reports that data[start:end] cannot stand here, and goes to the next
// statement.
func (p *turtleParser) unexpected(start, end int) int {
	if p.data[start] >= utf8.RuneSelf {
		_, n := utf8.DecodeRune(p.data[start:])
		end = start + n
	}
	end = max(start, min(end, len(p.data), start+40))
	state := p.state
	if p.state == ttlString {
		state = p.back
	}
	advice := p.remark()
	if n := len(p.found.items) - 1; n >= 0 && int(p.found.items[n].end) == start &&
		(p.found.items[n].kind == itemName || p.found.items[n].kind == itemEscapedName) {
		switch c := p.data[start]; {
		case strings.IndexByte(",;()~", c) >= 0:
			advice = fmt.Sprintf("; write \\%c if it belongs to the name", c)
		case c == '|':
			advice = "; write the whole IRI in < and > if it belongs to the name"
		}
	}
	p.fault(start, end, "%s cannot stand here: %s%s", quote.Quote(p.data[start:end]), ttlExpected[state], advice)
	// A full stop was forgotten if a statement seems to start on this line.
	if state == ttlAfter && len(p.stack) == 0 && linecol.IsEOL(p.byteBefore(start)) && start > p.begun {
		switch p.data[start] {
		case ',', ';', '.', ']', ')', '}', '|', '{':
		default:
			p.state = ttlStatement
			p.endStatement(start)
			return start
		}
	}
	if state == ttlStatement && p.trig && p.data[start] == '}' { // one too many, which ends nothing
		p.state = ttlStatement
		return p.endStatement(start + 1)
	}
	return p.recover(start)
}

// byteBefore returns the byte before data[i], which may be in the chunk before.
func (p *turtleParser) byteBefore(i int) byte {
	if i > 0 {
		return p.data[i-1]
	}
	return p.before
}

// lookahead is how far the end of a string is looked for after a fault. Where a string
// or an IRI ends must not depend on the sizes of the reads.
const lookahead = 64 << 10

// recover looks from data[i] on for the end of the statement, and returns the place
// after it. If there is none in the data, it returns a place up to which the data can
// be dropped, and the state is ttlRecover.
func (p *turtleParser) recover(i int) int {
	if p.stack = p.stack[:0]; p.query { // which is read word by word
		p.state = ttlStatement
		return i
	}
	p.state = ttlRecover
	data := p.data
	for i < len(data) {
		switch c := data[i]; c {
		case '.':
			if p.onlyRecover && p.inGraph { // the whole graph is skipped
				break
			}
			if i+1 == len(data) && !p.final {
				return i
			}
			if i+1 == len(data) || bytes.IndexByte([]byte(" \t\r\n#}"), data[i+1]) >= 0 {
				return p.recovered(i + 1)
			}
		case '}':
			if p.trig && p.byteBefore(i) != '|' {
				p.inGraph = false
				return p.recovered(i + 1)
			}
		case '#':
			if p.byteBefore(i) <= ' ' {
				n := linecol.IndexEOL(data[i:])
				if n < 0 {
					p.comment, p.badComment = !p.final, true // what is skipped is not judged
					return len(p.data)
				}
				i += n
				continue
			}
		case '<', '"', '\'':
			end := p.skipQuoted(i)
			if end == i {
				return i
			}
			i = end
			continue
		case '\n', '\r':
			if len(data)-i < 12 && !p.final {
				return i
			}
			if isDirective(data[i+1:]) && !p.inGraph {
				return p.recovered(i + 1)
			}
		}
		i++
	}
	return len(p.data)
}

// skipQuoted returns the place after the string or the IRI that starts at data[i], if it ends near, and else that after
// what starts it; i if that is not known yet.
func (p *turtleParser) skipQuoted(i int) int {
	data, c := p.data, p.data[i]
	near := data[i:min(len(data), i+lookahead)]
	long := bytes.HasPrefix(near, []byte{c, c, c})
	switch {
	case len(near) < lookahead && !p.final && (linecol.IndexEOL(near) < 0 || long):
		return i
	case c == '<':
		return p.skipTo(i, '>')
	case !long:
		return p.skipTo(i, c)
	}
	if n := bytes.Index(near[3:], []byte{c, c, c}); n >= 0 {
		return i + 3 + n + 3
	}
	return i + 3
}

// recovered ends the faulty statement before data[i].
func (p *turtleParser) recovered(i int) int {
	p.dropFaults(i)
	p.state = ttlStatement
	comments := len(p.found.comments)
	end := p.endStatement(i)
	p.found.comments = p.found.comments[:comments] // where the statement ends is a guess: it may be in a literal
	return end
}

// dropFaults drops the faults from data[i] on. They are inside of a token, such as a string,
// that starts in the faulty statement. What follows the statement is read again, and cut into
// tokens in another way.
func (p *turtleParser) dropFaults(i int) {
	// those before stand before an earlier i
	from, n := min(p.kept.items, len(p.found.items)), min(p.kept.faults, len(p.found.faults))
	if p.lastEnd > 0 {
		from, n = max(from, p.atLastEnd.items), max(n, p.atLastEnd.faults)
	}
	items, faults := p.found.items[:from], p.found.faults[:n]
	for _, it := range p.found.items[from:] {
		if it.kind == itemFault {
			f := p.found.faults[it.ns]
			if f.start >= i {
				continue
			}
			it.ns = int32(len(faults))
			faults = append(faults, f)
		}
		items = append(items, it)
	}
	p.found.items, p.found.faults = items, faults
	p.kept.items, p.kept.faults = len(items), len(faults)
}

// recoverAtLineEnd is recover after a string or an IRI that the line at whose end data[i]
// is should have ended. A full stop there ends the statement, and the end of a graph ends that, too.
func (p *turtleParser) recoverAtLineEnd(i int) int {
	line := bytes.TrimRight(p.data[:i], " \t\r")
	ends := p.inGraph && bytes.HasSuffix(line, []byte("}"))
	if (ends || bytes.HasSuffix(line, []byte("."))) && i < len(p.data) && linecol.IsEOL(p.data[i]) {
		p.stack, p.inGraph = p.stack[:0], p.inGraph && !ends
		return p.recovered(i)
	}
	return p.recover(i)
}

// skipTo returns the place after the next c on the line of data[i], i+1 if there is
// none.
func (p *turtleParser) skipTo(i int, c byte) int {
	for j := i + 1; j < min(len(p.data), i+lookahead) && !linecol.IsEOL(p.data[j]); j++ {
		switch p.data[j] {
		case c:
			return j + 1
		case '\\':
			j++
		case '<':
			return i + 1
		}
	}
	return i + 1
}

// isDirective reports whether a line starts with a directive.
func isDirective(line []byte) bool {
	if len(line) == 0 || line[0]|0x20 != 'p' && line[0]|0x20 != 'b' && line[0] != '@' {
		return false
	}
	for _, word := range []string{"@prefix", "@base", "prefix", "base"} {
		if n := len(word); len(line) > n && bytes.EqualFold(line[:n], []byte(word)) &&
			(line[n] == ' ' || line[n] == '\t') {
			return true
		}
	}
	return false
}

// skipComment returns the end of the comment at data[i], and remembers if it goes on in
// the next chunk; -1 if it is to be read in that.
func (p *turtleParser) skipComment(i int) int {
	p.badComment = p.badComment && p.comment
	n := linecol.IndexEOL(p.data[i:])
	begins, open := !p.comment, n < 0 && !p.final
	if open && begins && p.isIgnoring != nil && i > 0 && len(p.data)-i < input.LongestComment {
		return -1 // it is read as a whole
	}
	if p.comment = open; n < 0 {
		n = len(p.data) - i
	}
	if begins && !open {
		p.ignoring(i, i+n)
	}
	if !p.badComment {
		p.badComment = p.checkUTF8(i, i+n)
	}
	return i + n
}

// checkUTF8 reports the first bytes of data[start:end] that are not UTF-8. It returns whether
// there are any.
func (p *turtleParser) checkUTF8(start, end int) bool {
	at, n := badUTF8(p.data[start:end])
	if n > 0 {
		p.fault(start+at, start+at+n, "%s", notUTF8)
	}
	return n > 0
}
