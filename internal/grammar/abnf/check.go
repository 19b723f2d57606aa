package abnf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// check returns all faults and warnings (see [ErrorList.Err]) about the rules of a grammar together, in the order of
// the file. elsewhere returns the end of the message about a name that is not defined, such as the file that defines
// it.
func check(g, core *Grammar, elsewhere func(file, name string) string) ErrorList {
	c := &inspection{g: g, core: core, elsewhere: elsewhere, errs: slices.Clone(g.problems), found: make(map[faultKind]int),
		named: make(map[nameFault]*Error)}
	if len(g.Rules) == 0 && len(g.broken) == 0 {
		c.errs = append(c.errs, &Error{Pos: Pos{File: g.file, Line: 1, Col: 1}, Code: NoRules,
			Msg: "the grammar has no rule", Expected: "a rule"})
	}
	c.names()
	for _, r := range g.Rules {
		if !r.Core {
			c.references(r)
		}
	}
	c.unused()
	c.emptyLoops()
	c.neverMatches()
	for _, e := range c.errs {
		e.addOthers()
	}
	c.errs.Sort()
	return c.errs
}

// An inspection collects what is wrong with a grammar.
type inspection struct {
	g, core *Grammar
	errs    ErrorList
	guesses int // how often didYouMean has been called

	elsewhere func(file, name string) string // see check
	found     map[faultKind]int              // how many faults have been found
	named     map[nameFault]*Error           // the fault that is listed for each name
}

// A nameFault is a kind of fault of one name. It is listed once, for all rules that use the name.
type nameFault struct{ code, name string }

// addNamed adds a fault of a name and returns it. If the name has such a fault already, it adds the rule to that one
// and returns nil.
func (c *inspection) addNamed(code string, warning bool, r *Rule, name string, at Pos, line, short,
	msg string) *Error {
	kind := nameFault{code, name}
	if e := c.named[kind]; e != nil {
		if e.Rule != r.Name && !slices.Contains(e.Also, r.Name) {
			e.Also = append(e.Also, r.Name)
		}
		return nil
	}
	before := len(c.errs)
	if c.add(code, warning, r, at, line, "%s", msg); len(c.errs) > before {
		c.named[kind] = c.errs[before]
		c.errs[before].Short = short
	}
	return c.named[kind]
}

// addOthers adds the other rules with the same fault to the message.
func (e *Error) addOthers() {
	const most = 3
	if n := len(e.Also); n > most {
		e.Msg += fmt.Sprintf("; the same holds in %s and %s", strings.Join(e.Also[:most], ", "), quote.Plural(n-most, "more rule"))
	} else if n > 0 {
		e.Msg += "; the same holds in " + strings.Join(e.Also, ", ")
	}
}

func (c *inspection) add(code string, warning bool, r *Rule, at Pos, line, format string, args ...any) {
	kind := faultKind{r, code}
	if c.found[kind]++; c.found[kind] > maxOfKind {
		return
	}
	e := &Error{Pos: at, Code: code, Warning: warning, Rule: r.Name, Line: line, Msg: fmt.Sprintf(format, args...)}
	if c.found[kind] == maxOfKind {
		e.Msg += "; more faults of this kind in the rule are not listed"
	}
	c.errs = append(c.errs, e)
}

// maxOfKind is how many faults with the same code are listed for one rule.
const maxOfKind = 100

type faultKind struct {
	rule *Rule
	code string
}

// short sets the short message of the last fault, which follows the name of the rule.
func (c *inspection) short(format string, args ...any) {
	c.errs[len(c.errs)-1].Short = fmt.Sprintf(format, args...)
}

// atRule adds a fault at the name of the rule.
func (c *inspection) atRule(code string, warning bool, r *Rule, format string, args ...any) {
	c.add(code, warning, r, r.Pos, r.line, format, args...)
}

// takeFirst is the hint for users who cannot change a file with two definitions of a rule.
const takeFirst = ", or --severity duplicate=warning takes the first definition"

// names reports duplicates, "=/" without "=", clashes, and what [inspection.header] finds.
func (c *inspection) names() {
	g := c.g
	for _, d := range g.dups {
		first := d
		if r := g.Rule(d.Name); r != nil {
			first = r
		}
		if first.adds == d.adds && first.fault == nil && d.fault == nil && g.same(first, g, d) {
			c.atRule(Duplicate, true, d, "%s is defined in the same way at %s; remove one of the definitions", d.Name, first.Pos)
			continue
		}
		if first.adds && !d.adds {
			c.atRule(Duplicate, false, d, `%s is defined with "=" after "=/" has added to it at %s`, d.Name, first.Pos)
			c.short("is defined after it has been added to")
			continue
		}
		if g.FirstCounts {
			c.atRule(Duplicate, true, d, "%s is already defined at %s; this definition is not read", d.Name, first.Pos)
			continue
		}
		if first.Name != d.Name {
			c.atRule(Duplicate, false, d, "%s is already defined at %s as %s, because ABNF ignores the case of "+
				"names; give one of the rules another name"+takeFirst, d.Name, first.Pos, first.Name)
		} else {
			c.atRule(Duplicate, false, d, `%s is already defined at %s; "=/" adds alternatives to a rule`+takeFirst, d.Name, first.Pos)
		}
		c.short("is defined twice")
	}
	idents := make(map[string]*Rule)
	twice := make(map[string]bool)
	for _, d := range g.dups {
		twice[chars.Lower(d.Name)] = true
	}
	for _, r := range g.Rules {
		if r.adds && !g.broken[chars.Lower(r.Name)] && !twice[chars.Lower(r.Name)] {
			c.atRule(Unextended, false, r, `"=/" adds to the rule %s, which is not defined before; the first definition has "="`, r.Name)
			c.short(`has "=/" and no definition`)
		}
		id := Identifier(r.Name)
		if o := idents[id]; o != nil {
			c.atRule(NameClash, false, r, "%s and %s (%s) both become the identifier %s", r.Name, o.Name, o.Pos, id)
			c.short("becomes the same identifier as %s", o.Name)
		} else {
			idents[id] = r
		}
		if c.core != nil && !r.Core && g.Spec != coreName {
			if k := c.core.Rule(r.Name); k != nil && r.fault == nil && !isProse(r) && !g.same(r, c.core, k) {
				c.atRule(CoreRule, true, r, "%s is a core rule of RFC 5234, which defines it differently: %s", r.Name, k.Source)
			}
		}
	}
	c.header()
}

// header reports names in the header that no rule has. If that is only a warning, it also removes the field.
func (c *inspection) header() {
	g := c.g
	missing := func(at Pos, name, format string, args ...any) bool {
		if g.Rule(name) != nil || g.broken[chars.Lower(name)] {
			return false
		}
		e := g.asComment(&Error{Pos: at, Code: Header, Msg: fmt.Sprintf(format, args...)})
		c.errs = append(c.errs, e)
		return e.Warning
	}
	for _, field := range startFields {
		name := g.text(field)
		if *name == "" || !missing(g.places[field], *name, "the header names %s as the %s rule, but there is no such rule", *name, field) {
			continue
		}
		if *name = ""; field == "top" && len(g.Rules) > 0 {
			g.Top = g.widest().Name
		}
	}
	const noRule = "the header field %q names %s, but there is no such rule"
	g.Components = slices.DeleteFunc(slices.Clone(g.Components),
		func(k Component) bool { return k.Rule != "" && missing(k.Pos, k.Rule, noRule, "component", k.Rule) })
	g.Characters = slices.DeleteFunc(slices.Clone(g.Characters), func(n string) bool {
		return missing(g.places["characters "+n], n, noRule, "characters", n)
	})
	g.Record = slices.DeleteFunc(slices.Clone(g.Record), func(n string) bool { return missing(g.places["record"], n, noRule, "record", n) })
}

// references reports references and prose values that name no rule, and alternatives that occur twice.
func (c *inspection) references(r *Rule) {
	g := c.g
	words := make(map[*Reference]bool) // references that are words of a prose value
	Walk(r.Expr, func(e Expr) bool {
		switch e := e.(type) {
		case *Reference:
			t := g.Rule(e.Name)
			switch {
			case t == nil && (!isName(e.Name) || words[e]): // has been reported
			case t == nil && g.broken[chars.Lower(e.Name)]: // defined by a rule that could not be read
				c.addNamed(Undefined, false, r, chars.Lower(e.Name), e.Pos, e.line, "refers to "+clip(e.Name)+
					", which is not read", fmt.Sprintf("%s refers to %s, which is not read, because of its own fault", r.Name, e.Name))
			case t == nil:
				c.addNamed(Undefined, false, r, chars.Lower(e.Name), e.Pos, e.line, "refers to "+clip(e.Name)+
					", which is not defined", fmt.Sprintf("%s refers to %s, which is not defined%s", r.Name, e.Name,
					c.proposal(e.Pos.File, e.Name)))
			case t.Name != e.Name && !t.Core:
				c.addNamed(CaseSpell, true, r, e.Name, e.Pos, e.line, "",
					fmt.Sprintf("%s is spelled %s where it is defined", e.Name, t.Name))
			}
		case *Repetition:
			// 0<ipchar> is how RFC 3986 writes the empty string: the prose need not
			// name a rule.
			if _, prose := e.X.(*Prose); prose && e.Max == 0 {
				return false
			}
		case *Prose:
			if fault := g.cited[e]; fault != nil {
				c.add(fault.Code, false, r, fault.Pos, fault.Line, "%s", fault.Msg)
				c.short("needs a rule of another document: %s", fault.Short)
			} else if g.Rule(e.Text) == nil {
				c.proseValue(r, e)
			}
		case *Concatenation:
			for _, w := range c.words(r, e) {
				words[w] = true
			}
		case *Alternation:
			if g.broken[chars.Lower(r.Name)] { // a number that is not a character was read as zero
				return true
			}
			seen := make(map[string]int)
			for _, a := range e.Alts {
				s := a.String()
				if seen[s]++; seen[s] == 2 {
					c.atRule(SameTwice, true, r, "%s has the alternative %s twice", r.Name, clip(s))
				}
			}
		}
		return true
	})
}

// unused reports rules that neither another rule nor the header names. A rule counts as used if its name occurs in
// text that could not be read.
func (c *inspection) unused() {
	g := c.g
	used := map[*Rule]bool{g.Rule(g.Top): true, g.Rule(g.Reference): true, g.Rule(g.Absolute): true,
		g.Rule(g.Relative): true}
	inText := func(text string, r *Rule) {
		for _, name := range strings.FieldsFunc(text, func(c rune) bool { return c >= 0x80 || !chars.IsLDH(byte(c)) }) {
			if t := g.Rule(name); t != r {
				used[t] = true
			}
		}
	}
	inText(g.unread, nil)
	for _, r := range g.Rules {
		Walk(r.Expr, func(e Expr) bool {
			t := g.Target(e)
			if p, is := e.(*Prose); is && t == nil {
				t = g.Rule(strings.TrimSpace(p.Text)) // see proseValue
			}
			if t != nil && t != r {
				used[t] = true
			}
			return true
		})
		inText(r.unread, r)
	}
	for _, r := range g.Rules {
		if !used[r] && r.fault == nil && !r.adds && g.Spec != coreName {
			c.atRule(Unused, true, r, "no rule uses %s; it can only be a start rule", r.Name)
		}
	}
}

// emptyLoops reports repetitions of an expression that can match the empty string: they match in endlessly many ways
// and hang a naive parser.
func (c *inspection) emptyLoops() {
	m := measurer{g: c.g}
	for _, r := range c.g.Rules {
		Walk(r.Expr, func(e Expr) bool {
			if rep, is := e.(*Repetition); is && (rep.Max < 0 || rep.Max > 1) && m.of(rep.X).shortest == 0 {
				c.add(EmptyLoop, true, r, rep.Pos, rep.line, "%s repeats %s, which can match the empty string", r.Name,
					clip(rep.X.String()))
			}
			return true
		})
	}
}

// neverMatches reports rules that no string matches, because each match would contain another match: a = "(" a ")".
// Undefined rules and prose values count as rules that match a string. Rules that use each other are one finding.
func (c *inspection) neverMatches() {
	ends := make(map[*Rule]bool) // rules that at least one string matches
	var matches func(Expr) bool
	matches = func(e Expr) bool {
		switch e := e.(type) {
		case *Alternation:
			return slices.ContainsFunc(e.Alts, matches)
		case *Concatenation:
			return !slices.ContainsFunc(e.Parts, func(x Expr) bool { return !matches(x) })
		case *Repetition:
			return e.Min == 0 || matches(e.X)
		}
		t := c.g.Target(e)
		return t == nil || ends[t]
	}
	users := c.g.users(c.g.Rules)
	for queue := slices.Clone(c.g.Rules); len(queue) > 0; queue = queue[1:] {
		if r := queue[0]; !ends[r] && matches(r.Expr) {
			ends[r] = true
			queue = append(queue, users[r]...)
		}
	}
	first := make(map[*Rule]*Rule) // for a rule that no string matches: the first of the rules connected with it
	var connect func(r, to *Rule)
	connect = func(r, to *Rule) {
		if ends[r] || first[r] != nil {
			return
		}
		first[r] = to
		for _, o := range slices.Concat(c.g.Uses(r), users[r]) {
			connect(o, to)
		}
	}
	for _, r := range c.g.Rules {
		if connect(r, r); !ends[r] {
			c.addNamed(NeverMatches, true, r, first[r].Name, r.Pos, r.line, "", fmt.Sprintf(
				"no string matches %s, because each would have to hold another one that matches it", r.Name))
		}
	}
}
