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

// words returns the words of a concatenation that are prose, and adds one fault for each row of them. Words in a row
// are prose if two neighbours are not names of rules, and of two or more words nothing says which rule was meant. The
// fault is about all words from the first to the last that is not the name of a rule.
func (c *inspection) words(r *Rule, e *Concatenation) (all []*Reference) {
	var row []*Reference
	end := func() {
		first, last, neighbours := -1, 0, false
		for i, ref := range row {
			if !c.unknown(ref) {
				continue
			}
			if first < 0 {
				first = i
			} else if last == i-1 {
				neighbours = true
			}
			last = i
		}
		if neighbours && c.obscure(row) > 1 {
			all = append(all, c.wordsAsProse(r, row[first:last+1])...)
		}
		row = nil
	}
	for _, part := range e.Parts {
		if ref, is := part.(*Reference); is {
			row = append(row, ref)
		} else {
			end()
		}
	}
	end()
	return all
}

// unknown reports whether no rule has the name of a reference, and nothing else has been reported of it.
func (c *inspection) unknown(ref *Reference) bool {
	return c.g.Rule(ref.Name) == nil && !c.g.broken[chars.Lower(ref.Name)] && isName(ref.Name)
}

// obscure returns how many names that no rule has are among references, of which nothing says what was meant.
func (c *inspection) obscure(refs []*Reference) int {
	names := make(map[string]bool)
	for _, ref := range refs {
		name := chars.Lower(ref.Name)
		if c.unknown(ref) && !names[name] && c.proposal(ref.Pos.File, ref.Name) == "" {
			names[name] = true
		}
	}
	return len(names)
}

// wordsAsProse adds the fault of words that are prose, and returns them.
func (c *inspection) wordsAsProse(r *Rule, words []*Reference) []*Reference {
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
	return words
}
