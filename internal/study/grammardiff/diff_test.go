package grammardiff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

func sprint(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		chars := r.CharRanges()
		if r := []rune(chars); len(r) > 24 {
			chars = string(r[:24]) + "..."
		}
		fmt.Fprintf(&b, "%s %q %s: %s [%s]\n", r.In, r.Witness, strings.Join(r.Rules, " "), r.Expr, chars)
	}
	return strings.TrimSpace(b.String())
}

// TestSpecs compares the specs that are built in.
func TestSpecs(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"rfc3987", "rfc3987bis", `
rfc3987 "a://%aa" ireg-name: pct-encoded []
rfc3987bis "a:?\U000e0000" iprivate: %xE0000-E0FFF [U+E0000–U+E0FFF]`},
		{"rfc3986", "rfc3987", `
rfc3987 "a:é" ucschar: %xA0-D7FF [U+00A0–U+D7FF, U+F900–U+...]
rfc3987 "a:?\ue000" iprivate: %xE000-F8FF [U+E000–U+F8FF, U+F0000–U...]`},
		{"rfc3987", "leiri", `
leiri "a:\"" ucschar: %x22 [U+0000–U+0020, U+0022, U...]
leiri "a:\ue000" ucschar: %xE000-FFFD [U+E000–U+F8FF, U+F0000–U...]
leiri "a:?\U000e0000" iprivate: %xE0000-E0FFF [U+E0000–U+E0FFF]`},
		{"rfc3987", "rfc3987", ""},
	} {
		t.Run(tt.a+" "+tt.b, func(t *testing.T) {
			a, b := grammartest.Load(t, tt.a), grammartest.Load(t, tt.b)
			first := Side{Name: tt.a, Grammar: a, Rule: a.Rule(a.Top)}
			second := Side{Name: tt.b, Grammar: b, Rule: b.Rule(b.Top)}
			rows, err := Compare(first, second)
			if err != nil {
				t.Fatal(err)
			}
			if got := sprint(rows); got != strings.TrimSpace(tt.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, strings.TrimSpace(tt.want))
			}
		})
	}
}

// TestRules compares rules of one grammar.
func TestRules(t *testing.T) {
	g := grammartest.Load(t, "rfc3987")
	for _, tt := range []struct{ a, b, want string }{
		{"IRI-reference", "IRI", `a "" IRI-reference: irelative-ref []`},
		{"iquery", "ifragment", `a "\ue000" iquery: iprivate []`},
		{"absolute-IRI", "IRI", `b "a:#" IRI: ["#" ifragment] []`},
		{"isegment", "isegment-nz", `a "" isegment: *ipchar []`},
		{"isegment-nz", "isegment-nz-nc", `a ":" isegment-nz: ipchar []`},
		{"pct-encoded", "pct-encoded", ``},
	} {
		first := Side{Name: "a", Grammar: g, Rule: g.Rule(tt.a)}
		second := Side{Name: "b", Grammar: g, Rule: g.Rule(tt.b)}
		rows, err := Compare(first, second)
		if err != nil {
			t.Fatal(err)
		}
		if got := sprint(rows); got != tt.want {
			t.Errorf("%s and %s: got:\n%s\nwant:\n%s", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestChanges changes one rule of RFC 3987 in each row and compares: a is
// RFC 3987, b what the change makes of it.
func TestChanges(t *testing.T) {
	for _, tt := range []struct{ name, change, want string }{
		{"port is not empty", `port = 1*DIGIT`, `a "a://:" port: *DIGIT []`},
		{"port has five digits", `port = *5DIGIT`, `a "a://:000000" port: *DIGIT []`},
		{"port has one to five digits", `port = 1*5DIGIT`, `
a "a://:" port: *DIGIT []
a "a://:000000" port: *DIGIT []`},
		{"longer group", `h16 = 1*5HEXDIG`, `b "a://[::aaaaa]" h16: 1*5HEXDIG []`},
		{"leading zeros", `dec-octet = 1*3DIGIT`, `b "a://[::0.0.0.00]" dec-octet: 1*3DIGIT []`},
		{"leading zeros seen by themselves", "dec-octet = DIGIT\nihost = IP-literal / IPv4address", `
a "a://" ihost: ireg-name []
a "a://0.0.0.10" dec-octet: %x31-39 DIGIT []
a "a://0.0.0.100" dec-octet: "1" 2DIGIT []
a "a://0.0.0.200" dec-octet: "2" %x30-34 DIGIT []
a "a://0.0.0.250" dec-octet: "25" %x30-35 []`},
		{"no compression at the end", `IPv6address = 6( h16 ":" ) ls32
  / "::" 5( h16 ":" ) ls32
  / [               h16 ] "::" 4( h16 ":" ) ls32
  / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
  / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
  / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
  / [ *4( h16 ":" ) h16 ] "::"              ls32
  / [ *5( h16 ":" ) h16 ] "::"              h16`, `a "a://[::]" IPv6address: [*6(h16 ":") h16] "::" []`},
		{"zone", `IP-literal = "[" ( IPv6address [ "%25" 1*unreserved ] / IPvFuture  ) "]"`,
			`b "a://[::%25a]" IP-literal: ["%25" 1*unreserved] []`},
		{"v is a small letter", `IPvFuture = %s"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`,
			`a "a://[Va.a]" IPvFuture: "v" [U+0056]`},
		{"colon in the first segment", `ipath-noscheme = isegment-nz *( "/" isegment )`, ``},
		{"empty segment first", `ipath-absolute = "/" *( isegment "/" ) isegment`,
			`b "a://:a" ipath-absolute: *(isegment "/") []`},
		{"private use in a fragment", `ifragment = *( ipchar / "/" / "?" / iprivate )`,
			`b "a:#\ue000" ifragment: iprivate []`},
		{"two", "iquery = *( ipchar / \"/\" / \"?\" )\nscheme = ALPHA *( ALPHA / DIGIT / \"+\" / \"-\" / \".\" / \"_\" )", `
a "a:?\ue000" iquery: iprivate []
b "a_:" scheme: "_" [U+005F]`},
		{"one hex digit", `pct-encoded = "%" HEXDIG [ HEXDIG ]`, `b "a:%a" pct-encoded: [HEXDIG] []`},
		{"split differently", "ipath-abempty = *( slash isegment )\nslash = \"/\"", ``},
		{"brackets in a query", `iquery = *( ipchar / iprivate / "/" / "?" / "[" / "]" )`, `
b "a:?[" iquery: "[" [U+005B]
b "a:?]" iquery: "]" [U+005D]`},
		{"brackets in a query, a question mark not", `iquery = *( ipchar / iprivate / "/" / "[" / "]" )`, `
a "a:??" iquery: "?" [U+003F]
b "a:?[" iquery: "[" [U+005B]
b "a:?]" iquery: "]" [U+005D]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := grammartest.Load(t, "rfc3987")
			b := grammartest.Read(t, "; changes: rfc3987\n"+tt.change)
			first := Side{Name: "a", Grammar: a, Rule: a.Rule("IRI")}
			second := Side{Name: "b", Grammar: b, Rule: b.Rule("IRI")}
			rows, err := Compare(first, second)
			if err != nil {
				t.Fatal(err)
			}
			got := sprint(rows)
			if got != strings.TrimSpace(tt.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, strings.TrimSpace(tt.want))
			}
		})
	}
}

func TestTrees(t *testing.T) {
	for _, tt := range []struct{ name, a, b, want string }{
		{"the same", "", "", ""},
		{"another name", "", "ipath-abempty = *( slash isegment )\nslash = \"/\"", `split ipath-abempty ipath-abempty`},
		{"two names", "", "iuserinfo = *( iunreserved / pct-form / sub-delims / \":\" )\npct-form = pct-encoded", `
split iuserinfo iuserinfo
named pct-encoded pct-form`},
		{"another order", "", `ihost = ireg-name / IP-literal / IPv4address`, `split ihost ihost`},
		{"another language is not a difference of trees", "", `port = 1*DIGIT`, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := grammartest.Read(t, "; changes: rfc3987\n"+tt.a), grammartest.Read(t, "; changes: rfc3987\n"+tt.b)
			var got strings.Builder
			first := Side{Name: "a", Grammar: a, Rule: a.Rule("IRI")}
			second := Side{Name: "b", Grammar: b, Rule: b.Rule("IRI")}
			rows, err := Trees(first, second)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				fmt.Fprintln(&got, r.Kind, r.A.Name, r.B.Name)
			}
			if got := strings.TrimSpace(got.String()); got != strings.TrimSpace(tt.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, strings.TrimSpace(tt.want))
			}
		})
	}
}

// TestLinear compares rules that refer to themselves at one end with rules that do not: exactly.
func TestLinear(t *testing.T) {
	for _, tt := range []struct{ name, a, b, want string }{
		{"right", `a = "x" [ "," a ]`, `a = *( "x," ) "x"`, ""},
		{"left", `a = [ a "," ] "x"`, `a = *( "x," ) "x"`, ""},
		{"left and right", `a = [ a "," ] "x"`, `a = "x" [ "," a ]`, ""},
		{"a difference that lies deep", `a = "x" [ "," a ]`, `a = "x" *4( ",x" )`, "A x,x,x,x,x,x"},
		{"deep in the other", `a = "x" *4( ",x" )`, `a = [ a "," ] "x"`, "B x,x,x,x,x,x"},
		{"a difference of one character", `a = "x" [ "," a ]`, `a = ( "x" / "y" ) *( ",x" )`, "B y"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ga, gb := grammartest.Read(t, tt.a+"\n"), grammartest.Read(t, tt.b+"\n")
			sides := [2]Side{{Name: "A", Grammar: ga, Rule: ga.Rule("a")}, {Name: "B", Grammar: gb, Rule: gb.Rule("a")}}
			rows, err := Compare(sides[0], sides[1])
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, r := range rows {
				got.WriteString(r.In + " " + r.Witness)
			}
			if got.String() != tt.want || Bounded(sides[0], sides[1]) {
				t.Errorf("got %q, want %q", got.String(), tt.want)
			}
			if _, err := Trees(sides[0], sides[1]); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWitnesses holds that the strings are those of the first rows of a comparison.
func TestWitnesses(t *testing.T) {
	for _, tt := range []struct{ a, b string }{
		{"a = 1*DIGIT", "a = *DIGIT"},
		{"a = *DIGIT", "a = *ALPHA"},
		{"a = DIGIT", "a = %x30-39"},
		{"a = \"(\" a \")\" / \"x\"", "a = \"(\" a \")\" / \"y\""},
		{"a = \"(\" a \")\" / \"x\"", "a = *\"(\" \"x\" *\")\""},
		{"a = \"x\" [ \",\" a ]", "a = \"x\" *( \",\" \"x\" )"},
		{"a = [ a \",\" ] \"x\"", "a = \"x\" *4( \",\" \"x\" )"},
		{"a = \"x\" [ b ]\nb = \",\" a", "a = 1*( \"x\" / \",\" )"},
		{"; terminals: octets\na = %xC3 %xA9 / %xC3", "a = %xE9 / %xEA"},
	} {
		ga, gb := grammartest.Read(t, tt.a+"\n"), grammartest.Read(t, tt.b+"\n")
		sides := [2]Side{{Name: "A", Grammar: ga, Rule: ga.Rule("a")}, {Name: "B", Grammar: gb, Rule: gb.Rule("a")}}
		rows, err := Compare(sides[0], sides[1])
		if err != nil {
			t.Fatal(err)
		}
		only, err := Witnesses(sides[0], sides[1])
		if err != nil {
			t.Fatal(err)
		}
		for side, got := range only {
			want := "none"
			for _, r := range rows {
				if r.Side == side {
					want = r.Witness
					break
				}
			}
			if (got == nil) != (want == "none") || got != nil && *got != want {
				t.Errorf("%s and %s, side %d: got %v, want %q", tt.a, tt.b, side, got, want)
			}
		}
	}
}

// TestEngines holds that a witness about which an engine says something else is an error.
func TestEngines(t *testing.T) {
	a, b := grammartest.Read(t, "a = \"x\" / \"y\"\n"), grammartest.Read(t, "a = \"x\"\n")
	sides := [2]Side{{Name: "A", Grammar: a, Rule: a.Rule("a")}, {Name: "B", Grammar: b, Rule: b.Rule("a")}}
	for _, tt := range []struct {
		name  string
		valid func(string) bool // of the second side, which does not match "y"
		fails bool
	}{
		{"it agrees", func(s string) bool { return s == "x" }, false},
		{"it accepts more", func(string) bool { return true }, true},
	} {
		sides[1].Engines = []func(string) bool{tt.valid}
		if _, err := Compare(sides[0], sides[1]); (err != nil) != tt.fails {
			t.Errorf("%s: got the error %v", tt.name, err)
		}
	}
}
