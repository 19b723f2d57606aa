package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// This file makes the rules of the definitions that have been found: of several it chooses one, and leaves out examples.

// assemble makes the rules of the definitions that have been found.
func (d *Document) assemble(s *scan, mentioned map[string]bool) {
	d.Problems = s.problems
	all := d.plausible(s.found, mentioned)
	collected, appendix := collectedIn(all)
	if appendix {
		all = d.withoutExamples(all, collected)
	}
	byName := make(map[string][]found)
	var order []string
	for _, f := range all {
		key := strings.ToLower(f.Name)
		if byName[key] == nil {
			order = append(order, key)
		}
		byName[key] = append(byName[key], f)
	}
	if collected != nil { // its order is that of the authors
		slices.SortStableFunc(order, func(a, b string) int {
			return cmp.Compare(lineIn(byName[a], collected), lineIn(byName[b], collected))
		})
	}
	for _, key := range order {
		d.Rules = append(d.Rules, d.merge(byName[key], collected)...)
	}
	for i, p := range d.Problems {
		if p.prose && p.Lost && slices.ContainsFunc(d.Rules, func(r Definition) bool { return strings.EqualFold(r.Name, p.Rule) }) {
			d.Problems[i].Lost = false // the rule can be read elsewhere
		}
	}
	d.names()
	slices.SortStableFunc(d.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

// lineIn returns the line of the first definition that is collected; a large number if none is.
func lineIn(defs []found, collected func(found) bool) int {
	for _, f := range defs {
		if collected(f) {
			return f.Line
		}
	}
	return 1 << 30
}

// plausible leaves out what only looks like a rule: "result = x" in a piece of code. No rule uses it and the text does
// not quote its name, as it does that of an attribute, and it has nothing but one string, or names that are not defined
// and that no other rule uses.
func (d *Document) plausible(all []found, mentioned map[string]bool) []found {
	defined, used := make(map[string]bool), make(map[string]bool)
	for _, f := range all {
		defined[strings.ToLower(f.Name)] = true
	}
	for _, p := range d.Problems {
		if p.Lost && !p.weak {
			defined[strings.ToLower(p.Rule)] = true
		}
	}
	for _, f := range all {
		for _, n := range references(f.rule.Expr) {
			if !strings.EqualFold(n, f.Name) {
				used[strings.ToLower(n)] = true
			}
		}
	}
	d.Problems = slices.DeleteFunc(d.Problems, func(p Problem) bool { return p.weak && !used[strings.ToLower(p.Rule)] })
	known := maps.Clone(defined) // with names that rules use, of rules of other documents
	for _, f := range all {
		if !d.isBare(f, defined) {
			for _, n := range references(f.rule.Expr) {
				known[strings.ToLower(n)] = true
			}
		}
	}
	keep := slices.DeleteFunc(slices.Clone(all), func(f found) bool {
		key := strings.ToLower(f.Name)
		return !f.certain && !f.adds && !used[key] && (!mentioned[key] || attribute().MatchString(f.at[0].text)) &&
			d.isBare(f, known)
	})
	if len(keep) == 0 {
		return all
	}
	type place struct {
		line int
		name string
	}
	kept := make(map[place]bool, len(keep))
	for _, k := range keep {
		kept[place{k.Line, k.Name}] = true
	}
	for _, f := range all {
		if !kept[place{f.Line, f.Name}] {
			d.Problems = append(d.Problems, Problem{Line: f.Line, Rule: f.Name,
				Message: "no rule uses it and it uses no rule, so it is probably not ABNF"})
		}
	}
	lists := false
	for _, f := range all {
		if f.lists && !lists {
			lists = true
			d.Problems = append(d.Problems, Problem{Line: f.Line, File: f.File,
				Message: `lists with "#" are read as RFC 9110 §5.6.1 says: 1#x as x *( OWS "," OWS x )`})
		}
		if f.note != "" {
			d.Problems = append(d.Problems, Problem{Line: f.Line, Rule: f.Name, Message: f.note})
		}
	}
	return keep
}

// isBare reports whether a definition has nothing but one string, or names that are not known.
func (d *Document) isBare(f found, known map[string]bool) bool {
	if _, literal := f.rule.Expr.(*abnf.Literal); literal {
		return true
	}
	onlyNames := true
	abnf.Walk(f.rule.Expr, func(e abnf.Expr) bool {
		switch e := e.(type) {
		case *abnf.Reference:
			onlyNames = onlyNames && !known[strings.ToLower(e.Name)] && d.core.Rule(e.Name) == nil
		case *abnf.Concatenation:
		default:
			onlyNames = false
		}
		return onlyNames
	})
	return onlyNames
}

// collectedIn says which definitions are those of the collected grammar: the appendix that repeats most of the rules,
// or else the block or section that has most of them. It returns nil if there is none.
func collectedIn(all []found) (in func(found) bool, appendix bool) {
	names, appendices, blocks := make(map[string]bool), make(map[byte]int), make(map[int]int)
	for _, f := range all {
		names[strings.ToLower(f.Name)] = true
		if f.part.appendix() {
			appendices[f.part.number[0]]++ // with its sections
		}
		blocks[f.block]++
	}
	for _, f := range all { // the first of two
		if f.part.appendix() && 5*appendices[f.part.number[0]] >= 3*len(names) {
			return func(o found) bool { return o.part.appendix() && o.part.number[0] == f.part.number[0] }, true
		}
	}
	for _, f := range all {
		if 5*blocks[f.block] >= 3*len(names) {
			return func(o found) bool { return o.block == f.block }, false
		}
	}
	return nil, false
}

// withoutExamples leaves out rules that an appendix does not repeat and none of its rules needs: examples in
// prose, and lists with "#", which an appendix writes out.
func (d *Document) withoutExamples(all []found, collected func(found) bool) []found {
	byName, needed := make(map[string][]found), make(map[string]bool)
	for _, f := range all {
		byName[strings.ToLower(f.Name)] = append(byName[strings.ToLower(f.Name)], f)
	}
	var need func(name string)
	need = func(name string) {
		if name = strings.ToLower(name); needed[name] {
			return
		}
		needed[name] = true
		for _, f := range byName[name] {
			for _, n := range references(f.rule.Expr) {
				need(n)
			}
		}
	}
	for _, f := range all {
		if collected(f) {
			need(f.Name)
		}
	}
	return slices.DeleteFunc(all, func(f found) bool {
		out := !needed[strings.ToLower(f.Name)] && (!f.certain || f.lists)
		if out {
			d.Problems = append(d.Problems, Problem{Line: f.Line, File: f.File, Rule: f.Name,
				Message: "the collected grammar does not have it, and no rule there uses it, so it is left out"})
		}
		return out
	})
}

// merge makes one rule of the definitions of a name, and one more of each "=/". Of
// definitions that differ it takes that of the collected ABNF, else the first.
func (d *Document) merge(defs []found, collected func(found) bool) []Definition {
	var out []Definition
	type meaning struct {
		adds bool
		expr string
	}
	index := make(map[meaning]int) // of a definition in out
	k := -1                        // the index of the one without "=/"
	inCollected := false           // that one is collected
	for _, f := range defs {
		means := meaning{f.adds, inNumbers(f.rule.Expr.String())}
		if same, ok := index[means]; ok {
			inCollected = inCollected || !f.adds && collected != nil && collected(f)
			out[same].Also = append(out[same].Also, f.Line)
			continue
		}
		if k >= 0 && !f.adds {
			taken, other := out[k].Line, f.Line
			if collected != nil && collected(f) && !inCollected {
				inCollected = true
				taken, other = other, taken
				if !attribute().MatchString(out[k].at[0].text) {
					f.Section = out[k].Section
				}
				out[k] = f.Definition
				maps.DeleteFunc(index, func(m meaning, _ int) bool { return !m.adds })
				index[means] = k
			}
			d.Problems = append(d.Problems, Problem{Line: other, Rule: f.Name, Message: fmt.Sprintf(
				"it is defined differently at line %d, and that definition is taken", taken)})
			continue
		}
		index[means] = len(out)
		if !f.adds {
			k = len(out)
			inCollected = collected != nil && collected(f)
		}
		out = append(out, f.Definition)
	}
	return out
}

// inNumbers writes what has two spellings in one: %s"Mon" as %x4D.6F.6E.
func inNumbers(expr string) string {
	return sensitive().ReplaceAllStringFunc(expr, func(s string) string {
		var b strings.Builder
		for i, c := range []byte(s[len(`%s"`) : len(s)-1]) {
			fmt.Fprintf(&b, "%s%02X", []string{"%x", "."}[min(i, 1)], c)
		}
		return b.String()
	})
}
