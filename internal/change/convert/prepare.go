package convert

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/text/sourcemap"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// Spaces says what [Prepare] does with spaces, after it has removed those at both ends. The zero value is KeepSpaces.
type Spaces uint8

const (
	KeepSpaces   Spaces = iota // leave them; the grammar does not allow them
	SplitSpaces                // one or more U+0020 separate two references
	RemoveSpaces               // remove all ASCII white space
	EncodeSpaces               // each U+0020 becomes %20
)

// Backslash says what [Prepare] does with "\". The zero value is KeepBackslash.
type Backslash uint8

const (
	KeepBackslash   Backslash = iota // leave it; the grammar does not allow it
	EncodeBackslash                  // each becomes %5C
	SlashBackslash                   // each becomes "/" before the first ? or #, and %5C after it
)

// PrepareOptions say what [Prepare] does besides parsing.
type PrepareOptions struct {
	Charset   Charset   // the charset of the input
	Spaces    Spaces    // what to do with spaces
	FullWidth bool      // full-width forms of ASCII become ASCII, and half-width Katakana full-width
	Entities  bool      // decode numeric character references
	Backslash Backslash // what to do with backslashes
	Encode    bool      // percent-encode the characters that a component does not allow

	Host hostname.Mapping // how to map hosts; Percent does not change them
	Rule spec.Rule        // the rule that the result must conform to; the zero Rule stands for IRI-reference of RFC 3987
}

// Prepare makes an IRI-reference of an arbitrary string and parses it: §4 of the Internet-Draft of July 2011 on IRI
// processing. The function of the same name in package iri describes the steps; docs/prepare.md answers the questions
// that the draft leaves open. Decoding the charset, the draft's step 3, comes first, because the other steps need
// characters.
func Prepare(s string, o PrepareOptions) (component.Ref, error) {
	list := PrepareList(s, o)
	if len(list) == 1 {
		return list[0].Ref, list[0].Err
	}
	f := finding.Finding{
		Code: finding.CodePrepare, Severity: finding.Error, Start: list[1].Start, End: list[len(list)-1].End,
		Section: "iri-processing-guidelines-2011 §4",
		Message: finding.OneReferenceSeveral.Text(strconv.Itoa(len(list))),
	}
	return component.Ref{}, &finding.ConvertError{Input: s, Target: "IRI-reference", Findings: []finding.Finding{f}}
}

// A Prepared is one of the references that [PrepareList] finds in a string.
type Prepared struct {
	Start, End int           // span in the string, in bytes
	Text       string        // the prepared text, even if it does not conform
	Ref        component.Ref // the parsed text; the zero Ref if Err is not nil
	Err        error         // nil, or a *finding.ConvertError whose Input is the whole string; another error for text of 4 GiB or more
}

// PrepareList is like [Prepare] but returns all references that the string is split into. There is at least one.
func PrepareList(s string, o PrepareOptions) []Prepared {
	if o.Rule.IsZero() {
		o.Rule = iriReference()
	}
	text, t, malformed := o.Charset.decode(s)
	if o.FullWidth {
		var e sourcemap.Editor
		narrow(&e, text)
		var trace sourcemap.Map
		if text, trace = e.Done(text); !trace.IsZero() {
			t = append(t, trace)
		}
	}
	start, end := trimmed(text, 0, len(text))
	var list []Prepared
	for {
		stop := end
		if o.Spaces == SplitSpaces {
			if i := strings.IndexByte(text[start:end], ' '); i >= 0 {
				stop = start + i
			}
		}
		from, to := start, stop
		if o.Spaces == SplitSpaces {
			// "each substring is prepared individually" (§4 step 2): step 1 is done for each.
			from, to = trimmed(text, from, to)
			if from == to && (len(list) > 0 || stop < end) {
				start, _ = trimmed(text, stop, end)
				if stop == end {
					return list
				}
				continue
			}
		}
		p := Prepared{}
		p.Start, p.End = t.Span(from, to)
		for len(malformed) > 0 && malformed[0].End <= p.Start {
			malformed = malformed[1:]
		}
		o.prepare(&p, s, text, from, to, t, malformed)
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

// prepare does steps 3 to 5 for text[start:end], and parses the result into p. t maps offsets in text to offsets in
// whole; malformed are the findings of the charset.
func (o *PrepareOptions) prepare(p *Prepared, whole, text string, start, end int, t sourcemap.Trail, malformed []finding.Finding) {
	if start > 0 || end < len(text) {
		t = append(slices.Clone(t), sourcemap.Cut(start, end))
		text = text[start:end]
	}
	var findings []finding.Finding
	for _, f := range malformed {
		if f.Start >= p.End {
			break
		}
		findings = append(findings, f)
	}
	step := func(rewrite func(*sourcemap.Editor, string)) {
		var e sourcemap.Editor
		rewrite(&e, text)
		var trace sourcemap.Map
		if text, trace = e.Done(text); !trace.IsZero() {
			t = append(slices.Clip(t), trace)
		}
	}
	if o.Spaces == RemoveSpaces {
		step(removeSpaces)
	}
	if o.Entities {
		step(func(e *sourcemap.Editor, s string) {
			findings = append(findings, finding.Back(t, decodeReferences(e, s))...)
		})
	}
	if o.Spaces == EncodeSpaces {
		step(func(e *sourcemap.Editor, s string) { replaceByte(e, s, 0, ' ', "%20") })
	}
	if o.Backslash == EncodeBackslash || o.Backslash == SlashBackslash {
		step(o.backslashes)
	}
	if o.FullWidth {
		step(dots)
	}
	if o.Host != hostname.Percent && o.Rule.IsWhole() {
		step(func(e *sourcemap.Editor, s string) {
			findings = append(findings, finding.Back(t, o.mapHost(e, s))...)
		})
	}
	if o.Encode && o.Rule.IsWhole() {
		step(o.encode)
	}
	p.Text = text
	if len(findings) == 0 {
		ref, err := o.parse(text)
		if err == nil {
			p.Ref = ref
			return
		}
		c, ok := convertError(text, "IRI-reference", err).(*finding.ConvertError)
		if !ok {
			p.Err = err
			return
		}
		findings = finding.Back(t, c.Findings)
	}
	sortFindings(findings)
	p.Err = &finding.ConvertError{Input: whole, Target: "IRI-reference", Findings: findings}
}

// parse parses the prepared text. If the rule does not name a whole reference, only the text of the result has a
// meaning.
func (o *PrepareOptions) parse(text string) (component.Ref, error) {
	if o.Rule.IsWhole() {
		return diagnose.Parse(text, o.Rule)
	}
	if !o.Rule.Valid(text) {
		return component.Ref{}, &finding.ParseError{Report: diagnose.Blame(text, o.Rule,
			&finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}})}
	}
	return component.SplitTrusted(text), nil
}

// isSpace reports whether b is white space of step 1 in §4 of the draft.
func isSpace(b byte) bool { return b == ' ' || b == '\r' || b == '\n' || b == '\t' }

// trimmed returns the span of text[start:end] without white space at both ends.
func trimmed(text string, start, end int) (int, int) {
	for start < end && isSpace(text[start]) {
		start++
	}
	for start < end && isSpace(text[end-1]) {
		end--
	}
	return start, end
}

func removeSpaces(e *sourcemap.Editor, s string) {
	for i := 0; i < len(s); i++ {
		start := i
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i > start {
			e.Replace(s, start, i, "")
		}
	}
}

func replaceByte(e *sourcemap.Editor, s string, from int, old byte, text string) {
	for i := from; i < len(s); i++ {
		if s[i] == old {
			e.Replace(s, i, i+1, text)
		}
	}
}

func (o *PrepareOptions) backslashes(e *sourcemap.Editor, s string) {
	data := 0
	if o.Backslash == SlashBackslash {
		if data = strings.IndexAny(s, "?#"); data < 0 {
			data = len(s)
		}
		replaceByte(e, s[:data], 0, '\\', "/")
	}
	replaceByte(e, s, data, '\\', "%5C")
}

// mapHost replaces the host of s by the host that o.Host maps it to, or returns the reasons why it cannot be mapped.
func (o *PrepareOptions) mapHost(e *sourcemap.Editor, s string) []finding.Finding {
	p := component.OfAny(s).Parts
	host := s[p.Host:p.HostEnd]
	if p.Host == 0 || host == "" || component.HostOf(host).Kind() != component.HostRegName {
		return nil
	}
	mapped, findings := appendHost(nil, s, int(p.Host), int(p.HostEnd), o.Host)
	if len(findings) == 0 && string(mapped) != host {
		e.Replace(s, int(p.Host), int(p.HostEnd), string(mapped))
	}
	return findings
}

// encode percent-encodes, in the userinfo, the path, the query and the fragment, each character that the component
// does not allow, and each "%" that does not begin a percent-encoding (§5.3 and §5.4 of the draft;
// draft-ietf-iri-3987bis §3.3 defines it for all strings). The components are those of Appendix B of RFC 3986, so "["
// in a path and a second "#" are encoded. It is idempotent. It does not encode the host, which would become another
// name.
func (o *PrepareOptions) encode(e *sourcemap.Editor, s string) {
	if o.Rule.Valid(s) {
		return
	}
	p, of := component.OfAny(s).Parts, &o.Rule.Spec().Profile().Of
	for _, kind := range [...]component.Kind{component.Userinfo, p.PathKind(s), component.Query, component.Fragment} {
		if start, end, ok := p.Span(s, kind); ok {
			of[kind].EachCharToEscape(s[start:end], true, func(from, to int) {
				e.Replace(s, start+from, start+to, percent.Encode(s[start+from:start+to]))
			})
		}
	}
}

// decodeReferences decodes numeric character references (HTML 4.01 §5.3.1, XML 1.0 §4.1), and returns a finding for
// each that does not name a character.
func decodeReferences(e *sourcemap.Editor, s string) []finding.Finding {
	var findings []finding.Finding
	for i := 0; i < len(s); i++ {
		if s[i] != '&' || !strings.HasPrefix(s[i:], "&#") {
			continue
		}
		digits, base := i+2, 10
		if digits < len(s) && s[digits]|0x20 == 'x' {
			digits, base = digits+1, 16
		}
		end := digits
		for end < len(s) && (chars.IsHex(s[end]) && base == 16 || '0' <= s[end] && s[end] <= '9') {
			end++
		}
		if end == digits || end == len(s) || s[end] != ';' {
			continue
		}
		n, err := strconv.ParseUint(s[digits:end], base, 32)
		end++
		if len(findings) >= finding.DefaultMaxFindings {
			break
		}
		if err != nil || n == 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			findings = append(findings, finding.Finding{
				Code: finding.CodeReference, Severity: finding.Error, Start: i, End: end,
				Section: "iri-processing-guidelines-2011 §4",
				Message: finding.CharReferenceNone.Text(quote.Quote(s[i:end])),
			})
			continue
		}
		e.Replace(s, i, end, string(rune(n)))
		i = end - 1
	}
	return findings
}

// sortFindings puts findings into the order of their offsets.
func sortFindings(findings []finding.Finding) {
	slices.SortStableFunc(findings, func(a, b finding.Finding) int { return a.Start - b.Start })
}
