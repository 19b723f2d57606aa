package abnf

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file says which other grammar has a rule that a grammar names and does not have.

// maxOrigins is how many grammars a proposal names.
const maxOrigins = 4

// An origin is a rule of another grammar, by the names that an import has.
type origin struct{ spec, rule string }

// elsewhere returns the line of the header that takes a rule from another grammar, and what else that has of what the
// file lacks, as the end of a message about a file; "" if no grammar defines it but g, or if the file is not one of
// those that were given. Of several rules with the name, that in the same case comes first, then that of a
// grammar from which the file takes rules already, then that of the one that has most of what the file lacks.
func (r *resolver) elsewhere(g, core *Grammar, file, name string) string {
	at := slices.IndexFunc(r.given, func(o *Grammar) bool { return o.file == file })
	if at < 0 {
		return ""
	}
	if r.origins == nil {
		r.origins = r.index()
	}
	all := slices.DeleteFunc(slices.Clone(r.origins[chars.Lower(name)]), func(o origin) bool { return o.spec == g.id() })
	if len(all) == 0 {
		return ""
	}
	named := r.given[at].namedSpecs()
	lacking := r.lacking(r.given[at], g, core, name)
	with := make(map[string][]string) // what each grammar has of it
	for _, o := range all {
		for _, other := range lacking {
			i := slices.IndexFunc(r.origins[chars.Lower(other)], func(p origin) bool { return p.spec == o.spec })
			if i < 0 {
				continue
			}
			switch rule := r.origins[chars.Lower(other)][i].rule; {
			case rule == other:
				with[o.spec] = append(with[o.spec], rule)
			case other == name: // another name in another case may mean another rule
				with[o.spec] = append(with[o.spec], rule+" as "+other)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b origin) int {
		return cmp.Or(cmp.Compare(a.distance(name, named), b.distance(name, named)), cmp.Compare(len(with[b.spec]), len(with[a.spec])))
	})
	message := fmt.Sprintf(`; %s has it: the line "; import: %s (%s)" at the head of the file takes it from there`,
		all[0].spec, all[0].spec, strings.Join(with[all[0].spec], ", "))
	if len(all) > 1 {
		var others []string
		for _, o := range all[1:min(len(all), maxOrigins)] {
			others = append(others, o.spec)
		}
		message += " (other rules of this name: " + strings.Join(others, ", ") + ")"
	}
	return message
}

// maxLacking is how many names a line of the header has.
const maxLacking = 16

// lacking returns the names in a file that are those of no rule of g or of the core rules, at most maxLacking, and with
// them the one that is asked for.
func (r *resolver) lacking(f, g, core *Grammar, name string) []string {
	names, known := r.missing[f.file]
	if !known {
		for _, rule := range f.Rules {
			Walk(rule.Expr, func(e Expr) bool {
				ref, ok := e.(*Reference)
				if ok && len(names) < maxLacking && g.Rule(ref.Name) == nil && core.Rule(ref.Name) == nil &&
					!slices.Contains(names, ref.Name) {
					names = append(names, ref.Name)
				}
				return true
			})
		}
		if r.missing == nil {
			r.missing = make(map[string][]string)
		}
		r.missing[f.file] = names
	}
	if !slices.Contains(names, name) {
		names = append(slices.Clone(names), name)
	}
	return names
}

// obsolete are the grammars whose documents others have replaced: RFC 9110, 9051 and 9844.
var obsolete = []string{"rfc7230", "rfc3501", "rfc6874"}

// distance says how far a rule is from what is meant by a name in a file that names some grammars.
func (o origin) distance(name string, named []string) (n int) {
	if o.rule != name {
		n += 2
	}
	if !slices.Contains(named, o.spec) {
		n++
	}
	if slices.Contains(obsolete, o.spec) {
		n += 2
	}
	return n
}

// index returns the rules that the grammars in dir define, by name in lower case, but the core rules,
// which need no import. A grammar that cannot be read has none.
func (r *resolver) index() map[string][]origin {
	origins := make(map[string][]origin)
	files, _ := fs.Glob(r.fsys, path.Join(r.dir, "*.abnf"))
	for _, file := range files {
		id := strings.TrimSuffix(path.Base(file), ".abnf")
		if id == coreName {
			continue
		}
		g, err := readFile(r.fsys, r.dir, id)
		if err != nil {
			continue
		}
		for _, rule := range g.Rules {
			if rule.fault == nil && !isProse(rule) {
				key := chars.Lower(rule.Name)
				origins[key] = append(origins[key], origin{id, rule.Name})
			}
		}
	}
	return origins
}
