package conformance_test

import (
	"bytes"
	"cmp"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// hostile are strings that break what takes text for granted.
var hostile = []string{
	"", " ", "\x00", "\xff", "\ufeff", "a:", "a:b", "//", "?", "#", "a:\x00", "a:\xff", "a:\u2028\u2029", "a:&<>\"'",
	"a:?&'", "null", `"a:b"`, "0",
	"http://u:p@h:8a/", "http://u:p:q@[::1]:80/é?é#é", "HTTP://例え.テスト/%zz", "../é", "http://e/\u202e", "a:\U0001F600",
	"http://e/\r\n", "1a:b",
	"-home", "a:%00", "a://:@:", "//u:p@h", strings.Repeat("a:", 1<<12), "\\x61:b", "${x}", "http://e/?q=a;b&c=d+e",
}

// A value is what the pointer to a type of text has, T or *T.
type value[T any] interface {
	*T
	encoding.TextUnmarshaler
	encoding.BinaryUnmarshaler
	sql.Scanner
}

// roundTrips checks that T takes s by every encoding or by none, as parse says, that it comes
// back as it was, and that a failure changes nothing.
func roundTrips[T interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
	encoding.TextAppender
	encoding.BinaryMarshaler
	driver.Valuer
}, P value[T]](t *testing.T, s string, parse func(string) (T, error), emptyIsZero bool) {
	t.Helper()
	want, err := parse(s)
	ok := err == nil || emptyIsZero && s == ""
	before, err := parse("a:before")
	if err != nil {
		t.Fatal(err)
	}
	check := func(how string, got T, err error) {
		t.Helper()
		switch {
		case (err == nil) != ok:
			t.Errorf("%T by %s from %.60q: got the error %v, want one: %v", got, how, s, err, !ok)
		case ok && got != want:
			t.Errorf("%T by %s from %.60q: got %q, want %q", got, how, s, got, want)
		case !ok && got != before:
			t.Errorf("%T by %s from %.60q: the error changed the value to %q", got, how, s, got)
		}
	}
	for _, how := range []struct {
		name string
		read func(p P) error
	}{
		{"text", func(p P) error { return p.UnmarshalText([]byte(s)) }},
		{"binary", func(p P) error { return p.UnmarshalBinary([]byte(s)) }},
		{"a string column", func(p P) error { return p.Scan(s) }},
		{"a bytes column", func(p P) error { return p.Scan([]byte(s)) }},
	} {
		v := before
		err := how.read(&v)
		check(how.name, v, err)
	}
	if !ok {
		return
	}
	if text, err := want.AppendText([]byte("x")); err != nil || string(text) != "x"+s {
		t.Errorf("%T: AppendText of %.60q: got %q, %v", want, s, text, err)
	}
	// The value is in a struct, a key of a map, an attribute and an element, as programs have it.
	type record struct {
		V   T
		Key map[T]int
	}
	in, out := record{want, map[T]int{want: 1}}, record{}
	text, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil || out.V != want || !maps.Equal(out.Key, in.Key) {
		t.Errorf("%T by JSON from %.60q: got %+v, %v", want, s, out, err)
	}
	out = record{}
	var b bytes.Buffer
	if err = gob.NewEncoder(&b).Encode(in); err == nil {
		err = gob.NewDecoder(&b).Decode(&out)
	}
	if err != nil || out.V != want || !maps.Equal(out.Key, in.Key) {
		t.Errorf("%T by gob from %.60q: got %+v, %v", want, s, out, err)
	}
	type element struct {
		A T `xml:"a,attr"`
		E T
	}
	var e element
	text, err = xml.Marshal(element{want, want})
	if err == nil {
		err = xml.Unmarshal(text, &e)
	}
	if err != nil || e.A != want || e.E != want {
		t.Errorf("%T by XML from %.60q: got %+v, %v", want, s, e, err)
	}
	column, err := want.Value()
	if v := before; err != nil || P(&v).Scan(column) != nil || v != want {
		t.Errorf("%T by SQL from %.60q: got %q, %v", want, s, v, err)
	}
}

// FuzzRoundTrip checks that the types of text take and give what conforms, and nothing else,
// by every encoding.
func FuzzRoundTrip(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		roundTrips(t, s, iri.Parse, true)
		roundTrips(t, s, iri.ParseRef, false)
		roundTrips(t, s, iri.ParseURI, true)
		roundTrips(t, s, iri.ParseURIRef, false)

		i := iri.MustParse("a:before")
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		flags.TextVar(&i, "home", i, "")
		if err := flags.Parse([]string{"-home", s}); (err == nil) != (s == "" || iri.Valid(s)) || err == nil &&
			i.String() != s {
			t.Errorf("by a flag from %q: got %q, %v", s, i, err)
		}
		var rung iri.Rung
		if err := rung.UnmarshalText([]byte(s)); err == nil && !strings.EqualFold(rung.String(), s) {
			t.Errorf("%q is taken for the rung %s", s, rung)
		}
	})
}

// FuzzRedacted checks that no password is left, and that everything else is.
func FuzzRedacted(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := iri.ParseRef(s)
		if err != nil {
			return
		}
		got, err := iri.ParseRef(r.Redacted())
		if err != nil || r.LogValue().String() != got.String() {
			t.Fatalf("%q: got %q, %v", s, r.Redacted(), err)
		}
		userinfo, _ := r.Userinfo()
		user, _, hasPassword := strings.Cut(userinfo, ":")
		if !hasPassword && got != r {
			t.Errorf("%q has no password, and becomes %q", s, got)
		}
		if redacted, _ := got.Userinfo(); hasPassword && redacted != user+":xxxxx" {
			t.Errorf("%q: got the userinfo %q", s, redacted)
		}
		if a, _ := r.Builder().NoUserinfo().Ref(); hasPassword {
			if b, _ := got.Builder().NoUserinfo().Ref(); a != b {
				t.Errorf("%q: got %q, which differs in more than the userinfo", s, got)
			}
		}
		if uri, err := iri.ParseURIRef(s); err == nil {
			if u, err := uri.URL(); err == nil && u.User != nil && strings.Contains(uri.Redacted(),
				":xxxxx@") != strings.Contains(u.Redacted(), ":xxxxx@") {
				t.Errorf("%q: got %q, and net/url has %q", s, uri.Redacted(), u.Redacted())
			}
		}
	})
}

// TestOrder checks that Compare is an order that agrees with ==, so that sorted IRIs can be
// searched and put into sets.
func TestOrder(t *testing.T) {
	var list []iri.Ref
	for _, s := range hostile {
		if r, err := iri.ParseRef(s); err == nil {
			list = append(list, r, r)
		}
	}
	for _, a := range list {
		for _, b := range list {
			if c := a.Compare(b); c != -b.Compare(a) || (c == 0) != (a == b) ||
				c != cmp.Compare(a.String(), b.String()) {
				t.Errorf("%q and %q: got %d", a, b, c)
			}
		}
	}
	slices.SortFunc(list, iri.Ref.Compare)
	set := make(map[iri.Ref]bool)
	for _, r := range list {
		set[r] = true
		if at, ok := slices.BinarySearchFunc(list, r, iri.Ref.Compare); !ok || list[at] != r {
			t.Errorf("%q is not found", r)
		}
	}
	if n := len(slices.Compact(list)); n != len(set) || n*2 != len(list) {
		t.Errorf("%d references have %d texts, and the set holds %d", len(list), n, len(set))
	}
}

// FuzzPosition checks that later offsets are at later places, and that a line has as many
// characters and code units as its text.
func FuzzPosition(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		report := iri.Check(s, iri.WithGrammarOnly(), iri.WithMaxFindings(1))
		if len(s) > 1000 {
			return
		}
		lastLine, lastChar, lastUnit := 1, 1, 0
		for at := range len(s) + 1 {
			line, char, unit := report.Position(at)
			if line < lastLine || line == lastLine && (char < lastChar || unit < lastUnit) || unit < char-1 ||
				line > lastLine+1 {
				t.Fatalf("%q: offset %d is at %d:%d (%d), the one before at %d:%d (%d)", s, at, line, char, unit,
					lastLine, lastChar, lastUnit)
			}
			lastLine, lastChar, lastUnit = line, char, unit
		}
		lines := strings.Count(strings.ReplaceAll(s, "\r\n", "\n"), "\n") +
			strings.Count(strings.ReplaceAll(s, "\r\n", ""), "\r")
		if lastLine != lines+1 {
			t.Errorf("%q: the end is on line %d, want %d", s, lastLine, lines+1)
		}
	})
}

// TestFromURLQueries checks queries, which net/url takes as they are.
func TestFromURLQueries(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"?q=é", "?q=é"},
		{"http://e/?q=é", "http://e/?q=é"},
		{"http://e?q=é#é", "http://e?q=é#%C3%A9"},
		{"http://é/é?é", "http://%C3%A9/%C3%A9?é"},
		{"http://e/?q=日本 語", "http://e/?q=日本%20語"},
		{"http://e/?q=%C3%A9&r=é%", "http://e/?q=%C3%A9&r=é%25"},
		{"http://e/?q=\xe9", "http://e/?q=%E9"},
		{"http://e/?q=é\u202e", "http://e/?q=é%E2%80%AE"},
		{"http://e/?q=\ue000é", "http://e/?q=%EE%80%80é"}, // kept encoded (RFC 3987 §3.2, §6.1)
		{"mailto:a@e?subject=é", "mailto:a@e?subject=é"},
		{"urn:a:b?+é", "urn:a:b?+é"},
	} {
		u, err := url.Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := iri.FromURL(u); err != nil || got.String() != tt.want {
			t.Errorf("%q: got %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
}
