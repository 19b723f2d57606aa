package iri

import (
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/verdict/hostname"
)

// Spaces says what [Prepare] does with spaces inside the string, after it has removed
// those at both ends. The zero value is KeepSpaces, and so is a number that is none of the constants.
type Spaces uint8

const (
	KeepSpaces   Spaces = iota // leave them; the grammar does not allow them
	SplitSpaces                // one or more U+0020 separate two references
	RemoveSpaces               // remove all ASCII white space
	EncodeSpaces               // each U+0020 becomes %20
)

// Backslash says what [Prepare] does with "\". The zero value is KeepBackslash, and so is a number that is none of the
// constants.
type Backslash uint8

const (
	KeepBackslash   Backslash = iota // leave it; the grammar does not allow it
	EncodeBackslash                  // each becomes %5C
	SlashBackslash                   // each becomes "/" before the first ? or #, and %5C after it
)

// A PrepareOption changes what [Prepare] does.
type PrepareOption func(prepareOptions) prepareOptions

type prepareOptions = convert.PrepareOptions

// PrepareSpaces sets what is done with spaces.
func PrepareSpaces(s Spaces) PrepareOption {
	return func(o prepareOptions) prepareOptions { o.Spaces = convert.Spaces(s); return o }
}

// PrepareFullWidth writes full-width forms of ASCII, U+FF01 to U+FF5E, as ASCII, half-width
// Katakana and its punctuation, U+FF61 to U+FF9F, as full-width, and in the host U+3002 as ".": an
// input method editor may produce them where the others are meant (RFC 3987 §7.2).
func PrepareFullWidth() PrepareOption {
	return func(o prepareOptions) prepareOptions { o.FullWidth = true; return o }
}

// PrepareEntities decodes numeric character references: &#102; and &#x66;.
func PrepareEntities() PrepareOption {
	return func(o prepareOptions) prepareOptions { o.Entities = true; return o }
}

// PrepareBackslash sets what is done with backslashes.
func PrepareBackslash(b Backslash) PrepareOption {
	return func(o prepareOptions) prepareOptions { o.Backslash = convert.Backslash(b); return o }
}

// PrepareHost maps the host as [WithHostMapping] does, whatever the scheme is; [HostPercent] leaves
// it as it is. UTS 46 takes what a person types: capitals, full-width letters, ideographic full
// stops. A host that cannot be mapped is an error.
func PrepareHost(m HostMapping) PrepareOption {
	return func(o prepareOptions) prepareOptions { o.Host = hostname.Mapping(m); return o }
}

// PrepareEncode percent-encodes the characters that the grammar does not allow in the userinfo,
// the path, the query and the fragment, and each "%" that begins no percent-encoding (§5.3 and
// §5.4 of the draft of 2011). Scheme, host and port stay as they are, and so does what delimits: reserved
// characters that the component may have elsewhere.
func PrepareEncode() PrepareOption {
	return func(o prepareOptions) prepareOptions { o.Encode = true; return o }
}

// PrepareRule sets the rule that the result must conform to; without this option
// it is the rule IRI-reference of RFC 3987. If the rule does not name a whole reference
// (see [Rule.WholeReference]), only the text of the resulting Ref has a meaning.
func PrepareRule(r Rule) PrepareOption {
	return func(o prepareOptions) prepareOptions { o.Rule = r.rule; return o }
}

// Prepare makes an IRI-reference of an arbitrary string and parses it, as §4 of the
// Internet-Draft of July 2011 with guidelines for processing IRIs describes. In this
// order it
//
//  1. decodes the charset (the option Text of the package charset in this module),
//  2. removes U+0020, CR, LF and TAB from both ends, but no other white space,
//  3. splits at the spaces that are left, removes or encodes them ([PrepareSpaces]),
//  4. decodes numeric character references ([PrepareEntities]),
//  5. changes backslashes ([PrepareBackslash]),
//  6. maps the host ([PrepareHost]),
//  7. percent-encodes what the components must not have ([PrepareEncode]),
//
// and parses the result. Steps 1 and 3 to 7 are done only if their option is given.
// Nothing else is repaired: if the result does not conform, there are findings, with
// offsets in s. The error is a *[ConvertError]. It is an error if [SplitSpaces] makes
// more than one reference; use [PrepareList] for that.
//
// The draft was never finished. The page docs/prepare.md in the repository of this module
// says how Prepare answers its open questions.
func Prepare(s string, opts ...PrepareOption) (Ref, error) {
	r, err := convert.Prepare(s, applied(prepareOptions{}, opts))
	return refOf(r), publicError(err)
}

// A Prepared is one of the references that [PrepareList] finds in a string.
type Prepared struct {
	Start, End int    // its place in the string, in bytes; End is exclusive
	Text       string // the prepared text, also if it does not conform
	Ref        Ref    // the parsed text; the zero Ref if Err is not nil
	Err        error  // nil, or a *ConvertError whose Input is the whole string; another error for text of 4 GiB or more
}

// PrepareList is like [Prepare] but returns all references that the string is split
// into. There is at least one.
func PrepareList(s string, opts ...PrepareOption) []Prepared {
	list := convert.PrepareList(s, applied(prepareOptions{}, opts))
	out := make([]Prepared, len(list))
	for i, p := range list {
		out[i] = Prepared{p.Start, p.End, p.Text, refOf(p.Ref), publicError(p.Err)}
	}
	return out
}
