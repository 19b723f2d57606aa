package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/rfc3987/iri/internal/verdict/report"
)

// TestConstants holds that every code of the registry has its constant.
func TestConstants(t *testing.T) {
	entries, err := codes()
	if err != nil {
		t.Fatal(err)
	}
	want, err := source(entries)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../codes_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("codes_gen.go is not that of the registry: run make generate")
	}
}

// TestNames has what the constants are called; two codes with one name are refused.
func TestNames(t *testing.T) {
	for code, want := range map[string]string{
		"port": "CodePort", "pct-encoded": "CodePctEncoded", "IP-literal": "CodeIPLiteral", "ireg-name": "CodeIregName",
		"utf-8": "CodeUTF8", "host-ipv4-like": "CodeHostIPv4Like", "pct-not-utf8": "CodePctNotUTF8", "scheme-http": "CodeSchemeHTTP",
	} {
		if got := constant(code); got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
	if _, err := source([]report.Entry{{Code: "a-b"}, {Code: "a-B"}}); err == nil {
		t.Error("two codes with one name are taken")
	}
}
