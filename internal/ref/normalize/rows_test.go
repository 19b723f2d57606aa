package normalize

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestRelativize has the shortest reference from a base to a target; Resolve takes it back.
func TestRelativize(t *testing.T) {
	for _, tt := range []struct{ base, target, want string }{
		{"a:/b/c?q", "a:/b/c?q", ""}, {"a:/b/c?q", "a:/b/c?q#f", "#f"}, {"a:/b/c?q", "a:/b/c?r", "?r"}, {"a:/b/c",
			"a:/b/c?", "?"}, {"a:/b/c?q", "a:/b/c", "c"}, {"a:/b/?q", "a:/b/", "."},
		{"a:/b/c", "a:/b/d", "d"}, {"a:/b/c", "a:/b/", "."}, {"a:/b/c", "a:/", "/"}, {"a:/b/c/d", "a:/b/e", "../e"},
		{"a:/b/c/d", "a:/b/", ".."}, {"a:/b/c/d", "a:/e", "/e"},
		{"a:/bbb/ccc/d/e", "a:/bbb/ccc/f", "../f"}, {"a:/bbb/ccc/d/e/f", "a:/bbb/ccc/", "../.."},
		{"a:/bbb/c/d/e", "a:/bbb/f", "/bbb/f"}, {"a:/b/c", "a:/b/d:e", "./d:e"}, {"a:/b/c", "a:/b//d", ".//d"},
		{"a:/b/c", "a://h/b/d", "//h/b/d"}, {"a://h/b/c", "a:/b/d", "a:/b/d"}, {"a://h/b", "a://g/b", "//g/b"},
		{"a://h/b", "a://h", "//h"}, {"a://h", "a://h/b", "b"}, {"a://h", "a://h", ""},
		{"a:/b", "A:/b", "A:/b"}, {"a:/b", "c:/b", "c:/b"}, {"a:b/c", "a:b/d", "d"}, {"a:b/c/d", "a:b/e", "../e"},
		{"a:b", "a:c", "c"}, {"a:b/c", "a:/d", "/d"}, {"a:b", "a:", "."},
		{"a:/b/c", "a:/b/../c", "!"}, {"a:/b/c", "a:./c", "!"}, {"a:/b", "c:/./d", "!"}, {"a:/./b/c", "a:/b/d", "d"},
		{"a:/b/c", "a:/.//d", "..//d"}, {"//h/b", "//h/c", "c"}, {"/a/b", "/a/c#f", "c#f"},
		{"a://h/longer/b", "a://h/longer/b?q#f", "?q#f"}, {"a://h/b/c?q", "a://h/b/#f", ".#f"},
	} {
		if testkit.Edited(tt.base, tt.target, tt.want) {
			continue
		}
		base, target := component.SplitTrusted(tt.base), component.SplitTrusted(tt.target)
		ref, ok := Relativize(base, target, spec.Rule{})
		got := ref.Text
		if !ok {
			got = "!"
		}
		var back component.Ref
		Resolve(&back, &base, &ref)
		if got != tt.want || ok && base.Parts.Scheme > 0 && back.Text != tt.target {
			t.Errorf("from %q to %q: got %q, want %q", tt.base, tt.target, got, tt.want)
		}
	}
}

// TestDiffers has pairs and the rung on which they are equal, or where they differ and why, in part.
func TestDiffers(t *testing.T) {
	long := strings.Repeat("é", 300)
	for _, tt := range []struct {
		a, b string
		to   Rung
		want string
		why  string
	}{
		{"a:b", "a:b", RungString, "string", ""}, {"A:b", "a:b", RungProtocol, "case", ""}, {"a:%7E", "a:~",
			RungProtocol, "percent", ""}, {"a:/b/../c", "a:/c", RungProtocol, "path", ""},
		{"http://h:80/", "http://h", RungProtocol, "scheme", ""}, {"http://h/a/", "http://h/a", RungProtocol,
			"protocol", ""},
		{"A:b", "a:b", RungString, "0-1 0-1", ""}, {"http://h/a/", "http://h/a", RungScheme, "8-11 8-10",
			"rung protocol, which was not asked for"},
		{"http://h:80/", "http://h/", RungPath, "8-11 none", "rung scheme, which was not asked for"},
		{"http://h:81/", "http://h/", RungScheme, "8-11 none", "the default port of the scheme is 80"},
		{"x://h:81/", "x://h/", RungScheme, "5-8 none", "no default port is known"},
		{"//h:81/", "//h/", RungScheme, "3-6 none", "a relative reference has none"},
		{"a:b", "b", RungScheme, "0-1 none", "resolve the other"},
		{"b", "a:b", RungScheme, "none 0-1", "resolve the other"},
		{"a:b?", "a:b", RungScheme, "3-4 none", "an empty query"},
		{"a:b#", "a:b", RungScheme, "3-4 none", "an empty fragment"},
		{"a:b?q", "a:b", RungScheme, "3-5 none", ""}, {"//u@h", "//h", RungScheme, "2-3 none", ""},
		{"//u@h", "//v@h", RungScheme, "2-3 2-3", ""}, {"//u:p@h", "//u:q@h", RungScheme, "2-5 2-5", "xxxxx"},
		{"a:é", "a:e\u0301", RungScheme, "2-4 2-5", "same in NFC,"},
		{"a:ﬁ", "a:fi", RungScheme, "2-5 2-4", "same in NFKC,"},
		{"http://bücher.example/", "http://xn--bcher-kva.example/", RungScheme, "7-22 7-28",
			"rung host, which was not asked for"}, {"http://a。example/", "http://a.example/", RungHost, "7-18 7-16",
			"by uts46"}, {"http://[0::1]", "http://[::1]", RungProtocol, "host", ""},
		{"a:%2F", "a:/", RungScheme, "2-5 2-3", "percent-encoding a reserved character"},
		{"a:B", "a:b", RungScheme, "2-3 2-3", "differ in a path"}, {"//É", "//é", RungPath, "2-4 2-4", ""},
		{"a:/b/c/d", "a:/b/x/d", RungScheme, "5-6 5-6", ""}, {"a:/b/d", "a:/b/x/d", RungScheme, "5-5 5-6", ""},
		{"a:?b&c;d", "a:?b&x;d", RungScheme, "5-6 5-6", ""},
		{"/a/../b", "/b", RungScheme, "1-5 1-1", "resolve relative references"},
		{"a:/%7E/b", "a:/~/c", RungScheme, "7-8 5-6", ""},
		{"a:#b", "a:#c", RungScheme, "3-4 3-4", ""}, {"a:#%2F" + long, "a:#%26" + long, RungScheme, "3-606 3-606", ""},
		{"a:" + long + "b", "a:" + long + "c", RungScheme, "602-603 602-603", ""},
	} {
		if testkit.Edited(tt.a, tt.b, tt.want) {
			continue
		}
		c, where := Explain(component.SplitTrusted(tt.a), component.SplitTrusted(tt.b), tt.to, Options{})
		got := c.Rung.String()
		if !c.Equal {
			got = strings.ReplaceAll(fmt.Sprintf("%d-%d %d-%d", where.A.Start, where.A.End, where.B.Start, where.B.End), "-1--1", "none")
		}
		if got != tt.want || !strings.Contains(c.Differs, tt.why) || c.Equal != (c.Differs == "") {
			t.Errorf("%.40q and %.40q on %s: got %s, %s, want %s", tt.a, tt.b, tt.to, got, c.Differs, tt.want)
		}
	}
}

// TestRungNames has each rung by its name, and the normal form of its example in each way.
func TestRungNames(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for i, r := range Rungs() {
		in, out := r.Example()
		ref, want := component.SplitTrusted(in), component.SplitTrusted(out)
		if p, err := ParseRung(strings.ToUpper(r.String())); err != nil || p != r || int(r) != i || r.Does() == "" ||
			!strings.HasPrefix(r.Section(), "RFC 3987 §5.3.") {
			t.Errorf("%s: got %v, %v", r, p, err)
		}
		if got := string(AppendNormal([]byte("-"), ref, r, nil)); got != "-"+out || !IsNormal(want, r) ||
			IsNormal(ref, r) != (in == out) || string(AppendNormal(nil, want, r, nil)) != out {
			t.Errorf("%s: %q becomes %q, want %q", r, in, got, out)
		}
	}
	if _, err := ParseRung("nosuch"); err == nil {
		t.Error("nosuch is a rung")
	}
}
