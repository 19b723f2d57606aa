package abnf

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// coreName is the file that holds the core rules of RFC 5234 Appendix B.1.
const coreName = "core"

// Load reads the grammar of a spec from dir/name.abnf: the file itself, the spec that it changes, and the core rules
// that it uses, which come last. The error is an ErrorList unless a file cannot be read.
func Load(fsys fs.FS, dir, name string) (*Grammar, error) {
	g, err := readFile(fsys, dir, name)
	if err != nil {
		return nil, err
	}
	return Build(fsys, dir, g)
}

func readFile(fsys fs.FS, dir, name string) (*Grammar, error) {
	file := path.Join(dir, name+".abnf")
	src, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, err
	}
	return Parse(file, src)
}

// Build makes one grammar of files that Parse has read. Files are read one
// after the other as if they were one, but a file that changes a spec is merged
// into it: one of the files given, or one of those in dir. Core rules that are used
// and not defined come from dir/core.abnf. The error is an ErrorList with
// everything that check finds, if any of it is more than a warning.
func Build(fsys fs.FS, dir string, files ...*Grammar) (*Grammar, error) {
	g, list, err := Resolve(fsys, dir, files...)
	if err != nil {
		return nil, err
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	return g, nil
}

// Resolve is like Build but returns the grammar and the findings of check also
// when the grammar cannot be used, for tools that show grammars.
func Resolve(fsys fs.FS, dir string, files ...*Grammar) (*Grammar, ErrorList, error) {
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("no grammar file")
	}
	r := &resolver{fsys: fsys, dir: dir, given: files}
	var top, others []*Grammar // files that no other one changes or takes rules of, and of which rules are taken
	for i, f := range files {
		changed := slices.ContainsFunc(files, func(o *Grammar) bool {
			return o != f && o.Changes != "" && strings.EqualFold(o.Changes, f.Spec)
		})
		named := slices.ContainsFunc(files, func(o *Grammar) bool {
			return o != f && o.id() != f.id() && slices.Contains(o.namedSpecs(), f.id())
		})
		switch last := i == len(files)-1 && len(top) == 0; {
		case changed && !last:
		case named && !last:
			others = append(others, f)
		default:
			top = append(top, f)
		}
	}
	g, err := r.merged(concat(top), nil)
	if err != nil {
		return nil, nil, err
	}
	core, err := readFile(fsys, dir, coreName)
	if err != nil {
		return nil, nil, err
	}
	for i, f := range others {
		if others[i], err = r.merged(f, nil); err != nil {
			return nil, nil, err
		}
	}
	elsewhere := func(file, name string) string { return r.elsewhere(g, core, file, name) }
	g = link(g, core, others, r.grammarWithID, elsewhere)
	g = g.limited()
	if g.Spec != coreName {
		g = withCore(g, core)
	}
	g = g.oneKind()
	return g, check(g, core, elsewhere), nil
}

type resolver struct {
	fsys    fs.FS
	dir     string
	given   []*Grammar
	origins map[string][]origin // by name in lower case; nil until it is asked for
	missing map[string][]string // see lacking, by file
}

// grammarWithID returns the grammar with an identifier: one of the files that other files change,
// or one in dir; nil if there is none.
func (r *resolver) grammarWithID(id string) (*Grammar, error) {
	for _, o := range r.given {
		if o.id() == id {
			return r.merged(o, nil)
		}
	}
	if strings.ContainsAny(id, "/\\") || !fs.ValidPath(id) {
		return nil, nil
	}
	g, err := readFile(r.fsys, r.dir, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return r.merged(g, nil)
}

// merged returns f, or the spec that f changes with its changes.
func (r *resolver) merged(f *Grammar, chain []string) (*Grammar, error) {
	if f.Changes == "" {
		return Merge(&Grammar{}, f), nil
	}
	id := chars.Lower(f.Changes)
	if slices.Contains(chain, id) {
		return nil, ErrorList{{Pos: f.places["changes"], Code: Header, Msg: fmt.Sprintf(
			"the spec %s changes itself: %s", f.Changes, strings.Join(append(chain, id), " > "))}}
	}
	chain = append(chain, id)
	var o *Grammar
	var err error
	if i := slices.IndexFunc(r.given, func(o *Grammar) bool {
		return o != f && strings.EqualFold(o.Spec, f.Changes) && !strings.EqualFold(o.Spec, f.Spec)
	}); i >= 0 {
		o = r.given[i]
	} else if o, err = readFile(r.fsys, r.dir, id); err != nil {
		if _, is := err.(ErrorList); is {
			return nil, err
		}
		e := f.asComment(&Error{Pos: f.places["changes"], Code: Header, Expected: "the identifier of a spec",
			Msg: fmt.Sprintf("there is no spec %q that this file could change", f.Changes)})
		if !e.Warning {
			return nil, ErrorList{e}
		}
		same := *f
		same.Changes, same.problems = "", append(slices.Clone(f.problems), e)
		return Merge(&Grammar{}, &same), nil
	}
	base, err := r.merged(o, chain)
	if err != nil {
		return nil, err
	}
	return Merge(base, f), nil
}

// concat puts files one after the other. The header fields are those of the first
// file that has them.
func concat(files []*Grammar) *Grammar {
	if len(files) == 1 {
		return files[0]
	}
	g := newGrammar(files[0].file)
	for _, f := range files {
		for field, at := range f.places {
			if _, known := g.places[field]; !known {
				g.places[field] = at
			}
		}
		if g.Spec == "" {
			g.Spec, g.Title, g.Date, g.SHA256 = f.Spec, f.Title, f.Date, f.SHA256
		}
		for _, field := range startFields {
			*g.text(field) = cmp.Or(*g.text(field), *f.text(field))
		}
		g.Components, g.Characters = given(g.Components, f.Components), given(g.Characters, f.Characters)
		g.Record, g.Typical = given(g.Record, f.Record), given(g.Typical, f.Typical)
		g.Family = cmp.Or(g.Family, f.Family)
		g.Terminals = g.Terminals || f.Terminals
		g.FirstCounts = g.FirstCounts || f.FirstCounts
		switch {
		case g.Changes == "":
			g.Changes = f.Changes
		case f.Changes != "" && !strings.EqualFold(f.Changes, g.Changes):
			g.problems = append(g.problems, &Error{Pos: f.places["changes"], Code: Header, Msg: fmt.Sprintf(
				"this file changes %s, and another file of the same grammar changes %s", f.Changes, g.Changes)})
		}
		g.cites = append(g.cites, f.cites...)
		g.imports = append(g.imports, f.imports...)
		g.Without = append(g.Without, f.Without...)
		maps.Copy(g.broken, f.broken)
		g.unread += "\n" + f.unread
		g.problems = append(g.problems, f.problems...)
		g.dups = append(g.dups, f.dups...)
		for _, r := range f.Rules {
			old := g.index[chars.Lower(r.Name)]
			switch {
			case old == nil:
				c := *r
				g.Rules = append(g.Rules, &c)
				g.index[chars.Lower(r.Name)] = &c
			case r.adds:
				old.extend(r)
			case isProse(r): // it only stands for the rule of another document
			case isProse(old):
				*old = *r
			default:
				g.dups = append(g.dups, r)
			}
		}
	}
	for _, r := range g.Rules {
		r.finish()
	}
	return g
}

// limited returns g with as many rules as the rules of several files and those that they take from elsewhere
// may be together. The others count as not read.
func (g *Grammar) limited() *Grammar {
	const most = 2 * maxRules
	if len(g.Rules) <= most {
		return g
	}
	kept := make(map[*Rule]bool)
	for _, r := range g.Rules[:most] {
		kept[r] = true
	}
	out := g.Only(func(r *Rule) bool { return kept[r] })
	out.Top, out.Reference = g.Top, g.Reference // that one is too many is not a fault of the header
	out.broken = maps.Clone(g.broken)
	unread := []string{g.unread}
	for _, r := range g.Rules[most:] {
		out.broken[chars.Lower(r.Name)] = true
		unread = append(unread, r.definition())
	}
	out.unread = strings.Join(unread, "\n")
	out.dups = slices.DeleteFunc(slices.Clone(g.dups), func(r *Rule) bool { return out.Rule(r.Name) == nil })
	r := g.Rules[most]
	out.problems = append(slices.Clone(g.problems), &Error{Pos: r.Pos, Code: TooLarge, Rule: r.Name, Line: r.line,
		Msg: fmt.Sprintf("the files have more than %d rules together, %s is one too many, and no rule after it is read; read fewer "+
			"files", most, r.Name)})
	return out
}

// without returns the names that are not among those left out.
func without(names []string, omitted map[string]bool) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return omitted[chars.Lower(n)] })
}

// given returns the list of a header that has it, or what stands for it.
func given[T any](list, other []T) []T {
	if list == nil {
		return other
	}
	return list
}

// Merge returns the spec base with the changes of change. Rules that both define
// are those of change, in the place that they have in base. Rules that only change
// defines come after the rule that is before them in change. Rules that the header
// of change names in "without" are left out. "=/" for a rule of base extends that rule. Neither argument
// is changed.
func Merge(base, change *Grammar) *Grammar {
	g, omitted := mergedHeader(base, change)
	for _, r := range base.Rules {
		if !omitted[chars.Lower(r.Name)] && !r.Core {
			g.insert(len(g.Rules), *r)
		}
	}
	at := 0
	for _, r := range change.Rules {
		old := g.Rule(r.Name)
		if old == nil {
			g.insert(at, *r)
			at++
			continue
		}
		at = slices.Index(g.Rules, old) + 1
		if r.Name != old.Name {
			g.problems = append(g.problems, &Error{Pos: r.Pos, Code: Shadowed, Warning: true, Rule: r.Name,
				Line: r.line, Msg: fmt.Sprintf(
					"%s replaces the rule %s of %s (%s), because ABNF ignores the case of names; to have both rules, "+
						"import the other one under another name",
					r.Name, old.Name, cmp.Or(change.Changes, "the spec that it changes"), old.Pos)})
		}
		if r.adds {
			old.extend(r)
			old.finish()
			old.Spec = cmp.Or(r.Spec, old.Spec)
			old.Changed = old.Changed || r.Section == "" || r.Section == old.Section
			old.Section = cmp.Or(r.Section, old.Section)
			continue
		}
		changed := r.Section != "" && r.Section == old.Section && r.Expr.String() != old.Expr.String()
		*old = *r
		old.Changed = changed
	}
	if g.Top == "" && len(g.Rules) > 0 {
		g.Top = g.Rules[0].Name
		if g.Changes == "" {
			g.Top = g.widest().Name
		}
	}
	return g
}

// mergedHeader returns a grammar without rules that has what the headers of base and change say, and the names of the rules
// that change leaves out.
func mergedHeader(base, change *Grammar) (g *Grammar, omitted map[string]bool) {
	g = newGrammar(change.file)
	g.Spec, g.Title, g.Date, g.SHA256, g.Changes = change.Spec, change.Title, change.Date, change.SHA256, change.Changes
	g.Without, g.Typical = change.Without, given(change.Typical, base.Typical)
	g.Family, g.Terminals = cmp.Or(change.Family, base.Family), base.Terminals || change.Terminals
	g.cites, g.imports = slices.Concat(change.cites, base.cites), slices.Concat(change.imports, base.imports)
	g.dups, g.problems = slices.Concat(base.dups, change.dups), slices.Concat(base.problems, change.problems)
	g.unread = base.unread + "\n" + change.unread
	g.FirstCounts = change.FirstCounts
	for _, from := range []*Grammar{base, change} {
		maps.Copy(g.broken, from.broken)
		maps.Copy(g.places, from.places)
	}
	omitted = make(map[string]bool)
	for _, name := range change.Without {
		if base.Rule(name) == nil {
			g.problems = append(g.problems, change.asComment(&Error{Pos: change.places["without "+name], Code: Header, Msg: fmt.Sprintf(
				"the spec is without %s, but %s has no such rule", name,
				cmp.Or(change.Changes, "the spec that it changes"))}))
		}
		omitted[chars.Lower(name)] = true
	}
	g.Record = given(change.Record, without(base.Record, omitted))
	for _, field := range startFields {
		*g.text(field) = *change.text(field)
		// A rule that is left out is not one of these; that there is no other default rule is a fault.
		if from := *base.text(field); *g.text(field) == "" && (field == "top" || field == "reference" ||
			!omitted[chars.Lower(from)]) {
			*g.text(field) = from
		}
	}
	// What the header of change says of a component is added to what that of base says of the others.
	// A component whose rule is left out is one that no reference has.
	g.Components = slices.Concat(slices.DeleteFunc(slices.Clone(base.Components), func(c Component) bool {
		return slices.ContainsFunc(change.Components, func(d Component) bool { return d.Name == c.Name })
	}), change.Components)
	for i := range g.Components {
		if c := &g.Components[i]; omitted[chars.Lower(c.Rule)] && change.Rule(c.Rule) == nil {
			c.Rule, c.Pos = "", change.places["without "+c.Rule]
		}
	}
	g.Characters = slices.Concat(without(base.Characters, omitted), change.Characters)
	return g, omitted
}

// maxReached is how many rules are looked at to find the widest one.
const maxReached = 1 << 20

// widest returns the rule from which most rules are reached, of those that no other rule uses, but
// for rules that it uses itself; of several the first one.
func (g *Grammar) widest() *Rule {
	used := make(map[*Rule]bool)
	cycles := g.CyclesOf(g.Rules)
	for _, r := range g.Rules {
		for _, u := range g.Uses(r) {
			used[u] = used[u] || cycles.Group(u) != cycles.Group(r)
		}
	}
	widest, most, left := g.Rules[0], 0, maxReached
	for _, r := range g.Rules {
		if used[r] || left < 0 {
			continue
		}
		n := len(g.Closure(r))
		if left -= n; n > most {
			widest, most = r, n
		}
	}
	return widest
}

func (g *Grammar) insert(at int, r Rule) {
	g.Rules = slices.Insert(g.Rules, at, &r)
	g.index[chars.Lower(r.Name)] = &r
}

// withCore adds the core rules that g uses and does not define, in the order in
// which RFC 5234 has them.
func withCore(g, core *Grammar) *Grammar {
	used := make(map[string]bool)
	var use func(Expr)
	use = func(e Expr) {
		Walk(e, func(e Expr) bool {
			var name string
			switch e := e.(type) {
			case *Reference:
				name = e.Name
			case *Prose:
				name = e.Text
			}
			if r := core.Rule(name); r != nil && g.Rule(name) == nil && !used[chars.Lower(name)] {
				used[chars.Lower(name)] = true
				use(r.Expr)
			}
			return true
		})
	}
	for _, r := range g.Rules {
		use(r.Expr)
	}
	for _, r := range core.Rules {
		if used[chars.Lower(r.Name)] {
			c := *r
			c.Core = true
			g.insert(len(g.Rules), c)
		}
	}
	return g
}
