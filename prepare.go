package iri

import "github.com/rfc3987/iri/internal/mapping"

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

type prepareOptions = mapping.PrepareOptions

// PrepareCharset names the charset that the text is written in. Text in one that
// is not a Unicode one is brought to NFC (RFC 3987 §3.1 step 1b).
func PrepareCharset(c Charset) PrepareOption {
	return func(o *prepareOptions) { o.Charset = c.charset }
}

// PrepareSpaces says what is done about spaces.
func PrepareSpaces(s Spaces) PrepareOption {
	return func(o *prepareOptions) { o.Spaces = mapping.Spaces(s) }
}

// PrepareEntities decodes numeric character references: &#102; and &#x66;.
func PrepareEntities() PrepareOption { return func(o *prepareOptions) { o.Entities = true } }

// PrepareBackslash says what is done about backslashes.
func PrepareBackslash(b Backslash) PrepareOption {
	return func(o *prepareOptions) { o.Backslash = mapping.Backslash(b) }
}

// PrepareRule sets the rule that the result must conform to; without this option
// it is the rule IRI-reference of RFC 3987. One that names no whole reference gives
// a Ref of which only the text has a meaning.
func PrepareRule(r Rule) PrepareOption { return func(o *prepareOptions) { o.Rule = r.rule } }

// newPrepareOptions returns what the options make.
func newPrepareOptions(opts []PrepareOption) prepareOptions {
	var o prepareOptions
	for _, f := range opts {
		f(&o)
	}
	return o
}

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
	r, err := mapping.Prepare(s, newPrepareOptions(opts))
	return Ref{r}, publicError(err)
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
	list := mapping.PrepareList(s, newPrepareOptions(opts))
	out := make([]Prepared, len(list))
	for i, p := range list {
		out[i] = Prepared{p.Start, p.End, p.Text, Ref{p.Ref}, publicError(p.Err)}
	}
	return out
}
