// Package component knows the components of references (RFC 3986 §3, RFC 3987 §2.2).
// What comes in is a string that conforms to a rule for references, or a path. What goes
// out is where its components lie, what they are, and paths without dot segments. The
// package must not know grammars that are read at run time, findings, or which string
// refers to what.
package component

// A Kind is a kind of component: a part of a reference that has a production of its own.
type Kind uint8

// The kinds of component.
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
	PathEmpty // no fault of the grammar can be in it, but prose rules can be broken there
	Query
	Fragment
	NumKinds // how many there are
)

// Names holds the names of the productions in RFC 3986. RFC 3987 puts an "i" before those
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
