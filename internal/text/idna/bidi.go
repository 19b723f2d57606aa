package idna

import (
	"slices"
	"strings"
	"unicode/utf8"

	ucd "golang.org/x/text/unicode/bidi"

	"github.com/rfc3987/iri/internal/text/chars"
)

// bidi applies the Bidi rule of RFC 5893 §2 to the U-labels and A-labels of a "Bidi domain name". That is
// a name in which at least one label has a character of class R, AL or AN.
func (c *faultList) bidi() {
	rtl := false
	for _, l := range c.labels {
		rtl = rtl || hasRTL(l.unicode)
	}
	if !rtl {
		return
	}
	for _, l := range c.labels {
		if l.start == l.end {
			continue // the root label, or an empty label, which is reported as such
		}
		if text := c.name[l.start:l.end]; chars.IsASCII(text) && !hasPrefix(text) {
			// RFC 5893 §2 applies the rule to every label of such a name, RFC 5891 §5.4 to
			// those with right-to-left characters. RFC 3987 §4.4 example 10 allows a number
			// beside them.
			continue
		}
		i, why := bidiRule(l.unicode)
		if why == 0 {
			continue
		}
		c.cur = l
		r, _ := utf8.DecodeRuneInString(l.unicode[i:])
		n := len(c.faults)
		c.char(i, r, "RFC 5893 §2", why)
		if n == len(c.faults) {
			return
		}
		if f := &c.faults[n]; hasPrefix(c.name[l.start:l.end]) {
			f.Start, f.End = l.start, l.end
			f.Decoded = quote(l.unicode)
		}
	}
}

// classOf returns the Bidi_Class of a character.
func classOf(r rune) ucd.Class {
	prop, _ := ucd.LookupRune(r)
	return prop.Class()
}

// hasRTL reports whether a label has a character of class R, AL or AN.
func hasRTL(s string) bool {
	const first = 0x0590 // the first block of right-to-left scripts; no character before it has these classes
	return strings.ContainsFunc(s, func(r rune) bool { return r >= first && in(classOf(r), ucd.R, ucd.AL, ucd.AN) })
}

// in reports whether a class is one of classes.
func in(c ucd.Class, classes ...ucd.Class) bool { return slices.Contains(classes, c) }

// bidiRule applies the six conditions of RFC 5893 §2 to a label. It returns the offset of the first character that
// breaks one, and the reason, or 0 if no condition is broken.
func bidiRule(label string) (offset int, why Why) {
	rtl, first := false, true
	end := ucd.ON // the class of the last character that is not a nonspacing mark
	endAt := 0
	european, arabic := false, false // digits
	for i, r := range label {
		c := classOf(r)
		switch {
		case first:
			first = false
			// Condition 1.
			if !in(c, ucd.L, ucd.R, ucd.AL) {
				return i, BidiFirst
			}
			rtl = c != ucd.L
		case rtl && !in(c, ucd.R, ucd.AL, ucd.AN, ucd.EN, ucd.ES, ucd.CS, ucd.ET, ucd.ON, ucd.BN, ucd.NSM):
			return i, BidiRTL
		case !rtl && !in(c, ucd.L, ucd.EN, ucd.ES, ucd.CS, ucd.ET, ucd.ON, ucd.BN, ucd.NSM):
			return i, BidiLTR
		}
		if rtl && (c == ucd.EN && arabic || c == ucd.AN && european) {
			return i, BidiDigits
		}
		european, arabic = european || c == ucd.EN, arabic || c == ucd.AN
		if c != ucd.NSM {
			end, endAt = c, i
		}
	}
	switch {
	case rtl && !in(end, ucd.R, ucd.AL, ucd.EN, ucd.AN):
		return endAt, BidiRTLEnd
	case !rtl && !in(end, ucd.L, ucd.EN):
		return endAt, BidiLTREnd
	}
	return 0, 0
}
