package engine

import (
	"fmt"
	"slices"
	"strings"

	uri "github.com/rfc3987/iri/internal/change/convert"
	parts "github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
)

// A comparison is the result of comparing two texts by the ladder of RFC 3987 §5.3.
type comparison struct {
	Error string        `json:"error,omitempty"` // why they are not compared
	Equal bool          `json:"equal"`
	Says  string        `json:"says"`           // the verdict; it does not say where a difference is
	Texts []string      `json:"texts"`          // what was compared: the texts, or what they are against the base
	At    []*stringSpan `json:"at,omitempty"`   // where each of them first differs; null for one that has nothing there
	Parts []pair        `json:"parts"`          // their components, side by side
	Steps []spelling    `json:"steps"`          // the rungs, up to the one on which they are equal
	Flags []string      `json:"flags"`          // of the command, as in a row of the mappings
	Words []string      `json:"words"`          //
	Note  string        `json:"note,omitempty"` //
	// the first rung above the requested one on which the texts are equal
	Would string `json:"would,omitempty"`
}

// A pair is a component as the two texts have it.
type pair struct {
	Name  string         `json:"name"`
	At    [2]*stringSpan `json:"at"`    // null for a text that does not have it
	Equal bool           `json:"equal"` // they are equal on the last rung that is shown
}

// A spelling is a rung of the ladder, and both texts normalized on it.
type spelling struct {
	Rung    string   `json:"rung"`
	Does    string   `json:"does"`
	Why     []string `json:"why,omitempty"` // what it did to components that differed
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
	c := comparison{Texts: []string{p.Text, p.Other}, Parts: []pair{}, Steps: []spelling{},
		Flags: m.flags("compare", true),
		Words: []string{p.Text, p.Other}, Note: note}
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
	to := normalize.RungScheme
	if p.Rung != "" {
		if to, err = normalize.ParseRung(p.Rung); err != nil {
			return c, err
		}
		c.Flags = append(c.Flags, "--to", to.String())
	}
	options := normalize.Options{Spec: by, Host: hostname.Mapping(m.host)}
	verdict, where := normalize.Explain(refs[0], refs[1], to, options)
	c.Equal, c.Says = verdict.Equal, verdict.Verdict(where.Says)
	if !c.Equal {
		if all := normalize.Compare(refs[0], refs[1], normalize.RungProtocol, options); all.Equal {
			c.Would = all.Rung.String()
		}
		for i, span := range []normalize.Span{where.A, where.B} {
			var at *stringSpan
			if u := (units{text: c.Texts[i]}); span.Start >= 0 {
				found := u.place(span.Start, span.End)
				at = &found
			}
			c.At = append(c.At, at)
		}
	}
	var reasons []string
	forms := refs
	for rung := normalize.RungString; rung <= to; rung++ {
		s := spelling{Rung: rung.String(), Does: rung.Does(), Section: rung.Section(), Equal: verdict.Equal &&
			rung == verdict.Rung}
		before := forms
		for i, ref := range refs {
			normalize.Normalize(&ref, rung, &options)
			forms[i] = ref
			s.Forms = append(s.Forms, ref.Text)
		}
		s.Why = changes(rung, before, forms)
		if s.Why != nil {
			reasons = append(reasons, fmt.Sprintf("%s rules %s (%s)", rung, strings.Join(s.Why, " and "),
				strings.TrimPrefix(s.Section, "RFC 3987 ")))
		}
		if c.Steps = append(c.Steps, s); s.Equal {
			break
		}
	}
	switch {
	case !c.Equal:
	case len(reasons) == 0:
		c.Says = "equal, character by character (§5.3.1)"
	default:
		c.Says = "equivalent, because " + strings.Join(reasons, ", and ")
	}
	c.Parts = sideBySide(c.Texts, refs, forms)
	return c, nil
}

// pieces are the components that are compared, in their order.
var pieces = [...]string{"scheme", "userinfo", "host", "port", "path", "query", "fragment"}

// piece returns where a component of a reference stands.
func piece(r *parts.Ref, i int) (start, end int, ok bool) {
	kinds := [len(pieces)]parts.Kind{parts.Scheme, parts.Userinfo, parts.Host, parts.Port, r.Parts.PathKind(r.Text),
		parts.Query, parts.Fragment}
	return r.Parts.Span(r.Text, kinds[i])
}

// pieceText returns the text of a component. It tells an absent component from an empty one.
func pieceText(r *parts.Ref, i int) (text string, ok bool) {
	start, end, ok := piece(r, i)
	if !ok {
		return "", false
	}
	return r.Text[start:end], true
}

// changes says what a rung does to the components in which the two references differed before.
func changes(rung normalize.Rung, before, after [2]parts.Ref) (all []string) {
	for i := range pieces {
		a, inA := pieceText(&before[0], i)
		if b, inB := pieceText(&before[1], i); a == b && inA == inB {
			continue
		}
		for k := range before {
			was, there := pieceText(&before[k], i)
			is, stays := pieceText(&after[k], i)
			if was == is && there == stays {
				continue
			}
			if why := change(rung, pieces[i], was, is); !slices.Contains(all, why) {
				all = append(all, why)
			}
		}
	}
	return all
}

// change says what a rung does to a component.
func change(rung normalize.Rung, name, was, is string) string {
	switch {
	case rung == normalize.RungCase && (name == "scheme" || name == "host" && !strings.Contains(was, "%")):
		return "write the " + name + " in lower case"
	case rung == normalize.RungCase && name != "host":
		return "write the hex digits of percent-encodings in upper case"
	case rung == normalize.RungPercent:
		return "decode what need not be percent-encoded in the " + name
	case rung == normalize.RungPath:
		return "remove dot segments"
	case name == "port" && was == "":
		return "drop the empty port"
	case name == "port" && is == "":
		return "drop the default port"
	case name == "port":
		return "drop zeros at the start of the port"
	case rung == normalize.RungProtocol && name == "path":
		return `remove the "/" at the end of the path, which is a guess`
	case name == "path" && was == "":
		return `put "/" in for the empty path`
	}
	return "give the " + name + " one spelling"
}

// sideBySide aligns two texts by their components, and says which of these the last forms have in common.
func sideBySide(texts []string, refs, forms [2]parts.Ref) (rows []pair) {
	var counts [2]units
	for k, text := range texts {
		counts[k].text = text
	}
	for i, name := range pieces {
		row := pair{Name: name}
		for k := range refs {
			if start, end, ok := piece(&refs[k], i); ok {
				at := counts[k].place(start, end)
				row.At[k] = &at
			}
		}
		a, inA := pieceText(&forms[0], i)
		b, inB := pieceText(&forms[1], i)
		if row.Equal = a == b && inA == inB; row.At[0] != nil || row.At[1] != nil {
			rows = append(rows, row)
		}
	}
	return rows
}
