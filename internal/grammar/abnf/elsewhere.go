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

// elsewhere returns the line of the header that takes a rule from another grammar, as the
// end of a message about a file; "" if no grammar defines it but g, or if the file is not one of
// those that were given. Of several rules with the name, that in the same case comes first, then that of a
// grammar from which the file takes rules already, then they have the order of the grammars in dir.
func (r *resolver) elsewhere(g *Grammar, file, name string) string {
	at := slices.IndexFunc(r.given, func(o *Grammar) bool { return o.file == file })
	if at < 0 {
		return ""
	}
	if r.origins == nil {
		r.origins = r.index()
	}
	all := slices.DeleteFunc(slices.Clone(r.origins[chars.Lower(name)]),
		func(o origin) bool { return o.spec == g.id() })
	if len(all) == 0 {
		return ""
	}
	named := r.given[at].namedSpecs()
	slices.SortStableFunc(all, func(a, b origin) int {
		return cmp.Compare(a.distance(name, named),
			b.distance(name, named))
	})
	rule := all[0].rule
	if rule != name {
		rule += " as " + name
	}
	message := fmt.Sprintf(`; %s has it: the line "; import: %s (%s)" at the head of the file takes it from there`,
		all[0].spec, all[0].spec, rule)
	if len(all) > 1 {
		var others []string
		for _, o := range all[1:min(len(all), maxOrigins)] {
			others = append(others, o.spec)
		}
		message += " (other rules of this name: " + strings.Join(others, ", ") + ")"
	}
	return message
}

// distance says how far a rule is from what is meant by a name in a file that names some grammars.
func (o origin) distance(name string, named []string) (n int) {
	if o.rule != name {
		n += 2
	}
	if !slices.Contains(named, o.spec) {
		n++
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
