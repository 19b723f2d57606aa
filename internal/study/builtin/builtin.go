// Package builtin says whether a grammar can be one of those that the program is made from. In comes a file in ABNF;
// out comes the grammar and what is wrong with it: a parser and tables are generated, so its rules have to be regular,
// and its name is a part of names of functions. It must not know what is generated from the grammars, which may be
// broken.
package builtin

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/peg"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/text/quote"
)

// maxText is the limit of a file: what finds conflicts takes 1.5 KB for each character of a literal.
const maxText = 128 << 10

// A Folder is where the grammars lie that are built in.
type Folder struct {
	FS      fs.FS
	Dir     string
	Library fs.FS          // grammars that are not built in, and that a built-in one cannot use; nil for none
	BuiltIn []abnf.Outline // the specs that are built in now
	Inside  bool           // the files lie in it: a file has the name of its spec
}

// A Check is one thing that is looked for.
type Check struct {
	Code  string
	Title string // what holds for a grammar without the fault
	Text  string // what the check looks for
	Mend  string // what to do
	Good  []string
	Bad   []string
	Fatal bool // a grammar with the fault cannot be built in

	look    func(*reader)
	regular bool // it needs a grammar without recursion
}

// Checks returns all checks, in the order in which "iri explain" lists them.
func Checks() []Check { return []Check{recursion, identifier, conflict, untaken, sectionTaken} }

// A reader looks at one file.
type reader struct {
	*Folder
	name      string // of the file
	lines     []string
	grammar   *abnf.Grammar
	check     *Check
	recursive bool // a rule refers to itself
	faults    abnf.ErrorList
}

// Read returns the grammar of a file that is to be in the folder, and what keeps it from being built in, with warnings.
// The grammar is nil if it cannot be built in.
func (d *Folder) Read(name string, text []byte) (*abnf.Grammar, abnf.ErrorList) {
	if len(text) > maxText {
		return nil, abnf.ErrorList{{Pos: abnf.Pos{File: name, Line: 1, Col: 1}, Code: abnf.TooLarge, Msg: fmt.Sprintf(
			"a grammar that is built in has at most %d bytes, and this one has %d: split it, or do not build it in: "+
				"iri check --grammar FILE", maxText, len(text))}}
	}
	r := &reader{Folder: d, name: name, lines: strings.Split(strings.TrimPrefix(string(text), "\uFEFF"), "\n")}
	r.grammar, r.faults = resolved(d.FS, d.Dir, name, text)
	for _, e := range r.faults {
		e.Line = cmp.Or(e.Line, r.line(e.Pos))
	}
	if r.faults.Err() != nil {
		r.inLibrary(text)
		return nil, r.faults
	}
	r.header()
	for _, c := range Checks() {
		if c.regular && r.recursive {
			continue
		}
		r.check = &c
		c.look(r)
	}
	r.faults.Sort()
	if r.faults.Err() != nil {
		return nil, r.faults
	}
	return r.grammar, r.faults
}

// ReadLibrary returns the errors in the files of the library, which take rules of the built-in specs by their names.
// dir is what stands before their names in the places of the errors.
func (d *Folder) ReadLibrary(dir string) (faults abnf.ErrorList, err error) {
	names, err := fs.Glob(d.Library, "*.abnf")
	for _, name := range names {
		text, err := fs.ReadFile(d.Library, name)
		if err != nil {
			return nil, err
		}
		_, list := resolved(both{d.FS, d.Library}, d.Dir, path.Join(dir, name), text)
		faults = append(faults, list...)
	}
	return faults, err
}

// resolved returns the grammar of a file with what it takes from others, and the errors in it.
func resolved(fsys fs.FS, dir, name string, text []byte) (*abnf.Grammar, abnf.ErrorList) {
	parsed, err := abnf.Parse(name, text)
	list := abnf.ListOf(err, abnf.Header)
	g, more, err := abnf.Resolve(fsys, dir, parsed)
	list = append(list, append(more, abnf.ListOf(err, abnf.Header)...)...)
	unused(fsys, dir, name, g, list)
	list = slices.DeleteFunc(list, func(e *abnf.Error) bool { return e.Warning }) // "iri grammar check" has them
	list.Sort()
	return g, list
}

// unused makes errors of the warnings about rules of a file that changes a spec which no rule uses and which the spec does
// not have: what such a rule says changes nothing.
func unused(fsys fs.FS, dir, name string, g *abnf.Grammar, list abnf.ErrorList) {
	if g == nil || g.Changes == "" {
		return
	}
	base, err := abnf.Load(fsys, dir, g.Changes)
	if err != nil {
		return
	}
	for _, e := range list {
		if e.Code == abnf.Unused && e.Pos.File == name && base.Rule(e.Rule) == nil {
			e.Warning = false
			e.Msg += fmt.Sprintf("; %s, which the spec changes, has no such rule: write the name of the rule that this "+
				"one replaces, or leave it out", g.Changes)
		}
	}
}

// inLibrary says of the errors that they would not be there if the library were built in.
func (r *reader) inLibrary(text []byte) {
	if r.Library == nil {
		return
	}
	type fault struct {
		at   abnf.Pos
		code string
	}
	left := make(map[fault]bool)
	_, list := resolved(both{r.FS, r.Library}, r.Dir, r.name, text)
	for _, e := range list {
		left[fault{e.Pos, e.Code}] = true
	}
	for _, e := range r.faults {
		if !left[fault{e.Pos, e.Code}] {
			e.Msg += "; the library has it, but a built-in spec can use only what is in the folder grammar: " +
				"copy the file there, or define the rule"
		}
	}
}

// header finds what the header has to say of a grammar of references, and does not: its own, or that of the spec that
// it changes.
func (r *reader) header() {
	r.check = &Check{Code: abnf.Header, Fatal: true}
	missing := func(g *abnf.Grammar) (fields []string) {
		o := g.Outline()
		if o.Reference == "" && o.Record == nil && o.Components == nil && o.Family == "" {
			return nil // it is of something else
		}
		if fields = o.MissingRoles(); o.Family == "" {
			fields = append(fields, "family:")
		}
		return fields
	}
	var known []string
	if g := r.grammar; g.Changes != "" {
		if base, err := abnf.Load(r.FS, r.Dir, g.Changes); err == nil {
			known = missing(base)
		}
	}
	for _, field := range missing(r.grammar) {
		if slices.Contains(known, field) {
			continue // it is said of the other spec
		}
		line := map[string]string{
			"record:": "record: URI URI-reference", "reference:": "reference: URI-reference",
			"family:": "family: uri, iri or leiri",
		}[field]
		r.add(r.specLine(), "", "the grammar is one of references, and its header does not have all that is said of "+
			"them: "+
			"write ; %s", cmp.Or(line, field+" RULE"))
	}
	faults, gone := automaton.PlaceComponents(r.grammar)
	for _, e := range faults {
		r.add(r.own(e.Pos), "", "%s", e.Msg)
	}
	for _, c := range gone {
		if c.Rule == "" {
			continue // that the header does not name it has been said
		}
		r.add(r.own(c.Pos), "", "the header names %s as the rule for the component %s, but no reference has it: write "+
			"; component: %[2]s - to say so", c.Rule, c.Name)
	}
}

// own returns a place of the file: where the header names the spec for one in another file, which this one changes.
func (r *reader) own(at abnf.Pos) abnf.Pos {
	if at.File == r.name {
		return at
	}
	return r.specLine()
}

// specLine returns where the header names the spec.
func (r *reader) specLine() abnf.Pos {
	for i, line := range r.lines {
		col := strings.Index(line, r.grammar.Spec)
		if strings.HasPrefix(line, ";") && strings.Contains(line, "spec:") && col > 0 {
			return abnf.Pos{File: r.name, Line: i + 1, Col: col + 1}
		}
	}
	return abnf.Pos{File: r.name, Line: 1, Col: 1}
}

// both is a folder in which the files of the library are, too.
type both struct {
	fs.FS
	library fs.FS
}

// ReadFile returns the text of a grammar; see [fs.ReadFileFS].
func (b both) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(b.FS, name)
	if errors.Is(err, fs.ErrNotExist) {
		return fs.ReadFile(b.library, path.Base(name))
	}
	return text, err
}

// add adds a fault at a place.
func (r *reader) add(at abnf.Pos, rule, format string, args ...any) {
	r.faults = append(r.faults, &abnf.Error{Pos: at, Code: r.check.Code, Warning: !r.check.Fatal, Rule: rule,
		Line: r.line(at), Msg: fmt.Sprintf(format, args...)})
}

// line returns the line of the file at a place; "" if the place is in another file.
func (r *reader) line(at abnf.Pos) string {
	if at.File == r.name && 0 < at.Line && at.Line <= len(r.lines) {
		return strings.TrimRight(r.lines[at.Line-1], "\r")
	}
	return ""
}

// defined returns the rules that the file defines, in its order.
func (r *reader) defined() []*abnf.Rule {
	own := slices.DeleteFunc(slices.Clone(r.grammar.Rules), func(def *abnf.Rule) bool { return def.Core || def.Pos.File != r.name })
	slices.SortFunc(own, func(a, b *abnf.Rule) int { return cmp.Compare(a.Pos.Line, b.Pos.Line) })
	return own
}

var recursion = Check{
	Code: "recursion", Fatal: true,
	Title: "a rule of a built-in spec does not refer to itself",
	Text: "The parser of a built-in spec is recursive descent without a stack of choices, and its tables are " +
		"automata: both are for regular languages. A rule that refers to itself, directly or through others, has " +
		"none. Grammars that are read from files may have such rules.",
	Mend: "write a repetition in place of the recursion, or do not build the grammar in: iri check --grammar FILE",
	Good: []string{"; spec: x\na = *( \"x\" \",\" )"},
	Bad:  []string{"; spec: x\na = \"x\" [ a ]", "; spec: x\na = \"(\" [ b ] \")\"\nb = 1*a"},
	look: func(in *reader) {
		cycles := in.grammar.CyclesOf(in.grammar.Rules)
		for _, r := range in.grammar.Rules {
			if cycles.Kind(r) == abnf.NotRecursive {
				continue
			}
			in.recursive = true
			msg := r.Name + " refers to itself"
			if by := in.way(r); len(by) > 0 {
				msg += " through " + strings.Join(by, ", ")
			}
			in.add(r.Pos, r.Name, "%s, which a built-in spec cannot have: write a repetition", msg)
		}
	},
}

// way returns the names of the rules by which a rule comes back to itself, on a shortest way.
func (in *reader) way(r *abnf.Rule) []string {
	way := in.grammar.Path(r, in.grammar.Uses(r)...)
	return abnf.Names(way[:len(way)-1])
}

var conflict = Check{
	Code: "conflict", Fatal: true, regular: true,
	Title: "a parser without backtracking can read a rule of a built-in spec",
	Text: "The parser of a built-in spec is made from a parsing expression grammar (PEG), which takes the first " +
		"alternative that matches, and repeats as often as it can. Rules are rewritten so that they match the same " +
		"strings nevertheless. No rewrite applies to this rule: the message has a string that the parser would refuse.",
	Mend: "write the rule so that the next character says which alternative is meant, or how often something is " +
		"repeated",
	Good: []string{"; spec: x\na = *%s\"1\" %s\"2\""},
	Bad:  []string{"; spec: x\na = *( %s\"1\" / %s\"2\" ) %s\"1\""},
	look: func(in *reader) {
		_, err := peg.Transcribe(in.grammar)
		all := []error{err}
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			all = joined.Unwrap()
		}
		for _, err := range all {
			var c *peg.ConflictError
			if errors.As(err, &c) {
				in.add(c.Pos, c.Rule, "%s", c.Reason())
			}
		}
	},
}

// goName is a name that can be a part of the names of functions.
var goName = regexp.MustCompile(`^[A-Za-z][0-9A-Za-z]*(-[0-9A-Za-z]+)*$`)

var identifier = Check{
	Code: "identifier", Fatal: true,
	Title: "the name of a built-in spec is a part of names of functions",
	Text: "The functions that are generated for a spec have its name in theirs: RFC3987RegName. The field \"spec\" " +
		"of the header names the spec. It has letters, digits and hyphens, which are left out, and no other built-in " +
		"spec has the same name without them.",
	Mend: "write another name in the header: ; spec: draft-x-01",
	Good: []string{"; spec: draft-x-01\na = \"x\""},
	Bad:  []string{"; spec: 3987bis\na = \"x\"", "; spec: rfc3987.bis\na = \"x\"", "; spec: rfc-3987\na = \"x\""},
	look: func(in *reader) {
		name, at := in.grammar.Spec, in.specLine()
		if name == "" {
			in.add(at, "", "the header does not name the spec: write ; spec: NAME before the first rule")
			return
		}
		if !goName.MatchString(name) {
			in.add(at, "", "the spec is named %s, which cannot be a part of a name in Go: write letters, digits and "+
				"hyphens, a letter first, as in ; spec: draft-x-01", quote.Quote(name))
			return
		}
		if file := path.Base(in.name); in.Inside && file != name+".abnf" {
			in.add(at, "", "the file of the spec %s is named %s: rename one of the two, the file to %[1]s.abnf or "+
				"the spec", name, file)
			return
		}
		for _, o := range in.BuiltIn {
			bare := func(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", "")) }
			if !strings.EqualFold(o.Spec, name) && bare(o.Spec) == bare(name) {
				in.add(at, "", "without its hyphens, %s is the name of the built-in spec %s: write another one", quote.Quote(name), o.Spec)
			}
		}
	},
}

var untaken = Check{
	Code: "untaken", regular: true,
	Title: "an alternative is taken for some string",
	Text: "All that an alternative matches matches alternatives before it, and the first that matches is taken. So " +
		"a production of it is in no parse tree there, and nothing is ever said of it. Rules that no other rule uses " +
		"are not looked at: they list productions for readers, as path of RFC 3986.",
	Mend: "write the alternative before the others, or leave it out",
	Good: []string{"; spec: x\na = b / 1*DIGIT\nb = \"1\""},
	Bad:  []string{"; spec: x\na = 1*DIGIT / b\nb = \"1\""},
	look: func(in *reader) {
		used := map[*abnf.Rule]bool{in.grammar.Rule(in.grammar.Top): true, in.grammar.Rule(in.grammar.Reference): true}
		for _, r := range in.grammar.Rules {
			for _, u := range in.grammar.Uses(r) {
				used[u] = true
			}
		}
		for _, r := range in.defined() {
			if used[r] {
				in.untaken(r)
			}
		}
	},
}

// untaken finds the alternatives of a rule that name productions and are never taken. A rule for which that takes too
// much work is left out.
func (in *reader) untaken(r *abnf.Rule) {
	var err error
	defer languages.Recover(&err)
	alphabet := languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{in.grammar: {r}})
	alphabet.Limit(languages.CompareWork)
	c := languages.NewCompiler(alphabet, in.grammar)
	abnf.Walk(r.Expr, func(e abnf.Expr) bool {
		alternation, ok := e.(*abnf.Alternation)
		if !ok {
			return true
		}
		before := alternation.Alts[0]
		for i, x := range alternation.Alts[1:] {
			if i > 0 {
				before = &abnf.Alternation{Alts: alternation.Alts[:i+1]}
			}
			if in.names(x) && c.Lang(x).Minus(c.Lang(before)).Empty() {
				in.add(r.Pos, r.Name, "in %s, %s is never taken: all that it matches matches %s, which is before it; "+
					"write %[2]s first", r.Name, abnf.Short(x), abnf.Short(before))
			}
		}
		return true
	})
}

// names reports whether an expression names a production that is not a core rule.
func (in *reader) names(e abnf.Expr) (found bool) {
	abnf.Walk(e, func(x abnf.Expr) bool {
		t := in.grammar.Target(x)
		found = found || t != nil && !t.Core
		return !found
	})
	return found
}

var sectionTaken = Check{
	Code:  "section",
	Title: "a rule that is new says its section",
	Text: "A comment \"; section: RFC 3986 §3.2.2\" is for all rules after it. A rule that is put between others is " +
		"said to be of their section, in messages too, which is where no reader finds it.",
	Mend: "write a line ; section: before the rule, and one for the rules after it",
	Good: []string{"; spec: rfc3986\n\n; section: RFC 3986 §3.2.2\nh16 = HEXDIG\n; section: RFC 6874 §2\nZoneID = " +
		"ALPHA"},
	Bad: []string{"; spec: rfc3986\n\n; section: RFC 3986 §3.2.2\nh16 = HEXDIG\nZoneID = ALPHA"},
	look: func(in *reader) {
		i := slices.IndexFunc(in.BuiltIn, func(o abnf.Outline) bool { return strings.EqualFold(o.Spec, in.grammar.Spec) })
		if i < 0 {
			return // all of its rules are new, and its author says where they are from
		}
		rules := in.defined()
		for k, r := range rules {
			if k == 0 || r.Section == "" ||
				slices.ContainsFunc(in.BuiltIn[i].Rules, func(name string) bool { return strings.EqualFold(name, r.Name) }) {
				continue
			}
			between := strings.Join(in.lines[rules[k-1].Pos.Line:r.Pos.Line], "\n")
			if !strings.Contains(between, "section:") {
				in.add(r.Pos, r.Name, "%s takes its section, %s, from %s before it: write ; section: before %[1]s, "+
					"and before the rule after it", r.Name, r.Section, rules[k-1].Name)
			}
		}
	},
}
