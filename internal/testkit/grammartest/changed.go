package grammartest

// A Change is a change of a built-in grammar, as the author of a draft makes one.
type Change struct {
	Name  string
	Of    string // the spec that is changed
	Rules string // the changed rules
	Lines string // further lines of the header
}

// Text returns the change as a file.
func (c Change) Text() []byte {
	return []byte("; spec: changed\n; title: changed\n; changes: " + c.Of + "\n" + c.Lines + "; section: changed §1\n" +
		c.Rules + "\n")
}

// Changes are changes of all kinds: the characters and lengths of components, the order of alternatives, new productions
// below components, percent-encodings that are not allowed.
var Changes = []Change{
	{"zones", "rfc3987", `IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"
ZoneID = 1*( unreserved / pct-encoded )
IPv6addrz = IPv6address "%25" ZoneID`, ""},
	{"zones of URIs", "rfc3986", `IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"
ZoneID = 1*( unreserved / pct-encoded )
IPv6addrz = IPv6address "%25" ZoneID`, ""},
	{"no encoded NUL", "rfc3987", `pct-encoded = "%" ( "0" %x31-39 / "0" "A" / "0" "B" / "0" "C" / "0" "D" / "0" "E" / "0" "F" / nonzero HEXDIG )
nonzero = %x31-39 / "A" / "B" / "C" / "D" / "E" / "F"`, ""},
	{"a bar in the query", "rfc3987", `iquery = *( ipchar / iprivate / "/" / "?" / "|" )`, ""},
	{"a port of one to five digits", "rfc3987", `port = 1*5DIGIT`, ""},
	{"a port by name", "rfc3987", `port = *DIGIT / 1*ALPHA`, ""},
	{"names before addresses", "rfc3987", `ihost = ireg-name / IPv4address / IP-literal`, ""},
	{"no rule for a host in brackets", "rfc3987",
		`ihost = "[" ( IPv6address / IPvFuture ) "]" / IPv4address / ireg-name`, "; without: IP-literal\n"},
	{"no rule for addresses of the future", "rfc3987",
		`IP-literal = "[" ( IPv6address / "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) ) "]"`,
		"; without: IPvFuture\n"},
	{"a group in the fragment", "rfc3987", `ifragment = *( ipchar / "/" / "?" / ifrag-group )
ifrag-group = "{" 1*DIGIT "}"`, ""},
	{"parameters of segments", "rfc3987", `isegment = *( ipchar / matrix )
matrix = "^" 1*ALPHA "^"`, ""},
	{"no characters beyond ASCII", "rfc3987", `ucschar = %x80`, ""},
	{"Latin alone", "rfc3987", `ucschar = %xC0-17F`, ""},
	{"no userinfo", "rfc3987", `iauthority = ihost [ ":" port ]`, ""},
	{"a name is not empty", "rfc3987", `ireg-name = 1*( iunreserved / pct-encoded / sub-delims )`, ""},
	{"schemes of the web", "rfc3987", `scheme = "http" [ "s" ]`, ""},
	{"brackets in the path", "rfc3986", `segment = *( pchar / "[" / "]" )`, ""},
	{"no percent-encoding in hosts", "rfc3986", `reg-name = *( unreserved / sub-delims )`, ""},
	{"a space in the query", "rfc3987bis", `iquery = *( ipchar / iprivate / "/" / "?" / " " )`, ""},
	{"percent-encoding of three digits", "rfc3987", `pct-encoded = "%" HEXDIG HEXDIG / "%u" 4HEXDIG`, ""},
	{"no tilde", "rfc3987", `iunreserved = ALPHA / DIGIT / "-" / "." / "_" / ucschar`, ""},
	{"LEIRIs without controls", "leiri", `ucschar = " " / "<" / ">" / %x22 / "{" / "}" / "|" / "\" / "^" / "` + "`" +
		`" / %xA0-D7FF / %xE000-FFFD / %x10000-10FFFF`, ""},
	{"segments of at most eight", "rfc3987", `isegment = *8ipchar`, ""},
	{"a query of pairs", "rfc3987", `iquery = [ pair *( "&" pair ) ]
pair = 1*key "=" *key
key = ALPHA / DIGIT / "-" / pct-encoded`, ""},
}
