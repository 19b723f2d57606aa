package abnf

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file finds prose that stands for rules: prose values that name none, and words without angle brackets.

// proseValue adds the fault of a prose value that names no rule.
func (c *inspection) proseValue(r *Rule, p *Prose) {
	msg := fmt.Sprintf("the prose value %s names no rule, so what it matches is unknown; write the rule, with its "+
		"characters as %%x values%s", p, c.elsewhere(p.Pos.File, p.Text))
	name := strings.TrimSpace(p.Text)
	t := c.g.Rule(name)
	if t == nil && c.core != nil {
		t = c.core.Rule(name)
	}
	if t != nil {
		msg = fmt.Sprintf("%s is a prose value (RFC 5234 §4), which names no rule, because of its blanks; <%s> names "+
			"the rule %s", p, t.Name, t.Name)
	}
	fault := c.addNamed(ProseValue, false, r, p.Text, p.Pos, p.line, "has the prose value <"+clip(p.Text)+
		">, which is not the name of a rule", msg)
	if fault != nil {
		fault.Length = len(p.String())
	}
}

// words returns the words of a concatenation that are prose, and adds one fault for each row of them.
func (c *inspection) words(r *Rule, e *Concatenation) (all []*Reference) {
	for parts := e.Parts; len(parts) > 0; {
		var row []*Reference
		for isRef := true; isRef && len(parts) > 0; parts = parts[1:] {
			var ref *Reference
			if ref, isRef = parts[0].(*Reference); isRef {
				row = append(row, ref)
			}
		}
		if words := c.prose(row); words != nil {
			c.wordsAsProse(r, words)
			all = append(all, words...)
		}
	}
	return all
}

// prose returns those of a row of references that are prose, from the first to the last that no rule has and of which
// nothing says what rule was meant: two or more, some of them neighbours. It returns nil if there are none.
func (c *inspection) prose(row []*Reference) []*Reference {
	if !c.neighbours(row) {
		return nil
	}
	first, last := 0, 0
	names := make(map[string]bool)
	for i, ref := range row {
		if c.unknown(ref) && c.proposal(ref.Pos.File, ref.Name) == "" {
			if last = i; len(names) == 0 {
				first = i
			}
			names[chars.Lower(ref.Name)] = true
		}
	}
	if words := row[first : last+1]; len(names) > 1 && c.neighbours(words) {
		return words
	}
	return nil
}

// unknown reports whether no rule has the name of a reference, and nothing else has been reported of it.
func (c *inspection) unknown(ref *Reference) bool {
	return c.g.Rule(ref.Name) == nil && !c.g.broken[chars.Lower(ref.Name)] && isName(ref.Name)
}

// neighbours reports whether no rule has the names of two references, one right after the other.
func (c *inspection) neighbours(refs []*Reference) bool {
	for i := range refs {
		if i > 0 && c.unknown(refs[i-1]) && c.unknown(refs[i]) {
			return true
		}
	}
	return false
}

// wordsAsProse adds the fault of words that are prose.
func (c *inspection) wordsAsProse(r *Rule, words []*Reference) {
	names := make([]string, len(words))
	length := 0
	for i, w := range words {
		names[i] = w.Name
		if w.Pos.Line == words[0].Pos.Line {
			length = w.Pos.Col + len(w.Name) - words[0].Pos.Col
		}
	}
	text := strings.Join(names, " ")
	short := fmt.Sprintf("has the words %q, which are not names of rules", clip(text))
	fault := c.addNamed(ProseValue, false, r, text, words[0].Pos, words[0].line, short,
		fmt.Sprintf("the words %q are not names of rules; define these rules, or, if the words are prose, write them "+
			"in angle brackets, <%s> (RFC 5234 §4, prose-val)", clip(text), clip(text)))
	if fault != nil {
		fault.Length = length
	}
}
