// Package iri says whether a string conforms to RFC 3987 and its relatives,
// which production it breaks and how to mend it, and carries out the mappings
// that those documents define.
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
package iri
