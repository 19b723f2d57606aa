package component

// A component is a part of a reference that has a production of its own.
type Kind uint8

const (
	Scheme Kind = iota
	Authority
	Userinfo
	Host
	IPLiteral
	IPv6
	IPvFuture
	RegName
	Port
	PathAbempty
	PathAbsolute
	PathRootless
	PathNoscheme
	PathEmpty // has no characters to blame; prose findings stand in it
	Query
	Fragment
	NumKinds
)

// componentNames are the names of RFC 3986; RFC 3987 puts an "i" before those
// that it changes (§2.2).
var Names = [NumKinds]string{
	Scheme:       "scheme",
	Authority:    "authority",
	Userinfo:     "userinfo",
	Host:         "host",
	IPLiteral:    "IP-literal",
	IPv6:         "IPv6address",
	IPvFuture:    "IPvFuture",
	RegName:      "reg-name",
	Port:         "port",
	PathAbempty:  "path-abempty",
	PathAbsolute: "path-absolute",
	PathRootless: "path-rootless",
	PathNoscheme: "path-noscheme",
	PathEmpty:    "path-empty",
	Query:        "query",
	Fragment:     "fragment",
}

// Paths are the kinds of path.
var Paths = []Kind{PathAbempty, PathAbsolute, PathRootless, PathNoscheme, PathEmpty}

// Texts are the components that can have characters beyond US-ASCII.
var Texts = []Kind{Userinfo, RegName, PathAbempty, PathAbsolute, PathRootless, PathNoscheme, Query, Fragment}
