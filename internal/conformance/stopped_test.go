package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
)

// TestReadable has strings that do not conform: the tree has what could be read, down to the production that is open
// where reading stops, which is marked with "!".
func TestReadable(t *testing.T) {
	testkit.StatesRFC(t)
	changed := func(name string) spec.Rule {
		for _, c := range grammartest.Changes {
			if c.Name == name {
				s, err := spec.ReadSpec(spec.GrammarFile{Name: "changed.abnf", Text: c.Text()})
				if err != nil {
					t.Fatal(err)
				}
				return s.Top()
			}
		}
		t.Fatalf("there is no change %q", name)
		return spec.Rule{}
	}
	top := spec.RFC3987.Top()
	for _, tt := range []struct {
		name string
		rule spec.Rule
		s    string
		from string // the component
		want string
	}{
		{"the second character", top, "http://h:8a/", "port", `port! "8a"(DIGIT "8")`},
		{"the first character", top, "http://h:a/", "port", `port! "a"`},
		{"in a segment, which could end there", top, "s:/a b/c", "ipath-absolute",
			`ipath-absolute! "/a b/c"(isegment-nz "a"(ipchar "a"(iunreserved "a"(ALPHA "a"))))`},
		{"in a percent-encoding", top, "s:?%4/", "iquery",
			`iquery! "%4/"(ipchar! "%4/"(pct-encoded! "%4/"(HEXDIG "4"(DIGIT "4"))))`},
		{"inside a character", top, "s:?é\uffff", "iquery",
			`iquery! "é\uffff"(ipchar "é"(iunreserved "é"(ucschar "é")))`},
		{"a zone, by RFC 3987", top, "s://[::1%25]", "IP-literal",
			`IP-literal! "[::1%25]"(IPv6address "::1"(h16 "1"(HEXDIG "1"(DIGIT "1"))))`},
		{"a zone that is empty, by RFC 6874", changed("zones"), "s://[::1%25]", "IPv6addrz",
			`IPv6addrz! "::1%25]"(IPv6address "::1"(h16 "1"(HEXDIG "1"(DIGIT "1"))))`},
		{"a group that does not end", changed("a group in the fragment"), "s:#{1x}", "ifrag-group",
			`ifrag-group! "{1x}"(DIGIT "1")`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			node, ok := find(*diagnose.Tree(tt.s, tt.rule, spec.Interpret).Root(), tt.from)
			if got := outline(node); !ok || got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	long := "s:" + strings.Repeat("/a", 100_000) + " "
	n := 0
	path, _ := find(*diagnose.Tree(long, top, spec.Interpret).Root(), "ipath-absolute")
	for range path.Children() {
		n++
	}
	if n != 100_000 {
		t.Errorf("got %d segments of a long path, want 100000", n)
	}
}

// find returns the first node with a name at or below another.
func find(n parsetree.Node, name string) (parsetree.Node, bool) {
	if n.Name() == name {
		return n, true
	}
	for c := range n.Children() {
		if found, ok := find(c, name); ok {
			return found, true
		}
	}
	return parsetree.Node{}, false
}

// outline prints a node with those below it on one line.
func outline(n parsetree.Node) string {
	hole := ""
	if spec.IsHole(n) {
		hole = "!"
	}
	var below []string
	for c := range n.Children() {
		below = append(below, outline(c))
	}
	s := fmt.Sprintf("%s%s %q", n.Name(), hole, n.Text())
	if len(below) > 0 {
		s += "(" + strings.Join(below, " ") + ")"
	}
	return s
}
