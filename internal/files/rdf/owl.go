package rdf

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
)

// OWL 2 in functional syntax (OWL 2 Structural Specification §3.7) and in Manchester syntax (OWL 2 Manchester Syntax §2).
// Their IRIs, names and comments are those of SPARQL; prefixes are declared, and strings written, in other ways.

// OWL is an ontology in functional or Manchester syntax. Only its IRIs are checked, not the text between them.
var OWL = turtleFormat(rdfSyntax{query: true, owl: true}, input.Format{
	Name: "owl", Aliases: []string{"ofn", "omn"}, Endings: []string{".ofn", ".fss", ".omn"}, FaultCode: input.CodeOWL,
	Traits: input.Traits{OnePiece: true},
	Signs: input.Signs{Starts: []string{"Prefix(", "Ontology(", "Prefix: ", "Ontology: "},
		Title: "an OWL document in functional or Manchester syntax", From: "owl"},
})

// owlPrefixes are declared in all documents (OWL 2 Structural Specification §2.4, table 2).
var owlPrefixes = []string{"rdf", "rdfs", "xsd", "owl"}

// escOWLName is EscName for names whose local part has neither escapes nor percent-encodings.
var escOWLName = &input.Escaping{Unit: unitName, Name: func(b []byte, s string, whole bool) ([]byte, bool) {
	if !whole && !chars.IsLocalName(s) {
		return b, false
	}
	return EscName.Name(b, s, whole)
}}

// declareOWL declares the prefixes of all documents.
func (p *turtleParser) declareOWL() {
	for _, name := range owlPrefixes {
		ns := scheme.Namespace(name)
		p.prefixes.Declare(name, &input.Prefix{Name: name + ":", IRI: ns, Written: ns})
	}
}

// owlToken parses the token at data[i], outside of a declaration, and returns its end; -1 if it is incomplete.
func (p *turtleParser) owlToken(i int) int {
	switch c := p.data[i]; {
	case c == '#':
		return p.skipComment(i)
	case c == '<':
		return p.queryIRI(i)
	case c == '"':
		return p.owlString(i)
	case c == '@', c == '_' && bytes.HasPrefix(p.data[i:], []byte("_:")): // a language tag, or a blank node
		j := i + 1
		for j < len(p.data) && (ttlBytes[p.data[j]]&byteLocal != 0 || p.data[j] >= 0x80) {
			j++
		}
		return j
	case ttlBytes[c]&byteLocal != 0 && !chars.IsDigit(c) && c != '-', c >= 0x80:
		return p.owlWord(i)
	}
	return i + 1
}

// longestHead is how many bytes the head of a declaration has at most.
const longestHead = 256

// owlDeclaration matches the head of a declaration in functional syntax, and the name in it.
var owlDeclaration = pattern(`^Prefix\s*\(\s*([^\s:()=<>"]*:)\s*=\s*<`)

// owlWord parses a word: a declaration, a keyword, which ends with a colon in Manchester syntax, or a name.
func (p *turtleParser) owlWord(i int) int {
	data := p.data
	j := nameEnd(data, i, false)
	if len(data)-j < longestHead && !p.final {
		return incomplete
	}
	head := data[i:min(len(data), j+longestHead)]
	switch m := owlDeclaration().FindSubmatchIndex(head); {
	case m != nil:
		p.name = string(head[m[2]:m[3]])
		p.state, p.dotted = ttlPrefixIRI, false
		return i + m[1] - 1
	case j == len(data), data[j] != ':':
		return max(j, i+1)
	case j > i && (j+1 == len(data) || chars.IsSpace(data[j+1])):
		if string(data[i:j]) == "Prefix" {
			p.state, p.dotted = ttlPrefixName, false
		}
		return j + 1
	}
	return p.word(i)
}

// owlString parses a string, in which a quote and a backslash have one before them, and line ends stand for themselves.
func (p *turtleParser) owlString(i int) int {
	for j := i + 1; j < len(p.data); j++ {
		switch p.data[j] {
		case '\\':
			j++
		case '"':
			p.checkUTF8(i, j)
			return j + 1
		}
	}
	if !p.final {
		return incomplete
	}
	p.fault(i, i+1, "no quote ends the string that starts here")
	return len(p.data)
}
