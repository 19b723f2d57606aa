package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/rfc3987/iri/internal/make/gen/source"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestConstants holds that every code of the registry has its constant.
func TestConstants(t *testing.T) {
	entries, err := codes()
	if err != nil {
		t.Fatal(err)
	}
	want, err := text(entries)
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
		"port": "Port", "pct-encoded": "PctEncoded", "IP-literal": "IPLiteral", "ireg-name": "IregName",
		"utf-8": "UTF8", "host-ipv4-like": "HostIPv4Like", "pct-not-utf8": "PctNotUTF8", "scheme-http": "SchemeHTTP",
	} {
		if got, err := source.Constant(code, capitals, make(map[string]string)); got != want || err != nil {
			t.Errorf("%s: got %s, %v, want %s", code, got, err, want)
		}
	}
	if _, err := text([]finding.Entry{{Code: "a-b"}, {Code: "a-B"}}); err == nil {
		t.Error("two codes with one name are taken")
	}
}
