package iri_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/testkit"
)

// The interfaces that users expect of a type whose values are text.
var (
	_ = []interface {
		fmt.Stringer
		encoding.TextMarshaler
		encoding.TextAppender
		driver.Valuer
	}{iri.IRI{}, iri.Ref{}, iri.URI{}, iri.URIRef{}}
	_ = []interface {
		encoding.TextUnmarshaler
		sql.Scanner
	}{&iri.IRI{}, &iri.Ref{}, &iri.URI{}, &iri.URIRef{}}
)

func TestText(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p?q")
	type all struct {
		I iri.IRI
		R iri.Ref
		U iri.URI
		V iri.URIRef
	}
	in := `{"I":"http://é/ü?q","R":"../é","U":"http://a/%C3%A9","V":"../%C3%A9"}`
	var v all
	if err := json.Unmarshal([]byte(in), &v); err != nil {
		t.Fatal(err)
	}
	if q, ok := v.I.Query(); q != "q" || !ok {
		t.Errorf("query of what was unmarshalled = %q, %v", q, ok)
	}
	out, err := json.Marshal(v)
	if err != nil || string(out) != in {
		t.Errorf("got %s, %v, want %s", out, err, in)
	}
	for name, bad := range map[string]string{
		"IRI": `{"I":"é"}`, "Ref": `{"R":"a b"}`, "URI": `{"U":"http://é/"}`, "URIRef": `{"V":"é"}`,
	} {
		if testkit.Edited(name, bad) {
			continue
		}
		was := v
		err := json.Unmarshal([]byte(bad), &v)
		if _, ok := errors.AsType[*iri.ParseError](err); !ok {
			t.Errorf("%s: %s: got error %v, want a *ParseError", name, bad, err)
		}
		if v != was {
			t.Errorf("%s: %s: an error changed the value", name, bad)
		}
	}
}

func TestScan(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	tests := []struct {
		name  string
		to    sql.Scanner
		src   any
		want  driver.Value // what Value gives back
		fails bool
	}{
		{"IRI of a string", &iri.IRI{}, "http://é/", "http://é/", false},
		{"IRI of bytes", &iri.IRI{}, []byte("http://é/"), "http://é/", false},
		{"IRI of NULL", &iri.IRI{}, nil, nil, false},
		{"IRI of a number", &iri.IRI{}, int64(1), nil, true},
		{"IRI of no IRI", &iri.IRI{}, "é", nil, true},
		{"Ref of nothing", &iri.Ref{}, "", "", false},
		{"Ref of NULL", &iri.Ref{}, nil, nil, true},
		{"Ref of a string", &iri.Ref{}, "../é", "../é", false},
		{"URI of a string", &iri.URI{}, "http://a/", "http://a/", false},
		{"URI of NULL", &iri.URI{}, nil, nil, false},
		{"URI of an IRI", &iri.URI{}, "http://é/", nil, true},
		{"URIRef of a string", &iri.URIRef{}, "../a", "../a", false},
		{"URIRef of NULL", &iri.URIRef{}, nil, nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.to.Scan(tt.src); (err != nil) != tt.fails {
				t.Fatalf("Scan(%#v): got error %v, want one: %v", tt.src, err, tt.fails)
			}
			if tt.fails {
				return
			}
			if got, err := tt.to.(driver.Valuer).Value(); got != tt.want || err != nil {
				t.Errorf("Value() = %#v, %v, want %#v", got, err, tt.want)
			}
		})
	}
}

func TestParseURI(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q#f")
	u, err := iri.ParseURI("HTTP://example.org/%7e?q#f")
	if err != nil || u.String() != "HTTP://example.org/%7e?q#f" || u.IsZero() {
		t.Fatalf("got %q, %v", u, err)
	}
	if got := u.AsIRI(); got != iri.MustParse(u.String()) {
		t.Errorf("AsIRI: got %q", got)
	}
	if got, ok := u.Ref().URI(); !ok || got != u {
		t.Errorf("Ref().URI(): got %q, %v", got, ok)
	}
	for _, s := range []string{"", "a", "//h", "http://é/", "1a:b"} {
		if testkit.Edited(s) {
			continue
		}
		if u, err := iri.ParseURI(s); err == nil || !u.IsZero() {
			t.Errorf("ParseURI(%q): got %q, %v", s, u, err)
		}
	}
	for _, s := range []string{"", "a", "//h", "?q", "a:b"} {
		if testkit.Edited(s) {
			continue
		}
		r, err := iri.ParseURIRef(s)
		if err != nil || r.String() != s || r.AsRef() != iri.MustParseRef(s) || r.IsZero() != (s == "") {
			t.Errorf("ParseURIRef(%q): got %q, %v", s, r, err)
		}
		if _, ok := r.URI(); ok != (s == "a:b") {
			t.Errorf("%q is a URI: %v", s, ok)
		}
	}
	if r, err := iri.ParseURIRef("é"); err == nil || !r.IsZero() {
		t.Errorf("ParseURIRef(é): got %q, %v", r, err)
	}
}

func TestURIText(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	type pair struct {
		U iri.URI
		R iri.URIRef
	}
	var p pair
	const text = `{"U":"a:b","R":"../c"}`
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.U.String() != "a:b" || p.R.String() != "../c" {
		t.Fatalf("got %+v, %v", p, err)
	}
	if out, err := json.Marshal(p); err != nil || string(out) != text {
		t.Errorf("got %s, %v, want %s", out, err, text)
	}
	if b, err := p.U.AppendText([]byte("x")); err != nil || string(b) != "xa:b" {
		t.Errorf("got %q, %v", b, err)
	}
	if b, err := p.R.AppendText([]byte("x")); err != nil || string(b) != "x../c" {
		t.Errorf("got %q, %v", b, err)
	}
	if err := json.Unmarshal([]byte(`{"U":""}`), &p); err != nil || !p.U.IsZero() {
		t.Errorf("empty text: got %q, %v", p.U, err)
	}
	for _, bad := range []string{`{"U":"é:"}`, `{"U":"b"}`, `{"R":"é"}`} {
		if testkit.Edited(bad) {
			continue
		}
		p = pair{}
		if err := json.Unmarshal([]byte(bad), &p); err == nil || p != (pair{}) {
			t.Errorf("%s: got %+v, %v", bad, p, err)
		}
	}
}

// TestEnumText holds that every value of every enum comes back from its text, and that
// others do not.
func TestEnumText(t *testing.T) {
	testEnum[iri.Severity](t, "severity", 3)
	testEnum[iri.HostKind](t, "host kind", 4)
	testEnum[iri.HostMapping](t, "host mapping", 3)
	testEnum[iri.Rung](t, "rung", 7)
	testEnum[iri.Spaces](t, "spaces", 4)
	testEnum[iri.Backslash](t, "backslash", 3)
}

// testEnum does so for an enum of n values.
func testEnum[E interface {
	~uint8
	encoding.TextMarshaler
}, P interface {
	*E
	encoding.TextUnmarshaler
}](t *testing.T, kind string, n E) {
	t.Helper()
	for v := range n {
		text, err := v.MarshalText()
		if err != nil {
			t.Fatalf("%s %d: %v", kind, uint8(v), err)
		}
		if s := fmt.Sprint(v); s != string(text) {
			t.Errorf("%s %d: String has %q, MarshalText %q", kind, uint8(v), s, text)
		}
		var got E
		if err := P(&got).UnmarshalText(bytes.ToUpper(text)); err != nil || got != v {
			t.Errorf("%s %q: got %v, %v", kind, text, got, err)
		}
	}
	if text, err := n.MarshalText(); err == nil && kind != "severity" { // another number is an error, which has a text
		t.Errorf("%s: there is a text for value %d: %q", kind, uint8(n), text)
	}
	var got E
	err := P(&got).UnmarshalText([]byte("nothing of the kind"))
	if err == nil || !strings.Contains(err.Error(), "use ") {
		t.Errorf("%s: got the error %v, want one that names the values", kind, err)
	}
}

func TestGob(t *testing.T) {
	type record struct {
		I iri.IRI
		R iri.Ref
		U iri.URI
		V iri.URIRef
	}
	u, err := iri.ParseURI("http://e/%C3%A9")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []record{
		{I: iri.MustParse("http://例え.テスト/"), R: iri.MustParseRef("../é"), U: u, V: u.Ref()},
		{},
	} {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(in); err != nil {
			t.Fatal(err)
		}
		var out record
		if err := gob.NewDecoder(&b).Decode(&out); err != nil || out != in {
			t.Errorf("got %+v, %v, want %+v", out, err, in)
		}
	}
	var i iri.IRI
	if err := i.UnmarshalBinary([]byte("a b")); err == nil {
		t.Error("what is not an IRI was taken")
	}
}

// TestReportUnmarshal holds that a report comes back from its JSON: it writes the same again,
// and says the same.
func TestReportUnmarshal(t *testing.T) {
	for _, s := range []string{
		"http://h:8a/", "http://u:p@h:80/?", "http://e/a b%zz\xff", "", "http://0x7f.1/", "urn:a:b",
		"http://2001:db8::1/",
		strings.Repeat(":", 300), "http://e/\x00é",
	} {
		for _, spec := range iri.Specs() {
			want := spec.Top().Check(s, iri.WithMaxFindings(3), iri.WithLint())
			text, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got iri.Report
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if again, err := json.Marshal(got); err != nil || !bytes.Equal(again, text) {
				t.Errorf("got %s, %v\nwant %s", again, err, text)
			}
			if got.Input() != s || got.Conforms() != want.Conforms() || got.Rule() != want.Rule() ||
				got.More() != want.More() || !reflect.DeepEqual(got.Findings(), want.Findings()) {
				t.Errorf("%q: got %+v, want %+v", s, got, want)
			}
			if fixed, ok := want.Fixed(); ok {
				if again, ok := got.Fixed(); !ok || again != fixed {
					t.Errorf("%q: mended to %q, %v, want %q", s, again, ok, fixed)
				}
			}
		}
	}
	for _, bad := range []string{
		`{"input":"a","spec":"rfc0000","rule":"IRI"}`, `{"input":"a","spec":"rfc3987","rule":"nothing"}`,
		`{"input":"a","findings":[{"code":"x","severity":"error","start":0,"end":2}]}`,
		`{"input":"a","findings":[{"code":"x","severity":"fatal","start":0,"end":1}]}`, `[]`, `{"inputBase64":"?"}`,
	} {
		r := iri.Check("http://h:8a/")
		if err := json.Unmarshal([]byte(bad), &r); err == nil {
			t.Errorf("%s was taken", bad)
		} else if r.Input() != "http://h:8a/" {
			t.Errorf("%s: the report was changed", bad)
		}
	}
}

func TestPosition(t *testing.T) {
	const s = "aé😀\r\nb\rc\n\xffd"
	for _, tt := range []struct {
		offset            int
		line, char, utf16 int
	}{
		{0, 1, 1, 0}, {1, 1, 2, 1}, {2, 1, 2, 1}, {3, 1, 3, 2}, {6, 1, 3, 2}, {7, 1, 4, 4}, {8, 1, 5, 5},
		{9, 2, 1, 0}, {10, 2, 2, 1}, {11, 3, 1, 0}, {13, 4, 1, 0}, {14, 4, 2, 1}, {15, 4, 3, 2}, {99, 4, 3, 2},
		{-1, 1, 1, 0},
	} {
		line, char, utf16 := iri.Check(s).Position(tt.offset)
		if line != tt.line || char != tt.char || utf16 != tt.utf16 {
			t.Errorf("offset %d: got %d, %d, %d, want %d, %d, %d", tt.offset, line, char, utf16, tt.line, tt.char, tt.utf16)
		}
	}
}

func TestCheck(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	if iri.Check("http://").Conforms() || !iri.Valid("http://") {
		t.Error("http:// is valid by the grammar alone, and Check has to say that the host is missing")
	}
	if r := iri.Check("https://例え.テスト/"); len(r.Findings()) > 0 {
		t.Errorf("got %v", r.Findings())
	}
	if r := iri.Check("http://", iri.WithGrammarOnly()); !r.Conforms() {
		t.Error("the options are not heeded")
	}
}

func TestSpecFormat(t *testing.T) {
	if got := fmt.Sprintf("%v %+v %#v %s", iri.RFC3987, iri.LEIRI, iri.RFC3986, (*iri.Spec)(nil)); got != "rfc3987 leiri rfc3986 <nil>" {
		t.Errorf("got %q", got)
	}
}

// A form field: the fault is shown at its place.
func ExampleCheck() {
	report := iri.Check("https://example.org:8o80/")
	for _, f := range report.Findings() {
		_, char, _ := report.Position(f.Start)
		fmt.Printf("character %d: %s (%s)\n", char, f.Code, f.Section)
	}
	// Output: character 22: port (RFC 3986 §3.2.3)
}

// TestPrint checks what package fmt prints of values that hold pointers or much else.
func TestPrint(t *testing.T) {
	testkit.StatesRFC(t)
	var c grammars.Coverage
	c.Add(iri.RFC3987.Top(), "a:b")
	c.Add(iri.RFC3987.Top(), "b")
	faulty := iri.Check("http://h:8a/a b")
	for _, tt := range []struct {
		name  string
		value any
		want  string
	}{
		{"an error", faulty, `"http://h:8a/a b" is not an IRI: ` + faulty.Findings()[0].Message +
			` at byte 10 (RFC 3986 §3.2.3, port), and 1 more`},
		{"an error of prose", iri.Check("http://"), `"http://" does not conform: the host is empty, and http needs ` +
			`one at byte 7 (RFC 9110 §4.2, scheme-http); write the host after "//"`},
		{"warnings", iri.Check("http://0x7f.1/", iri.WithLint(), iri.WithSeverity("host-ipv4-like", iri.SeverityWarning)),
			`"http://0x7f.1/" conforms, with a warning: "0x7f.1" is a name by the grammar, but much software reads ` +
				`it as the address 127.0.0.1 at byte 7 (RFC 3986 §7.4, host-ipv4-like); write the address as four ` +
				`decimal numbers from 0 to 255, without leading zeros, if it is one`},
		{"two warnings", iri.Check("HTTP://h:80/", iri.WithLint(), iri.WithMaxFindings(1)),
			`"HTTP://h:80/" conforms, with a warning: the scheme is lower case in the normal form at byte 0 (RFC ` +
				`3987 §5.3.2.1, scheme-case); write "http", and 1 more`},
		{"nothing", iri.Check("a:b"), `"a:b" conforms`},
		{"the zero report", iri.Report{}, `"" does not conform`},
		{"a validator", iri.RFC3987.Top().Validator(), "IRI"},
		{"the zero validator", new(iri.Validator), "no rule: the zero Validator accepts no string"},
		{"a coverage", &c, "1 matched, 1 refused"},
		{"a pointer to a rule", new(iri.RFC3987.Top()), "IRI"},
	} {
		if got := fmt.Sprint(tt.value); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// The fault of a text field, as people count and as browsers do.
func ExampleReport_Position() {
	report := iri.Check("http://example.org/😀 a")
	for _, f := range report.Findings() {
		line, char, utf16 := report.Position(f.Start)
		fmt.Println(f.Start, line, char, utf16)
	}
	// Output: 23 1 21 21
}

// Severities are text in a configuration.
func ExampleSeverity() {
	var config struct{ Rules map[iri.Code]iri.Severity }
	err := json.Unmarshal([]byte(`{"Rules":{"userinfo-password":"error","host-ipv4-like":"off"}}`), &config)
	var opts []iri.CheckOption
	for code, severity := range config.Rules {
		opts = append(opts, iri.WithSeverity(code, severity))
	}
	fmt.Println(iri.Check("http://u:p@0x7f.1/", opts...).Err(), err)
	// Output:
	// iri: "http://u:xxxxx@0x7f.1/" does not conform: the userinfo has a ":", so what follows it is read as a password at byte 7 (RFC 3986 §3.2.1, userinfo-password); do not put passwords into IRIs, they are shown and logged; leave out the ":" and what follows it, or write %3A if it is part of the name <nil>
}
