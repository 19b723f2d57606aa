package iri_test

// This file tests what comments say of all values, and what no row of another test shows.

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
)

// madeOf yields strings that are made of one piece of each list.
func madeOf(n int, lists ...[]string) func(yield func(string) bool) {
	random := rand.New(rand.NewPCG(1, 2))
	return func(yield func(string) bool) {
		for range n {
			var s strings.Builder
			for _, pieces := range lists {
				s.WriteString(pieces[random.IntN(len(pieces))])
			}
			if !yield(s.String()) {
				return
			}
		}
	}
}

// TestURLString holds what the comment of URI.URL says the String of a url.URL has.
func TestURLString(t *testing.T) {
	testkit.StatesRFC(t)
	for s := range madeOf(5000, []string{"http:", "HTTP:", "x:", "a+B:"}, []string{"", "//"},
		[]string{"", "u@", "%c3%a9:p'*@", "u:%70@"}, []string{"h", "H", "h%c3%a9", "a'b", "[::1]", ""},
		[]string{"", ":", ":80"}, []string{"", "/", "/a%c3'(*)/%2F//b;c=!", "/@:"},
		[]string{"", "?", "?a=%c3&'*"}, []string{"", "#", "#%c3'*"}) {
		u, err := iri.ParseURI(s)
		if err != nil {
			continue
		}
		v, err := u.URL()
		if err != nil {
			continue
		}
		got, err := iri.ParseURI(v.String())
		if err != nil {
			t.Fatalf("%q: got %q: %v", s, v, err)
		}
		query, hasQuery := u.Query()
		fragment, _ := u.Fragment()
		gotQuery, gotHas := got.Query()
		gotFragment, _ := got.Fragment()
		host, _ := u.Host()
		gotHost, _ := got.Host()
		userinfo, _ := u.Userinfo()
		gotUserinfo, _ := got.Userinfo()
		if got.Scheme() != strings.ToLower(u.Scheme()) || got.Path() != u.Path() || query != gotQuery ||
			hasQuery != gotHas || fragment != gotFragment || !strings.EqualFold(host.String(), gotHost.String()) ||
			unescaped(t, userinfo) != unescaped(t, gotUserinfo) {
			t.Errorf("%q: got %q", s, v)
		}
	}
}

func unescaped(t *testing.T, s string) string {
	t.Helper()
	out, err := iri.UnescapeData(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDoesNotAllocate holds the comments that say so to IRIs of many kinds.
func TestDoesNotAllocate(t *testing.T) {
	testkit.StatesRFC(t)
	if raceDetector() {
		t.Skip("the race detector makes pools drop what findings are collected in")
	}
	b := make([]byte, 0, 1000)
	v := iri.RFC3987.Top().Validator()
	none := func(what, s string, f func()) {
		t.Helper()
		if n := testing.AllocsPerRun(3, f); n != 0 {
			t.Errorf("%s of %q: got %v allocations, want 0", what, s, n)
		}
	}
	for s := range madeOf(300, []string{"http://", "ftp://u@", "x://", "file://", "tel:", "mailto:a@", "urn:a:", "data:,"},
		[]string{"h", "xn--rsum-bpad.example", "résumé.example", "[2001:db8::1]", "1.2.3.4", "a%41", "例え.テスト",
			"אב.example", "0x7f.1"},
		[]string{"", "/", "/a/b", "/é/日本", "/%E3%81%82", "/%E2%80%AE"},
		[]string{"", "?u=http://xn--rsum-bpad.example/", "#é"}) {
		i, err := iri.Parse(s)
		if err != nil {
			continue
		}
		none("Valid", s, func() { iri.Valid(s); iri.ValidRef(s); iri.ValidBytes(b) })
		none("IsScheme", s, func() { i.IsScheme("x", "http") })
		none("WithoutFragment", s, func() { i.WithoutFragment() })
		none("AppendURI", s, func() { _, _ = iri.AppendURI(b, s) })
		none("AppendFromLEIRI", s, func() { _, _ = iri.AppendFromLEIRI(b, s) })
		if v.Clean(s) && !strings.Contains(s, "xn--") && !strings.Contains(s, "a%41") {
			none("Clean", s, func() { v.Clean(s) })
		}
		for _, rung := range iri.Rungs() {
			n := i.Normalize(rung)
			if rung < iri.RungScheme {
				none("Normalize, "+rung.String(), s, func() { n.Normalize(rung) })
				none("Key, "+rung.String(), s, func() { _ = n.Key(rung) })
			}
		}
	}
}

// nilPanics are the prefixes of the names of methods that write to their receiver.
var nilPanics = []string{"Unmarshal", "Scan"}

// TestNilReceivers calls the methods that have a pointer for their receiver with the nil pointer.
func TestNilReceivers(t *testing.T) {
	for _, value := range []any{
		(*iri.Validator)(nil), (*iri.ParseError)(nil), (*iri.ConvertError)(nil), (*iri.BuildError)(nil),
		(*iri.GrammarError)(nil), (*iri.Finding)(nil), (*iri.Coverage)(nil), (*iri.Policy)(nil), (*iri.Spec)(nil),
		(*iri.Node)(nil), (*iri.IRI)(nil), (*iri.Ref)(nil), (*iri.URI)(nil), (*iri.URIRef)(nil), (*iri.Report)(nil),
		(*iri.Severity)(nil), (*iri.HostKind)(nil), (*iri.HostMapping)(nil), (*iri.Rung)(nil), (*iri.Spaces)(nil),
		(*iri.Backslash)(nil),
	} {
		v := reflect.ValueOf(value)
		for method := range v.Type().Methods() {
			_, ofValue := v.Type().Elem().MethodByName(method.Name)
			if ofValue || slices.ContainsFunc(nilPanics, func(p string) bool { return strings.HasPrefix(method.Name, p) }) {
				continue
			}
			t.Run(v.Type().String()+"."+method.Name, func(t *testing.T) {
				args := []reflect.Value{v}
				for in := range method.Type.Ins() {
					if len(args) > 0 && in != v.Type() {
						args = append(args, reflect.Zero(in))
					}
				}
				if method.Name == "Format" { // of package fmt, which has a State
					_ = fmt.Sprintf("%v", value)
					return
				}
				if method.Type.IsVariadic() {
					args = args[:len(args)-1]
				}
				for _, out := range method.Func.Call(args) {
					if out.Kind() == reflect.Func && out.Type().CanSeq() {
						out.Seq()(func(reflect.Value) bool { return true })
					}
					if out.Kind() == reflect.Func && out.Type().CanSeq2() {
						out.Seq2()(func(_, _ reflect.Value) bool { return true })
					}
				}
			})
		}
	}
	for _, err := range []error{(*iri.ParseError)(nil), (*iri.ConvertError)(nil), (*iri.BuildError)(nil)} {
		if got := fmt.Sprintf("%v", err); strings.Contains(got, "PANIC") || got == "<nil>" {
			t.Errorf("%T: got %q", err, got)
		}
	}
}

// TestSeverityBeyond holds that a number which is no severity is an error, and is written so.
func TestSeverityBeyond(t *testing.T) {
	s := iri.Severity(9)
	text, err := json.Marshal([]any{s, iri.Finding{Code: "c", Severity: s}})
	if err != nil || s.String() != "error" || strings.Count(string(text), `"error"`) != 2 {
		t.Errorf("got %s, %s, %v", s, text, err)
	}
}

// TestFormat holds what the comments of Format say of verbs.
func TestFormat(t *testing.T) {
	_, err := iri.Parse("a b")
	for _, value := range []any{err, iri.Check("a b"), iri.Builder{}.Path("a")} {
		text := fmt.Sprint(value)
		for verb, want := range map[string]string{
			"%v": text, "%s": text, "%+v": text, "%q": fmt.Sprintf("%q", text), "%x": fmt.Sprintf("%x", text),
			"%#v": fmt.Sprintf("%#v", text), "%300s": fmt.Sprintf("%300s", text), "%d": text, "%300d": text,
		} {
			if got := fmt.Sprintf(verb, value); got != want {
				t.Errorf("%s of %T: got %q, want %q", verb, value, got, want)
			}
		}
	}
}
