package rdf

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// What can come next in a Turtle file. The grammar is that of Turtle 1.2 and TriG 1.2,
// with a stack of open brackets instead of recursion: so a bracket may be in one chunk
// and its end in another one, and depth costs one byte a level.
type ttlState uint8

const (
	ttlStatement   ttlState = iota // a statement, or "}"
	ttlLabel                       // after GRAPH: the name of the graph
	ttlOpen                        // after that: "{"
	ttlVerbOrGraph                 // TriG, after the first term of a statement: a verb or "{"
	ttlVerb                        // a verb
	ttlVerbOrEnd                   // after [ … ] or << … >> as subject: a verb or the end
	ttlAfterSemi                   // after ";": a verb, ";" or the end
	ttlObject                      // an object
	ttlAfter                       // after an object: , ; ~ {| or the end
	ttlItem                        // in ( ): an object or ")"
	ttlBracket                     // after "[": a verb or "]"
	ttlReifier                     // after "~": perhaps an IRI or a blank node
	ttlTSubject                    // in <<( )>> and << >>
	ttlTVerb
	ttlTObject
	ttlTEnd     // in << >> also "~"
	ttlTReifier // in << >> after "~"
	ttlTClose   // in << >> after the reifier
	ttlString   // after a string: @en, ^^ or what follows a literal
	ttlDatatype // after ^^
	ttlPrefixName
	ttlPrefixIRI
	ttlBaseIRI
	ttlVersion
	ttlDot     // "." after @prefix, @base, @version
	ttlRecover // after a fault: the end of the statement is looked for
)

// ttlExpected says what can come next, for messages.
var ttlExpected = [...]string{
	ttlStatement:   "a statement starts with an IRI, a prefixed name, a blank node, a collection or a directive",
	ttlLabel:       "GRAPH is followed by an IRI, a prefixed name or a blank node",
	ttlOpen:        "{ follows the name of a graph",
	ttlVerbOrGraph: "a predicate follows, which is an IRI, a prefixed name or a, or else {",
	ttlVerb:        "a predicate follows, which is an IRI, a prefixed name or a",
	ttlVerbOrEnd:   "a predicate or the end of the statement follows",
	ttlAfterSemi:   "a predicate or the end of the statement follows",
	ttlObject: "an object follows, which is an IRI, a prefixed name, a blank node, a literal, a collection or a " +
		"triple term",
	ttlAfter:      "a comma, a semicolon or the end of the statement, a full stop, follows an object",
	ttlItem:       "an object or ) follows",
	ttlBracket:    "a predicate or ] follows",
	ttlReifier:    "an IRI or a blank node follows ~",
	ttlTSubject:   "the subject of a triple is an IRI or a blank node",
	ttlTVerb:      "the predicate of a triple is an IRI or a prefixed name",
	ttlTObject:    "the object of a triple is an IRI, a blank node, a literal or a triple term",
	ttlTEnd:       "the triple ends here",
	ttlTReifier:   "an IRI, a blank node or >> follows ~",
	ttlTClose:     ">> ends the triple",
	ttlString:     "",
	ttlDatatype:   "the datatype, an IRI or a prefixed name, follows ^^",
	ttlPrefixName: "the name of the prefix, with a colon at its end, follows",
	ttlPrefixIRI:  "the IRI of the prefix follows, in < and >",
	ttlBaseIRI:    "the base, an IRI in < and >, follows",
	ttlVersion:    "a version such as \"1.2\" follows",
	ttlDot:        "a full stop ends the directive; PREFIX and BASE without @ have none",
	ttlRecover:    "",
}

// The kinds of terms, as bits.
const (
	termIRI      = 1 << iota
	termBlank    // _:a and []
	termLiteral  //
	termList     // ( … )
	termBrackets // [ … ] with content
	termTriple   // <<( … )>>
	termReified  // << … >>
)

const ttlSubjectTerms = termIRI | termBlank | termList | termBrackets | termReified
const ttlObjectTerms = ttlSubjectTerms | termLiteral | termTriple

// ttlAllowed holds the terms that are allowed in each state.
var ttlAllowed = [ttlRecover + 1]uint8{
	ttlStatement: ttlSubjectTerms, ttlLabel: termIRI | termBlank,
	ttlVerbOrGraph: termIRI, ttlVerb: termIRI, ttlVerbOrEnd: termIRI, ttlAfterSemi: termIRI, ttlBracket: termIRI,
	ttlTVerb:  termIRI,
	ttlObject: ttlObjectTerms, ttlItem: ttlObjectTerms,
	ttlReifier: termIRI | termBlank, ttlTReifier: termIRI | termBlank,
	ttlTSubject: termIRI | termBlank | termReified,
	ttlTObject:  termIRI | termBlank | termLiteral | termTriple | termReified,
	ttlDatatype: termIRI, ttlPrefixIRI: termIRI, ttlBaseIRI: termIRI,
}

// ttlRoles holds the role of an IRI in each state, an index of roles.
var ttlRoles = [ttlRecover + 1]uint8{
	ttlLabel: 3, ttlVerbOrGraph: 1, ttlVerb: 1, ttlVerbOrEnd: 1, ttlAfterSemi: 1, ttlBracket: 1, ttlTVerb: 1,
	ttlObject: 2, ttlItem: 2, ttlTObject: 2, ttlDatatype: datatype, ttlPrefixIRI: rolePrefix, ttlBaseIRI: roleBase,
}

// role returns the role of an IRI in the present state.
func (p *turtleParser) role() uint8 {
	if p.query && p.state == ttlStatement {
		return roleNone
	}
	return ttlRoles[p.state]
}

// A frame of the stack is a bracket that is open (the low bits) and the state before it.
const (
	openBracket    = iota << 5 // [
	openList                   // (
	openTriple                 // <<(
	openReified                // <<
	openAnnotation             // {|
	openMask       = 7 << 5
)

// ttlStates is a set of states.
type ttlStates uint32

// statesOf returns the set of some states.
func statesOf(states ...ttlState) (set ttlStates) {
	for _, s := range states {
		set |= 1 << s
	}
	return set
}

func (set ttlStates) has(s ttlState) bool { return set>>s&1 != 0 }

var (
	ttlComplete    = statesOf(ttlAfter, ttlAfterSemi, ttlReifier)    // a list of predicates may end, in brackets, too
	ttlBeforeGraph = statesOf(ttlStatement, ttlOpen, ttlVerbOrGraph) // "{" may start a graph
)

// ttlSeparators are what separates, where it can stand, and what follows.
var ttlSeparators = [256]struct {
	from ttlStates
	to   ttlState
}{
	',': {statesOf(ttlAfter, ttlReifier), ttlObject},
	';': {ttlComplete, ttlAfterSemi},
	'~': {statesOf(ttlAfter, ttlReifier), ttlReifier},
}

// ttlClosings are the ends of brackets, where they can stand, and what has ended then.
var ttlClosings = [...]struct {
	text    string
	bracket byte
	from    ttlStates
	kind    int
}{
	{"|}", openAnnotation, ttlComplete, 0},
	{"]", openBracket, ttlComplete | statesOf(ttlBracket), termBrackets},
	{")", openList, statesOf(ttlItem), termList},
	{")>>", openTriple, statesOf(ttlTEnd), termTriple},
	{">>", openReified, statesOf(ttlTEnd, ttlTReifier, ttlTClose), termReified},
}

// The brackets of Turtle: those that are open are on a stack.

// isIn reports whether the innermost bracket is of a kind.
func (p *turtleParser) isIn(bracket byte) bool {
	n := len(p.stack)
	return n > 0 && p.stack[n-1]&openMask == bracket
}

// openBrace parses "{|", which starts an annotation, or the "{" of a graph. ok is false if neither can stand here.
func (p *turtleParser) openBrace(i int) (end int, ok bool) {
	switch {
	case p.startsWith(i, "{|") && (p.state == ttlAfter || p.state == ttlReifier):
		p.state = ttlAfter
		if !p.push(i, openAnnotation) {
			return p.recover(i), true
		}
		p.state = ttlVerb
		return i + 2, true
	case !p.trig || p.inGraph || !ttlBeforeGraph.has(p.state):
		return 0, false
	}
	if n := len(p.found.items); p.state == ttlVerbOrGraph && n > 0 {
		if it := &p.found.items[n-1]; it.kind != itemFault && int(it.statement) == len(p.found.statements) {
			it.role = 3 // the first term was the name of the graph
		}
	}
	p.state, p.inGraph = ttlStatement, true
	return p.endStatement(i + 1), true
}

// closeBracket parses the end of the innermost bracket. ok is false if it cannot end here.
func (p *turtleParser) closeBracket(i int) (end int, ok bool) {
	for k := range ttlClosings {
		c := &ttlClosings[k]
		if !p.isIn(c.bracket) || !c.from.has(p.state) || !p.startsWith(i, c.text) {
			continue
		}
		kind, end := c.kind, i+len(c.text)
		if p.state == ttlBracket {
			kind = termBlank
		}
		if p.state = p.pop(); c.bracket == openAnnotation {
			p.state = ttlAfter
			return end, true
		}
		return p.closed(i, end, kind), true
	}
	return 0, false
}

// open parses an opening bracket of n bytes, which starts a term of one of the kinds.
func (p *turtleParser) open(i, n int, bracket byte, kinds uint8, inside ttlState) int {
	if ttlAllowed[p.state]&kinds == 0 {
		return p.unexpected(i, i+n)
	}
	if !p.push(i, bracket) {
		return p.recover(i)
	}
	p.state = inside
	return i + n
}

// push puts a bracket and the present state on the stack.
func (p *turtleParser) push(i int, bracket byte) bool {
	if len(p.stack) >= maxDepth {
		p.fault(i, i+1, "brackets are nested more than %d deep", maxDepth)
		return false
	}
	p.stack = append(p.stack, bracket|byte(p.state))
	return true
}

// pop takes a bracket off the stack and returns the state before it.
func (p *turtleParser) pop() ttlState {
	n := len(p.stack) - 1
	frame := p.stack[n]
	p.stack = p.stack[:n]
	return ttlState(frame &^ openMask)
}

// closed is term for a bracket that ends, in the state before the bracket.
func (p *turtleParser) closed(i, end int, kind int) int {
	if ttlAllowed[p.state]&uint8(kind) == 0 {
		p.fault(i, end, "brackets with content stand where only [] is allowed: %s", ttlExpected[p.state])
		return p.recover(end)
	}
	p.term(kind)
	return end
}

// Again is that of what [input.Chunk.ReadAgain] needs. Statements are parsed from the state before them on: the prefixes
// are those that their names have.
func (t *turtleChunk) Again(b *input.Chunk, rows input.Span, text []byte, become func(*input.Prefix) string) any {
	items := t.in(rows)
	p := newTurtleParser(b.File)
	if p.parserState = t.start; rows.Start > 0 {
		p.parserState = parserState{isQuery: true, before: b.Data[rows.Start-1], base: t.baseOf(items)}
		if len(items) > 0 && int(items[0].statement) < len(t.statements) {
			if p.inGraph = t.statements[items[0].statement].inGraph; items[0].statement == 0 { // the first of the file, perhaps
				p.warning = t.start.warning
			}
		}
	}
	p.stack, p.found.items = slices.Clone(p.stack), make([]turtleItem, 0, len(items)+len(items)/8)
	for i := range items {
		if it := &items[i]; it.hasPrefix() {
			p.declareAgain(t.prefixes[it.ns], become)
		}
	}
	p.prefixes.Keep()
	from := 0
	if b.Offset == 0 && rows.Start == 0 && bytes.HasPrefix(text, linecol.BOM) {
		from = len(linecol.BOM)
	}
	if t.isLast && rows.End == len(b.Data) {
		p.run(text, from, true)
	} else {
		p.run(append(slices.Clone(text), afterTokens...), from, false)
	}
	return p.take(len(text))
}

// Rows returns what was found in a part of the chunk.
func (t *turtleChunk) Rows(part input.Span) any {
	rows := *t
	rows.items = t.in(part)
	return &rows
}

// afterTokens is what is put after statements, so that the parser knows that the last token has ended: longer than the
// longest that it looks ahead.
var afterTokens = strings.Repeat("\n", len("^^<"+input.AnyURI+">")+8)

// in returns the items in a part of the chunk.
func (t *turtleChunk) in(part input.Span) []turtleItem {
	index := func(offset int) int {
		n, _ := slices.BinarySearchFunc(t.items, offset, func(it turtleItem, at int) int { return int(it.start) - at })
		return n
	}
	end := index(part.End)
	if n := len(t.statements); n > 0 && int(t.statements[n-1].to) <= part.End { // a fault may stand after the last statement
		end = len(t.items)
	}
	return t.items[index(part.Start):end]
}

// hasPrefix reports whether the item is a name, or an IRI that begins as one.
func (it *turtleItem) hasPrefix() bool {
	return it.kind == itemName || it.kind == itemEscapedName || it.kind == itemIRI && it.local > 0
}

// baseOf returns the base before the items, empty if none of them is resolved against one.
func (t *turtleChunk) baseOf(items []turtleItem) string {
	for i := range items {
		it := &items[i]
		if it.kind == itemFault || it.hasPrefix() {
			continue
		}
		if it.ns < 0 {
			break
		}
		return t.bases[it.ns]
	}
	return ""
}

// declareAgain declares a prefix that is not declared yet.
func (p *turtleParser) declareAgain(d *input.Prefix, become func(*input.Prefix) string) {
	name := d.Name[:len(d.Name)-1]
	if p.prefixes.Of(name) != nil {
		return
	}
	if iri := become(d); iri != d.IRI {
		changed := *d
		changed.IRI = iri
		d = &changed
	}
	p.prefixes.Declare(name, d)
}
