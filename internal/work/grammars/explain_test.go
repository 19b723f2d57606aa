package grammars

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/builtin"
	"github.com/rfc3987/iri/internal/study/lint"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
)

// TestExplainEntries holds that the entries of the command are complete and that none
// has the code of an entry of the library.
func TestExplainEntries(t *testing.T) {
	for _, info := range config.Codes()[len(explain.Codes()):] {
		if _, ok := explain.LookupCode(info.Code); ok {
			t.Errorf("%s is a code of the library", info.Code)
		}
		named := strings.Contains(info.Command, "FILE") // a file that no example has
		if x, err := Explain(string(info.Code), spec.RFC3987, false); err != nil || x.info.Code != info.Code ||
			!named && (len(x.good) == 0 || len(x.bad) == 0) {
			t.Errorf("%s: explained as %q, with %d good and %d bad examples: %v", info.Code, x.info.Code, len(x.good), len(x.bad), err)
		}
		if info.Title == "" || info.Text == "" || info.Mend == "" || info.Section == "" || info.Command == "" {
			t.Errorf("%s: incomplete: %+v", info.Code, info)
		}
	}
}

// TestFormatCodes holds that the code of each format is explained, with an example of it.
func TestFormatCodes(t *testing.T) {
	for _, name := range input.FormatNames() {
		format, err := input.ParseFormat(name)
		if err != nil {
			t.Fatal(err)
		}
		if format.FaultCode == "" {
			continue
		}
		if info, ok := config.LookupCode(finding.Code(format.FaultCode)); !ok || len(info.Bad) == 0 {
			t.Errorf("%s: the code %s is not explained", name, format.FaultCode)
		}
	}
}

// TestCodesOfFindings holds that the code of every finding is explained: messages tell people to
// ask for it. The codes are read out of the source, because nothing lists those of all packages.
func TestCodesOfFindings(t *testing.T) {
	declared := regexp.MustCompile(`\bCode[A-Z]\w*\s+(?:[a-z.]*Code\s+)?= "([A-Za-z0-9-]+)"`)
	found := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		src, err := os.ReadFile(name)
		for _, m := range declared.FindAllSubmatch(src, -1) {
			found++
			if _, ok := config.LookupCode(finding.Code(m[1])); !ok {
				t.Errorf("%s: %s is not explained", name, m[1])
			}
		}
		return err
	})
	if err != nil || found < 20 {
		t.Errorf("%d codes, %v", found, err)
	}
}

// TestCheckCodes holds that every code of a fault in a grammar is explained, with its
// severity.
func TestCheckCodes(t *testing.T) {
	all := []string{
		abnf.Syntax, abnf.Value, abnf.Header, abnf.Undefined, abnf.Duplicate, abnf.Unextended, abnf.Unused,
		abnf.EmptyLoop, abnf.Comment, abnf.Notation, abnf.NameClash, abnf.ProseValue, abnf.CoreRule, abnf.NoRules,
		abnf.CaseSpell, abnf.SameTwice, abnf.Import, abnf.Shadowed, abnf.NeverMatches, abnf.OctetTerminals, "too-large",
	}
	for _, c := range lint.Checks() {
		all = append(all, c.Code)
	}
	var ofBuiltin []string // what iri grammar check --builtin finds
	for _, c := range builtin.Checks() {
		ofBuiltin = append(ofBuiltin, c.Code)
	}
	all = append(all, ofBuiltin...)
	for _, code := range all {
		if info, ok := config.LookupCode(finding.Code(code)); !ok || kindOf(info) != kindCheck {
			t.Errorf("%s is not explained", code)
		}
	}
	for _, info := range config.CodesOfGrammars() {
		if !slices.Contains(all, string(info.Code)) {
			t.Errorf("%s is not a code of grammars", info.Code)
		}
		for _, s := range info.Bad {
			levels := config.Levels{}
			if info.Severity == finding.Off {
				levels[info.Code] = finding.Warning
			}
			file := spec.GrammarFile{Name: "x", Text: []byte(s)}
			in, err := Inspect(func(string) config.Levels { return levels }, file)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(ofBuiltin, string(info.Code)) {
				in.Faults = BuiltinFaults(file)
			}
			if !slices.ContainsFunc(in.Faults, func(f *abnf.Error) bool { return f.Code == string(info.Code) }) {
				t.Errorf("%s is not found in %q", info.Code, s)
			}
			for _, f := range in.Faults {
				if f.Code == string(info.Code) && f.Warning != (info.Severity == finding.Warning) &&
					info.Severity != finding.Off {
					t.Errorf("%s: a warning: %v, its entry says %v", info.Code, f.Warning, info.Severity)
				}
			}
		}
	}
}
