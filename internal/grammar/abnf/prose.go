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

// words returns the words of a concatenation that are prose, and adds one fault for them: from the first to the last
// that no rule has, but for those at the ends which another grammar has. There are two neighbours among them, and of
// two or more nothing says which rule was meant.
func (c *inspection) words(r *Rule, e *Concatenation) (words []*Reference) {
	if !c.neighbours(e.Parts) {
		return nil
	}
	first, last := 0, -1
	obscure := make(map[string]bool)
	for i, part := range e.Parts {
		ref := c.unknown(part)
		if ref == nil {
			continue
		}
		if c.proposal(ref.Pos.File, ref.Name) == "" {
			obscure[chars.Lower(ref.Name)] = true
		}
		if c.elsewhere(ref.Pos.File, ref.Name) == "" {
			if last < 0 {
				first = i
			}
			last = i
		}
	}
	parts := e.Parts[first : last+1]
	if len(obscure) < 2 || !c.neighbours(parts) {
		return nil
	}
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part.String()
		if ref, is := part.(*Reference); is {
			words = append(words, ref)
		}
	}
	c.wordsAsProse(r, words, strings.Join(texts, " "))
	return words
}

// unknown returns the reference that an element is, if no rule has its name, and nothing else has been reported of it.
func (c *inspection) unknown(e Expr) *Reference {
	ref, is := e.(*Reference)
	if !is || c.g.Rule(ref.Name) != nil || c.g.broken[chars.Lower(ref.Name)] || !isName(ref.Name) {
		return nil
	}
	return ref
}

// neighbours reports whether no rule has the names of two references, one right after the other.
func (c *inspection) neighbours(parts []Expr) bool {
	for i := 1; i < len(parts); i++ {
		if c.unknown(parts[i-1]) != nil && c.unknown(parts[i]) != nil {
			return true
		}
	}
	return false
}

// wordsAsProse adds the fault of words that are prose, which have a text with what is between them.
func (c *inspection) wordsAsProse(r *Rule, words []*Reference, text string) {
	length := 0
	for _, w := range words {
		if w.Pos.Line == words[0].Pos.Line {
			length = w.Pos.Col + len(w.Name) - words[0].Pos.Col
		}
	}
	fault := c.addNamed(ProseValue, false, r, text, words[0].Pos, words[0].line, "has words that are not names of rules: "+
		clip(text), fmt.Sprintf("these words are not names of rules; define the rules, or write prose in angle brackets: "+
		"<%s> (RFC 5234 §4, prose-val)", clip(text)))
	if fault != nil {
		fault.Length = length
	}
}
