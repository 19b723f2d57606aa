package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// TestExplainExamples holds that the examples which iri explain shows are good
// and bad as it says, and that each bad one has a message. Those of the library's
// codes are checked in the library too.
func TestExplainExamples(t *testing.T) {
	for _, info := range allCodes() {
		x, err := explain(string(info.Code), iri.RFC3987, false)
		if err != nil {
			t.Errorf("%s: %v", info.Code, err)
			continue
		}
		if x.info.Code != info.Code || len(x.good) == 0 || len(x.bad) == 0 {
			t.Errorf("%s: explained as %q, with %d good and %d bad examples", info.Code, x.info.Code, len(x.good), len(x.bad))
		}
		if _, library := iri.LookupCode(info.Code); library && info.Command != "" {
			continue // checked there: some are words on the command line
		}
		for _, s := range x.good {
			if m := x.fault(s); m != "" {
				t.Errorf("%s: good example %q has the finding %q", info.Code, s, m)
			}
		}
		for _, s := range x.bad {
			if x.fault(s) == "" {
				t.Errorf("%s: bad example %q does not have the finding", info.Code, s)
			}
		}
	}
}

// TestExplainEntries holds that the entries of the command are complete and do
// not hide one of the library.
func TestExplainEntries(t *testing.T) {
	for _, info := range inputCodes() {
		if _, ok := iri.LookupCode(info.Code); ok {
			t.Errorf("%s is a code of the library", info.Code)
		}
		if info.Title == "" || info.Text == "" || info.Mend == "" || info.Section == "" || !strings.HasPrefix(info.Command, "check ") {
			t.Errorf("%s: incomplete: %+v", info.Code, info)
		}
	}
}

func TestAlternatives(t *testing.T) {
	tests := []struct {
		definition string
		want       []string
	}{
		{`a`, []string{`a`}},
		{`a / b`, []string{`a /`, `b`}},
		{`( a / b ) c / [ d / e ]`, []string{`( a / b ) c /`, `[ d / e ]`}},
		{`"(" / "/" / x`, []string{`"(" /`, `"/" /`, `x`}},
	}
	for _, tt := range tests {
		if got := alternatives(tt.definition); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.definition, got, tt.want)
		}
	}
}

func TestUnknownName(t *testing.T) {
	tests := []struct{ name, want string }{
		{"prot", `no "prot": did you mean "port"?`},
		{"PORT", `no "PORT": did you mean "port"?`},
		{"ipath-absolut", `no "ipath-absolut": did you mean "ipath-absolute"?`},
		{"xyzzy", `no "xyzzy"`},
		{"", `no ""`},
	}
	known := []string{"port", "ipath-absolute", "ipath-abempty"}
	for _, tt := range tests {
		if got := unknownName(tt.name, known, "no %q").Error(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
