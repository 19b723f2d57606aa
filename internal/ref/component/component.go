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
	IPv4
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

// Names holds the names of the productions in RFC 3986. Which production of a grammar stands for a component,
// its header says.
var Names = [NumKinds]string{
	Scheme:       "scheme",
	Authority:    "authority",
	Userinfo:     "userinfo",
	Host:         "host",
	IPLiteral:    "IP-literal",
	IPv6:         "IPv6address",
	IPvFuture:    "IPvFuture",
	IPv4:         "IPv4address",
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

// Kinds is a set of kinds: 1<<Userinfo | 1<<Host. It is a constant, so that entries with it are data
// that no init function makes.
type Kinds uint32

// Has reports whether a kind is in the set.
func (s Kinds) Has(k Kind) bool { return s>>k&1 != 0 }

// Paths are the kinds of path.
const Paths Kinds = 1<<PathAbempty | 1<<PathAbsolute | 1<<PathRootless | 1<<PathNoscheme | 1<<PathEmpty

// Leaves are the components that contain no other one.
const Leaves Kinds = 1<<NumKinds - 1 - 1<<Authority - 1<<Host - 1<<IPLiteral

// InAuthority are the kinds that only a reference with an authority has.
const InAuthority Kinds = 1<<Authority | 1<<Userinfo | 1<<Host | 1<<RegName | 1<<IPLiteral | 1<<IPv6 | 1<<IPvFuture |
	1<<IPv4 | 1<<Port | 1<<PathAbempty

// Texts are the components that can have characters beyond US-ASCII.
const Texts Kinds = 1<<Userinfo | 1<<RegName | 1<<PathAbempty | 1<<PathAbsolute | 1<<PathRootless | 1<<PathNoscheme |
	1<<Query | 1<<Fragment

// FieldKinds are the components whose productions say which characters may stand in the fields of a reference, in the
// order of [Parts.Fields].
var FieldKinds = [numFields]Kind{Userinfo, RegName, PathRootless, Query, Fragment}

// numFields is the number of fields: the parts of a reference in which conversions treat
// percent-encodings in different ways.
const numFields = 5

// PathField is the field of the path.
const PathField = 2

// Fields returns where the fields of the reference s end: everything before the host,
// host and port, path, query, fragment. Delimiters, scheme and port need no fields of
// their own: they have no percent-encodings and no characters that conversions change.
func (p Parts) Fields(s string) [numFields]int {
	return [numFields]int{int(p.Host), max(int(p.Host), int(p.Path)), int(p.PathEnd), int(p.Query), len(s)}
}

// HostField is the field of the host. It and the userinfo are the authority.
const HostField = 1
