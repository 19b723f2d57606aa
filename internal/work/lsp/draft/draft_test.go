package draft

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestNames has the names of rules in texts that are right and in those that are not.
func TestNames(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"definitions and uses", "a = b / 1*2c\nb =/ \"x\"", "a= b c b="},
		{"a definition over two lines", "a\n  = b", "a= b"},
		{"RFC 5234 §2.3: terminal values", "a = %x41-5A %d13.10 %b1 %xABC b", "a= b"},
		{"RFC 7405: strings with case", "a = %s\"bc\" %i\"de\" f", "a= f"},
		{"strings and comments", "a = \"b ; c\" d ; e\nf = g", "a= d f= g"},
		{"a prose value that is a name", "a = <b> / <the rule c>", "a= b"},
		{"a string without its end", "a = \"b\nc = d", "a= c= d"},
		{"a prose value without its end", "a = <b\nc = d", "a= c= d"},
		{"a group without its end", "a = ( b / [ c\nd = e", "a= b c d= e"},
		{"fields of the header", "; spec: s\n; top: a\n; reference: b\n; component: host c\n;; record: a b\na = b",
			"a b host c a b a= b"},
		{"a field after a rule is a comment", "a = b\n; top: c", "a= b"},
		{"repetitions", "a = *b 3c *4d 5*e", "a= b c d e"},
		{"CR LF", "a = b\r\nc = \"d\r\n", "a= b c="},
		{"the end of the text", "a = %", "a="},
		{"nothing", "", ""},
	} {
		var got []string
		for _, n := range namesOf(tt.text) {
			name := tt.text[n.Start:n.End]
			if n.Defines {
				name += "="
			}
			got = append(got, name)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// FuzzNames holds that names are read from any text: in order, in its bounds, and as names of RFC 5234 §2.1.
func FuzzNames(f *testing.F) {
	for _, s := range []string{"a = b\n", "; top: a\n<b", "%s\"", "a = %x4", "\"\n<\r;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, n := range namesOf(text) {
			if n.Start < at || n.End <= n.Start || n.End > len(text) || !chars.IsLetter(text[n.Start]) ||
				nameEnd(text, n.Start) < n.End {
				t.Fatalf("%q: %+v", text, n)
			}
			at = n.End
		}
		d := &Draft{Text: text}
		for i := range len(text) + 1 {
			d.Quoted(i)
		}
	})
}

// TestDifferences has rules that match other strings than in the spec that a text changes.
func TestDifferences(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	for _, tt := range []struct{ name, text, want string }{
		{"a rule that matches less", "; changes: rfc3987\nport = 1*DIGIT\n", `port refuses "", which RFC 3987 accepts`},
		{"a rule that matches more", "; changes: rfc3986\nport = *( DIGIT / \"x\" )\n",
			`port accepts "x", which RFC 3986 refuses`},
		{"both", "; changes: rfc3986\nport = \"x\"\n",
			`port accepts "x", which RFC 3986 refuses, and refuses "", which RFC 3986 accepts`},
		{"other words for the same", "; changes: rfc3986\nport = [ 1*DIGIT ]\n", ""},
		{"a rule that is new", "; changes: rfc3986\nport2 = \"x\"\n", ""},
		{"a rule that refers to itself", "; changes: rfc3986\nport = [ \"(\" port \")\" ] / \"x\"\n",
			`port accepts "x", which RFC 3986 refuses, and refuses "0", which RFC 3986 accepts`},
		{"a rule that cannot be used", "; changes: rfc3986\nport = nothing\n", ""},
		{"a grammar of the library", "; changes: rfc9110\ntoken = 1*\"x\"\n",
			`token refuses "a", which RFC 9110 accepts`},
		{"a grammar that changes nothing", "port = \"x\"\n", ""},
		{"a text that cannot be read", "; changes: rfc3986\nport = (\n", ""},
	} {
		if testkit.Edited(tt.text, tt.want) {
			continue
		}
		d := New("x.abnf", tt.text, nil)
		all, whole := d.Differences(context.Background())
		var got []string
		for i := range all {
			got = append(got, all[i].String())
		}
		if got := strings.Join(got, "; "); got != tt.want || !whole {
			t.Errorf("%s: got %q %t, want %q", tt.name, got, whole, tt.want)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if all, whole := New("x.abnf", "; changes: rfc3987\nport = 1*DIGIT\n", nil).Differences(ctx); len(all) > 0 ||
		whole {
		t.Errorf("after its end: %v %t", all, whole)
	}
}

// TestBroken holds what is known while a text cannot be read: what was known before, without what is gone.
func TestBroken(t *testing.T) {
	before := New("x.abnf", "; section: A §1\na = b\nb = \"x\"\nc = a\n", nil)
	d := New("x.abnf", "a = b\nb = (\nd = a\n", before)
	if len(d.Faults) == 0 || !strings.Contains(d.About("b"), "A §1") {
		t.Errorf("got %v, %q", d.Faults, d.About("b"))
	}
	var names []string
	for _, k := range d.NamedRules() {
		names = append(names, k.Name)
	}
	for name, want := range map[string]bool{"a": true, "b": true, "c": false, "d": true, "ALPHA": true, "DIGIT": true} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s: known %t", name, !want)
		}
	}
	if d := New("x.abnf", "a = (", nil); d.About("a") != "" || len(d.All("a", false)) != 1 {
		t.Errorf("a text that never could be read: %q", d.About("a"))
	}
}

// TestAbout has what is said of rules of several kinds.
func TestAbout(t *testing.T) {
	d := New("x.abnf", "; section: A §1\na = *OCTETS\nOCTETS = %x00-10FFFF\nb = \"(\" b \")\" / \"x\"\nc = nothing\n"+
		"d = 1*\"`\"\nbad = %x41-\n", nil)
	for name, want := range map[string][]string{
		"a":   {"**a** (A §1)", "matches: `\"\"`", "No string was found that it does not match"},
		"b":   {"matches: `\"x\"`", "does not match: `"},
		"c":   {"c = nothing", "cannot be used as a start rule"},
		"d":   {"matches: ``\"`\"``"},
		"bad": {},
		"zz":  {},
	} {
		got := d.About(name)
		if (got == "") != (len(want) == 0) {
			t.Errorf("%s: got %q", name, got)
		}
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: got %q, want %q in it", name, got, part)
			}
		}
	}
	if got := fmt.Sprint(d.Outline()); !strings.Contains(got, "OCTETS A §1") {
		t.Error(got)
	}
}
