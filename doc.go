// Package iri checks strings against RFC 3987 (Internationalized Resource Identifiers) and
// related documents, says which production a string breaks and how to fix it, and carries
// out the conversions that those documents define.
//
// All text is UTF-8. Package charset, in this module, has options for other encodings (RFC
// 3987 §6.2).
//
// Check the field of a form and show each error at its place:
//
//	field := "https://résumé.example:8o80/"
//	report := iri.Check(field)
//	for _, f := range report.Findings() {
//		_, char, _ := report.Position(f.Start)
//		fmt.Printf("%s\n%*s %s (%s)\n", field, char, "^", f.Message, f.Section)
//	}
//	// https://résumé.example:8o80/
//	//                         ^ "o" is not a digit (RFC 3986 §3.2.3)
//
// Parse an IRI, read its components and convert it to a URI:
//
//	i, err := iri.Parse("http://résumé.example.org/%7Euser")
//	host, ok := i.Host() // résumé.example.org, true
//	path := i.Path()     // /%7Euser
//	u, err := i.URI()    // http://r%C3%A9sum%C3%A9.example.org/%7Euser
//
// Normalize it, and compare it with another IRI:
//
//	n := i.Normalize(iri.RungScheme)             // http://résumé.example.org/~user
//	same := iri.Equivalent(i, n, iri.RungScheme) // true
//
// # Terminology
//
// An [IRI] has a scheme. A [Ref] is an IRI-reference: an IRI or a relative reference (RFC
// 3987 §2.2, RFC 3986 §4.1). [URI] and [URIRef] are the same for RFC 3986. The components
// are scheme, authority (userinfo, host, port), path, query and fragment. An absent
// component differs from an empty one, so accessors return (string, bool); the path is
// always present. The names of components and rules are those of the documents.
//
// These types are immutable, comparable values that keep their text. The operator == is
// simple string comparison (RFC 3987 §5.3.1). Parsing does not change the text: it does
// not normalize, and it does not map. Offsets are in bytes, and the end of a span is
// exclusive.
//
// # Specs and rules
//
// [RFC3986], [RFC3987], [RFC3987bis] and [LEIRI] are grammars from the ABNF of the
// documents. Package grammars, in this module, reads any other grammar. Every production is a
// [Rule]: [Rule.Valid] decides in one pass, without allocation where the rule is regular, [Rule.Tree] returns the
// parse tree, and [Rule.Check] reports what is wrong. [Check] is that for the rule
// IRI of RFC 3987. [Valid], [Parse] and [ParseRef] are for the rules IRI and IRI-reference,
// and check the grammar alone.
//
// # Reports
//
// A [Report] has a [Finding] for each fault, in order: the [Code] of the broken rule, the
// span, the productions from the start rule down, what is allowed there, the section and
// the ABNF, a message for people, and a [Fix] if a safe edit exists. A finding of the
// grammar is always an error. If the string matches the grammar, the prose rules of the
// documents are checked: a broken MUST is an error, a broken SHOULD is a warning, and rules
// about the normal form are off. [WithSeverity], [WithLint] and [WithGrammarOnly] change this.
// [LookupCode] explains a code. For many strings, use a [Validator].
// A [Policy] adds what a program takes: its schemes, its own checks, the longest text.
//
// The error of [Parse] is a *[ParseError] that holds the report: get it with errors.As, and
// test for a code with errors.Is(err, iri.CodePort).
//
// # JSON
//
// An IRI in JSON is its text, and package json parses it with the grammar alone. The error
// is a *ParseError, which does not say which member or element it is about: package json does not
// tell UnmarshalText. To name them, or to check more than the grammar, read strings, and
// Check each, with the name that only the program knows:
//
//	var in struct{ Links []string }
//	err := json.Unmarshal(body, &in)
//	for n, s := range in.Links {
//		if err := iri.Check(s).Err(); err != nil {
//			return fmt.Errorf("links[%d]: %w", n, err)
//		}
//	}
//
// A member that is missing leaves the zero value, and so does "": a program that requires one asks IsZero. The tag
// omitzero leaves the zero value out of the output; omitempty has no effect on it. Do not embed an IRI in a struct: its
// methods would become those of the struct, and package json and package sql would take the whole struct for one text.
//
// Package html/template trusts http, https and mailto alone in attributes such as href, and writes #ZgotmplZ for
// another scheme, such as urn. Where a [Policy] allows the scheme, pass the text as a template.URL.
//
// # Conversions
//
// [IRI.URI] maps an IRI to a URI (RFC 3987 §3.1), and [URI.IRI] converts a URI to an IRI
// (§3.2). [Prepare] converts an arbitrary string; package legacy, in this module, has
// legacy extended IRIs and algorithms of 2001. To convert many strings,
// append to a buffer: [AppendURI], [AppendIRI]. A conversion without a
// result returns a *[ConvertError] with findings.
//
// [IRI.Normalize], [Diff], [Equivalent] and [IRI.Key] use the comparison ladder of RFC
// 3987 §5.3, whose steps are the values of [Rung]. [IRI.Resolve] resolves a reference
// against a base (RFC 3986 §5.2), and [IRI.Relativize] does the inverse. A [Builder] makes
// an IRI of components.
//
// [Ref.Segments], [Ref.QueryPairs] and [Ref.UserPassword] read components, percent-decoded; [IRI.URN], [IRI.Data] and
// [IRI.Mailto] read what their schemes say; [IRI.JoinPath] goes down a path.
//
// # Messages in other languages
//
// All messages and hints of findings are made of the templates that [Reasons] yields, and of values
// that need no translation. [Finding.Translate] makes them of the templates of another language;
// examples/catalogues has those in German and Japanese. The
// texts of other errors, which are for programmers, are in English.
//
// # Limits
//
// Functions take time in proportion to the length of their input; reading a grammar is the
// exception. A string of 4 GiB or more is an error. A report holds at most
// [DefaultMaxFindings] findings and counts the others. No function panics on any input,
// except those whose names begin with Must. Methods that have a pointer for their receiver take nil, unless they write
// to it, as UnmarshalText and Scan do. All functions and methods may be called by
// several goroutines at once, unless their comment says otherwise.
//
// # Security
//
// That a string conforms says nothing about the resource that it identifies. Different
// IRIs can look the same (RFC 3987 §8): the codes mixed-script, bidi-mixed, bidi-edge and
// not-nfkc report some of them. A name that looks like an IPv4 address (code
// host-ipv4-like) is read in different ways by different software (RFC 3986 §7.4). [Host.Lookup]
// says which name or address a client makes of a host: hold a list of hosts that are allowed or
// blocked against it, and not against the text or [Host.Fold]. Decode a component only once, and only
// after the IRI has been split: otherwise its meaning changes (RFC 3986 §2.4).
//
// Errors, messages, hints, the values in Finding.Params and LogValue have "xxxxx" in place of what may be a password.
// The text of an IRI has the password: String, the verb %v, JSON, and the elements of a slice that package slog writes.
// Show and log [IRI.Redacted].
package iri
