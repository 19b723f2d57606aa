package engine

import (
	uri "github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/change/normalize"
	parts "github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/hostname"
)

// A comparison is what the ladder says of two texts (RFC 3987 §5.3).
type comparison struct {
	Error string   `json:"error,omitempty"` // why they are not compared
	Equal bool     `json:"equal"`
	Says  string   `json:"says"`           // the verdict, for a difference without its place
	Texts []string `json:"texts"`          // what was compared: the texts, or what they are against the base
	At    []*place `json:"at,omitempty"`   // where each of them first differs; null for one that has nothing there
	Steps []step   `json:"steps"`          // the rungs, up to the one on which they are equal
	Flags []string `json:"flags"`          // of the command, as in a row of the mappings
	Words []string `json:"words"`          //
	Note  string   `json:"note,omitempty"` //
}

// A step is a rung of the ladder, and what it makes of both texts.
type step struct {
	Rung    string   `json:"rung"`
	Does    string   `json:"does"`
	Section string   `json:"section"`
	Equal   bool     `json:"equal"`
	Forms   []string `json:"forms"`
}

// compare compares the text with another reference. If one of them is relative, both
// are resolved against the base: "Applications should not directly compare relative
// references" (RFC 3987 §5.1).
func (e *Engine) compare(p mapQuestion) (comparison, error) {
	m, note, err := e.mapper(p)
	if err != nil {
		return comparison{}, err
	}
	c := comparison{Texts: []string{p.Text, p.Other}, Steps: []step{}, Flags: m.flags("compare", true), Words: []string{p.Text, p.Other}, Note: note}
	by := (*spec.Spec)(m.spec)
	var refs [2]parts.Ref
	for i, text := range c.Texts {
		if refs[i], err = diagnose.Parse(text, by.Reference()); err != nil {
			c.Error = []string{"the line: ", "the other: "}[i] + reason(err, text)
			return c, nil
		}
	}
	if p.Base != "" && (refs[0].Parts.Scheme == 0 || refs[1].Parts.Scheme == 0) {
		c.Flags = append(c.Flags, "--base", p.Base)
		base, err := uri.ParseBase(p.Base, by)
		if err != nil {
			c.Error = "the base: " + reason(err, p.Base)
			return c, nil
		}
		for i := range refs {
			ref := refs[i]
			normalize.Resolve(&refs[i], &base, &ref)
			c.Texts[i] = refs[i].Text
		}
	}
	options := normalize.Options{Spec: by, Host: hostname.Mapping(m.host)}
	verdict, where := normalize.Explain(refs[0], refs[1], normalize.RungScheme, options)
	c.Equal, c.Says = verdict.Equal, verdict.Verdict(where.Says)
	if !c.Equal {
		for i, span := range []normalize.Span{where.A, where.B} {
			var at *place
			if u := (units{text: c.Texts[i]}); span.Start >= 0 {
				found := u.place(span.Start, span.End)
				at = &found
			}
			c.At = append(c.At, at)
		}
	}
	for rung := normalize.RungString; rung <= normalize.RungScheme; rung++ {
		s := step{rung.String(), rung.Does(), rung.Section(), verdict.Equal && rung == verdict.Rung, nil}
		for _, ref := range refs {
			normalize.Normalize(&ref, rung, &options)
			s.Forms = append(s.Forms, ref.Text)
		}
		if c.Steps = append(c.Steps, s); s.Equal {
			break
		}
	}
	return c, nil
}
