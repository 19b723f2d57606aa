package rdf

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
