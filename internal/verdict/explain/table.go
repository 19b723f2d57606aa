package explain

import (
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// grammarTable holds the entries of grammarCodes, without what follows from the
// grammar, and what they claim of the rule. Examples are for RFC 3987 unless Spec says otherwise.
var grammarTable = []grammarEntry{
	{spec.SchemeLetter | spec.SchemeChars, report.Entry{
		Code:  "scheme",
		Title: "a scheme is a letter, then letters, digits, ., + and -",
		Text: "The scheme is the name before the first colon: https, urn, mailto. It begins with a letter, has " +
			"ASCII characters only, and cannot be empty. A rule for whole IRIs demands one; without it a string is a " +
			"relative reference, which means something only together with a base.",
		Mend: "write the scheme in front, as in https://; check relative references against IRI-reference; put ./ " +
			"before a relative path whose first segment has a colon",
		Good: []string{"https://example.org/", "urn:isbn:0451450523", "z39.50r://example.org/db", "a+b-c.1:x"},
		Bad:  []string{"1a:b", "foo/bar", "://example.org/", "ht tp://example.org/", "my_scheme:x", ""},
	}},
	{0, report.Entry{
		Code:  "irelative-ref",
		Title: "a relative reference has no scheme",
		Text: "The rule irelative-ref matches what is read relative to a base: //host/path, /path, path, ?query, " +
			"#fragment. A string that begins with a scheme and its colon is a whole IRI.",
		Mend: "check whole IRIs against IRI or IRI-reference; put ./ in front if the colon belongs to the first " +
			"segment of a path",
		Good: []string{"//example.org/a", "/a/b", "a/b?c", "#top", "", "./a:b"},
		Bad:  []string{"http://example.org/", "a:b"},
		Rule: "irelative-ref",
	}},
	{0, report.Entry{
		Code:  "iauthority",
		Title: "after the ] of an address comes a port or the end of the authority",
		Text: "An authority is a host, perhaps with userinfo before it and a port after it. The host is either a " +
			"name or an address in brackets: text between the bracket and the next colon, slash, question mark, " +
			"number sign or the end belongs to neither.",
		Mend: "take away what stands between the ] and the port; write a : before a port",
		Good: []string{"http://[::1]/", "http://[::1]:8080/", "http://user@[::1]/"},
		Bad:  []string{"http://[::1]a/", "http://[::1]8080/"},
	}},
	{spec.UserinfoChars, report.Entry{
		Code:  "iuserinfo",
		Title: "userinfo holds letters, digits, -._~, !$&'()*+,;=, : and percent-encodings",
		Text: "Userinfo is what stands before the first @ of the authority. What it cannot hold as it is can be " +
			"percent-encoded. RFC 3986 §3.2.1 advises against passwords there.",
		Mend: "percent-encode the character; write %2F, %3F or %23 for a /, ? or # in a password, which otherwise " +
			"ends the authority",
		Good: []string{"ftp://user@example.org/", "http://us%20er@example.org/"},
		Bad:  []string{"http://a b@example.org/", "http://[a]@example.org/"},
	}},
	{spec.Literal, report.Entry{
		Code:  "IP-literal",
		Title: "an address in brackets needs its closing ]",
		Text: "A host that begins with [ is an IPv6 address or an address of a future version, and goes on to the ] " +
			"that closes it.",
		Mend: "write the ] after the address; percent-encode a [ that belongs to a name",
		Good: []string{"http://[::1]/", "http://[2001:db8::1]:80/"},
		Bad:  []string{"http://[::1", "http://[::1/path"},
	}},
	{spec.Literal, report.Entry{
		Code:  "IPv6address",
		Title: "an IPv6 address is eight groups of one to four hex digits, :: standing once for groups of zeros",
		Text: "Groups are separated by colons; :: may stand once, for one or more groups of zeros; the last two " +
			"groups may be written as an IPv4 address. A zone identifier (%25en0) is not part of it: RFC 6874 added " +
			"zones to URIs, never to IRIs, and RFC 9844 took them away again.",
		Mend: "write all eight groups, or :: once; take away a zone identifier; leave out the brackets around a " +
			"name or an IPv4 address",
		Good: []string{"http://[2001:db8::1]/", "http://[::]/", "http://[::ffff:192.0.2.1]/"},
		Bad: []string{"http://[::1::2]/", "http://[fe80::1%25en0]/", "http://[1:2:3]/", "http://[12345::]/",
			"http://[example.org]/", "http://[]/"},
	}},
	{spec.IPvFuture, report.Entry{
		Code:  "IPvFuture",
		Title: "an address of a future version is v, a hex number, a dot, and one character or more",
		Text: "The form is there so that addresses after IPv6 need no change of the syntax. None has been defined " +
			"yet.",
		Mend: "write the version in hex digits, a dot, and the address",
		Good: []string{"http://[v1.fe80::a]/", "http://[V7F.x:y]/"},
		Bad:  []string{"http://[v.x]/", "http://[v1]/", "http://[v1.]/", "http://[vG.x]/"},
	}},
	{spec.NameChars | spec.MayBeEmpty, report.Entry{
		Code:  "ireg-name",
		Title: "a host name holds letters, digits, -._~, !$&'()*+,;= and percent-encodings",
		Text: "A host that is not an address is a registered name, most often a domain name. The grammar allows " +
			"more than the DNS does, but no white space, no slash, and a colon only where a port begins. It may be " +
			"empty.",
		Mend: "percent-encode the character; put an IPv6 address between brackets; look for a missing slash",
		Good: []string{"http://example.org/", "file:///etc/hosts", "http://ex%C3%A4mple.org/"},
		Bad: []string{"http://exa mple.org/", "http://2001:db8::1/", "http://a@b@c/", "http://ex<a>mple/",
			"http://a:b:80/"},
	}},
	{spec.DigitsAlone | spec.MayBeEmpty, report.Entry{
		Code:  "port",
		Title: "a port is digits only",
		Text: "The port is a decimal number after the last colon of the authority. It may be empty, but it holds " +
			"nothing but the digits 0 to 9.",
		Mend: "write the number of the port, or leave it out together with its colon; a colon that belongs to a " +
			"password stands before an @",
		Good: []string{"http://example.org:8080/", "http://example.org:/"},
		Bad:  []string{"http://h:8a/", "http://h:-1/", "http://h:８０/"},
	}},
	{spec.PathChars | spec.MayBeEmpty, report.Entry{
		Code:  "ipath-abempty",
		Title: "a path holds letters, digits, -._~, !$&'()*+,;=, :, @, / and percent-encodings",
		Text: "This is the path after an authority: empty, or a slash and segments with slashes between them. White " +
			"space, the delimiters <>\"{}|\\^` and brackets are allowed nowhere in it.",
		Mend: "percent-encode the character; write / for a \\ that separates segments",
		Good: []string{"http://example.org", "http://example.org/a//b;c=1/@:", "http://example.org/%20"},
		Bad:  []string{"http://e/a b", "http://e/a\\b", "http://e/{id}", "http://e/<x>", "http://e/a[1]"},
	}},
	{spec.PathChars, report.Entry{
		Code: "ipath-absolute",
		Title: "a path that begins with a slash holds letters, digits, -._~, !$&'()*+,;=, :, @, / and " +
			"percent-encodings",
		Text: "This is the path without an authority before it that begins with one slash. Two slashes would begin " +
			"an authority.",
		Mend: "percent-encode the character; write two slashes after the scheme if a host was meant",
		Good: []string{"file:/etc/hosts", "x:/a/b"},
		Bad:  []string{"file:/a b", "x:/a|b", "file:/c:\\x"},
	}},
	{spec.PathChars, report.Entry{
		Code: "ipath-rootless",
		Title: "a path without a slash in front holds letters, digits, -._~, !$&'()*+,;=, :, @, / and " +
			"percent-encodings",
		Text: "This is the path after a scheme that begins neither with a slash nor with an authority, as in urn: " +
			"and mailto:.",
		Mend: "percent-encode the character",
		Good: []string{"urn:isbn:0451450523", "mailto:a@example.org", "a:b/c"},
		Bad:  []string{"a:b c", "mailto:<a@example.org>", "C:\\dir"},
	}},
	{spec.PathChars | spec.DotFirst, report.Entry{
		Code:  "ipath-noscheme",
		Title: "the first segment of a relative path has no colon",
		Text: "In a relative reference the text before a colon in the first segment would be read as a scheme. The " +
			"rest of such a path is like any other.",
		Mend: "put ./ in front; percent-encode other characters that are not allowed",
		Good: []string{"a/b", "./1a:b", "a/b:c", ""},
		Bad:  []string{"1a:b", ":a", "a b", "a_b:c"},
		Rule: "IRI-reference",
	}},
	{spec.QueryChars, report.Entry{
		Code:  "iquery",
		Title: "a query holds what a path does, and ?",
		Text: "The query goes from the first ? to the # or the end. Slashes and further question marks are allowed. " +
			"White space, the delimiters <>\"{}|\\^` and brackets are not.",
		Mend: "percent-encode the character",
		Good: []string{"http://example.org/?a=1&b=/x?", "http://example.org/?"},
		Bad:  []string{"http://e/?a b", "http://e/?a[]=1", "http://e/?\"x\"", "http://e/?a|b"},
	}},
	{spec.QueryChars, report.Entry{
		Code:  "ifragment",
		Title: "a fragment holds what a path does, and ?, but no second #",
		Text:  "The fragment goes from the first # to the end. A second # has nothing to begin and is not allowed.",
		Mend:  "write %23 for a # that belongs to the fragment; percent-encode other characters",
		Good:  []string{"http://example.org/#top", "a:b#?/"},
		Bad:   []string{"a:b#c#d", "http://e/#a b", "http://e/#[1]"},
	}},
	{0, report.Entry{
		Code:  "absolute-IRI",
		Title: "an absolute IRI has no fragment",
		Text: "The rule absolute-IRI matches what a base has to be: an IRI up to, but not with, the # and the " +
			"fragment.",
		Mend: "take the # and what follows away",
		Good: []string{"http://example.org/a?b"},
		Bad:  []string{"http://example.org/#top", "a:b#"},
		Rule: "absolute-IRI",
	}},
	{spec.TwoHex, report.Entry{
		Code:  "pct-encoded",
		Title: "a % is followed by two hex digits",
		Text:  "A percent-encoding stands for one octet: %20 is a space. A % that stands for itself is written %25.",
		Mend:  "write %25 for a % that stands for itself; complete a broken encoding",
		Good:  []string{"http://example.org/100%25", "http://example.org/%C3%A9"},
		Bad:   []string{"http://e/100%", "http://e/%zz", "http://e/%2", "http://e/%u00e9"},
	}},
	{spec.Private, report.Entry{
		Code:  "iprivate",
		Title: "private-use characters stand in a query only",
		Text: "What a private-use character means is agreed upon between two parties, and an IRI is for all. RFC " +
			"3987 allows them in the query, which only the server named before it reads; 3987bis counts the tag " +
			"characters U+E0000 to U+E0FFF among them.",
		Mend: "leave the character out, or percent-encode it",
		Good: []string{"http://example.org/?\uE000", "http://example.org/%EE%80%80"},
		Bad:  []string{"http://e/\uE000", "http://e\U000F0000/", "http://e/#\uF8FF"},
	}},
	{0, report.Entry{
		Code:    "utf-8",
		Title:   "the bytes of a string are UTF-8",
		Section: "RFC 3629 §4",
		Text: "A grammar is about characters. Bytes that encode none, among them overlong forms and surrogates, " +
			"match no rule of any spec, not even of LEIRI. Text in another encoding has to be converted first.",
		Mend: "convert the text to UTF-8, or percent-encode the byte if it is meant to be data",
		Good: []string{"http://example.org/é", "http://example.org/%E9"},
		Bad:  []string{"http://e/\xe9", "http://e/\xed\xa0\x80", "http://e/?\xc0\xaf"},
	}},
	{0, report.Entry{
		Code:  "absolute-LEIRI",
		Title: "an absolute LEIRI has no fragment",
		Text: "The rule absolute-LEIRI matches what a base has to be: a LEIRI up to, but not with, the # and the " +
			"fragment.",
		Mend: "take the # and what follows away",
		Good: []string{"http://example.org/a b"},
		Bad:  []string{"http://example.org/a b#top"},
		Spec: spec.LEIRI,
		Rule: "absolute-LEIRI",
	}},
}
