package iri

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Spaces says what [Prepare] does about the spaces that are left once those at the
// ends are gone. The zero value is KeepSpaces.
type Spaces uint8

const (
	KeepSpaces   Spaces = iota // leave them: the grammar then refuses them
	SplitSpaces                // blocks of U+0020 separate references
	RemoveSpaces               // remove blocks of ASCII white space
	EncodeSpaces               // each U+0020 becomes %20
)

// Backslash says what [Prepare] does about "\". The zero value is KeepBackslash.
type Backslash uint8

const (
	KeepBackslash   Backslash = iota // leave it: the grammar then refuses it
	EncodeBackslash                  // each becomes %5C
	SlashBackslash                   // each becomes "/" before the first ? or #, and %5C behind it
)

// A PrepareOption changes what [Prepare] does.
type PrepareOption func(*prepareOptions)

type prepareOptions struct {
	charset   Charset
	spaces    Spaces
	entities  bool
	backslash Backslash
	rule      Rule
}

// PrepareCharset names the charset that the text is written in. Text in one that
// is not a Unicode one is brought to NFC (RFC 3987 §3.1 step 1b).
func PrepareCharset(c Charset) PrepareOption { return func(o *prepareOptions) { o.charset = c } }

// PrepareSpaces says what is done about spaces.
func PrepareSpaces(s Spaces) PrepareOption { return func(o *prepareOptions) { o.spaces = s } }

// PrepareEntities decodes numeric character references: &#102; and &#x66;.
func PrepareEntities() PrepareOption { return func(o *prepareOptions) { o.entities = true } }

// PrepareBackslash says what is done about backslashes.
func PrepareBackslash(b Backslash) PrepareOption {
	return func(o *prepareOptions) { o.backslash = b }
}

// PrepareRule sets the rule that the result must conform to; without this option
// it is the rule IRI-reference of RFC 3987. One that names no whole reference gives
// a Ref of which only the text has a meaning.
func PrepareRule(r Rule) PrepareOption { return func(o *prepareOptions) { o.rule = r } }

// Prepare makes an IRI-reference of an arbitrary string, as the Internet-Draft of
// July 2011 on IRI processing, §4, has it, and parses it. In this order it
//
//  1. decodes the charset (the draft's step 3; it must come first, for only then
//     are there characters to look at),
//  2. removes U+0020, CR, LF and TAB from both ends (step 1; no other white space
//     of Unicode is touched),
//  3. splits, removes or encodes the spaces that are left, if asked to (step 2),
//  4. decodes numeric character references, if asked to (step 4),
//  5. deals with backslashes, if asked to (§7),
//
// and parses what it has got. There is no other repair: what then does not conform
// gives findings, with offsets in the string that Prepare was given. The draft's
// §5.3 would percent-encode whatever a path must not have; ask for that with
// [Encode]. The error is a *[ConvertError]. Where [SplitSpaces] makes more than
// one reference of the string, use [PrepareList]; here that is an error.
//
// What the draft leaves open is settled in the package documentation, under
// "Preparing arbitrary strings".
func Prepare(s string, opts ...PrepareOption) (Ref, error) {
	list := PrepareList(s, opts...)
	if len(list) == 1 {
		return list[0].Ref, list[0].Err
	}
	f := Finding{
		Code: codePrepare, Severity: Error, Start: list[1].Start, End: list[len(list)-1].End,
		Section: "iri-processing-guidelines-2011 §4",
		Message: fmt.Sprintf("spaces make %d references of the text, and one is wanted", len(list)),
	}
	return Ref{}, &ConvertError{Input: s, Target: "IRI-reference", findings: []Finding{f}}
}

// A Prepared is one of the references that [PrepareList] finds in a string.
type Prepared struct {
	Start, End int    // where it stands in the string
	Text       string // the prepared text, conforming or not
	Ref        Ref    // what was parsed; only if Err is nil
	Err        error  // nil or, but for text beyond 4 GiB, a *ConvertError; its Input is the whole string
}

// PrepareList is like [Prepare] but returns all references that the string is
// split into; there always is at least one.
func PrepareList(s string, opts ...PrepareOption) []Prepared {
	var o prepareOptions
	for _, f := range opts {
		f(&o)
	}
	if o.rule == (Rule{}) {
		o.rule = ruleReference()
	}
	text, t, malformed := o.charset.decode(s)
	start, end := 0, len(text)
	for start < end && isSpace(text[start]) {
		start++
	}
	for start < end && isSpace(text[end-1]) {
		end--
	}
	var list []Prepared
	for {
		stop := end
		if o.spaces == SplitSpaces {
			if i := strings.IndexByte(text[start:end], ' '); i >= 0 {
				stop = start + i
			}
		}
		p := Prepared{}
		p.Start, p.End = t.span(start, stop)
		for len(malformed) > 0 && malformed[0].End <= p.Start {
			malformed = malformed[1:]
		}
		o.prepare(&p, s, text, start, stop, t, malformed)
		if n := len(list); n > 0 { // a malformed sequence may have swallowed a space
			p.Start = max(p.Start, list[n-1].End)
			p.End = max(p.End, p.Start)
		}
		list = append(list, p)
		for start = stop; start < end && text[start] == ' '; {
			start++
		}
		if stop == end {
			return list
		}
	}
}

// prepare does steps 3 to 5 and parses. The trail leads to the string that was
// given; malformed are the findings of its charset.
func (o *prepareOptions) prepare(p *Prepared, whole, text string, start, end int, t trail, malformed []Finding) {
	if start > 0 || end < len(text) {
		t = append(slices.Clone(t), offsets{{0, start, true}, {end - start, end, true}})
		text = text[start:end]
	}
	var findings []Finding
	for _, f := range malformed {
		if f.Start >= p.End {
			break
		}
		findings = append(findings, f)
	}
	step := func(rewrite func(*editor, string)) {
		var e editor
		rewrite(&e, text)
		var trace offsets
		if text, trace = e.done(text); trace != nil {
			t = append(slices.Clip(t), trace)
		}
	}
	if o.spaces == RemoveSpaces {
		step(removeSpaces)
	}
	if o.entities {
		step(func(e *editor, s string) { findings = append(findings, t.back(decodeReferences(e, s))...) })
	}
	if o.spaces == EncodeSpaces {
		step(func(e *editor, s string) { replaceByte(e, s, 0, ' ', "%20") })
	}
	if o.backslash != KeepBackslash {
		step(o.backslashes)
	}
	p.Text = text
	if len(findings) == 0 {
		ref, err := o.parse(text)
		if err == nil {
			p.Ref = ref
			return
		}
		c, ok := convertError(text, "IRI-reference", err).(*ConvertError)
		if !ok {
			p.Err = err
			return
		}
		findings = t.back(c.findings)
	}
	sortFindings(findings)
	p.Err = &ConvertError{Input: whole, Target: "IRI-reference", findings: findings}
}

// parse parses the prepared text. That of a component becomes a reference as well,
// which has the text; what its components are has no meaning.
func (o *prepareOptions) parse(text string) (Ref, error) {
	if o.rule.WholeReference() {
		return o.rule.Parse(text)
	}
	if !o.rule.Valid(text) {
		return Ref{}, refusedBy(text, o.rule)
	}
	return Ref{text, split(text)}, nil
}

// isSpace reports whether b is of the white space that the draft's §4 step 1 names.
func isSpace(b byte) bool { return b == ' ' || b == '\r' || b == '\n' || b == '\t' }

func removeSpaces(e *editor, s string) {
	for i := 0; i < len(s); i++ {
		start := i
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i > start {
			e.replace(s, start, i, "")
		}
	}
}

func replaceByte(e *editor, s string, from int, old byte, text string) {
	for i := from; i < len(s); i++ {
		if s[i] == old {
			e.replace(s, i, i+1, text)
		}
	}
}

func (o *prepareOptions) backslashes(e *editor, s string) {
	data := 0
	if o.backslash == SlashBackslash {
		if data = strings.IndexAny(s, "?#"); data < 0 {
			data = len(s)
		}
		replaceByte(e, s[:data], 0, '\\', "/")
	}
	replaceByte(e, s, data, '\\', "%5C")
}

// decodeReferences decodes numeric character references (HTML 4.01 §5.3.1, XML 1.0
// §4.1) and returns those that name no character.
func decodeReferences(e *editor, s string) []Finding {
	var findings []Finding
	for i := 0; i < len(s); i++ {
		if s[i] != '&' || !strings.HasPrefix(s[i:], "&#") {
			continue
		}
		digits, base := i+2, 10
		if digits < len(s) && s[digits]|0x20 == 'x' {
			digits, base = digits+1, 16
		}
		end := digits
		for end < len(s) && (isHex(s[end]) && base == 16 || '0' <= s[end] && s[end] <= '9') {
			end++
		}
		if end == digits || end == len(s) || s[end] != ';' {
			continue
		}
		n, err := strconv.ParseUint(s[digits:end], base, 32)
		end++
		if len(findings) >= DefaultMaxFindings {
			break
		}
		if err != nil || n == 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			findings = append(findings, Finding{
				Code: codeReference, Severity: Error, Start: i, End: end,
				Section: "iri-processing-guidelines-2011 §4",
				Message: "the character reference " + quote(s[i:end]) + " names no character",
			})
			continue
		}
		e.replace(s, i, end, string(rune(n)))
		i = end - 1
	}
	return findings
}

// sortFindings puts findings into the order of their offsets.
func sortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int { return a.Start - b.Start })
}
