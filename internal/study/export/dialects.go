package export

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A dialect is a notation of regular expressions.
type dialect struct {
	before, after  string // what makes the pattern match whole strings
	group          string // what opens a group
	special        string // characters that are escaped outside of classes
	specialInClass string
	hex            string // what names a character beyond ASCII, and a control character; "" for itself
	most           int    // the largest count of a repetition
	flat           bool   // counts are written out
	octets         bool   // a character can stand for the octet with its number
	valid          func(abnf.Interval) error
	finish         func(pattern string) (string, error) // the last step; nil for none
}

// The dialects. XML Schema has no groups but those that capture, nor has XPath 2.0, to which
// SPARQL and so SHACL refer; their patterns are for characters that XML can carry.
var (
	// ECMA-262 §22.2.1, with the flag u, also with v: "(", "/" and "|" in a class are for v.
	ecma = dialect{before: "^(?:", after: ")$", group: "(?:", special: `^$\.*+?()[]{}|/`, specialInClass: `\]^-()[{}/|`,
		hex: `\u{%X}`, most: 1<<31 - 1, valid: anyChar, octets: true}
	// https://github.com/google/re2/wiki/Syntax: counts end at 1000.
	re2 = dialect{before: `\A(?:`, after: `)\z`, group: "(?:", special: `\.+*?()|[]{}^$`, specialInClass: `\[]^-`,
		hex: `\x{%X}`, most: 1000, valid: anyChar, finish: checkRE2}
	// pcre2pattern(3): counts end at 65535.
	pcre = dialect{before: `\A(?:`, after: `)\z`, group: "(?:", special: `\.+*?()|[]{}^$/`, specialInClass: `\[]^-/`,
		hex: `\x{%X}`, most: 1<<16 - 1, valid: anyChar, finish: utfMode, octets: true}
	// XML Schema 1.0 Part 2 §F: the pattern is for the whole value. The text is for an attribute.
	// libxml2 2.9 miscounts where a count stands in a repetition, or may end in two ways.
	xsd = dialect{group: "(", special: `\.?*+(){}[]|`, specialInClass: `\[]^-`, most: 1<<31 - 1, flat: true,
		valid: xmlChar, finish: xmlText}
	// XQuery 1.0 and XPath 2.0 Functions and Operators §7.6.1, in a string of Turtle.
	xpath = dialect{before: "^(", after: ")$", group: "(", special: `\.?*+(){}[]|^$`, specialInClass: `\[]^-`,
		most: 1<<31 - 1, valid: xmlChar}
	// JSON Schema Core §6.4: what most engines read alike. Characters stand for themselves.
	portable = dialect{before: "^(?:", after: ")$", group: "(?:", special: `^$\.*+?()[]{}|`, specialInClass: `\[]^-`,
		most: 1000, valid: anyChar}
)

// pattern returns the pattern of a rule in a dialect.
func (d dialect) pattern(s Selection) (string, error) {
	n, err := s.expression()
	if err != nil {
		return "", err
	}
	if n.size() > maxPattern {
		return "", errLong()
	}
	w := &patternWriter{d: d}
	octets := s.Grammar.Terminals == abnf.Octets
	if octets && !d.octets {
		w.d.valid = func(x abnf.Interval) error {
			if x.Hi >= 0x80 {
				return fmt.Errorf("it matches octets beyond ASCII (%s), and the pattern is of characters", abnf.Octets.Number(x.Hi))
			}
			return d.valid(x)
		}
	}
	w.node(n)
	if w.err != nil {
		return "", w.err
	}
	text := d.before + w.b.String() + d.after
	if len(text) > 4*maxPattern {
		return "", errLong()
	}
	if d.finish != nil && !(octets && d.octets) { // PCRE2 without UTF mode is of octets
		return d.finish(text)
	}
	return text, nil
}

// line is pattern, for the output.
func (d dialect) line(s Selection) (string, error) {
	text, err := d.pattern(s)
	if err != nil {
		return "", err
	}
	return text + "\n", nil
}

type patternWriter struct {
	d   dialect
	b   strings.Builder
	err error
}

// node writes a node; a choice without the parentheses that it may need.
func (w *patternWriter) node(n *node) {
	switch n.op {
	case opClass:
		w.class(n.spans)
	case opSeq:
		w.sequence(n.subs)
	case opChoice:
		for i, s := range n.subs {
			if i > 0 {
				w.b.WriteByte('|')
			}
			w.node(s)
		}
	case opRepeat:
		w.times(n.subs[0], n.min, n.max)
	}
}

// sequence writes nodes one after the other: equal ones as one with a count.
func (w *patternWriter) sequence(subs []*node) {
	for i := 0; i < len(subs); {
		x, least, most := once(subs[i])
		for i++; i < len(subs) && least == most; i++ {
			y, a, b := once(subs[i])
			if !x.equal(y) {
				break
			}
			if least += a; b < 0 {
				most = -1
			} else {
				most += b
			}
		}
		w.times(x, least, most)
	}
}

// once returns what a node repeats, and how often.
func once(n *node) (x *node, least, most int) {
	if n.op == opRepeat {
		return n.subs[0], n.min, n.max
	}
	return n, 1, 1
}

// times writes a node with a count.
func (w *patternWriter) times(x *node, least, most int) {
	if x.op == opClass && x.spans[0].Lo == x.spans[len(x.spans)-1].Hi && least == most && least < 4 {
		for range least { // "//" is shorter than "/{2}"
			w.node(x)
		}
		return
	}
	if w.d.flat && !(least <= 1 && (most < 0 || most == 1)) {
		w.written(x, least, most)
		return
	}
	if most > w.d.most || least > w.d.most {
		w.fail(fmt.Errorf("a count of %d is more than the %d that it can have", max(least, most), w.d.most))
	}
	if x.op == opClass || x.op == opSeq && least == 1 && most == 1 {
		w.node(x)
	} else {
		w.b.WriteString(w.d.group)
		w.node(x)
		w.b.WriteByte(')')
	}
	switch {
	case least == 1 && most == 1:
	case least == 0 && most == 1:
		w.b.WriteByte('?')
	case least == 0 && most < 0:
		w.b.WriteByte('*')
	case least == 1 && most < 0:
		w.b.WriteByte('+')
	case most < 0:
		fmt.Fprintf(&w.b, "{%d,}", least)
	case least == most:
		fmt.Fprintf(&w.b, "{%d}", least)
	default:
		fmt.Fprintf(&w.b, "{%d,%d}", least, most)
	}
}

// written writes a node as often as a count says: x{1,3} as x(x(x)?)?, which matches a string in
// one way, as xx?x? does not.
func (w *patternWriter) written(x *node, least, most int) {
	for range least {
		w.times(x, 1, 1)
	}
	if most < 0 {
		w.times(x, 0, -1)
		return
	}
	for range most - least {
		w.b.WriteString(w.d.group)
		w.times(x, 1, 1)
	}
	for range most - least {
		w.b.WriteString(")?")
	}
}

func (w *patternWriter) class(spans []abnf.Interval) {
	for _, s := range spans {
		if err := w.d.valid(s); err != nil {
			w.fail(err)
		}
	}
	if len(spans) == 1 && spans[0].Lo == spans[0].Hi {
		w.char(spans[0].Lo, w.d.special)
		return
	}
	w.b.WriteByte('[')
	for _, s := range spans {
		w.char(s.Lo, w.d.specialInClass)
		if s.Hi > s.Lo+1 {
			w.b.WriteByte('-')
		}
		if s.Hi > s.Lo {
			w.char(s.Hi, w.d.specialInClass)
		}
	}
	w.b.WriteByte(']')
}

func (w *patternWriter) char(r rune, special string) {
	switch {
	case strings.ContainsRune(special, r):
		w.b.WriteByte('\\')
		w.b.WriteRune(r)
	case w.d.hex != "" && (r < ' ' || r >= 0x7F):
		fmt.Fprintf(&w.b, w.d.hex, r)
	default:
		w.b.WriteRune(r)
	}
}

func (w *patternWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func anyChar(abnf.Interval) error { return nil }

// xmlChar returns an error for what no XML document can hold (XML 1.0 §2.2).
func xmlChar(s abnf.Interval) error {
	for r := s.Lo; r <= s.Hi; r++ {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return fmt.Errorf("it matches %U, which XML 1.0 §2.2 has no way to write", r)
		}
		if r >= ' ' {
			r = max(r, min(s.Hi, 0xFFFD))
		}
	}
	return nil
}

// xmlText returns the text for the value of an attribute.
func xmlText(s string) (string, error) {
	names := map[rune]string{'&': "&amp;", '<': "&lt;", '"': "&quot;"}
	return inASCII(s, `&<"`, func(r rune) string { return cmp.Or(names[r], fmt.Sprintf("&#x%X;", r)) }), nil
}

// inASCII returns a text with what other returns for the characters of special, and for those that are not printable
// ones of ASCII.
func inASCII(s, special string, other func(rune) string) string {
	var b strings.Builder
	for _, r := range s {
		if r < ' ' || r >= 0x7F || strings.ContainsRune(special, r) {
			b.WriteString(other(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// checkRE2 refuses what RE2 does not compile, as repetitions of repetitions.
func checkRE2(s string) (string, error) {
	if _, err := regexp.Compile(s); err != nil {
		reason, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "error parsing regexp: "), ": ")
		return "", errors.New(reason)
	}
	return s, nil
}

// utfMode sets the mode in which \x{...} is a character, where there is one.
func utfMode(s string) (string, error) {
	if strings.Contains(s, `\x{`) {
		s = "(*UTF)" + s
	}
	return s, nil
}

// shacl returns a shape in Turtle whose pattern matches the rule.
func shacl(s Selection) (string, error) {
	text, err := xpath.pattern(s)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, line := range s.header() {
		b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
	}
	fmt.Fprintf(&b, "@prefix sh: <http://www.w3.org/ns/shacl#> .\n\n<#%s> a sh:NodeShape ;\n    sh:pattern \"", s.Rule.Name)
	b.WriteString(inASCII(text, `"\`, func(r rune) string {
		switch {
		case r == '"' || r == '\\':
			return `\` + string(r)
		case r > 0xFFFF:
			return fmt.Sprintf(`\U%08X`, r)
		}
		return fmt.Sprintf(`\u%04X`, r)
	}))
	b.WriteString("\" .\n")
	return b.String(), nil
}

// jsonSchema returns a schema whose pattern matches the rule.
func jsonSchema(s Selection) (string, error) {
	text, err := portable.pattern(s)
	if err != nil {
		return "", err
	}
	header := slices.DeleteFunc(s.header(), func(line string) bool { return line == "" })
	comment := strings.Join(strings.Fields(strings.Join(header, " ")), " ")
	return fmt.Sprintf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"$comment\": %s,\n  "+
		"\"title\": %s,\n  \"type\": \"string\",\n  \"pattern\": %s\n}\n", jsonText(comment), jsonText(s.Rule.Name), jsonText(text)), nil
}

// Schema returns a JSON Schema for a rule: its format, where JSON Schema has one for it
// (JSON Schema Validation §7.3.5), otherwise what the target json-schema writes.
func Schema(s Selection) (string, error) {
	formats := map[[2]string]string{
		{"rfc3986", "URI"}: "uri", {"rfc3986", "URI-reference"}: "uri-reference",
		{"rfc3987", "IRI"}: "iri", {"rfc3987", "IRI-reference"}: "iri-reference",
	}
	if f := formats[[2]string{s.Name, s.Rule.Name}]; f != "" {
		return `{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string", "format": "` + f + `"}`,
			nil
	}
	return Write("json-schema", s)
}

// jsonText returns a string of JSON in ASCII.
func jsonText(s string) string {
	return `"` + inASCII(s, `"\`, func(r rune) (text string) {
		if r == '"' || r == '\\' {
			return `\` + string(r)
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			text += fmt.Sprintf(`\u%04X`, unit)
		}
		return text
	}) + `"`
}
