// Package abnf reads grammars in the notation of RFC 5234 and RFC 7405 into
// rule trees.
package abnf

// A Grammar is a set of rules read from one ABNF file, or from a file and the
// spec that it changes. Rules stand in the order in which they were defined.
//
// The comments at the head of a file, before its first rule, may hold header
// fields of the form "; name: value":
//
//	spec       the identifier: rfc3987
//	title      what a citation says: RFC 3987
//	changes    the identifier of the spec that this file changes; rules that the
//	           file does not define are taken from there
//	without    names of inherited rules that this spec does not have
//	top        the default start rule: IRI
//	reference  the rule for references: IRI-reference
//
// A comment line "; section: RFC 3986 §3.2.3" gives the section of every rule
// that follows, up to the next such line. A rule that a spec inherits keeps the
// section that its own file gives it.
type Grammar struct {
	Spec, Title, Changes string
	Without              []string
	Top, Reference       string
	Rules                []*Rule

	index map[string]*Rule // by lower-case name
}

// A Rule is one production.
type Rule struct {
	Name    string // as its definition spells it
	Expr    Expr
	Section string // "RFC 3986 §3.2.3"; empty if the file does not say
	Source  string // the definition on one line, comments dropped: "port = *DIGIT"
	Spec    string // identifier of the spec whose file defines the rule
	Core    bool   // one of RFC 5234's core rules, added because it is used
	Pos     Pos
}

// A Pos is a place in a file; lines and columns count from 1, columns in characters.
type Pos struct {
	File      string
	Line, Col int
}

// An Expr is one of *Alternation, *Concatenation, *Repetition, *Reference,
// *Literal, *Range, *Sequence or *Prose. Its String method prints ABNF that
// reads back to the same tree.
type Expr interface {
	String() string
	expr()
}

type (
	// An Alternation matches what any of Alts matches; there are two or more.
	Alternation struct{ Alts []Expr }

	// A Concatenation matches its Parts one after the other; there are two or
	// more. The empty string is &Literal{}.
	Concatenation struct{ Parts []Expr }

	// A Repetition matches Min to Max times X; Max < 0 means without limit.
	// Option is set for the [X] notation.
	Repetition struct {
		Min, Max int
		X        Expr
		Option   bool
	}

	// A Reference names another rule, without regard to case.
	Reference struct {
		Name string
		Pos  Pos
	}

	// A Literal is a quoted string: any case of Text unless Sensitive (RFC 7405).
	Literal struct {
		Text      string
		Sensitive bool
	}

	// A Range is one numeric value (Lo == Hi) or a range of them.
	Range struct {
		Lo, Hi rune
		Base   byte // 'x', 'd' or 'b'
	}

	// A Sequence is a concatenation of numeric values, %x66.6F.6F.
	Sequence struct {
		Runes []rune
		Base  byte
	}

	// A Prose is a <prose-val>. One that names a rule of the grammar stands for
	// that rule; any other can only be repeated zero times, as in 0<ipchar>.
	Prose struct {
		Text string
		Pos  Pos
	}
)

func (*Alternation) expr()   {}
func (*Concatenation) expr() {}
func (*Repetition) expr()    {}
func (*Reference) expr()     {}
func (*Literal) expr()       {}
func (*Range) expr()         {}
func (*Sequence) expr()      {}
func (*Prose) expr()         {}

// Rule returns the rule of that name, without regard to case, or nil.
func (g *Grammar) Rule(name string) *Rule { return g.index[lower(name)] }
