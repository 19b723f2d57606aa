package rdf

import (
	"bytes"
	"fmt"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// maxDepth is how deep brackets may nest, and maxStatementItems how many IRIs, names and
// faults a statement may have where whole statements are needed: each takes more memory than
// the statement has bytes for it.
const (
	maxDepth          = 1 << 20
	maxStatementItems = 1 << 20
)

// A turtleItem is an IRI, a name or a fault and its place in the chunk.
type turtleItem struct {
	start, end uint32 // of an IRI without < and >
	statement  uint32 // the index of its statement
	// of a name the index of its prefix, of an IRI that of the base, -1 for none; of a fault its index
	ns   int32
	role uint8
	kind uint8
	// of a name: the offset of its local part; of an IRI that begins with a prefix 1, and ns is that of the prefix
	local uint16
}

// The kinds of items.
const (
	itemIRI         = iota
	itemEscapedIRI  // with \u, or with line ends
	itemName        //
	itemEscapedName // with a backslash in its local part
	itemFault
	itemLiteral // without its quotes
)

// A turtleFault is an error of syntax.
type turtleFault struct {
	start, end int
	code       string
	message    string
	warning    bool
}

// A turtleChunk is what the parser found in a chunk.
type turtleChunk struct {
	items      []turtleItem
	faults     []turtleFault
	statements []statement
	comments   []extent // those that ignore findings
	prefixes   []*input.Prefix
	bases      []string
	start      parserState // before the chunk
	isLast     bool        // the file ends with the chunk
}

// Prefixes returns the prefixes of the names in the chunk.
func (t *turtleChunk) Prefixes() []*input.Prefix { return t.prefixes }

// A statement is the place of a statement, and whether it stands in a graph.
type statement struct {
	from, to uint32
	inGraph  bool
}

type extent struct{ from, to int }

// A turtleParser parses Turtle or TriG. It keeps its state from one chunk to the next.
type turtleParser struct {
	trig            bool
	query           bool // SPARQL and OWL: see queryToken
	owl             bool // see owlToken
	wholeStatements bool // chunks hold whole statements, and a graph is one
	code            string
	line            int  // at the start of the chunk
	lineEnd         byte // what ends a line

	isIgnoring func(comment []byte) bool // whether a comment ignores findings; nil if nobody asks

	parserState

	prefixes input.Prefixes // those since lastEnd can be taken back
	cache    [64]cachedPrefix
	blocks   uint32 // counts the chunks, for cache

	onlyRecover bool // stop at the end of the statement that is skipped

	// Of the present chunk.
	found   turtleChunk
	data    []byte
	final   bool
	stop    int                       // up to here the data has been parsed
	begun   int                       // where the present statement starts
	counted struct{ upTo, lines int } // see lineAt
	lastEnd int                       // the end of the last statement; 0 for none
	// where the last quote or "#" stands right after a name in the present statement; 0 for none
	glued        int
	begunInGraph bool                        // the present statement starts in a graph
	crowded      int                         // where the present statement has too many items; 0 if it has not
	kept         struct{ items, faults int } // what dropFaults has left
	atLastEnd    struct {
		items, faults, statements int
		inGraph                   bool
		base                      string
	}
}

// A cachedPrefix is a prefix that a chunk has used. It is empty in other chunks.
type cachedPrefix struct {
	name  string
	index int32
	block uint32
}

// A parserState is the state of the parser between two tokens.
type parserState struct {
	warning string // to be given at the first statement
	isQuery bool   // of SPARQL: its first word has been read
	parens  int    // of SPARQL: how many "(" are open

	state      ttlState
	back       ttlState // ttlString, ttlDatatype: the state after the literal
	stack      []byte
	inGraph    bool
	comment    bool // the chunk before ended inside a comment
	badComment bool // bytes of that comment that are not UTF-8 have been reported
	dotted     bool // the directive began with @
	name       string
	base       string
	before     byte // the byte before the chunk; 0 at the start of the file
}

// backToLastEnd forgets what follows the last complete statement.
func (p *turtleParser) backToLastEnd() {
	e := &p.atLastEnd
	p.found.items, p.found.faults, p.found.statements = p.found.items[:e.items], p.found.faults[:e.faults],
		p.found.statements[:e.statements]
	for n := len(p.found.comments); n > 0 && p.found.comments[n-1].from >= p.lastEnd; n-- {
		p.found.comments = p.found.comments[:n-1]
	}
	p.prefixes.Back(0)
	p.cache = [64]cachedPrefix{}
	p.state, p.stack, p.inGraph, p.base, p.comment = ttlStatement, p.stack[:0], e.inGraph, e.base, false
	p.stop = p.lastEnd
}

// statement returns the present statement, or the part of it before an offset.
func (p *turtleParser) statement(end int) statement {
	return statement{uint32(min(p.begun, end)), uint32(end), p.begunInGraph}
}

// take returns what was found in data[:end].
func (p *turtleParser) take(end int) *turtleChunk {
	found := p.found
	if n := len(found.statements); len(found.items) > 0 && int(found.items[len(found.items)-1].statement) >= n {
		found.statements = append(found.statements, p.statement(end)) // it goes on
	}
	if end > 0 && end <= len(p.data) {
		p.before = p.data[end-1]
	}
	p.found = turtleChunk{items: make([]turtleItem, 0, len(found.items)+len(found.items)/4)}
	p.data = nil
	return &found
}

// beyondStop reports whether a fault lies after the place up to which the data has been
// parsed: recovery waits for more text from an earlier place on. Then the chunk must
// not end there.
func (p *turtleParser) beyondStop() bool {
	for _, f := range p.found.faults[max(0, len(p.found.faults)-4):] {
		if f.end > p.stop {
			return true
		}
	}
	return false
}

// run parses data[i:]. Without final the last token may be incomplete, and so may the last
// character.
func (p *turtleParser) run(data []byte, i int, final bool) {
	if !final {
		data = data[:max(i, chars.WholeRunes(data))] // neither tokens nor columns go by half a character
	}
	p.data, p.final = data, final
	p.counted.upTo, p.counted.lines = 0, 0
	p.found = turtleChunk{items: p.found.items[:0], start: p.parserState, isLast: final}
	p.found.start.stack = bytes.Clone(p.stack)
	p.blocks++
	p.lastEnd, p.crowded, p.begun, p.begunInGraph, p.glued = 0, 0, i, p.inGraph, 0
	p.prefixes.Keep()
	p.kept.items, p.kept.faults = 0, 0
	if p.base != "" {
		p.found.bases = append(p.found.bases, p.base)
	}
	if p.comment {
		i = p.skipComment(i)
	}
	if p.state == ttlRecover {
		if i = p.recover(i); p.onlyRecover && p.state != ttlRecover {
			p.stop = i
			return
		}
	}
	for p.state != ttlRecover {
		for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
			i++
		}
		if i == len(data) || len(data)-i < 4 && !final && data[i] != '#' {
			break
		}
		if p.state == ttlStatement && data[i] != '#' && !(p.wholeStatements && p.inGraph) {
			p.beginStatement(i)
		}
		items, faults := len(p.found.items), len(p.found.faults)
		next := p.token(i)
		if next < 0 { // the token is incomplete, and will be read again
			p.found.items, p.found.faults = p.found.items[:items], p.found.faults[:faults]
			break
		}
		if i = next; p.isCrowded() {
			p.crowded, p.stop = i, i
			return
		}
	}
	p.stop = i
	if p.state == ttlRecover {
		p.dropFaults(i + 1) // the chunk may end at i
	}
	if final {
		p.end(len(data))
	}
}

// beginStatement begins a statement at data[i].
func (p *turtleParser) beginStatement(i int) {
	if p.begun, p.begunInGraph, p.glued = i, p.inGraph, 0; p.warning != "" {
		p.add(turtleFault{start: i, end: i, code: input.CodeN3, message: p.warning, warning: true})
		p.warning = ""
	}
}

// isCrowded reports whether the present statement has too many items.
func (p *turtleParser) isCrowded() bool {
	n := len(p.found.items)
	return p.wholeStatements && n > maxStatementItems && (p.lastEnd == 0 || n-p.atLastEnd.items > maxStatementItems)
}

// end reports what is still open at the end of the file.
func (p *turtleParser) end(n int) {
	switch {
	case p.state == ttlRecover:
		p.inGraph = p.inGraph && !p.onlyRecover
		p.endStatement(n)
	case p.state != ttlStatement && !(p.query && p.state == ttlString):
		state := p.state
		if state == ttlString {
			state = p.back
		}
		p.fault(n, n, "the file ends inside a statement: %s%s", ttlExpected[state], p.remark())
		p.endStatement(n)
	case p.inGraph:
		p.fault(n, n, "the file ends inside a graph: } ends it")
	}
	p.state, p.inGraph, p.stack = ttlStatement, false, p.stack[:0]
}

// token parses the token at data[i] and returns its end, -1 if it is incomplete.
func (p *turtleParser) token(i int) int {
	data := p.data
	c := data[i]
	if p.state == ttlString { // only @ and ^^ belong to the literal
		switch {
		case c == '@':
			return p.language(i)
		case p.startsWith(i, "^^"):
			p.state = ttlDatatype
			return i + 2
		case c != '#':
			p.state = p.back
		}
	}
	if p.query && p.state == ttlStatement {
		return p.queryToken(i)
	}
	switch c {
	case '#':
		return p.skipComment(i)
	case '<':
		switch {
		case p.startsWith(i, "<<("):
			return p.open(i, 3, openTriple, termTriple, ttlTSubject)
		case p.startsWith(i, "<<"):
			return p.open(i, 2, openReified, termReified, ttlTSubject)
		}
		return p.iriref(i)
	case '"', '\'':
		return p.str(i)
	case '[':
		return p.open(i, 1, openBracket, termBrackets|termBlank, ttlBracket)
	case '(':
		return p.open(i, 1, openList, termList, ttlItem)
	case '_':
		return p.blank(i)
	case '@':
		return p.atDirective(i)
	case '.':
		if i+1 < len(data) && chars.IsDigit(data[i+1]) && ttlAllowed[p.state]&termLiteral != 0 {
			return p.number(i)
		}
	case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.number(i)
	case ',', ';', ']', ')', '{', '}', '|', '~', '>':
	default:
		return p.word(i)
	}
	return p.punctuation(i, c)
}

// startsWith reports whether data[i:] starts with a text.
func (p *turtleParser) startsWith(i int, text string) bool {
	return len(p.data)-i >= len(text) && string(p.data[i:i+len(text)]) == text
}

// punctuation parses what separates and ends.
func (p *turtleParser) punctuation(i int, c byte) int {
	if s := &ttlSeparators[c]; s.from.has(p.state) {
		p.state = s.to
		return i + 1
	}
	end, ok := 0, false
	switch c {
	case '.':
		if ok = p.state == ttlDot || p.mayEnd(); ok {
			p.state = ttlStatement
			end = p.endStatement(i + 1)
		}
	case '~':
		if ok = p.state == ttlTEnd && p.isIn(openReified); ok {
			p.state, end = ttlTReifier, i+1
		}
	case '{':
		end, ok = p.openBrace(i)
	case '}':
		if ok = p.inGraph && (p.mayEnd() || p.state == ttlStatement && len(p.stack) == 0); ok {
			p.state, p.inGraph = ttlStatement, false
			end = p.endStatement(i + 1)
		}
	default:
		end, ok = p.closeBracket(i)
	}
	if !ok {
		return p.unexpected(i, i+1)
	}
	return end
}

// mayEnd reports whether the list of predicates of the statement may end here.
func (p *turtleParser) mayEnd() bool {
	return len(p.stack) == 0 && (ttlComplete.has(p.state) || p.state == ttlVerbOrEnd)
}

// term goes to the state after a term that is allowed in the present state.
func (p *turtleParser) term(kind int) {
	switch p.state {
	case ttlStatement:
		switch {
		case p.query:
		case kind == termBrackets || kind == termReified:
			p.state = ttlVerbOrEnd
		case kind == termList || !p.trig || p.inGraph:
			p.state = ttlVerb
		default:
			p.state = ttlVerbOrGraph
		}
	case ttlLabel:
		p.state = ttlOpen
	case ttlVerbOrGraph, ttlVerb, ttlVerbOrEnd, ttlAfterSemi, ttlBracket:
		p.state = ttlObject
	case ttlObject, ttlReifier:
		p.state = ttlAfter
	case ttlTSubject:
		p.state = ttlTVerb
	case ttlTVerb:
		p.state = ttlTObject
	case ttlTObject:
		p.state = ttlTEnd
	case ttlTReifier:
		p.state = ttlTClose
	case ttlDatatype:
		p.state = p.back
	}
}

// endStatement ends the present statement. It returns i, or the end of the line if
// nothing but a comment follows.
func (p *turtleParser) endStatement(i int) int {
	if p.wholeStatements && p.inGraph {
		return i
	}
	for i < len(p.data) && (p.data[i] == ' ' || p.data[i] == '\t' || p.data[i] == '\r') {
		i++
	}
	if i < len(p.data) && p.data[i] == '#' {
		if n := linecol.IndexEOL(p.data[i:]); n >= 0 {
			p.checkUTF8(i, i+n)
			p.ignoring(i, i+n)
			i += n
		}
	}
	if i < len(p.data) && p.data[i] == '\n' {
		i++
	}
	p.found.statements = append(p.found.statements, p.statement(i))
	p.begun, p.begunInGraph = i, p.inGraph
	ended := i > 0 && linecol.IsEOL(p.data[i-1]) || i < len(p.data) && linecol.IsEOL(p.data[i])
	if p.isIgnoring != nil && p.lastEnd > 0 && !ended && i-p.lastEnd < input.LongestComment {
		return i // no chunk ends here: the comment at the end of the line is to be read with what it is for
	}
	p.prefixes.Keep()
	p.lastEnd = i
	e := &p.atLastEnd
	e.items, e.faults, e.statements, e.inGraph, e.base = len(p.found.items), len(p.found.faults),
		len(p.found.statements), p.inGraph, p.base
	return i
}

// ignoring notes the comment data[start:end] if it ignores findings.
func (p *turtleParser) ignoring(start, end int) {
	if p.isIgnoring != nil && p.isIgnoring(p.data[start:end]) {
		p.found.comments = append(p.found.comments, extent{start, end})
	}
}

// fault reports a fault of syntax at data[start:end].
func (p *turtleParser) fault(start, end int, format string, args ...any) {
	p.add(turtleFault{start: start, end: end, code: p.code, message: fmt.Sprintf(format, args...)})
}

func (p *turtleParser) add(f turtleFault) {
	p.found.items = append(p.found.items, turtleItem{
		start: uint32(f.start), end: uint32(f.end), kind: itemFault,
		ns: int32(len(p.found.faults)), statement: uint32(len(p.found.statements)),
	})
	if n := len(p.found.faults); n > 0 && p.found.faults[n-1].message == f.message {
		f.message = p.found.faults[n-1].message // it is in memory once
	}
	p.found.faults = append(p.found.faults, f)
}
