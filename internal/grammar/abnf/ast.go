// Package abnf reads grammars. In come files in the notation of RFC 5234 and
// RFC 7405; out come rule trees that have been checked, or faults with file, line
// and column. It knows nothing of IRIs, of automata and of parsers: header fields
// about those are only kept.
package abnf

import (
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A Grammar is a set of rules read from one ABNF file, or from a file and the
// spec that it changes. Rules are in the order of their
// definitions.
//
// The comments at the head of a file, before its first rule, may hold header
// fields of the form "; name: value":
//
//	spec       the identifier: rfc3987
//	title      what a citation says: RFC 3987
//	date       when the document was published: 2005-01 or 2012-03-02
//	sha256     the hash of the text of the document that the file was extracted from
//	changes    the identifier of the spec that this file changes; rules that the
//	           file does not define are taken from there
//	without    names of inherited rules that this spec does not have
//	top        the default start rule: IRI
//	reference  the rule for references: IRI-reference
//	absolute   the rule for references without a fragment: absolute-IRI
//	relative   the rule for references without a scheme: irelative-ref
//	family     what the references are: uri, iri or leiri
//	component  the name that RFC 3986 gives a component, or what else programs have to
//	           know of references, and the rule that stands for it: "host ihost"; "userinfo -" if no
//	           reference has one
//	characters names of rules below components that are only their characters: a fault
//	           there is one of the rule above
//	record     names of the rules whose sentences are split into components
//	cites      what labels in prose values mean: URI rfc3986, HTTP rfc9110
//	import     rules of another spec, under other names if need be: rfc3986 (host as
//	           uri-host, port). Without names in parentheses, all rules that this file
//	           uses and does not define. The field stands once for each spec
//	terminals  what the numbers of the file are: octets, or characters, which they are by default
//	typical    sentences of those rules as most are in real data, for the engine
//	           to be fastest on; a rule takes the first one that it matches
//
// A comment line "; section: RFC 3986 §3.2.3" gives the section of every rule
// that follows, up to the next such line. A rule that a spec inherits keeps the
// section that its own file gives it.
type Grammar struct {
	Spec, Title, Changes string
	Date, SHA256         string
	Without              []string
	Top, Reference       string
	Absolute, Relative   string
	Family               string
	Components           []Component
	Characters           []string
	Record               []string
	Typical              []string
	Terminals            Terminals
	Rules                []*Rule
	FirstCounts          bool // of two definitions of a rule that differ, the first one is read, with a warning

	file     string           // where it was read from
	index    map[string]*Rule // by lower-case name
	dups     []*Rule          // definitions of a name that has one already
	broken   map[string]bool  // lower-case names of rules that could not be read
	unread   string           // the definitions of rules that are too many
	problems ErrorList        // warnings of Parse, and what Merge found
	places   map[string]Pos   // where the header has a field: "top"; or a name in one that has several: "without host"

	cites   []cite
	imports []imported
	cited   map[*Prose]*Error // why a rule of another grammar cannot be had
}

// startFields are the fields of a header that name one rule.
var startFields = [...]string{"top", "reference", "absolute", "relative"}

// text returns the field of a header that is a text; nil if there is none of that name.
func (g *Grammar) text(field string) *string {
	switch field {
	case "spec":
		return &g.Spec
	case "changes":
		return &g.Changes
	case "top":
		return &g.Top
	case "reference":
		return &g.Reference
	case "absolute":
		return &g.Absolute
	case "relative":
		return &g.Relative
	}
	return nil
}

// An Outline has the header of a grammar and the names of its rules in their order: what is known of a
// spec before its rules are read. Hash is the result of languages.Hash, "" if nothing needs it.
type Outline struct {
	Spec, Title, Hash string
	Top, Reference    string
	Absolute          string
	Relative, Family  string
	Terminals         Terminals
	Rules             []string
	Record            []string
	Characters        []string
	Changed           []string    // rules that are not as the documents of their sections have them
	Components        [][2]string // the name in RFC 3986 and the rule
	NamesFirst        bool        // a host that is a name and an IPv4 address is a name: see [Grammar.NamesFirst]
	// specs all of whose references are references of this one; empty if that is not known
	Includes []string
}

// Outline returns the outline of a grammar, without a hash.
func (g *Grammar) Outline() Outline {
	o := Outline{
		Spec: g.Spec, Title: g.Title, Top: g.Top, Reference: g.Reference, Absolute: g.Absolute, Relative: g.Relative,
		Family:    g.Family,
		Terminals: g.Terminals, Record: g.Record, Characters: g.Characters,
	}
	for _, r := range g.Rules {
		if o.Rules = append(o.Rules, r.Name); r.Changed {
			o.Changed = append(o.Changed, r.Name)
		}
	}
	for _, c := range g.Components {
		o.Components = append(o.Components, [2]string{c.Name, c.Rule})
	}
	return o
}

// ComponentNames are the names of components in headers: those of RFC 3986, and private for the characters that RFC 3987
// allows only in queries. A grammar of references has the first [NeededComponents] of them.
var ComponentNames = []string{
	"scheme", "authority", "userinfo", "host", "reg-name", "port",
	"path-abempty", "path-absolute", "path-rootless", "path-noscheme", "path-empty", "query", "fragment",
	"IP-literal", "IPv6address", "IPvFuture", "IPv4address", "segment", "pct-encoded", "private",
}

// NeededComponents is how many of the [ComponentNames] a grammar has if its references are divided into components.
const NeededComponents = 13

// noComponent is what the header has in place of a rule for a component that no reference has.
const noComponent = "-"

// A Component says which rule stands for a component of references: "" if no reference has it. Name is one of
// [ComponentNames].
type Component struct {
	Name, Rule string
	Pos        Pos
}

// A Rule is one production.
type Rule struct {
	Name    string // as its definition spells it
	Expr    Expr
	Section string // "RFC 3986 §3.2.3"; empty if the file does not say
	Source  string // the definition on one line, comments dropped: "port = *DIGIT"
	Spec    string // identifier of the spec whose file defines the rule
	Core    bool   // one of RFC 5234's core rules, added because it is used
	Changed bool   // not as the document of the section has it: see Cites
	Pos     Pos

	alts []Expr // the alternatives as read; Expr is the only one, or their Alternation
	adds bool   // "=/" and no "=" before it in the file: extends an inherited rule
	line string // the line of the name, for a caret

	more     []string // while alternatives are added: the definitions that Source lacks
	unshared bool     // alts and more are not shared with another rule

	octets bool   // the header of the file says that its terminals are octets
	unread string // the text of a definition that could not be read
	fault  *Error // why the definition could not be read, or not be read as it is meant; nil if it could
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
		Pos      Pos
		line     string
	}

	// A Reference names another rule, without regard to case.
	Reference struct {
		Name string
		Pos  Pos
		line string
	}

	// A Literal is a quoted string: any case of Text unless Sensitive (RFC 7405).
	Literal struct {
		Text      string
		Sensitive bool
	}

	// A Range is one numeric value (Lo == Hi) or a range of them. Surrogates
	// inside it are not characters and match nothing. What the numbers are, here and in a
	// Sequence, is said by Grammar.Terminals.
	Range struct {
		Lo, Hi rune
		Base   byte // 'x', 'd' or 'b'
	}

	// A Sequence is a concatenation of numeric values, %x66.6F.6F.
	Sequence struct {
		Runes []rune
		Base  byte
	}

	// A Prose is a <prose-val>. One that names a rule of the grammar is a reference
	// to it, and one that names a rule of another document is taken from there (see
	// [Cited]); any other can only be repeated zero times, as in 0<ipchar>.
	Prose struct {
		Text string
		Pos  Pos
		line string
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
func (g *Grammar) Rule(name string) *Rule {
	if g.index == nil { // a grammar that was not read
		for _, r := range g.Rules {
			if chars.Lower(r.Name) == chars.Lower(name) {
				return r
			}
		}
	}
	return g.index[chars.Lower(name)]
}

// Target returns the rule that a reference or a prose value names; nil for any
// other expression and if there is no such rule.
func (g *Grammar) Target(e Expr) *Rule {
	switch e := e.(type) {
	case *Reference:
		return g.Rule(e.Name)
	case *Prose:
		return g.Rule(e.Text)
	}
	return nil
}

// WithParts returns an expression with f applied to each of its parts. f returns nil for a part that shall match nothing,
// and WithParts returns nil if the expression matches nothing then. It returns an expression without parts as it is.
func WithParts(e Expr, f func(Expr) Expr) Expr {
	list := func(in []Expr) (out []Expr) {
		for _, x := range in {
			if x = f(x); x != nil {
				out = append(out, x)
			}
		}
		return out
	}
	switch e := e.(type) {
	case *Alternation:
		switch alts := list(e.Alts); len(alts) {
		case 0:
			return nil
		case 1:
			return alts[0]
		default:
			return &Alternation{alts}
		}
	case *Concatenation:
		if parts := list(e.Parts); len(parts) == len(e.Parts) {
			return &Concatenation{parts}
		}
		return nil
	case *Repetition:
		c := *e
		if c.X = f(e.X); c.X != nil {
			return &c
		}
		if e.Min == 0 {
			return &Literal{}
		}
		return nil
	}
	return e
}

// Walk calls f for e and then for every expression within it. It does not go into
// an expression for which f returns false, nor into other rules.
func Walk(e Expr, f func(Expr) bool) {
	if f(e) {
		for _, x := range Parts(e) {
			Walk(x, f)
		}
	}
}

// Parts returns the expressions that e consists of, of its own rule.
func Parts(e Expr) []Expr {
	switch e := e.(type) {
	case *Alternation:
		return e.Alts
	case *Concatenation:
		return e.Parts
	case *Repetition:
		return []Expr{e.X}
	}
	return nil
}

// Uses returns the rules that r refers to, in the order in which it does.
func (g *Grammar) Uses(r *Rule) []*Rule {
	var used []*Rule
	seen := make(map[*Rule]bool)
	Walk(r.Expr, func(e Expr) bool {
		if t := g.Target(e); t != nil && !seen[t] {
			seen[t] = true
			used = append(used, t)
		}
		return true
	})
	return used
}

// users returns the rules that refer to each rule, of those given.
func (g *Grammar) users(rules []*Rule) map[*Rule][]*Rule {
	users := make(map[*Rule][]*Rule)
	for _, r := range rules {
		for _, u := range g.Uses(r) {
			users[u] = append(users[u], r)
		}
	}
	return users
}

// Closure returns r and every rule that it uses, directly or not, each before
// those that only it brings in.
func (g *Grammar) Closure(r *Rule) []*Rule {
	all := []*Rule{r}
	seen := map[*Rule]bool{r: true}
	for i := 0; i < len(all); i++ {
		for _, u := range g.Uses(all[i]) {
			if !seen[u] {
				seen[u] = true
				all = append(all, u)
			}
		}
	}
	return all
}

// UsedFirst returns all rules, each after those that it uses. Of rules that use each other, one comes before a rule that
// it uses.
func (g *Grammar) UsedFirst() []*Rule {
	var out []*Rule
	seen := make(map[*Rule]bool)
	var visit func(r *Rule)
	visit = func(r *Rule) {
		if seen[r] {
			return
		}
		seen[r] = true
		for _, u := range g.Uses(r) {
			visit(u)
		}
		out = append(out, r)
	}
	for _, r := range g.Rules {
		visit(r)
	}
	return out
}

func (e *Alternation) String() string { return join(e.Alts, " / ", inAlternation) }

func (e *Concatenation) String() string { return join(e.Parts, " ", inConcatenation) }

func (e *Repetition) String() string {
	if e.Option {
		return "[" + e.X.String() + "]"
	}
	var b strings.Builder
	switch {
	case e.Min == e.Max:
		b.WriteString(strconv.Itoa(e.Min))
	default:
		if e.Min > 0 {
			b.WriteString(strconv.Itoa(e.Min))
		}
		b.WriteByte('*')
		if e.Max >= 0 {
			b.WriteString(strconv.Itoa(e.Max))
		}
	}
	b.WriteString(wrap(e.X, inRepetition))
	return b.String()
}

func (e *Reference) String() string { return e.Name }

func (e *Literal) String() string {
	if e.Sensitive {
		return `%s"` + e.Text + `"`
	}
	return `"` + e.Text + `"`
}

func (e *Range) String() string {
	s := "%" + string(e.Base) + number(e.Lo, e.Base)
	if e.Hi != e.Lo {
		s += "-" + number(e.Hi, e.Base)
	}
	return s
}

func (e *Sequence) String() string {
	var b strings.Builder
	b.WriteString("%" + string(e.Base))
	for i, r := range e.Runes {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(number(r, e.Base))
	}
	return b.String()
}

func (e *Prose) String() string { return "<" + e.Text + ">" }

// String returns the definition in one line, printed from the tree: it differs
// from Source in white space, unnecessary groups and the spelling of numbers.
func (r *Rule) String() string { return r.Name + " = " + r.Expr.String() }

func number(r rune, base byte) string {
	switch base {
	case 'd':
		return strconv.Itoa(int(r))
	case 'b':
		return strconv.FormatInt(int64(r), 2)
	}
	return strings.ToUpper(strconv.FormatInt(int64(r), 16))
}

// The kinds of expression around an expression; they decide whether it needs
// parentheses.
const (
	inAlternation = iota
	inConcatenation
	inRepetition
)

func wrap(e Expr, where int) string {
	group := false
	switch e := e.(type) {
	case *Alternation:
		group = true // a nested one came from a group
	case *Concatenation:
		group = where != inAlternation
	case *Repetition:
		group = where == inRepetition && !e.Option
	}
	if group {
		return "(" + e.String() + ")"
	}
	return e.String()
}

func join(list []Expr, sep string, where int) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = wrap(e, where)
	}
	return strings.Join(parts, sep)
}

// Short returns an expression that is not too long for a message.
func Short(e Expr) string {
	s := e.String()
	if len(s) > 60 {
		s = strings.TrimSpace(s[:60]) + " ..."
	}
	return s
}
