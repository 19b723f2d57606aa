package main

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/option"
)

// TestExplainExamples holds that the good examples of iri explain do not have the
// finding and that the bad ones do.
func TestExplainExamples(t *testing.T) {
	for _, info := range config.Codes() {
		x, err := grammars.Explain(string(info.Code), spec.RFC3987, false)
		if err != nil {
			t.Errorf("%s: %v", info.Code, err)
			continue
		}
		if _, library := explain.LookupCode(info.Code); library && info.Command != "" &&
			!strings.HasPrefix(info.Command, "check ") {
			continue // checked there: some are words on the command line
		}
		for _, s := range info.Good {
			if m := x.Fault(s, outputOf); m != "" {
				t.Errorf("%s: good example %q has the finding %q", info.Code, s, m)
			}
		}
		for _, s := range info.Bad {
			if (info.Grammar || !testkit.Edited(s)) && x.Fault(s, outputOf) == "" {
				t.Errorf("%s: bad example %q does not have the finding", info.Code, s)
			}
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
		if got := option.UnknownName(tt.name, known, "no %q", "").Error(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
