// Package iri says whether a string conforms to RFC 3987 and its relatives,
// which production it breaks and how to mend it, and carries out the mappings
// that those documents define.
//
// # Terminology
//
// An [IRI] has a scheme; a [Ref] is an IRI-reference: an IRI or a relative reference
// (RFC 3987 §2.2, RFC 3986 §4.1). Their components are scheme, authority (userinfo,
// host, port), path, query and fragment. A component that is absent differs from one
// that is empty, so accessors return (string, bool); the path is always there.
// Offsets are bytes, and spans are half open. Names are the documents' own.
//
// Both types are immutable, comparable values that keep their text; == is simple
// string comparison (§5.3.1). Parsing never normalizes and never maps: what changes
// the text is asked for by name.
//
// # Specs and rules
//
// [RFC3986], [RFC3987], [RFC3987bis] and [LEIRI] are grammars at run time, read from
// the ABNF of the documents, and [ReadSpec] reads any other whose rules do not refer
// to themselves. Every production is a [Rule] that strings can be checked against:
// [Rule.Valid] decides in one pass without allocation, [Rule.Tree] gives the parse
// tree, and [Rule.Validate] reports what is wrong. [Valid], [Parse] and [ParseRef] are
// shorthand for the rules IRI and IRI-reference of RFC 3987.
//
// # Reports
//
// A [Report] holds a [Finding] for each fault of a string, in order: the [Code] of the
// rule that is broken, where, the productions from the start rule down, what could
// have stood there, the section and the ABNF, a message for people, and a [Fix] where
// an edit is safe. Findings of the grammar are errors. If there are none, the rules
// that the documents state in prose are checked: MUST is an error, SHOULD a warning,
// and what is merely not in normal form is off. [WithSeverity], [Lint] and [GrammarOnly]
// change that. [LookupCode] explains a code. The error of [Parse] and its relatives is
// a *[ParseError] that holds the report; find it with errors.As, and ask with
// errors.Is whether there is a finding with a [Code].
//
// # Normalization, comparison, resolution
//
// [IRI.Normalize], [Compare], [Equivalent] and [IRI.Key] climb the ladder of RFC 3987
// §5.3, each [Rung] holding those before it. [IRI.Resolve] is RFC 3986 §5.2, and
// [IRI.Relativize] its inverse. A [Builder] makes an IRI of components.
//
// # Conversions
//
// An [IRI] or [Ref] becomes a [URI] or [URIRef] by [IRI.URI] (RFC 3987 §3.1), and a
// URI an IRI by [URI.IRI] (§3.2). [FromLEIRI] makes an IRI-reference of a legacy
// extended one, [Prepare] of an arbitrary string. [Encode] and [Decode] are the
// algorithms of 2001, for any text. Those who have many strings append to a buffer:
// [AppendURI], [AppendIRI], [AppendFromLEIRI]. What has no result gives a
// [ConvertError] with findings, never a guess.
//
// # Preparing arbitrary strings
//
// [Prepare] carries out §4 of the Internet-Draft of July 2011 on IRI processing. The
// draft was never finished. Each of its TODOs, and how it is settled here:
//
//   - §4 step 4, "Should numerical character references be replaced? Or should this
//     be limited to iunreserved?" Only when asked ([PrepareEntities]), for whether
//     the document's own escapes have been undone is known to the caller alone, and
//     undoing them twice corrupts a reference with "&#" in its query. Then all of
//     them, as in the draft's example, whose "/" and "?" are written so: a reference
//     is a way to write a character, and the document gives it the same meaning
//     anywhere. They are decoded once, after the spaces have been dealt with: a space
//     that is written &#x20; was written on purpose, so it neither ends nor splits a
//     reference; [EncodeSpaces] encodes it like any other. A reference to what is
//     no character (NUL, a surrogate, above U+10FFFF) is a finding, and a "&#" that
//     starts no reference is left alone, for both characters are allowed in IRIs.
//     Named references (&amp;) belong to a document type and are left alone too.
//   - §5.2.2, "Error handling. Mention leaving the host name in pure Unicode form":
//     [Prepare] leaves a host as it is. Which hosts are domain names only the scheme or
//     the caller knows; [WithHost] converts them, and there a label that fails is a
//     finding and never a guess.
//   - §5.3, "Handling of special characters / and \" in the path: "/" separates
//     segments and is left alone. "\" is no character of IRIs, so it is a finding;
//     [PrepareBackslash] makes it %5C, which keeps a file's name, or "/" as browsers
//     do. Behind the first ? or # it is data for browsers as well, and becomes %5C.
//   - §5.4, "Handling of special characters &, ?, = and /" in the query: all of them
//     are allowed there and are left alone. What they separate is the scheme's or the
//     server's business, and encoding them would make another identifier.
//   - §5.5, "Handling of special characters ? and /" in the fragment: the same. A
//     second "#" is a finding.
//   - §5.3 to §5.5 percent-encode ucschar while parsing. [Prepare] does not: its result
//     is an IRI. [IRI.URI] does it.
//   - §6, "Apply limited scheme-specific rules", §6.2 javascript, §6.3 mailto, §6.4
//     data: Prepare applies none, so that the result does not depend on a list of
//     schemes. [Rule.Validate] reports what RFC 6068, RFC 2397 and the others ask for.
//     The one mapping of §6.1, for queries in http, is [WithQueryCharset].
//   - §7, "To follow", the canonical form: that is normalization, [IRI.Normalize], by the
//     ladder of RFC 3987 §5.3, and never part of preparing.
//   - §7.1, "What about the query and fragment components?": all components are
//     mapped alike, by UTF-8, with the one exception of §6.1.
//   - The draft's userinfo ends at the first "@" of the authority, as everywhere in
//     this package; a second "@" is a finding.
//
// # Limits and security
//
// Nothing panics on any input but the functions whose names begin with Must, and all
// take time in proportion to the length of the input. A string of 4 GiB or more is
// refused; a report holds [DefaultMaxFindings] findings and counts the others.
//
// That a string conforms says nothing about what it identifies. IRIs that look the
// same can differ (RFC 3987 §8); mixed-script, the bidi codes and not-nfkc warn of some of
// them. What looks like an IPv4 address but is a name (host-ipv4-like) is read in
// different ways by different software (RFC 3986 §7.4). Percent-decoding a component more
// than once, or before it has been split, changes what it says (RFC 3986 §2.4).
//
// All functions and methods are safe for use by several goroutines at a time, except
// where a type says otherwise.
package iri
