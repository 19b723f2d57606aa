// Package normalize climbs the comparison ladder of RFC 3987 §5.3: it makes the normal form of
// a reference on a rung, says where a reference deviates from it, compares two references
// and says what tells them apart. It also resolves references against a base and makes them
// relative to it (RFC 3986 §5). In come references that conform; out come others, or a
// comparison. It must not know what is wrong with a reference.
package normalize

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Comparison is that of package iri.
type Comparison struct {
	Equal   bool
	Rung    Rung
	Differs string
	// URNEquivalent is set for URNs that are not equal, and would be without their r-, q- and f-components.
	URNEquivalent bool
}

// Verdict says what the comparison says, with what is said of the difference.
func (c Comparison) Verdict(differs string) string {
	switch {
	case c.Equal:
		return "equal on rung " + c.Rung.String()
	case c.URNEquivalent:
		return "not equal; URN-equivalent (RFC 8141 §3.1): " + differs
	}
	return "not equal: " + differs
}

// A Difference is where two references first differ, so that the place can be shown in the texts. It is empty for
// those that are equal.
type Difference struct {
	Says         string // [Comparison.Differs] without the position
	InCharacters string // [Comparison.Differs] with the position in characters, counted from 1
	A, B         Span   // in each text
}

// A Span is part of a text, in bytes, half open. It starts at -1 if the text has nothing of what differs.
type Span struct{ Start, End int }

// Compare climbs the ladder (RFC 3987 §5.3) from simple string comparison to a
// rung, and stops where a and b are equal. Options.Host makes a difference from
// RungScheme on. Options.NFC makes none: comparing must not apply it (§5.3.2.2).
func Compare(a, b component.Ref, to Rung, o Options) Comparison {
	c, _ := Explain(a, b, to, o)
	return c
}

// Explain is Compare, and returns the difference too.
func Explain(a, b component.Ref, to Rung, o Options) (Comparison, Difference) {
	if a.Text == b.Text {
		return Comparison{Equal: true}, Difference{}
	}
	c := comparer{a: a, b: b, opts: o}
	for rung := RungString; rung <= to; rung++ {
		if c.climb(rung) {
			return Comparison{Equal: true, Rung: rung}, Difference{}
		}
	}
	differs, where := c.explain()
	if c.equalForForms() {
		const forForms = `; the queries are equal for forms, where "+" is a space`
		differs += forForms
		where.InCharacters += forForms
	}
	return Comparison{Differs: differs, URNEquivalent: c.urnEquivalent()}, where
}

// A comparer looks for what tells two references apart.
type comparer struct {
	a, b         component.Ref
	opts         Options
	form         form
	normA, normB component.Ref // their normal forms on the rung
}

// climb goes to a rung and reports whether they are equal there.
func (c *comparer) climb(to Rung) bool {
	c.form = newForm(to, &c.opts)
	c.form.NFC = false
	c.normA, c.normB = c.form.of(c.a), c.form.of(c.b)
	return c.normA == c.normB
}

// urnEquivalent reports whether what differs on the rung is what URN-equivalence leaves out.
func (c *comparer) urnEquivalent() bool {
	a, b := c.normA, c.normB
	return scheme.HasComponents(a.Text[:a.Parts.Scheme]) && a.Text[:a.Parts.PathEnd] == b.Text[:b.Parts.PathEnd]
}

// equalForForms reports whether what differs on the rung are queries alone, which stand for the same names and values in
// the encoding of forms (https://url.spec.whatwg.org/#urlencoded-parsing).
func (c *comparer) equalForForms() bool {
	a, b := c.normA, c.normB
	if a.Parts.PathEnd == a.Parts.Query || b.Parts.PathEnd == b.Parts.Query || a.Text[:a.Parts.PathEnd] != b.Text[:b.Parts.PathEnd] ||
		a.Text[a.Parts.Query:] != b.Text[b.Parts.Query:] {
		return false
	}
	fields := func(r component.Ref) []string {
		return strings.Split(r.Text[r.Parts.PathEnd+1:r.Parts.Query], "&")
	}
	return slices.EqualFunc(fields(a), fields(b), func(x, y string) bool {
		if x == y {
			return true
		}
		decoded := func(s string) string { return percent.Decode(strings.ReplaceAll(s, "+", " ")) }
		nameX, valueX, _ := strings.Cut(x, "=")
		nameY, valueY, _ := strings.Cut(y, "=")
		return decoded(nameX) == decoded(nameY) && decoded(valueX) == decoded(valueY)
	})
}

// A comparand is a component as it is compared.
type comparand struct {
	kind      component.Kind // of any path, PathEmpty
	one, many string
	delimiter string // what stands before it where it is not always there
	separates string // the characters that separate its parts
	in        field  // not of a scheme or port, which have no percent-encodings
}

// comparands returns the components in their order.
func comparands() []comparand {
	return []comparand{
		{component.Scheme, "scheme", "schemes", "", "", 0},
		{component.Userinfo, "userinfo", "userinfos", "", "", userinfo},
		{component.Host, "host", "hosts", "//", "", host},
		{component.Port, "port", "ports", ":", "", 0},
		{component.PathEmpty, "path", "paths", "", "/", path},
		{component.Query, "query", "queries", "?", "&;", query},
		{component.Fragment, "fragment", "fragments", "#", "", fragment},
	}
}

// get returns the text of the component of a reference and its offset, and whether there is one.
func (f *comparand) get(r component.Ref) (text string, start int, ok bool) {
	kind := f.kind
	if kind == component.PathEmpty {
		kind = r.Parts.PathKind(r.Text)
	}
	start, end, ok := r.Parts.Span(r.Text, kind)
	if !ok {
		return "", 0, false
	}
	return r.Text[start:end], start, true
}

// shown returns a part of a reference without passwords.
func shown(r component.Ref, at Span) string {
	q := component.Quoter{Text: r.Text}
	return q.Shown(at.Start, at.End)
}

// explain says what tells the references apart: the first component that differs.
func (c *comparer) explain() (string, Difference) {
	for _, f := range comparands() {
		normA, _, okA := f.get(c.normA)
		normB, _, okB := f.get(c.normB)
		switch {
		case okA != okB:
			return c.explainAbsent(f, okA)
		case normA != normB:
			return c.explainField(f, normA, normB)
		}
	}
	const differ = "the texts differ" // a reference is its components, so this is not reached
	return differ, Difference{Says: differ, InCharacters: differ}
}

// character returns the number, counted from 1, of the character that starts at a byte of a text.
func character(text string, at int) int { return utf8.RuneCountInString(text[:at]) + 1 }

// explainAbsent is for a component that only one of them has.
func (c *comparer) explainAbsent(f comparand, first bool) (string, Difference) {
	which, r := "second", c.b
	if first {
		which, r = "first", c.a
	}
	text, start, _ := f.get(r)
	at := Span{start - len(f.delimiter), start + len(text)}
	head := fmt.Sprintf("only the %s has a %s", which, f.one)
	tail := ": " + excerpt(f.delimiter+shown(r, Span{start, start + len(text)}), false) + c.reasonAbsent(f, text)
	d := Difference{head + tail, fmt.Sprintf("%s, at character %d of it%s", head, character(r.Text, at.Start), tail),
		Span{-1, -1}, at}
	if first {
		d.A, d.B = d.B, d.A
	}
	return fmt.Sprintf("%s, at byte %d of it%s", head, at.Start, tail), d
}

// reasonAbsent says why it matters that one of them has no such component, from "; " on, as reason does.
func (c *comparer) reasonAbsent(f comparand, text string) string {
	name, _ := c.normA.Scheme()
	switch def := c.opts.Schemes.DefaultPort(name); {
	case f.one == "scheme":
		return "; resolve the other, which is a relative reference, before comparing"
	case f.one == "port" && name == "" && text != "":
		return "; a scheme would have a default port, and a relative reference has none"
	case f.one == "port" && def == "" && text != "":
		return "; no default port is known for the scheme " + quote.Quote(name)
	case f.one == "port" && c.form.rung >= RungScheme:
		return "; the default port of the scheme is " + def
	case text == "" && (f.one == "query" || f.one == "fragment"):
		return "; an empty " + f.one + " is not the same as none"
	}
	return c.higher()
}

// explainField is for a component that both have.
func (c *comparer) explainField(f comparand, normA, normB string) (string, Difference) {
	rawA, startA, _ := f.get(c.a)
	rawB, startB, _ := f.get(c.b)
	fromA, toA, fromB, toB := differing(c.parts(f, c.a, rawA), c.parts(f, c.b, rawB), len(rawA), len(rawB))
	if rawA[fromA:toA] == rawB[fromB:toB] { // the parts do not show it, the whole does
		fromA, toA, fromB, toB = 0, len(rawA), 0, len(rawB)
	}
	// Of long parts, what comes before the difference is left out.
	if max(toA-fromA, toB-fromB) > quote.MaxQuoted {
		common := commonLength(rawA[fromA:toA], rawB[fromB:toB])
		for common > 0 && !cuttable(rawA[fromA:], common) {
			common--
		}
		fromA += common
		fromB += common
	}
	a, b := rawA[fromA:toA], rawB[fromB:toB]
	why, escape := c.reason(f, normA, normB, a, b)
	head := "the " + f.many + " differ"
	atA, atB := Span{startA + fromA, startA + toA}, Span{startB + fromB, startB + toB}
	tail := fmt.Sprintf(": %s against %s%s", excerpt(shown(c.a, atA), escape), excerpt(shown(c.b, atB), escape), why)
	return fmt.Sprintf("%s at byte %d%s", head, atA.Start, tail), Difference{head + tail,
		fmt.Sprintf("%s at character %d%s", head, character(c.a.Text, atA.Start), tail), atA, atB}
}

// reason says why two values of a component are not equal, from "; " on, "" where
// there is nothing to say. escape tells that the difference cannot be seen.
func (c *comparer) reason(f comparand, normA, normB, a, b string) (why string, escape bool) {
	if f.one == "scheme" {
		return "", false
	}
	form := c.form
	form.decodeAll = true // text that is not in NFC is encoded in the normal form
	shownA, _, _ := f.get(form.of(c.a))
	shownB, _, _ := f.get(form.of(c.b))
	if norm.NFC.String(shownA) == norm.NFC.String(shownB) {
		return "; they would be the same in NFC, which comparison must not apply (RFC 3987 §5.3.2.2)", true
	}
	if norm.NFKC.String(shownA) == norm.NFKC.String(shownB) {
		return "; they would be the same in NFKC, which comparison must not apply (RFC 3987 §5.3.2.2)", true
	}
	if why := c.higher(); why != "" {
		return why, false
	}
	if f.one == "host" {
		for _, m := range []hostname.Mapping{hostname.IDNA, hostname.UTS46} {
			o := c.opts
			o.Host = m
			d := comparer{a: c.a, b: c.b, opts: o}
			d.climb(RungScheme)
			if ha, _, _ := f.get(d.normA); c.form.Host != m {
				if hb, _, _ := f.get(d.normB); ha == hb {
					return "; as domain names they are the same, by " + m.String() +
						", which is applied on request only", false
				}
			}
		}
	}
	switch {
	case percent.Decode(a) == percent.Decode(b):
		return "; percent-encoding a reserved character changes the meaning", false
	case strings.EqualFold(a, b) && f.one == "host":
		return "; only US-ASCII letters are compared without regard to case", false
	case strings.EqualFold(a, b):
		return "; upper and lower case differ in a " + f.one, false
	case f.one == "path" && c.opts.Schemes.Is(c.a.Text[:c.a.Parts.Scheme], scheme.Opaque) && sameButDots(normA, normB):
		return "; dot segments are text under a scheme whose paths are not hierarchical", false
	case f.one == "path" && !c.relative() && sameButDots(normA, normB):
		return "; dot segments stay where their removal would break the syntax of the scheme", false
	case f.one == "path" && sameButDots(normA, normB):
		return "; resolve relative references before comparing: only then are dot segments removed", false
	}
	return "", false
}

// higher says which rung that was not climbed makes the references equal.
func (c *comparer) higher() string {
	for to := c.form.rung + 1; to <= RungProtocol; to++ {
		if d := (comparer{a: c.a, b: c.b, opts: c.opts}); d.climb(to) {
			return fmt.Sprintf("; they are equal on rung %s, which was not asked for", to)
		}
	}
	return ""
}

// relative reports whether neither reference has a scheme.
func (c *comparer) relative() bool { return c.a.Parts.Scheme == 0 && c.b.Parts.Scheme == 0 }

func sameButDots(a, b string) bool {
	return string(component.AppendWithoutDots(nil, a)) == string(component.AppendWithoutDots(nil, b))
}

// A part is a piece of a component between separators: where it stands there, and
// what is compared of it.
type part struct {
	start, end int
	text       string
}

// parts takes a component apart: a path into segments without dot segments, if the
// rung removes them.
func (c *comparer) parts(f comparand, r component.Ref, raw string) []part {
	var out []part
	dots := f.one == "path" && c.form.rung >= RungPath && r.Parts.Scheme > 0 &&
		!component.HasDotSegment(component.Unguarded(c.form.of(r)))
	for at := 0; ; {
		end := len(raw)
		if k := strings.IndexAny(raw[at:], f.separates); k >= 0 {
			end = at + k
		}
		text := raw[at:end]
		if f.kind != component.Scheme && f.kind != component.Port {
			text = string(c.form.text(nil, text, f.in))
		}
		if f.one == "host" {
			text, _, _ = f.get(c.form.of(r))
		}
		p := part{at, end, text}
		if !dots || !component.IsDotSegment(text) {
			out = append(out, p)
		} else {
			if text == ".." && len(out) > 0 && !(len(out) == 1 && out[0].text == "") {
				out = out[:len(out)-1]
			}
			if end == len(raw) {
				out = append(out, part{end, end, ""})
			}
		}
		if end == len(raw) {
			return out
		}
		at = end + 1
	}
}

// differing returns the spans in which the components differ whose parts and
// lengths are given: what is left without the parts that they have in common at
// both ends.
func differing(a, b []part, lenA, lenB int) (fromA, toA, fromB, toB int) {
	i := 0
	for i < len(a) && i < len(b) && a[i].text == b[i].text {
		i++
	}
	j := 0
	for i+j < len(a) && i+j < len(b) && a[len(a)-1-j].text == b[len(b)-1-j].text {
		j++
	}
	span := func(p []part, length int) (int, int) {
		switch {
		case i == len(p):
			return length, length
		case i == len(p)-j:
			return p[i].start, p[i].start
		}
		return p[i].start, p[len(p)-1-j].end
	}
	fromA, toA = span(a, lenA)
	fromB, toB = span(b, lenB)
	return fromA, toA, fromB, toB
}

// cuttable reports whether s may be cut at i: not inside a character, and not
// inside a percent-encoding.
func cuttable(s string, i int) bool {
	return (i == len(s) || utf8.RuneStart(s[i])) &&
		s[i-1] != '%' && (i < 2 || s[i-2] != '%')
}

// excerpt prints a part between backticks, bounded; escape writes everything
// beyond US-ASCII as code points.
func excerpt(s string, escape bool) string {
	if s == "" {
		return "nothing"
	}
	if !escape {
		quoted := quote.Quote(s)
		return "`" + quoted[1:len(quoted)-1] + "`"
	}
	var b strings.Builder
	for i, r := range []rune(s) {
		switch {
		case i == quote.MaxQuoted:
			return "`" + b.String() + "…`"
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<%U>", r)
		}
	}
	return "`" + b.String() + "`"
}
