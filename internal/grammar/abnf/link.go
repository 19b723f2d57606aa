package abnf

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file takes the rules of other grammars that a grammar names (see cite.go) into it,
// with all rules that they use. Each grammar is a namespace: RFC 9110's Host and the host
// of RFC 3986 are two rules, although ABNF ignores case. A rule keeps its name if it can;
// one whose name is taken gets the identifier of its spec before it: rfc3986-host.

// A module is a grammar of which rules are taken.
type module struct {
	id string
	g  *Grammar
}

// A target is a rule of a module.
type target struct {
	m *module
	r *Rule
}

type linker struct {
	find    func(id string) (*Grammar, error) // nil, nil if there is no such grammar
	other   func(file, name string) string    // see resolver.elsewhere
	core    *module
	main    *module
	modules map[string]*module
	broken  map[string]error   // why a grammar could not be read
	open    []importedRule     // the imports that are being followed
	local   map[target]string  // names in the result
	taken   map[string]*target // by name in lower case; nil for a name that cannot be used
	queue   []target           // whose definitions are to be made
	out     *Grammar
}

// link returns g with the rules that it names of other grammars. Files are further
// grammars that the caller has given: their rules become part of the result, too. What
// cannot be found is a fault of the rule that names it.
func link(g, core *Grammar, files []*Grammar, find func(id string) (*Grammar, error), other func(file, name string) string) *Grammar {
	if len(g.namedSpecs()) == 0 && len(files) == 0 {
		return g
	}
	out := *g
	out.Rules, out.index = nil, make(map[string]*Rule)
	out.problems = slices.Clone(g.problems)
	out.broken = maps.Clone(g.broken)
	out.cited = make(map[*Prose]*Error)
	l := &linker{
		find: find, other: other, core: &module{coreName, core}, main: &module{g.id(), g},
		modules: make(map[string]*module), broken: make(map[string]error),
		local: make(map[target]string), taken: make(map[string]*target), out: &out,
	}
	l.modules[l.main.id] = l.main
	given := []*module{l.main}
	for _, f := range files {
		m := &module{f.id(), f}
		l.modules[m.id] = m
		given = append(given, m)
		out.dups = append(out.dups, f.dups...)
		out.problems = append(out.problems, f.problems...)
		maps.Copy(out.broken, f.broken)
		out.unread += "\n" + f.unread
	}
	l.names(given)
	for i := 0; i < len(l.queue); i++ {
		l.define(l.queue[i])
	}
	return &out
}

// names gives all rules of the files that were given their names, before any other rule
// can take them.
func (l *linker) names(given []*module) {
	for _, r := range l.main.g.Rules {
		t, err := l.follow(l.main, r, nil)
		if err != nil || l.local[t] != "" {
			t = target{l.main, r} // it stays what it is, or is the same as another rule
		}
		l.assignName(t, r.Name)
	}
	for _, im := range l.main.g.imports {
		if m, err := l.module(chars.Lower(im.spec)); im.rules == nil && (err != nil || m == nil) {
			e := &Error{Pos: im.pos, Code: Import, Line: im.line,
				Msg: fmt.Sprintf("there is no grammar %q to import rules from; give its file too", im.spec)}
			if err != nil {
				e.Msg = fmt.Sprintf("the spec %s cannot be read: %v", im.spec, err)
			}
			l.out.problems = append(l.out.problems, l.main.g.asComment(e))
		}
		for _, ir := range im.rules {
			t, err := l.imported(im, ir, nil)
			old := l.main.g.Rule(ir.as)
			switch fills := old != nil && isProse(old); {
			case fills: // done, or the prose value is the fault
			case err != nil:
				l.out.problems = append(l.out.problems, err)
				if l.taken[chars.Lower(ir.as)] == nil { // it is there, but what it is, nobody knows
					l.assignName(target{l.main, &Rule{Name: ir.as, Expr: &Range{Base: 'x'}, Pos: ir.pos, line: im.line,
						fault: err}}, ir.as)
				}
			case old != nil:
				l.out.problems = append(l.out.problems, &Error{Pos: ir.pos, Code: Shadowed, Line: im.line,
					Rule: old.Name, Warning: true, Msg: fmt.Sprintf(
						"the import of %s from %s is ignored, because %s is defined at %s", ir.name, im.spec, old.Name,
						old.Pos)})
			default:
				l.assignName(t, ir.as)
			}
		}
	}
	for _, m := range given[1:] {
		for _, r := range m.g.Rules {
			t, err := l.follow(m, r, nil)
			if err != nil {
				t = target{m, r}
			}
			if name := l.assignName(t, r.Name); !strings.EqualFold(name, r.Name) && t.m == m {
				l.renamed(t, name)
			}
		}
	}
}

// isProse reports whether the definition of a rule is a prose value.
func isProse(r *Rule) bool {
	_, is := r.Expr.(*Prose)
	return is
}

// renamed warns that a rule of a file that was given has got another name, because another
// rule has its own.
func (l *linker) renamed(t target, name string) {
	why := "that is a core rule"
	switch other := l.taken[chars.Lower(t.r.Name)]; {
	case other != nil && *other == t:
		return
	case other != nil:
		why = fmt.Sprintf("%s is another rule (%s)", l.local[*other], other.r.Pos)
	case l.core.g.Rule(t.r.Name) == nil: // another file calls it so
		return
	}
	l.out.problems = append(l.out.problems, &Error{Pos: t.r.Pos, Code: Shadowed, Line: t.r.line, Rule: name,
		Warning: true,
		Msg:     fmt.Sprintf("%s is the rule %s here, because %s", t.r.Name, name, why)})
}

// module returns the grammar with an identifier, or nil.
func (l *linker) module(id string) (*module, error) {
	if m, ok := l.modules[id]; ok {
		return m, l.broken[id]
	}
	var m *module
	g, err := l.find(id)
	switch {
	case g != nil:
		m = &module{id, g}
	case err == nil && id == "rfc5234":
		m = l.core
	}
	l.modules[id], l.broken[id] = m, err
	return m, err
}

// follow returns the rule that a rule of a module is: itself, or the one that its
// definition, an import or a citation, names. The error says what is not there.
func (l *linker) follow(m *module, r *Rule, chain []target) (target, *Error) {
	t := target{m, r}
	if slices.Contains(chain, t) {
		var names []string
		for _, c := range append(chain, t) {
			names = append(names, c.m.id+" "+c.r.Name)
		}
		return t, l.fault(r, nil, "the rule comes back to itself: %s; one of the files has to define it", strings.Join(names, " > "))
	}
	p, isProse := r.Expr.(*Prose)
	if !isProse || m.g.Rule(p.Text) != nil {
		return t, nil
	}
	chain = append(chain, t)
	for _, im := range m.g.imports {
		for _, ir := range im.rules {
			if strings.EqualFold(ir.as, r.Name) {
				return l.imported(im, ir, chain)
			}
		}
	}
	c, ok := Cited(p.Text)
	if !ok {
		return t, nil
	}
	return l.cited(m, r, p, c, chain)
}

// cited returns the rule that a citation in a rule of a module names.
func (l *linker) cited(m *module, r *Rule, p *Prose, c Citation, chain []target) (target, *Error) {
	id, name := m.g.citedSpec(c.Label), cmp.Or(c.Rule, r.Name)
	other, err := l.module(id)
	switch {
	case err != nil:
		return target{}, l.fault(r, p, "%s names a rule of %s, which cannot be read: %v", p, id, err)
	case other == nil:
		return target{}, l.fault(r, p, `%s names a rule of [%s], and there is no grammar %q: give its file too, or `+
			`name another one in the header, "; cites: %s NAME"`, p, c.Label, id, c.Label)
	}
	u, fault := l.ruleOf(other, name)
	switch {
	case fault != nil:
		return target{}, l.fault(r, p, "%s names a rule of %s: %s: %s", p, id, fault.Pos, fault.Msg)
	case u == nil:
		return target{}, l.fault(r, p, "%s names a rule of %s, which has no rule %s%s", p, id, name,
			(&inspection{g: other.g, elsewhere: l.other}).proposal(p.Pos.File, name))
	}
	return l.follow(u.m, u.r, chain)
}

// imported returns the rule that an entry of an import names.
func (l *linker) imported(im imported, ir importedRule, chain []target) (target, *Error) {
	fault := func(format string, args ...any) (target, *Error) {
		msg := fmt.Sprintf(format, args...)
		return target{}, &Error{Pos: ir.pos, Code: Import, Line: im.line, Rule: ir.as, Msg: msg,
			Short: "cannot be imported: " + msg}
	}
	if i := slices.Index(l.open, ir); i >= 0 {
		var way strings.Builder
		for _, o := range l.open[i+1:] {
			fmt.Fprintf(&way, ", by way of %s (%s)", o.name, o.pos)
		}
		return fault("the import of %s from %s comes back to itself%s; one of the files has to define the rule",
			ir.name, im.spec, way.String())
	}
	l.open = append(l.open, ir)
	defer func() { l.open = l.open[:len(l.open)-1] }()
	m, err := l.module(chars.Lower(im.spec))
	switch {
	case err != nil:
		return fault("the spec %s, from which %s is imported, cannot be read: %v", im.spec, ir.name, err)
	case m == nil:
		return fault("%s is imported from %s, but there is no such grammar; give its file too", ir.name, im.spec)
	}
	t, e := l.ruleOf(m, ir.name)
	switch {
	case e != nil:
		return target{}, e
	case t == nil:
		return fault("%s is imported from %s, which has no such rule%s", ir.name, im.spec,
			(&inspection{g: m.g, elsewhere: l.other}).proposal(im.pos.File, ir.name))
	}
	return l.follow(t.m, t.r, chain)
}

// fault returns the error for a rule that cannot be found. p is where it is named; nil if
// that is the rule's definition.
func (l *linker) fault(r *Rule, p *Prose, format string, args ...any) *Error {
	e := &Error{Pos: r.Pos, Code: Import, Line: r.line, Rule: r.Name, Msg: fmt.Sprintf(format, args...)}
	if p != nil {
		e.Pos, e.Line = p.Pos, p.line
	}
	return e
}

// ruleOf returns the rule that a name means in a module, nil if there is none. The error
// is that of the import that should have it.
func (l *linker) ruleOf(m *module, name string) (*target, *Error) {
	if r := m.g.Rule(name); r != nil {
		return &target{m, r}, nil
	}
	for _, im := range m.g.imports {
		for _, ir := range im.rules {
			if strings.EqualFold(ir.as, name) {
				t, err := l.imported(im, ir, nil)
				if err != nil {
					return nil, err
				}
				return &t, nil
			}
		}
	}
	for _, im := range m.g.imports {
		if im.rules != nil || strings.EqualFold(im.spec, m.id) {
			continue
		}
		if o, err := l.module(chars.Lower(im.spec)); o != nil && err == nil && o.g.Rule(name) != nil {
			return &target{o, o.g.Rule(name)}, nil
		}
	}
	if r := l.core.g.Rule(name); r != nil {
		return &target{l.core, r}, nil
	}
	return nil, nil
}

// assignName returns the name of a rule in the result. A rule without one gets the first of these that is free: the
// wanted name, its own name, its own name after the identifier of its spec.
func (l *linker) assignName(t target, wanted string) string {
	if name := l.local[t]; name != "" {
		return name
	}
	if t.m == l.core { // core rules are added later, under their names
		own := l.taken[chars.Lower(t.r.Name)]
		if own == nil || own.r.Expr.String() == t.r.Expr.String() {
			l.local[t] = t.r.Name
			return t.r.Name
		}
	}
	for _, try := range []string{wanted, t.r.Name} {
		if u := l.taken[chars.Lower(try)]; u != nil && l.same(t, *u, make(map[[2]target]bool)) {
			l.local[t] = l.local[*u]
			return l.local[t]
		}
	}
	name := wanted
	for i, try := range []string{wanted, t.r.Name, t.m.id + "-" + t.r.Name} {
		if name = cleanName(try); l.free(t, name) {
			break
		}
		for n := 2; i == 2 && !l.free(t, name); n++ {
			name = fmt.Sprintf("%s-%d", cleanName(try), n)
		}
	}
	l.local[t] = name
	l.taken[chars.Lower(name)] = &t
	l.queue = append(l.queue, t)
	return name
}

// same reports whether two rules are defined in the same way, with all rules that they use:
// RFC 9112 repeats some rules of RFC 9110. Rules that have been compared are in seen.
func (l *linker) same(t, u target, seen map[[2]target]bool) bool {
	if t == u || seen[[2]target{t, u}] {
		return true
	}
	seen[[2]target{t, u}] = true
	if !strings.EqualFold(t.r.Name, u.r.Name) || t.r.Expr.String() != u.r.Expr.String() {
		return false
	}
	equal := true
	Walk(t.r.Expr, func(e Expr) bool {
		ref, is := e.(*Reference)
		if !is || !equal {
			return equal
		}
		a, _ := l.ruleOf(t.m, ref.Name)
		b, _ := l.ruleOf(u.m, ref.Name)
		switch {
		case a == nil || b == nil:
			equal = false
		default:
			x, errX := l.follow(a.m, a.r, nil)
			y, errY := l.follow(b.m, b.r, nil)
			equal = errX == nil && errY == nil && l.same(x, y, seen)
		}
		return equal
	})
	return equal
}

// free reports whether a rule can have a name: no other rule has it, and it is not the
// name of a core rule, unless the rule is of a file that defines it.
func (l *linker) free(t target, name string) bool {
	if l.taken[chars.Lower(name)] != nil {
		return false
	}
	k := l.core.g.Rule(name)
	return k == nil || t.m == l.main || k.Expr.String() == t.r.Expr.String()
}

// cleanName returns a text as the name of a rule: other characters than letters, digits
// and hyphens are hyphens.
func cleanName(s string) string {
	s = strings.Map(func(c rune) rune {
		if c < 0x80 && chars.IsLDH(byte(c)) {
			return c
		}
		return '-'
	}, s)
	if s == "" || !chars.IsLetter(s[0]) {
		s = "x-" + s
	}
	return s
}

// define makes the definition of a rule in the result.
func (l *linker) define(t target) {
	name := l.local[t]
	r := *t.r
	changed := false
	r.Name = name
	r.Expr = l.rewrite(t, t.r.Expr, &changed)
	r.alts = []Expr{r.Expr}
	if a, ok := r.Expr.(*Alternation); ok {
		r.alts = a.Alts
	}
	r.Spec = cmp.Or(r.Spec, t.m.g.Spec, t.m.id)
	if t.m == l.main {
		r.Spec = t.r.Spec
	}
	switch {
	case changed:
		r.Source = r.String()
	case name != t.r.Name:
		_, after, _ := strings.Cut(t.r.Source, "=")
		r.Source = name + " = " + strings.TrimSpace(strings.TrimPrefix(after, "/"))
	}
	l.out.insert(len(l.out.Rules), r)
}

// rewrite returns an expression of a rule with the names of the result.
func (l *linker) rewrite(t target, e Expr, changed *bool) Expr {
	switch e := e.(type) {
	case *Repetition:
		if _, prose := e.X.(*Prose); prose && e.Max == 0 {
			return e
		}
	case *Reference:
		u, _ := l.ruleOf(t.m, e.Name)
		if u == nil {
			return e // it is not defined, which check says
		}
		name := l.nameOf(*u, e.Name)
		if strings.EqualFold(name, e.Name) {
			return e
		}
		*changed = true
		return &Reference{Name: name, Pos: e.Pos, line: e.line}
	case *Prose:
		return l.prose(t, e, changed)
	}
	return WithParts(e, func(x Expr) Expr { return l.rewrite(t, x, changed) })
}

// nameOf returns the name in the result of a rule that is used under a name.
func (l *linker) nameOf(u target, wanted string) string {
	to, err := l.follow(u.m, u.r, nil)
	if err != nil {
		to = u // its own definition says what is wrong
	}
	return l.assignName(to, wanted)
}

// prose returns what stands for a prose value.
func (l *linker) prose(t target, p *Prose, changed *bool) Expr {
	u := (*target)(nil)
	if r := t.m.g.Rule(p.Text); r != nil {
		u = &target{t.m, r}
	} else if c, ok := Cited(p.Text); ok {
		to, err := target{}, (*Error)(nil)
		if Expr(p) == t.r.Expr {
			to, err = l.follow(t.m, t.r, nil) // by a placeholder that could not be followed, or is there twice
		} else {
			to, err = l.cited(t.m, t.r, p, c, nil)
		}
		if err != nil {
			err.Rule, err.Short = l.local[t], err.Msg
			l.out.cited[p] = err
			return p
		}
		u = &to
	}
	if u == nil {
		return p
	}
	*changed = true
	return &Reference{Name: l.assignName(*u, u.r.Name), Pos: p.Pos, line: p.line}
}
