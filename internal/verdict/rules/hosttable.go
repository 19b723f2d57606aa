package rules

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
)

// A knownHost is what the rules have found out about a host, a name that is not empty. What an A-label stands for takes
// long to find, and the same hosts are in most lines of a dump.
type knownHost struct {
	host    string
	labels  []hostname.Label
	orderly bool // pass.encodedLabels has found nothing in it
	idna    answer
	twin    answer
}

// An answer is that to a question that may not have been asked.
type answer uint8

const (
	unasked answer = iota
	yes
	no
)

// of returns whether the answer is yes, and asks if nobody has asked.
func (a *answer) of(ask func() bool) bool {
	if *a == unasked {
		*a = no
		if ask() {
			*a = yes
		}
	}
	return *a == yes
}

// hasTwin reports whether a label is a whole-script confusable of a Latin one.
func (h *knownHost) hasTwin() bool {
	return h.twin.of(func() bool {
		return slices.ContainsFunc(h.labels, func(l hostname.Label) bool { return latinTwin(l.Text) != 0 })
	})
}

// A hostTable has the hosts that a pass met last, by their text.
type hostTable map[string]*knownHost

// maxHosts is how many hosts a table has at most: it is emptied when one more comes.
const maxHosts = 512

// of returns what is known of a host. One that is too long for a name is not kept.
func (t *hostTable) of(host string) *knownHost {
	if h := (*t)[host]; h != nil {
		return h
	}
	if len(host) > idna.MaxName {
		return &knownHost{host: host, labels: hostname.AppendLabels(nil, host)}
	}
	host = strings.Clone(host) // the table must not keep the string that it is a part of
	h := &knownHost{host: host, labels: hostname.AppendLabels(nil, host)}
	if *t == nil {
		*t = hostTable{}
	} else if len(*t) == maxHosts {
		clear(*t)
	}
	(*t)[host] = h
	return h
}

// host returns what is known of the host, which is a name that is not empty.
func (c *pass) host() *knownHost {
	if c.known == nil {
		start, end := c.span(component.RegName)
		c.known = c.hosts.of(c.s[start:end])
	}
	return c.known
}

// isIDNA reports whether the host is a domain name of IDNA2008. Plain names are not worth a place in the table.
func (c *pass) isIDNA(start, end int) bool {
	host := c.s[start:end]
	if chars.NonASCII(host) == len(host) && !hostname.MayBeEncoded(host) {
		return hostname.IsIDNA(host)
	}
	h := c.host()
	return h.idna.of(func() bool { return hostname.IsIDNA(h.host) })
}
