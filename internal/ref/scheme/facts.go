// Package scheme knows facts of schemes: their default ports, what people take them for, and which
// references their definitions make equivalent. In comes the name of a scheme; out come facts, and the parts
// of references in the form in which they are compared. It must not know what the rules of schemes ask of a
// reference (package rules), nor how a normal form is made.
package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/lazy"
)

// A Trait is something that a scheme has or has not.
type Trait uint16

const (
	Recognized Trait = 1 << iota // it is registered or in wide use
	Web                          // http and https
	DNS                          // its authority names a host of the Internet, which is looked up in the DNS
	Special                      // browsers read "\" as "/" (https://url.spec.whatwg.org/#special-scheme)
	Everyday                     // people put its name in front of another IRI
	Typed                        // people write it by hand, and misspell it
	NoSlashes                    // it is common, and no "//" follows it
	InText                       // IRIs of running text have it
	Git                          // Git has addresses with it
	EmptyPath                    // an empty path after an authority is not "/"
	// Opaque says that its definition has no hierarchical path: "." and ".." in it are text, which no
	// normal form and no resolution removes (RFC 3986 §5.2.4 is about hierarchies).
	Opaque
)

// A fact is what is known of a scheme, besides its rule.
type fact struct {
	name   string
	traits Trait
	port   string // the default port; only of schemes that use the generic syntax for authority
	after  string // what follows its ":" in running text
}

// facts is the one table of schemes. Of those that are similar to a word the likelier come first.
var facts = [...]fact{
	{"https", Web | DNS | Special | Everyday | Typed | InText, "443", "//"}, // RFC 9110 §4.2.2, §4.2.3
	{"http", Web | DNS | Special | Everyday | Typed | InText, "80", "//"},   // RFC 9110 §4.2.1, §4.2.3
	{"mailto", Everyday | Typed | NoSlashes | InText | Opaque, "", ""},      // RFC 6068 §2
	{"file", Special | Everyday | Typed | InText, "", "//"},
	// RFC 1738 §3.1, §3.2: a "/" with nothing after it may be left out
	{"ftp", DNS | Special | Everyday | Typed | InText, "21", "//"},
	{"urn", Everyday | NoSlashes | InText | Opaque, "", ""}, // RFC 8141 §2
	{"ws", DNS | Special | Everyday | InText, "80", "//"},   // RFC 6455 §3
	{"wss", DNS | Special | Everyday | InText, "443", "//"},

	{"acap", 0, "674", ""},                            // RFC 2244 §2
	{"coap", 0, "5683", ""}, {"coaps", 0, "5684", ""}, // RFC 7252 §6
	{"coap+tcp", 0, "5683", ""}, {"coaps+tcp", 0, "5684", ""}, // RFC 8323 §8.1, §8.2
	{"coap+ws", 0, "80", ""}, {"coaps+ws", 0, "443", ""}, // RFC 8323 §8.3, §8.4
	{"dict", 0, "2628", ""}, // RFC 2229 §5
	{"ftps", DNS | InText, "", "//"}, {"sftp", DNS | InText, "", "//"}, {"ssh", DNS | Git | InText, "", "//"},
	{"git", DNS | Git | InText, "", "//"},
	{"gopher", DNS | InText, "70", "//"},          // RFC 4266 §2.1
	{"imap", DNS, "143", ""},                      // RFC 5092 §4
	{"ipp", 0, "631", ""}, {"ipps", 0, "631", ""}, // RFC 3510 §4, RFC 7472 §4
	{"ldap", DNS | InText, "389", "//"},                // RFC 4516 §2
	{"ldaps", DNS | InText, "", "//"},                  //
	{"mtqp", 0, "1038", ""},                            // RFC 3887 §9
	{"nfs", DNS, "2049", ""},                           // RFC 2224 §5
	{"nntp", DNS | InText, "119", "//"},                // RFC 5538 §3
	{"pop", DNS, "110", ""},                            // RFC 2384 §3
	{"rsync", InText, "873", "//"},                     // RFC 5781 §3
	{"rtsp", DNS | InText, "554", "//"},                // RFC 7826 §4.2
	{"rtsps", DNS, "322", ""}, {"rtspu", 0, "554", ""}, // RFC 7826 §4.2, RFC 2326 §3.2
	{"snmp", 0, "161", ""},               // RFC 4088 §2
	{"telnet", DNS | InText, "23", "//"}, // RFC 4248 §2

	{"data", NoSlashes | InText | Opaque, "", ""},                           // RFC 2397 §3
	{"doi", NoSlashes | InText | Opaque, "", ""},                            // ISO 26324
	{"info", NoSlashes | InText | Opaque, "", ""},                           // RFC 4452 §3
	{"tag", NoSlashes | InText | Opaque, "", ""},                            // RFC 4151 §2.1
	{"tel", NoSlashes | InText | Opaque, "", ""},                            // RFC 3966 §3
	{"about", InText | Opaque, "", ""},                                      // RFC 6694 §2
	{"did", InText | Opaque, "", ""},                                        // DID Core §3.1
	{"geo", InText | Opaque, "", ""},                                        // RFC 5870 §3.3
	{"jdbc", InText | Opaque, "", ""},                                       // JDBC 4.3 §9.4
	{"magnet", InText | Opaque, "", "?"}, {"news", InText | Opaque, "", ""}, // RFC 5538 §2.2
	{"sip", InText | Opaque, "", ""}, {"sips", InText | Opaque, "", ""}, // RFC 3261 §19.1
	{"sms", InText | Opaque, "", ""},  // RFC 5724 §2.2
	{"xmpp", InText | Opaque, "", ""}, // RFC 5122 §2.2
	{"amqp", InText, "", "//"}, {"chrome", InText, "", "//"}, {"feed", InText, "", "//"}, {"gemini", InText, "", "//"},
	{"git+https", InText, "", "//"}, {"git+ssh", Git | InText, "", "//"}, {"gs", InText, "", "//"},
	{"hdfs", InText, "", "//"},
	{"ipfs", InText, "", "//"}, {"irc", InText, "", "//"}, {"ircs", InText, "", "//"}, {"mongodb", InText, "", "//"},
	{"mqtt", InText, "", "//"}, {"mysql", InText, "", "//"}, {"postgres", InText, "", "//"},
	{"postgresql", InText, "", "//"},
	{"redis", InText, "", "//"}, {"rtmp", InText, "", "//"}, {"s3", InText, "", "//"}, {"smb", InText, "", "//"},
	{"svn", InText, "", "//"}, {"svn+ssh", InText, "", "//"}, {"vnc", InText, "", "//"}, {"webcal", InText, "", "//"},

	{"javascript", Opaque, "", ""}, {"blob", Opaque, "", ""}, // the URL Standard, the File API
	{"cid", Opaque, "", ""}, {"mid", Opaque, "", ""}, // RFC 2392 §2
	{"acct", Opaque, "", ""},                         // RFC 7565 §7
	{"im", Opaque, "", ""}, {"pres", Opaque, "", ""}, // RFC 3860 §3.1, RFC 3859 §3.1
	{"fax", Opaque, "", ""}, {"modem", Opaque, "", ""}, // RFC 2806 §2
	{"dns", Opaque, "", ""}, {"tv", Opaque, "", ""}, // RFC 4501 §3, RFC 2838 §2
	{"h323", Opaque, "", ""}, {"iax", Opaque, "", ""}, // RFC 3508 §3, RFC 5456 §5.2
	{"stun", Opaque, "", ""}, {"stuns", Opaque, "", ""}, // RFC 7064 §3.1
	{"turn", Opaque, "", ""}, {"turns", Opaque, "", ""}, // RFC 7065 §3.1
	{"nih", Opaque, "", ""}, {"opaquelocktoken", Opaque, "", ""}, // RFC 6920 §7, RFC 4918 Appendix C
	{"pkcs11", Opaque, "", ""}, // RFC 7512 §2.3

	// One letter away from one that people misspell.
	{name: "afp"}, {name: "fil"}, {name: "filex"}, {name: "fish"}, {name: "fp"}, {name: "fsp"}, {name: "httpx"},
	{name: "hxxp"},
	{name: "ntp"}, {name: "rtp"}, {name: "shttp"}, {name: "stp"}, {name: "tftp"}, {name: "tip"}, {name: "tp"},
	{name: "vtp"}, {name: "xtp"},
}

// Names find the number that a scheme has in a list. They are in slots, so that few have to be looked at. A generic
// table of what is known of schemes would keep the methods of that in programs that do not call them.
type Names [128][]numbered

type numbered struct {
	name   string // in lower case
	number int
}

// slot returns the slot of a scheme, which is not empty. Case does not matter.
func (t *Names) slot(scheme string) *[]numbered {
	first, last := scheme[0]|0x20, scheme[len(scheme)-1]|0x20
	return &t[(uint(len(scheme))+4*uint(first)+uint(last))%uint(len(t))]
}

// Add gives a scheme, in lower case, a number.
func (t *Names) Add(name string, number int) {
	at := t.slot(name)
	*at = append(*at, numbered{name, number})
}

// Find returns the number of a scheme, -1 if it has none. Case does not matter.
func (t *Names) Find(scheme string) int {
	if scheme == "" {
		return -1
	}
	for _, e := range *t.slot(scheme) {
		if e.name == scheme || is(scheme, e.name) {
			return e.number
		}
	}
	return -1
}

// factTable finds a fact, which has the trait Known there.
type factTable struct {
	names Names
	facts [len(facts)]fact
}

var knownFacts lazy.Value[*factTable]

func makeFactTable() *factTable {
	t := &factTable{facts: facts}
	for i := range t.facts {
		t.facts[i].traits |= Recognized
		t.names.Add(t.facts[i].name, i)
	}
	return t
}

// factOf returns the zero fact for a scheme that is not in the table. Case does not matter.
func factOf(scheme string) *fact {
	t := knownFacts.Get(makeFactTable)
	if i := t.names.Find(scheme); i >= 0 {
		return &t.facts[i]
	}
	return &unknown
}

// is reports whether a scheme has a name, which is in lower case. Of strings with as many bytes, one of them ASCII,
// EqualFold compares ASCII alone.
func is(scheme, name string) bool { return len(scheme) == len(name) && strings.EqualFold(scheme, name) }

var unknown fact // of the schemes that are not in the table

// Is reports whether a scheme has a trait. Case does not matter.
func Is(scheme string, t Trait) bool { return factOf(scheme).traits&t != 0 }

// An Own has the schemes that a program describes itself. What it says of one counts, and not the table, but for what
// only the table says. The nil Own has none.
type Own struct {
	names Names
	facts []fact
}

// Add adds a scheme with its default port, "" for none. Of two with one name the first counts.
func (o *Own) Add(name, port string, traits Trait) {
	o.names.Add(strings.ToLower(name), len(o.facts))
	o.facts = append(o.facts, fact{name: name, traits: traits | Recognized, port: port})
}

func (o *Own) factOf(scheme string) *fact {
	if o != nil {
		if i := o.names.Find(scheme); i >= 0 {
			return &o.facts[i]
		}
	}
	return factOf(scheme)
}

// Is reports whether a scheme has one of the traits that an Own says: Recognized, DNS, EmptyPath, Opaque. Case does not
// matter.
func (o *Own) Is(scheme string, t Trait) bool { return o.factOf(scheme).traits&t != 0 }

// DefaultPort returns the port that a URI of the scheme has if it names none,
// "" if its definition gives none or is not known here. Case does not matter.
func (o *Own) DefaultPort(scheme string) string { return o.factOf(scheme).port }

// With yields the schemes that have a trait.
func With(t Trait) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range facts {
			if (Recognized|facts[i].traits)&t != 0 && !yield(facts[i].name) {
				return
			}
		}
	}
}

// AfterInText returns what follows the ":" of a scheme in running text, and whether IRIs
// there have it. Other words before a colon are mostly not schemes.
func AfterInText(scheme string) (after string, ok bool) {
	f := factOf(scheme)
	return f.after, f.traits&InText != 0
}

// Begins reports whether a string, which need not conform, begins with the scheme and its ":".
func Begins(s, scheme string) bool {
	return len(s) > len(scheme) && s[len(scheme)] == ':' && strings.EqualFold(s[:len(scheme)], scheme)
}
