package vectors

import (
	"slices"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

func rows(t testing.TB, g *abnf.Grammar, rule string, size Size) []Row {
	t.Helper()
	var all []Row
	for r, err := range Suite(g, g.Rule(rule), size, nil) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// TestSuiteFindsFaults has faults that real parsers have, as changes of the grammar of
// RFC 3987. Each must differ from the suite in at least one row.
func TestSuiteFindsFaults(t *testing.T) {
	right := grammartest.Read(t, "; changes: rfc3987\n; top: IRI-reference\n")
	small := rows(t, right, "IRI-reference", Small)
	medium := rows(t, right, "IRI-reference", Medium)
	t.Logf("small: %d rows, medium: %d rows", len(small), len(medium))
	for i, tt := range []struct {
		name, fault string
		size        Size
	}{
		{"colon in the first segment", `ipath-noscheme = isegment-nz *( "/" isegment )`, Medium},
		{"iprivate in a fragment", `ifragment = *( ipchar / iprivate / "/" / "?" )`, Medium},
		{"iprivate in a path", `ipchar = iunreserved / iprivate / pct-encoded / sub-delims / ":" / "@"`, Small},
		{"no iprivate in a query", `iquery = *( ipchar / "/" / "?" )`, Small},
		{"leading zeros", `dec-octet = ["0"] DIGIT / ["0"] %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" ` +
			`%x30-35`, Small},
		{"octets up to 999", `dec-octet = DIGIT / %x31-39 DIGIT / %x31-39 2DIGIT`, Small},
		{"octets up to 249", `dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT`, Small},
		{"v in one case", `IPvFuture = %s"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`, Small},
		{"IPvFuture with one digit", `IPvFuture = "v" HEXDIG "." 1*( unreserved / sub-delims / ":" )`, Small},
		{"IPvFuture that ends at its dot", `IPvFuture = "v" 1*HEXDIG "." *( unreserved / sub-delims / ":" )`, Small},
		{"no IPvFuture", `IP-literal = "[" IPv6address "]"`, Small},
		{"zone identifier", `IP-literal = "[" ( IPv6address [ "%25" 1*unreserved ] / IPvFuture  ) "]"`, Small},
		{"seven groups and :: refused", ipv6(`[ *5( h16 ":" ) h16 ] "::"`), Small},
		{":: for no group", ipv6(`[ *7( h16 ":" ) h16 ] "::"`), Small},
		{"no :: alone", ipv6(`*6( h16 ":" ) h16 "::"`), Small},
		{"groups of five digits", `h16 = 1*5HEXDIG`, Small},
		{"groups of four digits", `h16 = 4HEXDIG`, Small},
		{"no IPv4 in IPv6", `ls32 = h16 ":" h16`, Small},
		{"U+1FFFE", `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-EFFFD`, Small},
		{"U+E0000", `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD ` +
			`/ %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD / ` +
			`%xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD / %xD0000-DFFFD / %xE0000-EFFFD`, Small},
		{"U+0080 to U+009F", `ucschar = %x80-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / ` +
			`%x30000-3FFFD / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD / %x70000-7FFFD / %x80000-8FFFD / ` +
			`%x90000-9FFFD / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD / %xD0000-DFFFD / %xE1000-EFFFD`, Small},
		{"the basic plane only", `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF`, Small},
		{"U+FFFD", `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFFD / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD ` +
			`/ %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD / ` +
			`%xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD / %xD0000-DFFFD / %xE1000-EFFFD`, Small},
		{"one hex digit", `pct-encoded = "%" HEXDIG [ HEXDIG ]`, Small},
		{"no hex digit", `pct-encoded = "%" [ HEXDIG HEXDIG ]`, Medium},
		{"hex digits in capitals", `pct-encoded = "%" 2( DIGIT / %x41-46 )`, Small},
		{"hex digits up to g", `pct-encoded = "%" 2( DIGIT / %x41-47 / %x61-67 )`, Medium},
		{"// at the start of ipath-absolute", `ipath-absolute = "/" [ isegment *( "/" isegment ) ]`, Medium},
		{"empty scheme", `scheme = *ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`, Small},
		{"scheme that starts with a digit", `scheme = ( ALPHA / DIGIT ) *( ALPHA / DIGIT / "+" / "-" / "." )`, Small},
		{"scheme without digits", `scheme = ALPHA *( ALPHA / "+" / "-" / "." )`, Small},
		{"underscore in a scheme", `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." / "_" )`, Medium},
		{"scheme in small letters", `scheme = %x61-7A *( ALPHA / DIGIT / "+" / "-" / "." )`, Small},
		{"port is not empty", `port = 1*DIGIT`, Small},
		{"port of five digits", `port = *5DIGIT`, Small},
		{"letters in a port", `port = *( DIGIT / ALPHA )`, Medium},
		{"host is not empty", `ireg-name = 1*( iunreserved / pct-encoded / sub-delims )`, Small},
		{"no percent-encoding in a host", `ireg-name = *( iunreserved / sub-delims )`, Small},
		{"two userinfos", `iauthority = *2( iuserinfo "@" ) ihost [ ":" port ]`, Small},
		{"userinfo without colon", `iuserinfo = *( iunreserved / pct-encoded / sub-delims )`, Small},
		{"# in a fragment", `ifragment = *( ipchar / "/" / "?" / "#" )`, Medium},
		{"? in a query refused", `iquery = *( ipchar / iprivate / "/" )`, Small},
		{"[ in a query", `iquery = *( ipchar / iprivate / "/" / "?" / "[" / "]" )`, Medium},
		{"| in a path", `ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@" / "|"`, Medium},
		{"apostrophe refused", `sub-delims = "!" / "$" / "&" / "(" / ")" / "*" / "+" / "," / ";" / "="`, Small},
		{"the empty reference refused", `irelative-part = "//" iauthority ipath-abempty / ipath-absolute / ` +
			`ipath-noscheme`, Small},
	} {
		if tt.size == Small && i%testkit.Size(15, 14, 1) != 0 {
			continue // some of those that a small suite finds, which are many
		}
		t.Run(tt.name, func(t *testing.T) {
			wrong := grammartest.Read(t, "; changes: rfc3987\n; top: IRI-reference\n"+tt.fault)
			rule := wrong.Rule("IRI-reference")
			alphabet := languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{wrong: {rule}})
			b := languages.NewCompiler(alphabet, wrong).Rule(rule)
			differs := func(r Row) bool { return b.Match([]rune(r.Input)) != r.Valid }
			found := Full + 1
			switch {
			case slices.ContainsFunc(small, differs):
				found = Small
			case slices.ContainsFunc(medium, differs):
				found = Medium
			}
			if found > Full {
				t.Error("no row differs")
			} else if found > tt.size {
				t.Errorf("found by size %d, want %d", found, tt.size)
			}
		})
	}
}

// ipv6 returns IPv6address with another last alternative.
func ipv6(last string) string {
	return `IPv6address = 6( h16 ":" ) ls32
  / "::" 5( h16 ":" ) ls32
  / [               h16 ] "::" 4( h16 ":" ) ls32
  / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
  / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
  / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
  / [ *4( h16 ":" ) h16 ] "::"              ls32
  / [ *5( h16 ":" ) h16 ] "::"              h16
  / ` + last
}

// TestRows checks the rows of a suite.
func TestRows(t *testing.T) {
	g := grammartest.Read(t, "; changes: rfc3986")
	all := rows(t, g, "host", Small)
	if len(all) < 100 || len(all) > 2000 {
		t.Errorf("got %d rows for a small suite", len(all))
	}
	seen := map[string]bool{}
	valid := 0
	for _, r := range all {
		if seen[r.Input] {
			t.Errorf("%q comes twice", r.Input)
		}
		seen[r.Input] = true
		if r.Why == "" || len(r.Rules) == 0 || r.Rules[0] != "host" {
			t.Errorf("row %+v does not say what it tests", r)
		}
		if r.Valid {
			valid++
		}
	}
	if valid < 50 || valid == len(all) {
		t.Errorf("got %d valid rows of %d", valid, len(all))
	}
	for _, want := range []struct {
		input string
		valid bool
	}{
		{"[Va.a]", true},
		{"[aaaaa::a:a:a:a:a:a]", false},
		{"", true},
	} {
		i := slices.IndexFunc(all, func(r Row) bool { return r.Input == want.input })
		if i < 0 || all[i].Valid != want.valid {
			t.Errorf("no row %+v", want)
		}
	}
}
